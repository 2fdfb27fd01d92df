"""A log with a past that was edited, or without its tail: `puur check` notices, and so does a client that comes back."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from puur.log import chain
from tests.web.aside import database
from tests.web.client import Player, four_at_a_table, run_async


def wrong(code: str) -> list[tuple[str, str]]:
    """What `puur check` has against a table."""
    from django.conf import settings

    from puur.web.keeping.checks.tables import _table, confirmed
    from puur.web.live.heads import NAME, noted
    from puur.web.models import Table

    table = Table.objects.get(code=code)
    heads = {pk: last for pk, last in noted(Path(settings.DATA) / NAME).items() if pk == table.pk}
    assert heads
    pairs = [*confirmed("default", heads), *_table(table, "default")]
    return [(pair.kind, pair.what) for pair in pairs if not pair.same and pair.kind in ("chain", "confirmed event")]


async def played(server: str) -> list[Player]:
    players = await four_at_a_table(server)
    rng = random.Random(4)
    for _ in range(12):
        player, event = next((player, event) for player in players if (event := player.choice(rng)) is not None)
        await player.step(event)
    return players


def test_an_edited_past_and_a_lost_tail_are_noticed_by_the_check(server: str) -> None:
    async def run() -> None:
        from puur.web.models import TableEvent

        code = (await played(server))[0].code
        assert await database(lambda: wrong(code)) == []

        def tampered() -> list[Any]:
            events = TableEvent.objects.filter(table__code=code).order_by("n")
            seen = []
            middle = events[5]
            TableEvent.objects.filter(pk=middle.pk).update(at=middle.at + 1)  # replays all the same
            seen.append(wrong(code))
            TableEvent.objects.filter(pk=middle.pk).update(at=middle.at)
            last = events.last()
            assert last is not None
            TableEvent.objects.filter(pk=last.pk).delete()
            seen.append(wrong(code))
            last.save(force_insert=True)
            return [*seen, wrong(code)]

        assert await database(tampered) == [[("chain", "broken at event")], [("confirmed event", "head")], []]

    run_async(run)


def test_a_client_that_comes_back_is_told_how_the_log_stood(server: str) -> None:
    async def run() -> None:
        players = await played(server)
        actor = next(player for player in players if player.last("ok"))
        told = actor.last("ok")
        assert told is not None
        assert len(told["head"]) == 32
        await actor.close()
        await actor.connect()
        await actor.send(t="hello", since=0, lang="de", kept=told["n"])
        past = await actor.until(lambda: actor.last("past"))
        assert (past["n"], past["head"]) == (told["n"], told["head"])

    run_async(run)


def test_a_chain_begins_after_the_lines_of_an_earlier_version() -> None:
    first = chain.head("", 2, "b")
    lines = [(1, "", (1, "a")), (2, first, (2, "b")), (3, chain.head(first, 3, "c"), (3, "c"))]
    assert chain.broken(lines) is None
    assert chain.broken([*lines[:1], (2, first, (2, "changed")), lines[2]]) == 2
    assert chain.broken([lines[0], lines[2]]) == 3, "a line is missing"
    assert chain.broken([*lines, (4, "", (4, "d"))]) == 4, "no line without a head after one that has one"


def _unconfirmed() -> list[str]:
    from django.conf import settings

    from puur.web.keeping.checks.streams import STREAMS, confirmed
    from puur.web.live.heads import noted

    heads = {stream.noted_in: noted(Path(settings.DATA) / stream.noted_in) for stream in STREAMS}
    return [pair.place for pair in confirmed("default", heads) if not pair.same]


def test_a_lost_tail_of_an_evening_or_a_club_is_noticed(database: str) -> None:
    """Whoever takes the last lines away and puts every figure beside them right leaves nothing else to compare."""
    from django.contrib.auth import get_user_model

    from puur.season.events import PersonAdded
    from puur.web.clubs import store as clubs
    from puur.web.clubs.models import Club, ClubEvent
    from puur.web.evenings import store as evenings
    from puur.web.evenings.fold import EVENINGS
    from puur.web.evenings.models import Evening, EveningEvent
    from tests.web.test_writer import imported, remark

    del database
    host = get_user_model().objects.create(username=f"Host{random.getrandbits(32)}")
    club = Club.objects.create(slug=f"schwanz-{random.getrandbits(32)}", name="Schwanz", book="ajz08", host=host)
    clubs.submit(club, [PersonAdded(person="anna", name="Anna")], "")
    told = dict(Club.objects.get(pk=club.pk).told)
    clubs.submit(club, [PersonAdded(person="beat", name="Beat")], "")
    evening: Any = imported()
    evenings.submit(evening.code, remark("erst"))
    evenings.submit(evening.code, remark("dann"))
    assert _unconfirmed() == []
    ClubEvent.objects.filter(club=club, n=2).delete()
    Club.objects.filter(pk=club.pk).update(n=1, told=told)
    EveningEvent.objects.filter(evening=evening, n=3).delete()
    assert _unconfirmed() == [f"evening {evenings.row(evening.code)}, event 3", f"club {club.slug}, event 2"]
    EVENINGS.forget(evening)
    evenings.submit(evening.code, remark("anders"))  # another line in its place
    assert f"evening {evenings.row(evening.code)}, event 3" in _unconfirmed()
    ClubEvent.objects.filter(club=club).delete()
    Club.objects.filter(pk=club.pk).delete()
    Evening.objects.filter(pk=evening.pk).delete()
