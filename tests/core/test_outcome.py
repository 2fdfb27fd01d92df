"""When the score is looked at: entries out of order, points moved by a ruling. How games end is in the corpus (`ending.json`)."""

from __future__ import annotations

import pytest

from puur.core.effects import PenaltyPoints, PointsMoved
from puur.core.events import (
    CorrectionMade,
    ResultEntered,
    RulingMade,
    SchreiberNamed,
    StoeckShown,
    Thanked,
    WeisAdded,
    WeisAnnounced,
)
from puur.core.ledger import Entry, Ledger
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.setup import Keeping
from puur.core.weis import parse_weis
from tests.support import A, B, C, D, dealt, endgame, play, play_trick, refused, scattered, submit, table


def entry(deal: int, team: int, source: Source, points: int) -> Entry:
    """An entry without a factor."""
    return Entry(deal, team, source, points, 1, points, "JR-WRITE-02")


def test_a_deal_written_after_the_next_one_hides_nothing() -> None:
    """A Schreiber may write the result of deal 1 while deal 2 is played (JR-WRITE-02); the Weis of deal 2 is written before it."""
    ledger = Ledger()
    ledger.add(entry(2, 0, Source.WEIS, 50))
    ledger.add(entry(1, 1, Source.STICH, 62))
    assert ledger.of_deal(2) == (entry(2, 0, Source.WEIS, 50),)
    ledger.strike(2, Source.WEIS)
    ledger.add(entry(2, 0, Source.WEIS, 70))  # with a further Weis, instead of the 50 and not beside them
    assert ledger.totals == [70, 62]


def test_points_that_a_ruling_moves_count_at_once() -> None:
    """985 and 10 points of the opponents make 995, with a trick of 25 (S9 and SA) 1020, long before the deal ends."""
    game = endgame("jassregeln", "S", points=(85, 42), totals=(900, 200), A="S9 R6", B="SA R7", C="S7 R8", D="S6 L6")
    game.submit(RulingMade("JR-LOOK-04", "looking", B, (PointsMoved(0, 10),)))
    assert game.totals() == (995, 232)
    play(game, "S9 SA S7 S6")
    assert game.totals() == (1020, 232)


@pytest.mark.rule("UB-BERG-01")
def test_ub_berg_01_who_was_first_at_the_half_stays_as_told_where_both_reached_it_in_one_deal() -> None:
    """ "Wer zuerst die Hälfte der Punktzahl, also 1000 Punkte erreicht": 1000 and 1017 in one deal, and the table said B and D.

    A correction of ten points leaves both above 1000 with this deal: who was first is what the table saw.
    """
    game = table("ub2024", totals=(900, 960))
    game.submit(ResultEntered(points=(100, 57), mode=parse_mode("E"), bergpreis=1))
    assert (game.totals(), game.bergpreis) == ((1000, 1017), 1)
    game.submit(CorrectionMade(1, 0, 10, "verzählt"))
    assert (game.totals(), game.bergpreis) == ((1010, 1017), 1)
    game.submit(CorrectionMade(1, 1, -20, "verzählt"))  # 997: now A and C alone were there
    assert (game.totals(), game.bergpreis) == ((1010, 997), 0)


@pytest.mark.rule("AJZ-3.4-18", "AJZ-2.2.1-50")
def test_ajz_2_2_1_50_penalties_and_rulings_after_the_end_stay_when_a_correction_has_it_decided_anew() -> None:
    """A and C thank with 1999 + 60; A is fined after that, and a correction has the end looked at again: the fine stays."""
    game = endgame("ajz08", "E", points=(60, 81), tricks=(4, 4), totals=(1999, 1000), A="EA", B="R6", C="R7", D="R8")
    game.submit(Thanked(A))
    assert (game.over, game.over_by) == (True, "thanks")
    game.submit(RulingMade("AJZ-3.4-18", effects=(PenaltyPoints(A, 300),)))
    penalties, rulings = list(game.penalties), list(game.rulings)
    assert [(seat, points) for seat, points, _ in penalties] == [(A, 300)]
    assert rulings
    game.submit(CorrectionMade(1, 0, 5, "verzählt"))
    assert (game.totals(), game.over, game.winner) == ((2064, 1081), True, 0)
    assert (game.penalties, game.rulings) == (penalties, rulings)


@pytest.mark.rule("JR-SCHN-04")
def test_jr_schn_04_stoeck_with_the_very_last_card_count_against_the_schneider_after_the_thanks() -> None:
    """ "… noch nicht gemeldete Stöcke dürfen mitgezählt werden": C laid SO last, D thanks first, then C says it: 480 + 20."""
    game = endgame("jassregeln", "S", leader=D, points=(60, 51), tricks=(4, 3), totals=(420, 950),
                   A="S6 E6", B="S7 R6", C="SK SO", D="S9 SU")  # fmt: skip
    play(game, "S9 S6 S7 SK SU E6 R6 SO")
    game.submit(Thanked(D))
    assert (game.winner, game.schneider, game.totals()) == (1, False, (480, 1047))
    game.submit(StoeckShown(C))
    assert (game.winner, game.schneider, game.totals()) == (1, False, (500, 1047))


@pytest.mark.rule("UB-AUSM-03", "UB-POINTS-08")
def test_ub_ausm_03_further_weise_count_with_the_factor_of_the_deal_before_the_trick() -> None:
    """Trump S is double. A's 50 and a further 20 count 140, before the trick of B and D: 1860 + 140 = 2000.

    B cuts A's SB with the Nell for 24, times two: 1952 + 48 = 2000. "Die Stöcke gelten vor dem Wys und vor einem Stich."
    """
    hands = scattered(A="SB R6 R7 R8 R9 LU LO LK", B="S9", C="S6", D="S7")
    game = dealt("ub2024", "S", hands=hands, totals=(1860, 1952), bergpreis=0)
    play(game, "SB")
    game.submit(WeisAnnounced(A, 50))
    play(game, "S9 S6 S7")
    assert (game.over, game.winner, game.totals()) == (True, 0, (2000, 1952))


@pytest.mark.rule("UB-BERG-01")
def test_ub_berg_01_a_correction_of_an_earlier_deal_has_the_deals_looked_at_in_their_order() -> None:
    """ "Wer zuerst die Hälfte der Punktzahl, also 1000 Punkte erreicht", deal by deal: 945 to 1002, then 1040 to 1064.

    With 60 more for A and C in the first deal both were there (1005, 1002): as told. With 10 less for B and D in it, 992, A and C
    were there alone, though B and D have 1054 by now.
    """
    game = table("ub2024", totals=(850, 940))
    game.submit(ResultEntered(points=(95, 62), mode=parse_mode("E")))
    assert (game.totals(), game.bergpreis) == ((945, 1002), 1)
    game.submit(ResultEntered(points=(95, 62), mode=parse_mode("E")))
    game.submit(CorrectionMade(1, 0, 60, "verzählt"))
    assert (game.totals(), game.bergpreis) == ((1100, 1064), 1)
    game.submit(CorrectionMade(1, 1, -10, "verzählt"))
    assert (game.totals(), game.bergpreis) == ((1100, 1054), 0)


@pytest.mark.rule("UB-WEIS-03")
def test_ub_weis_03_no_stoeck_with_the_trick_that_ends_the_partie_while_the_second_card_is_in_hand() -> None:
    """ "Diese werden erst gewiesen, wenn die zweite Karte davon gespielt wird": A has laid RO and still holds RK.

    1930 and 61 and 3 + 20 + 14 make 2028: over with a trick that still lies open.
    """
    game = endgame("ub2024", "R", points=(61, 50), tricks=(4, 3), totals=(1930, 1500), bergpreis=0,
                   A="RO RK", B="R6 E6", C="RU E7", D="R9 E8")  # fmt: skip
    play(game, "RO R6 RU R9")
    assert (game.over, game.winner, game.deal.open) == (True, 0, True)
    refused(game, StoeckShown(A), reason="game-over")


@pytest.mark.rule("JR-WEIS-11")
def test_jr_weis_11_a_further_weis_takes_the_place_of_what_the_schreiber_still_has_to_write() -> None:
    """ "… darf anschliessend auch noch weitere, tiefere Weise ansagen": 50 and then 20 are 70, not 50 and 70."""
    hands = scattered(A="R6 R7 R8 R9 S6 S7 S8", B="E6", C="E7", D="E8")
    game = dealt("jassregeln", "E", hands=hands, keeping=Keeping.MANUAL)
    submit(game, SchreiberNamed(B), SchreiberNamed(C))
    play_trick(game, WeisAnnounced(A, 50))
    assert [(due.entry.source, due.entry.points) for due in game.due] == [(Source.WEIS, 50)]
    game.submit(WeisAdded(A, (parse_weis("S6-S7-S8"),)))
    assert sum(due.entry.points for due in game.due if due.entry.source is Source.WEIS) == 70
    assert game.ledger.totals == [0, 0]
