"""Bad beat funds: the boxes that feed them, and what they pay."""
