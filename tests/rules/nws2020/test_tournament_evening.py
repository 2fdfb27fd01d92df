"""NWS 2020: draw, Standblätter, visa and ranking of a Jasskönig evening."""

from __future__ import annotations

import pytest

from puur.core.evening import Rest
from puur.evening.evening import Evening
from puur.evening.events import HandedIn, PenaltyGiven, RankingClosed, RoundReleased, RoundsDrawn, Signed, TotalStated
from puur.evening.ranking import Scored, order, ranking
from puur.evening.seating import meetings
from puur.evening.sheets import sheet
from puur.evening.state import EveningSetup
from puur.reglement import load
from puur.reglement.catalogue import provision, text
from tests.evening.evenings import opened, ranks, refused, result, result_entered, start, submit
from tests.evening.support import people, seated

NWS = "nws2020"
FIRST = seated(1, "a b c d", "e f g h")
# a has partner c, then e, then g; everybody else a new one each time too.
THREE = (FIRST, seated(2, "a b e f", "c d g h"), seated(3, "a c g e", "b d h f"))


def played() -> Evening:
    """Four people, three Passen; A makes 1021, 930 and 955 as in the book's example."""
    evening = opened(NWS, "abcd")
    submit(evening, RoundsDrawn((seated(1, "a b c d"), seated(2, "a c b d"), seated(3, "a b d c"))))
    for number, (one, two) in enumerate(((1021, 863), (930, 954), (955, 929)), start=1):
        submit(evening, RoundReleased(number), result(number, 1, one, two))
    return evening


def sign(evening: Evening, player: str, *rounds: int) -> None:
    submit(evening, *(Signed(player, number, "kontrolleur") for number in rounds or (1, 2, 3)))


def finish(evening: Evening, player: str) -> None:
    """State the total, have it signed, hand the sheet in."""
    submit(evening, TotalStated(player, sheet(evening, player).total), Signed(player, 0, "kontrolleur"), HandedIn(player))


@pytest.mark.rule("NWS-1-01")
def test_nws_1_01_every_passe_another_partner() -> None:
    evening = opened(NWS, 8)
    evening.submit(evening.drawn())
    partners = [(one, two) for _, one, two, together in meetings(evening.rounds) if together]
    assert len(partners) == len(set(partners)) == 3 * 4
    again = opened(NWS, "abcdefgh")
    refused(again, RoundsDrawn((FIRST, seated(2, "a e c f", "b g d h"), THREE[2])), "NWS-1-01", "partner-repeat")
    assert submit(again, RoundsDrawn(THREE)).rounds == list(THREE)


@pytest.mark.rule("NWS-1-07")
def test_nws_1_07_three_passen_of_twelve_games() -> None:
    evening = start(opened(NWS, 4))
    assert evening.planned * evening.book.ending.deals == 36
    too_many = result_entered(1, 1, deals=((100, 57),) * 13)
    refused(evening, too_many, "NWS-1-07", "too-many-deals")
    for number in (1, 2, 3):
        if number > 1:
            start(evening)
        submit(evening, result_entered(number, 1, deals=((100, 57),) * 12))
    assert evening.result(1, 1).points == (1200, 684)  # type: ignore[union-attr]
    refused(evening, RoundsDrawn((seated(4, "p1 p2 p3 p4"),)), "NWS-1-07", "rounds-over")
    with pytest.raises(Exception, match="rounds-fixed"):
        Evening(load(NWS), EveningSetup("Test", rounds=4))


@pytest.mark.rule("NWS-1-08")
def test_nws_1_08_table_numbers_stand_on_the_standblatt_before_the_start() -> None:
    evening = opened(NWS, 16)
    evening.submit(evening.drawn())
    assert evening.released == 0
    for player in people(16):
        numbers = [row.table for row in sheet(evening, player).rows]
        assert len(numbers) == 3
        assert set(numbers) <= {1, 2, 3, 4}
    assert all(len(table.players()) == 4 for one in evening.rounds for table in one.tables)
    odd = opened(NWS, 15)  # open: refused until divisible by four
    with pytest.raises(Exception, match=r"not-divisible \(NWS-1-08\)"):
        odd.drawn()
    assert opened(NWS, 15, rest=Rest.STAND_IN).drawn().rounds[0].number == 1  # the organiser may decide otherwise


@pytest.mark.rule("NWS-2-10")
def test_nws_2_10_a_passe_starts_only_when_released() -> None:
    evening = start(opened(NWS, 16))
    submit(evening, result(1, 3, 942, 942))
    refused(evening, result(2, 3, 942, 942), "NWS-2-10", "round-not-released")
    refused(evening, RoundReleased(3), "NWS-2-10", "round-order")
    submit(evening, RoundReleased(2), result(2, 3, 942, 942))


@pytest.mark.rule("NWS-2-11")
@pytest.mark.parametrize("players", [16, 20, 40])
def test_nws_2_11_partner_opponents_and_table_change(players: int) -> None:
    evening = opened(NWS, players)
    evening.submit(evening.drawn())
    met = [(one, two) for _, one, two, _ in meetings(evening.rounds)]
    assert len(met) == len(set(met))
    if players >= 20:
        for player in people(players):
            assert len({row.table for row in sheet(evening, player).rows}) == 3
    # With few players the partner is strict and the rest as far as possible: eight cannot avoid each other.
    few = opened(NWS, 8)
    few.submit(few.drawn())
    partners = [(one, two) for _, one, two, together in meetings(few.rounds) if together]
    assert len(partners) == len(set(partners))


@pytest.mark.rule("NWS-7-06")
def test_nws_7_06_results_go_to_all_four_standblaetter() -> None:
    evening = start(opened(NWS, "abcd"), seated(1, "a b c d"))
    submit(evening, result(1, 1, 1021, 863))
    assert {player: sheet(evening, player).rows[0].score for player in "abcd"} == {"a": 1021, "c": 1021, "b": 863, "d": 863}
    assert refused(evening, result(1, 1, 1021, 862, reason="x"), "NWS-7-05", "control-sum").facts["difference"] == -1


@pytest.mark.rule("NWS-7-07")
def test_nws_7_07_only_a_kontrolleur_signs() -> None:
    evening = start(opened(NWS, "abcd"), seated(1, "a b c d"))
    refused(evening, Signed("a", 1, "kontrolleur"), "NWS-7-07", "no-result")
    submit(evening, result(1, 1, 1021, 863))
    refused(evening, Signed("a", 1, "spieler"), "NWS-7-07", "not-official")
    assert sheet(evening, "a").rows[0].signed == ""
    submit(evening, Signed("a", 1, "kontrolleur"))
    assert sheet(evening, "a").rows[0].signed == "kontrolleur"
    refused(evening, result(1, 1, 1000, 884, reason="x"), "NWS-7-07", "not-official")  # locked now
    submit(evening, result(1, 1, 1000, 884, reason="Zeile 4 vertauscht", decided_by="kontrolleur"))


@pytest.mark.rule("NWS-7-08")
def test_nws_7_08_the_final_total_is_added_up() -> None:
    evening = played()
    assert sheet(evening, "a").total == 1021 + 930 + 955 == 2906
    refused(evening, TotalStated("a", 2896), "NWS-8-01", "wrong-total")
    submit(evening, TotalStated("a", 2906))


@pytest.mark.rule("NWS-7-09")
def test_nws_7_09_the_total_is_signed_too() -> None:
    evening = played()
    sign(evening, "a")
    refused(evening, Signed("a", 0, "kontrolleur"), "NWS-7-07", "total-not-stated")
    submit(evening, TotalStated("a", 2906))
    assert ranking(evening).rows == ()
    refused(evening, HandedIn("a"), "NWS-7-12", "total-not-signed")
    submit(evening, Signed("a", 0, "kontrolleur"), HandedIn("a"))
    assert ranks(evening) == {"a": 1}
    assert evening.book.rules("evening.visa") == ("NWS-7-07", "NWS-7-09")


@pytest.mark.rule("NWS-7-09", "NWS-7-11")
def test_nws_7_09_a_total_that_changed_after_its_visa_is_signed_again() -> None:
    """«Dieses wird ebenfalls von einem offiziellen Kontrolleur geprüft, visiert»: 2906 was, 2906 - 50 = 2856 was not."""
    evening = played()
    sign(evening, "a")
    finish(evening, "a")
    assert ranks(evening) == {"a": 1}
    submit(evening, PenaltyGiven("a", 50, "Entscheid der Turnierleitung"))
    assert [(one.players, one.reason) for one in ranking(evening).unranked if "a" in one.players] == [(("a",), "unsigned")]
    refused(evening, RankingClosed(), "NWS-7-07", "wrong-total")
    refused(evening, Signed("a", 0, "kontrolleur"), "NWS-7-07", "wrong-total")
    submit(evening, TotalStated("a", 2856))
    assert ranks(evening) == {}
    submit(evening, Signed("a", 0, "kontrolleur"), RankingClosed())
    assert [(row.players, row.scored.total) for row in ranking(evening).rows] == [(("a",), 2856)]


@pytest.mark.rule("NWS-7-10")
def test_nws_7_10_ranked_when_handed_in_and_not_before() -> None:
    evening = played()
    sign(evening, "a")
    submit(evening, TotalStated("a", 2906), Signed("a", 0, "kontrolleur"))
    assert ranks(evening) == {}
    submit(evening, HandedIn("a"))
    assert ranks(evening) == {"a": 1}
    assert ranking(evening).rows[0].scored.total == 2906


@pytest.mark.rule("NWS-7-11")
def test_nws_7_11_without_the_visa_nothing_counts() -> None:
    evening = played()
    sign(evening, "b", 1, 2)  # one row is missing
    sign(evening, "a")
    finish(evening, "a")
    submit(evening, RankingClosed())
    assert ranks(evening) == {"a": 1}
    unsigned = {one.players[0]: (one.reason, one.rule) for one in ranking(evening).unranked}
    assert unsigned == dict.fromkeys("bcd", ("unsigned", "NWS-7-11"))


@pytest.mark.rule("NWS-7-12")
def test_nws_7_12_not_handed_in_is_not_scored() -> None:
    evening = played()
    for player in "ab":
        sign(evening, player)
    finish(evening, "a")
    submit(evening, TotalStated("b", sheet(evening, "b").total), Signed("b", 0, "kontrolleur"), RankingClosed())
    found = next(one for one in ranking(evening).unranked if one.players == ("b",))
    assert (found.reason, found.rule) == ("not-handed-in", "NWS-7-12")
    refused(evening, HandedIn("b"), "NWS-7-12", "ranking-closed")


def placed(*entries: tuple[str, tuple[int, ...]]) -> list[tuple[int, str, str]]:
    """Rank, name and what decided, of totals with their Passen."""
    scored = [Scored(key, sum(rounds), tuple(sorted(rounds, reverse=True))) for key, rounds in entries]
    return [(rank, one.key, why.rule if why else "") for rank, one, why in order(load(NWS), scored)]


def ranked(evening: Evening) -> list[tuple[int, str, str]]:
    """Rank, player and what decided, with every sheet signed and handed in."""
    for player in evening.players:
        sign(evening, player)
        finish(evening, player)
    return [(row.rank, row.players[0], row.why.rule if row.why else "") for row in ranking(evening).rows]


@pytest.mark.rule("NWS-8-01")
def test_nws_8_01_the_grand_total_ranks() -> None:
    found = ranked(played())
    # a 1021 + 930 + 955 = 2906, c 1021 + 954 + 929 = 2904, d 863 + 954 + 955 = 2772, b 863 + 930 + 929 = 2722
    assert [(rank, player) for rank, player, _ in found] == [(1, "a"), (2, "c"), (3, "d"), (4, "b")]
    assert found[1][2] == "NWS-8-01"


@pytest.mark.rule("NWS-8-02")
def test_nws_8_02_then_the_best_passe() -> None:
    assert placed(("Y", (980, 980, 900)), ("X", (1010, 900, 950))) == [(1, "X", ""), (2, "Y", "NWS-8-02")]


@pytest.mark.rule("NWS-8-03")
def test_nws_8_03_then_the_second_best_and_then_they_share() -> None:
    evening = submit(opened(NWS, "abcdefgh"), RoundsDrawn(THREE))
    for number, tables in enumerate((((930, 954), (940, 944)), ((930, 954), (920, 964)), ((1000, 884), (950, 934))), start=1):
        submit(evening, RoundReleased(number), *(result(number, at, *points) for at, points in enumerate(tables, start=1)))
    # a 1000 + 930 + 930 and g 1000 + 940 + 920 are 2860 each
    assert ranked(evening)[:2] == [(1, "g", ""), (2, "a", "NWS-8-03")]
    equal = submit(opened(NWS, "abcd"), RoundsDrawn((seated(1, "a b c d"), seated(2, "a c b d"), seated(3, "a b d c"))))
    for number, points in enumerate(((1000, 884), (942, 942), (942, 942)), start=1):
        submit(equal, RoundReleased(number), result(number, 1, *points))
    assert [(rank, player) for rank, player, _ in ranked(equal)] == [(1, "a"), (1, "c"), (3, "b"), (3, "d")]  # a rank is skipped


@pytest.mark.rule("NWS-9-09")
def test_nws_9_09_version_of_the_rules() -> None:
    book = load(NWS)
    assert book.evening.edition == "2020-01-01"
    assert book.rule("evening.edition") == "NWS-9-09"
    assert "2020" in text(provision("NWS-9-09"), "de")[0]
