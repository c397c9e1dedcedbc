"""What stands between the network and the room: limits, open connections, faults."""
