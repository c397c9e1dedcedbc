"""Where logs are kept: SQLite or PostgreSQL, chained, signed and sealed."""
