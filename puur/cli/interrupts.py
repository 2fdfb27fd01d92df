"""Ctrl-C while the command waits for a line.

Python only notes a signal that arrives just before a blocking read, and looks at the note when the read returns: the interrupt
would wait for the next line. A timer that interrupts the read makes Python look.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST_DEAFNESS = 0.1  # seconds until an interrupt is noticed


@contextmanager
def heard_while_waiting() -> Iterator[None]:
    """Within this block an interrupt is never held back by a blocking read; in the main thread only, one block at a time."""
    if not hasattr(signal, "setitimer"):  # Windows, where a read on the console ends by itself
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: None)
    try:
        signal.setitimer(signal.ITIMER_REAL, LONGEST_DEAFNESS, LONGEST_DEAFNESS)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
