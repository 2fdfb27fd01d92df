"""docs/clubs.md shows what the command really prints, and its settings load."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from puur.cli import app
from puur.season.book import load_text

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "clubs.md"
DATA = Path(__file__).parent / "data" / "musterjahr.jsonl"
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_every_command_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app, "COMMANDS", ("puur.cli.club",))
    monkeypatch.setenv("COLUMNS", "128")
    monkeypatch.setenv("PUUR_LANG", "en")
    shutil.copy(DATA, tmp_path / "musterjahr.jsonl")
    assert BLOCKS
    for block in BLOCKS:
        for command, shown in re.findall(r"^\$ puur (.*?)\n(.*?)(?=^\$ |\Z)", block, flags=re.DOTALL | re.MULTILINE):
            with pytest.raises(SystemExit):
                app.main(["--plain", "--lang", "en", *shlex.split(command)])
            out, err = capsys.readouterr()
            printed = "\n".join(line.rstrip() for line in (out + err).splitlines())
            for part in shown.split("[…]\n"):
                assert part.strip("\n") in printed, f"puur {command}\n{printed}"


def test_the_settings_shown_load() -> None:
    text = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)[0]
    book = load_text(text, "unser-club.toml")
    assert (book.days.number, book.series.names, book.fees.startgeld) == (6, ("A", "B", "C"), 10)
