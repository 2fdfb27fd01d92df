"""The real command in a process of its own: pipes, signals, wrong options."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puur.cli import app
from puur.cli.terminal import saving
from puur.cli.terminal.host import new_game
from puur.cli.terminal.session import Session
from puur.core.setup import Setup
from puur.reglement import load
from tests.cli.play.kit import ENTER, Paper, played


def puur(*arguments: str, lines: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "puur", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
    )


def test_a_short_game_through_a_pipe(short: Path, tmp_path: Path) -> None:
    done = puur("play", "--reglement", str(short), "--seed", "3", "--names", "Ida", lines="\n" * 400)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Gewonnen: " in done.stdout
    assert "Gemischt aus --seed 3." in done.stdout
    assert "\x1b" not in done.stdout  # no colour in a pipe
    path = tmp_path / "state" / "puur" / "play.jass"
    assert saving.Saved(path).game.over
    score = puur("score", str(path))
    assert (score.returncode, "Gewonnen" in score.stdout) == (0, True)


def test_leaving_with_end_of_input_saves_and_the_next_call_offers_to_go_on(short: Path, tmp_path: Path) -> None:
    first = puur("play", "--reglement", str(short), "--seed", "3", "--names", "Ida", lines="\n" * 6)
    assert first.returncode == 0
    assert "Gesichert in " in first.stdout
    path = tmp_path / "state" / "puur" / "play.jass"
    events = saving.Saved(path).game.events
    again = puur("play", lines="\n" * 4)
    assert "Unfertiges Spiel: Kurz" in again.stdout
    assert saving.Saved(path).game.events[: len(events)] == events
    other = puur("play", "--seed", "5", lines="n\n")
    assert "play-1.jass" in "".join(other.stdout.split())  # a long path may be wrapped
    assert saving.Saved(path.with_name("play-1.jass")).game.events[: len(events)] == events
    assert saving.Saved(path).seed == 5


def test_a_broken_save_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "state" / "puur" / "play.jass"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff\x00 nonsense")
    done = puur("play", "--seed", "5", lines="q\n")
    assert done.returncode == 0
    assert path.with_name("play-1.jass").read_bytes() == b"\xff\x00 nonsense"


def test_resume_names_the_file(tmp_path: Path, short: Path) -> None:
    path = tmp_path / "abend.json"
    first = puur("play", "--reglement", str(short), "--seed", "3", "--save", str(path), lines="\n\nq\n")
    assert f"puur play --resume {path}" in " ".join(first.stdout.split())
    done = puur("play", "--resume", str(path), "--lang", "en", lines="\n" * 400)
    assert "Won: " in done.stdout
    assert saving.Saved(path).game.over


def confirmed(text: str) -> int:
    """How many cards were confirmed before the last question about a card in this output."""
    return text[: max(0, text.rfind("Karte ("))].count("spielen? Enter = ja, u = zurück: \n")


def reading(process: subprocess.Popen[bytes], until: Callable[[str], bool]) -> str:
    assert process.stdout is not None
    seen = b""
    while not until(seen.decode("utf-8", "ignore")):
        chunk = os.read(process.stdout.fileno(), 4096)
        assert chunk, f"ended too early: {seen.decode('utf-8', 'replace')[-500:]}"
        seen += chunk
    return seen.decode("utf-8", "ignore")


@pytest.fixture
def running(short: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    arguments = ("play", "--reglement", str(short), "--seed", "3", "--names", "Ida", "--save", str(tmp_path / "game.jass"))
    process = subprocess.Popen(
        [sys.executable, "-m", "puur", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    yield process
    process.kill()
    process.wait(300)
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        stream.close()


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_kill_9_in_the_middle_loses_nothing(running: subprocess.Popen[bytes], short: Path, tmp_path: Path) -> None:
    assert running.stdin is not None
    running.stdin.write(b"\n" * 14)  # then it waits for more, in the middle of a trick
    running.stdin.flush()
    text = reading(running, lambda seen: confirmed(seen) >= 4)
    running.send_signal(signal.SIGKILL)
    assert running.wait(300) == -signal.SIGKILL
    path = tmp_path / "game.jass"
    saved = saving.Saved(path)
    assert len(played(saved.game)) >= confirmed(text)
    whole = new_game(load(short), Setup(names=("Ida", "Beat", "Carla", "Dario")), 3)
    Session(whole, 3, Paper(for_ever=ENTER), lambda: None).run()
    assert saved.game.events == whole.events[: len(saved.game.events)]
    done = puur("play", "--resume", str(path), lines="\n" * 400)
    assert done.returncode == 0
    assert saving.Saved(path).game.events == whole.events


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_ctrl_c_saves_and_leaves_with_130(running: subprocess.Popen[bytes], tmp_path: Path) -> None:
    assert running.stdin is not None
    running.stdin.write(b"\n" * 14)
    running.stdin.flush()
    reading(running, lambda seen: confirmed(seen) >= 4)
    running.send_signal(signal.SIGINT)
    assert running.wait(300) == 130
    assert len(played(saving.Saved(tmp_path / "game.jass").game)) >= 4


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--names", "Ida,Beat"], "Erwartet wird ein Name"),
        (["--names", "Ida,Ida,Ida,Ida"], "Erwartet wird ein Name"),
        (["--names", "x" * 40], "Erwartet wird ein Name"),
        (["--reglement", "nosuch"], "nosuch"),
        (["--resume", "nosuch.jass"], "nosuch.jass"),
        (["--resume", "a", "--save", "b"], "--save"),
        (["--seed", "9" * 30], "18 Stellen"),
        (["--lang", "xx"], "de, fr, it, en"),
    ],
)
def test_wrong_options_are_one_line_and_status_2(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        app.main(["play", *arguments])
    assert exit_.value.code == 2
    assert expected in capsys.readouterr().err
