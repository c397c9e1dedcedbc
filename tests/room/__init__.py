"""The room: tables from their opening to their closing, and what they share."""
