"""A made-up club in the test database: the Musterjahr up to a moment, an account for every person, a clock that stands still."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from email.message import Message
from pathlib import Path
from unittest.mock import patch

from django.contrib.auth import get_user_model
from django.test import Client

from puur.season.events import Event
from puur.season.exchange import read
from puur.web.clubs import store
from puur.web.clubs.models import HOST, Club, ClubPerson
from tests.smtp import text_of

DATA = Path(__file__).resolve().parents[2] / "season" / "data"
MUSTERJAHR = read((DATA / "musterjahr.jsonl").read_text(encoding="utf-8")).events
_number = itertools.count(1)


def new_user(name: str = "user"):
    """An account; the name gets a number."""
    return get_user_model().objects.create_user(f"{name}-c{next(_number)}", password="geheim-2027")


def make_club(events: tuple[Event, ...] = (), *, public: bool = False) -> Club:
    """A club with these events and a host of its own."""
    row = Club.objects.create(slug=f"muster-{next(_number)}", name="Jassclub Musterlingen", public=public, host=new_user("host"))
    if events:
        store.submit(row, events, HOST)
    return row


def until(stop: Callable[[Event], bool]) -> tuple[Event, ...]:
    """The Musterjahr up to the first such event, without it."""
    return tuple(itertools.takewhile(lambda event: not stop(event), MUSTERJAHR))


def enter_as(row: Club, person: str) -> Client:
    """A browser of somebody of the club, by account."""
    link, _ = ClubPerson.objects.get_or_create(club=row, person=person)
    if link.user is None:
        link.user = new_user(person)
        link.save()
    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    client.force_login(link.user)
    return client


def host_of(row: Club) -> Client:
    """A browser of the administrator."""
    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    client.force_login(row.host)
    return client


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """The club's clock stands at a moment."""
    with patch.object(store, "now", lambda: moment):
        yield


def answered(mail: Message, may: str) -> None:
    """Whoever reads a mail that asks, or one with the way to stop, answers behind its link."""
    link = re.search(r"http://\S+(/mail/\S+)", text_of(mail))
    assert link is not None
    reader = Client(HTTP_HOST="localhost")
    assert reader.get(link[1]).status_code == 200
    assert reader.post(link[1], {"may": may}).status_code == 302
