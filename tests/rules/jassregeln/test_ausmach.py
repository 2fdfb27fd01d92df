"""JR-AUSM: Stöck, Wis, Stich when both parties are out with the first trick."""

from __future__ import annotations

import pytest

from puur.core.cards import cards_of
from puur.core.events import AusmachAgreed, AusmachInvoked, CardPlayed, Thanked, WeisAnnounced
from puur.core.finish import order_open
from puur.core.game import Game
from puur.core.reglement import AusmachReading, Reglement, Source
from puur.core.standing import standing
from tests.support import A, B, C, D, book, dealt, endgame, legal, play, refused, scattered, submit

DEFAULT = (Source.STOECK, Source.WEIS, Source.STICH)
TRICK_BEFORE_WEIS = (Source.STOECK, Source.STICH, Source.WEIS)
NO_STOECK = {"A": "EK", "D": "EO"}  # trump is E in every case: König and Ober apart
TEAM_1_MAKES_28 = "RA RB RK RO"
TEAM_1_MAKES_21 = "RA RB R6 R7"
TEAM_2_MAKES_24 = "R9 RA RB RO"
TEAM_2_MAKES_15 = "R9 RA RK R6"
RUN_OF_4 = "S6 S7 S8 S9"


def first_trick(
    trick: str,
    *,
    totals: tuple[int, int],
    weis: tuple[int, int] | None = None,
    agreed: tuple[Source, ...] | None = None,
    rules: Reglement | str = "jassregeln",
    played: int = 4,
    **hands: str,
) -> Game:
    """The first trick with trump E, led by A; `weis` is the seat that announces with its card, and the value."""
    cards = cards_of(trick)
    given = {name: f"{card} {hands.get(name, '')}" for name, card in zip("ABCD", cards, strict=True)}
    game = dealt(rules, "E", hands=scattered(**given), totals=totals)
    if agreed is not None:
        game.submit(AusmachAgreed(agreed))
    for seat, card in enumerate(cards[:played]):
        game.submit(CardPlayed(seat, card))
        if weis is not None and weis[0] == seat:
            game.submit(WeisAnnounced(*weis))
    return game


def weis_against_trick() -> Game:
    """JR-AUSM-05: team 1 at 975 makes 28 (1003), team 2 at 955 has the valid Weis 50 (1005), nobody has Stöck."""
    return first_trick(TEAM_1_MAKES_28, totals=(975, 955), weis=(B, 50), B=RUN_OF_4, **NO_STOECK)


def stoeck_and_trick_against_weis(rules: Reglement | str = "jassregeln") -> Game:
    """JR-AUSM-04: 955 + 20 + 28 = 1003 against 955 + 50 = 1005."""
    return first_trick(TEAM_1_MAKES_28, totals=(955, 955), weis=(B, 50), A="EK EO", B=RUN_OF_4, rules=rules)


@pytest.mark.rule("JR-AUSM-01")
def test_jr_ausm_01_a_first_trick_without_points_puts_nobody_out_first() -> None:
    """Both are past the target already, nobody has Stöck or Weis, and 6, 7, 8 and 9 of a plain suit count nothing."""
    assert not order_open(first_trick("R6 R7 R8 R9", totals=(1010, 1020), **NO_STOECK))


@pytest.mark.rule("JR-AUSM-01")
def test_jr_ausm_01_without_agreement_stoeck_weis_stich() -> None:
    game = weis_against_trick()
    assert game.ausmach == DEFAULT
    game.submit(AusmachInvoked(D))
    assert (game.winner, game.over_by) == (1, "ausmach")


@pytest.mark.rule("JR-AUSM-02")
@pytest.mark.parametrize(("agreed", "winner"), [(TRICK_BEFORE_WEIS, 1), (None, 0)])
def test_jr_ausm_02_the_trick_may_be_agreed_before_the_weis(agreed: tuple[Source, ...] | None, winner: int) -> None:
    game = first_trick(
        TEAM_2_MAKES_24, totals=(960, 985), weis=(A, 50), agreed=agreed, A=RUN_OF_4, C="EK", D="EO"
    )  # fmt: skip
    assert game.totals() == (1010, 1009)
    game.submit(AusmachInvoked(B))
    assert game.winner == winner


@pytest.mark.rule("JR-AUSM-02")
def test_jr_ausm_02_no_other_order_and_none_after_the_first_card() -> None:
    game = dealt("jassregeln", "E", hands=scattered(A="R9"))
    refused(game, AusmachAgreed((Source.STICH, Source.STOECK, Source.WEIS)), "JR-AUSM-02", "ausmach-order")
    game.submit(AusmachAgreed(TRICK_BEFORE_WEIS))
    game.submit(AusmachAgreed(DEFAULT))
    play(game, "R9")
    refused(game, AusmachAgreed(TRICK_BEFORE_WEIS), "JR-AUSM-02", "ausmach-too-late")
    assert game.ausmach == DEFAULT


@pytest.mark.rule("JR-AUSM-03")
def test_jr_ausm_03_only_when_the_first_trick_is_complete() -> None:
    totals = (985, 990)
    three = first_trick(TEAM_2_MAKES_15, totals=totals, weis=(A, 20), played=3, A="S6 S7 S8 EK", D="EO")
    refused(three, AusmachInvoked(A), "JR-AUSM-03", "ausmach-first-trick")
    assert three.winner is None
    play(three, "R6")
    assert three.totals() == (1005, 1005)
    three.submit(AusmachInvoked(A))
    assert three.winner == 0


@pytest.mark.rule("JR-AUSM-03")
@pytest.mark.parametrize(("first", "winner"), [(A, 0), (B, 1)])
def test_jr_ausm_03_in_a_later_trick_whoever_thanks_first(first: int, winner: int) -> None:
    game = endgame("jassregeln", "E", points=(70, 82), totals=(940, 930), A="R6 R7", B="S6 S7", C="L6 L7", D="S8 L8")
    assert game.totals() == (1010, 1012)
    refused(game, AusmachInvoked(A), "JR-AUSM-07", "ausmach-too-late")
    game.submit(Thanked(first))
    refused(game, AusmachInvoked(C), "JR-AUSM-07", "ausmach-too-late")
    assert (game.winner, game.over_by) == (winner, "thanks")


@pytest.mark.rule("JR-AUSM-04")
@pytest.mark.parametrize(("reading", "winner"), [(AusmachReading.LITERAL, 0), (AusmachReading.SEQUENTIAL, 1)])
def test_jr_ausm_04_stoeck_count_first_even_if_they_need_the_trick(reading: AusmachReading, winner: int) -> None:
    shipped = book("jassregeln")
    assert shipped.ending.ausmach_reading is AusmachReading.LITERAL
    game = stoeck_and_trick_against_weis(book("jassregeln", ending__ausmach_reading=reading))
    assert game.totals() == (983, 1005)  # the Stöck are held, not shown
    game.submit(AusmachInvoked(C))
    assert game.winner == winner


@pytest.mark.rule("JR-AUSM-04")
@pytest.mark.parametrize(
    ("totals", "run"),
    [
        pytest.param((980, 990), "", id="stoeck_alone"),
        pytest.param((960, 990), "S6 S7 S8", id="with_a_weis"),
    ],
)
def test_jr_ausm_04_stoeck_alone_or_with_a_weis(totals: tuple[int, int], run: str) -> None:
    weis = (A, 20) if run else None
    game = first_trick(TEAM_2_MAKES_24, totals=totals, weis=weis, A=f"EK EO {run}")
    game.submit(AusmachInvoked(A))
    assert game.winner == 0


@pytest.mark.rule("JR-AUSM-05")
def test_jr_ausm_05_the_weis_comes_before_the_trick() -> None:
    game = weis_against_trick()
    assert game.totals() == (1003, 1005)
    game.submit(AusmachInvoked(B))
    assert game.winner == 1


@pytest.mark.rule("JR-AUSM-06")
def test_jr_ausm_06_the_trick_comes_last() -> None:
    held = first_trick(TEAM_1_MAKES_21, totals=(980, 980), B="EK EO")
    held.submit(AusmachInvoked(B))
    assert (held.winner, held.totals()[1]) == (1, 1000)
    short = first_trick(TEAM_1_MAKES_21, totals=(980, 975), B="EK EO")
    refused(short, AusmachInvoked(B), "JR-AUSM-03", "ausmach-not-both")
    short.submit(Thanked(A))
    assert (short.winner, short.totals()[0]) == (0, 1001)


@pytest.mark.rule("JR-AUSM-07")
def test_jr_ausm_07_until_the_own_card_to_the_second_trick() -> None:
    game = weis_against_trick()
    play(game, "EK")  # A leads to trick 2
    refused(game, AusmachInvoked(A), "JR-AUSM-07", "ausmach-too-late")
    game.submit(AusmachInvoked(B))
    assert game.winner == 1


@pytest.mark.rule("JR-AUSM-07")
def test_jr_ausm_07_the_limit_is_personal() -> None:
    game = weis_against_trick()
    play(game, "EK")
    play(game, min(legal(game)))
    refused(game, AusmachInvoked(B), "JR-AUSM-07", "ausmach-too-late")
    game.submit(AusmachInvoked(D))  # the partner has not played yet
    assert game.winner == 1


@pytest.mark.rule("JR-AUSM-08")
def test_jr_ausm_08_thanks_of_the_trick_yield_to_the_weis() -> None:
    game = weis_against_trick()
    game.submit(Thanked(A))
    assert game.winner == 0
    game.submit(AusmachInvoked(D))
    assert (game.winner, game.over_by) == (1, "ausmach")
    assert game.totals() == (975, 1005)  # the trick comes after the Weis that ended the game


@pytest.mark.rule("JR-AUSM-08")
def test_jr_ausm_08_thanks_of_the_weis_yield_to_the_stoeck() -> None:
    game = submit(stoeck_and_trick_against_weis(), Thanked(D))
    assert game.winner == 1
    game.submit(AusmachInvoked(C))
    assert (game.winner, game.totals()[0]) == (0, 1003)
    assert len(game.finished_deals) == 1


@pytest.mark.rule("JR-AUSM-01", "JR-WEIS-12")
@pytest.mark.parametrize(("teller", "partner", "weis"), [(A, C, (70, 0)), (C, A, (70, 0)), (B, D, (0, 70)), (D, B, (0, 70))])
def test_jr_ausm_01_what_the_partner_may_still_add_comes_before_the_trick(teller: int, partner: int, weis: tuple[int, int]) -> None:
    """50 announced, and the partner holds a further 20, which may be added until its card to the second trick (JR-WEIS-12)."""
    hands = {"ABCD"[teller]: RUN_OF_4, "ABCD"[partner]: "L6 L7 L8"}
    game = first_trick(TEAM_1_MAKES_28, totals=(0, 0), weis=(teller, 50), **hands)
    assert standing(game, game.deal).weis == weis
