"""Taking an open trick apart again, and writing a finished deal anew after a ruling.

A trick that lies open may be corrected: its cards go back to the hands they came from, and what its completion had brought (points,
Weis, the end of the deal, even a Bedanken) is undone until it is complete again. (JR-ERR-10, JR-BED-09, NWS-5-05, TAM-ES-53)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.cards import Card
from puur.core.checkpoint import restore
from puur.core.deal import Deal, Phase
from puur.core.effects import CardTakenBack
from puur.core.events import Event, StoeckShown, Thanked, WeisAdded, WeisAnnounced, WeisAsked, WeisDemanded, WeisNamed
from puur.core.outcome import say_again
from puur.core.reglement import Source
from puur.core.seats import team_of

if TYPE_CHECKING:
    from puur.core.game import Game

_OF_RESULT = (Source.STICH, Source.LAST_TRICK, Source.MATCH)
# What rulings and reports have brought since the trick was complete is not undone.
_KEPT = ("dead", "moved", "faults", "marked", "lost", "no_match")


def take_back(game: Game, deal: Deal, effect: CardTakenBack) -> None:
    """Give a card of the open trick back; cards played after it stay on the table and wait for their turn."""
    seat, card = effect.seat, effect.card
    if deal.early.get(seat) is card:
        del deal.early[seat]
        _to_hand(deal, seat, card)
        return
    if deal.open:
        _reopen(game, deal)
    seats = deal.players()
    if deal.phase is not Phase.PLAYING or card not in deal.cards or seats[deal.cards.index(card)] != seat:
        raise game.refuse("play.turn_before_lead", "card-not-open", card=str(card), seat=seat)
    place = deal.cards.index(card)
    for later in range(place + 1, len(deal.cards)):
        deal.early[seats[later]] = deal.cards[later]
    del deal.cards[place:]
    _to_hand(deal, seat, card)
    deal.turn = seat


def _to_hand(deal: Deal, seat: int, card: Card) -> None:
    if deal.hands is not None:
        deal.hands[seat] |= card.bit


def _reopen(game: Game, deal: Deal) -> None:
    """Go back to before the card that completed the trick, then lay that card there again."""
    state = deal.reopening
    if state is None:
        raise game.refuse("play.turn_before_lead", "trick-turned", trick=len(deal.tricks))
    trick = deal.tricks[-1]
    kept = {name: getattr(deal, name) for name in _KEPT}
    penalties, rulings = game.penalties, game.rulings
    since = game.events[state.at + 1 :]
    restore(game, state)
    for name, value in kept.items():
        setattr(deal, name, value)
    game.penalties, game.rulings = penalties, rulings
    last = trick.seat_of(len(trick.cards) - 1)
    if deal.hands is not None:
        deal.hands[last] &= ~trick.cards[-1].bit
    deal.early.pop(last, None)
    deal.cards.append(trick.cards[-1])
    deal.reopening = None
    for event in since:
        _repeat(game, event)


def _repeat(game: Game, event: Event) -> None:
    """What was said about the complete trick is said again, as far as it still holds; a Bedanken waits for it."""
    if isinstance(event, Thanked):
        game.thanks_waiting = team_of(event.seat)
        return
    if isinstance(event, WeisAnnounced | WeisNamed | WeisAdded | WeisAsked | WeisDemanded | StoeckShown):
        say_again(game, event)


def score_again(game: Game, deal: Deal) -> None:
    """Write a finished deal anew after points or tricks have changed hands."""
    for source in _OF_RESULT:
        game.ledger.strike(deal.number, source)
    game.due = [due for due in game.due if due.entry.deal != deal.number or due.entry.source not in _OF_RESULT]
    if len(deal.tricks) == deal.length:
        deal.last = deal.writer(deal.tricks[-1].winner)
    deal.match = deal.won.index(deal.length) if deal.length in deal.won and not deal.no_match else None
    for entry in game.form.entries(game, deal):
        game.write(entry)
