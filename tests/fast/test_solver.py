"""The solver against a deliberately simple one (`tests.fast.plain`), against minimax through the core, and against itself.

A wrong pruning rule once survived twenty thousand positions of two to four cards in a prototype: hence five to seven cards, in
every mode, also in the middle of a trick. The samples here are small; the slow tests hold the gate: 10,000 positions of five
cards, 4,000 of six and 3,000 of seven.
"""

from __future__ import annotations

import random
import threading
import time

import pytest

from puur.core.cards import CARDS, CardSet
from puur.core.mode import EICHELN, OBENABE, PLAIN_MODES, UNDEUFE, Mode
from puur.fast import GivenUp, Position, Solver, solve, solve_many
from tests.fast import reference
from tests.fast.plain import Plain
from tests.fast.positions import MODES, dealt, ending
from tests.support import fill


def gate(left: int, n: int, seed: int, modes: tuple[Mode, ...] = MODES) -> None:
    """`n` random endings, mode after mode, a third of them in the middle of a trick, through one solver."""
    rng, quick, plain = random.Random(seed), Solver(), Plain()
    for number in range(n):
        position = ending(rng, modes[number % len(modes)], left, rng.choice((0, 0, 0, 1, 2, 3)))
        found = quick.solve(position, per_card=False).points[0]
        assert plain.is_value(position, found), f"{position}: {found} is wrong"


@pytest.mark.parametrize(("left", "n"), [(1, 48), (2, 160), (3, 160), (4, 160), (5, 160), (6, 48), (7, 16)])
def test_values_are_those_of_the_simple_solver(left: int, n: int) -> None:
    gate(left, n, left)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_gate_of_five_cards(part: int) -> None:
    gate(5, 1000, 500 + part, PLAIN_MODES if part % 2 else MODES)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_gate_of_six_cards(part: int) -> None:
    gate(6, 500, 600 + part, PLAIN_MODES if part % 2 else MODES)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(12))
def test_gate_of_seven_cards(part: int) -> None:
    gate(7, 250, 700 + part, PLAIN_MODES if part % 2 else MODES)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [OBENABE, UNDEUFE, EICHELN, *MODES[6:12]], ids=str)
def test_gate_of_almost_whole_deals(mode: Mode) -> None:
    gate(8, 20, 900, (mode,))


@pytest.mark.slow
@pytest.mark.parametrize("mode", [OBENABE, UNDEUFE, *MODES[6:10]], ids=str)
def test_gate_of_whole_deals(mode: Mode) -> None:
    gate(9, 25, 900, (mode,))


@pytest.mark.parametrize("match_bonus", [0, 100])
def test_every_card_has_the_value_that_minimax_through_the_core_gives_it(match_bonus: int) -> None:
    rng = random.Random(2)
    for number in range(96):
        position = ending(rng, MODES[number % len(MODES)], rng.choice((1, 2, 3)), rng.randrange(4))
        if number % 3 == 0 and not position.trick:  # somebody may still make a Match
            won = rng.choice(((position.number, 0), (0, position.number)))
            position = Position(position.mode, position.hands, position.leader, won=won)
        expected = reference.solve(position, match_bonus=match_bonus)
        found = solve(position, match_bonus=match_bonus)
        assert found == expected, f"{position}"
        assert set(found.per_card) == set(position.legal())
        assert max(found.per_card.values()) == found.value
        assert solve(position, per_card=False, match_bonus=match_bonus) == type(found)(found.value, found.points, found.best, {})
        assert Solver().value(position, match_bonus=match_bonus) == found.value


def test_a_match_bonus_changes_what_is_worth_fighting_for() -> None:
    """By hand: A holds the nine Eichel trumps and makes all tricks: 157 to 0, and with the bonus 257 to 0."""
    hands = fill(A="E6 E7 E8 E9 EB EU EO EK EA")
    position = Position.dealt(hands, EICHELN)
    assert solve(position).value == 157
    assert solve(position).points == (157, 0)
    assert solve(position, match_bonus=100).value == 257
    assert solve(Position.dealt(hands[1:] + hands[:1], EICHELN), match_bonus=100).value == -257
    for wrong in (7, -2, 1000):
        with pytest.raises(ValueError, match="even and at most"):
            solve(position, match_bonus=wrong)


def test_a_small_ending_by_hand() -> None:
    """Obenabe, A leads from EA S6; B has EB SA, C has E6 R8, D has E7 RB.

    EA first: 11 + 10 (EB) + 0 + 0 for A and C; then S6 to SA of B: 0 + 11 + 8 + 10 + 5 for B and D. S6 first: B wins with SA,
    C keeps R8 and throws E6, D smears RB: 0 + 11 + 0 + 10; then EB, B's last card, falls under EA: 11 + 10 + 8 + 0 + 5 for A.
    """
    hands = [CardSet.parse(text) for text in ("EA S6", "EB SA", "E6 R8", "E7 RB")]
    found = solve(Position.dealt(hands, OBENABE))
    assert {card.name: value for card, value in found.per_card.items()} == {"EA": 21 - 34, "S6": 34 - 21}
    assert [card.name for card in found.best] == ["S6"]


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_turning_the_table_changes_only_the_sign(mode: Mode) -> None:
    """The same cards one seat further: the other team has what this one had."""
    position = ending(random.Random(1), mode, 6)
    hands = (position.hands[3], *position.hands[:3])
    turned = Position(mode, hands, (position.leader + 1) % 4)
    one, other = solve(position), solve(turned)
    assert one.value == other.value
    assert one.points == other.points[::-1]
    assert one.per_card == other.per_card


def test_positions_of_all_modes_are_solved_in_order_on_any_number_of_threads() -> None:
    rng = random.Random(9)
    positions = [ending(rng, rng.choice(MODES), 4, rng.randrange(4)) for _ in range(60)]
    heard: list[int] = []
    alone = solve_many(positions, progress=heard.append)
    assert sum(heard) == 60
    assert alone == [solve(position) for position in positions]
    assert alone == solve_many(positions, threads=3)


def test_a_search_gives_up_at_its_limit_and_when_told_to() -> None:
    position = dealt(random.Random(5), EICHELN)
    solver = Solver()
    with pytest.raises(GivenUp):
        solver.solve(position, limit=10_000)
    assert solver.nodes < 20_000
    hard = [dealt(random.Random(seed), EICHELN) for seed in range(200)]
    done = threading.Event()

    def tell_it() -> None:  # more than once: what is said before the search has begun is forgotten
        while not done.wait(0.05):
            solver.stop()

    telling = threading.Thread(target=tell_it)
    telling.start()
    began = time.monotonic()
    assert len(solver.solve_all(hard)) < 200
    assert time.monotonic() - began < 120
    done.set()
    telling.join()
    small = ending(random.Random(1), EICHELN, 4)
    assert solver.solve(small) == solve(small), "giving up must leave nothing wrong behind"


def test_more_deals_than_a_tag_can_tell_apart() -> None:
    """Deals are numbered with six bits: after 63 of them the memory is cleared."""
    solver = Solver()
    rng = random.Random(4)
    first = [ending(rng, OBENABE, 5) for _ in range(70)]
    once = [solver.solve(position) for position in first]
    assert once == [solver.solve(position) for position in first]


def test_what_can_not_be_solved_is_refused() -> None:
    position = Position.dealt([CardSet((card,)) for card in CARDS[:4]], OBENABE)
    done = position
    while not done.over:
        done = done.play(next(iter(done.legal())))
    with pytest.raises(ValueError, match="no cards are left"):
        solve(done)
    with pytest.raises(ValueError, match="one mode"):
        Solver().solve_all([position, Position(EICHELN, position.hands, 0)])
    assert Solver().solve_all([]) == []
    assert solve_many([]) == []
