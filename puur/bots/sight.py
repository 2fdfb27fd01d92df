"""What a seat sees, as the numbers that the network reads: made from a view, so it cannot hold what the seat may not know.

The layout is that of `fast.observe`, which makes the same numbers for whole batches in training; a test holds the two equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puur.bots.knowledge import Knowledge, knowledge
from puur.bots.stakes import ENDLESS, GAME
from puur.core.cards import CARDS, Card
from puur.core.form import lines_of
from puur.core.mode import Mode
from puur.core.view import View
from puur.fast.batch import (
    DEAL,
    FAR,
    PLACE,
    POWER,
    STRENGTH,
    STRONGEST_FIRST,
    SUIT,
    TRUMP,
    VALUES,
    blocks_of,
    to_front,
    values_of,  # fmt: skip
)
from puur.fast.observe import AT, FLAGS, NEAR, PER_SUIT, PLANES, STATED, VALUE, WIDE

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Stake:
    """What hangs on the deal beside its points, in card points of this deal."""

    match: float = 0.0
    need: tuple[float, float] = (FAR, FAR)  # own side first; from now on
    prize: float = 0.0  # in deals

    @property
    def ends(self) -> bool:
        """Whether the deal may end the game."""
        return self.need[0] < FAR


def stake_of(view: View, factor: float) -> Stake:
    """What hangs on the rest of a deal that counts `factor` times."""
    match = 0.0 if view.variant or lines_of(view.book) else float(view.book.scoring.match_bonus)
    if not 0 < view.target < ENDLESS or view.variant:
        return Stake(match)
    side = view.seat % 2
    ours, theirs = ((view.target - view.totals[team]) / factor for team in (side, 1 - side))
    if min(ours, theirs) > NEAR:
        return Stake(match)
    return Stake(match, (max(1.0, ours), max(1.0, theirs)), GAME / DEAL / factor)


def turned(mode: Mode) -> list[int]:
    """For each card its number with the trump suit in front."""
    return to_front(mode.trump.index if mode.trump is not None else 0)


def flags_of(bits: int, order: Sequence[int]) -> Floats:
    """A set of cards as 36 numbers, in the order of `turned`."""
    flags = np.zeros(36, np.float32)
    while bits:
        low = bits & -bits
        flags[order[low.bit_length() - 1]] = 1.0
        bits ^= low
    return flags


def sight(view: View, legal: Sequence[Card], remembered: int = 9) -> tuple[Floats, Floats, list[int]]:
    """The numbers of the suits, the other facts, and the order of the cards; `NotSearchable` out of the ordinary.

    Of the tricks that are done only so many of the last are `remembered`; whoever forgets takes the cards of the others to be
    out still, and no longer knows who did not follow.
    """
    known = knowledge(view)
    order = turned(known.mode)
    blocks, kind = np.array(blocks_of(known.mode)), values_of(known.mode)
    played = [order[card] for card in known.played]
    trick, place = divmod(len(played), 4)
    first = 4 * max(0, trick - remembered)  # what came before is forgotten
    if first:
        known.barred[:] = [0, 0, 0, 0]
    block, ahead = blocks[trick], blocks[min(trick + 1, 8)]
    planes = np.zeros((len(PLANES), 36), np.float32)
    planes[0] = own = flags_of(view.hand.bits, order)
    best = _laid(planes, known, view, played, first, blocks)
    unseen = 1.0 - own
    unseen[played[first:]] = 0.0
    for step in (1, 2, 3):
        seat = (view.seat + step) % 4
        planes[11 + step] = unseen * (1.0 - flags_of(known.barred[seat], order))
        planes[14 + step] = flags_of(known.sure[seat], order)
    planes[8, [order[card.index] for card in legal]] = 1.0
    power = STRENGTH[block] if best < 0 else POWER[block, SUIT[played[4 * trick]]]
    planes[18] = planes[8] * (power > (power[best] if best >= 0 else -1))
    left = np.ones(36, bool)
    left[played[first:]] = False
    ordered = left[STRONGEST_FIRST[block]].reshape(4, 9)
    planes[19] = (ordered & (ordered.cumsum(axis=1) == 1)).reshape(36)[PLACE[block]]
    planes[20], planes[21], planes[22] = VALUES[kind] / VALUE, STRENGTH[block] / 9, STRENGTH[ahead] / 9

    suits = np.zeros((4, PER_SUIT), np.float32)
    suits[:, : -len(FLAGS)] = planes.reshape(len(PLANES), 4, 9).transpose(1, 0, 2).reshape(4, -1)
    suits[0, -3:-1] = block == TRUMP, (blocks == TRUMP).any()
    if place:
        suits[SUIT[played[4 * trick]], -1] = 1.0
    return suits, _facts(view, known, blocks, kind, played, best), order


def _laid(planes: Floats, known: Knowledge, view: View, played: list[int], begin: int, blocks: NDArray[np.int64]) -> int:
    """Fill the planes of the cards that were played from `begin` on; the card that wins the running trick so far, -1 for none."""
    best = -1
    for first in range(begin, len(played), 4):
        trick, cards = first // 4, played[first : first + 4]
        power = POWER[blocks[trick], SUIT[cards[0]]]
        best = max(cards, key=lambda card: int(power[card]))
        planes[10, cards[0]] = 1.0
        planes[9, cards] = (trick + 1) / 9
        for place, card in enumerate(cards):
            step = (known.leaders[trick] + place - view.seat) % 4
            planes[1 + step, card] = 1.0
            if len(cards) < 4 and step:
                planes[4 + step, card] = 1.0
        if len(cards) == 4:
            planes[11, best] = 1.0
            best = -1
    return best


def _facts(view: View, known: Knowledge, blocks: NDArray[np.int64], kind: int, played: list[int], best: int) -> Floats:
    facts = np.zeros(WIDE, np.float32)
    trick, place = divmod(len(played), 4)
    for ahead in range(9 - trick):
        facts[AT["blocks"] + 3 * ahead + blocks[trick + ahead]] = 1.0
    facts[AT["values"] + kind] = 1.0
    announcer = view.seat if view.announcer is None else view.announcer
    facts[AT["announcer"] + (announcer - view.seat) % 4] = 1.0
    facts[AT["pushed"]] = view.pushes > 0 and not view.variant
    facts[AT["trick"] + trick] = facts[AT["place"] + place] = 1.0
    running = played[4 * trick :]
    facts[AT["pot"]] = VALUES[kind, running].sum() / DEAL
    if best >= 0:
        facts[AT["winning"] + (known.leaders[trick] + running.index(best) - view.seat) % 4] = 1.0
    stake = stake_of(view, float(max(1, view.factor)))
    side = view.seat % 2
    facts[AT["match"]] = stake.match / DEAL
    taken = [sum(done.winner % 2 == team for done in view.tricks) for team in (0, 1)]
    for whose, team in enumerate((side, 1 - side)):
        facts[AT["points"] + whose] = view.points[team] / DEAL
        facts[AT["match possible"] + whose] = stake.match > 0 and not taken[1 - team]
        facts[AT["need"] + whose] = min(stake.need[whose], NEAR) / DEAL if stake.ends else 0.0
    facts[AT["no target"]] = not stake.ends
    facts[AT["prize"]] = stake.prize
    facts[AT["weis"]] = view.book.weis.enabled and not view.variant
    for weis in view.weise:
        if weis.seat != view.seat:
            facts[AT["stated"] + (weis.seat - view.seat) % 4 - 1] = weis.points / STATED
    return facts


def card_at(order: Sequence[int], place: int) -> Card:
    """The card with this number in the order of `turned`."""
    return CARDS[order[place]]
