"""What version 0.1 wrote reads for ever: records, evenings, clubs, single lines, a database and its dump.

The files in `v0_1` were written by that version itself, and `expected.json` holds what it made of them. Neither is ever made anew.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tests.web.environment  # noqa: F401  first of all: Django reads it once
from tests.old_files.reading import club_said, evening_said, line_said, noted, record_said

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = Path(__file__).parent / "v0_1"
EXPECTED = noted(FILES)
LINES = [json.loads(line) for line in (FILES / "lines.jsonl").read_text("utf-8").strip().split("\n")]


@pytest.mark.parametrize("name", EXPECTED["records"])
def test_a_game_record_gives_the_same_slate(name: str) -> None:
    assert record_said(FILES / "records" / name) == EXPECTED["records"][name]


@pytest.mark.parametrize("name", EXPECTED["evenings"])
def test_an_evening_gives_the_same_ranking(name: str) -> None:
    assert evening_said(FILES / "evenings" / name) == EXPECTED["evenings"][name]


@pytest.mark.parametrize("name", EXPECTED["clubs"])
def test_a_club_gives_the_same_standings_and_ledger(name: str) -> None:
    assert club_said(FILES / "clubs" / name) == EXPECTED["clubs"][name]


@pytest.mark.parametrize("stream", ["game", "evening", "season"])
def test_every_kind_of_line_reads_as_it_was_written(stream: str) -> None:
    """Each kind of event that version 0.1 knew, once with as few fields as possible and once with all of them.

    A field that has come since says nothing.
    """
    for written in LINES:
        if written["stream"] == stream:
            said = line_said(stream, written["line"])
            new = {name: value for name, value in said.items() if name not in written["says"]}
            assert (said, any(new.values())) == (written["says"] | new, False), written["line"]


def test_no_file_is_left_out() -> None:
    for kind in ("records", "evenings", "clubs"):
        assert {path.name for path in (FILES / kind).iterdir()} == set(EXPECTED[kind])


# ---- the database, each time in a process of its own ------------------------------------------------------------------------


def run(folder: Path, *arguments: str) -> str:
    """Run a Python module with this data folder; what it says."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PUUR_", "DATABASE_URL", "REDIS_URL"))}
    env |= {"PUUR_DATA": str(folder), "PUUR_LANG": "en", "DJANGO_SETTINGS_MODULE": "puur.web.settings"}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def same(folder: Path) -> None:
    """Everything is as it was noted; what a flag had marked as undone is named by lines with the person who did it."""
    found, withdrawn = json.loads(run(folder, "tests.old_files.reading"))
    for place, said in EXPECTED["database"].items():
        assert found[place] == said, place
    assert set(found) == set(EXPECTED["database"])
    assert withdrawn == [[17, "Anna (Büro)"], [18, "Leitung"], [19, "Leitung"], [26, "Leitung"], [27, "Leitung"]]


def test_a_database_is_migrated_and_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "puur.sqlite3").write_bytes(gzip.decompress((FILES / "puur.sqlite3.gz").read_bytes()))
    same(tmp_path)
    run(tmp_path, "puur", "check")  # ends with an error where a stored projection is not what the events give


def test_a_dump_is_read_in_and_says_the_same(tmp_path: Path) -> None:
    run(tmp_path, "puur", "import", str(FILES / "dump.puur"))
    same(tmp_path)
