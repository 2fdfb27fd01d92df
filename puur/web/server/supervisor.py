"""Several web processes behind one port: started, watched, and on SIGHUP replaced one after the other while tables run.

They share the listening socket, so the kernel spreads connections over them. Knows nothing of Django. Promise: a process
that dies is replaced, also one that lives and answers nothing, and the last one standing is never taken down for an upgrade.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType

from puur.bots.processes import holding_interrupts

FD, READY, SLOT = "PUUR_FD", "PUUR_READY_FD", "PUUR_SLOT"
GRACE = 20.0  # seconds for a process to hand its tables over
SLOWEST_START = 60.0
AGAIN = 1.0  # seconds before a process that has died is replaced
SILENT = 100.0  # seconds without a beat until a process is ended: longer than its own watchdog waits
PAUSE = 0.2
_mouth: list[int] = []  # where the beats of this process go


def inherited() -> socket.socket | None:
    """The listening socket that a supervisor has opened, in a process that it has started."""
    number = os.environ.get(FD, "")
    return socket.socket(fileno=int(number)) if number.isdigit() else None


def say_ready() -> None:
    """Tell the supervisor, if there is one, that this process takes connections."""
    number = os.environ.pop(READY, "")
    if number.isdigit():
        os.set_blocking(int(number), False)
        _mouth[:] = [int(number)]
    beat()


def beat() -> None:
    """A sign of life for whoever has started this process: the supervisor, or systemd. A stopped process gives none."""
    for mouth in _mouth:
        with contextlib.suppress(OSError):  # it is full, or nobody listens any more
            os.write(mouth, b"1")
    if where := os.environ.get("NOTIFY_SOCKET", ""):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(b"WATCHDOG=1", "\0" + where[1:] if where.startswith("@") else where)


class Supervisor:
    """The parent of the web processes."""

    def __init__(self, door: socket.socket, count: int, command: Sequence[str] = ()) -> None:
        self.door, self.count = door, count
        self.command = list(command) or [sys.executable, "-m", "puur", "serve", "--no-open"]
        self.running: dict[int, subprocess.Popen[bytes]] = {}
        self._ears: dict[int, int] = {}
        self._silent: dict[int, float] = {}  # seconds since the last beat
        self._stop = 0  # the signal that asked for it
        self._renew = False

    def run(self) -> None:
        """Until SIGTERM or SIGINT; the latter is passed on as KeyboardInterrupt once all have ended."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._asked_to_stop)
        signal.signal(signal.SIGHUP, self._asked_to_renew)
        for slot in range(self.count):
            if not self._stop:
                self._start(slot)
        while not self._stop:
            for slot, process in list(self.running.items()):
                if process.poll() is not None and not self._stop:
                    time.sleep(AGAIN)
                    self._start(slot)
                elif self._beatless(slot):
                    process.kill()  # also one that was stopped; the next round starts another
            beat()
            if self._renew:
                self._renew = False
                self._replace_all()
            time.sleep(PAUSE)
        self._end(list(self.running.values()))
        if self._stop == signal.SIGINT:
            raise KeyboardInterrupt

    def _asked_to_stop(self, number: int, _frame: FrameType | None) -> None:
        self._stop = number

    def _asked_to_renew(self, _number: int, _frame: FrameType | None) -> None:
        self._renew = True

    def _start(self, slot: int) -> bool:
        """Start one and wait until it takes connections."""
        ears, mouth = os.pipe()
        if slot in self._ears:
            os.close(self._ears.pop(slot))
        env = {**os.environ, FD: str(self.door.fileno()), READY: str(mouth), SLOT: str(slot)}
        with holding_interrupts():  # until Python has started there: before, it would print a traceback
            self.running[slot] = subprocess.Popen(self.command, env=env, pass_fds=(self.door.fileno(), mouth))
        os.close(mouth)
        ready, _, _ = select.select([ears], [], [], SLOWEST_START)
        heard = bool(ready) and os.read(ears, 1) == b"1"  # nothing: it has ended
        os.set_blocking(ears, False)
        self._ears[slot], self._silent[slot] = ears, 0.0
        return heard

    def _beatless(self, slot: int) -> bool:
        """Whether a process has given no sign of life for too long. Rounds are counted, not hours: a machine may sleep."""
        self._silent[slot] += PAUSE
        with contextlib.suppress(BlockingIOError):
            if os.read(self._ears[slot], 4096):
                self._silent[slot] = 0.0
        return self._silent[slot] >= SILENT

    def _replace_all(self) -> None:
        for slot, process in list(self.running.items()):
            if self._stop:
                return
            self._end([process])
            if not self._start(slot):
                return  # the new version does not start: the others go on with the old one

    def _end(self, processes: Sequence[subprocess.Popen[bytes]]) -> None:
        for process in processes:
            process.terminate()
        until = time.monotonic() + GRACE
        for process in processes:
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def bind(host: str, port: int) -> socket.socket:
    """A listening socket for the processes to share; OSError if the port is taken."""
    door = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(2048)
    except OSError:
        door.close()
        raise
    door.set_inheritable(True)
    return door
