"""Ports for the servers of the tests."""

from __future__ import annotations

import random
import socket

# Below those that the system gives to connections: one of these could take the port while a server is away.
PORTS = range(10_000, 32_000)


def free_port(host: str = "127.0.0.1") -> int:
    """A port on which nobody listens now, and that only somebody who asks for it gets."""
    while True:
        with socket.socket() as probe:
            port = random.SystemRandom().choice(PORTS)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
