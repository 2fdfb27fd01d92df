"""What somebody does in the game: read from a message, taken by the game with all that follows from it, ready to be stored.

The rules are `puur.core`; whose turn it is and what a card means is asked there. Nothing here is stored or told.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import orjson

from puur.core.errors import RuleViolation
from puur.core.events import (
    Announced,
    CardPlayed,
    Cut,
    Dealt,
    Event,
    IncidentReported,
    Pushed,
    RulingMade,
    StoeckShown,
    TrumpTurned,
)
from puur.core.form import form_of
from puur.core.game import Game
from puur.core.seats import other
from puur.core.setup import Playing, Setup
from puur.core.striche import striche
from puur.log import chain
from puur.log.errors import Unfit
from puur.notation.game_events import GAME, SETUP
from puur.web import fair
from puur.web.live import croupier, objections, table_json, written
from puur.web.live.connection import Connection
from puur.web.live.state import Commit, NotStored, Row, TableState
from puur.web.live.wire import BadMessage, Json, encode, field, named

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable

# What people may submit; all else is the table's own work. The field that holds the seat of whoever submits it.
GUIDED: Mapping[str, str] = dict.fromkeys(
    (
        "cut", "pushed", "announced", "card-played", "trick-looked", "weis-announced", "weis-named", "weis-added", "weis-asked",
        "weis-demanded", "stoeck-shown", "claimed", "conceded", "thanked", "ausmach-invoked",
    ),
    "seat",
)  # fmt: skip
FREE: Mapping[str, str] = {**GUIDED, "cards-laid": "seat", "incident-reported": "by", "choice-made": "by"}

MOST_DEEDS = 80  # of one kind, of one seat in one deal; what brings the deal forward is always taken


class Deed(NamedTuple):
    """What a seat does: a person, or a bot (`by` where it acts for a person)."""

    event: Event
    seat: int | None  # None: an official, from outside
    by: str = ""
    nonce: str = ""
    stoeck: bool = False  # shown with the card, if they are due
    connection: Connection | None = None
    action: str = ""


class Taken(NamedTuple):
    """An event that the game has taken: whose it is (None: the table's own), and the id of the action."""

    event: Event
    seat: int | None = None
    action: str | None = None
    by: str = ""


class Step(NamedTuple):
    """Something that the game has taken and that is not stored yet."""

    commit: Commit
    seat: int | None = None
    connection: Connection | None = None
    action: str = ""


def at_once(table: LiveTable, connection: Connection, message: Json) -> Step | None:
    """Read it and have the game take it; None if it was done already."""
    deed = read(table, connection, message)
    return None if deed is None else take(table, deed)


def read(table: LiveTable, connection: Connection, message: Json) -> Deed | None:
    """What somebody wants to do; None if it was done already."""
    state = table.state
    seat, game = state.seat_of(connection.who.key), state.game
    action = field(message, "id", str, high=64)
    if not action:
        raise BadMessage("json", "id")
    if seat is None:
        raise BadMessage("auth")
    known = state.actions.get(action)
    if known is not None:
        if known[0] != seat:
            raise BadMessage("auth")
        connection.tell("ok", id=action, n=known[1])
        return None
    if game is None or state.status != "playing":
        raise BadMessage("state")
    event, nonce = read_event(message.get("event"), seat, form=game.book.form, free=state.playing == "free")
    if not fair.is_nonce(nonce):
        raise BadMessage("json", "nonce")
    if not isinstance(event, CardPlayed | Announced | Pushed | Cut) and _deeds(game, seat, type(event)) >= MOST_DEEDS:
        raise BadMessage("rate")  # looking at a trick, or asking for a Weis, can be repeated for ever
    if game.free:
        event = objections.stated(event, game)
        objections.check(game, event, seat, table.talked)
    stoeck = message.get("stoeck") is True  # together with the card, before the next one covers it
    return Deed(event, seat, nonce=nonce, stoeck=stoeck, connection=connection, action=action)


@lru_cache(maxsize=64)
def submitted(form: str, free: bool) -> Mapping[str, str]:
    """What people may submit in a game: what they may in every one, and what only this form knows and a seat says."""
    game = form_of(form)
    kinds = [GAME.by_class[kind] for kind in ({} if game is None else game.handlers) if kind is not TrumpTurned]
    said = [kind.tag for kind in kinds if any(part.name == "seat" for part in kind.fields)]
    return {**(FREE if free else GUIDED), **dict.fromkeys(said, "seat")}


def read_event(data: object, seat: int, *, form: str = "", free: bool = False) -> tuple[Event, str]:
    """What a seat wants to submit in a game of this form, and the nonce where it cuts."""
    if not isinstance(data, dict):
        raise BadMessage("json", "event")
    nonce = ""
    if data.get("event") == "cut" and "nonce" in data:
        data = dict(data)
        nonce = data.pop("nonce")
    return _read_event(encode(data), seat, form, free), nonce


@lru_cache(maxsize=4096)
def _read_event(text: bytes, seat: int, form: str, free: bool) -> Event:
    """An event that was read is kept, so that the same card is not checked field by field all day."""
    data = orjson.loads(text)
    kind, allowed = data.get("event"), submitted(form, free)
    if not isinstance(kind, str) or kind not in allowed:
        raise BadMessage("json", "event")
    own = allowed[kind]
    if own in data:
        raise BadMessage("json", own)
    if kind == "choice-made":
        data.pop("official", None)
    try:
        event: Event = GAME.read(named({**data, own: seat}))
    except Unfit as problem:
        raise BadMessage("json", problem.at or str(problem.expected)) from None
    return event


def _deeds(game: Game, seat: int, kind: type[Event]) -> int:
    """How often a seat has done something of this kind since the cards were dealt: looks never use up a Weis."""
    since = itertools.takewhile(lambda event: not isinstance(event, Dealt), reversed(game.events))
    return sum(isinstance(event, kind) and seat in (getattr(event, "seat", None), getattr(event, "by", None)) for event in since)


def take(table: LiveTable, deed: Deed) -> Step:
    """Have the game take it, with all that follows from it by itself. Refused, nothing has changed."""
    game, seat, event = table.state.game, deed.seat, deed.event
    assert game is not None
    events, at = [event], 0
    if isinstance(event, Cut):
        events = _cut(table, game, event, deed)
        at = events.index(event)
    taken: list[Taken] = []
    try:
        for place, said in enumerate(events):
            game.submit(said)
            taken.append(Taken(said, seat, deed.action if deed.action and place == at else None, deed.by))
    except RuleViolation as problem:
        if taken:  # the earlier ones of several were taken already: back to what is stored
            raise NotStored("half taken") from problem
        raise
    if isinstance(event, IncidentReported) and event.offence in objections.TALK:
        table.talked.discard(event.seat)  # one ruling for what was written so far
    if seat is not None and deed.stoeck and croupier.stoeck_due(game, seat):
        game.submit(StoeckShown(seat))
        taken.append(Taken(StoeckShown(seat), seat, by=deed.by))
    taken += _follow(game, table.state)
    return Step(_commit(table.state, game, taken), seat, deed.connection, deed.action)


def _cut(table: LiveTable, game: Game, event: Cut, deed: Deed) -> list[Event]:
    """Shuffle, cut and deal, if this seat has to cut now and lifts neither too few nor too many cards."""
    asked = table.asked
    if asked is None or asked.seat != deed.seat:
        raise game.refuse("dealing.cutter", "nothing-to-cut" if asked is None else "not-the-cutter", seat=deed.seat)
    if not asked.least <= event.lifted <= asked.most:
        raise game.refuse("dealing.cut_min", "cut-size", lifted=event.lifted, least=asked.least, most=asked.most)
    if deed.nonce:
        table.add(deed.seat, deed.nonce)
    return croupier.deal_events(game, table.state.secret, event, table.given)


def _follow(game: Game, state: TableState) -> list[Taken]:
    """What the referee and the table itself do now."""
    taken: list[Taken] = []
    while (own := objections.next_event(game) if game.free else None) is not None:
        try:
            game.submit(own)
        except RuleViolation:  # what cannot be carried out any more is put on record without effect
            assert isinstance(own, RulingMade)
            own = replace(own, effects=())
            game.submit(own)
        taken.append(Taken(own))
    while (own := croupier.next_event(game, state.secret)) is not None:
        game.submit(own)
        taken.append(Taken(own))
    bots = tuple(seat for seat in range(len(state.seats)) if state.is_bot(seat))
    if (promised := croupier.promise(game, state.secret, bots)) is not None:
        game.submit(promised)
        taken.append(Taken(promised))
    return taken


def confirm(state: TableState) -> Step:
    """Nobody objects any more to the last deal: the game is over."""
    assert state.game is not None
    return Step(_commit(state, state.game, (), confirmed=True))


def _commit(
    state: TableState,
    game: Game,
    taken: Iterable[Taken],
    change: Json | None = None,
    begun: Json | None = None,
    *,
    confirmed: bool = False,
) -> Commit:
    """Numbered rows, each with its event as in a record; with the result of a game that is over, once it is confirmed."""
    now, number, before = time.time_ns() // 1_000_000, state.number, state.head
    rows = []
    for n, (event, seat, action, by) in enumerate(taken, start=state.n + 1):
        data = GAME.text(event)
        before = chain.head(before, n, number, now, seat, action, by, data)
        rows.append(Row(n, number, now, seat, action, by, event, data, before))
    ended = _ended(state, game) if game.over and (confirmed or not objections.in_window(game)) else None
    if ended is not None:
        change = {**(change or {}), "state": "over"}
    return Commit(state.id, rows, change, begun, ended)


def _ended(state: TableState, game: Game) -> Json:
    """What is kept of a game that is over."""
    marks = striche(game)
    people = [
        {
            "seat": number, "user_id": seat.user, "guest_id": seat.guest, "name": seat.name, "bot": seat.bot,
            "left": seat.stand_in, "striche": marks[number].total,
        }
        for number, seat in enumerate(state.seats)
    ]  # fmt: skip
    return {
        "number": state.number,
        "totals": list(game.ledger.totals),
        "winner": game.winner,
        "schneider": game.schneider,
        "deals": [written.result_json(game, deal) for deal in game.finished_deals],
        "participants": people,
    }


def begin(state: TableState) -> Step:
    """The next game with those who sit here, as far as it goes by itself."""
    before = state.game
    pairs = before is not None and len(before.ledger.totals) == 2
    lost = other(before.winner) if before is not None and before.winner is not None and pairs else None
    setup = Setup(names=state.names, playing=Playing(state.playing), lost_before=lost, number=state.number + 1)
    if state.faces:
        setup = replace(setup, faces=type(state.book.table.faces)(state.faces))
    setup = croupier.seated(state.book, setup, state.secret)
    state.number += 1
    state.game = game = Game(state.book, setup)
    state.head_before, state.heads = state.head, []
    state.started_at, state.status = state.n, "playing"
    begun = {"number": state.number, "book": state.book.key, "setup": SETUP.write(setup)}
    change = {"state": "playing", "game": state.number, "seats": table_json.seat_rows(state)}
    return Step(_commit(state, game, _follow(game, state), change, begun))
