"""UB 2024: who announces, who leads, and what the announced game is worth."""

from __future__ import annotations

import pytest

from puur.core.actions import bids, to_act
from puur.core.events import Announced, CardPlayed, HandsRecorded, Pushed, ResultEntered
from puur.core.faces import SUIT_NAMES, Faces
from puur.core.game import Game
from puur.core.mode import parse_mode, trump_mode
from tests.support import A, B, C, D, dealt, fill, legal, play, refused, submit, table

MODES = {"E", "R", "S", "L", "obenabe", "undeufe"}


def said(game: Game, seat: int) -> list[str]:
    """What a seat may say, as words."""
    return ["schieben" if isinstance(bid, Pushed) else str(bid.mode) for bid in bids(game, seat)]


@pytest.mark.rule("UB-BID-01")
def test_ub_bid_01_right_of_the_dealer_announces_or_pushes() -> None:
    game = dealt("ub2024")
    assert to_act(game) == A
    assert sorted(said(game, A)) == sorted([*MODES, "schieben"])  # 7 options
    for seat in (B, C, D):
        assert said(game, seat) == []
        refused(game, Announced(seat, parse_mode("E")), "UB-BID-01", "not-your-word")
        refused(game, Pushed(seat), "UB-BID-01", "not-your-word")


@pytest.mark.rule("UB-BID-01")
def test_ub_bid_01_in_later_deals_too() -> None:
    game = submit(table("ub2024"), ResultEntered((95, 62), parse_mode("E")), HandsRecorded(A, fill()))  # dealt by D, then by A
    assert to_act(game) == B
    refused(game, Announced(A, parse_mode("E")), "UB-BID-01", "not-your-word")
    assert not game.warnings
    out_of_turn = submit(table("ub2024"), ResultEntered((95, 62), parse_mode("E")), HandsRecorded(B, fill()))
    assert to_act(out_of_turn) == C  # right of whoever dealt


@pytest.mark.rule("UB-BID-02")
@pytest.mark.parametrize("mode", sorted(MODES))
def test_ub_bid_02_after_a_push_the_partner_has_to_choose(mode: str) -> None:
    game = submit(dealt("ub2024"), Pushed(A))
    assert to_act(game) == C
    assert set(said(game, C)) == MODES
    assert len(said(game, C)) == 6
    game.submit(Announced(C, parse_mode(mode)))
    assert game.deal.announcer == C
    assert str(game.deal.mode) == mode


@pytest.mark.rule("UB-BID-02")
@pytest.mark.parametrize("mode", ["slalom-oben", "gusti-unten", "trio-E-tuo"])
def test_ub_bid_02_other_games_are_refused(mode: str) -> None:
    refused(submit(dealt("ub2024"), Pushed(A)), Announced(C, parse_mode(mode)), "UB-BID-02", "mode-unknown")


@pytest.mark.rule("UB-BID-03")
def test_ub_bid_03_no_pushing_back() -> None:
    game = submit(dealt("ub2024"), Pushed(A))
    refused(game, Pushed(C), "UB-BID-03", "must-announce")
    assert to_act(game) == C


@pytest.mark.rule("UB-BID-04")
@pytest.mark.parametrize("pushed", [True, False])
def test_ub_bid_04_vorhand_leads_also_after_a_push(pushed: bool) -> None:
    game = dealt("ub2024", "S", pushed=pushed)
    assert game.deal.announcer == (C if pushed else A)
    for seat in (B, C, D):
        refused(game, CardPlayed(seat, next(iter(game.deal.hand(seat)))), "UB-BID-04", "not-the-leader")
    assert legal(game, C) == set()
    play(game, sorted(legal(game, A))[0])
    assert game.deal.turn == B


def written(mode: str, points: tuple[int, int], **setup: object) -> tuple[int, int]:
    """What a result grows the slate by."""
    game = submit(table("ub2024", **setup), ResultEntered(points, parse_mode(mode)))
    return game.totals()


@pytest.mark.rule("UB-FACTOR-01")
@pytest.mark.parametrize("mode", ["E", "R"])
def test_ub_factor_01_eichel_and_rose_count_single(mode: str) -> None:
    assert written(mode, (95, 62)) == (95, 62)


@pytest.mark.rule("UB-FACTOR-02")
@pytest.mark.parametrize("mode", ["S", "L"])
def test_ub_factor_02_schelle_and_schilte_count_double(mode: str) -> None:
    assert written(mode, (95, 62)) == (190, 124)


@pytest.mark.rule("UB-FACTOR-03")
@pytest.mark.parametrize("mode", ["obenabe", "undeufe"])
def test_ub_factor_03_without_trump_it_counts_triple(mode: str) -> None:
    assert written(mode, (95, 62)) == (285, 186)


def french(suit: str) -> str:
    """The mode with the French suit of this name as trump."""
    return str(trump_mode(next(one for one, name in SUIT_NAMES[Faces.FRENCH].items() if name == suit)))


@pytest.mark.rule("UB-FACTOR-04")
@pytest.mark.parametrize("suit", ["Ecke", "Herz"])
def test_ub_factor_04_with_french_cards_ecke_and_herz_are_single(suit: str) -> None:
    assert written(french(suit), (100, 57), faces=Faces.FRENCH) == (100, 57)


@pytest.mark.rule("UB-FACTOR-05")
@pytest.mark.parametrize("suit", ["Schaufel", "Kreuz"])
def test_ub_factor_05_with_french_cards_schaufel_and_kreuz_are_double(suit: str) -> None:
    assert written(french(suit), (100, 57), faces=Faces.FRENCH) == (200, 114)


@pytest.mark.rule("UB-FACTOR-05")
@pytest.mark.parametrize(
    ("letter", "german", "shown"),
    [("E", "Eichel", "Ecke"), ("R", "Rose", "Herz"), ("S", "Schelle", "Kreuz"), ("L", "Schilte", "Schaufel")],
)
def test_ub_factor_05_suits_are_shown_one_for_one(letter: str, german: str, shown: str) -> None:
    suit = parse_mode(letter).trump
    assert suit is not None
    assert SUIT_NAMES[Faces.GERMAN][suit] == german
    assert SUIT_NAMES[Faces.FRENCH][suit] == shown
