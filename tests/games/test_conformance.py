"""Every game that Puur finds, under every ready book and with every number of players, passes the conformance kit."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from puur.core.actions import awaited
from puur.core.deal import Phase
from puur.core.form import form_of, player_numbers, sides_of
from puur.core.game import Game
from puur.core.known import secrecy
from puur.core.reglement import PickUp
from puur.core.view import view_of
from puur.games import form_names
from puur.reglement import load, shipped
from tests.games import evening_kit, kit

ODD = "odd-three"
CASES = [
    *((key, players) for key in shipped() for players in player_numbers(load(key))),
    (ODD, 3),
]


def test_every_game_has_a_book() -> None:
    assert {load(key).form for key in (*shipped(), ODD)} == set(form_names())
    assert ODD in form_names()


@pytest.mark.parametrize("name", [*form_names(), ODD])
def test_every_field_of_an_event_says_who_may_know_it(name: str) -> None:
    form = form_of(name)
    assert form is not None
    assert {kind.__name__: secrecy(kind).undeclared for kind in form.handlers if secrecy(kind).undeclared} == {}


@pytest.mark.parametrize(("key", "players"), CASES)
def test_random_play_ends_with_a_result_that_adds_up(key: str, players: int) -> None:
    for seed in range(3):
        kit.ends_with_a_result(kit.played(load(key), players, seed))


@pytest.mark.parametrize(("key", "players"), CASES)
def test_whoever_has_to_speak_sees_the_cards_where_a_partner_waits_with_them(key: str, players: int) -> None:
    """AJZ 2.2.1 lets the partner wait until the other has decided; who bids, predicts or was pushed to has nothing to wait for."""
    own = load(key)
    own = replace(own, bidding=replace(own.bidding, pick_up=PickUp.AFTER_DECISION))
    for game, _ in kit.walk(own, players, 11):
        assert not any(view_of(game, seat).hand_hidden for seat in awaited(game))
        if len(game.finished_deals) == 2:
            break


@pytest.mark.parametrize(("key", "players"), CASES)
def test_what_is_not_offered_is_refused_and_changes_nothing(key: str, players: int) -> None:
    rng, tried, history = random.Random(5), 0, []
    for game, event in kit.walk(load(key), players, 7):
        if game.deals and game.deal.phase in (Phase.BIDDING, Phase.PLAYING) and rng.random() < 0.2:
            tried += kit.refuses_the_rest(game, rng, history)
        history.append(event)
        if len(game.finished_deals) == 3:
            break
    assert tried > 50


@pytest.mark.parametrize(("key", "players"), CASES)
def test_replaying_gives_the_same_game_at_every_moment(key: str, players: int) -> None:
    book, rng = load(key), random.Random(3)
    for game, event in kit.walk(book, players, 11):
        game.form.shown(game, None), [kit.offers(game, seat, rng) for seat in game.seats]  # asking changes nothing
        if len(game.events) % 17 == 0:
            assert kit.fingerprint(Game.replay(book, game.setup, game.events)) == kit.fingerprint(game), event
        if len(game.finished_deals) == 2:
            break


@pytest.mark.parametrize(("key", "players"), CASES)
def test_results_turn_with_the_seats(key: str, players: int) -> None:
    book = load(key)
    kit.turned_by_one(book, kit.played(book, players, 2))


@pytest.mark.parametrize(("key", "players"), CASES)
def test_nobody_is_told_what_others_hold_or_have_said_in_secret(key: str, players: int) -> None:
    book, rng, twins = load(key), random.Random(1), 0
    for seed in range(13, 33):  # a game may be over after a few short deals
        for game, _ in kit.walk(book, players, seed):
            if game.deals and rng.random() < 0.3:
                twins += kit.hides_what_is_secret(book, game, rng)
            if len(game.finished_deals) >= 2 and twins > 10:
                break
        if twins > 10:
            break
    assert twins > 10


@pytest.mark.parametrize("key", [*shipped(), ODD])
def test_the_sheet_of_a_played_game_adds_up_however_it_is_typed(key: str) -> None:
    book = load(key)
    game = kit.played(book, len(sides_of(book)), 4)
    evening_kit.adds_up(book, game.form.sheet(game))


@pytest.mark.parametrize("key", [*shipped(), ODD])
def test_an_evening_is_drawn_entered_ranked_and_printed(key: str) -> None:
    evening = evening_kit.held(load(key))
    evening_kit.ranked(evening)
    evening_kit.printed(evening)
