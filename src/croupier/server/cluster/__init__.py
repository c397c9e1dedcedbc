"""Several processes for one room: which of them has which log, and how the others reach it."""
