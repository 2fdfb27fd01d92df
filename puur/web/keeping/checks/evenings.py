"""Tournament evenings: folded again from the events that count; results, state, summary and ranking compared."""

from __future__ import annotations

from collections.abc import Iterator

from puur.log.old import WITHDRAWN
from puur.web.evenings.fold import EVENINGS, figures, state_of, summary_of
from puur.web.evenings.models import ConfirmedResult, Evening, EveningEvent
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
    yield Compared("chain", place, "broken at event", EVENINGS.broken(row, using), None)
    again, problem = EVENINGS.rebuilt(row, using)
    yield Compared(KIND, place, "replay", problem, "")
    if again is None:
        return
    engine = again.engine
    yield Compared(KIND, place, "state", row.state, str(state_of(engine)))
    for name, value in summary_of(engine).items():
        # An evening that has seen no event yet has no summary yet.
        yield Compared(KIND, place, f"summary {name}", row.summary.get(name, value if not rows else None), value)
    results = {
        f"round {round_}, table {table}": [again.numbers[versions[-1].number], len(versions)]
        for (round_, table), versions in engine.results.items()
    }
    stored = {
        f"round {result.round}, table {result.table}": [result.event.n, result.version]
        for result in ConfirmedResult.objects.using(using).filter(evening=row).select_related("event")
    }
    for where in sorted({*results, *stored}):
        yield Compared("confirmed result", f"{place}, {where}", "event and version", stored.get(where), results.get(where))
    ranked = figures(engine)
    if row.told or not ranked:  # evenings from before rankings were kept have nothing to compare
        yield Compared("ranking", place, "ranking", row.told, ranked)
