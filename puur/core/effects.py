"""What a ruling does to a deal, as data that the core carries out.

The referee (`puur.referee`) finds the ruling; a `RulingMade` event carries its effects; `core.rulings` applies them. Every effect
names what changes, never why: the provision stands in the event.
"""

from __future__ import annotations

from puur.core.cards import Card, Suit
from puur.core.event_fields import Count, Seat, Team, Text
from puur.core.known import Known, known, openly


@openly
class CardDead:
    """A card loses its Stechwert, for the rest of the deal or in one trick only; it keeps its points and its suit."""

    card: Card = known(Known.SEEN)
    trick: Count = 0  # from 1; 0: for the rest of the deal


@openly
class SeatBarred:
    """A seat cannot win the current trick with any card."""

    seat: Seat


@openly
class TrickTo:
    """A trick goes to a team, whatever cards are in it: the current one (0), or a complete one by number."""

    team: Team
    trick: Count = 0


@openly
class RestTo:
    """Every trick that is not complete goes to a team, the last one too; the deal is over. It makes no Match."""

    team: Team


@openly
class NextLeader:
    """A seat leads to the next trick: at once, after the running one, or `after` the one that is to be led now."""

    seat: Seat
    after: bool = False


@openly
class CardTakenBack:
    """A card of the trick that still lies open goes back to the hand of the seat that played it."""

    seat: Seat
    card: Card = known(Known.SEEN)


@openly
class MustPlay:
    """A seat has to play one of these cards to the current trick; if it holds none of them, what it likes."""

    seat: Seat
    cards: tuple[Card, ...] = known(Known.SEEN)


@openly
class SuitBanned:
    """A team may not lead a suit until the opponents have won a trick, unless a player holds nothing else."""

    team: Team
    suit: Suit


@openly
class CardBanned:
    """A seat may not play a card until the opponents have won a trick, unless no other card may be played."""

    seat: Seat
    card: Card = known(Known.SEEN)


@openly
class CardLost:
    """A card that a seat should hold is missing: the seat plays on without it, its points go to `team`."""

    seat: Seat
    card: Card = known(Known.SEEN)
    team: Team = known(Known.ALL)


@openly
class WeisLost:
    """The Weise of a seat do not count; which one is the highest is found again without them."""

    seat: Seat


@openly
class WeisAllowed:
    """A seat may announce a Weis after all, before its next card."""

    seat: Seat


@openly
class PointsMoved:
    """Card points of this deal go from the opponents to `team`; the sum of the deal stays."""

    team: Team
    points: int


@openly
class DealVoid:
    """The deal counts nothing, everything written for it goes, and `dealer` (or the same one) deals again."""

    dealer: Seat | None = None


@openly
class DealerPlanned:
    """A seat deals a later deal, by number, in place of whoever would: an error is balanced."""

    deal: Count
    seat: Seat


@openly
class VorhandPlanned:
    """A seat speaks first and leads in a later deal, by number, in place of whoever would: an error is balanced."""

    deal: Count
    seat: Seat


@openly
class PenaltyPoints:
    """Penalty points for a person; they never touch the score of the game. (AJZ 3.4)"""

    seat: Seat
    points: int


@openly
class PlayerReplaced:
    """The player of a seat is excluded, and somebody else plays on in that seat."""

    seat: Seat
    name: Text


@openly
class DealLost:
    """A seat loses the deal, which is over: its game says what that writes. (JR-WINV-04)"""

    seat: Seat


@openly
class GameLost:
    """A team loses the game."""

    team: Team


Effect = (
    CardDead | SeatBarred | TrickTo | RestTo | NextLeader | CardTakenBack | MustPlay | SuitBanned | CardBanned | CardLost
    | WeisLost | WeisAllowed | PointsMoved | DealVoid | DealLost | DealerPlanned | VorhandPlanned | PenaltyPoints | PlayerReplaced
    | GameLost
)  # fmt: skip
