"""What a played game means for the club: the penalty points of its rulings, as events for the persons at the table.

The game books penalty points by seat and never touches its own score with them; here the seats become persons. The day's result
takes them before the coefficient. (AJZ-3.4-29, AJZ-3.4-30)
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from puur.core.game import Game
from puur.season.book import ClubBook
from puur.season.events import PenaltyGiven


def penalties_given(
    book: ClubBook, game: Game, persons: Mapping[int, str], *, day: str, series: str, at: datetime
) -> tuple[PenaltyGiven, ...]:
    """The penalty points of a game for the persons in its seats; points that are on no list of the club are left out."""
    act_of = {penalty.rule: (name, penalty.points) for name, penalty in book.penalties.items()}
    return tuple(
        PenaltyGiven(day=day, series=series, person=persons[seat], act=act_of[rule][0], points=act_of[rule][1], at=at, rule=rule)
        for seat, _points, rule in game.penalties
        if rule in act_of
    )
