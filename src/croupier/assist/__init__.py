"""Help for a human dealer with real cards: what to do now, what happened, a record."""
