"""For those who run the server: health, numbers, the page of running tables, bounded uploads, and a log that keeps secrets."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import os
import random
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from tests.web.client import Browser, four_at_a_table, run_async
from tests.web.test_kill import Process
from tests.web.test_leaks import WORD
from tests.web.test_pages import account


@pytest.fixture
def browser(server: str) -> Browser:
    return Browser(server)


@pytest.fixture
def host(server: str) -> Browser:
    """A browser of somebody with all rights."""
    from django.contrib.auth.models import User

    found = Browser(server)
    User.objects.filter(username=account(found)).update(is_staff=True, is_superuser=True)
    return found


# ---- health and numbers ------------------------------------------------------------------------------------------------------


def test_health_answers_by_any_name_and_without_a_session(browser: Browser) -> None:
    for path in ("/healthz", "/readyz"):
        answer = browser.request("GET", path, Host="10.0.0.7")
        assert answer.status == 200
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
    assert browser.get("/readyz").json == {"database": True, "migrated": True, "writing": True, "accepting": True}


def test_a_process_that_drains_lives_but_is_not_ready(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import asgi

    monkeypatch.setattr(asgi.hub, "draining", True)
    assert browser.get("/healthz").status == 200
    answer = browser.get("/readyz")
    assert (answer.status, answer.json["accepting"]) == (503, False)
    assert "puur_draining 1" in browser.get("/metrics").text


def test_without_its_database_a_process_is_not_ready(monkeypatch: pytest.MonkeyPatch, database: str) -> None:  # noqa: ARG001
    from django.db import DatabaseError
    from django.test import RequestFactory

    from puur.web.server import health

    class Broken:
        def cursor(self) -> None:
            raise DatabaseError("secret host name")

        def close(self) -> None:
            pass

    monkeypatch.setattr(health, "connection", Broken())
    answer = health.ready(RequestFactory().get("/readyz"))
    assert answer.status_code == 503
    assert json.loads(answer.content) == {"database": False, "migrated": False, "writing": True, "accepting": True}


SAMPLE = re.compile(r"[a-z_]+(?:\{[a-z_]+=\"[^\"]*\"(?:,[a-z_]+=\"[^\"]*\")*\})? [0-9.e+-]+")


def test_the_numbers_are_prometheus_text_and_count(browser: Browser) -> None:
    def value(text: str, start: str) -> float:
        found = [line for line in text.splitlines() if line.startswith(start)]
        return float(found[0].rpartition(" ")[2]) if found else 0.0

    before = browser.get("/metrics").text
    assert browser.get("/rules/").status == 200
    assert browser.get("/rules/nonsense/").status == 404
    answer = browser.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    page = 'puur_requests_total{method="GET",page="rules",status="200"}'
    assert value(answer.text, page) == value(before, page) + 1
    timed = 'puur_request_seconds_count{page="rules"}'
    assert value(answer.text, timed) == value(before, timed) + 1
    assert value(answer.text, "process_resident_memory_bytes") > 1e6
    for line in answer.text.splitlines():
        assert line.startswith(("# HELP ", "# TYPE ")) or SAMPLE.fullmatch(line), line
    families = re.findall(r"^# TYPE (\S+) (\S+)", answer.text, re.MULTILINE)
    assert len(families) == len(dict(families))
    assert {
        "puur_tables",
        "puur_connections",
        "puur_loop_lag_seconds",
        "puur_not_stored_total",
        "puur_requests_total",
        "puur_request_seconds",
    } <= set(dict(families))
    # The buckets of a histogram only grow.
    buckets = [float(line.rpartition(" ")[2]) for line in answer.text.splitlines() if 'request_seconds_bucket{page="rules"' in line]
    assert buckets == sorted(buckets)


def test_the_numbers_are_not_for_everybody(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    assert browser.request("GET", "/metrics", X_Forwarded_For="192.0.2.1").status == 403  # through a proxy: from outside
    monkeypatch.setenv("PUUR_METRICS_TOKEN", "t0ken")
    assert browser.request("GET", "/metrics", X_Forwarded_For="192.0.2.1").status == 403
    wrong = {"X_Forwarded_For": "192.0.2.1", "Authorization": "Bearer t0keN"}
    assert browser.request("GET", "/metrics", **wrong).status == 403
    right = {"X_Forwarded_For": "192.0.2.1", "Authorization": "Bearer t0ken"}
    assert browser.request("GET", "/metrics", **right).status == 200


# ---- the page of running tables ------------------------------------------------------------------------------------------------


def test_the_page_of_running_tables_shows_them_without_their_cards_and_drains(server: str, host: Browser) -> None:
    from puur.web import asgi

    async def run() -> None:
        players = await four_at_a_table(server, book="ub2024")
        cutter = next(one for one in players if one.view["cut"] and one.view["cut"]["seat"] == one.you)
        await cutter.step({"event": "cut", "lifted": 10})
        answer = await asyncio.to_thread(host.get, "/admin/running/")
        assert answer.status == 200
        assert f">{players[0].code}<" in answer.text
        assert WORD.findall(re.sub(r"<[^>]+>", " ", answer.text)) == []
        assert 'value="drain"' in answer.text
        assert (await asyncio.to_thread(host.post, "/admin/running/", do="drain")).status == 302
        try:
            # Those who play go on, nobody new comes in; then it is taken back.
            acting = next(one for one in players if one.choice(random.Random(1)) is not None)
            assert (await acting.act(acting.choice(random.Random(1))))["t"] == "ok"
            assert asgi.hub.closed
            assert 'value="resume"' in (await asyncio.to_thread(host.get, "/admin/running/")).text
            other = Browser(server)
            answer = await asyncio.to_thread(other.post, "/tables/new/", book="ub2024", name="Neu")
            assert answer.status == 503
        finally:
            await asyncio.to_thread(host.post, "/admin/running/", do="resume")
        assert not asgi.hub.closed

    run_async(run)


def test_only_a_superuser_drains(server: str, host: Browser) -> None:
    from django.contrib.auth.models import User

    staff = Browser(server)
    User.objects.filter(username=account(staff)).update(is_staff=True)
    assert staff.get("/admin/running/").status == 200
    assert 'value="drain"' not in staff.get("/admin/running/").text
    assert 'href="/admin/running/"' in staff.get("/admin/").text
    assert staff.post("/admin/running/", do="drain").status == 403
    anybody = Browser(server)
    account(anybody)
    assert anybody.get("/admin/running/").status == 302
    assert host.post("/admin/running/", process="99999", do="drain").status == 404
    assert host.post("/admin/running/", process="x", do="drain").status == 404
    assert host.post("/admin/running/").status == 400


# ---- bounded bodies --------------------------------------------------------------------------------------------------------------


def test_a_body_that_is_too_long_is_refused_before_it_is_read(server: str) -> None:
    connection = http.client.HTTPConnection(server, timeout=300)
    connection.putrequest("POST", "/verify/")
    connection.putheader("Content-Length", str(10 << 30))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_a_body_without_a_length_is_counted(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import asgi

    monkeypatch.setattr(asgi.pages, "most", 50_000)

    def chunks() -> object:
        for _ in range(30):
            yield b"x" * 4096

    connection = http.client.HTTPConnection(server, timeout=300)
    try:
        connection.request("POST", "/verify/", chunks(), encode_chunked=True, headers={"Transfer-Encoding": "chunked"})
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # refused while we were still sending
    finally:
        connection.close()
    assert Browser(server).get("/healthz").status == 200


@pytest.mark.parametrize("status", [408, 413])
def test_a_body_that_never_ends_is_given_up(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.server import middleware

    monkeypatch.setattr(middleware, "SLOWEST_BODY", 0.0 if status == 408 else 60.0)
    sent: list[int] = []

    async def app(_scope: object, receive: object, _send: object) -> None:
        while (await receive())["type"] != "http.disconnect":  # type: ignore[operator]
            pass

    async def receive() -> dict[str, object]:
        if status == 408:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": b"x" * 100, "more_body": True}

    async def send(message: dict[str, object]) -> None:
        if "status" in message:
            sent.append(message["status"])  # type: ignore[arg-type]

    asyncio.run(middleware.BoundedBody(app, 1000)({"type": "http", "headers": []}, receive, send))  # type: ignore[arg-type]
    assert sent == [status]


# ---- headers and cookies ---------------------------------------------------------------------------------------------------------


def test_every_answer_carries_its_headers(browser: Browser) -> None:
    for path in ("/", "/rules/", "/nowhere", "/texts/de.json", "/accounts/login/"):
        headers = browser.get(path).headers
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["cache-control"]
        assert "server" not in headers


def test_behind_tls_cookies_are_bound_to_the_host_and_browsers_are_told_to_stay(tmp_path: Path) -> None:
    script = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "from django.core.management import call_command\n"
        "call_command('migrate', verbosity=0)\n"
        "from django.core.management.base import SystemCheckError\n"
        "answer = Client(headers={'X-Forwarded-Proto': 'https', 'Host': 'localhost'}).get('/slate/')\n"
        "print(answer.headers['Strict-Transport-Security'])\n"
        "print(answer.cookies.output())\n"
        "call_command('check', deploy=True, fail_level='ERROR')\n"
    )
    env = {**os.environ, "PUUR_DATA": str(tmp_path), "PUUR_HTTPS": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert "max-age=2592000" in done.stdout
    session = next(line for line in done.stdout.splitlines() if "__Host-sessionid=" in line)
    for part in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"):
        assert part in session
    assert "Domain" not in session
    assert all("Secure" in line for line in done.stdout.splitlines() if line.startswith("Set-Cookie"))


# ---- the log ---------------------------------------------------------------------------------------------------------------------

KEY = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("card=E6 of seat 2", "card=·· of seat 2"),
        ('{"hand":["RU","SA","L9"]}', '{"hand":["··","··","··"]}'),
        ("E6-E7-E8", "··-··-··"),
        ("SEAT, UBER, E67, LAB", "SEAT, UBER, E67, LAB"),  # words are left alone
        ("password=geheim next", "password=[…] next"),
        ("'sessionid': 'abc'", "'sessionid': […]"),
        ("Cookie: sessionid=x", "Cookie: […]"),
        ("Authorization: Bearer t0ken", "Authorization: […]"),
        (f"seed {KEY}", "seed […]"),
        ("connect to postgres://puur:pw@db/puur", "connect to postgres://[…]@db/puur"),
        ("Not Found: /evenings/z/aB3dE-gH1jKlMnOp/", "Not Found: /evenings/z/[…]/"),
        (
            'File "/usr/lib/python3/site-packages/django/core/handlers/exception.py"',
            'File "/usr/lib/python3/site-packages/django/core/handlers/exception.py"',
        ),
        ("table BCDFG not stored", "table BCDFG not stored"),
    ],
)
def test_what_is_scrubbed_and_what_is_not(text: str, expected: str) -> None:
    from puur.web.server.logs import scrubbed

    assert scrubbed(text) == expected


@pytest.mark.parametrize("form", ["Plain", "JsonLines"])
def test_tracebacks_are_scrubbed_too(form: str) -> None:
    from puur.web.server import logs

    try:
        raise ValueError(f"E6 is not in the hand RU SA, secret={KEY}, <ruth.muster+jass@example.org> refused")
    except ValueError:
        record = logging.LogRecord("puur.web", logging.ERROR, __file__, 1, "table %s: %s", ("BCDFG", "L7"), sys.exc_info())
    text = getattr(logs, form)().format(record)
    assert "BCDFG" in text
    assert "ValueError" in text
    assert WORD.findall(text) == []
    assert KEY not in text
    assert "muster" not in text
    if form == "JsonLines":
        found = json.loads(text)
        assert (found["level"], found["logger"], found["message"]) == ("ERROR", "puur.web", "table BCDFG: ··")
        assert "\n" not in text


@pytest.mark.parametrize(("name", "value"), [("PUUR_LOG", "loud"), ("PUUR_LOG_FORMAT", "xml")])
def test_a_wrong_setting_is_said(name: str, value: str) -> None:
    from puur.web.server.logs import config

    with pytest.raises(RuntimeError, match=f"{name} is"):
        config({name: value})


def test_a_log_at_debug_holds_no_card_and_no_secret(tmp_path: Path) -> None:
    """Deals are played, refused cards and nonsense sent, wrong passwords tried; then everything that was logged is searched."""
    log = tmp_path / "log"
    server = Process(tmp_path / "data")
    env = {"PUUR_LOG": "DEBUG", "PUUR_LOG_FORMAT": "json", "PUUR_SECRET_KEY": KEY}
    before = {name: os.environ.get(name) for name in env}
    os.environ.update(env)
    secrets: set[str] = {KEY, "Falsch-geheim-77"}
    try:
        with log.open("wb") as out:
            address = server.start(stderr=out)

            async def run() -> None:
                players = await four_at_a_table(address, book="ub2024")
                rng = random.Random(5)
                for _ in range(120):
                    acting = next((one for one in players if one.choice(rng) is not None), None)
                    if acting is None:
                        break
                    await acting.step(acting.choice(rng))
                await players[0].act({"event": "card-played", "card": "E6"}, str(uuid.uuid4()))
                await players[0].send_text('{"t":"act","id":"x","event":{"event":"card-played","card":"RU","x":1}}')
                await players[0].do(t="chat", text="mein Geheimnis")
                secrets.update(value for one in players for value in one.browser.cookies.values())
                secrets.update({f"/{players[0].code}/", "/QCGDPRQN", "anna-muster", "jassclub-hinterwald"})
                browser = players[0].browser
                for path in ("/nowhere?token=geheimes-wort", "/rules/nonsense/", f"/t/{players[0].code}/deal/1/"):
                    await asyncio.to_thread(browser.get, path)
                for path in (
                    "/clubs/jassclub-hinterwald/people/anna-muster/",
                    "/evenings/QCGDPRQN/players/import/",
                    "/x/anna-muster",
                ):
                    await asyncio.to_thread(browser.get, path)
                    await asyncio.to_thread(browser.request, "POST", path, "x=1")  # without a token
                await asyncio.to_thread(browser.post, "/accounts/login/", username="x", password="Falsch-geheim-77")
                await asyncio.to_thread(browser.request, "POST", "/play/", "x=1")

            run_async(run)
            server.kill()
    finally:
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.__setitem__(name, value)
        if server.process is not None and server.process.poll() is None:
            server.kill()
    lines = log.read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines if line.startswith("{")]
    assert len(records) > 5, "something is logged at all"
    text = "\n".join(lines)
    assert WORD.findall(text) == []
    assert [one for one in secrets if (len(one) > 8 or one.startswith("/")) and one in text] == []
    assert "uvicorn.access" not in {record["logger"] for record in records}
    # The address at which the server listens is its own; nobody else's is there.
    assert set(re.findall(r"127\.0\.0\.1:\d+", text)) <= {address}
    assert "geheim" not in text.lower()
    assert '"t":"act"' not in text.replace("\\", "")
