"""What a bot thinks of the cards of a finished deal: for those who may see the replay, worked out once, with a bounded queue."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import puur
from puur.bots.explain import Expected, Explanation
from puur.bots.worker import Question
from puur.core.events import CardPlayed
from puur.web.opinions import MOST_WAITING, Opinions, questions_of
from tests.web.client import Browser, Player, run_async


def a_deal() -> tuple[puur.Game, dict[int, Question]]:
    game = puur.new_deal("tam2014-es", seed=5)
    puur.play(game, "lehrling", seed=5)
    return game, questions_of(game, 1, "X")


def test_every_card_that_was_a_choice_is_a_question() -> None:
    game, found = a_deal()
    played = {n: event for n, event in enumerate(game.events, start=1) if isinstance(event, CardPlayed)}
    assert len(played) == 36
    assert set(found) <= set(played)
    for n, (view, card, _) in found.items():
        assert (view.seat, card) == (played[n].seat, played[n].card)
        assert len([one for one in view.options if isinstance(one, CardPlayed)]) > 1
        assert len(view.hand) == 9 - len(view.tricks)
    last = sorted(played)[-4:]
    assert not set(last) & set(found), "the last card is nobody's choice"
    assert questions_of(game, 2, "X") == {}


class Slow:
    """Thinkers whose worker waits until it is told to go on, and then finds every card worth 80."""

    count = 1

    def __init__(self) -> None:
        self.go, self.workers, self.asked = threading.Event(), self, 0

    def submit(self, work: Any, *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*arguments))
        return done

    def judge(self, questions: list[Question], budget: object) -> list[Explanation]:
        assert budget
        assert self.go.wait(300)
        self.asked += len(questions)
        return [Explanation(card, "best", 0, 0.0, 0.0, card, (Expected(card, 80.0),)) for _, card, _ in questions]


def until_ready(opinions: Opinions, name: str, questions: dict[int, Question]) -> dict[str, Any]:
    end = time.monotonic() + 900  # a guard against waiting for ever, not a measure
    while (found := opinions.ask(name, questions))["state"] != "ready":
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def test_what_waits_is_bounded_and_what_is_known_is_kept(tmp_path: Path) -> None:
    _, questions = a_deal()
    slow = Slow()
    opinions = Opinions(tmp_path, slow)  # type: ignore[arg-type]
    # One is being worked out, eight wait, the rest is told to come again.
    states = [opinions.ask(f"D-1-{number}", questions)["state"] for number in range(MOST_WAITING + 4)]
    assert states.count("busy") in (3, 4)  # the first may or may not have left the queue already
    assert opinions.ask("D-1-0", questions)["state"] == "working", "asked twice, worked out once"
    slow.go.set()
    found = until_ready(opinions, "D-1-0", questions)
    assert set(found["cards"]) == {str(n) for n in questions}
    assert found["cards"][str(min(questions))]["cards"][0][1] == 80.0
    asked = slow.asked
    # Another process, or this one tomorrow, finds it in its file.
    again = Opinions(tmp_path, slow)  # type: ignore[arg-type]
    assert again.kept("D-1-0") == found
    assert again.kept("D-9-9") is None
    assert slow.asked >= asked >= len(questions)


@pytest.mark.usefixtures("quick_opinions")
def test_the_bots_opinion_of_a_finished_deal(server: str) -> None:
    """Every card that was a choice has its legal cards with their points; a stranger, or a deal that runs, gets nothing."""

    async def run() -> None:
        browser = Browser(server)
        player = await Player(browser, browser.open_table(book="tam2014-es", level="lehrling")).connect()
        await player.do(t="start")
        await player.play(random.Random(1), lambda: player.view["number"] > 1)
        replay = browser.get(f"/t/{player.code}/deal/1/data.json").json
        path = replay["opinions"]
        assert Browser(server).get(path).status == 404
        assert browser.get(path.replace("/deal/1/", "/deal/2/")).status == 404
        end = time.monotonic() + 600
        while (found := browser.get(path).json)["state"] != "ready":
            assert found["state"] in ("working", "busy")
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        steps = {step["n"]: step for step in replay["steps"]}
        assert len(found["cards"]) > 15
        assert sum(one["doubt"] > 0 for one in found["cards"].values()) > 10, "points come with their uncertainty"
        for n, one in found["cards"].items():
            step = steps[int(n)]
            assert step["event"]["card"] == one["card"]
            points = [value for _, value, _ in one["cards"]]
            assert points == sorted(points, reverse=True)
            assert all(0 <= value <= 157 for value in points)  # TAM-ES: a deal has 157 points
            assert one["best"] == one["cards"][0][0]
            assert one["card"] in [card for card, _, _ in one["cards"]]
            assert abs(one["loss"] - (points[0] - {card: value for card, value, _ in one["cards"]}[one["card"]])) < 0.2

    run_async(run)


def judged_deal(server: str, book: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The replay of the first deal of a table with bots, and what is thought of it."""
    told: list[dict[str, Any]] = []

    async def run() -> None:
        browser = Browser(server)
        player = await Player(browser, browser.open_table(book=book, level="lehrling")).connect()
        await player.do(t="start")
        await player.play(random.Random(2), lambda: player.view["number"] > 1)
        replay = browser.get(f"/t/{player.code}/deal/1/data.json").json
        end = time.monotonic() + 600  # a guard against waiting for ever
        while (found := browser.get(replay["opinions"]).json)["state"] != "ready":
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        told.extend((replay, found))

    run_async(run)
    return told[0], told[1]


def test_a_differenzler_is_judged_by_its_predictions(server: str) -> None:
    """A card is worth the difference that is to be expected, which is never above nothing; 157 said at random is a mistake."""
    replay, found = judged_deal(server, "differenzler")
    assert replay["unjudged"] is False
    assert {one["unit"] for one in found["cards"].values()} == {"difference"}
    assert all(value <= 0 for one in found["cards"].values() for _, value, _ in one["cards"])
    said = {step["n"]: step["event"] for step in replay["steps"] if step["event"]["event"] == "predicted"}
    for one in found["spoken"]:
        assert one["kind"] == "said"
        assert one["key"] == "bots.foreseen.prediction"
        assert 1 <= one["loss"] <= abs(said[one["n"]]["points"] - one["event"]["points"]) + 0.1


def test_a_bieter_is_judged_with_the_parties_of_its_deal(server: str) -> None:
    replay, found = judged_deal(server, "bieter-vier")
    assert sorted(replay["parties"]) == [0, 1, 1, 1]
    assert len(replay["steps"][-1]["points"]) == 2
    assert len(found["cards"]) > 5
    assert {one["kind"] for one in found["spoken"]} <= {"said", "weis"}
