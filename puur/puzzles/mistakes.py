"""The decisions of a seat in a deal that is over: what each was about, what it cost, and a puzzle of each mistake.

What a card cost comes from the opinions of the strongest player (`web.opinions`), as they were worked out for the replay; what an
announcement cost, from its network. Only real decisions count: where one of the answers costs something. A loss within its own
uncertainty is none. A mistake becomes a puzzle where the deal can be told as one (four players, a plain mode, no irregularity).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from puur.bots import levels
from puur.bots.base import cards_offered
from puur.bots.budget import PLENTY
from puur.bots.hints import bid_worths
from puur.bots.knowledge import NotSearchable
from puur.core.cards import CARDS, Card
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Event, Pushed, Shuffled, WeisAnnounced
from puur.core.game import Game
from puur.core.view import View, view_of
from puur.puzzles.puzzle import MODES, PUSH, SIGNS, BadPuzzle, Puzzle
from puur.puzzles.themes import group_of, theme_of

DEAR = 5.0  # points: less is a matter of taste
EVEN = 78.5  # points of each side in a deal that nobody wins
_CARDS: Mapping[str, Card] = {card.name: card for card in CARDS}
_SIGNS: Mapping[str, str] = {str(mode): sign for sign, mode in MODES.items()} | {"push": PUSH}


@dataclass(frozen=True, slots=True)
class Decision:
    """A real decision: the number of its event, its group, the points that it cost, and the line of a puzzle or nothing."""

    n: int
    group: str
    loss: float
    task: str = ""


@dataclass(slots=True)
class _Told:
    """A deal as a puzzle tells it, as far as it has come."""

    deal: str
    dealer: int = -1
    said: str = ""
    played: str = ""


def decisions(game: Game, deal: int, seat: int, judged: Mapping[str, Any], others: Collection[int] = ()) -> list[Decision]:
    """The real decisions of a seat in a finished deal; `judged` has the opinions by event, `others` what was not the person's."""
    made: list[Decision] = []
    again, told = Game(game.book, game.setup), _Told(_dealt(game, deal))
    for n, event in enumerate(game.events, start=1):
        current = again.deals[-1] if again.deals else None
        if current is not None and current.number == deal:
            if getattr(event, "seat", None) == seat and n not in others:
                made += _made(again, seat, n, event, judged.get(str(n)), told)
            _tell(told, event)
        again.submit(event)
        if isinstance(event, Shuffled) and again.deals[-1].number == deal:
            made.clear()  # an annulled deal was dealt again
            told = _Told(told.deal)
    return made


def _dealt(game: Game, number: int) -> str:
    """Who was dealt each card; nothing where a puzzle has no place for the players."""
    deal = next(deal for deal in game.deals if deal.number == number)
    seats = {card: seat for seat in game.seats for card in deal.dealt_hand(seat)}
    return "".join(str(seats[card]) for card in CARDS) if len(seats) == len(CARDS) and len(game.seats) == 4 else ""


def _tell(told: _Told, event: Event) -> None:
    if isinstance(event, Announced | Pushed):
        if told.dealer < 0:
            told.dealer = (event.seat - 1) % 4  # whoever speaks first sits after the dealer, whichever card made them begin
        told.said += PUSH if isinstance(event, Pushed) else _SIGNS.get(str(event.mode), "?")
    elif isinstance(event, CardPlayed):
        told.played += SIGNS[event.card.index]


def _made(again: Game, seat: int, n: int, event: Event, opinion: Any, told: _Told) -> Iterator[Decision]:
    if isinstance(event, Announced | Pushed) and again.deals[-1].phase is Phase.BIDDING:
        yield from _of_bid(view_of(again, seat), event, n, told)
    elif isinstance(event, WeisAnnounced):
        yield Decision(n, "announcing", 0.0)
    elif isinstance(event, CardPlayed):
        view = view_of(again, seat)
        if not view.tricks and view.offered:
            yield Decision(n, "announcing", float(view.offered.points(again.book.weis.values)))  # a Weis that was kept quiet
        if opinion and len(opinion["cards"]) > 1:
            yield from _of_card(view, event.card, n, opinion, told)


def _of_bid(view: View, said: Announced | Pushed, n: int, told: _Told) -> Iterator[Decision]:
    worths = bid_worths(view)
    own = worths.get(str(said.mode) if isinstance(said, Announced) else "push")
    if own is None or max(worths.values()) - min(worths.values()) < DEAR:
        return
    loss = round(max(worths.values()) - own, 1)
    values = sorted(((_SIGNS[name], round(EVEN + worth, 1)) for name, worth in worths.items() if name in _SIGNS), key=_by_points)
    dealer = told.dealer if told.dealer >= 0 else (view.seat - 1) % 4
    best = values[0][0] if values else ""
    theme = "push" if best == PUSH else "no_trump" if best in "ou" else "trump"
    task = _line(view, _Told(told.deal, dealer, told.said), values, theme, 3) if loss >= DEAR else ""
    yield Decision(n, "announcing", loss, task)


def _of_card(view: View, played: Card, n: int, opinion: Mapping[str, Any], told: _Told) -> Iterator[Decision]:
    points = [(str(name), float(value)) for name, value, *_ in opinion["cards"]]
    if points[0][1] - points[-1][1] < DEAR:
        return
    best, doubt = _CARDS[points[0][0]], float(opinion.get("doubt", 0.0))
    loss = float(opinion["loss"]) if opinion["loss"] >= doubt else 0.0
    task = ""
    if loss >= DEAR:
        try:
            seen = levels.bot("stammtisch").card(view, random.Random(n), PLENTY) is best
            values = [(SIGNS[_CARDS[name].index], value) for name, value in points]
            task = _line(view, told, values, theme_of(view, best), 2 if seen else 3)
        except NotSearchable:
            task = ""
    yield Decision(n, group_of(view, played, best), loss, task)


def _by_points(value: tuple[str, float]) -> float:
    return -value[1]


def _line(view: View, told: _Told, values: list[tuple[str, float]], theme: str, level: int) -> str:
    """The puzzle of a position, if it is one: told anew, the same seat has the same cards and the same choice."""
    if len(told.deal) != len(CARDS) or told.dealer < 0 or "?" in told.said or len(values) < 2:
        return ""
    puzzle = Puzzle(told.deal, told.dealer, told.said, told.played, values[0][0], theme, level, tuple(values))
    try:
        again = puzzle.view()
    except BadPuzzle:
        return ""
    same = (again.seat, again.hand, again.mode) == (view.seat, view.hand, view.mode)
    return puzzle.line if same and cards_offered(again) == cards_offered(view) else ""
