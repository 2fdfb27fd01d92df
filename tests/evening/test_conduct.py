"""Conduct at an evening: accepting the rules, warnings, exclusion, disputes at a table, the player's own word."""

from __future__ import annotations

import pytest

from puur.core.striche import Striche
from puur.evening.evening import Evening
from puur.evening.events import (
    BreachNoted,
    CheckedIn,
    DisputeDecided,
    DisputeRaised,
    Disqualified,
    Entered,
    Excluded,
    HonourConfirmed,
    RankingClosed,
    Signed,
    Warned,
)
from puur.evening.files import evening_from_plain, evening_to_plain
from puur.evening.ranking import ranking
from puur.evening.seats import stand_ins
from puur.evening.sheets import sheet
from tests.evening.evenings import opened, refused, result, result_confirmed, result_entered, start, submit
from tests.support import book


@pytest.mark.rule("NWS-9-07", "UB-BASIS-02")
@pytest.mark.parametrize(("book", "rule"), [("nws2020", "NWS-9-07"), ("ub2024", "UB-BASIS-02")])
def test_nobody_takes_part_without_accepting_the_rules(book: str, rule: str) -> None:
    evening = submit(opened(book, 4), Entered("x", "X", email="x@example.org"))
    refused(evening, CheckedIn("x", 500), rule, "rules-not-accepted")
    assert evening.players["x"].paid == 0  # a refusal takes no money either
    stored = Evening.replay(evening.book, evening.setup, [*evening.events, CheckedIn("x")])  # from before anybody was asked
    assert stored.players["x"].here
    assert evening_from_plain(evening_to_plain(stored)).players["x"].here
    submit(stored, CheckedIn("x", 500))  # and pays without being asked again
    submit(evening, CheckedIn("x", accepted=True))
    assert (evening.players["x"].here, evening.players["x"].accepted) == (True, True)
    submit(opened("tam2014-es", 4), Entered("x", "X"), CheckedIn("x"))  # a book that does not ask


@pytest.mark.rule("NWS-9-05", "NWS-9-06")
def test_nws_9_05_after_a_warning_and_a_further_refusal_a_jassleiter_finishes_for_the_excluded() -> None:
    evening = start(opened("nws2020", 8))
    out = Excluded("p2", "laut", "turnierleiter")
    refused(evening, out, "NWS-9-05", "warning-first")
    submit(evening, BreachNoted("p2", "laut", "kontrolleur"), Warned("p2", "laut", "kontrolleur"))
    refused(evening, out, "NWS-9-05", "warning-first")
    submit(evening, BreachNoted("p2", "wieder laut", "kontrolleur"), out)
    name = evening.book.referee.substitute
    assert name == "Jassleiter"
    submit(evening, *stand_ins(evening, "p2", name, "laut", all_rounds=True))
    seat = evening.rounds[0].seat_of("p2")
    assert seat is not None
    table, place = seat
    assert table.seats[place].stand_in == "Jassleiter"
    submit(evening, result(1, table.number, 1000, 884))
    partner = table.partner(place, evening.sides)
    assert partner is not None
    assert sheet(evening, partner.player or "").rows[0].score in (1000, 884)  # it counts for the partner
    assert [(line.players, line.reason, line.rule) for line in ranking(evening).unranked if line.players == ("p2",)] == [
        (("p2",), "excluded", "NWS-9-05")
    ]


@pytest.mark.rule("UB-CONDUCT-04")
def test_ub_conduct_04_a_recorded_breach_is_disqualified_and_never_drawn_again() -> None:
    evening = opened("ub2024", 8)
    out = Disqualified("p2", "Kartensprache", "turnierleitung")
    refused(evening, out, "UB-CONDUCT-04", "no-disqualification")
    refused(evening, BreachNoted("p2", "Kartensprache", "players"), reason="not-official")
    submit(evening, BreachNoted("p2", "Kartensprache", "turnierleitung"))
    refused(evening, Disqualified("p2", "Kartensprache", "players"), reason="not-official")
    submit(evening, out)
    assert [(line.reason, line.rule) for line in ranking(evening).unranked if line.players == ("p2",)] == [
        ("disqualified", "UB-CONDUCT-04")
    ]
    assert "p2" not in evening.playing()
    other = submit(opened("nws2020", 4), BreachNoted("p2", "laut", "kontrolleur"))
    refused(other, Disqualified("p2", "laut", "turnierleiter"), reason="no-disqualification")  # the book has none


@pytest.mark.rule("NWS-9-03", "NWS-9-04", "TAM-ES-73", "TAM-ES-74", "TAM-CP-45")
@pytest.mark.parametrize(
    ("book", "first", "rule"),
    [
        ("nws2020", "kontrolleur", "NWS-9-02"),
        ("tam2014-es", "jassleitung", "TAM-ES-73"),
        ("tam2014-cp", "jassleitung", "TAM-CP-45"),
    ],
)
def test_nws_9_03_a_table_waits_until_somebody_entitled_decides(book: str, first: str, rule: str) -> None:
    evening = start(opened(book, 8, rounds=0 if book != "tam2014-cp" else 3))
    refused(evening, DisputeDecided(1, 1, "x", first), rule, "no-dispute")
    submit(evening, DisputeRaised(1, 1, "Wem gehört der vierte Stich?"))
    refused(evening, DisputeRaised(1, 1, "noch einmal"), rule, "dispute-open")
    refused(evening, result(1, 1, 1000, 884), rule, "dispute-open")
    refused(evening, DisputeDecided(1, 1, "uns", "players"), rule, "not-official")
    submit(evening, DisputeDecided(1, 1, "Team 1", first))
    assert not evening.disputes[1, 1].open  # at once, without anybody's consent
    refused(evening, DisputeDecided(1, 1, "Team 2", "players"), rule, "not-official")
    if book == "nws2020":
        submit(evening, DisputeDecided(1, 1, "Team 2", "turnierleiter"))
        refused(evening, DisputeDecided(1, 1, "Team 1", "kontrolleur"), rule, "not-official")
        assert evening.disputes[1, 1].decision == "Team 2"


@pytest.mark.rule("TAM-ES-74")
def test_tam_es_74_a_decision_lets_the_result_in_at_once_and_a_later_dispute_holds_the_confirmation_up() -> None:
    evening = start(opened("tam2014-es", 4, rounds=1))
    submit(evening, DisputeRaised(1, 1, "x"), DisputeDecided(1, 1, "24 Punkte an Team 1", "jassleitung"), result(1, 1, 966, 918))
    submit(evening, DisputeRaised(1, 1, "y"))
    refused(evening, result_confirmed(1, 1), "TAM-ES-73", "dispute-open")
    refused(evening, RankingClosed(), "TAM-ES-73", "dispute-open")
    submit(evening, DisputeDecided(1, 1, "bleibt", "jassleitung"), result_confirmed(1, 1), RankingClosed())


def test_players_settle_a_dispute_where_the_book_lets_them() -> None:
    evening = submit(start(opened("ub2024", 4)), DisputeRaised(1, 1, "x"), DisputeDecided(1, 1, "", "players"))
    assert not evening.disputes[1, 1].open


@pytest.mark.rule("UB-SHEET-05")
def test_ub_sheet_05_a_pair_is_confirmed_by_the_word_of_both() -> None:
    """ "Ich bestätige hiermit …" is what each player signs; a book with pairs that asks for it needs both."""
    evening = opened(book("tam2014-ps", referee__confirm_result=True), 4, rounds=1)
    submit(start(evening), result_entered(1, 1, points=(1000, 884)), RankingClosed())
    submit(evening, HonourConfirmed("p1", "2014-09-20"))
    assert all(line.unconfirmed for line in ranking(evening).rows)
    submit(evening, HonourConfirmed("p2", "2014-09-20"))
    assert [line.players for line in ranking(evening).rows if not line.unconfirmed] == [("p1", "p2")]


@pytest.mark.rule("UB-SHEET-05")
def test_ub_sheet_05_unconfirmed_until_the_player_has_given_their_word() -> None:
    evening = opened("ub2024", 4)
    refused(evening, HonourConfirmed("p1", "2024-10-24"), reason="rounds-missing")
    for number in range(1, evening.planned + 1):
        submit(start(evening), result_entered(number, 1, striche=(Striche(2, 1, 2), Striche(1, 0, 0))))
        submit(evening, *(Signed(player, number, "turnierleitung") for player in evening.players))
    submit(evening, RankingClosed())
    assert all(line.unconfirmed for line in ranking(evening).rows)
    refused(evening, HonourConfirmed("p1", "gestern"), "UB-SHEET-05", "not-a-date")
    submit(evening, HonourConfirmed("p1", "2024-10-24"))
    assert [line.players for line in ranking(evening).rows if not line.unconfirmed] == [("p1",)]
