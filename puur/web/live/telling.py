"""What a table tells its readers: the whole view to whoever comes, and with each event only what has changed since.

`{...view, ...message.view}` is the whole view again; of the lists that grow with the game (`GROWING`) only what is new is sent.
Promises: nothing of a game is told here that did not come through the door of `core.view`; what is told changes with an event,
or when everybody is told everything, so that all who were (`Connection.told`) know the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from puur.core.cards import CardSet
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Event, WeisAdded, WeisAnnounced
from puur.core.form import Amount
from puur.core.game import Game
from puur.core.known import Told
from puur.core.mode import Mode
from puur.core.reglement import Reglement
from puur.core.trick import Trick
from puur.core.view import OWN, Aftermath, View, tell_all
from puur.core.weis_told import WeisSeen
from puur.web.live import objections, written
from puur.web.live.connection import Connection
from puur.web.live.croupier import CutAsked
from puur.web.live.state import Row
from puur.web.live.wire import Json, encode, write_event, write_told

Readers = Sequence[tuple[Connection, int | None]]
GROWING: dict[str, Callable[[Any], Json]] = {"entries": written.entry_json, "rulings": written.ruling_json}


class Moment(NamedTuple):
    """A game as it stands, with what the table knows beside it."""

    game: Game
    asked: CutAsked | None
    talked: Collection[int]
    unconfirmed: bool = False  # the game is over, but its last deal may still be objected to


class Teller:
    """The voice of one table, and what it has said last."""

    def __init__(self) -> None:
        self._public: Json = {}
        self._parts: dict[object, tuple[tuple[object, ...], Json]] = {}  # with what they were made of
        self._grown: dict[str, list[Any]] = {name: [] for name in GROWING}

    def whole(self, moment: Moment, audience: int | None, first: int | None) -> tuple[bytes, list[Json]]:
        """Everything for one audience: the view, and the events from place `first` of the game on."""
        view, events = tell_all(moment.game, first, [audience])[audience]
        self._shared(moment, view)
        told = {**self._own(moment, view)[1], **self._public, **self._parts["seldom"][1], **self._parts["deals"][1]}
        lists = {name: [write(item) for item in self._grown[name]] for name, write in GROWING.items()}
        return encode(told | lists), [write_told(event) for event in events]

    def tell(self, moment: Moment, rows: Sequence[Row], readers: Readers, actor: Connection | None, ok: bytes) -> None:
        """Tell all readers of new events; `ok` is for whoever did it, in the same breath."""
        game = moment.game
        audiences = {audience for reader, audience in readers if reader.told}
        made: dict[int | None, list[bytes]] = {}
        heads: dict[int, list[bytes]] = {}  # those who are told the same of the events share these
        shared, grown = b"", b""
        for audience, (view, events) in tell_all(game, len(game.events) - len(rows), audiences).items():
            if not made:
                shared, grown = self._shared(moment, view)
            begun = heads.get(id(events)) or heads.setdefault(id(events), _heads(rows, events))
            changes = _joined(_changes(*self._own(moment, view)), shared)
            made[audience] = [b"%b%b}%b}" % (begun[0], changes, grown), *[b"%b}}" % head for head in begun[1:]]]
        for reader, audience in readers:
            if reader.told:
                reader.send(*made[audience], ok) if reader is actor else reader.send(*made[audience])

    def _shared(self, moment: Moment, view: View) -> tuple[bytes, bytes]:
        """What has changed for all, and what has grown; `view` may be anybody's."""
        game, asked, before = moment.game, moment.asked, self._public
        self._public = public(view, game, asked, moment.talked, unconfirmed=moment.unconfirmed)
        changes = _changes(before, self._public)
        slow, now = self._part("seldom", written.seldom_key(game, asked), written.seldom, game, asked)
        if slow is not now:
            deals = self._part("deals", written.by_deals_key(game), written.by_deals, game)
            changes = _joined(_joined(changes, _changes(slow, now)), _changes(*deals))
        return changes, self._new("entries", game.ledger.entries) + self._new("rulings", game.rulings)

    def _own(self, moment: Moment, view: View) -> tuple[Json, Json]:
        """The part of one audience; with every card, three of four seats keep theirs."""
        return self._part(view.seat, (*view[:OWN], moment.asked), own, view, moment.game.book, moment.asked)

    def _part(self, name: object, key: tuple[object, ...], make: Callable[..., Json], *facts: object) -> tuple[Json, Json]:
        """A part of the view as it was told last, and as it is now: the same value while nothing of its key has changed."""
        kept, before = self._parts.get(name, ((), {}))
        if kept == key:
            return before, before
        after = make(*facts)
        self._parts[name] = key, after
        return before, after

    def _new(self, name: str, items: Sequence[object]) -> bytes:
        """What a list has more, and from which place on it stands there; a long game costs no more than a short one."""
        told, before = self._grown[name], len(self._grown[name])
        while told and (len(told) > len(items) or told[-1] is not items[len(told) - 1]):
            told.pop()
        first = len(told)
        if first == before == len(items):
            return b""
        told.extend(items[first:])
        return b',"%b":%b' % (name.encode(), encode({"from": first, "new": [GROWING[name](item) for item in items[first:]]}))


def _changes(before: Json, after: Json) -> bytes:
    """What differs, as the inside of a JSON object."""
    if before is after:
        return b""
    return encode({name: value for name, value in after.items() if name not in before or before[name] != value})[1:-1]


def _joined(first: bytes, second: bytes) -> bytes:
    return b"%b,%b" % (first, second) if first and second else first or second


def _heads(rows: Sequence[Row], told: Sequence[Told]) -> list[bytes]:
    """The beginning of a message for each event, up to what has changed in the view; the first one brings all of it."""
    heads = []
    for row, event in zip(rows, told, strict=True):
        by = f'"by":"{row.by}",' if row.by else ""
        head = f'{{"v":1,"t":"event","n":{row.n},"at":{row.at},{by}"event":'.encode()
        heads.append(b'%b%b,"view":{' % (head, encode(write_told(event))))
    return heads


# ---- one audience ------------------------------------------------------------------------------------------------------------


def own(view: View, book: Reglement, asked: CutAsked | None) -> Json:
    """What only this audience gets: cards, options, the own Weis."""
    legal, options = [], []
    for option in view.options + view.besides:
        if type(option) is CardPlayed:
            legal.append(option.card.name)
        else:
            options.append(_option(option, view, book))
            if view.phase is Phase.BIDDING and (card := getattr(option, "card", None)) is not None:
                legal.append(card.name)  # a card that is said, not played: it is tapped like one
    options += [_amount(asked_for) for asked_for in view.amounts]
    if asked is not None and asked.seat == view.seat:
        options.append({"event": {"event": "cut"}, "label": "cut", "min": asked.least, "max": asked.most})
    labels = {option["label"]: option for option in options}
    offer = labels.get("weis-announced")
    return {
        "seat": None if view.seat < 0 else view.seat,
        "hand": _names(view.hand),
        "legal": legal,
        "hand_hidden": view.hand_hidden,
        "options": options,
        "weis_offer": None if offer is None else {"points": offer["points"], "cards": offer["cards"]},
        "thanks_possible": "thanked" in labels,
        "weise": [_weis(seen) for seen in view.weise],
        "must": _names(view.must),
        "dead": _names(view.dead),
        "own": dict(view.own),
    }


def _option(option: Event, view: View, book: Reglement) -> Json:
    event = _offer(option)
    offer: Json = {"event": event, "label": event["event"]}
    if isinstance(option, Announced):
        offer["factor"] = dict(view.factors).get(option.variant or str(option.mode), 1)
    elif isinstance(option, WeisAnnounced):
        offer["points"] = option.points
        offer["cards"] = [] if view.offered is None else [card.name for card in view.offered.cards]
    elif isinstance(option, WeisAdded):
        offer["points"] = sum(weis.points(book.weis.values) for weis in option.weise)
        offer["cards"] = [[card.name for card in weis.cards] for weis in option.weise]
    return offer


def _amount(asked: Amount) -> Json:
    """A number that is asked for: the event without it, and which numbers it may be."""
    event = {name: value for name, value in _offer(asked.event).items() if name != asked.name}
    return {
        "event": event,
        "label": event["event"],
        "amount": {"field": asked.name, "min": asked.low, "max": asked.high, "step": asked.step},
    }


@lru_cache(maxsize=2000)
def _offer(option: Event) -> Json:
    """An event as it is offered; nobody may change it."""
    event = write_event(option)
    event.pop("seat", None)
    return event


@lru_cache(maxsize=8000)
def _names(cards: CardSet) -> list[str]:
    """The names of cards; nobody may change the list."""
    return [card.name for card in cards]


def _weis(seen: WeisSeen) -> Json:
    cards = None if seen.weis is None else [card.name for card in seen.weis.cards]
    top = None if seen.top is None else seen.top.value
    weis = {"seat": seen.seat, "points": seen.points, "cards": cards, "top": top, "trump": seen.trump}
    return {**weis, "laid": seen.laid, "why": None if seen.why is None else seen.why.value}


# ---- everybody ---------------------------------------------------------------------------------------------------------------


def public(view: View, game: Game, asked: CutAsked | None, talked: Collection[int] = (), *, unconfirmed: bool = False) -> Json:
    """The quick part that is the same for all; `view` may be anybody's, `talked` are those who wrote in this deal.

    A game whose end is not confirmed yet looks like one between two deals.
    """
    last = view.tricks[-1] if view.tricks else None
    mode, trump = _spoken(view.mode)
    won = [0] * len(view.points)
    for trick in view.tricks:
        won[view.parties[trick.winner]] += 1
    return {
        "number": view.number,
        "phase": _PHASES[view.phase],
        "dealer": view.dealer,
        "dealer_next": view.next_dealer,
        "cut": None
        if asked is None
        else {
            "seat": asked.seat,
            "min": asked.least,
            "max": asked.most,
            "commitment": asked.commitment,
            "number": view.number + 1,
            "bots": asked.bots,
            "given": asked.given,
        },
        "cards_left": view.cards_left,
        "to_act": asked.seat if asked is not None else view.to_act,
        "awaited": (asked.seat,) if asked is not None else view.awaited,
        "speaker": view.speaker,
        "pushes": view.pushes,
        "announcer": view.announcer,
        "mode": mode,
        "trump": trump,
        "variant": view.variant,
        "factor": view.factor,
        "leader": view.leader,
        "trick": _table(view, last),
        "trick_open": view.trick_open,
        "trick_number": len(view.tricks) + (1 if view.trick and not view.trick_open else 0),
        "trick_winner": last.winner if view.trick_open and last is not None else None,
        "last_trick": _trick(view.tricks[view.look - 1], view.look) if view.look else None,
        "tricks_won": won,
        "points": view.points,
        "weis_winner": view.weis_winner,
        "stoeck": view.stoeck,
        "totals": view.totals,
        "over": view.over and not unconfirmed,
        "winner": None if unconfirmed else view.winner,
        "winners": () if unconfirmed else view.winners,
        "parties": view.parties,
        "idle": view.idle,
        "faults": [{"wrong": "early", "seat": seat, "card": card.name} for seat, card in view.early],
        "pending": objections.pending_json(game) if game.free else None,
        "objections": objections.possible(game, talked, unconfirmed=unconfirmed) if game.free else [],
        "effects": None if view.aftermath is None else _aftermath(view.aftermath),
    }


_PHASES: dict[Phase | None, str | None] = {None: None, **{phase: phase.value for phase in Phase}}


@lru_cache(maxsize=200)
def _spoken(mode: Mode | None) -> tuple[str | None, str | None]:
    """The names of a mode and of its trump suit."""
    return (None, None) if mode is None else (str(mode), None if mode.trump is None else mode.trump.value)


def _table(view: View, last: Trick | None) -> list[list[Any]]:
    """The cards on the table with their seats."""
    if view.trick_open and last is not None:
        return [[last.seat_of(place), card.name] for place, card in enumerate(last.cards)]
    if view.leader is None:
        return []
    return [[seat, card.name] for seat, card in zip(view.players, view.trick, strict=False)]


def _trick(trick: Trick, number: int) -> Json:
    cards = [[trick.seat_of(place), card.name] for place, card in enumerate(trick.cards)]
    return {"number": number, "leader": trick.leader, "winner": trick.winner, "cards": cards, "points": trick.points}


def _aftermath(left: Aftermath) -> Json:
    bans = [
        {
            "team": ban.team,
            "suit": None if ban.suit is None else ban.suit.value,
            "card": None if ban.card is None else ban.card.name,
        }
        for ban in left.bans
    ]
    shown = {"must": left.must, "barred": left.barred, "trick_to": left.trick_to, "leads_next": left.leads_next}
    return {"bans": bans, **shown}
