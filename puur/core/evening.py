"""What a rule book says about a whole evening: the section `evening`. Read by `puur.evening`, never by the core itself.

It is here because a rule book is one value (`core.reglement`). A book that regulates no tournament has 0 rounds. Warnings,
exclusion and protests are the referee's (`core.sanctions`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from puur.core.fields import limited


class Entry(Enum):
    """Who enters."""

    SINGLE = "single"  # everybody alone; the partner comes by lot
    PAIR = "pair"  # two who stay together


class DrawWhen(Enum):
    """When the seats are drawn."""

    AHEAD = "ahead"  # all rounds before the first: table numbers are printed on the Standblatt
    EACH_ROUND = "each-round"


class Repeat(Enum):
    """Whether something may happen twice to the same people."""

    NEVER = "never"  # a draw with a repeat is refused
    AVOIDED = "avoided"  # as few as possible
    FREE = "free"


class Rest(Enum):
    """What is done about a number of players that does not fill the tables."""

    REFUSE = "refuse"  # no draw until it does
    STAND_IN = "stand-in"  # helpers fill the empty chairs, hors concours
    SIT_OUT = "sit-out"  # the ones over sit out in turn


class SitOutScore(Enum):
    """What a round counts in which a player did not play."""

    ZERO = "zero"
    AVERAGE = "average"  # the person's average over the rounds played
    PAR = "par"  # half of the control sum


class RankBy(Enum):
    """What is added up."""

    POINTS = "points"
    STRICHE = "striche"


class TieBreak(Enum):
    """What decides between equal totals, one after the other; what then is still equal shares the rank."""

    BEST_ROUNDS = "best-rounds"  # the best round, then the second best, and so on
    DROPPED_ROUND = "dropped-round"  # the best of the dropped rounds
    MATCHES = "matches"  # more Matches, or Match-Striche
    LOT = "lot"  # a lot that the seed of the evening repeats


class Visa(Enum):
    """What an official signs."""

    NONE = "none"
    ROUNDS = "rounds"  # every round
    ROUNDS_AND_TOTAL = "rounds-and-total"


class SheetField(Enum):
    """What the head of a personal sheet has to say."""

    NAME = "name"
    EMAIL = "email"
    VENUE = "venue"
    DATE = "date"


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRules:
    """A tournament: how many rounds, who plays with whom, what ranks."""

    cited: ClassVar[tuple[str, ...]] = ("release",)  # a round starts only when the Turnierleiter orders it
    rounds: int = limited(0, 50, default=0)  # Passen or Partien; 0: the book regulates no tournament
    rounds_fixed: bool = True  # the organiser may not play more or fewer
    edition: str | None = None  # the version of the rules, as a date
    discipline: str | None = None
    countries: tuple[str, ...] = ()
    entry: Entry = Entry.SINGLE
    draw: DrawWhen = DrawWhen.EACH_ROUND
    partners: Repeat = Repeat.AVOIDED
    opponents: Repeat = Repeat.AVOIDED
    rest: Rest = Rest.STAND_IN
    sit_out: SitOutScore = SitOutScore.AVERAGE
    missed: SitOutScore = SitOutScore.ZERO  # rounds before a late entry and after a drop-out
    deck_choice: bool = False  # a table may agree on another pack than the book's
    sheet: tuple[SheetField, ...] = (SheetField.NAME,)
    visa: Visa = Visa.NONE
    visa_before_draw: bool = False  # the next draw waits for the signatures of the round before
    unsigned_ranked: bool = True
    hand_in: bool = False  # a sheet counts only when it was handed in
    rank_by: RankBy = RankBy.POINTS
    dropped: int = limited(0, 49, default=0)  # how many of the worst rounds do not count
    tie_breaks: tuple[TieBreak, ...] = ()
    prizes: tuple[int, ...] = ()  # in francs, by rank
