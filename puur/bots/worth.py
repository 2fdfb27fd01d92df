"""What a hand is worth in a mode: the card points that its side will make on average, by a plain count.

The weights are rounded from a regression over a few thousand deals per mode in which all four seats played by
`bots.cardplay`; the rest of such a result scatters by 27 points, so finer counting would not show.
"""

from __future__ import annotations

from functools import lru_cache

from puur.core.cards import SUITS, CardSet, Suit
from puur.core.mode import Block, Mode

DEAL = 157
_RANK_BITS = {letter: 1 << place for place, letter in enumerate("6789BUOKA")}


def expected_points(hand: CardSet, mode: Mode) -> float:
    """The card points that the side of this hand makes on average when it announces `mode` and leads."""
    return sum(_in_block(hand.bits, block, mode.trump) for block in mode.blocks) / len(mode.blocks)


@lru_cache(maxsize=64)
def _in_block(bits: int, block: Block, trump: Suit | None) -> float:
    if block is Block.TRUMP and trump is not None:
        return _with_trump(bits, trump)
    return _without_trump(bits, "AKO" if block is Block.OBEN else "678")


def _with_trump(bits: int, trump: Suit) -> float:
    ranks = _ranks(bits, trump)
    puur, nell = _RANK_BITS["U"], _RANK_BITS["9"]
    points = 38.0 + 12.5 * ranks.bit_count()
    if ranks & puur:
        points += 26.0 if ranks & nell else 15.0
    if ranks & _RANK_BITS["A"]:
        points += 4.0
    for suit in SUITS:
        if suit is not trump:
            side = _ranks(bits, suit)
            if side & _RANK_BITS["A"]:
                points += 8.0 if side & _RANK_BITS["K"] else 4.5
    return min(points, float(DEAL))


def _without_trump(bits: int, best: str) -> float:
    points = 58.0
    first, second, third = (_RANK_BITS[letter] for letter in best)
    for suit in SUITS:
        ranks = _ranks(bits, suit)
        length = ranks.bit_count()
        if ranks & first:
            points += 13.0
            if ranks & second:
                points += 5.0 + 3.5 * max(0, length - 3)
                if ranks & third:
                    points += 2.0
        elif ranks & second and length > 1:
            points += 6.0
    return min(points, float(DEAL))


def _ranks(bits: int, suit: Suit) -> int:
    """The ranks of a suit in a hand as nine bits."""
    return bits >> (9 * suit.index) & 0b111_111_111
