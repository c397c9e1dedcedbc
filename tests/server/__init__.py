"""The server: storage, crashes, secrecy, the network and the people who attack it."""
