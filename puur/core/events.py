"""Events: what happened, one value per fact. A game is a numbered list of them, and its state is their fold.

An event is an action that was accepted. What follows from it (who wins the trick, what is written, who may speak next) is never
an event: it is computed, so it cannot contradict the rules. Nothing is ever edited: a deal is annulled, a score is corrected,
a ruling is applied by a further event.

Every field says here who may know it (`core.known`); what goes out to a seat is made of that in `core.view`.
"""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.cards import Card, Rank
from puur.core.effects import Effect
from puur.core.event_fields import Count, Hands, Name, Seat, Team, Text
from puur.core.known import Instead, Known, known, openly
from puur.core.mode import Mode
from puur.core.reglement import Reglement, Source
from puur.core.weis import Weis


class Event:
    """A fact of a game. Every game may have further ones of its own."""

    __slots__ = ()


@openly
class SchreiberNamed(Event):
    """A seat writes, for its team or for the table; a later naming replaces the earlier one."""

    seat: Seat


@openly
class AusmachAgreed(Event):
    """The table agrees on another order of finishing before the first card."""

    order: tuple[Source, ...]


@openly
class CardDrawn(Event):
    """A seat draws a card for the first deal."""

    seat: Seat
    card: Card = known(Known.ALL)


@openly
class DealerNamed(Event):
    """`by` names the dealer of the first deal."""

    dealer: Seat
    by: Seat


@openly
class DealCommitted(Event):
    """Before anybody cuts: whoever shuffles by a computer is bound to a seed, of which this is the hash.

    Bots add nothing to it, and nobody does where the deals are given, the same at several tables.
    """

    commitment: Text
    bots: tuple[Seat, ...] = ()
    given: bool = False


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """The dealer has shuffled; `seed` says where the order came from, if anywhere."""

    seat: Seat
    pack: tuple[Card, ...] = known(Known.TABLE)
    seed: Text = known(Known.TABLE, default="")


@openly
class ShuffleRefused(Event):
    """A player finds the shuffling insufficient."""

    seat: Seat


@openly
class Cut(Event):
    """A seat lifts a number of cards off the pack."""

    seat: Seat
    lifted: int


@openly
class Dealt(Event):
    """The dealer deals the cut pack."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandsRecorded(Event):
    """A deal made elsewhere, at a real table or by a fixture: its dealer, and the hands where known."""

    dealer: Seat = known(Known.ALL)
    hands: Hands | None = known(Known.TABLE, default=None)


@openly
class TrumpTurned(Event):
    """A card is drawn or turned up for trump: before the deal, or the bottom card of the pack."""

    seat: Seat
    card: Card = known(Known.ALL)


@openly
class Pushed(Event):
    """A seat leaves the choice to the next one entitled (schieben)."""

    seat: Seat


@openly
class Announced(Event):
    """A seat announces the mode; in Coiffeur also the variant that it fills (a Joker may be any mode)."""

    seat: Seat
    mode: Mode
    variant: Name = ""


@openly
class CardPlayed(Event):
    """A seat plays a card."""

    seat: Seat
    card: Card = known(Known.ALL)


@openly
class CardsLaid(Event):
    """A seat puts several cards on the table at once; which of them is played, if any, is still open."""

    seat: Seat
    cards: tuple[Card, ...] = known(Known.ALL)


@openly
class Turned(Event):
    """The complete trick is turned face down (kehren)."""

    seat: Seat


@openly
class TrickLooked(Event):
    """A seat looks at a turned trick, by number from 1."""

    seat: Seat
    trick: int


@openly
class WeisAnnounced(Event):
    """A seat states the value of its Weis with its first card; `weis` where the hand is not known, `shown` if laid open."""

    seat: Seat
    points: int
    weis: Weis | None = known(Known.ACTOR, unless="shown", default=None)
    shown: bool = False


@openly
class WeisNamed(Event):
    """A seat names its announced Weis by the highest-ranking card ("from the Ober")."""

    seat: Seat
    rank: Rank


def _worth(weise: tuple[Weis, ...], book: Reglement) -> list[int]:
    """What the others hear of further Weise: what each counts."""
    return [weis.points(book.weis.values) for weis in weise]


@openly
class WeisAdded(Event):
    """A seat of the party with the highest Weis adds its further ones after the first trick."""

    seat: Seat
    weise: tuple[Weis, ...] = known(Known.ACTOR, instead=Instead("points", _worth))


@openly
class WeisAsked(Event):
    """A seat asks for an announced Weis again."""

    seat: Seat
    of: Seat


@openly
class WeisDemanded(Event):
    """A seat demands that a valid Weis be laid open."""

    seat: Seat
    of: Seat


@openly
class StoeckShown(Event):
    """A seat shows König and Ober of trump."""

    seat: Seat


@openly
class Claimed(Event):
    """A seat lays its cards open and claims every remaining trick."""

    seat: Seat


@openly
class Conceded(Event):
    """A seat concedes the Match to the opponents."""

    seat: Seat


@openly
class Thanked(Event):
    """A seat says for its party that it is finished (Bedanken), in whatever words."""

    seat: Seat
    words: Text = ""


@openly
class AusmachInvoked(Event):
    """A seat asks that the order of finishing be applied to the first trick."""

    seat: Seat


@openly
class Wrote(Event):
    """A Schreiber writes what is due to `team` from `source` (Weis, Stöck, or the result of the deal)."""

    seat: Seat
    team: Team
    source: Source


@openly
class Counted(Event):
    """A team states its count of the deal, before bonus and factor."""

    seat: Seat
    points: int


@openly
class ResultEntered(Event):
    """The result of a deal without its cards, as from paper: points before the factor, Match bonus left out.

    `basis` is `played`, `estimated` where counting was forgotten, or `broken-off` for the last deal when a party was out before its
    end; `split` (Teilen) is refused in every shipped book.
    """

    points: tuple[int, ...]
    mode: Mode | None = None
    announcer: Seat | None = None
    variant: Name = ""
    weis: tuple[int, int] = (0, 0)
    stoeck: tuple[int, int] = (0, 0)
    match: Team | None = None
    bergpreis: Team | None = None
    basis: Name = "played"
    by: Seat | None = None
    said: tuple[int, ...] = ()  # by seat, in games that ask for a number before the play


@openly
class CorrectionMade(Event):
    """A written score is corrected by a number of points, with a reason."""

    deal: int
    team: Team
    points: int
    reason: Text
    by: Seat | None = None


@openly
class SlateRequested(Event):
    """A seat asks for a clearer slate."""

    seat: Seat


@openly
class SlateAcknowledged(Event):
    """The Schreiber has seen to the slate."""

    seat: Seat


@openly
class DealAnnulled(Event):
    """The current deal counts nothing; everything written for it goes, and `dealer` (or the same one) deals again."""

    reason: Text
    rule: Name = ""
    dealer: Seat | None = None


@openly
class IncidentReported(Event):
    """Something irregular is reported: what, who did it, who says so, and the facts that decide it.

    `trick` counts from 1 (0: the current one), `other` is a second seat (who should have dealt, who was asked), `marks` are facts
    without a value, with blanks between them, such as `written visible`. What it means is for the referee.
    """

    offence: Name
    seat: Seat
    by: Seat | None = None
    trick: Count = 0
    cards: tuple[Card, ...] = known(Known.ACTOR, default=())
    other: Seat | None = None
    points: int = 0
    marks: Name = ""
    words: Text = ""


@openly
class ChoiceMade(Event):
    """Somebody has chosen after a ruling: which question, which option; a seat or an official."""

    choice: Name
    option: Name
    by: Seat | None = None
    official: Name = ""


@openly
class RulingMade(Event):
    """A ruling: its provision, what happened in words, what it does, who decided, and further provisions with blanks between."""

    rule: Name
    text: Text = ""
    offender: Seat | None = known(Known.ALL, actor=True, default=None)
    effects: tuple[Effect, ...] = known(Known.SEEN, default=())
    official: Name = ""
    further: Name = ""


@openly
class RulingWithdrawn(Event):
    """The last ruling is taken back before anybody has acted on it."""

    official: Name = ""
    reason: Text = ""
