"""`puur score`: a recorded game replayed under its rule book, with the slate, the points by source and the winner.

What it prints is `puur.cli.score_pages`; with `--json` the same facts for programs. Status 2 for a file that cannot be read
or an event that the rules refuse, 1 where a score written in the file is not what the events give.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.text import Text

from puur.cli import score_pages as pages
from puur.cli.errors import UserError
from puur.cli.records import book_of, choose, load_file, notes, shown_name
from puur.cli.settings import console, settings, show_json, tell
from puur.core.game import Game
from puur.core.seats import SEAT_NAMES
from puur.core.slate import strokes
from puur.core.striche import striche
from puur.notation.formats import Loaded
from puur.notation.scoring import Mismatch, Refused, Scored, score_record
from puur.words.refusals import explain as in_words


def register(app: typer.Typer) -> None:
    """Add `score` to the command."""

    @app.command("score", help=tell("cli.command.score"))
    def score(
        file: Annotated[str, typer.Argument(metavar="FILE", help=tell("score.help.file"), show_default=False)],
        reglement: Annotated[str, typer.Option("--reglement", help=tell("score.help.reglement"), show_default=False)] = "",
        explain: Annotated[bool, typer.Option("--explain", help=tell("score.help.explain"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=tell("score.help.json"))] = False,
        number: Annotated[int | None, typer.Option("--number", help=tell("score.help.number"), show_default=False)] = None,
    ) -> None:
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


def facts(scored: Scored) -> dict[str, Any]:
    """Everything that is shown, for programs; seats and teams by their letters."""
    game = scored.game
    deals, whole = pages.checks(game)
    sheet = game.form.sheet(game)
    return {
        "book": game.book.key,
        "players": dict(zip(SEAT_NAMES, game.setup.names, strict=False)),
        "over": game.over,
        "over_by": game.over_by,
        "winner": _team(game, game.winner),
        "totals": _pair(game, game.ledger.totals),
        "slate": {
            name: {"100": half.hundreds, "50": half.fifties, "20": half.twenties, "rest": half.remainder}
            for name, half in ((game.side_name(side), strokes(total)) for side, total in enumerate(game.ledger.totals))
        },
        "deals": [_deal(game, number) for number in range(len(game.deals))],
        "striche": [row.total for row in striche(game)],
        "sheet": [
            {"deal": row.deal, "variant": row.name, "factor": row.factor, "chooser": _team(game, row.chooser)}
            | {"points": _pair(game, row.points), "nuller": row.note == "nuller"}
            for row in (sheet.rows if game.form.lines(game.book) else ())
        ],
        "bergpreis": _team(game, game.bergpreis),
        "schneider": game.schneider,
        "penalties": [{"seat": SEAT_NAMES[seat], "points": points, "rule": rule} for seat, points, rule in game.penalties],
        "warnings": [
            {"reason": warning.reason, "rule": warning.rule, "facts": _plain(dict(warning.facts))} for warning in game.warnings
        ],
        "control": {
            "deals": [{"deal": number, "found": check.found, "expected": check.expected} for number, check in deals],
            "passe": None if whole is None else {"found": whole.found, "expected": whole.expected, "rule": whole.rule},
        },
        "mismatches": [
            {"line": wrong.score.line, "after": wrong.score.after, "of": wrong.score.of}
            | {"written": _pair(game, wrong.score.points), "found": _pair(game, wrong.found)}
            for wrong in scored.mismatches
        ],
    }


def _deal(game: Game, place: int) -> dict[str, Any]:
    deal = game.deals[place]
    entries = game.ledger.of_deal(deal.number)
    return {
        "number": deal.number,
        "dealer": SEAT_NAMES[deal.dealer],
        "announcer": None if deal.announcer is None else SEAT_NAMES[deal.announcer],
        "mode": None if deal.mode is None else str(deal.mode),
        "variant": deal.variant,
        "pushes": deal.pushes,
        "factor": deal.factor,
        "match": _team(game, deal.match),
        "points": _pair(
            game, [sum(entry.points for entry in entries if entry.team == side) for side in range(len(game.ledger.totals))]
        ),
        "entries": [
            {"team": _team(game, entry.team), "source": entry.source.value, "raw": entry.raw, "factor": entry.factor}
            | {"points": entry.points, "rule": entry.rule, "trick": entry.trick}
            for entry in entries
        ],
    }


def _team(game: Game, side: int | None) -> str | None:
    return None if side is None else game.side_name(side)


def _pair(game: Game, points: Sequence[int]) -> dict[str, int]:
    return {game.side_name(side): number for side, number in enumerate(points)}


def _plain(value: object) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, int | str | None) else str(value)
