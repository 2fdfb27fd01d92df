"""Who plays alone may show the hand and cut the deal short; if one opponent does not agree, it is played. (JR-REST-06, JR-REST-07)

The soloist does it on lead, once in a deal. The others answer one after the other; what was shown stays known, though it goes back
into the hand. Nobody examines whether it is true: that is what the opponents say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puur.core.cards import CardSet
from puur.core.deal import Phase
from puur.core.event_fields import Seat
from puur.core.events import Event
from puur.core.form import Form, Handler
from puur.core.known import openly
from puur.core.playing import close
from puur.games.auction import speaking
from puur.log.registry import GAME, Words

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.view import View


@openly
class HandShown(Event):
    """Who plays alone shows the hand: the game is won."""

    seat: Seat


@openly
class Agreed(Event):
    """An opponent takes it as won."""

    seat: Seat


@openly
class PlayedOn(Event):
    """An opponent wants it to be played."""

    seat: Seat


GAME.add(HandShown, words=Words("zeigt die Karten|shows the hand"))
GAME.add(Agreed, words=Words("ist einverstanden|agrees"))
GAME.add(PlayedOn, words=Words("lässt ausspielen|has it played"))


@dataclass(slots=True)
class Shown:
    """Which cards were shown, by whom, and how many have agreed."""

    seat: int
    cards: CardSet
    agreed: int = 0
    asked: bool = True


class Showing(Form):
    """A form in which one plays alone: `deal.own.shown` is None or what was shown."""

    def besides(self, game: Game, deal: Deal, seat: int) -> Iterator[Event]:
        """Showing the hand, on lead and with the cards known."""
        leads = deal.phase is Phase.PLAYING and seat == deal.turn == deal.announcer and (deal.open or not deal.cards)
        if leads and deal.hands is not None and deal.own.shown is None and not game.free:
            yield HandShown(seat)

    def asked(self, deal: Deal) -> bool:
        """Whether the opponents have to say what they think of a shown hand."""
        return deal.own.shown is not None and deal.own.shown.asked

    def answers(self, seat: int) -> Iterable[Event]:
        """What an opponent may say."""
        return [Agreed(seat), PlayedOn(seat)]

    def judged(self, view: View) -> Event | None:
        """What a bot says: it has it played, since it cannot lose by that."""
        return next((option for option in view.options if isinstance(option, PlayedOn)), None)


def given_up(deal: Deal) -> bool:
    """Whether all opponents have taken a shown hand as won."""
    return deal.own.shown is not None and not deal.own.shown.asked and deal.broken_off


def laid(deal: Deal) -> Mapping[str, object]:
    """The shown cards that are still in the hand, for everybody."""
    shown = deal.own.shown
    if shown is None or deal.phase is Phase.OVER:
        return {}
    return {"laid": [str(card) for card in shown.cards & deal.hand(shown.seat)]}


def show(game: Game, event: HandShown) -> None:
    """The hand is open, and the opponents are asked."""
    game.require_running()
    deal = game.deal
    assert isinstance(game.form, Showing)
    if event not in game.form.besides(game, deal, event.seat):
        raise game.refuse("play.claims", "no-claim-now")
    deal.own.shown = Shown(event.seat, deal.hand(event.seat))
    deal.phase, deal.speaker = Phase.BIDDING, deal.after(event.seat)


def agree(game: Game, event: Agreed) -> None:
    """One more; after the last one it is won."""
    deal = _asked(game, event)
    shown = deal.own.shown
    shown.agreed += 1
    deal.speaker = deal.after(deal.speaker)
    if deal.speaker == shown.seat:
        shown.asked, deal.broken_off = False, True
        close(game, deal, last=None)


def play_on(game: Game, event: PlayedOn) -> None:
    """It goes on where it was."""
    deal = _asked(game, event)
    deal.own.shown.asked = False
    deal.phase = Phase.PLAYING


def _asked(game: Game, event: Agreed | PlayedOn) -> Deal:
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("play.claims", "no-claim-now")
    return deal


HANDLERS: Mapping[type, Handler] = {HandShown: show, Agreed: agree, PlayedOn: play_on}
