"""What a table tells its readers: the whole view to whoever comes, and with each event only what has changed since.

`{...view, ...message.view}` is the whole view again; of the entries of the slate, which grow with the game, only new ones are sent.
Promises: nothing of a game is told here that did not come through the door of `core.view`; what is told changes with an event,
or when everybody is told everything, so that all who were (`Connection.told`) know the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from puur.core.game import Game
from puur.core.known import Told
from puur.core.ledger import Entry
from puur.core.view import OWN, Door, View
from puur.web.live import viewing
from puur.web.live.connection import Connection
from puur.web.live.state import Row
from puur.web.live.viewing import CutAsked
from puur.web.live.wire import Json, encode, write_told


class Moment(NamedTuple):
    """A game as it stands, with what the table knows beside it."""

    game: Game
    asked: CutAsked | None
    talked: Collection[int]


class Teller:
    """The voice of one table, and what it has said last."""

    def __init__(self) -> None:
        self._quick: Json = {}
        self._slow: tuple[tuple[object, ...], Json] = ((), {})
        self._own: dict[int, tuple[tuple[object, ...], Json]] = {}
        self._entries: list[Entry] = []

    def whole(self, moment: Moment, audience: int | None, first: int | None) -> tuple[bytes, list[Json]]:
        """Everything for one audience: the view, and the events from place `first` of the game on."""
        door = Door(moment.game, first)
        view = door.view(audience)
        self._quick = viewing.public(view, moment.game, moment.asked, moment.talked)
        self._new_entries(moment.game.ledger.entries)
        entries = [viewing.entry_json(entry) for entry in self._entries]
        told = {**self._own_part(moment, view), **self._quick, **self._seldom(moment), "entries": entries}
        return encode(told), [write_told(event) for event in door.events(audience)]

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
        shared, tail = None, b""
        made: dict[int | None, list[bytes]] = {}
        heads: dict[int, bytes] = {}
        for reader, audience in readers:
            if not reader.told:
                continue
            messages = made.get(audience)
            if messages is None:
                view = door.view(audience)
                if shared is None:
                    shared, tail = self._shared(moment, view), self._new_entries(moment.game.ledger.entries)
                before = self._own.get(view.seat, ((), {}))[1]
                changes = _joined(_changes(before, self._own_part(moment, view)), shared)
                messages = made[audience] = _messages(rows, door.events(audience), heads, changes, tail)
            if reader is actor:
                reader.send(*messages, ok)
            else:
                reader.send(*messages)

    def _shared(self, moment: Moment, view: View) -> bytes:
        """What has changed for all; `view` may be anybody's."""
        quick, slow = self._quick, self._slow[1]
        self._quick = viewing.public(view, moment.game, moment.asked, moment.talked)
        return _joined(_changes(quick, self._quick), _changes(slow, self._seldom(moment)))

    def _own_part(self, moment: Moment, view: View) -> Json:
        """The part of one audience; with every card, three of four seats keep theirs."""
        key = (*view[:OWN], moment.asked)
        kept = self._own.get(view.seat)
        if kept is None or kept[0] != key:
            kept = self._own[view.seat] = key, viewing.own(view, moment.game.book, moment.asked)
        return kept[1]

    def _seldom(self, moment: Moment) -> Json:
        key = viewing.slow_key(moment.game, moment.asked)
        if key != self._slow[0]:
            self._slow = key, viewing.slow(moment.game, moment.asked)
        return self._slow[1]

    def _new_entries(self, entries: Sequence[Entry]) -> bytes:
        """What was written since, and from which place on it stands; a long game costs no more than a short one."""
        told, before = self._entries, len(self._entries)
        while told and (len(told) > len(entries) or told[-1] is not entries[len(told) - 1]):
            told.pop()
        first = len(told)
        if first == before == len(entries):
            return b""
        told.extend(entries[first:])
        return b',"entries":' + encode({"from": first, "new": [viewing.entry_json(entry) for entry in entries[first:]]})


def _changes(before: Json, after: Json) -> bytes:
    """What differs, as the inside of a JSON object."""
    if before is after:
        return b""
    return encode({name: value for name, value in after.items() if name not in before or before[name] != value})[1:-1]


def _joined(first: bytes, second: bytes) -> bytes:
    return b"%b,%b" % (first, second) if first and second else first or second


def _messages(rows: Sequence[Row], told: Sequence[Told], heads: dict[int, bytes], view: bytes, tail: bytes) -> list[bytes]:
    """A message for each event; the first one has what has changed."""
    made = []
    for row, event in zip(rows, told, strict=True):
        head = heads.get(id(event))
        if head is None:
            by = f'"by":"{row.by}",' if row.by else ""
            text = f'{{"v":1,"t":"event","n":{row.n},"at":{row.at},{by}"event":'.encode()
            head = heads[id(event)] = b'%b%b,"view":{' % (text, encode(write_told(event)))
        made.append(b"%b%b}%b}" % (head, view, tail))
        view = tail = b""
    return made
