"""Around the game: what people ask of a table besides playing. Votes, hints, replays for all, another game, phrases and chat.

Each request is a function of the table, a connection and its message; `REQUESTS` lists them. Presence, votes and talk live in
memory only.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from puur.core.actions import awaited
from puur.core.faces import Faces
from puur.core.view import view_of
from puur.web import fair
from puur.web.live import croupier, seating, wire
from puur.web.live.bot_pool import Busy, thinkers
from puur.web.live.connection import HASTE, Connection
from puur.web.live.seating import host_only, own_seat, store_seats
from puur.web.live.table_json import hints_on, may_chat, needed
from puur.web.live.wire import PHRASES, BadMessage, Json
from puur.words import LANGUAGES

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable


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


async def ready(table: LiveTable, connection: Connection, message: Json) -> None:
    """Somebody has seen the result."""
    nonce = message.get("nonce", "")
    if not fair.is_nonce(nonce):
        raise BadMessage("json")
    seat = own_seat(table, connection)
    if table.asked is None and not table.unconfirmed:
        return
    if nonce:
        table.add(seat, nonce)
    table.ready.add(seat)
    table.tell_table()
    table.clock.plan()


async def contribute(table: LiveTable, connection: Connection, message: Json) -> None:
    """A person's part of the next pack: after the server has committed itself, once, and for this pack alone."""
    nonce, seat = message.get("nonce"), own_seat(table, connection)
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
    seat, asked = own_seat(table, connection), table.people.vote
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


async def hints(table: LiveTable, connection: Connection, message: Json) -> None:
    """The host turns hints on or off; everybody is told."""
    host_only(table, connection)
    if table.state.reserved:
        raise BadMessage("state")
    table.hints = wire.field(message, "yes", bool)
    table.tell_table()


async def hint(table: LiveTable, connection: Connection, message: Json) -> None:
    """What the strongest player would do in one's seat now, from what the seat may know."""
    seat, game = own_seat(table, connection), table.state.game
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
    seat = own_seat(table, connection)
    table.state.seats[seat].share = wire.field(message, "yes", bool)
    await store_seats(table, seat)


async def again(table: LiveTable, connection: Connection, message: Json) -> None:
    """Another game."""
    if table.state.status != "over" or table.state.reserved:
        raise BadMessage("state")
    table.again.add(own_seat(table, connection))
    table.tell_table()
    await seating.begin_again(table)


# ---- talk ----------------------------------------------------------------------------------------------------------------------


async def say(table: LiveTable, connection: Connection, message: Json) -> None:
    """A phrase for all."""
    seat = own_seat(table, connection)
    phrase = wire.field(message, "phrase", str, high=16)
    if phrase not in PHRASES:
        raise BadMessage("json")
    _talk(table, connection, "said", seat, phrase=phrase)


async def chat(table: LiveTable, connection: Connection, message: Json) -> None:
    """Free text, where the table has it."""
    seat = own_seat(table, connection)
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
    "sit": seating.sit,
    "leave": seating.leave,
    "bot": seating.bot,
    "kick": seating.kick,
    "start": seating.start,
    "name": seating.name,
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
