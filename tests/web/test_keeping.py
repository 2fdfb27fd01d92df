"""Moving, backing up, restoring and checking, through the command line as an operator uses it.

What is expected follows from the promise itself: what was confirmed is there afterwards, to the last row, and what was changed
behind the back of the events is found.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.people import check, evening, events
from tests.faults.servers import Postgres, RedisServer, Web
from tests.web.client import four_at_a_table, run_async
from tests.web.test_kill import Process

ROOT = Path(__file__).resolve().parent.parent.parent


def environment(folder: Path, database: str = "") -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PUUR_", "DATABASE_URL", "REDIS_URL"))}
    return {**env, "PUUR_DATA": str(folder), "PUUR_LANG": "en", **({"DATABASE_URL": database} if database else {})}


def several(folder: Path, *steps: tuple[int, list[object]], database: str = "") -> list[str]:
    """Run commands one after the other (see tests/web/several.py); each has to end with its status. What they say."""
    sent = json.dumps([[str(one) for one in arguments] for _, arguments in steps])
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.several"],
        env=environment(folder, database),
        cwd=ROOT,
        input=sent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    for (status, arguments), (found, said) in zip(steps, answers, strict=True):
        assert found == status, (arguments, said)
    return [said for _, said in answers]


def puur(folder: Path, *arguments: object, status: int = 0) -> str:
    """Run `puur` once; everything that it says."""
    return several(folder, (status, list(arguments)))[0]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A data folder with something of everything, and a dump of it; not to be changed."""
    folder = tmp_path_factory.mktemp("filled")
    path = tmp_path_factory.mktemp("dump") / "all.puur"
    command = [sys.executable, "-m", "tests.web.filling", str(path)]
    subprocess.run(command, env=environment(folder), cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    return folder, path


@pytest.fixture(scope="module")
def filled(made: tuple[Path, Path]) -> Path:
    return made[0]


@pytest.fixture(scope="module")
def dumped(made: tuple[Path, Path]) -> Path:
    return made[1]


@pytest.fixture
def folder(filled: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(filled, tmp_path / "data"))


@contextlib.contextmanager
def rows(folder: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(folder / "puur.sqlite3")) as database, database:
        yield database


def lines(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


def story(path: Path) -> list[bytes]:
    """A dump without what may differ: when and where it was made, and the sum over that."""
    return lines(path)[1:-1]


# ---- moving ----------------------------------------------------------------------------------------------------------------------


def test_a_dump_holds_every_model_and_every_row(dumped: Path, filled: Path) -> None:
    head = json.loads(lines(dumped)[0])
    assert (head["format"], head["version"], head["engine"]) == ("puur-dump", 1, "sqlite")
    held = {one["model"]: one["rows"] for one in map(json.loads, lines(dumped)) if isinstance(one, dict) and "digest" in one}
    with rows(filled) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        passing = {"django_migrations", "sqlite_sequence"}
        passing |= {"processes_process", "processes_ownership", "company_picking", "keeping_attempt", "keeping_letter"}
        counts = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables - passing}
    assert sum(held.values()) == sum(counts.values())
    assert len(held) == len(counts)  # one entry per table of the database: no model is forgotten
    for model in ("web.tableevent", "web.playedgame", "evenings.eveningevent", "clubs.clubevent", "sessions.session", "auth.user"):
        assert held[model] > 0, model
    assert stat.S_IMODE(dumped.stat().st_mode) == 0o600


def test_into_an_empty_folder_and_out_again_is_the_same(dumped: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.puur"
    steps = (["import", dumped], ["export", again], ["check"], ["py", STANDS_STILL])
    loaded, _, checked, _ = several(tmp_path / "new", *((0, list(one)) for one in steps))
    assert "rows in" in loaded
    assert story(again) == story(dumped)
    assert "No difference" in checked
    counts = json.loads(lines(dumped)[-2])["projections"]
    for kind in ("played game", "participant", "fair deal", "confirmed result", "ranking", "standings", "ledger", "slate"):
        assert counts[kind][0] > 0, f"nothing of {kind} is compared"


# A snapshot does not move while others write.
STANDS_STILL = """
from puur.web.keeping.snapshot import snapshot
from puur.web.models import Guest
with snapshot() as moment:
    before = Guest.objects.using(moment).count()
    Guest.objects.create(name="later")
    assert (Guest.objects.using(moment).count(), Guest.objects.count()) == (before, before + 1)
"""
# Sequences: the next row of every table gets a number of its own.
NEW_ROWS = """
from puur.web.models import Guest
from django.contrib.auth.models import Group
assert Guest.objects.create(name="n").pk > 4
assert Group.objects.create(name="n").pk == 2
"""


def test_from_sqlite_to_postgresql_and_back(dumped: Path, tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    out, server = tmp_path / "pg.puur", Postgres(tmp_path / "server")
    try:
        said = several(
            tmp_path / "pg",
            (0, ["import", dumped]),
            (0, ["check"]),
            (0, ["export", out]),
            (0, ["py", NEW_ROWS]),
            (2, ["import", dumped]),  # not empty any more
            (0, ["import", dumped, "--replace"]),
            (0, ["backup", tmp_path / "bk"]),
            (0, ["py", STANDS_STILL]),
            database=server.url,
        )
    finally:
        server.stop()
    assert "No difference" in said[1]
    assert json.loads(lines(out)[0])["engine"] == "postgresql"
    assert sorted(story(out)) == sorted(story(dumped))
    assert "not empty" in said[4]
    kept = next((tmp_path / "pg" / "backups").glob("before-restore-*.puur"))
    assert str(kept) in said[5].replace("\n", "")
    assert len(lines(kept)) == len(lines(dumped)) + 2  # the two new rows
    backup, back = next((tmp_path / "bk").glob("*.puur")), tmp_path / "back.puur"
    said = several(
        tmp_path / "back", (0, ["restore", "--dry-run", backup]), (0, ["import", out]), (0, ["export", back]), (0, ["check"])
    )
    assert "is complete" in said[0]
    assert sorted(story(back)) == sorted(story(dumped))
    assert "No difference" in said[3]


def test_a_target_that_is_not_empty_is_left_alone_unless_told(folder: Path, dumped: Path) -> None:
    with rows(folder) as database:
        database.execute("UPDATE web_guest SET name = 'Neu'")
    seen = "import hashlib, os; print(hashlib.sha256(open(os.environ['PUUR_DATA'] + '/puur.sqlite3', 'rb').read()).hexdigest())"
    said = several(folder, (0, ["py", seen]), (2, ["import", dumped]), (0, ["py", seen]), (0, ["import", dumped, "--replace"]))
    assert "--replace" in said[1]
    assert said[0] == said[2]
    aside = next(folder.glob("puur.sqlite3.before-*"))
    with contextlib.closing(sqlite3.connect(aside)) as old:
        assert old.execute("SELECT DISTINCT name FROM web_guest").fetchall() == [("Neu",)]
    with rows(folder) as database:
        assert database.execute("SELECT count(*) FROM web_guest WHERE name = 'Neu'").fetchone() == (0,)


def broken_copies(whole: bytes) -> Iterator[tuple[str, bytes]]:
    text = gzip.decompress(whole).splitlines(keepends=True)
    row = next(place for place, line in enumerate(text) if line.startswith(b"["))
    yield "is not a file", b"hello"
    yield "is not a file", gzip.compress(b"{}\n")
    yield "damaged", whole[: len(whole) // 2]
    yield "its end is missing", gzip.compress(b"".join(text[:-2]))
    yield "damaged", gzip.compress(b"".join([*text[:row], *text[row + 1 :]]))  # a row is missing
    yield "damaged", gzip.compress(b"".join([*text[:row], text[row].replace(b"1", b"2", 1), *text[row + 1 :]]))
    yield "damaged", gzip.compress(b"".join([*text[:-1], b'{"sha256":"0"}\n']))
    yield "has format 99", gzip.compress(b"".join([text[0].replace(b'"version":1', b'"version":99'), *text[1:]]))


def test_a_damaged_dump_is_refused_and_nothing_is_made_of_it(dumped: Path, tmp_path: Path) -> None:
    from puur.core.errors import Refusal
    from puur.web.keeping.reading import verified
    from puur.words import say

    for expected, data in broken_copies(dumped.read_bytes()):
        (tmp_path / "bad.puur").write_bytes(data)
        with pytest.raises(Refusal) as caught:
            verified(tmp_path / "bad.puur")
        assert expected in say(f"keeping.error.{caught.value.reason}", "en", **caught.value.facts)
    (tmp_path / "bad.puur").write_bytes(dumped.read_bytes()[:-40])
    with_migrations(dumped, tmp_path / "new.puur", web=["0001_initial", "0999_from_the_future"])
    said = several(
        tmp_path / "data",
        (2, ["import", tmp_path / "bad.puur"]),
        (2, ["import", tmp_path / "nowhere.puur"]),
        (2, ["import", tmp_path / "new.puur"]),  # of a newer version
        (2, ["check"]),
    )
    assert "damaged" in said[0]
    assert "cannot be read" in said[1]
    assert "web.0999_from_the_future" in said[2]
    assert "Nothing is stored here yet" in said[3]
    assert not list((tmp_path / "data").glob("*.sqlite3*"))


def with_migrations(dumped: Path, path: Path, **changes: list[str] | None) -> Path:
    """The dump as if another version had made it."""
    text = lines(dumped)
    head = json.loads(text[0])
    for app, names in changes.items():
        head["migrations"].pop(app, None)
        if names is not None:
            head["migrations"][app] = names
    text[0] = json.dumps(head).encode() + b"\n"
    text[-1] = json.dumps({"sha256": hashlib.sha256(b"".join(text[:-1])).hexdigest()}).encode() + b"\n"
    path.write_bytes(gzip.compress(b"".join(text)))
    return path


def test_a_dump_of_an_older_version_is_brought_up_to_date(dumped: Path, tmp_path: Path) -> None:
    old = with_migrations(dumped, tmp_path / "old.puur", processes=None)  # from before that part was there
    puur(tmp_path / "data", "import", old)
    with rows(tmp_path / "data") as database:
        assert database.execute("SELECT count(*) FROM processes_process").fetchone() == (0,)
        assert database.execute("SELECT name FROM django_migrations WHERE app = 'processes'").fetchall()


# ---- backups ---------------------------------------------------------------------------------------------------------------------


def test_backup_and_restore_bring_everything_back_also_the_key(folder: Path, tmp_path: Path) -> None:
    said = puur(folder, "backup", tmp_path / "bk", "--rebuild")
    path = Path(said.splitlines()[0])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not [one for one in (tmp_path / "bk").iterdir() if one.name.startswith(".")]  # nothing half is left
    with rows(folder) as database:
        database.execute("DELETE FROM web_participant")
    (folder / "secret.key").write_text("x" * 40)
    said, checked = several(folder, (0, ["restore", path]), (0, ["check"]))
    assert "The old state is here" in said
    assert "No difference" in checked
    with rows(folder) as database:
        assert database.execute("SELECT count(*) FROM web_participant").fetchone() == (4,)
    assert (folder / "secret.key").read_text() != "x" * 40
    assert (folder / "secret.key.before").read_text() == "x" * 40
    # A new machine: nothing there yet.
    puur(tmp_path / "machine", "restore", path)
    assert (tmp_path / "machine" / "secret.key").read_text() == (folder / "secret.key").read_text()


def test_only_the_newest_backups_are_kept_and_other_files_are_left_alone(tmp_path: Path) -> None:
    from puur.cli.stored import free, thin

    for name in ("puur-20250101-000000", "puur-20250101-000000+002", "puur-20250102-000000", "puur-20260101-120000", "mine"):
        (tmp_path / f"{name}.puur").touch()
    thin(tmp_path, 2)
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["mine", "puur-20250102-000000", "puur-20260101-120000"]
    first = free(tmp_path)
    first.touch()
    assert free(tmp_path) != first


def test_a_damaged_database_can_be_restored_over(folder: Path, dumped: Path) -> None:
    file = folder / "puur.sqlite3"
    file.write_bytes(file.read_bytes()[:5000] + b"\0" * 20_000)
    said = several(folder, (2, ["check"]), (0, ["restore", dumped]), (0, ["check"]))
    assert "database reports" in said[0]
    assert "No difference" in said[2]
    assert next(folder.glob("puur.sqlite3.before-*")).stat().st_size == 25_000


def test_a_backup_under_play_holds_everything_that_was_confirmed_before_it_began(tmp_path: Path) -> None:
    server = Process(tmp_path / "data")
    address = server.start()

    async def run() -> None:
        players = await four_at_a_table(address, book="tam2014-es")
        rng = random.Random(3)
        confirmed: list[str] = []
        playing = True

        async def play() -> None:
            while playing and not players[0].view["over"]:
                acting = next(one for one in players if one.choice(rng) is not None)
                confirmed.append((await acting.step(acting.choice(rng)))["id"])

        task = asyncio.create_task(play())
        while len(confirmed) < 12:
            assert not task.done(), task
            await asyncio.sleep(0.01)
        before = list(confirmed)
        told = await asyncio.to_thread(puur, tmp_path / "data", "backup", tmp_path / "bk")
        after = len(confirmed)
        playing = False
        await task
        assert after > len(before), "play went on meanwhile"
        path = Path(told.splitlines()[0])
        text = gzip.decompress(path.read_bytes()).decode()
        assert [one for one in before if f'"{one}"' not in text] == []
        # Refused while the server runs; the backup is a consistent whole that another folder takes in.
        assert "A server is running" in await asyncio.to_thread(puur, tmp_path / "data", "restore", path, status=2)
        said = await asyncio.to_thread(several, tmp_path / "other", (0, ["restore", path]), (0, ["check"]))
        assert "No difference" in said[1]

    try:
        run_async(run)
    finally:
        server.kill()


@pytest.mark.slow
def test_a_backup_under_play_over_two_processes_and_postgresql(tmp_path: Path) -> None:
    """The same promise as above; then the file goes into an empty folder, an empty database, and back where it came from."""
    server, redis = Postgres(tmp_path / "pg"), RedisServer(tmp_path)
    webs: list[Web] = []

    async def run() -> None:
        table = await evening(lambda: [web.address for web in webs])
        await table.played(25)
        before = {key for person in table.people for key in person.confirmed}
        n = events(table.people)
        assert before
        told = await asyncio.to_thread(several, data, (0, ["backup", tmp_path / "bk"]), database=server.url)
        assert events(table.people) > n, "play went on meanwhile"
        path = Path(told[0].splitlines()[0])
        text = gzip.decompress(path.read_bytes()).decode()
        assert [one for one in before if f'"{one}"' not in text] == []
        # Refused while servers run on that database: here, and as from another machine.
        here = await asyncio.to_thread(several, data, (2, ["restore", path]), database=server.url)
        assert "A server is running" in here[0]
        there = await asyncio.to_thread(several, tmp_path / "machine", (2, ["restore", path]), database=server.url)
        assert "still connected to the database" in there[0].replace("\n", " ")
        await table.played(15)
        await table.end()
        check(table.people, server.rows)
        confirmed = {key for person in table.people for key in person.confirmed}
        for web in webs:
            web.end()
        server.sql("CREATE DATABASE fresh", "postgres")
        elsewhere = server.url.rpartition("/")[0] + "/fresh"
        stories = []
        for place, url in ((tmp_path / "file", ""), (tmp_path / "other", elsewhere), (data, server.url)):
            out = tmp_path / f"{place.name}.puur"
            steps = (["restore", path], ["check"], ["export", out])
            said = await asyncio.to_thread(several, place, *((0, list(one)) for one in steps), database=url)
            assert "No difference" in said[1]
            stories.append(sorted(story(out)))
        assert stories[0] == stories[1] == stories[2]  # to the last row, and every projection that is rebuilt
        assert set(story(path)) - set(stories[0]) == {story(path)[-1]}  # where the file itself says how many rows it has
        kept = {str(row[0]) for row in server.rows("SELECT action FROM web_tableevent WHERE action IS NOT NULL")}
        assert before <= kept < confirmed  # of that moment: what was played later is laid aside

    data = tmp_path / "data"
    data.mkdir()
    try:
        server.fresh()
        webs += [Web(data, DATABASE_URL=server.url, REDIS_URL=redis.url).launch() for _ in range(2)]
        for web in webs:
            web.wait()
        run_async(run)
    finally:
        for web in webs:
            web.stop()
        redis.stop()
        server.stop()


# ---- checking --------------------------------------------------------------------------------------------------------------------

TABLE = "table_id = (SELECT id FROM web_table WHERE state = 'over')"
DONE = "WHERE finished IS NOT NULL"
# What somebody changes behind the back of the events, and where the check has to find it.
CORRUPTIONS = [
    (f"UPDATE web_playedgame SET totals = '[1, 2]' {DONE}", "played game", "totals"),
    (f"UPDATE web_playedgame SET winner = 1 - winner {DONE}", "played game", "winner"),
    (f"UPDATE web_playedgame SET deals = replace(deals, '\"points\": [', '\"points\": [1') {DONE}", "played game", "result"),
    ("UPDATE web_participant SET striche = striche + 1 WHERE seat = 2", "participant", "striche"),
    ("DELETE FROM web_participant WHERE seat = 3", "participant", "seats"),
    (f"DELETE FROM web_tableevent WHERE n = 20 AND {TABLE}", "table", "event numbers"),
    (f"UPDATE web_tableevent SET data = replace(data, '\"lifted\":', '\"lifted\":3') WHERE n < 9 AND {TABLE}", "table", "replay"),
    ("UPDATE web_table SET state = 'playing'", "table", "state"),
    ("UPDATE web_table SET game = 2 WHERE state = 'over'", "table", "game"),
    ("UPDATE web_table SET secret = replace(secret, 'a', 'b')", "fair deal", "commitment"),
    ("UPDATE web_slateop SET place = 5 WHERE place = 1", "slate", "places"),
    ("DELETE FROM evenings_confirmedresult WHERE \"table\" = 2", "confirmed result", "event and version"),
    ("UPDATE evenings_confirmedresult SET version = 7", "confirmed result", "event and version"),
    ("UPDATE evenings_evening SET state = 'closed'", "evening", "state"),
    ("UPDATE evenings_evening SET summary = replace(summary, '\"players\": 8', '\"players\": 9')", "evening", "summary players"),
    ("UPDATE evenings_eveningevent SET data = replace(data, '[1000, 884]', '[1000, 885]')", "evening", "replay"),
    ("UPDATE evenings_evening SET told = replace(told, '1000', '1001')", "ranking", "ranking"),
    ("UPDATE evenings_evening SET told = '{\"ranked\": []}'", "ranking", "ranking"),
    ("UPDATE clubs_club SET told = json_remove(told, '$.balances')", "ledger", "balance"),
    ("UPDATE clubs_club SET told = replace(told, '[[1, ', '[[2, ')", "standings", "standings"),
    ("DELETE FROM clubs_clubevent WHERE n = 12", "club", "event numbers"),
    ("UPDATE clubs_club SET n = n + 1", "club", "n"),
    ("UPDATE clubs_bankimport SET booked = replace(booked, 'b2', 'b99')", "bank file", "payments that are not in the ledger"),
    ("UPDATE web_seat SET guest_id = 999 WHERE number = 1", "pointer", "guest"),
]  # fmt: skip


def test_check_finds_what_was_changed_behind_the_back_of_the_events(filled: Path, tmp_path: Path) -> None:
    """All in one process: `compared` on copies of the database, one change each; then the command itself once."""
    script = (
        "import json, shutil, sqlite3, sys, django; django.setup()\n"
        "from puur.web.keeping.projections import compared\n"
        "from puur.web.keeping.snapshot import alias_of, file_of\n"
        "for number, statement in enumerate(json.loads(sys.stdin.read())):\n"
        "    copy = f'{sys.argv[1]}/{number}.sqlite3'; shutil.copy(file_of(), copy)\n"
        "    base = sqlite3.connect(copy); count = base.execute(statement).rowcount if statement else 1\n"
        "    base.commit(); base.close()\n"
        "    with alias_of('other', NAME=copy) as using:\n"
        "        wrong = [[one.kind, one.what, one.place] for one in compared(using) if not one.same]\n"
        "    print(json.dumps([count, wrong]))\n"
    )
    env = {**environment(filled), "DJANGO_SETTINGS_MODULE": "puur.web.settings"}
    sent = json.dumps(["", *(statement for statement, _, _ in CORRUPTIONS)])
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path], env=env, cwd=ROOT, input=sent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0] == [1, []], "the untouched copy is right"
    for (statement, kind, what), (count, wrong) in zip(CORRUPTIONS, answers[1:], strict=True):
        assert count > 0, f"changes nothing: {statement}"
        assert [kind, what] in [difference[:2] for difference in wrong], statement
        assert all(place for *_, place in wrong), "with its place"
        if re.search(r"(UPDATE|DELETE FROM) \w*event\b", statement):
            assert "chain" in {difference[0] for difference in wrong}, statement


def test_the_command_says_where_the_first_difference_is(folder: Path) -> None:
    with rows(folder) as database:
        code = database.execute("SELECT code FROM web_table WHERE state = 'over'").fetchone()[0]
        database.execute("UPDATE web_playedgame SET totals = '[1, 2]' WHERE finished IS NOT NULL")
    said, told = several(folder, (1, ["check"]), (1, ["check", "--json", "--all"]))
    assert f"table {code}, game 1, totals: stored [1, 2], from the events [" in said.replace("\n", " ")
    found = json.loads(told)
    assert not found["ok"]
    assert [(one["kind"], one["what"]) for one in found["differences"]] == [("played game", "totals")]


def test_a_schneider_that_an_earlier_version_decided_is_said_to_be_one(folder: Path) -> None:
    with rows(folder) as database:
        database.execute("UPDATE web_playedgame SET schneider = NOT schneider WHERE finished IS NOT NULL")
    said = puur(folder, "check", status=1)
    assert "schneider" in said
    assert "Earlier versions decided it otherwise in rare cases (Schneider" in said


def test_a_check_never_names_a_card_of_a_running_deal(folder: Path) -> None:
    from tests.web.test_leaks import WORD

    with rows(folder) as database:
        running = "table_id IN (SELECT id FROM web_table WHERE state = 'playing')"
        for number, change in ((1, '"card":"E6"'), (2, '"nonsense":1')):
            last = database.execute(f"SELECT max(id) FROM web_tableevent WHERE {running}").fetchone()[0]
            patch = "{" + change + "}"
            database.execute("UPDATE web_tableevent SET data = json_patch(data, ?) WHERE id = ?", (patch, last - number))
    said = puur(folder, "check", "--all", status=1)
    assert "event " in said
    assert WORD.findall(said) == []
