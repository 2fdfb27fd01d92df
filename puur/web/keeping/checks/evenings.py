"""Tournament evenings: folded again from the events that count; results, state, summary and ranking compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puur.core.errors import RuleViolation
from puur.evening.evening import Evening as Engine
from puur.log import EVENING, Line, counted
from puur.log.old import WITHDRAWN
from puur.web.evenings.fold import book_of, setup_of
from puur.web.evenings.models import ConfirmedResult, Evening, EveningEvent
from puur.web.evenings.told import told
from puur.web.keeping.checks import Compared, whole_numbers

KIND = "evening"


def compared(using: str) -> Iterator[Compared]:
    """Every evening."""
    for row in Evening.objects.using(using).order_by("pk").iterator(chunk_size=50):
        yield from _evening(row, using)


def _evening(row: Evening, using: str) -> Iterator[Compared]:
    place = f"evening {row.code}"
    rows = list(EveningEvent.objects.using(using).filter(evening=row).order_by("n"))
    stored_number, number = whole_numbers([event.n for event in rows])
    if stored_number == number:  # so many events: a line that takes others back is none
        stored_number = number = sum(event.data.get("event") != WITHDRAWN for event in rows)
    yield Compared(KIND, place, "event numbers", stored_number, number)
    engine, live, problem = _replayed(row, rows)
    yield Compared(KIND, place, "replay", problem, "")
    if engine is None:
        return
    state = "closed" if engine.closed else "running" if engine.released else "before"
    yield Compared(KIND, place, "state", row.state, state)
    for name, value in _summary(engine).items():
        # An evening that has seen no event yet has no summary yet.
        yield Compared(KIND, place, f"summary {name}", row.summary.get(name, value if not rows else None), value)
    results = {
        f"round {round_}, table {table}": [live[versions[-1].number].n, len(versions)]
        for (round_, table), versions in engine.results.items()
    }
    stored = {
        f"round {result.round}, table {result.table}": [result.event.n, result.version]
        for result in ConfirmedResult.objects.using(using).filter(evening=row).select_related("event")
    }
    for where in sorted({*results, *stored}):
        yield Compared("confirmed result", f"{place}, {where}", "event and version", stored.get(where), results.get(where))
    ranked = told(engine)
    if row.told or not ranked:  # evenings from before rankings were kept have nothing to compare
        yield Compared("ranking", place, "ranking", row.told, ranked)


def _replayed(row: Evening, rows: list[EveningEvent]) -> tuple[Engine | None, list[Line], str]:
    """The evening again, the lines that count in it, and where it gets stuck."""
    at = ""
    lines: list[Line] = []
    try:
        engine = Engine(book_of(row.book, row.book_text), setup_of(row))
        for one in rows:
            at = f"event {one.n}: "
            lines.append(Line(one.n, EVENING.read(one.data)))
        lines = counted(lines)
        for line in lines:
            at = f"event {line.n}: "
            engine.submit(line.event)
    except RuleViolation as problem:
        return None, [], f"{at}{problem.rule} {problem.reason}"
    except Exception as problem:  # whatever a damaged row can cause is a finding, not a crash
        return None, [], f"{at}{type(problem).__name__}: {problem}"[:200]
    return engine, lines, ""


def _summary(engine: Engine) -> dict[str, Any]:
    return {
        "players": len(engine.players),
        "here": len(engine.playing()),
        "planned": engine.planned,
        "drawn": len(engine.rounds),
        "released": engine.released,
        "missing": len(engine.missing_results(engine.released)) if engine.released else 0,
    }
