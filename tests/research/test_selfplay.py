"""The public set of games: the same for everybody, complete, and described by its card."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from puur.research.selfplay import main


def test_the_same_command_writes_the_same_games_and_says_what_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("one", "two"):
        main([str(tmp_path / folder), "--book", "tam2014-es", "--level", "lehrling", "--games", "2", "--seed", "5"])
    assert capsys.readouterr().out.splitlines()[0] == f"24 deals in {tmp_path / 'one'}"  # two Passen of twelve deals (TAM-ES-21)
    data = (tmp_path / "one" / "deals.parquet").read_bytes()
    assert data == (tmp_path / "two" / "deals.parquet").read_bytes()
    card = (tmp_path / "one" / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256(data).hexdigest() in card
    rows = pq.read_table(tmp_path / "one" / "deals.parquet").to_pylist()
    assert all(f"| `{name}` |" in card for name in rows[0])
    assert [row["deal"] for row in rows] == [*range(1, 13)] * 2
    for row in rows:
        assert sorted(row["cards"]) == list(range(36))  # every card is played once
        assert sum(row["hands"]) == 2**36 - 1  # and was dealt once
        assert sum(row["points"]) == 157
    assert rows[0]["hands"] != rows[12]["hands"]


@pytest.mark.parametrize("book", ["differenzler", "no-such-book"])
def test_a_book_that_does_not_fit_is_told_in_one_line(book: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([str(tmp_path), "--book", book])
    assert left.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith(f"python -m puur.research.selfplay: error: {book}")
