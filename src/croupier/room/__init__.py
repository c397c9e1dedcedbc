"""What outlives a round: seats, stacks, the button, the shuffle."""
