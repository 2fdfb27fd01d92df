"""The second half of a draw: groups become partners, table numbers and seats.

Partners: none twice while that is possible. Table numbers: nobody twice at the same one while that is possible, and some people
always at theirs. Seats: everybody writes about equally often (the last seat writes), the rest by lot.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

SPLITS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))  # as seats A B C D: partners 0+2 and 1+3 of each

Four = tuple[int, ...]


def split(rounds: Sequence[Sequence[Sequence[int]]], partners: Counter[tuple[int, int]], rng: random.Random) -> list[list[Four]]:
    """Every group in an order in which places 0 and 2, 1 and 3 are partners; `partners` counts those of earlier rounds."""
    chosen = [[tuple(group[place] for place in rng.choice(SPLITS)) for group in drawn] for drawn in rounds]
    counts = Counter(partners)
    for drawn in chosen:
        for four in drawn:
            counts.update(_couples(four))
    places = [(turn, place) for turn, drawn in enumerate(chosen) for place in range(len(drawn))]
    for _ in range(40 * len(places)):
        clashing = [(turn, place) for turn, place in places if any(counts[couple] > 1 for couple in _couples(chosen[turn][place]))]
        if not clashing:
            break
        turn, place = rng.choice(clashing)
        four = chosen[turn][place]
        counts.subtract(_couples(four))
        options = [tuple(four[index] for index in order) for order in SPLITS]
        rng.shuffle(options)
        wander = rng.random() < 0.1
        best = options[0] if wander else min(options, key=lambda option: sum(counts[couple] for couple in _couples(option)))
        chosen[turn][place] = best
        counts.update(_couples(best))
    return chosen


def _couples(four: Sequence[int]) -> list[tuple[int, int]]:
    return [(min(four[0], four[2]), max(four[0], four[2])), (min(four[1], four[3]), max(four[1], four[3]))]


def number_tables(
    rounds: Sequence[Sequence[Sequence[int]]], fixed: Mapping[int, int], seen: Counter[tuple[int, int]], rng: random.Random
) -> list[list[int]]:
    """A number for every group of every round; `seen` counts (unit, number) of earlier rounds, `fixed` never leave theirs."""
    counts = Counter(seen)
    numbers: list[list[int]] = []
    for drawn in rounds:
        own: list[int | None] = [next((fixed[unit] for unit in group if unit in fixed), None) for group in drawn]
        free = [number for number in range(1, len(drawn) + 1) if number not in own]
        rng.shuffle(free)
        # The tables that nobody is bound to take the free numbers, each where fewest have been already.
        order = [place for place, number in enumerate(own) if number is None]
        rng.shuffle(order)
        for place in order:
            sample = free if len(free) <= 24 else rng.sample(free, 24)
            best = min(sample, key=lambda number: sum(counts[unit, number] for unit in drawn[place]))
            free.remove(best)
            own[place] = best
        settled = [number for number in own if number is not None]
        numbers.append(settled)
        for group, number in zip(drawn, settled, strict=True):
            counts.update((unit, number) for unit in group)
    _even_out(rounds, numbers, fixed, counts, rng)
    return numbers


def _even_out(
    rounds: Sequence[Sequence[Sequence[int]]],
    numbers: list[list[int]],
    fixed: Mapping[int, int],
    counts: Counter[tuple[int, int]],
    rng: random.Random,
) -> None:
    """Exchange numbers of two tables of a round while somebody sits at the same number twice and it helps."""
    movable = [[place for place, group in enumerate(drawn) if not any(unit in fixed for unit in group)] for drawn in rounds]

    def repeats(turn: int, place: int) -> int:
        number = numbers[turn][place]
        return sum(counts[unit, number] - 1 for unit in rounds[turn][place])

    def put(turn: int, place: int, number: int) -> int:
        """Give a table this number; how the sum of repeats changes."""
        change = 0
        for unit in rounds[turn][place]:
            counts[unit, numbers[turn][place]] -= 1
            change -= counts[unit, numbers[turn][place]]
        numbers[turn][place] = number
        for unit in rounds[turn][place]:
            change += counts[unit, number]
            counts[unit, number] += 1
        return change

    stale = 0
    while stale < 8:  # passes in a row without progress; exchanges that change nothing are made too and open new ways
        stale += 1
        clean = True
        for turn, places in enumerate(movable):
            for place in places:
                if repeats(turn, place) <= 0:
                    continue
                clean = False
                for other in rng.sample(places, min(len(places), 24)):
                    mine, theirs = numbers[turn][place], numbers[turn][other]
                    if other == place:
                        continue
                    change = put(turn, place, theirs) + put(turn, other, mine)
                    if change > 0:
                        put(turn, place, mine)
                        put(turn, other, theirs)
                    elif change < 0:
                        stale = 0
                        if repeats(turn, place) <= 0:
                            break
        if clean:
            return


def seat(rounds: Sequence[Sequence[Four]], wrote: Counter[int], rng: random.Random) -> list[list[Four]]:
    """Turn every table so that the last seat writes and everybody writes equally often, within one; the rest by lot.

    Everybody is at one table per round and all tables are alike: a fair share exists, and alternating paths find it.
    """
    tables = [(turn, place) for turn, drawn in enumerate(rounds) for place in range(len(drawn))]
    writer: dict[tuple[int, int], int] = {}
    load: Counter[int] = Counter(wrote)
    writes: dict[int, set[tuple[int, int]]] = {}

    def give(table: tuple[int, int], unit: int) -> None:
        if table in writer:
            load[writer[table]] -= 1
            writes[writer[table]].discard(table)
        writer[table] = unit
        load[unit] += 1
        writes.setdefault(unit, set()).add(table)

    for turn, place in tables:
        four = list(rounds[turn][place])
        rng.shuffle(four)
        give((turn, place), min(four, key=lambda unit: load[unit]))
    for busy in sorted(load, key=lambda unit: -load[unit]):
        while _relieve(busy, rounds, writes, load, give):
            pass
    result: list[list[Four]] = []
    for turn, drawn in enumerate(rounds):
        turned: list[Four] = []
        for place, four_ in enumerate(drawn):
            at = four_.index(writer[turn, place])
            rest = [four_[(at + step) % len(four_)] for step in range(1, len(four_))]
            if rng.random() < 0.5:  # which opponent sits to the right of the Schreiber
                rest[0], rest[-1] = rest[-1], rest[0]
            turned.append((*rest, four_[at]))
        result.append(turned)
    return result


def _relieve(
    busy: int,
    rounds: Sequence[Sequence[Four]],
    writes: Mapping[int, set[tuple[int, int]]],
    load: Counter[int],
    give: Callable[[tuple[int, int], int], None],
) -> bool:
    """Pass one table on along a path from `busy` to somebody who writes at least two times less."""
    came: dict[int, tuple[int, tuple[int, int]]] = {}
    queue = [busy]
    for unit in queue:
        for table in sorted(writes.get(unit, ())):
            for other in rounds[table[0]][table[1]]:
                if other == busy or other in came:
                    continue
                came[other] = (unit, table)
                if load[other] <= load[busy] - 2:
                    while other != busy:
                        before, passed = came[other]
                        give(passed, other)
                        other = before
                    return True
                queue.append(other)
    return False
