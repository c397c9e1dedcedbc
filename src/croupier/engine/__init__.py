"""The dealer: pure functions that know steps and never games."""
