"""One live table: takes one request after the other, validates, commits, and only then tells anybody.

What somebody does in the game while nothing else is under way goes straight to the store, and its answer straight to the readers; a
task serves all the rest in the order of arrival.

The game itself is `puur.core`; this module knows whose turn it is to be asked, when bots act, and what happens when somebody
does not. Seats, votes and talk are in `lobby`. Promise: nobody is sent anything that is not stored.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from puur.core.actions import awaited
from puur.core.errors import RuleViolation
from puur.core.events import Announced, AusmachInvoked, CardPlayed, Cut, Dealt, Event, Pushed, RulingMade, StoeckShown, Thanked
from puur.core.finish import may_invoke
from puur.core.game import Game
from puur.core.seats import other
from puur.core.setup import Playing, Setup
from puur.core.striche import striche
from puur.core.view import View, view_of
from puur.web import fair
from puur.web.live import bot_pool, croupier, lobby, objections, viewing
from puur.web.live.connection import Connection
from puur.web.live.speech import refusal, sentence
from puur.web.live.state import Commit, NotStored, Row, Store, TableState, Who, setup_json
from puur.web.live.telling import Moment, Teller
from puur.web.live.viewing import CutAsked
from puur.web.live.wire import VERSION, BadMessage, Json, encode, field, read_event, stored
from puur.words import LANGUAGES

log = logging.getLogger("puur.web")
MOST_EVENTS = 60
MOST_INBOX = 500  # requests of one table that may wait
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


@dataclass(frozen=True, slots=True)
class Deed:
    """What a seat does: a person, or a bot (`by` where it acts for a person)."""

    event: Event
    seat: int
    by: str = ""
    nonce: str = ""
    stoeck: bool = False  # shown with the card, if they are due
    connection: Connection | None = None
    action: str = ""


class Taken(NamedTuple):
    """An event that the game has taken: whose it is (None: the table's own), and the id of the action."""

    event: Event
    seat: int | None = None
    action: str | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that the game has taken and that is not stored yet."""

    commit: Commit
    seat: int | None = None
    connection: Connection | None = None
    action: str = ""


class LiveTable:
    """One table: its task and what it knows."""

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
        self._teller = Teller()
        self._serving = False  # the task is at a request
        self._storing = False  # something is being stored past the task
        self._stored = asyncio.Event()
        self._closed = False
        self._mending: asyncio.Task[None] | None = None
        self._turn_since = time.monotonic()
        self._deal_since = time.monotonic()
        self._ask_cut()
        self._prepare()
        self.task = asyncio.create_task(self._run(), name=f"table {state.code}")

    # ---- the task ------------------------------------------------------------------------------------------------------------

    def post(self, do: Callable[..., Any], connection: Connection | None = None, message: Json | None = None) -> None:
        """Have something done when it is its turn."""
        self.inbox.put_nowait(Request(do, connection, message))

    def arrive(self, connection: Connection, since: int | None) -> None:
        """Somebody has connected."""
        self.post(self._arrive, connection, {"since": since})

    def depart(self, connection: Connection) -> None:
        """A connection has ended."""
        self.post(self._depart, connection)

    def said(self, connection: Connection, message: Json) -> None:
        """Somebody says something."""
        kind = message["t"]
        if self.inbox.qsize() >= MOST_INBOX:
            raise BadMessage("busy")
        if kind == "act" and not (self._serving or self._storing or self.inbox.qsize()):
            self._act_at_once(connection, message)
        elif kind == "act":
            self.post(self.act, connection, message)
        elif kind == "ping":
            connection.tell("pong", time=_now())
        elif kind == "hello":
            self.post(self.hello, connection, message)
        elif kind in lobby.REQUESTS:
            self.post(partial(lobby.REQUESTS[kind], self), connection, message)
        else:
            raise BadMessage("json", "t")

    async def _run(self) -> None:
        self.plan()
        while True:
            request = await self.inbox.get()
            self._serving = True
            while self._storing:
                self._stored.clear()
                await self._stored.wait()
            try:
                await self._serve(request)
            except Exception as problem:
                await self._fail(request, problem)
            self._serving = False

    async def _fail(self, request: Request, problem: BaseException) -> None:
        if not isinstance(problem, NotStored):
            log.error("table %s", self.state.code, exc_info=problem)
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
        except (BadMessage, RuleViolation) as problem:
            self._refuse(connection, message, problem)

    def _refuse(self, connection: Connection, message: Json, problem: BadMessage | RuleViolation) -> None:
        if isinstance(problem, BadMessage):
            self.error(connection, problem.code, message)
        else:
            why = refusal(problem, connection.lang, self.names, self.state.faces or "german")
            connection.tell("refused", id=_id_of(message), **why)

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
        self._teller = Teller()
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
        self._closed = True
        for connection in self.connections:
            connection.close(code)
        self._cancel()
        if self._thinking is not None:
            self._thinking.cancel()
        self.task.cancel()
        self.forget(self)

    # ---- coming and going ------------------------------------------------------------------------------------------------------

    async def _arrive(self, connection: Connection, message: Json) -> None:
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

    async def _depart(self, connection: Connection) -> None:
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
        if lang in LANGUAGES:
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
        seat, state = self.seat_of(connection.who), self.state
        head = encode({"v": VERSION, "t": "sync", "n": state.n, "you": seat, "table": lobby.describe(self, connection)})
        view, events = b"null", []
        if state.game is not None:
            first = None
            if isinstance(since, int) and not isinstance(since, bool) and 0 <= since <= state.n:
                first = max(since, state.started_at, state.n - MOST_EVENTS)
            place = None if first is None else first - state.started_at
            connection.told, view, told = self._teller.whole(self._moment(state.game), seat, place)
            events = [{"n": n, "event": event} for n, event in enumerate(told, start=(first or 0) + 1)]
        connection.send(b'%b,"view":%b,"events":%b}' % (head[:-1], view, encode(events)))

    def _moment(self, game: Game) -> Moment:
        return Moment(game, self.asked, self.talked)

    def tell_table(self, but: Connection | None = None) -> None:
        """Tell everybody how the table stands."""
        for connection in self.connections:
            if connection is not but:
                connection.tell("table", table=lobby.describe(self, connection))

    # ---- the game --------------------------------------------------------------------------------------------------------------

    def _act_at_once(self, connection: Connection, message: Json) -> None:
        """Somebody does something in the game while nothing else is under way: no task has to be woken for it."""
        request = Request(self.act, connection, message)
        try:
            deed = self._read(connection, message)
            if deed is None:
                return
            if self._has_left(deed.seat):
                self.inbox.put_nowait(request)
                return
            step = self._take(deed)
        except (BadMessage, RuleViolation) as problem:
            self._refuse(connection, message, problem)
        except Exception as problem:
            self._storing = True
            self._mend(request, problem)
        else:
            self._storing = True
            self.store.write(step.commit, partial(self._after, request, step))

    def _after(self, request: Request, step: Step, _answer: None, problem: BaseException | None) -> None:
        """It is stored, or not."""
        if problem is None and not self._closed:
            try:
                self._settle(step)
                self.plan()
            except Exception as trouble:
                problem = trouble
        if problem is not None:
            self._mend(request, problem)
            return
        self._storing = False
        self._stored.set()

    def _mend(self, request: Request, problem: BaseException) -> None:
        """Something that went past the task has failed: everything else waits until the table is back at what is stored."""
        self.state.game = None  # it is ahead of what is stored: never show it again

        async def work() -> None:
            await self._fail(request, problem)
            self._storing = False
            self._stored.set()

        if not self._closed:
            self._mending = asyncio.create_task(work())

    async def act(self, connection: Connection, message: Json) -> None:
        """Somebody does something in the game."""
        deed = self._read(connection, message)
        if deed is None:
            return
        if self._has_left(deed.seat):
            await lobby.returned(self, deed.seat)
        await self._store(self._take(deed))
        self.plan()

    def _has_left(self, seat: int) -> bool:
        """Whether the others believe that a person has gone; who acts is back."""
        return self.is_bot(seat) or seat in self.people.gone

    def _read(self, connection: Connection, message: Json) -> Deed | None:
        """What somebody wants to do; None if it was done already."""
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
            return None
        if game is None or self.state.status != "playing":
            raise BadMessage("state")
        event, nonce = read_event(message.get("event"), seat, form=game.book.form, free=self.state.playing == "free")
        if not fair.is_nonce(nonce):
            raise BadMessage("json", "nonce")
        if not isinstance(event, CardPlayed | Announced | Pushed | Cut) and _deeds(game, seat) >= MOST_DEEDS:
            raise BadMessage("rate")  # looking at a trick, or asking for a Weis, can be repeated for ever
        if game.free:
            event = objections.stated(event)
            objections.check(game, event, seat, self.talked)
        stoeck = message.get("stoeck") is True  # together with the card, before the next one covers it
        return Deed(event, seat, nonce=nonce, stoeck=stoeck, connection=connection, action=action)

    def _take(self, deed: Deed) -> Step:
        """Have the game take it, with all that follows from it by itself. Refused, nothing has changed."""
        game, seat, event = self.state.game, deed.seat, deed.event
        assert game is not None
        events, at = [event], 0
        if isinstance(event, Cut):
            if self.asked is None or self.asked.seat != seat:
                raise game.refuse("dealing.cutter", "nothing-to-cut" if self.asked is None else "not-the-cutter", seat=seat)
            least, most = self.asked.least, self.asked.most
            if not least <= event.lifted <= most:
                raise game.refuse("dealing.cut_min", "cut-size", lifted=event.lifted, least=least, most=most)
            events, at = croupier.deal_events(game, self.state.secret, event, deed.nonce), 1
        taken: list[Taken] = []
        try:
            for place, said in enumerate(events):
                game.submit(said)
                taken.append(Taken(said, seat, deed.action if deed.action and place == at else None, deed.by))
        except RuleViolation as problem:
            if taken:  # the earlier ones of several were taken already: back to what is stored
                raise NotStored("half taken") from problem
            raise
        if deed.stoeck and croupier.stoeck_due(game, seat):
            game.submit(StoeckShown(seat))
            taken.append(Taken(StoeckShown(seat), seat, by=deed.by))
        taken += self._follow(game)
        return Step(self._commit(taken), seat, deed.connection, deed.action)

    def _follow(self, game: Game) -> list[Taken]:
        """What the referee and the table itself do now."""
        taken: list[Taken] = []
        while (own := objections.next_event(game) if game.free else None) is not None:
            try:
                game.submit(own)
            except RuleViolation:  # what can not be carried out any more is put on record without effect
                assert isinstance(own, RulingMade)
                own = replace(own, effects=())
                game.submit(own)
            taken.append(Taken(own))
        while (own := croupier.next_event(game, self.state.secret)) is not None:
            game.submit(own)
            taken.append(Taken(own))
        return taken

    def _commit(self, taken: Sequence[Taken], change: Json | None = None, begun: Json | None = None) -> Commit:
        game, state, now = self.state.game, self.state, _now()
        assert game is not None
        rows = [
            Row(n, state.number, now, one.seat, one.action, one.by, one.event, stored(one.event))
            for n, one in enumerate(taken, start=state.n + 1)
        ]
        ended = self._ended(game) if game.over else None
        if ended is not None:
            change = {**(change or {}), "state": "over"}
        return Commit(self.state.id, rows, change, begun, ended)

    async def _store(self, step: Step) -> None:
        try:
            await self.store.commit(step.commit)
        except BaseException:
            self.state.game = None  # it is ahead of what is stored: never show it again
            raise
        self._settle(step)

    def _settle(self, step: Step) -> None:
        """It is stored: now everybody may know (a game that begins is told by `begin`)."""
        state, rows, ended = self.state, step.commit.rows, step.commit.ended is not None
        game = state.game
        assert game is not None
        state.n = rows[-1].n if rows else state.n
        if step.action:
            state.actions[step.action] = (-1 if step.seat is None else step.seat, rows[-1].n)
        if ended:
            state.status = "over"
        self._ask_cut()
        self._turn_since = time.monotonic()
        if game.between_deals:
            self._deal_since = time.monotonic()
            self.talked.clear()
        else:
            self.ready.clear()
        if rows and step.commit.begun is None:
            ok = encode({"v": VERSION, "t": "ok", "id": step.action, "n": rows[-1].n})
            self._teller.tell(self._moment(game), rows, self._readers(), step.connection, ok)
        if ended or state.timer:
            self.plan()
            self.tell_table()

    def _readers(self) -> Iterator[tuple[Connection, int | None]]:
        seats = {seat.who: number for number, seat in enumerate(self.state.seats) if seat.who}
        return ((connection, seats.get(connection.who.key)) for connection in self.connections)

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
        pairs = before is not None and len(before.ledger.totals) == 2
        lost = other(before.winner) if before is not None and before.winner is not None and pairs else None
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
        state.game = game = Game(state.book, setup)
        state.actions.clear()
        state.started_at = state.n
        self.ready.clear()
        self.again.clear()
        state.status = "playing"
        begun = {"number": state.number, "book": state.book.key, "setup": setup_json(setup)}
        change = {"state": "playing", "game": state.number, "seats": lobby.seat_rows(self)}
        await self._store(Step(self._commit(self._follow(game), change, begun)))
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
                said = AusmachInvoked(seat) if may_invoke(game) else self._remark(game, seat)
                if said is not None:
                    return since + pace.bot, seat, said
        if self.asked is not None:
            if not self.is_bot(self.asked.seat):
                return None
            waiting = bool(game.deals) and not set(self.people_here()) <= self.ready
            return (self._deal_since + pace.between if waiting else since + pace.bot), self.asked.seat, None
        seat_now = next((seat for seat in awaited(game) if self.is_bot(seat)), None)
        if seat_now is None:
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
        if not all(self.is_bot(partner) for partner in game.seats_of(game.sides[seat]) if partner != seat):
            return view._replace(options=tuple(one for one in view.options if not isinstance(one, Thanked)))
        return view

    def _deadline(self) -> float | None:
        game = self.state.game
        if not self.state.timer or game is None or self.state.status != "playing" or not self.people_here():
            return None
        if game.free and objections.pending(game) is not None:
            return None  # a choice takes the time it takes
        return None if self._slow_person(game) is None else self._turn_since + self.state.timer

    def _slow_person(self, game: Game) -> int | None:
        """The first person for whom the table waits."""
        seats = awaited(game) if self.asked is None else (self.asked.seat,)
        return next((seat for seat in seats if not self.is_bot(seat)), None)

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
            seat_now = self._slow_person(self.state.game)
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
            await self._store(self._take(Deed(said, seat, by=by, nonce=self.nonce)))
            return
        level, view = self.level(seat), self._bot_view(game, seat)
        if bot_pool.slow(level, view):
            self._thinking = asyncio.create_task(self._think(seat, level, view, seed, by))
            return
        said, played = bot_pool.quick(level, view, seed)
        await self._store(self._take(Deed(said, seat, by=by, stoeck=True)))
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
                await self._store(self._take(Deed(said, seat, by=by, stoeck=True)))
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
