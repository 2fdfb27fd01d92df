"""What a speaker sees, as the numbers that the bidding networks read: a row for each mode that may be announced, one for pushing.

Like `fast.batch` it runs under NumPy and PyTorch. Needs are in written points here, since each mode has its own factor.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from puur.core.cards import SUITS
from puur.core.mode import PLAIN_MODES, Block, Mode, gusti, slalom, trio
from puur.fast.batch import DEAL, Array, Kit, blocks_of, to_front, values_of
from puur.fast.observe import NEAR, STATED

# Every mode of the Schieber and the Coiffeur, the six plain ones first.
CATALOGUE: tuple[Mode, ...] = (
    *PLAIN_MODES,
    *(make(block) for make in (slalom, gusti) for block in (Block.OBEN, Block.UNTEN)),
    *(trio(suit, (first, second, third)) for suit in SUITS for first, second, third in permutations(Block, 3)),
)
PLAIN = len(PLAIN_MODES)
OFFER = 36 + 27 + 3 + 1 + 1 + 1 + 2 + 1 + 1  # hand, blocks, values, pushed, Weis, Match, needs, no target, prize
PUSH = 36 + PLAIN + 1 + 1 + 2 + 1 + 1  # hand, factors, Weis, Match, needs, no target, prize
# hand, mode, own place and announcer, the others' stated Weise, own highest and all own, Match, needs, no target, prize, pushed
TELL = 36 + 30 + 4 + 4 + 3 + 2 + 1 + 2 + 1 + 1 + 1


class Modes:
    """Some modes as tables."""

    def __init__(self, kit: Kit, modes: Sequence[Mode]) -> None:
        fronts = [mode.trump.index if mode.trump is not None else 0 for mode in modes]
        self.order = kit.put(np.array([to_front(suit) for suit in fronts]))  # [mode, card]
        self.blocks = kit.put(np.array([blocks_of(mode) for mode in modes]))
        self.values = kit.put(np.array([values_of(mode) for mode in modes]))
        self.how = kit.put(np.array([_described(mode) for mode in modes], np.float32))


def _described(mode: Mode) -> list[float]:
    row = [0.0] * 30
    for at, block in enumerate(blocks_of(mode)):
        row[3 * at + block] = 1.0
    row[27 + values_of(mode)] = 1.0
    return row


def needs(kit: Kit, written: Array, factor: Array, game: float) -> tuple[Array, Array, Array]:
    """Needs of both sides in card points, whether the deal may end the game, and the prize in deals, by factor.

    `written[n, 2]` are needs in written points; the others come with the shape of `factor[n, modes]`.
    """
    where = kit.xp.where
    need = written[:, None] / factor[:, :, None]
    ends = (need <= NEAR).any(axis=2)
    return need, ends, where(ends, game / DEAL / factor, 0.0 * factor)


def offers(
    kit: Kit, hand: Array, modes: Modes, pushed: Array, weis: Array, match: Array, need: Array, ends: Array, prize: Array
) -> Array:
    """[n, modes, OFFER]: each mode for each speaker; `need[n, modes, 2]` has the own side first."""
    n, many = len(hand), len(modes.order)
    rows = kit.full((n, many, OFFER), 0.0, "float32")
    rows[:, :, :36] = hand[:, modes.order]
    rows[:, :, 36:66] = modes.how
    rows[:, :, 66] = pushed[:, None]
    rows[:, :, 67] = weis[:, None]
    rows[:, :, 68] = match[:, None] / DEAL
    rows[:, :, 69:71] = need.clip(0.0, NEAR) / DEAL * ends[:, :, None]
    rows[:, :, 71] = ~ends
    rows[:, :, 72] = prize
    return rows


def push_rows(kit: Kit, hand: Array, factors: Array, weis: Array, match: Array, written: Array, game: float) -> Array:
    """[n, PUSH]: the push of each speaker; everything in units of the highest of the six factors."""
    n = len(hand)
    rows = kit.full((n, PUSH), 0.0, "float32")
    most = factors.max(axis=1)
    most = most.values if hasattr(most, "values") else most
    need, ends, prize = needs(kit, written, most[:, None], game)
    rows[:, :36] = hand
    rows[:, 36:42] = factors / most[:, None]
    rows[:, 42] = weis
    rows[:, 43] = match / DEAL
    rows[:, 44:46] = need[:, 0].clip(0.0, NEAR) / DEAL * ends
    rows[:, 46] = ~ends[:, 0]
    rows[:, 47] = prize[:, 0]
    return rows


def tell_rows(
    kit: Kit, hand: Array, how: Array, place: Array, announcer: Array, stated: Array, own: Array, match: Array, need: Array,
    ends: Array, prize: Array, pushed: Array,
) -> Array:  # fmt: skip
    """[n, TELL]: whether to state the own Weis.

    Trump is in front, `announcer` and `stated[n, 3]` count from the next seat on, `own[n, 2]` is the highest and the sum of all.
    """
    n = len(hand)
    rows = kit.full((n, TELL), 0.0, "float32")
    four = kit.count(4)
    rows[:, :36] = hand
    rows[:, 36:66] = how
    rows[:, 66:70] = place[:, None] == four
    rows[:, 70:74] = announcer[:, None] == four
    rows[:, 74:77] = stated / STATED
    rows[:, 77:79] = own / STATED
    rows[:, 79] = match / DEAL
    rows[:, 80:82] = need.clip(0.0, NEAR) / DEAL * ends[:, None]
    rows[:, 82] = ~ends
    rows[:, 83] = prize
    rows[:, 84] = pushed
    return rows
