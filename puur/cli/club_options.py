"""What the sub commands of `puur club` share: their arguments and options, and a refusal as the one line a person can act on.

They are functions, because the help is in the language of the run; `day_()` is the argument that is called so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import typer

from puur.cli.club_store import in_words, open_club
from puur.cli.errors import UserError
from puur.cli.settings import tell
from puur.core.errors import Refusal

Command = Callable[..., None]


def command(app: typer.Typer, name: str, key: str = "") -> Callable[[Command], Command]:
    """A sub command; what the club refuses becomes a sentence."""

    def mark(function: Command) -> Command:
        @wraps(function)
        def run(*arguments: Any, **options: Any) -> None:
            try:
                function(*arguments, **options)
            except Refusal as problem:
                raise UserError(in_words(problem)) from None

        return app.command(name, help=tell(key or f"club.cmd.{name}"))(run)

    return mark


def argument(name: str, key: str = "", **more: Any) -> Any:
    """An argument by its name in the help."""
    return typer.Argument(metavar=name, help=tell(f"club.help.{key or name.lower()}"), show_default=False, **more)


def option(*flags: str, key: str = "", **more: Any) -> Any:
    """An option by its name."""
    return typer.Option(*flags, help=tell(f"club.help.{key or flags[0].strip('-')}"), show_default=False, **more)


club_ = partial(argument, "FILE", parser=open_club)
day_, person_, year_ = partial(argument, "DAY"), partial(argument, "PERSON"), partial(argument, "YEAR")
json_, on_, do_ = partial(option, "--json"), partial(option, "--on"), partial(option, "--do")
explain_, out_, force_ = partial(option, "--explain"), partial(option, "--out", "-o"), partial(option, "--force")
