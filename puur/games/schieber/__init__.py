"""Schieber: the speaker announces or pushes to the partner; both sides write what they made, times the factor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.cards import Card
from puur.core.errors import RuleViolation
from puur.core.events import Announced, Event, Pushed
from puur.core.fields import Clash
from puur.core.ledger import Entry
from puur.core.mode import PLAIN_MODES, Mode, trump_mode
from puur.core.reglement import FirstSpeaker, LaterSpeaker, Leader, SilentLead, Source
from puur.core.seats import SEATS, next_seat, partner_of
from puur.core.trick import Objection
from puur.games.calling import Calling, speaker_open, take_word
from puur.games.common import without_modes
from puur.games.counting import counted, expected, more_than_the_other

if TYPE_CHECKING:
    import random

    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View


ENOUGH = 20.0  # points ahead, times the factor, for which it is not pushed


class Schieber(Calling):
    """The Schieber in all its books."""

    name = "schieber"
    renown = 1

    def first_speaker(self, game: Game, deal: Deal) -> int:
        """Right of the dealer; in the first deal whoever holds the book's first card. (UB-BID-01, AJZ-2.2.1-07, AJZ-2.2.1-09)"""
        rules = game.book.bidding
        if deal.number in game.vorhand:  # an error is balanced (NWS-3-09)
            return game.vorhand[deal.number]
        if deal.number == 1:
            if rules.first_speaker is FirstSpeaker.HOLDER and rules.first_card is not None and deal.dealt is not None:
                return _holder(deal, rules.first_card)
        elif rules.later_speaker is LaterSpeaker.ROTATE and game.deals[0].first_speaker >= 0:
            return (game.deals[0].first_speaker + deal.number - 1) % 4
        return next_seat(deal.dealer)

    def may_push(self, game: Game, deal: Deal) -> str | None:
        """Once; back only where the book allows it. (UB-BID-03, AJZ-2.2.1-11)"""
        rules = game.book.bidding
        if deal.pushes == 0:
            return None if rules.push else "bidding.push"
        if deal.pushes == 1 and rules.push_back:
            return None
        return "bidding.push_back"

    def pushed_to(self, game: Game, deal: Deal) -> int:
        """The partner across the table."""
        return partner_of(deal.speaker)

    def choices(self, game: Game, deal: Deal) -> Iterator[Announced]:
        """Every mode of the book."""
        for mode in game.book.modes:
            yield Announced(deal.speaker, mode)

    def check(self, game: Game, said: Announced) -> None:
        """Only modes of the book; a variant is a matter of Coiffeur. (AJZ-2.2.1-19, NWS-1-09, TAM-ES-09)"""
        if said.mode not in game.book.modes or said.variant:
            accepted = [str(mode) for mode in game.book.modes]
            raise RuleViolation(game.book.rule("modes"), "mode-unknown", mode=str(said.mode), accepted=accepted)

    def settle(self, game: Game, deal: Deal, said: Announced) -> None:
        """Fix the mode; the first speaker leads, also after a push, unless the book says the chooser. (UB-BID-04)"""
        leader = said.seat if game.book.bidding.leader is Leader.CHOOSER else deal.first_speaker
        deal.begin(said.mode, said.seat, leader, self.factor(game, said.mode, ""))

    def lead_silently(self, game: Game, deal: Deal, seat: int, card: Card) -> None:
        """A first card without a word shows trump, where the book says so. (JR-TRUMP-01 to 03, NWS-4-05)"""
        if game.book.bidding.silent_lead is not SilentLead.TRUMP or deal.pushes:
            raise game.refuse("bidding.silent_lead", "announce-first", speaker=deal.speaker)
        if seat != deal.speaker and not speaker_open(game, deal):
            raise game.refuse("bidding.leader", "not-the-leader", seat=seat, turn=deal.speaker)
        if deal.hands is not None and not deal.hands[seat] & card.bit:
            raise game.refuse("play.follow", Objection.NOT_IN_HAND.value, card=str(card), led="", seat=seat)
        said = Announced(seat, trump_mode(card.suit))
        self.check(game, said)
        take_word(deal, seat)
        self.settle(game, deal, said)

    def next_dealer(self, game: Game) -> int:
        """The player right of the last dealer. (AJZ-2.2.1-02, TAM-ES-26)"""
        return next_seat(game.deals[-1].dealer)

    def factor(self, game: Game, mode: Mode | None, variant: str) -> int:
        """The factor of the mode."""
        return game.book.modes.get(mode, 1) if mode is not None else 1

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """The last trick first (JR-LAST-02), then the cards, then the Match."""
        book, factor = game.book, deal.factor
        written: list[Entry] = []

        def write(team: int, source: Source, raw: int, rule: str) -> None:
            if raw:
                written.append(Entry(deal.number, team, source, raw, factor, raw * factor, book.rule(rule), 9))

        if deal.last is not None:
            write(deal.last, Source.LAST_TRICK, book.scoring.last_trick, "scoring.last_trick")
        for team in (0, 1):
            write(team, Source.STICH, deal.points[team] + deal.moved[team], "scoring.total")
        if deal.match is not None:
            write(deal.match, Source.MATCH, book.scoring.match_bonus, "scoring.match_bonus")
        return written

    def advises(self, book: Reglement) -> bool:
        """Only where something is played that the bots have no tables for."""
        return False

    def aim(self, view: View) -> Aim | None:
        """More points than the others where it goes backwards; the rest is what bots know."""
        return more_than_the_other(view) if view.mode is not None and view.mode.backward else None

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """Slalom, Gusti, Trio and Hinderobsi of somebody's own book, by counting; None leaves the rest to the bots."""
        odd = view.mode is not None and view.mode not in PLAIN_MODES
        bids = [option for option in view.options if isinstance(option, Announced)]
        aim = more_than_the_other(view)
        if odd and (card := counted(view, rng, aim)) is not None:
            return card
        if not bids or all(bid.mode in PLAIN_MODES for bid in bids):
            return None
        factors, leader = dict(view.factors), view.seat if view.pushes == 0 else (view.seat + 2) % 4
        brings = {bid: factors[str(bid.mode)] * expected(view, rng, bid.mode, view.parties, leader, aim, 6) for bid in bids}
        best = max(bids, key=lambda bid: brings[bid])
        push = next((option for option in view.options if isinstance(option, Pushed)), None)
        return push if push is not None and brings[best] < ENOUGH * max(factors.values()) else best

    def clashes(self, book: Reglement) -> Iterator[Clash]:
        """Something has to be there to announce."""
        yield from without_modes(book)
        yield from super().clashes(book)


def _holder(deal: Deal, card: Card) -> int:
    assert deal.dealt is not None
    return next(seat for seat in SEATS if deal.dealt[seat] & card.bit)


FORM = Schieber()
