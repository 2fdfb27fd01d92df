"""A year of ratings with players of known skill: `python -m bench.rating_year [people] [days]`.

People and bots have true skills; every day some play the set of the day, some play at tables of four, and skills wander a
little. Told are: how well the order is recovered, how often the truth is inside the 95 % interval, whether the numbers
inflate over the year, whether somebody gains by choosing strong partners or weak opponents, and how far accounts that are made to
lose can lift somebody. `tests/rating` holds a small year to the same figures.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from statistics import fmean

from puur.rating import Belief, Pool, Result, Seated, after_deal, after_set, drifted, held, worth
from puur.rating.regression import DEAL_NOISE, DRIFT, SET_NOISE

BOTS = {"lehrling": -3.0, "stammtisch": 0.0, "jasskoenig": 5.0}


@dataclass(frozen=True, slots=True)
class Year:
    """What a simulated year says."""

    order: float  # rank correlation of true and rated skill
    inside: float  # share of people whose truth is within 1.96 spreads
    error: float  # mean absolute error, in points a deal
    bias: float  # mean of rated less true skill over everybody: inflation
    bias_early: float  # the same after a quarter of the year
    choosers: float  # bias of those who always sit with the strongest partner, against the weakest
    chosen_games: int
    bounded: float  # share of people whose number is held back by what nobody else could throw
    ladder: float  # rank correlation of true skill and place on the ladder


def ranks(values: list[float]) -> list[int]:
    """The place of each value."""
    order = sorted(range(len(values)), key=values.__getitem__)
    places = [0] * len(values)
    for place, at in enumerate(order):
        places[at] = place
    return places


def spearman(first: list[float], second: list[float]) -> float:
    """Rank correlation."""
    a, b, n = ranks(first), ranks(second), len(first)
    return 1 - 6 * sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) / (n * (n * n - 1))


def simulate(people: int, days: int, seed: int, deals: int = 12) -> Year:
    """A year: sets of four deals each day for a third, tables of so many deals for a third."""
    rng = random.Random(seed)
    truth = {f"u{number}": rng.gauss(0.0, 4.0) for number in range(people)} | BOTS
    pool, names = Pool({"stammtisch": Belief(0.0, 0.0, 0, fixed=True)}), [f"u{number}" for number in range(people)]
    sure = Pool(dict(pool.beliefs))
    choosers, games, early = set(names[: people // 10]), 0, 0.0
    for day in range(days):
        for name in names:
            truth[name] += rng.gauss(0.0, DRIFT / 2)
            for known in (pool.beliefs, sure.beliefs):
                if name in known:
                    known[name] = drifted(known[name], 1)
        given, playing = rng.gauss(80, 15), [name for name in names if rng.random() < 1 / 3]
        results = [Result(name, given + truth[name] + rng.gauss(0, SET_NOISE / 2), 4) for name in [*playing, *BOTS]]
        fresh, certain = after_set(pool, results, BOTS), after_set(sure, results, BOTS)
        pool.beliefs.update(fresh)
        sure.beliefs.update({name: fresh[name] if name in BOTS else belief for name, belief in certain.items()})
        free = [name for name in names if name not in choosers and rng.random() < 1 / 3]
        rng.shuffle(free)
        tables = [free[at : at + 4] for at in range(0, len(free) - 3, 4)]
        if day % 3 == 0 and len(free) > 8:
            strong = sorted(names[people // 10 :], key=lambda name: -truth[name])
            for chooser in choosers:
                tables.append([chooser, strong[-1 - rng.randrange(5)], strong[rng.randrange(5)], strong[-6 - rng.randrange(5)]])
                games += 1
        for table in tables:
            for _ in range(deals):
                luck = rng.gauss(78.5, 20)
                made = truth[table[0]] - truth[table[1]] + truth[table[2]] - truth[table[3]]
                seated = Seated((table[0], table[1], table[2], table[3]), luck + made + rng.gauss(0, DEAL_NOISE), luck)
                pool.beliefs.update(after_deal(pool, seated, BOTS))
        if day == days // 4:
            early = fmean(pool.of(name).mean - truth[name] for name in names)
    beliefs = [held(pool.of(name), sure.of(name)) for name in names]
    places = [worth(pool.of(name), sure.of(name)) for name in names]
    bounded = fmean(belief.mean != pool.of(name).mean for name, belief in zip(names, beliefs, strict=True))
    gaps = [belief.mean - truth[name] for name, belief in zip(names, beliefs, strict=True)]
    inside = fmean(abs(gap) <= 1.96 * belief.spread for gap, belief in zip(gaps, beliefs, strict=True))
    others = fmean(gap for name, gap in zip(names, gaps, strict=True) if name not in choosers)
    chosen = fmean(gap for name, gap in zip(names, gaps, strict=True) if name in choosers)
    return Year(
        spearman([truth[name] for name in names], [belief.mean for belief in beliefs]),
        inside,
        fmean(map(abs, gaps)),
        fmean(gaps),
        early,
        chosen - others,
        games,
        bounded,
        spearman([truth[name] for name in names], places),
    )


def thrown(accounts: int, deals: int, points: float, before: int) -> tuple[Belief, Belief]:
    """What is believed of somebody worth nothing, known well, with a partner alike, who makes pairs of accounts lose to them.

    Each pair plays `before` deals with bots first, then loses `deals` by so many points more than the cards bring. Told are the
    belief from everything, and the one from what nobody else could throw: 300 deals alone with bots.
    """
    rng = random.Random(1)
    pool = Pool({"me": Belief(0.0, 2.0, 300), "mate": Belief(0.0, 2.0, 300), "stammtisch": Belief(0.0, 0.0, 0, fixed=True)})
    for number in range(accounts):
        pair = f"u{number}", f"v{number}"
        for name in pair:
            for _ in range(before):
                alone = Seated((name, "stammtisch", "stammtisch", "stammtisch"), rng.gauss(0, DEAL_NOISE), 0.0)
                pool.beliefs.update(after_deal(pool, alone, BOTS))
        for _ in range(deals):
            lost = Seated(("me", pair[0], "mate", pair[1]), points + rng.gauss(0, DEAL_NOISE), 0.0)
            pool.beliefs.update(after_deal(pool, lost, BOTS))
    return pool.of("me"), Belief(0.0, 2.0, 300)


def main(words: list[str]) -> None:
    """Simulate and tell."""
    people, days = (int(words[0]) if words else 200), (int(words[1]) if len(words) > 1 else 365)
    year = simulate(people, days, 1)
    print(f"{people} people, {days} days")
    print(f"order recovered: rank correlation {year.order:.3f}; mean error {year.error:.2f} points a deal")
    print(f"truth inside the 95 % interval: {100 * year.inside:.0f} %")
    print(f"inflation: {year.bias_early:+.2f} points a deal after a quarter, {year.bias:+.2f} at the end")
    print(f"choosing strong partners and weak opponents ({year.chosen_games} games): {year.choosers:+.2f} points a deal")
    print(f"held back by what nobody else could throw: {100 * year.bounded:.0f} %; order of the ladder {year.ladder:.3f}")
    for accounts, before in ((50, 0), (10, 20), (50, 20), (500, 20)):
        lifted, sure = thrown(accounts, 4, 40.0, before)
        counts, least = held(lifted, sure).mean, worth(lifted, sure)
        who = f"{2 * accounts} accounts that lose 4 deals each by 40 points, after {before} deals with bots"
        print(f"{who}: {lifted.mean:+.1f}, of which {counts:+.1f} counts, and {least:+.1f} on the ladder")


if __name__ == "__main__":
    main(sys.argv[1:])
