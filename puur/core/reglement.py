"""A rule book as data. Where two books differ there is a field here, never an `if` on a name.

The types live in the core because the core reads them; files, loading and checking are `puur.reglement`. Every field may carry
the provision that it comes from: `Reglement.rule("dealing.cut_min")`. What holds in every book is no field: `cited` names it, and a
book states only the provision. The defaults are those of the general Jassregeln, the base that the other books extend. The
accepted values of a field are its type and its limits: the loader reads them off these classes. What only one package asks, a game
or the club year, is a section of that package (`contributed_section`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import ClassVar, TypeVar

from puur.core.bonuses import StoeckRules, WeisRules
from puur.core.cards import Card
from puur.core.counting import Writing
from puur.core.evening import EveningRules
from puur.core.faces import Faces
from puur.core.fields import limited
from puur.core.mode import CARD_POINTS, Mode
from puur.core.sanctions import Penalty, RefereeRules
from puur.core.seats import Direction
from puur.core.trick import Undertrump

Section = TypeVar("Section")
DEFAULT_FORM = "schieber"  # of a book that names none


class FirstDealer(Enum):
    """How the first dealer of a game is found."""

    LOWEST_CARD = "lowest-card"  # everybody draws, the lowest card deals
    SCHREIBER = "schreiber"
    ANYONE = "anyone"  # whoever is named
    HANDED = "handed"  # agreed before the game and handed over with the set-up


class NextGameDealer(Enum):
    """Who settles the first dealer of a further game at the same table."""

    LOSERS = "losers"  # JR-DEAL-17
    SAME_METHOD = "same-method"


class Cutter(Enum):
    """Who may cut."""

    PRECEDING = "preceding"  # the player before the dealer, on the dealer's left
    OPPONENTS = "opponents"  # either opponent of the dealer


class FirstSpeaker(Enum):
    """Who speaks first in the first deal."""

    AFTER_DEALER = "after-dealer"
    HOLDER = "holder"  # whoever holds `bidding.first_card`


class LaterSpeaker(Enum):
    """Who speaks first from the second deal on."""

    AFTER_DEALER = "after-dealer"
    ROTATE = "rotate"  # the right to speak moves on from the first speaker (AJZ-2.2.1-09, alternative)


class Leader(Enum):
    """Who leads to the first trick."""

    SPEAKER = "speaker"  # whoever spoke first, pushed or not
    CHOOSER = "chooser"  # whoever announced


class SilentLead(Enum):
    """What a first card without an announcement means."""

    TRUMP = "trump"  # its suit is trump (JR-TRUMP-01)
    REFUSED = "refused"


class PickUp(Enum):
    """When the partner of the first speaker may take up the cards."""

    AT_ONCE = "at-once"
    AFTER_DECISION = "after-decision"


class Finish(Enum):
    """How a game to a target ends."""

    THANKS = "thanks"  # only when a party thanks (Bedanken)
    AUTOMATIC = "automatic"  # as soon as the live total reaches the target
    DEAL = "deal"  # with the deal in which the target is reached, which is played out; a tie plays on
    THANKS_OR_DEAL = "thanks-or-deal"  # by thanks, at the latest with the deal in which the target is reached


class FalseThanks(Enum):
    """What thanking without enough points costs."""

    GAME_LOST = "game-lost"
    PENALTY = "penalty"  # penalty points for the player, the deal goes on


class Source(Enum):
    """Where points come from; the Ausmachregel orders the first three."""

    STOECK = "stoeck"
    WEIS = "weis"
    STICH = "stich"
    LAST_TRICK = "last-trick"
    MATCH = "match"
    RULING = "ruling"
    CORRECTION = "correction"
    RESULT = "result"  # entered as a sum, as from paper
    DIFFERENCE = "difference"  # between what was said and what was made
    BID = "bid"  # what was bid, by whoever may write it
    CONTRACT = "contract"  # what a game is worth that was won or lost as a whole
    LAID_AWAY = "laid-away"  # cards that were exchanged
    EXACT = "exact"  # what was said was made to the point
    LAST_WORD = "last-word"  # what is taken off for having had to speak last


class AusmachReading(Enum):
    """How Stöck count that do not suffice alone. (JR-AUSM-04)"""

    LITERAL = "literal"  # the holder of the Stöck comes first even if Weis or trick are needed too
    SEQUENTIAL = "sequential"  # strictly one source after the other


class SchneiderEffect(Enum):
    """What the Schneider means."""

    NOTHING = "nothing"
    DOUBLE_STAKE = "double-stake"
    STRICH = "strich"


class Look(Enum):
    """Which turned trick may be looked at."""

    NONE = "none"
    FIRST = "first"  # the first one, until the second is turned (AJZ-2.2.1-30)
    OWN = "own"  # the tricks that one has won oneself (JR-LOOK-02)


class Claims(Enum):
    """What laying down the remaining cards means."""

    NOT_OFFERED = "not-offered"  # every card is played
    ALL_TRICKS = "all-tricks"  # nobody else, the partner included, may be able to win a trick (AJZ-2.2.1-44)
    OPPONENTS = "opponents"  # no opponent may be able to; the partner's cards do not matter (JR-REST-04)


class Schreiber(Enum):
    """Who writes."""

    NONE = "none"
    ONE = "one"  # one for the table
    PER_TEAM = "per-team"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The table: deck, direction, Schreiber."""

    faces: Faces = Faces.GERMAN
    direction: Direction = Direction.COUNTERCLOCKWISE
    schreiber: Schreiber = Schreiber.NONE
    look: Look = Look.NONE
    players: int = limited(0, 4, default=0)  # 0: as many as usual in the game


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """Dealer, cut and deal."""

    cited: ClassVar[tuple[str, ...]] = ("rotate",)  # the deal moves on to the next player
    first_dealer: FirstDealer | None = None  # None: no game can be created (JR-DEAL-01)
    next_game: NextGameDealer = NextGameDealer.LOSERS
    all_seated: bool = True  # nothing is dealt while a seat is empty, that is, has no name (NWS-3-01)
    cut_required: bool = True  # nothing is dealt before the cut (JR-DEAL-05)
    cutter: Cutter = Cutter.PRECEDING
    cut_min: int = limited(1, 35, default=3)
    cut_max: int = limited(1, 35, default=35)
    packets: tuple[int, ...] = limited(1, 9, default=(3, 3, 3), length=(1, 9))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding:
    """Who speaks, what may be said, who leads."""

    cited: ClassVar[tuple[str, ...]] = ("final",)  # the first announcement counts
    first_speaker: FirstSpeaker = FirstSpeaker.AFTER_DEALER
    first_card: Card | None = None
    later_speaker: LaterSpeaker = LaterSpeaker.AFTER_DEALER
    push: bool = True
    push_back: bool = False
    leader: Leader = Leader.SPEAKER
    silent_lead: SilentLead = SilentLead.TRUMP
    pick_up: PickUp = PickUp.AT_ONCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """The play of the cards."""

    cited: ClassVar[tuple[str, ...]] = ("follow", "turn_before_lead", "winner_leads")
    puur_exempt: bool = True
    undertrump: Undertrump = Undertrump.ONLY_TRUMPS
    claims: Claims = Claims.OPPONENTS
    concede: bool = True  # whether a Match may be conceded (JR-STOE-06)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What a deal is worth."""

    cited: ClassVar[tuple[str, ...]] = ("total",)
    last_trick: int = limited(0, 100, default=5)
    match_bonus: int = limited(0, 1000, default=100)

    @property
    def total(self) -> int:
        """The control sum of a deal before bonus and factor; a book only cites a provision for it."""
        return CARD_POINTS + self.last_trick


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """When a game is over."""

    cited: ClassVar[tuple[str, ...]] = ("ausmach_first_trick",)  # only when both are out with the first trick
    target: int = 1000  # 0: played by number of deals
    deals: int = limited(0, 1000, default=0)  # 0: played to the target
    finish: Finish = Finish.THANKS
    false_thanks: FalseThanks = FalseThanks.GAME_LOST
    ausmach: tuple[Source, ...] = (Source.STOECK, Source.WEIS, Source.STICH)  # empty: no such rule
    ausmach_reading: AusmachReading = AusmachReading.LITERAL
    ausmach_agreeable: bool = True  # whether the table may agree Stöck, Stich, Weis before the first card
    ausmach_appeal: bool = True  # a player may invoke it until playing to the second trick (JR-AUSM-07)
    schneider: SchneiderEffect = SchneiderEffect.DOUBLE_STAKE


@dataclass(frozen=True, slots=True, kw_only=True)
class StricheRules:
    """Striche per player; all 0 where a book has none."""

    match: int = limited(0, 100, default=0)
    bergpreis: int = limited(0, 100, default=0)
    victory: int = limited(0, 100, default=0)
    schneider: int = limited(0, 100, default=0)


@dataclass(frozen=True, kw_only=True)
class Reglement:
    """One rule book: what it is, and every value by which it differs from others."""

    key: str
    title: str
    source: str
    form: str = DEFAULT_FORM
    falls_back_on: str | None = None
    modes: Mapping[Mode, int] = limited(0, 100, factory=dict)  # what may be announced, with its factor
    table: Table = field(default_factory=Table)
    dealing: Dealing = field(default_factory=Dealing)
    bidding: Bidding = field(default_factory=Bidding)
    play: Play = field(default_factory=Play)
    weis: WeisRules = field(default_factory=WeisRules)
    stoeck: StoeckRules = field(default_factory=StoeckRules)
    scoring: Scoring = field(default_factory=Scoring)
    ending: Ending = field(default_factory=Ending)
    striche: StricheRules = field(default_factory=StricheRules)
    writing: Writing = field(default_factory=Writing)
    referee: RefereeRules = field(default_factory=RefereeRules)
    penalties: Mapping[str, Penalty] = limited(0, 10_000, factory=dict, by_entry=True)  # act -> its cost: a closed list
    evening: EveningRules = field(default_factory=EveningRules)
    sections: Mapping[str, object] = field(default_factory=lambda: Sections({}))  # those of other packages, by key
    provisions: Mapping[str, str] = field(default_factory=dict)
    citations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # all provisions of a field with several
    origin: str = field(default="", compare=False)  # the shipped book that it is or extends

    def __repr__(self) -> str:
        return f"<Reglement {self.key}: {self.title}>"

    def section(self, cls: type[Section]) -> Section:
        """The section of this class that another package contributes; `LookupError` where the book has none."""
        section = self.sections.get(_KEYS[cls])
        if not isinstance(section, cls):
            raise LookupError(f"{self.key} has no section {_KEYS[cls]}")
        return section

    def rule(self, name: str) -> str:
        """The provision behind a field, `dealing.cut_min`, or a place in it, `weis.values.runs.0`; the field if none is named."""
        rule = self.provisions.get(name)
        if rule is None and name.rpartition(".")[2].isdigit():
            return self.rule(name.rpartition(".")[0])
        if rule is None:  # a group of values is cited by the first of them
            rule = next((rule for field, rule in self.provisions.items() if field.startswith(name + ".")), f"{self.key}: {name}")
        return rule

    def rules(self, *names: str) -> tuple[str, ...]:
        """All provisions behind these fields, in their order, each once."""
        cited = [rule for name in names for rule in self.citations.get(name) or (self.rule(name),)]
        return tuple(dict.fromkeys(cited))

    @cached_property
    def half(self) -> int:
        """Half of the target: the limit of Bergpreis and Schneider. (UB-SCHN-01, JR-SCHN-02)"""
        return (self.ending.target + 1) // 2

    @property
    def bergpreis(self) -> bool:
        """Whether a Bergpreis is played for."""
        return self.striche.bergpreis > 0


_HEAD = ("key", "title", "source", "form", "falls_back_on", "provisions", "citations", "sections", "origin")
_TABLES = ("modes", "penalties")
SECTIONS: tuple[str, ...] = tuple(part.name for part in fields(Reglement) if part.name not in (*_HEAD, *_TABLES))
_KEYS: dict[type, str] = {}  # of contributed sections


def contributed_section(key: str) -> Callable[[type[Section]], type[Section]]:
    """Let the decorated dataclass be the section `[key]` of every rule book: its fields are what a file may state there.

    A section whose fields all have defaults is part of every book; one with a field without a default exists where a book,
    or the one it extends, states something of it, and then everything without a default has to be stated.
    """

    def contribute(cls: type[Section]) -> type[Section]:
        if key in (*_HEAD, *_TABLES, *SECTIONS, *_KEYS.values()):
            raise ValueError(f"the section {key} exists already")
        _KEYS[cls] = key
        return cls

    return contribute


class Sections(Mapping[str, object]):
    """The sections of other packages that a book has, by key: those that it speaks of, and all that need nothing said.

    The latter are made when they are asked for, so that a book does not depend on which games were loaded before it.
    """

    __slots__ = ("_stated",)

    def __init__(self, stated: Mapping[str, object]) -> None:
        self._stated = stated

    def __getitem__(self, key: str) -> object:
        if key in self._stated:
            return self._stated[key]
        silent = _silent(contributed()[key])
        if silent is None:
            raise KeyError(key)
        return silent

    def __iter__(self) -> Iterator[str]:
        return (key for key, cls in contributed().items() if key in self._stated or _silent(cls) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@lru_cache(maxsize=64)
def _silent(section: type) -> object | None:
    """A section of which nothing is said; None where something has to be."""
    needed = any(part.default is MISSING and part.default_factory is MISSING for part in fields(section))
    return None if needed else section()


def contributed() -> Mapping[str, type]:
    """The sections of other packages, by key, in an order that does not depend on who was imported first."""
    return _in_order(tuple(_KEYS.items()))


@lru_cache(maxsize=64)
def _in_order(known: tuple[tuple[type, str], ...]) -> Mapping[str, type]:
    return MappingProxyType({key: cls for cls, key in sorted(known, key=lambda item: item[1])})
