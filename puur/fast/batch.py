"""Many deals at once as arrays: what may be played, who takes a trick, what everybody knows. The twin of the core for self-play.

One source runs under NumPy and under PyTorch (on a GPU), so that the tests hold the NumPy run equal to `puur.core` and the trainer
uses what was tested. All numbers come from the core. Inside a batch the trump suit of each deal is moved to the front: suit 0 is
trump wherever there is one. All deals of a batch stand at the same card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from puur.core.mode import EICHELN, LAST_TRICK, OBENABE, UNDEUFE, Block, Mode

Array = Any  # numpy.ndarray or torch.Tensor
BLOCKS = (Block.TRUMP, Block.OBEN, Block.UNTEN)
TRUMP, OBEN, UNTEN = range(3)
SUIT = np.arange(36) // 9
PUUR = 5  # the Under of the first suit
DEAL = 157.0
_MODES = (EICHELN, OBENABE, UNDEUFE)
POWER = np.array([mode.order(0).power for mode in _MODES], np.int64)  # [block, led suit, card]
VALUES = np.array([mode.values for mode in _MODES], np.float32)  # [table of values, card]
STRENGTH = np.array([[mode.order(0).power[card // 9][card] % 100 for card in range(36)] for mode in _MODES], np.int64)  # 1 to 9
STRONGEST_FIRST = np.array([[9 * (at // 9) + int(np.argsort(-row[:9] if at < 9 else -row[9:18])[at % 9]) for at in range(36)]
                            for row in STRENGTH])  # fmt: skip
PLACE = np.argsort(STRONGEST_FIRST, axis=1)


def blocks_of(mode: Mode) -> list[int]:
    """How each trick of a mode is decided, as numbers."""
    return [BLOCKS.index(block) for block in mode.blocks]


def values_of(mode: Mode) -> int:
    """Which table of card values a mode has."""
    if mode.trump is None:
        return OBEN if mode.values == OBENABE.values else UNTEN
    return next((at for at in (OBEN, UNTEN) if mode.values == _MODES[at].values), TRUMP)


def to_front(suit: int) -> list[int]:
    """For each card its number once `suit` has changed places with the first suit; the way back is the same."""
    moved = {0: suit, suit: 0}
    return [9 * moved.get(card // 9, card // 9) + card % 9 for card in range(36)]


class Kit:
    """The array library at work: NumPy or PyTorch, and the tables of this module in it."""

    def __init__(self, xp: Any = np, device: str | None = None) -> None:
        self.xp, self.device = xp, device
        self.power, self.values, self.strength = self.put(POWER), self.put(VALUES), self.put(STRENGTH)
        self.strongest_first, self.place, self.suit = self.put(STRONGEST_FIRST), self.put(PLACE), self.put(SUIT)
        self.of_suit = self.put(np.array([suit == SUIT for suit in range(4)]))
        self.puur = self.put(np.arange(36) == PUUR)
        self.falling = self.put(np.arange(9, 0, -1, dtype=np.float32))
        # On a device numbers of Python would have to be sent each time.
        self.flag, self.trick_number = self.put(np.array([False, True])), self.put(np.arange(1, 10, dtype=np.float32) / 9)

    def put(self, values: Any) -> Array:
        """A NumPy array in this library, on its device."""
        return values if self.device is None else self.xp.as_tensor(values, device=self.device)

    def full(self, shape: tuple[int, ...], value: float, kind: str) -> Array:
        """An array of one value; `kind` is the name of a type."""
        if self.device is None:
            return np.full(shape, value, getattr(np, kind))
        return self.xp.full(shape, value, dtype=getattr(self.xp, kind), device=self.device)

    def count(self, number: int) -> Array:
        """0, 1, 2 and so on."""
        return np.arange(number) if self.device is None else self.xp.arange(number, device=self.device)

    def number(self, flags: Array) -> Array:
        """Truth as 0.0 and 1.0."""
        return flags.astype(np.float32) if self.device is None else flags.float()

    def true(self, flags: Array) -> tuple[Array, ...]:
        """Where flags are set, by axis."""
        return np.nonzero(flags) if self.device is None else self.xp.nonzero(flags, as_tuple=True)

    def copy(self, values: Array) -> Array:
        """A copy."""
        return values.copy() if self.device is None else values.clone()


@dataclass
class Conditions:
    """What was announced in each deal and what hangs on it; everything an array over the deals."""

    blocks: Array  # [n, 9] how each trick is decided
    values: Array  # [n] table of card values
    announcer: Array  # [n] seat
    pushed: Array  # [n] whether the partner of the announcer has pushed
    match: Array  # [n] bonus for all tricks, in card points
    need: Array  # [n, 2] card points that a side still needs to win the game; FAR: out of reach or none
    prize: Array  # [n] what winning the game is worth beside the points, in deals (157 points)
    weis: Array  # [n] whether Weise are shown
    stated: Array  # [n, 4] points of the highest Weis that each seat states with its first card
    shown: Array  # [n, 4, 36] cards that are laid open after the first trick

    def take(self, rows: Array) -> Conditions:
        """The conditions of some deals."""
        return Conditions(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


FAR = 400.0  # more card points than a deal can bring


def plain_conditions(kit: Kit, blocks: Array, values: Array, announcer: Array, pushed: Array) -> Conditions:
    """Cards alone: no Weis, no bonus, no target."""
    n = len(blocks)
    return Conditions(
        blocks, values, announcer, pushed, kit.full((n,), 0.0, "float32"), kit.full((n, 2), FAR, "float32"),
        kit.full((n,), 0.0, "float32"), kit.full((n,), 0, "bool"), kit.full((n, 4), 0.0, "float32"),
        kit.full((n, 4, 36), 0, "bool"),
    )  # fmt: skip


STATE: tuple[str, ...] = (
    "hand", "by", "when", "led", "won", "barred", "sure", "leader", "points", "tricks", "over", "table", "led_suit", "best",
    "best_power", "best_card", "pot",
)  # fmt: skip


class Batch:
    """Deals in play. `hand[n, seat, card]` holds the cards; the rest is known to all."""

    state = STATE
    loose = False  # whether undertrumping needs no more than having nothing of the led suit (JR-UNDER-02)

    def __init__(self, kit: Kit, hand: Array, leader: Array, said: Conditions) -> None:
        n = len(leader)
        self.kit, self.n, self.said, self.ply = kit, n, said, 0
        self.rows = kit.count(n)
        self.hand, self.leader = kit.copy(hand), kit.copy(leader)
        self.by = kit.full((n, 36), -1, "int64")  # who has played a card
        self.when = kit.full((n, 36), 0.0, "float32")
        self.led, self.won = kit.full((n, 36), 0, "bool"), kit.full((n, 36), 0, "bool")
        self.barred = kit.full((n, 4, 36), 0, "bool")  # what a seat has shown not to hold
        self.sure = kit.full((n, 4, 36), 0, "bool")  # what a seat is known to hold still
        self.points = kit.full((n, 2), 0.0, "float32")
        self.tricks = kit.full((n, 2), 0, "int64")
        self.over = kit.full((n,), 0, "bool")  # somebody has reached the target: what follows counts for nothing
        self.value = kit.values[said.values]
        self._new_trick()

    def _new_trick(self) -> None:
        kit, n = self.kit, self.n
        self.table = kit.full((n, 4, 36), 0, "bool")
        self.led_suit, self.best = kit.full((n,), 0, "int64"), kit.full((n,), 0, "int64")
        self.best_power, self.best_card = kit.full((n,), -1, "int64"), kit.full((n,), 0, "int64")
        self.pot = kit.full((n,), 0.0, "float32")

    @property
    def block(self) -> Array:
        """How the running trick is decided."""
        return self.said.blocks[:, min(self.ply // 4, 8)]

    @property
    def seat(self) -> Array:
        """Whose turn it is."""
        return (self.leader + self.ply % 4) % 4

    def take(self, rows: Array) -> Batch:
        """Copies of some deals."""
        part = type(self).__new__(type(self))
        part.kit, part.ply, part.n, part.rows = self.kit, self.ply, len(rows), self.kit.count(len(rows))
        part.said, part.value = self.said.take(rows), self.value[rows]
        for name in self.state:
            setattr(part, name, getattr(self, name)[rows])
        return part

    def put(self, other: Batch) -> None:
        """Take over another batch of the same size, in place."""
        for name in (*self.state, "value"):
            getattr(self, name)[:] = getattr(other, name)
        for name in self.said.__dataclass_fields__:
            getattr(self.said, name)[:] = getattr(other.said, name)

    def legal(self) -> Array:
        """[n, 36]: what the seat to play may play. (JR-PLAY-03, JR-PLAY-05, JR-BAUER-01, JR-UNDER-01)"""
        kit, where = self.kit, self.kit.xp.where
        hand = self.hand[self.rows, self.seat]
        if self.ply % 4 == 0:
            return hand
        trumps = kit.of_suit[0]
        same = hand & kit.of_suit[self.led_suit]
        follow = where(same.any(axis=1)[:, None], same, hand)
        bound = (same & ~kit.puur).any(axis=1)[:, None]  # the Puur may stay home
        trump_led = where(bound, same, hand)
        over = hand & trumps & (kit.power[TRUMP, 0] > self.best_power[:, None])  # over what has cut; otherwise any trump
        may_undertrump = ~(hand & ~trumps).any(axis=1)[:, None]
        if self.loose:
            may_undertrump = may_undertrump | ~same.any(axis=1)[:, None]
        side_led = where(may_undertrump, hand, (follow & ~trumps) | over)
        with_trump = where((self.led_suit == 0)[:, None], trump_led, side_led)
        return where((self.block == TRUMP)[:, None], with_trump, follow)

    def play(self, card: Array) -> Array | None:
        """Play a card in every deal. At the end of a trick: what it brings side 0 over side 1, in deals; otherwise None."""
        kit, rows, seat, where = self.kit, self.rows, self.seat, self.kit.xp.where
        block, suit, first = self.block, self.kit.suit[card], self.ply % 4 == 0
        if first:
            self.led_suit = suit
        power = kit.power[block, self.led_suit, card]
        if not first:
            self._learn(seat, suit, power, block)
        better = power > self.best_power
        self.best = where(better, seat, self.best)
        self.best_power = where(better, power, self.best_power)
        self.best_card = where(better, card, self.best_card)
        self.pot = self.pot + self.value[rows, card]
        self.hand[rows, seat, card] = kit.flag[0]
        self.sure[rows, :, card] = kit.flag[0]
        self.by[rows, card] = seat
        self.when[rows, card] = kit.trick_number[self.ply // 4]
        self.led[rows, card] = kit.flag[int(first)]
        self.table[rows, seat, card] = kit.flag[1]
        self.ply += 1
        return None if self.ply % 4 else self._end_trick()

    def _learn(self, seat: Array, suit: Array, power: Array, block: Array) -> None:
        """What a card that does not follow proves."""
        kit = self.kit
        trump = block == TRUMP
        cut = trump & (suit == 0) & (self.led_suit != 0)
        void = (suit != self.led_suit) & ~cut
        stays_home = (trump & (self.led_suit == 0))[:, None] & kit.puur
        under = cut & (power < self.best_power)  # only with nothing but trumps, or without the led suit
        if self.loose:
            void, under = void | under, under & ~under
        lost = (void[:, None] & kit.of_suit[self.led_suit] & ~stays_home) | (under[:, None] & ~kit.of_suit[0])
        self.barred[self.rows, seat] |= lost

    def _end_trick(self) -> Array:
        rows, where = self.rows, self.kit.xp.where
        last = self.ply == 36
        won = self.pot + (LAST_TRICK if last else 0)
        side = self.best % 2
        self.tricks[rows, side] += 1
        if last:
            won = won + where(self.tricks[rows, side] == 9, self.said.match, 0.0 * self.pot)
        self.points[rows, side] += won
        self.won[rows, self.best_card] = self.kit.flag[1]
        self.leader = self.best
        out = (self.points[rows, side] >= self.said.need[rows, side]) & ~self.over
        gain = where(self.over, 0.0 * won, won / DEAL + where(out, self.said.prize, 0.0 * won))
        self.over = self.over | out
        if self.ply == 4:
            left = (self.by < 0)[:, None]
            self.sure = self.said.shown & left
        self._new_trick()
        return where(side == 0, gain, -gain)
