"""Servers that start at once: a process that has read all of Puur forks one for each line on its input.

Each is what `puur serve` is, from the migrations on, only that its modules are there already; so a thousand restarts take
minutes. It can be killed at any moment, also while it starts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.faults.servers import ROOT, listens, quick, wait_for
from tests.web.ports import free_port


class Nursery:
    """The process with everything in memory; one server of it at a time."""

    def __init__(self, folder: Path, **env: str) -> None:
        self.port, self.pid = free_port("127.0.0.1"), 0
        own = {**os.environ, **quick(), "PUUR_DATA": str(folder), "HOST": "127.0.0.1", "PORT": str(self.port), **env}
        command = [sys.executable, "-m", "tests.faults.nursery"]
        self.log = folder / "nursery.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=own, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=0
            )

    @property
    def address(self) -> str:
        """Where the server is."""
        return f"127.0.0.1:{self.port}"

    def launch(self) -> None:
        """Start the next server, and do not wait until it listens."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")
        self.pid = int(self._said())

    def start(self) -> None:
        """Start the next server."""
        self.launch()
        wait_for(lambda: listens("127.0.0.1", self.port), f"the server ({self.log})", self.process)

    def kill(self) -> None:
        """SIGKILL; it is gone when this returns."""
        os.kill(self.pid, 9)
        assert self._said() == "-9", "the server had ended by itself"
        self.pid = 0

    def stop(self) -> None:
        """End everything."""
        if self.pid:
            self.kill()
        self.process.kill()
        self.process.communicate()

    def _said(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().strip()


def main() -> None:
    """Read everything, then for each line: fork a server, say its number, wait for its end, say how it ended."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "puur.web.settings")
    from django.core.management import get_commands
    from django.urls import get_resolver

    import puur.web.asgi  # noqa: F401  nearly all of Puur
    from puur.cli import serve
    from puur.web.server import process  # noqa: F401

    get_commands()
    _ = get_resolver().url_patterns
    for _line in sys.stdin:
        pid = os.fork()
        if not pid:
            serve.run(browser=False)
            os._exit(0)
        print(pid, flush=True)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
