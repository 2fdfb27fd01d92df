"""Whether Stöck may be shown in a game that goes on; what is heard after its end, and the showing, is `core.weis_rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.bonuses import StoeckWhen
from puur.core.deal import Deal, Phase
from puur.core.weis import stoeck_of

if TYPE_CHECKING:
    from puur.core.game import Game


def stoeck_deal(game: Game) -> Deal | None:
    """The deal whose Stöck may still be shown: the running one, or the last one until the next is dealt. (AJZ-2.2.2-32)"""
    for deal in reversed(game.deals[-2:]):
        if deal.mode is not None:
            return deal
        if deal.phase is not Phase.PREPARING:
            return None
    return None


def may_claim_stoeck(game: Game, seat: int) -> str | None:
    """None if the seat has Stöck that nobody has shown yet, whatever the moment; otherwise why not. (JR-STOE-01)"""
    rules = game.book.stoeck
    deal = stoeck_deal(game)
    if not rules.enabled or (deal is not None and deal.no_weis):
        return "no-stoeck"
    if deal is None and len(game.deals) > 1 and rules.when is StoeckWhen.ANY_TIME:
        return "stoeck-too-late"  # AJZ-2.2.2-32: the next deal is dealt
    if deal is None or deal.mode is None or deal.mode.trump is None:
        return "no-trump"
    if deal.stoeck is not None:
        return "stoeck-shown-already"
    pair = stoeck_of(deal.mode.trump).bits
    held = deal.dealt[seat] if deal.dealt is not None else deal.played_by(seat).bits
    return None if held & pair == pair else "stoeck-not-held"


def may_show_in_time(game: Game, seat: int) -> str | None:
    """None if this is a moment at which the seat may show its Stöck, while the game goes on. (JR-STOE-02, 04, 08 to 10)"""
    rules, deal = game.book.stoeck, stoeck_deal(game)
    if deal is None or deal.mode is None or rules.when is StoeckWhen.ANY_TIME:
        return None
    pair = stoeck_of(deal.mode.trump).bits
    playing = deal.phase is Phase.PLAYING
    if rules.early_if_enough and (playing or _in_last_trick(game, deal, pair)) and _enough(game, deal, seat):
        return None
    if playing and rules.with_weis and _known_by_weis(deal, seat, pair):
        return None
    if deal.played_by(seat).bits & pair != pair:
        return "stoeck-second-card"
    return None if _second_card_uncovered(deal, seat, pair) else "stoeck-card-covered"


def shown_with_thanks(game: Game, side: int, target: int) -> Deal | None:
    """The deal whose Stöck a side shows by thanking: where their points are what was missing, or where they count at any time.

    Nothing says that they have to be shown before the thanks. (JR-STOE-08, JR-STOE-09, UB-AUSM-03, AJZ-2.2.2-31)
    """
    deal = stoeck_deal(game)
    may = any(may_claim_stoeck(game, seat) is None and may_show_in_time(game, seat) is None for seat in game.seats_of(side))
    if deal is None or not may or game.book.stoeck.when is StoeckWhen.ANY_TIME:
        return deal if may else None
    total = game.totals()[side]
    return deal if total < target <= total + game.held_stoeck(deal)[side] else None


def _in_last_trick(game: Game, deal: Deal, pair: int) -> bool:
    """Whether the ninth trick still lies open and holds one of the two cards. (JR-STOE-10)"""
    return (
        deal is game.deals[-1]
        and deal.open
        and len(deal.tricks) == deal.length
        and any(card.bit & pair for card in deal.tricks[-1].cards)
    )


def _enough(game: Game, deal: Deal, seat: int) -> bool:
    ending = game.book.ending
    if not ending.target:
        return False
    total = game.totals()[game.sides[seat]] + game.book.stoeck.points * game.bonus_factor(deal)
    return total >= ending.target or (game.book.bergpreis and game.bergpreis is None and total >= game.book.half)


def _known_by_weis(deal: Deal, seat: int, pair: int) -> bool:
    weisen = deal.weisen
    if weisen.best is None or deal.sides[weisen.best] != deal.sides[seat]:
        return False
    said = weisen.announced.get(seat)
    shown = [said.weis] if said is not None and said.weis is not None else []
    return any(weis.bits & pair == pair for weis in (*shown, *weisen.added.get(seat, ())))


def stoeck_open(game: Game, deal: Deal) -> bool:
    """Whether Stöck that nobody has shown may still be: at any time, or while their second card is in the hand or uncovered."""
    holder = deal.stoeck_holder()
    if holder is None or deal.mode is None:
        return False
    pair = stoeck_of(deal.mode.trump).bits
    if game.book.stoeck.when is StoeckWhen.ANY_TIME or deal.played_by(holder).bits & pair != pair:
        return True
    return _second_card_uncovered(deal, holder, pair)


def _second_card_uncovered(deal: Deal, seat: int, pair: int) -> bool:
    """Whether the second of the two cards was the seat's last one and the next player has not covered it."""
    if deal.cards and not deal.open:  # a running trick: the seat's card must be the last one played
        return deal.seat_at(len(deal.cards) - 1) == seat and bool(deal.cards[-1].bit & pair)
    if not deal.tricks or not deal.open:
        return False
    trick = deal.tricks[-1]
    return bool(trick.cards[-1].bit & pair) and deal.after(seat) == trick.leader
