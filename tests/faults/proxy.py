"""A line to PostgreSQL that breaks in the worst moment: a COMMIT has gone out, and its answer never comes back."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress


class CommitCutter:
    """Forwards bytes; every so many commits it delivers one and then hangs up on both sides."""

    def __init__(self, host: str, port: int, every: int) -> None:
        self.target, self.every = (host, port), every
        self.active = False
        self.commits = self.cuts = 0
        self._door = socket.create_server((host, 0))
        self.port = int(self._door.getsockname()[1])
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self) -> None:
        self._door.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.create_connection(self.target)
            threading.Thread(target=self._forward, args=(near, far), daemon=True).start()
            threading.Thread(target=self._back, args=(far, near), daemon=True).start()

    def _forward(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := near.recv(65536):
                cut = self._cuts(data)
                if cut:
                    near.shutdown(socket.SHUT_RDWR)  # no answer comes back from here on
                far.sendall(data)
                if cut:
                    time.sleep(0.05)  # the server does commit
                    break
        _hang_up(near, far)

    def _back(self, far: socket.socket, near: socket.socket) -> None:
        with suppress(OSError):
            while data := far.recv(65536):
                near.sendall(data)
        _hang_up(near, far)

    def _cuts(self, data: bytes) -> bool:
        if not self.active or b"COMMIT" not in data:
            return False
        with self._lock:
            self.commits += 1
            cut = self.commits % self.every == 0
            self.cuts += cut
        return cut


def _hang_up(*lines: socket.socket) -> None:
    for line in lines:
        with suppress(OSError):
            line.close()
