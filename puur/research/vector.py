"""Thousands of deals at once: the card play of the Schieber as arrays, for reinforcement learning with NumPy or PyTorch.

All deals of a batch stand at the same card, so `step` takes one card for each of them. The rules are those of `puur.fast.batch`,
which the tests hold equal to the core card by card; the same source runs on a GPU (`CardPlay(deals, xp=torch, device="cuda")`).
Inside a batch the trump suit of each deal is suit 0: `cards` tells the real card of a number, and back.

An observation is what `puur.fast.observe` lists, field by field: `PLANES` and `FLAGS` for each suit, `FACTS` beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from puur.core.mode import PLAIN_MODES, Mode
from puur.fast.batch import Array, Batch, Kit, blocks_of, plain_conditions, to_front, values_of
from puur.fast.observe import PER_SUIT, WIDE, observed

CARDS, SEATS = 36, 4


@dataclass(frozen=True, slots=True)
class Seen:
    """What the seats to play see, one row for each deal."""

    seat: Array  # [n] whose turn it is
    legal: Array  # [n, 36] what may be played
    suits: Array  # [n, 4, PER_SUIT]
    facts: Array  # [n, WIDE]


class CardPlay:
    """A batch of deals from the first card to the last: `reset`, then 36 times `step`."""

    def __init__(self, deals: int, modes: tuple[Mode, ...] = PLAIN_MODES, *, xp: Any = np, device: str | None = None) -> None:
        if deals < 1:
            raise ValueError("at least one deal")
        self.deals, self.modes = deals, modes
        self.kit = Kit(xp, device)
        self._blocks = np.array([blocks_of(mode) for mode in modes])
        self._values = np.array([values_of(mode) for mode in modes])
        self._turned = np.array([to_front(_trump(mode)) for mode in modes])
        self._suits = self.kit.full((deals, 4, PER_SUIT), 0.0, "float32")
        self._facts = self.kit.full((deals, WIDE), 0.0, "float32")

    def reset(self, seed: int = 0) -> Seen:
        """Deal by a seed: hands, mode and announcer of each deal by chance, and the announcer leads."""
        rng = np.random.default_rng(seed)
        order = np.argsort(rng.random((self.deals, CARDS)), axis=1)
        hand = np.zeros((self.deals, SEATS, CARDS), bool)
        np.put_along_axis(hand, order.reshape(self.deals, SEATS, 9), True, axis=2)
        self.mode = rng.integers(len(self.modes), size=self.deals)
        announcer = rng.integers(SEATS, size=self.deals)
        put = self.kit.put
        said = plain_conditions(
            self.kit, put(self._blocks[self.mode]), put(self._values[self.mode]), put(announcer), put(np.zeros(self.deals, bool))
        )
        self.batch = Batch(self.kit, put(hand), put(announcer), said)
        return self._seen()

    def step(self, card: Array) -> tuple[Seen | None, Array]:
        """Play a legal card in every deal; what is seen next (None at the end), and what side 0 has gained over side 1 by it.

        A trick brings the points of its cards, the last one 5 more, in deals of 157 points; the other cards bring nothing.
        """
        legal = self.batch.legal()
        if not bool(legal[self.batch.rows, card].all()):
            raise ValueError("a card that may not be played")
        gain = self.batch.play(card)
        gained = self.kit.full((self.deals,), 0.0, "float32") if gain is None else gain
        return (None if self.batch.ply == CARDS else self._seen()), gained

    @property
    def points(self) -> Array:
        """[n, 2]: card points that both sides have made, with the last trick."""
        return self.batch.points

    def cards(self, number: Array) -> Array:
        """The index of the real card of each number (suit E R S L, rank 6 to A), and the number of each real card."""
        return self._turned[self.mode, np.asarray(number)]

    def _seen(self) -> Seen:
        legal = self.batch.legal()
        observed(self.batch, legal, self._suits, self._facts)
        return Seen(self.batch.seat, legal, self._suits, self._facts)


def random_cards(seen: Seen, rng: np.random.Generator) -> Array:
    """A legal card for each deal, each as likely."""
    return np.where(seen.legal, rng.random(seen.legal.shape), -1.0).argmax(axis=1)


def _trump(mode: Mode) -> int:
    return 0 if mode.trump is None else mode.trump.index
