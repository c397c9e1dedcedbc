"""What a table prints and posts: its rules, its sign and its pay tables."""
