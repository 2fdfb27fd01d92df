"""How a table looks around the game: to somebody who is there, and in the store."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from puur.bots.levels import unknown
from puur.web.live.bot_pool import LEVELS
from puur.web.live.connection import Connection
from puur.web.live.state import TableState
from puur.web.live.wire import PHRASES, Json

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable


def needed(table: LiveTable) -> int:
    """How many votes decide: more than half of those who are there."""
    return len(table.people_here()) // 2 + 1


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


def hints_on(table: LiveTable) -> bool:
    """Whether hints are given here: against bots alone they are, with other people once the host has said so; never for a club."""
    state = table.state
    if state.reserved:
        return False
    alone = sum(seat.person for seat in state.seats) <= 1
    return alone if table.hints is None else table.hints
