"""The tables in the browser: their games are replayed from the events and compared with the rows of finished games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import connections
from django.db.models import Model

from puur.core.errors import RuleViolation
from puur.core.events import Shuffled
from puur.core.game import Game
from puur.core.striche import striche
from puur.log import chain
from puur.log.errors import Unfit
from puur.reglement import ReglementError
from puur.web import fair
from puur.web.keeping.checks import Compared, whole_numbers
from puur.web.live.heads import Tip
from puur.web.live.state import read_setup
from puur.web.live.store import book_of
from puur.web.live.wire import restored
from puur.web.live.written import result_json
from puur.web.models import Participant, PlayedGame, Table, TableEvent

KIND = "table"


def compared(using: str) -> Iterator[Compared]:
    """Every table: its numbers, its games, its results."""
    for table in Table.objects.using(using).order_by("pk").iterator(chunk_size=200):
        yield from _table(table, using)


def confirmed(using: str, heads: Mapping[int, Sequence[Tip]]) -> Iterator[Compared]:
    """What people were told, as it was noted beside the database, and what is stored there."""
    for pk, code in Table.objects.using(using).filter(pk__in=list(heads)).values_list("pk", "code"):
        for n, head in heads[pk]:
            stored = TableEvent.objects.using(using).filter(table=pk, n=n).values_list("head", flat=True).first()
            yield Compared("confirmed event", f"table {code}, event {n}", "head", stored, head)
    if heads:
        yield from never_there(using, Table, heads)


def never_there(using: str, owners: type[Model], heads: Iterable[int]) -> Iterator[Compared]:
    """Rows that were noted and that this database has never had: it is older. One that was deleted has left its number behind."""
    name = owners._meta.db_table
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
        row = cursor.fetchone()
    last = row[0] if row else 0
    for pk in sorted(heads):
        if pk > last:
            yield Compared("confirmed event", f"{name} {pk}", "highest number", last, pk)
            return


def _table(table: Table, using: str) -> Iterator[Compared]:
    place = f"table {table.code}"
    games = list(PlayedGame.objects.using(using).filter(table=table).order_by("number"))
    numbers = [game.number for game in games]
    yield Compared(KIND, place, "games", numbers, list(range(1, len(games) + 1)))
    yield Compared(KIND, place, "game", table.game, numbers[-1] if numbers else 0)
    chained = ((event.n, event.head, event.parts) for event in TableEvent.objects.using(using).filter(table=table).order_by("n"))
    yield Compared("chain", place, "broken at event", chain.broken(chained), None)
    after, over = 0, False
    for row in games:
        rows = list(TableEvent.objects.using(using).filter(table=table, game=row.number).order_by("n"))
        yield Compared(KIND, f"{place}, game {row.number}", "event numbers", *whole_numbers([event.n for event in rows], after))
        after = rows[-1].n if rows else after
        game, problem = _replayed(table, row, rows)
        yield Compared(KIND, f"{place}, game {row.number}", "replay", problem, "")
        if game is not None:
            over = game.over
            yield from _game(table, row, game, using)
    known = {row.number for row in games}
    strays = TableEvent.objects.using(using).filter(table=table).exclude(game__in=known).order_by("n").values_list("n", flat=True)
    yield Compared(KIND, place, "events without a game", list(strays[:5]), [])
    if games:
        yield Compared(KIND, place, "state", table.state, str(Table.State.OVER if over else Table.State.PLAYING))


def _replayed(table: Table, row: PlayedGame, rows: list[TableEvent]) -> tuple[Game | None, str]:
    """The game again, from its events alone, and where it gets stuck."""
    try:
        game = Game(book_of(table.book, table.book_text), read_setup(row.setup))
    except (ReglementError, KeyError, ValueError, TypeError) as problem:
        return None, f"{type(problem).__name__}: {problem}"[:200]
    for event in rows:
        try:
            game.submit(restored(event.data))
        except (RuleViolation, Unfit, ValueError, KeyError, TypeError) as problem:
            # Never the event itself: it may hold the pack of a deal that still runs.
            why = f"{problem.rule} {problem.reason}" if isinstance(problem, RuleViolation) else type(problem).__name__
            return None, f"event {event.n}: {why}"
    return game, ""


def _game(table: Table, row: PlayedGame, game: Game, using: str) -> Iterator[Compared]:
    place, kind = f"table {table.code}, game {row.number}", "played game"
    shuffles = [event for event in game.events if isinstance(event, Shuffled)]
    for number, event in enumerate(shuffles):
        parsed, own = fair.parse_seed(event.seed), fair.seed_of(table.secret, game.setup.number, number)
        # Commitments, never seeds or cards: the deal may still be running.
        seen = None if parsed is None else fair.commitment(parsed.seed)
        yield Compared("fair deal", f"{place}, deal {number + 1}", "commitment", seen, fair.commitment(own))
        if parsed is not None:
            yield Compared("fair deal", f"{place}, deal {number + 1}", "pack", parsed.pack == event.pack, True)
    for deal in fair.check_events(game.events):
        if deal.why in fair.WRONG:
            yield Compared("fair deal", f"{place}, deal {deal.number}", "proof", deal.why, "")
    yield Compared(kind, place, "finished", row.finished is not None, game.over)
    yield Compared(kind, place, "totals", row.totals, list(game.ledger.totals) if game.over else [])
    yield Compared(kind, place, "winner", row.winner, game.winner if game.over else None)
    yield Compared(kind, place, "schneider", row.schneider, game.schneider if game.over else False)
    deals = [result_json(game, deal) for deal in game.finished_deals] if game.over else []
    yield Compared(kind, place, "number of deals", len(row.deals), len(deals))
    for number, (stored, rebuilt) in enumerate(zip(row.deals, deals, strict=False), start=1):
        yield Compared(kind, f"{place}, deal {number}", "result", stored, _as_stored(rebuilt))
    people = list(Participant.objects.using(using).filter(game=row).order_by("seat"))
    yield Compared("participant", place, "seats", [player.seat for player in people], list(game.seats) if game.over else [])
    if game.over:
        marks = striche(game)
        for player in people:
            yield Compared("participant", f"{place}, seat {player.seat}", "striche", player.striche, marks[player.seat].total)


def _as_stored(value: Any) -> Any:
    """As JSON gives it back: lists instead of tuples."""
    if isinstance(value, dict):
        return {str(name): _as_stored(part) for name, part in value.items()}
    return [_as_stored(part) for part in value] if isinstance(value, list | tuple) else value
