"""The pages of the games: the best known on the front page, all by name, and each with a table against bots."""

from __future__ import annotations

import html
from urllib.parse import quote

import pytest

from puur.games import form_names
from puur.words import LANGUAGES, texts
from tests.web.client import Browser


@pytest.fixture
def browser(server: str) -> Browser:
    return Browser(server)


def test_the_front_page_shows_the_games_that_people_know(browser: Browser) -> None:
    """Schieber, Differenzler, Coiffeur, Bieter: the order of the surveys of 2012 and 2019."""
    page = browser.get("/").text
    places = [page.index(f'href="/games/{name}/"') for name in ("schieber", "differenzler", "coiffeur", "bieter")]
    assert places == sorted(places)
    assert 'href="/games/aucho/"' not in page
    assert 'action="/games/"' in page


def test_the_others_are_found_by_name(browser: Browser) -> None:
    sought = browser.get("/games/?q=sidi").text
    assert 'data-game="sidi-barrani"' in sought
    assert 'data-game="aucho"' not in sought
    assert "Dieses Spiel kennt Puur nicht." in browser.get("/games/?q=tarock").text
    assert browser.get("/games/tarock/").status == 404


@pytest.mark.parametrize(
    ("sought", "name"),
    [
        ("Büter", "bieter"),
        ("bueter", "bieter"),
        ("steiger", "bieter"),
        ("sidibarani", "sidi-barrani"),
        ("Sidi Barrani", "sidi-barrani"),
        ("syddi", "sidi-barrani"),
        ("Molotov", "molotow"),
        ("chrüzjass", "kreuzjass"),
        ("zweierjass", "schaggi-haas"),
        ("hindersi", "misere"),
        ("misère", "misere"),
        ("500", "cinq-cents"),
        ("cinqcents", "cinq-cents"),
        ("difrenzler", "differenzler"),
        ("Schäggihaas", "schaggi-haas"),
        ("pandour", "pandur"),
        ("chibre", "schieber"),
        ("coifför", "coiffeur"),
    ],
)
def test_dialect_and_other_spellings_are_found(browser: Browser, sought: str, name: str) -> None:
    page = browser.get(f"/games/?q={quote(sought)}").text
    assert f'data-game="{name}"' in page
    assert page.count("data-game=") <= 4


def test_a_game_says_what_no_source_of_it_does(browser: Browser) -> None:
    """The Zuger takes from its neighbour what its own sources leave open."""
    assert 'data-game="zuger"' in browser.get("/games/?q=Zugerjass").text
    page = html.unescape(browser.get("/games/zuger/").text)
    assert "Keine Quelle des Zugers sagt es" in page
    assert "Zuger zu dritt" in page


@pytest.mark.parametrize("name", form_names())
def test_every_game_says_how_it_is_played_and_opens_a_table(browser: Browser, name: str) -> None:
    page = browser.get(f"/games/{name}/").text
    how = texts()[f"rules.how.{name}"]
    assert how["de"] in html.unescape(page)
    assert set(how) == set(LANGUAGES)
    for part in ("deal", "bid", "play", "count", "end"):  # enough to play after reading
        said = texts()[f"rules.learn.{name}.{part}"]
        assert said["de"] in html.unescape(page)
        assert set(said) == set(LANGUAGES)
    assert 'data-part="cards"' in page
    book = page.partition('name="book" value="')[2].partition('"')[0]
    answer = browser.post("/play/", book=book, name="Ruth")
    assert answer.status == 302, answer.text


def test_a_game_lists_what_its_books_may_say_otherwise(browser: Browser) -> None:
    """The lowest bid of the Sidi-Barrani is 50 in one ready book and 40 in the other; the Misère has no field of its own."""
    page = html.unescape(browser.get("/games/sidi-barrani/").text)
    least = page.partition('data-field="sidi_barrani.least"')[2].partition("</li>")[0]
    assert {"50", "40"} <= set(least.replace("·", " ").split())
    assert "data-field" not in browser.get("/games/misere/").text
    assert 'data-field="molotow.trump_from"' in browser.get("/games/molotow-striche/").text
