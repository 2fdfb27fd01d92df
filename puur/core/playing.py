"""The play of the cards: trick by trick to the end of the deal, with claims and concessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from puur.core.bonus import after_first_trick, confirm_weis, write_held_stoeck
from puur.core.cards import Card, CardSet
from puur.core.checkpoint import save
from puur.core.claim import claim_holds
from puur.core.deal import Deal, Phase, Wrong
from puur.core.errors import RuleViolation
from puur.core.events import CardPlayed, CardsLaid, Claimed, Conceded, TrickLooked, Turned
from puur.core.finish import resume_thanks
from puur.core.irregular import (
    WRONG_OF,
    complete,
    is_last,
    lay_free,
    marked_legal,
    marked_objection,
    note,
    put_marked,
    verdict,
)
from puur.core.reglement import Claims, Look
from puur.core.seats import other, team_of
from puur.core.setup import Turning
from puur.core.trick import Objection, Trick, Verdict
from puur.core.writing import forfeit_at_card

if TYPE_CHECKING:
    from puur.core.game import Game

_FIELD_OF = {
    Objection.NOT_IN_HAND: "play.follow",
    Objection.FOLLOW_SUIT: "play.follow",
    Objection.UNDERTRUMP: "play.undertrump",
    Objection.BANNED: "referee.lead_ban",
    Objection.DEAD_LEAD: "referee.dead_lead",
    Objection.MUST_PLAY: "referee.revoke_card",
}


def play_card(game: Game, event: CardPlayed) -> None:
    """Play a card in turn, if the rules allow it. (JR-PLAY-01 to 05, JR-LEAD-01, JR-EARLY-02)"""
    game.require_running()
    deal, seat, card = game.deal, event.seat, event.card
    if deal.phase is Phase.BIDDING:
        game.form.lead_silently(game, deal, seat, card)
    elif deal.phase is not Phase.PLAYING:
        raise game.refuse("dealing.packets", "no-play-now")
    if deal.open and game.setup.turning is Turning.EXPLICIT:
        raise game.refuse("play.turn_before_lead", "trick-not-turned")
    if game.free:
        _play_free(game, deal, seat, card)
        return
    if seat != deal.turn:
        raise _out_of_turn(game, deal, seat)
    judged = None if deal.hands is None or deal.marked else _judged(game, deal, seat)
    why = objection(game, seat, card) if judged is None else judged.objection(card)
    if why is not None:
        facts = {"card": str(card), "led": str(deal.cards[0].suit) if deal.cards and not deal.open else "", "seat": seat}
        raise game.refuse(_FIELD_OF[why], why.value, **facts)
    if deal.hands is not None:
        allowed = _allowed(game, deal, seat) if judged is None else judged.allowed
        kept, field = game.form.withheld(game, deal, seat, allowed)
        if card in kept:
            reason = field.rpartition(".")[2]
            raise game.refuse(field, reason, card=str(card), seat=seat)
    if deal.open:
        deal.turn_trick()
    if game.manual:
        forfeit_at_card(game, seat)
    game.form.on_card(game, deal, seat, card)
    if deal.marked:
        _lay(game, deal, card)
        return
    trick = deal.put(card)
    if trick is not None:
        _after_trick(game, deal, trick)


def _play_free(game: Game, deal: Deal, seat: int, card: Card) -> None:
    """A card at a free table: whatever is in the hand may be played, at any time; what was wrong is remembered."""
    unseen = deal.hands is None and not _seen(deal, card)
    if not unseen and (deal.hands is None or not deal.hands[seat] & card.bit):
        raise game.refuse("play.follow", Objection.NOT_IN_HAND.value, card=str(card), led="", seat=seat)
    first = deal.open or not deal.cards
    if not first and seat != deal.turn and (seat in deal.early or deal.place_of(seat) < len(deal.cards)):
        raise game.refuse("table.direction", "not-your-turn", seat=seat, turn=deal.turn)
    if deal.open:
        deal.turn_trick()
    if game.manual:
        forfeit_at_card(game, seat)
    if lay_free(deal, seat, card):
        _lay(game, deal, card)


def _lay(game: Game, deal: Deal, card: Card) -> None:
    """Play a card in its turn, and after it those that lie there before theirs."""
    while True:
        if game.free and deal.hands is not None:
            why = marked_objection(game.book, deal, deal.turn, card)
            if why in WRONG_OF:
                note(deal, WRONG_OF[why], deal.turn, card)
        deal.reopening = None
        state = save(game) if is_last(deal) else None
        trick = put_marked(game, deal, card) if deal.marked else deal.put(card)
        if trick is not None:
            deal.reopening = state
            _after_trick(game, deal, trick)
            return
        if deal.turn not in deal.early:
            return
        card = deal.early[deal.turn]


def pass_over(game: Game, deal: Deal, seat: int) -> None:
    """A seat that has lost its last card sits out the running trick; the trick goes on, or is complete without it. (JR-MISS-01)"""
    if deal.hands is None or deal.hands[seat] or seat in deal.players()[: len(deal.cards)] or seat in deal.early:
        return
    deal.absent = (*deal.absent, seat)
    while deal.turn in deal.absent:
        deal.turn = deal.after(deal.turn)
    if is_last(deal, 0):
        deal.reopening = None
        _after_trick(game, deal, complete(game, deal))
    elif deal.turn in deal.early:
        _lay(game, deal, deal.early[deal.turn])


def lay_several(game: Game, event: CardsLaid) -> None:
    """Several cards put on the table at once: they stay in the hand until it is ruled which of them is played. (JR-TWO-01)"""
    game.require_running()
    deal = game.deal
    if not game.free or deal.phase is not Phase.PLAYING:
        raise game.refuse("referee.several_card", "one-card-at-a-time", seat=event.seat)
    held = deal.hands[event.seat] if deal.hands is not None else -1
    if len(event.cards) < 2 or any(not held & card.bit for card in event.cards):
        raise game.refuse("play.follow", Objection.NOT_IN_HAND.value, card=str(CardSet(event.cards)), led="", seat=event.seat)
    for card in event.cards:
        note(deal, Wrong.SEVERAL, event.seat, card)


def _seen(deal: Deal, card: Card) -> bool:
    return any(card in trick.cards for trick in deal.tricks) or card in deal.cards or card in deal.early.values()


def _out_of_turn(game: Game, deal: Deal, seat: int) -> RuleViolation:
    if deal.cards and not deal.open:
        return game.refuse("table.direction", "not-your-turn", seat=seat, turn=deal.turn)
    if deal.tricks:
        return game.refuse("play.winner_leads", "winner-leads", seat=seat, turn=deal.turn)
    return game.refuse("bidding.leader", "not-the-leader", seat=seat, turn=deal.turn)


def objection(game: Game, seat: int, card: Card) -> Objection | None:
    """Why the seat may not play this card now, or None; where hands are not known, only whether it was seen before."""
    deal = game.deal
    if deal.hands is None:
        return Objection.NOT_IN_HAND if _seen(deal, card) else None
    if deal.marked:
        return marked_objection(game.book, deal, seat, card)
    return _judged(game, deal, seat).objection(card)


def legal_cards(game: Game, seat: int) -> CardSet:
    """The cards that a seat may play when it is its turn; nothing otherwise."""
    deal = game.deal
    if game.over or deal.phase is not Phase.PLAYING or seat != deal.turn or deal.hands is None:
        return CardSet()
    allowed = _allowed(game, deal, seat)
    if game.free:
        return allowed
    kept, _ = game.form.withheld(game, deal, seat, allowed)
    return allowed - kept if kept else allowed


def _allowed(game: Game, deal: Deal, seat: int) -> CardSet:
    """The cards that the rules of every Jass let a seat play, rulings included."""
    assert deal.hands is not None
    if deal.marked:
        return marked_legal(game.book, deal, seat)
    return _judged(game, deal, seat).allowed


def _judged(game: Game, deal: Deal, seat: int) -> Verdict:
    """What the book says of each card of a seat whose hand is known, rulings left out."""
    assert deal.hands is not None
    return verdict(game.book, deal, deal.hands[seat], () if deal.open else deal.cards)


def _after_trick(game: Game, deal: Deal, trick: Trick) -> None:
    number = len(deal.tricks)
    if number == 1:
        after_first_trick(game, deal)
    elif game.book.weis.needs_trick:
        confirm_weis(game, deal)
    if number == deal.length:
        close(game, deal, last=deal.writer(trick.winner))
    elif game.form.on_trick(game, deal):
        deal.broken_off = True
        close(game, deal, last=None)
    if game.thanks_waiting is not None:
        resume_thanks(game)


def close(game: Game, deal: Deal, *, last: int | None) -> None:
    """End a deal: the last trick, the Match, the entries of the form."""
    deal.last = last
    if last is not None:
        deal.match = deal.won.index(deal.length) if deal.length in deal.won else None
        if deal.claim is not None and not deal.claim[1]:
            deal.match = None  # AJZ-2.2.1-45: a wrong claim never creates a Match
        if deal.no_match:
            deal.match = None
    deal.phase = Phase.OVER
    game.finished_deals.append(deal)
    game.counts.clear()
    for entry in game.form.entries(game, deal):
        game.write(entry)


def close_unplayed(game: Game, deal: Deal) -> None:
    """A deal that is written without being played, as the form says. (TAM-CP-22)"""
    close(game, deal, last=None)


def turn_trick(game: Game, _event: Turned) -> None:
    """Turn the complete trick face down. (JR-EARLY-02, NWS-6-05)"""
    if not game.deals or not game.deal.open:
        raise game.refuse("play.turn_before_lead", "no-complete-trick")
    game.deal.turn_trick()


def look_at_trick(game: Game, event: TrickLooked) -> None:
    """An open trick may be seen; of the turned ones only what the book allows. (AJZ-2.2.1-30, AJZ-2.2.1-31)"""
    deal = game.deal
    complete = len(deal.tricks)
    if not 1 <= event.trick <= complete:
        raise game.refuse("table.look", "no-such-trick", trick=event.trick)
    if event.trick == complete and deal.open:
        return
    turned = complete - (1 if deal.open else 0)
    if game.book.table.look is Look.FIRST and event.trick == 1 and turned < 2:
        return
    if game.book.table.look is Look.OWN and deal.tricks[event.trick - 1].winner == event.seat:
        return  # JR-LOOK-02
    raise game.refuse("table.look", "trick-turned", trick=event.trick)


def offers_claim(game: Game, deal: Deal) -> bool:
    """Whether cards may be laid open here: not where taking every trick is what nobody wants."""
    return game.book.play.claims is not Claims.NOT_OFFERED and not (deal.mode is not None and deal.mode.backward)


def offers_concession(game: Game, deal: Deal) -> bool:
    """Whether a Match may be given away here."""
    return game.book.play.concede and not (deal.mode is not None and deal.mode.backward)


def claim_rest(game: Game, event: Claimed) -> None:
    """Lay the cards open: right, all remaining tricks are won; wrong, their points go to the opponents. (AJZ-2.2.1-43 to 45)"""
    game.require_running()
    deal = game.deal
    if not offers_claim(game, deal):
        raise game.refuse("play.claims", "no-claims")
    if deal.phase is not Phase.PLAYING or deal.hands is None:
        raise game.refuse("play.claims", "no-claim-now")
    holds = claim_holds(game.book, deal, event.seat)
    team = team_of(event.seat) if holds else other(team_of(event.seat))
    deal.claim = (event.seat, holds)
    take_rest(game, deal, team)


def concede_match(game: Game, event: Conceded) -> None:
    """Give the opponents the Match; held Stöck stay valid. (JR-STOE-06)"""
    game.require_running()
    deal = game.deal
    if not offers_concession(game, deal):
        raise game.refuse("play.concede", "played-to-the-end")
    if deal.phase is not Phase.PLAYING or deal.won[team_of(event.seat)]:
        raise game.refuse("play.concede", "no-concession-now", tricks=deal.won[team_of(event.seat)])
    deal.conceded = team_of(event.seat)
    write_held_stoeck(game, deal)
    take_rest(game, deal, other(team_of(event.seat)))


def take_rest(game: Game, deal: Deal, team: int) -> None:
    """Give a team every trick that is not complete, and end the deal."""
    deal.points[team] += deal.rest()
    deal.won[team] += deal.length - len(deal.tricks)
    if not deal.tricks:
        after_first_trick(game, deal)
    elif game.book.weis.needs_trick:
        confirm_weis(game, deal)
    close(game, deal, last=team)


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {
    CardPlayed: play_card,
    CardsLaid: lay_several,
    Turned: turn_trick,
    TrickLooked: look_at_trick,
    Claimed: claim_rest,
    Conceded: concede_match,
}
