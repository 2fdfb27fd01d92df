"""The conformance kit in the browser: a deal of every game, also of the odd one of the tests, by the buttons of the real page."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from puur.core.form import Form, form_of, players_of
from puur.games import form_names
from puur.reglement import load, shipped
from tests.games.conftest import FOLDER, odd_game  # noqa: F401  a fixture of this module too
from tests.web.browser.conftest import Open, keep, new_table, play_to

GAMES = [
    *form_names(),
    *(folder.name.replace("_", "-") for folder in Path(FOLDER).iterdir() if (folder / "__init__.py").is_file()),
]


@pytest.fixture
def opened() -> Iterator[list[str]]:
    """The codes of tables that go with the test: nobody else could read one whose game is gone again."""
    from puur.web.models import Table

    codes: list[str] = []
    yield codes
    with ThreadPoolExecutor() as thread:  # Django wants no event loop, and Playwright has one in this thread
        thread.submit(Table.objects.filter(code__in=codes).delete).result()


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_in_the_browser(opened: list[str], open_page: Open, name: str) -> None:
    form = form_of(name)
    assert form is not None
    book = next(load(key) for key in shipped() if load(key).form == name)
    players = players_of(book)
    page = open_page("/", width=360, height=640)
    opened.append(new_table(page, "Anna", book=book.key))
    expect(page.locator(".lobby-seat")).to_have_count(players)
    page.click("[data-act=start]")
    play_to(page, ".hand-card.yes")
    expect(page.locator(".place")).to_have_count(players)
    expect(page.locator(".place.bottom, .place.left, .place.right, .place.top")).to_have_count(players)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    keep(page, f"game-{name}-360")
    page.set_viewport_size({"width": 1280, "height": 800})
    keep(page, f"game-{name}-1280")
    play_to(page, "dialog [data-act=ready]")
    seen = page.evaluate("document.querySelector('puur-table').live.state.result")  # at the end of the deal
    assert (len(seen["sides"]), len(seen["written"])) == (players, max(form.sides(players)) + 1)
    # What is written is the sum of its entries, side by side.
    assert seen["written"] == [
        sum(entry["points"] for entry in seen["entries"] if entry["team"] == side) for side in range(len(seen["written"]))
    ]
    assert seen["entries"]
    early = type(form).on_trick is not Form.on_trick  # a deal that may be over before the last card
    assert early or not any(seen["cards_left"])
