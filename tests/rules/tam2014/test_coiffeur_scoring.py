"""TAM-CP-32 to 37, 39 and 40: tens rounded before they are multiplied, both columns, no Match bonus, Weis or Stöck."""

from __future__ import annotations

import pytest

from puur.core.actions import actions
from puur.core.cards import CardSet, cards_of
from puur.core.events import CardPlayed, ResultEntered, StoeckShown, WeisAnnounced
from puur.core.mode import parse_mode
from puur.core.playing import legal_cards
from puur.core.reglement import Source
from puur.core.sheet import Row
from tests.rules.tam2014.tables import CP, ONE, SHEET, TWO, last_row, still_open, without
from tests.support import A, B, book, dealt, fill, play, play_out, play_trick, refused, table


def written(points: tuple[int, int], mode: str, *, announcer: int = A, **changes: object) -> Row:
    """What a deal with this result writes."""
    game = table(book(CP, **changes))
    game.submit(ResultEntered(points, mode=parse_mode(mode), announcer=announcer))
    return last_row(game)


@pytest.mark.rule("TAM-CP-32")
@pytest.mark.parametrize("announcer", [A, B])
def test_tam_cp_32_any_deal_writes_16_tens(announcer: int) -> None:
    for made in range(158):
        # Eichel has factor 1; both sides are rounded by floor((points + 6) / 10), and that always gives 16.
        points = written((made, 157 - made), "E", announcer=announcer).points
        assert points == ((made + 6) // 10, (157 - made + 6) // 10)
        assert sum(points) == 16


@pytest.mark.rule("TAM-CP-32")
@pytest.mark.parametrize(("points", "expected"), [((73, 84), (7, 9)), ((74, 83), (8, 8)), ((0, 157), (0, 16))])
def test_tam_cp_32_only_tens_are_written(points: tuple[int, int], expected: tuple[int, int]) -> None:
    assert written(points, "E").points == expected


@pytest.mark.rule("TAM-CP-33")
def test_tam_cp_33_a_match_gives_16_tens_and_no_bonus() -> None:
    # Slalom begun Oben: the high Eichel take tricks 1, 3, 5, 7 and 9, the Sechser those between.
    leads = "EA R6 EK S6 EO L6 EU E6 EB"
    game = dealt(CP, "slalom-oben", hands=fill(A=leads))
    for lead in cards_of(leads):
        game.submit(CardPlayed(A, lead))
        for seat in (1, 2, 3):
            game.submit(CardPlayed(seat, next(iter(legal_cards(game, seat)))))
    assert game.deal.match == ONE
    assert last_row(game).points == (16 * 7, 0)
    assert {entry.source for entry in game.ledger.entries} == {Source.STICH}


@pytest.mark.rule("TAM-CP-33")
def test_tam_cp_33_sixteen_are_possible_without_a_match() -> None:
    assert written((154, 3), "slalom-oben").points == (16 * 7, 0)


@pytest.mark.rule("TAM-CP-34")
def test_tam_cp_34_both_columns_in_the_row_of_the_choosers() -> None:
    game = table(CP)
    game.submit(ResultEntered((96, 61), mode=parse_mode("R"), announcer=B))
    assert last_row(game) == Row(deal=1, cells=((10 * 2,), (6 * 2,)), name="R", factor=2, chooser=TWO)
    assert game.totals() == (20, 12)
    assert still_open(game, ONE) == SHEET.split()
    assert still_open(game, TWO) == without("R").split()


@pytest.mark.rule("TAM-CP-34")
def test_tam_cp_34_the_opponents_get_what_remains() -> None:
    # Another limit of rounding would leave 15 or 17 tens if both sides were rounded: 74 and 83 give 7 and 8.
    assert written((74, 83), "E", announcer=A, coiffeur__round_up_from=5).points == (7, 9)
    assert written((74, 83), "E", announcer=B, coiffeur__round_up_from=5).points == (8, 8)


@pytest.mark.rule("TAM-CP-35")
@pytest.mark.parametrize(("points", "expected"), [(73, 7), (74, 8), (120, 12), (37, 4), (153, 15), (154, 16), (4, 1), (3, 0)])
def test_tam_cp_35_up_from_four(points: int, expected: int) -> None:
    game = table(CP)
    game.submit(ResultEntered((points, 157 - points), mode=parse_mode("E"), announcer=A))
    entry = game.ledger.entries[0]
    assert (entry.raw, entry.points, entry.rule) == (points, expected, "TAM-CP-35")


@pytest.mark.rule("TAM-CP-36")
def test_tam_cp_36_rounded_before_multiplied() -> None:
    assert written((74, 83), "undeufe").points == (8 * 6, 8 * 6)


@pytest.mark.rule("TAM-CP-37")
def test_tam_cp_37_oben_counts_five_times() -> None:
    row = written((120, 37), "obenabe")
    assert (row.factor, row.points) == (5, (60, 20))
    assert book(CP).rule("coiffeur.factors.obenabe") == "TAM-CP-37"


@pytest.mark.rule("TAM-CP-39")
def test_tam_cp_39_no_weis() -> None:
    game = dealt(CP, "obenabe", hands=fill(A="L7 L8 L9 LB EA"))
    play(game, "EA")
    assert not [one for one in actions(game, A) if isinstance(one, WeisAnnounced)]
    refused(game, WeisAnnounced(A, 50), "TAM-CP-39", "no-weis")
    for _ in range(3):
        game.submit(CardPlayed(game.deal.turn, next(iter(legal_cards(game, game.deal.turn)))))
    play_out(game)
    assert sum(entry.raw for entry in game.ledger.entries) == 157
    assert {entry.source for entry in game.ledger.entries} == {Source.STICH}


@pytest.mark.rule("TAM-CP-40")
def test_tam_cp_40_no_stoeck() -> None:
    game = dealt(CP, "S", hands=fill(A="SK SO"))
    while not CardSet.parse("SK SO") <= game.deal.played_by(A):
        play_trick(game)
    assert not [one for one in actions(game, A) if isinstance(one, StoeckShown)]
    refused(game, StoeckShown(A), "TAM-CP-40", "no-stoeck")
    play_out(game)
    assert sum(entry.raw for entry in game.ledger.entries) == 157
    assert {entry.source for entry in game.ledger.entries} == {Source.STICH}
