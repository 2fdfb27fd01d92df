"""Who is at a table: coming, going, looking on, being away for long, and the vote about it. It lives in memory only."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.web.live import seating
from puur.web.live.connection import Connection, complain
from puur.web.live.state import Who
from puur.web.live.wire import Json

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable

MOST_CONNECTIONS, MOST_TABS = 64, 6


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

    def _waiting(self, table: LiveTable, seat: int) -> float | None:
        """When the others are asked about a seat."""
        place = table.state.seats[seat]
        if seat not in self.away or not place.person or place.stand_in or table.state.status != "playing" or table.state.reserved:
            return None
        if not [other for other in table.people_here() if other != seat]:
            return None
        return max(self.patience.get(seat, 0.0), self.away[seat][0] + (0 if seat in self.gone else table.pace.grace))

    def due(self, table: LiveTable) -> float | None:
        """When somebody has to be asked next."""
        if self.vote is not None or not self.away:
            return None
        times = [when for seat in self.away if (when := self._waiting(table, seat)) is not None]
        return min(times, default=None)

    def tick(self, table: LiveTable, now: float) -> None:
        """Ask the others if it is time."""
        if self.vote is None:
            late = [seat for seat in self.away if (when := self._waiting(table, seat)) is not None and when <= now]
            if late:
                self.vote = Vote(late[0])
                table.tell_table()
        elif self.vote.seat not in self.away:
            self.vote = None
            table.tell_table()


async def arrive(table: LiveTable, connection: Connection, message: Json) -> None:
    """Somebody has connected: may they look on, and is this a person that was away?"""
    who, state = connection.who, table.state
    tabs = [other for other in table.connections if other.who.key == who.key and who.key]
    if len(tabs) >= MOST_TABS:
        tabs[0].close(4429)
        table.connections.remove(tabs[0])
    seat = state.seat_of(who.key)
    if len(table.connections) >= MOST_CONNECTIONS:
        # Whoever sits here comes in: those who only look on cannot keep them out.
        looker = next((other for other in table.connections if state.seat_of(other.who.key) is None), None)
        (looker if seat is not None and looker is not None else connection).close(4429)
        if seat is None or looker is None:
            return
        table.connections.remove(looker)
    if seat is None and not may_watch(table, who):
        complain(connection, "auth", message)
        connection.close(4401)
        return
    table.connections.append(connection)
    back = seat is not None and await seating.returned(table, seat)
    if state.instant and state.status == "lobby" and seat is not None and who.key == state.host:
        await seating.fill_and_begin(table)
        table.tell_table(but=connection)
        return
    if complete(table):
        await table.begin()
        table.tell_table(but=connection)
        return
    table.sync(connection, message.get("since"))
    table.tell_table(but=None if back else connection)
    table.clock.plan()


def complete(table: LiveTable) -> bool:
    """Whether everybody has come for whom a seat was reserved, so that the game begins."""
    return table.state.reserved and table.state.status == "lobby" and len(table.people_here()) == len(table.state.seats)


async def depart(table: LiveTable, connection: Connection) -> None:
    """A connection has ended."""
    if connection in table.connections:
        table.connections.remove(connection)
    seat = table.state.seat_of(connection.who.key)
    if seat is not None and not table.here(seat):
        table.people.went(seat)
    table.tell_table()
    table.clock.plan()


def send_away(table: LiveTable) -> None:
    """Whoever may not be here any longer goes: the game has begun, or the seat is another's."""
    for connection in [*table.connections]:
        if table.state.seat_of(connection.who.key) is None and not may_watch(table, connection.who):
            table.connections.remove(connection)
            complain(connection, "auth")
            connection.close(4401)


def may_watch(table: LiveTable, who: Who) -> bool:
    """Whether somebody without a seat may look on: in the lobby everybody with the link, later where the table allows it."""
    state = table.state
    return state.status == "lobby" or state.spectators or (bool(who.key) and who.key == state.host)
