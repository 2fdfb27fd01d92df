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


def plain(address: str) -> str:
    """The name of a file without the digest of its version."""
    return re.sub("^/static/v-[0-9a-f]{16}/", "", address)


def test_the_worker_keeps_all_modules_and_they_can_be_fetched(server: str) -> None:
    browser = Browser(server)
    answer = browser.get("/sw.js")
    assert answer.headers["service-worker-allowed"] == "/"
    assert answer.headers["cache-control"] == "no-cache"
    found = facts(answer.text)
    files = set(found["files"])  # type: ignore[call-overload]
    modules = {path.relative_to(STATIC).as_posix() for kind in ("js", "css") for path in STATIC.glob(f"puur/{kind}/**/*.{kind}")}
    assert modules <= {plain(path) for path in files}
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
    assert [plain(path) for path in after["files"]] == [plain(path) for path in before["files"]]


def test_scripts_and_style_sheets_are_asked_for_every_time(server: str) -> None:
    browser = Browser(server)
    for path in ("/static/puur/js/table.js", "/static/puur/css/base.css"):
        answer = browser.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        assert browser.request("GET", path, If_None_Match=answer.headers["etag"]).status == 304
    assert re.search(r"max-age=\d+", browser.get("/static/puur/cards/german/E6.svg").headers["cache-control"])


def test_what_a_page_names_is_kept_and_what_is_outdated_is_asked_for(server: str) -> None:
    browser = Browser(server)
    page = browser.get("/").text
    sheet = re.search(r'href="(/static/v-[0-9a-f]{16}/puur/css/base\.css)"', page)
    texts = re.search(r'data-texts="(/texts/de\.json\?v=[0-9a-f]{20})"', page)
    assert sheet is not None
    assert texts is not None
    for address in (sheet[1], texts[1]):
        answer = browser.request("GET", address, Accept_Encoding="gzip")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-encoding"] == "gzip"
    # Somebody who still has the page of another version gets today's files, but does not keep them under yesterday's address.
    for address in (f"/static/v-{'0' * 16}/puur/css/base.css", "/texts/de.json?v=old"):
        answer = browser.get(address)
        assert answer.status == 200
        assert answer.headers["cache-control"] == "no-cache"
    assert browser.get("/static/v-0123/puur/css/base.css").status == 404


def test_a_table_asks_once_for_its_scripts_once_for_its_style_and_once_for_its_texts(server: str) -> None:
    browser = Browser(server)
    page = browser.get(f"/t/{browser.open_table()}/").text
    scripts = [plain(address) for address in re.findall(r'<script type="module" src="([^"]+)"', page)]
    styles = [plain(address) for address in re.findall(r'rel="stylesheet" href="([^"]+)"', page)]
    assert (scripts, styles) == (["puur/js/table.all.js"], ["puur/css/table.all.css"])
    texts = re.search(r'data-texts="([^"]+)"', page)
    assert texts is not None
    few, all_of_them = (browser.get(address).json for address in (texts[1].replace("&amp;", "&"), "/texts/de.json"))
    assert few.items() < all_of_them.items()
    assert {"web.prompt.you", "web.weis.number.20", "web.ranks.german"} <= few.keys()  # by name, by a beginning, by another
    assert not any(key.startswith(("web.account.", "referee.text.")) for key in few)
