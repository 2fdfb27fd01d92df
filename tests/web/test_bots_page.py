"""The page of the bots: levels, the version of the network with its notes, and what cards mean."""

from __future__ import annotations

import html

import pytest

from puur.bots import NETWORK_VERSION
from puur.bots.levels import LEVELS
from puur.bots.signals import SIGNALS, counted
from puur.words import LANGUAGES, say
from tests.web.client import Browser


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_level_change_and_signal_stands_there(server: str, lang: str) -> None:
    page = html.unescape(Browser(server, lang).get("/bots/").text).replace("\u202f", " ").replace("\u00a0", " ")
    keys = [f"bots.level.{level}" for level in LEVELS]
    keys += [f"bots.signal.{name}" for name in SIGNALS]
    keys += [f"bots.change.{number}" for number in range(1, NETWORK_VERSION + 1)]
    keys.append("bots.change.anfaenger")
    for key in keys:
        assert say(key, lang).replace("\u202f", " ").replace("\u00a0", " ") in page, key
    strongest = counted().levels["jasskoenig"]["trumps-in"]
    assert f"<strong>{round(100 * strongest.share)} %</strong>" in page


def test_the_page_is_reached_from_the_form_of_a_new_table(server: str) -> None:
    browser = Browser(server)
    assert 'href="/bots/"' in browser.get("/tables/new/").text
    assert 'href="/bots/"' in browser.get("/strength/").text
