"""Exact odds: equities, and what every wager against the bank costs."""
