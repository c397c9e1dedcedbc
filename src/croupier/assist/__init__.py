"""Beside a human dealer with real cards: what to do now, a line for what happened, a record."""
