"""Admission: no new table while the running ones are about to become slow, and never a running one turned away.

Measured are the lag of the event loop and the time of a commit, the two things that people at a table feel, and how much of a core
this process needs: it can have one, and near that everything becomes slow at once (bench/admission.py). The gate shuts when one
of them stays above its limit and opens only when all have been well below it for a while, so that it does not flutter.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

from puur.web.live.gc_pauses import broom
from puur.web.server import environment

EVERY = 0.1  # seconds between two looks
# A card is seen within 50 ms (docs/performance.md); at these values of one part alone that promise is about to break.
LAG, COMMIT = 0.04, 0.08
BUSY = 0.7  # of a core
STEADY = 0.97  # as FALL, for the core: what some seconds need, not a page or a table that is loaded
FALL = 0.9  # of the smoothed value, per look: a single pause does not shut the gate, a second of them does
WELL, WELL_BUSY = 0.5, 0.85  # of the limit, below which things are well again
CALM = 5.0  # seconds that they have to be
FEW = 100  # tables: where so few run, it is not they who make a machine slow, and one more does no harm


class Gate:
    """Whether new tables may be opened in this process."""

    def __init__(
        self, lag: float = LAG, commit: float = COMMIT, most_tables: int = 4000, few: int = FEW, busy: float = BUSY
    ) -> None:
        self.most_lag, self.most_commit, self.most_tables, self.few, self.most_busy = lag, commit, most_tables, few, busy
        self.lag = self.commit = self.busy = 0.0
        self.shut = False
        self.refused = 0
        self._well_since: float | None = None
        self._task: asyncio.Task[None] | None = None

    def note(self, lag: float, commit: float, tables: int, now: float, busy: float = 0.0) -> None:
        """One look: how late the loop was, how long commits take, how much of a core was needed since the last look."""
        self.lag = FALL * self.lag + (1 - FALL) * lag
        self.busy = STEADY * self.busy + (1 - STEADY) * busy
        self.commit = commit
        slow = self.lag > self.most_lag or commit > self.most_commit or self.busy > self.most_busy
        if (slow and tables >= self.few) or tables >= self.most_tables:
            self.shut, self._well_since = True, None
        elif self._well(tables):
            if self._well_since is None:
                self._well_since = now
            if self.shut and now - self._well_since >= CALM:
                self.shut = False
        else:
            self._well_since = None

    def _well(self, tables: int) -> bool:
        quick = self.lag < WELL * self.most_lag and self.commit < WELL * self.most_commit
        quick = quick and self.busy < WELL_BUSY * self.most_busy
        return (quick or tables < WELL * self.few) and tables < 0.95 * self.most_tables

    def admits(self) -> bool:
        """Whether a new table may be opened; counts those that may not."""
        self.refused += self.shut
        return not self.shut

    def start(self, commit: Callable[[], float], tables: Callable[[], int]) -> None:
        """Watch the loop that runs now."""
        self._task = asyncio.get_running_loop().create_task(self._watch(commit, tables))

    def stop(self) -> None:
        """Watch no more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _watch(self, commit: Callable[[], float], tables: Callable[[], int]) -> None:
        while True:
            before, used = time.monotonic(), time.process_time()
            await asyncio.sleep(EVERY)
            now = time.monotonic()
            self.note(max(0.0, now - before - EVERY), commit(), tables(), now, (time.process_time() - used) / (now - before))
            broom.sweep(tables(), now)


gate = Gate(
    environment.number(os.environ, "PUUR_MOST_LAG", LAG),
    environment.number(os.environ, "PUUR_MOST_COMMIT", COMMIT),
    busy=environment.number(os.environ, "PUUR_MOST_BUSY", BUSY),
)
