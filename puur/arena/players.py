"""Who plays at the arena: `NAME[@BUDGET][/BIDDER]`.

NAME is a level of `puur.bots`, `random`, `allsehend` (*Jasskönig* seeing all cards, a ceiling), somebody's own bot in a file
(`bot.py:thrifty`, see `arena.own`), or the address of a jass-kit agent (`http://host:port/name`). BUDGET is a number of search
rounds (`@400`) or a time (`@50ms`, `@1s`). BIDDER is another name whose bids are used. `meister@2000/random` searches 2,000
rounds for a card and bids by chance. Two names with a plus, `jasskoenig+stammtisch`, are partners who differ: the first sits on
seats 0 and 1, the second across the table.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from puur.arena.own import FILE, from_file
from puur.arena.table import Side
from puur.bots.base import Adviser, Bot
from puur.bots.budget import PLENTY, Budget
from puur.bots.levels import LEVELS, STANDS_IN, bot, unknown
from puur.core.cards import Card
from puur.core.events import Announced, Event, Pushed
from puur.core.reglement import Reglement
from puur.core.view import View
from puur.fast import available, unsupported

MOST_ROUNDS = 10_000_000
CEILING = "allsehend"  # loaded when it plays: it needs NumPy
_BUDGET = re.compile(r"(\d+(?:\.\d+)?)(ms|s|)")


class UnknownPlayer(ValueError):
    """Text that names no player; `text` is what was wrong."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!r} is no player: expected random, {', '.join(LEVELS)}, FILE.py:NAME, or the address of an agent"


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player as written on the command line."""

    text: str
    name: str
    budget: Budget
    bidder: str

    def side(self, book: Reglement) -> Side:
        """The player, ready to sit down under a book; a level that does not know it has its stand-in play."""
        player = _player(self.name, book)
        return Side(player if self.bidder == self.name else _player(self.bidder, book), player, self.budget)

    def at(self, rounds: int) -> PlayerSpec:
        """The same player with so many rounds."""
        extra = f"/{self.bidder}" if self.bidder != self.name else ""
        return parse_player(f"{self.name}@{rounds}{extra}")


def parse_player(text: str) -> PlayerSpec:
    """The player written as `text`."""
    if text.startswith(("http://", "https://")):
        return PlayerSpec(text, text, PLENTY, text)
    if FILE.fullmatch(text):
        from_file(text)  # it is refused here rather than in the middle of a match
        return PlayerSpec(text, text, PLENTY, text)
    head, _, bidder = text.partition("/")
    name, at, amount = head.partition("@")
    first, plus, second = name.partition("+")
    if plus and not (first and second):
        raise UnknownPlayer(text)
    for level in filter(None, (first, second, bidder)):
        if level not in LEVELS and level not in ("random", CEILING):
            raise UnknownPlayer(level)
    if not name:
        raise UnknownPlayer(text)
    return PlayerSpec(text, name, _budget(amount, text) if at else _usual(first), bidder or name)


@dataclass(frozen=True, slots=True)
class Partners:
    """Two bots on one side: how well does one play with a partner it does not know?"""

    first: Bot
    second: Bot

    def _at(self, seat: int) -> Bot:
        return self.first if seat < 2 else self.second

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """As the bot of this seat bids."""
        return self._at(view.seat).bid(view, rng, budget)

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """As the bot of this seat plays."""
        return self._at(view.seat).card(view, rng, budget)

    def advise(self, view: View) -> Event | None:
        """As the bot of this seat would."""
        bot_here = self._at(view.seat)
        return bot_here.advise(view) if isinstance(bot_here, Adviser) else None

    def tells(self, view: View) -> bool:
        """Whether the bot of this seat announces its Weis."""
        bot_here = self._at(view.seat)
        return not isinstance(bot_here, Adviser) or bot_here.tells(view)


def _usual(name: str) -> Budget:
    """The rounds that a level is used to, without its clock: a busy machine must not change a result."""
    return replace(LEVELS[name].budget, seconds=PLENTY.seconds) if name in LEVELS else PLENTY


def _budget(amount: str, text: str) -> Budget:
    match = _BUDGET.fullmatch(amount)
    if not match or float(match[1]) <= 0:
        raise UnknownPlayer(text)
    number, unit = float(match[1]), match[2]
    if unit:
        return Budget(rounds=MOST_ROUNDS, seconds=number / 1000 if unit == "ms" else number)
    return Budget(rounds=int(number), seconds=PLENTY.seconds)


def _player(name: str, book: Reglement) -> Bot:
    if name.startswith(("http://", "https://")):
        from puur.arena.jasskit import RemoteAgent

        return RemoteAgent(name)
    if FILE.fullmatch(name):
        return from_file(name)
    first, plus, second = name.partition("+")
    return Partners(_level(first, book), _level(second, book)) if plus else _level(first, book)


def _level(name: str, book: Reglement) -> Bot:
    if name == CEILING:
        if unsupported(book) or not available():
            raise UnknownPlayer(name)  # nothing can be solved
        from puur.arena.ceiling import Seer

        return Seer()
    return bot(STANDS_IN if name in unknown(book) else name)
