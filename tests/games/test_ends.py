"""Games end, and are ruled, also where they are not a Schieber: two in front together, and more than nine tricks."""

from __future__ import annotations

from dataclasses import replace

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
from tests.games.table import begun, dealt, play, say


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
