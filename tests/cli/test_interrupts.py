"""Ctrl-C at any moment, and an output that takes nothing: the right status, and never a traceback."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from puur.bots.processes import holding_interrupts

TRIES = 50
PATIENCE = 300.0  # seconds; a machine under load
ROOT = Path(__file__).resolve().parents[2]
PUUR = (sys.executable, "-m", "puur")
ENV = {**os.environ, "PYTHONIOENCODING": "utf-8", "PUUR_LANG": "en", "NO_COLOR": "1", "TERM": "xterm"}

# Asks for ever, as `puur play` and `puur referee` do; what is left by Ctrl-C is asked again.
ASKING = """
import signal, sys
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
from rich.console import Console
from puur.cli.terminal.screen import Leave, Terminal
terminal = Terminal(Console())
while True:
    try:
        print("answered", terminal.ask("question? "), flush=True)
    except Leave as leave:
        print("left by", leave.by, flush=True)
"""

# Sends itself an interrupt at the import with this number, counted from the first of Puur's own; with 0 it says how many there are.
AT_AN_IMPORT = """
import atexit, os, signal, sys
from importlib.abc import MetaPathFinder
class Counting(MetaPathFinder):
    left = int(sys.argv.pop(1))
    def find_spec(self, name, path=None, target=None):
        Counting.left -= 1
        if Counting.left == 0:
            os.kill(os.getpid(), signal.SIGINT)
if Counting.left == 0:
    atexit.register(lambda: print(-Counting.left, file=sys.stderr))
from puur.__main__ import main
sys.meta_path.insert(0, Counting())
main()
"""


@dataclass
class Talk:
    """A running process, what it has said, and how to answer."""

    process: subprocess.Popen[bytes]
    ears: int
    mouth: int
    said: bytes = b""

    def until(self, word: bytes) -> bytes:
        """What it says up to this word."""
        end = time.monotonic() + PATIENCE
        while word not in self.said:
            ready, _, _ = select.select([self.ears], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"silent for {PATIENCE} s after {self.said[-300:]!r}"
            chunk = os.read(self.ears, 4096)
            assert chunk, f"ended after {self.said[-300:]!r}"
            self.said += chunk
        before, _, self.said = self.said.partition(word)
        return before

    def answer(self, text: bytes) -> None:
        os.write(self.mouth, text)

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)


@pytest.fixture(params=["pipe", "terminal"])
def talk(request: pytest.FixtureRequest) -> Iterator[Callable[..., Talk]]:
    """Starts a process on a pipe, or on a terminal of its own."""
    started: list[Talk] = []

    def start(*command: str) -> Talk:
        if request.param == "terminal":
            mine, theirs = pty.openpty()
            with holding_interrupts():  # as the launcher does
                process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=ENV, start_new_session=True)
            os.close(theirs)
            started.append(Talk(process, mine, mine))
        else:
            pipe = subprocess.PIPE
            with holding_interrupts():
                process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, env=ENV)
            assert process.stdin is not None
            assert process.stdout is not None
            started.append(Talk(process, process.stdout.fileno(), process.stdin.fileno()))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.wait(PATIENCE)
        if each.process.stdout is None:
            os.close(each.ears)
        for stream in (each.process.stdin, each.process.stdout):
            if stream is not None:
                stream.close()


def test_an_interrupt_right_after_a_prompt_is_heard_every_time(talk: Callable[..., Talk]) -> None:
    asking = talk(sys.executable, "-c", ASKING)
    for _ in range(TRIES):
        asking.until(b"question? ")
        asking.interrupt()
        asking.until(b"left by interrupt")
    asking.until(b"question? ")
    asking.answer("Nüssli\n".encode())
    asking.until("answered Nüssli".encode())  # a line is read as ever


def test_an_interrupt_right_after_the_question_of_a_game(talk: Callable[..., Talk], tmp_path: Path) -> None:
    saved = tmp_path / "game.jass"
    game = talk(*PUUR, "play", "--seed", "3", "--save", str(saved))
    game.until(b"Card (")
    game.until(b": ")
    game.interrupt()
    game.until(b"Saved. ")
    assert game.process.wait(PATIENCE) == 130
    assert saved.exists()


def test_an_interrupt_right_after_a_question_of_the_referee(talk: Callable[..., Talk]) -> None:
    referee = talk(*PUUR, "referee")
    referee.until(b"jassregeln")
    referee.until(b" ")
    referee.interrupt()
    assert referee.process.wait(PATIENCE) == 130
    assert b"Traceback" not in referee.said


def test_an_interrupt_while_standard_input_is_read(talk: Callable[..., Talk]) -> None:
    score = talk(*PUUR, "score", "-")
    time.sleep(0.3)  # sometimes while it loads, sometimes while it waits
    score.interrupt()
    assert score.process.wait(PATIENCE) == 130
    assert b"Traceback" not in score.said


LAUNCHER = Path(sys.executable).with_name("puur")


@pytest.mark.skipif(b"--block-signal" not in LAUNCHER.read_bytes(), reason="env cannot hold signals back here")
def test_an_interrupt_while_python_starts_is_silent() -> None:
    for number in range(TRIES):
        pipe = subprocess.PIPE  # it waits for what we never send: however late the interrupt comes, it is still there
        starting = subprocess.Popen([LAUNCHER, "score", "-"], stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, env=ENV)
        time.sleep(number / 1000)
        starting.send_signal(signal.SIGINT)
        starting.wait(PATIENCE)
        said, _ = starting.communicate(timeout=PATIENCE)
        assert (starting.returncode, said) in [(130, b""), (-signal.SIGINT, b"")]  # the signal itself before Python starts


def interrupted_at(number: int) -> subprocess.CompletedProcess[bytes]:
    """A command that gets its interrupt at the import with this number; at none with 0."""
    command = [sys.executable, "-c", AT_AN_IMPORT, str(number), "rules", "--help"]
    return subprocess.run(command, capture_output=True, env=ENV, check=False, timeout=PATIENCE)


@pytest.fixture(scope="module")
def imports() -> int:
    """How many imports the command makes: each version of Python loads its own number of modules."""
    return int(interrupted_at(0).stderr)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.2, 0.9])
def test_an_interrupt_while_puur_loads_is_silent(share: float, imports: int) -> None:
    done = interrupted_at(max(1, round(share * imports)))
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_an_interrupt_within_an_exec_ends_with_130_as_well(tmp_path: Path) -> None:
    """Python remembers that an interrupt has passed there, and `python -m` would then end by the signal, whatever was asked for."""
    program = """
import os, signal
from puur import __main__
from puur.cli import app
app.main = lambda: exec("os.kill(os.getpid(), signal.SIGINT)", globals())
__main__.main()
"""
    (tmp_path / "interrupted.py").write_text(program)
    env = {**ENV, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    done = subprocess.run([sys.executable, "-m", "interrupted"], capture_output=True, env=env, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize("seconds", [0.3, 1.0, 2.5])
def test_an_interrupt_of_a_match_on_two_workers_leaves_nobody_behind(seconds: float, tmp_path: Path) -> None:
    """As from a keyboard: the interrupt goes to all processes of the group."""
    said = tmp_path / "said"
    with said.open("wb") as stream:
        command = [*PUUR, "arena", "stammtisch", "lehrling", "--deals", "100000", "--workers", "2"]
        with holding_interrupts():
            match = subprocess.Popen(command, stdout=stream, stderr=stream, env=ENV, start_new_session=True)
        time.sleep(seconds)
        os.killpg(match.pid, signal.SIGINT)
        try:
            assert match.wait(PATIENCE) == 130
            assert dies_out(match.pid)
        finally:
            end_group(match.pid)
    assert said.read_bytes().strip() == b""  # a line feed after the bar


def test_workers_end_with_a_match_that_is_killed(tmp_path: Path) -> None:
    store = tmp_path / "match"
    command = [*PUUR, "arena", "stammtisch", "lehrling", "--deals", "100000", "--workers", "2", "--store", str(store)]
    match = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENV, start_new_session=True)
    try:
        end = time.monotonic() + PATIENCE
        while not (store.exists() and len(store.read_bytes().splitlines()) > 1):  # the workers play
            assert time.monotonic() < end
            time.sleep(0.05)
        match.kill()
        match.wait(PATIENCE)
        assert dies_out(match.pid)
    finally:
        end_group(match.pid)


def dies_out(group: int) -> bool:
    """Whether no process of this group is left after a while."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def end_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


# ---- an output that takes nothing ------------------------------------------------------------------------------------

full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
COMMANDS = [
    ["--help"],
    ["--version"],
    ["rules"],
    ["rules", "ub2024"],
    ["referee", "list", "--json"],
    ["arena", "levels"],
    ["play"],
]


def _with_output(command: Sequence[str], output: str, errors: str | None = None) -> tuple[int, bytes]:
    with open(output, "wb") as out, open(errors or os.devnull, "wb") as err:
        done = subprocess.run(
            [*PUUR, *command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err if errors else subprocess.PIPE,
            env=ENV,
            check=False,
            timeout=PATIENCE,
        )
    return done.returncode, done.stderr


@full
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_full_output_is_one_line_and_status_2(command: list[str]) -> None:
    assert _with_output(command, "/dev/full") == (2, b"Error: The output cannot be written (No space left on device).\n")


@full
@pytest.mark.parametrize("command", [["rules"], ["nonsense"], ["play"]], ids=" ".join)
def test_where_the_errors_are_full_too_the_status_is_left(command: list[str]) -> None:
    assert _with_output(command, "/dev/full", "/dev/full")[0] == 2


@full
def test_full_errors_do_not_change_the_status_of_a_mistake() -> None:
    assert _with_output(["rules", "nosuch"], os.devnull, "/dev/full")[0] == 2


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_closed_pipe_ends_quietly(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*PUUR, *command],
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            env=ENV,
            check=False,
            timeout=PATIENCE,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_the_caller_has_closed_are_no_error(closing: str) -> None:
    command = f'"$@" {closing}'
    done = subprocess.run(["sh", "-c", command, "sh", *PUUR, "rules"], capture_output=True, env=ENV, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
