"""What a table does by itself: naming the Schreiber, drawing for the first deal, shuffling, and dealing once somebody has cut.

Everything is a function of the table's secret and of the events so far, so a table that was cut off goes on as it would have.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from puur.core import housekeeping
from puur.core.actions import extras
from puur.core.events import Cut, DealCommitted, Dealt, Event, Shuffled
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.view import View
from puur.core.weis import stoeck_of
from puur.core.weis_rules import may_show_stoeck
from puur.web import fair


@dataclass(frozen=True, slots=True)
class CutAsked:
    """Somebody has to cut: who, and what the server has committed to."""

    seat: int
    least: int
    most: int
    commitment: str
    bots: tuple[int, ...] = ()  # seats whose part nobody can add
    given: bool = False  # the same cards as at other tables: nobody adds anything


def chance(secret: str, *what: object) -> random.Random:
    """A generator for this moment of this table."""
    return random.Random(fair.noise_of(secret, *what))


def seated(book: Reglement, setup: Setup, secret: str) -> Setup:
    """The setup of a game that begins."""
    return housekeeping.seated(book, setup, chance(secret, "dealer", setup.number))


def next_event(game: Game, secret: str) -> Event | None:
    """What the table does now without anybody; None when somebody has to act."""
    if game.over or not game.between_deals:
        return None
    return housekeeping.table_event(game, chance(secret, "table", game.setup.number, len(game.events)))


def cut_asked(game: Game, secret: str) -> CutAsked | None:
    """Who has to cut now, and what the server has committed to. The player before the dealer is asked. (JR-DEAL-03)"""
    dealer = game.next_dealer() if game.between_deals and not game.over else None
    if dealer is None or next_event(game, secret) is not None:
        return None
    rules = game.book.dealing
    seed, stands = fair.seed_of(secret, game.setup.number, len(game.shuffled)), promised(game)
    least, most = rules.cut_min, rules.cut_max
    if fair.picks_of(secret):  # everybody gets the same cards, so everybody cuts in the same place
        least = most = given_cut(seed, game.book)
    bots, given = ((), False) if stands is None else (stands.bots, stands.given)
    return CutAsked((dealer - 1) % len(game.seats), least, most, fair.commitment(seed), bots, given)


def given_cut(seed: bytes, book: Reglement) -> int:
    """Where the pack of a given deal is cut."""
    least, most = book.dealing.cut_min, book.dealing.cut_max
    return least + int(fair.commitment(seed)[:8], 16) % (most - least + 1)


def promised(game: Game) -> DealCommitted | None:
    """The commitment that stands for the next pack."""
    since = game.events[game.shuffled[-1] if game.shuffled else 0 :]
    return next((event for event in since if isinstance(event, DealCommitted)), None)


def promise(game: Game, secret: str, bots: tuple[int, ...] = ()) -> DealCommitted | None:
    """The commitment to the seed of the next pack, once, as soon as somebody can be asked to cut; it is told before anybody is."""
    if game.over or not game.between_deals or game.next_dealer() is None or promised(game) is not None:
        return None
    seed = fair.seed_of(secret, game.setup.number, len(game.shuffled))
    return DealCommitted(fair.commitment(seed), bots, bool(fair.picks_of(secret)))


def used(game: Game) -> set[str]:
    """What people have added to the packs of this game so far: each serves once."""
    shuffles = (game.events[place] for place in game.shuffled)
    seeds = (fair.parse_seed(event.seed) for event in shuffles if isinstance(event, Shuffled))
    return {number for seed in seeds if seed is not None for number in seed.numbers}


def deal_events(game: Game, secret: str, said: Cut, given: Mapping[int, str]) -> list[Event]:
    """Shuffle, cut and deal, now that the cutter has spoken, with what people have added to the seed."""
    dealer = game.next_dealer()
    assert dealer is not None
    given = {} if fair.picks_of(secret) else given
    seed = fair.seed_of(secret, game.setup.number, len(game.shuffled))
    shuffled = Shuffled(dealer, fair.pack_of(seed, fair.given_text(given)), fair.seed_text(seed, given))
    late = promise(game, secret)  # a table that was cut off under an earlier version: it was shown, not yet on record
    return [*([late] if late is not None else ()), shuffled, said, Dealt(dealer)]


def bot_seed(game: Game, secret: str, view: View) -> str:
    """Where the chance of a bot comes from: this moment of this table, or, where others play the same deals, what it has seen."""
    if not fair.picks_of(secret):
        return fair.noise_of(secret, "bot", game.setup.number, len(game.events), view.seat)
    return fair.noise_of(secret, "seen", *seen(view))


def seen(view: View) -> tuple[object, ...]:
    """All that a seat has seen of a deal: the same for the same play, at whichever table and however long it took."""
    tricks = " ".join(f"{trick.leader}{''.join(card.name for card in trick.cards)}" for trick in view.tricks)
    said = (view.dealer, view.pushes, view.announcer, view.mode, view.variant, view.weise, view.stoeck)
    return view.number, view.seat, str(view.hand), *said, view.leader, tricks, "".join(card.name for card in view.trick)


def has_remark(game: Game, seat: int) -> bool:
    """Whether a seat could say anything out of turn; cheaper than a view."""
    return next(iter(extras(game, seat)), None) is not None


def stoeck_due(game: Game, seat: int) -> bool:
    """Whether a seat has just played the second card of its Stöck and may show them. (JR-STOE-02)"""
    mode = game.deals[-1].mode if game.deals else None
    if mode is None or game.deals[-1].hand(seat) & stoeck_of(mode.trump):
        return False
    return may_show_stoeck(game, seat) is None
