"""A table from its setup to its closing: one log, one writer, one state."""
