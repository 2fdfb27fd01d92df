"""Before the bidding: Schreiber, first dealer, shuffle, cut and deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from puur.core import events as ev
from puur.core.cards import CARDS, CardSet
from puur.core.deal import Deal, Phase, Wrong
from puur.core.dealing import check_hands, cut, lowest
from puur.core.errors import RuleViolation
from puur.core.finish import require_undecided
from puur.core.irregular import note
from puur.core.reglement import Cutter, FirstDealer, NextGameDealer, Schreiber, Source
from puur.core.seats import team_of
from puur.core.writing import forfeit_at_deal, require_written

if TYPE_CHECKING:
    from puur.core.game import Game


def name_schreiber(game: Game, event: ev.SchreiberNamed) -> None:
    """One for the table or one per team; per team a second naming replaces the first. (TAM-ES-61, UB-SLATE-04)"""
    game.require_running()
    _seat(game, event.seat)
    if game.book.table.schreiber is Schreiber.ONE:
        if game.schreiber and game.schreiber != [event.seat]:
            raise game.refuse("table.schreiber", "schreiber-already-named", seat=game.schreiber[0])
        game.schreiber = [event.seat]
    else:
        game.schreiber = [seat for seat in game.schreiber if team_of(seat) != team_of(event.seat)] + [event.seat]
    if game.book.dealing.first_dealer is FirstDealer.SCHREIBER and not game.deals and game.first_dealer is None:
        game.first_dealer = event.seat


def agree_ausmach(game: Game, event: ev.AusmachAgreed) -> None:
    """Another order of finishing, before the first card of the game. (JR-AUSM-02, UB-AUSM-01)"""
    game.require_running()
    if not game.book.ending.ausmach_agreeable or not game.ausmach:
        raise game.refuse("ending.ausmach_agreeable", "ausmach-fixed")
    if any(deal.cards or deal.tricks for deal in game.deals):
        raise game.refuse("ending.ausmach_agreeable", "ausmach-too-late")
    if event.order not in ((Source.STOECK, Source.STICH, Source.WEIS), game.book.ending.ausmach):
        raise game.refuse("ending.ausmach_agreeable", "ausmach-order", found=[source.value for source in event.order])
    game.ausmach = event.order


def draw_card(game: Game, event: ev.CardDrawn) -> None:
    """Everybody draws one card; the lowest deals, and those tied for it draw again. (UB-DEAL-01, UB-DEAL-02)"""
    game.require_running()
    _seat(game, event.seat)
    if game.setup.lost_before is not None and game.book.dealing.next_game is NextGameDealer.LOSERS:
        raise game.refuse("dealing.next_game", "losers-decide", by=event.seat)
    if game.book.dealing.first_dealer is not FirstDealer.LOWEST_CARD or game.first_dealer is not None:
        raise game.refuse("dealing.first_dealer", "no-draw-now")
    if event.seat not in game.drawing or event.seat in game.drawn:
        raise game.refuse("dealing.first_dealer", "drawn-already", seat=event.seat)
    if event.card in game.drawn.values():
        raise game.refuse("dealing.first_dealer", "card-drawn-by-other", card=str(event.card))
    game.drawn[event.seat] = event.card
    if len(game.drawn) == len(game.drawing):
        least = lowest(game.drawn)
        if len(least) == 1:
            game.first_dealer = least[0]
        else:
            game.drawing = least
            game.drawn = {}


def name_dealer(game: Game, event: ev.DealerNamed) -> None:
    """Where anybody may deal first, or the losers of the last game decide. (AJZ-2.2.1-01, JR-DEAL-17)"""
    game.require_running()
    _seat(game, event.dealer)
    _seat(game, event.by)
    if game.deals:
        raise game.refuse("dealing.first_dealer", "deal-under-way")
    rules = game.book.dealing
    lost = game.setup.lost_before
    if lost is not None and rules.next_game is NextGameDealer.LOSERS:
        if team_of(event.by) != lost:
            raise game.refuse("dealing.next_game", "losers-decide", by=event.by)
    elif rules.first_dealer is not FirstDealer.ANYONE:
        raise game.refuse("dealing.first_dealer", "dealer-not-free", how=rules.first_dealer.value if rules.first_dealer else "")
    game.first_dealer = event.dealer


def commit_deal(game: Game, _event: ev.DealCommitted) -> None:
    """A promise about the next pack, between two deals; the rules know nothing of it, those who check the deal do."""
    game.require_running()
    if not game.between_deals:
        raise RuleViolation("JR-DEAL-02", "deal-under-way")


def shuffle(game: Game, event: ev.Shuffled) -> None:
    """The dealer shuffles all 36 cards. (JR-DEAL-02, JR-DEAL-16)"""
    dealer = _check_may_begin(game)
    if event.seat != dealer and not game.free:
        raise game.refuse(_dealer_field(game), "not-the-dealer", seat=event.seat, dealer=dealer)
    if len(event.pack) != len(CARDS) or len(CardSet(event.pack)) != len(CARDS):
        raise RuleViolation("JR-DEAL-02", "pack-incomplete", cards=len(set(event.pack)))
    opened = game.deal if _preparing(game) else game.open_deal(event.seat)
    if opened.dealer != dealer:
        note(opened, Wrong.WRONG_DEALER, opened.dealer, rightful=dealer)
    opened.pack = event.pack
    opened.cut_done = False
    game.shuffled.append(len(game.events))
    game.shuffled_for.append(opened.number)


def refuse_shuffle(game: Game, event: ev.ShuffleRefused) -> None:
    """Anybody may ask for another shuffle before the cut. (JR-DEAL-06)"""
    game.require_running()
    _seat(game, event.seat)
    if not _preparing(game) or not game.deal.pack or game.deal.cut_done:
        raise RuleViolation("JR-DEAL-06", "shuffle-objection-too-late")
    game.deal.pack = ()


def cutters(game: Game) -> tuple[int, ...]:
    """Who may cut; the one who is asked, on the dealer's left, comes first. (JR-DEAL-03, UB-DEAL-04)"""
    dealer = game.deal.dealer
    asked = (dealer - 1) % len(game.seats)
    return (asked,) if game.book.dealing.cutter is Cutter.PRECEDING else (asked, game.deal.after(dealer))


def cut_pack(game: Game, event: ev.Cut) -> None:
    """The player before the dealer cuts, at least 3 cards. (JR-DEAL-03 to 05, UB-DEAL-03 to 06, TAM-ES-27)"""
    game.require_running()
    rules = game.book.dealing
    if not _preparing(game) or not game.deal.pack or game.deal.cut_done:
        raise game.refuse("dealing.cut_min", "nothing-to-cut")
    allowed = cutters(game)
    if event.seat not in allowed:
        raise game.refuse("dealing.cutter", "not-the-cutter", seat=event.seat, allowed=allowed)
    if not rules.cut_min <= event.lifted <= rules.cut_max:
        field = "dealing.cut_min" if event.lifted < rules.cut_min else "dealing.cut_max"
        raise game.refuse(field, "cut-size", lifted=event.lifted, least=rules.cut_min, most=rules.cut_max)
    game.deal.pack = cut(game.deal.pack, event.lifted)
    game.deal.cut_done = True


def deal_cards(game: Game, event: ev.Dealt) -> None:
    """The dealer deals the cut pack in packets, beginning right of the dealer. (JR-DEAL-05, JR-DEAL-11, JR-DIR-02)"""
    game.require_running()
    if not _preparing(game) or not game.deal.pack:
        raise game.refuse("dealing.packets", "nothing-to-deal")
    now = game.deal
    if game.book.dealing.cut_required and not now.cut_done:
        raise game.refuse("dealing.cut_required", "cut-required")
    if event.seat != now.dealer:
        raise game.refuse(_dealer_field(game), "not-the-dealer", seat=event.seat, dealer=now.dealer)
    hands, now.stock = game.form.layout(game.book, len(game.seats), now.number).dealt(now.pack, now.dealer)
    _open_bidding(game, now, hands)


def record_hands(game: Game, event: ev.HandsRecorded) -> None:
    """A deal made elsewhere; a dealer out of turn is noted as a warning, since it has happened."""
    game.require_running()
    _seat(game, event.dealer)
    if not game.between_deals and not (_preparing(game) and not game.deal.pack):
        raise game.refuse("dealing.packets", "deal-under-way")
    if event.hands is not None and not game.free:
        layout = game.form.layout(game.book, len(game.seats), game.next_number)
        out = event.dealer if layout.dealer_out else None
        check_hands(event.hands, sum(layout.packets), game.book.rule("dealing.packets"), out)
    if game.next_dealer() is None:
        _require_seated(game)
        game.require_schreiber()
    else:
        _check_may_begin(game)
        expected = game.next_dealer()
        if event.dealer != expected:
            game.warn(_dealer_field(game), "wrong-dealer", dealer=event.dealer, expected=expected)
    expected = game.next_dealer()
    opened = game.open_deal(event.dealer)
    if game.free and expected not in (None, event.dealer):
        note(opened, Wrong.WRONG_DEALER, event.dealer, rightful=expected)
    if event.hands is not None:
        dealt = CardSet(card for hand in event.hands for card in hand)
        opened.stock = tuple(card for card in game.form.pack(game.book) if card not in dealt)
    _open_bidding(game, opened, event.hands)
    if game.free and event.hands is not None and _irregular(event.hands, opened.length):
        note(opened, Wrong.IRREGULAR_HANDS, event.dealer)


def _irregular(hands: tuple[CardSet, ...], size: int) -> bool:
    return any(len(hand) != size for hand in hands) or len(CardSet(card for hand in hands for card in hand)) != size * len(hands)


def _open_bidding(game: Game, now: Deal, hands: tuple[CardSet, ...] | None) -> None:
    now.take_hands(hands)
    if game.form.layout(game.book, len(game.seats), now.number).dealer_out:
        now.sit_out(now.dealer)
    game.form.open_bidding(game, now)
    forfeit_at_deal(game)


def _check_may_begin(game: Game) -> int:
    """The dealer of the deal that may begin now."""
    game.require_running()
    if not game.between_deals and not (_preparing(game) and not game.deal.pack):
        raise game.refuse("dealing.packets", "deal-under-way")
    _require_seated(game)
    game.require_schreiber()
    require_written(game)
    require_undecided(game)
    dealer = game.deal.dealer if _preparing(game) else game.next_dealer()
    if dealer is None:
        raise game.refuse("dealing.first_dealer", "first-dealer-open")
    return dealer


def _require_seated(game: Game) -> None:
    """Refuse to deal while somebody is missing. (NWS-3-01)"""
    if game.book.dealing.all_seated and not all(game.setup.names):
        raise game.refuse("dealing.all_seated", "seat-empty", seat=game.setup.names.index(""))


def _dealer_field(game: Game) -> str:
    """What settles the dealer: the first one by its own rule, the later ones by their order. (AJZ-2.2.1-02, TAM-ES-26)"""
    return "dealing.first_dealer" if not game.finished_deals else "dealing.rotate"


def _preparing(game: Game) -> bool:
    return bool(game.deals) and game.deals[-1].phase is Phase.PREPARING


def _seat(game: Game, seat: int) -> None:
    if seat not in game.seats:
        raise game.refuse("table.direction", "no-such-seat", seat=seat)


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {
    ev.SchreiberNamed: name_schreiber,
    ev.AusmachAgreed: agree_ausmach,
    ev.CardDrawn: draw_card,
    ev.DealerNamed: name_dealer,
    ev.DealCommitted: commit_deal,
    ev.Shuffled: shuffle,
    ev.ShuffleRefused: refuse_shuffle,
    ev.Cut: cut_pack,
    ev.Dealt: deal_cards,
    ev.HandsRecorded: record_hands,
}
