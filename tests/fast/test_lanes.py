"""The playout kernel card by card against the core: every legal set, every winner, every count, over whole random deals.

The steps of the kernel are called one at a time, so that its table can be read between them. And the choice itself: over small
endings the outcomes have the frequencies that the core gives by enumeration, over deals every card falls to every seat as often.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from puur.core.cards import CARDS, CardSet
from puur.core.mode import Mode, parse_mode
from puur.core.trick import judge, points, winner
from puur.fast import lanes
from puur.fast.playout import deals, playouts, rollouts
from puur.fast.position import Position
from puur.fast.tables import Segment, renumbering, segments, shifts
from tests.fast.positions import MODES, core_bits, ending

LANES = lanes.LANES


def row(table: lanes.Ints, number: int) -> list[int]:
    return [int(x) for x in table[number * LANES : (number + 1) * LANES]]


def check_deal(mode: Mode, seed: int) -> int:
    """64 random deals of a mode beside the core; how many decisions were compared."""
    table = np.zeros(lanes.ROWS * LANES, np.int64)
    lanes.seeded(table, seed, 0)
    lanes.deal_cards(table)
    table[lanes.LEADER * LANES : (lanes.LEADER + 1) * LANES] = np.arange(LANES) % 4
    parts = segments(mode)
    hands = [[core_bits(parts[0], int(table[(hand - lane) % 4 * LANES + lane])) for hand in range(4)] for lane in range(LANES)]
    leaders = [lane % 4 for lane in range(LANES)]
    made = [0] * LANES
    tricks = [0] * LANES
    compared = 0
    planes = np.array([part.planes for part in parts], np.int64)
    for number, part in enumerate(parts):
        if number:
            moves = shifts(renumbering(parts[number - 1], part))
            masks, by = (np.array([[pair[at] for pair in moves]], np.int64) for at in (0, 1))
            lanes.renumber(table, masks, by, 0)
        for trick in range(part.first, part.first + part.tricks):
            compared += check_trick(table, mode, trick, part, hands, leaders, made, tricks)
        lanes.count(table, planes, number)
    assert row(table, lanes.POINTS) == made
    assert row(table, lanes.TRICKS) == tricks
    return compared


def check_trick(
    table: lanes.Ints,
    mode: Mode,
    trick: int,
    part: Segment,
    hands: list[list[int]],
    leaders: list[int],
    made: list[int],
    tricks: list[int],
) -> int:
    """One trick in all lanes; the state of the core is carried on in the lists."""
    order = mode.order(trick)
    played: list[list[int]] = [[] for _ in range(LANES)]
    for place in range(4):
        before = [row(table, hand) for hand in range(4)]
        if place == 0:
            lanes.lead(table)
        else:
            lanes.follow(table, place, part.trump, part.puur)
        legal, chosen = row(table, lanes.LEGAL), row(table, lanes.CHOICE)
        for lane in range(LANES):
            seat = (leaders[lane] + place) % 4
            held = CardSet(bits=hands[lane][seat])
            assert core_bits(part, before[place][lane]) == held.bits
            cards = [CARDS[index] for index in played[lane]]
            allowed = judge(held, cards, order).allowed
            assert core_bits(part, legal[lane]) == allowed.bits, f"{mode} {held} to {cards}"
            card = CARDS[part.card[chosen[lane].bit_length() - 1]]
            assert chosen[lane].bit_count() == 1
            assert card in allowed
            hands[lane][seat] ^= card.bit
            played[lane].append(card.index)
    lanes.turn(table)
    now = row(table, lanes.LEADER)
    for lane in range(LANES):
        cards = [CARDS[index] for index in played[lane]]
        leaders[lane] = (leaders[lane] + winner(cards, order)) % 4
        assert now[lane] == leaders[lane], f"{mode} {cards}"
        if leaders[lane] % 2 == 0:
            made[lane] += points(cards, mode.values)
            tricks[lane] += 1
    return 4 * LANES


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_64_deals_agree_with_the_core_card_by_card(mode: Mode) -> None:
    assert check_deal(mode, seed=len(str(mode))) == 36 * LANES


@pytest.mark.slow
def test_millions_of_decisions_agree_with_the_core() -> None:
    compared = 0
    for seed in range(60):
        for mode in MODES:
            compared += check_deal(mode, 1000 + seed)
    assert compared > 2_000_000


def outcomes(position: Position) -> dict[tuple[int, int], Fraction]:
    """How likely each result (points of team 0, tricks of team 0) is if every legal card is equally likely, by the core."""
    if position.over:
        return {(0, 0): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    legal = list(position.legal())
    for card in legal:
        after = position.play(card)
        gain, tricks = after.points[0] - position.points[0], after.won[0] - position.won[0]
        for (made, won), chance in outcomes(after).items():
            key = (made + gain, won + tricks)
            found[key] = found.get(key, Fraction(0)) + chance / len(legal)
    return found


def unlikeliness(counted: dict[tuple[int, int], int], expected: dict[tuple[int, int], Fraction], n: int) -> tuple[float, int]:
    """Chi square and its degrees of freedom; rare results are put together."""
    total, cells, rare, rare_expected = 0.0, 0, 0, 0.0
    for key, chance in expected.items():
        if chance * n < 20:
            rare += counted.get(key, 0)
            rare_expected += float(chance * n)
            continue
        total += (counted.get(key, 0) - float(chance * n)) ** 2 / float(chance * n)
        cells += 1
    if rare_expected > 0:
        total += (rare - rare_expected) ** 2 / rare_expected
        cells += 1
    return total, cells - 1


@pytest.mark.parametrize("mode", MODES[:1] + MODES[4:7] + MODES[8:11], ids=str)
def test_random_play_is_uniform_over_the_legal_cards(mode: Mode) -> None:
    """Six standard deviations of chi square, at a fixed seed: a wrong weight of one card shows up at once."""
    rng, n = random.Random(11), 60_000
    for on_table in range(4):
        position = ending(rng, mode, 3, on_table)
        expected = outcomes(position)
        results = rollouts(position, n, seed=5)
        assert (results[:, 0] + results[:, 1] == position.rest).all()
        assert (results[:, 2] + results[:, 3] == 3).all()
        counted = Counter((int(made), int(won)) for made, won in results[:, (0, 2)])
        assert set(counted) <= set(expected)
        chi, free = unlikeliness(counted, expected, n)
        assert chi < free + 6 * (2 * max(free, 1)) ** 0.5, f"{chi} with {free} degrees of freedom"


def test_the_uniformity_test_sees_a_card_that_is_preferred() -> None:
    position = ending(random.Random(3), parse_mode("obenabe"), 3)
    expected = outcomes(position)
    best = max(expected, key=lambda key: expected[key])
    counted = {key: int(chance * 60_000) for key, chance in expected.items()}
    counted[best] = int(counted[best] * 1.1)
    chi, free = unlikeliness(counted, expected, 60_000)
    assert chi > free + 6 * (2 * free) ** 0.5


def test_every_deal_is_equally_likely() -> None:
    """Each card to each seat in a quarter of the deals, each pair of cards in one hand in 8 of 35; six deviations, fixed seed."""
    n = 60_000
    hands = deals(n, seed=9)
    assert (np.bitwise_count(hands) == 9).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == (1 << 36) - 1).all()
    seat_of = np.zeros((n, 36), np.int64)
    for card in range(36):
        for seat in range(4):
            held = hands[:, seat] >> card & 1
            seat_of[:, card] += seat * held
            assert abs(int(held.sum()) - n / 4) < 6 * (n * 3 / 16) ** 0.5
    for one, two in pairwise(range(36)):
        for other in (two, (one + 9) % 36, (one + 17) % 36):
            together = int((seat_of[:, one] == seat_of[:, other]).sum())
            assert abs(together - n * 8 / 35) < 6 * (n * 8 / 35 * 27 / 35) ** 0.5
    assert len(np.unique(hands, axis=0)) == n


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_a_deal_is_worth_157_and_has_nine_tricks(mode: Mode) -> None:
    results = playouts(2500, mode, seed=3)
    assert (results[:, 0] + results[:, 1] == 157).all()
    assert (results[:, 2] + results[:, 3] == 9).all()
    assert ((results[:, 2] == 0) <= (results[:, 0] == 0)).all()
    assert len(np.unique(results[:, 0])) > 100
