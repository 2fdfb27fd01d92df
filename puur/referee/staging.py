"""What scenes are made of: a free table, a deal by chance, cards played on, and who broke which rule."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from puur.core import events as ev
from puur.core.cards import Card, CardSet, shuffled
from puur.core.form import lines_of
from puur.core.game import Game
from puur.core.irregular import marked_objection
from puur.core.mode import EICHELN
from puur.core.playing import legal_cards
from puur.core.reglement import Reglement, Schreiber
from puur.core.seats import next_seat
from puur.core.setup import Playing, Setup
from puur.core.trick import Objection

DEALER = 3


class Wanted(NamedTuple):
    """What a scene is to show: the offence, about which trick, and the facts that hold (answers of its questions)."""

    offence: str
    trick: int
    facts: frozenset[str]

    def incident(self, seat: int, **details: Any) -> ev.IncidentReported:
        """The incident by this seat; the facts are its marks."""
        return ev.IncidentReported(self.offence, seat, marks=" ".join(sorted(self.facts)), **details)


class Impossible(ValueError):
    """These facts exclude each other, or cannot be under the book."""


Stage = Callable[[Game, random.Random, Wanted], ev.IncidentReported | None]


def free_table(book: Reglement) -> Game:
    """A table at which mistakes happen, the Schreiber named."""
    game = Game(book, Setup(first_dealer=DEALER, playing=Playing.FREE))
    for seat in {Schreiber.NONE: (), Schreiber.ONE: (DEALER,), Schreiber.PER_TEAM: (2, 3)}[book.table.schreiber]:
        game.submit(ev.SchreiberNamed(seat))
    return game


def dealt_by_chance(rng: random.Random) -> tuple[CardSet, ...]:
    """Four hands."""
    pack = shuffled(rng)
    return tuple(CardSet(pack[9 * seat : 9 * seat + 9]) for seat in range(4))


def announce(game: Game, seat: int | None = None) -> None:
    """Let the speaker, or a seat in its place, announce Eicheln."""
    variant = "E" if lines_of(game.book) else ""
    game.submit(ev.Announced(game.deal.speaker if seat is None else seat, EICHELN, variant))


def begin(game: Game, rng: random.Random, trick: int) -> None:
    """Deal, announce Eicheln and play up to the lead of this trick."""
    game.submit(ev.HandsRecorded(DEALER, dealt_by_chance(rng)))
    announce(game)
    for _ in range(4 * (trick - 1)):
        play_on(game)


def play_on(game: Game, place: int = -1) -> None:
    """Play the last legal card, so that trumps (Eicheln) stay in the hands; or the first, to cut."""
    seat = game.deal.turn
    cards = list(legal_cards(game, seat))
    if not cards:  # a game in which not everybody has cards
        raise Impossible
    game.submit(ev.CardPlayed(seat, cards[place]))


def turn(game: Game, trick: int) -> None:
    """Play on until this trick is turned."""
    while len(game.deal.tricks) < trick or game.deal.open:
        play_on(game)


def wrong_cards(game: Game, seat: int, why: Objection) -> list[Card]:
    """The cards of the hand that may not be played for this reason."""
    return [card for card in game.deal.hand(seat) if marked_objection(game.book, game.deal, seat, card) is why]


def plainly(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    """It happened in the middle of a trick, to whoever led; or two tricks ago, as far as the next player is concerned."""
    begin(game, rng, wanted.trick)
    play_on(game)
    seat = game.deal.leader
    for _ in range(8 if "played-on" in wanted.facts else 0):
        play_on(game)
    return wanted.incident(seat, by=next_seat(seat), trick=wanted.trick)


def unplayed(_game: Game, _rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    """It happened away from the cards."""
    return wanted.incident(0)


def skip_to_last(game: Game) -> None:
    """Enter results until the last deal of the Passe is to be dealt."""
    if not game.book.ending.deals or lines_of(game.book):
        raise Impossible("no last deal that is known before")
    for _ in range(game.book.ending.deals - 1):
        game.submit(ev.ResultEntered((100, 57), EICHELN, 0))
