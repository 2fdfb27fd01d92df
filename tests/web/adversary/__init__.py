"""A standing adversary: what strangers, neighbours and the server itself can try with the protocol alone."""
