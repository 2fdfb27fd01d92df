"""Every place where something that people send is read: found by program, each apart or with the reason why it need not be."""

from __future__ import annotations

import ast
import json
import random
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

import puur.web
from puur.web.server import reading
from puur.web.server.reading import Readers, TooMuch
from tests.web.client import Browser, four_at_a_table, run_async
from tests.web.readable import double, waits

WEB = Path(puur.web.__file__).parent  # but `keeping`, which reads what the operator brings
READING = {"load_text", "loads", "reader", "ZipFile", "load_workbook", "fromstring", "import_seasons", "read_record"}
APART = "Pure: it runs in a process apart"  # what the docstring of such a module says
# Where something is read in the process of the pages: by which bound it costs little, or why it is no stranger's.
HERE = {
    "doors/slate_views.py:_sent": "2000 bytes",
    "evenings/views/entry.py:message_of": "MOST_BYTES of one sheet",
    "live/socket.py:parse": "8 KiB, six levels",
    "views/programs_api.py:_given": "MOST_BYTES of one question",
    "live/acting.py:_read_event": "8 KiB, written by us",
    "live/cluster.py:_take": "from Redis",
    "live/bot_jobs.py:unpack": "from Redis",
    "live/store.py:book_of": "stored in our words",
    "clubs/store.py:book_of": "stored, 100 kB, read apart before",
    "opinions.py:kept": "our own file",
    "proving.py:prove_file": "called apart, by `views/replay.py`",
    "clubs/views/files.py:packed": "writes",
    "clubs/views/statutes.py:statutes": "written by us from the fields of a form",
    "company/views/daily.py:_cookie": "signed by us",
    "server/reading.py:call": "answers of our own process",
    "server/reading.py:_work": "jobs of our own process",
}
# Every view that takes a file or a bare body, and what reads it.
TAKES = {
    "views/slate.py:own_book": "own_books.brought",
    "views/slate.py:_body": "slate_upload",
    "views/solo.py:join": "solo_upload",
    "views/replay.py:verify": "notation.formats.read_record",
    "views/programs_api.py:answer": "papers.questions.ask",
    "views/tables.py:new": "own_books.brought",
    "doors/slate_views.py:_sent": "here",
    "clubs/views/treasury_bank.py:_upload": "camt.read",
    "clubs/views/contacts.py:bring": "lists.read_lines, listed.read",
    "clubs/views/files.py:seasons": "archive.earlier",
    "clubs/views/files.py:restore": "archive.brought",
    "clubs/actions.py:view": "the same",
    "clubs/actions.py:do": "the form of an action: a record, read by `clubs/views/tables.py`",
    "evenings/views/entry.py:send": "here",
    "evenings/desk.py:upload": "own_books.brought, listed.read, evening_file.read",
}


def functions() -> Iterator[tuple[str, str, ast.AST]]:
    """Every function of the web part: its module, its place, and its tree."""
    for path in sorted(WEB.rglob("*.py")):
        if "migrations" in path.parts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        module = str(path.relative_to(WEB))
        if APART in (ast.get_docstring(tree) or ""):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield module, f"{module}:{node.name}", node


def _called(node: ast.AST) -> Iterator[str]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            yield call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def test_whatever_reads_a_file_does_so_apart_or_says_why_not() -> None:
    seen = {place for module, place, node in functions() if not module.startswith("keeping/") and READING & {*_called(node)}}
    assert seen - HERE.keys() == set(), "read it in a process apart (server/reading.py)"
    assert HERE.keys() - seen == set(), "nothing is read there any more"


def test_every_view_that_takes_a_file_or_a_body_is_known() -> None:
    seen = set()
    for module, place, node in functions():
        if module.startswith(("server/", "live/", "people.py")):
            continue
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and part.attr in ("FILES", "body") and getattr(part.value, "id", "") == "request":
                seen.add(place)
    assert seen == TAKES.keys()


BOOK = b'extends = "jassregeln"\nkey = "eigen"\ntitle = "Eigen"\n'


def _files(server: str) -> dict[str, tuple[int, str]]:
    """What each page answers to a file."""
    browser = Browser(server)
    slate = {"id": str(uuid.uuid4()), "book": "jassregeln", "names": ["A", "B", "C", "D"], "ops": []}
    sent = {
        "table": browser.post_file("/tables/new/", "book_file", BOOK, name="Ruth"),
        "book": browser.post_raw("/api/slate/book/", BOOK, "text/plain"),
        "slate": browser.post_raw("/api/slate/", json.dumps(slate).encode(), "application/json"),
        "preview": browser.post_raw("/api/slate/preview/", json.dumps(slate).encode(), "application/json"),
        "evening": browser.post_file("/evenings/new/", "book_file", BOOK, title="Abend", rounds="4"),
        "import": browser.post_file("/evenings/import/", "file", b"{}"),
        "verify": browser.post_file("/verify/", "file", b"{}"),
    }
    return {name: (answer.status, answer.text) for name, answer in sent.items()}


def test_a_page_whose_readers_are_busy_says_so_in_words(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    well = {name: status for name, (status, _) in _files(server).items()}
    assert well == {"table": 302, "book": 200, "slate": 200, "preview": 200, "evening": 302, "import": 400, "verify": 200}

    def busy(*_: object) -> None:
        raise TooMuch("file-busy")

    monkeypatch.setattr(reading.readers, "read", busy)
    answers = _files(server)
    assert {name: status for name, (status, _) in answers.items()} == {
        "table": 400, "book": 429, "slate": 429, "preview": 429, "evening": 400, "import": 400, "verify": 200,
    }  # fmt: skip
    for name in ("table", "evening", "import"):
        assert "gerade viele Dateien gelesen" in answers[name][1], name


def test_nothing_else_waits_while_files_are_read(server: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every reader is busy for as long as it likes, and the row before them is full: pages, commits and tables go on."""
    go, apart = tmp_path / "go", Readers()
    monkeypatch.setattr(reading, "PATIENCE", 600.0)
    monkeypatch.setattr(reading, "WAITING", 600.0)
    for _ in range(reading.READERS):
        apart.read(double, b"x")
    monkeypatch.setattr(reading.readers, "read", lambda *_: apart.read(waits, str(go)))
    uploads = [
        threading.Thread(target=Browser(server).post_raw, args=("/api/slate/book/", BOOK, "text/plain"))
        for _ in range(reading.READERS + reading.MOST_WAITING)
    ]
    for upload in uploads:
        upload.start()
    while apart.waiting < reading.MOST_WAITING:
        time.sleep(0.01)

    async def run() -> None:
        players, rng = await four_at_a_table(server), random.Random(7)
        for _ in range(12):
            acting = next(player for player in players if player.choice(rng) is not None)
            event = acting.choice(rng)
            assert event is not None
            await acting.step(event)
        browser = Browser(server)
        for path in ("/", "/healthz", "/readyz", "/rules/", "/evenings/"):
            assert browser.get(path).status == 200, path
        assert browser.post("/evenings/series/", title="Währenddessen").status == 302
        assert browser.post_raw("/api/slate/book/", BOOK, "text/plain").status == 429, "one more is refused at once"

    try:
        run_async(run)
        assert all(upload.is_alive() for upload in uploads), "all this while not one of them was done"
    finally:
        go.touch()
        for upload in uploads:
            upload.join()


def test_no_file_is_read_within_a_transaction(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import connection

    read, within = reading.readers.read, list[bool]()

    def noted(*job: object) -> object:
        within.append(connection.in_atomic_block)
        return read(*job)  # type: ignore[arg-type]

    monkeypatch.setattr(reading.readers, "read", noted)
    assert len(_files(server)) <= len(within)
    assert not any(within)


def test_those_who_wait_for_a_reader_are_few(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(reading, "MOST_WAITING", 1)
    apart = Readers(1)
    apart.read(double, b"x")  # it is there
    go = tmp_path / "go"
    threads = [threading.Thread(target=apart.read, args=(waits, str(go))) for _ in range(2)]
    for thread in threads:
        thread.start()
    while not apart.waiting:  # one is read, one waits
        time.sleep(0.01)
    with pytest.raises(TooMuch) as caught:
        apart.read(double, b"x")
    assert caught.value.reason == "file-busy"
    assert all(thread.is_alive() for thread in threads), "it was refused at once"
    go.touch()
    for thread in threads:
        thread.join()
    assert apart.read(double, b"x") == b"xx"


def test_nobody_has_the_readers_for_themselves() -> None:
    apart = Readers(1)
    token = reading.asking.set("192.0.2.1")
    try:
        apart.shares.spend("192.0.2.1", reading.SHARE + 60)
        with pytest.raises(TooMuch):
            apart.read(double, b"x")
        reading.asking.set("192.0.2.2")
        assert apart.read(double, b"x") == b"xx"
    finally:
        reading.asking.reset(token)
