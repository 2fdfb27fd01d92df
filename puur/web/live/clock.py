"""What happens at a table by itself: when a bot acts and what it does, whose time is up, when the others are asked about somebody
who is away, and when an empty table is forgotten."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from puur.core.actions import awaited
from puur.core.events import AusmachInvoked, Cut, Event, RulingMade, Thanked
from puur.core.finish import order_open
from puur.core.game import Game
from puur.core.view import View, view_of
from puur.web.live import bot_pool, croupier, objections
from puur.web.live.acting import Deed
from puur.web.live.connection import HASTE

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable

log = logging.getLogger("puur.web")
CHOICE = "choice"
UNHEARD = 8.0  # seconds that a bot waits with the cut for a browser that adds to the shuffle: a phone that is busy may need them
HELLO = 0.3  # and for one that has just come, to say whether it does
AGAIN = 1.0  # seconds after which a bot tries again what could not be stored
LEAST_TO_ASK = 0.45  # of the usual time: whoever may ask for a Weis gets it at any pace


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds."""

    bot: float = 0.8  # a bot thinks
    trick: float = 1.6  # a bot leaves a complete trick on the table
    between: float = 25.0  # a bot waits with the cut for those who look at the result
    grace: float = 30.0  # a seat waits before the others are asked
    wait: float = 60.0  # and again after they have voted to wait
    idle: float = 120.0  # an empty table stays in memory


def _choice(game: Game) -> object:
    """Which choice the table waits for."""
    waits = objections.pending(game)
    return None if waits is None or not waits.choices else (waits.offence, waits.seat, waits.choices[0].key)


class Due(NamedTuple):
    """When which bot acts, and what it says if that is known already."""

    when: float
    seat: int
    said: Event | None = None


class Clock:
    """The clock of one table, with the bots that act by it."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.deadline: float | None = None
        self.plays: dict[int, str] = {}  # seats for which another level than the one asked has answered last
        self._bot: Due | None = None
        self._confirm: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._turn_since = self._deal_since = self._decision_since = time.monotonic()
        self._decision: tuple[object, ...] = ()  # what somebody has to decide, where there is a time limit
        # A decision that a choice has interrupted, and how much of its time was used.
        self._left_off: tuple[tuple[object, ...], float] = ((), 0.0)

    def moved(self, game: Game) -> None:
        """Something has happened in the game. The time to decide begins anew only with another decision."""
        self._turn_since = time.monotonic()
        if game.between_deals:
            self._deal_since = self._turn_since
        if self.table.state.timer:
            decision = self._decided_next(game)
            if decision != self._decision:
                self._begin(decision)

    def _begin(self, decision: tuple[object, ...]) -> None:
        """Another decision, with its own time; one that goes on after a choice has what is left of its own."""
        now, used = self._turn_since, 0.0
        if decision[0] != CHOICE:
            used = self._left_off[1] if self._left_off[0] == decision else 0.0
        elif self._decision and self._decision[0] != CHOICE:
            self._left_off = self._decision, now - self._decision_since
        self._decision, self._decision_since = decision, now - used

    def _decided_next(self, game: Game) -> tuple[object, ...]:
        """Where the game stands, and for whom it waits: looking at a trick or a vain objection changes neither."""
        rulings = sum(isinstance(event, RulingMade) and bool(event.effects) for event in game.events) if game.free else 0
        if game.free and (open_choice := _choice(game)) is not None:
            return CHOICE, len(game.deals), rulings, open_choice
        if not game.deals or game.between_deals:
            return len(game.deals), rulings, awaited(game)
        deal = game.deal
        return len(game.deals), rulings, awaited(game), deal.phase, deal.mode, len(deal.tricks), len(deal.cards)

    def failed(self) -> None:
        """What a bot did could not be stored: it tries again, but not at once."""
        later = time.monotonic() + AGAIN
        self._turn_since = self._decision_since = later
        self._deal_since = max(self._deal_since, later - self.table.pace.between)

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        self._cancel()
        if self._thinking is not None:
            self._thinking.cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ---- what is due -----------------------------------------------------------------------------------------------------------

    def plan(self) -> None:
        """Work out what is due next, and wake up for it."""
        table = self.table
        self._cancel()
        now = time.monotonic()
        thinking = self._thinking is not None  # what it finds comes as a request, and then there is a new plan
        self._bot = None if thinking else self._next_bot()
        self.deadline = self._deadline()
        self._confirm = self._confirmed_at()
        bot = self._bot.when if self._bot is not None else None
        due = [table.people.due(table), None if thinking else self.deadline, bot, self._confirm]
        if not table.connections:
            due.append(now + table.pace.idle)
        times = [when for when in due if when is not None]
        if times:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, min(times) - now), table.post, self._tick)

    def _next_bot(self) -> Due | None:
        """When which bot acts; bots wait while no person is there."""
        table, pace, since = self.table, self.table.pace, self._turn_since
        haste = self._haste()
        game = table.state.game
        bots = [seat for seat in range(len(table.state.seats)) if table.state.is_bot(seat)]
        if not bots or game is None or table.state.status != "playing" or not table.people_here():
            return None
        if game.free and (waits := objections.pending(game)) is not None:
            chosen = objections.bot_choice(game, set(bots))
            return None if chosen is None or not waits.choices else Due(since + pace.bot * haste, *chosen)
        if game.free:
            objection = objections.bot_objection(game, {seat: table.state.level_of(seat) for seat in bots}, self._attention)
            if objection is not None and objection.by is not None:
                return Due(since + pace.bot * haste, objection.by, objection)
        for seat in bots if game.deals else ():
            said = AusmachInvoked(seat) if order_open(game) else self._remark(game, seat)
            if said is not None:
                return Due(since + pace.bot * haste, seat, said)
        if table.asked is not None:
            if table.asked.seat not in bots:
                return None
            waiting = bool(game.deals) and not set(table.people_here()) <= table.ready
            return Due(
                max(self._deal_since + pace.between if waiting else since + pace.bot * haste, self._unheard()), table.asked.seat
            )
        seat_now = next((seat for seat in awaited(game) if seat in bots), None)
        if seat_now is None:
            return None
        asking = bool(game.deal.weisen.announced) and len(game.deal.tricks) == 1
        longer = 2 * max(haste, LEAST_TO_ASK) if game.free or asking else haste  # time to object, or to ask for a Weis
        return Due(since + (pace.trick * longer if game.deal.open else pace.bot * haste), seat_now)

    def _confirmed_at(self) -> float | None:
        """When the result of a game's last deal stands: once all have seen it, or had the time to object to it."""
        table, game = self.table, self.table.state.game
        if game is None or not table.unconfirmed or objections.pending(game) is not None:
            return None
        return self._turn_since + (0.0 if set(table.people_here()) <= table.ready else table.pace.between)

    def _haste(self) -> float:
        """How long bots wait, as a share of the usual time: as the slowest of the people who play here wishes."""
        state, readers = self.table.state, self.table.connections
        shares = [HASTE[reader.pace] for reader in readers if state.seat_of(reader.who.key) is not None]
        return max(shares, default=1.0)

    def _unheard(self) -> float:
        """Until when a bot waits with the cut for what people's browsers add to the shuffle."""
        table, asked = self.table, self.table.asked
        if asked is None or asked.given:
            return 0.0
        given = {*table.given, *asked.bots}
        waits = [
            reader.began + HELLO if reader.adds is None else max(self._turn_since, reader.began) + UNHEARD
            for reader in table.connections
            if reader.adds is not False and (seat := table.state.seat_of(reader.who.key)) is not None and seat not in given
        ]
        return max(waits, default=0.0)

    def _attention(self, *what: object) -> float:
        """From 0 to 1, the same for the same mistake: whoever has not noticed it does not notice it by waiting."""
        state = self.table.state
        return croupier.chance(state.secret, "attention", state.number, *what).random()

    def _remark(self, game: Game, seat: int) -> Event | None:
        return bot_pool.remark(self.table.state.level_of(seat), self._view(game, seat)) if croupier.has_remark(game, seat) else None

    def _view(self, game: Game, seat: int) -> View:
        """The view of a bot; with a person for a partner it leaves the thanking to the person."""
        view = view_of(game, seat)
        if not all(self.table.state.is_bot(partner) for partner in game.seats_of(game.sides[seat]) if partner != seat):
            return view._replace(options=tuple(option for option in view.options if not isinstance(option, Thanked)))
        return view

    def _deadline(self) -> float | None:
        table, game = self.table, self.table.state.game
        if not table.state.timer or game is None or table.state.status != "playing" or not table.people_here():
            return None
        return None if self._slow_person(game) is None else self._decision_since + table.state.timer

    def _slow_person(self, game: Game) -> int | None:
        """The first person for whom the table waits; whoever has a choice first."""
        waits = objections.pending(game)
        if waits is not None:
            return next((seat for choice in waits.choices[:1] for seat in choice.by if not self.table.state.is_bot(seat)), None)
        seats = awaited(game) if self.table.asked is None else (self.table.asked.seat,)
        return next((seat for seat in seats if not self.table.state.is_bot(seat)), None)

    # ---- now -------------------------------------------------------------------------------------------------------------------

    async def _tick(self) -> None:
        table, now = self.table, time.monotonic() + 0.001
        if self._confirm is not None and self._confirm <= now:
            await table.confirm()
            return
        if not table.connections and table.inbox.empty():
            table.close(1000)
            return
        if self._bot is not None and self._bot.when <= now:
            _, seat, said = self._bot
            await self._act(seat, said, "bot" if table.state.seats[seat].stand_in else "")
        elif self.deadline is not None and self.deadline <= now and table.state.game is not None:
            slow, chosen = self._slow_person(table.state.game), objections.bot_choice(table.state.game, set(table.state.game.seats))
            if slow is not None:
                await self._act(slow if chosen is None else chosen[0], None if chosen is None else chosen[1], "timeout")
        table.people.tick(table, now)
        self.plan()

    async def _act(self, seat: int, said: Event | None, by: str) -> None:
        """A bot does something for a seat."""
        table, state, game = self.table, self.table.state, self.table.state.game
        if game is None or self._thinking is not None:
            return
        view = self._view(game, seat)
        seed = croupier.bot_seed(game, state.secret, view)
        if said is None and table.asked is not None:
            said = Cut(seat, random.Random(seed).randint(table.asked.least, table.asked.most))
        if said is not None:
            await table.do(Deed(said, seat, by=by))
            return
        level = state.level_of(seat)
        if bot_pool.slow(level, view):
            self._thinking = asyncio.create_task(self._think(seat, level, view, seed, by))
            return
        said, played = bot_pool.quick(level, view, seed)
        await table.do(Deed(said, seat, by=by, stoeck=True))
        self._played(seat, level, played)

    async def _think(self, seat: int, level: str, view: View, seed: str, by: str) -> None:
        """Let a bot think elsewhere; what it found counts only if nothing has happened meanwhile."""
        table, at = self.table, self.table.state.n
        try:
            said, played = await bot_pool.thinkers.think(level, view, seed)
        except Exception:  # never without an answer
            log.exception("bot at table %s", table.state.code)
            said, played = bot_pool.quick(level, view, seed)
        self._thinking = None

        async def put() -> None:
            if table.state.n == at and (table.state.is_bot(seat) or by == "timeout"):
                await table.do(Deed(said, seat, by=by, stoeck=True))
                self._played(seat, level, played)
            self.plan()

        table.post(put)

    def _played(self, seat: int, level: str, played: str) -> None:
        """Remember who has really played, and tell everybody when that changes."""
        other_level = played if played != level else ""
        if self.plays.get(seat, "") != other_level:
            self.plays[seat] = other_level
            self.table.tell_table()
