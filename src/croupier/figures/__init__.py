"""What hands tell of their players: results, luck and style, from any log or hand history."""
