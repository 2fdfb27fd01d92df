"""Two entries that are one person, and two people again: counted from the raw events, without the program's reading of them."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from puur.core.errors import Refusal
from puur.core.sheet import Sheet
from puur.season import Club, billing, identity, load, statistics
from puur.season import events as ev
from puur.season.belongings import belongings
from puur.season.dues import pending, settle
from puur.season.events import Event, kinds
from puur.season.exchange import read, write
from puur.season.tables import everything

YEAR = read((Path(__file__).parent / "data" / "musterjahr.jsonl").read_text(encoding="utf-8")).events
LATER = date(2028, 2, 1)
BOOK = load("ajz08")
JOINED = ev.PersonsJoined(person="uli", other="nora")
PARTED = ev.PersonsParted(person="uli", other="nora")


@pytest.fixture
def club() -> Club:
    """The Musterjahr with everything booked. Nora sat as a guest on days 2 and 4 to 7, Uli on others."""
    made = Club(BOOK, YEAR)
    settle(made, LATER)
    return made


def seated(person: str) -> int:
    """On how many Jasstage somebody has played, from the teams of the rounds as they were entered."""
    return len({event.day for event in YEAR if isinstance(event, ev.RoundPlayed) for team in event.teams if person in team})


def rounds(person: str) -> int:
    return sum(person in team for event in YEAR if isinstance(event, ev.RoundPlayed) for team in event.teams)


def test_everything_of_both_is_of_the_person(club: Club) -> None:
    assert seated("nora")
    assert seated("uli")
    owed = {who: belongings(club)[who].balance for who in ("nora", "uli")}
    club.submit(JOINED)
    own = belongings(club)["uli"]
    assert own.rounds == rounds("nora") + rounds("uli")
    assert own.balance == owed["nora"] + owed["uli"]
    assert "nora" not in belongings(club)
    assert sum(each.rounds for each in statistics.partners(club, "uli")) == rounds("nora") + rounds("uli")
    assert {charge.debtor for charge in club.ledger.charges.values()}.isdisjoint({"nora"})
    assert club.roster.name("uli") == "Uli Gast"
    assert club.roster.name("nora") == "Nora Gast"  # as it was entered, in the trail
    assert pending(club, LATER) == []  # nothing is owed twice, nothing is taken back


def test_a_file_reads_back_as_it_was_and_parted_it_is_as_before(club: Club) -> None:
    before = everything(club)
    club.submit(JOINED)
    one = everything(club)
    assert one != before
    assert everything(Club(BOOK, read(write("ajz08", club.events)).events)) == one
    assert everything(Club(BOOK, (event for event in club.events))) == one  # line by line, as a club of elsewhere is read
    club.submit(PARTED)
    assert everything(club) == before
    assert everything(Club(BOOK, club.events)) == before
    assert club.events[: len(YEAR)] == list(YEAR)  # nothing that was entered is another


def test_what_was_entered_meanwhile_goes_to_whom_it_was_about(club: Club) -> None:
    """A debt of Nora's is paid as Uli's, and a round of hers corrected; parted, both are hers."""
    debt = next(charge for charge in club.ledger.charges.values() if charge.debtor == "nora" and charge.open)
    played = next(event for event in YEAR if isinstance(event, ev.RoundPlayed) and any("nora" in team for team in event.teams))
    number = 1 + [
        event for event in YEAR if isinstance(event, ev.RoundPlayed) and (event.day, event.series) == (played.day, played.series)
    ].index(played)
    club.submit(JOINED)
    own = next(charge for charge in club.ledger.charges.values() if charge.number == debt.number)
    assert own.debtor == "uli"
    club.submit(ev.Paid(key="bar:1", payer="uli", amount=own.open, on=LATER, method="bank", charges=(own.key,)))
    teams: Any = tuple(tuple("uli" if who == "nora" else who for who in team) for team in played.teams)
    sheet = Sheet((played.sheet.totals[0] + 10, played.sheet.totals[1]))
    club.submit(
        ev.RoundCorrected(
            day=played.day, series=played.series, number=number, sheet=sheet, by="dario", reason="Verschrieben", teams=teams
        )
    )
    club.submit(PARTED)
    assert club.ledger.charges[debt.key].debtor == "nora"
    assert club.ledger.charges[debt.key].open == 0
    assert club.days[played.day].table(played.series).rounds[number - 1].teams == played.teams
    assert everything(Club(BOOK, club.events)) == everything(club)


def test_a_bill_that_was_issued_before_is_paid_after(club: Club) -> None:
    """The number on the paper settles the debt, whoever it is by now."""
    bill = billing.issue(club, "nora", LATER)
    club.submit(bill)
    number = club.ledger.bills[bill.key].number
    club.submit(JOINED)
    assert club.ledger.bills[bill.key].number == number
    assert club.ledger.bills[bill.key].person == "uli"
    assert billing.latest(club)["uli"].key == bill.key


@pytest.mark.parametrize(
    ("person", "other", "reason"),
    [
        ("eva", "carla", "join-day"),  # both members of the whole year
        ("uli", "rolf", "join-day"),  # guests of the same day
        ("uli", "uli", "join-same"),
        ("uli", "niemand", "no-person"),
    ],
)
def test_who_cannot_be_one_stays_two(club: Club, person: str, other: str, reason: str) -> None:
    before = everything(club)
    with pytest.raises(Refusal) as refused:
        club.submit(ev.PersonsJoined(person=person, other=other))
    assert refused.value.reason == reason
    assert everything(club) == before
    assert club.roster.joined == {}


def test_nobody_is_parted_who_was_not_joined(club: Club) -> None:
    with pytest.raises(Refusal) as refused:
        club.submit(PARTED)
    assert refused.value.reason == "not-joined"


def test_three_entries_are_one_and_part_in_any_order(club: Club) -> None:
    before = everything(club)
    club.submit(ev.PersonsJoined(person="wim", other="vera"))
    club.submit(ev.PersonsJoined(person="uli", other="wim"))
    assert club.roster.entries("uli") == ("uli", "vera", "wim")
    assert belongings(club)["uli"].rounds == sum(map(rounds, ("uli", "vera", "wim")))
    club.submit(ev.PersonsParted(person="wim", other="vera"))
    assert club.roster.entries("uli") == ("uli", "wim")
    club.submit(ev.PersonsParted(person="uli", other="wim"))
    assert everything(club) == before


def test_a_guest_who_became_a_member_under_another_entry() -> None:
    """The lot was drawn with the one entry; its check goes by the keys that were drawn (AJZ-4.1-07)."""
    first = next(place for place, event in enumerate(YEAR) if isinstance(event, ev.DayOpened))
    started = Club(BOOK, YEAR[:first])
    started.submit(ev.PersonAdded(person="annie", name="Anna M."))
    before = everything(started)
    started.submit(ev.PersonsJoined(person="annie", other="anna"))
    assert "annie" in started.roster.members(date(2027, 1, 30))
    assert started.roster.name("annie") == "Anna M."
    assert any("annie" in seats for seats in started.day("2027-1").line_up.members)  # type: ignore[union-attr]
    assert started.roster.offices_of("annie", date(2027, 1, 30)) == Club(BOOK, YEAR[:first]).roster.offices_of(
        "anna", date(2027, 1, 30)
    )
    started.submit(ev.PersonsParted(person="annie", other="anna"))
    assert everything(started) == before


def test_a_question_is_answered_by_yes_or_no(club: Club) -> None:
    asked = ev.PersonsAsked(person="uli", other="nora", by="anna")
    club.submit(asked)
    assert club.roster.asked == [("uli", "nora")]
    with pytest.raises(Refusal):
        club.submit(asked)
    club.submit(PARTED)  # no
    assert club.roster.asked == []
    club.submit(asked)
    club.submit(JOINED)
    assert club.roster.asked == []
    assert club.roster.who("nora") == "uli"


def test_every_field_that_may_name_a_person_is_known() -> None:
    """A new event with a person in a field of another name would be read wrongly while two entries are one."""
    others = {
        *("act", "amount", "book", "card", "country", "day", "draw", "drink", "email", "evening", "form", "gathering", "goes_on"),
        *("how", "iban", "items", "majority", "matter", "meeting", "method", "name", "names", "now", "office", "postcode"),
        *("purpose", "question", "reason", "rule", "series", "setting", "sort", "street", "house", "text", "title", "town"),
        *("venue", "was", "circumstances", "lines"),
    }
    known = identity.PERSON | identity.PEOPLE | identity.TEAMS | identity.FIRST | identity.DEBT | identity.DEBTS | others
    hints = {name for kind in kinds().values() for name, hint in get_type_hints(kind).items() if "str" in str(hint)}
    assert hints <= known, sorted(hints - known)


def test_keys_of_debts_name_their_person() -> None:
    def who(person: str) -> str:
        return "uli" if person == "nora" else person

    assert identity.debt("late:2027-3:nora", who) == "late:2027-3:uli"
    assert identity.debt("late:2027-3:nora#2/+1", who) == "late:2027-3:uli#2/+1"
    assert identity.debt("name:2027-3:gast:nora", who) == "name:2027-3:gast:uli"
    assert identity.debt("evening-fine:ABCDEFGH:nora:TAM-ES-05:500:1", who) == "evening-fine:ABCDEFGH:uli:TAM-ES-05:500:1"
    assert identity.debt("nora:1", who) == "nora:1"  # made up by a person
    assert identity.debt("late:2027-3:noral", who) == "late:2027-3:noral"


def test_events_are_values_of_the_fold_alone(club: Club) -> None:
    """Reading as another person makes new values: those on record keep their keys."""
    club.submit(JOINED)
    named = [event for event in club.events if any(getattr(event, field.name) == "nora" for field in _fields(event))]
    assert len(named) > 5


def _fields(event: Event) -> Any:
    return fields(event)  # type: ignore[arg-type]
