"""Asking the referee: one incident in one game, ruled by the book of that game."""

from __future__ import annotations

import copy
import difflib

from puur.core.events import IncidentReported
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.referee.case import Case
from puur.referee.deciding import quoted_first
from puur.referee.duties import with_duty
from puur.referee.offences import OFFENCES
from puur.referee.ruling import Ruling


class UnknownOffence(KeyError):
    """An offence that the vocabulary does not have; `suggestions` are those that resemble it."""

    def __init__(self, asked: str) -> None:
        self.asked = asked[:60]
        self.suggestions = tuple(difflib.get_close_matches(self.asked, OFFENCES, n=3))
        super().__init__(self.asked)

    def __str__(self) -> str:
        near = f"; did you mean {', '.join(self.suggestions)}?" if self.suggestions else ""
        return f"{self.asked!r} is no offence{near}"


def rule(game: Game, incident: IncidentReported) -> Ruling:
    """What the book of the game says of the incident; nothing is changed."""
    offence = OFFENCES.get(incident.offence)
    if offence is None:
        raise UnknownOffence(incident.offence)
    case = Case(game, incident)
    return with_duty(case, quoted_first(case, offence.ruler(case)))


def under(game: Game, book: Reglement) -> Game:
    """The same game as if it were played under another book, to ask what that one would say; only to be looked at."""
    twin = copy.copy(game)
    twin.book = book
    return twin
