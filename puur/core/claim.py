"""Claims: whether a player who lays the cards open really makes every remaining trick.

A claim is judged against every legal order of play by everybody, the claimant's worst order included: every card must be Bock.
With a steady mode that is a plain test, because a card that beats one of the claimant's cards may always be played on it:
following a lead with a higher card, or cutting it, is never illegal (and undertrumping presupposes that the trick is lost
already). Modes that change from trick to trick are searched. (AJZ-2.2.1-43, AJZ-2.2.1-44, JR-REST-04)
"""

from __future__ import annotations

from itertools import product

from puur.core.cards import Card, cards_in
from puur.core.deal import Deal
from puur.core.irregular import verdict
from puur.core.reglement import Claims, Reglement
from puur.core.trick import winner


def claim_holds(book: Reglement, deal: Deal, seat: int) -> bool:
    """Whether `seat` wins every remaining trick whatever anybody plays.

    Where the partner's cards do not matter they neither help nor harm: they never win. A dead card of the claimant is no Bock.
    """
    assert deal.hands is not None
    assert deal.mode is not None
    trick = () if deal.open else tuple(deal.cards)
    if deal.hands[seat] & deal.dead:
        return False
    return _holds(book, deal, seat, tuple(deal.hands), trick, deal.leader, len(deal.tricks))


def _rivals(book: Reglement, deal: Deal, seat: int) -> tuple[int, ...]:
    others = [other for other in range(len(deal.sides)) if other != seat]
    return tuple(other for other in others if deal.sides[other] != deal.sides[seat] or book.play.claims is Claims.ALL_TRICKS)


def _holds(
    book: Reglement, deal: Deal, seat: int, hands: tuple[int, ...], trick: tuple[Card, ...], leader: int, number: int
) -> bool:
    seats = len(deal.sides)
    if number == deal.length:
        return True
    if not trick and leader == seat and len({id(order) for order in deal.orders[number:]}) == 1:
        return _all_bock(book, deal, seat, hands, number)
    turn = (leader + len(trick)) % seats
    for card in verdict(book, deal, hands[turn], trick, number).allowed:
        left = tuple(held ^ card.bit if holder == turn else held for holder, held in enumerate(hands))
        longer = (*trick, card)
        if len(longer) < seats:
            if not _holds(book, deal, seat, left, longer, leader, number):
                return False
            continue
        passive = deal.dead
        for place, laid in enumerate(longer):
            if (leader + place) % seats not in (seat, *_rivals(book, deal, seat)):
                passive |= laid.bit
        place = winner(longer, deal.orders[number], passive)
        taker = (leader + place) % seats
        if taker != seat or longer[place].bit & passive:
            return False
        if not _holds(book, deal, seat, left, (), taker, number + 1):
            return False
    return True


def _all_bock(book: Reglement, deal: Deal, seat: int, hands: tuple[int, ...], number: int) -> bool:
    """On lead in a steady mode: no rival holds a card that beats any card of the claimant."""
    order = deal.orders[number]
    own = cards_in(hands[seat])
    for rival in _rivals(book, deal, seat):
        theirs = [card for card in cards_in(hands[rival]) if not card.bit & deal.dead]
        if any(order.beats(card, mine, mine.suit) for card, mine in product(theirs, own)):
            return False
    return True
