"""Jassregeln: announcing, correcting, adding, asking for and showing Weise: who may, and until when."""

from __future__ import annotations

import pytest

from puur.core.actions import actions, weis_offer
from puur.core.bonuses import AskUntil
from puur.core.cards import Rank
from puur.core.events import Turned, WeisAdded, WeisAnnounced, WeisAsked, WeisDemanded, WeisNamed
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.setup import Turning
from puur.core.view import view_of
from puur.core.weis import parse_weis
from tests.support import A, B, C, D, book, dealt, legal, play, play_trick, refused, scattered

SINGLE = parse_mode("E")


def one_card(game: Game, seat: int) -> None:
    """The seat, whose turn it is, plays some legal card."""
    assert game.deal.turn == seat
    play(game, min(legal(game)))


def weis_points(game: Game) -> tuple[int, int]:
    """What both teams have written from Weise."""
    found = [0, 0]
    for entry in game.ledger.entries:
        if entry.source is Source.WEIS:
            found[entry.team] += entry.points
    return found[0], found[1]


@pytest.mark.rule("JR-WEIS-01")
def test_jr_weis_01_kreuzweis_counts_a_card_twice() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="EK RK SK LK RO RA"))
    play_trick(game, WeisAnnounced(A, 100))
    game.submit(WeisAdded(A, (parse_weis("RO-RK-RA"),)))
    assert weis_points(game) == (120, 0)


@pytest.mark.rule("JR-WEIS-01")
def test_jr_weis_01_without_kreuzweis_it_counts_once() -> None:
    game = dealt(book("jassregeln", weis__kreuzweis=False), "E", hands=scattered(A="EK RK SK LK RO RA"))
    play_trick(game, WeisAnnounced(A, 100))
    refused(game, WeisAdded(A, (parse_weis("RO-RK-RA"),)), reason="weis-not-held")


@pytest.mark.rule("JR-WEIS-05")
def test_jr_weis_05_announced_with_the_first_card_not_after_it_is_covered() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="R6 R7 R8 R9"))
    refused(game, WeisAnnounced(B, 20), "JR-WEIS-05", "weis-before-turn")
    one_card(game, A)
    one_card(game, B)
    refused(game, WeisAnnounced(A, 50), "JR-WEIS-05", "weis-card-covered")
    assert weis_offer(game, A) is None


@pytest.mark.rule("JR-WEIS-05")
def test_jr_weis_05_the_silent_player_adds_when_the_partner_has_the_highest() -> None:
    # A kept silent about 50 and 20; C's 50 from the Ass is the highest, so A may add both.
    hands = scattered(A="R6 R7 R8 R9 S6 S7 S8", C="LU LO LK LA")
    game = dealt("jassregeln", "E", hands=hands)
    play_trick(game, WeisAnnounced(C, 50))
    game.submit(WeisAdded(A, (parse_weis("R6-R7-R8-R9"), parse_weis("S6-S7-S8"))))
    assert weis_points(game) == (120, 0)

    game = dealt(book("jassregeln", weis__silent_may_add=False), "E", hands=hands)
    play_trick(game, WeisAnnounced(C, 50))
    refused(game, WeisAdded(A, (parse_weis("S6-S7-S8"),)), reason="weis-card-covered")


@pytest.mark.rule("JR-WEIS-05")
def test_jr_weis_05_nothing_higher_than_the_winning_weis_is_added() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="R6 R7 R8 R9", C="LO LK LA"))
    play_trick(game, WeisAnnounced(C, 20))
    refused(game, WeisAdded(A, (parse_weis("R6-R7-R8-R9"),)), reason="weis-not-held")
    assert not any(isinstance(event, WeisAdded) for event in actions(game, A))


@pytest.mark.rule("JR-WEIS-06")
def test_jr_weis_06_the_last_player_may_announce_until_the_trick_is_turned() -> None:
    hands = scattered(D="R6 R7 R8 R9")
    game = dealt("jassregeln", "E", hands=hands, turning=Turning.EXPLICIT)
    play_trick(game)
    game.submit(WeisAnnounced(D, 50))
    assert weis_points(game) == (0, 50)

    game = dealt("jassregeln", "E", hands=hands, turning=Turning.EXPLICIT)
    play_trick(game)
    game.submit(Turned(A))
    refused(game, WeisAnnounced(D, 50), "JR-WEIS-05", "weis-too-late")


@pytest.mark.rule("JR-WEIS-06")
def test_jr_weis_06_only_the_last_player() -> None:
    game = dealt("jassregeln", "E", hands=scattered(C="R6 R7 R8 R9"))
    play_trick(game)
    refused(game, WeisAnnounced(C, 50), "JR-WEIS-05", "weis-card-covered")


@pytest.mark.rule("JR-WEIS-07")
def test_jr_weis_07_a_wrong_value_is_corrected_until_the_card_is_covered() -> None:
    game = dealt("jassregeln", "E", hands=scattered(B="S6 S7 S8 S9"))
    one_card(game, A)
    one_card(game, B)
    game.submit(WeisAnnounced(B, 20))
    game.submit(WeisAnnounced(B, 50))
    one_card(game, C)
    refused(game, WeisAnnounced(B, 20), "JR-WEIS-05", "weis-card-covered")
    one_card(game, D)
    assert weis_points(game) == (0, 50)


@pytest.mark.rule("JR-WEIS-08")
def test_jr_weis_08_stated_too_low_counts_as_stated() -> None:
    game = dealt("jassregeln", "E", hands=scattered(B="S6 S7 S8 S9"))
    play_trick(game, WeisAnnounced(B, 20))
    assert weis_points(game) == (0, 20)
    # The rest of the run cannot be had by adding it either.
    refused(game, WeisAdded(B, (parse_weis("S6-S7-S8-S9"),)), reason="weis-not-held")


@pytest.mark.rule("JR-WEIS-09")
@pytest.mark.parametrize(
    ("held", "stated", "written"),
    [
        ("EU RU SU LU", 100, 0),  # the book's own case
        ("EU RU SU LU", 200, 200),
        ("EU RU SU LU R6 R7 R8", 20, 20),  # a true Weis of exactly that value is in the hand
        ("EU RU SU LU R6 R7 R8", 100, 0),
        ("S6 S7 S8 S9", 100, 0),  # overstated
        ("S6 S7 S8", 50, 0),
    ],
)
def test_jr_weis_09_a_value_that_no_weis_in_the_hand_has_forfeits_it(held: str, stated: int, written: int) -> None:
    game = dealt("jassregeln", "E", hands=scattered(B=held))
    play_trick(game, WeisAnnounced(B, stated))
    assert weis_points(game) == (0, written)


@pytest.mark.rule("JR-WEIS-09")
def test_jr_weis_09_what_is_forfeited_can_not_be_added() -> None:
    game = dealt("jassregeln", "E", hands=scattered(B="S6 S7 S8 S9 R6 R7 R8", D="LU LO LK LA"))
    play_trick(game, WeisAnnounced(B, 100), WeisAnnounced(D, 50))
    refused(game, WeisAdded(B, (parse_weis("S6-S7-S8-S9"),)), reason="weis-not-held")
    game.submit(WeisAdded(B, (parse_weis("R6-R7-R8"),)))
    assert weis_points(game) == (0, 70)


@pytest.mark.rule("JR-WEIS-10")
def test_jr_weis_10_only_the_highest_own_weis_in_the_first_round() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="EK RK SK LK R6 R7 R8"))
    assert [event for event in actions(game, A) if isinstance(event, WeisAnnounced | WeisAdded)] == [WeisAnnounced(A, 100)]
    one_card(game, A)
    game.submit(WeisAnnounced(A, 100))
    refused(game, WeisAdded(A, (parse_weis("R6-R7-R8"),)), "JR-WEIS-11", "further-weis-too-early")
    for seat in (B, C, D):
        one_card(game, seat)
    assert weis_points(game) == (100, 0)


@pytest.mark.rule("JR-WEIS-10")
def test_jr_weis_10_a_second_announcement_replaces_the_first() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="EK RK SK LK R6 R7 R8"))
    play_trick(game, WeisAnnounced(A, 20), WeisAnnounced(A, 100))
    assert weis_points(game) == (100, 0)


@pytest.mark.rule("JR-WEIS-11")
def test_jr_weis_11_the_party_with_the_highest_adds_the_lower_ones() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="EK RK SK LK R6 R7 R8", B="SU SO L8 L9 LB LU", C="S6 S7 S8 S9"))
    play_trick(game, WeisAnnounced(A, 100), WeisAnnounced(B, 50))
    assert WeisAdded(C, (parse_weis("S6-S7-S8-S9"),)) in tuple(actions(game, C))
    game.submit(WeisAdded(A, (parse_weis("R6-R7-R8"),)))
    game.submit(WeisAdded(C, (parse_weis("S6-S7-S8-S9"),)))
    assert weis_points(game) == (170, 0)
    refused(game, WeisAdded(B, (parse_weis("L8-L9-LB-LU"),)), "JR-WEIS-11", "not-the-highest-weis")


@pytest.mark.rule("JR-WEIS-11", "JR-WEIS-12")
def test_jr_weis_12_a_further_weis_that_comes_to_mind_later_is_in_time_until_the_second_card() -> None:
    """Further Weise may follow "spätestens bis der Weisende eine Karte zum zweiten Stich gibt", not all of them at once.

    C names one of two further Weise, and the other one afterwards; none of them twice.
    """
    game = dealt("jassregeln", "E", hands=scattered(A="EK RK SK LK R6 R7 R8", C="S6 S7 S8 L6 L7 L8 L9"))
    play_trick(game, WeisAnnounced(A, 100))
    game.submit(WeisAdded(C, (parse_weis("S6-S7-S8"),)))
    assert weis_points(game) == (120, 0)
    assert WeisAdded(C, (parse_weis("L6-L7-L8-L9"),)) in tuple(actions(game, C))
    refused(game, WeisAdded(C, (parse_weis("S6-S7-S8"),)), "JR-WEIS-11", "weis-named-twice")
    game.submit(WeisAdded(C, (parse_weis("L6-L7-L8-L9"),)))
    assert weis_points(game) == (170, 0)
    refused(game, WeisAdded(C, (parse_weis("L6-L7-L8-L9"),)), "JR-WEIS-11", "weis-named-twice")
    assert not [event for event in actions(game, C) if isinstance(event, WeisAdded)]


@pytest.mark.rule("JR-WEIS-11")
@pytest.mark.parametrize(("needs_trick", "weis"), [(False, 20), (True, 0)])
def test_jr_weis_11_the_weis_needs_no_trick(needs_trick: bool, weis: int) -> None:
    # B has all nine Eichel and makes the Match; A's Weis of 20 stands. The alternative is a field.
    rules = book("jassregeln", weis__needs_trick=needs_trick)
    game = dealt(rules, "E", hands=scattered(A="R6 R7 R8", B="E6 E7 E8 E9 EB EU EO EK EA"))
    play_trick(game, WeisAnnounced(A, 20))
    for _ in range(8):
        play_trick(game)
    assert game.deal.match == 1
    assert weis_points(game) == (weis, 0)
    assert game.totals() == (weis, 257)


@pytest.mark.rule("JR-WEIS-12")
@pytest.mark.parametrize("played", [False, True])
def test_jr_weis_12_the_limit_is_the_own_card_not_the_partners(played: bool) -> None:
    # A's 50 is the highest; C, before A in trick 2, wants to add another 50.
    hands = scattered(A="E6 RU RO RK RA", B="EA", C="E7 S6 S7 S8 S9", D="E8")
    game = dealt("jassregeln", "L", hands=hands)
    play(game, "E6")
    game.submit(WeisAnnounced(A, 50))
    play(game, "EA E7 E8")
    one_card(game, B)
    added = WeisAdded(C, (parse_weis("S6-S7-S8-S9"),))
    if played:
        one_card(game, C)
        refused(game, added, "JR-WEIS-12", "weis-too-late")
        assert not game.deal.has_played(A, 2)
    else:
        game.submit(added)
        assert weis_points(game) == (100, 0)


@pytest.mark.rule("JR-WEIS-12")
def test_jr_weis_12_the_limit_is_a_field() -> None:
    rules = book("jassregeln", weis__add_until=AskUntil.SECOND_TRICK)
    game = dealt(rules, "L", hands=scattered(A="E6 RU RO RK RA", B="EA", C="E7 S6 S7 S8 S9", D="E8"))
    play_trick(game, WeisAnnounced(A, 50))
    one_card(game, B)
    refused(game, WeisAdded(C, (parse_weis("S6-S7-S8-S9"),)), reason="weis-too-late")


@pytest.mark.rule("JR-WEIS-13")
def test_jr_weis_13_asked_again_until_the_own_second_card() -> None:
    # A wins trick 1 and leads to trick 2, so A's second card comes first.
    game = dealt("jassregeln", "L", hands=scattered(A="EA R6 R7 R8 R9", B="E6", C="E7", D="E8"))
    play(game, "EA")
    game.submit(WeisAnnounced(A, 50))
    play(game, "E6 E7 E8")
    game.submit(WeisAsked(D, A))
    (seen,) = view_of(game, D).weise
    assert (seen.seat, seen.points, seen.weis) == (A, 50, None)  # the value is repeated, the cards are not shown
    play(game, "R6")
    refused(game, WeisAsked(D, A), "JR-WEIS-13", "weis-question-too-late")


@pytest.mark.rule("JR-WEIS-13")
def test_jr_weis_13_the_limit_is_the_card_of_the_player_concerned() -> None:
    game = dealt("jassregeln", "L", hands=scattered(A="E6 R6 R7 R8 R9", B="EA", C="E7", D="E8"))
    play(game, "E6")
    game.submit(WeisAnnounced(A, 50))
    play(game, "EA E7 E8")
    for seat in (B, C, D):
        one_card(game, seat)
        game.submit(WeisAsked(C, A))  # the partner may ask as well
    one_card(game, A)
    refused(game, WeisAsked(D, A), "JR-WEIS-13", "weis-question-too-late")
    refused(game, WeisAsked(A, B), reason="nothing-announced")


@pytest.mark.rule("JR-WEIS-18")
def test_jr_weis_18_laid_open_on_demand_before_the_second_lead() -> None:
    game = dealt("jassregeln", "L", hands=scattered(A="EA R6 R7 R8 R9", B="E6", C="E7", D="E8"))
    play(game, "EA")
    game.submit(WeisAnnounced(A, 50))
    refused(game, WeisDemanded(B, A), "JR-WEIS-18")  # not before it is known to be valid
    play(game, "E6 E7 E8")
    assert all(view_of(game, seat).weise[0].weis is None for seat in (B, C, D))
    assert WeisDemanded(B, A) in view_of(game, B).besides
    game.submit(WeisDemanded(B, A))
    assert all(str(view_of(game, seat).weise[0].weis) == "R6-R7-R8-R9" for seat in (B, C, D))
    assert all(view_of(game, seat).weise[0].laid for seat in range(4))
    assert WeisDemanded(D, A) not in view_of(game, D).besides  # it lies there


@pytest.mark.rule("JR-WEIS-18")
def test_jr_weis_18_not_after_the_lead_and_not_a_beaten_weis() -> None:
    game = dealt("jassregeln", "L", hands=scattered(A="EA R6 R7 R8 R9", B="E6 S6 S7 S8", C="E7", D="E8"))
    play_trick(game, WeisAnnounced(A, 50), WeisAnnounced(B, 20))
    refused(game, WeisDemanded(A, B), "JR-WEIS-18", "weis-not-valid")
    one_card(game, A)
    refused(game, WeisDemanded(B, A), "JR-WEIS-18", "weis-question-too-late")


@pytest.mark.rule("JR-WEIS-23")
@pytest.mark.parametrize(("times_factor", "written"), [(True, 150), (False, 50)])
def test_jr_weis_23_the_weis_is_multiplied_like_the_deal(times_factor: bool, written: int) -> None:
    triple = book("jassregeln", modes={SINGLE: 3}, weis__times_factor=times_factor)
    game = dealt(triple, "E", hands=scattered(A="R6 R7 R8 R9"))
    play_trick(game, WeisAnnounced(A, 50))
    (entry,) = game.ledger.of_deal(1)
    assert (entry.source, entry.raw, entry.points) == (Source.WEIS, 50, written)


@pytest.mark.rule("JR-WEIS-24")
def test_jr_weis_24_a_shown_weis_is_seen_by_everybody() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="R6 R7 R8", B="S6 S7 S8"))
    one_card(game, A)
    game.submit(WeisAnnounced(A, 20, shown=True))
    one_card(game, B)
    game.submit(WeisAnnounced(B, 20))
    for viewer in (C, D):
        seen = {one.seat: one.weis for one in view_of(game, viewer).weise}
        assert str(seen[A]) == "R6-R7-R8"
        assert seen[B] is None  # declared only
    assert str(view_of(game, B).weise[0].weis) == "R6-R7-R8"


@pytest.mark.rule("JR-WINV-02")
def test_jr_winv_02_a_wrong_description_is_corrected_at_once() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="R7 R8 R9 RB"))
    one_card(game, A)
    game.submit(WeisAnnounced(A, 50))
    game.submit(WeisNamed(A, Rank.NINE))
    game.submit(WeisNamed(A, Rank.BANNER))
    said = game.deal.weisen.announced[A]
    assert said.named is Rank.BANNER
    assert str(said.weis) == "R7-R8-R9-RB"


@pytest.mark.rule("JR-WINV-02")
def test_jr_winv_02_not_after_the_next_player_has_acted() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="R7 R8 R9 RB"))
    one_card(game, A)
    game.submit(WeisAnnounced(A, 50))
    game.submit(WeisNamed(A, Rank.NINE))
    one_card(game, B)
    refused(game, WeisNamed(A, Rank.BANNER), "JR-WINV-02", "weis-named-already")
