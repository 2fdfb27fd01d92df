"""A server that cheats with the cards: an ordinary client notices, and so does whoever checks the record."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import Any

import pytest

from puur.notation.formats import read_record
from puur.web import fair
from puur.web.live import croupier
from tests.web.adversary.witness import Witness, pack
from tests.web.client import Player, four_at_a_table, run_async


async def watched(server: str) -> tuple[list[Player], list[Witness]]:
    """Two deals of four people, each with a witness beside."""
    players = await four_at_a_table(server)
    witnesses = [Witness(seat) for seat in range(4)]
    rng = random.Random(11)
    seen = [0] * 4
    while True:
        for player, witness in zip(players, witnesses, strict=True):
            while seen[witness.seat] < len(player.messages):
                message = player.messages[seen[witness.seat]]
                seen[witness.seat] += 1
                for event in _events(message):
                    if event["event"] == "deal-committed":
                        await player.ask(**witness.committed(event["commitment"]))
                if message["t"] == "contributed":
                    witness.taken.add(message["commitment"])
            view = player.view or {}
            number = len(witness.taken)
            if view.get("hand") and len(view["hand"]) == 9:
                witness.hands.setdefault(number, set(view["hand"]))
            for deal in (view.get("fair") or {}).get("deals", []):
                witness.revealed(deal)
        if len(witnesses[0].checked) == 2:
            return players, witnesses
        player, event = next((player, event) for player in players if (event := player.choice(rng)) is not None)
        if event["event"] == "cut":
            event["nonce"] = ""  # given already
        await player.step(event)


def _events(message: dict[str, Any]) -> list[dict[str, Any]]:
    if message["t"] == "event":
        return [message["event"]]
    return [entry["event"] for entry in message.get("events", [])] if message["t"] == "sync" else []


async def record_of(players: list[Player]) -> list[fair.Checked]:
    """What anybody computes from the record."""
    code = players[0].code
    answer = players[0].browser.get(f"/t/{code}/record.jass")
    assert answer.status == 200
    return fair.check_events(read_record(answer.text.encode()).records[0].events)


def test_an_honest_server_has_nothing_against_it(server: str) -> None:
    async def run() -> None:
        players, witnesses = await watched(server)
        assert [witness.alarms for witness in witnesses] == [[], [], [], []]
        assert all(len(witness.hands) >= 2 for witness in witnesses)
        checked = await record_of(players)
        assert [(deal.ok, deal.why, deal.way) for deal in checked[:2]] == [(True, "", "2")] * 2
        for deal in checked[:2]:  # everybody has contributed, each something new
            assert [part[0] for part in deal.nonce.split(",")] == ["A", "B", "C", "D"]
        assert len({part for deal in checked[:2] for part in deal.nonce.split(",")}) == 8

    run_async(run)


def _late(seed_of: Callable[..., bytes]) -> Callable[..., list[Any]]:
    """Pick the seed after everybody has contributed: here the first that gives the dealer's partner the trump nine."""

    def deal_events(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
        events = honest(game, secret, said, given)
        for attempt in range(1000):
            seed = hashlib.sha256(seed_of(secret, game.setup.number, attempt)).digest()
            if fair.pack_of(seed, fair.given_text(given))[0].name == "E9":
                break
        events[0] = type(events[0])(events[0].seat, fair.pack_of(seed, fair.given_text(given)), fair.seed_text(seed, given))
        return events

    honest = croupier.deal_events
    return deal_events


def _twice() -> Callable[..., list[Any]]:
    """Use the contributions of the first deal for all of them."""
    first: dict[int, str] = {}

    def deal_events(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
        first.update({seat: nonce for seat, nonce in given.items() if seat not in first})
        return honest(game, secret, said, first)

    honest = croupier.deal_events
    return deal_events


def _leaves_out() -> Callable[..., list[Any]]:
    def deal_events(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
        return honest(game, secret, said, {seat: nonce for seat, nonce in given.items() if seat != 2})

    honest = croupier.deal_events
    return deal_events


@pytest.mark.parametrize(
    ("cheat", "alarms", "whys"),
    [
        (lambda: _late(fair.seed_of), [{"other-seed"}] * 4, ["other-seed", "other-seed"]),
        (_twice, [{"nonce-twice"}] * 4, ["", "nonce-twice"]),
        # The record alone cannot know who wanted to contribute: that is what the browsers are for.
        (_leaves_out, [set(), set(), {"left-out"}, set()], ["", ""]),
    ],
)
def test_a_server_that_cheats_is_caught(
    server: str, monkeypatch: pytest.MonkeyPatch, cheat: Callable[[], Any], alarms: list[set[str]], whys: list[str]
) -> None:
    monkeypatch.setattr(croupier, "deal_events", cheat())

    async def run() -> None:
        players, witnesses = await watched(server)
        assert [set(witness.alarms) for witness in witnesses] == alarms
        assert [deal.why for deal in (await record_of(players))[:2]] == whys

    run_async(run)


def test_a_server_that_changes_the_cards_is_caught_by_the_verifier_and_the_hand() -> None:
    seed = bytes(range(32))
    cards = [card.name for card in fair.pack_of(seed, "A=ab,C=cd")]
    assert cards == pack(seed, "A=ab,C=cd", "2"), "two programs, one document"
    assert [card.name for card in fair.pack_of(seed, "ab", "1")] == pack(seed, "ab", "1")
    witness = Witness(0, kept={hashlib.sha256(seed).hexdigest(): "ab"}, hands={1: set(cards[:9])})
    witness.revealed({"deal": 1, "seed": seed.hex(), "nonce": "A=ab,C=cd", "lifted": 7, "dealer": 3})
    assert witness.alarms == ["other-cards"]
