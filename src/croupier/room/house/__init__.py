"""The house: people and roles, submissions, exclusions, gaming days; its one log."""
