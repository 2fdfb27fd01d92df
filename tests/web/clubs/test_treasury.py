"""The treasurer's pages through the browser's eyes: what is owed and why, payments, reversals, bills, dunning, bank files, books.

Expected amounts are those of the Musterjahr (tests/club/data/musterjahr.toml) and of the bands of AJZ 08, worked out by hand.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal

import pypdfium2
import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from puur.club import billing
from puur.club import events as ev
from puur.club.dues import settle
from puur.web.clubs import store
from puur.web.clubs.models import BankImport, Club
from tests.web.clubs.c1_support import at, enter_as, make_club, until

MOMENT = datetime(2027, 2, 25, 18, 0)
IBAN = "CH9300762011623852957"  # the example of the ISO 13616 registry


@pytest.fixture
def now() -> Iterator[None]:
    with at(MOMENT):
        yield


@pytest.fixture
def row(database: str) -> Club:
    """A club in February 2027, after the first Jasstag and the Generalversammlung; nothing is booked yet."""
    del database
    return make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-2"))


@pytest.fixture
def booked(row: Club) -> Club:
    """The same with everything booked that was due on 25 February."""
    trial = store.draft(row)
    store.submit(row, settle(trial, MOMENT.date()), "carla")
    return row


def url(row: Club, name: str, *more: object) -> str:
    return reverse(name, args=[row.slug, *more])


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def kassier(row: Club) -> Client:
    return enter_as(row, "carla")


PAGES = ("club-money", "club-money-book", "club-money-bills", "club-money-dunning", "club-money-bank", "club-money-beer", "club-money-ledger")


@pytest.mark.usefixtures("now")
def test_every_page_of_an_empty_club_says_that_nothing_is_there(database: str) -> None:
    del database
    bare = make_club(until(lambda event: isinstance(event, ev.DayPlanned)))
    client = kassier(bare)
    for name in (*PAGES, "club-money-creditor", "club-money-fee", "club-public", "club-stats", "club-data"):
        answer = client.get(url(bare, name))
        assert answer.status_code == 200, name
    assert 'class="empty"' in text(client.get(url(bare, "club-money")))
    assert client.get(url(bare, "club-money-year", 2027)).status_code == 200
