"""Disputes and conduct at a table: rulings, flags and removals."""
