"""Who sits where: taking a seat and getting up, bots, coming back, beginning. A seat is stored before anybody is told.

Requests of a connection; `lobby.REQUESTS` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.web.live import wire
from puur.web.live.bot_pool import LEVELS, thinkers
from puur.web.live.connection import Connection
from puur.web.live.names import alike, clean_name
from puur.web.live.speech import sentence
from puur.web.live.state import Commit, SeatState, Who
from puur.web.live.table_json import agreed, seat_rows
from puur.web.live.wire import BadMessage, Json

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable

BOT_NAMES = ("Beat", "Carla", "Dario", "Erika", "Fränzi", "Godi", "Heidi", "Ivo")


async def store_seats(table: LiveTable, *numbers: int) -> None:
    """Store seats, then tell everybody. With another person at the table the replays are no longer for all."""
    table.state.shared = agreed(table)
    await table.store.commit(
        Commit(table.state.id, lobby={"shared": table.state.shared, "seats": seat_rows(table.state, *numbers)})
    )
    table.tell_table()


def _lobby_only(table: LiveTable) -> None:
    if table.state.status != "lobby":
        raise BadMessage("state")


def host_only(table: LiveTable, connection: Connection) -> None:
    """Refuse whoever is not the host."""
    if not connection.who.key or connection.who.key != table.state.host:
        raise BadMessage("auth")


def own_seat(table: LiveTable, connection: Connection) -> int:
    """The seat of whoever asks; refused without one."""
    seat = table.state.seat_of(connection.who.key)
    if seat is None:
        raise BadMessage("auth")
    return seat


def _seat(table: LiveTable, message: Json) -> int:
    number: int = wire.field(message, "seat", int, 0, len(table.state.seats) - 1)
    return number


def _place(seat: SeatState, who: Who, name: str) -> None:
    seat.clear()
    seat.who, seat.name, seat.user, seat.guest = who.key, name, who.user, who.guest


def free_name(table: LiveTable, wanted: str, seat: int) -> str:
    """The name, with a number if somebody else at the table has it already."""
    taken = [place.name for number, place in enumerate(table.state.seats) if number != seat]
    names = (wanted, *(f"{wanted[:22]} {number}" for number in range(2, 9)))
    return next(name for name in names if not any(alike(name, other) for other in taken))


async def sit(table: LiveTable, connection: Connection, message: Json) -> None:
    """Take a seat."""
    _lobby_only(table)
    if not connection.who.key or table.state.reserved:
        raise BadMessage("auth")
    number = _seat(table, message)
    target, old = table.state.seats[number], table.state.seat_of(connection.who.key)
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
    number = own_seat(table, connection)
    if table.state.status == "lobby" and not table.state.reserved:
        table.state.seats[number].clear()
        await store_seats(table, number)
        table.sync(connection)
        return
    table.people.gone.add(number)
    table.people.went(number)
    table.again.discard(number)
    table.tell_table()
    await begin_again(table)
    table.clock.plan()


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
    host_only(table, connection)
    number = _seat(table, message)
    level = wire.field(message, "level", str, high=16)
    seat = table.state.seats[number]
    if seat.person or (level and level not in LEVELS):
        raise BadMessage("state")
    seat.clear()
    if level:
        _fill(table, number, level)
    await store_seats(table, number)


def _fill(table: LiveTable, number: int, level: str) -> None:
    taken = set(table.state.names)
    seat = table.state.seats[number]
    seat.bot, seat.name = level, next(name for name in BOT_NAMES if name not in taken)
    thinkers.prepare([level])


async def kick(table: LiveTable, connection: Connection, message: Json) -> None:
    """Free a seat before the start."""
    _lobby_only(table)
    host_only(table, connection)
    number = _seat(table, message)
    table.state.seats[number].clear()
    await store_seats(table, number)
    for reader in table.connections:
        table.sync(reader)


async def start(table: LiveTable, connection: Connection, message: Json) -> None:
    """Begin; free seats get bots."""
    _lobby_only(table)
    host_only(table, connection)
    if not any(seat.person for seat in table.state.seats):
        raise BadMessage("state")
    await fill_and_begin(table)


async def fill_and_begin(table: LiveTable) -> None:
    """Put bots on the free seats and begin."""
    for number, seat in enumerate(table.state.seats):
        if seat.free:
            _fill(table, number, table.state.level)
    await table.begin()


async def begin_again(table: LiveTable) -> None:
    """Begin another game once everybody who is here wants one."""
    here = set(table.people_here())
    if table.state.status == "over" and here and here <= table.again:
        await table.begin()


async def name(table: LiveTable, connection: Connection, message: Json) -> None:
    """A guest's name; at the table it changes until the game begins."""
    wanted = clean_name(wire.field(message, "name", str, high=100))
    who = connection.who
    if not wanted or who.guest is None:
        raise BadMessage("state" if wanted else "json")
    await table.store.rename(who, wanted)
    for reader in table.connections:
        if reader.who.key == who.key:
            reader.who = Who(who.key, wanted, who.user, who.guest)
    seat = table.state.seat_of(who.key)
    if seat is not None and table.state.status == "lobby" and not table.state.reserved:
        table.state.seats[seat].name = free_name(table, wanted, seat)
        await store_seats(table, seat)
