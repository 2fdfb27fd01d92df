"""A whole evening of 24: twelve at web tables, twelve in the hall on phones, the Jasstafel and paper.

With a ruling, a drop-out, a server that is killed in round 2, a correction after the ranking; it ends in the standings and the
ledger of a club, on the pages and by the command line from files. Everything goes over HTTP and sockets to a server in a process
of its own. The expected numbers are added up here from the cards on record (`hand_count`) and from what was typed, without the
program's own counting.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import uuid
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from puur.cli import app
from puur.evening.evening import Evening
from puur.season import events as ev
from puur.season.exchange import write
from puur.season.yearly import standings
from puur.web.clubs import store as clubs
from puur.web.clubs.models import HOST, Club, ClubPerson
from puur.web.doors.models import HostedTable
from puur.web.evenings import keys, store
from puur.web.evenings.fold import folded
from puur.web.models import TableEvent
from tests.web.client import Answer, Browser, Player, run_async
from tests.web.doors.support import SHORT, hand_count, played, seated, secrets
from tests.web.environment import FOLDER
from tests.web.test_kill import Pending, Process, play_until_killed

DAY = date.today()
WHOLE = 4 * 157  # TAM-ES-17, four deals
NAMES = [f"Person {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
MEMBERS = NAMES[:10]
SEASON = 'key = "dorf"\ntitle = "Dorf"\nsource = "Dorf, Art. 1"\nextends = "ajz08"\n[season]\nevenings = "total"\n'


@pytest.fixture
def process(database: str) -> Iterator[Process]:
    """A server on the database of this test, so that what is stored can be read past it."""
    del database
    server = Process(Path(FOLDER))
    yield server
    if server.process is not None and server.process.poll() is None:
        server.kill()


class Desk:
    """The organiser at a laptop, with an account that also holds two offices in the club."""

    def __init__(self, address: str) -> None:
        self.user = get_user_model().objects.create_user(f"leitung{uuid.uuid4().hex[:8]}", first_name="Leitung")
        signed = Client()
        signed.force_login(self.user, backend="django.contrib.auth.backends.ModelBackend")
        self.browser = Browser(address)
        self.browser.cookies["sessionid"] = signed.cookies["sessionid"].value
        self.code = ""

    def post(self, path: str, **given: str) -> Answer:
        answer = self.browser.post(f"/evenings/{self.code}/{path}" if self.code else path, **given)
        assert answer.status == 302, (path, given, answer.status, answer.text[:2000])
        return answer

    def get(self, path: str) -> str:
        answer = self.browser.get(f"/evenings/{self.code}/{path}")
        assert answer.status == 200
        return answer.text

    def engine(self) -> Evening:
        return folded(store.row(self.code)).engine

    def create(self) -> None:
        fields = {"title": "Dorfjass", "date": DAY.isoformat(), "seed": "Losrad", "fee": "10", "rounds": "2", "draw": "each-round"}
        parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
        parts.append(f'Content-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{self.browser.token()}')
        parts.append(f'Content-Disposition: form-data; name="book_file"; filename="kurz.toml"\r\n\r\n{SHORT}')
        body = "".join(f"--rand\r\n{part}\r\n" for part in parts) + "--rand--\r\n"
        answer = self.browser.request("POST", "/evenings/new/", body.encode(), Content_Type="multipart/form-data; boundary=rand")
        found_code = re.search(r"/evenings/([A-Z]{8})/", answer.headers["location"])
        assert found_code
        self.code = found_code[1]

    def person(self, player: str, task: str, **given: str) -> None:
        self.post("players/one/act/", player=player, do=task, **given)


class Reckoning:
    """What everybody should have, added up apart from the program."""

    def __init__(self) -> None:
        self.points: dict[str, dict[int, int]] = defaultdict(dict)

    def table(self, engine: Evening, round_: int, table: int, points: tuple[int, int]) -> None:
        for place, seat in enumerate(engine.table(round_, table).seats):
            if seat.player is not None:
                self.points[seat.player][round_] = points[place % 2]

    def totals(self, penalties: dict[str, int]) -> dict[str, int]:
        return {player: sum(rounds.values()) - penalties.get(player, 0) for player, rounds in self.points.items()}


def hall_round(desk: Desk, round_: int, count: Reckoning) -> None:
    """Tables 4, 5 and 6: two phones, a Jasstafel that the other side confirms, and paper typed twice in the office."""
    address, engine = desk.browser.address, desk.engine()
    passes = keys.passes(store.row(desk.code), round_)
    where = {"evening": desk.code, "round": round_, "seq": 1}

    def send(table: int, side: str, **more: object) -> Answer:
        message = {"id": str(uuid.uuid4()), "kind": "enter", "side": side, "table": table, "device": side, **where, **more}
        body = json.dumps(message)
        return Browser(address).request("POST", f"/evenings/e/{passes[table]}/send/", body, Content_Type="application/json")

    points = (300 + round_, WHOLE - 300 - round_)
    for side in ("ac", "bd"):
        assert send(4, side, sheet={"totals": points}).status == 200
    count.table(engine, round_, 4, points)

    scribe = Browser(address)
    page = scribe.get(f"/evenings/e/{passes[5]}/tafel/").text
    known = re.search(r'<script id="slate-begin"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert known
    begin = json.loads(known[1])
    deals = ((100 + round_, 57 - round_), (157, 0), (0, 157), (90, 67))
    ops = [
        {"id": str(uuid.uuid4()), "op": "enter", "event": {"event": "result-entered", "points": deal, "mode": "E"}}
        for deal in deals
    ]
    slate = {"id": str(uuid.uuid4()), "book": begin["book"], "book_text": begin["text"], "names": begin["names"], "ops": ops}
    assert scribe.post_json("/api/slate/", slate).status == 200
    assert scribe.post_json(begin["door"]["url"], {"slate": slate["id"], "side": "bd"}).status == 200
    state = Browser(address).get(f"/evenings/e/{passes[5]}/state.json").json
    draft = next(draft for draft in state["drafts"] if draft)
    assert send(5, "ac", kind="confirm", of=draft["id"], sheet=None).status == 200
    count.table(engine, round_, 5, (347 + round_, WHOLE - 347 - round_))

    # Alone in the office: what is typed once counts.
    desk.post("office/", round=str(round_), table="6", points0=str(200 + round_), points1=str(WHOLE - 200 - round_))
    count.table(engine, round_, 6, (200 + round_, WHOLE - 200 - round_))


def opened(desk: Desk, round_: int) -> dict[int, list[str]]:
    """Web tables for tables 1 to 3 of a round; the links to their seats."""
    body = urlencode([("do", "open"), ("playing", "guided"), ("table", "1"), ("table", "2"), ("table", "3")])
    sent = f"{body}&csrfmiddlewaretoken={desk.browser.token()}"
    address = f"/evenings/{desk.code}/round/{round_}/web/act/"
    assert desk.browser.request("POST", address, sent, Content_Type="application/x-www-form-urlencoded").status == 302
    page = desk.get(f"round/{round_}/web/")
    return {table: secrets(page, table) for table in (1, 2, 3)}


def confirmed(desk: Desk, round_: int, links: dict[int, list[str]], count: Reckoning) -> None:
    """Both sides of every web table confirm."""
    for table, seats in links.items():
        for secret in seats[:2]:
            assert Browser(desk.browser.address).post(f"/seat/{secret}/", do="confirm").status == 302
        code = HostedTable.objects.get(evening__code=desk.code, round=round_, table=table).live.code
        count.table(desk.engine(), round_, table, hand_count(code))


async def killed_and_again(server: Process, tables: list[list[Player]]) -> None:
    """All play; after a while the server is killed and started again, and everybody goes on."""
    players = [player for table in tables for player in table]
    pending: dict[str, Pending] = {table[0].code: {} for table in tables}
    told: dict[str, int] = {}

    def on(player: Player) -> asyncio.Task[None]:
        return asyncio.create_task(play_until_killed(player, random.Random(player.you), pending[player.code], told))

    running = [on(player) for player in players]
    await asyncio.gather(*(table[0].until(lambda first=table[0]: first.n > 60) for table in tables))  # in the second deal
    server.kill()
    await asyncio.gather(*running)
    await asyncio.to_thread(server.start)
    for player in players:
        await player.connect()
        await player.do(t="hello", since=player.n)
    await asyncio.gather(*(on(player) for player in players))
    assert all(player.view and player.view["over"] for player in players)


def make_club(desk: Desk) -> Club:
    """A club of ten of the twenty-four; the organiser keeps its results and its cash."""
    row = Club.objects.create(slug=f"dorf-{uuid.uuid4().hex[:6]}", name="Jassclub Dorf", book_text=SEASON)
    events: list[ev.Event] = []
    for name in MEMBERS:
        key = name[-1].lower()
        events += [ev.PersonAdded(person=key, name=name), ev.MemberAdmitted(person=key, on=date(2020, 1, 1))]
    events += [ev.OfficeGiven(office=office, person="a", on=date(2020, 1, 1)) for office in ("kassier", "chef-jahrestrophy")]
    clubs.submit(row, events, HOST)
    ClubPerson.objects.create(club=row, person="a", user=desk.user)
    return row


class Terminal:
    """`puur` on files of the evening and of the club."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        (folder / "dorf.toml").write_text(SEASON, encoding="utf-8")

    def run(self, *words: str) -> Any:
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            app.main(["--plain", "--lang", "de", *words])
        out, err = self.capsys.readouterr()
        assert not ended.value.code, err
        return json.loads(out) if "--json" in words else out

    def evening(self, desk: Desk) -> str:
        """The evening as its organiser fetches it."""
        file = self.folder / "abend.json"
        file.write_text(desk.get("export.json"), encoding="utf-8")
        return str(file)

    def ranking(self, desk: Desk) -> dict[str, int]:
        """Totals by the number of the player."""
        told = self.run("rank", self.evening(desk), "--json")
        return {str(NAMES.index(row["name"]) + 1): row["total"] for row in told["ranking"] if row["rank"]}

    def club(self, row: Club) -> str:
        """The club before the evening, as a file."""
        file = self.folder / "club.jsonl"
        events = [event for event in clubs.engine(row).events if not isinstance(event, ev.EveningCounted | ev.Journal)]
        file.write_text(write("dorf.toml", events), encoding="utf-8")
        return str(file)


def test_a_hybrid_evening_of_24_ends_in_the_club(process: Process, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(tmp_path, capsys)
    desk, count = Desk(process.start()), Reckoning()
    desk.create()
    for number, name in enumerate(NAMES, start=1):
        desk.post("players/", name=name, number=str(number), here="1", accepted="1", paid="10")

    # Round 1: half of the tables on the web, half in the hall.
    desk.post("draw/act/", do="draw")
    desk.post("draw/act/", do="release", minutes="")
    links = opened(desk, 1)

    async def first_round() -> None:
        tables = [await seated(desk.browser.address, seats) for seats in links.values()]
        await asyncio.gather(*(played(table, seed=7 * place) for place, table in enumerate(tables)))

    run_async(first_round)
    hall_round(desk, 1, count)
    confirmed(desk, 1, links, count)
    assert not desk.engine().missing_results(1)

    # A ruling takes 50 points from one, and another goes home.
    desk.person("3", "penalty", points="50", reason="Verleugnet", rule="TAM-ES-05")
    desk.person("24", "withdraw", reason="Krank")

    # Round 2: the server is killed while they play.
    desk.post("draw/act/", do="draw")
    desk.post("draw/act/", do="release", minutes="")
    links = opened(desk, 2)

    async def second_round() -> None:
        tables = [await seated(desk.browser.address, seats) for seats in links.values()]
        await killed_and_again(process, tables)

    run_async(second_round)
    hall_round(desk, 2, count)
    confirmed(desk, 2, links, count)
    assert not desk.engine().missing_results(2)
    for hosted in HostedTable.objects.filter(evening__code=desk.code):
        rows = list(TableEvent.objects.filter(table=hosted.live).order_by("n").values_list("n", "action"))
        assert [n for n, _ in rows] == list(range(1, len(rows) + 1))  # nothing lost, nothing doubled
        (version,) = desk.engine().results[hosted.round, hosted.table]
        assert version.sheet.game == f"{hosted.live.code}/1"

    # The ranking is what the cards and the typed sheets say; who went home is not in it.
    desk.post("standing/act/", do="close")
    expected = {player: total for player, total in count.totals({"3": 50}).items() if player != "24"}
    assert terminal.ranking(desk) == expected

    # It counts for the club, with its fees.
    row = make_club(desk)
    address = f"/clubs/{row.slug}/evenings/"
    for task in ("count", "fees", "fees"):
        desk.browser.post(address, evening=desk.code, do=task)

    def in_club() -> dict[str, int]:
        engine = clubs.engine(Club.objects.get(pk=row.pk))
        assert engine.ledger.balance(engine.book.accounts["cash"]) == Decimal(24 * 10)
        return {line.member: line.points for line in standings(engine, DAY.year)}

    by_member = {name[-1].lower(): str(number) for number, name in enumerate(NAMES, start=1) if name in MEMBERS}
    assert in_club() == {key: expected[player] for key, player in by_member.items()}

    # A sheet was wrong: corrected at its source, told there what changes in the club, and changed there with the close.
    desk.post("standing/act/", do="reopen", reason="Verschrieben")
    wrong, right = (302, WHOLE - 302), (402, WHOLE - 402)
    assert desk.engine().results[2, 4][-1].points == wrong
    told = desk.browser.get(f"/evenings/{desk.code}/from/2/4/?points0={right[0]}&points1={right[1]}").text
    desk.post("office/2/4/decide/", points0=str(right[0]), points1=str(right[1]), reason="Verschrieben")
    assert in_club() == {key: expected[player] for key, player in by_member.items()}
    desk.post("standing/act/", do="close")
    count.table(desk.engine(), 2, 4, right)
    corrected = {player: total for player, total in count.totals({"3": 50}).items() if player != "24"}
    assert terminal.ranking(desk) == corrected
    assert corrected != expected
    assert in_club() == {key: corrected[player] for key, player in by_member.items()}
    for key, player in by_member.items():
        if corrected[player] != expected[player]:
            assert f"({expected[player]})" in told, key
            assert f"({corrected[player]})" in told, key

    # The same by the command line, from the files of the evening and of the club.
    file, evening = terminal.club(Club.objects.get(pk=row.pk)), terminal.evening(desk)
    for _ in range(2):
        terminal.run("club", "evening", file, evening, "--do")
    listed = terminal.run("club", "standings", file, str(DAY.year), "--json")
    assert {line["member"]: line["points"] for line in listed} == {key: corrected[player] for key, player in by_member.items()}
    balances = terminal.run("club", "ledger", file, "--json")["balances"]
    assert Decimal(balances["1000 Kasse"]) == Decimal(24 * 10)
