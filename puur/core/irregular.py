"""Play that is not as it should be: cards that a free table lets happen, and tricks under the weight of a ruling.

`core.playing` handles regular play alone and comes here as soon as a deal is marked: by a fault at a free table, or by a ruling.
Which cards are dead, banned or demanded is state of the deal; whose trick it is then follows the book (`referee.dead_lead`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puur.core.cards import SUIT_BITS, Card, CardSet
from puur.core.deal import Deal, Fault, Wrong
from puur.core.reglement import Reglement
from puur.core.sanctions import DeadLead
from puur.core.trick import Objection, Trick, Verdict, judge, winner

if TYPE_CHECKING:
    from puur.core.game import Game

WRONG_OF = {
    Objection.FOLLOW_SUIT: Wrong.FOLLOW_SUIT,
    Objection.UNDERTRUMP: Wrong.UNDERTRUMP,
    Objection.BANNED: Wrong.BANNED,
    Objection.DEAD_LEAD: Wrong.DEAD_LEAD,
    Objection.MUST_PLAY: Wrong.MUST_PLAY,
}


# ---- what may be played --------------------------------------------------------------------------------------------------


def followed(book: Reglement, deal: Deal) -> Sequence[Card]:
    """The cards that decide what has to be followed: without a dead lead where the next card counts as led. (TAM-ES-50)"""
    if deal.open:
        return ()
    if deal.dead_led and book.referee.dead_lead is DeadLead.NEXT_CARD:
        return deal.cards[1:]
    return deal.cards


def verdict(book: Reglement, deal: Deal, held: int, cards: Sequence[Card], number: int = -1) -> Verdict:
    """What the book says of each card of a hand, to be played to these in this trick (the current one); rulings left out."""
    order = deal.orders[len(deal.tricks) if number < 0 else number]
    rules = book.play
    under = deal.undertrump or rules.undertrump
    return judge(CardSet(bits=held), cards, order, undertrump=under, puur_exempt=rules.puur_exempt, dead=deal.dead)


def after_rulings(deal: Deal, seat: int, allowed: int) -> dict[Objection, int]:
    """The allowed cards that rulings take away, by reason; never all of them: somebody has to play something."""
    gone: dict[Objection, int] = {}
    left = allowed
    leading = deal.open or not deal.cards

    def take(reason: Objection, bits: int) -> None:
        nonlocal left
        if left & bits and left & ~bits:
            gone[reason] = gone.get(reason, 0) | (left & bits)
            left &= ~bits

    if seat in deal.must:
        take(Objection.MUST_PLAY, ~deal.must[seat])
    if leading:
        take(Objection.DEAD_LEAD, deal.dead)  # NWS-5-21, JR-ERR-05
    for ban in deal.bans:
        if ban.team == deal.sides[seat]:
            if ban.card is not None:
                take(Objection.BANNED, ban.card.bit)  # NWS-4-11
            elif ban.suit is not None and leading:
                take(Objection.BANNED, SUIT_BITS[ban.suit.index])  # JR-ERR-01
    return gone


def marked_objection(book: Reglement, deal: Deal, seat: int, card: Card) -> Objection | None:
    """Why a seat may not play this card now, rulings included; a card that lies there already counts as in the hand."""
    assert deal.hands is not None
    laid = deal.early.get(seat)
    judged = verdict(book, deal, deal.hands[seat] | (laid.bit if laid is not None else 0), followed(book, deal))
    why = judged.objection(card)
    if why is not None:
        return why
    for reason, bits in after_rulings(deal, seat, judged.allowed.bits).items():
        if bits & card.bit:
            return reason
    return None


def marked_legal(book: Reglement, deal: Deal, seat: int) -> CardSet:
    """The cards that a seat may play, rulings included."""
    assert deal.hands is not None
    allowed = verdict(book, deal, deal.hands[seat], followed(book, deal)).allowed.bits
    for bits in after_rulings(deal, seat, allowed).values():
        allowed &= ~bits
    return CardSet(bits=allowed)


# ---- how a trick goes ------------------------------------------------------------------------------------------------------


def put_marked(game: Game, deal: Deal, card: Card) -> Trick | None:
    """Play a card from the hand whose turn it is; the completed trick with the last card."""
    seat = deal.turn
    if not deal.cards:
        deal.absent = () if deal.hands is None else tuple(each for each in game.seats if each != seat and not deal.hands[each])
        deal.dead_led = bool(card.bit & deal.dead)
    if deal.hands is not None:
        deal.hands[seat] &= ~card.bit
    deal.early.pop(seat, None)
    deal.must.pop(seat, None)
    deal.weisen.allowed.discard(seat)
    deal.cards.append(card)
    if is_last(deal, 0):
        return complete(game, deal)
    deal.turn = deal.after(seat)
    while deal.turn in deal.absent:
        deal.turn = deal.after(deal.turn)
    return None


def is_last(deal: Deal, missing: int = 1) -> bool:
    """Whether the trick lacks exactly this many cards."""
    return len(deal.cards) + missing == len(deal.sides) - len(deal.absent)


def taker_of(game: Game, deal: Deal) -> int:
    """Who takes the complete trick on the table."""
    seats, cards, order = deal.players(), deal.cards, deal.orders[len(deal.tricks)]
    dead = deal.dead
    for seat in deal.barred:
        if seat in seats:
            dead |= cards[seats.index(seat)].bit
    policy = game.book.referee.dead_lead
    if deal.dead_led and policy is DeadLead.NEXT_CARD and len(cards) > 1:
        taker = seats[1 + winner(cards[1:], order, dead)]
    else:
        place = winner(cards, order, dead)
        taker = seats[place]
        if deal.dead_led:
            partners = taker != deal.leader and deal.sides[taker] == deal.sides[deal.leader]
            saved = partners and cards[place].suit is order.trump and not cards[place].bit & dead
            if policy is DeadLead.OPPONENTS or not saved:
                taker = deal.after(deal.leader)  # JR-ERR-05, JR-ERR-06, NWS-5-23
        elif taker in deal.barred:
            taker = deal.after(taker)  # nobody else could win it
    if deal.trick_to is not None and deal.writer(taker) != deal.trick_to:
        taker = deal.after(taker)
    return taker


def complete(game: Game, deal: Deal) -> Trick:
    """The trick on the table is complete: whose it is, and who leads next."""
    taker = taker_of(game, deal)
    worth = sum(deal.values[card.index] for card in deal.cards)
    trick = Trick(deal.leader, tuple(deal.cards), taker, worth, deal.absent)
    deal.tricks.append(trick)
    side, writer = deal.sides[taker], deal.writer(taker)
    deal.points[writer] += worth
    deal.won[writer] += 1
    deal.bans = [ban for ban in deal.bans if ban.team == side]
    deal.barred, deal.trick_to, deal.must, deal.absent, deal.dead_led = set(), None, {}, deal.idle, False
    deal.dead &= ~deal.dead_once
    deal.dead_once = 0
    if deal.forced_leader is not None:
        taker, deal.forced_leader = deal.forced_leader, None
    deal.leader = deal.turn = _with_cards(deal, taker)
    deal.open = True
    return trick


def _with_cards(deal: Deal, seat: int) -> int:
    """The seat itself, or the next one that still has a card."""
    if deal.hands is not None and any(deal.hands):
        while not deal.hands[seat]:
            seat = deal.after(seat)
    return seat


# ---- the free table --------------------------------------------------------------------------------------------------------


def lay_free(deal: Deal, seat: int, card: Card) -> bool:
    """Remember a card out of turn; False if it lies there now and waits for its turn."""
    if seat == deal.turn:
        return True
    if not deal.cards:
        note(deal, Wrong.WRONG_LEADER, seat, card, rightful=deal.turn)
        deal.leader = deal.turn = seat
        return True
    note(deal, Wrong.EARLY, seat, card, rightful=deal.turn)
    deal.early[seat] = card
    if deal.hands is not None:
        deal.hands[seat] &= ~card.bit
    return False


def note(deal: Deal, wrong: Wrong, seat: int, card: Card | None = None, *, rightful: int | None = None) -> None:
    """Remember a fault."""
    held = deal.hands[seat] if deal.hands is not None else 0
    if card is not None:
        held |= card.bit
    trick = len(deal.tricks) + 1 if deal.mode is not None else 0
    deal.faults.append(Fault(wrong, seat, trick, card, held, rightful))
    deal.marked = True
