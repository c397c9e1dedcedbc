"""The decks of a table: distribution, inspection, shuffling, sealing, counts."""
