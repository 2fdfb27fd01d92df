"""When the garbage collector of Python may stop everything: a full collection looks at every object of every table.

With 1,200 tables that takes 0.3 to 0.5 seconds, in which nobody sees a card, and finds nothing: play makes no cycles. So full
collections are left to `sweep`, which runs them while few tables are live, or when so much was forgotten that memory asks for
it; the short ones of young objects go on as ever. Promise: what was forgotten is freed in the end.
"""

from __future__ import annotations

import gc
import time

NEVER = 1_000_000  # so many middle collections before a full one
FEW = 40  # with so many tables a full collection is too short to be noticed
MUCH = 2000  # tables forgotten since the last one: now, whatever it costs
OFTEN = 60.0  # seconds


class Broom:
    """Full collections at good moments."""

    def __init__(self) -> None:
        self.forgotten = 0
        self._last = time.monotonic()

    def start(self) -> None:
        """Take over from the collector's own counting; what is loaded by now stays for good."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(gc.get_threshold()[0], gc.get_threshold()[1], NEVER)

    def sweep(self, tables: int, now: float) -> bool:
        """Collect if this is a good moment; whether it was."""
        if self.forgotten < MUCH and (tables > FEW or now - self._last < OFTEN):
            return False
        self.forgotten, self._last = 0, now
        gc.collect()
        return True


broom = Broom()
