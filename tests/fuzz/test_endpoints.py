"""Every address of the server against schemathesis: nothing that is sent may make a page crash, or answer without what it promises.

The addresses come from Django's URL list, the fields from the pages (`reading`, `openapi`). Asked as a stranger and as an owner.
Every request is rolled back, so that deleting and logging out spoil nothing. Who may do what is tests/web/test_permissions.py.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import subprocess
import sys
import traceback
import uuid
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import content_type_conformance, response_headers_conformance, status_code_conformance

from tests.fuzz.openapi import BODIES, NONSENSE, ODD_PARTS, document
from tests.fuzz.reading import Page, list_pages, read_pages, template_of
from tests.web.urls import Address, World

CORPUS = Path(__file__).parent / "corpus"
PARTS: dict[str, Callable[[str], bool]] = {
    "clubs": lambda name: name.startswith("club"),
    "evenings": lambda name: name.startswith("evening"),
    "admin": lambda name: name.startswith("admin:"),
    "site": lambda name: not name.startswith(("club", "evening", "admin:")),
    "clubs, empty": lambda name: name.startswith("club"),
    "evenings, empty": lambda name: name.startswith("evening"),
}
MOST_BORDERS = 40  # for each page and method
NOW = datetime(2027, 5, 22, 18, 30)  # in the middle of the fourth Jasstag of the Musterjahr

FILES = [path.read_bytes() for path in sorted(CORPUS.glob("*/good*.case"))]
schemathesis.openapi.format(
    "upload", st.sampled_from([*FILES, b"", b"\xff\xfe\0", b"a;b;c\n1;2", b"PK\3\4"]) | st.binary(max_size=60)
)


class Site:
    """The filled database, the browsers of those who ask, and the application in this process."""

    def __init__(self) -> None:
        from django.contrib.auth.tokens import default_token_generator
        from django.test import Client
        from django.utils.encoding import force_bytes
        from django.utils.http import urlsafe_base64_encode

        from puur.season.events import RoundPlayed
        from puur.web.clubs import store
        from puur.web.clubs.models import HOST, Club, ClubPerson
        from puur.web.clubs.rights import feed_token
        from puur.web.doors import evening as door
        from puur.web.doors.models import SeatPass
        from puur.web.evenings import keys
        from puur.web.evenings.models import EveningInvite
        from tests.web.clubs.support import until
        from tests.web.urls import make_world

        self.world = make_world()
        facts = self.world.facts
        user, host, evening = facts["user"], facts["host"], facts["evening"]
        # A club in the middle of an evening: some tables have played, one is playing.
        club = Club.objects.create(slug=f"mitten-{facts['club'].slug}", name="Mitten im Spiel", book="ajz08", host=host)
        playing = lambda event: isinstance(event, RoundPlayed) and (event.day, event.series) == ("2027-4", "C")  # noqa: E731
        store.submit(club, until(playing), HOST)
        link = ClubPerson.objects.create(club=club, person="anna", user=host)
        facts |= {"club": club, "person": "luca", "day": "2027-4", "year": 2027}
        secret = keys.passes(evening, 2)[1]
        door.open_round(evening, 2, [1], "guided", "de")
        seat = SeatPass.objects.filter(hosted__evening=evening).values_list("secret", flat=True).first()
        entry = {"secret": secret, "evening": evening.code}
        office = {"round_": "2", "number": "1"}
        facts["keys"] = {
            "evening-entry": {"secret": secret},
            "evening-entry-state": {"secret": secret},
            "evening-entry-send": entry,
            "evening-player": {"secret": facts["links"][0]},
            "evening-player-trail": {"secret": facts["links"][0]},
            "evening-slate": {"secret": secret},
            "evening-table-referee": {"secret": secret},
            "evening-table-referee-incident": {"secret": secret},
            "evening-slate-send": {"secret": secret},
            "seat": {"secret": seat},
            "seat-qr": {"secret": seat},
            "evening-help": {"secret": EveningInvite.objects.get(pk=facts["invite"]).secret},
            "evening-office-table": office,
            "evening-office-decide": office,
            "evening-office-sign": office,
            "evening-csv": {"kind": "players"},
            "club-feed": {"token": feed_token(link)},
            "password_reset_confirm": {
                "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
                "token": default_token_generator.make_token(user),
            },
        }
        self.clients: dict[str, Any] = {}
        for name, who in (("owner", user), ("host", host)):
            self.clients[name] = Client(raise_request_exception=False, headers={"host": "localhost"})
            self.clients[name].force_login(who, backend="django.contrib.auth.backends.ModelBackend")
        self.cookies = {who: {name: one.value for name, one in client.cookies.items()} for who, client in self.clients.items()}
        self.cookies["stranger"] = {}
        self.crashes: list[str] = []
        store.engine(club)
        self.clubs = dict(store.CLUBS.held)

    def world_of(self, part: str) -> World:
        """What stands behind the addresses of a part: most, or a club and an evening that have only just been opened."""
        from puur.season.events import PersonAdded
        from puur.web.clubs import store
        from puur.web.clubs.models import HOST, Club, ClubPerson
        from puur.web.evenings.models import Evening

        facts = dict(self.world.facts)
        full, host = facts["evening"], facts["host"]
        if part == "evenings, empty":
            facts["evening"] = Evening.objects.create(title="Leer", book=full.book, setup=full.setup, user=host)
        elif part == "clubs, empty":
            club = Club.objects.create(slug=f"leer-{facts['club'].slug}", name="Leer", book="ajz08", host=host)
            store.submit(club, [PersonAdded(person="wirt", name="Wirt")], HOST)
            ClubPerson.objects.create(club=club, person="wirt", user=host)
            facts |= {"club": club, "person": "wirt"}
        return World(facts)

    def schema(self, pages: list[Page], *, csrf: bool = False) -> Any:
        """Some pages as schemathesis wants them."""
        config = SchemathesisConfig.from_dict(
            {
                "analysis": {"constants": {"enabled": False}},  # what a page knows is in its forms
                "checks": {"not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", "503"]}},  # 503: only where declared
                "output": {"sanitization": {"enabled": False}},
            }
        )
        found = schemathesis.openapi.from_dict(document(pages), config=config)
        found.app = application(csrf=csrf)
        return found

    def caught(self, sender: Any = None, request: Any = None, **_: Any) -> None:
        """Keep what a page crashed of."""
        self.crashes.append(traceback.format_exc())


def application(*, csrf: bool) -> Any:
    """Django's pages as a WSGI application; without the tokens of forms unless `csrf`."""
    from django.core.handlers.wsgi import WSGIHandler

    class Pages(WSGIHandler):  # type: ignore[misc]
        def get_response(self, request: Any) -> Any:
            request._dont_enforce_csrf_checks = not csrf
            return super().get_response(request)

    return Pages()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    from django.core.management import call_command
    from django.core.signals import got_request_exception

    import tests.web.environment  # noqa: F401
    from puur.web.clubs import rights, store
    from puur.web.live.limits import Bucket
    from puur.web.views import replay

    call_command("migrate", verbosity=0, interactive=False)
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # thousands of refusals; crashes are kept by `Site.caught`
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Bucket, "take", lambda *_, **__: True)  # how often somebody may ask is tested elsewhere
        patch.setattr(store, "now", lambda: NOW)
        found = Site()
        plain, every = rights.roles_of, frozenset(rights.TABLE)  # the host of the club holds every office and sits at every table
        patch.setattr(rights, "roles_of", lambda *given: every if given[2].host else plain(*given))
        patch.setattr(replay, "opinions", Thought)
        got_request_exception.connect(found.caught)
        yield found
        got_request_exception.disconnect(found.caught)
    logging.disable(before)
    forget({})


class Thought:
    """What bots think of a deal, without starting processes for it."""

    possible = True

    def kept(self, _name: str) -> dict[str, Any]:
        return {"state": "ready", "cards": {}}

    def ask(self, name: str, _questions: object, _above: str = "") -> dict[str, Any]:
        return self.kept(name)


def forget(clubs: dict[int, Any]) -> None:
    """Put back what this process kept in memory of something that was rolled back; the engines in it are only ever asked."""
    from puur.web.clubs import store
    from puur.web.evenings import fold
    from puur.web.own_data import live

    fold.EVENINGS.held.clear()
    store.CLUBS.held.clear()
    store.CLUBS.held.update(clubs)
    hub = live()
    if hub is not None:
        hub.closed = False


# ---- what has to hold --------------------------------------------------------------------------------------------------------


def no_traceback(_ctx: Any, response: Any, _case: Any) -> None:
    """Nobody is shown the inside of the server."""
    assert b"Traceback (most recent call last)" not in response.content


def body_fits(_ctx: Any, response: Any, _case: Any) -> None:
    """The body is what its content type says."""
    kind = response.headers.get("content-type", [""])[0].partition(";")[0]
    if kind == "application/json":
        json.loads(response.content)
    elif kind == "image/svg+xml":
        ElementTree.fromstring(response.content)
    elif kind == "image/png":
        assert response.content.startswith(b"\x89PNG")
    elif kind == "application/pdf":
        assert response.content.startswith(b"%PDF-")
    elif kind == "application/zip":
        assert response.content.startswith(b"PK")
    elif kind.startswith("text/"):
        text = response.content.decode().lstrip()
        assert kind != "text/html" or text[:1] in ("", "<"), text[:80]  # a part of a page has no doctype


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    no_traceback,
    body_fits,
]


def send(site: Site, case: Any, who: str, cookies: dict[str, str] | None = None, **more: Any) -> Any:
    """One request, and nothing of it left behind."""
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections, transaction

    site.crashes.clear()
    # As Django's own test client does: otherwise the end of a request would close the connection, and the transaction with it.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        with transaction.atomic():
            # The caller does not unpack what comes compressed.
            more["headers"] = {"Accept-Encoding": "identity", **more.get("headers", {})}
            answer = case.call(cookies={**site.cookies[who], **(cookies or {})}, **more)
            transaction.set_rollback(True)
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
    if case.method != "GET" and answer.status_code < 400:
        forget(site.clubs)
    return answer


def ask(site: Site, case: Any, who: str, **more: Any) -> None:
    """One request, and everything that has to hold for its answer."""
    answer = send(site, case, who, **more)
    try:
        case.validate_response(answer, checks=CHECKS)
    except FailureGroup as problem:
        for crash in site.crashes:
            problem.add_note(crash)
        raise


def cases_of(operation: Any, page: Page) -> st.SearchStrategy[Any]:
    """What fits the schema and what does not, behind an address that leads somewhere and behind any other."""
    good = {name: page.good[name] for name in page.address.parts}
    ways = [operation.as_strategy(mode, path_parameters=good) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]
    if good:
        ways += [operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]
    picks = st.lists(st.tuples(st.integers(0, 99), st.sampled_from(NONSENSE)), max_size=2)
    return st.builds(spoilt, st.one_of(ways[0], ways[0], *ways), picks, st.just(sorted(page.fields) or ["x"]))


def spoilt(case: Any, picks: list[tuple[int, str]], fields: list[str]) -> Any:
    """With nonsense in one field or two."""
    for name, value in (case.path_parameters or {}).items():  # a list is put into the address as it is, question mark and all
        case.path_parameters[name] = value if isinstance(value, str) else str(value)
    for place, text in picks:
        if isinstance(case.body, dict) and case.media_type != "application/json":
            case.body[fields[place % len(fields)]] = text
        elif case.query:
            case.query[sorted(case.query)[place % len(case.query)]] = text
    return case


def try_out(site: Site, cases: st.SearchStrategy[Any], who: str, most: int) -> str:
    """Send so many; what went wrong, the smallest case of it."""

    @settings(max_examples=most, suppress_health_check=list(HealthCheck), database=None, report_multiple_bugs=False)
    @given(cases)
    def run(case: Any) -> None:
        ask(site, case, who)

    try:
        run()
    except (Exception, FailureGroup) as problem:
        return "\n".join((str(problem) or repr(problem), *getattr(problem, "__notes__", ())))
    return ""


# Bodies that are not what they say: (content type, body).
BROKEN = [
    ("multipart/form-data; boundary=x", b"\xff" * 30),
    ("application/json", b"[" * 5000),
    ("application/x-www-form-urlencoded", b"\xff=%zz&&=&%00"),
    ("multipart/form-data", b"--x\r\n\r\n"),
    ("application/json", b'{"id":"x","ops":[1]}'),
    ("application/json", b"null"),
    ("text/plain; charset=utf-7", b"+AAA-"),
]


def broken(site: Site, schema: Any, page: Page, places: Iterable[int]) -> str:
    """Send what no schema describes: odd parts of the address, all of them or only the last, and broken bodies."""
    methods, good = schema[template_of(page.address)], {name: page.good[name] for name in page.address.parts}
    last = page.address.parts[-1:]
    found = []
    for place in places:
        kind, body = BROKEN[place % len(BROKEN)]
        asked = (
            [(methods["POST"].Case(path_parameters=good), {"data": body, "headers": {"Content-Type": kind}})] if page.posts else []
        )
        for parts in dict.fromkeys((page.address.parts, last)) if last else ():
            odd = dict.fromkeys(parts, ODD_PARTS[place % len(ODD_PARTS)])
            asked.append((methods["GET"].Case(path_parameters={**good, **odd}), {}))
        for case, more in asked:
            try:
                ask(site, case, page.owner, **more)
            except FailureGroup as problem:
                found.append("\n".join((str(problem), *getattr(problem, "__notes__", ()))))
    return "\n".join(found)


def borders(site: Site, schema: Any, page: Page) -> str:
    """Send what schemathesis makes of the schema without chance: the ends of every range, what is missing, other methods."""
    good = {name: page.good[name] for name in page.address.parts}
    for method in ("GET", "POST"):
        cases = schema.iter_coverage_cases(
            schema[template_of(page.address)][method],
            generation_modes=list(GenerationMode),
            generation_config=schema.config.generation,
        )
        for place, case in enumerate(itertools.islice(cases, MOST_BORDERS)):
            if place % 4 and set(good) == set(case.path_parameters):  # most of them behind an address that leads somewhere
                case.path_parameters.update(good)
            try:
                ask(site, case, page.owner)
            except FailureGroup as problem:
                return "\n".join((str(problem), *getattr(problem, "__notes__", ())))
    return ""


def crawl(site: Site, part: str, count: Callable[[Page, str, str], int], more: Callable[[Site, Any, Page, int], str]) -> None:
    """Ask every page of a part; fails with everything that went wrong."""
    pages, found = read_pages(site.world_of(part), site.clients, PARTS[part]), []
    sent, known = {page.address.name for page in pages if page.json}, set(filter(PARTS[part], BODIES))
    assert sent == known or (part.endswith("empty") and sent < known), (
        "a schema for no page"
    )  # where nothing is, some pages are not
    schema = site.schema(pages)
    for place, page in enumerate(pages):
        for method in ("GET", "POST"):
            cases = cases_of(schema[template_of(page.address)][method], page)
            for who in ("owner", "stranger"):
                most = count(page, method, who)
                wrong = try_out(site, cases, page.owner if who == "owner" else who, most) if most else ""
                if wrong:
                    found.append(f"{method} {page.address.name} as {who}: {wrong}")
        wrong = more(site, schema, page, place)
        if wrong:
            found.append(f"{page.address.name}: {wrong}")
    if found:
        pytest.fail("\n\n".join(found), pytrace=False)


def few(page: Page, method: str, who: str) -> int:
    """So many for each page in `make test`; strangers get no further than the door of most, which the permission matrix tries."""
    if who == "stranger" and page.owner == "host":
        return 0
    return 1 if method == "POST" and not page.posts else 2


def many(page: Page, method: str, who: str) -> int:
    """In `make test-full`, with a profile of 1000: forty forms for each page."""
    return max(1, few(page, method, who)) * max(1, settings().max_examples // 50)


@pytest.mark.parametrize("part", [part for part in PARTS if not part.endswith("empty")])
def test_no_page_crashes(site: Site, part: str) -> None:
    crawl(site, part, few, lambda site, schema, page, place: broken(site, schema, page, (place,)))


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_no_page_crashes_however_long_one_tries(site: Site, part: str) -> None:
    def more(site: Site, schema: Any, page: Page, _place: int) -> str:
        return broken(site, schema, page, range(len(ODD_PARTS))) + borders(site, schema, page)

    crawl(site, part, many, more)


# What once made a page crash: (who, method, name of the page, odd parts of its address, what was sent).
FOUND: list[tuple[str, str, str, dict[str, str], dict[str, str]]] = [
    ("stranger", "POST", "verify", {}, {"file-clear": "on"}),
    ("stranger", "GET", "verify", {}, {"file-clear": "on"}),
    ("stranger", "POST", "table-new", {}, {"book_file-clear": "on"}),
    ("host", "GET", "evening-office-table", {"round_": "0"}, {}),
    ("host", "POST", "evening-office-decide", {"round_": "0"}, {"draft": "0"}),
    ("host", "POST", "club-members-import", {}, {"text": "Frei;Rosa", "since": "AAA", "do": "look"}),
    ("host", "GET", "club-export-standings", {"year": "0"}, {}),
    ("host", "GET", "club-export-standings", {"year": "9" * 30}, {}),
    ("host", "POST", "admin:web_slategame_add", {}, {"names": "5", "book": "ub2024"}),
    ("host", "POST", "admin:web_slategame_changelist", {}, {"action": "delete_selected", "_selected_action": "x", "index": "0"}),
]


@pytest.mark.parametrize(("who", "method", "name", "parts", "what"), FOUND)
def test_what_once_crashed(site: Site, who: str, method: str, name: str, parts: dict[str, str], what: dict[str, str]) -> None:
    page = list_pages(site.world, lambda one: one == name)[0]
    good = {part: page.good[part] for part in page.address.parts}
    sent = {"query": what} if method == "GET" else {"body": what, "media_type": "application/x-www-form-urlencoded"}
    ask(site, site.schema([page])[template_of(page.address)][method].Case(path_parameters={**good, **parts}, **sent), who)


def test_nul_is_refused_wherever_it_stands(site: Site) -> None:
    """PostgreSQL has no place for it; a cookie can hide it in its escapes."""
    from django.test import Client

    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    event = {"event": "correction-made", "deal": 1, "team": 0, "points": 1, "reason": "a\0b"}
    slate = {"id": str(uuid.UUID(int=5)), "book": "ub2024", "names": list("ABCD")}
    slate["ops"] = [{"id": str(uuid.UUID(int=6)), "op": "enter", "event": event}]
    secret = site.world.facts["keys"]["evening-entry"]["secret"]
    answers = [
        client.get("/evenings/e/a%00b/"),
        client.get("/rules/?q=a%00b"),
        client.post("/name/", {"name": "a\0b"}),
        client.post(f"/evenings/e/{secret}/send/", {"id": "a\0b"}, content_type="application/json"),
        client.get("/", headers={"cookie": 'sessionid="abcdefgh\\000"'}),
    ]
    assert [(one.status_code, one.content) for one in answers] == [(400, b"400 NUL\n")] * 5
    refused = client.post("/api/slate/", slate, content_type="application/json")  # whoever asks for JSON is answered so
    assert (refused.status_code, refused.json()["error"]["reason"]) == (400, "no-text")
    assert client.get("/", headers={"cookie": 'sessionid="abcdefgh"'}).status_code == 200


@pytest.mark.slow
def test_no_page_crashes_on_postgresql(tmp_path: Path) -> None:
    """The other database refuses other things: NUL, numbers out of range, whatever follows an error in a transaction."""
    from tests.faults.servers import Postgres

    server = Postgres(tmp_path)
    try:
        server.fresh()
        asked = ["however_long_one_tries[evenings]", "however_long_one_tries[site]"]
        nodes = [f"{__file__}::test_no_page_crashes[clubs]", *(f"{__file__}::test_no_page_crashes_{one}" for one in asked)]
        command = [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", *nodes]
        done = subprocess.run(
            command,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PUUR_TEST_DATABASE_URL": server.url},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-20_000:]
    finally:
        server.stop()


# The secret in the address is the key, and whoever has it needs no cookie: nobody's session can be used. The questions of programs
# are for everybody: no cookie is looked at, and nothing is written; those about one's own take a token and no POST at all.
EXEMPT = {"evening-entry-send", "evening-entry-dispute", "evening-player", "programs-api"}


def test_a_form_without_its_token_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """And with it, it is not: with the checks of a server, in the session of whoever may do most."""
    from django.middleware.csrf import CsrfViewMiddleware, _get_new_csrf_string

    refused = []
    plain = CsrfViewMiddleware._reject
    monkeypatch.setattr(CsrfViewMiddleware, "_reject", lambda *given: refused.append(given[1].path) or plain(*given))
    pages = list_pages(site.world, lambda name: name not in EXEMPT and not name.startswith("own-api"))
    schema, token = site.schema(pages, csrf=True), _get_new_csrf_string()
    for page in pages:
        case = schema[template_of(page.address)]["POST"].Case(
            path_parameters={name: page.good[name] for name in page.address.parts}
        )
        assert send(site, case, page.owner).status_code == 403, page.address.name
        assert refused, page.address.name
        refused.clear()
        send(site, case, page.owner, cookies={"csrftoken": token}, headers={"X-CSRFToken": token})
        assert not refused, page.address.name


def test_a_new_kind_of_part_or_body_needs_a_schema() -> None:
    """Otherwise nobody would notice that a page is never really asked."""
    page = Page(Address("new", "new/<month:m>/", ("m",)), {"m": "1"}, "host")
    with pytest.raises(AssertionError, match="no schema for <month:m>"):
        document([page])
    page = Page(Address("new", "new/", ()), {}, "host", posts=True, json=True)
    with pytest.raises(AssertionError, match="reads a body without a schema"):
        document([page])


def test_a_crash_would_be_seen(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """So would an answer without its headers."""
    from puur.web.server import middleware
    from puur.web.views import home

    pages = list_pages(site.world, lambda name: name == "home")
    case = site.schema(pages)["/"]["GET"].Case()
    ask(site, case, "stranger")
    with monkeypatch.context() as patch:
        patch.setattr(home, "render", lambda *_: 1 // 0)
        with pytest.raises(FailureGroup) as seen:
            ask(site, case, "stranger")
        assert "ZeroDivisionError" in "".join(seen.value.__notes__)
    monkeypatch.delitem(middleware.HEADERS, "Permissions-Policy")
    with pytest.raises(FailureGroup, match="Permissions-Policy"):
        ask(site, case, "stranger")
