"""What a seat knows, and worlds drawn from it: never one that contradicts what lay on the table."""

from __future__ import annotations

import random

import numpy as np
import pytest

import puur
from puur.bots import reckoning as r
from puur.bots.knowledge import knowledge
from puur.bots.search import Style, evened, generator, sampled
from puur.core.actions import to_act
from puur.core.cards import DECK, CardSet, parse_card
from puur.core.events import Announced, CardPlayed
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.playing import legal_cards
from puur.core.view import view_of

HANDS = ["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8", "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"]


def running(mode: str, *cards: str) -> Game:
    """The deal of HANDS in a mode, with these cards played."""
    game = puur.new_deal("tam2014-es", hands=HANDS)
    game.submit(Announced(0, parse_mode(mode)))
    for card in cards:
        seat = to_act(game)
        assert seat is not None
        game.submit(CardPlayed(seat, parse_card(card)))
    return game


def test_a_seat_that_does_not_follow_holds_no_more_of_the_suit() -> None:
    known = knowledge(view_of(running("obenabe", "EA", "E9", "E8", "E6", "EK", "EB", "E7", "SO"), 0))
    assert CardSet(bits=known.barred[3] & 0x1FF) == CardSet(bits=0x1FF)
    assert known.barred[1] == 0


def test_a_bare_puur_may_have_stayed_home() -> None:
    """JR-BAUER-01: hand count on Rosen trump: B throws a Schilte on a trump lead; only the Puur is still possible."""
    game = puur.new_deal("tam2014-es", hands=["RA RK E6 E7 E8 S6 S7 L6 L7", "RU L8 L9 LB LU LO S8 S9 E9", *_rest()])
    game.submit(Announced(0, parse_mode("R")))
    for card in ("RA", "L8"):
        game.submit(CardPlayed(to_act(game) or 0, parse_card(card)))
    known = knowledge(view_of(game, 2))
    rosen = CardSet(bits=0x1FF << 9)
    assert CardSet(bits=rosen.bits & ~known.barred[1]) == CardSet.parse("RU")


def _rest() -> list[str]:
    used = CardSet.parse("RA RK E6 E7 E8 S6 S7 L6 L7 RU L8 L9 LB LU LO S8 S9 E9")
    left = list(DECK - used)
    return [" ".join(card.name for card in left[:9]), " ".join(card.name for card in left[9:])]


@pytest.mark.parametrize("mode", ["E", "L", "obenabe", "undeufe"])
def test_the_rules_of_the_reckoning_are_those_of_the_core(mode: str) -> None:
    """Random deals: legal cards, winners and points agree with the core card by card."""
    for seed in range(15):
        rng = random.Random(seed)
        game = puur.new_deal("tam2014-es", seed=seed)
        game.submit(Announced(0, parse_mode(mode)))
        while (seat := to_act(game)) is not None:
            legal = legal_cards(game, seat)
            known = knowledge(view_of(game, seat))
            assert r.legal_cards(known.state, known.tables, seat) == legal.bits
            assert known.state[r.POINTS : r.POINTS + 2] == list(game.deal.points)
            game.submit(CardPlayed(seat, rng.choice(list(legal))))


@pytest.mark.parametrize("mode", ["E", "S", "undeufe"])
def test_worlds_fit_what_was_seen(mode: str) -> None:
    style, chance = Style(play_heat=6.0), generator(random.Random(1))
    for seed in range(4):
        rng = random.Random(seed)
        game = puur.new_deal("tam2014-es", seed=seed)
        game.submit(Announced(0, parse_mode(mode)))
        while (seat := to_act(game)) is not None:
            view = view_of(game, seat)
            known = knowledge(view)
            for hands in sampled(known, view, 20, style, chance).tolist():
                assert hands[seat] == view.hand.bits
                assert [hand.bit_count() for hand in hands] == list(view.cards_left)
                assert sum(hands) == known.state[r.REST]  # disjoint, and every card that is still out
                assert not any(hand & barred for hand, barred in zip(hands, known.barred, strict=True))
            truth = list(game.deal.hands or ())
            assert not any(hand & barred for hand, barred in zip(truth, known.barred, strict=True))
            game.submit(CardPlayed(seat, rng.choice(list(legal_cards(game, seat)))))


def test_worlds_are_drawn_evenly_without_any_reading() -> None:
    """Three unseen cards for three seats: six deals, each a sixth. Hand count; four standard deviations allowed."""
    game = running("obenabe")
    while len(game.deal.tricks) < 8:
        seat = to_act(game)
        assert seat is not None
        game.submit(CardPlayed(seat, next(iter(legal_cards(game, seat)))))
    view = view_of(game, to_act(game) or 0)
    known = knowledge(view)
    known.barred = [0, 0, 0, 0]
    found = sampled(known, view, 6000, Style(play_heat=0.0, bid_heat=0.0), generator(random.Random(2)))
    _, counts = np.unique(found, axis=0, return_counts=True)
    assert len(counts) == 6
    assert abs(counts - 1000).max() < 4 * (6000 * 1 / 6 * 5 / 6) ** 0.5


def test_a_stated_weis_is_believed() -> None:
    game = puur.new_deal("ub2024", hands=["R6 R8 RB S6 S8 SB L6 L8 LB", "E6 E7 E8 R9 RO S9 SO L9 LO", *_others()])
    game.submit(Announced(0, parse_mode("S")))
    for seat in (0, 1):
        for said in [one for one in view_of(game, seat).options if type(one).__name__ == "WeisAnnounced"]:
            game.submit(said)
        game.submit(CardPlayed(seat, parse_card("L6" if seat == 0 else "L9")))
    view = view_of(game, 2)
    assert [(one.seat, one.points, one.weis) for one in view.weise] == [(1, 20, None)]
    found = sampled(knowledge(view), view, 200, Style(), generator(random.Random(3)))
    from puur.core.weis import weise_in

    with_weis = sum(bool(weise_in(CardSet(bits=row[1] | parse_card("L9").bit))) for row in found.tolist())
    assert with_weis > 150  # about a third of random hands


def _others() -> list[str]:
    used = CardSet.parse("R6 R8 RB S6 S8 SB L6 L8 LB E6 E7 E8 R9 RO S9 SO L9 LO")
    left = list(DECK - used)
    return [" ".join(card.name for card in left[0::2]), " ".join(card.name for card in left[1::2])]


def test_weights_are_flattened_until_enough_worlds_count() -> None:
    share = evened(np.array([0.0, -50.0, -60.0, -70.0, -80.0, -90.0, -90.0, -90.0]))
    assert share[0] > share[1] > share[2]
    assert 1 / (share**2).sum() >= 2
    assert evened(np.zeros(4)).tolist() == [0.25] * 4
