"""Irregularities around the play under TAM 2014: dealing, officials, protests, variants played twice."""

from __future__ import annotations

import pytest

from puur.core.effects import DealVoid, TrickTo
from puur.core.errors import RuleViolation
from puur.core.events import Announced, HandsRecorded, IncidentReported
from puur.core.mode import OBENABE, parse_mode
from puur.core.setup import Playing
from puur.core.view import view_of
from puur.evening.evening import Evening
from puur.evening.events import Entered, ProtestFiled
from puur.evening.state import EveningSetup
from puur.referee import decide, event_of, rule
from tests.referee.tools import free, report, settle
from tests.support import A, B, C, D, book, fill, play, submit, table

P1, P2, P3, P4 = A, B, C, D
BOOK = "tam2014-es"
ADDRESS = "Trumpf-As AG, Postfach 59, CH-7204 Igis"


@pytest.mark.rule("TAM-ES-31", "TAM-ES-32")
@pytest.mark.parametrize(("offence", "rule"), [("misdeal", "TAM-ES-31"), ("exposed-card", "TAM-ES-32")])
def test_tam_es_31_32_the_same_dealer_deals_again(offence: str, rule: str) -> None:
    game = free(BOOK, None)
    ruling = report(game, offence, P4, by=P2)
    assert (ruling.effects, ruling.provisions) == ((DealVoid(P4),), (rule,))
    settle(game, ruling)
    assert game.next_dealer() == P4
    submit(game, HandsRecorded(P4, fill()))
    assert (game.deal.speaker, game.totals()) == (P1, (0, 0))


@pytest.mark.rule("TAM-ES-34")
def test_tam_es_34_the_partner_waits_for_the_decision() -> None:
    game = free(BOOK, None)
    assert view_of(game, P3).hand_hidden
    ruling = report(game, "picked-up-early", P3)
    assert (ruling.official, ruling.decided, ruling.provisions) == ("jassleitung", False, ("TAM-ES-34",))
    submit(game, Announced(P1, OBENABE))
    assert len(view_of(game, P3).hand) == 9
    assert not report(game, "picked-up-early", P3).upheld


@pytest.mark.rule("TAM-ES-73", "TAM-CP-45")
@pytest.mark.parametrize(("key", "cited"), [(BOOK, "TAM-ES-73"), ("tam2014-cp", "TAM-CP-45")])
def test_tam_es_73_cp_45_the_jassleitung_alone_decides(key: str, cited: str) -> None:
    game = free(BOOK, "E")
    game.book = book(key)
    opened = rule(game, IncidentReported("dispute", P1))
    assert (opened.provisions[0], opened.official, opened.decided) == (cited, "jassleitung", False)


@pytest.mark.rule("TAM-ES-74")
def test_tam_es_74_a_ruling_takes_effect_at_once_and_without_appeal() -> None:
    """'Trick 1 to Team 1' moves its points immediately."""
    game = free(BOOK, "E", {"A": "E6 E7", "B": "EA EB", "C": "E8 E9", "D": "EK EO"})
    play(game, "E6 EA E8 EK")
    assert game.deal.points == [0, 15]
    opened = rule(game, IncidentReported("dispute", P2))
    submit(game, event_of(decide(opened, "jassleitung", (TrickTo(0, 1),))))
    assert game.deal.points == [15, 0]


def protest(**changes) -> ProtestFiled:
    given = {"incident": "2014-03-08", "sent": "2014-03-13", "account": "what happened", "persons": ("P1", "P2")}
    return ProtestFiled("p1", **{**given, **changes})


def refusal_of(key: str, filed: ProtestFiled) -> str:
    """The provision by which an evening under this book refuses a protest."""
    evening = Evening(book(key), EveningSetup("Abend", "2014-03-08", "1"))
    evening.submit(Entered("p1", "Anna", pair="1" if key == "tam2014-cp" else ""))
    with pytest.raises(RuleViolation) as refusal:
        evening.submit(filed)
    evening.submit(protest())  # complete and in time; no witnesses are needed
    return refusal.value.rule


@pytest.mark.rule("TAM-ES-75", "TAM-ES-76", "TAM-ES-77", "TAM-ES-78")
@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"written": False}, "TAM-ES-75"),
        ({"sent": "2014-03-14"}, "TAM-ES-76"),
        ({"sent": "2014-03-07"}, "TAM-ES-76"),  # before the incident
        # "innert 5 Tagen … des Vorfalls": which was on this evening, or in its night, and not when somebody says so.
        ({"incident": "2014-03-10", "sent": "2014-03-15"}, "TAM-ES-76"),
        ({"incident": "2014-03-07", "sent": "2014-03-08"}, "TAM-ES-76"),
        ({"incident": "2014-03-09", "sent": "2014-03-15"}, "TAM-ES-76"),  # one minute after midnight: until the 14th
        ({"incident": "2013-03-08", "sent": "2013-03-09"}, "TAM-ES-76"),
        ({"persons": ()}, "TAM-ES-77"),
        ({"account": " "}, "TAM-ES-77"),
    ],
)
def test_tam_es_75_76_77_a_protest_is_written_in_time_and_complete(changes: dict[str, object], rule: str) -> None:
    assert refusal_of(BOOK, protest(**changes)) == rule
    assert book(BOOK).referee.protest_to == ADDRESS


@pytest.mark.rule("TAM-ES-76", "TAM-CP-47")
@pytest.mark.parametrize("key", [BOOK, "tam2014-ps", "tam2014-cp"])
@pytest.mark.parametrize(
    ("incident", "sent"), [("2014-03-08", "2014-03-08"), ("2014-03-08", "2014-03-13"), ("2014-03-09", "2014-03-14")]
)
def test_tam_es_76_cp_47_the_fifth_day_is_in_time(key: str, incident: str, sent: str) -> None:
    evening = Evening(book(key), EveningSetup("Abend", "2014-03-08", "1"))
    evening.submit(Entered("p1", "Anna", pair="" if key == BOOK else "1"))
    evening.submit(protest(incident=incident, sent=sent))
    assert [(filed.sent, filed.upheld) for filed in evening.protests] == [(sent, None)]


@pytest.mark.rule("TAM-CP-46", "TAM-CP-47", "TAM-CP-48", "TAM-CP-49")
@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"written": False}, "TAM-CP-46"),
        ({"sent": "2014-03-14"}, "TAM-CP-47"),
        ({"incident": "2014-09-20", "sent": "2014-09-25"}, "TAM-CP-47"),
        ({"account": ""}, "TAM-CP-48"),
    ],
)
def test_tam_cp_46_47_48_a_protest_in_the_coiffeur(changes: dict[str, object], rule: str) -> None:
    assert refusal_of("tam2014-cp", protest(**changes)) == rule
    assert book("tam2014-cp").referee.protest_to == ADDRESS


@pytest.mark.rule("TAM-CP-21", "TAM-CP-22", "TAM-CP-23")
def test_tam_cp_21_22_23_the_referee_names_the_provisions_of_a_variant_played_twice() -> None:
    """The core counts it (tests of the Coiffeur); asked, the referee says why."""
    game = table("tam2014-cp", playing=Playing.FREE)
    submit(game, HandsRecorded(P4, fill()), Announced(P1, parse_mode("E"), "E"))
    ruling = report(game, "played-variant", P1)
    assert ruling.provisions[0].startswith("TAM-CP-2")
    assert not report(free(BOOK, "E"), "played-variant", P1).upheld
