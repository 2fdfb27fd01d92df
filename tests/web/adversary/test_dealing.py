"""A server that cheats with the cards: an ordinary client notices, and so does whoever checks the record."""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from puur.core.events import DealCommitted
from puur.notation.formats import read_record
from puur.web import asgi, fair
from puur.web.live import croupier, lobby
from puur.web.live.connection import Connection
from puur.web.live.table import LiveTable
from tests.web.adversary.witness import Witness, pack
from tests.web.client import Browser, Player, four_at_a_table, run_async


async def with_bots(server: str) -> list[Player]:
    """One person among three bots, who leave the time to say something before they cut."""
    pace, asgi.hub.pace = asgi.hub.pace, type(asgi.hub.pace)(bot=0.05, trick=0, between=0.5)
    try:
        browser = Browser(server)
        code = browser.post("/play/").headers["location"].split("/")[2]
        player = await Player(browser, code).connect()
        await player.until(lambda: player.view)
    finally:
        asgi.hub.pace = pace
    return [player]


async def watched(server: str, people: int = 4) -> tuple[list[Player], list[Witness]]:
    """Two deals of so many people, each with a witness beside; bots have the other seats."""
    players = await four_at_a_table(server) if people == 4 else await with_bots(server)
    witnesses = [Witness(seat) for seat in range(people)]
    rng = random.Random(11)
    seen, packs = [0] * people, [0] * people
    while True:
        for player, witness in zip(players, witnesses, strict=True):
            while seen[witness.seat] < len(player.messages):
                message = player.messages[seen[witness.seat]]
                seen[witness.seat] += 1
                for event in _events(message):
                    if event["event"] == "deal-committed" and packs[witness.seat] < 2:
                        await player.ask(**witness.committed(event["commitment"], tuple(event.get("bots", ()))))
                    if event["event"] == "shuffled":
                        witness.waits = ""
                        packs[witness.seat] += 1
                if message["t"] == "contributed":
                    witness.taken.add(message["commitment"])
            view = player.view or {}
            number = len(witness.checked) + 1
            if view.get("hand") and len(view["hand"]) == 9:
                witness.hands.setdefault(number, set(view["hand"]))
            for deal in (view.get("fair") or {}).get("deals", []):
                witness.revealed(deal)
        if len(witnesses[0].checked) == 2:
            return players, witnesses
        player, event = next(((player, event) for player in players if (event := player.choice(rng)) is not None), (None, None))
        if player is None or event is None:
            await asyncio.sleep(0.01)  # a bot thinks
            continue
        if event["event"] == "cut":
            event["nonce"] = ""  # given already
        if people == 4:
            await player.step(event)
        else:
            await player.act(event)  # bots do not wait: what was possible a moment ago may be refused


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


def _borrows() -> Callable[..., list[Any]]:
    """What A has added to the first pack stands for B in the second."""
    first: list[str] = []

    def deal_events(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
        first.append(given[0])
        return honest(game, secret, said, {**given, 1: first[0]} if len(first) == 2 else given)

    honest = croupier.deal_events
    return deal_events


def _adds_for_a_bot() -> Callable[..., list[Any]]:
    """The last to add is a bot, with whatever number suits the server: that is as good as a seed picked late."""

    def deal_events(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
        seed = fair.seed_of(secret, game.setup.number, len(game.shuffled))
        for attempt in range(1000):
            tried = {**given, 1: f"{attempt:064x}"}
            if fair.pack_of(seed, fair.given_text(tried))[0].name == "E9":
                break
        return honest(game, secret, said, tried)

    honest = croupier.deal_events
    return deal_events


def _changed_seed(given: dict[int, str]) -> bytes:
    return hashlib.sha256(repr(sorted(given.items())).encode()).digest()


def _promises_again() -> Callable[..., list[Any]]:
    """Everybody has added to one promise; then comes another, and the pack at once."""

    def deal_events(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
        events, seed = honest(game, secret, said, {}), _changed_seed(given)
        shuffled = type(events[0])(events[0].seat, fair.pack_of(seed, ""), fair.seed_text(seed, {}))
        return [DealCommitted(fair.commitment(seed)), shuffled, *events[1:]]

    honest = croupier.deal_events
    return deal_events


def _old_way() -> Callable[..., list[Any]]:
    """Mix as the first version did, where a single number counts that nobody has promised."""

    def deal_events(game: Any, secret: str, said: Any, given: dict[int, str]) -> list[Any]:
        events, seed = honest(game, secret, said, given), fair.seed_of(secret, game.setup.number, len(game.shuffled))
        events[0] = type(events[0])(events[0].seat, fair.pack_of(seed, "ab", "1"), f"1:{seed.hex()}:ab")
        return events

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
        (_borrows, [{"nonce-twice"}, {"other-nonce", "nonce-twice"}, {"nonce-twice"}, {"nonce-twice"}], ["", "nonce-twice"]),
        (_promises_again, [{"promise-twice", "unheard"}] * 4, ["promise-twice", "promise-twice"]),
        (_adds_for_a_bot, [{"not-a-person"}], ["not-a-person", "not-a-person"]),
        (_old_way, [{"other-way"}] * 4, ["old-way", "old-way"]),
    ],
)
def test_a_server_that_cheats_is_caught(
    server: str, monkeypatch: pytest.MonkeyPatch, cheat: Callable[[], Any], alarms: list[set[str]], whys: list[str]
) -> None:
    monkeypatch.setattr(croupier, "deal_events", cheat())

    async def run() -> None:
        players, witnesses = await watched(server, len(alarms))
        assert [set(witness.alarms) for witness in witnesses] == alarms
        assert [deal.why for deal in (await record_of(players))[:2]] == whys

    run_async(run)


def test_a_server_that_promises_each_something_else_is_caught_by_whoever_was_told_the_other(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seat C is bound to by another promise than the rest, and told that its number was taken; nobody else can see it."""
    honest_send, honest_add = Connection.send, lobby.REQUESTS["contribute"]

    def other(told: bytes) -> bytes:
        return hashlib.sha256(told).hexdigest().encode()

    def send(self: Connection, *texts: bytes) -> None:
        if self.who.name == "Vreni":
            changed = (re.sub(rb'(?<="commitment":")[0-9a-f]{64}', lambda told: other(told[0]), text) for text in texts)
            return honest_send(self, *changed)
        return honest_send(self, *texts)

    async def contribute(table: LiveTable, connection: Connection, message: dict[str, Any]) -> None:
        asked = table.asked
        if asked is not None and other(asked.commitment.encode()) == str(message.get("commitment")).encode():
            message = {**message, "commitment": asked.commitment}
        await honest_add(table, connection, message)

    monkeypatch.setattr(Connection, "send", send)
    monkeypatch.setattr(lobby, "REQUESTS", {**lobby.REQUESTS, "contribute": contribute})

    async def run() -> None:
        players, witnesses = await watched(server)
        assert [set(witness.alarms) for witness in witnesses] == [set(), set(), {"other-seed"}, set()]
        assert [deal.why for deal in (await record_of(players))[:2]] == ["", ""], "the record has what the others were told"
        assert not {deal.commitment for deal in (await record_of(players))[:2]} & witnesses[2].kept.keys(), (
            "C can show it by the record"
        )

    run_async(run)


def test_a_server_that_takes_no_number_is_caught_by_everybody_who_sent_one(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveTable, "add", lambda *_: False)  # "it came too late", to everybody, every time

    async def run() -> None:
        players, witnesses = await watched(server)
        assert [set(witness.alarms) for witness in witnesses] == [{"unheard"}] * 4
        assert [deal.grade for deal in (await record_of(players))[:2]] == ["alone", "alone"], "the record says what it is worth"

    run_async(run)


def test_nobody_makes_an_honest_server_look_dishonest(server: str) -> None:
    """A number that was used is not taken again, whoever brings it: the record would call the server a cheat."""

    async def run() -> None:
        players, witnesses = await watched(server)
        commitment = players[0].view["cut"]["commitment"]
        old = next(iter(witnesses[0].kept.values()))
        assert await players[0].ask(t="contribute", commitment=commitment, nonce=old) == "state"
        assert await players[1].ask(t="contribute", commitment=commitment, nonce=old) == "state"
        fresh = "5a" * 32
        assert await players[2].ask(t="contribute", commitment=commitment, nonce=fresh) == ""
        assert await players[3].ask(t="contribute", commitment=commitment, nonce=fresh) == "state"
        cutter = players[players[0].view["cut"]["seat"]]
        await cutter.step({"event": "cut", "lifted": 9, "nonce": old})
        assert players[0].view["fair"]["cut"]["nonce"] == f"C={fresh}"

    run_async(run)


def test_a_promise_that_was_never_opened_is_seen(server: str) -> None:
    async def run() -> None:
        players, _ = await watched(server)
        text = players[0].browser.get(f"/t/{players[0].code}/record.jass").text
        commitment = players[0].view["cut"]["commitment"]
        page = players[0].browser.get(f"/verify/?code={players[0].code}").text
        assert commitment in text
        assert commitment in page
        assert fair.unopened(read_record(text.encode()).records[0].events) == commitment

    run_async(run)


def test_a_server_that_changes_the_cards_is_caught_by_the_verifier_and_the_hand() -> None:
    seed = bytes(range(32))
    cards = [card.name for card in fair.pack_of(seed, "A=ab,C=cd")]
    assert cards == pack(seed, "A=ab,C=cd", "2"), "two programs, one document"
    assert [card.name for card in fair.pack_of(seed, "ab", "1")] == pack(seed, "ab", "1")
    witness = Witness(0, kept={hashlib.sha256(seed).hexdigest(): "ab"}, hands={1: set(cards[:9])})
    witness.revealed({"deal": 1, "seed": seed.hex(), "nonce": "A=ab,C=cd", "way": "2", "lifted": 7, "dealer": 3})
    assert witness.alarms == ["other-cards"]
