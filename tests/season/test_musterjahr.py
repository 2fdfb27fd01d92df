"""A whole Jassjahr of a made-up club, worked out apart from the engine in data/musterjahr.toml, reproduced exactly."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from puur.cli import app
from puur.season import events as ev
from puur.season.accounts import reminders, statement, year_report
from puur.season.beer import open_rounds
from puur.season.book import load
from puur.season.dues import settle
from puur.season.exchange import read, write
from puur.season.rollover import preview
from puur.season.state import Club
from puur.season.yearly import hall_of_fame, next_tasks, standings, winners

DATA = Path(__file__).parent / "data"
EVENTS = (DATA / "musterjahr.jsonl").read_text(encoding="utf-8")
EXPECTED: dict[str, Any] = tomllib.loads((DATA / "musterjahr.toml").read_text(encoding="utf-8"))


def the_club() -> Club:
    found = read(EVENTS)
    return Club(load(found.book), found.events)


@pytest.fixture(scope="module")
def club() -> Club:
    return the_club()


@pytest.mark.parametrize("number", range(1, 9))
def test_line_ups_and_results(club: Club, number: int) -> None:
    wanted = EXPECTED["day"][str(number)]
    day = club.day(f"2027-{number}")
    assert day.line_up is not None
    rows = {name: list(seats) for name, seats in zip(day.line_up.design.names, day.line_up.members, strict=True)}
    assert rows == {name: wanted[name] for name in rows}
    finals = {row.member: row.final for group in club.results(day).values() for row in group if row.participant.status != "gast"}
    assert finals == wanted["final"]


@pytest.mark.parametrize("number", range(2, 7))
def test_who_rises_and_falls(club: Club, number: int) -> None:
    wanted = EXPECTED["day"][str(number)]
    moves = preview(club, club.day(f"2027-{number}")).moves
    assert {one.origin: one.member for one in moves if one.label == "promoted"} == wanted["up"]
    assert {one.origin: one.member for one in moves if one.label == "relegated"} == wanted["down"]


def test_the_jahreswertung(club: Club) -> None:
    assert {line.member: line.points for line in standings(club, 2027)} == EXPECTED["total"]
    assert [line.member for line in winners(club, 2027)] == ["gabi"]  # 45414, never absent
    assert {line.member: (line.attended, line.absences) for line in standings(club, 2027)}["luca"] == (5, 3)
    assert next(line for line in standings(club, 2027) if line.member == "luca").eligible  # 5 of 8 in person (AJZ-3.3-09)
    assert [(task.what, task.people) for task in next_tasks(club, 2027)] == [
        ("sommerlochevent", ("gabi",)), ("auswaertsjass", ("fritz",))
    ]  # fmt: skip


def paid(key: str, payer: str, amount: str, on: date, *charges: str, method: str = "bank") -> ev.Paid:
    return ev.Paid(key=key, payer=payer, amount=Decimal(amount), on=on, method=method, charges=charges)


def the_money(club: Club) -> list[ev.Event]:
    """The treasurer's year: books after every day, takes the Startgelder in cash, and the fines as they come in."""
    before = len(club.events)
    steps: dict[date, list[ev.Event]] = {
        date(2027, 2, 20): [paid("b1", "beat", "30", date(2027, 2, 20), "late:2027-gv:beat")],
        # eva: 20 of 30 January, 30 from 10 February, 45 from 20 February
        date(2027, 2, 22): [
            paid("b2", "eva", "45", date(2027, 2, 22), "late:2027-1:eva", "late:2027-1:eva/+1", "late:2027-1:eva/+2")
        ],
        date(2027, 3, 10): [paid("b3", "fritz", "20", date(2027, 3, 10), "name:2027-2:gast:fritz")],
        date(2027, 4, 19): [ev.Notified(charge="late:2027-3:tina", on=date(2027, 4, 19))],
        # tina's 150 from the notification: 225 from 30 April, 337.50 from 10 May; wim, who brought her, pays
        date(2027, 5, 12): [
            paid("b4", "wim", "337.50", date(2027, 5, 12), "late:2027-3:tina", "late:2027-3:tina/+1", "late:2027-3:tina/+2")
        ],
        date(2027, 6, 29): [paid("b5", "beat", "200", date(2027, 6, 29), "left:2027-5:beat")],  # the tenth day
        # kim: 200 of 10 July, 300 from 21 July
        date(2027, 7, 25): [
            paid("b6", "kim", "300", date(2027, 7, 25), "absent:2027-sommerloch:kim", "absent:2027-sommerloch:kim/+1")
        ],
        date(2027, 10, 20): [
            paid("b7", "fritz", "220", date(2027, 10, 20), "absent:2027-7:member:fritz", "name:2027-7:ersatz:fritz")
        ],
    }
    dates = sorted({*steps, *(day.date for day in club.days.values()), date(2028, 1, 1)})
    for on in dates:
        settle(club, on)
        for event in steps.get(on, ()):
            club.submit(event)
        for charge in [one for one in club.ledger.charges.values() if one.sort == "startgeld" and one.open and one.on == on]:
            club.submit(paid(f"cash:{charge.key}", charge.debtor, "20", on, charge.key, method="cash"))
    return club.events[before:]


def test_fees_and_fines() -> None:
    club = the_club()
    the_money(club)
    charges = club.ledger.charges
    assert {
        number: sum(key.startswith(f"startgeld:2027-{number}:") for key in charges) for number in EXPECTED["startgeld"]
    } == EXPECTED["startgeld"]
    fines = {key: one for key, one in charges.items() if one.sort == "fine"}
    assert {key: {"debtor": one.debtor, "amount": str(one.amount.quantize(Decimal(1)))} for key, one in fines.items()} == EXPECTED[
        "fines"
    ]
    surcharges = {key: one.amount for key, one in charges.items() if one.sort == "surcharge"}
    assert surcharges == {
        "late:2027-1:eva/+1": 10, "late:2027-1:eva/+2": 15, "late:2027-3:tina/+1": 75,
        "late:2027-3:tina/+2": Decimal("112.50"), "absent:2027-sommerloch:kim/+1": 100,
    }  # fmt: skip
    assert fines["late:2027-3:tina"].joint == "wim"  # the Dauerersatzjasser had to bring the guest (AJZ-1.2-05)


def test_beer_rounds_and_the_books_at_year_end() -> None:
    club = the_club()
    the_money(club)
    # luca sent no report before day 3: CHF 100 on 1 January; wim's false emergency on day 4 stays a round of beer
    assert [(one.person, one.reason) for one in open_rounds(club, date(2027, 12, 31))] == [("luca", "report"), ("wim", "device")]
    assert [(one.person, one.reason) for one in open_rounds(club, date(2028, 1, 1))] == [("wim", "device")]
    assert statement(club, "luca", date(2028, 1, 1)).open == 100
    report = year_report(club, 2027)
    # 119 Startgelder at 20; fines 840; surcharges 312.50
    assert report.closing["3000 Startgelder"] == -2380
    assert report.closing["3100 Bussen"] == -840
    assert report.closing["3110 Zuschläge"] == Decimal("-312.50")
    assert (report.income, report.balanced, report.open_items) == (Decimal("3532.50"), True, ())
    assert report.closing["1000 Kasse"] == 2380
    assert report.closing["1020 Bank"] == Decimal("1152.50")
    assert reminders(club, date(2028, 1, 1)) == ()
    assert sum(club.ledger.balances().values()) == 0
    assert all(booking.rule for booking in club.ledger.bookings)


def test_the_trophy_goes_to_the_hall_of_fame() -> None:
    club = the_club()
    club.submit(ev.YearConfirmed(year=2027, trophy="gabi", by="anna"))
    assert [(one.year, one.person, one.points) for one in hall_of_fame(club)] == [(2027, "gabi", 45414)]


def test_replayed_from_its_own_file_the_year_is_the_same() -> None:
    club = the_club()
    the_money(club)
    found = read(write("ajz08", club.events))
    again = Club(load("ajz08"), found.events)
    assert again.ledger.balances() == club.ledger.balances()
    assert standings(again, 2027) == standings(club, 2027)
    assert settle(again, date(2028, 1, 1)) == []  # nothing is booked twice


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as caught:
        app.main(["--plain", "--lang", "de", "club", *arguments])
    out, err = capsys.readouterr()
    assert not err, err
    return int(caught.value.code or 0), out


def test_by_files_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same year through `puur club`: events from a file, bookings and answers by the command."""
    file = str(tmp_path / "muster.jsonl")
    assert run(capsys, "new", file)[0] == 0
    body = tmp_path / "events.jsonl"
    body.write_text("".join(EVENTS.splitlines(keepends=True)[1:]), encoding="utf-8")
    assert run(capsys, "take", file, str(body)) == (0, "412 Ereignisse eingetragen.\n")
    _, out = run(capsys, "standings", file, "2027", "--json")
    assert {line["member"]: line["points"] for line in json.loads(out)} == EXPECTED["total"]
    for number in range(1, 9):
        _, out = run(capsys, "results", file, f"2027-{number}", "--json")
        rows = [row for group in json.loads(out).values() for row in group]
        finals = {row["participant"]["member"]: row["final"] for row in rows if row["participant"]["status"] != "gast"}
        assert finals == EXPECTED["day"][str(number)]["final"]
    _, out = run(capsys, "book", file, "--on", "2027-12-31", "--do", "--json")
    fines = {one["key"]: one for one in json.loads(out) if one["sort"] == "fine"}
    assert {key: {"debtor": one["debtor"], "amount": one["amount"]} for key, one in fines.items()} == EXPECTED["fines"]
    assert run(capsys, "book", file, "--on", "2027-12-31", "--do") == (
        0,
        "Datum  Was  Person  Betrag  Bestimmung\nNichts zu tun.\n",
    )
    assert "Soll und Haben gleichen sich aus." in run(capsys, "report", file, "2027")[1]
