"""What a table tells its readers: the whole view to whoever comes, and with each event only what has changed since.

A reader keeps what it was told last, so the difference is always its own: `{...view, ...message.view}` is the whole view again.
Readers who sit at the same place and were told the same get the same bytes. Promise: nothing of a game is told here that did not
come through the door of `core.view`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from puur.core.game import Game
from puur.core.known import Told
from puur.core.ledger import Entry
from puur.core.view import Door
from puur.web.live import viewing
from puur.web.live.connection import Connection, Parts
from puur.web.live.state import Row
from puur.web.live.viewing import CutAsked
from puur.web.live.wire import Json, encode, write_told


class Moment(NamedTuple):
    """A game as it stands, with what the table knows beside it."""

    game: Game
    asked: CutAsked | None
    talked: Collection[int]


class Teller:
    """The voice of one table."""

    def __init__(self) -> None:
        self._slow: tuple[tuple[object, ...], Json] = ((), {})
        self._entries: list[tuple[Entry, Json]] = []

    def whole(self, moment: Moment, audience: int | None, first: int | None) -> tuple[Parts, bytes, list[Json]]:
        """Everything for one audience: the view in its parts and as text, and the events from place `first` of the game on."""
        door = Door(moment.game, first)
        parts = self._parts(moment, door, audience, None)
        return parts, encode({**parts.own, **parts.quick, **parts.slow}), [write_told(told) for told in door.events(audience)]

    def tell(
        self,
        moment: Moment,
        rows: Sequence[Row],
        readers: Iterable[tuple[Connection, int | None]],
        actor: Connection | None,
        ok: bytes,
    ) -> None:
        """Tell all readers of new events; `ok` is for whoever did it, in the same breath."""
        door = Door(moment.game, len(moment.game.events) - len(rows))
        now: dict[int | None, Parts] = {}
        made: dict[tuple[int | None, int, int, int], tuple[Parts, list[bytes]]] = {}
        changed: dict[int, bytes] = {}
        events: dict[int, bytes] = {}
        quick: Json | None = None
        for reader, audience in readers:
            before = reader.told
            if before is None:
                continue
            if audience not in now:
                now[audience] = self._parts(moment, door, audience, quick)
                quick = now[audience].quick
            after = now[audience]
            key = audience, id(before.own), id(before.quick), id(before.slow)
            if key not in made:
                if id(before.quick) not in changed:
                    changed[id(before.quick)] = _changes(before.quick, after.quick)
                pieces = (_changes(before.own, after.own), changed[id(before.quick)], _changes(before.slow, after.slow))
                view = b",".join(piece for piece in pieces if piece)
                made[key] = before, [*_messages(rows, door.events(audience), events, view)]
            reader.told = after
            if reader is actor:
                reader.send(*made[key][1], ok)
            else:
                reader.send(*made[key][1])

    def _parts(self, moment: Moment, door: Door, audience: int | None, quick: Json | None) -> Parts:
        game, asked, talked = moment
        view = door.view(audience)
        own = viewing.own(view, game.book, asked)
        return Parts(own, quick or viewing.public(view, game, asked, talked), self._seldom(game, asked))

    def _seldom(self, game: Game, asked: CutAsked | None) -> Json:
        key = viewing.slow_key(game, asked)
        if key != self._slow[0]:
            self._slow = key, viewing.slow(game, asked, self._written(game.ledger.entries))
        return self._slow[1]

    def _written(self, entries: Sequence[Entry]) -> list[Json]:
        """The entries as JSON; those that were written before are kept, so that a long game costs no more than a short one."""
        kept = self._entries
        while kept and (len(kept) > len(entries) or kept[-1][0] is not entries[len(kept) - 1]):
            kept.pop()
        kept.extend((entry, viewing.entry_json(entry)) for entry in entries[len(kept) :])
        return [entry for _, entry in kept]


def _changes(before: Json, after: Json) -> bytes:
    """What differs, as the inside of a JSON object."""
    if before is after:
        return b""
    return encode({name: value for name, value in after.items() if name not in before or before[name] != value})[1:-1]


def _messages(rows: Sequence[Row], told: Sequence[Told], events: dict[int, bytes], view: bytes) -> Iterable[bytes]:
    """A message for each event; the first one has what has changed."""
    for row, event in zip(rows, told, strict=True):
        if id(event) not in events:
            events[id(event)] = encode(write_told(event))
        by = b'"by":"%b",' % row.by.encode() if row.by else b""
        yield b'{"v":1,"t":"event","n":%d,"at":%d,%b"event":%b,"view":{%b}}' % (row.n, row.at, by, events[id(event)], view)
        view = b""
