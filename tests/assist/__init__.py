"""`croupier assist`: real cards, a human dealer, a keyboard."""
