"""The vocabulary a game is written in: values, some with one small pure method."""
