"""The library as its callers use it."""
