"""Strangers from one address: they guess codes, open tables, come without cookies, and call themselves like others."""

from __future__ import annotations

import asyncio
import contextlib
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from puur.web.live.limits import network_of
from puur.web.live.names import alike, clean_name, skeleton
from puur.web.server import environment, logs
from tests.web.client import Browser, Player, run_async


@pytest.fixture
def few(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three wrong codes, and none comes back."""
    from puur.web.keeping.models import Attempt
    from puur.web.server import throttle

    del database
    Attempt.objects.all().delete()
    monkeypatch.setattr(throttle, "LIMITS", {**throttle.LIMITS, "code": throttle.Limit(3, 1e9)})
    yield
    Attempt.objects.all().delete()


@pytest.mark.usefixtures("few")
def test_whoever_guesses_codes_is_soon_not_even_looked_at(server: str) -> None:
    from puur.web.views import tables

    host = Browser(server)
    code = host.open_table()
    host.visit(code)
    stranger = Browser(server)
    assert [stranger.get(f"/t/ZZZ{sign}9/").status for sign in "ABCD"] == [404, 404, 404, 429]
    assert stranger.get(f"/t/{code}/").status == 429, "a right guess must not be told from a wrong one"
    assert stranger.get(f"/t/{code}/qr.svg").status == 429
    assert stranger.post("/join/", code=code).status == 429
    assert host.get(f"/t/{code}/").status == 200, "whoever has been here is not held up by a neighbour"
    tables.visited._names.clear()  # as after a restart, or in another process
    assert host.get(f"/t/{code}/").status == 200, "whoever has a seat neither"


def test_tables_are_counted_by_address_too(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.live.limits import Buckets

    monkeypatch.setattr("puur.web.views.tables.opening_here", Buckets(3, 0.0))
    # Each asks as somebody new, so that no count by person would notice.
    answers = [Browser(server).post("/play/", name="Ruth").status for _ in range(4)]
    assert answers == [302, 302, 302, 429]


def test_visits_without_a_cookie_make_no_rows(server: str) -> None:
    from django.contrib.sessions.models import Session

    from puur.web.models import Guest

    code = Browser(server).open_table()
    before = Guest.objects.count(), Session.objects.count()
    for _ in range(20):
        assert Browser(server).get(f"/t/{code}/").status == 302
        assert Browser(server).get(f"/t/{code}/?visit").status == 200  # whoever keeps no cookies still sees the table
    assert (Guest.objects.count(), Session.objects.count()) == before
    Browser(server).visit(code)
    assert Guest.objects.count() == before[0] + 1


def test_guests_are_counted_by_address(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.server import throttle

    monkeypatch.setitem(throttle.LIMITS, "guest", throttle.Limit(2, 1e9))  # type: ignore[arg-type]
    assert [Browser(server).post("/name/", name="Ruth").status for _ in range(3)] == [302, 302, 429]


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800\u2800",
        " \u200b ",
        "Ru\u0442h",
        "\u0410nna",
        "J" + "\u0337" * 9,
        "–",
        "H\u0585ns",
        "\u13aanna",
        "R\ua4f4th",
        "\u2c9fns",
        "R\u1d1cth",
    ],
)
def test_names_that_show_nothing_or_mix_scripts_are_none(name: str) -> None:
    assert clean_name(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        "Ruth",
        "Zoë Müller",
        "Jean-Luc d’A.",
        "\u0420\u0438\u0442\u0430",
        "李雷",
        "Bär 🐻",
        "4",
        "李 Anna",
        "\u018fli Q\u0259dir",
        "\u0531\u0580\u0561",
    ],
)
def test_names_that_people_have_stay(name: str) -> None:
    assert clean_name(name) == name


def test_nobody_gets_an_account_that_looks_like_another(server: str) -> None:
    def signup(name: str) -> str:
        answer = Browser(server).post("/accounts/signup/", username=name, password1="Buur-und-Nell-9", password2="Buur-und-Nell-9")
        return "" if answer.status == 302 else answer.text

    assert not signup("Papa.Jass")
    assert signup("papa.jass")
    assert "nicht lesen" in signup("P\u0430pa.Jass")  # one Cyrillic letter
    assert skeleton("\u0440\u0430\u0440\u0430") == skeleton("papa") == "papa"  # a whole word of Cyrillic letters
    assert not signup("papa")
    assert "sieht aus wie" in signup("\u0440\u0430\u0440\u0430")
    for first, second in (("Ilona.7", "lIona.7"), ("Otto.0", "0tt0.0"), ("Werner", "Wemer"), ("Anna-Lea", "Anna\u2010Lea")):
        assert not signup(first)
        assert signup(second), second
        assert alike(first, second)
    assert not alike("Kai", "Kal")
    assert not signup("Kai")
    assert not signup("Kal")


def test_marks_that_show_nothing_make_no_other_name() -> None:
    for mark in ("\ufe0f", "\u034f", "\u200d", "\U000e0101", "\u00ad"):
        assert clean_name(f"Ru{mark}th") == "Ruth"


@pytest.mark.parametrize(("text", "on"), [("1", True), ("true", True), ("0", False), ("false", False), ("no", False), ("", False)])
def test_a_switch_is_off_where_it_says_so(text: str, on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.server import process

    monkeypatch.setenv("PUUR_HTTPS", text)
    assert environment.flag({"PUUR_HTTPS": text}, "PUUR_HTTPS") is on
    assert process.make("127.0.0.1", 0).config.proxy_headers is on


def test_a_switch_that_says_neither_is_a_mistake() -> None:
    with pytest.raises(RuntimeError, match="PUUR_HTTPS"):
        environment.flag({"PUUR_HTTPS": "maybe"}, "PUUR_HTTPS")


def test_files_are_their_owners_alone(server: str, tmp_path: Path) -> None:
    from django.conf import settings

    del server
    folder = Path(settings.DATA)
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "puur.sqlite3" for path in files)
    assert {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in (folder, *files)} == {0}
    old = tmp_path / "old"  # as an earlier version left it
    old.mkdir(mode=0o755)
    for name in ("puur.sqlite3", "puur.sqlite3-wal"):
        (old / name).touch(mode=0o644)
    environment.database({}, environment.prepared(old))
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, *sorted(old.iterdir()))] == [0o700, 0o600, 0o600]


def test_an_address_in_the_log_tells_no_code() -> None:
    assert logs.scrubbed("Not Found: /t/BCDFG/deal/1/") == f"Not Found: /t/{logs.HIDDEN}/deal/1/"
    assert logs.scrubbed("/ws/t/BCDFG/") == f"/ws/t/{logs.HIDDEN}/"


@pytest.mark.usefixtures("few")
def test_a_neighbour_who_guesses_over_a_socket_keeps_nobody_from_their_table(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import asgi

    monkeypatch.setattr(asgi.sockets, "here", ())

    async def run() -> None:
        host, stranger = Browser(server), Browser(server)
        code = host.open_table()
        for sign in "ABC":
            wrong = await Player(stranger, f"ZZZ{sign}9").connect()
            with contextlib.suppress(ConnectionError):
                await wrong.until(lambda wrong=wrong: wrong.closed)
        page = await asyncio.to_thread(stranger.get, f"/t/{code}/")
        assert page.status == 429, "the page counts with the socket"
        with pytest.raises(InvalidStatus):  # a right guess is not told from a wrong one
            await Player(stranger, code).connect()
        player = await Player(host, code).connect()
        await player.until(lambda: player.you == 0)

    run_async(run)


def test_a_household_of_the_new_kind_is_one_address_at_tables_too() -> None:
    assert network_of("2001:db8:1:2::17") == network_of("2001:db8:1:2:ffff::1") != network_of("2001:db8:1:3::17")
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
