"""Votes of the assembly by their majorities, counted by hand; and a year rehearsed under other statutes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest

from puur.core.errors import Refusal
from puur.reglement.statutes import Statutes, tables_of, text_of
from puur.season import events as ev
from puur.season.assembly import passed
from puur.season.book import load, load_text
from puur.season.dry_run import rehearse
from puur.season.exports import EXPORTS
from puur.season.state import Club


def vote(yes: int, no: int, abstained: int, majority: str) -> ev.VoteTaken:
    return ev.VoteTaken(meeting="gv", item=1, question="?", yes=yes, no=no, abstained=abstained, majority=majority)


@pytest.mark.parametrize(
    ("yes", "no", "abstained", "majority", "passes"),
    [
        (6, 5, 1, "simple", True),
        (6, 6, 0, "simple", False),  # a tie is no majority
        (6, 5, 1, "absolute", False),  # 6 of 12 is not more than half
        (7, 5, 0, "absolute", True),
        (8, 4, 0, "two-thirds", True),  # exactly two thirds
        (7, 4, 1, "two-thirds", False),  # 7 of 11 is 63.6 per cent
        (0, 0, 5, "two-thirds", False),
    ],
)
def test_when_a_vote_passes(yes: int, no: int, abstained: int, majority: str, passes: bool) -> None:
    assert passed(vote(yes, no, abstained, majority)) is passes


def club() -> Club:
    made = Club(load("ajz08"))
    for person in ("anna", "beat", "carla"):
        made.submit(ev.PersonAdded(person=person, name=person.title()))
        made.submit(ev.MemberAdmitted(person=person, on=date(2020, 1, 1)))
    made.submit(ev.MeetingPlanned(meeting="gv", sort="generalversammlung", starts=datetime(2027, 1, 15, 19)))
    return made


def test_an_assembly_from_the_agenda_to_the_minutes() -> None:
    made = club()
    made.submit(ev.AgendaSet(meeting="gv", items=("Begrüssung", "Wahlen")))
    made.submit(ev.MotionFiled(meeting="gv", person="beat", text="Neues Bier", at=datetime(2027, 1, 10, 12)))
    made.submit(ev.VoteTaken(meeting="gv", item=2, question="Präsident", yes=2, no=1, office="praesident", person="anna"))
    made.submit(ev.MinutesNoted(meeting="gv", item=1, text="Um 19 Uhr eröffnet."))
    meeting = made.meetings["gv"]
    assert (meeting.agenda, len(meeting.motions), len(meeting.votes), meeting.minutes[1]) == (
        ("Begrüssung", "Wahlen"), 1, 1, "Um 19 Uhr eröffnet.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (vote(3, 1, 0, "simple"), "votes-many"),  # three members cannot give four votes
        (replace(vote(1, 0, 0, "simple"), item=3), "no-item"),
        (ev.MotionFiled(meeting="gv", person="beat", text="zu spät", at=datetime(2027, 1, 15, 20)), "motion-late"),
        (ev.AgendaSet(meeting="x", items=()), "no-meeting"),
    ],
)
def test_what_an_assembly_refuses(event: ev.Event, reason: str) -> None:
    made = club()
    made.submit(ev.AgendaSet(meeting="gv", items=("Begrüssung", "Wahlen")))
    with pytest.raises(Refusal) as refusal:
        made.submit(event)
    assert refusal.value.reason == reason


def test_what_was_voted_on_keeps_its_place_on_the_agenda() -> None:
    made, items = club(), ("Begrüssung", "Wahlen")
    made.submit(ev.AgendaSet(meeting="gv", items=("Wahlen",)))
    made.submit(ev.AgendaSet(meeting="gv", items=items))  # nobody has voted yet
    made.submit(ev.VoteTaken(meeting="gv", item=2, question="Präsident", yes=2, no=1))
    for wrong in (("Wahlen", "Begrüssung"), ("Begrüssung",), ("Begrüssung", "Bier", "Wahlen")):
        with pytest.raises(Refusal, match="agenda-voted"):
            made.submit(ev.AgendaSet(meeting="gv", items=wrong))
    made.submit(ev.AgendaSet(meeting="gv", items=(*items, "Varia")))
    assert made.meetings["gv"].agenda == (*items, "Varia")


def book_of(people: int, series: int, **more: object) -> object:
    return load_text(text_of(Statutes(title="Jassclub", people=people, series=series, **more), "own-club"), "Jassclub")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("people", "series", "tables", "guests"), [(8, 2, 2, 0), (60, 5, 15, 0), (10, 3, 3, 2), (13, 4, 4, 3), (4, 1, 1, 0)]
)
def test_clubs_of_any_size_get_through_a_year(people: int, series: int, tables: int, guests: int) -> None:
    """Everybody at a table pays 20 francs on each of 8 days, guests too: (people + guests) * 20 * 8."""
    run = rehearse(book_of(people, series))  # type: ignore[arg-type]
    assert run.problem is None
    assert (run.people, run.tables, run.days) == (people, tables, 8)
    assert run.fees == Decimal((people + guests) * 20 * 8)


def test_tables_are_named_by_series_and_guests_sit_at_the_last() -> None:
    assert tables_of(8, 2) == (("A", "B"), (4, 4), (0, 0))
    assert tables_of(24, 2)[0] == ("A1", "A2", "A3", "B1", "B2", "B3")
    assert tables_of(10, 3)[1:] == ((4, 3, 3), (0, 1, 1))


def test_a_book_whose_special_days_do_not_fit_stops_at_the_first_lot() -> None:
    """Eight people, and the three series of four that AJZ 08 has on its first day."""
    text = 'key = "own-x"\ntitle = "X"\nextends = "ajz08"\n\n[season]\nmembers = 8\n'
    run = rehearse(load_text(text, "X"))
    assert run.day == 1
    assert run.problem is not None


def test_the_journal_for_an_accountant_has_the_sum_of_the_ledger() -> None:
    made = club()
    made.submit(ev.Journal(key="opening", on=date(2027, 1, 1), text="Eröffnung", lines=(("cash", "120.50"), ("equity", "-120.50"))))
    made.submit(
        ev.Charged(key="other:x", sort="other", debtor="anna", amount=Decimal(50), on=date(2027, 1, 2), rule="Jahresbeitrag")
    )
    text = EXPORTS["accounting"].text(made, "", 0, date(2027, 1, 3))
    head, *lines = text.splitlines()
    assert head.split("\t") == ["Date", "Doc", "Description", "AccountDebit", "AccountCredit", "Amount"]
    assert [line.split("\t")[3:] for line in lines] == [["1000", "2800", "120.50"], ["1100", "3900", "50.00"]]


def test_a_booking_over_several_accounts_gives_a_line_for_each_pair() -> None:
    """100 francs from the cash for drinks, 70, and prizes, 30: as debits and credits, and no amount has a sign."""
    made = club()
    lines = (("cash", "-100.00"), ("drinks", "70.00"), ("other-expense", "30.00"))
    made.submit(ev.Journal(key="evening", on=date(2027, 1, 1), text="Abend", lines=lines))
    rows = EXPORTS["accounting"].text(made, "", 0, date(2027, 1, 3)).splitlines()[1:]
    cash, drinks, other = (made.book.accounts[name].partition(" ")[0] for name in ("cash", "drinks", "other-expense"))
    assert sorted(row.split("\t")[3:] for row in rows) == sorted([[drinks, cash, "70.00"], [other, cash, "30.00"]])
