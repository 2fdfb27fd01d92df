"""What a seat has seen, as the search and the reckoning want it: the played cards in order, and who may hold what.

Built from a view and nothing else. Promise: the true deal is never excluded, except that the others are taken to hold no Weis that
they were free to announce and did not.
"""

from __future__ import annotations

from dataclasses import dataclass

from puur.bots import reckoning as r
from puur.bots.tables import mode_tables
from puur.core.cards import DECK
from puur.core.mode import Mode
from puur.core.trick import Undertrump
from puur.core.view import View
from puur.core.weis import stoeck_of


class NotSearchable(ValueError):
    """A position that search and reckoning do not know: a dead card, a missing card, a hand that is hidden."""


@dataclass(slots=True)
class Knowledge:
    """One seat's knowledge while cards are played."""

    seat: int
    mode: Mode
    tables: tuple[int, ...]
    leaders: list[int]  # of every trick, the running one included
    played: list[int]  # card indices in order of play
    state: list[int]  # the position, the other hands empty
    sure: list[int]  # cards that a seat is known to hold still
    barred: list[int]  # cards that a seat cannot hold
    stated: list[tuple[int, int]]  # seat and points of a Weis that was stated, but not shown


def knowledge(view: View) -> Knowledge:
    """What the seat of this view knows."""
    if view.mode is None or view.leader is None or view.dead or view.hand_hidden:
        raise NotSearchable("nothing to reckon with")
    tables = mode_tables(view.mode)
    st = [0] * r.SIZE
    st[r.REST] = DECK.bits
    st[r.ANNOUNCER] = -1 if view.announcer is None else view.announcer
    leaders, played = [], []
    running = () if view.trick_open else view.trick
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if running:
        tricks.append((view.leader, running))
    for seat in range(4):
        st[r.LEFT + seat] = 9
    st[r.HANDS + view.seat] = view.hand.bits
    st[r.LEADER] = tricks[0][0] if tricks else view.leader
    for leader, cards in tricks:
        if st[r.COUNT] or (len(cards) != 4 and cards is not running):
            raise NotSearchable("a trick is not complete")
        st[r.LEADER] = leader
        leaders.append(leader)
        for place, card in enumerate(cards):
            r.play(st, tables, (leader + place) % 4, card.index)
            played.append(card.index)
    if not running:
        leaders.append(view.leader)
        st[r.LEADER] = view.leader
    if tuple(st[r.LEFT : r.LEFT + 4]) != view.cards_left:
        raise NotSearchable("somebody has not played a card in every trick")
    known = Knowledge(view.seat, view.mode, tables, leaders, played, st, [0] * 4, [0] * 4, [])
    _voids(known, view.book.play.undertrump)
    _weise(known, view)
    return known


def _voids(known: Knowledge, rule: Undertrump) -> None:
    """Who cannot hold what: a seat that did not follow; and one that undertrumped, where it needs a reason. (JR-UNDER-01, 02)"""
    for seat in range(4):
        known.barred[seat] |= known.state[r.VOID + seat] & ~(known.state[r.HANDS + seat] if seat == known.seat else 0)
    st = [0] * r.SIZE
    st[r.REST] = DECK.bits
    for number, leader in enumerate(known.leaders):
        cards = known.played[4 * number : 4 * number + 4]
        for place, card in enumerate(cards):
            seat = (leader + place) % 4
            if place:
                at = r.ORDERS + known.tables[r.ORDER_OF + number] * r.ORDER_SIZE
                trump = known.tables[at + r.TRUMP]
                best, suit = st[r.BEST], r.suit_of(card)
                under = suit == trump and r.suit_of(st[r.TRICK]) != trump and (trump >> best) & 1
                if under and rule is not Undertrump.FREE and not (known.tables[at + r.ABOVE + best] >> card) & 1:
                    # Allowed with nothing but trumps, or with nothing of the led suit.
                    known.barred[seat] |= DECK.bits & ~trump if rule is Undertrump.ONLY_TRUMPS else r.suit_of(st[r.TRICK])
            r.play(st, known.tables, seat, card)


def _weise(known: Knowledge, view: View) -> None:
    """Cards that were shown, and values that were stated."""
    rest = known.state[r.REST]
    for claim in view.weise:
        if claim.seat == view.seat:
            continue
        if claim.weis is not None:
            known.sure[claim.seat] |= claim.weis.bits & rest
        else:
            known.stated.append((claim.seat, claim.points))
    if view.stoeck is not None and view.stoeck != view.seat and view.mode is not None:
        known.sure[view.stoeck] |= stoeck_of(view.mode.trump).bits & rest
    for seat in range(4):
        if known.sure[seat]:
            for other in range(4):
                if other != seat:
                    known.barred[other] |= known.sure[seat]
