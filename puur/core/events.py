"""Events: what happened, one value per fact. A game is a numbered list of them, and its state is their fold.

An event is an action that was accepted. What follows from it (who wins the trick, what is written, who may speak next) is never
an event: it is computed, so it can not contradict the rules. Nothing is ever edited: a deal is annulled, a score is corrected,
a ruling is applied by a further event.
"""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.cards import Card, Rank
from puur.core.effects import Effect
from puur.core.fields import Count, Hands, Name, Seat, Team, Text
from puur.core.mode import Mode
from puur.core.reglement import Source
from puur.core.weis import Weis


@dataclass(frozen=True, slots=True)
class SchreiberNamed:
    """A seat writes, for its team or for the table; a later naming replaces the earlier one."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AusmachAgreed:
    """The table agrees on another order of finishing before the first card."""

    order: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat draws a card for the first deal."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class DealerNamed:
    """`by` names the dealer of the first deal."""

    dealer: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The dealer has shuffled; `seed` says where the order came from, if anywhere."""

    seat: Seat
    pack: tuple[Card, ...]
    seed: Text = ""


@dataclass(frozen=True, slots=True)
class ShuffleRefused:
    """A player finds the shuffling insufficient."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Cut:
    """A seat lifts so many cards off the pack."""

    seat: Seat
    lifted: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The dealer deals the cut pack."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandsRecorded:
    """A deal made elsewhere, at a real table or by a fixture: its dealer, and the hands where known."""

    dealer: Seat
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Pushed:
    """A seat leaves the choice to the next one entitled (schieben)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat announces the mode; in Coiffeur also the variant that it fills (a Joker may be any mode)."""

    seat: Seat
    mode: Mode
    variant: Name = ""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat plays a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardsLaid:
    """A seat puts several cards on the table at once; which of them is played, if any, is still open."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """The complete trick is turned face down (kehren)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickLooked:
    """A seat looks at a turned trick, by number from 1."""

    seat: Seat
    trick: int


@dataclass(frozen=True, slots=True)
class WeisAnnounced:
    """A seat states the value of its Weis with its first card; `weis` where the hand is not known, `shown` if laid open."""

    seat: Seat
    points: int
    weis: Weis | None = None
    shown: bool = False


@dataclass(frozen=True, slots=True)
class WeisNamed:
    """A seat names its announced Weis by the highest-ranking card ("from the Ober")."""

    seat: Seat
    rank: Rank


@dataclass(frozen=True, slots=True)
class WeisAdded:
    """A seat of the party with the highest Weis adds its further ones after the first trick."""

    seat: Seat
    weise: tuple[Weis, ...]


@dataclass(frozen=True, slots=True)
class WeisAsked:
    """A seat asks for an announced Weis again."""

    seat: Seat
    of: Seat


@dataclass(frozen=True, slots=True)
class WeisDemanded:
    """A seat demands that a valid Weis be laid open."""

    seat: Seat
    of: Seat


@dataclass(frozen=True, slots=True)
class StoeckShown:
    """A seat shows König and Ober of trump."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat lays its cards open and claims every remaining trick."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat concedes the Match to the opponents."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Thanked:
    """A seat says for its party that it is finished (Bedanken), in whatever words."""

    seat: Seat
    words: Text = ""


@dataclass(frozen=True, slots=True)
class AusmachInvoked:
    """A seat asks that the order of finishing be applied to the first trick."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Wrote:
    """A Schreiber writes what is due to `team` from `source` (Weis, Stöck, or the result of the deal)."""

    seat: Seat
    team: Team
    source: Source


@dataclass(frozen=True, slots=True)
class Counted:
    """A team states its count of the deal, before bonus and factor."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """The result of a deal without its cards, as from paper: points before the factor, Match bonus left out.

    `basis` is `played`, `estimated` where counting was forgotten, or `broken-off` for the last deal when a party was out before its
    end; `split` (Teilen) is refused in every shipped book.
    """

    points: tuple[int, int]
    mode: Mode | None = None
    announcer: Seat | None = None
    variant: Name = ""
    weis: tuple[int, int] = (0, 0)
    stoeck: tuple[int, int] = (0, 0)
    match: Team | None = None
    bergpreis: Team | None = None
    basis: Name = "played"
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class CorrectionMade:
    """A written score is corrected by so many points, with a reason."""

    deal: int
    team: Team
    points: int
    reason: Text
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class SlateRequested:
    """A seat asks for a clearer slate."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SlateAcknowledged:
    """The Schreiber has seen to the slate."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealAnnulled:
    """The current deal counts nothing; everything written for it goes, and `dealer` (or the same one) deals again."""

    reason: Text
    rule: Name = ""
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class IncidentReported:
    """Something irregular is reported: what, who did it, who says so, and the facts that decide it.

    `trick` counts from 1 (0: the current one), `other` is a second seat (who should have dealt, who was asked), `marks` are facts
    without a value, with blanks between them, such as `written visible`. What it means is for the referee.
    """

    offence: Name
    seat: Seat
    by: Seat | None = None
    trick: Count = 0
    cards: tuple[Card, ...] = ()
    other: Seat | None = None
    points: int = 0
    marks: Name = ""
    words: Text = ""


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """Whoever may choose after a ruling has chosen: which question, which option; by a seat or an official."""

    choice: Name
    option: Name
    by: Seat | None = None
    official: Name = ""


@dataclass(frozen=True, slots=True)
class RulingMade:
    """A ruling: its provision, what happened in words, what it does, who decided, and further provisions with blanks between."""

    rule: Name
    text: Text = ""
    offender: Seat | None = None
    effects: tuple[Effect, ...] = ()
    official: Name = ""
    further: Name = ""


@dataclass(frozen=True, slots=True)
class RulingWithdrawn:
    """The last ruling is taken back before anybody has acted on it."""

    official: Name = ""
    reason: Text = ""


Event = (
    SchreiberNamed | AusmachAgreed | CardDrawn | DealerNamed | Shuffled | ShuffleRefused | Cut | Dealt | HandsRecorded
    | Pushed | Announced | CardPlayed | CardsLaid | Turned | TrickLooked | WeisAnnounced | WeisNamed | WeisAdded | WeisAsked
    | WeisDemanded | StoeckShown | Claimed | Conceded | Thanked | AusmachInvoked | Wrote | Counted | ResultEntered
    | CorrectionMade | SlateRequested | SlateAcknowledged | DealAnnulled | IncidentReported | ChoiceMade | RulingMade
    | RulingWithdrawn
)  # fmt: skip
