"""Where `bidtable.json` comes from: deals played out in every mode by plain reckoning, and a least-squares fit, suit by suit.

Run as `python -m puur.bots.fitting --deals 60000`; writes the table into the package. What a suit adds is fitted by which
ranks and pairs of ranks it holds and its length; hands that would announce a mode count more than hands that would not. Not
needed to play.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puur.bots.bidtable import OBEN, SIDE, TRUMP, UNTEN
from puur.bots.tables import chances, mode_tables
from puur.bots.weights import flat
from puur.core.mode import EICHELN, OBENABE, UNDEUFE, Mode
from puur.fast.playout import deals

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
RIDGE = 30.0


def features() -> Floats:
    """[ranks held, feature]: single ranks, pairs of ranks, length."""
    pairs = list(combinations(range(9), 2))
    table = np.zeros((512, 9 + len(pairs) + 10))
    for ranks in range(512):
        for at in range(9):
            table[ranks, at] = ranks >> at & 1
        for at, (low, high) in enumerate(pairs):
            table[ranks, 9 + at] = (ranks >> low & 1) * (ranks >> high & 1)
        table[ranks, 9 + len(pairs) + ranks.bit_count()] = 1
    return table


def played(hands: Ints, mode: Mode, announcer: int) -> Floats:
    """The points of team 0 when seat 0 leads and `announcer` has announced."""
    from puur.bots.kernels import play_out

    out = np.zeros((len(hands), 3))
    tables = np.array(mode_tables(mode), np.int64)
    play_out(hands, 0, announcer, tables, np.array(flat()), np.array(chances()), 0.05, np.array([99991], np.int64), out)
    return out[:, 0]


def ranks(hands: Ints, suit: int) -> Ints:
    """The ranks held in a suit, as nine bits."""
    return hands >> 9 * suit & 0x1FF


def design(hands: Ints, trump: bool, basis: Floats) -> Floats:
    """What the fit sees of one player's hands; with trump the first suit stands apart."""
    side = sum((basis[ranks(hands, suit)] for suit in range(1 if trump else 0, 4)), np.zeros((len(hands), basis.shape[1])))
    return np.hstack([basis[ranks(hands, 0)], side]) if trump else side


def fitted(hands: Ints, mode: Mode, announcer: int, basis: Floats) -> dict[str, list[Floats]]:
    """The rows of one mode: [trump, side], or one row without trump; for announcer and partner."""
    trump, width = mode is EICHELN, basis.shape[1]
    points = played(hands, mode, announcer)
    seen = np.hstack([design(hands[:, announcer], trump, basis), design(hands[:, 2 - announcer], trump, basis)])
    weight = np.ones(len(points))
    for _ in range(3):  # hands that would announce this mode count more; who they are, the fit before says
        scaled = seen * weight[:, None]
        square = scaled.T @ seen + RIDGE * np.eye(seen.shape[1])
        coefficients = np.linalg.solve(square, scaled.T @ (points - 78.5))
        own = seen[:, : seen.shape[1] // 2] @ coefficients[: len(coefficients) // 2]
        weight = 0.03 + 1.0 / (1.0 + np.exp(-(own - 12.0) / 5.0))
    error = float(np.sqrt(np.average((points - 78.5 - seen @ coefficients) ** 2, weights=weight)))
    print(mode, announcer, "scatter left", round(error, 1))
    parts = [basis @ coefficients[at : at + width] for at in range(0, len(coefficients), width)]
    half = len(parts) // 2
    shift = _mean(parts[half:], hands[:, 2 - announcer], weight) / 4  # what an average partner adds goes to the announcer's rows
    return {"announcer": [part + 78.5 / 4 + shift for part in parts[:half]], "partner": [part - shift for part in parts[half:]]}


def _mean(parts: list[Floats], hands: Ints, weight: Floats) -> float:
    rows = parts if len(parts) == 2 else [parts[0], parts[0]]
    points = sum((rows[min(suit, 1)][ranks(hands, suit)] for suit in range(4)), np.zeros(len(hands)))
    return float(np.average(points, weights=weight))


def main() -> None:
    """Fit and write the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--deals", type=int, default=60_000)
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--out", type=Path, default=Path(__file__).with_name("bidtable.json"))
    given = asked.parse_args()
    hands, basis = deals(given.deals, given.seed), features()
    table: dict[str, Any] = {}
    for name, announcer in (("leads", 0), ("pushed", 2)):
        fits = [fitted(hands, mode, announcer, basis) for mode in (EICHELN, OBENABE, UNDEUFE)]
        table[name] = {}
        for who in ("announcer", "partner"):
            rows = [*fits[0][who], *fits[1][who], *fits[2][who]]
            assert tuple(range(len(rows))) == (TRUMP, SIDE, OBEN, UNTEN)
            table[name][who] = [[round(float(value) * 10) for value in row] for row in rows]
    given.out.write_text(json.dumps(table, separators=(",", ":")).replace("],[", "],\n["), encoding="utf-8")


if __name__ == "__main__":
    main()
