"""The interface for programs: create a game, step it, see it as a seat does, let bots play, solve, play out.

Everything is also reachable as `puur.NAME`. Only `playouts`, `solve` and the searching levels load numba, on their first call.
The state of a game is a `puur.core.game.Game`; what a seat may know is a `puur.core.view.View`. Chance comes from seeds alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from puur.bots.budget import Budget
from puur.bots.explain import Explanation
from puur.bots.levels import DEFAULT, LEVELS, Level
from puur.core.actions import to_act
from puur.core.cards import Card, CardSet, parse_card, shuffled
from puur.core.deal import Phase
from puur.core.events import CardPlayed, Cut, DealerNamed, Dealt, Event, HandsRecorded, SchreiberNamed, Shuffled
from puur.core.game import Game
from puur.core.housekeeping import schreiber_seats
from puur.core.mode import Mode, parse_mode
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.view import View, view_of
from puur.reglement import load
from puur.words import DEFAULT as DEFAULT_LANGUAGE
from puur.words import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from puur.fast import Solution


def new_game(book: str | Reglement = "ub2024", *, dealer: int = 0) -> Game:
    """A game under a book (its key, a file, or a `Reglement`), with nothing dealt yet.

    >>> new_game("tam2014-cp").form.name
    'coiffeur'
    """
    rules = load(book) if isinstance(book, str) else book
    game = Game(rules, Setup(first_dealer=dealer))
    for seat in schreiber_seats(rules, dealer):
        game.submit(SchreiberNamed(seat))
    return game


def deal(game: Game, seed: int | str = 0, hands: Sequence[str] | None = None) -> None:
    """Shuffle, cut and deal the next deal by a seed, or give out these four hands."""
    dealer = game.next_dealer()
    if dealer is None:
        game.submit(DealerNamed(0, 0))
        dealer = 0
    if hands is not None:
        game.submit(HandsRecorded(dealer, tuple(CardSet.parse(hand) for hand in hands)))
        return
    rng, rules = random.Random(f"{seed}/{len(game.deals)}"), game.book.dealing
    game.submit(Shuffled(dealer, shuffled(rng)))
    game.submit(Cut((dealer + 3) % 4, rng.randint(rules.cut_min, rules.cut_max)))
    game.submit(Dealt(dealer))


def new_deal(book: str | Reglement = "ub2024", *, seed: int | str = 0, dealer: int = 3, hands: Sequence[str] | None = None) -> Game:
    """A game whose first deal lies on the table.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> len(view(game).hand)
    9
    """
    game = new_game(book, dealer=dealer)
    deal(game, seed, hands)
    return game


def view(game: Game, seat: int | None = None) -> View:
    """What a seat may know; without one, the seat that has to speak or play. Its `options` are what it may do.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> view(game).seat, len(view(game).options)
    (0, 7)
    """
    seat = to_act(game) if seat is None else seat
    if seat is None:
        raise ValueError("nobody has to act; name a seat")
    return view_of(game, seat)


def step(game: Game, action: Event | str) -> None:
    """Do something: an event, one of `view(game).options`, or in short a card (`"E9"`); `RuleViolation` if it is not allowed.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> step(game, view(game).options[0])
    >>> game.deal.mode is not None
    True
    """
    if isinstance(action, str):
        seat = to_act(game)
        if seat is None:
            raise ValueError("nobody has to play")
        action = CardPlayed(seat, parse_card(action))
    game.submit(action)


def levels() -> Mapping[str, Level]:
    """The levels of the bots by name, weakest first.

    >>> next(iter(levels()))
    'lehrling'
    """
    return LEVELS


def choose(
    view: View, level: str = DEFAULT, *, seed: int | str = 0, rounds: int | None = None, seconds: float | None = None
) -> Event:
    """What a bot of this level does, out of `view.options`; the same for the same view, seed and rounds.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> choose(view(game)) in view(game).options
    True
    """
    budget = LEVELS[level].budget
    if rounds is not None:
        budget = Budget(rounds, 3600.0)
    if seconds is not None:
        budget = replace(budget, seconds=seconds)
    return LEVELS[level].choose(view, random.Random(str(seed)), budget)


def explain(view: View, card: Card | str, *, seed: int | str = 0, rounds: int = 2000) -> Explanation:
    """Why a card could be played, and what every legal card is expected to bring."""
    from puur.bots.explain import explain as explained

    asked = parse_card(card) if isinstance(card, str) else card
    return explained(view, asked, random.Random(str(seed)), Budget(rounds, 3600.0))


def sentence(explanation: Explanation, lang: str = DEFAULT_LANGUAGE) -> str:
    """An explanation in words: why, how much better than the next card, and what every legal card is expected to bring.

    >>> game = new_deal("tam2014-es", hands=["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8",
    ...                                      "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"])
    >>> step(game, next(option for option in view(game).options if str(getattr(option, "mode", "")) == "obenabe"))
    >>> sentence(explain(view(game), "EA", rounds=200), "en").partition(".")[0]
    'EA is Bock: nothing higher is left in that suit'
    """
    facts = {"card": explanation.card, "pot": explanation.pot, "loss": f"{explanation.loss:.1f}", "best": explanation.best}
    said = [say(explanation.text, lang, **facts)]
    if explanation.gain >= 0.5:
        said.append(say("bots.gain", lang, gain=f"{explanation.gain:.1f}"))
    expected = [say("bots.expected", lang, card=rated.card, points=f"{rated.points:.0f}") for rated in explanation.cards]
    return " ".join([*said, *(["(" + "; ".join(expected) + ")"] if expected else [])])


def play(game: Game, level: str = DEFAULT, *, seed: int | str = 0, rounds: int | None = None) -> None:
    """Let bots of one level play the running deal to its end.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> play(game)
    >>> sum(game.ledger.totals)
    157
    """
    number = 0
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        step(game, choose(view_of(game, seat), level, seed=f"{seed}/{number}", rounds=rounds))
        number += 1


def playouts(
    n: int, mode: Mode | str | None = None, *, seed: int = 0, hands: ArrayLike | None = None, threads: int = 1
) -> NDArray[np.int16]:
    """Play `n` random deals (or given hands) by chance: rows of points of team 0 and 1, and their tricks.

    It knows no book: played by the general rules, where the Puur need not follow and the last trick counts 5.

    >>> playouts(1000, "E", seed=1)[:, :2].sum(axis=1).tolist() == [157] * 1000
    True
    """
    from puur.fast.playout import playouts as played

    return played(n, _mode(mode), seed, hands, threads=threads)


def solve(game: Game | Sequence[str], mode: Mode | str | None = None, *, leader: int = 0) -> Solution:
    """The exact value of a running deal, or of four hands in a mode, with all cards known.

    >>> solve(["EA E6", "EK E7", "EO E8", "EU E9"], "obenabe").points  # the six first: the ace then takes the last trick
    (24, 9)
    """
    from puur.fast.position import BadPosition, Position, unsupported
    from puur.fast.solver import solve as solved

    if isinstance(game, Game):
        if fields := unsupported(game.book):
            raise BadPosition(f"the solver plays by the general rules; the book {game.book.key!r} differs in {', '.join(fields)}")
        return solved(Position.from_deal(game.deal))
    announced = _mode(mode)
    if announced is None:
        raise ValueError("four hands need a mode")
    return solved(Position.dealt([CardSet.parse(hand) for hand in game], announced, leader))


def _mode(mode: Mode | str | None) -> Mode | None:
    return parse_mode(mode) if isinstance(mode, str) else mode
