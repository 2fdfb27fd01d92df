"""TAM-CP-24 to 31: Unten, Slalom, Gusti and Trio: which order decides each trick, and which card values hold."""

from __future__ import annotations

import pytest

from puur.core.actions import bids
from puur.core.events import Announced
from puur.core.mode import Block, Kind, Mode, NotAMode, TrioValues, parse_mode
from puur.games.coiffeur.book import Start, TrioOrder
from tests.rules.tam2014.tables import CP, trick, winning
from tests.support import A, book, dealt, play_out, refused


@pytest.mark.rule("TAM-CP-24")
def test_tam_cp_24_the_sechser_counts_11_in_unten() -> None:
    assert trick(CP, "undeufe", "E6 EA E8 EK").points == 11 + 0 + 8 + 4


# The values of the first trick hold throughout; the order changes.
VALUES = [
    ("TAM-CP-25", "slalom-oben", 2, "S7 S6 S8 SK", "S6", 0 + 0 + 8 + 4),
    ("TAM-CP-25", "slalom-unten", 2, "S7 S6 S8 SK", "SK", 0 + 11 + 8 + 4),
    ("TAM-CP-25", "slalom-oben", 2, "SA S6 S8 SK", "S6", 11 + 0 + 8 + 4),
    ("TAM-CP-26", "gusti-oben", 6, "R6 R7 R8 RO", "R6", 0 + 0 + 8 + 3),
    ("TAM-CP-26", "gusti-unten", 6, "R6 R7 R8 RO", "RO", 11 + 0 + 8 + 3),
    ("TAM-CP-27", "gusti-oben", 5, "S6 SA S8 SK", "SA", 0 + 11 + 8 + 4),
    ("TAM-CP-27", "gusti-oben", 6, "L6 LA L8 LK", "L6", 0 + 11 + 8 + 4),
    ("TAM-CP-30", "trio-E-tuo", 3, "SA E6 S7 S8", "E6", 11 + 0 + 0 + 0),
    ("TAM-CP-30", "trio-E-tuo", 4, "SK E7 S9 SO", "S9", 4 + 0 + 0 + 3),
    ("TAM-CP-30", "trio-E-tuo", 7, "LA L6 RA R6", "LA", 11 + 0 + 11 + 0),
    ("TAM-CP-31", "trio-E-tuo", 8, "EU E9 E8 EA", "EA", 20 + 14 + 0 + 11),
    ("TAM-CP-31", "trio-E-out", 5, "EU E9 E8 EA", "E8", 2 + 0 + 8 + 11),
    ("TAM-CP-31", "trio-E-uto", 8, "EU E9 E8 EA", "EA", 2 + 0 + 8 + 0),
]


@pytest.mark.parametrize(
    ("mode", "number", "cards", "winner", "points"),
    [pytest.param(*case, marks=pytest.mark.rule(rule), id=f"{rule}-{case[0]}-{case[2]}") for rule, *case in VALUES],
)
def test_which_card_wins_and_what_the_trick_counts(mode: str, number: int, cards: str, winner: str, points: int) -> None:
    found = trick(CP, mode, cards, number=number)
    assert (winning(found), found.points) == (winner, points)


# One letter for each of the nine tricks: which order decides it.
ORDERS = [
    ("TAM-CP-27", "gusti-oben", "ooooouuuu"),
    ("TAM-CP-28", "gusti-unten", "uuuuuoooo"),
    ("TAM-CP-29", "slalom-unten", "uouououou"),
    ("TAM-CP-29", "slalom-oben", "ououououo"),
    ("TAM-CP-30", "trio-R-tuo", "tttuuuooo"),
    ("TAM-CP-30", "trio-R-out", "ooouuuttt"),
    ("TAM-CP-30", "trio-R-uto", "uuutttooo"),
]


@pytest.mark.parametrize(
    ("mode", "orders"),
    [pytest.param(mode, orders, marks=pytest.mark.rule(rule), id=f"{rule}-{mode}") for rule, mode, orders in ORDERS],
)
def test_the_order_of_each_trick(mode: str, orders: str) -> None:
    won = [winning(trick(CP, mode, "S6 SA R7 S8", number=number)) for number in range(1, 10)]
    assert won == [{"o": "SA", "u": "S6", "t": "R7"}[order] for order in orders]


@pytest.mark.rule("TAM-CP-28")
@pytest.mark.parametrize("tricks", [1, 4, 6, 8])
def test_tam_cp_28_no_other_split_is_possible(tricks: int) -> None:
    game = dealt(CP)
    split = Mode(Kind.GUSTI, None, (Block.UNTEN,) * tricks + (Block.OBEN,) * (9 - tricks))
    refused(game, Announced(A, split), "TAM-CP-28", "mode-does-not-fit")
    offered = [bid.mode for bid in bids(game, A) if isinstance(bid, Announced) and bid.variant == "gusti"]
    assert [str(mode) for mode in offered] == ["gusti-oben", "gusti-unten"]


@pytest.mark.rule("TAM-CP-29")
def test_tam_cp_29_the_chooser_names_how_slalom_begins() -> None:
    game = dealt(CP)
    offered = [str(bid.mode) for bid in bids(game, A) if isinstance(bid, Announced) and bid.variant == "slalom"]
    assert offered == ["slalom-oben", "slalom-unten"]
    twice = Mode(Kind.SLALOM, None, (Block.OBEN, Block.OBEN, Block.UNTEN) * 3)
    refused(game, Announced(A, twice), "TAM-CP-29", "mode-does-not-fit")


@pytest.mark.rule("TAM-CP-29")
def test_tam_cp_29_a_fixed_beginning_is_a_switch() -> None:
    game = dealt(book(CP, coiffeur__slalom_start=Start.UNTEN, coiffeur__gusti_start=Start.OBEN))
    offered = {str(bid.mode) for bid in bids(game, A) if isinstance(bid, Announced) and bid.variant in ("slalom", "gusti")}
    assert offered == {"slalom-unten", "gusti-oben"}
    refused(game, Announced(A, parse_mode("slalom-oben")), "TAM-CP-29", "mode-does-not-fit")


@pytest.mark.rule("TAM-CP-30")
def test_tam_cp_30_the_chooser_names_suit_and_order_of_the_trio() -> None:
    game = dealt(CP)
    offered = {str(bid.mode) for bid in bids(game, A) if isinstance(bid, Announced) and bid.variant == "trio"}
    assert offered == {f"trio-{suit}-{order}" for suit in "ERSL" for order in ("tuo", "tou", "uto", "uot", "otu", "out")}
    with pytest.raises(NotAMode):
        parse_mode("trio-E-tto")


@pytest.mark.rule("TAM-CP-30")
def test_tam_cp_30_the_fixed_order_is_a_switch() -> None:
    game = dealt(book(CP, coiffeur__trio_order=TrioOrder.TRUMP_UNTEN_OBEN))
    offered = {str(bid.mode) for bid in bids(game, A) if isinstance(bid, Announced) and bid.variant == "trio"}
    assert offered == {f"trio-{suit}-tuo" for suit in "ERSL"}
    refused(game, Announced(A, parse_mode("trio-E-uto")), "TAM-CP-30", "mode-does-not-fit")
    game.submit(Announced(A, parse_mode("trio-E-tuo")))


@pytest.mark.rule("TAM-CP-31")
@pytest.mark.parametrize(
    ("values", "order", "points"),
    [
        (TrioValues.OBEN, "tuo", 2 + 0 + 8 + 11),
        (TrioValues.OBEN, "uto", 2 + 0 + 8 + 11),
        (TrioValues.TRUMP, "uto", 20 + 14 + 0 + 11),
    ],
)
def test_tam_cp_31_the_values_of_the_trio_are_a_switch(values: TrioValues, order: str, points: int) -> None:
    mode = parse_mode(f"trio-E-{order}", values)
    found = trick(book(CP, coiffeur__trio_values=values), mode, "EU E9 E8 EA", number=8)
    assert (winning(found), found.points) == ("EA", points)
    refused(dealt(CP), Announced(A, mode), "TAM-CP-30", "mode-does-not-fit")  # not without the switch


@pytest.mark.rule("TAM-CP-31")
@pytest.mark.parametrize("mode", ["trio-E-tuo", "trio-S-uot", "trio-L-otu", "slalom-unten", "gusti-oben"])
def test_tam_cp_31_one_set_of_values_makes_157(mode: str) -> None:
    game = dealt(CP, mode)
    play_out(game)
    assert sum(entry.raw for entry in game.ledger.entries) == 157
