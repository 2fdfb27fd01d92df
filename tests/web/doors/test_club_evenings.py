"""An evening of the database counts for a club: by whom, what is told before, once, corrected, and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from puur.evening.events import CheckedIn, Entered, RankingClosed, RankingReopened, RoundReleased
from puur.evening.files import SETUP
from puur.evening.state import EveningSetup
from puur.season import events as ev
from puur.season.yearly import standings
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club, ClubPerson
from puur.web.evenings import store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening
from tests.evening.evenings import result_entered
from tests.web.clubs.support import MUSTERJAHR, at, enter_as, make_club

BOOK = 'key = "dorf"\ntitle = "Dorf"\nsource = "Dorf, Art. 1"\nextends = "ajz08"\n[season]\nevenings = "total"\n'
DATE = "2027-05-08"


@pytest.fixture(autouse=True)
def day_after() -> Iterator[None]:
    with at(datetime(2027, 5, 9, 12)):
        yield


@pytest.fixture
def club(database: str) -> Club:
    """The Musterjahr before its first Jasstag, under a book in which evenings count."""
    del database
    first = next(place for place, event in enumerate(MUSTERJAHR) if isinstance(event, ev.DayOpened))
    row = make_club()
    row.book_text = BOOK
    row.save()
    clubs.submit(row, MUSTERJAHR[:first], "")
    return row


def officer(row: Club, office: str) -> str:
    engine = clubs.engine(row)
    holder = engine.roster.holder(getattr(engine.book.offices, office), clubs.today())
    assert holder
    return holder


def evening_of(row: Club, owner: str) -> Evening:
    """A closed evening of one round, organised by `owner`: three members and a stranger; the first pair wins 1000 to 884."""
    engine = clubs.engine(row)
    names = [engine.roster.person(key).name for key in ("anna", "beat", "carla")] + ["Fremd"]
    setup = EveningSetup("Dorfjass", date=DATE, seed="Los", rounds=1)
    user = ClubPerson.objects.get(club=row, person=owner).user
    evening = Evening.objects.create(title=setup.name, book="tam2014-es", setup=SETUP.write(setup), user=user)
    people: list[Any] = []
    for number, name in enumerate(names, start=1):
        people += [Entered(str(number), name), CheckedIn(str(number), paid=1000, accepted=True)]
    store.submit(evening.code, people)
    store.submit(evening.code, lambda engine: [engine.drawn()])
    store.submit(evening.code, [RoundReleased(1), result_entered(1, 1, points=(1000, 884)), RankingClosed()])
    return evening


def points(row: Club) -> dict[str, int]:
    return {line.member: line.points for line in standings(clubs.engine(Club.objects.get(pk=row.pk)), 2027)}


def worth(evening: Evening, row: Club, won: int) -> dict[str, int]:
    """From the seats and the one result alone."""
    names = {person.name: person.key for person in clubs.engine(row).roster.people.values()}
    engine = folded(store.row(evening.code)).engine
    seats = enumerate(engine.table(1, 1).players())
    shares = {engine.players[key].name: won if place % 2 == 0 else 1884 - won for place, key in seats}
    return {names[name]: share for name, share in shares.items() if name in names}


def test_an_evening_counts_once_is_corrected_and_taken_back(club: Club) -> None:
    chief = officer(club, "sheets")
    browser = enter_as(club, chief)
    address = f"/clubs/{club.slug}/evenings/"
    assert "Es gibt noch keinen" in browser.get(address).content.decode()
    evening = evening_of(club, chief)
    seen = browser.get(f"{address}?evening={evening.code}").content.decode()
    assert "Was sich in der Jahreswertung ändert" in seen
    assert "Fremd" in seen
    assert points(club) == {}  # only shown
    assert browser.post(address, {"evening": evening.code, "do": "count"}).status_code == 302
    assert points(club) == worth(evening, club, 1000)
    for page in ("days", "public"):  # where members look
        text = browser.get(f"/clubs/{club.slug}/{page}/").content.decode()
        assert all(str(share) in text for share in worth(evening, club, 1000).values())
    assert browser.post(address, {"evening": evening.code, "do": "count"}).status_code == 400  # once
    correction = result_entered(1, 1, points=(900, 984), reason="verschrieben")
    store.submit(evening.code, [RankingReopened("verschrieben"), correction, RankingClosed()])
    assert points(club) == worth(evening, club, 1000)  # nothing changes by itself behind the club's back
    assert "Was sich in der Jahreswertung ändert" in browser.get(f"{address}?evening={evening.code}").content.decode()
    assert browser.post(address, {"evening": evening.code, "do": "count"}).status_code == 302
    assert points(club) == worth(evening, club, 900)
    assert browser.post(address, {"evening": evening.code, "do": "back-count", "reason": ""}).status_code == 400
    assert browser.post(address, {"evening": evening.code, "do": "back-count", "reason": "Probe"}).status_code == 302
    assert points(club) == {}
    assert "Probe" in browser.get(f"/clubs/{club.slug}/trail/").content.decode()


def test_the_treasurer_books_the_fees_and_only_the_treasurer(club: Club) -> None:
    chief, cashier = officer(club, "sheets"), officer(club, "cash")
    address = f"/clubs/{club.slug}/evenings/"
    enter_as(club, chief)
    evening = evening_of(club, chief)
    assert enter_as(club, chief).post(address, {"evening": evening.code, "do": "fees"}).status_code == 403
    assert enter_as(club, cashier).post(address, {"evening": evening.code, "do": "fees"}).status_code == 404  # not their evening
    user = ClubPerson.objects.get(club=club, person=cashier).user
    evening.roles.create(role="organiser", name="Kasse", user=user)
    assert "CHF 40" in enter_as(club, cashier).get(f"{address}?evening={evening.code}").content.decode()

    def cash() -> Decimal:
        engine = clubs.engine(Club.objects.get(pk=club.pk))
        return engine.ledger.balance(engine.book.accounts["cash"])

    before = cash()
    for _ in range(2):
        enter_as(club, cashier).post(address, {"evening": evening.code, "do": "fees"})
    assert cash() - before == Decimal("40.00")  # four times ten francs, once
    enter_as(club, cashier).post(address, {"evening": evening.code, "do": "back-fees", "reason": "Probe"})
    assert cash() == before


def test_the_treasurer_bills_who_has_not_paid_at_an_evening_that_counts(club: Club) -> None:
    chief, cashier = officer(club, "sheets"), officer(club, "cash")
    address = f"/clubs/{club.slug}/evenings/"
    enter_as(club, chief)
    evening = evening_of(club, chief)
    Evening.objects.filter(pk=evening.pk).update(fee=1500)  # all have paid ten: five francs are owed, by the three of the club
    assert enter_as(club, chief).post(address, {"evening": evening.code, "do": "count"}).status_code == 302
    page = enter_as(club, cashier).get(f"{address}?evening={evening.code}").content.decode()  # not the own evening, but the club's
    assert page.count("5.00") == 3
    for _ in range(2):
        enter_as(club, cashier).post(address, {"evening": evening.code, "do": "fees"})
    engine = clubs.engine(Club.objects.get(pk=club.pk))
    owed = {charge.debtor: charge.open for charge in engine.ledger.charges.values() if charge.open}
    assert owed == dict.fromkeys(("anna", "beat", "carla"), Decimal(5))
    enter_as(club, cashier).post(address, {"evening": evening.code, "do": "back-fees", "reason": "Probe"})
    engine = clubs.engine(Club.objects.get(pk=club.pk))
    assert not any(charge.open for charge in engine.ledger.charges.values())


def test_the_members_of_a_club_come_onto_the_list_of_an_evening_once(club: Club) -> None:
    chief = officer(club, "sheets")
    browser = enter_as(club, chief)
    user = ClubPerson.objects.get(club=club, person=chief).user
    setup = EveningSetup("Dorfjass", date=DATE, seed="Los", rounds=1)
    evening = Evening.objects.create(title=setup.name, book="tam2014-es", setup=SETUP.write(setup), user=user)
    roster = clubs.engine(club).roster
    names = {key: roster.name(key) for key in roster.members(clubs.today())}
    store.submit(evening.code, [Entered("1", names["anna"])])
    address = f"/evenings/{evening.code}/players/club/"
    page = browser.get(address).content.decode()
    assert [name for name in names.values() if name in page] == [name for key, name in names.items() if key != "anna"]
    for _ in range(2):  # a second click changes nothing
        assert browser.post(address, {"club": club.slug, "person": ["beat", "carla", "anna", "nobody"]}).status_code == 302
    players = folded(store.row(evening.code)).engine.players.values()
    assert [(player.id, player.name) for player in players] == [("1", names["anna"]), ("2", names["beat"]), ("3", names["carla"])]
    assert browser.post(address, {"club": "fremd", "person": ["beat"]}).status_code == 404
    stranger = make_club()
    assert browser.post(address, {"club": stranger.slug, "person": ["beat"]}).status_code == 404
