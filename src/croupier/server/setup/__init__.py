"""Before a room is in service: checks, the first run, where people find it."""
