"""Files that people bring are read in processes apart, with so much memory and so many seconds, and ended when that is not enough.

A reader is a pure function of the bytes: it knows no database and holds no transaction. Promise: whatever a file holds, the pages
and the tables go on meanwhile, and who brought it is told within seconds, on a busy machine within a minute. What the function
refuses is refused here just so.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import pickle
import queue
import threading
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from puur.bots.processes import end_with_parent, starting_workers
from puur.core.errors import Refusal
from puur.web.live.limits import Buckets

T = TypeVar("T")
asking: ContextVar[str] = ContextVar("asking", default="")  # the address whose request is being answered
SECONDS = 4.0  # of a processor for one file
PATIENCE = 45.0  # seconds by the clock for one file: a busy machine may need them for what takes less than one of a processor
WAITING = 8.0  # for a reader to become free
MOST_WAITING = 6  # requests that wait for one: those who wait take places from other pages
SHARE, BACK = 30.0, 0.25  # seconds of a processor for one address, and how much of a second comes back with each by the clock
MEMORY = 512 << 20  # bytes beyond what the reader itself takes
TIRED = 64 << 20  # bytes that a file may leave behind; then a new process takes the place
READERS = 2
START = 120.0  # seconds to start, and to load what reads files of this kind
NICE = 10  # files give way to the tables; what is loaded once does not


class TooMuch(Refusal):
    """A file that took more than its share; `reason` says whether of work, or of waiting."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one job may take: seconds of a processor, and by the clock; of waiting, and how many wait; bytes."""

    seconds: float
    patience: float
    waiting: float
    most_waiting: int
    memory: int


class _Reader:
    """One process and the link to it; one file at a time."""

    def __init__(self) -> None:
        self._process: Any = None
        self._link: Connection | None = None

    def _started(self) -> Connection:
        if self._link is None or not self._process.is_alive():
            self.stop()
            context: Any = multiprocessing.get_context("spawn")
            self._link, other = context.Pipe()
            self._process = context.Process(target=_work, args=(other,), daemon=True, name="puur-reader")
            with starting_workers():
                self._process.start()
            other.close()
        return self._link

    def call(self, job: bytes, patience: float, busy: str, work: str) -> tuple[float, str, Any]:
        """The seconds of a processor that a job took, and what became of it; refuses one that took too much."""
        try:
            link = self._started()
            link.send_bytes(job)
            if not link.poll(START):
                raise TooMuch(busy)
            link.recv_bytes()  # it begins
            if not link.poll(patience):
                raise TooMuch(work)
            fit, *outcome = pickle.loads(link.recv_bytes())
        except (EOFError, OSError):  # it was ended for its work, or out of memory
            self.stop()
            raise TooMuch(work) from None
        except TooMuch:
            self.stop()
            raise
        if not fit:
            self.stop()
        spent, fate, answer = outcome
        return spent, fate, answer

    def stop(self) -> None:
        """End the process."""
        if self._link is not None:
            self._link.close()
            self._process.kill()
            self._process.join(2)
        self._process = self._link = None


class Readers:
    """Some readers; each file goes to a free one. Nobody gets all of them for long, and few wait."""

    work, busy = "file-work", "file-busy"  # why one is refused

    def __init__(self, count: int = READERS, share: float = SHARE, back: float = BACK) -> None:
        self._count = count
        self._free: queue.SimpleQueue[_Reader] | None = None
        self._guard = threading.Lock()
        self.waiting = 0
        self.shares = Buckets(share, back)

    def bounds(self) -> Bounds:
        """What one job may take."""
        return Bounds(SECONDS, PATIENCE, WAITING, MOST_WAITING, MEMORY)

    def read(self, function: Callable[..., T], *arguments: object) -> T:
        """What the function makes of the arguments, somewhere else; its own exceptions, or `TooMuch`."""
        bounds = self.bounds()
        reader, free = self._reader(bounds)
        spent = bounds.seconds  # of a file that is given up
        try:
            job = pickle.dumps((function, arguments, bounds.seconds, bounds.memory))
            spent, fate, answer = reader.call(job, bounds.patience, self.busy, self.work)
        finally:
            free.put(reader)
            self.shares.spend(asking.get(), spent)
        if fate == "done":
            done: T = answer
            return done
        if fate == "much":
            raise TooMuch(self.work)
        if fate == "raised":
            raise _again(*answer)
        raise RuntimeError(f"{function.__name__} failed on a file:\n{answer}")

    def rest(self) -> None:
        """End the processes that read nothing; the next file starts one again."""
        with self._guard:
            free = self._free
        resting: list[_Reader] = []
        with contextlib.suppress(queue.Empty):
            while free is not None:
                resting.append(free.get_nowait())
        for reader in resting:
            reader.stop()
            if free is not None:
                free.put(reader)

    def _reader(self, bounds: Bounds) -> tuple[_Reader, queue.SimpleQueue[_Reader]]:
        with self._guard:
            if self._free is None:
                self._free = queue.SimpleQueue()
                for _ in range(self._count):
                    self._free.put(_Reader())
            if self.waiting >= bounds.most_waiting or not self.shares.has(asking.get()):
                raise TooMuch(self.busy)
            self.waiting += 1
            free = self._free
        try:
            return free.get(timeout=bounds.waiting), free
        except queue.Empty:
            raise TooMuch(self.busy) from None
        finally:
            with self._guard:
                self.waiting -= 1


readers = Readers()


def _again(kind: type[Exception], arguments: tuple[Any, ...], facts: dict[str, Any], cause: Any = None) -> Exception:
    """An exception of the other process as it was, with what it came from."""
    problem = kind.__new__(kind, *arguments)
    problem.args = arguments
    problem.__dict__.update(facts)
    problem.__cause__ = _again(*cause) if cause else None
    return problem


# ---- in the process of a reader --------------------------------------------------------------------------------------------------


def _work(link: Connection) -> None:
    """Read one file after the other until the link closes."""
    end_with_parent()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    nice = NICE
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, arguments, seconds, memory = pickle.loads(link.recv_bytes())
            link.send_bytes(b"")
            with contextlib.suppress(OSError):
                os.nice(nice)
            nice, size, began = 0, _size(), time.process_time()
            fate, answer = _done(function, arguments, seconds, memory)
            link.send_bytes(pickle.dumps((_size() - size < TIRED, time.process_time() - began, fate, answer)))


def _done(function: Callable[..., object], arguments: tuple[object, ...], seconds: float, memory: int) -> tuple[str, Any]:
    try:
        _bound(seconds, memory)
        return "done", function(*arguments)
    except MemoryError:
        return "much", None
    except Exception as problem:
        if _declared(problem):  # the answer to a file that is none
            return "raised", _told(problem)
        return "failed", traceback.format_exc()


def _declared(problem: BaseException | None) -> bool:
    return type(problem).__module__.startswith("puur.")


def _told(problem: BaseException) -> tuple[Any, ...]:
    cause = problem.__cause__
    return type(problem), problem.args, vars(problem), _told(cause) if cause is not None and _declared(cause) else None


def _bound(seconds: float, memory: int) -> None:
    """So much memory and so many seconds from now on; the system ends whoever takes more."""
    try:
        import resource
    except ImportError:  # Windows: there the clock alone counts
        return
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + seconds), resource.RLIM_INFINITY))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (_size() + memory, resource.RLIM_INFINITY))


def _size() -> int:
    """Bytes of address space that this process has; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
