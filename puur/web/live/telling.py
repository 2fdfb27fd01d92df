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
from puur.core.view import OWN, Door, View
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
        self._private: dict[int, tuple[tuple[object, ...], Json]] = {}

    def whole(self, moment: Moment, audience: int | None, first: int | None) -> tuple[Parts, bytes, list[Json]]:
        """Everything for one audience: the view in its parts and as text, and the events from place `first` of the game on."""
        door = Door(moment.game, first)
        view = door.view(audience)
        parts = Parts(self._own(moment, view), self._public(moment, view), self._seldom(moment))
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
        slow, quick = self._seldom(moment), None
        now: dict[int | None, Parts] = {}
        made: dict[tuple[int | None, int], tuple[Parts, list[bytes]]] = {}  # for an audience that was told this before
        shared: dict[tuple[int, int], bytes] = {}  # what has changed for all who were told this before
        heads: dict[int, bytes] = {}
        for reader, audience in readers:
            before = reader.told
            if before is None:
                continue
            after = now.get(audience)
            if after is None:
                view = door.view(audience)
                quick = quick or self._public(moment, view)
                after = now[audience] = Parts(self._own(moment, view), quick, slow)
            reader.told = after
            known = made.get((audience, id(before)))
            if known is None:
                both = id(before.quick), id(before.slow)
                if both not in shared:
                    shared[both] = _joined(_changes(before.quick, quick or {}), _changes(before.slow, slow))
                changes = _joined(_changes(before.own, after.own), shared[both])
                known = made[audience, id(before)] = before, _messages(rows, door.events(audience), heads, changes)
            if reader is actor:
                reader.send(*known[1], ok)
            else:
                reader.send(*known[1])

    def _own(self, moment: Moment, view: View) -> Json:
        """The part of one audience; with every card, three of four seats keep theirs."""
        key = (*view[:OWN], moment.asked)
        kept = self._private.get(view.seat)
        if kept is None or kept[0] != key:
            kept = self._private[view.seat] = key, viewing.own(view, moment.game.book, moment.asked)
        return kept[1]

    def _public(self, moment: Moment, view: View) -> Json:
        return viewing.public(view, moment.game, moment.asked, moment.talked)

    def _seldom(self, moment: Moment) -> Json:
        game, asked = moment.game, moment.asked
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
    return encode({name: value for name, value in after.items() if before[name] != value})[1:-1]


def _joined(first: bytes, second: bytes) -> bytes:
    return b"%b,%b" % (first, second) if first and second else first or second


def _messages(rows: Sequence[Row], told: Sequence[Told], heads: dict[int, bytes], view: bytes) -> list[bytes]:
    """A message for each event; the first one has what has changed."""
    made = []
    for row, event in zip(rows, told, strict=True):
        head = heads.get(id(event))
        if head is None:
            by = f'"by":"{row.by}",' if row.by else ""
            text = f'{{"v":1,"t":"event","n":{row.n},"at":{row.at},{by}"event":'.encode()
            head = heads[id(event)] = b'%b%b,"view":{' % (text, encode(write_told(event)))
        made.append(b"%b%b}}" % (head, view))
        view = b""
    return made
