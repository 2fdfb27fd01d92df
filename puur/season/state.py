"""A club as the fold of its events: the one place where all parts meet. The same list gives the same club for ever.

`Club.submit` takes an event in or refuses it whole (a `Refusal`, with the provision where a rule refuses it) and then nothing
has changed. Questions about days, seats and results are answered here; movement, money and tasks are modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from puur.core.errors import Refusal, RuleViolation
from puur.season.book import ClubBook
from puur.season.conduct import effective_points
from puur.season.days import Day, Meeting
from puur.season.events import EveningCounted, Event, PersonsJoined, PersonsParted
from puur.season.identity import last_word, read_as, told_apart
from puur.season.ledger import Ledger
from puur.season.lineup import Design, usual_design
from puur.season.qrbill import Creditor
from puur.season.results import Row, average, ranked, series_rows
from puur.season.roster import Roster
from puur.season.table import Participant, Status, ended

Handler = Callable[["Club", Event], None]
HANDLERS: dict[type[Event], Handler] = {}


E = TypeVar("E", bound=Event)


def takes(kind: type[E]) -> Callable[[Callable[[Club, E], None]], Callable[[Club, E], None]]:
    """Mark the function that takes in one kind of event; it checks everything before it changes anything."""

    def mark(function: Callable[[Club, E], None]) -> Callable[[Club, E], None]:
        HANDLERS[kind] = function  # type: ignore[assignment]
        return function

    return mark


class Club:
    """The state of a club after its events."""

    def __init__(self, book: ClubBook, events: Iterable[Event] = (), joined: Mapping[str, str] | None = None) -> None:
        self.book = book  # the settings that were entered last
        self.first_book = book
        self.books: list[tuple[date, ClubBook]] = []  # later settings, and since when they hold
        self.roster = Roster(book, self.books)
        self.days: dict[str, Day] = {}
        self.meetings: dict[str, Meeting] = {}
        self.designs: list[tuple[date, Design]] = []  # lasting decisions
        self.fees: list[tuple[date, Decimal]] = []
        self.design_changes: list[str] = []
        self.ledger = Ledger(book)
        self.beer_served: list[tuple[date, str, int]] = []
        self.trophies: dict[int, str] = {}
        self.imported: dict[tuple[int, int], dict[str, tuple[int, str]]] = {}
        self.evenings: dict[str, EveningCounted] = {}  # that count for the year, by code
        self.given: set[str] = set()  # evenings that their organisers gave to the club
        self.creditor: Creditor | None = None
        self.references = [book.key]  # what the references of bills begin with, the newest first: all are understood
        self.events: list[Event] = []
        self.meanwhile: Mapping[str, Iterable[str]] = {}  # people who were one when an event was entered, and are two by now
        self.as_written: Event | None = None  # the event that is taken in, with the entries that it names
        self.folding = False  # a whole list is read, of which the last word on who is whom is known
        self.replaying = False  # events that were accepted once: what a later version refuses or seats otherwise stays
        self.replay(events, joined)

    def submit(self, event: Event) -> None:
        """Take in one event, or refuse it and change nothing."""
        import puur.season.intake  # noqa: F401  (registers the handlers; a cycle at import time otherwise)

        self.as_written, read = event, read_as(self, event)
        occasion = getattr(read, "day", "")
        known = self.days.get(occasion) or self.meetings.get(occasion)
        when = known.date if known else getattr(read, "on", None) or getattr(read, "date", None)
        HANDLERS[type(read)](self if when is None else self.on(when), read)
        self.events.append(event)

    def book_on(self, on: date) -> ClubBook:
        """The settings that hold on a date."""
        return self.roster.book_on(on)

    def on(self, when: date) -> Club:
        """The same club, everything in it shared, under the settings of a date."""
        if not self.books:
            return self
        dated = copy(self)
        dated.book = self.book_on(when)
        return dated

    def replay(self, events: Iterable[Event], joined: Mapping[str, str] | None = None) -> None:
        """Take in events that were accepted before; `joined`: which entries are another person, if not as their last word says.

        What comes line by line, from somebody who wants to know which of them is wrong, is read anew at each such word instead.
        """
        self.replaying = True
        if not isinstance(events, Sequence):
            for event in events:
                self.submit(event)
            self.replaying = False
            return
        self.folding = True
        self.roster.joined = dict(last_word(events) if joined is None else joined)
        for event, meant in zip(events, told_apart(events, self.roster.joined), strict=True):
            self.meanwhile = meant
            self.submit(event)
        self.replaying = self.folding = False
        self.meanwhile = {}

    def read_again(self, joined: Mapping[str, str], why: PersonsJoined | PersonsParted) -> None:
        """The same events with others who are one person; refused where they do not hold together so."""
        replaying = self.replaying
        try:
            read = Club(self.first_book, [*self.events, why], joined)
        except Refusal as problem:
            raise Refusal("join-clash", person=why.person, other=why.other) from problem
        self.__dict__.update(read.__dict__)
        self.events.pop()  # it is taken in by whoever asks for it
        self.replaying = replaying

    # Days

    def day(self, key: str) -> Day:
        """The Jasstag with this key."""
        if key not in self.days:
            raise Refusal("no-day", day=key)
        return self.days[key]

    def coming(self, key: str) -> Day:
        """The Jasstag with this key, which has not begun."""
        if self.day(key).opened is not None:
            raise Refusal("day-begun", day=key)
        return self.day(key)

    def unrolled(self, key: str) -> Day:
        """The Jasstag with this key, whose results are not carried over yet."""
        if self.day(key).rolled:
            raise Refusal("rolled-over", day=key)
        return self.day(key)

    def year(self, year: int) -> list[Day]:
        """The Jasstage of a Jassjahr in order."""
        return sorted((day for day in self.days.values() if day.year == year), key=lambda day: day.number)

    def in_order(self) -> list[Day]:
        """All Jasstage by date."""
        return sorted(self.days.values(), key=lambda day: day.date)

    def years(self) -> list[int]:
        """Every Jassjahr with a Jasstag, those before the program included."""
        counted = {own.on.year for own in self.evenings.values()}
        return sorted({day.year for day in self.days.values()} | {year for year, _ in self.imported} | counted)

    def meetings_of(self, year: int) -> list[Meeting]:
        """The meetings of a year in order."""
        own = [meeting for meeting in self.meetings.values() if meeting.date.year == year]
        return sorted(own, key=lambda meeting: meeting.date)

    def after(self, day: Day) -> Day | None:
        """The next Jasstag of the same Jassjahr."""
        return self.days.get(f"{day.year}-{day.number + 1}")

    def before(self, day: Day) -> Day | None:
        """The Jasstag before this one in the same Jassjahr."""
        return self.days.get(f"{day.year}-{day.number - 1}")

    def design(self, day: Day) -> Design:
        """The series of a day: its own decision, a lasting one (not on first and last day), or the usual. (AJZ-4.4-01)"""
        if day.design is not None:
            return day.design
        lasting = [design for since, design in self.designs if since <= day.date]
        book = self.book_on(day.date)
        if lasting and not book.special(day.number):
            return lasting[-1]
        return usual_design(book, day.number)

    def fee(self, day: Day) -> Decimal:
        """The Startgeld of a day: what the Kassier last set. (AJZ-1.1-10, AJZ-1.1-11)"""
        set_before = [amount for since, amount in self.fees if since <= day.date]
        return set_before[-1] if set_before else self.book_on(day.date).fees.startgeld

    # Seats

    def seat(self, day: Day, member: str) -> Participant:
        """Who plays on a member's seat: in person, by Ersatzjasser, or by a recognised Dauerersatzjasser. (AJZ-1.2)"""
        named = day.substitutes.get(member)
        lasting = self.roster.substitute(member, day.date)
        if named is not None:
            return Participant(member, named.person, Status.ERSATZ)
        if lasting is not None and member not in day.returns:
            recognised = self.roster.recognised(member, day.date) is not None
            return Participant(member, lasting.person, Status.DAUERERSATZ if recognised else Status.ERSATZ)
        return Participant(member, "" if member in day.announced_absent else member, Status.MEMBER)

    def guest_seat(self, day: Day, inviter: str) -> Participant:
        """The guest that a member brings."""
        named = day.guests.get(inviter)
        return Participant(inviter, named.person if named else "", Status.GAST)

    def participants(self, day: Day, series: str) -> tuple[Participant, ...]:
        """Everybody at a series table, the guest last."""
        if day.line_up is None:
            raise Refusal("no-line-up", day=day.key)
        if series not in day.line_up.design.names:
            raise Refusal("no-series", series=series, day=day.key)
        seats = [self.seat(day, member) for member in day.line_up.in_series(series)]
        inviter = day.line_up.inviter(series)
        return (*seats, self.guest_seat(day, inviter)) if inviter else tuple(seats)

    def everybody(self, day: Day) -> tuple[tuple[str, Participant], ...]:
        """All seats of a day with their series."""
        names = day.line_up.design.names if day.line_up else ()
        return tuple((name, seat) for name in names for seat in self.participants(day, name))

    def place(self, day: Day, person: str) -> tuple[str, Participant]:
        """The series and seat of a person on a day."""
        for series, seat in self.everybody(day):
            if seat.person == person:
                return series, seat
        raise Refusal("not-playing", person=person, day=day.key)

    def answers_for(self, day: Day, member: str) -> str:
        """Who has a member's duties at a Jasstag: the member, or the recognised Dauerersatzjasser. (AJZ-1.2-05)"""
        lasting = self.roster.recognised(member, day.date)
        return lasting.person if lasting and member not in day.returns else member

    def present(self, day: Day) -> tuple[str, ...]:
        """Who is there: everybody with a seat who was not reported absent and has not left."""
        gone = day.absent | day.departures.keys()
        return tuple(seat.person for _, seat in self.everybody(day) if seat.person and seat.person not in gone)

    def counting_as_members(self, day: Day) -> tuple[str, ...]:
        """Those at a Jasstag who have a member's rights there."""
        return tuple(seat.person for _, seat in self.everybody(day) if seat.counts_as_member and seat.person)

    def by_vorstand(self, person: str, on: date) -> bool:
        """Whether the Vorstand acts; what was accepted once stays."""
        return self.replaying or self.roster.is_vorstand(person, on)

    def judge(self, day: Day, matter: str, affected: Sequence[str] = ()) -> tuple[str, str] | None:
        """Who decides on a day, in which office; those affected and those at their table in a Spiel are passed over. (AJZ-1.8)"""
        return self.roster.competent(matter, day.date, self.present(day), affected, self.counting_as_members(day))

    # Results

    def complete(self, day: Day, series: str) -> bool:
        """Whether a series was complete at Spielbeginn, or was ordered to play on. (AJZ-1.5-01)"""
        if day.table(series).ordered_form == "schieber":
            return True
        begin = day.opened or day.spielbeginn
        return all(
            seat.person and seat.person not in day.absent and day.arrivals.get(seat.person, begin) <= begin
            for seat in self.participants(day, series)
        )

    def finished(self, day: Day, series: str) -> bool:
        """Whether a series has nothing left to play."""
        table = day.table(series)
        return (
            not self.complete(day, series) or table.aborted is not None or len(table.rounds) >= self.book_on(day.date).table.rounds
        )

    def spielzeit(self, day: Day, series: str, at: datetime) -> bool:
        """Whether a moment lies in the Spielzeit of a series, its breaks included. (AJZ-1.1-18)"""
        over = ended(self.book_on(day.date), day.table(series))
        return (
            day.opened is not None
            and day.opened <= at
            and (over is None or at <= over)
            and (day.closed is None or at <= day.closed)
        )

    def results(self, day: Day) -> dict[str, tuple[Row, ...]]:
        """All rows of a day by series."""
        if day.line_up is None:
            return {}
        names, book = day.line_up.design.names, self.book_on(day.date)
        whole = [name for name in names if self.complete(day, name) and len(day.table(name).rounds) >= book.table.rounds]
        played = [
            sum((Fraction(played.points_of(person.person)) for played in day.table(name).rounds), Fraction())
            for name in whole
            for person in self.participants(day, name)
        ]
        others = average(played) if played and book.table.outage_average == "other-series" else None
        if others is None and day.credit is not None:
            others = Fraction(day.credit)
        rows = {
            name: series_rows(
                book,
                day.number,
                name,
                self.participants(day, name),
                day.table(name),
                complete=self.complete(day, name),
                absent=frozenset(day.absent),
                penalties=effective_points(self, day, name),
                others=others,
            )
            for name in names
        }
        return self._by_rank(rows, book.rank_points) if book.rank_points else rows

    def _by_rank(self, rows: dict[str, tuple[Row, ...]], worth: Sequence[int]) -> dict[str, tuple[Row, ...]]:
        """Points by place instead of the points themselves, for clubs that count so."""
        from dataclasses import replace

        ranks = ranked({row.member: row.final for group in rows.values() for row in group if row.final is not None})

        def counts(row: Row) -> Row:
            if row.final is None:
                return row
            place = ranks[row.member] - 1
            return replace(row, final=worth[min(place, len(worth) - 1)])

        return {name: tuple(map(counts, group)) for name, group in rows.items()}

    def refuse(self, name: str, reason: str, **facts: object) -> RuleViolation:
        """A refusal that cites a provision of the book: a field (`days.number`) or a citation (`tie`)."""
        rule = self.book.cite(name) if name in self.book.cites else self.book.rule(name)
        return RuleViolation(rule, reason, **facts)
