"""A sheet as people type it: what is taken and what is refused, at its bounds. Numbers by hand from the books."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puur.core.errors import Refusal
from puur.core.sheet import Penalty, Row, Sheet
from puur.core.striche import Striche
from puur.core.typed import MOST, asks_matches, read
from puur.reglement import load

ES, CP, UB = load("tam2014-es"), load("tam2014-cp"), load("ub2024")
# TAM-ES-21, TAM-ES-18: a Passe of twelve deals of 157 points, and no more for a Match.
DEALS = tuple(Row(number, ((157,), (0,)) if number == 1 else ((100,), (57,))) for number in range(1, 13))
# TAM-CP-04, TAM-CP-32: ten variants for each pair, sixteen tens times the factor each; the factors 1 to 10 make 55.
FACTORS = {"E": 1, "R": 2, "L": 3, "S": 4, "obenabe": 5, "undeufe": 6, "slalom": 7, "gusti": 8, "trio": 9, "joker": 10}
LINES = tuple(Row(0, ((9 * n,), (7 * n,)), name, n, side) for name, n in FACTORS.items() for side in (0, 1))


def why(book: object, sheet: Sheet) -> tuple[str, object]:
    with pytest.raises(Refusal) as refused:
        read(book, sheet)  # type: ignore[arg-type]
    return refused.value.reason, refused.value.facts.get("found")


def with_deal(place: int, row: Row) -> Sheet:
    return Sheet(rows=(*DEALS[:place], row, *DEALS[place + 1 :]))


def test_the_deals_of_a_passe_are_added_up() -> None:
    taken = read(ES, Sheet(rows=DEALS, matches=(5, 5), estimated=(12, 1, 12)))
    assert taken.totals == (157 + 11 * 100, 11 * 57)
    assert (taken.matches, taken.estimated) == ((), (1, 12))  # nothing hangs on Matches in this book


def test_each_deal_stands_there_once_and_in_its_place() -> None:
    assert why(ES, Sheet(rows=DEALS[:11])) == ("incomplete", None)
    assert why(ES, Sheet(rows=(*DEALS, Row(13, ((100,), (57,)))))) == ("incomplete", None)
    assert why(ES, Sheet(rows=(DEALS[1], DEALS[0], *DEALS[2:]))) == ("incomplete", None)


def test_a_deal_has_a_number_for_each_side_from_nothing_to_all_points() -> None:
    assert why(ES, with_deal(3, Row(4, ((158,), (0,))))) == ("number", "158")
    assert why(ES, with_deal(3, Row(4, ((0,), (-1,))))) == ("number", "-1")
    assert why(ES, with_deal(3, Row(4, ((100,),)))) == ("incomplete", None)
    assert why(ES, with_deal(3, Row(4, ((100,), (57,), (0,))))) == ("incomplete", None)
    assert why(ES, with_deal(3, Row(4, ((100, 1), (57,))))) == ("form", None)


@pytest.mark.parametrize(("deal", "taken"), [(0, False), (1, True), (12, True), (13, False)])
def test_an_estimated_deal_is_one_of_the_passe(deal: int, taken: bool) -> None:
    sheet = Sheet((1000, 884), estimated=(deal,))
    if taken:
        assert read(ES, sheet).estimated == (deal,)
    else:
        assert why(ES, sheet) == ("number", str(deal))


def test_totals_alone_are_a_sheet_within_their_bounds() -> None:
    assert read(ES, Sheet((1000, 884))).totals == (1000, 884)
    assert read(ES, Sheet((MOST, 0))).totals == (MOST, 0)
    assert why(ES, Sheet((MOST + 1, 0))) == ("number", str(MOST + 1))
    assert why(ES, Sheet((1000, -1))) == ("number", "-1")
    assert why(ES, Sheet((1000,))) == why(ES, Sheet((1000, 500, 384))) == why(ES, Sheet()) == ("incomplete", None)


def test_what_only_a_game_knows_can_not_be_typed() -> None:
    assert why(ES, Sheet((1000, 884), penalties=(Penalty(0, 50),))) == ("form", None)
    assert why(ES, Sheet((1000, 884), game="ABCD")) == ("form", None)
    assert why(ES, Sheet(striche=(Striche(victory=2), Striche()))) == ("form", None)  # no Striche in this book


def test_a_match_shows_itself_where_it_has_a_bonus() -> None:
    """NWS-1-06: 157 and no bonus, so nobody counts them; with a bonus of 100 a deal of 257 is one."""
    assert not asks_matches(ES)
    bonus = replace(ES, scoring=replace(ES.scoring, match_bonus=100))
    assert asks_matches(bonus)
    rows = (Row(1, ((257,), (0,))), Row(2, ((0,), (257,))), *DEALS[2:11], Row(12, ((157,), (0,))))
    taken = read(bonus, Sheet(rows=rows))
    assert taken.matches == (1, 1)
    assert read(bonus, Sheet((1000, 884), matches=(12, 0))).matches == (12, 0)
    assert why(bonus, Sheet((1000, 884), matches=(13, 0))) == ("number", "13")


def test_each_variant_is_shared_out_whole_by_its_factor() -> None:
    assert read(CP, Sheet(rows=LINES)).totals == (2 * 55 * 9, 2 * 55 * 7)
    place = next(number for number, row in enumerate(LINES) if row.name == "L" and row.chooser == 1)  # factor 3: 48 in all
    row = LINES[place]

    def lines(changed: Row) -> Sheet:
        return Sheet(rows=(*LINES[:place], changed, *LINES[place + 1 :]))

    assert read(CP, lines(replace(row, cells=((48,), (0,))))).rows[place].points == (48, 0)
    for wrong in (
        replace(row, cells=((27,), (18,))),  # 45: a ten is missing
        replace(row, cells=((30,), (21,))),  # 51: one too many
        replace(row, cells=((28,), (20,))),  # 48, but no multiples of three
        replace(row, factor=4),  # the numbers are right, the factor is that of another line
        replace(row, factor=2),
    ):
        assert why(CP, lines(wrong)) == ("number", " : ".join(str(cell[0]) for cell in wrong.cells))
    assert why(CP, lines(replace(row, cells=((51,), (-3,))))) == ("number", "51")


def test_each_variant_stands_there_once_for_each_pair() -> None:
    assert why(CP, Sheet(rows=LINES[:-1])) == ("incomplete", None)
    assert why(CP, Sheet(rows=(*LINES, LINES[0]))) == ("incomplete", None)
    assert why(CP, Sheet(rows=(LINES[0], LINES[0], *LINES[2:]))) == ("incomplete", None)
    assert why(CP, Sheet(rows=(replace(LINES[0], name="quer"), *LINES[1:]))) == ("incomplete", None)


def test_striche_need_a_winner_and_stay_within_their_bounds() -> None:
    """UB-STR-03: the Partiegewinn is two Striche, so somebody has them."""
    rows = (Striche(1, 1, 2, 1), Striche(match=99))
    assert read(UB, Sheet(striche=rows)).striche == rows
    assert why(UB, Sheet(striche=(Striche(victory=2), Striche(match=100)))) == ("number", "100")
    assert why(UB, Sheet(striche=(Striche(victory=2), Striche(bergpreis=-1)))) == ("number", "-1")
    assert why(UB, Sheet(striche=(Striche(1), Striche(1)))) == ("no-victory", None)
    assert why(UB, Sheet(striche=(Striche(victory=2),))) == ("incomplete", None)
    assert why(UB, Sheet(striche=(Striche(victory=2), Striche(), Striche()))) == ("incomplete", None)


def test_a_line_with_an_empty_cell_is_refused_and_one_with_two_numbers_too() -> None:
    """TAM-CP-32: each variant is played once by each pair, so there is one number for each side."""
    for cells in (((), (7,)), ((9, 9), (7,))):
        assert why(CP, Sheet(rows=(replace(LINES[0], cells=cells), *LINES[1:])))[0] == "form"


def test_a_line_is_found_by_its_name_and_the_pair_that_chose_it() -> None:
    sheet = Sheet(rows=LINES)
    assert [sheet.cell(row.name, row.chooser or 0) for row in LINES] == list(LINES)
    assert sheet.cell("quer", 0) is None
