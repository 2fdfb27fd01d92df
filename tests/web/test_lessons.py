"""The lessons teach what the rules say: every answer is checked by tables written by hand from the general rules."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puur.web import lessons
from tests.web.client import Browser

PLAIN = "6789BUOKA"  # JR: the ranks from the lowest to the highest without trump
TRUMPS = "678BOKA9U"  # and in trumps: Näll and Puur above the ace
WORTH = {"B": 10, "U": 2, "O": 3, "K": 4, "A": 11}
TRUMP_WORTH = WORTH | {"U": 20, "9": 14}
RUNS = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}
FOURS = {"U": 200, "9": 150, **dict.fromkeys("678BOKA", 100)}  # the general rules name Sechser, Siebner and Achter too
SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_highest_card_and_the_winner(seed: int) -> None:
    rank, puur, trump = (lessons.task(idea, seed) for idea in ("rank", "puur", "trump"))
    assert rank.right == (max(rank.hand, key=lambda card: PLAIN.index(card[1])),)
    assert puur.right == (max(puur.hand, key=lambda card: TRUMPS.index(card[1])),)
    assert {card[0] for card in puur.hand} == {puur.trump}
    assert list(trump.right) == [card for card in trump.trick if card[0] == trump.trump]  # there is one, and it wins


@pytest.mark.parametrize("seed", SEEDS)
def test_following_points_and_weis(seed: int) -> None:
    follow, points, weis = (lessons.task(idea, seed) for idea in ("follow", "points", "weis"))
    led = follow.trick[0][0]
    assert set(follow.right) == {card for card in follow.hand if card[0] in (led, follow.trump)}
    assert 0 < len(follow.right) < len(follow.hand)
    total = sum((TRUMP_WORTH if card[0] == points.trump else WORTH).get(card[1], 0) for card in points.trick)
    assert points.right == (str(total),)
    assert len(set(points.choices)) == 4
    assert weis.right == (str(best_weis(weis.hand)),)


def best_weis(hand: tuple[str, ...]) -> int:
    """The best Weis of a hand, counted anew: the longest run of each suit, and four of a kind."""
    worth = [0]
    for suit in "ERSL":
        places = sorted(PLAIN.index(card[1]) for card in hand if card[0] == suit)
        length = 1
        for before, after in pairwise(places):
            length = length + 1 if after == before + 1 else 1
            worth.append(RUNS.get(length, 0))
    worth += [points for rank, points in FOURS.items() if sum(card[1] == rank for card in hand) == 4]
    return max(worth)


def test_announcing_is_answered_by_what_may_be_said() -> None:
    tasks = [lessons.task("push", seed) for seed in range(12)]
    assert all(len(task.hand) == 9 and set(task.right) < {*"ERSL", "obenabe", "undeufe", "push"} for task in tasks)
    assert len({task.right for task in tasks}) > 1  # not always the same


def test_a_number_gives_the_same_task_again_and_nonsense_gives_none(server: str) -> None:
    browser = Browser(server)
    first, again = (browser.get("/learn/task.json?idea=weis&seed=7") for _ in range(2))
    assert first.json == again.json
    for address in (
        "",
        "?idea=weis",
        "?idea=poker&seed=1",
        "?idea=weis&seed=-1",
        "?idea=weis&seed=9999999999",
        "?idea=weis&seed=x",
    ):
        assert browser.get(f"/learn/task.json{address}").status == 404
