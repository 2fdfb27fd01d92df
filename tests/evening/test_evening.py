"""Whole evenings for each book with totals and ties counted by hand, and what can go wrong at one."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from puur.core.evening import Rest, SitOutScore
from puur.evening.evening import Evening
from puur.evening.events import (
    Amended,
    BreachNoted,
    CheckedIn,
    Entered,
    Excluded,
    HandedIn,
    KeptApart,
    PenaltyGiven,
    ProtestDecided,
    ProtestFiled,
    RankingClosed,
    RankingReopened,
    RoundReleased,
    RoundsDrawn,
    ScoreSet,
    SeatsSwapped,
    Signed,
    StandInNamed,
    TableFixed,
    TieSettled,
    TotalStated,
    Warned,
    Withdrawn,
)
from puur.evening.files import evening_from_plain, evening_to_plain
from puur.evening.ranking import prizes, ranking
from puur.evening.seats import swapped
from puur.evening.sheets import How, sheet
from puur.evening.state import EveningSetup
from puur.log import Unfit
from puur.reglement import load, load_text
from tests.evening.evenings import (
    enter,
    opened,
    ranks,
    refused,
    result,
    result_confirmed,
    result_entered,
    start,
    strich_row,
    submit,
)
from tests.evening.support import people, seated

EIGHT = (
    seated(1, "a b c d", "e f g h"),
    seated(2, "a b e f", "c d g h"),
    seated(3, "a c g e", "b d h f"),
)


def test_a_whole_evening_of_nordwestschweiz() -> None:
    evening = submit(opened("nws2020", "abcdefgh"), RoundsDrawn(EIGHT))
    columns = {(1, 1): 1000, (1, 2): 942, (2, 1): 900, (2, 2): 1050, (3, 1): 960, (3, 2): 950}
    for number in (1, 2, 3):
        submit(evening, RoundReleased(number))
        for table in (1, 2):
            submit(evening, result(number, table, columns[number, table], 1884 - columns[number, table]))
        submit(evening, *(Signed(player, number, "kontrolleur") for player in "abcdefgh" if (player, number) != ("b", 3)))
    submit(evening, PenaltyGiven("c", 20, "Handy am Tisch", "Hausordnung 3"))
    totals = {player: sheet(evening, player).total for player in "abcdefgh"}
    # a 1000+900+960, b 884+984+950, c 1000+1050+924-20, d 884+834+934, e 942+900+924, f 942+984+934, g 942+1050+960, h 942+834+950
    assert totals == {"a": 2860, "b": 2818, "c": 2954, "d": 2652, "e": 2766, "f": 2860, "g": 2952, "h": 2726}
    for player in "acdefgh":
        submit(evening, TotalStated(player, totals[player]), Signed(player, 0, "kontrolleur"), HandedIn(player))
    submit(evening, RankingClosed())
    # a and f have 2860 each; a's best Passe is 1000, f's 984. b lacks a visum.
    assert ranks(evening) == {"c": 1, "g": 2, "a": 3, "f": 4, "e": 5, "h": 6, "d": 7}
    rows = ranking(evening).rows
    assert [(row.why.by, row.why.rule) for row in rows if row.why] == [
        ("total", "NWS-8-01"), ("total", "NWS-8-01"), ("best-rounds", "NWS-8-02"),
        ("total", "NWS-8-01"), ("total", "NWS-8-01"), ("total", "NWS-8-01"),
    ]  # fmt: skip
    assert (rows[3].why.own, rows[3].why.above) == (984, 1000)  # type: ignore[union-attr]
    assert [(one.players, one.reason) for one in ranking(evening).unranked] == [(("b",), "unsigned")]


def test_a_whole_evening_of_einzel_schieber_with_differences() -> None:
    evening = opened("tam2014-es", "abcdefgh", rounds=2)
    start(evening, EIGHT[0])
    submit(evening, result(1, 1, 1000, 873), result(1, 2, 950, 939))  # 11 too few, 5 too many
    start(evening, EIGHT[1])
    submit(evening, result(2, 1, 900, 984), result(2, 2, 1000, 884))
    # The Schreiber sits at B+D: of 11 missing that side gets 5 and the other 6; of 5 too many it gives 3, the other 2.
    scores = {player: [row.score for row in sheet(evening, player).rows] for player in "abcdefgh"}
    assert scores == {
        "a": [1006, 900], "c": [1006, 1000], "b": [878, 984], "d": [878, 884],
        "e": [948, 900], "g": [948, 1000], "f": [936, 984], "h": [936, 884],
    }  # fmt: skip
    # c 2006, g 1948, f 1920, a 1906, b 1862, e 1848, h 1820, d 1762
    assert ranks(evening) == {"c": 1, "g": 2, "f": 3, "a": 4, "b": 5, "e": 6, "h": 7, "d": 8}


def test_a_whole_evening_of_coiffeur_with_a_shared_rank() -> None:
    evening = opened("tam2014-cp", people(8))
    rounds = (
        seated(1, "p1 p3 p2 p4", "p5 p7 p6 p8"),
        seated(2, "p1 p5 p2 p6", "p3 p7 p4 p8"),
        seated(3, "p1 p7 p2 p8", "p3 p5 p4 p6"),
    )
    submit(evening, RoundsDrawn(rounds))
    for number, columns in enumerate((((900, 860), (1000, 760)), ((880, 880), (700, 1060)), ((860, 900), (1000, 760))), start=1):
        submit(evening, RoundReleased(number))
        submit(evening, *(result(number, table, *both) for table, both in enumerate(columns, start=1)))
    submit(evening, RankingClosed())
    # 1+2: 900+880+860 = 2640; 3+4: 860+700+1000 = 2560; 5+6: 1000+880+760 = 2640; 7+8: 760+1060+900 = 2720
    rows = [(row.rank, row.players, row.scored.total) for row in ranking(evening).rows]
    assert rows == [(1, ("p7", "p8"), 2720), (2, ("p1", "p2"), 2640), (2, ("p5", "p6"), 2640), (4, ("p3", "p4"), 2560)]
    submit(evening, TieSettled(("p5", "p1"), "Jassleitung: Stichkampf"))
    assert ranks(evening)["p6"] == 2
    assert ranks(evening)["p1"] == 3


def test_a_whole_evening_of_the_ub_with_people_sitting_out() -> None:
    evening = opened("ub2024", "abcde")
    played = (
        (seated(1, "a b c d", out="e"), strich_row(1, 1, 2), strich_row()),
        (seated(2, "a e b c", out="d"), strich_row(0, 0, 2), strich_row(1, 1)),
        (seated(3, "b d e c", out="a"), strich_row(0, 1, 2, 1), strich_row()),
    )
    for one, left, right in played:
        start(evening, one)
        submit(evening, result_entered(one.number, 1, striche=(left, right)))
        submit(evening, *(Signed(player, one.number, "turnierleitung") for player in one.players()))
    submit(evening, RankingClosed())
    # a 4+2+0, b 0+2+4, c 4+2+0, d 0+0+0, e 0+2+4; Match-Striche c 2, a 1, e 1, b 0
    assert {player: sheet(evening, player).total for player in "abcde"} == {"a": 6, "b": 6, "c": 6, "d": 0, "e": 6}
    assert ranks(evening) == {"c": 1, "a": 2, "e": 2, "b": 4, "d": 5}
    assert [(prize.players, prize.amount) for prize in prizes(evening)] == [
        (("c",), 100), (("a",), Fraction(35)), (("e",), Fraction(35)),
    ]  # fmt: skip


def test_an_evening_moves_to_another_machine_at_any_moment() -> None:
    evening = opened("tam2014-es", 9, rest=Rest.SIT_OUT, rounds=2)
    submit(start(evening), result(1, 1, 900, 984))
    for length in range(len(evening.events) + 1):
        part = Evening.replay(evening.book, evening.setup, evening.events[:length])
        again = evening_from_plain(json.loads(json.dumps(evening_to_plain(part))))
        assert again.events == part.events
        assert evening_to_plain(again) == evening_to_plain(part)
    submit(again, result(1, 2, 942, 942))
    start(again)
    assert again.released == 2


def test_an_own_rule_book_travels_along() -> None:
    text = 'key = "dorf"\ntitle = "Dorfjass"\nextends = "nws2020"\n[evening]\nrounds = 2\ndropped = 1\nvisa = "none"\n'
    text += 'unsigned_ranked = true\nhand_in = false\ntie_breaks = ["dropped-round", "lot"]\n'
    evening = opened(load_text(text, "dorf.toml"), "abcd")
    submit(evening, RoundsDrawn((seated(1, "a b c d"), seated(2, "a c b d"))), RoundReleased(1), result(1, 1, 1000, 884))
    submit(evening, RoundReleased(2), result(2, 1, 984, 900))
    again = evening_from_plain(json.loads(json.dumps(evening_to_plain(evening))))
    assert again.book.evening == evening.book.evening
    # Best of two: a 1000, c 1000, b 984, d 900; a dropped 984, c dropped 900.
    assert ranks(again) == {"a": 1, "c": 2, "b": 3, "d": 4}
    assert [row.why.by for row in ranking(again).rows if row.why] == ["dropped-round", "total", "total"]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"format": "other"}, "format"),
        ({"version": 3}, "version"),
        ({"reglement": "key = 1"}, "reglement"),
        ({"events": {}}, "events"),
        ({"events": [{"type": "Nothing"}]}, "events[0].type"),
        ({"events": [{"type": "Entered", "player": 1, "name": "x"}]}, "events[0].player"),
        ({"events": [{"type": "Entered", "player": "x"}]}, "events[0].name"),
        ({"events": [{"type": "Entered", "player": "x", "name": "x", "age": 3}]}, "events[0].age"),
        ({"setup": {"name": "x", "rest": "sleep"}}, "setup.rest"),
        ({"setup": []}, "setup"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(change: dict[str, object], at: str) -> None:
    with pytest.raises(Unfit) as error:
        evening_from_plain(evening_to_plain(opened("nws2020", 4)) | change)
    assert error.value.place == at


def test_late_entry_drop_out_and_what_their_rounds_count() -> None:
    evening = opened("tam2014-es", "abcdefgh", rounds=3, sit_out=SitOutScore.PAR, missed=SitOutScore.AVERAGE)
    start(evening, EIGHT[0])
    submit(evening, result(1, 1, 1000, 884), result(1, 2, 1000, 884))
    enter(evening, "late")
    submit(evening, Withdrawn("h", "krank"))
    start(evening, seated(2, "a b e f", "c d late g"))
    submit(evening, result(2, 1, 942, 942), result(2, 2, 900, 984))
    start(evening, seated(3, "a c g e", "b d late f"))
    submit(evening, result(3, 1, 942, 942), result(3, 2, 901, 983))
    # late plays 900 and 901: the missed first round counts the average 900.5, rounded up.
    assert [(row.how, row.score) for row in sheet(evening, "late").rows] == [
        (How.MISSED, 901), (How.PLAYED, 900), (How.PLAYED, 901),
    ]  # fmt: skip
    assert [one.reason for one in ranking(evening).unranked] == ["withdrawn"]
    assert sheet(evening, "g").rows[0].score == 1000  # h's result stays for the others
    refused(evening, ScoreSet("late", 2, 942, "x"), reason="played")
    submit(evening, ScoreSet("late", 1, 942, "Zug verspätet"))
    assert sheet(evening, "late").total == 942 + 900 + 901


def test_sitting_out_counts_half_of_the_control_sum_if_the_organiser_says_so() -> None:
    evening = opened("tam2014-es", 5, rest=Rest.SIT_OUT, rounds=1, sit_out=SitOutScore.PAR)
    submit(start(evening), result(1, 1, 1000, 884))
    resting = evening.rounds[0].sitting_out[0]
    assert sheet(evening, resting).total == 942
    assert len(ranking(evening).rows) == 5


def test_an_excluded_player_is_replaced_and_not_ranked() -> None:
    evening = opened("nws2020", "abcdefgh")
    submit(evening, RoundsDrawn(EIGHT), RoundReleased(1))
    refused(evening, Excluded("b", "Streit", "turnierleiter"), "NWS-9-05", "warning-first")
    refused(evening, Warned("b", "Streit", "spieler"), reason="not-official")
    submit(evening, BreachNoted("b", "Zettel unter dem Tisch", "kontrolleur"), Warned("b", "Streit", "kontrolleur"))
    refused(evening, Excluded("b", "Streit", "turnierleiter"), "NWS-9-05", "warning-first")  # a further refusal is needed
    stored = [*evening.events, Excluded("b", "Streit", "turnierleiter")]  # what an earlier version took stays
    assert Evening.replay(evening.book, evening.setup, stored).players["b"].excluded == "Streit"
    submit(evening, BreachNoted("b", "Streit", "kontrolleur"), Excluded("b", "wieder Streit", "turnierleiter"))
    submit(evening, StandInNamed(1, 1, 1, "Jassleiter", "Ausschluss im 7. Spiel"), result(1, 1, 1000, 884), result(1, 2, 942, 942))
    assert sheet(evening, "d").rows[0].score == 884  # the result counts for the partner and the opponents
    assert sheet(evening, "d").rows[0].partner == "Jassleiter"
    assert evening.rounds[1].table(1).seats[1].stand_in == ""  # type: ignore[union-attr]  # stored per round, never per person
    refused(evening, RoundReleased(2), reason="seat-empty")
    submit(evening, StandInNamed(2, 1, 1, "Jassleiter"), RoundReleased(2))
    refused(evening, CheckedIn("b"), reason="excluded")
    assert ("b",) in [one.players for one in ranking(evening).unranked if one.reason == "excluded"]


def test_after_a_drop_out_the_rest_is_drawn_anew() -> None:
    evening = opened("nws2020", 16, rest=Rest.STAND_IN)
    submit(evening, evening.drawn(), RoundReleased(1))
    submit(evening, *(result(1, table, 942, 942) for table in (1, 2, 3, 4)), Withdrawn("p5", "muss heim"))
    refused(evening, RoundReleased(2), reason="seat-empty")
    submit(evening, evening.drawn())
    assert [one.number for one in evening.rounds] == [1, 2, 3]
    assert all("p5" not in one.players() for one in evening.rounds[1:])
    assert sum(seat.player is None for table in evening.rounds[1].tables for seat in table.seats) == 1
    submit(evening, RoundReleased(2))


def test_swapping_two_players_warns_and_is_refused_where_the_book_forbids_it() -> None:
    evening = submit(opened("nws2020", "abcdefgh"), RoundsDrawn(EIGHT))
    good = SeatsSwapped(3, "b", "d", "Rollstuhl")
    _, report = swapped(evening, good)
    assert report.partner_repeats == {("b", "f"): (2, 3), ("d", "h"): (2, 3)}
    refused(evening, good, "NWS-1-01", "partner-repeat")
    refused(evening, SeatsSwapped(3, "b", "x", "?"), reason="no-such-player")
    refused(evening, SeatsSwapped(3, "a", "g", ""), reason="reason-needed")
    submit(evening, SeatsSwapped(3, "a", "g", "Fensterplatz"))  # partners both: only the chairs change
    assert evening.rounds[2].table(1).players() == ("g", "c", "a", "e")  # type: ignore[union-attr]
    submit(evening, RoundReleased(1), result(1, 1, 942, 942))
    refused(evening, SeatsSwapped(1, "a", "e", "zu spät"), reason="has-result")


def test_results_are_refused_with_a_clear_word() -> None:
    evening = start(opened("nws2020", 8))
    refused(evening, result(1, 9, 942, 942), reason="no-such-table")
    refused(evening, result(4, 1, 942, 942), reason="no-such-round")
    refused(evening, result_entered(1, 1), reason="points-needed")
    refused(evening, result(1, 1, -5, 1889), reason="negative")
    assert refused(evening, result(1, 1, 942, 941), "NWS-7-05", "control-sum").facts["difference"] == -1
    wrong = ((100, 57),) * 11 + ((100, 56),)
    assert refused(evening, result_entered(1, 1, deals=wrong), "NWS-1-05", "deal-sum").facts["deal"] == 12
    refused(evening, result_entered(1, 1, deals=((100, 57),) * 11 + ((90, 60),), estimated=(12,)), "NWS-1-05", "deal-sum")
    submit(evening, result_entered(1, 1, deals=((100, 57),) * 11 + ((90, 67),), estimated=(12,)))
    assert (evening.result(1, 1).points, evening.result(1, 1).sheet.estimated) == ((1190, 694), (12,))  # type: ignore[union-attr]
    submit(evening, result_entered(1, 1, deals=wrong, decided_by="kontrolleur", reason="Fehler nicht zu finden"))
    assert evening.result(1, 1).rule == "NWS-7-05"  # type: ignore[union-attr]
    refused(evening, result(1, 1, 942, 942), reason="correction-reason")
    refused(evening, result_entered(1, 2, deals=((100, 57),) * 11), reason="too-few-deals")
    refused(evening, result_entered(1, 2, (1000, 884), deals=((157, 0),) * 12), reason="columns-differ")
    submit(evening, result_entered(1, 2, (1000, 883), decided_by="turnierleiter"))  # the official decides
    refused(evening, result_entered(1, 2, (1000, 880), decided_by="Hans", reason="x"), reason="not-official")


def test_a_match_bonus_belongs_to_the_control_sum() -> None:
    from tests.support import book

    evening = start(opened(book("nws2020", scoring__match_bonus=100), 4))
    refused(evening, result(1, 1, 1042, 942), reason="control-sum")
    submit(evening, result(1, 1, 1042, 942, matches=(1, 0)))
    deals = ((257, 0), *((100, 57),) * 11)
    submit(evening, result_entered(1, 1, deals=deals, matches=(1, 0), reason="einzeln nachgetragen"))
    assert evening.result(1, 1).points == (1357, 627)  # type: ignore[union-attr]


def test_confirmation_shows_a_difference() -> None:
    evening = start(opened("nws2020", 4))
    refused(evening, result_confirmed(1, 1, (942, 942)), reason="no-result")
    submit(evening, result(1, 1, 1000, 884))
    refused(evening, result_confirmed(1, 1, (884, 1000), by="Gegner"), reason="confirmation-differs")  # columns swapped
    submit(evening, result_confirmed(1, 1, (1000, 884), by="Gegner"))
    assert evening.confirmed == {(1, 1): "Gegner"}
    submit(evening, result(1, 1, 1001, 883, reason="verschrieben"))
    assert evening.confirmed == {}


def test_a_correction_takes_back_the_total_and_its_visa() -> None:
    evening = opened("nws2020", "abcd")
    submit(evening, RoundsDrawn((seated(1, "a b c d"), seated(2, "a c b d"), seated(3, "a b d c"))))
    for number in (1, 2, 3):
        submit(
            evening, RoundReleased(number), result(number, 1, 1000, 884), *(Signed(one, number, "kontrolleur") for one in "abcd")
        )
    submit(evening, TotalStated("a", 3000), Signed("a", 0, "kontrolleur"), HandedIn("a"))
    assert ranks(evening) == {"a": 1}
    submit(evening, result(2, 1, 990, 894, reason="Zeile 3", decided_by="kontrolleur"))
    assert ranks(evening) == {}
    submit(evening, TotalStated("a", 2990), Signed("a", 0, "kontrolleur"))
    assert ranks(evening) == {"a": 1}
    assert [version.reason for version in evening.results[2, 1]] == ["", "Zeile 3"]


def test_protests_have_a_form_a_period_and_an_outcome() -> None:
    evening = opened("tam2014-es", 4, date="2014-03-08")
    protest = ProtestFiled("p1", "2014-03-08", "2014-03-13", "Karte gezeigt", ("p2",))
    submit(evening, protest)
    late = ProtestFiled("p1", "2014-03-08", "2014-03-14", "Karte gezeigt", ("p2",))
    assert refused(evening, late, "TAM-ES-76", "protest-late").facts["last"] == "2014-03-13"
    refused(evening, ProtestFiled("p1", "2014-03-08", "2014-03-09", "x", ("p2",), written=False), reason="protest-oral")
    refused(evening, ProtestFiled("p1", "2014-03-08", "2014-03-09", "x"), reason="protest-incomplete")
    refused(evening, ProtestFiled("p1", "gestern", "2014-03-09", "x", ("p2",)), reason="not-a-date")
    refused(evening, ProtestDecided(1, True, "Neuansetzung", "spieler"), reason="not-official")
    submit(evening, ProtestDecided(1, False, "kein Verstoss", "jassleitung"))
    assert (evening.protests[0].upheld, evening.protests[0].decision) == (False, "kein Verstoss")
    refused(evening, ProtestDecided(1, True, "doch", "jassleitung"), reason="protest-decided")
    refused(evening, ProtestDecided(2, True, "?", "jassleitung"), reason="no-such-protest")


def test_a_closed_ranking_stays_as_it_is() -> None:
    evening = opened("ub2024", "abcd")
    for one in (seated(1, "a b c d"), seated(2, "a c b d"), seated(3, "a b d c")):
        start(evening, one)
        submit(evening, result_entered(one.number, 1, striche=(strich_row(1, 1, 2), strich_row())))
        submit(evening, *(Signed(player, one.number, "turnierleitung") for player in "abcd"))
    submit(evening, RankingClosed())
    before = ranking(evening)
    for event in (
        Signed("a", 1, "turnierleitung"), TotalStated("a", 12), HandedIn("a"), ScoreSet("a", 1, 5, "x"), PenaltyGiven("a", 1, "x"),
        Excluded("a", "x", "turnierleitung"), result_entered(1, 1, striche=(strich_row(), strich_row()), reason="x"),
    ):  # fmt: skip
        refused(evening, event, reason="ranking-closed")
    assert ranking(evening) == before


def test_a_penalty_has_a_reason_and_a_fine_its_article() -> None:
    """Nobody pays for what no rule names; with it the same fine is taken."""
    evening = opened("nws2020", "abcd")
    refused(evening, PenaltyGiven("a", 20, " "), reason="reason-needed")
    refused(evening, PenaltyGiven("a", 0, "Handy am Tisch", fine=500), reason="fine-article")
    refused(evening, PenaltyGiven("a", 0, "Handy am Tisch", "Hausordnung 3", fine=-500), reason="fine-article")
    assert evening.penalties == []
    submit(evening, PenaltyGiven("a", 0, "Handy am Tisch", "Hausordnung 3", fine=500))
    assert len(evening.penalties) == 1


def test_a_whole_deal_too_few_is_not_split_but_looked_at() -> None:
    evening = start(opened("tam2014-es", "abcd"), seated(1, "a b c d"))
    submit(evening, result(1, 1, 1000, 728))  # 156 missing are split
    refused(evening, result(1, 1, 1000, 727, reason="x"), "TAM-ES-66", "control-sum")  # 157: a deal is missing
    submit(evening, result(1, 1, 1000, 727, reason="Spiel 7 nicht gezählt", decided_by="jassleitung"))
    assert evening.result(1, 1).points == (1000, 727)  # type: ignore[union-attr]


def test_a_stand_in_moves_with_the_person() -> None:
    evening = submit(opened("tam2014-es", "abcdefgh"), RoundsDrawn((EIGHT[0],)))
    submit(evening, StandInNamed(1, 1, 0, "Helferin"), SeatsSwapped(1, "a", "e", "Tischwunsch"))
    first, second = evening.rounds[0].tables
    assert (first.seats[0].player, first.seats[0].stand_in) == ("e", "")
    assert (second.seats[0].player, second.seats[0].stand_in) == ("a", "Helferin")


def test_public_names_are_short_unless_agreed() -> None:
    evening = opened("tam2014-es", 0)
    submit(evening, Entered("1", "Anna von Grünigen"), Entered("2", "Beat Rüegg", public=True), Entered("3", "Zita"))
    assert [one.public_name for one in evening.players.values()] == ["Anna G.", "Beat Rüegg", "Zita"]
    submit(evening, Amended("1", "Anna von Grünigen", public=True))
    assert evening.players["1"].public_name == "Anna von Grünigen"
    submit(evening, Amended("1", "Anna von Grüningen"))  # who does not say so again has not agreed
    assert evening.players["1"].public_name == "Anna G."


def test_closing_and_reopening() -> None:
    evening = opened("tam2014-es", "abcd", rounds=1)
    refused(evening, RankingClosed(), reason="rounds-to-play")
    start(evening, seated(1, "a b c d"))
    refused(evening, RankingClosed(), reason="results-missing")
    submit(evening, result(1, 1, 942, 942), RankingClosed())
    refused(evening, result(1, 1, 943, 941, reason="x"), reason="ranking-closed")
    refused(evening, RankingClosed(), reason="ranking-closed")
    refused(evening, RankingReopened(" "), reason="reason-needed")
    submit(evening, RankingReopened("Rechenfehler"), result(1, 1, 943, 941, reason="nachgezählt"), RankingClosed())
    assert ranking(evening).final


def test_entries_and_wishes() -> None:
    evening = opened("tam2014-es", 16)
    refused(evening, Entered("p1", "Nochmals"), reason="player-twice")
    refused(evening, Entered("", "Ohne"), reason="no-id")
    refused(evening, Amended("p1", " "), reason="sheet-incomplete")
    submit(evening, Amended("p1", "Jürg Müller", club="JC Züri"), TableFixed("p1", 3), KeptApart("p2", "p3"))
    refused(evening, KeptApart("p2", "p2"), reason="apart-from-partner")
    refused(evening, TableFixed("p9", -1), reason="no-such-table")
    for _ in range(4):
        start(evening)
    assert {one.seat_of("p1")[0].number for one in evening.rounds} == {3}  # type: ignore[index]
    assert all(one.seat_of("p2")[0].number != one.seat_of("p3")[0].number for one in evening.rounds)  # type: ignore[index]
    pairs = opened("tam2014-ps", 8)
    refused(pairs, Entered("x", "X"), reason="pair-needed")
    refused(pairs, Entered("x", "X", pair="Paar 1"), reason="pair-full")


def test_a_draw_must_match_who_is_there() -> None:
    evening = opened("tam2014-es", "abcd")
    refused(evening, RoundsDrawn((seated(1, "a b c x"),)), reason="draw-roster")
    refused(evening, RoundsDrawn((seated(1, "a b c -"),)), reason="draw-roster")
    refused(evening, RoundsDrawn((seated(2, "a b c d"),)), reason="rounds-over")
    refused(evening, RoundsDrawn((seated(1, "a b c d", "a b c d"),)), reason="player-twice")


def test_a_book_without_tournament_needs_a_number_of_rounds() -> None:
    with pytest.raises(Exception, match="no-tournament"):
        Evening(load("jassregeln"), EveningSetup("Stammtisch"))
    evening = opened("jassregeln", "abcd", rounds=1)
    submit(start(evening, seated(1, "a b c d")), result(1, 1, 1012, 640))  # to a target: no control sum
    assert ranks(evening) == {"a": 1, "c": 1, "b": 3, "d": 3}


def test_an_average_is_of_all_rounds_that_were_played_rounded_half_up() -> None:
    """By hand: 900, 901 and 901 are 2702, a third of it is 900.67, so 901; 900, 901 and 900 give 900.33, so 900."""
    evening = opened("tam2014-es", "abcdefgh", rounds=4, sit_out=SitOutScore.PAR, missed=SitOutScore.AVERAGE)
    start(evening, EIGHT[0])
    submit(evening, result(1, 1, 1000, 884), result(1, 2, 1000, 884))
    enter(evening, "late")
    submit(evening, Withdrawn("h", "krank"))
    for number, tables in ((2, "a b e f/c d late g"), (3, "a c g e/b d late f"), (4, "a e d g/b f late c")):
        start(evening, seated(number, *tables.split("/")))
    for number, points in ((2, 900), (3, 901), (4, 901)):
        submit(evening, result(number, 1, 942, 942), result(number, 2, points, 1884 - points))
    assert [row.score for row in sheet(evening, "late").rows] == [901, 900, 901, 901]
    submit(evening, result(4, 2, 900, 984, by="x", reason="verzählt"))
    assert [row.score for row in sheet(evening, "late").rows] == [900, 900, 901, 900]


def test_who_leaves_before_the_only_round_has_withdrawn() -> None:
    evening = opened("tam2014-es", "abcde", rounds=1)
    submit(evening, Withdrawn("e", "krank"))
    start(evening, seated(1, "a b c d"))
    submit(evening, result(1, 1, 942, 942), RankingClosed())
    assert [(one.players, one.reason) for one in ranking(evening).unranked] == [(("e",), "withdrawn")]


def test_a_file_says_the_version_in_which_it_is_written() -> None:
    """The newest one: a program that knows only older ones must not read it as one of them."""
    plain = evening_to_plain(opened("nws2020", 4))
    assert plain["version"] == 2
    with pytest.raises(Unfit) as error:
        evening_from_plain(plain | {"version": 3})
    assert (error.value.place, error.value.facts) == ("version", {"version": 2})
