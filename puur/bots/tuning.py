"""Where the numbers in `bots.weights` come from: duels of the plain reckoning with itself, on millions of paired deals.

Run as `python -m puur.bots.tuning --minutes 5`. A change of one to three weights is kept when it wins two duels on
thousands of paired deals, the second by two standard errors. Prints the two rows for `bots/weights.py`. Not needed to play.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puur.bots import reckoning as r
from puur.bots.tables import chances, mode_tables
from puur.bots.weights import flat
from puur.bots.worth import expected_points
from puur.core.cards import CardSet
from puur.core.mode import EICHELN, OBENABE, PLAIN_MODES, UNDEUFE, Mode
from puur.fast.playout import deals

SIZE = 20_000
Floats = NDArray[np.float64]


def sorted_deals(n: int, seed: int) -> dict[Mode, tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Random deals by the mode that seat 0, or its partner after a push, would announce; trump is renamed Eicheln."""
    rows: dict[Mode, list[list[int]]] = {EICHELN: [], OBENABE: [], UNDEUFE: []}
    who: dict[Mode, list[int]] = {EICHELN: [], OBENABE: [], UNDEUFE: []}
    for row in deals(n, seed).tolist():
        announcer = 0
        best = max(PLAIN_MODES, key=lambda mode: expected_points(CardSet(bits=row[0]), mode))
        if expected_points(CardSet(bits=row[0]), best) < 95:
            announcer = 2
            best = max(PLAIN_MODES, key=lambda mode: expected_points(CardSet(bits=row[2]), mode))
        kind = best
        if best.trump is not None:
            kind = EICHELN
            by = 9 * best.trump.index
            row = [_swapped(hand, by) for hand in row]
        rows[kind].append(row)
        who[kind].append(announcer)
    return {mode: (np.array(rows[mode], np.int64), np.array(who[mode], np.int64)) for mode in rows}


def _swapped(hand: int, by: int) -> int:
    """The hand with the suit at `by` and the first one exchanged."""
    first, second = hand & 0x1FF, hand >> by & 0x1FF
    return (hand & ~(0x1FF | 0x1FF << by)) | second | first << by if by else hand


def gain(mode: Mode, batch: Any, trial: Floats, rival: Floats) -> tuple[float, float]:
    """What `trial` makes more than `rival`, in points per deal, and its standard error."""
    from puur.bots.kernels import duel

    hands, who = batch
    out = np.empty(len(hands))
    duel(hands, who, np.array(mode_tables(mode), np.int64), trial, rival, np.array(chances()), out)
    points = out - 157.0
    return float(points.mean()), float(points.std() / len(out) ** 0.5)


def main() -> None:
    """Climb for some minutes and print the best weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=5.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--kind", choices=("trump", "none"), default="trump")
    given = asked.parse_args()
    rng = np.random.default_rng(given.seed)
    modes = (EICHELN,) if given.kind == "trump" else (OBENABE, UNDEUFE)
    base = r.WEIGHTS if given.kind == "trump" else 0
    best = np.array(flat())
    batches = [sorted_deals(SIZE * 2, given.seed * 1000 + number) for number in range(4)]
    end = time.time() + 60 * given.minutes
    tries = kept = 0
    while time.time() < end:
        trial = best.copy()
        for at in rng.choice(r.WEIGHTS, rng.integers(1, 4), replace=False):
            old = trial[base + at]
            trial[base + at] = rng.random() if at in (r.W_TAKES, r.W_CUTS) else old + rng.normal() * max(1.5, 0.4 * abs(old))
        tries += 1
        first, second = rng.choice(4, 2, replace=False)
        if _better(modes, batches[first], trial, best, 1.0) and _better(modes, batches[second], trial, best, 2.0):
            best = trial
            kept += 1
            print(tries, kept, [round(float(w), 2) for w in best[base : base + r.WEIGHTS]], flush=True)
    print([round(float(w), 2) for w in best[base : base + r.WEIGHTS]])


def _better(modes: tuple[Mode, ...], batch: dict[Mode, Any], trial: Floats, rival: Floats, errors: float) -> bool:
    results = [gain(mode, batch[mode], trial, rival) for mode in modes]
    return bool(sum(mean for mean, _ in results) > errors * sum(error**2 for _, error in results) ** 0.5)


if __name__ == "__main__":
    main()
