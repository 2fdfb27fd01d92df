"""What files and a database of an earlier version must still say, as plain values to compare with what was noted then."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from puur.core.cards import Card, CardSet
from puur.core.mode import Mode
from puur.core.weis import Weis


def line_said(stream: str, line: Any) -> Any:
    """The values in the event that one stored line holds."""
    from puur.evening import events  # noqa: F401  (registers what happens at an evening)
    from puur.log import EVENING
    from puur.notation.game_events import GAME
    from puur.season.events import from_json

    said = values({"game": GAME.read, "evening": EVENING.read, "season": from_json}[stream](line))
    if said.get("accepted") is False:
        del said["accepted"]  # nobody was asked to accept the rules
    if "sheet" not in said:
        return said
    sheet = said.pop("sheet")
    if stream == "season":
        first = "teams" in said and "reason" not in said  # a correction may name other teams since
        return said | {"points": sheet["totals"]} | ({"matches": sheet["matches"] or [0, 0]} if first else {})
    said |= {"points": sheet["totals"], "striche": sheet["striche"]}  # one sheet holds now what had a field each
    if "reason" in said:
        deals = [[cell[0] for cell in row["cells"]] for row in sheet["rows"]]
        said |= {"deals": deals, "matches": sheet["matches"] or [0, 0], "estimated": sheet["estimated"]}
    return said


def values(value: Any) -> Any:
    """A value of any kind as JSON, without the help of any codec."""
    if is_dataclass(value) and not isinstance(value, Card | Mode | Weis | type):
        return {one.name: values(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, CardSet):
        return sorted(map(str, value))
    if isinstance(value, tuple):
        return [values(one) for one in value]
    if isinstance(value, Mode):
        return f"{value} {value.trio_values.value}"
    if isinstance(value, Enum):
        return value.value
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def record_said(path: Path) -> dict[str, Any]:
    """The slate of a game record, text or JSON."""
    from puur.notation import from_json, parse_jass
    from puur.notation.scoring import score_record
    from puur.reglement import load

    text = path.read_text("utf-8")
    record = from_json(text) if path.suffix == ".json" else parse_jass(text)
    scored = score_record(record, load(record.book))
    return {"events": len(record.events), "mismatches": len(scored.mismatches), **game_said(scored.game)}


def game_said(game: Any) -> dict[str, Any]:
    """Totals, every entry of the ledger, and how it ended."""
    return {
        "totals": list(game.ledger.totals),
        "entries": [
            [one.deal, one.team, one.source.value, one.raw, one.factor, one.points, one.rule] for one in game.ledger.entries
        ],
        "over": game.over,
        "winner": game.winner,
        "deals": len(game.deals),
        "setup": [list(game.setup.names), game.setup.keeping.value, game.setup.turning.value, game.setup.playing.value],
    }


def evening_said(path: Path) -> dict[str, Any]:
    """The ranking of an evening's file."""
    from puur.evening.files import evening_from_plain

    return engine_said(evening_from_plain(json.loads(path.read_text("utf-8"))))


def engine_said(evening: Any) -> dict[str, Any]:
    """The ranking of an evening, its people and its penalties."""
    from puur.web.evenings.fold import figures

    return {
        "told": figures(evening),
        "events": len(evening.events),
        "players": sorted(evening.players),
        "penalties": [list(one) for one in evening.penalties],
        "closed": evening.closed,
    }


def club_said(path: Path) -> dict[str, Any]:
    """The standings and balances of a club's file."""
    from puur.season import Club, load
    from puur.season.exchange import read

    found = read(path.read_text("utf-8"))
    return season_said(Club(load(found.book), found.events))


def season_said(club: Any) -> dict[str, Any]:
    """Standings, balances, and every booking of a club."""
    from puur.web.clubs.store import figures

    bookings = [[one.key, one.on.isoformat(), one.rule, [str(line.amount) for line in one.lines]] for one in club.ledger.bookings]
    return {
        "told": figures(club),
        "events": len(club.events),
        "bookings": bookings,
        "control": str(sum(club.ledger.balances().values())),
    }


def database_said() -> dict[str, Any]:
    """Everything that the database of this process says about its games, slates, evenings and clubs."""
    from django.contrib.auth.models import User

    from puur.web.clubs import store as clubs
    from puur.web.clubs.models import Club
    from puur.web.evenings import store as evenings
    from puur.web.evenings.fold import folded
    from puur.web.evenings.models import Evening, EveningBackup
    from puur.web.live.store import book_of, load_table
    from puur.web.models import PlayedGame, SlateGame, Table
    from puur.web.slates import sheet_of_slate

    said: dict[str, Any] = {"people": sorted(User.objects.values_list("username", flat=True))}
    for table in Table.objects.order_by("pk"):
        state = load_table(table.code)
        assert state is not None
        games = [[one.totals, one.winner, len(one.deals)] for one in PlayedGame.objects.filter(table=table).order_by("number")]
        played = None if state.game is None else game_said(state.game)
        said[f"table {table.code}"] = {"n": state.n, "status": state.status, "games": games, "played": played}
        assert book_of(table.book, table.book_text) == state.book
    for slate in SlateGame.objects.order_by("pk"):
        said[f"slate {slate.pk}"] = list(sheet_of_slate(slate).totals or ())
    for evening in Evening.objects.order_by("pk"):
        said[f"evening {evening.code}"] = engine_said(folded(evenings.row(evening.code)).engine) | {
            "public": engine_said(folded(evening, evening.frozen).engine),
            "counted": list(folded(evening).numbers),
            "kept": EveningBackup.objects.filter(evening=evening).count(),
        }
    for row in Club.objects.order_by("pk"):
        withdrawn = sorted([one.n, one.withdrawn] for one in clubs.trail(row) if one.withdrawn)
        said[f"club {row.slug}"] = season_said(clubs.engine(row)) | {"n": row.n, "withdrawn": withdrawn}
    return said


def withdrawn_said() -> list[list[Any]]:
    """What was taken back at evenings: the number of the line, and by whom."""
    from puur.log.lines import withdrawals
    from puur.web.evenings.fold import lines_of
    from puur.web.evenings.models import Evening

    gone = [withdrawals(lines_of(evening)) for evening in Evening.objects.order_by("pk")]
    return sorted([n, line.by] for one in gone for n, line in one.items())


def noted(folder: Path) -> Mapping[str, Any]:
    """What was noted when the files were made."""
    found: Mapping[str, Any] = json.loads((folder / "expected.json").read_text("utf-8"))
    return found


if __name__ == "__main__":  # in a process of its own, with the database of its environment
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    json.dump([database_said(), withdrawn_said()], sys.stdout)
