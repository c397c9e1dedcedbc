"""People who sign in: accounts, sessions and second signatures."""
