"""The command `puur`: global options, the list of sub commands, and what a failure looks like.

Each sub command lives in a module with `register(app)`; those on stored data share one. Only the module of the command that was
called is imported: the list of all shows their names and help lines alone. Promise: a mistake of the user ends in one line on
stderr and status 2, so does a full disk; an interrupt ends in 130, a closed pipe quietly; a traceback means a bug in Puur.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, NoReturn

import typer
from rich.text import Text

from puur import __version__
from puur.cli.errors import UserError
from puur.cli.settings import adopt, console, one_run, settings, tell
from puur.cli.usage import UsageError, explained
from puur.words import LANGUAGES, texts

__all__ = ["UserError", "application", "main"]

# In the order of the help page.
COMMANDS = (
    "puur.cli.play",
    "puur.cli.score",
    "puur.cli.club",
    "puur.cli.rules",
    "puur.cli.referee",
    "puur.cli.mcp",
    "puur.cli.solve",
    "puur.cli.convert",
    "puur.cli.draw",
    "puur.cli.rank",
    "puur.cli.evening",
    "puur.cli.print_",
    "puur.cli.arena",
    "puur.cli.serve",
    "puur.cli.worker",
    "puur.cli.verify",
    "puur.cli.daily",
    "puur.cli.puzzles",
    "puur.cli.stored",
)
# Commands that share a module.
HOMES = dict.fromkeys(("export", "import", "backup", "restore", "check"), "stored")


# What a write on a full, limited or broken disk says.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


Language = StrEnum("Language", {lang.upper(): lang for lang in LANGUAGES})  # type: ignore[misc]  # the values of `--lang`


def main(argv: Sequence[str] | None = None) -> None:
    """Run `puur` with these arguments and exit with its status."""
    with one_run():
        _run(argv)


def _run(argv: Sequence[str] | None) -> NoReturn:
    arguments, name = _asked(list(sys.argv[1:] if argv is None else argv) or _to_complete(os.environ))
    try:
        adopt(lang=next((word for word in arguments[1:2] if arguments[0] == "--lang" and word in LANGUAGES), None))
        try:
            status = _command(application(name), name, arguments)(args=arguments, prog_name="puur", standalone_mode=False)
        finally:
            sys.stdout.flush()
        sys.exit(status)
    except UserError as error:
        _complain(str(error))
    except UsageError as error:
        if type(error).__name__ != "NoArgsIsHelpError":  # that one has printed the help page
            _complain(explained(error))
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        key = "cli.file.unwritable" if error.filename else "cli.output.unwritable"
        _complain(tell(key, path=error.filename, reason=error.strerror))
    except KeyboardInterrupt:
        sys.exit(130)


def _complain(message: str) -> NoReturn:
    """One line, and status 2; the line is lost where stderr is full as well."""
    with suppress(OSError):
        console(stderr=True).print(Text(tell("cli.error", message=message), style="red"), soft_wrap=True)
    sys.exit(2)


def application(name: str | None = None) -> typer.Typer:
    """The command with the sub command of this name, or with all of them; its help is in the language of `settings()`."""
    # A bug prints Python's own traceback: the whole of it, to be sent to us.
    app = typer.Typer(help=tell("cli.help"), no_args_is_help=True, pretty_exceptions_enable=False)

    chosen = Language(settings().lang)

    @app.callback()
    def options(
        lang: Annotated[Language, typer.Option(help=tell("cli.help.lang"), show_default=False)] = chosen,
        plain: Annotated[bool, typer.Option("--plain", help=tell("cli.help.plain"))] = False,
        _version: Annotated[
            bool, typer.Option("--version", help=tell("cli.help.version"), is_eager=True, callback=_show_version)
        ] = False,
    ) -> None:
        adopt(lang=lang.value, plain=plain)

    home = HOMES.get(name or "", name)
    called = [module for module in COMMANDS if _home(module) == home]
    for module in called or COMMANDS:
        names = [command for command, shared in HOMES.items() if shared == _home(module)] or [_home(module)]
        if called or f"cli.command.{names[0]}" not in texts():
            import_module(module).register(app)
        else:
            for command in names:
                app.command(command, help=tell(f"cli.command.{command}"))(_listed)
    return app


def _home(module: str) -> str:
    return module.rpartition(".")[2].strip("_")


def _listed() -> None:
    """A command in the list of all, which is never called."""


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"puur {__version__}")
        raise typer.Exit


def _asked(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The arguments, with `--lang` in front wherever it stood, and the sub command: its help page is already in that language."""
    lang: list[str] = []
    rest: list[str] = []
    waiting = iter(words)
    for word in waiting:
        option, sign, value = word.partition("=")
        if option == "--lang" and "--" not in rest:
            lang = ["--lang", *([value] if sign else [following] if (following := next(waiting, None)) is not None else [])]
        else:
            rest.append(word)
    if len(lang) == 1:
        return [*rest, *lang], None  # the value is missing, which typer says
    return [*lang, *rest], next((word for word in rest if not word.startswith("-")), None)


def _to_complete(env: Mapping[str, str]) -> list[str]:
    """What has been typed when a shell asks how to go on."""
    return (env.get("_TYPER_COMPLETE_ARGS") or env.get("COMP_WORDS") or "").split()[1:] if "_PUUR_COMPLETE" in env else []


def _command(app: typer.Typer, name: str | None, arguments: Sequence[str]) -> Any:
    """The click command behind `app`, with the frame of its help pages translated."""
    command: Any = typer.main.get_command(app)
    called = command.commands.get(name)
    if "--help" in arguments or called is None or hasattr(called, "commands"):  # only then a help page may be shown
        rich_utils = _help_pages()
        rich_utils.OPTIONS_PANEL_TITLE = tell("cli.panel.options")
        rich_utils.ARGUMENTS_PANEL_TITLE = tell("cli.panel.arguments")
        rich_utils.COMMANDS_PANEL_TITLE = tell("cli.panel.commands")
        rich_utils.ERRORS_PANEL_TITLE = tell("cli.panel.errors")
        rich_utils.REQUIRED_LONG_STRING = tell("cli.help.required")
        rich_utils.DEFAULT_STRING = tell("cli.help.default", value="{}")
        rich_utils.ENVVAR_STRING = tell("cli.help.variable", name="{}")
    _translate_help(command)
    for option in command.params:
        if option.name in ("install_completion", "show_completion"):
            option.help = tell(f"cli.help.{option.name}")
    return command


def _help_pages() -> Any:
    """What typer draws help pages with; it loads a reader of Markdown too, a fifth of the time, which no text of ours needs."""
    name = "rich.markdown"
    stand_in = ModuleType(name)
    stand_in.Markdown = object  # type: ignore[attr-defined]
    known = sys.modules.setdefault(name, stand_in)
    try:
        from typer import rich_utils
    finally:
        if known is stand_in:
            del sys.modules[name]
    return rich_utils


def _kind(parameter: Any, ctx: object) -> str:
    """What is to be typed for an option, in the language of the person; typer shows types of Python (`int range`, `list[str]`)."""
    described = parameter.type_descriptor
    if parameter.param_type_name == "argument" or described.annotation is bool:
        return ""
    if parameter.metavar:
        return str(parameter.metavar)
    if described.is_choice:
        return str(parameter.display_type(ctx)).strip("<>")
    number = described.is_ranged or described.annotation in (int, float)
    return tell("cli.help.kind.number" if number else "cli.help.kind.text")


def _translate_help(command: Any) -> None:
    option = command.get_help_option(typer.Context(command))
    if option is not None:
        option.help = tell("cli.help.help")
        option.display_type_rich = partial(_kind, option)
    command.options_metavar = tell("cli.help.usage.options")
    if hasattr(command, "commands"):
        command.subcommand_metavar = tell("cli.help.usage.command")
    for parameter in command.params:
        parameter.display_type_rich = partial(_kind, parameter)
    usage, label = command.get_usage, tell("cli.help.usage")
    command.get_usage = lambda context: usage(context).replace("Usage: ", label, 1)
    for child in getattr(command, "commands", {}).values():
        _translate_help(child)
