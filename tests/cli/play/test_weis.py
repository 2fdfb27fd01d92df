"""Weis, Stöck and thanks in the terminal."""

from __future__ import annotations

from puur.cli.terminal.session import Session
from puur.core.events import HandsRecorded, StoeckShown, Thanked, WeisAdded, WeisAnnounced
from puur.core.game import Game
from tests.cli.play.kit import ENTER, NAMES, Paper, first_lead, played, sit
from tests.support import A, C, D, endgame, fill, table


def test_a_weis_is_offered_and_may_be_withheld() -> None:
    hands = {"A": "R6 R7 R8 R9 SA S8 LA L6 EU"}
    game = first_lead(**hands)
    text = sit(game, "j")
    assert "Du hast einen Weis zu 50: R6-R7-R8-R9" in text
    assert WeisAnnounced(A, 50) in game.events
    game = first_lead(**hands)
    text = sit(game, "n", "sa", ENTER)
    assert text.count("Weisen?") == 1
    assert played(game) == ["SA"]
    assert not any(isinstance(event, WeisAnnounced) and event.seat == A for event in game.events)


def test_a_bad_answer_asks_again() -> None:
    game = first_lead(A="R6 R7 R8 R9 SA S8 LA L6 EU")
    text = sit(game, "vielleicht", ENTER)
    assert "«vielleicht» verstehe ich nicht: j oder n." in text
    assert WeisAnnounced(A, 50) in game.events


def test_further_weise_are_offered_after_the_first_trick() -> None:
    # Nobody else holds more than a run of three.
    others = {"B": "E6 E8 EO RB RA S9 SU L6 LU", "C": "E7 EB EK RU RK SB SO L7 LK", "D": "EA RO SK SA L8 L9 LB LO LA"}
    game = first_lead(A="R6 R7 R8 R9 S6 S7 S8 EU E9", **others)
    text = sit(game, ENTER, "eu", ENTER, ENTER)
    assert "Weitere von dir: S6-S7-S8" in text
    assert any(isinstance(event, WeisAdded) and event.seat == A for event in game.events)


def stoeck_table() -> Game:
    return endgame("jassregeln", "E", leader=A, A="EK EO S9", B="R6 R7 R8", C="S6 S7 S8", D="L6 L7 L8", names=NAMES)


def test_stoeck_are_offered_with_the_second_card_and_may_be_withheld() -> None:
    game = stoeck_table()
    text = sit(game, "ek", ENTER, "eo", ENTER, ENTER)
    assert "Du hast die Stöck, sie zählen 20." in text
    assert StoeckShown(A) in game.events
    game = stoeck_table()
    assert sit(game, "ek", ENTER, "eo", ENTER, "n", width=80).count("Zeigen?") == 1
    assert StoeckShown(A) not in game.events


def test_the_command_for_stoeck_is_refused_too_early() -> None:
    game = stoeck_table()
    assert "Die Stöck zeigt man mit der zweiten der beiden Karten." in sit(game, "stöck")
    assert StoeckShown(A) not in game.events


def test_thanks_are_offered_where_the_book_waits_for_them() -> None:
    game = table("jassregeln", totals=(1003, 0), names=NAMES)
    game.submit(HandsRecorded(D, fill()))
    paper = Paper([ENTER])
    Session(game, 1, paper, lambda: None).run()
    assert "Ihr habt 1003 Punkte, das Ziel ist 1000" in paper.text
    assert game.events[-1] == Thanked(A)
    assert "Gewonnen: Wir (Ida + Carla), durch Bedanken." in paper.text


def test_thanks_may_be_withheld_and_the_partner_does_not_say_it_instead() -> None:
    game = table("jassregeln", totals=(1003, 0), names=NAMES)
    game.submit(HandsRecorded(D, fill()))
    sit(game, "n", "schieben")
    assert not game.over
    assert game.deal.announcer == C


def test_false_thanks_are_asked_twice_and_lose_the_game() -> None:
    # JR-BED-06: without enough points the game is lost.
    game = first_lead()
    text = sit(game, "bedanken", ENTER)
    assert "Euch fehlen noch 1000 Punkte." in text
    assert "Falsch bedankt heisst verloren (JR-BED-06)." in text
    assert not game.over
    paper = Paper(["bedanken", "j"])
    Session(game, 1, paper, lambda: None).run()
    assert game.winner == 1
    assert "weil falsch bedankt wurde" in paper.text


def test_false_thanks_under_ajz_cost_penalty_points_and_the_game_goes_on() -> None:
    game = first_lead("ajz08")
    text = sit(game, "bedanken", "j")
    assert "500 Strafpunkte" in text
    assert not game.over
    assert game.penalties[0][:2] == (A, 500)


def test_opponents_who_are_out_thank() -> None:
    game = table("jassregeln", totals=(0, 1000), names=NAMES)
    game.submit(HandsRecorded(D, fill()))
    paper = Paper()
    Session(game, 1, paper, lambda: None).run()
    assert game.winner == 1
