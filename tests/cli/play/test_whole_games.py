"""Whole games in the terminal, under every book and in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puur.cli.terminal.host import PERSON, new_game, next_event
from puur.cli.terminal.screen import Leave
from puur.cli.terminal.session import Session
from puur.cli.terminal.skin import Skin
from puur.core.events import Announced, CardPlayed, Cut, Pushed
from puur.core.faces import Faces
from puur.core.setup import Setup
from puur.reglement import load, shipped
from puur.words import LANGUAGES
from tests.cli.play.kit import ENTER, NAMES, Paper, at_ends, sat_down, sit


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
    page = (Path(__file__).resolve().parents[3] / "docs" / "players.md").read_text(encoding="utf-8")
    block = page.partition("```text\n")[2].partition("```")[0]
    monkeypatch.setenv("PUUR_LANG", "en")
    game = new_game(load("ub2024"), Setup(names=("You", "Beat", "Carla", "Dario")), 7)
    text = sit(game, "5", ENTER, "sa", "ea", ENTER, seed=7)
    assert "Trick 2" in block
    assert block in "".join(f"{line.rstrip()}\n" for line in text.splitlines())


@pytest.mark.parametrize("key", shipped())
def test_table_and_bots_never_decide_for_the_person(key: str) -> None:
    game = sat_down(key, 1)
    while (event := next_event(game, 1)) is not None:
        assert not isinstance(event, Cut | Announced | Pushed | CardPlayed) or event.seat != PERSON
        game.submit(event)
    assert game.deals
    assert not game.over
