"""One live table: a task that takes one request after the other, validates, commits, and only then tells anybody.

The game itself is `puur.core`; this module knows whose turn it is to be asked, when bots act, and what happens when somebody
does not. Seats, votes and talk are in `lobby`. Promise: nobody is sent anything that is not stored.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puur.core.actions import to_act
from puur.core.errors import RuleViolation
from puur.core.events import Announced, AusmachInvoked, CardPlayed, Cut, Dealt, Event, Pushed, RulingMade, StoeckShown, Thanked
from puur.core.game import Game
from puur.core.seats import other, partner_of
from puur.core.setup import Playing, Setup
from puur.core.striche import striche
from puur.core.view import View, view_of
from puur.web import fair
from puur.web.live import bot_pool, croupier, lobby, objections, viewing
from puur.web.live.connection import Connection
from puur.web.live.speech import refusal, sentence
from puur.web.live.state import Commit, NotStored, Row, Store, TableState, Who, setup_json
from puur.web.live.viewing import CutAsked
from puur.web.live.wire import VERSION, BadMessage, Json, dumps, field, read_event, same_for_all, seen_event, stored

log = logging.getLogger("puur.web")
MOST_EVENTS = 60
MOST_CONNECTIONS, MOST_TABS = 64, 6
MOST_DEEDS = 80  # of one seat in one deal, beyond which only what brings the deal forward is taken
AGAIN = 1.0  # seconds after which a bot tries again what could not be stored


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds."""

    bot: float = 0.8  # a bot thinks
    trick: float = 1.6  # a bot leaves a complete trick on the table
    between: float = 25.0  # a bot waits with the cut for those who look at the result
    grace: float = 30.0  # a seat waits before the others are asked
    wait: float = 60.0  # and again after they have voted to wait
    idle: float = 120.0  # an empty table stays in memory


@dataclass(frozen=True, slots=True)
class Request:
    """Something that the task has to do, in the order of arrival."""

    do: Callable[..., Any]
    connection: Connection | None = None
    message: Json | None = None


class LiveTable:
    """The task of one table and what it knows."""

    def __init__(self, state: TableState, store: Store, pace: Pace, forget: Callable[[LiveTable], None]) -> None:
        self.state, self.store, self.pace, self.forget = state, store, pace, forget
        self.inbox: asyncio.Queue[Request] = asyncio.Queue()
        self.connections: list[Connection] = []
        self.people = lobby.People()
        self.ready: set[int] = set()
        self.again: set[int] = set()
        self.nonce = ""
        self.asked: CutAsked | None = None
        self.deadline: float | None = None
        self._bot: tuple[float, int, Event | None] | None = None  # when, seat, a remark that is ready
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self.talked: set[int] = set()  # seats that have written in this deal; what they wrote is not kept
        self.plays: dict[int, str] = {}  # seats for which another level than the one asked has answered last
        self._slow: tuple[tuple[object, ...], str] = ((), "{}")
        self._appeal: tuple[tuple[int, int], bool] = ((0, 0), False)
        self._turn_since = time.monotonic()
        self._deal_since = time.monotonic()
        self._ask_cut()
        self._prepare()
        self.task = asyncio.create_task(self._run(), name=f"table {state.code}")

    # ---- the task ------------------------------------------------------------------------------------------------------------

    def post(self, do: Callable[..., Any], connection: Connection | None = None, message: Json | None = None) -> None:
        """Have something done when it is its turn."""
        self.inbox.put_nowait(Request(do, connection, message))

    async def _run(self) -> None:
        self.plan()
        while True:
            request = await self.inbox.get()
            try:
                await self._serve(request)
            except NotStored:
                await self._recover(request)
            except Exception:
                log.exception("table %s", self.state.code)
                await self._recover(request)

    async def _serve(self, request: Request) -> None:
        connection, message = request.connection, request.message
        if connection is None:
            await request.do()
            return
        if message is None:
            await request.do(connection)
            return
        try:
            await request.do(connection, message)
        except BadMessage as problem:
            self.error(connection, problem.code, message)
        except RuleViolation as problem:
            connection.tell(
                "refused", id=_id_of(message), **refusal(problem, connection.lang, self.names, self.state.faces or "german")
            )

    async def _recover(self, request: Request) -> None:
        """Something went wrong half-way: back to what is stored, and tell everybody how it stands."""
        if request.connection is not None and request.message is not None:
            self.error(request.connection, "busy", request.message)
        failed = request.do != self.reload
        if failed and request.connection is None:  # a bot or a clock: whoever waits for it is told why nothing happens
            for connection in self.connections:
                self.error(connection, "waits")
        try:
            state = await self.store.load(self.state.code)
        except Exception:
            state = None
        if state is None:
            self.close(1012)
            return
        self.state = state
        self._slow = ((), "{}")
        self._ask_cut()
        for connection in self.connections:
            self.sync(connection)
        if failed:
            later = time.monotonic() + AGAIN
            self._turn_since, self._deal_since = later, max(self._deal_since, later - self.pace.between)
        self.plan()

    async def reload(self) -> None:
        """A page has changed the table in the database."""
        await self._recover(Request(self.reload))

    def close(self, code: int) -> None:
        """End the table in memory; what is stored stays."""
        for connection in self.connections:
            connection.close(code)
        self._cancel()
        if self._thinking is not None:
            self._thinking.cancel()
        self.task.cancel()
        self.forget(self)

    # ---- coming and going ------------------------------------------------------------------------------------------------------

    async def arrive(self, connection: Connection, message: Json) -> None:
        """Somebody has connected."""
        tabs = [one for one in self.connections if one.who.key == connection.who.key and connection.who.key]
        if len(tabs) >= MOST_TABS:
            tabs[0].close(4429)
            self.connections.remove(tabs[0])
        if len(self.connections) >= MOST_CONNECTIONS:
            connection.close(4429)
            return
        seat = self.seat_of(connection.who)
        if seat is None and not self.may_watch(connection.who):
            self.error(connection, "auth", message)
            connection.close(4401)
            return
        self.connections.append(connection)
        back = seat is not None and await lobby.returned(self, seat)
        if self.state.instant and self.state.status == "lobby" and seat is not None and connection.who.key == self.state.host:
            await lobby.fill_and_begin(self)
            self.tell_table(but=connection)
            return
        self.sync(connection, message.get("since"))
        self.tell_table(but=None if back else connection)
        self.plan()

    async def depart(self, connection: Connection) -> None:
        """A connection has ended."""
        if connection in self.connections:
            self.connections.remove(connection)
        seat = self.seat_of(connection.who)
        if seat is not None and not self.here(seat):
            self.people.went(seat)
        self.tell_table()
        self.plan()

    async def hello(self, connection: Connection, message: Json) -> None:
        """Somebody wants to know how it stands."""
        lang = message.get("lang")
        if lang in ("de", "fr", "it", "en"):
            connection.lang = lang
        self.sync(connection, message.get("since"))

    def may_watch(self, who: Who) -> bool:
        """Whether somebody without a seat may look on: in the lobby everybody with the link, later where the table allows it."""
        return self.state.status == "lobby" or self.state.spectators or (bool(who.key) and who.key == self.state.host)

    def seat_of(self, who: Who) -> int | None:
        """Where somebody sits."""
        if not who.key:
            return None
        return next((number for number, seat in enumerate(self.state.seats) if seat.who == who.key), None)

    def here(self, seat: int) -> bool:
        """Whether the person of a seat is connected and has not said good-bye."""
        key = self.state.seats[seat].who
        return bool(key) and seat not in self.people.gone and any(one.who.key == key for one in self.connections)

    def people_here(self) -> list[int]:
        """The seats of persons who are there."""
        return [seat for seat in range(4) if self.here(seat)]

    def is_bot(self, seat: int) -> bool:
        """Whether a bot acts for a seat."""
        one = self.state.seats[seat]
        return bool(one.bot) or one.stand_in

    @property
    def names(self) -> tuple[str, ...]:
        """The four names."""
        return tuple(seat.name for seat in self.state.seats)

    # ---- what is sent ----------------------------------------------------------------------------------------------------------

    def error(self, connection: Connection, code: str, message: Json | None = None) -> None:
        """Something that is no refusal of the rules."""
        fields = {"id": _id_of(message)} if message is not None and _id_of(message) else {}
        connection.tell("error", code=code, text=sentence(f"error.{code}", connection.lang), **fields)

    def sync(self, connection: Connection, since: object = None) -> None:
        """Everything that this connection may know."""
        seat, game = self.seat_of(connection.who), self.state.game
        view = "null" if game is None else self._view_text(game, seat, {}, slow=True)
        events: list[Json] = []
        if game is not None and type(since) is int and 0 <= since <= self.state.n:
            first = max(since, self.state.started_at, self.state.n - MOST_EVENTS)
            for place, event in enumerate(game.events[first - self.state.started_at :], start=first + 1):
                events.append({"n": place, "event": seen_event(event, seat, game)})
        head = dumps({"v": VERSION, "t": "sync", "n": self.state.n, "you": seat, "table": lobby.describe(self, connection)})
        connection.send(f'{head[:-1]},"view":{view},"events":{dumps(events)}}}')
        connection.synced = True

    def tell_table(self, but: Connection | None = None) -> None:
        """Tell everybody how the table stands."""
        for connection in self.connections:
            if connection is not but:
                connection.tell("table", table=lobby.describe(self, connection))

    def _tell_events(self, rows: Sequence[Row], actor: Connection | None = None, action: str = "") -> None:
        game = self.state.game
        assert game is not None
        key = viewing.slow_key(game)
        slow = key != self._slow[0]
        views: dict[int | None, str] = {}
        cache: dict[str, Any] = {}
        heads = [
            f'{{"v":1,"t":"event","n":{row.n},"at":{row.at},' + (f'"by":"{row.by}",' if row.by else "") + '"event":' for row in rows
        ]
        shared = [dumps(seen_event(row.event, None, game)) if same_for_all(row.event) else "" for row in rows]
        for connection in self.connections:
            if not connection.synced:
                continue
            seat = self.seat_of(connection.who)
            if seat not in views:
                views[seat] = self._view_text(game, seat, cache, slow=slow)
            for head, text, row in zip(heads, shared, rows, strict=True):
                event = text or dumps(seen_event(row.event, seat, game))
                connection.send(f'{head}{event},"view":{views[seat]}}}')
            if connection is actor:
                connection.tell("ok", id=action, n=rows[-1].n)
        if slow:
            self._slow_text(game)

    def _view_text(self, game: Game, seat: int | None, cache: dict[str, Any], *, slow: bool) -> str:
        view = view_of(game, 0 if seat is None else seat)
        if "quick" not in cache:
            cache["quick"] = dumps(viewing.public(game, view, self.asked, self.talked))
        own = viewing.spectator(game) if seat is None else viewing.private(game, view, self.asked, self._more(game, seat))
        parts: list[Json | str] = [own, cache["quick"]]
        if slow:
            parts.append(self._slow_text(game))
        return viewing.joined(*parts)

    def _slow_text(self, game: Game) -> str:
        key = viewing.slow_key(game)
        if key != self._slow[0]:
            self._slow = key, dumps(viewing.slow(game, self.asked))
        return self._slow[1]

    def _more(self, game: Game, seat: int) -> list[Event]:
        found = viewing.more_options(game, seat)
        return [*found, AusmachInvoked(seat)] if self._may_appeal(game) else found

    def _may_appeal(self, game: Game) -> bool:
        key = id(game), len(game.events)
        if self._appeal[0] != key:
            self._appeal = key, croupier.may_appeal(game)
        return self._appeal[1]

    # ---- the game --------------------------------------------------------------------------------------------------------------

    async def act(self, connection: Connection, message: Json) -> None:
        """Somebody does something in the game."""
        seat, game = self.seat_of(connection.who), self.state.game
        action = field(message, "id", str, high=64)
        if not action:
            raise BadMessage("json", "id")
        if seat is None:
            raise BadMessage("auth")
        known = self.state.actions.get(action)
        if known is not None:
            if known[0] != seat:
                raise BadMessage("auth")
            connection.tell("ok", id=action, n=known[1])
            return
        if game is None or self.state.status != "playing":
            raise BadMessage("state")
        event, nonce = read_event(message.get("event"), seat, free=self.state.playing == "free")
        if not fair.is_nonce(nonce):
            raise BadMessage("json", "nonce")
        if not isinstance(event, CardPlayed | Announced | Pushed | Cut) and _deeds(game, seat) >= MOST_DEEDS:
            raise BadMessage("rate")  # looking at a trick, or asking for a Weis, can be repeated for ever
        if game.free:
            event = objections.stated(event)
            objections.check(game, event, seat, self.talked)
        if self.is_bot(seat) or seat in self.people.gone:
            await lobby.returned(self, seat)
        stoeck = message.get("stoeck") is True  # together with the card, before the next one covers it
        await self._submit(event, seat, nonce=nonce, connection=connection, action=action, stoeck=stoeck)
        self.plan()

    async def _submit(
        self,
        event: Event,
        seat: int,
        *,
        by: str = "",
        nonce: str = "",
        connection: Connection | None = None,
        action: str = "",
        stoeck: bool = False,
    ) -> None:
        game = self.state.game
        assert game is not None
        if isinstance(event, Cut):
            if self.asked is None or self.asked.seat != seat:
                raise game.refuse("dealing.cutter", "nothing-to-cut" if self.asked is None else "not-the-cutter", seat=seat)
            least, most = self.asked.least, self.asked.most
            if not least <= event.lifted <= most:
                raise game.refuse("dealing.cut_min", "cut-size", lifted=event.lifted, least=least, most=most)
            events = croupier.deal_events(game, self.state.secret, event, nonce)
            await self._apply(events, seat, by, connection, action, at=1)
        else:
            await self._apply([event], seat, by, connection, action, stoeck=stoeck)

    async def _apply(
        self,
        events: Sequence[Event],
        seat: int | None,
        by: str,
        connection: Connection | None = None,
        action: str = "",
        *,
        at: int = 0,
        begun: Json | None = None,
        lobby_change: Json | None = None,
        stoeck: bool = False,
    ) -> None:
        """Validate, commit, then tell (a game that begins is told by `begin`). `at`: which event carries the action's id."""
        game, state = self.state.game, self.state
        assert game is not None
        rows: list[Row] = []
        now = _now()

        def take(event: Event, whose: int | None, action: str | None) -> None:
            game.submit(event)
            number = state.n + len(rows) + 1
            rows.append(Row(number, state.number, now, whose, action, by if whose is not None else "", event, stored(event)))

        try:
            for place, event in enumerate(events):
                take(event, seat, action if action and place == at else None)
        except RuleViolation:
            if rows:  # the earlier ones of several were taken already
                state.game = Game.replay(game.book, game.setup, game.events[: -len(rows)])
            raise
        if stoeck and seat is not None and croupier.stoeck_due(game, seat):
            take(StoeckShown(seat), seat, None)
        while (own := objections.next_event(game) if game.free else None) is not None:
            self._rule(own, take)
        while (own := croupier.next_event(game, state.secret)) is not None:
            take(own, None, None)
        ended = self._ended(game) if game.over else None
        change = {**(lobby_change or {}), **({"state": "over"} if ended is not None else {})} or None
        try:
            await self.store.commit(Commit(state.id, rows, change, begun, ended))
        except BaseException:
            state.game = None  # it is ahead of what is stored: never show it again
            raise
        state.n = rows[-1].n if rows else state.n
        if action:
            state.actions[action] = (seat if seat is not None else -1, rows[-1].n)
        if ended is not None:
            state.status = "over"
        self._ask_cut()
        self._turn_since = time.monotonic()
        if game.between_deals:
            self._deal_since = time.monotonic()
            self.talked.clear()
        else:
            self.ready.clear()
        if rows and begun is None:
            self._tell_events(rows, connection, action)
        if ended is not None or state.timer:
            self.plan()
            self.tell_table()

    @staticmethod
    def _rule(said: Event, take: Callable[[Event, int | None, str | None], None]) -> None:
        """Carry a ruling out; what can not be carried out any more is put on record without effect."""
        try:
            take(said, None, None)
        except RuleViolation:
            assert isinstance(said, RulingMade)
            take(replace(said, effects=()), None, None)

    def _ask_cut(self) -> None:
        game = self.state.game
        running = game is not None and self.state.status == "playing"
        self.asked = croupier.cut_asked(game, self.state.secret) if running and game is not None else None

    def _ended(self, game: Game) -> Json:
        marks = striche(game)
        people = [
            {
                "seat": number, "user_id": seat.user, "guest_id": seat.guest, "name": seat.name, "bot": seat.bot,
                "left": seat.stand_in, "striche": marks[number].total,
            }
            for number, seat in enumerate(self.state.seats)
        ]  # fmt: skip
        return {
            "number": self.state.number,
            "totals": list(game.ledger.totals),
            "winner": game.winner,
            "schneider": game.schneider,
            "deals": [viewing.result_json(game, deal) for deal in game.finished_deals],
            "participants": people,
        }

    async def begin(self) -> None:
        """Begin the next game with those who sit here."""
        state, before = self.state, self.state.game
        one, two, three, four = self.names
        lost = other(before.winner) if before is not None and before.winner is not None else None
        setup = Setup(
            names=(one, two, three, four),
            playing=Playing(state.playing),
            lost_before=lost,
            number=state.number + 1,
        )
        if state.faces:
            setup = replace(setup, faces=type(state.book.table.faces)(state.faces))
        setup = croupier.seated(state.book, setup, state.secret)
        state.number += 1
        state.game = Game(state.book, setup)
        state.actions.clear()
        state.started_at = state.n
        self.ready.clear()
        self.again.clear()
        state.status = "playing"
        begun = {"number": state.number, "book": state.book.key, "setup": setup_json(setup)}
        change = {"state": "playing", "game": state.number, "seats": lobby.seat_rows(self)}
        await self._apply([], None, "", begun=begun, lobby_change=change)
        for connection in self.connections:
            self.sync(connection, state.started_at)
        self.plan()

    # ---- what happens by itself ------------------------------------------------------------------------------------------------

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def plan(self) -> None:
        """Work out what is due next, and wake up for it."""
        self._cancel()
        now = time.monotonic()
        thinking = self._thinking is not None  # what it finds comes as a request, and then there is a new plan
        self._bot = None if thinking else self._next_bot(now)
        self.deadline = self._deadline()
        due = [self.people.due(self, now), None if thinking else self.deadline, self._bot[0] if self._bot is not None else None]
        if not self.connections:
            due.append(now + self.pace.idle)
        times = [one for one in due if one is not None]
        if times:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, min(times) - now), self.post, self._tick)

    def _next_bot(self, now: float) -> tuple[float, int, Event | None] | None:
        """When which bot acts; bots wait while no person is there."""
        game = self.state.game
        if game is None or self.state.status != "playing" or not self.people_here():
            return None
        since, pace = self._turn_since, self.pace
        if game.free and (waits := objections.pending(game)) is not None:
            chosen = objections.bot_choice(game, {seat for seat in range(4) if self.is_bot(seat)})
            return None if chosen is None or not waits.choices else (since + pace.bot, *chosen)
        if game.free:
            bots = {seat: self.level(seat) for seat in range(4) if self.is_bot(seat)}
            objection = objections.bot_objection(game, bots, self._attention)
            if objection is not None and objection.by is not None:
                return since + pace.bot, objection.by, objection
        for seat in range(4):
            if self.is_bot(seat) and game.deals:
                said = AusmachInvoked(seat) if self._may_appeal(game) else self._remark(game, seat)
                if said is not None:
                    return since + pace.bot, seat, said
        if self.asked is not None:
            if not self.is_bot(self.asked.seat):
                return None
            waiting = bool(game.deals) and not set(self.people_here()) <= self.ready
            return (self._deal_since + pace.between if waiting else since + pace.bot), self.asked.seat, None
        seat_now = to_act(game)
        if seat_now is None or not self.is_bot(seat_now):
            return None
        trick = pace.trick * (2 if game.free else 1)  # where it may be objected to, it lies longer
        return since + (trick if game.deal.open else pace.bot), seat_now, None

    def _attention(self, *what: object) -> float:
        """From 0 to 1, the same for the same mistake: whoever has not noticed it does not notice it by waiting."""
        return croupier.chance(self.state.secret, "attention", self.state.number, *what).random()

    def _remark(self, game: Game, seat: int) -> Event | None:
        if not croupier.has_remark(game, seat):
            return None
        return bot_pool.remark(self._bot_view(game, seat))

    def level(self, seat: int) -> str:
        """The level of the bot that sits here, or acts for the person."""
        return self.state.seats[seat].bot or self.state.level

    def _prepare(self) -> None:
        """Have the bots ready before they are needed."""
        if self.state.status != "over":
            bot_pool.thinkers.prepare({self.state.level, *(seat.bot for seat in self.state.seats if seat.bot)})

    def _bot_view(self, game: Game, seat: int) -> View:
        """The view of a bot; with a person for a partner it leaves the thanking to the person."""
        view = view_of(game, seat)
        if not self.is_bot(partner_of(seat)):
            return replace(view, options=tuple(one for one in view.options if not isinstance(one, Thanked)))
        return view

    def _deadline(self) -> float | None:
        game = self.state.game
        if not self.state.timer or game is None or self.state.status != "playing" or not self.people_here():
            return None
        if game.free and objections.pending(game) is not None:
            return None  # a choice takes the time it takes
        seat = self.asked.seat if self.asked is not None else to_act(game)
        return None if seat is None or self.is_bot(seat) else self._turn_since + self.state.timer

    async def _tick(self) -> None:
        now = time.monotonic() + 0.001
        if not self.connections and self.inbox.empty():
            self.close(1000)
            return
        if self._bot is not None and self._bot[0] <= now:
            _, seat, said = self._bot
            by = "bot" if self.state.seats[seat].stand_in else ""
            await self._bot_acts(seat, said, by)
        elif self.deadline is not None and self.deadline <= now and self.state.game is not None:
            seat_now = self.asked.seat if self.asked is not None else to_act(self.state.game)
            if seat_now is not None:
                await self._bot_acts(seat_now, None, "timeout")
        await self.people.tick(self, now)
        self.plan()

    async def _bot_acts(self, seat: int, said: Event | None, by: str) -> None:
        game = self.state.game
        if game is None or self._thinking is not None:
            return
        seed = fair.noise_of(self.state.secret, "bot", self.state.number, len(game.events), seat)
        if said is None and self.asked is not None:
            said = Cut(seat, random.Random(seed).randint(self.asked.least, self.asked.most))
        if said is not None:
            await self._submit(said, seat, by=by, nonce=self.nonce)
            return
        level, view = self.level(seat), self._bot_view(game, seat)
        if bot_pool.slow(level, view):
            self._thinking = asyncio.create_task(self._think(seat, level, view, seed, by))
            return
        said, played = bot_pool.quick(level, view, seed)
        await self._submit(said, seat, by=by, stoeck=True)
        self._played(seat, level, played)

    async def _think(self, seat: int, level: str, view: View, seed: str, by: str) -> None:
        """Let a bot think elsewhere; what it found counts only if nothing has happened meanwhile."""
        at = self.state.n
        try:
            said, played = await bot_pool.thinkers.think(level, view, seed)
        except Exception:  # never without an answer
            log.exception("bot at table %s", self.state.code)
            said, played = bot_pool.quick(level, view, seed)
        self._thinking = None

        async def put() -> None:
            if self.state.n == at and (self.is_bot(seat) or by == "timeout"):
                await self._submit(said, seat, by=by, stoeck=True)
                self._played(seat, level, played)
            self.plan()

        self.post(put)

    def _played(self, seat: int, level: str, played: str) -> None:
        """Remember who has really played, and tell everybody when that changes."""
        other_level = played if played != level else ""
        if self.plays.get(seat, "") != other_level:
            self.plays[seat] = other_level
            self.tell_table()


def _deeds(game: Game, seat: int) -> int:
    """How much a seat has done since the cards were dealt."""
    since = itertools.takewhile(lambda one: not isinstance(one, Dealt), reversed(game.events))
    return sum(seat in (getattr(one, "seat", None), getattr(one, "by", None)) for one in since)


def _id_of(message: Json | None) -> str:
    found = (message or {}).get("id")
    return found[:64] if isinstance(found, str) else ""


def _now() -> int:
    return time.time_ns() // 1_000_000
