"""Annulling a deal and carrying out rulings: the past is never edited, a further event changes what follows.

A ruling is applied as a whole or refused as a whole. What was reported and chosen is only kept: what it means is the referee's
(`puur.referee`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from puur.core import effects, reopening
from puur.core.bonus import after_first_trick, book_weise
from puur.core.breaking_off import finish_with
from puur.core.checkpoint import restore, save
from puur.core.deal import Ban, Deal, Phase
from puur.core.errors import RuleViolation
from puur.core.events import ChoiceMade, DealAnnulled, IncidentReported, RulingMade, RulingWithdrawn
from puur.core.outcome import BY_ITSELF
from puur.core.playing import pass_over, take_rest
from puur.core.seats import next_seat, other

if TYPE_CHECKING:
    from puur.core.game import Game

NOT_COUNTED = "not-counted"  # a reason that annuls a deal only where the book says so (JR-CNT-02)
ANY_TIME = (
    effects.PenaltyPoints,
    effects.GameLost,
    effects.PlayerReplaced,
    effects.DealerPlanned,
    effects.VorhandPlanned,
)  # need no deal


def annul(game: Game, event: DealAnnulled) -> None:
    """Remove everything written for the current deal; the same dealer, or the one named, deals again."""
    game.require_running()
    if event.reason == NOT_COUNTED and not game.book.writing.replay:
        raise game.refuse("writing.replay", "no-replay", why=event.reason, instead="estimated")
    deal = game.deal
    game.ledger.strike(deal.number)
    if game.bergpreis_at is not None and game.bergpreis_at[0] == deal.number:
        game.bergpreis = game.bergpreis_at = None  # it was won in this deal (UB-BERG-01)
    game.due = [due for due in game.due if due.entry.deal != deal.number]
    if deal in game.finished_deals:
        game.finished_deals.remove(deal)
    deal.phase = Phase.OVER
    game.redealer = event.dealer if event.dealer is not None else deal.dealer


def report(game: Game, event: IncidentReported) -> None:
    """Keep what was reported."""
    seats = [seat for seat in (event.seat, event.by, event.other) if seat is not None]
    if any(seat not in game.seats for seat in seats):
        raise game.refuse("table.direction", "no-such-seat", seat=event.seat)
    game.incidents.append(event)


def choose(game: Game, event: ChoiceMade) -> None:
    """Keep what was chosen."""
    game.choices.append(event)


def apply_ruling(game: Game, event: RulingMade) -> None:
    """Carry out the effects of a ruling, in their order; if one of them cannot be, none is."""
    state = save(game)
    try:
        for effect in event.effects:
            _apply(game, effect, _penalty_rule(game, event) if isinstance(effect, effects.PenaltyPoints) else event.rule)
    except RuleViolation:
        restore(game, state)
        raise
    game.rulings.append(event)
    game.before_ruling = state


def withdraw(game: Game, _event: RulingWithdrawn) -> None:
    """Take the last ruling back, as long as nobody has acted on it. (NWS-9-04)"""
    state = game.before_ruling
    if state is None or any(not isinstance(later, IncidentReported | ChoiceMade) for later in game.events[state.at + 1 :]):
        raise game.refuse("referee.officials", "ruling-acted-on")
    restore(game, state)
    game.before_ruling = None


def _penalty_rule(game: Game, event: RulingMade) -> str:
    """Of the provisions of a ruling, the one on the book's closed list of penalties; the first one where there is no list."""
    listed = {rule for field, rule in game.book.provisions.items() if field.startswith("penalties.")}
    return next((rule for rule in (event.rule, *event.further.split()) if rule in listed), event.rule)


def _apply(game: Game, effect: effects.Effect, rule: str) -> None:
    if isinstance(effect, ANY_TIME):
        _for_game(game, effect, rule)
        return
    if not game.deals:
        raise game.refuse("dealing.packets", "no-deal-yet")
    deal = game.deals[-1]
    deal.marked = True
    if isinstance(effect, effects.DealVoid):
        if game.over_by in BY_ITSELF or (game.over_by in ("thanks", "ausmach") and deal in game.finished_deals):
            game.reopen()  # the last deal of a game is annulled like any other (JR-ERR-11)
        annul(game, DealAnnulled("ruling", rule, effect.dealer))
    elif isinstance(effect, effects.WeisLost | effects.WeisAllowed):
        _weis(game, deal, effect)
    elif isinstance(effect, effects.PointsMoved):
        _move_points(game, deal, effect)
    elif isinstance(effect, effects.TrickTo) and effect.trick:
        _move_trick(game, deal, effect)
    else:
        _in_play(game, deal, effect)


def _for_game(game: Game, effect: effects.Effect, rule: str) -> None:
    if isinstance(effect, effects.PenaltyPoints):
        game.penalties.append((effect.seat, effect.points, rule))
    elif isinstance(effect, effects.GameLost):
        game.require_running()
        finish_with(game, other(effect.team), "ruling")
    elif isinstance(effect, effects.PlayerReplaced):
        game.excluded.append((effect.seat, game.players[effect.seat]))
        game.players[effect.seat] = effect.name
    elif isinstance(effect, effects.DealerPlanned):
        game.dealers[effect.deal] = effect.seat
    elif isinstance(effect, effects.VorhandPlanned):
        game.vorhand[effect.deal] = effect.seat


def _in_play(game: Game, deal: Deal, effect: effects.Effect) -> None:
    """What needs cards in the hands: a deal in which is played, or whose last trick still lies open."""
    if isinstance(effect, effects.CardTakenBack):
        reopening.take_back(game, deal, effect)
        return
    if isinstance(effect, effects.CardDead):
        if effect.trick and effect.trick != deal.trick_number:
            raise game.refuse("play.follow", "no-such-trick", trick=effect.trick)
        if effect.trick and not deal.dead & effect.card.bit:
            deal.dead_once |= effect.card.bit
        deal.dead |= effect.card.bit
        return
    if deal.phase is not Phase.PLAYING:
        raise game.refuse("dealing.packets", "no-play-now")
    if isinstance(effect, effects.SeatBarred):
        deal.barred.add(effect.seat)
    elif isinstance(effect, effects.TrickTo):
        deal.trick_to = effect.team
    elif isinstance(effect, effects.RestTo):
        deal.no_match = True
        take_rest(game, deal, effect.team)
    elif isinstance(effect, effects.DealLost):
        game.form.lose(game, deal, effect.seat)
    elif isinstance(effect, effects.NextLeader):
        if (deal.cards and not deal.open) or deal.trick_to is not None or deal.barred:
            deal.forced_leader = effect.seat
        else:
            deal.leader = deal.turn = effect.seat
    elif isinstance(effect, effects.MustPlay):
        bits = 0
        for card in effect.cards:
            bits |= card.bit
        deal.must[effect.seat] = bits
    elif isinstance(effect, effects.SuitBanned):
        deal.bans.append(Ban(effect.team, suit=effect.suit))
    elif isinstance(effect, effects.CardBanned):
        deal.bans.append(Ban(deal.sides[effect.seat], card=effect.card))
    elif isinstance(effect, effects.CardLost):
        _lose_card(game, deal, effect)


def _lose_card(game: Game, deal: Deal, effect: effects.CardLost) -> None:
    if deal.hands is None or not deal.hands[effect.seat] & effect.card.bit:
        raise game.refuse("play.follow", "not-in-hand", card=str(effect.card), led="", seat=effect.seat)
    deal.hands[effect.seat] &= ~effect.card.bit
    deal.lost |= effect.card.bit
    deal.points[effect.team] += deal.values[effect.card.index]
    if deal.cards and not deal.open:
        pass_over(game, deal, effect.seat)
        return
    if any(deal.hands):
        while not deal.hands[deal.turn]:
            deal.leader = deal.turn = deal.after(deal.turn)


def _weis(game: Game, deal: Deal, effect: effects.WeisLost | effects.WeisAllowed) -> None:
    if isinstance(effect, effects.WeisAllowed):
        deal.weisen.allowed.add(effect.seat)
        return
    deal.weisen.lost.add(effect.seat)
    if deal.tricks:
        after_first_trick(game, deal)


def _move_points(game: Game, deal: Deal, effect: effects.PointsMoved) -> None:
    have = deal.points[other(effect.team)] + deal.moved[other(effect.team)]
    if deal.phase not in (Phase.PLAYING, Phase.OVER) or deal.broken_off or not 0 <= effect.points <= have:
        raise game.refuse("scoring.total", "points-out-of-range", points=effect.points, have=have)
    deal.moved[effect.team] += effect.points
    deal.moved[other(effect.team)] -= effect.points
    if deal.phase is Phase.OVER:
        reopening.score_again(game, deal)


def _move_trick(game: Game, deal: Deal, effect: effects.TrickTo) -> None:
    """A complete trick changes hands; who led to the next one stays."""
    if not 1 <= effect.trick <= len(deal.tricks) or deal.broken_off:
        raise game.refuse("table.look", "no-such-trick", trick=effect.trick)
    trick = deal.tricks[effect.trick - 1]
    loser = deal.writer(trick.winner)
    if loser == effect.team:
        return
    deal.tricks[effect.trick - 1] = replace(trick, winner=next_seat(trick.winner))
    for counts, amount in ((deal.points, trick.points), (deal.won, 1)):
        counts[loser] -= amount
        counts[effect.team] += amount
    if game.book.weis.needs_trick and deal.weisen.best is not None:
        book_weise(game, deal)
    if deal.phase is Phase.OVER:
        reopening.score_again(game, deal)


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {
    DealAnnulled: annul,
    IncidentReported: report,
    ChoiceMade: choose,
    RulingMade: apply_ruling,
    RulingWithdrawn: withdraw,
}
