"""Ctrl-C at the keyboard of somebody who runs a server: everybody of its group hears it, all end, and nobody complains."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from puur.fast import available
from tests.cli.test_interrupts import dies_out, end_group
from tests.faults.servers import ROOT, SLOW, RedisServer, listens, quick, wait_for
from tests.web.ports import free_port


@pytest.mark.parametrize("command", ["serve", "serve --processes 2", "worker"])
def test_an_interrupt_ends_all_processes_of_a_server_with_130(command: str, tmp_path: Path, redis: RedisServer) -> None:
    if command == "worker" and not available():
        pytest.skip("numba is not installed here")
    port = free_port()
    arguments = [*command.split(), *(["--no-open"] if "serve" in command else [])]
    env = {**os.environ, **quick(), "PUUR_DATA": str(tmp_path), "REDIS_URL": redis.url, "PORT": str(port), "PUUR_LANG": "en"}
    said = tmp_path / "said"
    with said.open("wb") as stream:
        command_line = [sys.executable, "-m", "puur", *arguments]
        process = subprocess.Popen(command_line, env=env, cwd=ROOT, stdout=stream, stderr=stream, start_new_session=True)
    try:
        if command == "worker":
            wait_for(lambda: said.read_bytes(), "the worker", process)
        else:
            wait_for(lambda: listens("127.0.0.1", port), "the server", process)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(SLOW) == 130
        assert dies_out(process.pid)
    finally:
        end_group(process.pid)
    assert "Traceback" not in said.read_text()
