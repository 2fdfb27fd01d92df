"""Around the game: seats, bots, starting, leaving and coming back, votes, phrases and chat.

Each request is a function of the table, a connection and its message; `REQUESTS` lists them. What changes a seat is stored before
anybody is told; presence, votes and talk live in memory only.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from puur.bots.levels import unknown
from puur.core.actions import awaited
from puur.core.faces import Faces
from puur.core.view import view_of
from puur.web import fair
from puur.web.live import croupier, wire
from puur.web.live.bot_pool import LEVELS, Busy, thinkers
from puur.web.live.connection import HASTE, Connection
from puur.web.live.names import alike, clean_name
from puur.web.live.speech import sentence
from puur.web.live.state import Commit, SeatState, TableState, Who
from puur.web.live.wire import PHRASES, BadMessage, Json
from puur.words import LANGUAGES

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable

BOT_NAMES = ("Beat", "Carla", "Dario", "Erika", "Fränzi", "Godi", "Heidi", "Ivo")


def needed(table: LiveTable) -> int:
    """How many votes decide: more than half of those who are there."""
    return len(table.people_here()) // 2 + 1


# ---- what a table looks like ---------------------------------------------------------------------------------------------------


def describe(table: LiveTable, connection: Connection) -> Json:
    """The table for one reader."""
    state, people = table.state, table.people
    you = state.seat_of(connection.who.key)
    vote = people.vote
    now = time.time_ns() // 1_000_000
    deadline = None if table.clock.deadline is None else now + round((table.clock.deadline - time.monotonic()) * 1000)
    seats = [
        {
            "name": seat.name,
            "bot": seat.bot,
            "here": table.here(number) or bool(seat.bot),
            "you": number == you,
            "away": people.away[number][1] if number in people.away else None,
            "stand_in": seat.stand_in,
            "plays": (table.clock.plays.get(number) or state.level_of(number)) if seat.bot or seat.stand_in else "",
        }
        for number, seat in enumerate(state.seats)
    ]
    return {
        "code": state.code,
        "state": state.status,
        "game": state.number,
        "host": state.seat_of(state.host),
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
        "hints": hints_on(table),
        "shared": state.shared,
        "reserved": state.reserved,
        "share": [number for number, seat in enumerate(state.seats) if seat.share],
        "again": sorted(table.again),
        "ready": sorted(table.ready),
        "watching": sum(state.seat_of(reader.who.key) is None for reader in table.connections),
        "seats": seats,
        "vote": None
        if vote is None
        else {"seat": vote.seat, "votes": {str(seat): choice for seat, choice in vote.votes.items()}, "needed": needed(table)},
        "deadline": deadline,
        "now": now,
        "phrases": list(PHRASES),
        "levels": list(LEVELS),
        "unknown": unknown(state.book),
    }


def seat_rows(state: TableState, *numbers: int) -> Json:
    """Seats as they are stored; without numbers all of them."""
    seats = {str(number): state.seats[number] for number in numbers or range(len(state.seats))}
    return {
        number: {
            "user_id": seat.user, "guest_id": seat.guest, "name": seat.name, "bot": seat.bot, "stand_in": seat.stand_in,
            "share": seat.share,
        }
        for number, seat in seats.items()
    }  # fmt: skip


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
    await table.store.commit(
        Commit(table.state.id, lobby={"shared": table.state.shared, "seats": seat_rows(table.state, *numbers)})
    )
    table.tell_table()


# ---- seats -------------------------------------------------------------------------------------------------------------------


def _lobby_only(table: LiveTable) -> None:
    if table.state.status != "lobby":
        raise BadMessage("state")


def _host_only(table: LiveTable, connection: Connection) -> None:
    if not connection.who.key or connection.who.key != table.state.host:
        raise BadMessage("auth")


def _own_seat(table: LiveTable, connection: Connection) -> int:
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


async def hello(table: LiveTable, connection: Connection, message: Json) -> None:
    """Somebody wants to know how it stands."""
    lang = message.get("lang")
    if lang in LANGUAGES:
        connection.lang = lang
    await prefer(table, connection, message)
    table.sync(connection, message.get("since"))
    kept = message.get("kept")  # an event whose head it has kept: is it still so?
    connection.adds = type(kept) is int  # who keeps, also adds to the shuffle
    if type(kept) is int:
        begins = table.state.started_at + 1
        head = await table.store.head_at(table.state.code, kept) if 0 < kept < begins else table.state.head_at(kept)
        connection.tell("past", n=kept, head=head, begins=min(kept, begins) if head else begins)
    table.clock.plan()


async def prefer(table: LiveTable, connection: Connection, message: Json) -> None:
    """How somebody wants it on their device: how quickly bots act, and which cards the sentences name."""
    pace, faces = message.get("pace", connection.pace), message.get("faces", connection.faces)
    if isinstance(pace, str) and pace in HASTE and pace != connection.pace:
        connection.pace = pace
        table.clock.plan()
    if faces in ("", *(each.value for each in Faces)):
        connection.faces = faces


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
    number = _own_seat(table, connection)
    if table.state.status == "lobby" and not table.state.reserved:
        table.state.seats[number].clear()
        await store_seats(table, number)
        table.sync(connection)
        return
    table.people.gone.add(number)
    table.people.went(number)
    table.again.discard(number)
    table.tell_table()
    await _maybe_again(table)
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
    _host_only(table, connection)
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
    _host_only(table, connection)
    number = _seat(table, message)
    table.state.seats[number].clear()
    await store_seats(table, number)
    for reader in table.connections:
        table.sync(reader)


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
    for reader in table.connections:
        if reader.who.key == who.key:
            reader.who = Who(who.key, wanted, who.user, who.guest)
    seat = table.state.seat_of(who.key)
    if seat is not None and table.state.status == "lobby" and not table.state.reserved:
        table.state.seats[seat].name = free_name(table, wanted, seat)
        await store_seats(table, seat)


# ---- in the game ---------------------------------------------------------------------------------------------------------------


async def ready(table: LiveTable, connection: Connection, message: Json) -> None:
    """Somebody has seen the result."""
    nonce = message.get("nonce", "")
    if not fair.is_nonce(nonce):
        raise BadMessage("json")
    seat = _own_seat(table, connection)
    if table.asked is None and not table.unconfirmed:
        return
    if nonce:
        table.add(seat, nonce)
    table.ready.add(seat)
    table.tell_table()
    table.clock.plan()


async def contribute(table: LiveTable, connection: Connection, message: Json) -> None:
    """A person's part of the next pack: after the server has committed itself, once, and for this pack alone."""
    nonce, seat = message.get("nonce"), _own_seat(table, connection)
    if not fair.is_nonce(nonce) or len(str(nonce)) < fair.LEAST_NONCE:
        raise BadMessage("json", "nonce")
    if table.asked is None or message.get("commitment") != table.asked.commitment:
        raise BadMessage("state")
    if not table.add(seat, str(nonce)):  # another device of the same person was first, or a bot played here when it was promised
        raise BadMessage("state")
    connection.tell("contributed", commitment=table.asked.commitment)
    table.clock.plan()


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
        if sum(asked.votes.get(voter) == option for voter in here) >= needed(table):
            table.people.vote = None
            if option == "bot":
                table.state.seats[asked.seat].stand_in = True
                await store_seats(table, asked.seat)
            else:
                table.people.patience[asked.seat] = time.monotonic() + table.pace.wait
            break
    table.tell_table()
    table.clock.plan()


def hints_on(table: LiveTable) -> bool:
    """Whether hints are given here: against bots alone they are, with other people once the host has said so; never for a club."""
    state = table.state
    if state.reserved:
        return False
    alone = sum(seat.person for seat in state.seats) <= 1
    return alone if table.hints is None else table.hints


async def hints(table: LiveTable, connection: Connection, message: Json) -> None:
    """The host turns hints on or off; everybody is told."""
    _host_only(table, connection)
    if table.state.reserved:
        raise BadMessage("state")
    table.hints = wire.field(message, "yes", bool)
    table.tell_table()


async def hint(table: LiveTable, connection: Connection, message: Json) -> None:
    """What the strongest player would do in one's seat now, from what the seat may know."""
    seat, game = _own_seat(table, connection), table.state.game
    if not hints_on(table) or game is None or table.asked is not None or seat not in awaited(game):
        raise BadMessage("state")
    if not connection.hints.take():
        raise BadMessage("rate")
    chance = croupier.chance(table.state.secret, "hint", table.state.number, len(game.events), seat)
    try:
        advice = await thinkers.hint(view_of(game, seat), chance)
    except Busy:
        raise BadMessage("busy") from None
    if advice is None:
        raise BadMessage("state")
    connection.tell("hint", n=table.state.n, event=wire.write_event(advice.event), key=advice.key, facts=dict(advice.facts))


async def share(table: LiveTable, connection: Connection, message: Json) -> None:
    """Agree that everybody may see the replays; it takes all people at the table."""
    seat = _own_seat(table, connection)
    table.state.seats[seat].share = wire.field(message, "yes", bool)
    await store_seats(table, seat)


async def again(table: LiveTable, connection: Connection, message: Json) -> None:
    """Another game."""
    if table.state.status != "over" or table.state.reserved:
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
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in str(message.get("text", ""))).split())
    if not text or len(text) > wire.MOST_CHAT:
        raise BadMessage("size" if text else "json")
    if table.state.status == "playing" and table.state.playing == "free" and seat not in table.talked:
        table.talked.add(seat)
        for reader in table.connections:  # it may be objected to now
            table.sync(reader)
    _talk(table, connection, "chat", seat, seated=True, text=text)


def _talk(table: LiveTable, connection: Connection, kind: str, seat: int, *, seated: bool = False, **what: str) -> None:
    """Tell all who are here, or (`seated`) only those who sit at the table."""
    if not connection.chats.take():
        raise BadMessage("rate")
    for reader in table.connections:
        if seated and table.state.seat_of(reader.who.key) is None:
            continue
        reader.tell(kind, seat=seat, name=table.state.seats[seat].name, **what)


REQUESTS: Mapping[str, Callable[[LiveTable, Connection, Json], Awaitable[None]]] = {
    "hello": hello,
    "prefer": prefer,
    "sit": sit,
    "leave": leave,
    "bot": bot,
    "kick": kick,
    "start": start,
    "name": name,
    "ready": ready,
    "contribute": contribute,
    "vote": vote,
    "hints": hints,
    "hint": hint,
    "share": share,
    "again": again,
    "say": say,
    "chat": chat,
}
