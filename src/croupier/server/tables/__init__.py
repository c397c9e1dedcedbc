"""A table or the house in service: its writer, its viewers, its dealer and the courier."""
