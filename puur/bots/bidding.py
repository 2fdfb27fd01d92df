"""Bidding by table: which mode, or a push, from the worth of the own hand and of partners' hands that could be.

Counts factors, Stöck and the own Weis where the book has them, the score of the game, and in the Coiffeur which fields are still
open. Takes a millisecond or two of plain Python. Bidding by simulation is `bots.simulation`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from puur.bots.base import bids_of, push_of
from puur.bots.bidtable import DEAL, OBEN, SIDE, TRUMP, UNTEN, BidTable, Rows, bid_tables
from puur.bots.budget import Budget
from puur.bots.factors import factors_of
from puur.bots.stakes import Stakes
from puur.core.cards import DECK, Card, CardSet, cards_in
from puur.core.events import Announced, Pushed
from puur.core.mode import PLAIN_MODES, Mode
from puur.core.reglement import Reglement
from puur.core.view import View
from puur.core.weis import stoeck_of, weise_in

SAMPLES = 60  # partners that are tried before pushing
SPREAD = 22.0  # scatter of a deal around the table's figure (printed by `bots.fitting`)
WEIS_WINS = 0.6  # how often the own Weis is the highest one
# Coiffeur: for how many card points it is time to use up a field, and what is asked less for each push before.
READY = {"simple": 100.0, "mixed": 90.0, "free": 112.0}
HASTE = 4.0
_SIMPLE = frozenset(("E", "R", "S", "L", "obenabe", "undeufe"))


def six(rows: Rows, hand: int) -> list[float]:
    """What the rows give a hand in the six Schieber modes."""
    suits = [hand & 0x1FF, hand >> 9 & 0x1FF, hand >> 18 & 0x1FF, hand >> 27]
    trump, side = rows[TRUMP], rows[SIDE]
    beside = sum(side[ranks] for ranks in suits)
    without_trump = (sum(rows[row][ranks] for ranks in suits) for row in (OBEN, UNTEN))
    return [*(beside - side[ranks] + trump[ranks] for ranks in suits), *without_trump]


def bonus(hand: CardSet, mode: Mode, book: Reglement, factor: float) -> float:
    """What Stöck and the own Weis add on average, as the book writes them."""
    points = 0.0
    pair = stoeck_of(mode.trump)
    if book.stoeck.enabled and pair and pair <= hand:
        points += book.stoeck.points
    if book.weis.enabled:
        points += WEIS_WINS * sum(weis.points(book.weis.values) for weis in weise_in(hand))
    return points * (factor if book.weis.times_factor else 1.0)


class TableBidder:
    """Bids by the fitted table."""

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """The best announcement, or a push that promises more."""
        bids = bids_of(view)
        return line_bid(view, bids) if bids[0].variant else self._mode_bid(view, bids, rng)

    def _mode_bid(self, view: View, bids: list[Announced], rng: random.Random) -> Announced | Pushed:
        table = bid_tables()[0 if view.pushes == 0 else 1]
        stakes = Stakes.of(view)
        factors = factors_of(view)
        allowed = [PLAIN_MODES.index(bid.mode) for bid in bids]
        worths = announce_worths(table, view.hand, factors, stakes, view.book)
        best = max(range(len(bids)), key=lambda at: worths[allowed[at]])
        push = push_of(view)
        if push is not None and push_worth(view.hand, factors, allowed, stakes, rng) > worths[allowed[best]]:
            return push
        return bids[best]


def announce_worths(table: BidTable, hand: CardSet, factors: Sequence[float], stakes: Stakes, book: Reglement) -> list[float]:
    """What announcing each Schieber mode is worth, in written points and what hangs on them."""
    rows = zip(PLAIN_MODES, factors, six(table.announcer, hand.bits), strict=True)
    return [spread_worth(stakes, points, factor, bonus(hand, mode, book, factor)) for mode, factor, points in rows]


def spread_worth(stakes: Stakes, points: float, factor: float, extra: float = 0.0) -> float:
    """The worth of about `points` card points: the mean over what may come of it."""
    if not stakes.target:
        return factor * (2.0 * min(DEAL, points) - DEAL) + extra
    total = 0.0
    for shift in (-1.3, 0.0, 1.3):
        made = min(DEAL, max(0.0, points + shift * SPREAD))
        total += stakes.worth(factor * made + extra, factor * (DEAL - made))
    return total / 3.0


def push_worth(hand: CardSet, factors: Sequence[float], allowed: Sequence[int], stakes: Stakes, rng: random.Random) -> float:
    """What it is worth to leave the choice to the partner: the mean over hands that the partner may hold."""
    table = bid_tables()[1]
    support = six(table.partner, hand.bits)
    unseen: list[Card] = cards_in(DECK.bits & ~hand.bits)
    total = 0.0
    for _ in range(SAMPLES):
        other = CardSet(rng.sample(unseen, 9)).bits
        points = six(table.announcer, other)
        best = max(allowed, key=lambda at: factors[at] * (2.0 * points[at] - DEAL))
        total += spread_worth(stakes, points[best] + support[best], factors[best])
    return total / SAMPLES


def line_kind(said: Announced) -> str:
    """Which row of READY a field belongs to."""
    return "free" if said.variant != said.mode.family else "simple" if said.variant in _SIMPLE else "mixed"


def line_bid(view: View, bids: list[Announced]) -> Announced | Pushed:
    """The field whose points exceed most what it could bring another time; a push if none does."""
    table = bid_tables()[0]
    factors = dict(view.factors)

    def worth(said: Announced) -> float:
        asked = READY[line_kind(said)] - HASTE * view.pushes
        return factors[said.variant] * (table.worth(view.hand.bits, said.mode) - asked)

    best = max(bids, key=worth)
    push = push_of(view)
    return push if push is not None and worth(best) < 0.0 else best
