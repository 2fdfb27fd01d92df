"""A whole evening in one file by the command line: list, draw, sheets, a game that was recorded, ranking, and the club's year."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from puur.cli import app
from puur.notation import format_jass
from puur.notation.record import Record
from puur.reglement import load
from tests.games import kit

Run = Callable[..., str]
WHOLE = 12 * 157  # TAM-ES-17, twelve deals (TAM-ES-21)
NAMES = ("Anna", "Beat", "Carla", "Dario", "Eva", "Fritz", "Gabi", "Hans")
BOOK = 'key = "dorf"\ntitle = "Dorf"\nsource = "Dorf, Art. 1"\nextends = "ajz08"\n[season]\nevenings = "total"\n'


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def puur(*words: str, status: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            app.main(["--plain", *words])
        out, err = capsys.readouterr()
        assert int(ended.value.code or 0) == status, err
        return out if status == 0 else err

    return puur


def seats(round_: int) -> list[list[str]]:
    """Who was drawn where, as the file says it."""
    told = json.loads(Path("abend.json").read_text(encoding="utf-8"))
    names = {event["player"]: event["name"] for event in told["events"] if event["event"] == "entered"}
    drawn = [each for event in told["events"] if event["event"] == "rounds-drawn" for each in event["rounds"]]
    tables = next(each["tables"] for each in drawn if each["number"] == round_)
    return [[names[seat["player"]] for seat in table["seats"]] for table in tables]


def recorded(names: list[str]) -> tuple[int, int]:
    """A game that these have played elsewhere, in a file of its own; what it wrote."""
    game = kit.played(load("tam2014-es"), 4, 7)
    record = Record(
        book="tam2014-es", setup=replace(game.setup, names=tuple(names)), events=tuple(game.events), tags={"table": "KXRTB"}
    )
    Path("partie.jass").write_text(format_jass(record), encoding="utf-8")
    first, second = game.ledger.totals
    return first, second


def test_an_evening_by_files_from_the_list_to_the_years_ranking(run: Run) -> None:
    Path("liste.txt").write_text("\n".join(NAMES) + "\n", encoding="utf-8")
    Path("dorf.toml").write_text(BOOK, encoding="utf-8")
    made = run(
        "evening", "new", "liste.txt", "--title", "Dorfjass", "--date", "2027-05-08", "--rounds", "2", "--seed", "Los", "--fee",
        "10", "-o", "abend.json",
    )  # fmt: skip
    assert "8 Personen, 2 Runden, Losschlüssel Los" in made
    assert "gibt es schon" in run("evening", "new", "liste.txt", "-o", "abend.json", status=2)

    count = dict.fromkeys(NAMES, 0)

    def sheet(round_: int, table: int, points: tuple[int, int]) -> None:
        for place, name in enumerate(seats(round_)[table - 1]):
            count[name] += points[place % 2]

    assert "Runde 1" in run("evening", "next", "abend.json")
    game = recorded(seats(1)[0])
    assert f"{game[0]} : {game[1]}" in run("evening", "game", "abend.json", "1", "1", "partie.jass")
    before = Path("abend.json").read_bytes()
    run("evening", "game", "abend.json", "1", "1", "partie.jass")  # the same once more
    assert Path("abend.json").read_bytes() == before
    sheet(1, 1, game)
    run("evening", "result", "abend.json", "1", "2", f"600:{WHOLE - 600}")
    assert "braucht einen Grund" in run("evening", "result", "abend.json", "1", "2", f"606:{WHOLE - 606}", status=2)
    run("evening", "result", "abend.json", "1", "2", f"606:{WHOLE - 606}", "--reason", "Verschrieben")
    sheet(1, 2, (606, WHOLE - 606))
    assert "Runden" in run("evening", "close", "abend.json", status=2)  # one of two is played

    run("evening", "next", "abend.json")
    for table in (1, 2):
        run("evening", "result", "abend.json", "2", str(table), f"{700 + table}:{WHOLE - 700 - table}")
        sheet(2, table, (700 + table, WHOLE - 700 - table))
    run("evening", "close", "abend.json")
    told = json.loads(run("rank", "abend.json", "--json"))
    assert {row["name"]: row["total"] for row in told["ranking"]} == count
    assert "hält, was sie verspricht" in run("draw", "check", "abend.json")

    # The club: two of the eight are members, and all fees are in its till.
    run("club", "new", "verein.jsonl", "--settings", "dorf.toml")
    for name in NAMES[:2]:
        run("club", "enter", "verein.jsonl", "person-added", f"person={name.lower()}", f"name={name}")
        run("club", "enter", "verein.jsonl", "member-admitted", f"person={name.lower()}", "on=2020-01-01")
    run("club", "evening", "verein.jsonl", "abend.json", "--do")
    listed = json.loads(run("club", "standings", "verein.jsonl", "2027", "--json"))
    assert {line["member"]: line["points"] for line in listed} == {name.lower(): count[name] for name in NAMES[:2]}
    balances = json.loads(run("club", "ledger", "verein.jsonl", "--json"))["balances"]
    assert balances["1000 Kasse"] == "80.00"
    run("club", "evening", "verein.jsonl", "abend.json", "--back", "Versehen", "--do")
    assert json.loads(run("club", "standings", "verein.jsonl", "2027", "--json")) == []
    assert json.loads(run("club", "ledger", "verein.jsonl", "--json"))["balances"]["1000 Kasse"] == "0.00"


def test_what_is_closed_in_a_club_is_said_and_its_money_follows(run: Run) -> None:
    """The year is over: the Jahreswertung stays, the evening is corrected, and the fine of its ruling is a debt all the same."""
    Path("liste.txt").write_text("\n".join(NAMES) + "\n", encoding="utf-8")
    Path("dorf.toml").write_text(BOOK, encoding="utf-8")
    run("evening", "new", "liste.txt", "--date", "2027-05-08", "--rounds", "1", "-o", "abend.json")
    run("evening", "next", "abend.json")
    for table in (1, 2):
        run("evening", "result", "abend.json", "1", str(table), f"{700 + table}:{WHOLE - 700 - table}")
    run("evening", "close", "abend.json")
    run("club", "new", "verein.jsonl", "--settings", "dorf.toml")
    for name in NAMES:
        run("club", "enter", "verein.jsonl", "person-added", f"person={name.lower()}", f"name={name}")
        run("club", "enter", "verein.jsonl", "member-admitted", f"person={name.lower()}", "on=2020-01-01")
    run("club", "evening", "verein.jsonl", "abend.json", "--do")
    before = run("club", "standings", "verein.jsonl", "2027", "--json")
    run("club", "enter", "verein.jsonl", "trophy-imported", "year=2027", "person=anna")
    year = run("club", "standings", "verein.jsonl", "2027", "--json")
    assert [line["points"] for line in json.loads(year)] == [line["points"] for line in json.loads(before)]

    ruling = ("evening", "ruling", "abend.json", "Anna", "30", "--reason", "Nichtfarben", "--rule", "TAM-ES-53", "--fine", "20")
    files = Path("abend.json").read_bytes(), Path("verein.jsonl").read_bytes()
    tried = run(*ruling, "--club", "verein.jsonl", "--try")
    assert "Das Jahr 2027 ist abgeschlossen" in tried
    assert (Path("abend.json").read_bytes(), Path("verein.jsonl").read_bytes()) == files
    assert "Das Jahr 2027 ist abgeschlossen" in run(*ruling, "--club", "verein.jsonl")
    assert run("club", "standings", "verein.jsonl", "2027", "--json") == year
    balances = json.loads(run("club", "ledger", "verein.jsonl", "--json"))["balances"]
    assert balances["1100 Guthaben:anna"] == "20.00"  # the fine that was typed above

    run("evening", "withdraw", "abend.json", "Anna", "--reason", "Einspruch", "--club", "verein.jsonl")
    assert json.loads(run("club", "ledger", "verein.jsonl", "--json"))["balances"]["1100 Guthaben:anna"] == "0.00"

    # A club's file that is not there, or a correction without a reason, changes nothing.
    stood = Path("abend.json").read_bytes()
    fixing = ("evening", "result", "abend.json", "1", "1", f"800:{WHOLE - 800}")
    assert "gibt es nicht" in run(*fixing, "--reason", "Irrtum", "--club", "nix.jsonl", status=2)
    assert "braucht es einen Grund" in run(*fixing, "--club", "verein.jsonl", status=2)
    assert Path("abend.json").read_bytes() == stood
