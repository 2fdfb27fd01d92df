"""Jasskönig Nordwestschweiz: the Schreiber, the counts of both teams, estimates, and the sum of a Passe."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS
from puur.core.control import check_passe, settle_passe
from puur.core.errors import RuleViolation
from puur.core.events import Counted, HandsRecorded, ResultEntered, SchreiberNamed, Shuffled, Wrote
from puur.core.game import Game
from puur.core.reglement import Source
from puur.core.setup import Keeping
from tests.support import book, endgame, fill, play, refused, submit, table

P1, P2, P3, P4 = 0, 1, 2, 3
ONE, TWO = 0, 1


def line(game: Game, number: int) -> tuple[int, int]:
    """What the Jasszettel shows for a deal."""
    found = [0, 0]
    for entry in game.ledger.of_deal(number):
        found[entry.team] += entry.points
    return found[0], found[1]


def ended_88_to_69() -> Game:
    """A table where the Schreiber P4 writes by hand, just after a deal that ended 88 to 69."""
    game = endgame("nws2020", "E", points=(72, 69), tricks=(4, 4), keeping=Keeping.MANUAL, A="SA", B="S6", C="S7", D="S9")
    play(game, "SA S6 S7 S9")  # 11 and 5 for the last trick
    return game


@pytest.mark.rule("NWS-2-01")
def test_nws_2_01_nothing_begins_without_one_schreiber() -> None:
    game = Game(book("nws2020"))
    refused(game, Shuffled(P4, CARDS), "NWS-2-01", "schreiber-missing")
    refused(game, HandsRecorded(P4, fill()), "NWS-2-01", "schreiber-missing")
    refused(game, ResultEntered((88, 69)), "NWS-2-01", "schreiber-missing")
    game.submit(SchreiberNamed(P4))
    refused(game, SchreiberNamed(P1), "NWS-2-01", "schreiber-already-named")
    game.submit(Shuffled(P4, CARDS))


@pytest.mark.rule("NWS-2-02")
def test_nws_2_02_the_schreiber_enters_the_points_of_each_deal() -> None:
    game = table("nws2020", first_dealer=P4)
    refused(game, ResultEntered((88, 69), by=P2), "NWS-2-01", "not-the-schreiber")
    game.submit(ResultEntered((88, 69), by=P4))
    assert line(game, 1) == (88, 69)


@pytest.mark.rule("NWS-2-02")
def test_nws_2_02_also_for_a_deal_whose_cards_are_known() -> None:
    game = submit(ended_88_to_69(), Counted(P1, 88), Counted(P2, 69))
    assert line(game, 1) == (0, 0)
    refused(game, Wrote(P2, TWO, Source.RESULT), "NWS-2-01", "not-the-schreiber")
    submit(game, Wrote(P4, ONE, Source.RESULT), Wrote(P4, TWO, Source.RESULT))
    assert line(game, 1) == (88, 69)


@pytest.mark.rule("NWS-2-03")
def test_nws_2_03_no_further_deal_before_the_counts_make_157() -> None:
    game = submit(ended_88_to_69(), Counted(P1, 88))
    refused(game, Counted(P2, 68), "NWS-7-02", "control-sum")
    refused(game, Shuffled(P1, CARDS), "NWS-2-03", "result-not-written")
    submit(game, Counted(P2, 69), Wrote(P4, ONE, Source.RESULT))
    refused(game, Shuffled(P1, CARDS), "NWS-2-03", "result-not-written")
    submit(game, Wrote(P4, TWO, Source.RESULT), Shuffled(P1, CARDS))


@pytest.mark.rule("NWS-2-03")
@pytest.mark.parametrize("points", [(88, 68), (88, 70)])
def test_nws_2_03_a_line_from_paper_has_to_make_157(points: tuple[int, int]) -> None:
    game = table("nws2020", first_dealer=P4)
    refused(game, ResultEntered(points, by=P4), "NWS-1-05", "control-sum")


@pytest.mark.rule("NWS-7-01")
def test_nws_7_01_both_teams_count_before_the_result_is_written() -> None:
    game = ended_88_to_69()
    refused(game, Wrote(P4, ONE, Source.RESULT), "NWS-7-01", "counts-missing")
    submit(game, Counted(P3, 88))  # either partner speaks for the team
    refused(game, Wrote(P4, ONE, Source.RESULT), "NWS-7-01", "counts-missing")
    submit(game, Counted(P4, 69), Wrote(P4, ONE, Source.RESULT), Wrote(P4, TWO, Source.RESULT))
    assert line(game, 1) == (88, 69)


@pytest.mark.rule("NWS-7-01")
def test_nws_7_01_one_count_is_enough_where_the_book_says_so() -> None:
    game = endgame(book("nws2020", writing__both_count=False), "E", keeping=Keeping.MANUAL, A="SA", B="S6", C="S7", D="S9")
    play(game, "SA S6 S7 S9")
    game.submit(Wrote(P4, ONE, Source.RESULT))


@pytest.mark.rule("NWS-7-01")
def test_nws_7_01_online_the_table_counts() -> None:
    game = endgame("nws2020", "E", points=(72, 69), tricks=(4, 4), A="SA", B="S6", C="S7", D="S9")
    play(game, "SA S6 S7 S9")
    assert line(game, 1) == (88, 69)
    game.submit(Shuffled(P1, CARDS))


@pytest.mark.rule("NWS-7-02")
@pytest.mark.parametrize(("other", "difference"), [(45, None), (46, 1), (44, -1)])
def test_nws_7_02_the_two_counts_make_157(other: int, difference: int | None) -> None:
    game = submit(ended_88_to_69(), Counted(P1, 112))
    if difference is None:
        game.submit(Counted(P2, other))
        assert game.counts == {ONE: 112, TWO: 45}
    else:
        refusal = refused(game, Counted(P2, other), "NWS-7-02", "control-sum")
        assert refusal.facts["difference"] == difference


@pytest.mark.rule("NWS-7-02")
def test_nws_7_02_counts_belong_to_a_deal_that_is_over() -> None:
    game = endgame("nws2020", "E", A="SA", B="S6", C="S7", D="S9")
    refused(game, Counted(P1, 88), "NWS-7-01", "deal-not-over")


@pytest.mark.rule("NWS-7-03")
def test_nws_7_03_forgotten_counts_are_agreed_by_estimate() -> None:
    game = submit(table("nws2020", first_dealer=P4), *[ResultEntered((88, 69), by=P4)] * 3)
    refused(game, ResultEntered((90, 60), basis="estimated", by=P4), "NWS-1-05", "control-sum")
    game.submit(ResultEntered((90, 67), basis="estimated", by=P4))
    assert line(game, 4) == (90, 67)
    marks = [{entry.rule for entry in game.ledger.of_deal(number)} for number in (1, 4)]
    assert marks == [{"NWS-1-05"}, {"NWS-7-03"}]  # the fourth line is marked as estimated


@pytest.mark.rule("NWS-7-03")
def test_nws_7_03_estimates_are_a_field() -> None:
    game = table(book("nws2020", writing__estimate=False), first_dealer=P4)
    refused(game, ResultEntered((90, 67), basis="estimated", by=P4), "NWS-7-03", "no-estimates")


@pytest.mark.rule("NWS-7-05")
def test_nws_7_05_the_passe_adds_up_to_1884() -> None:
    game = submit(table("nws2020", first_dealer=P4), *[ResultEntered((85, 72), by=P4)] * 11)
    assert not game.over
    game.submit(ResultEntered((86, 71), by=P4))
    assert game.over
    assert game.totals() == (1021, 863)
    check = check_passe(game.book, game.totals())
    assert (check.ok, check.expected) == (True, 1884)
    assert settle_passe(game.book, game.totals(), TWO) == (1021, 863)


@pytest.mark.rule("NWS-7-05")
def test_nws_7_05_with_a_difference_it_can_not_be_closed() -> None:
    with pytest.raises(RuleViolation) as refusal:
        settle_passe(book("nws2020"), (1021, 862), TWO)
    assert (refusal.value.rule, refusal.value.reason) == ("NWS-7-05", "control-sum")
    assert refusal.value.facts["difference"] == -1
