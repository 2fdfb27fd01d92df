"""Announcing and pushing: the speaker announces what is played, or leaves the choice to the next one entitled.

Who that is and what may be announced differs from game to game; whose turn it is and that the first word counts does not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from puur.core.deal import Phase, Wrong
from puur.core.events import Announced, Pushed
from puur.core.form import Form, Handler
from puur.core.irregular import note
from puur.core.playing import close_unplayed
from puur.core.reglement import FirstSpeaker

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.mode import Mode


class Calling(Form):
    """A form in which one speaker at a time announces or pushes."""

    pushes = True

    @abstractmethod
    def first_speaker(self, game: Game, deal: Deal) -> int:
        """Who speaks first in this deal."""

    @abstractmethod
    def may_push(self, game: Game, deal: Deal) -> str | None:
        """None if the speaker may push; otherwise the field of the book that forbids it."""

    @abstractmethod
    def pushed_to(self, game: Game, deal: Deal) -> int:
        """Who speaks after the speaker pushed."""

    @abstractmethod
    def choices(self, game: Game, deal: Deal) -> Iterator[Announced]:
        """Everything that the speaker may announce."""

    @abstractmethod
    def check(self, game: Game, said: Announced) -> None:
        """Refuse an announcement that the book does not know."""

    @abstractmethod
    def settle(self, game: Game, deal: Deal, said: Announced) -> None:
        """Carry out a checked announcement: mode, factor, leader."""

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """The first speaker has the word."""
        deal.first_speaker = deal.speaker = self.first_speaker(game, deal)

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """The speaker alone."""
        return (deal.speaker,)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Announced | Pushed]:
        """Everything that the speaker may say now."""
        yield from self.choices(game, deal)
        if self.may_push(game, deal) is None:
            yield Pushed(deal.speaker)

    def check_entered(self, game: Game, announcer: int, mode: Mode, variant: str) -> None:
        """Checked like an announcement at the table."""
        self.check(game, Announced(announcer, mode, variant))

    def enter(self, game: Game, deal: Deal, mode: Mode, variant: str) -> None:
        """Carried out like an announcement at the table."""
        assert deal.announcer is not None
        self.settle(game, deal, Announced(deal.announcer, mode, variant))


def push(game: Game, event: Pushed) -> None:
    """Leave the choice to the next one entitled. (UB-BID-01 to 03, TAM-CP-13 to 15)"""
    deal = _speaking(game, event.seat)
    form = calling(game)
    forbidden = form.may_push(game, deal)
    if forbidden is not None:
        raise game.refuse(forbidden, "must-announce", seat=event.seat)
    _take_word(game, deal, event.seat)
    deal.speaker = form.pushed_to(game, deal)
    deal.pushes += 1


def announce(game: Game, event: Announced) -> None:
    """Fix the mode; the first announcement counts, no correction is possible. (JR-TRUMP-04)"""
    deal = _speaking(game, event.seat)
    form = calling(game)
    form.check(game, event)
    _take_word(game, deal, event.seat)
    form.settle(game, deal, event)
    if deal.nuller is not None:
        close_unplayed(game, deal)


def calling(game: Game) -> Calling:
    """The form of a game in which is announced and pushed."""
    assert isinstance(game.form, Calling)
    return game.form


def speaker_open(game: Game, deal: Deal) -> bool:
    """Whether the holder of the book's first card is not known because no hands are: whoever speaks first has it. (AJZ-2.2.1-07)"""
    by_card = game.book.bidding.first_speaker is FirstSpeaker.HOLDER and deal.number == 1
    return by_card and deal.dealt is None and deal.pushes == 0


def take_word(deal: Deal, seat: int) -> None:
    """Note who speaks first, where that was open."""
    if deal.pushes == 0:
        deal.first_speaker = deal.speaker = seat


def _speaking(game: Game, seat: int) -> Deal:
    game.require_running()
    deal = game.deal
    if deal.phase is Phase.PREPARING:
        raise game.refuse("dealing.packets", "not-dealt-yet")
    if deal.phase is not Phase.BIDDING:
        raise game.refuse("bidding.final", "already-announced", mode=str(deal.mode))
    if game.book.referee.check_hands and any(fault.wrong is Wrong.IRREGULAR_HANDS for fault in deal.faults):
        raise game.refuse("referee.check_hands", "hands-irregular", sizes=[len(deal.dealt_hand(each)) for each in game.seats])
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
    if deal.sides[seat] != deal.sides[deal.speaker]:
        deal.first_speaker = seat
    deal.speaker = seat


HANDLERS: Mapping[type, Handler] = {Pushed: push, Announced: announce}
Calling.handlers = HANDLERS
