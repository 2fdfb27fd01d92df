"""The page that plays without a connection (examples/offline), in Chromium with Pyodide itself, which npm has."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.web.browser.conftest import PATIENCE, chromium

TOP = Path(__file__).resolve().parent.parent
PYODIDE = TOP / "node_modules" / "pyodide"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and forbids every cache but the one that the page keeps itself."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def end_headers(self) -> None:
        """Add the header."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What docs/developers.md tells people to put together."""
    if not PYODIDE.is_dir():
        pytest.skip("no Pyodide: `make lint` installs it from npm where it may; the page without a connection was not opened")
    folder = tmp_path_factory.mktemp("offline") / "site"
    subprocess.run(
        [sys.executable, str(TOP / "examples/offline/build.py"), str(folder)], check=True, capture_output=True, timeout=300
    )
    (folder / "pyodide").mkdir()
    for name in FILES:
        shutil.copy(PYODIDE / name, folder / "pyodide" / name)
    return folder


class Files:
    """A server of files that can be taken away."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Answer nobody any more; once is enough."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def files(site: Path) -> Iterator[Files]:
    """The page on a server of its own."""
    running = Files(site)
    yield running
    running.stop()


@pytest.fixture
def page() -> Iterator[Page]:
    """A new Chromium; nothing may go wrong on its page."""
    path = chromium()
    if path is None:
        pytest.skip("no Chromium: apt-get install chromium, or PUUR_CHROMIUM=/path/to/chromium; nothing in the browser was tested")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        opened = running.new_page()
        opened.set_default_timeout(PATIENCE * 1000)
        wrong: list[str] = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        yield opened
        running.close()
        assert wrong == []


def _play(page: Page, most: int) -> None:
    """Press the first button until the deal has changed."""
    score = page.locator("#score")
    first = re.match(r"Deal (\d+)", score.inner_text())
    assert first is not None
    for _ in range(most):
        page.locator("#options button").first.click()
        if not score.inner_text().startswith(f"{first.group()},"):
            return
    raise AssertionError(f"{first.group()} did not end: {page.locator('body').inner_text()}")


def test_a_deal_is_played_in_pyodide_and_the_next_without_a_connection(page: Page, files: Files) -> None:
    """Nine cards and at most one bid of the person to a deal; TAM counts 157 points in each."""
    page.goto(files.address)
    expect(page.locator("#options button").first).to_be_visible(timeout=PATIENCE * 1000)
    _play(page, 10)
    told = re.search(r"you (\d+), they (\d+)", page.locator("#score").inner_text())
    assert told is not None
    assert int(told[1]) + int(told[2]) == 157
    files.stop()
    page.reload()
    expect(page.locator("#options button").first).to_be_visible(timeout=PATIENCE * 1000)
    _play(page, 10)
    expect(page.locator("#error")).to_be_empty()
