"""What a table tells: what has changed, folded, is the whole view; nothing is told that is not stored; nobody speaks for another.

A table without a server: a store in memory and readers that keep what they get.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from puur.core.deal import Phase
from puur.core.game import Game
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.core.seats import SEATS
from puur.core.setup import Setup
from puur.reglement import load, shipped
from puur.web.live import objections
from puur.web.live.acting import FREE, read_event
from puur.web.live.clock import Pace
from puur.web.live.connection import Connection
from puur.web.live.state import Commit, Done, NotStored, Row, SeatState, TableState, Who
from puur.web.live.table import LiveTable
from puur.web.live.telling import Moment, Teller
from puur.web.live.wire import PHRASES, BadMessage, restored
from tests.web.client import merged

Json = dict[str, Any]


class Memory:
    """A store that keeps events in a list; `broken` refuses everything."""

    def __init__(self, state: TableState) -> None:
        self.state, self.broken = state, False
        self.rows: list[Row] = []
        self.setup: Setup | None = None
        self.table: LiveTable | None = None
        self.meanwhile: list[Game | None] = []  # what the table would show while it reads

    async def load(self, _code: str) -> TableState | None:
        old = self.state
        assert self.table is not None
        self.meanwhile.append(self.table.state.game)
        events = [restored(row.data) for row in self.rows]
        fresh = TableState(**{name: getattr(old, name) for name in TableState.__dataclass_fields__})
        fresh.game = Game.replay(old.book, self.setup, events)
        fresh.n = len(events)
        fresh.actions = {row.action: (row.seat, row.n) for row in self.rows if row.action}
        self.state = fresh
        return fresh

    async def commit(self, job: Commit) -> None:
        if self.broken:
            raise NotStored("broken")
        self.rows += job.rows

    def write(self, job: Commit, done: Done) -> None:
        def work() -> None:
            if not self.broken:
                self.rows.extend(job.rows)
            done(None, NotStored("broken") if self.broken else None)

        asyncio.get_running_loop().call_soon(work)

    async def head_at(self, _code: str, _n: int) -> str:
        return ""

    async def rename(self, _who: Who, _name: str) -> None:
        raise NotImplementedError


class Reader(Connection):
    """Somebody who keeps the messages and folds the view."""

    __slots__ = ("messages", "n", "view")

    def __init__(self, key: str) -> None:
        super().__init__(Who(key, key), "de", 1e9)
        self.messages: list[Json] = []
        self.view: Json | None = None
        self.n = 0

    def send(self, *texts: bytes) -> None:
        for text in texts:
            message = json.loads(text)
            self.messages.append(message)
            if message["t"] == "sync":
                self.view, self.n = message["view"], message["n"]
            elif message["t"] == "event":
                assert message["n"] == self.n + 1
                self.view, self.n = merged(self.view or {}, message), message["n"]

    def last(self, kind: str) -> Json:
        return next(message for message in reversed(self.messages) if message["t"] == kind)


class Scene:
    """A table with four people and a spectator."""

    def __init__(self, book: str, playing: str = "guided", **more: Any) -> None:
        usual = {"title": "", "faces": "", "timer": 0, "level": "stammtisch", "spectators": True, "chat": True, "shared": False}
        state = TableState(
            id=1, code="ABCDE", secret="ab" * 32, book=load(book), playing=playing, instant=False, host="u0", status="lobby",
            **{**usual, **more},
        )  # fmt: skip
        self.seats = tuple(range(len(state.seats)))
        for seat in self.seats:
            state.seats[seat] = SeatState(who=f"u{seat}", name=f"N{seat}", user=seat)
        self.store = Memory(state)
        self.table = LiveTable(state, self.store, Pace(), lambda _table: None)
        self.store.table = self.table
        self.readers = [Reader(f"u{seat}") for seat in self.seats] + [Reader("g9")]
        self.acts = 0

    async def begin(self) -> None:
        for reader in self.readers:
            self.table.arrive(reader, None)
        self.table.said(self.readers[0], {"t": "start"})
        await self.quiet()
        assert self.game is not None
        self.store.setup = self.game.setup

    async def quiet(self) -> None:
        for _ in range(12):
            await asyncio.sleep(0)

    @property
    def game(self) -> Game | None:
        return self.table.state.game

    async def act(self, seat: int, event: Json, **more: object) -> Json:
        self.acts += 1
        key = f"a{self.acts}"
        self.table.said(self.readers[seat], {"t": "act", "id": key, "event": event, **more})
        await self.quiet()
        return next(one for one in reversed(self.readers[seat].messages) if one.get("id") == key)

    def choice(self, rng: random.Random) -> tuple[int, Json]:
        """Something that somebody may do; at a free table now and then something wrong."""
        views = [reader.view or {} for reader in self.readers[:-1]]
        pending = views[0]["pending"]
        if pending is not None:
            choice = rng.choice(pending["choices"])
            return choice["by"][0], {"event": "choice-made", "choice": choice["choice"], "option": rng.choice(choice["options"])}
        game = self.game
        assert game is not None
        if views[0]["objections"] and game.deal.phase is Phase.PLAYING and rng.random() < 0.25:
            seat = rng.choice(self.seats)
            if rng.random() < 0.5 and views[seat]["hand"]:
                return seat, {"event": "card-played", "card": rng.choice(views[seat]["hand"])}
            offence = rng.choice(objections.OBJECTIONS)
            return seat, {"event": "incident-reported", "offence": offence, "seat": (seat + 1) % 4}
        offers: list[tuple[int, Json]] = []
        for seat, view in enumerate(views):
            offers += [(seat, {"event": "card-played", "card": card}) for card in view["legal"]]
            for option in view["options"]:
                if option["label"] == "cut":
                    return seat, {"event": "cut", "lifted": rng.randint(option["min"], option["max"]), "nonce": "ab"}
                if "amount" in option:
                    amount = option["amount"]
                    offers.append((seat, {**option["event"], amount["field"]: rng.randint(amount["min"], amount["max"])}))
                elif option["label"] not in ("claimed", "conceded"):
                    offers.append((seat, option["event"]))
        if rng.random() < 0.1 and game.deals and game.deal.weisen.announced:
            of = rng.choice(list(game.deal.weisen.announced))
            return (of + 1) % 4, {"event": rng.choice(("weis-asked", "weis-demanded")), "of": of}
        return rng.choice(offers)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await work()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(whole())


@pytest.mark.parametrize("playing", ["guided", "free"])
@pytest.mark.parametrize("book", shipped())
def test_what_was_sent_piece_by_piece_is_the_whole_view(book: str, playing: str) -> None:
    """Over random games, with spectators and people who come back in the middle: fold of the messages == the view of now."""

    async def work() -> None:
        rng, scene = random.Random(f"fold {book} {playing}"), Scene(book, playing)
        await scene.begin()
        pieces = wholes = 0
        for number in range(220):
            game = scene.game
            assert game is not None
            if game.over:
                break
            if number % 20 == 19:  # somebody comes back, and knows how far it was
                place = rng.randrange(len(scene.readers))
                old, new = scene.readers[place], Reader(scene.readers[place].who.key)
                since = old.n - rng.randrange(5)
                scene.table.depart(old)
                scene.table.arrive(new, since)
                await scene.quiet()
                missed = [message for message in old.messages if message["t"] == "event" and message["n"] > since]
                assert [one["n"] for one in new.last("sync")["events"]] == [one["n"] for one in missed]
                scene.readers[place] = new
            seat, event = scene.choice(rng)
            await scene.act(seat, event)
            game = scene.game
            assert game is not None
            moment = Moment(game, scene.table.asked, scene.table.talked, scene.table.unconfirmed)
            for audience, reader in zip((*scene.seats, None), scene.readers, strict=True):
                text, _ = Teller().whole(moment, audience, None)
                assert reader.view == json.loads(text)
                assert reader.n == len(game.events) == len(scene.store.rows)
                pieces += len(json.dumps(reader.messages[-1].get("view", {})))
                wholes += len(text)
        assert pieces < wholes / 2
        if scene.table.unconfirmed:
            await confirmed_by_all(scene)

    run(work)


async def confirmed_by_all(scene: Scene) -> None:
    """A free table's game that ended by itself is over for its readers once everybody has seen the last result, and not before."""
    for seat in scene.seats:
        assert scene.table.state.status == "playing"
        assert not any(reader.view and reader.view["over"] for reader in scene.readers)
        assert all(reader.view and "revoke" in reader.view["objections"] for reader in scene.readers)
        scene.table.said(scene.readers[seat], {"t": "ready"})
        await scene.quiet()
    assert scene.table.state.status == "over"
    assert all(reader.view and reader.view["over"] and not reader.view["objections"] for reader in scene.readers)


def test_a_free_table_confirms_the_last_result_of_a_game() -> None:
    """JR-ERR-11: an error noticed later may still be objected to, in the last deal of a game too."""

    async def work() -> None:
        rng, scene = random.Random("confirm"), Scene("pandur", "free")
        await scene.begin()
        while scene.game is not None and not scene.game.over:
            await scene.act(*scene.choice(rng))
        assert scene.table.unconfirmed
        await confirmed_by_all(scene)

    run(work)


def test_what_could_not_be_stored_is_shown_to_nobody_and_has_not_happened() -> None:
    """The game that was ahead of the store is thrown away; the same card under the same id can be played again."""

    async def work() -> None:
        scene, rng = Scene("jassregeln"), random.Random(1)
        await scene.begin()
        while not (scene.game and scene.game.deals and scene.game.deal.phase is Phase.PLAYING):
            await scene.act(*scene.choice(rng))
        seat = scene.game.deal.turn
        card, before, hand = scene.readers[seat].view["legal"][0], len(scene.store.rows), scene.readers[seat].view["hand"]  # type: ignore[index]
        ahead, heard = scene.game, [len([one for one in reader.messages if one["t"] == "event"]) for reader in scene.readers]
        scene.store.broken = True
        answer = await scene.act(seat, {"event": "card-played", "card": card})
        assert (answer["t"], answer["code"]) == ("error", "busy")
        assert heard == [len([one for one in reader.messages if one["t"] == "event"]) for reader in scene.readers]
        assert scene.store.meanwhile == [None]
        assert scene.game is not None
        assert scene.game is not ahead
        assert len(scene.game.events) == before == scene.readers[seat].n
        assert scene.readers[seat].view["hand"] == hand  # type: ignore[index]
        scene.store.broken = False
        scene.table.said(scene.readers[seat], {"t": "act", "id": answer["id"], "event": {"event": "card-played", "card": card}})
        await scene.quiet()
        head = scene.store.rows[-1].head
        assert scene.readers[seat].last("ok") == {"v": 1, "t": "ok", "id": answer["id"], "n": before + 1, "head": head}
        assert [row.n for row in scene.store.rows] == list(range(1, before + 2))

    run(work)


def test_a_bot_that_could_not_be_stored_leaves_no_trace_either() -> None:
    """The same on the way through the task."""

    async def work() -> None:
        scene, rng = Scene("jassregeln"), random.Random(2)
        await scene.begin()
        await scene.act(*scene.choice(rng))
        ahead, before, (seat, event) = scene.game, len(scene.store.rows), scene.choice(rng)
        scene.store.broken = True
        scene.table.post(scene.table.act, scene.readers[seat], {"t": "act", "id": "x", "event": event})
        await scene.quiet()
        assert scene.store.meanwhile == [None]
        assert scene.game is not ahead
        assert scene.game is not None
        assert len(scene.game.events) == before
        assert scene.readers[seat].last("error")["code"] == "busy"

    run(work)


def test_nobody_acts_for_another_seat() -> None:
    async def work() -> None:
        scene, rng = Scene("jassregeln"), random.Random(3)
        await scene.begin()
        while not (scene.game and scene.game.deals and scene.game.deal.phase is Phase.PLAYING):
            await scene.act(*scene.choice(rng))
        seat, before = scene.game.deal.turn, len(scene.store.rows)
        card = scene.readers[seat].view["legal"][0]  # type: ignore[index]
        for other in SEATS:
            answer = await scene.act(other, {"event": "card-played", "card": card, "seat": seat})
            assert (answer["t"], answer["code"]) == ("error", "json")
        answer = await scene.act(4, {"event": "card-played", "card": card})  # a spectator
        assert answer["code"] == "auth"
        assert len(scene.store.rows) == before

    run(work)


@pytest.mark.parametrize("kind", FREE)
def test_whoever_names_the_own_place_in_a_message_is_refused(kind: str) -> None:
    """The seat comes from the session, in whatever field the event keeps it."""
    own = FREE[kind]
    for value in (0, 1, None):
        with pytest.raises(BadMessage) as refused:
            read_event({"event": kind, own: value}, 0, free=True)
        assert str(refused.value) == own


def test_a_choice_of_a_client_is_never_an_officials() -> None:
    said = {"event": "choice-made", "choice": "annul", "option": "go-on", "official": "Obmann"}
    event, _ = read_event(said, 2, free=True)
    assert (event.by, event.official) == (2, "")  # type: ignore[union-attr]


def test_free_text_is_not_for_tables_where_anybody_may_look_on() -> None:
    async def work() -> None:
        for spectators, expected in ((True, []), (False, ["Hoi"])):
            scene = Scene("jassregeln", spectators=spectators)
            await scene.begin()
            scene.table.said(scene.readers[1], {"t": "chat", "text": "Hoi"})
            await scene.quiet()
            assert [one["text"] for one in scene.readers[2].messages if one["t"] == "chat"] == expected
            assert not [one for one in scene.readers[4].messages if one["t"] == "chat"]  # who does not sit here hears nothing
            assert scene.readers[2].last("table")["table"]["chat"] is not spectators

    run(work)


@pytest.mark.parametrize(("book", "first_until"), [("ajz08", 2), ("jassregeln", 1)])
def test_a_turned_trick_is_shown_only_where_and_as_long_as_the_book_allows(book: str, first_until: int) -> None:
    """AJZ-2.2.1-30: the first trick may be looked at until the second is turned; elsewhere none."""

    async def work() -> None:
        scene, rng, looked = Scene(book), random.Random(4), set()
        await scene.begin()
        while not (scene.game and scene.game.finished_deals):
            await scene.act(*scene.choice(rng))
            assert scene.game is not None
            deal = scene.game.deals[-1] if scene.game.deals else None
            if deal is None or deal.phase is not Phase.PLAYING or deal.open or not deal.tricks:
                continue
            for reader in scene.readers:
                shown = reader.view["last_trick"]  # type: ignore[index]
                assert (shown is not None) == (len(deal.tricks) < first_until)
                looked.add(len(deal.tricks))
        assert looked >= {1, 2, 3, 4}

    run(work)


def test_a_phrase_is_heard_by_all_who_are_here() -> None:
    async def work() -> None:
        scene = Scene("jassregeln")
        await scene.begin()
        scene.table.said(scene.readers[1], {"t": "say", "phrase": sorted(PHRASES)[0]})
        await scene.quiet()
        for reader in scene.readers:  # the last one looks on
            assert (reader.last("said")["seat"], reader.last("said")["phrase"]) == (1, sorted(PHRASES)[0])

    run(work)


def test_a_part_of_the_next_pack_is_for_the_pack_that_was_promised() -> None:
    """Whatever other commitment a client names, before or after the right one by its letters, its part is not taken."""

    async def work() -> None:
        scene = Scene("jassregeln")
        await scene.begin()
        asked = scene.table.asked
        assert asked is not None
        for wrong in ("0" * 64, "f" * 64, "", None, 5):
            scene.table.said(scene.readers[1], {"t": "contribute", "id": "c", "nonce": "ab" * 32, "commitment": wrong})
            await scene.quiet()
            assert scene.readers[1].last("error")["code"] == "state"
        assert not [one for one in scene.readers[1].messages if one["t"] == "contributed"]
        scene.table.said(scene.readers[1], {"t": "contribute", "id": "d", "nonce": "ab" * 32, "commitment": asked.commitment})
        await scene.quiet()
        assert scene.readers[1].last("contributed")["commitment"] == asked.commitment

    run(work)


def test_of_a_list_that_grows_only_what_is_new_is_told() -> None:
    """The entries of the slate: two, nothing new, a third; then the third is struck and another one written in its place."""
    entries = [Entry(1, 0, Source.STICH, 100, 1, 100, "NWS-1-02"), Entry(1, 1, Source.STICH, 57, 1, 57, "NWS-1-02")]
    teller = Teller()

    def told() -> tuple[int, list[int]] | None:
        part = teller._new("entries", entries)
        more = json.loads(b"{%b}" % part.removeprefix(b",")).get("entries")
        return more and (more["from"], [item["points"] for item in more["new"]])

    assert told() == (0, [100, 57])
    assert told() is None
    entries.append(Entry(2, 0, Source.STICH, 60, 1, 60, "NWS-1-02"))
    assert told() == (2, [60])
    entries[2] = Entry(2, 0, Source.STICH, 70, 1, 70, "NWS-1-02")
    assert told() == (2, [70])
    entries.pop()
    assert told() == (2, [])
    assert told() is None


def test_a_line_is_stored_with_the_time_in_milliseconds() -> None:
    """By the clock of the machine, which says when a game was played."""

    async def work() -> None:
        scene, rng = Scene("jassregeln"), random.Random(4)
        before = time.time() * 1000
        await scene.begin()
        await scene.act(*scene.choice(rng))
        assert scene.store.rows
        assert all(before - 1 <= row.at <= time.time() * 1000 for row in scene.store.rows)

    run(work)


@pytest.mark.parametrize(
    ("said", "adds"), [({"kept": 3}, True), ({"kept": 0}, True), ({}, False), ({"kept": True}, False), ({"kept": "3"}, False)]
)
def test_only_a_browser_that_keeps_what_was_promised_is_waited_for(said: Json, adds: bool) -> None:
    """A program that only plays adds nothing to the shuffle, so bots do not wait for it; unknown until it has said hello."""

    async def work() -> None:
        scene = Scene("jassregeln")
        await scene.begin()
        reader = scene.readers[1]
        assert reader.adds is None
        scene.table.said(reader, {"t": "hello", "since": 0, **said})
        await scene.quiet()
        assert reader.adds is adds
        assert any(message["t"] == "past" for message in reader.messages) is adds

    run(work)
