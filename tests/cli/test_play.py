"""Playing in the terminal: a session on a screen of its own, and the real command in a process of its own."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from puur.cli import app, settings
from puur.cli.errors import UserError
from puur.cli.terminal import saving
from puur.cli.terminal.board import hand_cards
from puur.cli.terminal.desk import COMMANDS, command_of
from puur.cli.terminal.host import PERSON, new_game, next_event
from puur.cli.terminal.screen import Leave
from puur.cli.terminal.session import Session
from puur.cli.terminal.skin import Skin, in_order
from puur.core.cards import CARDS, CardSet, parse_card
from puur.core.events import Announced, CardPlayed, Cut, HandsRecorded, Pushed, StoeckShown, Thanked, WeisAdded, WeisAnnounced
from puur.core.faces import Faces
from puur.core.form import players_of
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.setup import Setup
from puur.core.view import view_of
from puur.games.auction import Passed, Raised
from puur.games.showing import HandShown, PlayedOn
from puur.notation import Record, parse_jass
from puur.reglement import load, shipped
from puur.words import LANGUAGES
from tests.games.table import begun, say
from tests.games.table import dealt as given
from tests.support import A, B, C, D, dealt, endgame, fill, table

NAMES = ("Ida", "Beat", "Carla", "Dario")
ENTER = ""


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "_settings", None)
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("NO_COLOR", "1")


class Paper:
    """A screen without a terminal: given lines in, text out; when the lines are used up, the person leaves."""

    def __init__(self, lines: Sequence[str] = (), width: int = 80, for_ever: str | None = None) -> None:
        self.lines, self.width, self.for_ever = list(lines), width, for_ever
        self.asked: list[str] = []
        self._out = io.StringIO()
        self._console = Console(file=self._out, width=width, highlight=False, color_system=None)

    def show(self, *pieces: RenderableType) -> None:
        for piece in pieces:
            self._console.print(piece)

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        self._out.write(prompt)
        if not self.lines and self.for_ever is None:
            raise Leave("end")
        line = self.lines.pop(0) if self.lines else str(self.for_ever)
        self._out.write(f"{line}\n")
        return line

    @property
    def text(self) -> str:
        return self._out.getvalue()


def sit(game: Game, *lines: str, width: int = 80, confirm: bool = True, seed: int = 1, faces: Faces | None = None) -> str:
    """What the person sees when typing these lines and then leaving; the game is changed by it."""
    paper = Paper(lines, width)
    with pytest.raises(Leave):
        Session(game, seed, paper, lambda: None, faces=faces, confirm=confirm).run()
    return paper.text


def sat_down(key: str, seed: int) -> Game:
    """A game under this book with as many players as it is mostly played by, as the command seats them."""
    rules = load(key)
    return new_game(rules, Setup(names=NAMES[: players_of(rules)]), seed)


def at_ends(key: str, seed: int, *, width: int = 80) -> tuple[Game, str]:
    """A whole game in which the person only ever presses Enter."""
    game = sat_down(key, seed)
    paper = Paper(width=width, for_ever=ENTER)
    Session(game, seed, paper, lambda: None).run()
    return game, paper.text


def played(game: Game) -> list[str]:
    """The cards that the person has played."""
    return [str(event.card) for event in game.events if isinstance(event, CardPlayed) and event.seat == PERSON]


def first_lead(key: str = "jassregeln", mode: str = "E", **hands: str) -> Game:
    """A deal in which the person leads to the first trick; hands without a Weis."""
    rest = {"A": "EU E9 RA R8 SA S8 LA L8 L6"} | hands
    return dealt(key, mode, hands=fill(**rest), names=NAMES)


# ---- cards as they are typed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("faces", list(Faces))
def test_every_card_reads_back_as_it_is_shown(faces: Faces, lang: str) -> None:
    skin = Skin(faces, lang)
    assert [skin.parse(skin.sign(card)) for card in CARDS] == list(CARDS)
    assert [skin.parse(skin.sign(card).lower()) for card in CARDS] == list(CARDS)


@pytest.mark.parametrize(
    ("faces", "typed", "expected"),
    [
        (Faces.GERMAN, "E9", "E9"),
        (Faces.GERMAN, "e9", "E9"),
        (Faces.GERMAN, " e 9 ", "E9"),
        (Faces.GERMAN, "♦9", "E9"),
        (Faces.GERMAN, "eb", "EB"),  # the Banner
        (Faces.GERMAN, "lu", "LU"),
        (Faces.GERMAN, "Schilte-Under", "LU"),
        (Faces.GERMAN, "e10", "EB"),
        (Faces.FRENCH, "♦9", "E9"),
        (Faces.FRENCH, "e9", "E9"),
        (Faces.FRENCH, "eb", "EU"),  # the screen shows ♦B, the Bube
        (Faces.FRENCH, "e10", "EB"),
        (Faces.FRENCH, "eu", "EU"),  # the letters of the record work too
        (Faces.FRENCH, "sd", "SO"),
        (Faces.FRENCH, "Herz Dame", "RO"),
        (Faces.GERMAN, "x9", None),
        (Faces.GERMAN, "e", None),
        (Faces.GERMAN, "", None),
        (Faces.FRENCH, "e99", None),
    ],
)
def test_cards_may_be_typed_in_several_ways(faces: Faces, typed: str, expected: str | None) -> None:
    found = Skin(faces, "de").parse(typed)
    assert (found and str(found)) == expected


def test_a_hand_is_sorted_with_trumps_first_and_the_strong_cards_in_front() -> None:
    hand = CardSet.parse("E6 E9 EU R6 RA L7 LK S8 S9")
    assert [str(card) for card in in_order(hand, parse_mode("E"))] == ["EU", "E9", "E6", "RA", "R6", "S9", "S8", "LK", "L7"]
    assert [str(card) for card in in_order(hand, parse_mode("undeufe"))] == ["E6", "E9", "EU", "R6", "RA", "S8", "S9", "L7", "LK"]
    assert [str(card) for card in in_order(hand, None)] == ["EU", "E9", "E6", "RA", "R6", "S9", "S8", "LK", "L7"]


# ---- playing a card --------------------------------------------------------------------------------------------------


def test_a_card_is_raised_and_counts_with_enter() -> None:
    game = first_lead()
    text = sit(game, "e9", ENTER)
    assert played(game) == ["E9"]
    assert "E9 spielen? Enter = ja, u = zurück:" in text


def test_a_slip_is_taken_back_before_it_counts() -> None:
    game = first_lead()
    sit(game, "e9", "u", "ra")
    assert played(game) == []
    sit(game, "e9", "u", "ra", ENTER)
    assert played(game) == ["RA"]


def test_another_card_may_be_typed_instead_of_confirming() -> None:
    game = first_lead()
    sit(game, "e9", "ra", ENTER)
    assert played(game) == ["RA"]


def test_a_card_may_be_typed_by_its_number() -> None:
    game = first_lead()
    third = hand_cards(view_of(game, A))[2]
    sit(game, "3", ENTER)
    assert played(game) == [str(third)]


def test_without_confirming_a_card_counts_at_once() -> None:
    game = first_lead()
    sit(game, "e9", confirm=False)
    assert played(game) == ["E9"]


def test_enter_alone_shows_advice_that_a_second_enter_accepts() -> None:
    game = first_lead()
    text = sit(game, ENTER)
    assert "Vorschlag: " in text
    assert played(game) == []
    sit(game, ENTER, ENTER)
    assert len(played(game)) == 1


@pytest.mark.parametrize("typed", ["xyz", "0", "10", "99", "E9 E8", "\x1b[31m", "ä" * 500, "-1", "\u0661"])
def test_bad_input_gives_one_clear_line_and_the_question_again(typed: str) -> None:
    game = first_lead()
    text = sit(game, typed, "e9", ENTER)
    assert played(game) == ["E9"]
    assert "verstehe ich nicht" in text
    assert "\x1b" not in text.replace(typed + "\n", "")


def test_a_forbidden_card_is_refused_with_reason_and_provision() -> None:
    # Rosen are led and the person has some: L8 neither follows nor cuts. (JR-PLAY-05)
    game = endgame("jassregeln", "E", leader=D, A="R8 L8 E6", B="R6 S6 S9", C="RA S7 SU", D="R7 S8 SO", names=NAMES)
    game.submit(CardPlayed(D, parse_card("R7")))
    text = sit(game, "l8", "2")
    assert "L8 geht nicht: Rosen ist angespielt, und du hast Rosen. (JR-PLAY-05)" in text
    assert played(game) == []
    number = [str(card) for card in hand_cards(view_of(game, A))].index("L8") + 1
    assert "L8 geht nicht" in sit(game, str(number))


def test_only_playable_cards_have_a_number() -> None:
    game = endgame("jassregeln", "E", leader=D, A="R8 L8 E6", B="R6 S6 S9", C="RA S7 SU", D="R7 S8 SO", names=NAMES)
    game.submit(CardPlayed(D, parse_card("R7")))
    rows = sit(game).splitlines()
    numbers = rows[next(place for place, row in enumerate(rows) if "R8" in row) - 1]
    assert numbers.split() == ["1", "2", "-"]  # E6, R8, L8


@pytest.mark.parametrize("asked", ["!", "! l8", "!l8", "warum", "warum L8", "why l8", "pourquoi l8", "perché l8"])
def test_why_explains_with_the_text_of_the_provision(asked: str) -> None:
    game = endgame("jassregeln", "E", leader=D, A="R8 L8 E6", B="R6 S6 S9", C="RA S7 SU", D="R7 S8 SO", names=NAMES)
    game.submit(CardPlayed(D, parse_card("R7")))
    text = sit(game, asked)
    assert "L8 geht nicht" in text
    assert "JR-PLAY-05: " in text
    assert played(game) == []


def test_why_also_says_what_is_allowed() -> None:
    game = first_lead()
    assert "Du darfst jede Karte spielen." in sit(game, "!")
    assert "E9 darfst du spielen." in sit(game, "! e9")
    assert "verstehe ich nicht" in sit(game, "! zz")
    assert played(game) == []


# ---- the commands ----------------------------------------------------------------------------------------------------


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


# ---- cut, bidding ----------------------------------------------------------------------------------------------------


def cutting(key: str = "ub2024") -> Game:
    """A table whose first dealer sits after the person, so that the person cuts."""
    game = table(key, first_dealer=B, names=NAMES)
    event = next_event(game, 1)
    assert event is not None
    game.submit(event)
    return game


@pytest.mark.parametrize(("typed", "lifted"), [(ENTER, 18), ("7", 7), ("35", 35)])
def test_the_person_cuts(typed: str, lifted: int) -> None:
    game = cutting()
    sit(game, typed)
    assert Cut(A, lifted) in game.events


def test_a_cut_that_is_too_small_is_refused_with_its_provision() -> None:
    game = cutting()
    text = sit(game, "2", "zwei")
    assert "2 Karten abheben geht nicht: 3 bis 35. (UB-DEAL-05)" in text
    assert "verstehe ich nicht" in text
    assert not any(isinstance(event, Cut) for event in game.events)


def bidding(key: str, **hands: str) -> Game:
    return dealt(key, hands=fill(**hands), names=NAMES)


@pytest.mark.parametrize(
    ("typed", "mode"),
    [("1", "E"), ("3", "S"), ("5", "obenabe"), ("ob", "obenabe"), ("Undeufe", "undeufe"), ("schau", "L"), ("herz", "R")],
)
def test_announcing_by_number_or_name(typed: str, mode: str) -> None:
    game = bidding("ub2024")
    sit(game, typed)
    assert Announced(A, parse_mode(mode)) in game.events


def test_factors_are_shown_and_pushing_is_offered() -> None:
    game = bidding("ub2024")
    text = sit(game, "schieben")
    for line in ("1 Ecke ♦ ×1", "4 Schaufel ♠ ×2", "6 Undeufe ×3", "s Schieben"):
        assert line in text
    assert "Ida: geschoben" in text


def test_advice_for_the_bidding_has_to_be_accepted() -> None:
    game = bidding("ub2024", A="EU E9 EA EK E8 RA R6 S7 L7")
    text = sit(game, ENTER, "u")
    assert "Vorschlag: Ecke ♦" in text
    assert game.deal.mode is None
    sit(game, ENTER, ENTER)
    assert game.deal.mode == parse_mode("E")


def test_a_trio_is_narrowed_down_and_one_may_go_back() -> None:
    game = bidding("tam2014-cp")
    text = sit(game, "trio", "u", "9", "3", "1")
    assert text.count("Wie genau?") == 3
    said = next(event for event in game.events if isinstance(event, Announced))
    assert (said.variant, said.mode.kind.value, str(said.mode.trump)) == ("trio", "trio", "S")


def test_the_joker_may_be_anything() -> None:
    game = bidding("tam2014-cp")
    sit(game, "joker", "obenabe")
    assert Announced(A, parse_mode("obenabe"), "joker") in game.events


def test_jr_trump_01_a_card_led_without_a_word_shows_trump() -> None:
    game = bidding("jassregeln", A="EU E9 RA R8 SA S8 LA L8 L6")
    sit(game, "ra")
    assert game.deal.mode == parse_mode("R")
    refused = sit(bidding("nws2020"), "e6")  # NWS-4-05: announced or not at all
    assert "Zuerst muss Ida ansagen. (NWS-4-05)" in refused


def test_the_partner_leaves_the_cards_until_the_decision() -> None:
    # AJZ-2.2.1-13: A is the partner of C, who speaks first.
    paper = Paper()
    game = dealt("ajz08", hands=fill(C="L7"), dealer=B, names=NAMES)
    assert view_of(game, A).hand_hidden
    with pytest.raises(Leave):
        Session(game, 1, paper, lambda: None).run()
    before = paper.text.split("Carla: ")[0]
    assert not re.search(r"[ERSL][6789BUOKA]\b", before)


# ---- Weis, Stöck, thanks ---------------------------------------------------------------------------------------------


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


# ---- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", shipped())
def test_a_whole_game_by_enter_alone(key: str) -> None:
    game, text = at_ends(key, 4)
    assert game.over
    assert ("Gewonnen: " in text) == bool(game.form.winners(game))  # two may win together, as in the Bieter
    assert text.count("Ende von Spiel") == len(game.finished_deals)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["ub2024", "tam2014-cp"])
def test_every_language_has_words_for_a_whole_game(key: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUUR_LANG", lang)
    game, text = at_ends(key, 3)
    assert game.over
    assert "{" not in text


@pytest.mark.parametrize("width", [32, 60, 80])
@pytest.mark.parametrize("key", ["ub2024", "tam2014-cp"])
def test_it_fits_the_window(key: str, width: int) -> None:
    _, text = at_ends(key, 2, width=width)
    prompts = (":", "?", ")", "]")  # a prompt with its answer may be longer; the terminal folds it
    wide = [line for line in text.splitlines() if len(line.rstrip()) > width and not line.rstrip().endswith(prompts)]
    assert wide == []


def test_bergpreis_striche_and_the_z_are_shown() -> None:
    _, text = at_ends("ub2024", 7)
    assert text.count("Bergpreis! Zuerst auf 1000:") == 1
    assert "Striche  Match  Bergpreis  Sieg  Schneider  Total" in text
    assert "─┼┼┼┼┼─┼┼┼┼┼─" in text
    assert "\u2571" in text  # the slant


def test_no_card_of_another_hand_is_shown_before_it_is_played() -> None:
    skin = Skin(Faces.GERMAN, "de")
    for seed in range(5):
        game = new_game(load("ajz08"), Setup(names=NAMES), seed)
        paper = Paper(["1", "n"] + ["n"] * 3)
        with pytest.raises(Leave):
            Session(game, seed, paper, lambda: None).run()
        if not game.deals or game.deal.dealt is None:
            continue
        known = {skin.sign(card) for card in game.deal.dealt_hand(PERSON)}
        for trick in game.deal.tricks:
            known |= {skin.sign(card) for card in trick.cards}
        known |= {skin.sign(card) for card in game.deal.cards}
        text = re.sub("verstehe ich nicht:.*", "", paper.text)  # which gives E9 as an example
        assert set(re.findall(r"\b[ERSL][6789BUOKA]\b", text)) <= known


def test_the_transcript_in_the_documentation_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    block = page.partition("```text\n")[2].partition("```")[0]
    monkeypatch.setenv("PUUR_LANG", "en")
    game = new_game(load("ub2024"), Setup(names=("You", "Beat", "Carla", "Dario")), 7)
    text = sit(game, "5", ENTER, "sa", "ea", ENTER, seed=7)
    assert "Trick 2" in block
    assert block in "".join(f"{line.rstrip()}\n" for line in text.splitlines())


# ---- saving and going on ---------------------------------------------------------------------------------------------


SHORT = 'key = "kurz"\ntitle = "Kurz"\nsource = "Test"\nextends = "ub2024"\n\n[ending]\ntarget = 400\n'


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "kurz.toml"
    path.write_text(SHORT, encoding="utf-8")
    return path


def keeper(game: Game, path: Path, seed: int, key: str) -> Callable[[], None]:
    return lambda: saving.save(path, game, seed, Record(book=key))


@pytest.mark.parametrize("name", ["game.jass", "game.json"])
@pytest.mark.parametrize("lines", [1, 4, 17])
def test_a_game_goes_on_as_if_it_had_never_been_left(name: str, lines: int, tmp_path: Path, short: Path) -> None:
    whole, _ = at_ends(str(short), 3)
    path = tmp_path / name
    game = new_game(load(short), Setup(names=NAMES), 3)
    with pytest.raises(Leave):
        Session(game, 3, Paper([ENTER] * lines), keeper(game, path, 3, str(short))).run()
    saved = saving.Saved(path)
    assert saved.game.events == game.events
    assert saved.seed == 3
    Session(saved.game, 3, Paper(for_ever=ENTER), keeper(saved.game, path, 3, str(short))).run()
    assert saved.game.events == whole.events
    assert saving.Saved(path).game.over


def test_whatever_is_confirmed_is_in_the_file_before_the_next_question(tmp_path: Path) -> None:
    path = tmp_path / "game.jass"
    game = first_lead()
    game.setup = Setup(names=NAMES, first_dealer=D)

    class Suspicious(Paper):
        def ask(self, prompt: str) -> str:
            assert list(parse_jass(path.read_text(encoding="utf-8")).events) == game.events
            return super().ask(prompt)

    with pytest.raises(Leave):
        Session(game, 1, Suspicious([ENTER] * 12), keeper(game, path, 1, "jassregeln")).run()
    assert len(played(game)) > 3


def test_tags_of_a_record_survive(tmp_path: Path) -> None:
    path = tmp_path / "abend.jass"
    game = new_game(load("ub2024"), Setup(names=NAMES), 9)
    saving.save(path, game, 9, Record(book="ub2024", tags={"date": "2025-11-01"}))
    saved = saving.Saved(path)
    saving.save(path, saved.game, 9, saved.head)
    assert saving.Saved(path).head.tags == {"date": "2025-11-01", "seed": "9"}


def test_a_disk_that_fails_later_does_not_end_the_game() -> None:
    game = first_lead()
    paper = Paper(["e9", ENTER])
    calls: list[int] = []

    def failing() -> None:
        calls.append(len(game.events))
        if len(calls) > 1:
            raise UserError("Platte voll")

    with pytest.raises(Leave):
        Session(game, 1, paper, failing).run()
    assert played(game) == ["E9"]
    assert "Platte voll" in paper.text
    with pytest.raises(UserError, match="gleich"):
        Session(first_lead(), 1, Paper([ENTER]), lambda: _fail("gleich")).run()


def _fail(text: str) -> None:
    raise UserError(text)


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({"XDG_STATE_HOME": "/x/state"}, "/x/state/puur/play.jass"),
        ({"XDG_STATE_HOME": "relative"}, None),  # the standard has such a value ignored
        ({}, None),
    ],
)
def test_the_usual_file_is_in_the_state_directory(env: dict[str, str], expected: str | None) -> None:
    usual = Path.home() / ".local" / "state" / "puur" / "play.jass"
    assert saving.default_path(env) == (Path(expected) if expected else usual)


def test_an_earlier_game_is_set_aside_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "play.jass"
    for number in (1, 2):
        path.write_text(f"game {number}", encoding="utf-8")
        assert saving.set_aside(path) == tmp_path / f"play-{number}.jass"
    assert (tmp_path / "play-1.jass").read_text(encoding="utf-8") == "game 1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("puur: 1\nnonsense", "erwartet"),
        ("", "erwartet"),
        ("Puur: 1\nReglement: nosuchbook\n", "nosuchbook"),
        ("Puur: 1\nReglement: ub2024\n\nA: geschoben\n", ""),
    ],
)
def test_a_file_that_can_not_be_gone_on_with_is_a_clear_error(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "x.jass"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refused:
        saving.Saved(path)
    assert expected in str(refused.value)


# ---- the command -----------------------------------------------------------------------------------------------------


def puur(*arguments: str, lines: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "puur", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
    )


def test_a_short_game_through_a_pipe(short: Path, tmp_path: Path) -> None:
    done = puur("play", "--reglement", str(short), "--seed", "3", "--names", "Ida", lines="\n" * 400)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Gewonnen: " in done.stdout
    assert "Gemischt aus --seed 3." in done.stdout
    assert "\x1b" not in done.stdout  # no colour in a pipe
    path = tmp_path / "state" / "puur" / "play.jass"
    assert saving.Saved(path).game.over
    score = puur("score", str(path))
    assert (score.returncode, "Gewonnen" in score.stdout) == (0, True)


def test_leaving_with_end_of_input_saves_and_the_next_call_offers_to_go_on(short: Path, tmp_path: Path) -> None:
    first = puur("play", "--reglement", str(short), "--seed", "3", "--names", "Ida", lines="\n" * 6)
    assert first.returncode == 0
    assert "Gesichert in " in first.stdout
    path = tmp_path / "state" / "puur" / "play.jass"
    events = saving.Saved(path).game.events
    again = puur("play", lines="\n" * 4)
    assert "Unfertiges Spiel: Kurz" in again.stdout
    assert saving.Saved(path).game.events[: len(events)] == events
    other = puur("play", "--seed", "5", lines="n\n")
    assert "play-1.jass" in "".join(other.stdout.split())  # a long path may be wrapped
    assert saving.Saved(path.with_name("play-1.jass")).game.events[: len(events)] == events
    assert saving.Saved(path).seed == 5


def test_a_broken_save_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "state" / "puur" / "play.jass"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff\x00 nonsense")
    done = puur("play", "--seed", "5", lines="q\n")
    assert done.returncode == 0
    assert path.with_name("play-1.jass").read_bytes() == b"\xff\x00 nonsense"


def test_resume_names_the_file(tmp_path: Path, short: Path) -> None:
    path = tmp_path / "abend.json"
    first = puur("play", "--reglement", str(short), "--seed", "3", "--save", str(path), lines="\n\nq\n")
    assert f"puur play --resume {path}" in " ".join(first.stdout.split())
    done = puur("play", "--resume", str(path), "--lang", "en", lines="\n" * 400)
    assert "Won: " in done.stdout
    assert saving.Saved(path).game.over


def confirmed(text: str) -> int:
    """How many cards were confirmed before the last question about a card in this output."""
    return text[: max(0, text.rfind("Karte ("))].count("spielen? Enter = ja, u = zurück: \n")


def reading(process: subprocess.Popen[bytes], until: Callable[[str], bool]) -> str:
    assert process.stdout is not None
    seen = b""
    while not until(seen.decode("utf-8", "ignore")):
        chunk = os.read(process.stdout.fileno(), 4096)
        assert chunk, f"ended too early: {seen.decode('utf-8', 'replace')[-500:]}"
        seen += chunk
    return seen.decode("utf-8", "ignore")


@pytest.fixture
def running(short: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    arguments = ("play", "--reglement", str(short), "--seed", "3", "--names", "Ida", "--save", str(tmp_path / "game.jass"))
    process = subprocess.Popen(
        [sys.executable, "-m", "puur", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    yield process
    process.kill()
    process.wait(300)
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        stream.close()


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_kill_9_in_the_middle_loses_nothing(running: subprocess.Popen[bytes], short: Path, tmp_path: Path) -> None:
    assert running.stdin is not None
    running.stdin.write(b"\n" * 14)  # then it waits for more, in the middle of a trick
    running.stdin.flush()
    text = reading(running, lambda seen: confirmed(seen) >= 4)
    running.send_signal(signal.SIGKILL)
    assert running.wait(300) == -signal.SIGKILL
    path = tmp_path / "game.jass"
    saved = saving.Saved(path)
    assert len(played(saved.game)) >= confirmed(text)
    whole = new_game(load(short), Setup(names=("Ida", "Beat", "Carla", "Dario")), 3)
    Session(whole, 3, Paper(for_ever=ENTER), lambda: None).run()
    assert saved.game.events == whole.events[: len(saved.game.events)]
    done = puur("play", "--resume", str(path), lines="\n" * 400)
    assert done.returncode == 0
    assert saving.Saved(path).game.events == whole.events


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_ctrl_c_saves_and_leaves_with_130(running: subprocess.Popen[bytes], tmp_path: Path) -> None:
    assert running.stdin is not None
    running.stdin.write(b"\n" * 14)
    running.stdin.flush()
    reading(running, lambda seen: confirmed(seen) >= 4)
    running.send_signal(signal.SIGINT)
    assert running.wait(300) == 130
    assert len(played(saving.Saved(tmp_path / "game.jass").game)) >= 4


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--names", "Ida,Beat"], "Erwartet wird ein Name"),
        (["--names", "Ida,Ida,Ida,Ida"], "Erwartet wird ein Name"),
        (["--names", "x" * 40], "Erwartet wird ein Name"),
        (["--reglement", "nosuch"], "nosuch"),
        (["--resume", "nosuch.jass"], "nosuch.jass"),
        (["--resume", "a", "--save", "b"], "--save"),
        (["--seed", "9" * 30], "18 Stellen"),
        (["--lang", "xx"], "de, fr, it, en"),
    ],
)
def test_wrong_options_are_one_line_and_status_2(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        app.main(["play", *arguments])
    assert exit_.value.code == 2
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("key", shipped())
def test_table_and_bots_never_decide_for_the_person(key: str) -> None:
    game = sat_down(key, 1)
    while (event := next_event(game, 1)) is not None:
        assert not isinstance(event, Cut | Announced | Pushed | CardPlayed) or event.seat != PERSON
        game.submit(event)
    assert game.deals
    assert not game.over
