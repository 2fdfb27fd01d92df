"""The service worker keeps whole versions: every module and style sheet is on its list, and any change makes another version."""

from __future__ import annotations

import json
import re
from pathlib import Path

import puur.web
from tests.web.client import Browser

STATIC = Path(puur.web.__file__).parent / "static"


def facts(text: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(text.split("\n", 1)[0].removeprefix("const PUUR = ").removesuffix(";"))
    return found


def test_the_worker_keeps_all_modules_and_they_can_be_fetched(server: str) -> None:
    browser = Browser(server)
    answer = browser.get("/sw.js")
    assert answer.headers["service-worker-allowed"] == "/"
    assert answer.headers["cache-control"] == "no-cache"
    found = facts(answer.text)
    files = set(found["files"])  # type: ignore[call-overload]
    modules = {
        f"/static/{path.relative_to(STATIC).as_posix()}"
        for kind in ("js", "css")
        for path in STATIC.glob(f"puur/{kind}/**/*.{kind}")
    }
    assert modules <= files
    for path in files | set(found["pages"]):  # type: ignore[call-overload]
        assert browser.get(path).status == 200, path  # one that is missing would keep the worker from being installed


def test_another_content_is_another_version(server: str) -> None:  # noqa: ARG001  Django has to be set up
    from puur.web.server.offline import worker
    from puur.web.server.static import Static, read

    static = Static("/static/")
    before = facts(worker(static, [("/texts/de.json", b"{}")]).decode())
    assert facts(worker(static, [("/texts/de.json", b"{}")]).decode()) == before
    assert facts(worker(static, [("/texts/de.json", b'{"a": "b"}')]).decode())["version"] != before["version"]
    path = "/static/puur/js/dom.js"
    other = Path(static.paths[path]).with_name("slate.js")
    static.files[path] = read(other)
    after = facts(worker(static, [("/texts/de.json", b"{}")]).decode())
    assert after["version"] != before["version"]
    assert after["files"] == before["files"]


def test_scripts_and_style_sheets_are_asked_for_every_time(server: str) -> None:
    browser = Browser(server)
    for path in ("/static/puur/js/table.js", "/static/puur/css/base.css"):
        answer = browser.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        assert browser.request("GET", path, If_None_Match=answer.headers["etag"]).status == 304
    assert re.search(r"max-age=\d+", browser.get("/static/puur/cards/german/E6.svg").headers["cache-control"])
