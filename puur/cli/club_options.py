"""What the sub commands of `puur club` share: their arguments and options, and a refusal as the one line a person can act on.

A parameter that several commands have is known by its name (`SHARED`); the others say for themselves what they are. All of them
are functions, because the help is in the language of the run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_origin

import typer

from puur.cli.errors import UserError
from puur.cli.settings import tell
from puur.core.errors import Refusal

if TYPE_CHECKING:
    from puur.cli.club_store import Store

Command = Callable[..., None]


def command(app: typer.Typer, name: str, key: str = "") -> Callable[[Command], Command]:
    """A sub command; what the club refuses becomes a sentence."""

    def mark(function: Command) -> Command:
        @wraps(function)
        def run(**given: Any) -> None:
            try:
                function(**given)
            except Refusal as problem:
                from puur.cli.club_store import in_words

                raise UserError(in_words(problem)) from None

        typed = signature(function, eval_str=True)
        shown = typed.replace(parameters=[_shared(parameter) for parameter in typed.parameters.values()])
        run.__signature__ = shown  # type: ignore[attr-defined]
        return app.command(name, help=tell(key or f"club.cmd.{name}"))(run)

    return mark


def opened(store: Path) -> Store:
    """The club of a file; what opens it is loaded only now, and not for a help page."""
    from puur.cli.club_store import open_club

    return open_club(store)


def _shared(parameter: Parameter) -> Parameter:
    """A parameter as the command line has it."""
    if parameter.name not in SHARED or get_origin(parameter.annotation) is Annotated:
        return parameter
    return parameter.replace(annotation=Annotated[parameter.annotation, SHARED[parameter.name]()])


def argument(name: str, key: str = "", **more: Any) -> Any:
    """An argument by its name in the help."""
    return typer.Argument(metavar=name, help=tell(f"club.help.{key or name.lower()}"), show_default=False, **more)


def option(*flags: str, key: str = "", **more: Any) -> Any:
    """An option by its name."""
    return typer.Option(*flags, help=tell(f"club.help.{key or flags[0].strip('-')}"), show_default=False, **more)


SHARED: dict[str, Callable[[], Any]] = {
    "store": partial(argument, "FILE"),
    "day": partial(argument, "DAY"),
    "person": partial(argument, "PERSON"),
    "year": partial(argument, "YEAR"),
    "on": partial(option, "--on"),
    "do": partial(option, "--do"),
    "explain": partial(option, "--explain"),
    "out": partial(option, "--out", "-o"),
    "force": partial(option, "--force"),
    "as_json": partial(option, "--json"),
}
