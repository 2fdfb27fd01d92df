"""'Wie am Tisch': mistakes happen, opponents object, the referee rules with its article, choices go to whom the book gives them."""

from __future__ import annotations

import random

import pytest

from puur.core.cards import cards_in
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import CardPlayed, Cut, Event, IncidentReported, RulingMade
from puur.core.game import Game
from puur.core.setup import Playing, Setup
from puur.core.view import view_of
from puur.reglement import load
from puur.web.live import croupier, freely, viewing
from puur.web.live.wire import BadMessage, seen_event
from tests.web.client import Player, four_at_a_table, run_async
from tests.web.test_leaks import Knowledge, check_message

BOOKS = ("jassregeln", "ub2024", "ajz08", "tam2014-es", "nws2020")


async def to_a_wrong_card(players: list[Player], rng: random.Random) -> tuple[Player, str]:
    """Play on until somebody whose turn it is holds a card that may not be played."""
    for _ in range(300):
        for player in players:
            view = player.view
            if view["legal"] and view["trick"] and not view["trick_open"] and len(view["legal"]) < len(view["hand"]):
                return player, next(card for card in view["hand"] if card not in view["legal"])
        acting = next(one for one in players if one.choice(rng) is not None)
        n = acting.n
        assert (await acting.act(acting.choice(rng)))["t"] == "ok"
        for player in players:
            await player.until(lambda player=player, n=n: player.n > n)
    raise AssertionError("nobody could revoke")


def test_a_revoke_happens_is_objected_to_and_ruled(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book="jassregeln", playing="free")
        assert players[0].table["playing"] == "free"
        offender, card = await to_a_wrong_card(players, random.Random(1))
        assert (await offender.act({"event": "card-played", "card": card}))["t"] == "ok", "at a free table it happens"
        seat = offender.you
        foe = players[(seat + 1) % 4]
        await foe.until(lambda: any(one[1] == card for one in foe.view["trick"]))
        assert "revoke" in foe.view["objections"]
        # Nobody objects to oneself, to nonsense, or for somebody else.
        assert (await offender.act({"event": "incident-reported", "offence": "revoke", "seat": seat}))["code"] == "json"
        assert (await foe.act({"event": "incident-reported", "offence": "sorcery", "seat": seat}))["code"] == "json"
        assert (await foe.act({"event": "incident-reported", "offence": "revoke", "seat": seat, "by": 0}))["code"] == "json"
        assert (await foe.act({"event": "choice-made", "choice": "annul", "option": "annul"}))["code"] == "state"
        answer = await foe.act({"event": "incident-reported", "offence": "revoke", "seat": seat})
        assert answer["t"] == "ok"
        n = answer["n"]
        for player in players:
            await player.until(lambda player=player: player.n >= n)
        while players[0].view["pending"]:
            choice = players[0].view["pending"]["choices"][0]
            outsider = next((one for one in players if one.you not in choice["by"]), None)
            event = {"event": "choice-made", "choice": choice["choice"], "option": choice["options"][-1]}
            if outsider is not None:
                assert (await outsider.act(event))["code"] == "auth"
            chooser = players[choice["by"][0]]
            assert (await chooser.act({**event, "option": "sorcery"}))["code"] == "json"
            assert (await chooser.act({"event": "card-played", "card": (chooser.view["hand"] or ["E6"])[0]}))["code"] == "state"
            n = (await chooser.act(event))["n"]
            for player in players:
                await player.until(lambda player=player, n=n: player.n >= n)
        ruling = next(
            one for one in reversed(players[0].messages) if one["t"] == "event" and one["event"]["event"] == "ruling-made"
        )
        assert ruling["event"]["rule"].startswith("JR-ERR")
        assert ruling["event"]["offender"] == seat
        assert players[0].view["rulings"][-1]["rule"] == ruling["event"]["rule"]
        # The wrong card is back in the hand, and the game goes on.
        await offender.until(lambda: card in offender.view["hand"])
        assert (await offender.act({"event": "card-played", "card": offender.view["legal"][0]}))["t"] == "ok"

    run_async(run)


def test_a_guided_table_knows_no_objections(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server)
        assert (await players[0].act({"event": "incident-reported", "offence": "revoke", "seat": 1}))["code"] == "json"
        assert players[0].view["objections"] == []
        assert players[0].view["pending"] is None

    run_async(run)


def play_freely(book_key: str, seed: int, deals: int) -> tuple[int, int]:
    """Random play with random mistakes and random objections, everything that would be sent searched for leaks."""
    rng, secret, book = random.Random(seed), f"{seed:064x}", load(book_key)
    game = Game(book, croupier.seated(book, Setup(playing=Playing.FREE), secret))
    knowledge, rulings, wrong = Knowledge(), 0, 0

    def put(event: Event) -> None:
        nonlocal rulings
        game.submit(event)
        knowledge.take(game, event)
        rulings += isinstance(event, RulingMade)
        asked = croupier.cut_asked(game, secret)
        for seat in (0, 1, 2, 3, None):
            view = view_of(game, seat or 0)
            own = viewing.spectator(game) if seat is None else viewing.private(game, view, asked, [])
            shown = {**own, **viewing.public(game, view, asked), **viewing.slow(game, asked)}
            check_message(game, knowledge, seat, {"n": len(game.events), "event": seen_event(event, seat, game), "view": shown})

    while not game.over and len(game.finished_deals) < deals and len(game.events) < 90 * deals:
        own = freely.next_event(game)
        if own is not None:
            try:
                put(own)
            except RuleViolation:
                assert isinstance(own, RulingMade)
                put(RulingMade(own.rule, own.text, own.offender))
            continue
        waits = freely.pending(game)
        if waits is not None:
            found = freely.bot_choice(game, {0, 1, 2, 3})
            assert found is not None
            freely.check(game, found[1], found[0])
            put(found[1])
            continue
        own = croupier.next_event(game, secret)
        if own is not None:
            put(own)
            continue
        asked = croupier.cut_asked(game, secret)
        if asked is not None:
            for event in croupier.deal_events(game, secret, Cut(asked.seat, 9), ""):
                put(event)
            continue
        deal = game.deal
        if deal.phase is Phase.PLAYING and deal.faults and rng.random() < 0.3:
            seat = deal.faults[-1].seat
            event = IncidentReported(rng.choice(freely.OBJECTIONS), seat, (seat + rng.choice((1, 3))) % 4)
            freely.check(game, event, event.by)
            put(event)
            continue
        if deal.phase is Phase.PLAYING and deal.hands is not None and rng.random() < 0.25:
            seat = rng.choice((deal.turn, deal.turn, rng.randrange(4)))
            try:
                put(CardPlayed(seat, rng.choice(cards_in(deal.hands[seat]) or [None])))
                wrong += 1
            except (RuleViolation, AttributeError):
                pass
            continue
        put(rng.choice([option for seat in range(4) for option in view_of(game, seat).options]))
    return rulings, wrong


@pytest.mark.parametrize("book", BOOKS)
def test_mistakes_and_rulings_leak_nothing(book: str) -> None:
    found = [play_freely(book, seed, 2) for seed in range(2)]
    assert sum(rulings for rulings, _ in found) > 3
    assert sum(wrong for _, wrong in found) > 10


def test_what_does_not_belong_to_the_moment_is_refused() -> None:
    game = Game(load("jassregeln"), Setup(playing=Playing.FREE))
    with pytest.raises(BadMessage):
        freely.check(game, IncidentReported("revoke", 1, 0), 0)  # nothing is dealt yet
