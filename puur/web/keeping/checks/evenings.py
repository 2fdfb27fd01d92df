"""Tournament evenings: folded again from the events that count; results, state, summary and ranking compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puur.core.errors import RuleViolation
from puur.tournament.evening import Evening as Engine
from puur.web.evenings.fold import book_of, from_data, setup_of
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
    yield Compared(KIND, place, "event numbers", *whole_numbers([event.n for event in rows]))
    live = [event for event in rows if not event.undone]
    engine, problem = _replayed(row, live)
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


def _replayed(row: Evening, live: list[EveningEvent]) -> tuple[Engine | None, str]:
    try:
        engine = Engine(book_of(row.book, row.book_text), setup_of(row))
    except Exception as problem:  # whatever a damaged row can cause is a finding, not a crash
        return None, f"{type(problem).__name__}: {problem}"[:200]
    for event in live:
        try:
            engine.submit(from_data(event.data))
        except RuleViolation as problem:
            return None, f"event {event.n}: {problem.rule} {problem.reason}"
        except Exception as problem:
            return None, f"event {event.n}: {type(problem).__name__}: {problem}"[:200]
    return engine, ""


def _summary(engine: Engine) -> dict[str, Any]:
    return {
        "players": len(engine.players),
        "here": len(engine.playing()),
        "planned": engine.planned,
        "drawn": len(engine.rounds),
        "released": engine.released,
        "missing": len(engine.missing_results(engine.released)) if engine.released else 0,
    }
