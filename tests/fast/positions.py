"""Random positions for the tests of `puur.fast`, and the modes they are taken from."""

from __future__ import annotations

import random

from puur.core.cards import CARDS, CardSet
from puur.core.mode import PLAIN_MODES, Mode, parse_mode
from puur.fast.position import Position
from puur.fast.tables import Segment

COIFFEUR = ["slalom-oben", "slalom-unten", "gusti-oben", "gusti-unten"]
TRIOS = [f"trio-{suit}-{blocks}" for suit, blocks in zip("ERSLER", ("tuo", "tou", "uto", "uot", "otu", "out"), strict=True)]
MODES: tuple[Mode, ...] = (*PLAIN_MODES, *(parse_mode(name) for name in (*COIFFEUR, *TRIOS)))


def core_bits(segment: Segment, bits: int) -> int:
    """A set of cards in the numbering of a segment, as the core numbers them."""
    return sum(1 << card for at, card in enumerate(segment.card) if bits >> at & 1)


def dealt(rng: random.Random, mode: Mode) -> Position:
    """A fresh random deal."""
    pack = list(CARDS)
    rng.shuffle(pack)
    return Position.dealt([CardSet(pack[9 * seat : 9 * seat + 9]) for seat in range(4)], mode, rng.randrange(4))


def ending(rng: random.Random, mode: Mode, left: int, on_table: int = 0) -> Position:
    """A random deal played on with random legal cards until `left` tricks are left, `on_table` cards of the first one played."""
    position = dealt(rng, mode)
    while position.left > left or len(position.trick) < on_table:
        position = position.play(rng.choice(list(position.legal())))
    return position
