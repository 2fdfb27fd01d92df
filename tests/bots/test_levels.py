"""The levels: legal under every book, deterministic, in time, and each says in four languages what it is."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

import puur
from puur.bots import levels
from puur.bots.budget import Budget
from puur.bots.lehrling import Lehrling
from puur.bots.levels import LEVELS
from puur.bots.stammtisch import Stammtisch
from puur.core.actions import to_act
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Event
from puur.core.view import view_of
from puur.words import LANGUAGES, texts
from tests.support import PARTNER_BOOKS

FEW = Budget(rounds=40, seconds=300.0)


def whole_deal(book: str, level: str, seed: int) -> list[Event]:
    """One deal by one level; a choice that was not offered fails the test."""
    game, rng = puur.new_deal(book, seed=seed), random.Random(seed)
    budget = replace(FEW, rounds=min(FEW.rounds, LEVELS[level].budget.rounds))  # who does not search as a level does not here
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        view = view_of(game, seat)
        done = LEVELS[level].choose(view, rng, budget)
        assert done in view.options
        game.submit(done)
    return list(game.events)


@pytest.mark.parametrize("level", list(LEVELS))
@pytest.mark.parametrize("book", PARTNER_BOOKS)
def test_every_level_plays_legally_under_every_book(book: str, level: str) -> None:
    whole_deal(book, level, 1)


@pytest.mark.parametrize("level", list(LEVELS))
def test_the_same_chance_gives_the_same_deal(level: str) -> None:
    assert whole_deal("ub2024", level, 4) == whole_deal("ub2024", level, 4)


@pytest.mark.parametrize("level", list(LEVELS))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_level_is_described(level: str, lang: str) -> None:
    assert len(texts()[LEVELS[level].text][lang]) > 40


def test_lehrling_who_needs_nothing_answers_in_the_end() -> None:
    """Everybody else has somebody below; for the Anfänger, whose network may be missing, that is the one above."""
    assert {name: level.below for name, level in LEVELS.items()} == {
        "anfaenger": "lehrling", "lehrling": None, "stammtisch": "lehrling", "klub": "stammtisch", "meister": "klub",
        "jasskoenig": "meister",
    }  # fmt: skip


def test_without_the_networks_somebody_plays_in_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "network_here", lambda: False)
    levels._bot.cache_clear()
    assert [type(levels.bot(name)) for name in ("anfaenger", "jasskoenig")] == [Lehrling, Stammtisch]
    levels._bot.cache_clear()


def test_a_bot_can_be_stopped() -> None:
    game = puur.new_deal("tam2014-es", seed=3)
    game.submit(next(one for one in puur.view(game).options if isinstance(one, Announced)))
    rng = random.Random(0)
    LEVELS["meister"].choose(puur.view(game), rng, FEW)  # compiled before the clock runs
    began = time.process_time()
    done = LEVELS["meister"].choose(puur.view(game), rng, Budget(rounds=50_000_000, seconds=600.0, stop=lambda: True))
    assert isinstance(done, CardPlayed)
    assert time.process_time() - began < 5  # fifty million rounds would take minutes


def test_a_bot_keeps_to_its_time() -> None:
    game = puur.new_deal("tam2014-es", seed=3)
    game.submit(next(one for one in puur.view(game).options if isinstance(one, Announced)))
    LEVELS["meister"].choose(puur.view(game), random.Random(0), FEW)
    began = time.process_time()
    LEVELS["meister"].choose(puur.view(game), random.Random(0), Budget(rounds=50_000_000, seconds=0.05))
    assert time.process_time() - began < 5
