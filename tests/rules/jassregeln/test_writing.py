"""JR-WRITE: what is written when, how it looks, and until when it may be put right."""

from __future__ import annotations

import pytest

from puur.core.events import (
    CorrectionMade,
    HandsRecorded,
    ResultEntered,
    SchreiberNamed,
    SlateAcknowledged,
    SlateRequested,
    StoeckShown,
    WeisAnnounced,
    Wrote,
)
from puur.core.game import Game
from puur.core.reglement import Source
from puur.core.setup import Keeping
from puur.core.slate import Strokes, strokes
from puur.core.view import view_of
from tests.support import A, B, C, D, announce, dealt, endgame, legal, play, refused, scattered, submit, table


def last_trick(*, keeping: Keeping = Keeping.AUTOMATIC, dealer: int = C) -> Game:
    """The last trick of a deal that ends 95 to 62."""
    return endgame(
        "jassregeln", "E", points=(79, 62), tricks=(5, 3), keeping=keeping, dealer=dealer, A="RA", B="R6", C="R7", D="R8"
    )  # fmt: skip


def next_deal(game: Game) -> None:
    """Deal again; the player after the dealer announces E and is to lead."""
    dealer = game.next_dealer()
    assert dealer is not None
    game.submit(HandsRecorded(dealer, scattered()))
    announce(game, "E")


def play_cards(game: Game, number: int) -> None:
    """So many cards, each the first legal one."""
    for _ in range(number):
        play(game, min(legal(game)))


@pytest.mark.rule("JR-WRITE-01")
def test_jr_write_01_the_result_stands_before_the_next_deal() -> None:
    game = last_trick()
    assert game.ledger.totals == [0, 0]
    play(game, "RA R6 R7 R8")
    assert game.between_deals
    assert game.ledger.totals == [95, 62]


@pytest.mark.rule("JR-WRITE-02")
def test_jr_write_02_the_schreiber_may_write_until_the_own_card_of_the_next_deal() -> None:
    for late in (False, True):
        game = last_trick(keeping=Keeping.MANUAL)
        submit(game, SchreiberNamed(B), SchreiberNamed(C))
        play(game, "RA R6 R7 R8")
        game.submit(Wrote(C, 0, Source.RESULT))
        assert game.ledger.totals == [95, 0]  # B forgot the 62
        next_deal(game)
        play_cards(game, 1)  # A leads: that is not yet B's card
        if late:
            play_cards(game, 1)
            refused(game, Wrote(B, 1, Source.RESULT), "JR-WRITE-02", "nothing-due")
            assert game.totals() == (95, 0)  # lost
        else:
            refused(game, Wrote(D, 1, Source.RESULT), reason="not-the-schreiber")
            game.submit(Wrote(B, 1, Source.RESULT))
            assert game.ledger.totals == [95, 62]


@pytest.mark.rule("JR-WRITE-03")
@pytest.mark.parametrize(
    ("points", "expected"),
    [(0, (0, 0, 0, 0)), (19, (0, 0, 0, 19)), (62, (0, 1, 0, 12)), (95, (0, 1, 2, 5)), (257, (2, 1, 0, 7))],
)
def test_jr_write_03_strokes_for_100_50_and_20_and_one_remainder(points: int, expected: tuple[int, int, int, int]) -> None:
    assert strokes(points) == Strokes(*expected)


@pytest.mark.rule("JR-WRITE-04")
def test_jr_write_04_only_one_number_stands_on_the_right() -> None:
    game = table("jassregeln")
    game.submit(ResultEntered((157, 0), match=0))
    assert strokes(game.ledger.totals[0]) == Strokes(hundreds=2, fifties=1, twenties=0, remainder=7)
    game.submit(ResultEntered((36, 121)))
    assert strokes(game.ledger.totals[0]) == Strokes(hundreds=2, fifties=1, twenties=2, remainder=3)


@pytest.mark.rule("JR-WRITE-04")
def test_jr_write_04_the_remainder_is_0_to_19_whatever_the_score() -> None:
    for points in range(2600):
        found = strokes(points)
        assert found.points == points
        assert 0 <= found.remainder <= 19
        assert found.fifties <= 1


def four_deals_and_a_fifth() -> Game:
    """A single Schreiber, who wrote 85 instead of 95 for deal 4; deal 5 is announced."""
    game = table("jassregeln")
    game.submit(SchreiberNamed(D))
    for points in ((80, 77), (70, 87), (60, 97), (85, 72)):
        game.submit(ResultEntered(points))
    next_deal(game)
    return game


WRONG_85 = CorrectionMade(deal=4, team=0, points=10, reason="85 statt 95", by=C)


@pytest.mark.rule("JR-WRITE-05")
def test_jr_write_05_corrections_during_the_whole_following_deal() -> None:
    game = four_deals_and_a_fifth()
    play_cards(game, 34)  # trick 9 is under way
    before = game.ledger.totals[0]
    game.submit(WRONG_85)
    assert game.ledger.totals[0] == before + 10
    assert (game.ledger.entries[-1].source, game.ledger.entries[-1].rule) == (Source.CORRECTION, "JR-WRITE-05")


@pytest.mark.rule("JR-WRITE-05")
def test_jr_write_05_no_correction_after_it() -> None:
    game = four_deals_and_a_fifth()
    play_cards(game, 36)
    next_deal(game)
    assert game.deal.number == 6
    refused(game, WRONG_85, "JR-WRITE-05", "correction-too-late")


@pytest.mark.rule("JR-WRITE-06")
def test_jr_write_06_a_request_stays_visible_until_the_schreiber_acknowledges_it() -> None:
    game = last_trick()
    submit(game, SchreiberNamed(B), SchreiberNamed(C))
    game.submit(SlateRequested(A))
    refused(game, SlateAcknowledged(D), reason="not-the-schreiber")
    game.submit(SlateAcknowledged(C))  # the Schreiber of the own team is not the one who was asked
    play(game, "RA R6 R7 R8")
    assert all(view_of(game, seat).slate_requests == (A,) for seat in (A, B, C, D))
    game.submit(SlateAcknowledged(B))
    assert view_of(game, B).slate_requests == ()


@pytest.mark.rule("JR-WRITE-07")
def test_jr_write_07_a_weis_is_written_with_the_first_trick_in_schieber() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="S6 S7 S8 S9"))
    play(game, "S6")
    game.submit(WeisAnnounced(A, 50))
    play_cards(game, 3)
    written = [(entry.team, entry.source, entry.points, entry.trick) for entry in game.ledger.entries]
    assert written == [(0, Source.WEIS, 50, 1)]


def stoeck_in_trick_4() -> Game:
    """D leads to trick 4 with the second card of the Stöck and shows them; B writes for team 2."""
    game = endgame(
        "jassregeln", "E", keeping=Keeping.MANUAL,
        A="R6 R7 R8 R9 S6 S7 S8", B="RU RB L6 L7 L8 L9 S9", C="RK RA SB SU SO SK SA", D="EK EO E6 E7 E8 E9 EA",
    )  # fmt: skip
    submit(game, SchreiberNamed(B), SchreiberNamed(C))
    play(game, "R6 RB RK EO EK")  # trick 3, and the lead to trick 4
    game.submit(StoeckShown(D))
    return game


@pytest.mark.rule("JR-WRITE-08")
def test_jr_write_08_until_the_schreibers_card_to_the_next_trick() -> None:
    game = stoeck_in_trick_4()
    play(game, "R7 RU RA E6 R8")  # B plays to trick 4 itself; then D and A to trick 5
    assert (game.deal.trick_number, game.deal.turn) == (5, B)
    game.submit(Wrote(B, 1, Source.STOECK))
    entry = game.ledger.entries[-1]
    assert (entry.team, entry.source, entry.points, entry.trick) == (1, Source.STOECK, 20, 4)


@pytest.mark.rule("JR-WRITE-08")
def test_jr_write_08_then_they_are_lost() -> None:
    game = stoeck_in_trick_4()
    before = game.totals()[1]
    play(game, "R7 RU RA")
    with_trick = game.totals()[1]
    assert with_trick == before + 4 + 2 + 11  # EK, RU and RA
    play(game, "E6 R8 L6")
    refused(game, Wrote(B, 1, Source.STOECK), "JR-WRITE-08", "nothing-due")
    assert game.totals()[1] == with_trick - 20
