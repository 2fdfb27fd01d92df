"""Processes that work for this one: only this one hears Ctrl-C, and they never outlive it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait


@contextmanager
def starting_workers() -> Iterator[None]:
    """Processes that `multiprocessing` starts within are never interrupted from the keyboard, not even while they load."""
    if os.name == "posix":
        resource_tracker.ensure_running()  # its start would let interrupts through again
    with holding_interrupts():
        yield


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """An interrupt comes after the block; to a process that was started within, when it lets it through."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    held: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    noting = threading.current_thread() is threading.main_thread() and handler is not None
    if noting:  # the system gives the signal to another thread then, and Python would raise it here all the same
        signal.signal(signal.SIGINT, lambda number, _frame: held.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if noting:
            signal.signal(signal.SIGINT, handler)
        if held:
            signal.raise_signal(signal.SIGINT)


def end_with_parent() -> None:
    """Called in a worker: it ends when its parent has ended, however that came about."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
