"""What is wrong with an order that typer does not take, in the language of the person.

Typer says it in English. Promise: every error gives a sentence; where typer has a new one, that is its own.
"""

from __future__ import annotations

from typing import Any

import typer

from puur.cli.settings import tell

# What `--workers` was called in some commands: still taken, and no longer shown.
FORMER = {"processes": "workers", "threads": "workers"}
RENAMED = {"token_normalize_func": lambda name: FORMER.get(name, name)}

UsageError: type[Exception] = typer.BadParameter.__bases__[0]  # typer exports no more of its errors


def explained(error: Any) -> str:
    """The sentence for a usage error, and where the help is."""
    command = error.ctx.command_path if getattr(error, "ctx", None) is not None else "puur"
    return tell("cli.usage", wrong=_wrong(error), command=command)


def _wrong(error: Any) -> str:
    match type(error).__name__:
        case "NoSuchOption" if near := error.possibilities:
            return tell("cli.usage.near", found=error.option_name, near=", ".join(sorted(near)))
        case "NoSuchOption":
            return tell("cli.usage.option", found=error.option_name)
        case "BadOptionUsage" if "does not take a value" in str(error):
            return tell("cli.usage.no_value", found=error.option_name)
        case "BadOptionUsage":
            return tell("cli.usage.value", found=error.option_name)
        case "MissingParameter" if error.param is not None:
            return tell("cli.usage.missing", name=_name(error.param))
        case "BadParameter" if error.param is not None:
            return _bad_value(error)
        case _ if getattr(error, "ctx", None) is not None and (command := _unknown_command(error)):
            return tell("cli.usage.command", found=command)
        case _ if "extra argument" in str(error):
            return tell("cli.usage.extra")
        case _ if str(error).startswith("Missing command"):
            return tell("cli.usage.missing", name=tell("cli.help.usage.command").split()[0])
    return str(error.format_message())


def _bad_value(error: Any) -> str:
    """Typer lets pydantic judge a value; what it found stands in the cause."""
    name = _name(error.param)
    problem: dict[str, Any] = error.__cause__.errors()[0] if hasattr(error.__cause__, "errors") else {"type": ""}
    _, choice, values = str(error.message).partition("is not one of ")
    if choice:
        return tell("cli.usage.choice", name=name, values=values.replace("'", "").rstrip("."))
    if "does not match the format" in str(error.message):  # the only dates and times that typer itself reads are times of day
        return tell("cli.usage.time", name=name)
    match problem["type"]:
        case "greater_than_equal":
            return tell("cli.usage.least", name=name, low=problem["ctx"]["ge"])
        case "less_than_equal":
            return tell("cli.usage.most", name=name, high=problem["ctx"]["le"])
        case "int_parsing" | "int_from_float" | "int_parsing_size":
            return tell("cli.usage.number", name=name)
    return str(error.format_message())


def _unknown_command(error: Any) -> str:
    """The word in the place of a sub command that is none."""
    if not hasattr(error.ctx.command, "commands") or not str(error).startswith("No such command"):
        return ""
    return str(error).partition("'")[2].partition("'")[0]


def _name(parameter: Any) -> str:
    return str(parameter.opts[0] if parameter.param_type_name == "option" else parameter.metavar or parameter.name.upper())
