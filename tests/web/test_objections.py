"""'Wie am Tisch': mistakes happen, opponents object, the referee rules with its article, choices go to whom the book gives them."""

from __future__ import annotations

import contextlib
import random

import pytest

from puur.bots.noticing import noticed
from puur.core.actions import to_act
from puur.core.cards import CardSet, cards_in, parse_card
from puur.core.deal import Phase, Wrong
from puur.core.errors import RuleViolation
from puur.core.events import (
    Announced,
    CardPlayed,
    ChoiceMade,
    Cut,
    Event,
    HandsRecorded,
    IncidentReported,
    ResultEntered,
    RulingMade,
    SchreiberNamed,
    WeisAnnounced,
)
from puur.core.game import Game
from puur.core.mode import PLAIN_MODES
from puur.core.setup import Playing, Setup
from puur.core.view import Door, view_of
from puur.referee.offences import OFFENCES
from puur.reglement import load
from puur.web.live import croupier, objections, telling, written
from puur.web.live.wire import BadMessage, write_told
from tests.web.client import Browser, Player, four_at_a_table, run_async
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
        await acting.step(acting.choice(rng))
    raise AssertionError("nobody could revoke")


def test_a_revoke_happens_is_objected_to_and_ruled(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book="jassregeln", playing="free")
        assert players[0].table["playing"] == "free"
        offender, card = await to_a_wrong_card(players, random.Random(1))
        await offender.step({"event": "card-played", "card": card})  # at a free table it happens
        seat = offender.you
        foe = players[(seat + 1) % 4]
        assert any(one[1] == card for one in foe.view["trick"])
        assert "revoke" in foe.view["objections"]
        # Nobody objects to oneself, to nonsense, or for somebody else.
        assert (await offender.act({"event": "incident-reported", "offence": "revoke", "seat": seat}))["code"] == "json"
        assert (await foe.act({"event": "incident-reported", "offence": "sorcery", "seat": seat}))["code"] == "json"
        assert (await foe.act({"event": "incident-reported", "offence": "revoke", "seat": seat, "by": 0}))["code"] == "json"
        assert (await foe.act({"event": "choice-made", "choice": "annul", "option": "annul"}))["code"] == "state"
        await foe.step({"event": "incident-reported", "offence": "revoke", "seat": seat})
        while players[0].view["pending"]:
            choice = players[0].view["pending"]["choices"][0]
            outsider = next((one for one in players if one.you not in choice["by"]), None)
            event = {"event": "choice-made", "choice": choice["choice"], "option": choice["options"][-1]}
            if outsider is not None:
                assert (await outsider.act(event))["code"] == "auth"
            chooser = players[choice["by"][0]]
            assert (await chooser.act({**event, "option": "sorcery"}))["code"] == "json"
            assert (await chooser.act({"event": "card-played", "card": (chooser.view["hand"] or ["E6"])[0]}))["code"] == "state"
            await chooser.step(event)
        ruling = next(
            one for one in reversed(players[0].messages) if one["t"] == "event" and one["event"]["event"] == "ruling-made"
        )
        assert ruling["event"]["rule"].startswith("JR-ERR")
        assert ruling["event"]["offender"] == seat
        assert players[0].view["rulings"][-1]["rule"] == ruling["event"]["rule"]
        # The wrong card is back in the hand, and the game goes on.
        assert card in offender.view["hand"]
        await offender.step({"event": "card-played", "card": offender.view["legal"][0]})

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
        door = Door(game, len(game.events) - 1)
        for seat in (0, 1, 2, 3, None):
            view = door.view(seat)
            slow = {**written.seldom(game, asked), **written.by_deals(game), "rulings": [*map(written.ruling_json, game.rulings)]}
            shown = {**telling.own(view, book, asked), **telling.public(view, game, asked), **slow}
            told = write_told(door.events(seat)[0])
            check_message(game, knowledge, seat, {"n": len(game.events), "event": told, "view": shown})

    while not game.over and len(game.finished_deals) < deals and len(game.events) < 90 * deals:
        own = objections.next_event(game)
        if own is not None:
            try:
                put(own)
            except RuleViolation:
                assert isinstance(own, RulingMade)
                put(RulingMade(own.rule, own.text, own.offender))
            continue
        waits = objections.pending(game)
        if waits is not None:
            found = objections.bot_choice(game, {0, 1, 2, 3})
            assert found is not None
            objections.check(game, found[1], found[0])
            put(found[1])
            continue
        own = croupier.next_event(game, secret)
        if own is not None:
            put(own)
            continue
        asked = croupier.cut_asked(game, secret)
        if asked is not None:
            for event in croupier.deal_events(game, secret, Cut(asked.seat, 9), {}):
                put(event)
            continue
        deal = game.deal
        if deal.phase is Phase.PLAYING and deal.faults and rng.random() < 0.3:
            seat = deal.faults[-1].seat
            event = IncidentReported(rng.choice(objections.OBJECTIONS), seat, (seat + rng.choice((1, 3))) % 4)
            with contextlib.suppress(BadMessage):  # unfounded, or too many of them
                objections.check(game, event, event.by, talked=(0, 1, 2, 3))
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


# ---- objections stand on facts -----------------------------------------------------------------------------------------------


def dealt(book_key: str, hands: str, dealer: int = 3) -> Game:
    """A free game with these four hands, seat by seat; Vorhand is the seat after the dealer."""
    book = load(book_key)
    game = Game(book, Setup(playing=Playing.FREE, first_dealer=dealer))
    secret = "ab" * 32
    while (own := croupier.next_event(game, secret)) is not None:
        game.submit(own)
    one, two, three, four = (CardSet(map(parse_card, part.split())) for part in hands.split("/"))
    game.submit(HandsRecorded(game.next_dealer(), (one, two, three, four)))
    return game


HANDS = "EA EK EO E9 R6 R7 S6 S7 L6/E6 E7 RA RK RO S8 S9 L7 L8/E8 EB R8 R9 SA SK SO LA LK/EU RB RU SB SU L9 LB LU LO"


def playing(book: str, mode: str = "obenabe", hands: str = HANDS) -> Game:
    """That deal after its announcement; who has the word depends on the book."""
    game = dealt(book, hands)
    said = next(
        one for one in view_of(game, to_act(game)).options
        if isinstance(one, Announced) and mode in (str(one.mode), one.variant)
    )  # fmt: skip
    game.submit(said)
    return game


def put_cards(game: Game, *cards: str) -> None:
    """Play cards, each by the seat whose turn it is."""
    for card in cards:
        game.submit(CardPlayed(game.deal.turn, parse_card(card)))


def never(*what: object) -> float:
    return 1.0 if what else 0.0


def always(*what: object) -> float:
    return 0.0 if what else 1.0


ALL_MEISTER = dict.fromkeys(range(4), "meister")


@pytest.mark.parametrize("book", [*BOOKS, "tam2014-cp"])
def test_an_objection_without_a_reason_changes_nothing(book: str) -> None:
    """A regular deal: whatever is objected to is refused, or ruled without any effect. Nobody wins by accusing."""
    game, rng = Game(load(book), croupier.seated(load(book), Setup(playing=Playing.FREE), "cd" * 32)), random.Random(book)
    asked = 0
    while not game.finished_deals:
        own = croupier.next_event(game, "cd" * 32)
        cut = croupier.cut_asked(game, "cd" * 32)
        if own is not None:
            game.submit(own)
            continue
        if cut is not None:
            for event in croupier.deal_events(game, "cd" * 32, Cut(cut.seat, 9), {}):
                game.submit(event)
            continue
        for offence in OFFENCES:
            seat = rng.randrange(4)
            event = IncidentReported(offence, seat, (seat + 1) % 4, rng.randrange(3), marks="written held", points=200)
            event = objections.stated(event)
            try:
                objections.check(game, event, event.by)
            except BadMessage:
                continue
            found = objections.ruled(game, event)
            assert (found.effects, found.choices) == ((), ()), offence
            asked += 1
        assert objections.bot_objection(game, ALL_MEISTER, always) is None
        game.submit(rng.choice([option for seat in range(4) for option in view_of(game, seat).options]))
    assert asked > 50


def test_facts_are_never_taken_from_whoever_objects() -> None:
    """JR-TWO-01 would make the cards dead that the accuser names; the table has seen no two cards laid at once."""
    game = playing("jassregeln")
    put_cards(game, "EA")
    event = IncidentReported("several-cards", 0, 1, cards=(parse_card("EK"), parse_card("EO")))
    assert objections.ruled(game, event).effects
    assert not objections.ruled(game, objections.stated(event)).effects


def test_objections_of_one_seat_are_counted() -> None:
    game = playing("jassregeln")
    put_cards(game, "EA")
    event = IncidentReported("revoke", 0, 1)
    for _ in range(objections.MOST_OBJECTIONS):
        objections.check(game, event, 1)
        game.submit(event)
        game.submit(objections.next_event(game))
    with pytest.raises(BadMessage, match="rate"):
        objections.check(game, event, 1)
    objections.check(game, IncidentReported("revoke", 0, 3), 3)


def test_talk_may_be_objected_to_only_where_somebody_has_talked() -> None:
    game = playing("jassregeln")
    event = IncidentReported("card-talk", 0, 1)
    with pytest.raises(BadMessage, match="unfounded"):
        objections.check(game, event, 1, talked=(2,))
    objections.check(game, event, 1, talked=(0,))
    assert "card-talk" not in objections.possible(game)
    assert "card-talk" in objections.possible(game, (0,))


# ---- what bots notice ----------------------------------------------------------------------------------------------------------


def test_a_bot_notices_a_revoke_when_the_suit_turns_up() -> None:
    """Seat 2 holds E8 and EB and throws a Schilte on the lead of Eichel; with its Eichel in trick 3 the others know."""
    game = playing("jassregeln")
    put_cards(game, "EA", "E6", "LA", "EU")
    assert objections.bot_objection(game, ALL_MEISTER, always) is None, "it might have been void"
    put_cards(game, "S6", "S8", "SA", "SB")  # seat 2 wins
    assert objections.bot_objection(game, ALL_MEISTER, always) is None
    put_cards(game, "E8")
    found = objections.bot_objection(game, ALL_MEISTER, always)
    assert found is not None
    assert (found.offence, found.seat, found.trick, found.by) == ("revoke", 2, 1, 1)
    assert objections.bot_objection(game, {0: "meister"}, always) is None, "nobody accuses the partner"
    assert objections.bot_objection(game, ALL_MEISTER, never) is None, "and nobody notices everything"
    # JR-ERR-11: the trick is turned, so the opponents may annul the deal; they are behind, so they do.
    game.submit(found)
    assert [choice.by for choice in objections.pending(game).choices] == [(1, 3)]
    assert game.deal.points[0] - game.deal.points[1] > objections.BEHIND
    seat, choice = objections.bot_choice(game, {0, 1, 2, 3})
    assert (seat, choice.option) == (1, "annul")
    game.submit(choice)
    game.submit(objections.next_event(game))
    assert game.between_deals or game.deal.phase is Phase.OVER
    assert game.totals() == (0, 0)


def test_where_a_turned_trick_stands_nobody_objects() -> None:
    """NWS-5-18: once the trick is turned it stays; an objection would only hold up the game."""
    game = playing("nws2020")
    leader = game.deal.turn
    assert leader == 0
    put_cards(game, "EA", "E6", "LA", "EU", "S6", "S8", "SA", "SB", "E8")
    assert objections.bot_objection(game, ALL_MEISTER, always) is None


def test_an_undertrump_is_noticed_when_another_suit_turns_up() -> None:
    """JR-UNDER-01: only with nothing but trumps. Seat 3 lies under the R9 with RB, though it holds Schelle and Schilte."""
    game = playing("jassregeln", "R", HANDS)
    put_cards(game, "L6", "L7", "R9", "RB")
    put_cards(game, "SA", "SB")
    found = objections.bot_objection(game, ALL_MEISTER, always)
    assert found is not None
    assert (found.offence, found.seat, found.trick) == ("undertrump", 3, 1)


def test_a_card_out_of_turn_is_seen_at_once_and_not_by_everybody() -> None:
    """JR-ERR-03: seat 2 leads in place of seat 0; an attentive opponent objects while the card lies there."""
    game = playing("jassregeln")
    game.submit(CardPlayed(2, parse_card("SA")))
    found = objections.bot_objection(game, ALL_MEISTER, always)
    assert found is not None
    assert (found.offence, found.seat) == ("wrong-lead", 2)
    assert objections.bot_objection(game, dict.fromkeys(range(4), "lehrling"), lambda *_: 0.7) is None
    game.submit(found)
    game.submit(objections.next_event(game))
    assert game.deal.turn == 0
    assert parse_card("SA") in game.deal.hand(2)


def test_a_weis_that_can_not_be_is_noticed() -> None:
    """A hundred needs five in a row or four of a kind: after three tricks seat 1 could not hold that any more."""
    hands = "E6 E8 EB EO R6 R8 RB RO S6/E7 R7 S7 L7 S8 EU EK RU RK/E9 EA R9 RA SB SO SA LB LO/S9 SU SK L6 L8 L9 LU LK LA"
    game = playing("jassregeln", hands=hands)
    put_cards(game, "E6")
    game.submit(WeisAnnounced(1, 200))
    assert objections.bot_objection(game, ALL_MEISTER, always) is None, "it holds no four Under, but who knows?"
    with pytest.raises(BadMessage) as refused:
        objections.check(game, IncidentReported("wrong-weis", 1, 0), 0)
    assert refused.value.code == "unfounded"  # no Weis of seat 1 has been shown that could be another one
    objections.check(game, IncidentReported("false-weis", 1, 0), 0)  # somebody with a suspicion may
    put_cards(game, "E7", "E9")
    assert objections.bot_objection(game, {2: "meister"}, always) is None
    # Four Under count 200, and seat 3 plays one: now everybody but seat 1 can count.
    put_cards(game, "SU")
    found = objections.bot_objection(game, ALL_MEISTER, always)
    assert found is not None
    assert (found.offence, found.seat) == ("false-weis", 1)


def wrong_games(seed: int, book_key: str) -> tuple[int, int]:
    """Random free play with mistakes: whatever a bot notices is a fault of the deal; how much of it was noticed."""
    rng, secret, book = random.Random(seed), f"{seed:064x}", load(book_key)
    game = Game(book, croupier.seated(book, Setup(playing=Playing.FREE), secret))
    seen: set[tuple[int, str, int, int]] = set()
    made: set[tuple[int, int, int]] = set()
    while not game.over and len(game.finished_deals) < 3:
        own = croupier.next_event(game, secret)
        cut = croupier.cut_asked(game, secret)
        if own is not None:
            game.submit(own)
            continue
        if cut is not None:
            for event in croupier.deal_events(game, secret, Cut(cut.seat, 9), {}):
                game.submit(event)
            continue
        deal = game.deal
        for seat in range(4):
            for one in noticed(view_of(game, seat), book.play, book.weis.values):
                kinds = objections.FAULTS[one.offence]
                assert any(f.seat == one.seat and f.trick == one.trick and f.wrong in kinds for f in deal.faults), one
                seen.add((deal.number, one.offence, one.seat, one.trick))
        if deal.phase is Phase.PLAYING and deal.hands is not None and rng.random() < 0.2:
            game.submit(CardPlayed(deal.turn, rng.choice(cards_in(deal.hands[deal.turn]))))
        else:
            game.submit(rng.choice([option for seat in range(4) for option in view_of(game, seat).options]))
        wrong = (Wrong.FOLLOW_SUIT, Wrong.UNDERTRUMP)
        made |= {(deal.number, fault.seat, fault.trick) for fault in deal.faults if fault.wrong in wrong}
    return len({(deal, seat, trick) for deal, _, seat, trick in seen}), len(made)


@pytest.mark.parametrize("book", BOOKS)
def test_bots_notice_only_what_was_wrong_and_much_of_it(book: str) -> None:
    found = [wrong_games(seed, book) for seed in range(3)]
    assert sum(made for _, made in found) > 5
    assert sum(seen for seen, _ in found) > 0.6 * sum(made for _, made in found)


# ---- without an official -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["nws2020", "ub2024"])
def test_what_an_official_would_decide_follows_the_general_rules(book: str) -> None:
    """NWS-6-04 and UB-CONDUCT-01 leave talk about cards to somebody in charge; JR-QUE-06: the opponents may annul the deal."""
    game = playing(book)
    put_cards(game, "EA")
    game.submit(IncidentReported("card-talk", 0, 1))
    game.submit(ChoiceMade("talk", "admit", 0))  # who wrote it says what it was
    found = objections.pending(game)
    assert [(choice.key, choice.by) for choice in found.choices] == [("annul", (1, 3))]
    assert found.provisions[0] == "JR-QUE-06"
    assert any(rule.startswith(("NWS-6", "UB-CONDUCT")) for rule in found.provisions)
    game.submit(ChoiceMade("annul", "go-on", 3))
    said = objections.next_event(game)
    assert isinstance(said, RulingMade)
    assert (said.rule, said.effects, said.official) == ("JR-QUE-06", (), "")


def test_where_no_book_speaks_the_other_party_chooses() -> None:
    """The wrong party announces: only NWS-3-07 says what follows. Elsewhere the rightful party deals again or goes on."""
    game = dealt("jassregeln", HANDS)
    assert to_act(game) == 0
    game.submit(Announced(1, PLAIN_MODES[0]))
    found = objections.bot_objection(game, {0: "meister"}, always)
    assert found is not None
    assert found.offence == "wrong-party"
    game.submit(found)
    assert [(choice.key, choice.by) for choice in objections.pending(game).choices] == [("annul", (0, 2))]
    game.submit(ChoiceMade("annul", "annul", 2))
    game.submit(objections.next_event(game))
    assert game.between_deals
    assert game.next_dealer() == 3


# ---- what is left of a ruling ----------------------------------------------------------------------------------------------------


def test_bans_and_demands_of_a_ruling_reach_the_views() -> None:
    """JR-ERR-01: seat 2 has led Schelle in place of seat 0; its party may not lead Schelle until the others have won a trick."""
    game = playing("jassregeln")
    game.submit(CardPlayed(2, parse_card("SA")))
    game.submit(IncidentReported("wrong-lead", 2, 1))
    game.submit(objections.next_event(game))
    shown = telling.public(view_of(game, 0), game, None)
    assert shown["effects"]["bans"] == [{"team": 0, "suit": "S", "card": None}]
    legal = telling.own(view_of(game, 0), game.book, None)["legal"]
    assert not [card for card in legal if card.startswith("S")]
    # JR-ERR-07 and 10: a revoke; the card goes back and an Eichel has to be played. Which ones it holds is seat 2's secret.
    put_cards(game, "EA", "E6", "LA")
    game.submit(IncidentReported("revoke", 2, 1))
    game.submit(objections.next_event(game))
    shown = telling.public(view_of(game, 0), game, None)
    assert shown["effects"]["must"] == (2,)
    assert shown["effects"]["barred"] == (2,)
    own = telling.own(view_of(game, 2), game.book, None)
    assert own["must"] == ["E8", "EB"]
    assert "LA" in own["dead"]
    assert telling.own(view_of(game, 1), game.book, None)["must"] == []
    assert telling.own(view_of(game, None), game.book, None)["must"] == []
    # An early card of seat 1's partner lies there for all to see.
    game.submit(CardPlayed(3, parse_card("EU")))
    assert telling.public(view_of(game, 0), game, None)["faults"] == [{"wrong": "early", "seat": 3, "card": "EU"}]
    put_cards(game, "E8")
    assert telling.public(view_of(game, 0), game, None)["effects"]["bans"], "team 0 has won the trick"


def test_bots_object_over_the_wire(server: str) -> None:
    """A person leads out of turn (JR-ERR-03); a bot of the other side sees it at once, and the card goes back."""

    async def run() -> None:
        from puur.web import asgi

        pace = asgi.hub.pace
        asgi.hub.pace = type(pace)(bot=0, trick=3600, between=0)  # bots leave a trick lying: time to lead in their place
        try:
            browser = Browser(server)
            player = await Player(browser, browser.open_table(playing="free", level="klub", book="jassregeln")).connect()
            await player.until(lambda: player.table)
        finally:
            asgi.hub.pace = pace
        await player.do(t="start")

        def not_my_lead() -> bool:
            view = player.view
            return bool(view["trick_open"] and view["hand"] and view["to_act"] not in (None, 0))

        await player.play(random.Random(3), not_my_lead)
        assert player.view["rulings"] == []
        turn, card = player.view["to_act"], player.view["hand"][0]
        assert (await player.act({"event": "card-played", "card": card}))["t"] == "ok"
        await player.until(lambda: player.view["rulings"])
        assert player.view["rulings"][0]["rule"].startswith("JR-ERR-0")
        assert player.view["rulings"][0]["offender"] == 0
        objected = next(one for one in player.messages if one["t"] == "event" and one["event"]["event"] == "incident-reported")
        assert objected["event"]["offence"] == "wrong-lead"
        assert objected["event"]["by"] in (1, 3)
        assert card in player.view["hand"]
        assert player.view["leader"] == turn

    run_async(run)


def test_what_does_not_belong_to_the_moment_is_refused() -> None:
    game = Game(load("jassregeln"), Setup(playing=Playing.FREE))
    with pytest.raises(BadMessage) as refused:
        objections.check(game, IncidentReported("revoke", 1, 0), 0)  # nothing is dealt yet
    assert refused.value.code == "json"


# ---- one ruling for one fault --------------------------------------------------------------------------------------------------


def test_one_revoke_is_ruled_once() -> None:
    """The same revoke is objected to by both opponents, named by its trick or not, and as an undertrump: it has one ruling."""
    game = playing("tam2014-es")
    put_cards(game, "EA", "RA")  # the second seat holds E6 and E7
    offender = game.deal.faults[0].seat
    first = objections.stated(IncidentReported("revoke", offender, (offender + 1) % 4), game)
    assert isinstance(first, IncidentReported)
    assert first.trick == 1
    objections.check(game, first, first.by)
    game.submit(first)
    while (ruling := objections.pending(game)) is not None and ruling.choices:
        choice = ruling.choices[0]
        game.submit(ChoiceMade(choice.choice, choice.options[-1].key, choice.by[0]))
    game.submit(objections.next_event(game))
    for offence, by, trick in (("revoke", 3, 1), ("revoke", 1, 0), ("undertrump", 3, 1)):
        again = objections.stated(IncidentReported(offence, offender, (offender + by) % 4, trick), game)
        with pytest.raises(BadMessage, match="unfounded"):
            objections.check(game, again, again.by)


@pytest.mark.parametrize(
    ("words", "remark"),
    [
        ({"talk-B": "was-remark", "talk-D": "was-remark"}, None),  # never reached: B objects
        ({"talk-C": "was-remark", "talk-D": "was-remark"}, True),
        ({"talk-D": "was-remark", "talk-C": "no-remark"}, False),  # the objector's own side is not enough
        ({"talk-C": "no-remark"}, False),
        ({"talk-C": "was-remark", "talk-D": "no-remark"}, False),
        ({"talk-C": "was-remark", "talk-D": "unsure"}, True),
        ({"talk": "deny", "talk-C": "was-remark", "talk-D": "unsure"}, True),  # the writer's word alone decides nothing
        ({"talk-C": "unsure", "talk-D": "was-remark", "talk": "deny"}, False),
        ({"talk-C": "unsure", "talk-D": "unsure", "talk": "admit"}, True),
        ({"talk": "admit"}, True),
    ],
)
def test_a_message_is_judged_by_the_others_and_never_by_its_writer_alone(words: dict[str, str], remark: bool | None) -> None:
    """TAM-ES-42 would give the trick away for "Prost!" of A; B objects, and C and D say what it was."""
    game = playing("tam2014-es")
    put_cards(game, "EA")
    event = IncidentReported("remark", 0, 1)
    objections.check(game, event, 1, talked=(0,))
    game.submit(event)
    asked = objections.pending(game)
    assert asked is not None
    assert (asked.text, asked.effects) == ("remark-asked", ())
    assert [choice.by for choice in asked.choices] == [(2,), (3,), (0,)]
    told = objections.pending_json(game)
    assert told is not None
    assert told["follows"] == "referee.text.remark-forfeit"  # what would follow is said before anybody judges
    seats = {"talk": 0, "talk-B": 1, "talk-C": 2, "talk-D": 3}
    for choice, option in words.items():
        if remark is None:
            with pytest.raises(BadMessage, match="state"):
                objections.check(game, ChoiceMade(choice, option, seats[choice]), seats[choice])
            return
        assert objections.next_event(game) is None
        with pytest.raises(BadMessage, match="auth"):
            objections.check(game, ChoiceMade(choice, option, 1), 1)
        objections.check(game, ChoiceMade(choice, option, seats[choice]), seats[choice])
        game.submit(ChoiceMade(choice, option, seats[choice]))
    ruling = objections.next_event(game)
    assert isinstance(ruling, RulingMade)
    assert bool(ruling.effects) is remark
    assert ruling.text == ("remark-forfeit" if remark else "remark-denied")
    game.submit(ruling)
    assert objections.pending(game) is None


@pytest.mark.parametrize(("word", "text"), [("was-remark", "remark-forfeit"), ("no-remark", "remark-denied")])
def test_the_word_of_an_official_stands_alone_and_no_seat_has_it(word: str, text: str) -> None:
    """TAM-ES-73: disputes in the room are decided by the Jassleitung alone, whatever those at the table have said before."""
    game = playing("tam2014-es")
    put_cards(game, "EA")
    game.submit(IncidentReported("remark", 0, 1))
    game.submit(ChoiceMade("talk-C", "was-remark" if word == "no-remark" else "unsure", 2))
    for seat in range(4):
        with pytest.raises(BadMessage, match="state"):
            objections.check(game, ChoiceMade("talk-office", word, seat), seat)
    game.submit(ChoiceMade("talk-office", word, official="jassleitung"))
    ruling = objections.next_event(game)
    assert isinstance(ruling, RulingMade)
    assert ruling.text == text


def test_a_bot_cannot_judge_what_was_written() -> None:
    """Two people and two bots: the bots cannot tell, so the writer's word is left."""
    game = playing("tam2014-es")
    put_cards(game, "EA")
    game.submit(IncidentReported("remark", 0, 1))
    while (chosen := objections.bot_choice(game, {2, 3})) is not None:
        assert chosen[1].option == "unsure"
        game.submit(chosen[1])
    left = objections.pending(game)
    assert left is not None
    assert [choice.by for choice in left.choices] == [(0,)]


def test_objections_are_open_until_the_next_deal() -> None:
    """JR-ERR-11: an error noticed later lets the opponents annul the deal; the ninth trick is no limit."""
    game = playing("jassregeln")
    while game.deal.phase is not Phase.OVER:
        game.submit(next(said for said in view_of(game, game.deal.turn).options if isinstance(said, CardPlayed)))
    assert "revoke" in objections.possible(game)


def last_deal_of_a_game() -> Game:
    """A free table under UB 2024, the one side 66 points from the target."""
    game = Game(load("ub2024"), Setup(first_dealer=3, playing=Playing.FREE))
    for seat in (2, 3):
        game.submit(SchreiberNamed(seat))
    for points in (*((157, 0) for _ in range(12)), (50, 107)):
        game.submit(ResultEntered(points, PLAIN_MODES[0], 0))
    return game


def test_the_last_deal_of_a_game_hears_objections_until_its_result_is_confirmed() -> None:
    """JR-ERR-11 gives the opponents of a revoke the deal, the last one of a game too; confirmed, nobody objects any more."""
    game = last_deal_of_a_game()
    hands = ("R6 R7 R8 RA SA SK EA EK LA", "R9 RB S6 S7 S8 E6 E7 L6 L7", "RU RO S9 SB E8 E9 L8 L9 LB", "RK SU SO EB EU EO LU LO LK")
    game.submit(HandsRecorded(game.next_dealer() or 0, tuple(CardSet(parse_card(name) for name in hand.split()) for hand in hands)))
    speaker = game.deal.speaker
    game.submit(Announced(speaker, PLAIN_MODES[0]))
    seen = set()
    while not game.over:
        deal = game.deal
        legal = [said for said in view_of(game, deal.turn).options if isinstance(said, CardPlayed)]
        wrong = [card for card in deal.hand(deal.turn) if CardPlayed(deal.turn, card) not in legal]
        if wrong and deal.cards and not deal.open and not seen:
            seen.add((deal.turn, deal.trick_number))
            game.submit(CardPlayed(deal.turn, wrong[0]))
            continue
        game.submit(legal[0])
    assert game.over_by == "target"
    (offender, trick), winner = seen.pop(), game.winner
    assert objections.in_window(game)
    assert "revoke" in objections.possible(game, unconfirmed=True)
    assert objections.possible(game) == []  # confirmed
    event = objections.stated(IncidentReported("revoke", offender, (offender + 1) % 4, trick), game)
    objections.check(game, event, event.by or 0)
    game.submit(event)
    pending = objections.pending(game)
    assert pending is not None
    assert [option.key for option in pending.choices[0].options] == ["annul", "go-on"]
    game.submit(ChoiceMade("annul", "annul", (offender + 1) % 4))
    ruling = objections.next_event(game)
    assert isinstance(ruling, RulingMade)
    before = game.deals[-1].number
    game.submit(ruling)
    assert winner is not None
    assert not game.over
    assert game.next_number == before  # the same deal once more
    assert max(game.totals()) < game.book.ending.target


def test_a_game_that_ended_with_thanks_hears_nothing_more() -> None:
    """JR-BED-01: the game is at its end when a party thanks."""
    game = playing("jassregeln")
    game.end(0, "thanks")
    assert not objections.in_window(game)
    assert objections.possible(game) == []
