"""Views as JSON: one text per seat, of which the larger part is the same for all and made once per event.

What changes seldom (entries, slate, sheet, fairness) is a part of its own: it travels only when it has changed, and always in a
`sync`. Cards come from `view_of` alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from puur.core.bonus import addable
from puur.core.cards import CardSet
from puur.core.coiffeur import Coiffeur, sheet
from puur.core.deal import Deal, Phase
from puur.core.events import (
    Announced,
    CardPlayed,
    Claimed,
    Conceded,
    Event,
    Shuffled,
    WeisAdded,
    WeisAnnounced,
)
from puur.core.game import Game
from puur.core.reglement import Claims, Look
from puur.core.seats import previous_seat
from puur.core.slate import strokes
from puur.core.striche import striche
from puur.core.trick import Trick
from puur.core.view import View, WeisSeen, view_of
from puur.core.weis import best_of
from puur.core.weis_rules import own_weise
from puur.web import fair
from puur.web.live import objections
from puur.web.live.wire import Json, dumps, write_event


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
    return None if dealer is None else previous_seat(dealer)


# ---- one seat ----------------------------------------------------------------------------------------------------------------


def private(game: Game, view: View, asked: CutAsked | None, extra: list[Event]) -> Json:
    """What only this seat gets: cards, options, the own Weis."""
    legal = [option.card.name for option in view.options if isinstance(option, CardPlayed)]
    options = [_option(game, view, option) for option in (*view.options, *extra) if not isinstance(option, CardPlayed)]
    if asked is not None and asked.seat == view.seat:
        options.append({"event": {"event": "cut"}, "label": "cut", "min": asked.least, "max": asked.most})
    offer = next((one for one in options if one["label"] == "weis-announced"), None)
    return {
        "seat": view.seat,
        "hand": [card.name for card in view.hand],
        "legal": legal,
        "hand_hidden": view.hand_hidden,
        "options": options,
        "weis_offer": None if offer is None else {"points": offer["points"], "cards": offer["cards"]},
        "thanks_possible": any(one["label"] == "thanked" for one in options),
        "weise": [_weis(one) for one in view.weise],
        "must": [card.name for card in view.hand if game.deal.must.get(view.seat, 0) & card.bit] if game.deals else [],
        "dead": [card.name for card in view.dead],
    }


def _option(game: Game, view: View, option: Event) -> Json:
    event = write_event(option)
    event.pop("seat", None)
    found: Json = {"event": event, "label": event["event"]}
    if isinstance(option, Announced):
        found["factor"] = dict(view.factors).get(option.variant or str(option.mode), 1)
    elif isinstance(option, WeisAnnounced):
        found["points"] = option.points
        found["cards"] = _announced_cards(game, view.seat)
    elif isinstance(option, WeisAdded):
        found["points"] = sum(weis.points(game.book.weis.values) for weis in option.weise)
        found["cards"] = [[card.name for card in weis.cards] for weis in addable(game, game.deal, view.seat)]
    return found


def _announced_cards(game: Game, seat: int) -> list[str]:
    """The cards of the own Weis that is offered."""
    deal, rules = game.deal, game.book.weis
    if deal.mode is None:
        return []
    best = best_of(own_weise(deal, seat), deal.mode, rules.steps, rules.values)
    return [] if best is None else [card.name for card in best.cards]


def _weis(one: WeisSeen) -> Json:
    cards = None if one.weis is None else [card.name for card in one.weis.cards]
    top = None if one.top is None else one.top.value
    return {"seat": one.seat, "points": one.points, "cards": cards, "top": top, "trump": one.trump}


def spectator(game: Game) -> Json:
    """What somebody without a seat gets in place of `private`: no cards, no options, Weise as the others know them."""
    seen = {seat: {one.seat: one for one in view_of(game, seat).weise} for seat in (0, 1)}
    weise = [_weis(seen[1 if seat == 0 else 0][seat]) for seat in seen[0]]
    return {
        "seat": None,
        "hand": [],
        "legal": [],
        "hand_hidden": False,
        "options": [],
        "weis_offer": None,
        "thanks_possible": False,
        "weise": weise,
        "must": [],
        "dead": [card.name for card in CardSet(objections.seen_cards(game)) if game.deal.dead & card.bit] if game.deals else [],
    }


# ---- everybody ---------------------------------------------------------------------------------------------------------------


def public(game: Game, view: View, asked: CutAsked | None, talked: Collection[int] = ()) -> Json:
    """The quick part that is the same for all; `view` may be of any seat, `talked` are those who wrote in this deal."""
    last = view.tricks[-1] if view.tricks else None
    mode = view.mode
    return {
        "number": view.number,
        "phase": None if view.phase is None else view.phase.value,
        "dealer": view.dealer,
        "dealer_next": view.next_dealer,
        "cut": None
        if asked is None
        else {"seat": asked.seat, "min": asked.least, "max": asked.most, "commitment": asked.commitment, "number": view.number + 1},
        "cards_left": list(view.cards_left),
        "to_act": asked.seat if asked is not None else view.to_act,
        "speaker": view.speaker,
        "pushes": view.pushes,
        "announcer": view.announcer,
        "mode": None if mode is None else str(mode),
        "trump": None if mode is None or mode.trump is None else mode.trump.value,
        "variant": view.variant,
        "factor": view.factor,
        "leader": view.leader,
        "trick": _table(view, last),
        "trick_open": view.trick_open,
        "trick_number": len(view.tricks) + (1 if view.trick and not view.trick_open else 0),
        "trick_winner": last.winner if view.trick_open and last is not None else None,
        "last_trick": _last_trick(game, view),
        "tricks_won": [sum(trick.winner % 2 == team for trick in view.tricks) for team in (0, 1)],
        "points": list(view.points),
        "weis_winner": view.weis_winner,
        "stoeck": view.stoeck,
        "totals": list(view.totals),
        "over": view.over,
        "winner": view.winner,
        "faults": _faults(game),
        "pending": objections.pending_json(game) if game.free else None,
        "objections": objections.possible(game, talked) if game.free else [],
        "effects": _effects(game),
    }


def _table(view: View, last: Trick | None) -> list[list[Any]]:
    """The cards on the table with their seats."""
    if view.trick_open and last is not None:
        return [[last.seat_of(place), card.name] for place, card in enumerate(last.cards)]
    if view.leader is None:
        return []
    return [[(view.leader + place) % 4, card.name] for place, card in enumerate(view.trick)]


def _last_trick(game: Game, view: View) -> Json | None:
    """A trick that may be looked at: the open one, or the first one until the second is turned. (AJZ-2.2.1-30)"""
    complete = len(view.tricks)
    if not complete:
        return None
    if view.trick_open:
        return _trick(view.tricks[-1], complete)
    if game.book.table.look is Look.FIRST and complete == 1:
        return _trick(view.tricks[0], 1)
    return None


def _trick(trick: Trick, number: int) -> Json:
    cards = [[trick.seat_of(place), card.name] for place, card in enumerate(trick.cards)]
    return {"number": number, "leader": trick.leader, "winner": trick.winner, "cards": cards, "points": trick.points}


def _faults(game: Game) -> list[Json]:
    """At a free table: cards that lie there before their turn. Whether a card was wrong is for the others to notice."""
    early = getattr(game.deals[-1], "early", None) if game.deals else None
    return [{"wrong": "early", "seat": seat, "card": card.name} for seat, card in (early or {}).items()]


def _effects(game: Game) -> Json | None:
    """What rulings have left behind in this deal and everybody may know: bans, whose trick it is, who leads; None for nothing."""
    deal = game.deals[-1] if game.deals else None
    if deal is None or deal.phase is not Phase.PLAYING:
        return None
    left = (deal.bans, deal.must, deal.barred, deal.trick_to is not None, deal.forced_leader is not None)
    if not any(left):
        return None
    seen = objections.seen_cards(game)
    return {
        "bans": [
            {
                "team": ban.team,
                "suit": None if ban.suit is None else ban.suit.value,
                "card": ban.card.name if ban.card is not None and ban.card in seen else None,
            }
            for ban in deal.bans
        ],
        "must": sorted(deal.must),
        "barred": sorted(deal.barred),
        "trick_to": deal.trick_to,
        "leads_next": deal.forced_leader,
    }


# ---- what changes seldom -----------------------------------------------------------------------------------------------------


def slow_key(game: Game) -> tuple[object, ...]:
    """Equal as long as `slow` has not changed."""
    deal = game.deals[-1] if game.deals else None
    return (
        id(game), len(game.ledger.entries), *game.ledger.totals, len(game.deals), game.over, game.bergpreis,
        len(game.finished_deals), None if deal is None else (deal.phase, deal.cut_done), len(game.rulings),
    )  # fmt: skip


def slow(game: Game, asked: CutAsked | None) -> Json:
    """What is written, and what the deals were made of."""
    book, totals = game.book, game.ledger.totals
    rules = book.striche
    return {
        "book": book.key,
        "form": book.form,
        "target": book.ending.target,
        "deals": book.ending.deals,
        "names": list(game.setup.names),
        "entries": [entry_json(entry) for entry in game.ledger.entries],
        "written": list(totals),
        "slate": [stroke_json(total) for total in totals],
        "result": result_json(game),
        "bergpreis": game.bergpreis,
        "striche": [row.total for row in striche(game)] if any((rules.match, rules.victory, rules.bergpreis)) else None,
        "schneider": game.schneider,
        "sheet": sheet_json(game),
        "open": _open_variants(game),
        "over_by": game.over_by,
        "fair": _fair(game, asked),
        "rulings": [
            {"rule": one.rule, "text": f"referee.text.{one.text}", "offender": one.offender, "official": one.official}
            | {"further": one.further.split(), "effects": len(one.effects)}
            for one in game.rulings
        ],
    }


def entry_json(entry: Any) -> Json:
    """One number on the slate."""
    return {
        "deal": entry.deal, "team": entry.team, "source": entry.source.value, "raw": entry.raw, "factor": entry.factor,
        "points": entry.points, "rule": entry.rule, "trick": entry.trick,
    }  # fmt: skip


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
        "points": [sum(entry.points for entry in entries if entry.team == team) for team in (0, 1)],
        "match": deal.match,
        "last": deal.last,
        "mode": None if deal.mode is None else str(deal.mode),
        "variant": deal.variant,
        "factor": deal.factor,
        "announcer": deal.announcer,
        "claim": None if deal.claim is None else {"seat": deal.claim[0], "right": deal.claim[1]},
    }


def sheet_json(game: Game) -> list[Json] | None:
    """The Coiffeur sheet: a row per variant, a cell per team that chose it."""
    if game.form.name != "coiffeur":
        return None
    rows = sheet(game)
    found: list[Json] = []
    for variant, factor in game.book.coiffeur.factors.items():
        cells: list[Json | None] = [None, None]
        for row in rows:
            if row.variant == variant:
                cells[row.chooser] = {"deal": row.deal, "points": list(row.points), "nuller": row.nuller, "chooser": row.chooser}
        found.append({"variant": variant, "factor": factor, "cells": cells})
    return found


def _open_variants(game: Game) -> list[list[str]] | None:
    form = game.form
    return [list(form.open_variants(game, team)) for team in (0, 1)] if isinstance(form, Coiffeur) else None


def shuffles(game: Game) -> list[Shuffled]:
    """Every shuffle of a game so far; the number of the next one is their count."""
    return [event for event in game.events if isinstance(event, Shuffled)]


def _fair(game: Game, asked: CutAsked | None) -> Json:
    """The commitment of now, and the last deal that is over with its seed."""
    places = [place for place, event in enumerate(game.events) if isinstance(event, Shuffled)]
    first = max(0, len(places) - 2)
    tail = game.events[places[first] :] if places else []
    checked = fair.check_events(tail, tuple(game.book.dealing.packets), before=first)
    open_deal = bool(game.deals) and game.deals[-1].phase is not Phase.OVER and not game.over
    now = checked[-1] if open_deal and checked else None
    done = checked[:-1] if open_deal else checked
    current = asked.commitment if asked is not None else now.commitment if now is not None else None
    return {
        "commitment": current,
        "cut": None if now is None else {"seat": now.cutter, "lifted": now.lifted, "nonce": now.nonce},
        "deals": [checked_json(one) for one in done[-1:]],
    }


def checked_json(one: fair.Checked) -> Json:
    """A deal with all that it was made of; only for deals that are over."""
    return {
        "deal": one.number, "dealer": one.dealer, "commitment": one.commitment, "seed": one.seed, "nonce": one.nonce,
        "lifted": one.lifted, "cutter": one.cutter,
    }  # fmt: skip


# ---- extra options -----------------------------------------------------------------------------------------------------------


def more_options(game: Game, seat: int) -> list[Event]:
    """What a seat may do beside `core.actions`: lay the cards open, concede the Match."""
    deal = game.deals[-1] if game.deals else None
    if deal is None or game.over or deal.phase is not Phase.PLAYING or deal.turn != seat or deal.hands is None:
        return []
    found: list[Event] = []
    if game.book.play.claims is not Claims.NOT_OFFERED and deal.hands[seat].bit_count() > 1:
        found.append(Claimed(seat))
    if game.book.play.concede and not deal.won[seat % 2]:
        found.append(Conceded(seat))
    return found


def joined(*parts: Json | str) -> str:
    """Several objects as the text of one."""
    texts = [part if isinstance(part, str) else dumps(part) for part in parts]
    return "{" + ",".join(text[1:-1] for text in texts if len(text) > 2) + "}"
