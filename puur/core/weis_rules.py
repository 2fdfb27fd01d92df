"""Announcing and writing Weise and Stöck: who may, and until when. What is told of them afterwards is `core.weis_told`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from puur.core.bonus import addable, after_first_trick, book_weise, may_add, write_stoeck
from puur.core.bonuses import StoeckWhen, Understated
from puur.core.breaking_off import credit_weis
from puur.core.deal import Deal, Phase
from puur.core.events import AusmachInvoked, StoeckShown, WeisAdded, WeisAnnounced, WeisAsked, WeisDemanded, WeisNamed
from puur.core.finish import appeal_open, invoke_ausmach
from puur.core.outcome import hear, in_window, say_again, thanked_on_first
from puur.core.reglement import SchneiderEffect
from puur.core.sanctions import Sanction
from puur.core.stoeck import may_claim_stoeck, may_show_in_time, stoeck_deal, stoeck_open
from puur.core.weis import Weis, stoeck_of, weise_in
from puur.core.weis_told import ask_weis, check_may_show, demand_weis, name_weis
from puur.core.weisen import Announcement, meaning

if TYPE_CHECKING:
    from puur.core.game import Game


# ---- Weise -------------------------------------------------------------------------------------------------------------


def may_announce(game: Game, deal: Deal, seat: int) -> str | None:
    """None if the seat may announce a Weis now; otherwise why not. (JR-WEIS-05, JR-WEIS-06, UB-WEIS-01, UB-WEIS-02)"""
    if not game.book.weis.enabled or deal.no_weis:
        return "no-weis"
    if len(deal.tricks) == 1 and (in_window(game) or thanked_on_first(game)):
        return None if _may_after_trick(game, deal, seat) else "weis-card-covered"
    if game.over:
        # AJZ-2.2.1-57: after an early Bedanken those who had not played yet may still announce.
        late = deal.broken_off and game.book.weis.needs_trick and not deal.tricks and not deal.has_played(seat, 1)
        return None if late else "weis-too-late"
    if deal.phase is not Phase.PLAYING:
        return "weis-not-now"
    if seat in deal.weisen.allowed:
        return None  # JR-WINV-01
    if not deal.tricks:
        place, played = deal.place_of(seat), len(deal.cards)
        if played < place:
            return "weis-before-turn"
        return None if played <= place + 1 or not game.book.weis.until_covered else "weis-card-covered"
    if len(deal.tricks) == 1 and deal.open:
        return None if _may_after_trick(game, deal, seat) else "weis-card-covered"
    return "weis-too-late"


def _may_after_trick(game: Game, deal: Deal, seat: int) -> bool:
    """While the first trick lies open, its last player may announce; all may where a covered card is no limit. (JR-WEIS-06)"""
    return seat == deal.tricks[0].seat_of(-1) or not game.book.weis.until_covered


def unneeded(game: Game, deal: Deal, seat: int, points: int) -> bool:
    """Whether a Weis can never count: the opponents showed a higher one, and the partner can no longer beat it. (JR-WEIS-20)

    A table never offers it; said nevertheless, it is a matter for the referee. (JR-WEIS-21)
    """
    if deal.tricks or game.over or seat in deal.weisen.announced or not _barred_unneeded(game):
        return False
    sides, told = deal.sides, deal.weisen.announced
    partners = [each for each, side in enumerate(sides) if side == sides[seat] and each != seat and each not in deal.idle]
    highest = max((said.points for teller, said in told.items() if sides[teller] != sides[seat]), default=0)
    if highest <= points or any((each - deal.leader) % len(sides) > (seat - deal.leader) % len(sides) for each in partners):
        return False
    return all(each not in told or highest > told[each].points for each in partners)


def _barred_unneeded(game: Game) -> bool:
    """Without the need of a trick a beaten Weis is worth nothing for sure."""
    return game.book.referee.weis_unneeded is Sanction.ANNUL and not game.book.weis.needs_trick


def announce_weis(game: Game, event: WeisAnnounced) -> None:
    """State the value of the Weis with the first card; until it is covered it may be corrected. (JR-WEIS-05 to 10)"""
    deal, rules = game.deal, game.book.weis
    refused = may_announce(game, deal, event.seat)
    if refused is not None:
        raise game.refuse("weis.until_covered" if refused == "weis-card-covered" else "weis.enabled", refused, seat=event.seat)
    weis, trusted = event.weis, True
    if weis is not None and weis.points(rules.values) != event.points:
        raise game.refuse(weis.field, "weis-value", weis=str(weis), stated=event.points)
    if deal.dealt is not None and deal.mode is not None:
        hand = deal.dealt_hand(event.seat)
        weis = meaning(game.book, deal.mode, hand, event.points, event.weis)
        trusted = weis is not None or game.free  # a free table believes what is said until somebody objects
        if not trusted and rules.understated is Understated.REFUSED:
            held = [weis.points(rules.values) for weis in weise_in(hand)]
            field = "weis.announce" if event.points in held else "weis.understated"  # a lower whole one, or a part of one
            raise game.refuse(field, "weis-not-highest", stated=event.points, held=max(held, default=0))
    if event.shown:
        check_may_show(game, event.seat)
    thanks = hear(game, deal)
    deal.weisen.announced[event.seat] = Announcement(event.points, weis, trusted, event.shown)
    if event.shown:
        deal.weisen.revealed.add(event.seat)
    if game.over:  # a late announcement after an early Bedanken
        credit_weis(game, deal)
    elif deal.tricks:  # the last player of the trick
        after_first_trick(game, deal)
    for word in thanks:
        say_again(game, word)


def add_weise(game: Game, event: WeisAdded) -> None:
    """Write further Weise of the party with the highest one. (JR-WEIS-11)"""
    deal = game.deal
    refused = may_add(game, deal, event.seat)
    if refused is not None:
        field = {"weis-too-late": "weis.add_until", "weis-card-covered": "weis.silent_may_add"}.get(refused, "weis.announce")
        raise game.refuse(field, refused, seat=event.seat)
    before = deal.weisen.added.get(
        event.seat, ()
    )  # there is time until the own second card, and nothing says all at once (JR-WEIS-12)
    weise = (*before, *event.weise)
    if not event.weise or len(set(weise)) != len(weise):
        raise game.refuse("weis.announce", "weis-named-twice" if event.weise else "no-weis-named", seat=event.seat)
    if deal.dealt is not None:
        allowed = addable(game, deal, event.seat)
        for weis in event.weise:
            if weis not in allowed:
                raise game.refuse("weis.announce", "weis-not-held", weis=str(weis))
    deal.weisen.added[event.seat] = weise
    book_weise(game, deal)


# ---- Stöck -------------------------------------------------------------------------------------------------------------


def may_show_stoeck(game: Game, seat: int) -> str | None:
    """None if the seat may show Stöck now; otherwise why not. (JR-STOE-02, 04, 08 to 10, UB-WEIS-03, AJZ-2.2.2-31)"""
    refused, deal = may_claim_stoeck(game, seat), stoeck_deal(game)
    if refused is None and not game.over:
        refused = may_show_in_time(game, seat)
    if refused is not None or deal is None or not game.over:
        return refused
    if game.book.stoeck.when is StoeckWhen.ANY_TIME:
        return None if deal.broken_off or deal.phase is Phase.OVER else "stoeck-too-late"
    if appeal_open(game, seat) or _counts_after_end(game, deal, seat):
        return None
    played, pair = deal.played_by(seat).bits, stoeck_of(deal.mode.trump if deal.mode else None).bits
    return None if played & pair == pair and in_window(game) and stoeck_open(game, deal) else "game-over"


def _counts_after_end(game: Game, deal: Deal, seat: int) -> bool:
    """Whether Stöck not yet announced still count for the losers, because of the Schneider. (JR-SCHN-04)"""
    lost = game.winner is not None and game.sides[seat] != game.winner and game.book.ending.schneider is not SchneiderEffect.NOTHING
    return lost and deal is game.deals[-1] and stoeck_open(game, deal)


_STOECK_FIELD = {
    "no-stoeck": "stoeck.enabled",
    "no-trump": "stoeck.enabled",
    "stoeck-not-held": "stoeck.enabled",
    "stoeck-too-late": "writing.bonus",
}


def show_stoeck(game: Game, event: StoeckShown) -> None:
    """Show König and Ober of trump; always valid, even without a trick. (JR-STOE-01, JR-STOE-05)"""
    refused = may_show_stoeck(game, event.seat)
    if refused is not None:
        raise game.refuse(_STOECK_FIELD.get(refused, "stoeck.when"), refused, seat=event.seat)
    deal = stoeck_deal(game)
    assert deal is not None
    if appeal_open(game, event.seat):
        invoke_ausmach(game, AusmachInvoked(event.seat))
        return
    after_end = game.over and len(deal.hand(event.seat) & stoeck_of(deal.mode.trump if deal.mode else None)) > 0
    if not after_end:
        hear(game, deal)
    deal.stoeck = event.seat
    write_stoeck(game, deal, event.seat)
    if after_end:
        game.end(game.winner, game.over_by)  # the Schneider is judged again


def own_weise(deal: Deal, seat: int) -> tuple[Weis, ...]:
    """The whole Weise in the hand that a seat was dealt."""
    return _weise_in(deal.dealt_hand(seat))


_weise_in = lru_cache(maxsize=512)(weise_in)  # a table asks again with every card of the first tricks


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {
    WeisAnnounced: announce_weis,
    WeisNamed: name_weis,
    WeisAdded: add_weise,
    WeisAsked: ask_weis,
    WeisDemanded: demand_weis,
    StoeckShown: show_stoeck,
}
