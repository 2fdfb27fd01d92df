"""AJZ 08: announcing a Weis, asking for it, whose Weis prevails, and the trick that it needs. P1 to P4 are A to D."""

from __future__ import annotations

import pytest

from puur.core.actions import weis_offer
from puur.core.bonuses import Announce
from puur.core.cards import Rank
from puur.core.events import CardPlayed, Claimed, Turned, WeisAdded, WeisAnnounced, WeisAsked, WeisDemanded, WeisNamed
from puur.core.game import Game
from puur.core.playing import legal_cards
from puur.core.reglement import Source
from puur.core.setup import Turning
from puur.core.view import view_of
from puur.core.weis import parse_weis
from tests.support import A, B, C, D, book, by_source, dealt, fill, play, play_out, play_trick, refused, scattered


def contest(mode: str, said: dict[int, int], **hands: str) -> Game:
    """P1 leads (give it the L7); each seat announces so much with its first card; the first trick is complete."""
    game = dealt("ajz08", mode, hands=scattered(**hands))
    assert game.deal.leader == A
    play_trick(game, *(WeisAnnounced(seat, points) for seat, points in said.items()))
    return game


def anything(game: Game) -> CardPlayed:
    """The first legal card of the seat to play."""
    return CardPlayed(game.deal.turn, next(iter(legal_cards(game, game.deal.turn))))


def weise(game: Game) -> tuple[int, int]:
    """What both teams have on the slate for their Weise when the Spiel is over; the team that prevails has made a trick."""
    play_out(game)
    best = game.deal.weisen.best
    assert best is None or game.deal.won[best % 2]
    return by_source(game, 0).get(Source.WEIS, 0), by_source(game, 1).get(Source.WEIS, 0)


# ---- one Weis per player -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.2-15")
def test_ajz_2_2_2_15_only_the_highest() -> None:
    game = dealt("ajz08", "R", hands=scattered(A="E8 R8 S8 L8 E6 E7 L7"))
    offer = weis_offer(game, A)
    assert offer == WeisAnnounced(A, 100)
    refused(game, WeisAnnounced(A, 20), "AJZ-2.2.2-15", "weis-not-highest")
    refused(game, WeisAnnounced(A, 20, parse_weis("E6-E7-E8")), "AJZ-2.2.2-15")
    refused(game, WeisAnnounced(A, 120), reason="weis-not-highest")
    game.submit(offer)
    refused(game, WeisAnnounced(A, 20), "AJZ-2.2.2-15")  # nor a second one beside it
    play_trick(game)
    refused(game, WeisAdded(A, (parse_weis("E6-E7-E8"),)), "AJZ-2.2.2-15", "one-weis-only")
    assert weise(game) == (100, 0)


@pytest.mark.rule("AJZ-2.2.2-16")
def test_ajz_2_2_2_16_one_of_two_equal_weise() -> None:
    game = dealt("ajz08", "R", hands=scattered(A="E6 E7 E8 RB RU RO L7"))
    refused(game, WeisAnnounced(A, 40), reason="weis-not-highest")
    game.submit(WeisAnnounced(A, 20, parse_weis("E6-E7-E8")))
    game.submit(WeisAnnounced(A, 20, parse_weis("RB-RU-RO")))  # instead of the first one, not beside it
    play_trick(game)
    refused(game, WeisAdded(A, (parse_weis("E6-E7-E8"),)), "AJZ-2.2.2-15", "one-weis-only")
    assert weise(game) == (20, 0)


@pytest.mark.rule("AJZ-2.2.2-17")
def test_ajz_2_2_2_17_announced_in_full() -> None:
    game = dealt("ajz08", "R", hands=scattered(A="E6 E7 E8 E9 L7"))
    refused(game, WeisAnnounced(A, 20), "AJZ-2.2.2-17", "weis-not-highest")
    refused(game, WeisAnnounced(A, 20, parse_weis("E6-E7-E8")), "AJZ-2.2.2-17")
    refused(game, WeisAnnounced(A, 50, parse_weis("E6-E7-E8")), "AJZ-2.2.2-01", "weis-value")
    game.submit(WeisAnnounced(A, 50))


@pytest.mark.rule("AJZ-2.2.2-18")
def test_ajz_2_2_2_18_a_player_may_keep_silent() -> None:
    game = contest("R", {}, A="E6 E7 E8 E9 L7")
    assert weise(game) == (0, 0)
    assert game.penalties == []


@pytest.mark.rule("AJZ-2.2.2-18")
def test_ajz_2_2_2_18_with_the_own_first_card_until_it_is_covered() -> None:
    hands = scattered(A="E6 E7 E8 L7", B="S6 S7 S8", D="R6 R7 R8")
    game = dealt("ajz08", "R", hands=hands, turning=Turning.EXPLICIT)
    refused(game, WeisAnnounced(B, 20), reason="weis-before-turn")
    play(game, "L7")
    game.submit(WeisAnnounced(A, 20))
    game.submit(anything(game))
    refused(game, WeisAnnounced(A, 20), "AJZ-2.2.2-18", "weis-card-covered")
    game.submit(anything(game))
    refused(game, WeisAnnounced(B, 20), "AJZ-2.2.2-18", "weis-card-covered")
    game.submit(anything(game))
    game.submit(WeisAnnounced(D, 20))  # the last player: until the first trick is turned
    game.submit(Turned(D))
    refused(game, WeisAnnounced(D, 20), reason="weis-too-late")


# ---- asking ------------------------------------------------------------------------------------------------------------


def announced_50() -> Game:
    """P1 has announced the Vierblatt E6 to E9 and led."""
    game = dealt("ajz08", "S", hands=scattered(A="E6 E7 E8 E9 L7"))
    game.submit(WeisAnnounced(A, 50))
    play(game, "L7")
    return game


@pytest.mark.rule("AJZ-2.2.2-26")
@pytest.mark.parametrize("asker", [B, D])
def test_ajz_2_2_2_26_an_opponent_asks_for_the_content(asker: int) -> None:
    game = announced_50()
    assert [(one.points, one.weis) for one in view_of(game, asker).weise] == [(50, None)]
    refused(game, WeisAsked(C, of=A), "AJZ-2.2.2-26", "only-opponents-ask")
    game.submit(WeisAsked(asker, of=A))
    assert [str(one.weis) for one in view_of(game, asker).weise] == ["E6-E7-E8-E9"]
    game.submit(WeisNamed(A, Rank.NINE))


@pytest.mark.rule("AJZ-2.2.2-26")
def test_ajz_2_2_2_26_not_told_unasked() -> None:
    game = announced_50()
    refused(game, WeisNamed(A, Rank.NINE), "AJZ-2.2.2-26", "weis-not-asked")
    refused(game, WeisAnnounced(A, 50, parse_weis("E6-E7-E8-E9"), shown=True), "AJZ-2.2.2-26", "weis-not-asked")
    for _ in range(3):
        game.submit(anything(game))
    refused(game, WeisDemanded(C, of=A), "AJZ-2.2.2-26", "only-opponents-ask")
    game.submit(WeisDemanded(B, of=A))


@pytest.mark.rule("AJZ-2.2.2-26")
def test_ajz_2_2_2_26_until_the_second_trick_is_led() -> None:
    game = announced_50()
    for _ in range(3):
        game.submit(anything(game))
    game.submit(WeisAsked(B, of=A))
    game.submit(anything(game))
    refused(game, WeisAsked(D, of=A), "AJZ-2.2.2-26", "weis-question-too-late")


# ---- whose Weis prevails -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "said", "hands", "expected"),
    [
        pytest.param(
            "E", {A: 20, B: 50, C: 20}, {"A": "R6 R7 R8 L7", "B": "S6 S7 S8 S9", "C": "LB LU LO"}, (0, 50),
            marks=pytest.mark.rule("AJZ-2.2.2-19"), id="ajz_2_2_2_19_only_one_team_writes",
        ),
        pytest.param(
            "E", {A: 50, D: 100}, {"A": "R6 R7 R8 R9 L7", "D": "S6 S7 S8 S9 SB"}, (0, 100),
            marks=pytest.mark.rule("AJZ-2.2.2-20"), id="ajz_2_2_2_20_the_highest_value_though_last",
        ),
        pytest.param(
            "E", {A: 20, B: 20}, {"A": "R6 R7 R8 L7", "B": "EO EK EA"}, (20, 0),
            marks=pytest.mark.rule("AJZ-2.2.2-21"), id="ajz_2_2_2_21_first_announced_regardless_of_trump",
        ),
        pytest.param(
            "undeufe", {B: 20, C: 20, D: 20}, {"A": "L7", "B": "RO RK RA", "C": "S6 S7 S8", "D": "E6 E7 E8"}, (0, 120),
            marks=pytest.mark.rule("AJZ-2.2.2-21"), id="ajz_2_2_2_21_regardless_of_the_top_card",
        ),
        pytest.param(
            "S", {A: 50, B: 50, C: 20}, {"A": "R6 R7 R8 R9 L7", "B": "EU EO EK EA", "C": "LB LU LO"}, (140, 0),
            marks=pytest.mark.rule("AJZ-2.2.2-22"), id="ajz_2_2_2_22_with_the_weis_of_the_partner",
        ),
        pytest.param(
            "S", {A: 50, B: 50}, {"A": "R6 R7 R8 R9 L7", "B": "EU EO EK EA", "C": "LB LU LO"}, (100, 0),
            marks=pytest.mark.rule("AJZ-2.2.2-22"), id="ajz_2_2_2_22_only_if_the_partner_announced_it",
        ),
        pytest.param(
            "E", {A: 100, B: 100, C: 20}, {"A": "EA RA SA LA L7", "B": "S6 S7 S8 S9 SB", "C": "LB LU LO"}, (0, 100),
            marks=pytest.mark.rule("AJZ-2.2.2-23"), id="ajz_2_2_2_23_fuenfblatt_beats_four_asse",
        ),
        pytest.param(
            "E", {A: 100, B: 150}, {"A": "SB SU SO SK SA L7", "B": "E9 R9 S9 L9"}, (0, 150),
            marks=pytest.mark.rule("AJZ-2.2.2-23"), id="ajz_2_2_2_23_but_not_four_nelle",
        ),
        pytest.param(
            "E", {A: 100, B: 200}, {"A": "S6 S7 S8 S9 SB L7", "B": "EU RU SU LU"}, (0, 200),
            marks=pytest.mark.rule("AJZ-2.2.2-23"), id="ajz_2_2_2_23_nor_four_under",
        ),
    ],
)  # fmt: skip
def test_ajz_2_2_2_19_to_23_contest(mode: str, said: dict[int, int], hands: dict[str, str], expected: tuple[int, int]) -> None:
    assert weise(contest(mode, said, **hands)) == expected


@pytest.mark.rule("AJZ-2.2.2-22")
def test_ajz_2_2_2_22_nothing_is_added_later() -> None:
    game = contest("S", {A: 50}, A="R6 R7 R8 R9 L7", C="LB LU LO")
    refused(game, WeisAdded(C, (parse_weis("LB-LU-LO"),)), reason="one-weis-only")
    # not even where further Weise may be written: the partner kept silent
    rules = book("ajz08", weis__announce=Announce.HIGHEST_THEN_REST)
    game = dealt(rules, "S", hands=scattered(A="R6 R7 R8 R9 L7", C="LB LU LO"))
    play_trick(game, WeisAnnounced(A, 50))
    refused(game, WeisAdded(C, (parse_weis("LB-LU-LO"),)), reason="weis-card-covered")


@pytest.mark.rule("AJZ-2.2.2-24")
@pytest.mark.parametrize("mode", ["E", "S", "obenabe", "undeufe"])
def test_ajz_2_2_2_24_a_sechsblatt_beats_four_nelle(mode: str) -> None:
    """Both count 150, and every Sechsblatt holds one of the Nelle: only one hand can have both, and shows the better one."""
    game = contest(mode, {A: 150}, A="L6 L7 L8 L9 LB LU E9 R9 S9")
    announced = game.deal.weisen.announced[A].weis
    assert announced == parse_weis("L6-L7-L8-L9-LB-LU")


# ---- the trick that a Weis needs ---------------------------------------------------------------------------------------


@pytest.mark.rule("AJZ-2.2.2-28")
def test_ajz_2_2_2_28_no_trick_no_weis_and_the_lower_one_does_not_revive() -> None:
    hands = fill(A="L6 L7 L8 L9 LB E6 E8 EB EO", B="R6 R7 R8 R9 RB RU RO RK RA", D="S6 S7 S8 S9")
    game = dealt("ajz08", "R", hands=hands)
    game.submit(WeisAnnounced(A, 100))
    play_trick(game, WeisAnnounced(D, 50))
    assert game.deal.weisen.best == A
    play_out(game)
    assert game.totals() == (0, 257)


@pytest.mark.rule("AJZ-2.2.2-28")
def test_ajz_2_2_2_28_written_with_the_first_trick_of_the_team() -> None:
    hands = fill(A="L7 LA E6 E7 E8 E9 RB S6 S8", B="RA RK RO LK", C="RU L6", D="R6 LB")
    game = dealt("ajz08", "R", hands=hands)
    game.submit(WeisAnnounced(A, 50))
    play(game, "L7 LK L6 LB")
    assert game.ledger.entries == []
    play(game, "RA RU R6 RB")  # P3 takes the second trick
    assert game.deal.won == [1, 1]
    assert by_source(game, 0) == {Source.WEIS: 50}


@pytest.mark.rule("AJZ-2.2.1-45")
def test_ajz_2_2_1_45_tricks_lost_by_a_wrong_claim_confirm_a_weis() -> None:
    game = dealt("ajz08", "E", hands=scattered(A="L7", B="S6 S7 S8 S9"))
    play(game, "L7")
    game.submit(anything(game))
    game.submit(WeisAnnounced(B, 50))
    game.submit(Claimed(A))
    assert game.totals() == (0, 157 + 50)
