"""A game (Partie or Passe): the fold of its events.

`Game.submit` checks an event against the rule book and applies it; a refused event changes nothing and raises `RuleViolation` with
its provision. `Game.replay` folds a list. State is derived and never edited from outside: everything that people may do is an
event, and the same list always gives the same state. What each event checks and does is grouped by subject in the
modules that `_HANDLERS` names.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from puur.core import finish, outcome, playing, preparing, rulings, stoeck, weis_rules, writing
from puur.core.cards import Card
from puur.core.checkpoint import Checkpoint
from puur.core.deal import Deal, Phase
from puur.core.errors import RuleViolation
from puur.core.events import CardPlayed, ChoiceMade, Event, IncidentReported, RulingMade
from puur.core.faces import Faces
from puur.core.form import Form, Handler, form_of, players_of
from puur.core.ledger import Entry, Ledger
from puur.core.reglement import Reglement, SchneiderEffect, Schreiber, Source
from puur.core.seats import SEAT_NAMES, other, side_names
from puur.core.setup import Keeping, Playing, Setup
from puur.core.writing import Due, Warning_

_HANDLERS: dict[type, Handler] = {}


class Game:
    """One game under one rule book."""

    def __init__(self, book: Reglement, setup: Setup | None = None) -> None:
        if book.dealing.first_dealer is None:
            raise RuleViolation("JR-DEAL-01", "first-dealer-unset", book=book.key)
        form = form_of(book.form)
        if form is None:
            raise RuleViolation(book.rule("form"), "form-unknown", form=book.form)
        self.book = book
        self.setup = setup or Setup(names=tuple(SEAT_NAMES[: players_of(book)]))
        self.form: Form = form
        self.seats: tuple[int, ...] = tuple(range(len(self.setup.names)))
        if len(self.seats) not in form.players:
            raise RuleViolation(book.rule("form"), "players-number", players=len(self.seats), accepted=form.players)
        self.sides = form.sides(len(self.seats))  # the side of each seat
        self.handlers = _handlers(form)
        self.own: Any = None  # what only the form knows over several deals
        self.events: list[Event] = []
        self.shuffled: list[int] = []  # where in the events somebody shuffled
        self.shuffled_for: list[int] = []  # for which deal each time
        self.deals: list[Deal] = []
        self.finished_deals: list[Deal] = []
        self.ledger = Ledger(max(self.sides) + 1)
        self.due: list[Due] = []  # what the Schreiber still has to write (manual keeping)
        self.warnings: list[Warning_] = []
        self.penalties: list[tuple[int, int, str]] = []  # seat, points, provision
        self.schreiber: list[int] = []
        self.drawn: dict[int, Card] = {}
        self.drawing: tuple[int, ...] = self.seats  # who still has to draw for the first deal
        self.first_dealer: int | None = self.setup.first_dealer
        self.redealer: int | None = None  # who deals again after an annulled deal
        self.ausmach: tuple[Source, ...] = book.ending.ausmach
        self.counts: dict[int, int] = {}  # stated counts of the deal just played, by team
        self.slate_requests: list[int] = []
        self.bergpreis: int | None = None
        self.bergpreis_at: tuple[int, int] | None = None  # the deal and the trick in which it was won
        self.over = False
        self.over_by = ""
        self.winner: int | None = None
        self.schneider = False
        # irregularities (core.rulings)
        self.incidents: list[IncidentReported] = []
        self.choices: list[ChoiceMade] = []
        self.rulings: list[RulingMade] = []
        self.players: list[str] = list(self.setup.names)  # who plays now; an excluded player is replaced
        self.excluded: list[tuple[int, str]] = []  # seat, name
        self.dealers: dict[int, int] = {}  # who deals a later deal out of order, by number
        self.vorhand: dict[int, int] = {}  # who speaks first in a later deal out of order, by number
        self.thanks_waiting: int | None = None  # the team whose Bedanken hangs on a trick that was taken apart
        self.before_ruling: Checkpoint | None = None  # the state before the last ruling
        self.before_end: Checkpoint | None = None  # the state before the game ended, to which a correction goes back

    # ---- the fold ----------------------------------------------------------------------------------------------------

    def submit(self, event: Event) -> None:
        """Check an event and apply it; a refusal raises `RuleViolation` and changes nothing."""
        handler = self.handlers.get(type(event))
        if handler is None:
            raise self.refuse("form", "not-in-this-game", form=self.book.form)
        handler(self, event)
        self.events.append(event)
        if type(event) is not CardPlayed or self.deals[-1].open:  # a card inside a trick moves no score
            outcome.look(self)

    @classmethod
    def replay(cls, book: Reglement, setup: Setup | None, events: Iterable[Event]) -> Game:
        """The game after these events."""
        game = cls(book, setup)
        for event in events:
            game.submit(event)
        return game

    def copy(self) -> Game:
        """Another game in the same state; what is played in one does not touch the other."""
        return Game.replay(self.book, self.setup, self.events)

    def undo(self, events: int = 1) -> tuple[Event, ...]:
        """Go back by some events, the last one at least, and say which they were; ValueError if there are not so many."""
        if not 1 <= events <= len(self.events):
            raise ValueError(f"cannot take back {events} of {len(self.events)} events")
        taken = tuple(self.events[-events:])
        earlier = Game.replay(self.book, self.setup, self.events[:-events])
        self.__dict__ = earlier.__dict__
        return taken

    def __eq__(self, other: object) -> bool:  # and so no hash: a game changes
        if not isinstance(other, Game):
            return NotImplemented
        return (self.book, self.setup, self.events) == (other.book, other.setup, other.events)

    def __repr__(self) -> str:
        parts = [self.book.key]
        if self.deals:
            deal = self.deals[-1]
            told = {Phase.PLAYING: f"trick {deal.trick_number}"}.get(deal.phase, deal.phase.value)
            parts.append(f"deal {deal.number}, {told}" + (f", {deal.mode}" if deal.mode is not None else ""))
        score = ", ".join(f"{self.side_name(side)} {points}" for side, points in enumerate(self.totals()))
        winner = "" if self.winner is None else f", {self.side_name(self.winner)} won"
        return f"<Game {': '.join(parts)}; {score}{winner}>"

    # ---- questions ---------------------------------------------------------------------------------------------------

    @property
    def deal(self) -> Deal:
        """The deal being prepared, played or just finished."""
        if not self.deals:
            raise RuleViolation(self.book.rule("dealing.first_dealer"), "no-deal-yet")
        return self.deals[-1]

    @property
    def between_deals(self) -> bool:
        """Whether the next step is a new deal."""
        return not self.deals or self.deals[-1].phase is Phase.OVER

    @property
    def faces(self) -> Faces:
        """The faces of the cards: those of the book, unless this game has others. (AJZ-2.1-02, AJZ-2.1-03)"""
        return self.setup.faces or self.book.table.faces

    @cached_property
    def manual(self) -> bool:
        """Whether the Schreiber has to write by hand."""
        return self.setup.keeping is Keeping.MANUAL

    @cached_property
    def free(self) -> bool:
        """Whether the table lets mistakes happen."""
        return self.setup.playing is Playing.FREE

    @property
    def next_number(self) -> int:
        """The number of the deal that comes next; one that is dealt again keeps its own."""
        last = self.deals[-1].number if self.deals else 0
        return last if self.redealer is not None else last + 1

    def next_dealer(self) -> int | None:
        """Who deals next; None while the first dealer is not settled."""
        if self.redealer is not None:
            return self.redealer
        if not self.deals:
            return self.first_dealer
        planned = self.dealers.get(self.deals[-1].number + 1)
        if planned is not None:
            return planned
        return self.form.next_dealer(self)

    def totals(self) -> tuple[int, ...]:
        """The live score: what is written or due, and the complete tricks of the running deal."""
        totals = self.ledger.totals[:]
        for due in self.due:
            totals[due.entry.team] += due.entry.points
        if self.deals:
            deal = self.deals[-1]
            if deal.phase is Phase.PLAYING and self.form.score_moves:
                for party, points in enumerate(deal.points):
                    for side in self.form.written_to(self, deal, party):
                        totals[side] += (points + deal.moved[party]) * deal.factor
        return tuple(totals)

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(seat for seat in self.seats if self.sides[seat] == side)

    def side_name(self, side: int) -> str:
        """The letters of the seats of a side: `A+C`, or `A` where everybody plays alone."""
        return side_names(self.sides)[side]

    def held_stoeck(self, deal: Deal, *, shown: bool = True) -> tuple[int, int]:
        """What Stöck held in a deal are worth to each team, factor included; those shown already only if asked for."""
        worth = [0, 0]
        if self.book.stoeck.enabled:
            seat = deal.stoeck_holder()
            if seat is not None and (shown or deal.stoeck is None):
                worth[self.sides[seat]] = self.book.stoeck.points * self.bonus_factor(deal)
        return worth[0], worth[1]

    def bonus_factor(self, deal: Deal) -> int:
        """By what Weis and Stöck are multiplied. (UB-POINTS-08)"""
        return deal.factor if self.book.weis.times_factor else 1

    def schreiber_of(self, team: int) -> int | None:
        """Who writes for a team: its own Schreiber, or the only one of the table."""
        if len(self.schreiber) == 1:
            return self.schreiber[0]
        return next((seat for seat in self.schreiber if self.sides[seat] == team), None)

    def refuse(self, field: str, reason: str, **facts: object) -> RuleViolation:
        """A refusal that cites the provision behind a field of the book."""
        return RuleViolation(self.book.rule(field), reason, **facts)

    def warn(self, field: str, reason: str, **facts: object) -> None:
        """Note something that the book tolerates but people should look at."""
        self.warnings.append(Warning_(self.book.rule(field), reason, tuple(facts.items())))

    # ---- steps shared by the handlers ----------------------------------------------------------------------------------

    def require_running(self) -> None:
        """Refuse anything once the game is over."""
        if self.over:
            raise self.refuse("ending.target" if self.book.ending.target else "ending.deals", "game-over")

    def require_schreiber(self) -> None:
        """Refuse to begin without the Schreiber that the book demands. (TAM-ES-61, NWS-2-01, UB-SLATE-04)"""
        needed = {Schreiber.NONE: 0, Schreiber.ONE: 1, Schreiber.PER_TEAM: 2}[self.book.table.schreiber]
        if len(self.schreiber) < needed:
            raise self.refuse("table.schreiber", "schreiber-missing", named=len(self.schreiber), needed=needed)

    def write(self, entry: Entry) -> None:
        """Book an entry: at once, or as due to be written by the Schreiber."""
        if self.manual:
            self.due.append(Due(entry, self.deal.trick_number))
        else:
            self.ledger.add(entry)

    def open_deal(self, dealer: int) -> Deal:
        """Begin a new deal."""
        number = self.next_number
        if self.redealer is not None:
            self.deals.pop()
            self.redealer = None
        deal = Deal(number, dealer, self.sides, sum(self.form.packets(self.book, len(self.seats), number)))
        self.deals.append(deal)
        return deal

    def end(self, winner: int | None, by: str) -> None:
        """Close the game."""
        self.over, self.over_by, self.winner = True, by, winner
        if winner is not None and self.book.ending.target and self.book.ending.schneider is not SchneiderEffect.NOTHING:
            loser = other(winner)
            total = self.totals()[loser]
            if self.deals and by != outcome.AFTER_DEAL and stoeck.stoeck_open(self, self.deals[-1]):
                total += self.held_stoeck(self.deals[-1], shown=False)[loser]  # JR-SCHN-04
            self.schneider = total < self.book.half

    def reopen(self) -> None:
        """Take the end back; whether the game is over has to be looked at again."""
        self.over, self.over_by, self.winner, self.schneider, self.before_end = False, "", None, False, None


for _module in (preparing, playing, weis_rules, finish, writing, rulings):
    _HANDLERS.update(_module.HANDLERS)


@lru_cache(maxsize=64)
def _handlers(form: Form) -> dict[type, Handler]:
    """What each event of a game does: the shared events, and those of its form."""
    return {**_HANDLERS, **form.handlers}
