"""Whether a sheet adds up: what is refused for good, what an official may let stand, what is split. Sums by hand from the books."""

from __future__ import annotations

import pytest

from puur.core.control import Judgement, judge
from puur.core.events import ResultEntered
from puur.core.sheet import Row, Sheet
from puur.core.slate import Strokes, strokes
from puur.core.striche import Striche
from puur.reglement import load
from tests.support import table

NWS, ES, UB = load("nws2020"), load("tam2014-es"), load("ub2024")
DEALS = tuple(Row(number, ((100,), (57,))) for number in range(1, 13))  # 1200 and 684: 1884 (NWS-7-04)


def why(found: Judgement) -> tuple[str, bool]:
    assert found.refused is not None
    return found.refused.reason, found.final


def test_a_sheet_that_adds_up_is_taken_with_or_without_its_deals() -> None:
    for sheet in (Sheet((1200, 684)), Sheet((1200, 684), DEALS)):
        found = judge(NWS, sheet)
        assert (found.points, found.refused, found.final) == ((1200, 684), None, False)
        assert found.check is not None
        assert found.check.ok


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (Sheet((1201, 683), DEALS), "columns-differ"),  # the same sum, but not that of the deals
        (Sheet((1200, 684, 0)), "columns-number"),
        (Sheet((1200, 684), DEALS[:11]), "too-few-deals"),
        (Sheet((1300, 741), (*DEALS, Row(13, ((100,), (57,))))), "too-many-deals"),
        (Sheet((1885, -1)), "negative"),
        (Sheet((1201, 683), (*DEALS[:11], Row(12, ((158,), (-1,))))), "columns-differ"),
        (Sheet((1258, 626), (*DEALS[:11], Row(12, ((158,), (-1,))))), "negative"),
        (Sheet(), "points-needed"),
    ],
)
def test_what_is_no_sheet_no_official_can_let_stand(sheet: Sheet, reason: str) -> None:
    assert why(judge(NWS, sheet)) == (reason, True)


def test_a_right_total_does_not_mend_a_wrong_deal() -> None:
    """NWS-7-02: 157 in each deal. One has 156, another 158; together 1884."""
    rows = (Row(1, ((99,), (57,))), Row(2, ((101,), (57,))), *DEALS[2:])
    found = judge(NWS, Sheet((1200, 684), rows))
    assert why(found) == ("deal-sum", False)
    assert found.refused is not None
    assert found.refused.facts["deal"] == 1


def test_eleven_points_of_difference_are_split_as_the_book_s_example_has_it() -> None:
    """TAM: zu wenig = Schreiberpartei +5 / Gegenpartei +6; zu viel = Schreiberpartei -6 / Gegenpartei -5."""
    assert judge(ES, Sheet((1000, 873)), writer=0).points == (1005, 879)
    assert judge(ES, Sheet((1000, 895)), writer=0).points == (994, 890)
    assert judge(ES, Sheet((1000, 873)), writer=1).points == (1006, 878)


def test_a_whole_deal_too_many_or_too_few_is_looked_at() -> None:
    assert judge(ES, Sheet((1000, 884 - 156)), writer=0).points == (1078, 806)  # 156 short: 78 for each side
    assert why(judge(ES, Sheet((1000, 884 - 157)), writer=0)) == ("control-sum", False)
    assert why(judge(ES, Sheet((1000, 884 + 157)), writer=0)) == ("control-sum", False)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ((Striche(victory=1), Striche()), "striche-value"),  # UB-STR-03: two Striche, or none
        ((Striche(match=-1, victory=2), Striche()), "striche-value"),
        ((Striche(bergpreis=2, victory=2), Striche()), "striche-value"),
        ((Striche(victory=2), Striche(schneider=1)), "schneider-without-victory"),
        ((Striche(victory=2), Striche(victory=2)), "striche-both"),
        ((Striche(bergpreis=1, victory=2), Striche(bergpreis=1)), "striche-both"),  # UB-BERG-03: once in a Partie
        ((Striche(victory=2, schneider=1), Striche(bergpreis=1)), "schneider-with-bergpreis"),  # UB-SCHN-01: who has 1000 is out
    ],
)
def test_striche_that_can_not_be_are_refused(rows: tuple[Striche, Striche], reason: str) -> None:
    assert why(judge(UB, Sheet(striche=rows))) == (reason, True)


def test_striche_that_can_be() -> None:
    assert judge(UB, Sheet(striche=(Striche(7, 1, 2, 1), Striche(2)))).doubts == ()
    assert judge(UB, Sheet(striche=(Striche(0, 0, 2, 1), Striche()))).doubts == ("1: schneider-without-bergpreis",)
    assert why(judge(UB, Sheet((2000, 100)))) == ("striche-needed", True)


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (0, (0, 0, 0, 0)), (19, (0, 0, 0, 19)), (20, (0, 0, 1, 0)), (49, (0, 0, 2, 9)), (50, (0, 1, 0, 0)), (99, (0, 1, 2, 9)),
        (157, (1, 1, 0, 7)), (-1, (0, 0, 0, -1)), (-120, (0, 0, 0, -120)),
    ],
)  # fmt: skip
def test_strokes_of_100_50_and_20_and_a_remainder(points: int, shown: tuple[int, int, int, int]) -> None:
    assert strokes(points) == Strokes(*shown)
    assert strokes(points).points == points


@pytest.mark.rule("NWS-7-05")
def test_nws_7_05_a_game_that_was_played_is_held_against_the_same_sum_as_a_sheet() -> None:
    """ "… prüft der Schreiber, ob die Summe aller erspielten Punkte das entsprechende Total von 1884 Punkten ergibt": 12 x 157."""
    game = table("nws2020")
    for _ in range(12):
        game.submit(ResultEntered((100, 57)))
    assert game.over
    assert game.form.control_totals(game) == (1200, 684)
    assert sum(game.form.control_totals(game)) == 1884


@pytest.mark.rule("NWS-1-06")
def test_nws_1_06_all_tricks_of_a_passe_make_1884_to_nothing() -> None:
    """ "Alle Stiche (= Match) ergeben somit 157 Punkte, ohne Matchzuschlag", twelve times; a point less than nothing cannot be."""
    assert judge(NWS, Sheet((1884, 0))).refused is None
    assert why(judge(NWS, Sheet((1885, -1)))) == ("negative", True)
