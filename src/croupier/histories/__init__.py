"""Hands that were played elsewhere: read from files, played again by the engine, written back."""
