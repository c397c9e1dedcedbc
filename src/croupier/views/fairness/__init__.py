"""Fairness files: what proves to a player that the deck was fixed before the deal."""
