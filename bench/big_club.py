"""How long the pages of a club of 30,000 events take, the most that one may have (`MOST_EVENTS` in `puur/season/exchange.py`).

    python bench/big_club.py [--events 30000]

The made-up year of the club tests again and again with its money, year after year, in an SQLite database of its own. Timed: the
first page after a start, when nothing is in memory yet; every page with it in memory; a booking and what else is entered at a
table; `puur check`. By the clock and in processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
OWN = 2027  # the year of the file


def events(count: int) -> Iterator[Any]:
    """So many events that a club takes."""
    from puur.core.errors import Refusal
    from puur.season import Club, load
    from puur.season.dues import settle
    from puur.season.events import from_json

    _, *lines = (ROOT / "tests/season/data/musterjahr.jsonl").read_text("utf-8").splitlines()
    club = Club(load("ajz08"))
    for year in range(OWN, OWN + 200):
        for line in lines:
            try:
                club.submit(from_json(json.loads(line.replace(str(OWN), str(year)))))
            except Refusal:  # members of the year before
                continue
        settle(club, date(year, 12, 31))
        if len(club.events) >= count:
            break
    yield from club.events[:count]


def timed(name: str, work: Callable[[], object]) -> None:
    """Do it once and say how long it took."""
    began, used = time.perf_counter(), time.process_time()
    work()
    print(f"{name:34} {time.perf_counter() - began:8.3f} s  {time.process_time() - used:8.3f} s of processor", flush=True)


def main() -> None:
    """Fill and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=30_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PUUR_DATA": folder, "DJANGO_SETTINGS_MODULE": "puur.web.settings", "PUUR_LANG": "en"}
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        _measure(given.events)


def _measure(count: int) -> None:
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from puur.cli.app import main as puur
    from puur.season.state import Club as Engine
    from puur.web.clubs import store
    from puur.web.clubs.models import HOST, Club, ClubPerson

    call_command("migrate", verbosity=0, interactive=False)
    user = get_user_model().objects.create_user("host")
    row = Club.objects.create(slug="big", name="Jassclub", book="ajz08", host=user)
    made = list(events(count))
    engine = Engine(store.book_of(row), made)
    store.CLUBS.fill(row.pk, engine, HOST, lambda _: None)
    ClubPerson.objects.create(club=row, person="carla", user=user)
    row.refresh_from_db()
    days = [day for day in engine.in_order() if day.opened]
    print(f"{row.n} events, {len(engine.days)} days, {len(engine.ledger.bookings)} bookings, {len(engine.years())} years")
    client = Client(HTTP_HOST="localhost")
    client.force_login(user)

    def page(path: str, **form: str) -> Callable[[], None]:
        def ask() -> None:
            answer = client.post(f"/clubs/big/{path}", form) if form else client.get(f"/clubs/big/{path}")
            assert answer.status_code in (200, 302), (path, answer.status_code, answer.content[-500:])

        return ask

    year, day = days[-1].date.year, days[-1].key
    money = ("", "book/", "ledger/", "person/carla/", f"year/{year}/", "dunning/", "bills/")
    places = ("", "me/", "days/", f"days/{day}/", "people/", *(f"money/{part}" for part in money), "public/", "stats/", "trail/")
    for number in range(2):
        store.CLUBS.forget(row)
        timed(f"first page after a start, {number + 1}", page(""))
    for path in places:
        timed(f"/{path}", page(path))
    for number in range(2):
        timed(f"a booking, {number + 1}", page("money/person/carla/charge/", amount="5", rule="Bench", once=f"bench-{number:08}"))
    row.refresh_from_db()
    timed("what else is entered", page("do/people-add/", names="Neu Hier"))
    connection.close()
    timed("puur check", lambda: _checked(puur))


def _checked(puur: Callable[[list[str]], None]) -> None:
    try:
        puur(["check"])
    except SystemExit as end:
        if end.code:
            raise


if __name__ == "__main__":
    main()
