"""Speed, side by side with other engines in one run; a ratio, never a timed test."""
