"""How games end under books of one's own: one or two values of a shipped book changed, the result worked out by hand.

Seats A and C are party 0, B and D party 1. The scenes are those of the corpus (`tests/corpus/endings/scenes.py`).
"""

from __future__ import annotations

from typing import Any

import pytest

from puur.core.events import AusmachInvoked, CorrectionMade, ResultEntered, Thanked, WeisAnnounced
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.outcome import settled as settle
from puur.core.reglement import Reglement
from puur.reglement.loader import load_text
from tests.support import A, B, C, D, dealt, endgame, play, refused, scattered, table

E, S = parse_mode("E"), parse_mode("S")


def own(base: str, text: str) -> Reglement:
    return load_text(f'key = "eigen"\ntitle = "Eigen"\nextends = "{base}"\n{text}\n', "eigen.toml")


def stand(game: Game) -> tuple[bool, int | None, tuple[int, ...], bool]:
    return game.over, game.winner, game.totals(), game.schneider


def first_trick(rules: Reglement, totals: tuple[int, int], **more: Any) -> Game:
    """Trump E: A makes RA, RO, RB, RK, 28, in the first trick; B has a run of four, 50."""
    hands = scattered(A="RA EK", B="RO S6 S7 S8 S9", C="RB EO", D="RK")
    game = dealt(rules, "E", hands=hands, totals=totals, **more)
    play(game, "RA RO")
    game.submit(WeisAnnounced(B, 50))
    play(game, "RB RK")
    return game


def with_stoeck(rules: Reglement, totals: tuple[int, int], **more: Any) -> Game:
    """Trump S after six tricks, 60 and 51 points; D holds the Stöck."""
    return endgame(rules, "S", points=(60, 51), tricks=(3, 3), totals=totals, A="S9 SU E6", B="S6 R6 R7", C="S7 L6 L7",
                   D="SK SO L8", **more)  # fmt: skip


@pytest.mark.rule("JR-AUSM-02", "JR-AUSM-08")
@pytest.mark.parametrize(
    ("order", "winner", "totals"),
    [
        ('["stoeck", "weis", "stich"]', 1, (975, 1005)),  # the Weis first: the trick of A and C no longer counts
        ('["stoeck", "stich", "weis"]', 0, (1003, 955)),  # the trick first: the Weis of B and D no longer counts
    ],
)
def test_jr_ausm_02_the_other_order_lets_the_trick_go_before_the_weis(order: str, winner: int, totals: tuple[int, int]) -> None:
    """ "Alternativ kann auch Stöck - Stich - Wis abgemacht werden": 975 + 28 and 955 + 50, whoever thanks."""
    for thanks, invokes in ((A, B), (B, A)):
        game = first_trick(own("jassregeln", f"[ending]\nausmach = {order}"), (975, 955))
        game.submit(Thanked(thanks))
        game.submit(AusmachInvoked(invokes))
        assert stand(game) == (True, winner, totals, False)


def test_without_an_order_the_first_to_thank_has_won_though_both_are_there() -> None:
    game = first_trick(own("jassregeln", "[ending]\nausmach = []"), (975, 955))
    game.submit(Thanked(A))
    refused(game, AusmachInvoked(B), reason="no-ausmach")
    assert stand(game) == (True, 0, (1003, 1005), False)


def test_a_partie_that_ends_by_itself_asks_for_no_thanks() -> None:
    """The Jassregeln with finish = automatic: 930 + 51 + 18 are 999, and the last trick takes them past the target."""
    game = endgame(own("jassregeln", '[ending]\nfinish = "automatic"'), "S", points=(60, 51), tricks=(4, 3), totals=(500, 930),
                   leader=D, A="S6 E6", B="S7 R6", C="SK SO", D="S9 SU")  # fmt: skip
    assert not game.over
    play(game, "S9 S6 S7 SK")  # 14 + 4: 999
    assert stand(game) == (False, None, (560, 999), False)
    play(game, "SU E6 R6 SO")  # 20 + 3
    assert (game.over, game.winner) == (True, 1)


@pytest.mark.rule("UB-BERG-01", "JR-BED-01")
def test_ub_berg_01_the_bergpreis_needs_no_thanks_where_the_end_does() -> None:
    """UB with finish = thanks: 1000 of 2000 give the Bergpreis at once, 2000 wait for a word.

    850 + 2 x 100 = 1050, + 3 x 257 = 1821, + 2 x 100 = 2021; B and D have 700 + 2 x 57 + 2 x 57 = 928.
    """
    game = table(own("ub2024", '[ending]\nfinish = "thanks"'), totals=(850, 700))
    game.submit(ResultEntered((100, 57), mode=S))
    assert (game.over, game.bergpreis, game.totals()) == (False, 0, (1050, 814))
    game.submit(ResultEntered((157, 0), mode=parse_mode("obenabe"), match=0))
    game.submit(ResultEntered((100, 57), mode=S))
    assert (game.over, game.totals()) == (False, (2021, 928))
    game.submit(Thanked(C))
    assert stand(game) == (True, 0, (2021, 928), True)


@pytest.mark.rule("JR-BED-06", "AJZ-2.2.1-55")
def test_jr_bed_06_false_thanks_may_cost_points_instead_of_the_partie() -> None:
    rules = own("jassregeln", '[ending]\nfalse_thanks = "penalty"\n[penalties]\nfalse-thanks = 50')
    game = with_stoeck(rules, (500, 900))
    game.submit(Thanked(B))
    assert stand(game) == (False, None, (560, 951), False)
    assert [(seat, points) for seat, points, _ in game.penalties] == [(B, 50)]


@pytest.mark.rule("JR-STOE-08")
@pytest.mark.parametrize(("early", "winner", "totals"), [("true", 1, (560, 1000)), ("false", 0, (560, 980))])
def test_jr_stoe_08_thanks_with_stoeck_in_hand_only_where_they_may_be_shown(
    early: str, winner: int, totals: tuple[int, int]
) -> None:
    """929 + 51 + 20: where the Stöck wait for their second card the thanks were false."""
    game = with_stoeck(own("jassregeln", f"[stoeck]\nearly_if_enough = {early}"), (500, 929))
    game.submit(Thanked(D))
    assert stand(game) == (True, winner, totals, False)


@pytest.mark.rule("JR-STOE-08", "UB-POINTS-08")
@pytest.mark.parametrize(
    ("text", "enough"), [("", True), ("[weis]\ntimes_factor = false", False), ("[stoeck]\npoints = 19", False)]
)
def test_jr_stoe_08_what_the_stoeck_are_worth_decides_whether_they_are_enough(text: str, enough: bool) -> None:
    """UB, trump S is double: 1858 + 2 x 51 + 40 make 2000; once 20, or twice 19, do not."""
    game = with_stoeck(own("ub2024", text), (1100, 1858), bergpreis=0)
    game.submit(Thanked(D))
    assert stand(game) == ((True, 1, (1220, 2000), False) if enough else (True, 0, (1220, 1960), False))


@pytest.mark.rule("JR-SCHN-02", "AJZ-2.2.1-56")
@pytest.mark.parametrize(("loser", "schneider"), [(942, True), (943, False)])
def test_jr_schn_02_half_of_an_odd_target_is_rounded_up(loser: int, schneider: bool) -> None:
    """AJZ with the Schneider of the Jassregeln: 999.5 are not reached with 999; 2.2.1 itself speaks of "1000 Punkten"."""
    game = table(own("ajz08", '[ending]\nschneider = "double-stake"'), totals=(1950, loser))
    game.submit(ResultEntered((100, 57), mode=E))
    assert stand(game) == (True, 0, (2050, loser + 57), schneider)


@pytest.mark.rule("UB-SCHN-01", "UB-BERG-01")
def test_ub_schn_01_bergpreis_and_schneider_follow_a_shorter_target() -> None:
    """UB to 1500: the half is 750."""
    game = table(own("ub2024", "[ending]\ntarget = 1500"), totals=(700, 600))
    game.submit(ResultEntered((50, 107), mode=E))
    assert (game.bergpreis, game.totals()) == (0, (750, 707))
    game.submit(ResultEntered((157, 0), mode=parse_mode("obenabe"), match=0))  # 3 x 257
    assert stand(game) == (True, 0, (1521, 707), True)


@pytest.mark.rule("TAM-ES-66", "TAM-ES-67", "TAM-ES-26")
@pytest.mark.parametrize(("deals", "written", "settled"), [(12, (1000, 873), (1005, 879)), (8, (700, 567), (694, 562))])
def test_tam_es_66_the_difference_goes_by_the_number_of_deals_of_the_own_book(
    deals: int, written: tuple[int, int], settled: tuple[int, int]
) -> None:
    """12 x 157 = 1884 and 8 x 157 = 1256: "zu wenig = Schreiberpartei +5 / Gegenpartei +6", "zu viel = - 6 / - 5". A writes."""
    game = table(own("tam2014-es", f"[ending]\ndeals = {deals}"), first_dealer=A)
    for number in range(deals):
        game.submit(ResultEntered((100, 57) if number else (157 - 57, 57)))
    made = game.totals()
    assert game.over
    for side in (0, 1):
        if written[side] != game.totals()[side]:
            game.submit(CorrectionMade(deals, side, written[side] - made[side], "abgeschrieben"))
    assert game.totals() == written
    assert settle(game) == settled
