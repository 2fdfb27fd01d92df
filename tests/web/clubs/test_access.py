"""Who reaches what: every address of the application against every role, by page and by form; nobody reaches another club.

The list of pages comes from the table of addresses, so that a new page cannot be forgotten. Who may do what is written down here
once more by the offices of AJZ 08 (1.3-10 clock, 1.1-15 opening, 3.1 sheets, 1.8 decisions, 1.3-17 cash), apart from the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from puur.season import events as ev
from puur.web.clubs import store
from puur.web.clubs.models import Club, ClubPerson, hash_of
from puur.web.clubs.rights import ACCOUNT, ANYONE, PERMISSIONS, TABLE, feed_token, of_feed
from puur.web.clubs.urls import ACTIONS, urlpatterns
from tests.web.clubs.support import at, enter_as, host_of, make_club, new_user, until

MOMENT = datetime(2027, 4, 17, 16, 30)  # Jasstag 3 runs
PATTERNS = [one for one in urlpatterns if isinstance(one, URLPattern)]
# On day 3: anna is Präsident, beat Vizepräsident, carla Kassier, dario Chef Regelwerk, eva his deputy, fritz Chef Jahrestrophy,
# kim has no office; rolf is a guest in series A, where fritz sits too; luca is abroad; the host administers.
EVERYBODY = {"anna", "beat", "carla", "dario", "eva", "fritz", "kim", "luca", "rolf"}
MEMBERS = EVERYBODY - {"rolf"}
VORSTAND = {"anna", "beat", "carla"}
WHO: dict[str, set[str]] = {
    "public.see": EVERYBODY | {"host"},
    "me.see": EVERYBODY, "me.name": EVERYBODY, "me.report": EVERYBODY, "me.sign": EVERYBODY, "feed.see": EVERYBODY,
    "club.see": MEMBERS | {"host"}, "trail.see": MEMBERS | {"host"}, "stats.see": MEMBERS | {"host"},
    "day.see": EVERYBODY | {"host"},  # rolf plays on that day
    "table.see": MEMBERS | {"rolf", "host"}, "table.enter": {"fritz", "rolf"},
    "attendance.enter": {"anna"}, "day.open": {"beat"},
    "sheets.file": {"fritz"}, "results.publish": {"fritz"}, "series.roll": {"fritz"}, "day.lot": {"fritz"},
    "rulings.make": MEMBERS - {"luca"},  # the last instance is the oldest member present (AJZ-1.8-07)
    "deputy.name": {"anna", "beat", "carla", "dario", "eva", "fritz"},
    "days.order": VORSTAND, "series.override": VORSTAND, "dauerersatz.approve": VORSTAND, "credit.decide": VORSTAND,
    "year.confirm": VORSTAND, "money.see": VORSTAND,
    "people.manage": VORSTAND | {"host"}, "invites.manage": VORSTAND | {"host"}, "offices.give": VORSTAND | {"host"},
    "days.plan": VORSTAND | {"host"}, "club.settings": VORSTAND | {"host"},
    "data.export": VORSTAND | {"host"}, "data.import": VORSTAND | {"host"}, "club.end": {"host"},
    "money.book": {"carla"}, "money.cash": {"carla"}, "money.bill": {"carla"}, "money.import": {"carla"}, "fee.set": {"carla"},
}  # fmt: skip


@pytest.fixture(scope="module")
def row(database: str) -> Club:
    """A private club on its third Jasstag, series A at play."""
    del database
    return make_club(until(lambda event: isinstance(event, ev.RoundPlayed) and event.day == "2027-3" and event.series == "B"))


@pytest.fixture
def now() -> Iterator[None]:
    with at(MOMENT):
        yield


def address(row: Club, pattern: URLPattern) -> str:
    """An address of this page in the club."""
    samples: dict[str, Any] = {
        "slug": row.slug, "day": "2027-3", "series": "A", "person": "kim", "token": "x" * 43, "n": 1, "number": 1, "year": 2027,
    }  # fmt: skip
    names = [*pattern.pattern.converters]
    assert set(names) <= set(samples), f"{pattern.name}: an example for {names} is missing in this test"
    return reverse(pattern.name, kwargs={name: samples[name] for name in names})


def browser(row: Club, who: str) -> Client:
    return host_of(row) if who == "host" else enter_as(row, who)


def test_every_page_says_what_it_needs() -> None:
    for pattern in PATTERNS:
        needs = getattr(pattern.callback, "needs", None)
        assert needs is not None, f"{pattern.name} carries no @needs"
        assert set(needs) <= PERMISSIONS
    assert len({pattern.name for pattern in PATTERNS}) == len(PATTERNS)
    assert set(WHO) == set().union(*TABLE.values()), "a permission that this test does not know"


def test_only_doors_are_open_to_anyone() -> None:
    """Pages without a permission of the club look after themselves: lists, a new club, the door of a link, one's own slip."""
    free = {one.name for one in PATTERNS if {ANYONE, ACCOUNT} & set(one.callback.needs)}
    assert free <= {"clubs", "club-new", "club-enter", "club-leave", "club-withdraw", "club-feed"}


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("who", [*sorted(EVERYBODY), "host"])
def test_each_role_on_each_page(row: Club, who: str) -> None:
    client, before = browser(row, who), row.n
    wrong = []
    for pattern in PATTERNS:
        needs = pattern.callback.needs
        if needs[0] in (ANYONE, ACCOUNT):
            continue
        url = address(row, pattern)
        got = client.get(url).status_code
        if (got != 403) != (who in WHO[needs[0]]) or got >= 500:
            wrong.append(f"GET {pattern.name} as {who}: {got}")
        if who not in WHO[needs[1]]:
            got = client.post(url, {"n": "0"}).status_code
            if got != 403:
                wrong.append(f"POST {pattern.name} as {who}: {got}")
    assert wrong == []
    row.refresh_from_db()
    assert row.n == before  # nothing was entered


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("action", ACTIONS, ids=lambda one: one.name)
def test_an_empty_form_changes_nothing_or_says_why(row: Club, action: Any) -> None:
    """Everybody who may send a form gets an answer, never a crash; what needs no answer is undone again."""
    who = sorted(WHO[action.permission])[0]
    before = row.n
    pattern = next(one for one in PATTERNS if one.name == action.url_name)
    answer = browser(row, who).post(address(row, pattern), {})
    row.refresh_from_db()
    assert answer.status_code in (302, 400, 409), answer.status_code
    if answer.status_code != 302:
        assert row.n == before
        assert "errorlist" in answer.content.decode() or 'role="alert"' in answer.content.decode()


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("who", ["anonymous", "stranger", "neighbour"])
def test_a_private_club_is_not_there_for_others(row: Club, who: str) -> None:
    other = make_club(until(lambda event: isinstance(event, ev.DayPlanned)))
    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    if who == "stranger":
        client.force_login(new_user("fremd"))
    elif who == "neighbour":  # Präsident of another club
        client = enter_as(other, "anna")
    nothing = re.sub(r'value="[^"]*"|next=[^"]*"', "", client.get("/clubs/gibt-es-nicht/").content.decode())
    for pattern in PATTERNS:
        if "slug" not in pattern.pattern.converters:
            continue
        for answer in (client.get(address(row, pattern)), client.post(address(row, pattern), {})):
            assert answer.status_code == 404, f"{pattern.name}: {answer.status_code}"
            page = re.sub(r'value="[^"]*"|next=[^"]*"', "", answer.content.decode())  # the address itself and the form's secret
            assert page == nothing, f"{pattern.name} differs from a club that does not exist"


@pytest.mark.usefixtures("now")
def test_of_a_public_club_others_see_the_public_pages_only(database: str) -> None:
    del database
    club = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-2"), public=True)
    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    for pattern in PATTERNS:
        needs = pattern.callback.needs
        if "slug" in pattern.pattern.converters and not {ANYONE, ACCOUNT} & set(needs):
            got = client.get(address(club, pattern)).status_code
            assert (got == 403) == (needs[0] != "public.see"), f"{pattern.name}: {got}"
            if needs[1] != "public.see":
                assert client.post(address(club, pattern), {}).status_code == 403


def test_other_methods_are_refused(row: Club) -> None:
    assert enter_as(row, "anna").put(reverse("club", args=[row.slug])).status_code == 405


# Personal links


def make_link(row: Club, by: str, person: str) -> str:
    """A personal link as the Vorstand sees it, once."""
    answer = browser(row, by).post(reverse("club-link", args=[row.slug, person]), {"how": "new"})
    found = re.search(r'id="personal-link">([^<]+)<', answer.content.decode())
    assert found is not None
    return found[1]


@pytest.mark.usefixtures("now")
def test_a_personal_link_lets_in_as_that_person_and_only_its_hash_is_kept(row: Club) -> None:
    url = make_link(row, "anna", "ida")
    token = url.rstrip("/").rsplit("/", 1)[1]
    assert len(token) >= 43  # 256 bits, base64
    kept = ClubPerson.objects.get(club=row, person="ida")
    assert kept.token_hash == hash_of(token)
    assert token not in str(list(ClubPerson.objects.filter(club=row).values()))
    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    page = client.get(f"/clubs/{row.slug}/enter/{token}/")
    assert page.status_code == 200  # looking alone does not let in: chats fetch a preview
    assert client.get(reverse("club-me", args=[row.slug])).status_code == 404
    assert client.post(f"/clubs/{row.slug}/enter/{token}/", {"how": "browser"}).status_code == 302
    assert "Ida Muster" in client.get(reverse("club-me", args=[row.slug])).content.decode()
    assert client.get(reverse("club-attendance", args=[row.slug, "2027-3"])).status_code == 403

    again = make_link(row, "anna", "ida")  # a new link: the old one and what was opened with it die
    assert again != url
    assert client.get(reverse("club-me", args=[row.slug])).status_code == 404
    assert client.get(f"/clubs/{row.slug}/enter/{token}/").status_code == 404


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("token", ["x", "x" * 43, "x" * 500, "%00", "ida"])
def test_a_guessed_link_leads_nowhere(row: Club, token: str) -> None:
    answer = Client(raise_request_exception=False, HTTP_HOST="localhost").get(f"/clubs/{row.slug}/enter/{token}/")
    assert answer.status_code == (400 if token == "%00" else 404)  # NUL is refused at the door


@pytest.mark.usefixtures("now")
def test_a_link_of_one_club_does_not_open_another(row: Club) -> None:
    other = make_club(until(lambda event: isinstance(event, ev.DayPlanned)))
    token = make_link(row, "anna", "jost").rstrip("/").rsplit("/", 1)[1]
    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    assert client.get(f"/clubs/{other.slug}/enter/{token}/").status_code == 404
    client.post(f"/clubs/{row.slug}/enter/{token}/", {"how": "browser"})
    assert client.get(reverse("club-me", args=[other.slug])).status_code == 404


@pytest.mark.usefixtures("now")
def test_the_vorstand_takes_access_away(row: Club) -> None:
    client = enter_as(row, "gabi")
    assert client.get(reverse("club-me", args=[row.slug])).status_code == 200
    browser(row, "anna").post(reverse("club-link", args=[row.slug, "gabi"]), {"how": "revoke"})
    assert client.get(reverse("club-me", args=[row.slug])).status_code == 404


@pytest.mark.usefixtures("now")
def test_a_link_connects_with_an_account(row: Club) -> None:
    token = make_link(row, "host", "hans").rstrip("/").rsplit("/", 1)[1]
    user = new_user("hans")
    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    client.force_login(user)
    client.post(f"/clubs/{row.slug}/enter/{token}/", {"how": "account"})
    elsewhere = Client(raise_request_exception=False, HTTP_HOST="localhost")
    elsewhere.force_login(user)
    assert "Hans Muster" in elsewhere.get(reverse("club-me", args=[row.slug])).content.decode()


def test_calendar_links_differ_can_not_be_guessed_and_die_when_renewed(row: Club) -> None:
    links = [ClubPerson.objects.get_or_create(club=row, person=one)[0] for one in ("kim", "jost")]
    tokens = {feed_token(one) for one in links}
    assert len(tokens) == 2
    assert all(len(one) >= 27 for one in tokens)
    assert of_feed(row, feed_token(links[0])) == links[0]
    assert of_feed(row, "x" * 43) is None
    old = feed_token(links[0])
    client = enter_as(row, "kim")
    with at(MOMENT):
        client.post(reverse("club-feed-renew", args=[row.slug]))
    assert of_feed(row, old) is None


# What the engine leaves to the pages


@pytest.fixture
def coming(database: str) -> Club:
    """Before Jasstag 3, the seats known, no guest named."""
    del database
    return make_club(until(lambda event: isinstance(event, ev.GuestNamed) and event.day == "2027-3"))


def send(row: Club, who: str, name: str, *place: str, **data: Any) -> Any:
    return browser(row, who).post(reverse(f"club-do-{name}", args=[row.slug, *place]), data)


def test_nobody_names_the_guest_of_another(coming: Club) -> None:
    """gabi, ida, luca (by wim) and beat bring the guests of day 3."""
    with at(datetime(2027, 4, 15, 12)):
        assert send(coming, "kim", "name-guest", "2027-3", new_name="Zoe Neu").status_code == 409
        assert send(coming, "kim", "name-guest", "2027-3", new_name="Zoe Neu", member="gabi").status_code == 409
        assert (
            send(coming, "luca", "name-guest", "2027-3", new_name="Zoe Neu").status_code == 409
        )  # wim has the duties (AJZ-1.2-05)
        assert send(coming, "wim", "name-guest", "2027-3", new_name="Zoe Neu").status_code == 302
    coming.refresh_from_db()
    assert store.engine(coming).day("2027-3").guests["luca"].person == "zoe-neu"


def test_nobody_signs_a_row_of_another(row: Club) -> None:
    with at(MOMENT):
        assert send(row, "kim", "sign", "2027-3", "A").status_code == 409  # kim plays in B
        assert send(row, "kim", "sign", "2027-3", "B").status_code == 409  # where nothing is played yet
        assert send(row, "fritz", "sign", "2027-3", "A", person="gabi").status_code == 302
    row.refresh_from_db()
    assert store.engine(row).day("2027-3").table("A").signed == {"fritz"}


def test_only_those_at_a_table_enter_it(row: Club) -> None:
    with at(MOMENT):
        for who, series, may in [
            ("rolf", "A", True),
            ("kim", "A", False),
            ("kim", "B", True),
            ("anna", "B", False),
            ("fritz", "D", True),
        ]:
            got = browser(row, who).get(reverse("club-do-drinks", args=[row.slug, "2027-3", series])).status_code
            assert got == (200 if may else 403), (who, series)


def test_after_the_day_a_table_is_no_longer_its_players(database: str) -> None:
    """The Chef Jahrestrophy keeps the tables then (AJZ-3.1-05)."""
    del database
    row = make_club(until(lambda event: isinstance(event, ev.TieBroken) and event.day == "2027-4"))
    club = store.engine(row)
    guest = next(one.person for one in club.participants(club.day("2027-4"), "A") if one.status == "gast")
    with at(datetime(2027, 5, 23, 12)):
        client = browser(row, guest)
        assert client.get(reverse("club-table", args=[row.slug, "2027-4", "A"])).status_code == 200
        assert client.get(reverse("club-table", args=[row.slug, "2027-4", "B"])).status_code == 403
        assert send(row, guest, "drinks", "2027-4", "A", amount="1").status_code == 403
        assert send(row, "gabi", "drinks", "2027-4", "A", amount="1").status_code == 403
        assert send(row, "fritz", "drinks", "2027-4", "A", amount="40").status_code == 302


RULINGS = {
    "penalty": {"person": "carla", "act": "misdeal", "at": "16:00"},
    "device": {"person": "carla", "how": "call-taken", "at": "16:00"},
    "device-permit": {"person": "carla", "at": "14:30", "reason": "Pikett"},
    "emergency": {"person": "carla", "matter": "fine", "recognised": "yes"},
    "correct": {"which": "A 1", "first": "2000", "second": "1", "reason": "verschrieben"},
    "form-order": {"series": "C"},
}


@pytest.mark.parametrize("name", RULINGS)
def test_a_ruling_by_somebody_who_is_not_competent_is_refused(row: Club, name: str) -> None:
    """Kim is there and a member, but five offices come first (AJZ-1.8-01, AJZ-1.8-02)."""
    row.refresh_from_db()
    before = row.n
    with at(MOMENT):
        answer = send(row, "kim", name, "2027-3", **RULINGS[name])
    assert answer.status_code == 409
    assert "AJZ-1.8-0" in answer.content.decode()
    row.refresh_from_db()
    assert row.n == before


def test_a_deputy_has_the_office_on_that_day_only(coming: Club) -> None:
    with at(datetime(2027, 4, 15, 12)):
        assert send(coming, "kim", "deputy", "2027-3", office="praesident", person="kim").status_code == 403
        assert send(coming, "anna", "deputy", "2027-3", office="kassier", person="kim").status_code == 400  # not hers to give
        assert send(coming, "anna", "deputy", "2027-3", office="praesident", person="kim").status_code == 302
        client = browser(coming, "kim")
        assert client.get(reverse("club-attendance", args=[coming.slug, "2027-3"])).status_code == 200
        assert client.get(reverse("club-attendance", args=[coming.slug, "2027-2"])).status_code == 403


def test_an_office_passes_on_with_its_date(coming: Club) -> None:
    with at(datetime(2027, 4, 15, 12)):
        send(coming, "host", "office-give", office="chef-jahrestrophy", person="jost", on="2027-04-16")
        assert browser(coming, "fritz").get(reverse("club-do-publish", args=[coming.slug, "2027-2"])).status_code == 200
        assert browser(coming, "jost").get(reverse("club-do-publish", args=[coming.slug, "2027-2"])).status_code == 403
    with at(datetime(2027, 4, 16, 12)):
        assert browser(coming, "fritz").get(reverse("club-do-publish", args=[coming.slug, "2027-2"])).status_code == 403
        assert browser(coming, "jost").get(reverse("club-do-publish", args=[coming.slug, "2027-2"])).status_code == 200


def test_whoever_left_the_club_is_no_member_any_more(coming: Club) -> None:
    client = browser(coming, "kim")
    with at(datetime(2027, 4, 20, 12)):
        assert client.get(reverse("club-people", args=[coming.slug])).status_code == 200
        send(coming, "host", "member-leave", person="kim", on="2027-04-25")
    with at(datetime(2027, 4, 26, 12)):
        assert client.get(reverse("club-people", args=[coming.slug])).status_code == 403
        assert client.get(reverse("club-me", args=[coming.slug])).status_code == 200  # what is owed stays one's own to see


@pytest.mark.usefixtures("now")
def test_no_page_of_a_day_links_to_a_table_that_its_reader_may_not_see(row: Club) -> None:
    """Rolf is a guest in series A; the host administers and sits nowhere."""
    for browser in (enter_as(row, "rolf"), host_of(row), enter_as(row, "kim")):
        page = browser.get(f"/clubs/{row.slug}/days/2027-3/").content.decode()
        tables = set(re.findall(rf'href="(/clubs/{row.slug}/days/2027-3/table/\w/)"', page))
        assert tables
        assert all(browser.get(address).status_code == 200 for address in tables)
