"""How this run of `puur` talks: its language and whether it may use colour.

Set once from the environment and the global options, before commands are registered, so that help texts come in the
right language; the commands only read it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console, RenderableType

from puur.words import preferred, say


@dataclass(frozen=True, slots=True)
class Settings:
    """The global options of one run."""

    lang: str
    plain: bool = False


_settings: Settings | None = None


def settings() -> Settings:
    """The settings of this run; from the environment when no option has changed them."""
    return _settings or Settings(preferred(os.environ))


def adopt(lang: str | None = None, plain: bool | None = None) -> None:
    """Take over what the command line says; None leaves a setting as the environment has it."""
    global _settings
    fresh = Settings(preferred(os.environ))
    _settings = replace(fresh, lang=lang or fresh.lang, plain=fresh.plain if plain is None else plain)


@contextmanager
def one_run() -> Iterator[None]:
    """What is adopted inside holds until the end of it: a process may run several commands, each by its own options."""
    global _settings
    before = _settings
    try:
        yield
    finally:
        _settings = before


def tell(key: str, **facts: object) -> str:
    """The text `key` in the language of this run."""
    return say(key, settings().lang, **facts)


def show_json(value: Any) -> None:
    """Print a value for programs."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def answer(as_json: bool, facts: Any, *pieces: RenderableType) -> None:
    """Print an answer: its facts for programs, or the pieces of its page for people."""
    if as_json:
        show_json(facts)
        return
    out = console()
    for piece in pieces:
        out.print(piece)


def console(*, stderr: bool = False) -> Console:
    """Where to print: in colour on a terminal, plain with `--plain`, NO_COLOR or into a file or pipe; `1:-1:1` is no picture."""
    plain = settings().plain
    return Console(
        stderr=stderr,
        highlight=False,
        emoji=False,
        color_system=None if plain else "auto",
        force_terminal=False if plain else None,
    )
