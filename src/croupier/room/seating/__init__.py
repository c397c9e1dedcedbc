"""Seats: who takes one, buys chips, is away, waits, and is dealt in next."""
