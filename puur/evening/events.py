"""What happens at an evening, one value per fact. An evening is a numbered list of these, and its state is their fold.

Times, dates and people come in as values. Nothing is edited: a result is corrected by entering it again with a reason, a seat
is changed by a swap, a person leaves by a further event. Everything about a round is stored with that round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from puur.core.faces import Faces
from puur.core.sheet import Sheet
from puur.evening.details import Details
from puur.evening.seating import Round
from puur.log import EVENING
from puur.log.registry import Upcast
from puur.log.sheets import sheet_inside

E = TypeVar("E")


class Event:
    """Something that happened at an evening."""

    __slots__ = ()


@dataclass_transform(frozen_default=True)
def event(cls: type[E]) -> type[E]:
    """Make a class a frozen value, and register it as an event of an evening."""
    return changed()(cls)


@dataclass_transform(frozen_default=True)
def changed(*upcasts: Upcast) -> Callable[[type[E]], type[E]]:
    """The same for an event that an earlier version stored in another shape."""

    def registered(cls: type[E]) -> type[E]:
        value = dataclass(frozen=True, slots=True)(cls)
        EVENING.add(value, upcasts=upcasts)
        return value

    return registered


@event
class Entered(Event, Details):
    """A person enters; `pair` names the fixed pair where the book plays in pairs."""

    player: str
    name: str
    pair: str = ""
    public: bool = False  # agrees to the whole name in public


@event
class Amended(Event, Details):
    """The name or something else about a person was written wrongly."""

    player: str
    name: str
    public: bool = False


@event
class CheckedIn(Event):
    """The person is here and takes part from the next draw on; `paid` in centimes, `accepted` the rules of the book."""

    player: str
    paid: int = 0
    accepted: bool = False


@event
class Withdrawn(Event):
    """The person leaves; results stay for the others."""

    player: str
    reason: str


@event
class BreachNoted(Event):
    """An official notes what somebody did against the rules; after a warning it is disobedience."""

    player: str
    reason: str
    by: str


@event
class Warned(Event):
    """An official warns a person for a breach."""

    player: str
    reason: str
    by: str


@event
class Excluded(Event):
    """An official excludes a person, who is not ranked; somebody plays on in the seat."""

    player: str
    reason: str
    by: str


@event
class Disqualified(Event):
    """An official disqualifies a person for a breach that is on record."""

    player: str
    reason: str
    by: str


@event
class TableFixed(Event):
    """A person who cannot walk stays at a table; 0 lifts it."""

    player: str
    table: int


@event
class KeptApart(Event):
    """Two people are not drawn to one table."""

    one: str
    two: str


@event
class RoundsDrawn(Event):
    """Seats for one or several rounds; they take the place of drawn rounds that have not been released."""

    rounds: tuple[Round, ...]
    seed: str = ""


@event
class SeatsSwapped(Event):
    """Two people change seats in a round before any result of their tables."""

    round: int
    one: str
    two: str
    reason: str


@event
class SatElsewhere(Event):
    """Two people played a round in each other's seats: the results stay with the seats, and count for those who sat there."""

    round: int
    player: str
    other: str
    reason: str
    decided_by: str = ""


@event
class StandInNamed(Event):
    """Somebody plays on a seat in this round: on an empty chair, or in the place of the person whose seat it is."""

    round: int
    table: int
    seat: int
    name: str
    reason: str = ""


@event
class SeatTaken(Event):
    """Somebody who came late sits down on an empty chair of the round that is on, before its table has a result."""

    round: int
    table: int
    seat: int
    player: str


@event
class WriterNamed(Event):
    """Those at a table have chosen who writes; of a draw it is the last seat."""

    round: int
    table: int
    seat: int


@event
class RoundReleased(Event):
    """The Turnierleiter starts the round, knowing of those who are here and have no seat in it."""

    round: int
    unseated: tuple[str, ...] = ()


@event
class DeckVoted(Event):
    """Those at a table say which pack they want."""

    round: int
    table: int
    votes: tuple[Faces, ...]


@changed(sheet_inside)
class ResultEntered(Event):
    """The sheet of a table. A further one corrects it, with a reason.

    `decided_by` is the official who settles a difference that the book does not settle itself.
    """

    round: int
    table: int
    sheet: Sheet
    by: str = ""
    reason: str = ""
    decided_by: str = ""


@changed(sheet_inside)
class ResultConfirmed(Event):
    """The other side, or a second person in the office, confirms what was entered; an empty sheet says yes to all of it."""

    round: int
    table: int
    sheet: Sheet = Sheet()
    by: str = ""


@event
class DisputeRaised(Event):
    """Those at a table disagree, and the table waits for a decision."""

    round: int
    table: int
    account: str
    by: str = ""


@event
class DisputeDecided(Event):
    """An official decides, or the `players` settle it themselves; a further one replaces the decision."""

    round: int
    table: int
    decision: str
    by: str


@event
class Signed(Event):
    """The visa of an official on a row of a personal sheet; round 0 is the final total."""

    player: str
    round: int
    by: str


@event
class TotalStated(Event):
    """The player has added up the sheet."""

    player: str
    total: int


@event
class HandedIn(Event):
    """The sheet has reached the office."""

    player: str


@event
class HonourConfirmed(Event):
    """The player confirms to have taken part honourably and by the rules (date as 2024-10-24)."""

    player: str
    date: str


@event
class ScoreSet(Event):
    """The organiser decides what a round counts that a person did not play."""

    player: str
    round: int
    points: int
    reason: str


@event
class PenaltyGiven(Event):
    """Points taken off (or, negative, added) by a ruling, and a fine in centimes: a line of its own, never inside a result."""

    player: str
    points: int
    reason: str
    rule: str = ""
    fine: int = 0


@event
class Remarked(Event):
    """What the Spielleiter writes into the field for remarks."""

    player: str
    text: str


@event
class ProtestFiled(Event):
    """A protest: about what and whom, when it happened and when it was sent (dates as 2014-03-08)."""

    player: str
    incident: str
    sent: str
    account: str
    persons: tuple[str, ...] = ()
    written: bool = True


@event
class ProtestDecided(Event):
    """An official decides a protest (numbered from 1); what follows from it is entered as corrections of their own."""

    number: int
    upheld: bool
    decision: str
    by: str


@event
class TieSettled(Event):
    """The Turnierleitung puts people with the same rank in an order; the `rest` of them come behind and stay tied."""

    order: tuple[str, ...]
    reason: str
    rest: tuple[str, ...] = ()


@event
class RankingClosed(Event):
    """The Turnierleiter closes the ranking: what is not signed and handed in by now is not scored."""


@event
class RankingReopened(Event):
    """The ranking is opened again."""

    reason: str


@event
class PrizeHanded(Event):
    """A prize was handed over."""

    player: str
