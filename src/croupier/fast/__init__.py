"""The fast table: a compiled twin of the engine."""
