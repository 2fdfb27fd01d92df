"""Two entries of a club that are one person: on the pages of officials and of the person, by consent, and parted again.

Numbers come from the raw events of the Musterjahr: Nora and Uli were guests on different days.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from puur.season import events as ev
from puur.web.clubs import contacts, store
from puur.web.clubs.models import Club, ClubContact, ClubPerson
from tests.web.clubs.support import MUSTERJAHR, at, enter_as, make_club, new_user

MOMENT = datetime(2028, 2, 1, 12)


@pytest.fixture
def row(database: str) -> Any:
    del database
    with at(MOMENT):
        yield make_club(MUSTERJAHR)


def engine(row: Club) -> Any:
    return store.engine(Club.objects.get(pk=row.pk))


def step(client: Client, url: str, **given: str) -> tuple[str, int]:
    """Ask what a step would change, then say it once more; what was told, and how the second time ended."""
    told = client.post(url, {**given, "ask": ""})
    text = told.content.decode()
    mark = re.search(r'name="ask" value="([^"]+)"', text)
    if mark is None:
        return text, told.status_code
    return text, client.post(url, {**given, "ask": mark[1]}).status_code


def rounds(*people: str) -> int:
    return sum(who in team for event in MUSTERJAHR if isinstance(event, ev.RoundPlayed) for team in event.teams for who in people)


def test_two_guests_are_one_person_and_two_again(row: Club) -> None:
    client, url = enter_as(row, "anna"), f"/clubs/{row.slug}/people/uli/same/"
    assert "Zweimal eingetragen" in client.get(f"/clubs/{row.slug}/people/uli/").content.decode()
    told, status = step(client, url, do="join", other="nora")
    assert f"{rounds('uli')} → {rounds('uli', 'nora')}" in told  # what it changes, before it is done
    assert status == 302
    assert engine(row).roster.who("nora") == "uli"
    page = client.get(f"/clubs/{row.slug}/people/nora/").content.decode()  # an old address leads to the person
    assert "Auch eingetragen als «Nora Gast»" in page
    stats = client.get(f"/clubs/{row.slug}/stats/nora/").content.decode()
    assert "Uli Gast" in stats
    assert "Uli Gast und Nora Gast sind dieselbe Person" in client.get(f"/clubs/{row.slug}/trail/").content.decode()
    told, status = step(client, url, do="part", other="nora")
    assert f"{rounds('uli', 'nora')} → {rounds('uli')}" in told
    assert status == 302
    assert engine(row).roster.joined == {}
    assert store.engine(row).events[: len(MUSTERJAHR)] == list(MUSTERJAHR)


def test_an_entry_that_has_nothing_changes_nothing_but_the_name(row: Club) -> None:
    with at(MOMENT):
        store.submit(row, [ev.PersonAdded(person="ulli", name="Ulli G.")], "")
    told, status = step(enter_as(row, "anna"), f"/clubs/{row.slug}/people/uli/same/", do="join", other="ulli")
    assert "Es ändert sich nichts ausser dem Namen" in told
    assert "<h3>" not in told
    assert status == 302


def test_what_cannot_be_says_why(row: Club) -> None:
    client = enter_as(row, "anna")
    told, _ = step(client, f"/clubs/{row.slug}/people/uli/same/", do="join", other="rolf")
    assert "sassen am gleichen Jasstag" in told
    assert engine(row).roster.joined == {}


def test_an_account_is_asked_before_it_is_another_entry(row: Club) -> None:
    """Uli has an account: only Uli says yes, and then every page of the account is of both."""
    guest, official = enter_as(row, "uli"), enter_as(row, "anna")
    told, status = step(official, f"/clubs/{row.slug}/people/nora/same/", do="join", other="uli")
    assert "Erst wenn sein Inhaber" in told
    assert status == 302
    assert engine(row).roster.joined == {}
    assert "ob du auch «Nora Gast» bist" in guest.get(f"/clubs/{row.slug}/me/").content.decode()
    # Nobody else answers for Uli.
    assert enter_as(row, "kim").post(f"/clubs/{row.slug}/me/same/", {"do": "join", "other": "nora"}).status_code == 404
    told, status = step(guest, f"/clubs/{row.slug}/me/same/", do="join", other="nora")
    assert status == 302
    assert engine(row).roster.who("uli") == "nora"
    mine = guest.get(f"/clubs/{row.slug}/me/").content.decode()
    assert "Nora Gast" in mine
    assert "Auch eingetragen als «Uli Gast»" in mine
    _, status = step(guest, f"/clubs/{row.slug}/me/same/", do="part", other="uli")
    assert status == 302
    assert engine(row).roster.joined == {}
    assert "Uli Gast" in guest.get(f"/clubs/{row.slug}/me/").content.decode()  # the account is who it was


def test_no_is_an_answer(row: Club) -> None:
    guest, official = enter_as(row, "uli"), enter_as(row, "anna")
    step(official, f"/clubs/{row.slug}/people/uli/same/", do="join", other="nora")
    _, status = step(guest, f"/clubs/{row.slug}/me/same/", do="part", other="nora")
    assert status == 302
    assert engine(row).roster.asked == []
    assert engine(row).roster.joined == {}


def test_two_accounts_are_two_people(row: Club) -> None:
    enter_as(row, "uli")
    enter_as(row, "nora")
    told, _ = step(enter_as(row, "anna"), f"/clubs/{row.slug}/people/uli/same/", do="join", other="nora")
    assert "zwei Konten sind zwei Personen" in told
    assert engine(row).roster.joined == {}


def test_a_link_of_the_other_entry_does_not_take_the_person_over(row: Club) -> None:
    """Uli has an account and says yes to Nora; whoever opens Nora's old link then cannot become Uli by account."""
    guest, official = enter_as(row, "uli"), enter_as(row, "anna")
    made = official.post(f"/clubs/{row.slug}/people/nora/link/", {"how": "new"}).content.decode()
    link = re.search(r"/clubs/[\w-]+/enter/[\w-]+/", made)
    assert link
    step(official, f"/clubs/{row.slug}/people/uli/same/", do="join", other="nora")
    step(guest, f"/clubs/{row.slug}/me/same/", do="join", other="nora")
    other = Client(HTTP_HOST="localhost")
    other.force_login(new_user("fremd"))
    other.post(link[0], {"how": "account"})
    assert ClubPerson.objects.get(club=row, person="nora").user is None
    # Whoever gives the links takes all of them back.
    official.post(f"/clubs/{row.slug}/people/uli/link/", {"how": "revoke"})
    assert not ClubPerson.objects.filter(club=row, person__in=["uli", "nora"], token_hash__isnull=False).exists()


def test_how_somebody_is_reached_follows_and_goes_back(row: Club) -> None:
    contacts.keep(row, "nora", "nora@example.ch", "", agrees=True)
    client = enter_as(row, "anna")
    step(client, f"/clubs/{row.slug}/people/uli/same/", do="join", other="nora")
    row.refresh_from_db()
    assert contacts.of(row, ["uli"])["uli"].email == "nora@example.ch"
    step(client, f"/clubs/{row.slug}/people/uli/same/", do="part", other="nora")
    row.refresh_from_db()
    assert contacts.of(row, ["uli"]) == {}
    assert ClubContact.objects.get(club=row).person == "nora"


def test_exports_and_kept_figures_know_one_person(row: Club) -> None:
    client = enter_as(row, "anna")
    step(client, f"/clubs/{row.slug}/people/uli/same/", do="join", other="nora")
    row.refresh_from_db()
    assert row.told == store.figures(store.engine(row))  # what `puur check` compares
    assert not [account for account in row.told["balances"] if account.endswith(":nora")]
    answer = client.get(f"/clubs/{row.slug}/data/export.jsonl")
    lines = b"".join(answer) if answer.streaming else answer.content
    lines = lines.decode()
    assert json.dumps({"event": "persons-joined", "person": "uli", "other": "nora", "by": "anna"}) in lines
