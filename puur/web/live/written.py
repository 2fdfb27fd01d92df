"""What is written at a table, as JSON, and what its deals were made of: what changes seldom in a view.

Boards, replays, records and the Jasstafel show it alike. When it is sent is in `telling`.
"""

from __future__ import annotations

from typing import Any

from puur.core.cards import CARDS
from puur.core.deal import Deal, Phase
from puur.core.dealing import Layout
from puur.core.events import RulingMade
from puur.core.game import Game
from puur.core.sheet import Row
from puur.core.slate import strokes
from puur.core.striche import striche
from puur.web import fair
from puur.web.live.croupier import CutAsked
from puur.web.live.wire import Json


def seldom_key(game: Game, asked: CutAsked | None) -> tuple[object, ...]:
    """Equal as long as `seldom` has not changed."""
    deal = game.deals[-1] if game.deals else None
    return (
        id(game), *game.ledger.totals, len(game.deals), game.over, game.bergpreis, len(game.finished_deals),
        None if deal is None else (deal.phase, deal.cut_done), len(game.rulings), asked,
    )  # fmt: skip


def seldom(game: Game, asked: CutAsked | None) -> Json:
    """How it stands, and what the deals were made of."""
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
        "result": _last_result(game),
        "bergpreis": game.bergpreis,
        "schneider": game.schneider,
        "open": game.form.shown(game, None).get("open"),
        "over_by": game.over_by,
        "fair": _fair(game, asked),
    }


def by_deals_key(game: Game) -> tuple[object, ...]:
    """Equal as long as `by_deals` has not changed, and changing only with `seldom_key`: a running deal is not counted yet."""
    totals = tuple(game.ledger.totals) if game.between_deals else ()
    return id(game), len(game.finished_deals), game.over, game.bergpreis, len(game.rulings), totals


def by_deals(game: Game) -> Json:
    """What is counted through all deals that are over."""
    return {"striche": striche_json(game), "sheet": sheet_json(game), "deal_rows": deal_rows(game)}


def ruling_json(ruling: RulingMade) -> Json:
    """A ruling as everybody may know it."""
    return {
        "rule": ruling.rule, "text": f"referee.text.{ruling.text}", "offender": ruling.offender, "official": ruling.official,
        "further": ruling.further.split(), "effects": len(ruling.effects),
    }  # fmt: skip


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


def _last_result(game: Game) -> Json | None:
    """How the last deal ended, with the party of each seat: results are stored without, as earlier versions did."""
    result = result_json(game)
    return None if result is None else {**result, "parties": list(game.deals[-1].sides)}


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
    if form.lines(game.book) or (len(game.ledger.totals) == 2 and len(form.columns) == 1 and form.counts_on_paper):
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
    start = game.shuffled[first - 1] + 1 if first else 0  # the commitment stands somewhere before the shuffle
    tail = game.events[start:] if game.shuffled else []
    layout = fair.layouts_of(game)
    checked = fair.check_events(tail, layout, before=first)
    open_deal = bool(game.deals) and game.deals[-1].phase is not Phase.OVER and not game.over
    now = checked[-1] if open_deal and checked else None
    done = checked[:-1] if open_deal else checked
    current = asked.commitment if asked is not None else now.commitment if now is not None else None
    return {
        "commitment": current,
        "packets": list(layout(max(1, len(game.shuffled))).packets),
        "cut": None if now is None else {"seat": now.cutter, "lifted": now.lifted, "nonce": now.nonce},
        "deals": [{**checked_json(deal), **_layout_json(layout(deal.number))} for deal in done[-1:]],
    }


def _layout_json(layout: Layout) -> Json:
    """How a deal was dealt, and which cards were put aside before."""
    return {
        "packets": list(layout.packets),
        "between": layout.between,
        "dealer_out": layout.dealer_out,
        "aside": [card.name for card in CARDS if card not in layout.used],
    }


def checked_json(deal: fair.Checked) -> Json:
    """A deal with all that it was made of; only for deals that are over."""
    return {
        "deal": deal.number, "dealer": deal.dealer, "commitment": deal.commitment, "seed": deal.seed, "nonce": deal.nonce,
        "way": deal.way, "lifted": deal.lifted, "cutter": deal.cutter,
    }  # fmt: skip
