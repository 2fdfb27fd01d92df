"""People against each bot, in the same seats with the same cards: the answer to “how strong is it against people?”.

Paired seats: for every try that counts, the person's points less what the bot made of the same set in the same seat, with the
same three bots around it; luck of the cards falls out. One person is one observation (their mean), so that somebody who plays
every day does not speak for all. Nothing is claimed below `LEAST` people, nor where the interval holds zero. No Django here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

LEAST = 20  # people
Z = 1.96


@dataclass(frozen=True, slots=True)
class Paired:
    """One try beside the bots: who, and points per deal over each level."""

    person: str
    over: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Verdict:
    """People against one bot."""

    level: str
    people: int
    tries: int
    mean: float  # points per deal that people make more
    margin: float  # half of the 95 % interval
    claim: str  # "people", "bot", "even" (the interval holds zero) or "few"


def verdicts(paired: Sequence[Paired]) -> list[Verdict]:
    """What the tries say about each bot, the strongest for people first."""
    by_level: dict[str, dict[str, list[float]]] = {}
    for row in paired:
        for level, points in row.over.items():
            by_level.setdefault(level, {}).setdefault(row.person, []).append(points)
    return sorted((_verdict(level, people) for level, people in by_level.items()), key=lambda verdict: verdict.mean)


def _verdict(level: str, people: Mapping[str, Sequence[float]]) -> Verdict:
    means = [fmean(points) for points in people.values()]
    mean = fmean(means)
    margin = Z * stdev(means) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    claim = "few" if len(means) < LEAST else "even" if abs(mean) <= margin else "people" if mean > 0 else "bot"
    return Verdict(level, len(means), sum(map(len, people.values())), mean, margin, claim)
