"""The command `puur referee`: by name, in a dialogue that asks what decides, of a record, compared, and as JSON."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from puur.cli.app import main
from puur.core.events import IncidentReported
from puur.core.game import Game
from puur.notation import Record, format_jass, parse_jass
from puur.referee import event_of, rule
from puur.referee.offences import OFFENCES
from puur.reglement import load
from puur.words import LANGUAGES
from tests.referee.tools import free
from tests.support import B, play, submit

HANDS = {
    "A": "R7 R8 E7 E8 L6 L7 S6 S7 S8",
    "B": "RK E6 LB LU LO LK S9 SB SO",
    "C": "R9 RB RA EB EU EO L8 SU SK",
    "D": "R6 RU RO E9 EK EA L9 LA SA",
}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["--lang", "en", "--plain", *arguments])
    out = capsys.readouterr()
    return int(end.value.code or 0), " ".join(out.out.split()), out.err


def test_by_name_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    seen = set()
    for lang in LANGUAGES:
        with pytest.raises(SystemExit) as end:
            main(["--lang", lang, "referee", "revoke", "--reglement", "nws2020"])
        assert not end.value.code
        said = capsys.readouterr().out
        assert "NWS-5-07" in said
        seen.add(said)
    assert len(seen) == 4


def test_the_dialogue_asks_what_decides_and_nothing_else(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """TAM: a wrong lead is decided by whether the trick is turned; not by its number, nor by the card."""
    answers = ["tam2014-es", "3", "1", "1"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    status, out, asked = run(capsys, "referee")
    assert status == 0
    assert "the trick goes to the opponents" in out
    assert "TAM-ES-47" in out
    assert asked.count("?") == 4
    monkeypatch.setattr("sys.stdin", io.StringIO("nws2020\n9\n"))
    assert run(capsys, "referee")[0] == 2  # nothing more comes


def test_the_book_is_a_number_of_a_short_list_a_key_or_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight books are in print; a card that falls face down costs 100 points under AJZ 3.4; the Jassregeln say nothing."""
    for said, expected in (("2", "100 penalty points"), ("ajz08", "100 penalty points"), ("9\n", "players")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{said}\n1\n2\n"))
        status, out, asked = run(capsys, "referee", "charte", "abegheit")
        assert status == 0
        assert expected in out
        assert "2 ajz08" in asked
        assert "sidi-barrani" not in asked  # a key that is typed is understood, and not listed
        assert ("“9”" in asked) == (said[0] == "9")


def test_the_dialogue_asks_again_after_a_slip(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["tam2014", "tam2014-es", "x", "3", "2", "9", "perhaps", "1", "1", "1"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    status, out, asked = run(capsys, "referee")
    assert (status, "TAM-ES-55" in out) == (0, True)
    assert "I do not understand “9”: a number from 1 to 4." in asked
    assert "I do not understand “perhaps”: a number from 1 to 4." in asked


def test_own_words_lead_to_the_questions_in_the_command_and_in_the_dialogue(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """NWS 9: whoever is concerned is passed over, the Turnierleiter decides finally; asked in dialect, slips included."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    status, out, asked = run(capsys, "referee", "--reglement", "nws2020", "dr", "Kontroleur", "isch", "sälber", "betroffe")
    assert (status, "Turnierleiter" in out, "1 whoever should decide is absent or concerned" in asked) == (0, True, True)
    monkeypatch.setattr("sys.stdin", io.StringIO("nws2020\nxyz\npas signé la feuille\n1\n1\n"))
    status, out, asked = run(capsys, "referee")
    assert (status, "NWS-7-11" in out, "Nothing fits “xyz”" in asked) == (0, True, True)
    _, out, _ = run(capsys, "referee", "--json", "z spoot gwise")
    assert json.loads(out)[0]["offence"] == "late-weis"
    assert run(capsys, "referee", "xyz", "yxcv")[0] == 2


def test_what_nobody_knows_is_answered_for_both_cases(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """AJZ 3.4: a card that falls costs 200 if it is seen and 100 if not; nobody saw."""
    dealing = [key for key, offence in OFFENCES.items() if offence.subject == "dealing"]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"ajz08\n1\n{dealing.index('card-fallen') + 1}\n\n"))
    status, out, _ = run(capsys, "referee")
    assert status == 0
    assert "200 penalty points for the offender" in out
    assert "100 penalty points for the offender" in out


def test_a_fact_that_does_not_exist_is_refused_with_those_that_do(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, said = run(capsys, "referee", "card-fallen", "--fact", "upright")
    assert status == 2
    assert "visible, hidden" in said


def test_json_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "referee", "claim", "--reglement", "ajz08", "--json")
    told = json.loads(out)
    assert told["ruling"] == "claim-wrong"
    assert told["provisions"] == ["AJZ-3.4-22", "AJZ-2.2.1-44", "AJZ-2.2.1-45"]
    assert ("penalty", "offender", 200) in {(step["step"], step["who"], step["amount"]) for step in told["steps"]}
    assert not {"seat", "effects"} & told.keys()  # nobody sat there


def test_the_comparison_of_all_books(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "referee", "compare", "revoke", "--trick", "3", "--json")
    told = json.loads(out)
    assert list(told) == ["jassregeln", "ajz08", "tam2014-es", "tam2014-cp", "nws2020", "ub2024"]
    assert {one["ruling"] for one in told.values()} == {"revoke-barred", "revoke-plain", "revoke-forfeit"}
    assert told["ub2024"]["fallback"]
    status, out, _ = run(capsys, "referee", "compare", "revoke", "--trick", "3", "--turned")
    assert status == 0
    assert "What follows is not in the rule book" in out


def test_what_is_not_understood(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(capsys, "referee", "revok")[0] == 2
    assert "revoke" in run(capsys, "referee", "revok")[2]
    assert run(capsys, "referee", "revoke", "twice")[0] == 2
    assert run(capsys, "referee", "revoke", "--reglement", "nowhere")[0] == 2
    assert run(capsys, "referee", "list")[1].count("revoke") == 2


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record in which B has revoked, was reported, and the ruling was carried out."""
    game = free("jassregeln", "S", HANDS)
    play(game, "R7 E6")
    incident = IncidentReported("revoke", B, by=0, trick=1)
    submit(game, incident, event_of(rule(game, incident)))
    play(game, "RK R9 R6")
    file = tmp_path / "game.jass"
    file.write_text(format_jass(Record(book="jassregeln", setup=game.setup, events=tuple(game.events))), encoding="utf-8")
    return file


def test_the_incident_of_a_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, out, _ = run(capsys, "referee", "--incident", str(record))
    assert status == 0
    assert "JR-ERR-07" in out
    assert "E6 goes back to B" in out
    _, out, _ = run(capsys, "referee", "compare", "--incident", str(record), "--json")
    assert json.loads(out)["nws2020"]["ruling"] == "revoke-barred"
    empty = record.with_name("empty.jass")
    empty.write_text("Reglement: jassregeln\n", encoding="utf-8")
    assert run(capsys, "referee", "--incident", str(empty))[0] == 2


def test_the_record_replays_to_the_same_trick(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    assert "Spielweise: frei" in text
    assert "Vorfall revoke B von A Stich 1" in text
    read = parse_jass(text)
    game = Game.replay(load("jassregeln"), read.setup, read.events)
    assert [card.name for card in game.deal.tricks[0].cards] == ["R7", "RK", "R9", "R6"]
    assert game.deal.tricks[0].winner == 2
    assert game.rulings[0].rule == "JR-ERR-07"
