"""An evening of the database counts for a club: by whom, what is told before, once, corrected, and taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from puur.cli import app
from puur.evening.events import CheckedIn, Entered, RankingClosed, RankingReopened, RoundReleased
from puur.evening.files import SETUP
from puur.evening.state import EveningSetup
from puur.reglement.season import EveningsCount
from puur.season import events as ev
from puur.season.exchange import write
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
    return under(BOOK)


def under(book: str) -> Club:
    first = next(place for place, event in enumerate(MUSTERJAHR) if isinstance(event, ev.DayOpened))
    row = make_club()
    row.book_text = book
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
    for person, total in worth(evening, club, 1000).items():  # everywhere the same: the own page, and the public one
        assert f": {total}" in enter_as(club, person).get(f"/clubs/{club.slug}/me/").content.decode()
        assert f"<strong>{total}</strong>" in enter_as(club, person).get(f"/clubs/{club.slug}/public/2027/").content.decode()
    for page in ("days", "public"):  # where members look
        text = browser.get(f"/clubs/{club.slug}/{page}/").content.decode()
        assert all(str(share) in text for share in worth(evening, club, 1000).values())
    assert browser.post(address, {"evening": evening.code, "do": "count"}).status_code == 400  # once
    correction = result_entered(1, 1, points=(900, 984), reason="verschrieben")
    store.submit(evening.code, [RankingReopened("verschrieben"), correction])
    assert points(club) == worth(evening, club, 1000)  # as long as the ranking is open
    store.submit(evening.code, [RankingClosed()])
    assert points(club) == worth(evening, club, 900)  # nobody counts anything again
    seen = browser.get(f"{address}?evening={evening.code}").content.decode()
    assert "so wie er jetzt steht" in seen
    assert "Was sich ohne ihn in der Jahreswertung ändert" in seen
    assert browser.post(address, {"evening": evening.code, "do": "back-count", "reason": ""}).status_code == 400
    assert browser.post(address, {"evening": evening.code, "do": "back-count", "reason": "Probe"}).status_code == 302
    assert points(club) == {}
    assert "zählt nicht mehr: Dorfjass (Probe)" in browser.get(f"/clubs/{club.slug}/trail/").content.decode()


def test_an_evening_counts_for_a_single_series_and_is_taken_back(database: str) -> None:
    """Times the coefficient of the series, for its members by the line-up of the day before; the others get nothing."""
    del database
    club = under(f"{BOOK}evening_series = true\n")
    chief, address = officer(club, "sheets"), f"/clubs/{club.slug}/evenings/"
    browser = enter_as(club, chief)
    evening, engine = evening_of(club, chief), clubs.engine(club)
    line_up = engine.day("2027-1").line_up
    assert line_up is not None
    series = line_up.series_of("anna") or ""
    assert f'<option value="{series}"' in browser.get(f"{address}?evening={evening.code}").content.decode()
    assert browser.post(address, {"evening": evening.code, "do": "count", "series": series}).status_code == 302
    coefficient, shares = engine.book.series.coefficients[series], worth(evening, club, 1000)
    own = {who: share for who, share in shares.items() if line_up.series_of(who) == series}
    assert points(club) == {who: int(Decimal(share) * coefficient + Decimal("0.5")) for who, share in own.items()}
    assert browser.post(address, {"evening": evening.code, "do": "back-count", "reason": "Probe"}).status_code == 302
    assert points(club) == {}


def test_the_files_of_club_and_evening_know_each_other(club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What counts on the pages is not counted once more by the command line, and can be taken back there."""
    chief = officer(club, "sheets")
    browser = enter_as(club, chief)
    evening = evening_of(club, chief)
    browser.post(f"/clubs/{club.slug}/evenings/", {"evening": evening.code, "do": "count"})
    (tmp_path / "dorf.toml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "club.jsonl").write_text(write("dorf.toml", clubs.engine(Club.objects.get(pk=club.pk)).events), encoding="utf-8")
    (tmp_path / "abend.json").write_bytes(browser.get(f"/evenings/{evening.code}/export.json").content)

    def changed(*words: str) -> dict[str, Any]:
        with pytest.raises(SystemExit) as ended:
            app.main(["club", "evening", str(tmp_path / "club.jsonl"), str(tmp_path / "abend.json"), "--json", *words])
        assert not ended.value.code
        return {row["member"]: row["after"] for row in json.loads(capsys.readouterr().out)["changes"]}

    assert changed() == {}
    assert changed("--back", "Probe") == dict.fromkeys(worth(evening, club, 1000))


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
    enter_as(club, chief).post(address, {"evening": evening.code, "do": "count"})
    for _ in range(2):
        enter_as(club, cashier).post(address, {"evening": evening.code, "do": "fees"})
    assert cash() - before == Decimal("40.00")  # four times ten francs, once
    evening.roles.all().delete()
    enter_as(club, chief).post(address, {"evening": evening.code, "do": "back-count", "reason": "Probe"})
    assert points(club) == {}
    page = enter_as(club, cashier).get(f"{address}?evening={evening.code}").content.decode()  # its money still stands here
    assert 'value="back-fees"' in page
    enter_as(club, cashier).post(address, {"evening": evening.code, "do": "back-fees", "reason": "Probe"})
    assert cash() == before
    assert enter_as(club, cashier).get(f"{address}?evening={evening.code}").content.decode().count(evening.title) == 0


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


def test_the_fees_of_an_evening_reach_the_ledger_of_a_club_for_which_it_counts_for_nothing(database: str) -> None:
    """Carla keeps the till and does not organise the evening; Dario does, and has no office."""
    del database
    club = under(BOOK.replace('"total"', '"nothing"'))
    assert clubs.engine(club).book.evenings is EveningsCount.NOTHING
    cashier, organiser, address = officer(club, "cash"), "dario", f"/clubs/{club.slug}/evenings/"
    giver, till = enter_as(club, organiser), enter_as(club, cashier)
    evening = evening_of(club, organiser)
    Evening.objects.filter(pk=evening.pk).update(fee=1500)  # all have paid ten: three of the club owe five francs
    assert till.post(address, {"evening": evening.code, "do": "fees"}).status_code == 404  # nobody's business yet
    assert till.post(address, {"evening": evening.code, "do": "give"}).status_code == 404  # only who organises it gives it
    assert 'value="give"' in giver.get(f"{address}?evening={evening.code}").content.decode()
    assert giver.post(address, {"evening": evening.code, "do": "give"}).status_code == 302
    assert giver.post(address, {"evening": evening.code, "do": "give"}).status_code == 400  # once
    assert giver.post(address, {"evening": evening.code, "do": "fees"}).status_code == 403
    page = till.get(f"{address}?evening={evening.code}").content.decode()
    assert "Startgelder in die Kasse: CHF 40" in page
    assert 'value="count"' not in page
    before = clubs.engine(Club.objects.get(pk=club.pk)).ledger.balances()
    for _ in range(2):
        till.post(address, {"evening": evening.code, "do": "fees"})
    engine = clubs.engine(Club.objects.get(pk=club.pk))
    cash, ledger = engine.book.accounts["cash"], engine.ledger
    assert ledger.balance(cash) - before.get(cash, Decimal(0)) == Decimal("40.00")
    owed = {charge.debtor: (charge.open, charge.rule) for charge in ledger.charges.values() if charge.open}
    assert owed == dict.fromkeys(("anna", "beat", "carla"), (Decimal(5), "Dorfjass 8.5.2027"))
    assert points(club) == {}
    assert "Turnierabend dem Verein übergeben: Dorfjass" in till.get(f"/clubs/{club.slug}/trail/").content.decode()


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
