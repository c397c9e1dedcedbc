"""Words, made once, at the edge, for the person who reads them."""
