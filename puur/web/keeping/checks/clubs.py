"""Clubs: folded again from their events; numbers, standings, balances and the control sum of the ledger compared."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from puur.season import Club as ClubState
from puur.web.clubs.models import BankImport, Club, ClubEvent
from puur.web.clubs.store import CLUBS, figures
from puur.web.keeping.checks import Compared, whole_numbers

KIND = "club"


def compared(using: str) -> Iterator[Compared]:
    """Every club."""
    for row in Club.objects.using(using).order_by("pk").iterator(chunk_size=50):
        yield from _club(row, using)


def _club(row: Club, using: str) -> Iterator[Compared]:
    place = f"club {row.slug}"
    numbers = list(ClubEvent.objects.using(using).filter(club=row).order_by("n").values_list("n", flat=True))
    yield Compared(KIND, place, "event numbers", *whole_numbers(numbers))
    yield Compared(KIND, place, "n", row.n, len(numbers))
    yield Compared("chain", place, "broken at event", CLUBS.broken(row, using), None)
    again, problem = CLUBS.rebuilt(row, using)
    yield Compared(KIND, place, "replay", problem, "")
    if again is None:
        return
    engine = again.engine
    balances = engine.ledger.balances()
    yield Compared("ledger", place, "control sum", str(sum(balances.values(), Decimal(0)) + Decimal("0.00")), "0.00")
    anew = figures(engine)
    before = row.told or anew  # clubs from before these were kept have nothing to compare
    for name, part, what in (("ledger", "balances", "balance"), ("standings", "standings", "standings")):
        stored, rebuilt = before.get(part) or {}, anew[part]
        where = "account" if part == "balances" else "year"
        for key in sorted({*stored, *rebuilt}):
            yield Compared(name, f"{place}, {where} {key}", what, stored.get(key), rebuilt.get(key))
    for read in BankImport.objects.using(using).filter(club=row).order_by("pk"):
        lost = [key for key in read.booked if key not in engine.ledger.payments and not _booked(engine, key)]
        yield Compared("bank file", f"{place}, {read.name}", "payments that are not in the ledger", lost, [])


def _booked(engine: ClubState, key: str) -> bool:
    return any(booking.key == key or booking.key.endswith(f":{key}") for booking in engine.ledger.bookings)
