"""Who may do what, for every address of the server: the list comes from the URL list itself, so that no page is forgotten.

`MAY` has a row for every page of the site; a page without one fails. Evenings and clubs, whose rights depend on roles, have tests
of their own; here they have to give strangers no data, and nobody a crash. Nonsense is sent by tests/fuzz/test_endpoints.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.urls import Address, World, addresses, make_world, path_of

# Who gets an answer that is neither “sign in” nor “forbidden” nor “not there”. a: nobody in particular, g: a guest, u: an account,
# o: the owner of the thing (sits at the table, keeps the slate), s: the staff, r: a superuser. Empty: the method is not there.
ALL = "aguosr"
SIGNED_IN = "uosr"
KNOWN = "guosr"  # with a session
MAY: dict[str, tuple[str, str]] = {
    # name: (GET, POST)
    "home": (ALL, ""),
    "offline": (ALL, ""),
    "set-lang": ("", ALL),
    "set-name": ("", ALL),
    "texts": (ALL, ""),
    "service-worker": (ALL, ""),
    "learn": (ALL, ""),
    "learn-task": ("", ""),  # nothing without an idea, tests/web/test_lessons.py
    "play": ("", ALL),
    "join": ("", ALL),
    "table-new": (ALL, ALL),
    "table": (ALL, ""),  # the page; who may look on is the socket's business (tests/web/test_hostile.py)
    "table-qr": (ALL, ""),
    "table-record": ("o", ""),
    "table-record-json": ("o", ""),
    "replay": ("o", ""),
    "replay-data": ("o", ""),
    "replay-opinions": ("o", ""),
    "table-seat": ("", ""),  # who sits at a table of an evening, tests/web/doors
    "seat": ("", ""),  # the secret is the key, tests/web/doors
    "seat-qr": ("", ""),
    "verify": (ALL, ALL),
    "bots": (ALL, ""),
    "games": (ALL, ""),
    "game": (ALL, ""),
    "rules": (ALL, ""),
    "provision": (ALL, ""),
    "rules-book": (ALL, ""),
    "referee": (ALL, ""),
    "referee-book": (ALL, ""),
    "referee-pack": (ALL, ""),
    "referee-search": (ALL, ""),
    "referee-words": (ALL, ""),
    "referee-booklet": (ALL, ""),
    "referee-incident": (ALL, ""),
    "referee-picture": (ALL, ""),
    "referee-api": (ALL, ""),
    "referee-api-ruling": (ALL, ""),
    "programs-api-description": (ALL, ""),
    "programs-api": ("", ALL),
    "solo": (ALL, ""),
    "solo-kept": (ALL, ""),
    "solo-mind": (ALL, ""),
    "solo-join": ("", ALL),
    **dict.fromkeys(  # a token opens them, tests/web/test_tokens.py
        ("own-api", *map("own-api-{}".format, ("games", "record", "evenings", "draw", "ranking", "clubs", "standings"))),
        ("", ""),
    ),
    "slate": (ALL, ""),
    "slate-sync": ("", ALL),  # with somebody else's id: 403, see tests/web/test_pages.py
    "slate-book": ("", ALL),
    "slate-preview": ("", ALL),
    "slate-game": ("o", ""),
    "profile": (SIGNED_IN, ""),
    "signup": (ALL, ALL),
    "login": (ALL, ALL),
    "logout": ("", ALL),
    "export": (KNOWN, ""),
    "tokens": (SIGNED_IN, SIGNED_IN),
    "delete": (KNOWN, KNOWN),
    "password-change": (SIGNED_IN, SIGNED_IN),
    "password-reset": (ALL, ALL),
    "password-reset-sent": (ALL, ""),
    "password_reset_confirm": (ALL, ALL),
    "mail-consent": ("", ""),  # the secret is the key, tests/web/clubs/test_consent.py
    "daily": (ALL, ""),
    "daily-week": (ALL, ""),
    "daily-set": (ALL, ""),
    "daily-play": ("", ALL),
    "daily-comment": ("", ""),  # who has played it, tests/web/company
    "daily-proof": (ALL, ""),
    "daily-club": ("", ""),  # members of the club, tests/web/company
    "open": (ALL, ""),
    "open-list": (ALL, ""),
    "open-new": ("", SIGNED_IN),
    "open-sit": ("", ""),  # an open table, tests/web/company
    "open-leave": ("", ""),
    "ladder": (ALL, ""),
    "strength": (ALL, ""),
    "puzzles": (ALL, ""),
    "puzzle-next": (ALL, ""),
    "puzzles-file": (ALL, ""),
    "puzzle": (ALL, ALL),
    "progress": (ALL, KNOWN),
    "progress-task": ("", ""),  # whose mistake it was, tests/web/company/test_progress.py
    "duplicate": (SIGNED_IN, SIGNED_IN),
    "duplicate-evening": ("", ""),  # whose evening it is, tests/web/company
    "duplicate-sheets": ("", ""),
    "replay-picture": ("o", ""),
    "company": (SIGNED_IN, ""),
    "company-settings": ("", SIGNED_IN),
    "company-waiting": (SIGNED_IN, ""),
    "company-friend": ("", SIGNED_IN),
    "company-invite": ("", ""),  # a friend of who sits there, tests/web/company
    "company-report": ("o", "o"),  # who sits at the table with a person, tests/web/company
    "reports": ("sr", ""),  # one that is not there; tests/web/company
    "healthz": (ALL, ""),
    "readyz": (ALL, ""),
    "metrics": ("aguosr", ""),  # from this machine; from elsewhere with a token, tests/web/test_ops.py
    "running": ("sr", "r"),
}
OWN_TESTS = ("evening", "club")  # by the beginning of the name: tests/web/evenings, tests/web/clubs


@pytest.fixture(scope="module")
def world(database: str) -> World:  # noqa: ARG001
    return make_world()


@pytest.fixture(scope="module")
def clients(world: World) -> dict[str, Any]:
    """One browser for each kind of person."""
    import uuid

    from django.contrib.auth.models import User
    from django.test import Client

    def client(user: Any = None) -> Any:
        found = Client(raise_request_exception=False, headers={"host": "localhost"})
        if user is not None:
            found.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return found

    tag = uuid.uuid4().hex[:6]
    found = {
        "a": client(),
        "g": client(),
        "u": client(User.objects.create_user(f"fremd{tag}", "", "Buur-und-Nell-9")),
        "o": client(world.facts["user"]),
        "s": client(User.objects.create_user(f"team{tag}", "", "Buur-und-Nell-9", is_staff=True)),
        "r": client(User.objects.create_superuser(f"chef{tag}", "", "Buur-und-Nell-9")),
        "h": client(world.facts["host"]),  # owns the evening and the club
    }
    assert found["g"].post("/name/", {"name": "Gast"}).status_code == 302
    return found


def forget() -> None:
    from puur.web.clubs import store
    from puur.web.evenings import fold
    from puur.web.own_data import live

    fold.EVENINGS.held.clear()
    store.CLUBS.held.clear()
    hub = live()
    if hub is not None:
        hub.closed = False


def site() -> list[Address]:
    return [one for one in addresses() if not one.name.startswith(("admin:", *OWN_TESTS))]


def rooms() -> list[Address]:
    return [one for one in addresses() if one.name.startswith(OWN_TESTS)]


def names(some: list[Address]) -> list[str]:
    return [one.name for one in some]


def test_every_page_has_a_row_and_every_row_a_page(database: str) -> None:  # noqa: ARG001
    known = set(names(site()))
    assert sorted(known - MAY.keys()) == [], "a page without a row in MAY"
    assert sorted(MAY.keys() - known) == [], "a row without a page"
    assert len(names(addresses())) == len(set(names(addresses()))), "two pages of one name"


def ask(client: Any, method: str, path: str) -> Any:
    return client.get(path) if method == "GET" else client.post(path, {"x": "1"})


def refused(answer: Any) -> bool:
    """Not there, not allowed, or 'sign in first'."""
    if answer.status_code in (401, 403, 404, 405):
        return True
    where = answer.headers.get("Location", "")
    return answer.status_code == 302 and ("/login/" in where)


def test_only_those_who_may(world: World, clients: dict[str, Any]) -> None:
    from django.db import transaction

    from puur.web.keeping.models import Attempt

    wrong = []
    for address in site():
        path = path_of(address, world)
        assert path is not None, address.name
        for method, may in zip(("GET", "POST"), MAY[address.name], strict=True):
            for who in ALL:
                with transaction.atomic():
                    answer = ask(clients[who], method, path)
                    transaction.set_rollback(True)
                Attempt.objects.all().delete()
                if refused(answer) is (who in may) or answer.status_code == 500:
                    wrong.append(f"{method} {address.name} as {who}: {answer.status_code} {answer.headers.get('Location', '')}")
                if address.name in ("logout", "delete", "login", "signup"):
                    _again(clients, who)
    assert wrong == []


def _again(clients: dict[str, Any], who: str) -> None:
    """Sessions live in the database too: what was rolled back is there again, but the browser's cookie may have gone."""
    client = clients[who]
    if who != "a" and "_was" in vars(client):
        client.cookies.update(client._was)


@pytest.fixture(autouse=True)
def _cookies(clients: dict[str, Any]) -> None:
    """Remember the cookies of everybody, for after a log-out that is taken back."""
    import copy

    for client in clients.values():
        client._was = copy.deepcopy(dict(client.cookies.items()))


@pytest.fixture(autouse=True)
def _no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may ask is tested here, not what bots think of a deal: that would start processes and take its time."""
    from puur.web.views import replay

    class Thought:
        possible = True

        def kept(self, _name: str) -> dict[str, Any]:
            return {"state": "ready", "cards": {}}

        def ask(self, name: str, *_about: object) -> dict[str, Any]:
            return self.kept(name)

    monkeypatch.setattr(replay, "opinions", Thought)


def test_strangers_see_nothing_of_evenings_and_clubs_and_nothing_crashes(world: World, clients: dict[str, Any]) -> None:
    """Addresses, telephone numbers, secrets of links and names of a club that is not public reach no stranger."""
    from django.db import transaction

    facts = world.facts
    from puur.web.evenings.models import EveningInvite

    secrets = [*facts["passes"], *facts["links"], EveningInvite.objects.get(pk=facts["invite"]).secret, "a@example.org"]
    hidden = [name for name in facts["names"] if len(name) > 5]
    assert hidden
    wrong = []
    for address in rooms():
        path = path_of(address, world)
        assert path is not None, address.name
        for who, method in (("a", "GET"), ("g", "GET"), ("u", "GET"), ("a", "POST"), ("u", "POST")):
            with transaction.atomic():
                answer = ask(clients[who], method, path)
                transaction.set_rollback(True)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            text = body.decode(errors="replace")
            if answer.status_code >= 500:
                wrong.append(f"{method} {address.name} as {who}: {answer.status_code}")
            shown = [one for one in secrets if one in text]
            shown += [one for one in hidden if address.name.startswith("club") and one in text]
            if shown and answer.status_code < 400:
                wrong.append(f"{method} {address.name} as {who}: shows {shown[:3]}")
    forget()
    assert wrong == []


def test_the_pages_of_the_administrators_are_for_the_staff(world: World, clients: dict[str, Any]) -> None:
    open_to_all = {"admin:login", "admin:logout", "admin:jsi18n"}
    for address in addresses():
        if not address.name.startswith("admin:") or address.name in open_to_all or address.parts:
            continue
        path = path_of(address, world)
        assert path is not None
        for who in "aguo":
            answer = clients[who].get(path)
            assert answer.status_code == 302, (address.name, who)
            assert "/admin/login/" in answer.headers["Location"]
        assert clients["r"].get(path).status_code in (200, 302, 403), address.name  # 403: what nobody may add


def test_the_administrators_see_no_event_of_a_running_game_and_no_secret(world: World, clients: dict[str, Any]) -> None:
    from puur.web.models import TableEvent

    running = world.facts["running"]
    event = TableEvent.objects.filter(table=running).first()
    assert event is not None
    assert clients["r"].get(f"/admin/web/tableevent/{event.pk}/change/").status_code == 302  # as if it were not there
    page = clients["r"].get(f"/admin/web/table/{running.pk}/change/")
    assert page.status_code == 200
    assert running.secret not in page.content.decode()
