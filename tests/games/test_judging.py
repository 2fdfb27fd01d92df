"""What is said of cards, bids and predictions of games that want something else than points.

Cards are held against a second reckoning: with two cards left and the others' last cards known up to who holds which, every way
in which they may lie is counted by `counts`, and the judgement has to lie between the best and the worst of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations

import pytest

from puur.bots.budget import Budget
from puur.bots.explain import explain
from puur.bots.hints import foreseen
from puur.bots.solo import expected_costs, trained_solo
from puur.core.cards import CARDS
from puur.core.events import Announced, CardPlayed
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.view import View, view_of
from puur.games.auction import Bid, Doubled, Passed, Raised
from puur.games.differenzler.events import Predicted
from puur.reglement import load
from tests.games import kit
from tests.games.counts import taker, worth
from tests.games.table import begun, dealt, say

LITTLE = Budget(rounds=0, seconds=60.0)
Wanted = Callable[[View, list[int], list[int]], float]  # what the game wants, of the points and the tricks of each seat


def difference(view: View, made: list[int], _won: list[int]) -> float:
    """By how much the prediction is missed; no bonus in this book."""
    said = view.own["said"]
    assert isinstance(said, list)
    return -abs(said[view.seat] - made[view.seat])


def few(view: View, made: list[int], _won: list[int]) -> float:
    """The own points."""
    return -made[view.seat]


def lead_with_bid(view: View, made: list[int], won: list[int]) -> float:
    """Both sides write their cards, and who was right about the bid writes it too; every mode counts once in this book."""
    notes = dict(view.own["notes"])  # type: ignore[call-overload]
    bid, us = notes["high"], view.seat % 2
    sides = [made[0] + made[2], made[1] + made[3]]
    bidders = bid["seat"] % 2
    whole = bid["points"] == 157  # all tricks, worth 257 in this book
    reached = not won[1 - bidders] + won[3 - bidders] if whole else sides[bidders] >= bid["points"]
    stake = (257 if whole else bid["points"]) * notes.get("doubled", {"factor": 1})["factor"]
    sides[bidders if reached else 1 - bidders] += stake
    return sides[us] - sides[1 - us]


def brings(view: View, card: str, rest: dict[int, str], wanted: Wanted) -> float:
    """What a card brings as fourth of the last trick but one, if the others hold these."""
    made, won, mode = [0] * 4, [0] * 4, str(view.mode)
    own = next(str(each) for each in view.hand if str(each) != card)
    tricks = [(trick.leader, [str(each) for each in trick.cards]) for trick in view.tricks]
    tricks.append((view.leader or 0, [*map(str, view.trick), card]))
    leader = (tricks[-1][0] + taker(tricks[-1][1], mode)) % 4
    last = {**rest, view.seat: own}
    tricks.append((leader, [last[(leader + place) % 4] for place in range(4)]))
    seat = 0
    for leader, cards in tricks:
        seat = (leader + taker(cards, mode)) % 4
        made[seat] += sum(worth(each, mode) for each in cards)
        won[seat] += 1
    made[seat] += 5
    return wanted(view, made, won)


def endings(key: str, number: int) -> list[View]:
    """Places of random games in which somebody lays the fourth card with one more in hand, and has a choice."""
    found: list[View] = []
    for seed in range(200):
        for game, event in kit.walk(load(key), 4, seed):
            deal = game.deals[-1] if game.deals else None
            if not isinstance(event, CardPlayed) or deal is None or len(deal.tricks) != 7 or len(deal.cards) != 3 or deal.open:
                continue
            view = view_of(game, event.seat)
            if sum(isinstance(option, CardPlayed) for option in view.options) == 2:
                found.append(view)
        if len(found) >= number:
            return found[:number]
    raise AssertionError("too few places to choose in")


@pytest.mark.parametrize(
    ("key", "wanted", "unit"),
    [("differenzler", difference, "difference"), ("misere", few, "fewer"), ("sidi-barrani-1500", lead_with_bid, "lead")],
)
def test_a_card_is_worth_what_a_second_reckoning_says(key: str, wanted: Wanted, unit: str) -> None:
    clear = 0
    for view in endings(key, 12):
        seen = {str(card) for trick in view.tricks for card in trick.cards} | {str(card) for card in (*view.trick, *view.hand)}
        hidden = [str(card) for card in CARDS if str(card) not in seen]
        others = [seat for seat in range(4) if seat != view.seat]
        ways = [dict(zip(others, cards, strict=True)) for cards in permutations(hidden)]
        counted = {str(card): [brings(view, str(card), rest, wanted) for rest in ways] for card in view.hand}
        told = explain(view, next(iter(view.hand)), random.Random(1), LITTLE)
        assert told.unit == unit
        for choice in told.cards:
            assert min(counted[str(choice.card)]) <= choice.points <= max(counted[str(choice.card)])
        first, second = counted
        if min(counted[first]) > max(counted[second]) or min(counted[second]) > max(counted[first]):
            clear += 1
            assert str(told.best) == (first if counted[first] > counted[second] else second)
    assert clear > 0, "in some places one card is better however the rest lies"


def sidi(first: str) -> tuple[Game, View]:
    """Seat B speaks first and holds these cards."""
    game = begun(load("sidi-barrani"))
    rest = [str(card) for card in CARDS if str(card) not in first.split()]
    hands = [" ".join(rest[place::3]) for place in range(3)]
    dealt(game, [hands[0], first, hands[1], hands[2]])
    return game, view_of(game, 1)


STRONG, WEAK = "EU E9 EA EK EO EB E8 RA SA", "E6 E7 R6 R7 S6 S7 L6 L7 L8"


def test_a_pass_on_seven_trumps_and_two_aces_is_remarked_on() -> None:
    _, view = sidi(STRONG)
    better = foreseen(view, Passed(1), random.Random(1))
    assert better is not None
    assert isinstance(better.best, Bid)
    assert str(better.best.mode) == "E"
    assert better.facts["brings"] > 120  # seven trumps from the top take seven tricks


def test_a_high_bid_on_nothing_is_remarked_on_and_a_fitting_one_is_not() -> None:
    _, view = sidi(WEAK)
    better = foreseen(view, Bid(1, 120, parse_mode("E")), random.Random(1))
    assert better is not None
    assert better.facts["holds"] < 40
    _, strong = sidi(STRONG)
    assert foreseen(strong, Bid(1, 100, parse_mode("E")), random.Random(1)) is None


def test_doubling_what_cannot_be_missed_is_remarked_on() -> None:
    game, _ = sidi(STRONG)
    say(game, Bid(1, 60, parse_mode("E")))
    better = foreseen(view_of(game, 2), Doubled(2), random.Random(1))
    assert better is not None
    assert better.best == Passed(2)


def test_a_prediction_is_off_by_no_more_than_its_distance_to_the_best() -> None:
    game = begun(load("differenzler"))
    rng = random.Random(4)
    while not game.deals or game.deals[-1].mode is None:
        game.submit(kit.step(game, rng))
    seat = game.form.awaited(game, game.deals[-1])[0]
    view = view_of(game, seat)
    best = 2 * int(expected_costs(view, trained_solo()).argmin())
    assert foreseen(view, Predicted(seat, best), rng) is None
    for points in (0, 60, 157):
        better = foreseen(view, Predicted(seat, points), rng)
        if better is not None:
            assert better.best == Predicted(seat, best)
            assert better.loss is not None
            assert 1 <= better.loss <= abs(points - best)
    assert foreseen(view, Predicted(seat, 157), rng) is not None


def test_the_bieter_weighs_bids_and_names() -> None:
    game = begun(load("bieter"))
    high = "EU E9 EA EK EO EB E8 RA SA LA"
    rest = [str(card) for card in CARDS if str(card) not in high.split()]
    dealt(game, [" ".join(rest[:10]), high, " ".join(rest[10:20])], " ".join(rest[20:]))
    view = view_of(game, 1)
    better = foreseen(view, Passed(1), random.Random(2))
    assert better is not None
    assert isinstance(better.best, Raised)
    assert foreseen(view, Raised(1, 600), random.Random(2)) is None
    assert foreseen(view_of(game, 1), Raised(1, 2000), random.Random(2)) is not None


def test_another_mode_is_named_with_what_it_brings_more() -> None:
    game = begun(load("bieter"))
    high = "EU E9 EA EK EO EB E8 R6 S6 L6"
    rest = [str(card) for card in CARDS if str(card) not in high.split()]
    dealt(game, [" ".join(rest[:10]), high, " ".join(rest[10:20])], " ".join(rest[20:]))
    say(game, Raised(1, 600), Passed(2), Passed(0))
    rng = random.Random(3)
    while game.deal.own.stage == "exchange":
        view = view_of(game, 1)
        game.submit(next(option for option in view.options if str(option.card)[0] != "E"))  # type: ignore[attr-defined]
    better = foreseen(view_of(game, 1), Announced(1, parse_mode("S")), rng)
    assert better is not None
    assert better.best == Announced(1, parse_mode("E"))
    assert better.loss is not None
    assert better.loss > 20
