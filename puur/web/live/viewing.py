"""Views as JSON, in three parts: what is this audience's own, what all may know, and what changes seldom.

What an audience may know comes from the door of `core.view`; here it only gets its names. What of it is sent, and when, is in
`telling`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from puur.core.cards import CardSet
from puur.core.deal import Deal, Phase
from puur.core.events import Announced, CardPlayed, Event, WeisAdded, WeisAnnounced
from puur.core.form import Amount
from puur.core.game import Game
from puur.core.mode import Mode
from puur.core.reglement import Reglement
from puur.core.sheet import Row
from puur.core.slate import strokes
from puur.core.striche import striche
from puur.core.trick import Trick
from puur.core.view import Aftermath, View, WeisSeen
from puur.web import fair
from puur.web.live import objections
from puur.web.live.wire import Json, write_event


@dataclass(frozen=True, slots=True)
class CutAsked:
    """Somebody has to cut: who, and what the server has committed to."""

    seat: int
    least: int
    most: int
    commitment: str


def cutter(game: Game) -> int | None:
    """Who cuts for the next deal; None while none can begin. The player before the dealer is asked. (JR-DEAL-03)"""
    if game.over or not game.between_deals:
        return None
    dealer = game.next_dealer()
    return None if dealer is None else (dealer - 1) % len(game.seats)


# ---- one audience ------------------------------------------------------------------------------------------------------------


def own(view: View, book: Reglement, asked: CutAsked | None) -> Json:
    """What only this audience gets: cards, options, the own Weis."""
    legal, options = [], []
    for option in view.options:
        if isinstance(option, CardPlayed):
            legal.append(option.card.name)
        else:
            options.append(_option(option, view, book))
    options += [_option(option, view, book) for option in view.besides]
    options += [_amount(asked_for) for asked_for in view.amounts]
    if asked is not None and asked.seat == view.seat:
        options.append({"event": {"event": "cut"}, "label": "cut", "min": asked.least, "max": asked.most})
    offer = next((option for option in options if option["label"] == "weis-announced"), None)
    return {
        "seat": None if view.seat < 0 else view.seat,
        "hand": _names(view.hand),
        "legal": legal,
        "hand_hidden": view.hand_hidden,
        "options": options,
        "weis_offer": None if offer is None else {"points": offer["points"], "cards": offer["cards"]},
        "thanks_possible": any(option["label"] == "thanked" for option in options),
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
    return {"event": event, "label": event["event"], "amount": {"field": asked.name, "min": asked.low, "max": asked.high}}


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
    return {"seat": seen.seat, "points": seen.points, "cards": cards, "top": top, "trump": seen.trump}


# ---- everybody ---------------------------------------------------------------------------------------------------------------


def public(view: View, game: Game, asked: CutAsked | None, talked: Collection[int] = ()) -> Json:
    """The quick part that is the same for all; `view` may be anybody's, `talked` are those who wrote in this deal."""
    last = view.tricks[-1] if view.tricks else None
    mode, trump = _spoken(view.mode)
    won = [0] * len(view.points)
    for trick in view.tricks:
        won[view.sides[trick.winner]] += 1
    return {
        "number": view.number,
        "phase": _PHASES[view.phase],
        "dealer": view.dealer,
        "dealer_next": view.next_dealer,
        "cut": None
        if asked is None
        else {"seat": asked.seat, "min": asked.least, "max": asked.most, "commitment": asked.commitment, "number": view.number + 1},
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
        "over": view.over,
        "winner": view.winner,
        "faults": [{"wrong": "early", "seat": seat, "card": card.name} for seat, card in view.early],
        "pending": objections.pending_json(game) if game.free else None,
        "objections": objections.possible(game, talked) if game.free else [],
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
    return [[(view.leader + place) % len(view.sides), card.name] for place, card in enumerate(view.trick)]


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


# ---- what changes seldom -----------------------------------------------------------------------------------------------------


def slow_key(game: Game, asked: CutAsked | None) -> tuple[object, ...]:
    """Equal as long as `slow` has not changed."""
    deal = game.deals[-1] if game.deals else None
    return (
        id(game), len(game.ledger.entries), *game.ledger.totals, len(game.deals), game.over, game.bergpreis,
        len(game.finished_deals), None if deal is None else (deal.phase, deal.cut_done), len(game.rulings), asked,
    )  # fmt: skip


def slow(game: Game, asked: CutAsked | None) -> Json:
    """What is written, but for the entries, and what the deals were made of."""
    book, totals = game.book, game.ledger.totals
    return {
        "book": book.key,
        "form": book.form,
        "target": book.ending.target,
        "deals": book.ending.deals,
        "names": list(game.setup.names),
        "sides": list(game.sides),
        "written": list(totals),
        "slate": [stroke_json(total) for total in totals],
        "result": result_json(game),
        "bergpreis": game.bergpreis,
        "striche": striche_json(game),
        "schneider": game.schneider,
        "sheet": sheet_json(game),
        "deal_rows": deal_rows(game),
        "open": game.form.shown(game, None).get("open"),
        "over_by": game.over_by,
        "fair": _fair(game, asked),
        "rulings": [
            {"rule": ruling.rule, "text": f"referee.text.{ruling.text}", "offender": ruling.offender, "official": ruling.official}
            | {"further": ruling.further.split(), "effects": len(ruling.effects)}
            for ruling in game.rulings
        ],
    }


def entry_json(entry: Any) -> Json:
    """One number on the slate."""
    return {
        "deal": entry.deal, "team": entry.team, "source": entry.source.value, "raw": entry.raw, "factor": entry.factor,
        "points": entry.points, "rule": entry.rule, "trick": entry.trick,
    }  # fmt: skip


def striche_json(game: Game) -> list[int] | None:
    """The Striche of each seat; None where the book has none."""
    rules = game.book.striche
    return [row.total for row in striche(game)] if any((rules.match, rules.victory, rules.bergpreis)) else None


def stroke_json(points: int) -> Json:
    """One half of the slate."""
    half = strokes(points)
    return {"hundreds": half.hundreds, "fifties": half.fifties, "twenties": half.twenties, "remainder": half.remainder}


def result_json(game: Game, deal: Deal | None = None) -> Json | None:
    """How a deal ended; without one, the last if it is over."""
    if deal is None:
        deal = game.deals[-1] if game.deals else None
        if deal is None or deal.phase is not Phase.OVER:
            return None
    entries = game.ledger.of_deal(deal.number)
    return {
        "deal": deal.number,
        "points": [sum(entry.points for entry in entries if entry.team == side) for side in range(len(game.ledger.totals))],
        "match": deal.match,
        "last": deal.last,
        "mode": None if deal.mode is None else str(deal.mode),
        "variant": deal.variant,
        "factor": deal.factor,
        "announcer": deal.announcer,
        "claim": None if deal.claim is None else {"seat": deal.claim[0], "right": deal.claim[1]},
    }


def sheet_json(game: Game) -> list[Json] | None:
    """A sheet with fixed lines: a row per line, a cell per side that chose it; None where a line is a deal."""
    lines = game.form.lines(game.book)
    if not lines:
        return None
    sheet = game.form.sheet(game)
    return [
        {
            "variant": line.name,
            "factor": line.factor,
            "cells": [_cell(sheet.cell(line.name, side)) for side in range(len(game.ledger.totals))],
        }
        for line in lines
    ]


def deal_rows(game: Game) -> Json | None:
    """A sheet with a line per deal; None where it has fixed lines, or two sides write strokes."""
    form = game.form
    if form.lines(game.book) or (len(game.ledger.totals) == 2 and len(form.columns) == 1):
        return None
    sheet = form.sheet(game)
    return {
        "columns": list(form.columns),
        "rows": [{"deal": row.deal, "cells": [list(cell) for cell in row.cells]} for row in sheet.rows],
    }


def _cell(row: Row | None) -> Json | None:
    if row is None:
        return None
    return {"deal": row.deal, "points": list(row.points), "nuller": row.note == "nuller", "chooser": row.chooser}


def _fair(game: Game, asked: CutAsked | None) -> Json:
    """The commitment of now, and the last deal that is over with its seed."""
    first = max(0, len(game.shuffled) - 2)
    tail = game.events[game.shuffled[first] :] if game.shuffled else []
    checked = fair.check_events(tail, game.form.packets(game.book, len(game.seats)), before=first)
    open_deal = bool(game.deals) and game.deals[-1].phase is not Phase.OVER and not game.over
    now = checked[-1] if open_deal and checked else None
    done = checked[:-1] if open_deal else checked
    current = asked.commitment if asked is not None else now.commitment if now is not None else None
    return {
        "commitment": current,
        "cut": None if now is None else {"seat": now.cutter, "lifted": now.lifted, "nonce": now.nonce},
        "deals": [checked_json(deal) for deal in done[-1:]],
    }


def checked_json(deal: fair.Checked) -> Json:
    """A deal with all that it was made of; only for deals that are over."""
    return {
        "deal": deal.number, "dealer": deal.dealer, "commitment": deal.commitment, "seed": deal.seed, "nonce": deal.nonce,
        "lifted": deal.lifted, "cutter": deal.cutter,
    }  # fmt: skip
