"""Jassregeln: which of several announced Weise is the highest, and how heights are named."""

from __future__ import annotations

from itertools import permutations

import pytest

from puur.core.cards import Rank
from puur.core.events import WeisAnnounced, WeisNamed
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.view import view_of
from puur.core.weis import parse_weis
from tests.support import A, B, C, D, dealt, legal, play, play_trick, refused, scattered

SEATS = {"A": A, "B": B, "C": C, "D": D}


def contest(mode: str, *, dealer: int = D, **held: str) -> Game:
    """Everybody announces the Weis that is the only one of the hand; the first trick is complete."""
    hands = scattered(**{name: cards.replace("-", " ") for name, cards in held.items()})
    game = dealt("jassregeln", mode, hands=hands, dealer=dealer)
    play_trick(game, *(WeisAnnounced(SEATS[name], parse_weis(cards).points()) for name, cards in held.items()))
    return game


def winner(game: Game) -> int | None:
    """The seat with the highest Weis, after checking that its party alone has written."""
    best = game.deal.weisen.best
    teams = {entry.team for entry in game.ledger.of_deal(1) if entry.source is Source.WEIS}
    assert teams == ({best % 2} if best is not None else set())
    return best


@pytest.mark.rule("JR-WEIS-02")
def test_jr_weis_02_of_equal_weise_the_one_in_trump_wins() -> None:
    assert winner(contest("L", A="R9-RB-RU", B="L9-LB-LU")) == B


@pytest.mark.rule("JR-WEIS-03")
@pytest.mark.parametrize("mode", ["S", "E", "obenabe", "undeufe"])
def test_jr_weis_03_without_trump_among_them_the_first_shown_wins(mode: str) -> None:
    assert winner(contest(mode, A="R9-RB-RU", B="L9-LB-LU")) == A
    assert winner(contest(mode, A="L9-LB-LU", B="R9-RB-RU")) == A
    assert winner(contest(mode, A="R9-RB-RU", B="L9-LB-LU", dealer=A)) == B  # B leads, so B shows first


@pytest.mark.rule("JR-WEIS-04")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({"A": "EK-RK-SK-LK", "B": "L6-L7-L8-L9-LB"}, B),  # 100 each, five cards against four
        ({"A": "RU-RO-RK", "B": "LO-LK-LA"}, B),  # the higher top card
        ({"A": "LO-LK-LA", "B": "R6-R7-R8-R9"}, B),  # points first: 50 from the Neuner beats 20 from the Ass
        ({"A": "E9-R9-S9-L9", "B": "E6-E7-E8"}, A),
        ({"A": "EU-RU-SU-LU", "B": "R6-R7-R8-R9-RB"}, A),  # 200 with four cards beats 100 with five
        ({"A": "E9-R9-S9-L9", "B": "LB-LU-LO-LK-LA"}, A),
        ({"A": "RO-RK-RA", "B": "S6-S7-S8"}, A),  # the higher card beats trump
    ],
)
def test_jr_weis_04_points_then_cards_then_the_highest_card(held: dict[str, str], expected: int) -> None:
    assert winner(contest("S", **held)) == expected


@pytest.mark.rule("JR-WEIS-14")
def test_jr_weis_14_decided_after_the_first_trick() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="R6 R7 R8 R9", B="L7 L8 L9", D="S6 S7 S8 S9 SB"))
    for seat, points in ((A, 50), (B, 20)):
        play(game, min(legal(game)))
        game.submit(WeisAnnounced(seat, points))
    assert view_of(game, C).weis_winner is None
    assert game.ledger.of_deal(1) == ()
    play(game, min(legal(game)))
    play(game, min(legal(game)))
    game.submit(WeisAnnounced(D, 100))
    assert view_of(game, C).weis_winner == D
    assert [(entry.team, entry.points) for entry in game.ledger.of_deal(1)] == [(1, 120)]  # B's 20 counts with it


# ---- equally high Weise ------------------------------------------------------------------------------------------------


@pytest.mark.rule("JR-WEQ-01")
def test_jr_weq_01_heights_are_named_in_the_order_of_showing() -> None:
    game = contest("E", A="R9-RB-RU-RO", D="S8-S9-SB-SU")
    refused(game, WeisNamed(D, Rank.UNDER), "JR-WEQ-01", "weis-order-of-naming")
    game.submit(WeisNamed(A, Rank.OBER))
    game.submit(WeisNamed(D, Rank.UNDER))
    named = {seat: said.named for seat, said in game.deal.weisen.announced.items()}
    assert named == {A: Rank.OBER, D: Rank.UNDER}


@pytest.mark.rule("JR-WEQ-01")
def test_jr_weq_01_a_different_value_waits_for_nobody() -> None:
    game = contest("E", A="R9-RB-RU", D="S8-S9-SB-SU")
    game.submit(WeisNamed(D, Rank.UNDER))


@pytest.mark.rule("JR-WEQ-02")
def test_jr_weq_02_the_highest_ranking_card_is_named() -> None:
    # Only the true top card settles the name: a wrong one may still be replaced by it, and by nothing else.
    game = contest("E", A="R9-RB-RU")
    assert parse_weis("R9-RB-RU").top(parse_mode("E")) is Rank.UNDER
    game.submit(WeisNamed(A, Rank.NINE))
    refused(game, WeisNamed(A, Rank.BANNER), "JR-WINV-02")
    game.submit(WeisNamed(A, Rank.UNDER))
    refused(game, WeisNamed(A, Rank.NINE), "JR-WINV-02")


@pytest.mark.rule("JR-WEQ-03")
def test_jr_weq_03_in_undenufe_the_lowest_card_is_named() -> None:
    game = contest("undeufe", A="L8-L9-LB")
    game.submit(WeisNamed(A, Rank.BANNER))
    game.submit(WeisNamed(A, Rank.EIGHT))  # a correction is only possible to the true name
    refused(game, WeisNamed(A, Rank.BANNER), "JR-WINV-02")


@pytest.mark.rule("JR-WEQ-03")
@pytest.mark.parametrize(
    ("held", "in_undenufe", "in_obenabe"),
    [
        ({"A": "L8-L9-LB", "B": "R7-R8-R9"}, B, A),
        ({"A": "L8-L9-LB", "B": "R9-RB-RU"}, A, B),
        ({"A": "EA-RA-SA-LA", "B": "E6-R6-S6-L6"}, B, A),  # four of a kind are reversed as well, values unchanged
        ({"A": "E7-R7-S7-L7", "B": "E8-R8-S8-L8"}, A, B),
        ({"A": "E6-R6-S6-L6", "B": "EU-RU-SU-LU"}, B, B),  # but points come first
    ],
)
def test_jr_weq_03_in_undenufe_the_lower_card_wins(held: dict[str, str], in_undenufe: int, in_obenabe: int) -> None:
    assert winner(contest("undeufe", **held)) == in_undenufe
    assert winner(contest("obenabe", **held)) == in_obenabe


@pytest.mark.rule("JR-WEQ-04")
@pytest.mark.parametrize(("mode", "expected"), [("R", D), ("S", A), ("L", B)])
def test_jr_weq_04_trump_then_who_declared_first(mode: str, expected: int) -> None:
    assert winner(contest(mode, A="E8-E9-EB", B="L8-L9-LB", D="R8-R9-RB")) == expected


@pytest.mark.rule("JR-WEQ-04")
def test_jr_weq_04_of_equal_weise_the_earliest_seat_wins_in_every_order() -> None:
    for suits in permutations("ERL"):
        held = {name: f"{suit}8-{suit}9-{suit}B" for name, suit in zip("BCD", suits, strict=True)}
        assert winner(contest("S", **held)) == B
