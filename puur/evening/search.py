"""Grouping by local search: who sits together in each round, when no construction fits or wishes have to be met.

Units (players, or fixed pairs) are numbers; a grouping is a list of groups per round. The costs are given: how often two have
met before, and what it costs that two meet at all. Swaps of two units in a round lower the cost; equal and, rarely, worse ones
are taken too, so that the search does not stick. It ends at cost zero, at a bound that nothing can beat, or after its steps; the
same `rng` gives the same grouping.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

MEET = 10  # what it costs that two meet again; other prices are set against this one
SAMPLE = 48  # how many units a swap is tried with: the best of some forty is nearly always an improvement where one exists
COOLING = 0.9995
PATIENCE = 300  # how long to go on when nobody meets twice any more and only wishes are left

Grouping = list[list[list[int]]]


class Search:
    """The state of one search: `met[p][q]` counts meetings so far, `price[p][q]` what each meeting of the two costs."""

    def __init__(self, rounds: Grouping, met: list[list[int]], price: list[dict[int, int]], rng: random.Random) -> None:
        self.rounds, self.met, self.price, self.rng = rounds, met, price, rng
        self.at: list[dict[int, int]] = [{unit: place for place, group in enumerate(drawn) for unit in group} for drawn in rounds]
        self.cost = 0
        for drawn in rounds:
            for group in drawn:
                for place, unit in enumerate(group):
                    for other in group[:place]:
                        self.cost += MEET * met[unit][other] + price[unit].get(other, 0)
                        met[unit][other] += 1
                        met[other][unit] += 1

    def load(self, turn: int, unit: int) -> int:
        """What this unit costs where it sits in this round."""
        met, price = self.met[unit], self.price[unit]
        return sum(MEET * (met[x] - 1) + price.get(x, 0) for x in self.rounds[turn][self.at[turn][unit]] if x != unit)

    def gain(self, turn: int, first: int, second: int) -> int:
        """How the cost changes if these second change places in this round."""
        met_first, met_second, price_first, price_second = self.met[first], self.met[second], self.price[first], self.price[second]
        at = self.at[turn]
        change = 0
        for x in self.rounds[turn][at[first]]:
            if x != first:
                change += MEET * (met_second[x] - met_first[x] + 1) + price_second.get(x, 0) - price_first.get(x, 0)
        for y in self.rounds[turn][at[second]]:
            if y != second:
                change += MEET * (met_first[y] - met_second[y] + 1) + price_first.get(y, 0) - price_second.get(y, 0)
        return change

    def swap(self, turn: int, first: int, second: int) -> None:
        """Let these second change places in this round."""
        at = self.at[turn]
        for mover, comer in ((first, second), (second, first)):
            for x in self.rounds[turn][at[mover]]:
                if x != mover:
                    self.met[mover][x] -= 1
                    self.met[x][mover] -= 1
                    self.met[comer][x] += 1
                    self.met[x][comer] += 1
        left, right = self.rounds[turn][at[first]], self.rounds[turn][at[second]]
        left[left.index(first)], right[right.index(second)] = second, first
        at[first], at[second] = at[second], at[first]

    def bad(self) -> list[tuple[int, int]]:
        """Every seat that costs something."""
        return [(turn, unit) for turn, at in enumerate(self.at) for unit in at if self.load(turn, unit) > 0]


def improve(state: Search, steps: int, bound: int, temperature: float = MEET * 0.8) -> Grouping:
    """The best grouping found from this start in at most so many swaps tried."""
    rng = state.rng
    units = [list(at) for at in state.at]
    best, kept = state.cost, _copy(state.rounds)
    waiting = state.bad()
    stale = 0  # swaps tried since the best was found
    for _ in range(steps):
        stale += 1
        if best <= bound or (best < MEET and stale > PATIENCE):
            break
        if not waiting:
            waiting = state.bad()
            if not waiting:
                break
        place = rng.randrange(len(waiting))
        turn, unit = waiting[place]
        if state.load(turn, unit) <= 0:
            waiting[place] = waiting[-1]
            waiting.pop()
            continue
        temperature = max(temperature * COOLING, 0.4)
        others = units[turn] if len(units[turn]) <= SAMPLE else rng.sample(units[turn], SAMPLE)
        home = state.at[turn][unit]
        gains = [(state.gain(turn, unit, other), rng.random(), other) for other in others if state.at[turn][other] != home]
        if not gains:
            break
        change, _, other = min(gains)
        if change > 0 and rng.random() >= math.exp(-change / temperature):
            continue
        state.swap(turn, unit, other)
        state.cost += change
        if state.cost < best:
            best, kept, stale = state.cost, _copy(state.rounds), 0
        if change >= 0:
            waiting = []
    return kept


def rename(
    schedule: Sequence[Sequence[Sequence[int]]], price: list[dict[int, int]], rng: random.Random, steps: int, bound: int
) -> list[int]:
    """Which unit takes which place of a ready schedule: by lot, then exchanged so that meetings that cost something vanish.

    Exchanging two units in the whole schedule never lets anybody meet more often, so a repeat-free schedule stays one.
    """
    count = len(price)
    unit_at = list(range(count))
    rng.shuffle(unit_at)
    mates: list[list[int]] = [[] for _ in range(count)]
    for drawn in schedule:
        for group in drawn:
            for place in group:
                mates[place] += [x for x in group if x != place]

    def load(place: int, unit: int, other: int = -1) -> int:
        prices = price[unit]
        return sum(prices.get(unit_at[x], 0) for x in mates[place] if x != other) if prices else 0

    waiting: list[int] = []
    cost = sum(load(place, unit_at[place]) for place in range(count)) // 2
    for _ in range(steps):
        if cost <= bound:
            break
        if not waiting:
            waiting = [place for place in range(count) if load(place, unit_at[place]) > 0]
            if not waiting:
                break
        here = waiting.pop(rng.randrange(len(waiting)))
        unit = unit_at[here]
        cost_here = load(here, unit)
        if not cost_here:
            continue
        best, chosen = 0, -1
        for there in rng.sample(range(count), min(count, SAMPLE)):
            if there == here:
                continue
            other = unit_at[there]
            before = load(here, unit, there) + load(there, other, here)
            change = load(there, unit, here) + load(here, other, there) - before
            if change < best or (change == 0 and chosen < 0 and rng.random() < 0.1):
                best, chosen = change, there
        if chosen >= 0:
            cost += best
            unit_at[here], unit_at[chosen] = unit_at[chosen], unit
    return unit_at


def _copy(rounds: Grouping) -> Grouping:
    return [[group[:] for group in drawn] for drawn in rounds]
