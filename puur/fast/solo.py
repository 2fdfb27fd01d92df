"""The Differenzler as a batch: everybody for themselves, a prediction each, and what a seat sees beside the cards.

Runs under NumPy and PyTorch like `fast.batch`. What a seat knows of predictions is given as points still missing.
"""

from __future__ import annotations

import numpy as np

from puur.core.mode import EICHELN, LAST_TRICK
from puur.fast.batch import DEAL, STATE, Array, Batch, Kit, blocks_of, plain_conditions, values_of

STEPS = np.array([-60, -40, -25, -15, -10, -6, -3, -1, 0, 1, 3, 6, 10, 15, 25, 40, 60, 80, 100], np.float32)
EXTRA = 5 + len(STEPS) + 3 + 1 + 3  # own prediction, made, missing in three scales, steps; others made; open; others missing
GRID = 2  # predictions are multiples of it
POINTS = 20.0  # card points in one unit of what a prediction costs
CHOICES = 79  # 0 to 156
PREDICT = 36 + 4 + 1 + 3 + 3  # hand, place, open, what the others have said, whether they have


class SoloBatch(Batch):
    """Deals of the Differenzler in play: `goal[n, seat]` are the predictions, `made[n, seat]` the points so far."""

    loose = True
    state = (*STATE, "goal", "made", "shown_goal")

    def __init__(self, kit: Kit, hand: Array, leader: Array, goal: Array, shown_goal: Array) -> None:
        n = len(leader)
        blocks = kit.put(np.array([blocks_of(EICHELN)])).repeat(n, 0) if kit.device is None else kit.put(
            np.array([blocks_of(EICHELN)])
        ).repeat(n, 1)  # fmt: skip
        values = kit.full((n,), values_of(EICHELN), "int64")
        super().__init__(kit, hand, leader, plain_conditions(kit, blocks, values, leader, kit.full((n,), 0, "bool")))
        self.goal, self.shown_goal = goal, shown_goal
        self.made = kit.full((n, 4), 0.0, "float32")

    def _end_trick(self) -> Array:
        won = self.pot + (LAST_TRICK if self.ply == 36 else 0)
        self.made[self.rows, self.best] += won
        return super()._end_trick()

    def missed(self) -> Array:
        """[n, seat]: by how much each prediction was wrong, in card points."""
        return abs(self.goal - self.made)


def predictions_seen(batch: SoloBatch, facts: Array) -> None:
    """Write what the seat to play knows of predictions into `facts[n, EXTRA]`."""
    kit, rows, seat = batch.kit, batch.rows, batch.seat
    goal, made = batch.goal[rows, seat], batch.made[rows, seat]
    missing = goal - made
    facts[:, 0], facts[:, 1], facts[:, 2] = goal / DEAL, made / DEAL, missing / DEAL
    facts[:, 3], facts[:, 4] = missing.clip(-20.0, 20.0) / 20.0, missing.clip(-60.0, 60.0) / 60.0
    steps = kit.put(STEPS)
    facts[:, 5 : 5 + len(STEPS)] = missing[:, None] >= steps
    at = 5 + len(STEPS)
    for step in (1, 2, 3):
        other = (seat + step) % 4
        theirs = batch.made[rows, other]
        facts[:, at + step - 1] = theirs / DEAL
        facts[:, at + 3 + step] = (batch.goal[rows, other] - theirs) / DEAL * batch.shown_goal
    facts[:, at + 3] = batch.shown_goal


def predict_rows(kit: Kit, hand: Array, place: Array, shown: Array, others: Array, spoken: Array) -> Array:
    """[n, PREDICT]: what a seat knows when it predicts; `others[n, 3]` count from the next seat on, where `spoken`."""
    rows = kit.full((len(hand), PREDICT), 0.0, "float32")
    rows[:, :36] = hand
    rows[:, 36:40] = place[:, None] == kit.count(4)
    rows[:, 40] = shown
    rows[:, 41:44] = others / DEAL * spoken
    rows[:, 44:47] = spoken
    return rows
