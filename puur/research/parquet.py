"""Games as Parquet: one row per deal, with a schema that is part of the interface (`SCHEMA`, described in docs/bots.md).

Cards are their index (suit E R S L, rank 6 7 8 9 B U O K A), hands are 36-bit masks of those, seats are 0 to 3 in playing order.
Deals without cards (results from paper) are left out and counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

from puur.core.deal import Deal
from puur.core.game import Game

SCHEMA = pa.schema(
    [
        pa.field("game", pa.int32(), nullable=False, metadata={"what": "number of the game in this file, from 0"}),
        pa.field("deal", pa.int32(), nullable=False, metadata={"what": "number of the deal in its game, from 1"}),
        pa.field("book", pa.string(), nullable=False, metadata={"what": "key of the rule book"}),
        pa.field("dealer", pa.int8(), nullable=False, metadata={"what": "seat"}),
        pa.field("pushes", pa.int8(), nullable=False, metadata={"what": "how often it was pushed"}),
        pa.field("announcer", pa.int8(), nullable=True, metadata={"what": "seat"}),
        pa.field("mode", pa.string(), nullable=False, metadata={"what": "as in the record: E, obenabe, slalom-oben …"}),
        pa.field("variant", pa.string(), nullable=False, metadata={"what": "line of the sheet, otherwise empty"}),
        pa.field("factor", pa.int16(), nullable=False, metadata={"what": "what multiplies the points of the deal"}),
        pa.field("hands", pa.list_(pa.int64(), 4), nullable=False, metadata={"what": "dealt cards of the seats as 36-bit masks"}),
        pa.field("leaders", pa.list_(pa.int8()), nullable=False, metadata={"what": "who led to each trick"}),
        pa.field("winners", pa.list_(pa.int8()), nullable=False, metadata={"what": "who won each trick"}),
        pa.field("cards", pa.list_(pa.int8()), nullable=False, metadata={"what": "card indices in order of play"}),
        pa.field(
            "points", pa.list_(pa.int16(), 2), nullable=False, metadata={"what": "card points of both teams, with the last trick"}
        ),
        pa.field("written", pa.list_(pa.int32(), 2), nullable=False, metadata={"what": "all that was written for the deal"}),
    ],
    metadata={"puur": "deals 1"},
)


def rows(game: Game, number: int = 0) -> list[dict[str, Any]]:
    """The deals of one game that have cards and a mode."""
    return [_row(game, deal, number) for deal in game.deals if deal.hands is not None and deal.mode is not None and deal.tricks]


def _row(game: Game, deal: Deal, number: int) -> dict[str, Any]:
    hands = list(deal.hands or (0, 0, 0, 0))
    cards: list[int] = []
    for trick in deal.tricks:
        for place, card in enumerate(trick.cards):
            hands[trick.seat_of(place)] |= card.bit
            cards.append(card.index)
    if len(deal.tricks) < 9 and not deal.open:
        for place, card in enumerate(deal.cards):
            hands[(deal.leader + place) % 4] |= card.bit
    written = [0, 0]
    for entry in game.ledger.entries:
        if entry.deal == deal.number:
            written[entry.team] += entry.points
    made = [deal.points[0], deal.points[1]]
    if len(deal.tricks) == 9:
        made[deal.tricks[8].winner % 2] += game.book.scoring.last_trick
    return {
        "game": number,
        "deal": deal.number,
        "book": game.book.key,
        "dealer": deal.dealer,
        "pushes": deal.pushes,
        "announcer": deal.announcer,
        "mode": str(deal.mode),
        "variant": deal.variant,
        "factor": deal.factor,
        "hands": hands,
        "leaders": [trick.leader for trick in deal.tricks],
        "winners": [trick.winner for trick in deal.tricks],
        "cards": cards,
        "points": made,
        "written": written,
    }


def export(games: Iterable[Game], path: Path | str) -> int:
    """Write the deals of these games to a Parquet file; how many there were."""
    count = 0
    with pq.ParquetWriter(path, SCHEMA, compression="zstd") as writer:
        for number, game in enumerate(games):
            deals = rows(game, number)
            if deals:
                writer.write_table(pa.Table.from_pylist(deals, SCHEMA))
                count += len(deals)
    return count
