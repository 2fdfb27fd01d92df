"""Papers and pictures are set apart: one at a time for an address, and whoever asks for many holds nobody else up."""

from __future__ import annotations

import ast
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import puur.web
from puur.web.server import printing
from puur.web.server.printing import Printers
from puur.web.server.reading import TooMuch, asking
from tests.web.client import Browser
from tests.web.readable import double, endless, waits

WEB = Path(puur.web.__file__).parent
# Every function of `puur.papers` that sets a paper or a picture, as the pages know it.
SETTING = {"typeset", "render", "render_pdf", "bills_pdf", "letters_pdf", "sheets_pdf", "two_up", "booklet"}


@contextmanager
def from_address(address: str) -> Iterator[None]:
    """As if somebody from there had asked for a page."""
    token = asking.set(address)
    try:
        yield
    finally:
        asking.reset(token)


def _under_way(printers: Printers, address: str) -> int:
    return printers._turns[address][1] if address in printers._turns else 0


def test_one_address_has_one_paper_made_at_a_time_and_others_are_served_meanwhile(tmp_path: Path) -> None:
    printers, go = Printers(2), tmp_path / "go"

    def ask() -> None:
        with from_address("192.0.2.1"):
            printers.read(waits, str(go))

    threads = [threading.Thread(target=ask) for _ in range(printing.MOST_OF_ONE)]
    for thread in threads:
        thread.start()
    while _under_way(printers, "192.0.2.1") < printing.MOST_OF_ONE:
        time.sleep(0.01)
    with from_address("192.0.2.1"), pytest.raises(TooMuch) as caught:
        printers.read(double, b"x")
    assert caught.value.reason == "paper-busy"
    with from_address("192.0.2.2"):  # the second process is free: the first address may not have both
        assert printers.read(double, b"x") == b"xx"
    assert all(thread.is_alive() for thread in threads)
    go.touch()
    for thread in threads:
        thread.join()
    assert printers._turns == {}


def test_a_paper_that_takes_too_much_ends_its_process_and_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "SECONDS", 1.0)
    printers = Printers(1)
    with pytest.raises(TooMuch) as caught:
        printers.read(endless)
    assert caught.value.reason == "paper-work"
    assert printers.read(double, b"x") == b"xx"


def test_whoever_has_had_a_share_of_the_printing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    printers = Printers(1)
    printers.shares.spend("192.0.2.1", printing.SHARE + 60)
    with from_address("192.0.2.1"), pytest.raises(TooMuch):
        printers.read(double, b"x")
    with from_address("192.0.2.2"):
        assert printers.read(double, b"x") == b"xx"
    monkeypatch.setattr(printing, "WAITING", 0.01)
    with pytest.raises(TooMuch) as caught:
        Printers(0).read(double, b"x")
    assert caught.value.reason == "paper-busy"


def test_no_page_sets_a_paper_itself() -> None:
    seen, handed = set(), 0
    for path in sorted(WEB.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            inner = ast.unparse(call.func)
            if (name in SETTING and inner != "render" and not inner.startswith("super")) or inner in (
                "share.picture",
                "dealing.sheets",
            ):
                seen.add(f"{path.relative_to(WEB)}: {inner}")
            handed += name == "printed"
    assert seen == set(), "have it made apart (server/printing.py)"
    assert handed >= 13


def test_whoever_prints_too_much_is_told_in_words(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.views import referee

    def busy(*_: object) -> None:
        raise TooMuch("paper-busy")

    browser = Browser(server)
    # A picture that somebody has asked for is kept and needs no printing: here each is made anew.
    monkeypatch.setattr(referee, "_picture", referee._picture.__wrapped__)
    code = browser.post("/evenings/new/", title="Abend", book="tam2014-es", date="2026-11-18").headers["location"].split("/")[2]
    monkeypatch.setattr(printing.printers, "read", busy)
    answer = browser.get("/referee/ub2024/revoke/card.png")
    assert (answer.status, answer.headers["retry-after"]) == (503, "60")
    assert "Gerade wird viel gedruckt" in answer.text
    answer = browser.get(f"/evenings/{code}/paper/blank-jasszettel.pdf")
    assert answer.status == 302
    assert "Gerade wird viel gedruckt" in browser.get(answer.headers["location"]).text
