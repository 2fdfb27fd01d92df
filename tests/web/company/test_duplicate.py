"""Duplicate evenings: the same cards for all, comparison counted by hand, sheets read back; and pictures of deals."""

from __future__ import annotations

import io

import pytest

from tests.web.client import Browser
from tests.web.company.test_daily import account

PNG = b"\x89PNG\r\n\x1a\n"


def test_scoring_by_comparison_by_hand() -> None:
    """Two tables, two rounds of one board. Board 1: 100 and 80, mean 90; board 2: 60 and 90, mean 75.

    Those who stay: table 1 has +10 and -15, table 2 has -10 and +15. Those who move: pair 3 sits at table 1 first (57, mean
    67: -10) and then at table 2 (67, mean 82: -15); pair 4 the other way round, +10 and +15.
    """
    from puur.web.company.duplicate import key, ranking

    made = {key(0, 0, 0): 100, key(0, 1, 0): 80, key(1, 0, 0): 60, key(1, 1, 0): 90}
    names = ["A", "B", "C", "D"]
    stay = ranking(made, names, 2, 2, 1, stays=True)
    move = ranking(made, names, 2, 2, 1, stays=False)
    assert [(row.name, row.difference) for row in stay] == [("B", 5.0), ("A", -5.0)]
    assert [(row.name, row.difference) for row in move] == [("D", 25.0), ("C", -25.0)]
    assert [row.share for row in move] == [100.0, 0.0]
    assert ranking({key(0, 0, 0): 100}, names, 2, 2, 1, stays=True)[0].boards == 0  # one table alone says nothing


def test_a_pair_without_a_name_is_called_by_its_number() -> None:
    """Saved with empty names, or never saved: the ranking calls a pair as its table does."""
    from puur.web.company import duplicate

    made = {duplicate.key(0, 0, 0): 100, duplicate.key(0, 1, 0): 60}
    for names in ([], ["", "Nell", "", ""]):
        rows = [row.name for stays in (True, False) for row in duplicate.ranking(made, list(names), 2, 1, 1, stays=stays)]
        assert sorted(rows) == sorted(["1", "Nell" if names else "2", "3", "4"])


def test_differences_are_written_alike() -> None:
    """The mean of tenths misses whole numbers by a hair: 0.1 added thirty times is 2.9999999999999996."""
    from puur.web.company.templatetags.company import signed

    assert [signed(sum([0.1] * 30)), signed(-11.0), signed(-0.04), signed(2.25)] == ["+3", "−11", "0", "+2.2"]


@pytest.mark.parametrize("tables", [2, 3, 5, 8])
def test_nobody_meets_anybody_twice(tables: int) -> None:
    from puur.web.company.duplicate import moving

    met = [(table, moving(table, round_, tables)) for round_ in range(tables) for table in range(tables)]
    assert len(set(met)) == len(met)
    for round_ in range(tables):
        assert sorted(moving(table, round_, tables) for table in range(tables)) == list(range(tables, 2 * tables))


def test_an_evening_from_the_form_to_the_ranking(server: str) -> None:
    from pypdf import PdfReader

    from puur.web.company.models import DuplicateEvening

    browser, _ = account(server)
    assert browser.post("/duplicate/", title="Saal", tables="2", rounds="3", boards="1").status == 400  # more rounds than tables
    answer = browser.post("/duplicate/", title="Saal", tables="2", rounds="2", boards="2")
    path = answer.headers["location"]
    answer = browser.post(
        path, **{"r0-0-0": "100", "r0-1-0": "80", "r0-0-1": "158", "r1-0-0": "1" * 5000, "r9-0-0": "1", "name-0": "Anna und Beat"}
    )
    page = browser.get(path).text
    row = DuplicateEvening.objects.get(key=path.split("/")[2])
    assert row.made_points == {"0/0/0": 100, "0/1/0": 80}  # what cannot be is not taken, the rest is not lost
    assert "158" in page
    assert "Anna und Beat" in page
    pdf = browser.get(f"{path}deals.pdf")
    pages = PdfReader(io.BytesIO(pdf.body)).pages
    assert len(pages) == 2
    text = pages[0].extract_text()
    assert "Saal" in text
    assert text.count("Schellen") == 8  # two boards, four hands
    other, _ = account(server)
    assert other.get(path).status == 404
    assert other.get(f"{path}deals.pdf").status == 404


def test_every_board_deals_all_cards_and_not_those_of_another() -> None:
    from puur.core.cards import DECK
    from puur.web.company.duplicate import hands

    boards = [hands("7e" * 32, board, board % 4) for board in range(6)]
    for dealt in boards:
        assert [len(hand) for hand in dealt] == [9] * 4
        assert sum(hand.bits for hand in dealt) == DECK.bits
    assert len({tuple(hand.bits for hand in dealt) for dealt in boards}) == 6


def test_the_picture_of_a_deal_shows_it_only_when_it_is_over(database: str) -> None:  # noqa: ARG001
    from puur.core.game import Game
    from puur.web import fair
    from puur.web.company import deals, sharing

    secret = fair.sealed("4d" * 32, (0, 1, 2, 3))
    game = deals.play(secret, deals.book_for(4), "stammtisch", deals.bot_player("stammtisch"))
    png = sharing.picture(game, 1, "de")
    assert png is not None
    assert png[:8] == PNG
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (1200, 630)
    most = max(trick.points for trick in game.deals[0].tricks)
    at = sharing.decisive(game.deals[0])
    assert at is not None
    assert game.deals[0].tricks[at].points == most
    running = Game.replay(game.book, game.setup, game.events[: len(game.events) // 8])
    assert sharing.picture(running, len(running.deals), "de") is None


def test_a_shared_picture_is_for_those_who_may_see_the_replay(server: str) -> None:
    from puur.web.models import Table
    from tests.web.urls import make_world

    table = make_world().facts["over"]
    path = f"/t/{table.code}/deal/1/picture.png"
    stranger = Browser(server)
    assert stranger.get(path).status == 404
    Table.objects.filter(pk=table.pk).update(shared=True)
    answer = stranger.get(path)
    assert answer.status == 200
    assert answer.body[:8] == PNG
    assert "og:image" in stranger.get(f"/t/{table.code}/deal/1/").text
