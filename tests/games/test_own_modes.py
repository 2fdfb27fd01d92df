"""Slalom, Gusti, Trio and Hinderobsi in a Schieber of somebody's own book: bots of every level bid and play them."""

from __future__ import annotations

import random

import pytest

from puur.arena.forms import by_chance, play_deal
from puur.bots.levels import LEVELS, answer
from puur.bots.simple import choose
from puur.core.actions import awaited
from puur.core.deal import Deal
from puur.core.errors import RuleViolation
from puur.core.events import Announced, CardPlayed, Claimed
from puur.core.game import Game
from puur.core.mode import PLAIN_MODES, parse_mode
from puur.core.reglement import Source
from puur.core.view import view_of
from puur.reglement import load_text
from tests.games import kit
from tests.games.counts import taken
from tests.games.table import begun, dealt

BOOK = """
key = "eigen"
title = "Schieber mit Slalom"
source = "Hausregeln"
extends = "jassregeln"
falls_back_on = "jassregeln"

[modes]
slalom-oben = 1
slalom-unten = 1
gusti-oben = 1
trio-E-tuo = 1
hinderobsi = 1
"""
BACK = BOOK.replace("[modes]", "[modes]\nhinderobsi = 2").partition("slalom-oben")[0]
SIDI = """
key = "eigen"
title = "Sidi mit allem"
source = "Hausregeln"
extends = "sidi-barrani"
falls_back_on = "jassregeln"

[modes]
E = 1
slalom-oben = 1
hinderobsi = 1
"""


@pytest.mark.parametrize("level", ["anfaenger", "lehrling", "stammtisch", "jasskoenig"])
def test_every_level_bids_and_plays_them(level: str) -> None:
    book, rng = load_text(BOOK, "eigen"), random.Random(3)
    game = Game(book, kit.new(book, 4, rng).setup)
    heard = 0
    while not game.finished_deals:
        waiting = awaited(game)
        if not waiting:
            game.submit(kit.step(game, rng))
            continue
        said, _ = answer(level, view_of(game, waiting[0]), rng)
        heard += isinstance(said, Announced) and said.mode not in PLAIN_MODES
        game.submit(said)
    assert heard == 1
    assert sum(game.deal.points) == 152
    assert level in LEVELS


def test_they_play_them_better_than_chance() -> None:
    """Twelve deals, each from both sides; 157 points are shared out, so that chance against itself leads by nothing on average."""
    book = load_text(BOOK, "eigen")
    lead = 0
    for deal in range(12):
        first = play_deal(book, [choose, by_chance, choose, by_chance], f"own/{deal}")
        second = play_deal(book, [by_chance, choose, by_chance, choose], f"own/{deal}")
        lead += first[0] - first[1] + second[1] - second[0]
    assert lead > 0


def written(game: Game, deal: Deal) -> list[int]:
    """What a deal has brought each side."""
    sums = [0, 0]
    for entry in game.ledger.of_deal(deal.number):
        sums[entry.team] += entry.points
    return sums


@pytest.mark.parametrize("seed", range(6))
def test_hinderobsi_writes_what_the_others_took(seed: int) -> None:
    """Counted a second time from the cards: tricks as in Obenabe, both sides exchanged, a Match for who took none, all twice."""
    game = kit.played(load_text(BACK, "eigen"), 4, seed)
    full = [deal for deal in game.finished_deals if len(deal.tricks) == 9]
    assert full
    for deal in full:
        assert str(deal.mode) == "hinderobsi"
        points, won = taken(game, deal, "obenabe")
        sides = [points[1] + points[3], points[0] + points[2]]
        for side in (0, 1):
            sides[side] += 100 if won[side] + won[side + 2] == 0 else 0
        assert written(game, deal) == [2 * side for side in sides]


def test_who_takes_no_trick_in_hinderobsi_has_the_match() -> None:
    """The first speaker holds all high cards of three suits and leads from the top, so that this side takes everything."""
    game = begun(load_text(BACK, "eigen"))
    dealt(game, ["E6 E7 E8 R6 R7 R8 S6 S7 S8", "EA EK EO RA RK RO SA SK SO", "E9 EB EU R9 RB RU S9 SB SU", "L6-A"])
    first = game.form.awaited(game, game.deal)[0]
    game.submit(Announced(first, parse_mode("hinderobsi")))
    rng = random.Random(1)
    while not game.finished_deals:
        legal = [option for option in view_of(game, game.deal.turn).options if isinstance(option, CardPlayed)]
        game.submit(max(legal, key=lambda option: option.card.rank.index) if game.deal.turn == first else rng.choice(legal))
    deal = game.finished_deals[0]
    takers = {trick.winner % 2 for trick in deal.tricks}
    assert takers == {first % 2}
    entries = {entry.team: entry for entry in game.ledger.of_deal(1) if entry.source is Source.MATCH}
    assert set(entries) == {1 - first % 2}


def test_nothing_is_claimed_conceded_or_shown_in_hinderobsi() -> None:
    game = begun(load_text(BACK, "eigen"))
    dealt(game, ["E6-A", "R6-A", "S6-A", "L6-A"])
    first = game.form.awaited(game, game.deal)[0]
    game.submit(Announced(first, parse_mode("hinderobsi")))
    view = view_of(game, first)
    assert {type(option) for option in (*view.options, *view.besides)} == {CardPlayed}
    with pytest.raises(RuleViolation):
        game.submit(Claimed(first))


def test_hinderobsi_is_played_better_than_chance() -> None:
    book, lead = load_text(BACK, "eigen"), 0
    for deal in range(10):
        first = play_deal(book, [choose, by_chance, choose, by_chance], f"back/{deal}")
        second = play_deal(book, [by_chance, choose, by_chance, choose], f"back/{deal}")
        lead += first[0] - first[1] + second[1] - second[0]
    assert lead > 0


@pytest.mark.parametrize("seed", range(4))
def test_sidi_barrani_bids_slalom_and_hinderobsi(seed: int) -> None:
    """The extended way of the sources: the bid is held against what the side writes of the cards."""
    game = kit.played(load_text(SIDI, "eigen"), 4, seed)
    modes = set()
    for deal in game.finished_deals:
        modes.add(str(deal.mode))
        if str(deal.mode) != "hinderobsi":
            continue
        points, won = taken(game, deal, "obenabe")
        made = [points[1] + points[3], points[0] + points[2]]
        bid, us = deal.own.high, deal.own.high.seat % 2
        reached = won[us] + won[us + 2] == 0 if bid.points == 157 else made[us] >= bid.points
        made[us if reached else 1 - us] += bid.points * deal.own.doubled
        assert written(game, deal) == made
    assert "hinderobsi" in modes
