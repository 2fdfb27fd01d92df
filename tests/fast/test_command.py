"""`puur solve`: hands from the command line, deals from records and logs, and one clear sentence for every mistake."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from puur.cli import app
from puur.cli.work import solve as command
from puur.core.cards import CardSet
from puur.core.mode import PLAIN_MODES, parse_mode
from puur.fast import Position, solve
from puur.notation.record import Record
from puur.notation.writer import format_jass
from puur.reglement import load
from puur.words import LANGUAGES
from tests.random_play import play_deal, start

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ENDING = "EA S6 / EB SA / E6 R8 / E7 RB"  # solved by hand in test_solver


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        app.main(["--plain", *arguments])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


@pytest.fixture(autouse=True)
def alone_and_german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "COMMANDS", ("puur.cli.solve",))
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("COLUMNS", "120")


def test_an_ending_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "solve", "--hands", ENDING, "--mode", "obenabe", "--workers", "1")
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert ["*", "A", "EA", "S6"] in lines
    assert ["Obenabe", "34", "21", "S6"] in lines


def test_json_holds_every_mode_and_every_card(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "--hands", ENDING, "--leader", "B", "--json")
    assert code == 0
    (deal,) = json.loads(out)
    hands = [CardSet.parse(part) for part in ENDING.split("/")]
    assert list(deal["modes"]) == [str(mode) for mode in PLAIN_MODES]
    for name, found in deal["modes"].items():
        expected = solve(Position.dealt(hands, parse_mode(name), 1))
        assert found["points"] == {"A+C": expected.points[0], "B+D": expected.points[1]}
        assert found["cards"] == {card.name: value for card, value in expected.per_card.items()}
        assert found["best"] == [card.name for card in expected.best]
    assert deal["leader"] == "B"
    assert deal["hands"]["C"] == ["E6", "R8"]


def test_a_recorded_deal_in_all_modes_and_what_was_made_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "solve", str(EXAMPLES / "ub-partie.jass"), "--mode", "obenabe", "--mode", "E", "--json")
    assert (code, err) == (0, "")
    (deal,) = json.loads(out)
    assert deal["played"] == "E"
    assert deal["made"] == {"A+C": 96, "B+D": 61}  # counted by hand in the comments of the example
    assert all(sum(found["points"].values()) == 157 for found in deal["modes"].values())


def test_a_log_without_hands_is_solved_from_what_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = EXAMPLES / "ub-partie.jass"
    lines = [line for line in source.read_text(encoding="utf-8").splitlines() if not line.startswith("Hand ")]
    (tmp_path / "log.jass").write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = ("--mode", "undeufe", "--json")
    with_hands = json.loads(run(capsys, "solve", str(source), *asked)[1])
    code, out, _ = run(capsys, "solve", str(tmp_path / "log.jass"), *asked)
    assert code == 0
    assert json.loads(out)[0]["hands"] == with_hands[0]["hands"]


def test_only_one_deal_is_solved_if_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "solve", str(EXAMPLES / "ub-partie.jass"), "--deal", "99")
    assert code == 2
    assert "kein Spiel, dessen Karten alle bekannt sind" in err


def test_a_record_that_breaks_off_is_solved_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = "Hand A: E6 E7 E8 E9 EB EU EO EK EA\nHand B: R6 R7 R8 R9 RB RU RO RK RA\n"
    hands += "Hand C: S6 S7 S8 S9 SB SU SO SK SA\nHand D: L6 L7 L8 L9 LB LU LO LK LA\n"
    text = f"Reglement: jassregeln\nSpiel 1: Geber D\n{hands}A: E\n1. A: R6\n"
    (tmp_path / "wrong.jass").write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "solve", str(tmp_path / "wrong.jass"), "--mode", "E", "--json")
    assert code == 0
    assert "puur score" in err
    assert json.loads(out)[0]["modes"]["E"]["points"] == {"A+C": 157, "B+D": 0}
    assert json.loads(out)[0]["made"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "entweder eine Datei oder --hands"),
        (["x.jass", "--hands", ENDING], "entweder eine Datei oder --hands"),
        (["x.jass"], "gibt es nicht"),
        (["--hands", "E6 / E7 / E8"], "Vier Hände mit / dazwischen werden erwartet, gefunden: 3"),
        (["--hands", "E6 / E7 / E8 / X9"], "«X9» ist keine Karte; erwartet: eine Karte aus Farbe"),
        (["--hands", "E6 / E7 / E8 / E6"], "Die Karte E6 kommt zweimal vor"),
        (["--hands", "E6 E9 / E7 / E8 / EB"], "gefunden: 2, 1, 1, 1"),
        (["--hands", "///"], "gefunden: 0, 0, 0, 0"),
        (["--hands", ENDING, "--mode", "oben"], "«oben» ist keine Spielart; erwartet: eine Spielart"),
        (
            ["--hands", ENDING, "--mode", "hinderobsi"],
            "Hinderobsi lässt sich nicht exakt rechnen: jede Partei schreibt, was die andere macht",
        ),
        (["--hands", ENDING, "--leader", "AB"], "«AB» ist kein Platz; erwartet: A, B, C oder D"),
        (["--hands", ENDING, "--match", "7"], "gerade sein und höchstens 700; gefunden: 7"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "solve", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("key", ["bieter", "bieter-vier", "kreuzjass-zweier", "aucho"])
def test_a_game_that_is_not_for_two_pairs_is_refused(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three, two, or four of whom one plays against three: no answer for pairs is theirs."""
    rng = random.Random(3)
    game = start(load(key), rng)
    play_deal(game, rng)
    path = tmp_path / "spiel.jass"
    path.write_text(format_jass(Record(book=key, setup=game.setup, events=tuple(game.events))), encoding="utf-8")
    code, out, err = run(capsys, "solve", str(path), "--mode", "E")
    assert (code, out) == (2, "")
    assert "Exakt gerechnet wird für zwei Paare und nach den allgemeinen Regeln" in " ".join(err.split())
    assert f"«{key}» weicht ab in: form" in " ".join(err.split())


def test_without_the_extra_the_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "available", lambda: False)
    code, _, err = run(capsys, "solve", "--hands", ENDING)
    assert code == 2
    assert "puur[fast]" in err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_in_every_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--lang", lang, "solve", "--help")
    assert code == 0
    assert "--hands" in out
