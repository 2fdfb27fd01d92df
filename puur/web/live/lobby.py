"""Around the game: seats, bots, starting, leaving and coming back, votes, phrases and chat.

Each request is a function of the table, a connection and its message; `REQUESTS` lists them. What changes a seat is stored before
anybody is told; presence, votes and talk live in memory only.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.core.seats import SEATS
from puur.web import fair
from puur.web.live import wire
from puur.web.live.bot_pool import LEVELS, thinkers
from puur.web.live.connection import Connection
from puur.web.live.speech import sentence
from puur.web.live.state import Commit, SeatState, Who
from puur.web.live.wire import PHRASES, BadMessage, Json, clean_name

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable

BOT_NAMES = ("Beat", "Carla", "Dario", "Erika", "Fränzi", "Godi", "Heidi", "Ivo")


@dataclass(slots=True)
class Vote:
    """The others are asked whether to wait for a seat."""

    seat: int
    votes: dict[int, str] = field(default_factory=dict)


class People:
    """Who is away, who has said good-bye, and the vote about it."""

    def __init__(self) -> None:
        self.away: dict[int, tuple[float, int]] = {}  # seat: since when, by both clocks
        self.gone: set[int] = set()
        self.patience: dict[int, float] = {}  # seat: not before this the others are asked (again)
        self.vote: Vote | None = None

    def went(self, seat: int) -> None:
        """A person is away."""
        self.away.setdefault(seat, (time.monotonic(), time.time_ns() // 1_000_000))

    def came(self, seat: int) -> None:
        """And back."""
        self.away.pop(seat, None)
        self.patience.pop(seat, None)
        self.gone.discard(seat)
        if self.vote is not None and self.vote.seat == seat:
            self.vote = None

    def _waiting(self, table: LiveTable, seat: int, now: float) -> float | None:
        """When the others are asked about a seat."""
        one = table.state.seats[seat]
        if seat not in self.away or not one.person or one.stand_in or table.state.status != "playing":
            return None
        if not [other for other in table.people_here() if other != seat]:
            return None
        return max(self.patience.get(seat, 0.0), self.away[seat][0] + (0 if seat in self.gone else table.pace.grace))

    def due(self, table: LiveTable, now: float) -> float | None:
        """When somebody has to be asked next."""
        if self.vote is not None:
            return None
        times = [when for seat in self.away if (when := self._waiting(table, seat, now)) is not None]
        return min(times, default=None)

    async def tick(self, table: LiveTable, now: float) -> None:
        """Ask the others if it is time."""
        if self.vote is None:
            late = [seat for seat in self.away if (when := self._waiting(table, seat, now)) is not None and when <= now]
            if late:
                self.vote = Vote(late[0])
                table.tell_table()
        elif self.vote.seat not in self.away:
            self.vote = None
            table.tell_table()


def needed(table: LiveTable) -> int:
    """How many votes decide: more than half of those who are there."""
    return len(table.people_here()) // 2 + 1


# ---- what a table looks like ---------------------------------------------------------------------------------------------------


def describe(table: LiveTable, connection: Connection) -> Json:
    """The table for one reader."""
    state, people = table.state, table.people
    you = table.seat_of(connection.who)
    vote = people.vote
    now = time.time_ns() // 1_000_000
    deadline = None if table.deadline is None else now + round((table.deadline - time.monotonic()) * 1000)
    seats = [
        {
            "name": seat.name,
            "bot": seat.bot,
            "here": table.here(number) or bool(seat.bot),
            "you": number == you,
            "away": people.away[number][1] if number in people.away else None,
            "stand_in": seat.stand_in,
            "plays": (table.plays.get(number) or table.level(number)) if seat.bot or seat.stand_in else "",
        }
        for number, seat in enumerate(state.seats)
    ]
    return {
        "code": state.code,
        "state": state.status,
        "game": state.number,
        "host": table.seat_of(Who(key=state.host)),
        "you_host": bool(connection.who.key) and connection.who.key == state.host,
        "book": state.book.key,
        "title": state.title or state.book.title,
        "form": state.book.form,
        "faces": state.faces or state.book.table.faces.value,
        "playing": state.playing,
        "timer": state.timer,
        "target": state.book.ending.target,
        "deals": state.book.ending.deals,
        "level": state.level,
        "spectators": state.spectators,
        "chat": may_chat(table),
        "shared": state.shared,
        "share": [number for number, seat in enumerate(state.seats) if seat.share],
        "again": sorted(table.again),
        "ready": sorted(table.ready),
        "watching": sum(table.seat_of(one.who) is None for one in table.connections),
        "seats": seats,
        "vote": None
        if vote is None
        else {"seat": vote.seat, "votes": {str(seat): choice for seat, choice in vote.votes.items()}, "needed": needed(table)},
        "deadline": deadline,
        "now": now,
        "phrases": list(PHRASES),
        "levels": list(LEVELS),
    }


def seat_rows(table: LiveTable, *numbers: int) -> Json:
    """Seats as they are stored; without numbers all of them."""
    found: Json = {}
    for number in numbers or SEATS:
        seat = table.state.seats[number]
        found[str(number)] = {
            "user_id": seat.user,
            "guest_id": seat.guest,
            "name": seat.name,
            "bot": seat.bot,
            "stand_in": seat.stand_in,
            "share": seat.share,
        }
    return found


def agreed(table: LiveTable) -> bool:
    """Whether all people at the table let everybody see the replays; bots are not asked, whoever has deleted themselves counts."""
    asked = [seat for seat in table.state.seats if not seat.bot and (seat.person or seat.stand_in)]
    return bool(asked) and all(seat.share for seat in asked)


def may_chat(table: LiveTable) -> bool:
    """Free text only among those who were invited, not where anybody may look on."""
    return table.state.chat and not table.state.spectators


async def store_seats(table: LiveTable, *numbers: int) -> None:
    """Store seats, then tell everybody. With another person at the table the replays are no longer for all."""
    table.state.shared = agreed(table)
    await table.store.commit(Commit(table.state.id, lobby={"shared": table.state.shared, "seats": seat_rows(table, *numbers)}))
    table.tell_table()


# ---- seats -------------------------------------------------------------------------------------------------------------------


def _lobby_only(table: LiveTable) -> None:
    if table.state.status != "lobby":
        raise BadMessage("state")


def _host_only(table: LiveTable, connection: Connection) -> None:
    if not connection.who.key or connection.who.key != table.state.host:
        raise BadMessage("auth")


def _own_seat(table: LiveTable, connection: Connection) -> int:
    seat = table.seat_of(connection.who)
    if seat is None:
        raise BadMessage("auth")
    return seat


def _place(seat: SeatState, who: Who, name: str) -> None:
    seat.clear()
    seat.who, seat.name, seat.user, seat.guest = who.key, name, who.user, who.guest


def free_name(table: LiveTable, wanted: str, seat: int) -> str:
    """The name, with a number if somebody else at the table has it already."""
    taken = {one.name for number, one in enumerate(table.state.seats) if number != seat}
    if wanted not in taken:
        return wanted
    return next(name for number in range(2, 9) if (name := f"{wanted[:22]} {number}") not in taken)


async def sit(table: LiveTable, connection: Connection, message: Json) -> None:
    """Take a seat."""
    _lobby_only(table)
    if not connection.who.key:
        raise BadMessage("auth")
    number = wire.field(message, "seat", int, 0, 3)
    target, old = table.state.seats[number], table.seat_of(connection.who)
    if target.person and old != number:
        raise BadMessage("state")
    if old is not None and old != number:
        moved = table.state.seats[old]
        name = moved.name
        moved.clear()
    else:
        name = target.name if old == number else connection.who.name or sentence("guest", connection.lang)
    _place(target, connection.who, free_name(table, clean_name(name), number))
    await store_seats(table, *{number, number if old is None else old})
    table.sync(connection)


async def leave(table: LiveTable, connection: Connection, message: Json) -> None:
    """Get up; in a game the others are asked at once."""
    number = _own_seat(table, connection)
    if table.state.status == "lobby":
        table.state.seats[number].clear()
        await store_seats(table, number)
        table.sync(connection)
        return
    table.people.gone.add(number)
    table.people.went(number)
    table.again.discard(number)
    table.tell_table()
    await _maybe_again(table)
    table.plan()


async def returned(table: LiveTable, number: int) -> bool:
    """A person is back: the bot gives up the seat. Whether that had to be stored."""
    seat = table.state.seats[number]
    table.people.came(number)
    if seat.stand_in:
        seat.stand_in = False
        await store_seats(table, number)
        return True
    return False


async def bot(table: LiveTable, connection: Connection, message: Json) -> None:
    """A bot for a free seat, or none any more."""
    _lobby_only(table)
    _host_only(table, connection)
    number = wire.field(message, "seat", int, 0, 3)
    level = wire.field(message, "level", str, high=16)
    seat = table.state.seats[number]
    if seat.person or (level and level not in LEVELS):
        raise BadMessage("state")
    seat.clear()
    if level:
        _fill(table, number, level)
    await store_seats(table, number)


def _fill(table: LiveTable, number: int, level: str) -> None:
    taken = {one.name for one in table.state.seats}
    seat = table.state.seats[number]
    seat.bot, seat.name = level, next(name for name in BOT_NAMES if name not in taken)
    thinkers.prepare([level])


async def kick(table: LiveTable, connection: Connection, message: Json) -> None:
    """Free a seat before the start."""
    _lobby_only(table)
    _host_only(table, connection)
    number = wire.field(message, "seat", int, 0, 3)
    table.state.seats[number].clear()
    await store_seats(table, number)
    for one in table.connections:
        table.sync(one)


async def start(table: LiveTable, connection: Connection, message: Json) -> None:
    """Begin; free seats get bots."""
    _lobby_only(table)
    _host_only(table, connection)
    if not any(seat.person for seat in table.state.seats):
        raise BadMessage("state")
    await fill_and_begin(table)


async def fill_and_begin(table: LiveTable) -> None:
    """Put bots on the free seats and begin."""
    for number, seat in enumerate(table.state.seats):
        if seat.free:
            _fill(table, number, table.state.level)
    await table.begin()


async def name(table: LiveTable, connection: Connection, message: Json) -> None:
    """A guest's name; at the table it changes until the game begins."""
    wanted = clean_name(wire.field(message, "name", str, high=100))
    who = connection.who
    if not wanted or who.guest is None:
        raise BadMessage("state" if wanted else "json")
    await table.store.rename(who, wanted)
    for one in table.connections:
        if one.who.key == who.key:
            one.who = Who(who.key, wanted, who.user, who.guest)
    seat = table.seat_of(who)
    if seat is not None and table.state.status == "lobby":
        table.state.seats[seat].name = free_name(table, wanted, seat)
        await store_seats(table, seat)


# ---- in the game ---------------------------------------------------------------------------------------------------------------


async def ready(table: LiveTable, connection: Connection, message: Json) -> None:
    """Somebody has seen the result."""
    nonce = message.get("nonce", "")
    if not fair.is_nonce(nonce):
        raise BadMessage("json")
    seat = _own_seat(table, connection)
    if table.asked is None:
        return
    table.nonce = nonce or table.nonce
    table.ready.add(seat)
    table.tell_table()
    table.plan()


async def vote(table: LiveTable, connection: Connection, message: Json) -> None:
    """Wait for a seat, or let a bot play for it."""
    seat, asked = _own_seat(table, connection), table.people.vote
    choice = wire.field(message, "choice", str, high=8)
    if choice not in ("wait", "bot"):
        raise BadMessage("json")
    if asked is None or asked.seat == seat:
        raise BadMessage("state")
    asked.votes[seat] = choice
    here = table.people_here()
    for option in ("bot", "wait"):
        if sum(asked.votes.get(one) == option for one in here) >= needed(table):
            table.people.vote = None
            if option == "bot":
                table.state.seats[asked.seat].stand_in = True
                await store_seats(table, asked.seat)
            else:
                table.people.patience[asked.seat] = time.monotonic() + table.pace.wait
            break
    table.tell_table()
    table.plan()


async def share(table: LiveTable, connection: Connection, message: Json) -> None:
    """Agree that everybody may see the replays; it takes all people at the table."""
    seat = _own_seat(table, connection)
    table.state.seats[seat].share = wire.field(message, "yes", bool)
    await store_seats(table, seat)


async def again(table: LiveTable, connection: Connection, message: Json) -> None:
    """Another game."""
    if table.state.status != "over":
        raise BadMessage("state")
    table.again.add(_own_seat(table, connection))
    table.tell_table()
    await _maybe_again(table)


async def _maybe_again(table: LiveTable) -> None:
    here = set(table.people_here())
    if table.state.status == "over" and here and here <= table.again:
        await table.begin()


# ---- talk ----------------------------------------------------------------------------------------------------------------------


async def say(table: LiveTable, connection: Connection, message: Json) -> None:
    """A phrase for all."""
    seat = _own_seat(table, connection)
    phrase = wire.field(message, "phrase", str, high=16)
    if phrase not in PHRASES:
        raise BadMessage("json")
    _talk(table, connection, "said", seat, phrase=phrase)


async def chat(table: LiveTable, connection: Connection, message: Json) -> None:
    """Free text, where the table has it."""
    seat = _own_seat(table, connection)
    if not may_chat(table):
        raise BadMessage("state")
    text = " ".join("".join(one if one.isprintable() else " " for one in str(message.get("text", ""))).split())
    if not text or len(text) > wire.MOST_CHAT:
        raise BadMessage("size" if text else "json")
    if table.state.status == "playing" and table.state.playing == "free" and seat not in table.talked:
        table.talked.add(seat)
        for one in table.connections:  # it may be objected to now
            table.sync(one)
    _talk(table, connection, "chat", seat, text=text)


def _talk(table: LiveTable, connection: Connection, kind: str, seat: int, **what: str) -> None:
    if not connection.chats.take():
        raise BadMessage("rate")
    for one in table.connections:
        one.tell(kind, seat=seat, name=table.state.seats[seat].name, **what)


REQUESTS: Mapping[str, Callable[[LiveTable, Connection, Json], Awaitable[None]]] = {
    "sit": sit,
    "leave": leave,
    "bot": bot,
    "kick": kick,
    "start": start,
    "name": name,
    "ready": ready,
    "vote": vote,
    "share": share,
    "again": again,
    "say": say,
    "chat": chat,
}
