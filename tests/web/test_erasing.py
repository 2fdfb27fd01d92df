"""Erased people leave no bytes in the files of the database."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import threading
import time
import uuid
from pathlib import Path

from puur.web.keeping import erasing
from tests.web.client import Browser


def files_with(folder: Path, text: str) -> list[str]:
    """Every file that holds these bytes. Another process looks: whoever closes a file of SQLite loses its own locks on it."""
    done = subprocess.run(["grep", "-rlaF", "--", text, str(folder)], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def test_a_name_is_in_no_file_after_it_was_erased(server: str) -> None:
    from django.conf import settings

    folder, name = Path(settings.DATA), f"Weg{random.getrandbits(48):012x}"
    browser = Browser(server)
    secret = {"password1": "Buur-und-Nell-9", "password2": "Buur-und-Nell-9"}
    assert browser.post("/accounts/signup/", username=name, email=f"{name}@example.org", **secret).status == 302
    browser.open_table(name=name)
    slate = {"id": str(uuid.uuid4()), "book": "jassregeln", "names": [name, "B", "C", "D"], "ops": []}
    assert browser.post_json("/api/slate/", slate).status == 200
    assert browser.post("/evenings/new/", title=f"Abend {name}", book="tam2014-es", rounds="4").status == 302
    assert browser.post("/evenings/series/", title=f"Serie {name}").status == 302
    assert [row["title"] for row in browser.get("/accounts/export.json").json["organising"]["series"]] == [f"Serie {name}"]
    assert files_with(folder, name), "it was there"
    assert browser.post("/accounts/delete/", confirm="on", password="Buur-und-Nell-9").status == 302
    until = time.monotonic() + 300
    while (left := files_with(folder, name)) and time.monotonic() < until:
        time.sleep(0.1)  # the log is emptied by a thread of its own
    assert left == []


def test_nobody_waits_to_write_while_the_log_cannot_be_emptied(database: str) -> None:
    """While somebody reads an older state the log stays, and whoever writes goes on: a second is less than the 20 of a page."""
    from django.conf import settings

    file = Path(settings.DATA) / "puur.sqlite3"
    reader, writer = (sqlite3.connect(file, timeout=1, isolation_level=None) for _ in range(2))
    writer.execute("CREATE TABLE IF NOT EXISTS waiting (n)")
    try:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM waiting").fetchone()
        writer.execute("INSERT INTO waiting VALUES (1)")
        answers: list[bool] = []
        emptier = threading.Thread(target=lambda: answers.append(_emptied()))
        emptier.start()
        writes = 0
        while emptier.is_alive() or not writes:
            writer.execute("INSERT INTO waiting VALUES (2)")  # `database is locked` where it has to wait
            writes += 1
        emptier.join()
        assert answers == [False]
    finally:
        reader.close()
        writer.execute("DROP TABLE waiting")
        writer.close()
    del database


def _emptied() -> bool:
    from django.db import connection

    try:
        return erasing.emptied()
    finally:
        connection.close()
