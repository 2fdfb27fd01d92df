"""What a match says: points per deal with a confidence interval, share of the points, decision times.

A pair of deals is one observation: its two deals hang together, different pairs do not. Intervals are for 95 % confidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

from puur.arena.match import Pair

Z = 1.96  # two-sided 95 % of the normal distribution


@dataclass(frozen=True, slots=True)
class Times:
    """The decision times of one player, in milliseconds; forced cards are left out."""

    decisions: int
    mean: float
    median: float
    p95: float
    most: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a match, from the point of view of A."""

    pairs: int
    gain: float  # A's points less B's, per deal
    gain_error: float  # half of the interval
    share: float  # of all points
    share_error: float
    a_ahead: int  # pairs in which A made more
    b_ahead: int
    times_a: Times
    times_b: Times

    @property
    def clear(self) -> bool:
        """Whether the interval of the gain is clear of zero."""
        return abs(self.gain) > self.gain_error

    def __str__(self) -> str:
        share, gain = f"{100 * self.share:.1f} ± {100 * self.share_error:.1f} %", f"{self.gain:+.1f} ± {self.gain_error:.1f}"
        return f"{share} of the points, {gain} a deal, {self.pairs} pairs"

    def to_plain(self) -> dict[str, Any]:
        """As values for JSON."""
        return asdict(self)


def summary(pairs: Sequence[Pair]) -> Summary:
    """What these pairs say; at least one is needed."""
    gains = [(pair.a - pair.b) / 2 for pair in pairs]
    a, whole = sum(pair.a for pair in pairs), sum(pair.a + pair.b for pair in pairs)
    share = a / whole if whole else 0.5
    mean = whole / len(pairs)
    rests = [(pair.a - share * (pair.a + pair.b)) / mean if mean else 0.0 for pair in pairs]  # ratio estimate
    return Summary(
        len(pairs),
        fmean(gains),
        _half(gains),
        share,
        _half(rests),
        sum(pair.a > pair.b for pair in pairs),
        sum(pair.b > pair.a for pair in pairs),
        _times([took for pair in pairs for took in pair.times_a]),
        _times([took for pair in pairs for took in pair.times_b]),
    )


def _half(values: Sequence[float]) -> float:
    return Z * stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")


def _times(values: list[float]) -> Times:
    if not values:
        return Times(0, 0.0, 0.0, 0.0, 0.0)
    values.sort()
    return Times(len(values), fmean(values), values[len(values) // 2], values[int(0.95 * (len(values) - 1))], values[-1])
