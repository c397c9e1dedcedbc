"""What a screen shows now: a table as one viewer sees it, the floor, the cage, a preview."""
