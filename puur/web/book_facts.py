"""What a page has to know of a rule book: every number that it counts and draws with, so that no script states a rule."""

from __future__ import annotations

from puur.core.cards import CARDS
from puur.core.coiffeur import FULL, modes_of
from puur.core.mode import NATURAL_ORDER, TRUMP_ORDER, Block, Kind, Mode
from puur.core.reglement import Reglement
from puur.core.slate import Strokes

_BARS = ("hundreds", "fifties", "twenties")
_ORDERS = {Block.TRUMP: TRUMP_ORDER, Block.OBEN: NATURAL_ORDER, Block.UNTEN: NATURAL_ORDER[::-1]}


def facts_of(book: Reglement) -> dict[str, object]:
    """The book as JSON, for the table, the replay and the Jasstafel; `BookFacts` in `types/protocol.d.ts` explains the values."""
    by_rows = bool(book.coiffeur.factors)
    rows: dict[str, tuple[Mode, ...]] = {variant: modes_of(book, variant) for variant in book.coiffeur.factors}
    modes = {str(mode): mode for ways in rows.values() for mode in ways} if by_rows else {str(mode): mode for mode in book.modes}
    weise = {*book.weis.values.runs[:3], book.weis.values.four, book.weis.values.four_nine, book.weis.values.four_under} - {0}
    return {
        "key": book.key,
        "title": book.title,
        "label": f"{book.title} ({book.form.capitalize()})" if by_rows else book.title,
        "target": book.ending.target,
        "deals": book.ending.deals,
        "faces": book.table.faces.value,
        "sheet": "rows" if by_rows else "strokes",
        "factors": dict(book.coiffeur.factors) if by_rows else {name: book.modes[mode] for name, mode in modes.items()},
        "played_as": {variant: str(ways[0]) for variant, ways in rows.items()},
        "total": book.scoring.total,
        "match_bonus": book.scoring.match_bonus,
        "stoeck": {
            "points": book.stoeck.points if book.stoeck.enabled else 0,
            "modes": [name for name, mode in modes.items() if mode.kind is Kind.TRUMP],
        },
        "weise": sorted(weise) if book.weis.enabled else [],
        "times_factor": book.weis.times_factor,
        "strokes": {bar: Strokes(**{name: int(name == bar) for name in _BARS}, remainder=0).points for bar in _BARS},
        "tens": {"whole": FULL, "round_up_from": book.coiffeur.round_up_from},
        "modes": {
            name: {"trump": mode.trump and mode.trump.value, "blocks": "".join(block.value for block in mode.blocks)}
            for name, mode in modes.items()
        },
        "pack": len(CARDS),
        "orders": {block.value: order for block, order in _ORDERS.items()},
    }
