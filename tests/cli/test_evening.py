"""A whole evening in one file by the command line: list, draw, sheets, a game that was recorded, ranking, and the club's year."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from puur.cli import app
from puur.cli.club_store import Store
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
    # What a server numbers is the same game, and a typed result is corrected by its record.
    told = json.loads(before)
    entered = next(event for event in told["events"] if event["event"] == "result-entered")
    entered["sheet"]["game"] += "/1"
    Path("abend.json").write_text(json.dumps(told), encoding="utf-8")
    run("evening", "game", "abend.json", "1", "1", "partie.jass")
    assert json.loads(Path("abend.json").read_bytes()) == told
    run("evening", "result", "abend.json", "1", "1", f"600:{WHOLE - 600}", "--reason", "Vertippt")
    assert "braucht einen Grund" in run("evening", "game", "abend.json", "1", "1", "partie.jass", status=2)
    assert f"{game[0]} : {game[1]}" in run("evening", "game", "abend.json", "1", "1", "partie.jass", "--reason", "Aufgezeichnet")
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


def counted_evening(run: Run) -> None:
    """One round of eight members, closed, and counted for their club."""
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


def test_a_correction_that_is_cut_off_between_the_files_is_brought_to_its_end(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The evening is written first; what the club says then is what it said before, until it counts the evening anew."""
    counted_evening(run)
    before = Path("verein.jsonl").read_bytes()

    def cut_off(_store: Store) -> None:
        raise KeyboardInterrupt

    fixing = ("evening", "result", "abend.json", "1", "1", f"800:{WHOLE - 800}", "--reason", "Irrtum", "--club", "verein.jsonl")
    with monkeypatch.context() as patched:
        patched.setattr(Store, "save", cut_off)
        run(*fixing, status=130)
    assert Path("verein.jsonl").read_bytes() == before
    count = {name: (800, WHOLE - 800)[place % 2] for place, name in enumerate(seats(1)[0])}
    count |= {name: (702, WHOLE - 702)[place % 2] for place, name in enumerate(seats(1)[1])}
    told = json.loads(run("rank", "abend.json", "--json"))
    assert {row["name"]: row["total"] for row in told["ranking"]} == count
    run("club", "evening", "verein.jsonl", "abend.json", "--do")
    listed = json.loads(run("club", "standings", "verein.jsonl", "2027", "--json"))
    assert {line["member"]: line["points"] for line in listed} == {name.lower(): points for name, points in count.items()}


def test_what_is_closed_in_a_club_is_said_and_its_money_follows(run: Run) -> None:
    """The year is over: the Jahreswertung stays, the evening is corrected, and the fine of its ruling is a debt all the same."""
    counted_evening(run)
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


def test_UB_SHEET_02_the_four_columns_of_the_wertetabelle_are_entered_by_side(run: Run) -> None:
    # The Wertetabelle that the book shows filled in: Match I, Bergpreis I, Sieg II; Match II, Bergpreis I; Sieg II, Schneider I.
    # In all 4 + 3 + 3 = 10 Striche, three of them from a Match.
    people = [f"{name};{name}@example.org;Zentrum" for name in NAMES[:4]]
    Path("liste.csv").write_text("Name;E-Mail;Ort\n" + "\n".join(people) + "\n", encoding="utf-8")
    run("evening", "new", "liste.csv", "--reglement", "ub2024", "--date", "2024-10-24", "--seed", "Los", "-o", "abend.json")
    for number, (own, other) in enumerate((("1/1/2/0", "0/0/0/0"), ("2/1/0/0", "0/0/2/0"), ("0/0/2/1", "0/0/0/0")), start=1):
        if number > 1:
            assert "Visa der Runde" in run("evening", "next", "abend.json", status=2)
            missing = run("evening", "sign", "abend.json", str(number - 1), "Anna")
            assert sorted(re.findall("[A-Z][a-z]+", missing.partition(":")[2])) == ["Beat", "Carla", "Dario"]
            assert "alle Blätter" in run("evening", "sign", "abend.json", str(number - 1))
        run("evening", "next", "abend.json")
        first = seats(number)[0].index("Anna") % 2 == 0
        for wrong in ("4:0", own, f"{own}:{other}:{other}", "Sieg"):
            said = run("evening", "result", "abend.json", str(number), "1", wrong, status=2)
            assert "Match/Bergpreis/Sieg/Schneider, z. B. 1/1/2/0:0/0/0/0" in said
        assert "wer die Partie gewonnen hat" in run(
            "evening", "result", "abend.json", str(number), "1", "1/1/0/0:0/0/0/0", status=2
        )
        run("evening", "result", "abend.json", str(number), "1", f"{own}:{other}" if first else f"{other}:{own}")
    run("evening", "sign", "abend.json", "3")
    assert "Anna: 9 stimmt nicht, es sind 10." in run("evening", "hand-in", "abend.json", "Anna", "9", status=2)
    run("evening", "hand-in", "abend.json", "Anna", "10")
    top = json.loads(run("rank", "abend.json", "--json"))["ranking"][0]
    assert (top["name"], top["total"], top["matches"]) == ("Anna", 10, 3)


def test_NWS_7_12_a_sheet_that_was_not_signed_and_handed_in_is_not_ranked(run: Run) -> None:
    Path("liste.txt").write_text("\n".join(NAMES[:4]) + "\n", encoding="utf-8")
    run("evening", "new", "liste.txt", "--reglement", "nws2020", "--seed", "Los", "-o", "abend.json")
    count = dict.fromkeys(NAMES[:4], 0)
    for number, first in enumerate((1010, 900, 950), start=1):
        run("evening", "next", "abend.json")
        assert "NWS-7-05" in run("evening", "result", "abend.json", str(number), "1", f"{first + 1}:{WHOLE - first}", status=2)
        run("evening", "result", "abend.json", str(number), "1", f"{first}:{WHOLE - first}")
        for place, name in enumerate(seats(number)[0]):
            count[name] += (first, WHOLE - first)[place % 2]
        run("evening", "sign", "abend.json", str(number))
    for name in NAMES[:3]:
        assert str(count[name]) in run("evening", "hand-in", "abend.json", name, str(count[name]))
    run("evening", "close", "abend.json")
    told = json.loads(run("rank", "abend.json", "--json"))
    ranked = {row["name"]: row["total"] for row in told["ranking"] if row["rank"]}
    assert ranked == {name: count[name] for name in NAMES[:3]}
    assert "nicht" in next(line for line in run("rank", "abend.json").splitlines() if "Dario" in line)


def test_TAM_ES_66_a_difference_that_is_split_is_said(run: Run) -> None:
    Path("liste.txt").write_text("\n".join(NAMES[:4]) + "\n", encoding="utf-8")
    run("evening", "new", "liste.txt", "--seed", "Los", "-o", "abend.json")
    run("evening", "next", "abend.json")
    # The book's own example: eleven points missing, five for the Schreiber's side and six for the other.
    said = run("evening", "result", "abend.json", "1", "1", f"1000:{WHOLE - 1011}")
    assert f"{WHOLE - 11} statt {WHOLE}" in said
    assert "TAM-ES-6" in said
    assert f"1006 : {WHOLE - 1006}" in said
    assert "statt" not in run("evening", "result", "abend.json", "1", "1", f"1000:{WHOLE - 1000}", "--reason", "Verschrieben")
