"""The conformance kit: what every game has to keep, whoever wrote it. It knows no game and asks only what the core asks.

`play` is a stranger at the table: it takes any answer that is offered. The checks compare a game with itself (replayed, turned by
a seat, with other cards in the hands nobody sees), so they need no expected values; whether a rule is right is for the examples
of its provisions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from puur.core.actions import actions, amounts, awaited
from puur.core.cards import CARDS, CardSet, shuffled
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import CardPlayed, Cut, Dealt, Event, Shuffled
from puur.core.game import Game
from puur.core.housekeeping import seated, table_event
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.view import Door

MOST_DEALS = 400
NAMES = "ABCDEF"


def new(book: Reglement, players: int, rng: random.Random) -> Game:
    """A game for so many, ready to begin."""
    return Game(book, seated(book, Setup(names=tuple(NAMES[:players])), rng))


def offers(game: Game, seat: int, rng: random.Random) -> list[Event]:
    """Everything that a seat is offered; of a number any that is admitted."""
    return [
        *actions(game, seat),
        *(asked.filled(rng.randrange(asked.low, asked.high + 1, asked.step)) for asked in amounts(game, seat)),
    ]


def step(game: Game, rng: random.Random) -> Event:
    """Whatever comes next: the table's own work, a deal, or an answer of somebody who is awaited."""
    own = table_event(game, rng)
    if own is not None:
        return own
    if game.between_deals:
        dealer = game.next_dealer()
        assert dealer is not None
        return Shuffled(dealer, shuffled(rng))
    if game.deal.phase is Phase.PREPARING:
        rules = game.book.dealing
        if not game.deal.cut_done:
            return Cut((game.deal.dealer - 1) % len(game.seats), rng.randint(rules.cut_min, rules.cut_max))
        return Dealt(game.deal.dealer)
    waiting = awaited(game)
    assert waiting, "a running deal waits for nobody"
    answers = offers(game, rng.choice(waiting), rng)
    assert answers, "somebody is awaited and has nothing to say"
    return rng.choice(answers)


def walk(book: Reglement, players: int, seed: int) -> Iterator[tuple[Game, Event]]:
    """A whole game, step by step: the game before each event, and the event."""
    rng = random.Random(seed)
    game = new(book, players, rng)
    while not game.over:
        assert len(game.deals) <= MOST_DEALS, "the game does not end"
        event = step(game, rng)
        yield game, event
        game.submit(event)
        keeps_cards(game)


def played(book: Reglement, players: int, seed: int) -> Game:
    """A whole game."""
    *_, (game, _) = walk(book, players, seed)
    return game


def keeps_cards(game: Game) -> None:
    """No card is lost or doubled, and the points of a finished deal are those of the pack."""
    deal = game.deals[-1] if game.deals else None
    if deal is None or deal.hands is None or deal.mode is None:
        return
    laid = [card for trick in deal.tricks for card in trick.cards] + ([] if deal.open else deal.cards)
    held = [card for bits in deal.hands for card in CardSet(bits=bits)]
    used = sorted(card.index for card in game.form.pack(game.book))
    assert sorted(card.index for card in (*laid, *held, *deal.stock)) == used
    if deal.phase is Phase.OVER and len(deal.tricks) == deal.length:
        assert sum(deal.points) == sum(deal.mode.values[index] for index in used) - sum(
            deal.mode.value(card) for card in deal.stock
        )


def fingerprint(game: Game) -> str:
    """Everything that a game knows, as text."""
    skip = (
        "events",
        "form",
        "book",
        "handlers",
        "free",
        "manual",
        "deals",
        "finished_deals",
        "before_ruling",
        "before_end",
        "ledger",
    )
    parts = [f"{name}={value!r}" for name, value in sorted(vars(game).items()) if name not in skip]
    parts += [f"{name}={value!r}" for deal in game.deals for name, value in sorted(vars(deal).items()) if name not in _OBJECTS]
    return "\n".join([*parts, repr(game.ledger.entries), repr(game.totals())])


_OBJECTS = ("weisen", "reopening", "orders")


# ---- the checks ------------------------------------------------------------------------------------------------------------


def ends_with_a_result(game: Game) -> None:
    """Totals, entries and sheet agree, and the winner has the best total in the game's own direction."""
    totals = [0] * len(game.ledger.totals)
    for entry in game.ledger.entries:
        assert entry.rule, "every number has its provision"
        totals[entry.team] += entry.points
    assert totals == game.ledger.totals
    sheet = game.form.sheet(game)
    assert sheet.totals == tuple(totals)
    assert all(
        len(row.cells) == len(totals) and all(len(cell) == len(game.form.columns) for cell in row.cells) for row in sheet.rows
    )
    assert [sum(row.points[side] for row in sheet.rows) for side in range(len(totals))] == totals
    if game.winner is not None and game.over_by == "deals":
        assert totals[game.winner] == (min(totals) if game.form.lower_wins else max(totals))


def refuses_the_rest(game: Game, rng: random.Random, history: list[Event]) -> int:
    """What nobody is offered is refused with a reason and a provision, and leaves everything as it was; how many were tried."""
    admitted = [event for seat in game.seats for event in actions(game, seat)]
    asked = {(type(each.event), seat): each for seat in game.seats for each in amounts(game, seat)}
    sets = [(seat, each) for seat in game.seats for each in amounts(game, seat)]
    strangers: list[Event] = [CardPlayed(seat, card) for seat in game.seats for card in rng.sample(CARDS, 6)]
    strangers += [replace(each.event, **{each.name: number}) for each in asked.values() for number in (each.low - 1, each.high + 1)]  # type: ignore[type-var]
    strangers += rng.sample(history, min(6, len(history)))
    tried = 0
    for event in strangers:
        inside = any(
            event == each.filled(value) and each.fits(value)
            for _, each in sets
            if type(each.event) is type(event) and (value := getattr(event, each.name)) is not None
        )
        if event in admitted or inside or not isinstance(event, (CardPlayed, *(kind for kind, _ in asked))):
            continue
        before = fingerprint(game)
        with pytest.raises(RuleViolation) as refusal:
            game.submit(event)
        assert all((refusal.value.rule, refusal.value.reason)), event
        assert fingerprint(game) == before, f"a refused {event} has left something behind"
        tried += 1
    return tried


def turned_by_one(book: Reglement, game: Game) -> None:
    """The same game with everybody one seat further: the results move along."""
    players = len(game.seats)
    dealer = game.setup.first_dealer
    names = (*game.setup.names[-1:], *game.setup.names[:-1])
    first = None if dealer is None else (dealer + 1) % players
    lost = game.setup.lost_before
    assert lost is None
    other = Game(book, replace(game.setup, names=names, first_dealer=first))
    for event in game.events:
        other.submit(_turned(event, players))
    moved = [0] * len(other.ledger.totals)
    for seat in game.seats:
        moved[other.sides[(seat + 1) % players]] = game.ledger.totals[game.sides[seat]]
    assert other.ledger.totals == moved
    if game.winner is None:
        assert other.winner is None
    else:
        assert other.winner == other.sides[(game.seats_of(game.winner)[0] + 1) % players]


SEATS = ("seat", "dealer", "by", "of", "announcer", "offender", "other")


def _turned(event: Event, players: int) -> Event:
    changes: dict[str, Any] = {}
    for each in fields(event):  # type: ignore[arg-type]
        value = getattr(event, each.name)
        if each.name in SEATS and isinstance(value, int):
            changes[each.name] = (value + 1) % players
    return replace(event, **changes)  # type: ignore[type-var]


def hides_what_is_secret(book: Reglement, game: Game, rng: random.Random) -> int:
    """With other cards in the hands that a seat does not see, and other secret words, it is told the same; how many twins."""
    twins = 0
    for seat in game.seats:
        for twin in (_other_cards(book, game, seat, rng), _other_words(book, game, seat, rng)):
            if twin is None:
                continue
            twins += 1
            for audience in (seat, None):
                mine, theirs = Door(game, 0), Door(twin, 0)
                assert mine.view(audience) == theirs.view(audience)
                assert mine.events(audience) == theirs.events(audience)
    return twins


def _other_cards(book: Reglement, game: Game, seat: int, rng: random.Random) -> Game | None:
    """The same game, but two cards that others still hold have changed places; None where that is not possible."""
    deal = game.deals[-1] if game.deals else None
    if deal is None or deal.hands is None or deal.phase not in (Phase.BIDDING, Phase.PLAYING):
        return None
    piles = [list(deal.hand(each)) for each in game.seats if each != seat] + [list(deal.stock)]
    one, two = rng.sample(piles, 2)
    if not one or not two:
        return None
    here, there = rng.choice(one), rng.choice(two)
    if any(str(card) in str(game.form.shown(game, seat)) for card in (here, there)):
        return None  # it lies open, such as the card that shows trump
    swap = {here: there, there: here}
    last = max(place for place, event in enumerate(game.events) if isinstance(event, Shuffled))
    pack = tuple(swap.get(card, card) for card in game.events[last].pack)  # type: ignore[attr-defined]
    twin = _again(book, game, {last: replace(game.events[last], pack=pack)})  # type: ignore[type-var]
    if twin is None or twin.deals[-1].mode != deal.mode:  # it has lain open and shown trump
        return None
    return None if twin.deals[-1].weisen.best != deal.weisen.best else twin  # everybody hears who has the highest Weis


def _other_words(book: Reglement, game: Game, seat: int, rng: random.Random) -> Game | None:
    """The same game, but another seat has said another number in secret."""
    from puur.core.known import Known, secrecy

    last = max((place for place, event in enumerate(game.events) if isinstance(event, Shuffled)), default=0)
    for place in range(last, len(game.events)):
        event = game.events[place]
        hidden = [rule.name for rule in secrecy(type(event)).rules if rule.who is Known.AFTER]
        if hidden and getattr(event, "seat", None) != seat and game.deals[-1].phase is not Phase.OVER:
            return _again(book, game, {place: replace(event, **{hidden[0]: rng.randint(0, 157)})})  # type: ignore[type-var]
    return None


def _again(book: Reglement, game: Game, changes: dict[int, Event]) -> Game | None:
    twin = Game(book, game.setup)
    try:
        for place, event in enumerate(game.events):
            twin.submit(changes.get(place, event))
    except RuleViolation:
        return None  # the other cards would not have allowed this play
    return twin
