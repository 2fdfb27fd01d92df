"""Schedules that mathematics gives for nothing: tables of four in which no two meet twice, and pairs that all meet once.

Players are numbers from 0. A schedule is a list of rounds, a round a list of tables. What no construction here covers is left
to `search`. Every schedule is checked by the tests with `check`, whatever the algebra promises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

Schedule = list[list[tuple[int, ...]]]

# Base rounds, found by search: points of `copies` circles of length `m`, then points that stay; every round turns the circles by
# one. No difference occurs twice, so no two meet twice. For numbers of tables that have no field construction.
STARTERS: dict[int, tuple[int, tuple[tuple[int, int, int, int], ...]]] = {
    6: (7, ((2, 13, 14, 22), (6, 7, 8, 12), (0, 1, 5, 18), (3, 10, 17, 23), (4, 9, 19, 21), (11, 15, 16, 20))),
    10: (10, (
        (19, 24, 26, 37), (5, 8, 18, 21), (1, 10, 16, 36), (17, 25, 29, 39), (13, 15, 30, 34), (6, 7, 14, 38), (27, 28, 33, 35),
        (2, 4, 31, 32), (0, 11, 12, 22), (3, 9, 20, 23),
    )),
    12: (12, (
        (11, 20, 26, 35), (2, 14, 22, 42), (0, 23, 30, 34), (10, 12, 13, 36), (21, 33, 43, 47), (1, 18, 27, 32), (3, 16, 19, 24),
        (7, 17, 44, 46), (6, 29, 31, 37), (4, 9, 38, 39), (5, 8, 25, 41), (15, 28, 40, 45),
    )),
    15: (12, (
        (29, 40, 42, 53), (33, 37, 56, 59), (1, 13, 27, 46), (6, 16, 20, 58), (18, 28, 35, 43), (12, 17, 25, 57), (9, 11, 15, 30),
        (14, 23, 32, 41), (2, 7, 24, 52), (0, 21, 38, 55), (3, 22, 45, 51), (4, 19, 39, 47), (10, 26, 34, 44), (5, 8, 49, 54),
        (31, 36, 48, 50),
    )),
}  # fmt: skip

# Base rounds of whist tournaments: adding r modulo (players - 1), the largest stays. Everybody has every other once as partner.
WHIST: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    4: ((3, 0, 1, 2),),
    8: ((7, 5, 4, 0), (1, 3, 2, 6)),
    12: ((11, 5, 8, 9), (0, 4, 10, 2), (1, 6, 7, 3)),
    16: ((15, 4, 1, 0), (2, 9, 10, 12), (3, 14, 8, 5), (6, 11, 7, 13)),
    20: ((19, 0, 9, 6), (1, 11, 18, 3), (2, 16, 5, 17), (4, 7, 13, 12), (8, 14, 15, 10)),
    24: ((23, 1, 20, 17), (0, 2, 12, 22), (3, 18, 4, 9), (5, 19, 7, 11), (6, 13, 16, 8), (10, 21, 14, 15)),
}


def fours(tables: int, rounds: int) -> Schedule | None:
    """So many rounds at so many tables of four without anybody meeting twice; None where no construction is known here."""
    for construction in (_lines, _starter):
        schedule = construction(tables, rounds)
        if schedule is not None:
            return schedule
    return None


def most_rounds(tables: int) -> int:
    """For how many rounds `fours` has a schedule."""
    ring = tables + (tables % 4 == 0) if _ring(tables) is not None else 0
    return max(movement_rounds(tables), ring, STARTERS[tables][0] if tables in STARTERS else 0)


def pairs(units: int, rounds: int) -> Schedule | None:
    """Everybody against another one each round, nobody twice: the circle method. None for an odd or too small number."""
    if units % 2 or rounds >= units:
        return None
    turn = units - 1
    return [
        [(turn, shift), *(((shift + step) % turn, (shift - step) % turn) for step in range(1, units // 2))]
        for shift in range(rounds)
    ]


def whist(players: int, rounds: int) -> Schedule | None:
    """Rounds in which nobody has a partner twice (places 0 and 2, 1 and 3 are partners), and all meet as evenly as can be."""
    base = WHIST.get(players)
    if base is None or rounds >= players:
        return None
    last = players - 1
    return [[tuple(unit if unit == last else (unit + shift) % last for unit in table) for table in base] for shift in range(rounds)]


def movement_rounds(tables: int) -> int:
    """How many rounds the printed movement (lines move 0, 1, 2 and 3 tables up) lasts before two meet again."""
    return tables // {(0, 0): 3, (0, 1): 2, (1, 0): 3, (1, 1): 1}[min(tables % 2, 1), min(tables % 3, 1)]


def movement(tables: int, rounds: int) -> Schedule:
    """The movement that needs no computer: line A stays, B goes up one table each round, C two, D three.

    Player `line * tables + start` is who begins at table `start` in that line; the tables stand in order.
    """
    return [
        [tuple(line * tables + (table - line * turn) % tables for line in range(4)) for table in range(tables)]
        for turn in range(rounds)
    ]


def _lines(tables: int, rounds: int) -> Schedule | None:
    """Four lines of players; in round r, who starts at x in line i sits at table x + r * m(i), over a ring or as the movement.

    Two of different lines meet where (r - r') * (m(i) - m(j)) = 0: never twice if all differences of the m are units. Players of
    one line never meet, so that one round more is theirs where the tables divide by four.
    """
    if rounds <= movement_rounds(tables):
        return movement(tables, rounds)
    ring = _ring(tables)
    if ring is None or rounds > tables + (tables % 4 == 0):
        return None
    add, multiply, factors = ring
    schedule: Schedule = []
    for turn in range(min(rounds, tables)):
        seated: list[list[int]] = [[] for _ in range(tables)]
        for line, factor in enumerate(factors):
            for start in range(tables):
                seated[add(start, multiply(turn, factor))].append(line * tables + start)
        schedule.append([tuple(table) for table in seated])
    if rounds > tables:
        schedule.append([tuple(range(first, first + 4)) for first in range(0, 4 * tables, 4)])
    return schedule


def _starter(tables: int, rounds: int) -> Schedule | None:
    if tables not in STARTERS:
        return None
    length, base = STARTERS[tables]
    turning = 4 * tables - 4 * tables % length
    if rounds > length:
        return None
    return [
        [tuple(p if p >= turning else p - p % length + (p + turn) % length for p in table) for table in base]
        for turn in range(rounds)
    ]


Operation = Callable[[int, int], int]


@cache
def _ring(size: int) -> tuple[Operation, Operation, tuple[int, int, int, int]] | None:
    """A ring with `size` elements in which four elements differ by units: GF(2^a) x GF(3^b) x Z(m). None where there is none."""
    rest, parts = size, []
    for prime in (2, 3):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        if power == 1:
            return None
        if power:
            parts.append(_field(prime, power))
    if rest > 1:
        parts.append((rest, lambda a, b: (a + b) % rest, lambda a, b: a * b % rest))
    if not parts:
        return None
    sizes = [part[0] for part in parts]

    def split(number: int) -> list[int]:
        digits = []
        for size in sizes:
            number, digit = divmod(number, size)
            digits.append(digit)
        return digits

    def join(digits: Sequence[int]) -> int:
        number = 0
        for digit, size in zip(reversed(digits), reversed(sizes), strict=True):
            number = number * size + digit
        return number

    def add(a: int, b: int) -> int:
        return join([part[1](x, y) for part, x, y in zip(parts, split(a), split(b), strict=True)])

    def multiply(a: int, b: int) -> int:
        return join([part[2](x, y) for part, x, y in zip(parts, split(a), split(b), strict=True)])

    first, second, third, fourth = (join([element] * len(parts)) for element in range(4))
    return add, multiply, (first, second, third, fourth)


def _field(prime: int, power: int) -> tuple[int, Operation, Operation]:
    """GF(prime^power): elements are polynomials, written as numbers in base `prime`."""
    size = prime**power

    def digits(number: int) -> list[int]:
        return [number // prime**place % prime for place in range(power)]

    def number(coefficients: Sequence[int]) -> int:
        return sum(coefficient * prime**place for place, coefficient in enumerate(coefficients))

    def times(a: int, b: int, low: Sequence[int]) -> int:
        left, right = digits(a), digits(b)
        multiplied = [0] * (2 * power - 1)
        for (i, x), (j, y) in product(enumerate(left), enumerate(right)):
            multiplied[i + j] = (multiplied[i + j] + x * y) % prime
        for place in range(2 * power - 2, power - 1, -1):  # x^power = -(low)
            lead, multiplied[place] = multiplied[place], 0
            for i, coefficient in enumerate(low):
                multiplied[place - power + i] = (multiplied[place - power + i] - lead * coefficient) % prime
        return number(multiplied[:power])

    def irreducible(low: Sequence[int]) -> bool:
        return all(times(a, b, low) for a in range(1, size) for b in range(a, size))

    # No zero divisors: a field. Sizes up to 81 are tried, so the plain test is quick enough.
    low = next(candidate for candidate in product(range(prime), repeat=power) if irreducible(candidate))
    table = [[times(a, b, low) for b in range(size)] for a in range(size)]

    def add(a: int, b: int) -> int:
        return number([(x + y) % prime for x, y in zip(digits(a), digits(b), strict=True)])

    return size, add, lambda a, b: table[a][b]
