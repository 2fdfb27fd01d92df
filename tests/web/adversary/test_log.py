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


def test_an_older_database_that_plays_on_is_noticed_however_far_it_comes(server: str) -> None:
    """A copy of the table's lines is put back, and people play on past the number at which it stood."""

    async def run() -> None:
        from puur.web.live.heads import NAME, Heads, noted
        from puur.web.models import Table, TableEvent

        code = (await played(server))[0].code

        def rolled_back() -> list[Any]:
            from django.conf import settings

            folder = Path(settings.DATA)
            table = Table.objects.get(code=code)
            tip = TableEvent.objects.filter(table=table).order_by("n").last()
            assert tip is not None
            told = tip.n, tip.head
            fork = [row for row in TableEvent.objects.filter(table=table).order_by("n") if row.n > tip.n - 3]
            before, heads = fork[0].head, Heads(folder)
            for row in fork[1:]:  # the same play, a second later
                row.at += 1
                row.head = before = chain.head(before, *row.parts)
                row.save()
                heads.add(f"{table.pk} {row.n} {row.head}\n")
            tip.pk, tip.n, tip.action, tip.head = None, tip.n + 1, None, "f" * 32
            heads.add(f"{table.pk} {tip.n} {tip.head}\n")  # and on
            tip.save(force_insert=True)
            assert told in noted(folder / NAME)[table.pk]
            seen = [wrong(code).count(("confirmed event", "head"))]
            heads.shorten()
            TableEvent.objects.filter(table=table, n=tip.n).delete()
            return seen

        assert await database(rolled_back) == [1]

    run_async(run)


def test_where_the_numbers_go_back_both_heads_are_kept(tmp_path: Path, monkeypatch: Any) -> None:
    from puur.web.live import heads

    a, b, c = ("a" * 32, "b" * 32, "c" * 32)
    file = heads.Heads(tmp_path)
    file.add(f"7 9 {a}\n7 10 {a}\n8 3 {c}\n")
    file.add(f"7 9 {b}\n7 10 {b}\n7 25 {b}\n8 4 {c}\n8 4 {c}\n7 26 {b[:5]}")  # put back to 8, then on; the last line is cut off
    file.close()
    kept = {7: {(10, a), (25, b)}, 8: {(4, c)}}
    assert {pk: set(tips) for pk, tips in heads.noted(file.path).items()} == kept
    monkeypatch.setattr(heads, "LONG", 0)
    file.shorten()
    assert {pk: set(tips) for pk, tips in heads.noted(file.path).items()} == kept, "also when it was made short"
    assert len(file.path.read_text().splitlines()) == 3


def test_a_row_that_this_database_has_never_had_is_noticed(database: str) -> None:
    from puur.web.keeping.checks.tables import confirmed
    from puur.web.models import Table

    del database
    table = Table.objects.create(code=f"Z{random.getrandbits(20):X}", book="ub2024", host="x")
    pk = table.pk
    table.delete()  # by whoever may: that leaves its number behind
    assert [pair for pair in confirmed("default", {pk: ((1, "a" * 32),)}) if not pair.same] == []
    assert [pair.what for pair in confirmed("default", {pk + 1: ((1, "a" * 32),)}) if not pair.same] == ["highest number"]


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
        # Also of an earlier game than the one that runs: here as if the next one had begun just now.
        from puur.web import asgi

        table = asgi.hub.tables[actor.code]
        state, heads = table.state, list(table.state.heads)
        state.started_at, state.heads = told["n"], heads[told["n"] - state.started_at :]
        seen = len(actor.messages)
        await actor.send(t="hello", since=0, lang="de", kept=told["n"])
        await actor.until(lambda: any(message["t"] == "past" for message in actor.messages[seen:]))
        past = actor.last("past")
        assert past is not None
        assert (past["head"], past["begins"]) == (told["head"], told["n"])

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
