"""Starting processes that do not hear the keyboard."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from puur.bots.processes import holding_interrupts

ASLEEP = "import time; print('awake', flush=True); time.sleep(600)"


def test_an_interrupt_comes_after_the_block_also_where_another_thread_is_given_it() -> None:
    reached: list[str] = []

    def interrupted() -> None:
        with holding_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
            reached.append("the end of the block")

    go = threading.Event()
    other = threading.Thread(target=go.wait)
    other.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted()
    finally:
        go.set()
        other.join()
    assert reached == ["the end of the block"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_process_started_within_is_not_interrupted() -> None:
    with holding_interrupts():
        process = subprocess.Popen([sys.executable, "-c", ASLEEP], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"awake\n"
        process.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.3)
    finally:
        process.kill()
        process.communicate()
