"""What an operator watches: health, metrics, and the log."""
