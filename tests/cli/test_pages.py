"""Every shell line of every page: what begins with `puur` runs as it stands there, and what does not run says why."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from puur.cli import app
from tests.cli import test_hybrid_evening

TOP = Path(__file__).resolve().parents[2]
PAGES = sorted({*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md"), TOP / "tests/corpus/README.md"})
PROGRAMS = {
    "curl": "asks a running server; tests/web/test_shell_lines.py runs each as it stands",
    "docker": "needs an engine, which tests cannot count on; tests/test_container.py reads the files behind it",
    "age": "encrypts a backup where it is installed; tests/web/keeping reads plain ones",
    "make": "tests/test_repo.py knows the targets",
    "mv": "with the line of npm above it",
    "npm": "fetches Pyodide; tests/test_offline_browser.py opens the page with what `make lint` has fetched",
    "pip": "tests/test_packages.py runs each as it stands, in a fresh environment",
    "pipx": "is not on every machine; tests/test_packages.py installs the same package with pip",
    "python": "training, benchmarks and tools have tests of their own",
    "rm": "with the line of age above it",
    "sudo": "deploy: tests/faults/test_systemd.py",
    "systemctl": "deploy: tests/faults/test_systemd.py",
}
NOT_RUN = {
    r"puur serve": "serves until it is stopped; tests/web starts it",
    r"puur arena serve": "serves until it is stopped; tests/arena/test_jasskit.py",
    r"puur arena .*(http|tcp)://": "needs an agent or a cluster; tests/arena",
    r"puur arena .*(meister|klub)": "compiles and searches; tests/arena/test_command.py",
    r"puur (backup|restore|check|export|import)": "needs stored data; tests/web and tests/faults",
    r"puur solve abend": "compiles; tests/fast",
    r"puur club (take|game|enter)": "goes on with a club that has played; tests/season and tests/web/clubs",
    r"puur evening (game|close|sign|hand-in)": "needs an evening and what was played there; tests/cli/test_evening.py",
    r"puur referee$": "a conversation; tests/referee",
}
LIST = "Nr;Name;Verein\n" + "".join(f"{number};Person {number};{'Ost' if number % 2 else 'West'}\n" for number in range(1, 17))
RESULTS = "Name;Runde 1;Runde 2\n" + "".join(f"Person {number};{700 + number};{900 - number}\n" for number in range(1, 9))
OWN_BOOK = 'key = "unser-club"\ntitle = "Unser Club"\nextends = "ub2024"\n'


def shell_lines(page: Path) -> list[str]:
    """The lines of code blocks that begin with a program, without remarks; a backslash goes on in the next line."""
    text = re.sub(r"```(?!\n|sh\n).*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    blocks = re.findall(r"```(?:sh)?\n(.*?)```", text, flags=re.DOTALL)
    indented = re.findall(r"(?:(?<=\n\n)|\A)((?:    \S.*\n)+)", text)
    whole = "\n".join([*blocks, *indented]).replace("\\\n", " ")
    lines = (re.sub(r"(\s+#\s|\s{3,}[a-z]).*", "", line.strip()) for line in whole.splitlines())
    return [line for line in lines if re.match(r"[a-z]+ [^|=:{]", line) and line.split()[0] in {*PROGRAMS, "puur"}]


def _runs_elsewhere(line: str) -> bool:
    """Whether a line needs what a test of its own has: an evening of 24 and its club, or one of the excuses."""
    return line.removeprefix("puur ") in test_hybrid_evening.LINES or any(re.match(rule, line) for rule in NOT_RUN)


LINES = {str(page.relative_to(TOP)): shell_lines(page) for page in PAGES}
RUN = {
    page: runs
    for page, lines in LINES.items()
    if (runs := [line for line in lines if line.startswith("puur ") and not _runs_elsewhere(line)])
}


def test_the_lines_of_pages_are_seen_and_every_excuse_is_needed() -> None:
    """Counted by hand: the page of the record has three lines, that of rule books seven."""
    assert len(LINES["docs/record.md"]) == 3
    assert len(LINES["docs/reglement.md"]) == 7
    every = [line for lines in LINES.values() for line in lines]
    assert {rule for rule in NOT_RUN if not any(re.match(rule, line) for line in every)} == set()
    assert {program for program in PROGRAMS if not any(line.split()[0] == program for line in every)} == set()


@pytest.mark.parametrize("page", RUN)
def test_the_lines_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, in one folder with the files that a reader would have; a game is left at its first question."""
    (tmp_path / "liste.csv").write_text(LIST)
    for name in ("resultate.csv", "results.csv"):
        (tmp_path / name).write_text(RESULTS)
    (tmp_path / "unser-club.toml").write_text(OWN_BOOK)
    shutil.copy(TOP / "examples" / "ub-partie.jass", tmp_path / "game.jass")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for line in RUN[page]:
        if line.startswith("puur score abend.jass"):
            shutil.copy(TOP / "examples" / "ub-partie.jass", tmp_path / "abend.jass")
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", out)
        shorter = re.sub(r"--deals \d+", "", line) + (" --deals 2 --workers 1" if line.startswith("puur arena") else "")
        with pytest.raises(SystemExit) as left:
            app.main(shlex.split(shorter)[1:])
        assert left.value.code in (0, None) or line.startswith("puur arena"), f"{page}: {line}: {out.getvalue()[-500:]}"
