"""A table from its setting up to its closing: one log, one writer, one state."""
