"""The bidding: pushing and announcing. What may be said is the form's business; whose turn it is, is checked here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from puur.core.deal import Phase, Wrong
from puur.core.events import Announced, Pushed
from puur.core.irregular import note
from puur.core.playing import close_nuller, speaker_open, take_word
from puur.core.seats import SEATS, team_of

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game


def push(game: Game, event: Pushed) -> None:
    """Leave the choice to the next one entitled. (UB-BID-01 to 03, TAM-CP-13 to 15)"""
    deal = _speaking(game, event.seat)
    forbidden = game.form.may_push(game, deal)
    if forbidden is not None:
        raise game.refuse(forbidden, "must-announce", seat=event.seat)
    _take_word(game, deal, event.seat)
    deal.speaker = game.form.pushed_to(game, deal)
    deal.pushes += 1


def announce(game: Game, event: Announced) -> None:
    """Fix the mode; the first announcement counts, no correction is possible. (JR-TRUMP-04)"""
    deal = _speaking(game, event.seat)
    game.form.check(game, deal, event)
    _take_word(game, deal, event.seat)
    game.form.settle(game, deal, event)
    if deal.nuller is not None:
        close_nuller(game, deal)


def _speaking(game: Game, seat: int) -> Deal:
    game.require_running()
    deal = game.deal
    if deal.phase is Phase.PREPARING:
        raise game.refuse("dealing.packets", "not-dealt-yet")
    if deal.phase is not Phase.BIDDING:
        raise game.refuse("bidding.final", "already-announced", mode=str(deal.mode))
    if game.book.referee.check_hands and any(fault.wrong is Wrong.IRREGULAR_HANDS for fault in deal.faults):
        raise game.refuse("referee.check_hands", "hands-irregular", sizes=[len(deal.dealt_hand(one)) for one in SEATS])
    if seat != deal.speaker and not speaker_open(game, deal) and not game.free:
        field = "bidding.push" if deal.pushes else "bidding.first_speaker" if deal.number == 1 else "bidding.later_speaker"
        raise game.refuse(field, "not-your-word", seat=seat, speaker=deal.speaker)
    return deal


def _take_word(game: Game, deal: Deal, seat: int) -> None:
    """Let a seat speak; at a free table also the partner in Vorhand's place, or the other party as if it were its turn."""
    if seat == deal.speaker or speaker_open(game, deal):
        take_word(deal, seat)
        return
    note(deal, Wrong.WRONG_SPEAKER, seat, rightful=deal.speaker)
    if team_of(seat) != team_of(deal.speaker):
        deal.first_speaker = seat
    deal.speaker = seat


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {Pushed: push, Announced: announce}
