"""Further scenes of the Coiffeur-Partnerschieber, worked out from its sentences: rounding, wrong variants, dealers, sanctions."""

from __future__ import annotations

import random

import pytest

from puur.core.actions import bids
from puur.core.cards import CARDS
from puur.core.control import settle_passe
from puur.core.effects import CardDead, DealVoid, NextLeader, TrickTo
from puur.core.events import Announced, CorrectionMade, HandsRecorded, Pushed, ResultEntered, RulingMade, Shuffled
from puur.core.game import Game
from puur.core.mode import OBENABE, parse_mode
from puur.core.outcome import settled
from tests.random_play import play_game, prepare
from tests.referee.tools import free, late, out_of_turn, report, settle
from tests.rules.tam2014.tables import CP, ONE, SHEET, TWO, last_row, stage, still_open, without
from tests.support import A, B, C, D, card, fill, legal, play, play_out, refused, submit, table


@pytest.mark.rule("TAM-CP-34", "TAM-CP-35", "TAM-CP-36", "TAM-CP-37")
@pytest.mark.parametrize(
    ("chooser", "mode", "points", "written"),
    [
        # "120 Punkte beim Oben (5x12) 60 … und (5x4) 20": also where the pair B makes them.
        (A, "obenabe", (120, 37), (60, 20)),
        (B, "obenabe", (37, 120), (20, 60)),
        # "73 = 70 Punkte", "74 = 80 Punkte"; "dem Gegner … die restlichen Punkte": 16 in all, so 84 is 9 and 83 is 8.
        (A, "slalom-oben", (73, 84), (49, 63)),
        (B, "slalom-oben", (84, 73), (63, 49)),
        (A, "slalom-unten", (74, 83), (56, 56)),
        (B, "gusti-oben", (83, 74), (64, 64)),
        # "Ab 3 Punkten wird abgerundet und ab 4 Punkten wird aufgerundet!", at both ends
        (A, "E", (3, 154), (0, 16)),
        (A, "E", (4, 153), (1, 15)),
        (A, "R", (153, 4), (30, 2)),
        (A, "R", (154, 3), (32, 0)),
        (B, "L", (4, 153), (3, 45)),
        (B, "S", (0, 157), (0, 64)),
        (C, "undeufe", (157, 0), (96, 0)),
        (D, "undeufe", (90, 67), (54, 42)),
    ],
)  # fmt: skip
def test_tam_cp_34_tens_times_factor(chooser: int, mode: str, points: tuple[int, int], written: tuple[int, int]) -> None:
    game = table(CP)
    match = points.index(157) if 157 in points else None
    game.submit(ResultEntered(points, mode=parse_mode(mode), announcer=chooser, match=match))
    assert game.totals() == written


@pytest.mark.rule("TAM-CP-21", "TAM-CP-22", "TAM-CP-23")
def test_tam_cp_21_oben_five_times_by_one_pair() -> None:
    """Oben, then "automatisch als Joker", then "bei der niedrigsten (noch offenen Variante) ein Nuller … des Gegners ein Match".

    100 points each: 5x10 : 5x6, 10x10 : 10x6, then E (1), R (2) and L (3) with 0 : 16 times the factor.
    """
    game = table(CP)
    for _ in range(5):
        game.submit(ResultEntered((100, 57), mode=OBENABE, announcer=A))
    rows = game.form.sheet(game).rows
    assert [(row.name, row.points) for row in rows] == [
        ("obenabe", (50, 30)), ("joker", (100, 60)), ("E", (0, 16)), ("R", (0, 32)), ("L", (0, 48)),
    ]  # fmt: skip
    assert game.totals() == (150, 186)
    assert still_open(game, ONE) == ["S", "undeufe", "slalom", "gusti", "trio"]
    assert still_open(game, TWO) == SHEET.split()
    assert game.next_dealer() == A  # five deals: D A B C D, then A; "unabhängig davon, wer den Trumpf bestimmt hat"


@pytest.mark.rule("TAM-CP-22")
def test_tam_cp_22_the_nuller_fills_the_last_line_and_ends_the_turn_of_the_pair() -> None:
    """Only Trio is open: whatever is chosen, the Nuller is Trio, 0 : 16 x 9, and the pair is done."""
    game = stage(one=without("trio"))
    prepare(game, random.Random(1))
    before = game.totals()
    while game.deal.speaker not in (A, C):
        game.submit(Pushed(game.deal.speaker))
    game.submit(Announced(game.deal.speaker, parse_mode("E")))
    assert game.totals() == (before[0], before[1] + 144)
    assert still_open(game, ONE) == []
    assert not game.over  # Team 2 has ten to play


@pytest.mark.rule("TAM-CP-19", "TAM-CP-20")
def test_tam_cp_19_the_second_pair_done_first_deals_alone_and_the_others_push_there_and_back() -> None:
    """Ten games of B and D, dealt D A B C D A B C D A. "… nur noch durch diejenige Partei, die bereits fertig ist": B, D, B.

    "Ab diesem Moment darf zurückgeschoben werden": C (after dealer B) to A, A back to C, who has to choose.
    """
    game = stage(two=SHEET)
    assert [deal.dealer for deal in game.deals] == [D, A, B, C, D, A, B, C, D, A]
    for dealer, first, second in ((B, C, A), (D, A, C), (B, C, A)):
        for seat in {A, B, C, D} - {dealer}:
            refused(game, Shuffled(seat, CARDS), reason="not-the-dealer")
        game.submit(HandsRecorded(dealer, fill()))
        assert game.deal.speaker == first
        submit(game, Pushed(first), Pushed(second))
        refused(game, Pushed(first), reason="must-announce")
        game.submit(next(bid for bid in bids(game, first) if isinstance(bid, Announced)))
        assert game.deal.leader == first  # "Derjenige Spieler, welcher eine Variante wählt, spielt aus!"
        play_out(game)


@pytest.mark.rule("TAM-CP-04", "TAM-CP-21")
def test_tam_cp_04_a_game_that_is_dealt_again_leaves_the_variant_open() -> None:
    """Every variant once ("… jede Variante einmal zu wählen"): a void game was none of the twenty, its Slalom is still open."""
    game = free(CP, "slalom-oben", variant="slalom")
    submit(game, RulingMade("TAM-ES-31", effects=(DealVoid(D),)))
    assert still_open(game, ONE) == SHEET.split()
    assert (game.next_dealer(), game.finished_deals) == (D, [])
    submit(game, HandsRecorded(D, fill()), Announced(A, parse_mode("slalom-unten")))
    assert (game.deal.variant, game.deal.factor) == ("slalom", 7)


@pytest.mark.rule("TAM-CP-41", "TAM-ES-45", "TAM-ES-46", "TAM-ES-47")
@pytest.mark.parametrize("mode", ["slalom-oben", "E", "trio-E-out"])
def test_tam_cp_41_a_wrong_lead_costs_card_trick_and_lead_as_in_the_schieber(mode: str) -> None:
    """The card "verliert dabei ihren Stechwert für das ganze Spiel", the trick "wird automatisch dem Gegner zugeschrieben", and
    "zum nächsten Stich spielt derjenige Spieler aus, der rechts vom Fehlerverursacher sitzt".
    """
    game = free(CP, mode, {"A": "R6 R7", "B": "RO", "C": "LK L7", "D": "R9"})
    assert game.deal.leader == A
    out_of_turn(game, C, "LK")
    ruling = report(game, "wrong-lead", C)
    assert CardDead(card("LK")) in ruling.effects
    assert TrickTo(TWO) in ruling.effects
    assert NextLeader(D, after=True) in ruling.effects
    settle(game, ruling)
    play(game, "R6")
    for _ in range(3):
        play(game, min(legal(game)))
    assert game.deal.won == [0, 1]
    assert game.deal.leader == D


@pytest.mark.rule("TAM-CP-42", "TAM-ES-42", "TAM-ES-43")
@pytest.mark.parametrize(("seat", "side", "leads"), [(A, TWO, B), (B, ONE, C), (C, TWO, D), (D, ONE, A)])
def test_tam_cp_42_bock_said_in_a_trick_gives_it_to_the_opponents_and_the_right_neighbour_leads(
    seat: int, side: int, leads: int
) -> None:
    """The trick "wird unmittelbar dem Gegner zugeschrieben", and the one "rechts vom Fehlerverursacher" leads."""
    game = free(CP, "E", {"A": "R6 R7", "B": "R8", "C": "RB", "D": "RA"})
    play(game, "R6 R8 RB RA")
    ruling = report(game, "remark", seat)
    settle(game, ruling)
    assert game.deal.won == [int(side == ONE), int(side == TWO)]
    assert game.deal.points[side] == 21
    assert game.deal.leader == leads


@pytest.mark.rule("TAM-CP-42", "TAM-ES-71", "TAM-ES-72")
def test_tam_cp_42_cards_put_down_together_lose_their_stechwert_and_those_of_the_partner_keep_it() -> None:
    """ "Bei Fehlverhalten verlieren die verbleibenden Karten des Verursachers ihren Stichwert. Die Karten des Partners behalten …".

    A lays EU, E9 and RA with three tricks left under Trumpf E: B's R9 takes a Rose, C's LA a Schilte.
    """
    game = late(CP, "E", leader=A, A="EU E9 RA", B="R9 L6 S6", C="LA R7 S7", D="L7 R8 S8")
    ruling = report(game, "claim", A, "EU E9 RA")
    dead = {effect.card.name for effect in ruling.effects if isinstance(effect, CardDead)}
    assert dead == {"EU", "E9", "RA"}


@pytest.mark.rule("TAM-CP-38", "TAM-ES-66", "TAM-ES-67", "TAM-ES-68")
@pytest.mark.parametrize(
    ("schreiber", "difference", "change"),
    [
        # "zu wenig = Schreiberpartei +5 / Gegenpartei +6", "zu viel = Schreiberpartei -6 / Gegenpartei -5"
        (D, -11, (6, 5)),
        (D, 11, (-5, -6)),
        (D, -10, (5, 5)),
        (D, 1, (0, -1)),
        (D, -1, (1, 0)),
        (C, -11, (5, 6)),
        (C, 11, (-6, -5)),
        (C, 1, (-1, 0)),
    ],
)
def test_tam_cp_38_a_wrong_addition_is_halved_and_the_schreiber_bears_the_odd_point(
    schreiber: int, difference: int, change: tuple[int, int]
) -> None:
    base = (900 + difference, 860)
    assert settle_passe(table(CP).book, base, schreiber % 2) == (base[0] + change[0], base[1] + change[1])


def test_the_game_itself_settles_the_same() -> None:
    """A whole Passe written by D (Team 2), then one number read eleven too high: 5 off for Team 1, 6 for the Schreiber's."""
    game: Game = play_game(table(CP).book, random.Random(5))
    (schreiber,) = game.schreiber
    one, two = game.totals()
    game.submit(CorrectionMade(1, ONE, 11, "falsch gelesen"))
    off = (6, 5) if schreiber % 2 == ONE else (5, 6)
    assert settled(game) == (one + 11 - off[0], two - off[1])
    assert last_row(game).deal == 20
