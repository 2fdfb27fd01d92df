"""What holds whatever happens: random games under every book, replayed, turned around the table, and added up."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puur.core.cards import CARDS, Card, CardSet, card_of
from puur.core.control import passe_sum
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import (
    Announced,
    CardPlayed,
    Cut,
    Dealt,
    Event,
    Pushed,
    SchreiberNamed,
    Shuffled,
    StoeckShown,
    Thanked,
    WeisAdded,
    WeisAnnounced,
)
from puur.core.form import lines_of
from puur.core.game import Game
from puur.core.known import Told
from puur.core.mode import Mode
from puur.core.reglement import Reglement, Source
from puur.core.striche import striche
from puur.core.view import Door, view_of
from puur.core.weis import weis_of
from tests.random_play import Drawn, play_deal, play_game, prepare, start, step
from tests.support import PARTNER_BOOKS, book, by_source, snapshot

BOOKS = PARTNER_BOOKS
# A game is many draws, and an example plays a whole one.
LARGE = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def tries(share: int) -> settings:
    """So many of a hundred of the examples that the profile asks for."""
    return settings(max_examples=max(1, settings().max_examples * share // 100), suppress_health_check=LARGE)


def check_deal_sums(game: Game) -> None:
    """Every complete deal is worth 157 before bonus and factor, and what is written follows from it."""
    book = game.book
    for deal in game.finished_deals:
        if deal.broken_off or deal.nuller is not None:
            continue
        assert sum(deal.points) == 152
        assert sum(deal.won) == 9
        entries = game.ledger.of_deal(deal.number)
        if lines_of(book):
            assert sum(one.points for one in entries) == 16 * deal.factor
            continue
        cards = sum(one.raw for one in entries if one.source in (Source.STICH, Source.LAST_TRICK))
        assert cards == 157
        assert sum(one.raw for one in entries if one.source is Source.MATCH) == (
            book.scoring.match_bonus if deal.match is not None else 0
        )
        assert all(one.points == one.raw * one.factor for one in entries)


def check_sheets(game: Game) -> None:
    """The sheets of a finished game agree with each other."""
    check_deal_sums(game)
    book = game.book
    assert game.over
    totals = game.totals()
    for team in (0, 1):
        assert totals[team] == sum(by_source(game, team).values())
    if book.ending.target:
        assert max(totals) >= book.ending.target
        if game.over_by in ("target", "thanks"):
            assert game.winner is not None
            assert totals[game.winner] >= book.ending.target
    else:
        matches = sum(1 for deal in game.finished_deals if deal.match is not None)
        assert sum(totals) == passe_sum(book, matches=matches)
    rows = striche(game)
    assert rows[0] == rows[2]
    assert rows[1] == rows[3]
    if book.striche.victory:
        assert sum(row.victory for row in rows) == 2 * book.striche.victory
        assert sum(row.bergpreis for row in rows) == 2 * book.striche.bergpreis
    for entry in game.ledger.entries:
        assert entry.rule, "every number names its provision"
        assert ": " not in entry.rule, f"{entry.rule}: a shipped book cites a provision for every number"


@pytest.mark.parametrize("key", BOOKS)
@tries(6)
@given(data=st.data())
def test_random_games_end_with_consistent_sheets(key: str, data: st.DataObject) -> None:
    check_sheets(play_game(book(key), Drawn(data)))


@pytest.mark.slow
@pytest.mark.parametrize("key", BOOKS)
def test_ten_thousand_random_games_end_with_consistent_sheets(key: str) -> None:
    rng = random.Random(f"ten thousand {key}")
    for _ in range(10_000):
        check_sheets(play_game(book(key), rng))


@pytest.mark.parametrize("key", BOOKS)
@tries(3)
@given(data=st.data())
def test_replaying_any_prefix_gives_the_live_state(key: str, data: st.DataObject) -> None:
    rng = Drawn(data)
    game = start(book(key), rng)
    states: list[Any] = []
    for _ in range(2):
        if not game.over:
            prepare(game, rng)
            while not game.over and game.deal.phase is not Phase.OVER:
                step(game, rng)
                states.append((len(game.events), snapshot(game)))
    for length, state in states[:: max(1, len(states) // 12)]:
        for _ in range(2):
            assert snapshot(Game.replay(game.book, game.setup, game.events[:length])) == state


def turned(event: Event, by: int) -> Event:
    """The same event with everybody moved on by so many seats."""
    return replace(event, seat=(event.seat + by) % 4) if hasattr(event, "seat") else event


@pytest.mark.parametrize("key", BOOKS)
@tries(4)
@given(data=st.data(), by=st.integers(min_value=1, max_value=3))
def test_turning_the_table_changes_only_names(key: str, data: st.DataObject, by: int) -> None:
    game = play_game(book(key), Drawn(data), most=3)
    assert game.setup.first_dealer is not None
    setup = replace(game.setup, first_dealer=(game.setup.first_dealer + by) % 4)
    other = Game.replay(game.book, setup, [turned(event, by) for event in game.events])
    mine = [[(one.deal, (one.team + by) % 2, one.source, one.points) for one in game.ledger.entries]]
    theirs = [[(one.deal, one.team, one.source, one.points) for one in other.ledger.entries]]
    assert sorted(map(str, mine[0])) == sorted(map(str, theirs[0]))
    assert other.over == game.over
    assert (other.bergpreis is None) == (game.bergpreis is None)


def exchanging_suits(rules: Reglement) -> tuple[int, ...]:
    """Eichel and Rose exchanged: equal factors in every Schieber book, and no first-trump card among them."""
    assert len({rules.modes[mode] for mode in rules.modes if str(mode) in "ER"}) == 1
    return (1, 0, 2, 3)


def resuited(value: Any, swap: tuple[int, ...]) -> Any:
    """The same value with its suits exchanged."""
    suits = [CARDS[9 * n].suit for n in range(4)]

    def card(one: Card) -> Card:
        return card_of(suits[swap[one.suit.index]], one.rank)

    if isinstance(value, Shuffled):
        return replace(value, pack=tuple(card(one) for one in value.pack))
    if isinstance(value, CardPlayed):
        return replace(value, card=card(value.card))
    if isinstance(value, Announced) and value.mode.trump is not None:
        mode: Mode = replace(value.mode, trump=suits[swap[value.mode.trump.index]])
        return replace(value, mode=mode)
    if isinstance(value, WeisAdded):
        return replace(value, weise=tuple(weis_of([card(one) for one in weis.cards]) for weis in value.weise))
    assert isinstance(value, Cut | Dealt | Pushed | SchreiberNamed | StoeckShown | Thanked | WeisAnnounced | Announced)
    return value


@pytest.mark.parametrize("key", [key for key in BOOKS if book(key).form == "schieber"])
@tries(4)
@given(data=st.data())
def test_exchanging_suits_of_equal_factor_changes_only_names(key: str, data: st.DataObject) -> None:
    game = play_game(book(key), Drawn(data), most=3)
    swap = exchanging_suits(game.book)
    other = Game.replay(game.book, game.setup, [resuited(event, swap) for event in game.events])
    assert [tuple(one) for one in other.ledger.entries] == [tuple(one) for one in game.ledger.entries]
    assert other.totals() == game.totals()


@pytest.mark.parametrize("key", BOOKS)
@tries(3)
@given(data=st.data())
def test_illegal_actions_change_nothing(key: str, data: st.DataObject) -> None:
    """At every step a dozen random actions of any seat are thrown in; those refused leave no trace."""
    rng = Drawn(data)
    game = start(book(key), rng)
    prepare(game, rng)
    while not game.over and game.deal.phase is not Phase.OVER:
        before = snapshot(game)
        for _ in range(6):
            seat = rng.randrange(4)
            nonsense: Event = rng.choice([CardPlayed(seat, rng.choice(CARDS)), Pushed(seat), StoeckShown(seat), Dealt(seat)])
            copy = Game.replay(game.book, game.setup, game.events)
            if _refused(copy, nonsense):
                assert snapshot(copy) == before
        step(game, rng)


def _refused(game: Game, event: Event) -> bool:
    try:
        game.submit(event)
    except RuleViolation as refusal:
        return bool(refusal.rule)
    return False


@pytest.mark.parametrize("key", BOOKS)
def test_a_view_never_holds_a_card_that_the_seat_may_not_know(key: str) -> None:
    """Whatever a view or a redacted event says, it names no card of another hand that was not seen."""
    rng = random.Random(f"views {key}")
    for _ in range(6):
        game = start(book(key), rng)
        prepare(game, rng)
        while not game.over and game.deal.phase is not Phase.OVER:
            for seat in range(4):
                _check_view(game, seat)
            step(game, rng, withhold=0)


def _check_view(game: Game, seat: int) -> None:
    deal = game.deal
    seen = CardSet(card for trick in deal.tricks for card in trick.cards) | CardSet(deal.cards)
    for one in deal.weisen.revealed:
        said = deal.weisen.announced[one]
        seen |= CardSet(said.weis.cards) if said.weis is not None else CardSet()
    assert deal.dealt is not None
    hidden = CardSet(bits=sum(held for one, held in enumerate(deal.dealt) if one != seat)) - seen
    view = view_of(game, seat)
    of_the_table = [value for name, value in view._asdict().items() if name != "book"]  # everybody has read the book
    told = _cards_in(of_the_table) | _cards_in(Door(game, 0).events(seat))
    assert not told & hidden, str(told & hidden)
    if not view.hand_hidden:
        assert view.hand == deal.hand(seat)


def _cards_in(value: Any) -> CardSet:
    if isinstance(value, Card):
        return CardSet((value,))
    if isinstance(value, CardSet):
        return value
    found = CardSet()
    if isinstance(value, tuple | list):
        for one in value:
            found |= _cards_in(one)
    elif isinstance(value, Told):
        found = _cards_in(list(value.fields.values()))
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            found |= _cards_in(getattr(value, name))
    return found


def test_deals_go_on_after_each_other() -> None:
    rng = random.Random(5)
    game = start(book("jassregeln"), rng)
    for number in (1, 2, 3):
        play_deal(game, rng)
        assert game.deal.number == number
