"""The end of a game that somebody asks for: Bedanken and the Ausmachregel. What ends by itself is `core.outcome`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from puur.core.ausmach import first_to
from puur.core.bonus import write_held_stoeck
from puur.core.breaking_off import finish_with
from puur.core.checkpoint import restore, save
from puur.core.errors import RuleViolation
from puur.core.events import AusmachInvoked, Thanked
from puur.core.outcome import TARGET, take_back_end
from puur.core.reglement import FalseThanks, Finish
from puur.core.seats import other, team_of
from puur.core.standing import in_first_trick, standing
from puur.core.stoeck import shown_with_thanks

if TYPE_CHECKING:
    from puur.core.game import Game


def require_undecided(game: Game) -> None:
    """Refuse a further deal while nobody has said who was out first, or who thanked in the last deal. (UB-END-01, JR-BED-01)"""
    ending = game.book.ending
    if game.deals and game.deals[-1].entered and game.deals[-1].broken_off:
        raise game.refuse("ending.finish", "thanks-after-break")
    if ending.target and ending.finish is Finish.AUTOMATIC and max(game.totals()) >= ending.target:
        raise game.refuse("ending.finish", "thanks-missing")


def thank(game: Game, event: Thanked) -> None:
    """Say that one is out: right, the game is won; wrong, it is lost or costs penalty points. (JR-BED-01 to 08, UB-AUSM-05)"""
    book, team = game.book, team_of(event.seat)
    if game.over_by == TARGET and team == game.winner:
        return  # the winners thank, as is the tradition (UB-AUSM-04)
    game.require_running()
    if not book.ending.target:
        raise game.refuse("ending.deals", "no-thanks-in-a-passe")
    if book.ending.finish is Finish.DEAL:
        raise game.refuse("ending.finish", "played-to-the-end")
    total, shown = game.totals()[team], shown_with_thanks(game, team, book.ending.target)
    if shown is not None:
        total += game.held_stoeck(shown)[team]
    if total >= book.ending.target:
        if shown is not None:
            write_held_stoeck(game, shown)
        finish_with(game, team, "thanks")
    elif book.ending.false_thanks is FalseThanks.GAME_LOST:
        finish_with(game, other(team), "false-thanks")
    else:
        rule = book.rule("penalties.false-thanks")
        game.penalties.append((event.seat, book.penalties["false-thanks"].points, rule))


def resume_thanks(game: Game) -> None:
    """A Bedanken that counted a wrong card: it stands if the points are reached without it, otherwise it lapses. (JR-BED-09)"""
    team, game.thanks_waiting = game.thanks_waiting, None
    if team is not None and not game.over and game.totals()[team] >= game.book.ending.target:
        finish_with(game, team, "thanks")


def order_open(game: Game) -> bool:
    """Whether the order of finishing may be invoked: both parties are out with the first trick, the book waits. (JR-AUSM-01)"""
    deal, ending = game.deals[-1] if game.deals else None, game.book.ending
    if deal is None or not deal.open or not in_first_trick(deal) or game.over or ending.finish is Finish.AUTOMATIC:
        return False
    return bool(game.ausmach) and 0 < ending.target <= max(game.totals()) and _order_holds(game, 0)


def appeal_open(game: Game, seat: int) -> bool:
    """Whether a seat may still have the order of finishing decide although somebody has thanked. (JR-AUSM-07, JR-STOE-10)"""
    return game.over_by == "thanks" and bool(game.deals) and len(game.deals[-1].tricks) == 1 and _order_holds(game, seat)


def _order_holds(game: Game, seat: int) -> bool:
    try:
        _first_by_order(game, seat)
    except RuleViolation:
        return False
    return True


def _first_by_order(game: Game, seat: int) -> int:
    """The party that the order of finishing puts first; refused where it cannot be invoked. (JR-AUSM-03, 07, 08)"""
    if not game.ausmach or not game.book.ending.target:
        raise game.refuse("ending.ausmach", "no-ausmach")
    deal = game.deal
    if not deal.tricks:
        raise game.refuse("ending.ausmach_first_trick", "ausmach-first-trick", seat=seat)
    late = (game.over and game.over_by != "thanks") or len(deal.tricks) != 1 or deal.has_played(seat, 2)
    if late or not game.book.ending.ausmach_appeal:
        raise game.refuse("ending.ausmach_appeal", "ausmach-too-late" if late else "no-appeal", seat=seat)
    state = save(game)
    if game.over:
        take_back_end(game)
    now = standing(game, deal)
    restore(game, state)
    target = game.book.ending.target
    if min(now.total(0), now.total(1)) < target or max(now.base) >= target:  # both, and with the trick
        raise game.refuse("ending.ausmach_first_trick", "ausmach-not-both", totals=(now.total(0), now.total(1)))
    winner = first_to(target, now, game.ausmach, game.book.ending.ausmach_reading)
    assert winner is not None
    return winner


def invoke_ausmach(game: Game, event: AusmachInvoked) -> None:
    """Have the order of finishing applied to the first trick; who thanked first does not matter. (JR-AUSM-03, 07, 08)"""
    winner = _first_by_order(game, event.seat)
    if game.over:
        take_back_end(game)
    finish_with(game, winner, "ausmach")


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {Thanked: thank, AusmachInvoked: invoke_ausmach}
