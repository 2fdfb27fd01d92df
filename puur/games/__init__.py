"""The games that Puur plays, one folder each, found by their folder: they are listed nowhere.

A folder `puur/games/<name>` defines `FORM`, the instance of `core.form.Form` that answers for everything in which this game
differs from the others. Beside it lie its words (`words.toml`), its ready books (`books/*.toml`) and, where it needs one, its own
section of a book. Modules beside the folders are ways of bidding that several games share.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from puur.core.form import Form


def form_names() -> tuple[str, ...]:
    """The names of all games."""
    return _names_in(tuple(__path__))


@lru_cache(maxsize=8)
def _names_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(folder.name.replace("_", "-") for folder in pkgutil.iter_modules(folders) if folder.ispkg))


@lru_cache(maxsize=64)
def find_form(name: str) -> Form | None:
    """The form of the game with this name, or None."""
    if name not in form_names():
        return None
    form: Form = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").FORM
    return form


@cache
def load_forms() -> None:
    """Import all games, so that every section that a book may state is known."""
    for name in form_names():
        find_form(name)


@cache
def game_books() -> Mapping[str, Path]:
    """The ready books of the games, by key."""
    return {file.stem: file for folder in __path__ for file in sorted(Path(folder).glob("*/books/*.toml"))}
