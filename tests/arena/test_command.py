"""`puur arena` as typed: result, JSON, drawing, levels, and mistakes in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puur.cli.app import main
from puur.words import LANGUAGES


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["--lang", "en", "arena", *words])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def test_a_match_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "stammtisch", "random", "--deals", "25", "--workers", "1")
    assert status == 0
    assert "stammtisch against random: 25 deals, each twice (tam2014-es, bidding: same)" in out
    assert "The difference is significant." in out


def test_an_uncertain_gap_has_a_status(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "random", "random", "--deals", "3", "--workers", "1")
    assert status == 1
    assert "more deals are needed" in out


def test_json_and_drawing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    svg = tmp_path / "curve.svg"
    words = ("klub", "random", "--budgets", "20,40", "--deals", "3", "--workers", "1", "--json", "--svg", str(svg))
    _, out, _ = run(capsys, *words)
    found = json.loads(out)
    assert [one["plan"]["a"] for one in found] == ["klub@20", "klub@40"]
    assert found[0]["result"]["pairs"] == 3
    assert svg.read_text(encoding="utf-8").count("<circle") == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_shows_how_a_player_is_written(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--lang", lang, "arena", "--help"])
    assert not left.value.code
    assert "[@BUDGET]" in capsys.readouterr().out  # no markup of the terminal


@pytest.mark.parametrize("lang", LANGUAGES)
def test_levels_in_every_language(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", lang, "arena", "levels"])
    assert len(capsys.readouterr().out.strip().splitlines()) >= 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody", "random"), "is not a player"),
        (("random",), "Two players"),
        (("random", "random", "--deals", "0"), "Number of deals"),
        (("random", "random", "--bidding", "loud"), "same, own, random"),
        (("random", "random", "--budgets", "many"), "Budgets are numbers"),
        (("random", "random", "--reglement", "nothing"), "nothing"),
        (("http://127.0.0.1:9/x", "random", "--deals", "1", "--workers", "1", "--bidding", "own"), "no usable answer"),
    ],
)
def test_mistakes_are_told_in_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    status, _, err = run(capsys, *words)
    assert status == 2
    assert said in err


def test_a_file_of_another_match_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    run(capsys, "random", "random", "--deals", "1", "--workers", "1", "--store", str(path))
    status, _, err = run(capsys, "lehrling", "random", "--deals", "1", "--workers", "1", "--store", str(path))
    assert (status, "another measurement" in err) == (2, True)
