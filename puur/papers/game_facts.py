"""What there is to say of a scored game, as plain values for programs: the slate, every entry with its provision, control sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puur.core.game import Game
from puur.core.seats import SEAT_NAMES
from puur.core.slate import strokes
from puur.core.striche import striche
from puur.notation.scoring import Scored, checks


def facts(scored: Scored) -> dict[str, Any]:
    """Everything that is shown, for programs; seats and teams by their letters."""
    game = scored.game
    deals, whole = checks(game)
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
