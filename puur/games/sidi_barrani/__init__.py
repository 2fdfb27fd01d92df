"""Sidi-Barrani: an auction of points and trump before a Schieber; who misses the bid gives it to the others.

Weis and Stöck are written extra and never help to reach a bid. The highest bidder leads. The last deal is played out.
Sources: jasswiki.ch/varianten/sidi-barrani, jassverzeichnis.ch/sidi-barrani, pagat.com/jass/sidi_barrani; where they differ, the
book has a field (`book.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from puur.core.cards import CardSet
from puur.core.events import Event
from puur.core.fields import Clash
from puur.core.form import Amount
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.core.trick import winner
from puur.games.auction import Auction, Bid, Doubled, deal_again
from puur.games.common import without_modes
from puur.games.sidi_barrani.book import ALL, AllPass, SidiRules
from puur.games.sidi_barrani.bot import advice, aim_of, foreseen

if TYPE_CHECKING:
    import random

    from puur.core.aim import Aim, Foreseen
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.mode import Mode
    from puur.core.reglement import Reglement
    from puur.core.view import View


DEAR = 10  # points of a card with which one would be smearing


class SidiBarrani(Auction):
    """The Sidi-Barrani in all its books."""

    name = "sidi-barrani"
    renown = 5
    columns = ("bid", "made", "points")
    counts_on_paper = False

    def raises(self, game: Game, deal: Deal, seat: int) -> tuple[Amount, ...]:
        """More than the last bid, with any of the book's modes; not once it is doubled."""
        rules, high = rules_of(game.book), deal.own.high
        low = rules.least if high is None else high.points + rules.step - (high.points - rules.least) % rules.step
        most = ALL - 1 - (ALL - 1 - rules.least) % rules.step
        if deal.own.doubled > 1 or low > most:
            return ()
        rule = game.book.rule("sidi_barrani.least")
        return tuple(Amount(Bid(seat, 0, mode), "points", low, most, rule, rules.step) for mode in game.book.modes)

    def named(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """All tricks; doubling what the others bid, and doubling again."""
        rules, talk = rules_of(game.book), deal.own
        if talk.doubled == 1 and (talk.high is None or talk.high.points < ALL):
            yield from (Bid(seat, ALL, mode) for mode in game.book.modes)
        against = talk.high is not None and deal.sides[talk.high.seat] != deal.sides[seat]
        if (against and talk.doubled == 1 and rules.doubling) or (talk.doubled == 2 and rules.redoubling):
            yield Doubled(seat)

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """The speaker; after a double the highest bidder, who may double again."""
        return (deal.own.high.seat,) if deal.own.doubled == 2 else (deal.speaker,)

    def pass_is_final(self, game: Game) -> bool:
        """As the book says."""
        return rules_of(game.book).pass_final

    def settled(self, game: Game, deal: Deal) -> bool:
        """When both opponents of the highest bidder have passed, or a double was let stand or answered."""
        talk, rules = deal.own, rules_of(game.book)
        if talk.doubled == 2:
            return bool(not rules.redoubling or talk.high.seat in talk.passed)
        if talk.doubled == 4:
            return True
        if talk.high is None:
            return len(talk.passed) == len(game.seats)
        opponents = {seat for seat in game.seats if deal.sides[seat] != deal.sides[talk.high.seat]}
        return bool(opponents <= talk.passed)

    def sold(self, game: Game, deal: Deal) -> None:
        """The highest bidder leads; without a bid the cards are thrown in."""
        high = deal.own.high
        if high is None:
            same = rules_of(game.book).nobody is AllPass.SAME
            deal_again(game, deal, deal.dealer if same else deal.after(deal.dealer))
            return
        deal.begin(high.mode, high.seat, high.seat, self.factor(game, high.mode, ""))

    def factor(self, game: Game, mode: Mode | None, variant: str) -> int:
        """What the book multiplies this mode by; nothing, in every ready one."""
        return game.book.modes.get(mode, 1) if mode is not None else 1

    def next_dealer(self, game: Game) -> int:
        """The next player."""
        return game.deals[-1].after(game.deals[-1].dealer)

    def withheld(self, game: Game, deal: Deal, seat: int, allowed: CardSet) -> tuple[CardSet, str]:
        """Where Schmieren is not allowed: dear cards that do not win, on a trick of the partner, as long as there is another.

        No source says what exactly is forbidden; that it is about ten points and more is ours.
        """
        if rules_of(game.book).schmieren or deal.open or not deal.cards or (deal.mode is not None and deal.mode.backward):
            return CardSet(), ""
        place = winner(deal.cards, deal.order, deal.dead)
        if deal.sides[deal.seat_at(place)] != deal.sides[seat]:
            return CardSet(), ""
        power = deal.order.power[deal.cards[0].suit.index]
        best = power[deal.cards[place].index]
        dear = CardSet(card for card in allowed if deal.values[card.index] >= DEAR and power[card.index] <= best)
        return (dear, "sidi_barrani.schmieren") if allowed - dear else (CardSet(), "")

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """Both sides write their cards; the bid goes to whoever was right about it."""
        book, rules, high = game.book, rules_of(game.book), deal.own.high
        made = self.made(game, deal)
        rule = book.rule("scoring.total")
        entries = [
            Entry(deal.number, side, Source.STICH, points, deal.factor, points * deal.factor, rule, deal.length)
            for side, points in enumerate(made)
        ]
        bidders = deal.sides[high.seat]
        reached = deal.match == bidders if high.points == ALL else made[bidders] >= high.points
        worth = rules.all_tricks if high.points == ALL else high.points
        field = book.rule("sidi_barrani.doubling" if deal.own.doubled > 1 else "sidi_barrani.least")
        winner = bidders if reached else 1 - bidders
        doubled = deal.own.doubled
        entries.append(Entry(deal.number, winner, Source.BID, worth, doubled, worth * doubled, field, deal.length))
        return entries

    def made(self, game: Game, deal: Deal) -> list[int]:
        """The card points of each side, with the last trick."""
        made = [points + moved for points, moved in zip(deal.points, deal.moved, strict=True)]
        if deal.last is not None:
            made[deal.last] += game.book.scoring.last_trick
        return made

    def cells(self, game: Game, deal: Deal, points: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """What was bid, what was made, and what that writes; of a deal from paper only the last is known."""
        if deal.own is None:
            return tuple((0, 0, written) for written in points)
        high, made = deal.own.high, self.made(game, deal)
        bids = [high.points if deal.sides[high.seat] == side else 0 for side in range(len(made))]
        return tuple(zip(bids, made, points, strict=True))

    def passe_sum(self, book: Reglement, matches: int) -> int:
        """Nobody knows before what will be bid."""
        return 0

    def needs_mode(self, book: Reglement) -> bool:
        """On paper only what is written counts."""
        return False

    def ways(self, book: Reglement) -> Mapping[str, tuple[Mode, ...]]:
        """What may be bid."""
        return {str(mode): (mode,) for mode in book.modes}

    def clashes(self, book: Reglement) -> Iterator[Clash]:
        """Something has to be there to bid."""
        yield from without_modes(book)
        yield from super().clashes(book)

    def aim(self, view: View) -> Aim:
        """Written points, the bid included."""
        return aim_of(view)

    def foreseen(self, view: View, said: Event, rng: random.Random) -> Foreseen | None:
        """A better bid, where there is one."""
        return foreseen(view, said, rng)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does."""
        return advice(view, rng)


def rules_of(book: Reglement) -> SidiRules:
    """The section of the book that only this game reads."""
    return book.section(SidiRules)


FORM = SidiBarrani()
