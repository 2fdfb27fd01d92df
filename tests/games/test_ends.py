"""Games end, and are ruled, also where they are not a Schieber: two in front together, and more than nine tricks."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from puur.core.actions import weis_offer
from puur.core.cards import parse_card
from puur.core.events import Announced, CardPlayed, Claimed, ResultEntered, WeisAnnounced
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import Claims
from puur.core.setup import Playing, Setup
from puur.games.auction import Passed, Raised
from puur.reglement import ReglementError, load, load_text
from puur.web.live import objections
from puur.web.live.wire import BadMessage
from tests.games import kit
from tests.games.table import begun, dealt, play, say
from tests.random_play import play_game
from tests.support import book


@pytest.mark.parametrize(("key", "target"), [("pandur", 17), ("aucho", 7)])
def test_two_who_stay_level_play_a_further_round_and_win_together(key: str, target: int) -> None:
    """The opponents of a soloist who always fails write the same for ever; three further deals, then both have won."""
    game = begun(load(key))
    game.submit(ResultEntered((target, target, 0)))
    for _ in range(2):
        game.submit(ResultEntered((1, 1, 0)))
        assert not game.over
    game.submit(ResultEntered((1, 1, 0)))
    assert (game.over, game.winner, game.form.winners(game), game.totals()) == (True, None, (0, 1), (target + 3, target + 3, 0))


@pytest.mark.parametrize("key", ["pandur", "aucho"])
def test_a_further_deal_that_parts_them_ends_the_game(key: str) -> None:
    game = begun(load(key))
    game.submit(ResultEntered((17, 17, 0)))
    game.submit(ResultEntered((0, 2, 0)))
    assert (game.over, game.winner, game.form.winners(game)) == (True, 1, (1,))


def test_a_bot_may_object_to_the_tenth_trick_of_three() -> None:
    """C leads trump, A who has R7 and R8 gives the ace of Eichel; with the next trump the others know."""
    game = Game(load("misere"), Setup(names=("A", "B", "C"), first_dealer=0, playing=Playing.FREE))
    dealt(game, ["E6-A R6 R7 R8", "S6-A R9 RB RU", "L6-A RO RK RA"])
    for rank in "6789BUOK":
        play(game, f"S{rank} L{rank} E{rank}")
    play(game, "SA RO R6")
    play(game, "RK EA R9")
    play(game, "RB RA R7")
    objection = objections.bot_objection(game, {1: "meister", 2: "meister"}, lambda *_: 0.0)
    assert objection is not None
    assert (objection.offence, objection.seat, objection.trick) == ("revoke", 0, 10)
    assert objection.by is not None
    objections.check(game, objection, objection.by)
    with pytest.raises(BadMessage, match="json"):
        objections.check(game, type(objection)("revoke", 0, 1, 13), 1)


def test_the_rest_of_twelve_tricks_may_be_claimed() -> None:
    """With three left B has Puur, Nell and ace of trump; all twelve tricks charge both others with 157."""
    book = load("misere")
    game = Game(replace(book, play=replace(book.play, claims=Claims.ALL_TRICKS)), Setup(names=("A", "B", "C"), first_dealer=0))
    dealt(game, ["E6-A R6 R7 R8", "S6-A RU R9 RA", "L6-A RO RK RB"])
    for rank in "6789BUOKA":
        play(game, f"S{rank} L{rank} E{rank}")
    game.submit(Claimed(1))
    assert game.totals() == (157, 0, 157)


def test_equally_high_weise_of_the_cinq_cents_cancel_each_other() -> None:
    """Both have three cards up to the ace: neither counts, in trump or not; against three up to the Under the ace wins."""
    for other, winner in (("EO EK EA", None), ("E9 EB EU", 1)):
        game = begun(load("cinq-cents"))
        dealt(game, [f"{other} L7 L9 SU", "RO RK RA S7 S8 SB"], "R7 LB E7 LA S9 SA R9")
        say(game, Announced(1, parse_mode("R")))
        say(game, WeisAnnounced(1, 20), CardPlayed(1, parse_card("S7")), WeisAnnounced(0, 20), CardPlayed(0, parse_card("S9")))
        assert game.deal.weisen.best == winner


def test_four_nines_and_four_banner_are_no_weis_of_the_cinq_cents() -> None:
    game = begun(load("cinq-cents"))
    dealt(game, ["E9 R9 S9 L9 L7 S8", "EB RB SB LB E7 S7"], "R7 RU RK LA R8 SA EA")
    say(game, Announced(1, parse_mode("R")))
    assert [weis_offer(game, seat) for seat in game.seats] == [None, None]


BIETER = 'key = "eigen"\ntitle = "Bieter"\nextends = "bieter"\n[bieter]\n'


def test_a_bieter_in_which_nobody_could_bid_is_refused() -> None:
    """Otherwise the cards would be thrown in for ever."""
    with pytest.raises(ReglementError, match=r"bieter\.least"):
        load_text(BIETER + "most = 590\n", "eigen")
    assert load_text(BIETER + "most = 600\n", "eigen").key == "eigen"


@pytest.mark.parametrize("final", [False, True])
def test_a_pass_before_the_first_bid_is_final_where_the_book_says_so(final: bool) -> None:
    """B passes, C bids 600: at most tables B may speak again, in the other way it is A's word and then C is König."""
    game = begun(load_text(BIETER + f"pass_final = {str(final).lower()}\n", "eigen"))
    dealt(game, ["E6-A R6", "S6-A R7", "L6-A R8"], "R9 RB RU RO RK RA")
    say(game, Passed(1), Raised(2, 600), Passed(0))
    assert (game.own.koenig if game.own else None) == (2 if final else None)
    if not final:
        say(game, Raised(1, 610))
        assert game.deal.speaker == 2


def test_a_deal_of_the_bieter_ends_with_the_trick_that_brings_the_bid_or_the_target() -> None:
    """The König has what was written before, what he laid away, and his tricks; the Bauern what they made together. By count.

    Before the last trick of a deal nobody has enough, and a deal with tricks left is over because one party has. Without Weis and
    Stöck, which would have to be counted too.
    """
    without: dict[str, Any] = {"weis__enabled": False, "stoeck__enabled": False}
    books = [
        book("bieter-vier", bieter__least=200, bieter__most=300, **without),
        book("bieter", bieter__least=60, bieter__most=130, **without),
    ]
    enough = {"König": 0, "laid away": 0, "Bauern": 0}
    for seed in range(60):
        game = play_game(books[seed % 2], random.Random(seed))
        koenig, bid = game.own.koenig, game.own.bid
        written = [0] * len(game.seats)
        for deal in game.finished_deals:
            tricks = [(deal.sides[trick.winner] == deal.sides[koenig], trick.points) for trick in deal.tricks]
            if tricks and not deal.own.back:
                away = sum(deal.values[card.index] for card in deal.own.away)
                for number in range(1, len(tricks) + 1):
                    king = written[koenig] + sum(points for his, points in tricks[:number] if his)
                    others = max(total for seat, total in enumerate(written) if seat != koenig)
                    others += sum(points for his, points in tricks[:number] if not his)
                    over = king + away >= bid or others >= 1000
                    if number < len(tricks) or len(tricks) < deal.length:
                        assert over is (number == len(tricks))
                    if over and number < deal.length:
                        enough["König" if king >= bid else "laid away" if king + away >= bid else "Bauern"] += 1
            for entry in game.ledger.of_deal(deal.number):
                written[entry.team] += entry.points
    assert min(enough.values()) > 0, enough


def test_the_turned_card_of_the_schaggi_haas_lies_until_the_first_lead() -> None:
    """ "Die Trumpfkarte bleibt solange liegen, bis zum ersten Stich ausgespielt wird": not longer."""
    seen = set()
    for game, _ in kit.walk(load("schaggi-haas"), 2, 4):
        deal = game.deals[-1] if game.deals else None
        if deal is not None and deal.own is not None:
            led = bool(deal.tricks) or bool(deal.cards)
            assert (game.form.shown(game, 0)["turned"] is None) is led
            seen.add((bool(deal.tricks), bool(deal.cards)))
        if len(game.finished_deals) == 1:
            break
    assert seen == {(False, False), (False, True), (True, True)}


def test_a_bid_of_the_pandur_is_higher_than_the_last_one() -> None:
    """After 120 the next one may say 130, 140, … up to 300, and after 300 no number."""
    game = begun(load("pandur"))
    dealt(game, ["EA EK EO EU EB E9 RA RK", "RO RU RB R9 SA SK SO SU", "SB S9 LA LK LO LU LB L9"])
    first = game.deal.speaker
    for points, low in ((120, 130), (300, None)):
        game.submit(Raised(game.deal.speaker, points))
        asked = [(amount.low, amount.high, amount.step) for amount in game.form.amounts(game, game.deal, game.deal.speaker)]
        assert asked == ([] if low is None else [(low, 300, 10)])
    assert game.deal.speaker != first
