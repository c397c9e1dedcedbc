"""Players that choose by themselves, and rounds they play."""
