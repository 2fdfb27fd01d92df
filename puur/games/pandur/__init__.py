"""Pandur: 24 cards, three who play, an auction; the highest bidder plays alone for points, for no trick or for all tricks.

With four at the table the dealer sits out and inherits: when the soloist fails (JassWiki), when the soloist wins (an older
encyclopedia), or two in every deal (jasswelt). The last points are not inherited: nobody is out who has not played for them.

With 'mit' the first card shows trump, so that the lead is not free (JR-PLAY-04). Weise count only where points were bid, only the
soloist's, and only if no opponent has a higher one. Schreibpunkte are written: the soloist's, or each opponent's.
Sources: jasswiki.ch/varianten/pandur, jasswelt.ch (pandur-jassregeln). (JR-DEAL-12)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from puur.core.cards import CARDS, SUITS
from puur.core.deal import Phase
from puur.core.dealing import Layout
from puur.core.events import Announced, CardPlayed, Event
from puur.core.form import Amount, Handler
from puur.core.ledger import Entry
from puur.core.mode import OBENABE, trump_mode
from puur.core.reglement import Source
from puur.core.trick import Objection, Undertrump
from puur.games.auction import HANDLERS as AUCTION
from puur.games.auction import Auction, Contracted, Raised, deal_again, notes, speaking
from puur.games.common import Race, fitting, lose
from puur.games.pandur.book import Inherit, PandurRules
from puur.games.pandur.bot import advice, aim_of, foreseen
from puur.games.showing import HANDLERS as SHOWING
from puur.games.showing import Showing, given_up, laid

if TYPE_CHECKING:
    import random

    from puur.core.aim import Aim, Foreseen
    from puur.core.cards import Card
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.mode import Mode
    from puur.core.reglement import Reglement
    from puur.core.view import View

SOLO, REST = 0, 1
LEAST, MOST = 100, 300
ALWAYS = 2  # Schreibpunkte that are inherited where it is in every deal
MISERE, MISERE_TRUMP, PANDUR, PANDUR_TRUMP = "misere-ohne", "misere-mit", "pandur-ohne", "pandur-mit"
# What is higher than what: points, and after so many of them the games with a name.
NAMED: Mapping[str, float] = {MISERE: 200.1, MISERE_TRUMP: 200.2, PANDUR: 250.1, PANDUR_TRUMP: 1000.0}


def height(bid: Raised | Contracted | None) -> float:
    """How high a bid is."""
    if bid is None:
        return 0.0
    return float(bid.points) if isinstance(bid, Raised) else NAMED[bid.contract]


class Pandur(Race, Auction, Showing):
    """The Pandur for three who play."""

    name = "pandur"
    players = (3, 4)
    score_moves = False

    def layout(self, book: Reglement, players: int, number: int) -> Layout:
        """Of four the dealer gets no cards."""
        return super().layout(book, players, number)._replace(dealer_out=players == 4)

    def pack(self, book: Reglement) -> tuple[Card, ...]:
        """From the nine up: 24 cards."""
        return tuple(card for card in CARDS if card.rank.index >= 3)

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """Two times four. (JR-DEAL-12)"""
        return fitting(book, 8, (4, 4))

    def written_to(self, game: Game, deal: Deal, party: int) -> tuple[int, ...]:
        """Points are not written, nor Weise: they only say whether the bid was reached."""
        return ()

    def ways(self, book: Reglement) -> Mapping[str, tuple[Mode, ...]]:
        """Any suit; without trump it goes from the top."""
        return {**super().ways(book), str(OBENABE): (OBENABE,)}

    def raises(self, game: Game, deal: Deal, seat: int) -> tuple[Amount, ...]:
        """Points above the last bid."""
        step, stands = rules_of(game.book).step, height(deal.own.high)
        low = next((points for points in range(LEAST, MOST + 1, step) if points > stands), None)
        if low is None or deal.announcer is not None or self._stage(deal) != "auction":
            return ()
        return (Amount(Raised(seat, 0), "points", low, low + (MOST - low) // step * step, game.book.rule("pandur.step"), step),)

    def named(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """The games with a name that are higher."""
        return [Contracted(seat, contract) for contract, at in NAMED.items() if at > height(deal.own.high)]

    def _stage(self, deal: Deal) -> str:
        """The auction; then the soloist names trump, or shows it with the first card."""
        talk = deal.own
        if talk.high is None or not self._done(deal):
            return "auction"
        return "naming" if isinstance(talk.high, Raised) else "leading"

    def _done(self, deal: Deal) -> bool:
        talk = deal.own
        return height(talk.high) == NAMED[PANDUR_TRUMP] or len(talk.passed) == len(deal.sides) - len(deal.idle) - 1

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """The speaker; afterwards the soloist, and the opponents about a hand that was shown."""
        if self.asked(deal):
            return (deal.speaker,)
        return (deal.speaker if self._stage(deal) == "auction" else deal.own.high.seat,)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """What may be said at this stage; 'mit' says it with a card."""
        if self.asked(deal):
            return self.answers(seat)
        stage = self._stage(deal)
        if stage == "naming":
            return [Announced(seat, trump_mode(suit)) for suit in SUITS]
        if stage == "leading":
            return [CardPlayed(seat, card) for card in deal.hand(seat)]
        return super().options(game, deal, seat)

    def settled(self, game: Game, deal: Deal) -> bool:
        """When two have passed with a bid standing, or nobody wants to play."""
        talk = deal.own
        return self._done(deal) if talk.high is not None else len(talk.passed) == len(deal.sides) - len(deal.idle)

    def sold(self, game: Game, deal: Deal) -> None:
        """The highest bidder plays alone; without a bid the next player deals."""
        high = deal.own.high
        if high is None:
            deal_again(game, deal, self.following(game, deal))
            return
        deal.divide(tuple(SOLO if seat == high.seat else REST for seat in game.seats))
        if isinstance(high, Contracted):
            deal.no_weis = True
            if high.contract in (MISERE, PANDUR):
                self._begin(deal, OBENABE)

    def _begin(self, deal: Deal, mode: object) -> None:
        high = deal.own.high
        if isinstance(high, Contracted) and high.contract == MISERE_TRUMP:
            deal.undertrump = Undertrump.VOID
        deal.begin(mode, high.seat, high.seat, 1, high.contract if isinstance(high, Contracted) else "")  # type: ignore[arg-type]

    def lead_silently(self, game: Game, deal: Deal, seat: int, card: Card) -> None:
        """With 'mit' the first card shows trump. (JR-PLAY-04)"""
        if self.asked(deal) or self._stage(deal) != "leading" or seat != deal.own.high.seat:
            raise game.refuse("bidding.silent_lead", "announce-first", speaker=deal.speaker)
        if deal.hands is not None and not deal.hands[seat] & card.bit:
            raise game.refuse("play.follow", Objection.NOT_IN_HAND.value, card=str(card), led="", seat=seat)
        self._begin(deal, trump_mode(card.suit))

    def on_trick(self, game: Game, deal: Deal) -> bool:
        """No trick and all tricks are lost as soon as one goes the wrong way."""
        contract = deal.variant
        return bool(contract) and deal.won[SOLO if contract in (MISERE, MISERE_TRUMP) else REST] > 0

    def lose(self, game: Game, deal: Deal, seat: int) -> None:
        """The bid counts as failed, or as kept where an opponent is to blame. (JR-WINV-04)"""
        lose(game, deal, seat)

    def is_won(self, game: Game, deal: Deal) -> bool:
        """Whether the soloist has kept the bid."""
        if deal.lost_by is not None:
            return deal.sides[deal.lost_by] != SOLO
        if given_up(deal):
            return True
        high = deal.own.high
        if isinstance(high, Contracted):
            return not deal.won[SOLO if high.contract in (MISERE, MISERE_TRUMP) else REST]
        return bool(self.counted(game, deal) >= high.points)

    def counted(self, game: Game, deal: Deal) -> int:
        """What the soloist has for a bid of points: cards, Weis and Stöck."""
        stoeck = game.book.stoeck.points if deal.stoeck is not None and deal.sides[deal.stoeck] == SOLO else 0
        return self.made(game, deal)[SOLO] + deal.weisen.points(game.book, SOLO) + stoeck

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """The Schreibpunkte of the bid: for the soloist, or for each opponent."""
        high, rules = deal.own.high, rules_of(game.book)
        if isinstance(high, Contracted):
            field = {PANDUR: "pandur", PANDUR_TRUMP: "pandur_trump"}.get(high.contract, "misere")
            worth = {"pandur": rules.pandur, "pandur_trump": rules.pandur_trump, "misere": rules.misere}[field]
        else:
            field, worth = "step", min(6, 2 + (high.points - LEAST) // 50)
        won = self.is_won(game, deal)
        rule = game.book.rule(f"pandur.{field}")
        writers = [seat for seat in game.seats if deal.sides[seat] == (SOLO if won else REST) and seat not in deal.idle]
        written = [Entry(deal.number, seat, Source.CONTRACT, worth, 1, worth, rule, len(deal.tricks)) for seat in writers]
        heirs = {Inherit.FAILURE: not won, Inherit.SUCCESS: won, Inherit.ALWAYS: True}[rules.inherit]
        for seat in deal.idle if heirs else ():
            left = game.book.ending.target - 1 - game.ledger.totals[seat] if game.book.ending.target else worth
            got = max(0, min(ALWAYS if rules.inherit is Inherit.ALWAYS else worth, left))
            written += [Entry(deal.number, seat, Source.CONTRACT, got, 1, got, game.book.rule("pandur.inherit"), len(deal.tricks))]
        return written

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """Who has passed, what is played for, and in the end what came of it."""
        deal = game.deals[-1] if game.deals else None
        if deal is None or deal.own is None:
            return {}
        bidding = {"passed": [each in deal.own.passed for each in game.seats]} if deal.phase is Phase.BIDDING else {}
        said, high = notes(deal.own), deal.own.high
        if deal.phase is Phase.OVER and given_up(deal):
            said.append(("agreed", {"seat": high.seat}))
        elif deal.phase is Phase.OVER and isinstance(high, Contracted):
            said.append(("took", {"seat": high.seat, "tricks": deal.won[SOLO]}))
        elif deal.phase is Phase.OVER and high is not None:
            said.append(("made", {"seat": high.seat, "points": self.counted(game, deal)}))
        return {**bidding, **laid(deal), "notes": said}

    def aim(self, view: View) -> Aim:
        """What the contract asks for."""
        return aim_of(view)

    def foreseen(self, view: View, said: Event, rng: random.Random) -> Foreseen | None:
        """A better bid, where there is one."""
        return foreseen(view, said, rng)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does."""
        return self.judged(view) or advice(view, rng)


def rules_of(book: Reglement) -> PandurRules:
    """The section of the book that only this game reads."""
    return book.section(PandurRules)


def name_trump(game: Game, event: Announced) -> None:
    """The soloist names trump and leads."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("modes", "mode-unknown", mode=str(event.mode), accepted=[])
    deal.begin(event.mode, event.seat, event.seat, 1)


HANDLERS: Mapping[type, Handler] = {**AUCTION, **SHOWING, Announced: name_trump}
Pandur.handlers = HANDLERS
FORM = Pandur()
