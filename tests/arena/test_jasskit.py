"""jass-kit's protocol, both ways: our own service asked by our own client, and the questions as that kit writes them."""

from __future__ import annotations

import json
import random
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

import puur
from puur.arena.jasskit import AgentFailed, RemoteAgent, question, view_from
from puur.arena.match import Plan, play_pair
from puur.arena.service import answer, service
from puur.bots.budget import Budget
from puur.core.actions import to_act
from puur.core.events import Announced, CardPlayed
from puur.core.playing import legal_cards
from puur.core.view import view_of


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = service(0, budget=Budget(rounds=40, seconds=300.0))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_question_and_back_is_the_same_view() -> None:
    """Random deals: what a seat knows of cards, tricks, points and what it may do survives the protocol."""
    for seed in range(6):
        game, rng = puur.new_deal("tam2014-es", seed=seed), random.Random(seed)
        while (seat := to_act(game)) is not None:
            view = view_of(game, seat)
            back = view_from(json.loads(json.dumps(question(view))))
            for name in ("seat", "hand", "cards_left", "mode", "leader", "tricks", "points", "pushes", "announcer", "dealer"):
                assert getattr(back, name) == getattr(view, name), name
            assert set(back.options) == set(view.options)
            bids = [one for one in view.options if not isinstance(one, CardPlayed)]
            game.submit(rng.choice(bids) if bids else CardPlayed(seat, rng.choice(list(legal_cards(game, seat)))))


def test_seats_turn_round_and_modes_have_other_numbers() -> None:
    """jass-kit: North 0, East 1, South 2, West 3, play runs 0 3 2 1; trump D 0, H 1, S 2, C 3, Obenabe 4, Undeufe 5."""
    game = puur.new_deal("tam2014-es", seed=1, dealer=0)
    asked = question(puur.view(game))
    assert (asked["dealer"], asked["currentPlayer"], asked["trump"], asked["forehand"]) == (0, 3, -1, -1)
    game.submit(next(one for one in puur.view(game).options if isinstance(one, Announced) and str(one.mode) == "L"))
    assert question(puur.view(game))["trump"] == 2
    assert question(puur.view(game))["tricks"] == [{"first": 3}]


def test_our_service_plays_at_our_arena(address: str) -> None:
    pair = play_pair(Plan(f"{address}/stammtisch", "random", bidding="own"), 0)
    assert pair.a + pair.b == 314
    assert pair.a == play_pair(Plan("stammtisch", "random", bidding="own"), 0).a or pair.a > 100


def test_the_service_refuses_nonsense(address: str) -> None:
    for path, body, status in (("/nobody/action_trump", "{}", 404), ("/klub/action_trump", "[]", 400), ("/klub/sing", "{}", 404)):
        request = urllib.request.Request(address + path, body.encode())
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=300)
        assert refused.value.code == status
        refused.value.close()
    with urllib.request.urlopen(address + "/klub", timeout=300) as found:
        assert json.loads(found.read())["here"] is True


def test_an_agent_that_is_not_there_is_said(address: str) -> None:
    view = puur.view(puur.new_deal("tam2014-es", seed=1))
    with pytest.raises(AgentFailed):
        RemoteAgent(f"{address}/nobody").bid(view, random.Random(0), Budget())


def test_an_answer_needs_no_server() -> None:
    game = puur.new_deal("tam2014-es", seed=1)
    assert set(answer("stammtisch", question(puur.view(game)), random.Random(0))) == {"trump"}
