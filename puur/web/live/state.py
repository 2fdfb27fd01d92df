"""What a live table knows, as plain values: loaded by the store, changed by the table, written back by the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from puur.core.events import Event
from puur.core.form import sides_of
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.log.values import SEAT, TEAM
from puur.notation.game_events import SETUP
from puur.web.live.wire import Json


@dataclass(frozen=True, slots=True)
class Who:
    """A person: `key` is u12 for an account, g34 for a guest, empty for somebody without a session."""

    key: str = ""
    name: str = ""
    user: int | None = None
    guest: int | None = None


@dataclass(slots=True)
class SeatState:
    """One seat."""

    who: str = ""
    name: str = ""
    user: int | None = None
    guest: int | None = None
    bot: str = ""
    stand_in: bool = False
    share: bool = False

    @property
    def person(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.who)

    @property
    def free(self) -> bool:
        """Whether nobody does, not even a bot."""
        return not self.who and not self.bot

    def clear(self) -> None:
        """Free the seat."""
        self.who = self.name = self.bot = ""
        self.user = self.guest = None
        self.stand_in = self.share = False


@dataclass(slots=True)
class TableState:
    """One table."""

    id: int
    code: str
    secret: str
    book: Reglement
    title: str
    faces: str
    playing: str
    timer: int
    level: str
    spectators: bool
    chat: bool
    shared: bool
    instant: bool
    host: str
    status: str  # lobby, playing, over
    number: int = 0  # of the game
    seats: list[SeatState] = field(default_factory=list)
    game: Game | None = None
    n: int = 0
    heads: list[str] = field(default_factory=list)  # of the chain, at each event of this game
    actions: dict[str, tuple[int, int]] = field(default_factory=dict)  # id: seat, n
    started_at: int = 0  # n before the first event of this game
    head_before: str = ""  # the head at that event
    reserved: bool = False  # seats are given by an evening or a club: one game, no bots, no other people
    office: Json = field(default_factory=dict)  # what an official has said of a message (`live.office`)

    def __post_init__(self) -> None:
        """As many seats as the game has players."""
        self.seats = self.seats or [SeatState() for _ in sides_of(self.book)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def head(self) -> str:
        """The head of the chain up to event n."""
        return self.heads[-1] if self.heads else self.head_before

    def head_at(self, n: int) -> str:
        """The head at an event of this game; empty where it is of another one, or has none."""
        place = n - self.started_at - 1
        return self.heads[place] if 0 <= place < len(self.heads) else ""

    def seat_of(self, key: str) -> int | None:
        """Where the person with this key sits."""
        for number, seat in enumerate(self.seats) if key else ():
            if seat.who == key:
                return number
        return None

    def is_bot(self, seat: int) -> bool:
        """Whether a bot acts for a seat."""
        return bool(self.seats[seat].bot) or self.seats[seat].stand_in

    def level_of(self, seat: int) -> str:
        """The level of the bot that sits here, or acts for the person."""
        return self.seats[seat].bot or self.level


class Row(NamedTuple):
    """One event to be stored."""

    n: int
    game: int
    at: int
    seat: int | None
    action: str | None
    by: str
    event: Event
    data: str
    head: str = ""  # of the chain, this line included


@dataclass(frozen=True, slots=True)
class Fence:
    """The right to write for a table: the process that holds it, and the number of its claim."""

    table: int
    process: int
    token: int


class Commit(NamedTuple):
    """What is stored together or not at all."""

    table: int
    rows: Sequence[Row] = ()
    lobby: Json | None = None  # fields of the table and its seats
    begun: Json | None = None  # a game that begins
    ended: Json | None = None  # a game that is over
    fence: Fence | None = None  # with several processes: who may write


class NotStored(Exception):
    """The database has refused, or did not answer; what is sent again under the same id never happens twice."""


class NotOwner(NotStored):
    """Another process holds the table now."""


Done = Callable[[Any, BaseException | None], None]  # the answer, or what went wrong


class Store(Protocol):
    """Where tables are kept."""

    async def load(self, code: str) -> TableState | None:
        """The table with this code, as far as it has come."""

    async def commit(self, job: Commit) -> None:
        """Store it, on the disk when this returns; NotStored otherwise."""

    def write(self, job: Commit, done: Done) -> None:
        """The same without waiting: `done` is called in the event loop."""

    async def rename(self, who: Who, name: str) -> None:
        """A guest's name."""

    async def head_at(self, code: str, n: int) -> str:
        """The head of an event of an earlier game; empty where there is none, or where it is of an earlier version."""


def read_setup(data: Json) -> Setup:
    """A setup stored with a game, as `SETUP` writes it; version 0.1 wrote seats and teams as numbers."""
    numbers = {"first_dealer": SEAT, "lost_before": TEAM}
    old = {name: numbers[name].write(value) for name, value in data.items() if name in numbers and type(value) is int}
    setup: Setup = SETUP.read({**data, **old})
    return setup
