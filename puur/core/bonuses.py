"""Weis and Stöck as a rule book has them: two sections of `core.reglement`, and what their fields may say.

What a Weis is and counts is `core.weis`; who may announce one when is `core.weis_rules`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from puur.core.fields import limited
from puur.core.weis import Step, WeisValues


class Announce(Enum):
    """Which of a player's Weise may be announced."""

    HIGHEST_THEN_REST = "highest-then-rest"  # JR-WEIS-10, JR-WEIS-11
    ONE = "one"  # AJZ-2.2.2-15


class Understated(Enum):
    """What happens to a Weis that is stated too low."""

    AS_STATED = "as-stated"  # the stated value counts if the hand holds such a Weis, otherwise nothing (JR-WEIS-08, 09)
    REFUSED = "refused"


class Ask(Enum):
    """Who may ask for an announced Weis."""

    ANYONE = "anyone"
    OPPONENTS = "opponents"


class AskUntil(Enum):
    """How long an announced Weis may be asked for, and further ones added."""

    OWN_SECOND_CARD = "own-second-card"
    SECOND_TRICK = "second-trick"


class Reveal(Enum):
    """What an answer to that question tells."""

    VALUE = "value"  # the value again, and the top card where it decides
    CARDS = "cards"  # the content of the Weis


class StoeckWhen(Enum):
    """When Stöck may be shown."""

    SECOND_CARD = "second-card"
    ANY_TIME = "any-time"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeisRules:
    """Weise."""

    enabled: bool = True
    values: WeisValues = field(default_factory=WeisValues)
    kreuzweis: bool = True
    announce: Announce = Announce.HIGHEST_THEN_REST
    until_covered: bool = True  # announced until one's own card is covered; otherwise until the first trick is turned (UB-WEIS-02)
    add_until: AskUntil = AskUntil.OWN_SECOND_CARD  # how long the party with the highest Weis may add others (JR-WEIS-12)
    silent_may_add: bool = True  # who announced nothing may add to the partner's highest Weis (JR-WEIS-05)
    steps: tuple[Step, ...] = limited(default=(Step.POINTS, Step.CARDS, Step.RANK, Step.TRUMP, Step.ORDER), length=(1, 100))
    understated: Understated = Understated.AS_STATED
    needs_trick: bool = False
    times_factor: bool = True
    ask: Ask = Ask.ANYONE
    ask_until: AskUntil = AskUntil.OWN_SECOND_CARD
    ask_reveals: Reveal = Reveal.VALUE


@dataclass(frozen=True, slots=True, kw_only=True)
class StoeckRules:
    """König and Ober of trump."""

    enabled: bool = True
    points: int = limited(0, 1000, default=20)
    when: StoeckWhen = StoeckWhen.SECOND_CARD
    early_if_enough: bool = True  # shown at any time if their points finish the game (JR-STOE-08)
    with_weis: bool = True  # shown with a Weis that reveals them (JR-STOE-04)
