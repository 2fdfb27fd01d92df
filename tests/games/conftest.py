"""The games of the tests: Puur's own, and one that lives in a folder here. Nothing else is touched to add it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import puur.games
from puur.log.registry import GAME, Kind
from puur.words import texts

FOLDER = str(Path(__file__).parent / "folder")
_kinds: list[Kind] = []  # of the event that only the odd game has, with its words


def _forget() -> None:
    for cached in (puur.games.find_form, puur.games.load_forms, puur.games.game_books, texts):
        cached.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def odd_game() -> Iterator[None]:
    """Let the folder beside this file count as one of `puur.games`."""
    puur.games.__path__.append(FOLDER)
    _forget()
    puur.games.load_forms()
    whispered = sys.modules["puur.games.odd_three"].Whispered
    kind = GAME.by_class.get(whispered) or _kinds[0]  # the module was imported before, and its event taken out again
    GAME.by_class[whispered] = GAME.by_tag[kind.tag] = kind
    _kinds[:] = [kind]
    yield
    puur.games.__path__.remove(FOLDER)
    del GAME.by_tag[GAME.by_class.pop(whispered).tag]
    _forget()
