"""The demonstration room: bots at a table of every game, practice tables, a bad beat fund."""
