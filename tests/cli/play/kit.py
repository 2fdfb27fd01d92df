"""What the tests of a session share: a screen without a terminal, and games to sit down at."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from rich.console import Console, RenderableType

from puur.cli.terminal.host import PERSON, new_game
from puur.cli.terminal.screen import Leave
from puur.cli.terminal.session import Session
from puur.core.events import CardPlayed
from puur.core.faces import Faces
from puur.core.form import players_of
from puur.core.game import Game
from puur.core.setup import Setup
from puur.reglement import load
from tests.support import dealt, fill

NAMES = ("Ida", "Beat", "Carla", "Dario")
ENTER = ""


class Paper:
    """A screen without a terminal: given lines in, text out; when the lines are used up, the person leaves."""

    def __init__(self, lines: Sequence[str] = (), width: int = 80, for_ever: str | None = None) -> None:
        self.lines, self.width, self.for_ever = list(lines), width, for_ever
        self.asked: list[str] = []
        self._out = io.StringIO()
        self._console = Console(file=self._out, width=width, highlight=False, color_system=None)

    def show(self, *pieces: RenderableType) -> None:
        for piece in pieces:
            self._console.print(piece)

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        self._out.write(prompt)
        if not self.lines and self.for_ever is None:
            raise Leave("end")
        line = self.lines.pop(0) if self.lines else str(self.for_ever)
        self._out.write(f"{line}\n")
        return line

    @property
    def text(self) -> str:
        return self._out.getvalue()


def sit(game: Game, *lines: str, width: int = 80, confirm: bool = True, seed: int = 1, faces: Faces | None = None) -> str:
    """What the person sees when typing these lines and then leaving; the game is changed by it."""
    paper = Paper(lines, width)
    with pytest.raises(Leave):
        Session(game, seed, paper, lambda: None, faces=faces, confirm=confirm).run()
    return paper.text


def sat_down(key: str, seed: int) -> Game:
    """A game under this book with as many players as it is mostly played by, as the command seats them."""
    rules = load(key)
    return new_game(rules, Setup(names=NAMES[: players_of(rules)]), seed)


def at_ends(key: str, seed: int, *, width: int = 80) -> tuple[Game, str]:
    """A whole game in which the person only ever presses Enter."""
    game = sat_down(key, seed)
    paper = Paper(width=width, for_ever=ENTER)
    Session(game, seed, paper, lambda: None).run()
    return game, paper.text


def played(game: Game) -> list[str]:
    """The cards that the person has played."""
    return [str(event.card) for event in game.events if isinstance(event, CardPlayed) and event.seat == PERSON]


def first_lead(key: str = "jassregeln", mode: str = "E", **hands: str) -> Game:
    """A deal in which the person leads to the first trick; hands without a Weis."""
    rest = {"A": "EU E9 RA R8 SA S8 LA L8 L6"} | hands
    return dealt(key, mode, hands=fill(**rest), names=NAMES)
