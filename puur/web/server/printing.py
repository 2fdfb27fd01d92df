"""What is set for paper or as a picture is made in processes apart, as files are read: with so much work, and behind the tables.

The sheets of a hall of a thousand take most of a minute of a processor, and whoever likes can ask for them again and again.
Promise: however many ask, the other pages and the tables go on; one address has one paper made at a time and a share of the work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from puur.web.server.reading import Bounds, Readers, TooMuch, asking

T = TypeVar("T")
SECONDS = 60.0  # of a processor for one paper: all sheets of a thousand people take forty
PATIENCE = 300.0  # seconds by the clock for one
WAITING = 20.0  # for its turn
MOST_WAITING = 8  # requests that wait: those who wait take places from other pages
MOST_OF_ONE = 4  # of them from one address
SHARE, BACK = 180.0, 0.5  # seconds of a processor for one address, and how much of a second comes back with each by the clock
MEMORY = 1 << 30  # bytes beyond what the process itself takes
PRINTERS = 2


class Printers(Readers):
    """Some processes that set papers; an address has one of them at a time, so that there is another for everybody else."""

    work, busy = "paper-work", "paper-busy"

    def __init__(self, count: int = PRINTERS) -> None:
        super().__init__(count, SHARE, BACK)
        self._turns: dict[str, tuple[threading.Lock, int]] = {}

    def bounds(self) -> Bounds:
        """What one paper may take."""
        return Bounds(SECONDS, PATIENCE, WAITING, MOST_WAITING, MEMORY)

    def read(self, function: Callable[..., T], *arguments: object) -> T:
        """What the function makes of the arguments, when it is this address's turn."""
        with self._turn(asking.get()):
            return super().read(function, *arguments)

    @contextmanager
    def _turn(self, address: str) -> Iterator[None]:
        with self._guard:
            lock, number = self._turns.get(address, (threading.Lock(), 0))
            if number >= MOST_OF_ONE:
                raise TooMuch(self.busy)
            self._turns[address] = lock, number + 1
        try:
            if not lock.acquire(timeout=WAITING):
                raise TooMuch(self.busy)
            try:
                yield
            finally:
                lock.release()
        finally:
            with self._guard:
                number = self._turns[address][1] - 1
                if number:
                    self._turns[address] = lock, number
                else:
                    del self._turns[address]


printers = Printers()


def printed(function: Callable[..., T], *arguments: object) -> T:
    """The paper or picture that the function makes of the arguments, made apart; its own exceptions, or `TooMuch`."""
    return printers.read(function, *arguments)
