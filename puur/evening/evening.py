"""An evening: the fold of its events under one rule book.

`Evening.submit` checks an event and applies it; a refusal raises `RuleViolation` with its provision and changes nothing. What
each event checks and does is grouped by subject in `attendance`, `seats`, `results`, `closing`. `Evening.drawn` answers with the
event of the next draw, so that the shell can store it. Sheets and standings are computed from this state by `sheets`, `ranking`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, NoReturn

from puur.core.errors import RuleViolation
from puur.core.evening import Entry, Visa
from puur.core.faces import Faces
from puur.core.form import sides_of
from puur.core.reglement import Reglement
from puur.evening import attendance, closing, results, seats
from puur.evening.draw import Wishes
from puur.evening.events import Event, RoundsDrawn
from puur.evening.ranking import Settlement
from puur.evening.seating import Round, Table, one_writes, shown_name
from puur.evening.state import Dispute, EveningSetup, Player, Protest, Version

_HANDLERS: dict[type, Callable[[Any, Any], None]] = {
    **attendance.HANDLERS, **seats.HANDLERS, **results.HANDLERS, **closing.HANDLERS,
}  # fmt: skip


class Evening:
    """One evening under one rule book."""

    def __init__(self, book: Reglement, setup: EveningSetup) -> None:
        rules = book.evening
        if not rules.rounds and not setup.rounds:
            raise RuleViolation(book.rule("evening.rounds"), "no-tournament", book=book.key)
        if setup.rounds and rules.rounds and rules.rounds_fixed and setup.rounds != rules.rounds:
            raise RuleViolation(book.rule("evening.rounds"), "rounds-fixed", rounds=rules.rounds, asked=setup.rounds)
        self.book, self.setup = book, setup
        self.sides = sides_of(book)  # of each seat at a table
        self.planned = setup.rounds or rules.rounds
        self.rest = setup.rest or rules.rest
        self.sit_out = setup.sit_out or rules.sit_out
        self.missed = setup.missed or rules.missed
        self.events: list[Event] = []
        self.players: dict[str, Player] = {}
        self.members: dict[str, tuple[str, ...]] = {}  # of each fixed pair
        self.called: Counter[str] = Counter()  # how many have each name
        self.fixed: dict[str, int] = {}
        self.apart: set[frozenset[str]] = set()
        self.rounds: list[Round] = []
        self.released = 0
        self.writers: dict[tuple[int, int], int] = {}  # the seat that writes, where a table has chosen another than the last
        self.results: dict[tuple[int, int], list[Version]] = {}
        self.confirmed: dict[tuple[int, int], str] = {}
        self.decks: dict[tuple[int, int], Faces] = {}
        self.signed: dict[tuple[str, int], str] = {}  # (player, round; 0 the total) -> by whom
        self.disputes: dict[tuple[int, int], Dispute] = {}  # the last one of a table
        self.stated: dict[str, int] = {}
        self.handed_in: set[str] = set()
        self.honour: dict[str, str] = {}  # when a player confirmed to have played by the rules
        self.scores: dict[tuple[str, int], tuple[int, str]] = {}
        self.penalties: list[tuple[str, int, str, str]] = []  # player, points, reason, provision
        self.remarks: dict[str, str] = {}
        self.protests: list[Protest] = []
        self.replaying = False  # events that were accepted once: what a later version refuses stays
        self.settled: list[Settlement] = []
        self.closed = False
        self.prizes_handed: set[str] = set()

    # ---- the fold ----------------------------------------------------------------------------------------------------

    def submit(self, event: Event) -> None:
        """Check an event and apply it; a refusal raises `RuleViolation` and changes nothing."""
        _HANDLERS[type(event)](self, event)
        self.events.append(event)

    @classmethod
    def replay(cls, book: Reglement, setup: EveningSetup, events: Iterable[Event]) -> Evening:
        """The evening after these events."""
        evening = cls(book, setup)
        evening.replaying = True
        for event in events:
            evening.submit(event)
        evening.replaying = False
        return evening

    # ---- questions ---------------------------------------------------------------------------------------------------

    @property
    def in_pairs(self) -> bool:
        """Whether fixed pairs play."""
        return self.book.evening.entry is Entry.PAIR

    @property
    def collects_sheets(self) -> bool:
        """Whether personal sheets reach the office: with the total to sign, or to be handed in. (NWS-7-08 to 12)"""
        return self.book.evening.visa is Visa.ROUNDS_AND_TOTAL or self.book.evening.hand_in

    def player(self, player: str) -> Player:
        """A person by id; a refusal if nobody has it."""
        if player not in self.players:
            self.refuse("evening.entry", "no-such-player", player=player)
        return self.players[player]

    def name(self, player: str) -> str:
        """What a person is called, with the starting number where two have the same name; the id of somebody unknown."""
        person = self.players.get(player)
        return player if person is None else shown_name(player, person.name, self.called)

    def playing(self) -> list[str]:
        """Everybody who is drawn for the next round, in the order of entry."""
        return [person.id for person in self.players.values() if person.playing]

    def wishes(self) -> Wishes:
        """What the draw has to respect."""
        return Wishes(
            fixed=dict(self.fixed),
            apart=frozenset(self.apart),
            clubs={person.id: person.club for person in self.players.values() if person.club},
            partners=frozenset(self.pairs().values()) if self.in_pairs else frozenset(),
            sides=self.sides,
        )

    def pairs(self) -> dict[str, frozenset[str]]:
        """The complete fixed pairs by name."""
        return {name: frozenset(both) for name, both in self.members.items() if len(both) == 2}

    def party(self, player: str) -> tuple[str, ...]:
        """Whose results are one: both of a fixed pair, otherwise the person alone."""
        return self.members[self.players[player].pair] if self.in_pairs else (player,)

    def round(self, number: int) -> Round:
        """A drawn round; a refusal if it is not drawn."""
        if not 1 <= number <= len(self.rounds):
            self.refuse("evening.rounds", "no-such-round", round=number, rounds=len(self.rounds))
        return self.rounds[number - 1]

    def table(self, round_: int, table: int) -> Table:
        """A table of a drawn round; a refusal if there is none with this number."""
        seated = self.round(round_).table(table)
        if seated is None:
            self.refuse("evening.draw", "no-such-table", round=round_, table=table)
        return seated

    def result(self, round_: int, table: int) -> Version | None:
        """What counts for a table now."""
        versions = self.results.get((round_, table))
        return versions[-1] if versions else None

    def missing_results(self, round_: int) -> list[int]:
        """The tables of a round without a result."""
        return [table.number for table in self.round(round_).tables if (round_, table.number) not in self.results]

    def writes(self, round_: int, table: int) -> int:
        """The seat that writes: whom those at the table have chosen, otherwise the last. (TAM-ES-61)"""
        return self.writers.get((round_, table), len(self.sides) - 1)

    def scribe(self, round_: int, table: int) -> int | None:
        """The seat that writes for the whole table; None where each side chooses its own. (UB-SLATE-04)"""
        return self.writes(round_, table) if one_writes(self.book) else None

    def deck(self, round_: int, table: int) -> Faces:
        """The pack of a table: what everybody agreed on, otherwise the book's. (UB-DECK-02, UB-DECK-03)"""
        return self.decks.get((round_, table), self.book.table.faces)

    def unsigned(self, round_: int) -> list[str]:
        """Who played in this round and has no visa for it."""
        return [player for player in self.round(round_).players() if (player, round_) not in self.signed]

    def refuse(self, field_: str, reason: str, **facts: object) -> NoReturn:
        """Refuse with the provision behind a field of the book."""
        raise RuleViolation(self.book.rule(field_), reason, **facts)

    def still_open(self, field_: str = "evening.rank_by") -> None:
        """Refuse what would change a closed ranking: it has to be opened again first. (NWS-7-11, NWS-7-12)"""
        if self.closed:
            self.refuse(field_, "ranking-closed")

    def undisputed(self, round_: int, table: int) -> None:
        """Refuse while a table waits for the decision of a dispute. (NWS-9-02, TAM-ES-73, TAM-CP-45)"""
        if (dispute := self.disputes.get((round_, table))) is not None and dispute.open:
            self.refuse("referee.self_settled", "dispute-open", round=round_, table=table)

    def day(self, text: str, field_: str) -> date:
        """A date as 2024-10-24; a refusal if it is none."""
        try:
            return date.fromisoformat(text)
        except ValueError:
            self.refuse(field_, "not-a-date", date=text)

    def official(self, by: str, field_: str) -> None:
        """Refuse unless `by` is an official of the book; where the book names none, anybody who is named. (NWS-7-07)"""
        officials = self.book.referee.officials
        if not by or (officials and by not in officials):
            self.refuse(field_, "not-official", by=by, officials=list(officials))

    def drawn(self, seed: str | None = None) -> RoundsDrawn:
        """The event of the next draw: one round, or all that are left where the book draws ahead."""
        return seats.drawn(self, self.setup.seed if seed is None else seed)
