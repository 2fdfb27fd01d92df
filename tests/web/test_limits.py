"""Every bound that a document names: the figure is the one in the code, and a test runs into it.

`docs/operating.md` has the table; a row without a line here fails, and so does a figure that is another one in the code. The tests
of bounds that nobody else runs into are below.
"""

from __future__ import annotations

import ast
import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest

from puur.core.errors import Refusal
from puur.evening import lists
from puur.evening.events import Remarked
from puur.season import camt, exchange
from puur.web.evenings import evening_file, listed
from puur.web.live import acting, bot_jobs, bot_pool, connection, limits, objections, presence, relay, socket
from puur.web.live.limits import Buckets, Guesses
from puur.web.live.state import NotStored
from puur.web.server import middleware, printing, reading, slow_clients
from tests.web.client import Browser, Player, run_async
from tests.web.test_writer import imported

ROOT = Path(__file__).parents[2]
MIB, KIB = 1 << 20, 1 << 10


def figures() -> dict[str, tuple[list[tuple[str, float, float]], list[str]]]:
    """By row: the figure as it is written, what it means, what the code says; and the tests that run into it."""
    from puur.web import mailing, opinions
    from puur.web.clubs import store as clubs
    from puur.web.clubs.views import club
    from puur.web.company import progress
    from puur.web.company.views import daily, duplicate
    from puur.web.doors import hosting, slate_views
    from puur.web.evenings import roster, signing_up, transfer
    from puur.web.evenings.views import entry
    from puur.web.live import cluster, hub, store, table
    from puur.web.server import post, process, request_limit, throttle
    from puur.web.store import lines
    from puur.web.views import referee

    return {
        "messages that wait for one reader": (
            [("200", 200, connection.MOST_WAITING), ("1 MiB", MIB, connection.MOST_BYTES)],
            [
                "test_admission::test_a_slow_reader_is_closed_and_holds_no_memory",
                "test_admission::test_a_reader_of_few_but_huge_messages_is_closed_too",
            ],
        ),
        "bytes below them, for a reader that takes none": (
            [("20 s", 20, slow_clients.STUCK)],
            [
                "test_slow_clients::test_whoever_never_reads_holds_little_and_is_cut_off",
                "test_slow_clients::test_a_page_that_nobody_reads_is_cut_off",
            ],
        ),
        "answers to a client's pings": (
            [("1 MiB", MIB, slow_clients.MOST_UNSENT)],
            ["test_slow_clients::test_answers_to_pings_that_nobody_reads_are_bounded"],
        ),
        "a message of a client": (
            [
                ("8 KiB", 8 * KIB, socket.MOST_CHARS),
                ("64 KiB", 64 * KIB, process.BIGGEST_MESSAGE),
                ("1000 pieces", 1000, slow_clients.MOST_PIECES),
            ],
            [
                "test_hostile::test_long_messages_are_refused_and_huge_ones_end_the_connection",
                "test_slow_clients::test_a_message_in_endless_pieces_is_cut_off",
            ],
        ),
        "messages that are read and not yet looked at": (
            [],
            ["test_slow_clients::test_whoever_never_reads_holds_little_and_is_cut_off"],
        ),
        "messages per connection": ([], ["test_hostile::test_too_many_messages_are_refused_and_then_the_connection_ends"]),
        "connections": (
            [
                ("600", 600, socket.PER_ADDRESS),
                ("24", 24, socket.PER_PERSON),
                ("64", 64, presence.MOST_CONNECTIONS),
                ("6 tabs", 6, presence.MOST_TABS),
            ],
            [
                "test_admission::test_one_address_and_one_person_have_so_many_connections_at_most",
                "test_limits::test_those_who_look_on_keep_nobody_from_their_seat",
            ],
        ),
        "requests that wait for one table": (
            [("500", 500, table.MOST_INBOX)],
            ["test_admission::test_the_inbox_of_a_table_is_bounded"],
        ),
        "what a seat does in one deal beside playing it, of each kind; objections": (
            [("80", 80, acting.MOST_DEEDS), ("8", 8, objections.MOST_OBJECTIONS)],
            [
                "test_hostile::test_what_can_be_repeated_for_ever_ends_and_the_game_goes_on",
                "test_objections::test_objections_of_one_seat_are_counted",
            ],
        ),
        "tables in memory": ([("4000", 4000, hub.MOST_TABLES)], ["test_admission::test_the_hub_loads_no_more_tables_than_it_may"]),
        "commits and loads that wait": (
            [("20,000", 20_000, store.MOST_WAITING)],
            ["test_limits::test_so_many_commits_wait_and_no_more"],
        ),
        "frames for one other process": (
            [("20,000", 20_000, relay.MOST_FRAMES), ("16 MiB", 16 * MIB, relay.MOST_CHARS)],
            ["faults/test_relay::test_too_much_for_one_process_cuts_its_line_and_not_the_others"],
        ),
        "messages to a table that is still being loaded elsewhere": (
            [("30", 30, cluster.MOST_EARLY)],
            ["test_limits::test_so_much_is_said_to_a_table_that_is_not_there_yet"],
        ),
        "bots that wait to think here": (
            [("2 s", 2, bot_pool.WAITING)],
            ["test_bot_pool::test_what_waits_for_a_worker_is_bounded"],
        ),
        "bots and hints that wait for what is reckoned out once for a book (the sheet of a Coiffeur)": (
            [("4", 4, bot_pool.MOST_ASIDE)],
            ["test_bot_pool::test_what_a_bot_reckons_out_once_for_a_book_stops_nobody"],
        ),
        "bots that wait at `puur worker`": (
            [("64", 64, bot_jobs.MOST_WAITING), ("32", 32, bot_jobs.MOST_ASKED)],
            ["faults/test_relay::test_the_queue_of_questions_is_short"],
        ),
        "judged deals that are kept for somebody's progress": (
            [("1000", 1000, progress.MOST_KEPT)],
            ["company/test_progress::test_only_so_many_deals_are_kept"],
        ),
        "opinions on replays": (
            [
                ("8 deals", 8, opinions.MOST_WAITING),
                ("16 cards", 16, bot_jobs.MOST_OPINIONS),
                ("2000 files", 2000, opinions.MOST_KEPT),
            ],
            ["test_opinions::test_what_waits_is_bounded_and_what_is_known_is_kept"],
        ),
        "pages that are made at once, and that wait": (
            [
                ("32", 32, request_limit.AT_ONCE),
                ("1200", 1200, request_limit.WAITING),
                ("4 and 40", 4, request_limit.OF_ONE),
                ("4 and 40", 40, request_limit.WAITING_OF_ONE),
                ("20 and 900", 20, request_limit.OF_ADDRESS),
                ("20 and 900", 900, request_limit.WAITING_OF_ADDRESS),
            ],
            [
                "test_slow_clients::test_so_many_pages_at_once_so_many_wait_and_the_rest_is_told",
                "test_slow_clients::test_whoever_asks_for_many_pages_waits_while_others_are_served",
                "test_slow_clients::test_nobody_of_a_hall_of_three_hundred_behind_one_address_is_sent_away",
            ],
        ),
        "papers and pictures": (
            [
                ("60 s of a processor", 60, printing.SECONDS),
                ("300 s by the clock", 300, printing.PATIENCE),
                ("1 GiB", 1 << 30, printing.MEMORY),
                ("2 processes", 2, printing.PRINTERS),
                ("20 s for its turn", 20, printing.WAITING),
                ("8 who wait", 8, printing.MOST_WAITING),
                ("4 of them", 4, printing.MOST_OF_ONE),
                ("180 s of printing", 180, printing.SHARE),
                ("half of the time", 0.5, printing.BACK),
            ],
            [
                "test_printing::test_one_address_has_one_paper_made_at_a_time_and_others_are_served_meanwhile",
                "test_printing::test_a_paper_that_takes_too_much_ends_its_process_and_is_refused",
                "test_printing::test_whoever_has_had_a_share_of_the_printing_waits",
            ],
        ),
        "the body of a request": (
            [("16 MiB", 16 * MIB, middleware.MOST_BODY), ("120 s", 120, middleware.SLOWEST_BODY)],
            [
                "test_ops::test_a_body_that_is_too_long_is_refused_before_it_is_read",
                "test_ops::test_a_body_that_never_ends_is_given_up",
            ],
        ),
        "reading a file that somebody brings": (
            [
                ("4 s", 4, reading.SECONDS),
                ("45 s", 45, reading.PATIENCE),
                ("512 MiB", 512 * MIB, reading.MEMORY),
                ("2 processes", 2, reading.READERS),
                ("8 s", 8, reading.WAITING),
                ("6 who wait", 6, reading.MOST_WAITING),
                ("30 s of reading", 30, reading.SHARE),
            ],
            [
                "test_reading::test_a_file_that_takes_too_much_is_refused_and_the_next_one_is_read",
                "test_reading::test_nobody_waits_for_a_reader_for_ever",
                "test_inputs::test_those_who_wait_for_a_reader_are_few",
                "test_inputs::test_nobody_has_the_readers_for_themselves",
            ],
        ),
        "what is in such a file": (
            [
                ("20,000 rows", 20_000, listed.MOST_ROWS),
                ("200 columns", 200, lists.MOST_COLUMNS),
                ("1.5 million tags", 1_500_000, listed.MOST_TAGS),
                ("4 MiB of styles", 4 * MIB, listed.BESIDE),
                ("5000 movements", 5000, camt.MOST_ENTRIES),
                ("30,000 events", 30_000, exchange.MOST_EVENTS),
                ("10,000 results", 10_000, exchange.MOST_RESULTS),
                ("50,000 events", 50_000, evening_file.MOST_EVENTS),
            ],
            ["test_limits::test_what_is_in_a_file_has_an_end"],
        ),
        "connections to PostgreSQL": ([], ["faults/test_databases::test_postgresql_is_killed_and_comes_back"]),
        "new tables": (
            [],
            ["adversary/test_strangers::test_tables_are_counted_by_address_too", "test_limits::test_tables_are_counted_by_person"],
        ),
        "new guests per address, over all processes; a visit without a cookie makes none": (
            [],
            [
                "adversary/test_strangers::test_guests_are_counted_by_address",
                "adversary/test_strangers::test_visits_without_a_cookie_make_no_rows",
            ],
        ),
        "wrong codes of tables, per address and per person, pages and sockets, over all processes": (
            [("40", 40, throttle.LIMITS["code"].burst), ("5 s", 5, throttle.LIMITS["code"].every)],
            [
                "adversary/test_strangers::test_whoever_guesses_codes_is_soon_not_even_looked_at",
                "adversary/test_strangers::test_a_neighbour_who_guesses_over_a_socket_keeps_nobody_from_their_table",
            ],
        ),
        "counters in memory, per address or person": (
            [("10,000", 10_000, Buckets(1, 1).most)],
            ["test_limits::test_counters_forget_the_longest_unused"],
        ),
        "what is stored, over all processes: new tables, evenings, series, slates, sign-ups, comments": (
            [],
            ["test_limits::test_what_is_promised_of_attempts_is_so", "test_limits::test_what_is_stored_is_counted"],
        ),
        "places at an evening by its link": (
            [("500 who wait", 500, signing_up.MOST_WAITING)],
            [
                "test_limits::test_what_is_promised_of_attempts_is_so",
                "evenings/test_signup::test_nobody_takes_all_places_from_one_address",
            ],
        ),
        "what one account has: clubs; duplicate evenings; deal sets of a club that are open": (
            [("20", 20, club.MOST_CLUBS), ("100", 100, duplicate.MOST_EVENINGS), ("10", 10, daily.MOST_OPEN)],
            ["test_limits::test_an_account_has_so_many_things_and_no_more"],
        ),
        "mails, over all processes": (
            [("500 with one request", 500, mailing.MOST)],
            [
                "evenings/test_signup::test_mails_are_counted_and_whoever_gets_none_has_a_place_all_the_same",
                "test_limits::test_what_is_promised_of_attempts_is_so",
            ],
        ),
        "mails in the outbox": (
            [
                ("5000", 5000, mailing.MOST_WAITING),
                ("64 MiB", 64 << 20, mailing.MOST_BYTES),
                ("10 s", 10, post.TIMEOUT),
                ("2 days", 2 * 86_400, post.GIVE_UP),
                ("14", 14 * 86_400, post.SHOWN),
            ],
            [
                "test_outbox::test_the_outbox_is_bounded_in_number_and_weight",
                "test_outbox::test_whoever_asks_for_a_mail_does_not_wait_for_the_mail_server",
                "test_outbox::test_what_waits_too_long_is_given_up_and_shown_for_a_while",
            ],
        ),
        "what one account says to others, over all processes: comments; friendships and invitations; reports": (
            [],
            ["test_limits::test_what_is_promised_of_attempts_is_so", "test_limits::test_what_somebody_says_to_others_is_counted"],
        ),
        "counters of passwords and letters": (
            [("a day", 86_400, throttle.DAY)],
            ["test_throttle::test_buckets_fill_again_with_time_and_are_forgotten_after_a_day"],
        ),
        "evenings and clubs in memory": (
            [("64 states", 64, lines.MOST_HELD), ("24 clubs", 24, clubs.MOST_HELD)],
            ["test_limits::test_so_many_evenings_are_held"],
        ),
        "an evening": (
            [
                ("1000 players", 1000, roster.MOST_PLAYERS),
                ("50,000 events", 50_000, evening_file.MOST_EVENTS),
                ("60 backups", 60, transfer.MOST_KEPT),
                ("64 MiB", 64 * MIB, transfer.MOST_BYTES),
                ("3 whatever", 3, transfer.LEAST_KEPT),
            ],
            ["test_limits::test_an_evening_is_full_one_day", "test_limits::test_backups_of_an_evening_weigh_so_much_and_no_more"],
        ),
        "disputes that those at a table raise in one round of an evening, by its code": (
            [("3", 3, entry.MOST_DISPUTES)],
            ["evenings/test_conduct_pages::test_those_at_a_table_hold_its_result_up_three_times_at_most"],
        ),
        "standings of web tables in memory; a slate that is handed in": (
            [("256", 256, hosting.MOST_KEPT), ("2000 bytes", 2000, slate_views.MOST_BYTES)],
            ["test_limits::test_a_slate_that_is_handed_in_is_a_short_message"],
        ),
        "searches, pictures, booklets and answers for programs, per address": (
            [("300", 300, referee.asking.burst), ("10 a second", 10, referee.asking.rate)],
            ["test_limits::test_questions_to_the_referee_are_counted"],
        ),
        "secrets and guesses of an evening": (
            [("20,000", 20_000, limits.MOST_KNOWN)],
            ["test_limits::test_counters_forget_the_longest_unused"],
        ),
    }


def documented() -> dict[str, str]:
    """The rows of the table: what is bounded, and by how much."""
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    table = text.partition("## What is bounded, and where")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")][2:]
    return {row[1].strip(): row[2] + row[3] for row in rows}


def test_every_bound_of_the_document_has_its_figure_and_a_test() -> None:
    rows, known = documented(), figures()
    assert rows.keys() == known.keys()
    for row, (values, tests) in known.items():
        for written, meant, coded in values:
            assert re.search(rf"(?<![\d,.]){re.escape(written)}(?!\d)", rows[row]), f"{row}: the document does not say {written}"
            assert meant == coded, f"{row}: the document says {written}, the code {coded}"
        assert tests, row
        for test in tests:
            file, _, name = test.partition("::")
            path = ROOT / "tests" / (f"{file}.py" if "faults" in file else f"web/{file}.py")
            names = {node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)}
            assert name in names, test


# What docs/security.md says of strangers, docs/operating.md of mails: how many, and seconds until one more is allowed.
PROMISED = {
    "pair": ("8 for an account from one address, then one more every 30 seconds", 8, 30),
    "account": ("40 for an account from anywhere, one more a minute", 40, 60),
    "address": ("80\n  from one address, one more every 10 seconds", 80, 10),
    "signup": ("100 from one address, then one every 30 seconds", 100, 30),
    "reset": ("10, then one every two minutes", 10, 120),
    "keep": ("of one person 400 at once, then one every 216 seconds", 400, 216),
    "keep-from": ("from one address 8000 at once, then one every 10.8 seconds", 8000, 10.8),
    "place": ("from one address 40 at once, then one every 5 minutes", 40, 300),
    "guest": ("from one address 600 at once, then one a second", 600, 1),
    "talk": ("10 at once, then one every 30 seconds", 10, 30),
    "friend": ("20, one a minute", 20, 60),
    "report": ("5, one every 5 minutes", 5, 300),
    "ask": ("to one address of mail 2 at once, then one every 12 hours", 2, 43_200),
    "ask-from": ("asked for from one address 300 at once, then one every 5 minutes", 300, 300),
    "mail-to": ("to one address of mail 12 at once, then one every 2 hours", 12, 7200),
    "mail-by": ("of one club or evening, and asked for from one address, 1000 at once, then one a minute", 1000, 60),
    "mail-from": ("of one club or evening, and asked for from one address, 1000 at once, then one a minute", 1000, 60),
    "mail-day": ("of the server 5000 at once, then one every 20 seconds", 5000, 20),
}


@pytest.mark.parametrize("kind", PROMISED)
def test_what_is_promised_of_attempts_is_so(kind: str, database: str) -> None:
    from puur.web.server.throttle import LIMITS, take, take_some

    del database
    said, burst, every = PROMISED[kind]
    document = (
        "operating.md"
        if kind.partition("-")[0] in ("mail", "keep", "place", "guest", "talk", "friend", "report", "ask")
        else "security.md"
    )
    assert said in (ROOT / "docs" / document).read_text(encoding="utf-8")
    assert (LIMITS[kind].burst, LIMITS[kind].every) == (burst, every)
    now = 1e9
    assert [take_some(kind, "jemand", burst - 1, now), take(kind, "jemand", now), take(kind, "jemand", now)] == [
        burst - 1,
        True,
        False,
    ]
    assert take(kind, "jemand", now + every + 0.001)
    assert not take(kind, "jemand", now + every + 0.001)


def test_those_who_look_on_keep_nobody_from_their_seat(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_CONNECTIONS", 3)
    monkeypatch.setattr(presence, "MOST_TABS", 2)

    async def run() -> None:
        host, other = Browser(server), Browser(server)
        code = host.open_table()
        other.visit(code, "Lauscher")
        lookers = [await Player(Browser(server), code).connect() for _ in range(2)]
        for looker in lookers:
            await looker.settled()
        third = await Player(other, code).connect()
        await third.settled()
        fourth = await Player(other, code).connect()  # the table is full
        with pytest.raises(ConnectionError):
            await fourth.until(lambda: False)
        assert fourth.closed == 4429
        player = await Player(host, code).connect()
        await player.until(lambda: player.you == 0)
        await _closed(lookers[0])
        assert lookers[0].closed == 4429, "whoever came first and has no seat makes room"
        tabs = [await Player(host, code).connect() for _ in range(2)]
        await tabs[1].until(lambda: tabs[1].you == 0)
        await _closed(player)
        assert player.closed == 4429, "the oldest tab of the same person"

    run_async(run)


async def _closed(player: Player) -> None:
    async with player.changed:
        while player.closed is None:
            await player.changed.wait()


def test_so_many_commits_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.live import store

    monkeypatch.setattr(store, "MOST_WAITING", 0)
    desk = store._Desk("test", lambda _: None, 1)

    async def run() -> None:
        with pytest.raises(NotStored):
            await desk.ask(lambda: None)

    asyncio.run(run())


def test_so_much_is_said_to_a_table_that_is_not_there_yet() -> None:
    from puur.web.live.cluster import MOST_EARLY, Cluster

    sent: list[str] = []

    class Line:
        def send(self, _process: int, text: str) -> None:
            sent.append(text)

    class Far:
        table = None

        def __init__(self) -> None:
            self.early: list[str] = []

    cluster: Any = object.__new__(Cluster)
    cluster.relay, cluster.far = Line(), {(1, "a"): Far()}
    for _ in range(MOST_EARLY):
        Cluster._said(cluster, 1, "a", "{}")
    assert sent == []
    Cluster._said(cluster, 1, "a", "{}")
    assert sent == ["ca 1012"]


HEAD = b'{"format":"puur-club","version":2,"book":"ajz08"}\n'
LINE = b'{"event":"person-added","person":"a","name":"A"}\n'


@pytest.mark.parametrize(
    ("read", "data", "reason"),
    [
        (listed.read, b"Name\n" + b"Anna\n" * 20_001, "file-long"),
        (listed.read, b"Name" + b";x" * 200 + b"\nAnna" + b";y" * 200, "file-text"),
        (lambda data: exchange.read(data.decode()), HEAD + LINE * 30_001, "too-long"),
        (camt.read, b"<a/>" * 800_001, "bank-entries"),
    ],
)
def test_what_is_in_a_file_has_an_end(read: Any, data: bytes, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        read(data)
    assert caught.value.reason == reason


def test_tables_are_counted_by_person(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puur.web.views.tables.opening", Buckets(2, 0.0))
    browser = Browser(server)
    browser.post("/name/", name="Ruth")
    assert [browser.post("/play/", name="Ruth").status for _ in range(3)] == [302, 302, 429]


@pytest.mark.parametrize("kind", ["keep", "keep-from"])
def test_what_is_stored_is_counted(server: str, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    from puur.web.keeping.models import Attempt
    from puur.web.server import throttle

    browser = Browser(server)
    browser.post("/name/", name="Ruth")
    Attempt.objects.all().delete()
    monkeypatch.setitem(throttle.LIMITS, kind, throttle.Limit(2, 1e9))  # type: ignore[arg-type]
    assert browser.post("/play/", name="Ruth").status == 302
    assert browser.post("/evenings/series/", title="Wintermeisterschaft").status == 302
    assert browser.post("/play/", name="Ruth").status == 429
    assert browser.post("/evenings/series/", title="Noch eine").status == 429


@pytest.mark.parametrize("kind", ["friend", "talk", "report"])
def test_what_somebody_says_to_others_is_counted(server: str, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from puur.web.company.models import DealSet, Try
    from puur.web.keeping.models import Attempt
    from puur.web.models import Guest, Seat, Table
    from puur.web.server import throttle

    browser, other = Browser(server), Browser(server)
    secret = {"password1": "Buur-und-Nell-9", "password2": "Buur-und-Nell-9"}
    name = f"Redselig{random.getrandbits(32)}"
    assert browser.post("/accounts/signup/", username=name, **secret).status == 302
    user = get_user_model().objects.get(username=name)
    code = browser.open_table(name=name)
    other.visit(code, "Zweite")
    table = Table.objects.get(code=code)
    Seat.objects.filter(table=table, number=0).update(user=user, name=name)
    Seat.objects.filter(table=table, number=1).update(guest=Guest.objects.create(name="Zweite"), name="Zweite")
    dealset = DealSet.objects.create(key=f"viel-{user.pk}", kind="day", opens=timezone.now(), closes=timezone.now(), deals=4)
    Try.objects.create(dealset=dealset, user=user, first=True, ended=timezone.now())
    address, given = {
        "friend": ("/company/friend/", {"do": "ask", "name": "niemand"}),
        "talk": (f"/daily/{dealset.key}/comment/", {"deal": "1", "text": "Stark"}),
        "report": (f"/company/report/{code}/1/", {"reason": "insult"}),
    }[kind]
    Attempt.objects.all().delete()
    monkeypatch.setitem(throttle.LIMITS, kind, throttle.Limit(2, 1e9))  # type: ignore[arg-type]
    assert [browser.post(address, **given).status for _ in range(3)] == [302, 302, 429]


def test_an_account_has_so_many_things_and_no_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.auth import get_user_model
    from django.test import Client

    from puur.web.clubs.models import Club
    from puur.web.clubs.views import club
    from puur.web.company.models import DealSet
    from puur.web.company.views import daily, duplicate

    del database
    user = get_user_model().objects.create_user(f"Sammlerin{random.getrandbits(32)}")
    client = Client(HTTP_HOST="localhost", HTTP_ACCEPT_LANGUAGE="de")
    client.force_login(user)
    monkeypatch.setattr(duplicate, "MOST_EVENINGS", 1)
    monkeypatch.setattr(daily, "MOST_OPEN", 1)
    monkeypatch.setattr(club, "MOST_CLUBS", 1)
    given = {"title": "Abend", "tables": "3", "rounds": "3", "boards": "2"}
    assert [client.post("/duplicate/", given).status_code for _ in range(2)] == [302, 400]
    row = Club.objects.create(slug=f"voll-{user.pk}", name="Voll", book="ajz08", host=user)
    for _ in range(2):
        client.post(f"/daily/club/{row.slug}/", {"title": "Winter", "deals": "4", "days": "3"})
    assert DealSet.objects.filter(club=row).count() == 1
    page = client.post("/clubs/new/", {"name": "Zweiter", "book": "ajz08", "me": "Ich"}).content.decode()
    assert Club.objects.filter(host=user).count() == 1
    assert "Mehr als 1 Vereine" in page
    user.delete()
    row.delete()


def test_questions_to_the_referee_are_counted(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puur.web.views.referee.asking", Buckets(1, 0.0))
    browser = Browser(server)
    assert [browser.get("/referee/search.json?q=verleugnen").status for _ in range(2)] == [200, 429]


def test_counters_forget_the_longest_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = Buckets(1, 0.0, most=2)
    assert [buckets.take(name) for name in ("a", "b", "a", "c", "a", "b")] == [True, True, False, True, False, True]
    monkeypatch.setattr(limits, "MOST_KNOWN", 2)
    guesses = Guesses(1, 0.0)
    for name in ("a", "b", "c"):
        guesses.tried(name, "x", right=False)
        guesses.tried(name, name, right=True)
    assert [guesses.may_try(name, "") for name in ("a", "b", "c")] == [True, False, False]
    assert len(guesses._known._names) == 2


def test_so_many_evenings_are_held(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.evenings.fold import EVENINGS, folded

    del database
    monkeypatch.setattr(type(EVENINGS), "most_held", 2)
    rows: list[Any] = [imported() for _ in range(3)]
    for row in rows:
        folded(row)
    assert [key[0] for key in EVENINGS.held] == [row.pk for row in rows[1:]]


def test_an_evening_is_full_one_day(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.evenings import fold, roster, store

    del database
    row: Any = imported()
    monkeypatch.setattr(fold, "MOST_EVENTS", 2)
    store.submit(row.code, Remarked("1", "noch eine"))
    with pytest.raises(Refusal) as caught:
        store.submit(row.code, Remarked("1", "und noch eine"))
    assert caught.value.reason == "full"
    monkeypatch.setattr(roster, "MOST_PLAYERS", 2)
    with pytest.raises(Refusal) as caught:
        roster.previewed(fold.folded(row).engine, listed.read(b"Name\nHans\nVreni\n"), "de")
    assert caught.value.reason == "list-long"


def test_backups_of_an_evening_weigh_so_much_and_no_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has a large evening could fill the disk by one button; the newest stay."""
    from puur.web.evenings import transfer
    from puur.web.evenings.models import EveningBackup

    del database
    row: Any = imported()
    kept = EveningBackup.objects.filter(evening=row)
    made = [transfer.backup(row, EveningBackup.Why.HAND) for _ in range(5)]
    assert kept.count() == 5
    monkeypatch.setattr(transfer, "MOST_BYTES", 4 * len(made[0].data))
    made.append(transfer.backup(row, EveningBackup.Why.HAND))
    assert set(kept.values_list("pk", flat=True)) == {backup.pk for backup in made[-4:]}
    monkeypatch.setattr(transfer, "MOST_BYTES", 1)
    made.append(transfer.backup(row, EveningBackup.Why.HAND))
    assert set(kept.values_list("pk", flat=True)) == {backup.pk for backup in made[-transfer.LEAST_KEPT :]}
    assert len(list((transfer.Path(transfer.settings.DATA) / transfer.FOLDER / row.code).glob("*.json"))) <= transfer.LEAST_KEPT


def test_a_slate_that_is_handed_in_is_a_short_message() -> None:
    from django.test import RequestFactory

    from puur.web.doors.slate_views import MOST_BYTES, _sent

    body = b'{"slate": "' + b"0" * MOST_BYTES + b'"}'
    with pytest.raises(Refusal) as caught:
        _sent(RequestFactory().post("/", body, content_type="application/json"))
    assert caught.value.reason == "slate-unknown"
