"""What a seat can notice of the others' mistakes without seeing a hand: a suit denied that turns up later, a Weis that cannot be.

Sound, not complete: whatever is noticed here is so, for the cards that lay open and the own ones prove it. What anybody can see
at once (a card out of turn) is not the business of this module.
"""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.cards import DECK, Card, CardSet
from puur.core.form import form_for
from puur.core.reglement import Play
from puur.core.trick import Objection, judge
from puur.core.view import View
from puur.core.weis import WeisValues, weise_in

_OFFENCE = {Objection.FOLLOW_SUIT: "revoke", Objection.UNDERTRUMP: "undertrump"}


@dataclass(frozen=True, slots=True)
class Noticed:
    """An offence as the referee calls it, who did it, and in which trick."""

    offence: str
    seat: int
    trick: int


def noticed(view: View, play: Play, values: WeisValues) -> list[Noticed]:
    """Everything that the seat of this view can prove against others, the oldest first."""
    if view.mode is None or view.dead or view.hand_hidden:
        return []
    return [*_wrong_cards(view, play), *_false_weise(view, values)]


def _laid(view: View) -> list[tuple[int, int, Card, tuple[Card, ...]]]:
    """Every card that was played: number of the trick, seat, card, and the cards before it."""
    laid = [
        (number, trick.seat_of(place), card, trick.cards[:place])
        for number, trick in enumerate(view.tricks, start=1)
        for place, card in enumerate(trick.cards)
    ]
    if view.leader is not None and not view.trick_open:
        number = len(view.tricks) + 1
        laid += [(number, view.players[place], card, view.trick[:place]) for place, card in enumerate(view.trick)]
    return laid


def _wrong_cards(view: View, play: Play) -> list[Noticed]:
    assert view.mode is not None
    laid, offences = _laid(view), []
    orders = form_for(view.book).orders(view.book, view.mode, max((number for number, *_ in laid), default=0))
    shown = {claim.seat: claim.weis.bits for claim in view.weise if claim.weis is not None}
    for at, (number, seat, card, before) in enumerate(laid):
        if seat == view.seat or not before:
            continue
        played = sum(other.bit for _, who, other, _ in laid[:at] if who == seat)
        later = sum(other.bit for _, who, other, _ in laid[at:] if who == seat)
        held = CardSet(bits=later | shown.get(seat, 0) & ~played)  # what the seat is known to have held then
        verdict = judge(held, before, orders[number - 1], undertrump=play.undertrump, puur_exempt=play.puur_exempt)
        why = verdict.objection(card)
        if why in _OFFENCE:
            offences.append(Noticed(_OFFENCE[why], seat, number))
    return offences


def _false_weise(view: View, values: WeisValues) -> list[Noticed]:
    laid, offences = _laid(view), []
    for claim in view.weise:
        if claim.seat == view.seat or claim.weis is not None:
            continue
        elsewhere = view.hand.bits
        for _, seat, card, _ in laid:
            elsewhere |= card.bit if seat != claim.seat else 0
        possible = CardSet(bits=DECK.bits & ~elsewhere)
        if all(weis.points(values) < claim.points for weis in weise_in(possible)):
            offences.append(Noticed("false-weis", claim.seat, 1))
    return offences
