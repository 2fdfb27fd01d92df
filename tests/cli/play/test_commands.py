"""What else may be typed in the terminal: help, slate, rules, showing the hand."""

from __future__ import annotations

import re

import pytest

from puur.cli.terminal.desk import COMMANDS, command_of
from puur.core.events import Announced
from puur.core.mode import parse_mode
from puur.games.auction import Passed, Raised
from puur.games.showing import HandShown, PlayedOn
from puur.reglement import load
from tests.cli.play.kit import at_ends, first_lead, sit
from tests.games.table import begun, say
from tests.games.table import dealt as given
from tests.support import A, B, C


def test_help_slate_hand_and_rules_answer_and_change_nothing() -> None:
    game = first_lead("ub2024")
    before = list(game.events)
    text = sit(game, "?", "tafel", "hand", "regeln", "regeln ub-trick-06", "regeln XX-1")
    assert game.events == before
    assert "sichern und aufhören" in text
    assert "Wir (Ida + Carla): 0" in text
    assert "Fundstelle" in text  # UB-TRICK-06 itself
    assert "XX-1" in text
    assert "L ist ♠ (Schaufel)" in text  # French faces: how to type them


def test_who_plays_alone_may_show_the_hand() -> None:
    """A of a Pandur holds all of Eicheln; bots have it played on, since they cannot lose by that. (JR-REST-06, JR-REST-07)"""
    game = begun(load("pandur"), dealer=2)
    given(game, ["E9-A LK LA", "R9-A L9 LB", "S9-A LU LO"])
    say(game, Raised(A, 100), Passed(B), Passed(C), Announced(A, parse_mode("E")))
    text = " ".join(sit(game, "n", "n", "zeigen", "n", "zeigen", "j", "zeigen").split())
    assert text.count("Mit «zeigen» zeigst du die Karten") == 1  # once in a deal
    assert "Ist ein Gegner nicht einverstanden, wird ausgespielt" in text
    assert [event for event in game.events if isinstance(event, HandShown | PlayedOn)] == [HandShown(A), PlayedOn(B)]
    assert "Die Karten zeigt nur, wer allein spielt" in text
    assert "Die Karten zeigt nur, wer allein spielt" in sit(first_lead(), "zeigen")


def test_the_words_of_a_game_for_two() -> None:
    """Two alone are no "we"; what is asked is what the game asks, and advice names the card that is laid away."""
    text = at_ends("schaggi-haas", 7)[1]
    assert "Ida 0 · Beat 0 ──" in text
    assert "Wir" not in text
    assert "Besserst du? Vier Karten weg, vier verdeckte dafür." in text
    assert "Bietest du, oder passt du?" not in text
    assert not re.search("Vorschlag: legt", text)


def test_a_weis_is_no_promise_of_points_where_a_deal_is_written_at_its_end() -> None:
    """In the Aucho Striche are written: a Weis only helps to win. (JassWiki, Aucho)"""
    text = at_ends("aucho", 7)[1]
    assert "Höchster Weis: " in text
    assert "mit dem ersten eigenen Stich" not in text


def test_commands_work_in_every_language() -> None:
    assert {command_of(word) for word in ("hilfe", "aide", "aiuto", "help", "?", "HELP")} == {"help"}
    assert {command_of(word) for word in ("tafel", "ardoise", "lavagna", "slate")} == {"slate"}
    assert {command_of(word) for word in ("q", "quit", "ende", "esci")} == {"quit"}
    assert command_of("") is None
    assert set(COMMANDS) >= {"thanks", "stoeck", "rules", "why"}


def test_a_provision_is_told_in_the_language_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUUR_LANG", "fr")
    assert "qui a la couleur entamée doit la jouer" in " ".join(sit(first_lead("ub2024"), "regles UB-TRICK-06").split())
