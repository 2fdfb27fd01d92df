"""What scenes are made of: a free table, a deal by chance, cards played on, and who broke which rule."""

from __future__ import annotations

import random
from collections.abc import Callable

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
Stage = Callable[[Game, random.Random, str, int], ev.IncidentReported | None]


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
    game.submit(ev.CardPlayed(seat, list(legal_cards(game, seat))[place]))


def turn(game: Game, trick: int) -> None:
    """Play on until this trick is turned."""
    while len(game.deal.tricks) < trick or game.deal.open:
        play_on(game)


def wrong_card(game: Game, seat: int, why: Objection) -> Card | None:
    """A card of the hand that may not be played for this reason."""
    return next((card for card in game.deal.hand(seat) if marked_objection(game.book, game.deal, seat, card) is why), None)


def plainly(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported:
    """It happened in the middle of a trick, to whoever led."""
    begin(game, rng, trick)
    play_on(game)
    return ev.IncidentReported(offence, game.deal.leader, trick=trick, marks="written visible answered")


def misdealt(game: Game, rng: random.Random, offence: str, _trick: int) -> ev.IncidentReported:
    """Something was wrong with the dealing."""
    wrong = offence == "wrong-dealer"
    game.submit(ev.HandsRecorded(next_seat(DEALER) if wrong else DEALER, dealt_by_chance(rng)))
    dealer = game.deal.dealer
    return ev.IncidentReported(offence, dealer, by=next_seat(dealer), other=DEALER if wrong else None)
