"""What every part of a game in the terminal shares: the game, the screen, how cards look, and how a line is read.

A line may be an answer or a command. Commands work at every question; one that changes the game ends the question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import settings, tell
from puur.cli.terminal.board import hand_cards
from puur.cli.terminal.host import PERSON
from puur.cli.terminal.screen import Leave, Screen
from puur.cli.terminal.skin import Skin
from puur.core.cards import Card
from puur.core.errors import RuleViolation
from puur.core.events import Event
from puur.core.game import Game
from puur.core.view import View, view_of
from puur.notation.record import shown
from puur.words import LANGUAGES, say
from puur.words.refusals import explain

COMMANDS = ("help", "why", "slate", "hand", "rules", "stoeck", "thanks", "show", "quit")
_SHORT = {"?": "help", "!": "why", "q": "quit"}


class Moved(Exception):
    """A command has changed the game: whatever was being asked has to be asked anew."""


@dataclass
class Desk:
    """One person's place at the table."""

    game: Game
    seed: int
    skin: Skin
    screen: Screen
    keep: Callable[[], None]  # writes the game to its file
    confirm: bool = True
    commands: dict[str, Callable[[str], None]] = field(default_factory=dict)
    kept: int = -1  # how many events are in the file
    after: Callable[[Event], None] | None = None  # told of every event that was accepted

    @property
    def view(self) -> View:
        """What the person may see now."""
        return view_of(self.game, PERSON)

    def show(self, *pieces: RenderableType) -> None:
        """Show something."""
        self.screen.show(*pieces)

    def say(self, key: str, style: str = "", **facts: object) -> None:
        """Show a sentence."""
        self.screen.show(Text(tell(key, **facts), style=style))

    def listen(self, prompt: str) -> str:
        """The next line that is no command; the game is in its file before anything is asked."""
        self.save()
        while True:
            line = self.screen.ask(prompt).strip()
            word, _, rest = f"! {line[1:]}".partition(" ") if line.startswith("!") else line.partition(" ")
            command = command_of(word)
            if command == "quit":
                raise Leave("command")
            if command is None or command not in self.commands:
                return line
            self.commands[command](rest.strip())

    def save(self) -> None:
        """Write the game, unless nothing has happened since."""
        if self.kept == len(self.game.events):
            return
        try:
            self.keep()
        except UserError as error:
            if self.kept < 0:
                raise
            self.show(Text(str(error), style="red"))  # it went well before: play on, and try again with the next step
        else:
            self.kept = len(self.game.events)

    def do(self, event: Event) -> bool:
        """Submit an event and tell what it did; a refusal is explained and changes nothing."""
        try:
            self.game.submit(event)
        except RuleViolation as refusal:
            self.refusal(refusal)
            return False
        if getattr(event, "seat", None) == PERSON:
            self.save()
        if self.after is not None:
            self.after(event)
        return True

    def refusal(self, refusal: RuleViolation) -> None:
        """Say why something is not allowed, with its provision."""
        self.show(Text(f"{self.in_words(refusal)} ({refusal.rule})", style="yellow"))

    def in_words(self, refusal: RuleViolation) -> str:
        """A refusal as a sentence."""
        names = self.game.setup.names
        return explain(refusal.reason, refusal.facts, settings().lang, names, self.skin.fact)

    def puzzled(self, typed: str, expected: str) -> None:
        """Say that a line was not understood, and what would be."""
        self.say("play.wrong", "yellow", typed=shown(typed), expected=expected)

    def card_typed(self, typed: str) -> Card | None:
        """The card that was meant: by its number in the hand, or by its name."""
        cards = hand_cards(self.view)
        if typed.isascii() and typed.isdigit() and len(typed) < 3:
            return cards[int(typed) - 1] if 1 <= int(typed) <= len(cards) else None
        mode = self.view.mode
        return self.skin.parse(typed, mode.trump if mode is not None else None)


def command_of(word: str) -> str | None:
    """The command that a word stands for, in any of the four languages."""
    word = word.casefold()
    if word in _SHORT:
        return _SHORT[word]
    for name in COMMANDS:
        if word and any(word in say(f"play.command.{name}", lang).split() for lang in LANGUAGES):
            return name
    return None
