"""Who may do what, for every address of the server: the list comes from the URL list itself, so that no page is forgotten.

`MAY` has a row for every page of the site; a page without one fails. Evenings and clubs, whose rights depend on roles, have tests
of their own; here they have to give strangers no data, and nobody a crash.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
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
    "verify": (ALL, ALL),
    "rules": (ALL, ""),
    "provision": (ALL, ""),
    "rules-book": (ALL, ""),
    "referee": (ALL, ""),
    "slate": (ALL, ""),
    "slate-sync": ("", ALL),  # with somebody else's id: 403, see tests/web/test_pages.py
    "slate-preview": ("", ALL),
    "slate-game": ("o", ""),
    "profile": (SIGNED_IN, ""),
    "signup": (ALL, ALL),
    "login": (ALL, ALL),
    "logout": ("", ALL),
    "export": (KNOWN, ""),
    "delete": (KNOWN, KNOWN),
    "password-change": (SIGNED_IN, SIGNED_IN),
    "password-reset": (ALL, ALL),
    "password-reset-sent": (ALL, ""),
    "password_reset_confirm": (ALL, ALL),
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

    fold._held.clear()
    store._cache.clear()
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

        def kept(self, _name: str) -> dict[str, bool]:
            return {"ready": True}

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


# ---- nonsense ----------------------------------------------------------------------------------------------------------------

NONSENSE = [
    "", " ", "0", "-1", "9" * 40, "1e400", "NaN", "x" * 5000, "a\0b", "<script>alert(1)</script>", "'; DROP TABLE web_table; --",
    "🃏‮", "2024-13-45", "../../etc/passwd", "[]", '{"a":' * 50, "true", "\ud800", "½", "²", "٣", "=1+1", "%s{0}{x}", "12:99",
]  # fmt: skip
FIELD = re.compile(r'<(?:input|select|textarea|button)[^>]*\bname="([^"]+)"')
OPTION = re.compile(r'<option[^>]*\bvalue="([^"]*)"|<(?:input|button)[^>]*\bvalue="([^"]*)"')


def bodies(rng: random.Random, fields: list[str], values: list[str], count: int) -> Iterator[dict[str, Any]]:
    """Forms filled with nonsense, and with what the page itself offers mixed in."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    for _ in range(count):
        given: dict[str, Any] = {}
        for name in fields:
            kind = rng.random()
            if kind < 0.15:
                continue
            if kind < 0.25:
                junk = rng.choice([b"", b"\xff\xfe\0", b"a;b;c\n1;2", b"<a>" * 100, b"[" * 3000, b"PK\3\4" + bytes(range(256))])
                given[name] = SimpleUploadedFile(rng.choice(["x.csv", "x.xml", "x.toml", "x.xlsx", "../x"]), junk)
            else:
                given[name] = rng.choice(values) if values and kind > 0.6 else rng.choice(NONSENSE)
        yield {key: value for key, value in given.items() if not (isinstance(value, str) and "\ud800" in value)}


def crawl(world: World, clients: dict[str, Any], rng: random.Random, count: int) -> list[str]:
    """Ask every page for nonsense, as somebody who may do everything and as nobody; who caused a crash, and how."""
    from django.db import transaction

    from puur.web.keeping.models import Attempt

    found = []

    def send(who: str, method: str, path: str, **what: Any) -> Any:
        client = clients[who]
        with transaction.atomic():
            answer = client.get(path, what) if method == "GET" else client.post(path, **what)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            transaction.set_rollback(True)
        if method == "POST" and answer.status_code < 400:
            forget()
        client.cookies.update(client._was)
        if answer.status_code >= 500 and answer.status_code != 503:
            found.append(f"{method} {path} as {who}: {answer.status_code} {what!r}"[:600])
        return body.decode(errors="replace")

    for address in addresses():
        if address.name.startswith("admin:") and address.parts:
            continue  # Django's own
        path = path_of(address, world)
        assert path is not None
        who = "h" if address.name.startswith(OWN_TESTS) else "r" if address.name in ("running",) else "o"
        page = send(who, "GET", path)
        fields = sorted(set(FIELD.findall(page))) or ["book", "name", "code", "next", "q", "text", "do"]
        values = [one or two for one, two in OPTION.findall(page)][:40]
        queries = [name for name in fields if "csrf" not in name][:12]
        for body in bodies(rng, queries, values, count):
            plain = {name: value for name, value in body.items() if isinstance(value, str)}
            send(who, "GET", path, **{name.replace("-", "_"): value for name, value in plain.items()})
            send(who, "POST", path, data=body)
        for text in rng.sample(["", "null", "[]", "{}", '{"ops":1}', '{"id":"x","ops":[1]}', "[" * 5000, '"x"', "\0"], 2):
            send(rng.choice(["a", who]), "POST", path, data=text, content_type="application/json")
        send("a", "POST", path, data=b"\xff" * 30, content_type="multipart/form-data; boundary=x")
        Attempt.objects.all().delete()
    return found


def test_nonsense_never_makes_a_page_crash(world: World, clients: dict[str, Any]) -> None:
    found = crawl(world, clients, random.Random(1), 1)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_more_nonsense_neither(world: World, clients: dict[str, Any], seed: int) -> None:
    found = crawl(world, clients, random.Random(100 + seed), 12)
    assert not found, "\n".join(found)


def test_nonsense_in_the_address_itself(world: World, clients: dict[str, Any]) -> None:
    """What stands where a code, a number or a name should: too long, not ASCII, not there."""
    from urllib.parse import quote

    parts = ["AAAAA", "x" * 300, "9" * 30, "%00", quote("🃏ü"), "..%2f..", "0", "-1", "null", quote("a b")]
    wrong, rng = [], random.Random(2)
    for address in addresses():
        if address.name.startswith("admin:") or not address.parts:
            continue
        for place, part in enumerate(rng.sample(parts, 5)):
            # The last one stands only where the last part is, behind things that are there.
            route = address.route if place < 4 else re.sub("^clubs/<[^>]+>", f"clubs/{world.facts['club'].slug}", address.route)
            path = "/" + re.sub(r"<[^>]+>", part, route)
            status = clients["h" if place else "a"].get(path).status_code
            if status >= 500:
                wrong.append(f"{path}: {status}")
    assert wrong == []
