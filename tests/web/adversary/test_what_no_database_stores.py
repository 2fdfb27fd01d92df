"""Texts that no person types: halves of signs, NUL, another encoding. They are refused before anything reads or stores them.

SQLite and files refuse half a sign with an error of their own, PostgreSQL NUL too: a stranger could raise the operator's alarm.
"""

from __future__ import annotations

import copy
import json
import uuid
from typing import Any

import pytest
from typer.testing import CliRunner

from puur.cli.app import application
from puur.papers.questions import Wrong, ask
from puur.web.server.middleware import unstorable
from tests.web.client import Browser

HALF, NUL = "\ud800", "\0"
WORST = (HALF, "\udc00", "\udc00\ud800", NUL)


@pytest.mark.parametrize("bad", WORST)
def test_such_texts_are_seen_in_json(bad: str) -> None:
    assert unstorable(json.dumps({"a": f"x{bad}y"}).encode())


def test_another_encoding_is_refused_and_whole_signs_are_not() -> None:
    text = json.dumps({"a": "Jass"})
    assert unstorable(text.encode("utf-16"))
    assert unstorable(text.encode("utf-32"))
    assert not unstorable(json.dumps({"a": "Zürich 🂡", "b": "C:\\users"}).encode())
    assert not unstorable(json.dumps({"a": "Zürich 🂡"}, ensure_ascii=False).encode())


@pytest.mark.parametrize("bad", WORST)
def test_no_address_that_takes_json_stumbles_over_them(server: str, bad: str) -> None:
    browser, name = Browser(server), f"A{bad}"
    slate = {"id": str(uuid.uuid4()), "book": "jassregeln", "names": [name, "B", "C", "D"], "ops": []}
    bodies: dict[str, Any] = {
        "/api/slate/": slate,
        "/api/slate/preview/": slate,
        "/api/solo/": {"id": name},
        "/api/v1/draw/": {"players": [name, "B", "C", "D"], "rounds": 1, "seed": f"s{bad}"},
        "/api/v1/provision/": {"rule": name},
    }
    for path, body in bodies.items():
        for encoding in ("utf-8", "utf-16"):
            answer = browser.post_raw(path, json.dumps(body).encode(encoding), "application/json")
            assert answer.status == 400, (path, encoding, answer.status)


def test_a_program_that_asks_with_half_a_sign_is_refused_too() -> None:
    """`puur mcp` asks the same questions past the pages."""
    with pytest.raises(Wrong):
        ask("draw", {"players": ["A", "B", "C", "D"], "rounds": 1, "seed": HALF})


def test_the_server_for_programs_goes_on_after_half_a_sign() -> None:
    lines = [{"jsonrpc": "2.0", "id": HALF, "method": HALF}, {"jsonrpc": "2.0", "id": 2, "method": "ping"}]
    done = CliRunner().invoke(application("mcp"), ["mcp"], input="".join(json.dumps(line) + "\n" for line in lines))
    assert done.exit_code == 0, done.output
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [HALF, 2]


@pytest.mark.parametrize("bad", WORST)
def test_the_file_of_an_evening_holds_none(server: str, bad: str) -> None:
    browser = Browser(server)
    code = browser.post("/evenings/new/", title="Abend", book="tam2014-es", date="2026-11-18").headers["location"].split("/")[2]
    browser.post(f"/evenings/{code}/players/", name="Ruth", number="1", here="1", accepted="1")
    plain = browser.get(f"/evenings/{code}/export.json").json
    changes: dict[str, Any] = {
        "notice": f"Pause{bad}",
        "code": f"X{bad}",
        "log": [[1, f"Ruth{bad}", f"a{bad}"]],
        "drafts": [{"round": 1, "table": 1, "source": "phone", "side": bad, "by": bad, "at": 1, "data": {"x": bad}}],
    }
    for name, value in changes.items():
        raw = copy.deepcopy(plain)
        raw["web"][name] = value
        assert browser.post_file("/evenings/import/", "file", json.dumps(raw).encode()).status == 400, name
    assert browser.post_file("/evenings/import/", "file", json.dumps(plain).encode()).status == 302
