"""A played game as the result of a table of an evening: the work of `puur evening game`."""

from __future__ import annotations

from puur.cli.errors import UserError
from puur.cli.evening_files import evening_of, json_bytes, read_bytes, read_json
from puur.cli.files import replace_bytes
from puur.cli.records import choose, load_file
from puur.cli.settings import console, settings, tell
from puur.core.errors import Refusal
from puur.evening.files import evening_to_plain
from puur.evening.played import result_of_record
from puur.words.evening import explain, with_rule


def take(file: str, round_: int, table: int, record: str) -> None:
    """Enter the game of a record for a table and round, and say the score; nothing changes where it is refused."""
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


def _sentence(problem: Refusal) -> str:
    lang, cause = settings().lang, problem.__cause__
    facts = {**problem.facts, "why": explain(cause.reason, cause.facts, lang)} if isinstance(cause, Refusal) else problem.facts
    said = explain(problem.reason, facts, lang)
    return with_rule(said, problem.rule)
