"""Further scenes of the general rules, several sentences at once: rulings and the end of a Partie, claims, tricks, Weise.

The sums are worked out from the card values in the comments; seats A and C are party 0, B and D party 1.
"""

from __future__ import annotations

import pytest

from puur.core.effects import DealVoid, PointsMoved, RestTo
from puur.core.events import (
    Announced,
    AusmachInvoked,
    HandsRecorded,
    ResultEntered,
    RulingMade,
    StoeckShown,
    Thanked,
    WeisAnnounced,
)
from puur.core.game import Game
from puur.core.mode import parse_mode
from tests.referee.tools import free, late, out_of_turn, report, settle
from tests.support import A, B, C, D, book, dealt, endgame, fill, legal, play, refused, scattered, table


def first_trick(**options: object) -> Game:
    """Trump E: A makes RA, RO, RB, RK, 28 points, in the first trick."""
    hands = scattered(A="RA EK", B="RO S6 S7 S8 S9", C="RB EO", D="RK L6 L7 L8")
    return dealt("jassregeln", "E", hands=hands, **options)  # type: ignore[arg-type]


@pytest.mark.rule("JR-BED-06", "JR-WEIS-14")
def test_jr_bed_06_a_weis_counts_for_the_bedanken_only_once_the_first_trick_is_over() -> None:
    """ "Wer den höchsten Weis hat, wird nach Ablauf des ersten Stiches ermittelt": B's 50 would make 1000, three cards do not."""
    game = first_trick(totals=(900, 950))
    play(game, "RA RO")
    game.submit(WeisAnnounced(B, 50))
    play(game, "RB")
    game.submit(Thanked(D))
    assert (game.over, game.winner, game.totals()) == (True, 0, (900, 950))
    whole = first_trick(totals=(900, 950))
    play(whole, "RA RO")
    whole.submit(WeisAnnounced(B, 50))
    play(whole, "RB RK")
    whole.submit(Thanked(D))
    assert (whole.winner, whole.totals()) == (1, (900, 1000))  # the trick comes after the Weis (JR-SCHN-05)


@pytest.mark.rule("JR-AUSM-05", "JR-WEIS-11")
@pytest.mark.parametrize(("before", "winner"), [(930, 1), (929, 0)])
def test_jr_ausm_05_further_weise_of_the_partner_count_before_a_trick_that_thanked(before: int, winner: int) -> None:
    """ "An zweiter Stelle folgt der Weis und an dritter erst der Stich": 930 + 50 + D's further 20 make 1000, 929 do not.

    A has thanked with 972 + 28.
    """
    game = first_trick(totals=(972, before))
    play(game, "RA RO")
    game.submit(WeisAnnounced(B, 50))
    play(game, "RB RK")
    game.submit(Thanked(A))
    if winner == 1:
        game.submit(AusmachInvoked(D))
        assert (game.winner, game.totals()[1]) == (1, 1000)
    else:
        refused(game, AusmachInvoked(D), reason="ausmach-not-both")
        assert (game.winner, game.totals()) == (0, (1000, 979))


@pytest.mark.rule("JR-ERR-11", "JR-BED-01")
def test_jr_bed_01_a_revoke_that_is_found_after_the_thanks_lets_the_others_annul_the_game() -> None:
    """ "Bemerkt man den Irrtum erst später, hat die Gegenpartei das Recht, das Spiel, nicht aber die ganze Partie, zu annullieren."

    A holds RK and discards LA on B's Rose, then thanks with 960 + 45; B and D annul: 960 as before, and D deals again.
    """
    game = late(
        "jassregeln", "S", leader=B, points=(45, 58), tricks=(3, 3), totals=(960, 300),
        A="RK LA SU", B="R6 L7 E6", C="R7 L8 E7", D="RB L9 EK",
    )  # fmt: skip
    play(game, "R6 R7 RB LA L9 SU L7 L8")
    game.submit(Thanked(A))
    assert (game.winner, game.totals()) == (0, (960 + 45 + 20, 300 + 58 + 21))
    ruling = report(game, "revoke", A, trick=7)
    (choice,) = ruling.choices
    assert (choice.by, ruling.provisions[0]) == ((B, D), "JR-ERR-11")
    settle(game, ruling, annul="annul")
    assert (game.over, game.winner, game.totals()) == (False, None, (960, 300))
    assert game.next_dealer() == D


@pytest.mark.rule("JR-BED-06")
def test_jr_bed_06_false_thanks_lose_the_partie_whatever_is_annulled_afterwards() -> None:
    """ "Wer sich bedankt, ohne das vorgegebene Punkteziel zu erreichen, hat verloren": that is the Partie, not a game of it."""
    game = late("jassregeln", "S", points=(45, 97), tricks=(4, 4), totals=(900, 300), A="SB", B="L7", C="L8", D="L9")
    game.submit(Thanked(A))
    refused(game, RulingMade("JR-ERR-11", effects=(DealVoid(D),)), reason="game-over")
    assert (game.over, game.winner) == (True, 1)


@pytest.mark.rule("UB-BERG-01", "UB-END-01")
def test_ub_berg_01_the_bergpreis_of_an_annulled_game_is_open_again() -> None:
    """1000 reached with a trick of 20 in a game that never was: "Wer zuerst … 1000 Punkte erreicht" is still to come."""
    game = late(
        "ub2024", "E", leader=A, points=(60, 71), tricks=(4, 3), totals=(939, 500), A="EA L6", B="EB L7", C="E6 L8", D="E7 L9"
    )
    play(game, "EA EB E6 E7")  # 60 + 21 in the game: 939 + 81
    assert game.bergpreis == 0
    game.submit(RulingMade("JR-ERR-11", effects=(DealVoid(D),)))
    assert (game.bergpreis, game.totals()) == (None, (939, 500))


@pytest.mark.rule("UB-BERG-01", "UB-END-01")
@pytest.mark.parametrize(
    ("before", "moved", "bergpreis", "over"), [(929, 10, None, False), (930, 10, 1, False), (1930, 10, 1, True)]
)
def test_ub_berg_01_points_that_a_ruling_moves_reach_half_and_target(
    before: int, moved: int, bergpreis: int | None, over: bool
) -> None:
    """B and D have made 60 in this game; ten more by a ruling reach 1000, or 2000, at once."""
    given = {"bergpreis": 1} if before > 1000 else {}
    game = endgame(
        "ub2024", "E", points=(71, 60), tricks=(3, 4), totals=(0, before), A="EA L6", B="EB L7", C="E6 L8", D="E7 L9", **given
    )
    game.submit(RulingMade("UB", effects=(PointsMoved(1, moved),)))
    assert (game.bergpreis, game.over, game.winner) == (bergpreis, over, 1 if over else None)


@pytest.mark.rule("JR-BED-02", "JR-BED-03")
@pytest.mark.parametrize("stage", ["before", "dealt", "announced"])
def test_jr_bed_02_thanks_between_two_games_and_before_the_first_card(stage: str) -> None:
    """ "Jede Partei kann sich jederzeit bedanken, egal wer am Zug ist": also before anything of the next game is played."""
    game = table("jassregeln", totals=(900, 0))
    game.submit(ResultEntered((100, 57), mode=parse_mode("E")))
    if stage != "before":
        game.submit(HandsRecorded(game.next_dealer() or 0, fill()))
    if stage == "announced":
        game.submit(Announced(game.deal.speaker, parse_mode("R")))
    game.submit(Thanked(C))
    assert (game.winner, game.totals(), game.schneider) == (0, (1000, 57), True)


@pytest.mark.rule("JR-REST-01", "JR-REST-03", "JR-REST-04")
@pytest.mark.parametrize(
    ("mode", "leader", "hands", "right"),
    [
        # "sämtliche übrigen Karten, egal in welcher Reihenfolge gespielt, Bock"
        ("E", A, {"A": "EU E9", "B": "EA R6", "C": "L6 L7", "D": "S6 S7"}, True),
        ("E", A, {"A": "EU E8", "B": "EA R6", "C": "L6 L7", "D": "S6 S7"}, False),
        ("E", A, {"A": "RA RK", "B": "RO L8", "C": "E6 L7", "D": "S6 S7"}, True),  # the partner's trump is none of the opponents'
        ("E", A, {"A": "RA RK", "B": "RO L8", "C": "L6 L7", "D": "E6 S7"}, False),
        ("undeufe", B, {"A": "R8 S8", "B": "R6 S6", "C": "R7 S7", "D": "L8 L9"}, True),
        ("undeufe", B, {"A": "R6 S8", "B": "R7 S6", "C": "R8 S7", "D": "L8 L9"}, False),
        ("obenabe", D, {"A": "L6 L7", "B": "SK S6", "C": "RK R6", "D": "RA SA"}, True),
        ("obenabe", D, {"A": "L6 L7", "B": "SA S6", "C": "RK R6", "D": "RA SK"}, True),  # the higher card is the partner's
    ],
)
def test_jr_rest_01_rest(mode: str, leader: int, hands: dict[str, str], right: bool) -> None:
    game = late("jassregeln", mode, leader=leader, **hands)
    ruling = report(game, "claim", leader)
    assert (RestTo(1 - leader % 2) in ruling.effects) is not right


@pytest.mark.rule("JR-LOOK-04")
@pytest.mark.parametrize(("looker", "totals"), [(B, (81, 76)), (D, (81, 76)), (A, (60, 97)), (C, (60, 97))])
def test_jr_look_04_looking_costs_the_points_of_those_cards_whoever_of_the_party_looks(
    looker: int, totals: tuple[int, int]
) -> None:
    """RA, R6, RB, R7 are 21 of B and D: "verliert alle Punkte der eingesehenen Karten an den Gegner", who has them already."""
    game = late("jassregeln", "L", leader=B, A="R7 E6", B="RA E7", C="R6 E8", D="RB E9", points=(60, 71), tricks=(3, 4))
    play(game, "RA R6 RB R7 E7 E8 E9 E6")
    settle(game, report(game, "looked", looker, trick=8))
    assert game.totals() == totals


@pytest.mark.rule("JR-ERR-01")
@pytest.mark.parametrize("wrong", [B, C, D])
def test_jr_err_01_whoever_leads_wrongly_the_own_party_waits_with_that_suit_for_a_trick_of_the_others(wrong: int) -> None:
    """ "… darf die von ihm gespielte Farbe erst wieder gebracht werden, wenn die Gegner einen Stich gemacht haben."""
    game = free("jassregeln", "S", {"A": "R6 L6 E6", "B": "R7 L7 E7", "C": "R8 L8 E8", "D": "R9 L9 E9"})
    out_of_turn(game, wrong, {B: "R7", C: "R8", D: "R9"}[wrong])
    settle(game, report(game, "wrong-lead", wrong))
    assert game.deal.turn == A
    assert ("R6" in legal(game)) is (wrong != C)  # A leads; only the partner of A has barred the Rose for A


@pytest.mark.rule("JR-STOE-08", "JR-STOE-09")
@pytest.mark.parametrize(("total", "shown"), [(979, False), (980, True)])
def test_jr_stoe_08_stoeck_before_any_own_card_where_the_20_points_are_enough(total: int, shown: bool) -> None:
    """Shown "jederzeit …, sofern die 20 Punkte zum Fertigmachen genügen, auch dann wenn … noch keine Stöckkarte gespielt"."""
    game = dealt("jassregeln", "E", hands=scattered(A="RA", B="RB", C="R6", D="R7 EK EO"), totals=(500, total))
    play(game, "RA")
    if not shown:
        refused(game, StoeckShown(D), "JR-STOE-02", "stoeck-second-card")
        return
    game.submit(StoeckShown(D))
    game.submit(Thanked(B))
    assert (game.winner, game.totals(), game.schneider) == (1, (500, 1000), False)


@pytest.mark.rule("JR-WEIS-23", "JR-STOE-01", "JR-MATCH-01")
def test_jr_match_01_a_deal_with_everything_in_it() -> None:
    """B and D make every trick of A's double Schelle: (157 + 100) x 2; A's Weis 20 and Stöck 20 stay, x 2."""
    own = book("jassregeln", modes={**book("jassregeln").modes, parse_mode("S"): 2}, weis__times_factor=True)
    game = table(own)
    game.submit(ResultEntered((0, 157), mode=parse_mode("S"), announcer=A, match=1, weis=(20, 0), stoeck=(20, 0)))
    assert game.totals() == (80, 514)
