"""What a page has to know of a rule book: every number that it counts and draws with, so that no script states a rule."""

from __future__ import annotations

from puur.core.cards import CARDS
from puur.core.form import form_for, sides_of
from puur.core.mode import NATURAL_ORDER, TRUMP_ORDER, Block, Kind
from puur.core.reglement import Reglement
from puur.core.slate import Strokes
from puur.core.writing import MOST_WRITTEN

_BARS = ("hundreds", "fifties", "twenties")
_ORDERS = {Block.TRUMP: TRUMP_ORDER, Block.OBEN: NATURAL_ORDER, Block.UNTEN: NATURAL_ORDER[::-1]}


def facts_of(book: Reglement) -> dict[str, object]:
    """The book as JSON, for the table, the replay and the Jasstafel; `BookFacts` in `types/protocol.d.ts` explains the values."""
    form = form_for(book)
    lines, ways = form.lines(book), form.ways(book)
    modes = {str(mode): mode for several in ways.values() for mode in several}
    sides = max(sides_of(book)) + 1
    weise = {*book.weis.values.runs[:3], book.weis.values.four, book.weis.values.four_nine, book.weis.values.four_under} - {0}
    return {
        "key": book.key,
        "title": book.title,
        "label": f"{book.title} ({book.form.capitalize()})" if lines else book.title,
        "target": book.ending.target,
        "deals": book.ending.deals,
        "faces": book.table.faces.value,
        "seatings": [form.sides(players) for players in ([book.table.players] if book.table.players else form.players)],
        "sheet": "rows" if lines else "strokes" if sides == 2 and len(form.columns) == 1 and form.counts_on_paper else "deals",
        "columns": list(form.columns),
        "needs_mode": form.needs_mode(book),
        "factors": {line.name: line.factor for line in lines} or {name: book.modes.get(mode, 1) for name, mode in modes.items()},
        "played_as": {line.name: str(ways[line.name][0]) for line in lines},
        "total": book.scoring.total,
        "most_typed": book.scoring.total if form.counts_on_paper else MOST_WRITTEN,
        "match_bonus": book.scoring.match_bonus,
        "stoeck": {
            "points": book.stoeck.points if book.stoeck.enabled else 0,
            "modes": [name for name, mode in modes.items() if mode.kind is Kind.TRUMP],
        },
        "weise": sorted(weise) if book.weis.enabled else [],
        "times_factor": book.weis.times_factor,
        "strokes": {bar: Strokes(**{name: int(name == bar) for name in _BARS}, remainder=0).points for bar in _BARS},
        "tens": {"whole": 0, "round_up_from": 0},
        **form.page_facts(book),
        "modes": {
            name: {"trump": mode.trump and mode.trump.value, "blocks": "".join(block.value for block in mode.blocks)}
            for name, mode in modes.items()
        },
        "pack": len(CARDS),
        "orders": {block.value: order for block, order in _ORDERS.items()},
    }
