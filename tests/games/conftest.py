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
_taken_out: list[Kind] = []


def _forget() -> None:
    for cached in (puur.games.find_form, puur.games.load_forms, puur.games.game_books, texts):
        cached.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def odd_game() -> Iterator[None]:
    """Let the folder beside this file count as one of `puur.games`."""
    puur.games.__path__.append(FOLDER)
    _forget()
    puur.games.load_forms()
    if _taken_out:  # the module was imported before, and its event taken out again
        kind = _taken_out.pop()
        GAME.by_tag[kind.tag] = GAME.by_class[kind.cls] = kind
    yield
    puur.games.__path__.remove(FOLDER)
    kind = GAME.by_class.pop(sys.modules["puur.games.odd_three"].Whispered)
    _taken_out.append(GAME.by_tag.pop(kind.tag))
    _forget()
