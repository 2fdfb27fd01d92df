"""A hybrid evening of 24 by the command line, from the list of names to the treasurer's bill, all from files.

Half of the tables bring the record of a game, half a sheet; with a ruling, somebody who goes home, a correction after the close.
Every line stands as it is run here in docs/organisers.md or docs/clubs.md. The expected numbers are added up here: those of the
games from the cards that were laid, by `counts`, the others from what is typed.
"""

from __future__ import annotations

import json
import re
import shlex
from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from puur.cli import app
from puur.core.events import Announced, CardPlayed
from puur.notation import format_jass
from puur.notation.record import Record
from puur.reglement import load
from tests.games import counts, kit

DOCS = Path(__file__).resolve().parents[2] / "docs"
CHAPTERS = {"organisers.md": "### A whole evening in files", "clubs.md": "### An evening in files"}
LINES = [
    line
    for page, title in CHAPTERS.items()
    for line in re.findall(
        r"^    puur (.+?)(?:  +# .*)?$",
        DOCS.joinpath(page).read_text(encoding="utf-8").split(title, 1)[1].split("\n## ")[0],
        flags=re.MULTILINE,
    )
    if "ub.json" not in line  # sheets that are signed and handed in: tests/cli/test_evening.py
]

DEALS = 12
WHOLE = DEALS * 157  # TAM-ES-17, twelve deals (TAM-ES-21)
NAMES = [f"Person {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
MEMBERS = NAMES[:10]
PENALTY, FEE, FINE = 50, 10, 20
SEASON = 'key = "dorf"\ntitle = "Dorf"\nsource = "Dorf, Art. 1"\nextends = "ajz08"\n[season]\nevenings = "total"\n'


class Desk:
    """A laptop with the files of the evening and of the club, and what everybody should have, added up apart from the program."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.typed: set[str] = set()
        self.points: dict[str, dict[int, int]] = defaultdict(dict)

    def run(self, line: str, status: int = 0) -> str:
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            app.main(["--plain", *shlex.split(line)])
        out, err = self.capsys.readouterr()
        assert int(ended.value.code or 0) == status, (line, err)
        return out if status == 0 else err

    def shown(self, line: str, status: int = 0) -> str:
        """A line as it stands in the docs."""
        assert line in LINES, line
        self.typed.add(line)
        return self.run(line, status)

    def facts(self, line: str) -> Any:
        """What a line of the docs says to programs."""
        self.shown(line)
        return json.loads(self.run(f"{line} --json"))

    def count(self, round_: int, table: int, points: tuple[int, int]) -> None:
        for place, name in enumerate(seats(round_)[table]):
            if name:
                self.points[name][round_] = points[place % 2]

    def totals(self) -> dict[str, int]:
        """Everybody's rounds less the penalty, without the one who went home."""
        left = {"Person C": PENALTY}
        return {name: sum(own.values()) - left.get(name, 0) for name, own in self.points.items() if name != "Person E"}


def seats(round_: int) -> dict[int, list[str]]:
    """Who was drawn where, as the file says it; an empty chair has no name."""
    told = json.loads(Path("abend.json").read_text(encoding="utf-8"))["events"]
    names = {event["player"]: event["name"] for event in told if event["event"] == "entered"}
    drawn = {each["number"]: each for event in told if event["event"] == "rounds-drawn" for each in event["rounds"]}
    return {
        table["number"]: [names.get(seat.get("player") or "", "") for seat in table["seats"]] for table in drawn[round_]["tables"]
    }


def recorded(path: str, names: list[str], seed: int) -> tuple[int, int]:
    """A game that these have played at a web table, in a file of its own; what its cards count."""
    game = kit.played(load("tam2014-es"), 4, seed)
    setup = replace(game.setup, names=tuple(name or "Ersatz" for name in names))
    record = Record(book="tam2014-es", setup=setup, events=tuple(game.events), tags={"table": f"TABLE{seed}"})
    Path(path).write_text(format_jass(record), encoding="utf-8")
    points, trick, mode, tricks = [0, 0], list[CardPlayed](), "", 0
    for event in game.events:
        if isinstance(event, Announced):
            mode, tricks = str(event.mode), 0
        if isinstance(event, CardPlayed):
            trick.append(event)
        if len(trick) == 4:
            cards, tricks = [str(played.card) for played in trick], tricks + 1
            best = trick[counts.taker(cards, mode)].seat
            points[best % 2] += sum(counts.worth(card, mode) for card in cards) + (5 if tricks == 9 else 0)
            trick = []
    assert sum(points) == WHOLE  # nothing of the pack is forgotten
    return points[0], points[1]


def played(desk: Desk, round_: int) -> None:
    """A round: tables 1 to 3 come as records, tables 4 to 6 as sheets."""
    for table in (1, 2, 3):
        name = f"runde{round_}-tisch{table}.jass"
        points = recorded(name, seats(round_)[table], 10 * round_ + table)
        line = f"evening game abend.json {round_} {table} {name}"
        told = desk.shown(line) if (round_, table) == (1, 1) else desk.run(line)
        assert f"{points[0]} : {points[1]}" in told
        desk.count(round_, table, points)
    for table in (4, 5, 6):
        points = (1000 + 10 * round_ + table, WHOLE - 1000 - 10 * round_ - table)
        line = f"evening result abend.json {round_} {table} {points[0]}:{points[1]}"
        if (round_, table) == (1, 4):
            desk.shown(line)
        else:
            desk.run(line)
        desk.count(round_, table, points)


def ranked(desk: Desk) -> dict[str, int]:
    told = json.loads(desk.run("rank abend.json --json"))
    return {row["name"]: row["total"] for row in told["ranking"] if row["rank"]}


def places(totals: dict[str, int]) -> dict[str, tuple[int, int]]:
    """The rank and the total of each: one more than have a higher total."""
    return {name: (1 + sum(other > total for other in totals.values()), total) for name, total in totals.items()}


def told_as(name: str, before: tuple[int, int], after: tuple[int, int]) -> str:
    return rf"^{name} +{before[0]}\. {before[1]} +{after[0]}\. {after[1]}\s*$"


def balances(desk: Desk) -> dict[str, Decimal]:
    told = json.loads(desk.run("club ledger verein.jsonl --json"))
    return {key: Decimal(amount) for key, amount in told["balances"].items()}


def make_club(desk: Desk) -> None:
    """Ten of the twenty-four are members of a club that has an account."""
    Path("dorf.toml").write_text(SEASON, encoding="utf-8")
    address = "street=Rosenweg house=1 postcode=8000 town=Zürich"
    desk.shown("club new verein.jsonl --settings dorf.toml")
    desk.run(
        "club enter verein.jsonl creditor-set name=Jassclub iban=CH9300762011623852957 "
        "street=Dorfplatz house=1 postcode=8000 town=Zürich"
    )
    for name in MEMBERS:
        key = name[-1].lower()
        desk.run(f"club enter verein.jsonl person-added person={key} name='{name}' {address}")
        desk.run(f"club enter verein.jsonl member-admitted person={key} on=2020-01-01")


def test_a_hybrid_evening_of_24_by_files_ends_in_the_club(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    desk = Desk(capsys)
    Path("liste.txt").write_text("\n".join(NAMES) + "\n", encoding="utf-8")

    desk.shown('evening new liste.txt --date 2027-05-08 --rounds 2 --fee 10 --unpaid "Person C" --unpaid "Person X" -o abend.json')
    desk.shown("evening next abend.json")
    assert len(seats(1)) == 6
    played(desk, 1)

    # A ruling, which says first what it changes; and somebody goes home.
    ruling = f'evening ruling abend.json "Person C" {PENALTY} --reason Nichtfarben --rule TAM-ES-53 --fine {FINE}'
    before = Path("abend.json").read_bytes()
    untouched = {name: sum(own.values()) for name, own in desk.points.items()}
    total = untouched["Person C"]
    after = places({**untouched, "Person C": total - PENALTY})["Person C"]
    assert re.search(told_as("Person C", places(untouched)["Person C"], after), desk.shown(f"{ruling} --try"), re.MULTILINE)
    assert Path("abend.json").read_bytes() == before
    assert f"{PENALTY} Punkte" in desk.shown(ruling)
    desk.run('evening ruling abend.json "Person D" 30 --reason Irrtum --rule TAM-ES-53')
    assert "zurückgenommen" in desk.shown('evening withdraw abend.json "Person D" --rule TAM-ES-53')
    assert "keinen solchen Entscheid" in desk.run('evening withdraw abend.json "Person D"', status=2)
    assert "niemand an diesem Abend" in desk.run("evening ruling abend.json Niemand 50 --reason Nein", status=2)
    desk.shown('evening leave abend.json "Person E" --reason krank')
    desk.shown('evening paid abend.json "Person X" 10')

    desk.run("evening next abend.json")
    drawn = [name for table in seats(2).values() for name in table]
    assert "Person E" not in drawn
    assert sorted(name for name in drawn if name) == sorted(set(NAMES) - {"Person E"})
    played(desk, 2)
    desk.shown("evening close abend.json")
    desk.shown("rank abend.json --explain")
    expected = desk.totals()
    assert len(expected) == 23
    assert ranked(desk) == expected

    # It counts for the club, with its fees and the fine: shown, done, and the same once more changes nothing.
    make_club(desk)
    of_club = {name[-1].lower(): name for name in MEMBERS if name != "Person E"}
    told = desk.shown("club evening verein.jsonl abend.json")
    assert all(re.search(rf"^{name} +– +\d+\. {expected[name]}\s*$", told, re.MULTILINE) for name in of_club.values())
    for _ in range(2):
        desk.shown("club evening verein.jsonl abend.json --do")
    desk.shown("club ledger verein.jsonl")

    def in_club() -> dict[str, int]:
        return {line["member"]: line["points"] for line in desk.facts("club standings verein.jsonl 2027")}

    assert in_club() == {key: expected[name] for key, name in of_club.items()}

    # A sheet was wrong. What its correction changes is told first, in the ranking and in the year; nothing is entered by that.
    right = (1124, WHOLE - 1124)
    correction = f"evening result abend.json 2 4 {right[0]}:{right[1]} --reason Verschrieben"
    before, club_before = Path("abend.json").read_bytes(), Path("verein.jsonl").read_bytes()
    told = desk.shown(f"{correction} --club verein.jsonl --try")
    assert "Nichts ist eingetragen" in told
    assert (Path("abend.json").read_bytes(), Path("verein.jsonl").read_bytes()) == (before, club_before)
    assert "abgeschlossen" in desk.run(correction, status=2)  # the evening alone is not corrected behind a closed ranking
    desk.count(2, 4, right)
    corrected = desk.totals()

    # The same command without --try: one line, and both files say the same.
    for said in (told, desk.shown(f"{correction} --club verein.jsonl")):
        in_ranking, in_year = said.split("Jahreswertung", 1)
        for part, names in ((in_ranking, list(corrected)), (in_year, [*of_club.values()])):
            old, new = (places({name: totals[name] for name in names}) for totals in (expected, corrected))
            changed = [name for name in names if old[name] != new[name]]
            assert changed
            assert all(re.search(told_as(name, old[name], new[name]), part, re.MULTILINE) for name in changed)
            assert len(re.findall(r"^Person [A-X] ", part, re.MULTILINE)) == len(changed)
    assert ranked(desk) == corrected
    assert in_club() == {key: corrected[name] for key, name in of_club.items()}
    assert "Nichts zu tun" in desk.run("club evening verein.jsonl abend.json")

    # The till and the bill: all but one have paid; that one owes the fee, and the fine of the ruling.
    owed = FEE + FINE
    assert balances(desk) == {
        "1000 Kasse": (len(NAMES) - 1) * FEE,
        "1100 Guthaben:c": owed,
        "3000 Startgelder": -len(NAMES) * FEE,
        "3100 Bussen": -FINE,
    }
    assert f"{owed}.00" in desk.shown("club statement verein.jsonl c --on 2027-05-08")
    bill = desk.shown("club bill verein.jsonl c --on 2027-05-08 --out rechnung.pdf")
    assert [Decimal(amount) for amount in re.findall(r"(\d+\.\d\d)\s*$", bill, re.MULTILINE)] == [FEE, FINE, owed]
    printed = "\n".join(page.extract_text() for page in PdfReader("rechnung.pdf").pages)
    assert f"{owed}.00" in printed
    assert f"Busse, Jassabend Irrtümlich nicht farben {FINE}.00" in printed  # the heading of TAM-ES-53 in the book

    # The ruling is withdrawn after all: points, fine and debt go with it, here and in the club.
    stood = json.loads(Path("abend.json").read_text(encoding="utf-8"))["events"]
    told = desk.shown('evening withdraw abend.json "Person C" --reason "Einspruch gutgeheissen" --club verein.jsonl')
    assert re.search(rf"^Person C +{owed}\.00 +{FEE}\.00\s*$", told, re.MULTILINE)
    written = json.loads(Path("abend.json").read_text(encoding="utf-8"))["events"]
    assert written[: len(stood)] == stood  # what was taken back stays on record, with why
    assert "Einspruch gutgeheissen" in str(written[len(stood) :])
    without = {**corrected, "Person C": corrected["Person C"] + PENALTY}
    assert ranked(desk) == without
    assert in_club() == {key: without[name] for key, name in of_club.items()}
    assert balances(desk)["1100 Guthaben:c"] == FEE
    assert balances(desk)["3100 Bussen"] == 0

    # The fee is paid at last; a closed ranking stays closed for that.
    told = desk.shown('evening paid abend.json "Person C" 10 --club verein.jsonl')
    assert re.search(rf"^Person C +{FEE}\.00 +0\.00\s*$", told, re.MULTILINE)
    assert balances(desk)["1000 Kasse"] == len(NAMES) * FEE
    assert balances(desk)["1100 Guthaben:c"] == 0

    # Opened by hand, the evening goes on alone; the club follows when it is closed.
    desk.shown("evening reopen abend.json --reason Nachzählen")
    told = desk.run('evening ruling abend.json "Person A" 7 --reason Verspätet --rule TAM-ES-53 --club verein.jsonl')
    assert "Die Rangliste ist offen" in told
    assert in_club() == {key: without[name] for key, name in of_club.items()}
    desk.shown("evening close abend.json --club verein.jsonl")
    late = {**without, "Person A": without["Person A"] - 7}
    assert ranked(desk) == late
    assert in_club() == {key: late[name] for key, name in of_club.items()}

    # Taken back, nothing of the evening stays in the year or in the till, and a correction reaches the evening alone.
    desk.shown('club evening verein.jsonl abend.json --back "Falscher Abend" --do')
    assert in_club() == {}
    assert not any(balances(desk).values())
    club_before = Path("verein.jsonl").read_bytes()
    told = desk.run('evening withdraw abend.json "Person A" --reason Irrtum --club verein.jsonl')
    assert "zählt der Abend noch nicht" in told
    assert ranked(desk) == without
    assert Path("verein.jsonl").read_bytes() == club_before

    assert desk.typed == set(LINES)  # every line that the pages show was run as it stands there
