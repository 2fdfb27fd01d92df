"""`puur evening`: the file of an evening goes on; a recorded game becomes the result of its table."""

from __future__ import annotations

from typing import Annotated

import typer

from puur.cli.errors import UserError
from puur.cli.evening_files import evening_of, json_bytes, read_bytes, read_json
from puur.cli.files import replace_bytes
from puur.cli.records import choose, load_file
from puur.cli.settings import console, settings, tell
from puur.core.errors import Refusal
from puur.evening.files import evening_to_plain
from puur.evening.played import result_of_record
from puur.words.evening import explain


def register(app: typer.Typer) -> None:
    """Add `evening` and its sub command."""
    evening = typer.Typer(help=tell("cli.command.evening"), no_args_is_help=True, add_completion=False)

    @evening.callback()
    def group() -> None:
        """Commands on the file of an evening."""

    @evening.command("game", help=tell("evening.cmd.game"))
    def game(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("evening.help.file"), show_default=False)],
        round_: Annotated[int, typer.Argument(metavar="ROUND", help=tell("evening.help.round"), show_default=False)],
        table: Annotated[int, typer.Argument(metavar="TABLE", help=tell("evening.help.table"), show_default=False)],
        record: Annotated[str, typer.Argument(metavar="RECORD", help=tell("evening.help.record"), show_default=False)],
    ) -> None:
        before = read_bytes(file)
        raw = read_json(file, before)
        held = evening_of(file, raw)
        played = choose(load_file(record, None, held.book.origin or held.book.key), None, record)
        try:
            events = result_of_record(held, round_, table, played)
            for event in events:
                held.submit(event)
        except Refusal as problem:
            raise UserError(_sentence(problem)) from None
        if events:
            replace_bytes(file, before, json_bytes({**raw, **evening_to_plain(held)}))  # what else the organiser's pages keep there
        result = held.result(round_, table)
        score = " : ".join(map(str, result.score)) if result is not None else ""
        console().print(tell("evening.game.taken", round=round_, table=table, score=score))

    app.add_typer(evening, name="evening")


def _sentence(problem: Refusal) -> str:
    lang, cause = settings().lang, problem.__cause__
    facts = {**problem.facts, "why": explain(cause.reason, cause.facts, lang)} if isinstance(cause, Refusal) else problem.facts
    said = explain(problem.reason, facts, lang)
    return f"{said} [{problem.rule}]" if problem.rule else said
