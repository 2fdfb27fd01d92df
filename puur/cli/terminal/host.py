"""The part of a game that happens on its own: the table shuffles and deals, the bots cut, speak and play.

What comes next is a function of the seed and of the events so far, so a game that was cut off goes on as it would have.
The person sits at seat 0. Bots get their view and nothing else.
"""

from __future__ import annotations

import random

from puur.bots.simple import choose, remark
from puur.core.actions import awaited
from puur.core.cards import shuffled
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import AusmachInvoked, Cut, Dealt, Event, Shuffled, Thanked
from puur.core.game import Game
from puur.core.housekeeping import seated, table_event
from puur.core.outcome import in_window
from puur.core.reglement import Finish, Reglement
from puur.core.seats import next_seat
from puur.core.setup import Setup
from puur.core.standing import in_first_trick
from puur.core.view import View, view_of

PERSON = 0


def new_game(book: Reglement, setup: Setup, seed: int) -> Game:
    """A game ready to begin."""
    return Game(book, seated(book, setup, random.Random(f"{seed}/dealer")))


def next_event(game: Game, seed: int) -> Event | None:
    """What table or bots do now; None when the person has to decide, or at the end."""
    if game.over:  # what belongs to the last card may still be said (UB-WEIS-03)
        return _remark(game) if in_window(game) else None
    rng = random.Random(f"{seed}/{len(game.events)}")
    said = _remark(game)
    if said is not None:
        return said
    if game.between_deals or game.deal.phase is Phase.PREPARING:
        return _prepare(game, rng, f"{seed}/{len(game.events)}")
    bots = [seat for seat in awaited(game) if seat != PERSON]
    return choose(_view(game, bots[0]), rng) if bots else None


def advice(game: Game, seed: int) -> Event:
    """What a bot would do in the person's place, from the person's own view."""
    return choose(view_of(game, PERSON), random.Random(f"{seed}/{len(game.events)}/advice"))


def cutter_of(game: Game) -> int:
    """Who cuts: the player before the dealer."""
    return (game.deal.dealer - 1) % len(game.seats)


def _view(game: Game, seat: int) -> View:
    """The view of a bot; the person's partner leaves the thanking to the person."""
    view = view_of(game, seat)
    if game.sides[seat] == game.sides[PERSON]:
        return view._replace(options=tuple(option for option in view.options if not isinstance(option, Thanked)))
    return view


def _remark(game: Game) -> Event | None:
    """What a bot has to say out of turn, whoever won the last trick first."""
    if not game.deals:
        return None
    appeal = _ausmach(game)
    if appeal is not None:
        return appeal
    first = game.deals[-1].leader if game.deals[-1].leader in game.seats else PERSON
    for step in game.seats:
        seat = (first + step) % len(game.seats)
        said = None if seat == PERSON else remark(_view(game, seat))
        if said is not None:
            return said
    return None


def _ausmach(game: Game) -> Event | None:
    """Both parties are out with the first trick and the book waits for thanks: the order of finishing decides. (JR-AUSM-01)"""
    deal, ending = game.deal, game.book.ending
    waiting = bool(game.ausmach) and 0 < ending.target <= max(game.totals()) and ending.finish is not Finish.AUTOMATIC
    if not waiting or not in_first_trick(deal) or not deal.open:
        return None
    said = AusmachInvoked(next_seat(PERSON))
    try:
        Game.replay(game.book, game.setup, [*game.events, said])
    except RuleViolation:
        return None
    return said


def _prepare(game: Game, rng: random.Random, source: str) -> Event | None:
    rules = game.book.dealing
    if game.between_deals or not game.deal.pack:
        said = table_event(game, rng)
        dealer = game.next_dealer() if game.between_deals else game.deal.dealer
        return said if said is not None or dealer is None else Shuffled(dealer, shuffled(rng), source)
    if not game.deal.cut_done:
        seat = cutter_of(game)
        return None if seat == PERSON else Cut(seat, rng.randint(rules.cut_min, rules.cut_max))
    return Dealt(game.deal.dealer)
