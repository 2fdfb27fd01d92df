"""`puur play`: a game against simple bots in the terminal, saved after every step and resumed at will."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.files import load_book
from puur.cli.settings import console, tell
from puur.cli.terminal import saving
from puur.cli.terminal.board import score_line
from puur.cli.terminal.commands import yes_on
from puur.cli.terminal.host import new_game
from puur.cli.terminal.screen import Leave, Screen, Terminal
from puur.cli.terminal.session import Session
from puur.core.faces import Faces
from puur.core.form import player_numbers
from puur.core.game import Game
from puur.core.setup import Setup
from puur.notation.record import Record
from puur.reglement import shipped

BOTS = ("Beat", "Carla", "Dario")
LONGEST_NAME = 14


def play(reglement: str, seed: int | None, names: str, faces: Faces | None, resume: str, save: str, no_confirm: bool) -> None:
    """What `puur play` does."""
    if resume and save:
        raise UserError(tell("play.wrong.resume_save"))
    game, head = _new(reglement, names, faces, fresh := _seed(seed))  # first, so that a mistake shows before any question
    screen = Terminal(console())
    path = Path(resume or save) if resume or save else saving.default_path(os.environ)
    try:
        saved = saving.Saved(path) if resume else _unfinished(path, screen)
        if saved is not None:
            game, head, fresh = saved.game, saved.head, _seed(saved.seed)
        _sit_down(Place(screen, game, head, fresh, path), saved is not None, faces, confirm=not no_confirm)
    except (Leave, KeyboardInterrupt) as stop:
        if isinstance(stop, KeyboardInterrupt) or stop.by == "interrupt":
            raise typer.Exit(130) from None


@dataclass(frozen=True)
class Place:
    """A game and where it is kept."""

    screen: Screen
    game: Game
    head: Record  # the rule book by name, and tags
    seed: int
    path: Path

    def keep(self) -> None:
        """Write the game to its file."""
        saving.save(self.path, self.game, self.seed, self.head)


def _sit_down(place: Place, resumed: bool, faces: Faces | None, *, confirm: bool) -> None:
    """Play to the end, or until the person leaves, and say where the game is kept."""
    book, screen = place.game.book, place.screen
    screen.show(Text(f"Puur · {book.title} ({book.key})", style="bold"))
    screen.show(Text(tell("play.welcome.resumed" if resumed else "play.welcome.book"), style="dim"))
    screen.show(Text(tell("play.welcome.help"), style="dim"))
    try:
        Session(place.game, place.seed, screen, place.keep, faces=faces, confirm=confirm).run()
    except (Leave, KeyboardInterrupt):
        place.keep()
        usual = place.path == saving.default_path(os.environ)
        screen.show(Text(tell("play.left" if usual else "play.left.file", path=place.path)))
        raise
    screen.show(Text(tell("play.seed", seed=place.seed, path=place.path), style="dim"))


def _new(reglement: str, names: str, faces: Faces | None, seed: int) -> tuple[Game, Record]:
    book = load_book(reglement)
    source = reglement if reglement in shipped() else str(Path(reglement).resolve())
    return new_game(book, Setup(names=_names(names, player_numbers(book)), faces=faces), seed), Record(book=source)


def _names(typed: str, players: tuple[int, ...]) -> tuple[str, ...]:
    """The person and the bots: for as many as the game is mostly played by, or as many as there are names."""
    given = [name.strip() for name in typed.split(",")] if typed.strip() else [tell("play.you")]
    names = (*given, *BOTS[: players[0] - 1]) if len(given) == 1 else tuple(given)
    fit = all(name and len(name) <= LONGEST_NAME and name.isprintable() for name in given)
    if not fit or len(names) not in players or len(set(names)) != len(names):
        raise UserError(tell("play.wrong.names", most=LONGEST_NAME, players=" / ".join(map(str, players))))
    return names


def _seed(given: int | None) -> int:
    if given is None:
        return random.SystemRandom().randrange(1_000_000_000)
    if given >= 10**18:
        raise UserError(tell("play.wrong.seed"))
    return given


def _unfinished(path: Path, screen: Screen) -> saving.Saved | None:
    """The game in the file, if it is unfinished and the person wants to go on with it; otherwise it is set aside."""
    if not path.exists():
        return None
    try:
        saved = saving.Saved(path)
    except UserError as error:
        screen.show(Text(str(error), style="yellow"))
        screen.show(Text(tell("play.aside", path=saving.set_aside(path))))
        return None
    game = saved.game
    if not game.over and game.events:
        score = score_line(game, game.ledger.totals)
        screen.show(Text(tell("play.resume.found", title=game.book.title, deal=len(game.deals), score=score)))
        if yes_on(screen, tell("play.resume.ask")):
            return saved
    screen.show(Text(tell("play.aside", path=saving.set_aside(path)), style="dim"))
    return None
