"""`puur score`: a recorded game replayed under its rule book, with the slate, the points by source and the winner.

What it prints is `puur.cli.score_pages`; with `--json` the same facts for programs. Status 2 for a file that cannot be read
or an event that the rules refuse, 1 where a score written in the file is not what the events give.
"""

from __future__ import annotations

import typer
from rich.text import Text

from puur.cli import score_pages as pages
from puur.cli.errors import UserError
from puur.cli.records import book_of, choose, load_file, notes, shown_name
from puur.cli.settings import console, settings, show_json, tell
from puur.notation.formats import Loaded
from puur.notation.scoring import Mismatch, Refused, score_record
from puur.papers.game_facts import facts
from puur.words.refusals import explain as in_words


def score(file: str, reglement: str, explain: bool, as_json: bool, number: int | None) -> None:
    """What `puur score` does."""
    loaded = load_file(file, None, reglement or "jassregeln")
    record = choose(loaded, number, file)
    book = book_of(record, reglement, file)
    try:
        scored = score_record(record, book)
    except Refused as refused:
        raise UserError(_refusal(refused, record.setup.names, loaded, shown_name(file))) from None
    errors = console(stderr=True)
    if as_json:
        show_json(facts(scored))
    else:
        out = console()
        for piece in pages.page(scored.game, explain=explain):
            out.print(piece)
        for note in notes(loaded.lost):
            errors.print(Text(note, style="yellow"), soft_wrap=True)
    for wrong in scored.mismatches:
        errors.print(Text(_mismatch(wrong, shown_name(file)), style="red"), soft_wrap=True)
    if scored.mismatches:
        raise typer.Exit(1)


def _refusal(refused: Refused, names: tuple[str, ...], loaded: Loaded, file: str) -> str:
    violation = refused.violation
    why = in_words(violation.reason, violation.facts, settings().lang, names)
    if refused.place < len(loaded.lines):
        return tell("score.refused", file=file, line=loaded.lines[refused.place], why=why, rule=violation.rule)
    return tell("score.refused.event", file=file, number=refused.place + 1, why=why, rule=violation.rule)


def _mismatch(wrong: Mismatch, file: str) -> str:
    written, made = (" : ".join(map(str, points)) for points in (wrong.score.points, wrong.found))
    if wrong.score.line:
        return tell("score.mismatch", file=file, line=wrong.score.line, written=written, found=made)
    return tell("score.mismatch.event", file=file, number=wrong.score.after, written=written, found=made)
