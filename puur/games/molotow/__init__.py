"""Molotow: everybody alone, without trump until somebody cannot follow; that card makes trump. Fewest points win.

Sources: jassverzeichnis.ch (460-molotow-jass) and jasswiki.ch/varianten/molotow for this way of counting; the other one, with
Striche, is `puur.games.molotow_striche`. Card points are those of the trump in the end, so that a deal has 157.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.cards import CardSet
from puur.core.events import Event
from puur.core.ledger import Entry
from puur.core.mode import OBENABE, trump_mode
from puur.core.reglement import Source
from puur.core.weis import stoeck_of, weise_in
from puur.games.common import Plain, fitting
from puur.games.counting import counted, fewest
from puur.games.molotow.book import MolotowRules, TrumpFrom

if TYPE_CHECKING:
    import random

    from puur.core.cards import Card
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.mode import Mode
    from puur.core.reglement import Reglement
    from puur.core.view import View


@dataclass(slots=True)
class Fuse:
    """Who made trump, and who then still held König and Ober of it."""

    maker: int | None = None
    stoeck: int | None = None


class Molotow(Plain):
    """The Molotow for the fewest points, for four or three."""

    name = "molotow"
    renown = 6
    players: tuple[int, ...] = (4, 3)
    lower_wins = True
    columns = ("made", "points")
    score_moves = False

    def sides(self, players: int) -> tuple[int, ...]:
        """Everybody alone."""
        return tuple(range(players))

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """All cards are dealt."""
        return fitting(book, 36 // players, (3, 3, 3) if players == 4 else (4, 4, 4))

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """Nobody says anything: it begins as Obenabe, the player after the dealer leads."""
        deal.own = Fuse()
        deal.first_speaker = deal.speaker = deal.after(deal.dealer)
        deal.begin(OBENABE, None, deal.first_speaker, 1)

    def ways(self, book: Reglement) -> Mapping[str, tuple[Mode, ...]]:
        """From the top, until a card makes its suit trump."""
        return {str(OBENABE): (OBENABE,), **super().ways(book)}

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """Nobody: there is no bidding."""
        return ()

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """Nothing is said."""
        return ()

    def on_card(self, game: Game, deal: Deal, seat: int, card: Card) -> None:
        """The first card that does not follow makes its suit trump."""
        if deal.own.maker is not None or deal.open or not deal.cards or card.suit is deal.cards[0].suit:
            return
        plain, running = deal.orders, len(deal.tricks)
        deal.own.maker = seat
        deal.change_mode(trump_mode(card.suit))
        if rules_of(game.book).trump_from is TrumpFrom.NEXT_TRICK:
            deal.orders = plain[: running + 1] + deal.orders[running + 1 :]
        pair = stoeck_of(card.suit).bits
        for holder, held in enumerate(deal.hands or ()):
            if held & pair == pair and not (holder == seat and card.bit & pair):
                deal.own.stoeck = holder

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """The cards; Weise on the table to whoever took them; those in the hand, and Stöck, off the own total."""
        book, rules = game.book, rules_of(game.book)
        factor = 2 if rules.double_last and deal.number == book.ending.deals else 1

        def entry(side: int, source: Source, raw: int, rule: str) -> Entry:
            return Entry(deal.number, side, source, raw, factor, raw * factor, book.rule(rule), deal.length)

        entries = [entry(side, Source.STICH, made, "scoring.total") for side, made in enumerate(self.made(game, deal))]
        if rules.table_weis:
            for trick in deal.tricks:
                lying = sum(weis.points(book.weis.values) for weis in weise_in(CardSet(trick.cards)))
                entries += [entry(trick.winner, Source.WEIS, lying, "molotow.table_weis")] if lying else []
        if rules.hand_weis:
            for seat in game.seats:
                held = sum(weis.points(book.weis.values) for weis in weise_in(deal.dealt_hand(seat)))
                entries += [entry(seat, Source.WEIS, -held, "molotow.hand_weis")] if held else []
            if deal.own.stoeck is not None:
                entries.append(entry(deal.own.stoeck, Source.STOECK, -book.stoeck.points, "molotow.hand_weis"))
        return entries

    def cells(self, game: Game, deal: Deal, points: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """What was made, and what that writes."""
        return tuple(zip(points if deal.own is None else self.made(game, deal), points, strict=True))

    def least(self, book: Reglement) -> int:
        """Weise in the hand may bring a total below nothing."""
        return -1000 * book.ending.deals if rules_of(book).hand_weis else 0

    def aim(self, view: View) -> Aim:
        """As few points as possible."""
        return fewest(view)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does: as few points as possible."""
        return counted(view, rng, self.aim(view))


def rules_of(book: Reglement) -> MolotowRules:
    """The section of the book that only this game reads."""
    return book.section(MolotowRules)


FORM = Molotow()
