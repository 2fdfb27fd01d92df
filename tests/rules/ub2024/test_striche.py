"""UB 2024: Striche on the personal Wertetabelle."""

from __future__ import annotations

import pytest

from puur.core.events import ResultEntered
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.striche import Striche, striche
from puur.evening.events import Signed
from puur.evening.sheets import sheet
from tests.evening.evenings import opened, result_entered, start
from tests.evening.evenings import submit as submit_all
from tests.evening.support import seated
from tests.support import A, B, C, D, book, submit, table


def result(points: tuple[int, int], mode: str = "E", match: int | None = None) -> ResultEntered:
    """A result from paper."""
    return ResultEntered(points, parse_mode(mode), match=match)


@pytest.mark.rule("UB-STR-01")
def test_ub_str_01_a_match_gives_one_strich() -> None:
    game = submit(table("ub2024"), result((157, 0), match=0), result((0, 157), match=1), result((157, 0), "S", match=0))
    assert [row.match for row in striche(game)] == [2, 1, 2, 1]
    more = submit(table(book("ub2024", striche__match=3)), result((157, 0), match=0))
    assert striche(more)[A].match == 3
    assert game.book.rule("striche.match") == "UB-STR-01"


@pytest.mark.rule("UB-STR-02")
def test_ub_str_02_the_bergpreis_gives_one_strich() -> None:
    game = submit(table("ub2024", totals=(950, 900)), result((100, 57)), result((0, 157), "obenabe", match=1))
    assert game.bergpreis == 0  # 1050 to 957, then 1050 to 1728
    game.submit(result((0, 157), "undeufe"))  # 1050 to 2199
    assert game.winner == 1
    assert [row.bergpreis for row in striche(game)] == [1, 0, 1, 0]


@pytest.mark.rule("UB-STR-03")
def test_ub_str_03_the_partiegewinn_gives_two_striche() -> None:
    game = submit(table("ub2024", totals=(1900, 1446), bergpreis=1), result((103, 54)))
    assert game.totals() == (2003, 1500)
    assert [row.total for row in striche(game)] == [2, 1, 2, 1]
    assert game.book.rule("striche.victory") == "UB-STR-03"


@pytest.mark.rule("UB-STR-04")
def test_ub_str_04_the_schneider_gives_one_strich() -> None:
    game = submit(table("ub2024", totals=(1900, 586)), result((103, 54)))
    assert game.totals() == (2003, 640)
    assert striche(game)[C] == Striche(bergpreis=1, victory=2, schneider=1)
    assert striche(game)[C].total == 4
    assert game.book.rule("striche.schneider") == "UB-STR-04"


@pytest.mark.rule("UB-STR-05")
def test_ub_str_05_every_player_collects_on_a_sheet_of_their_own() -> None:
    def partie(names: tuple[str, str, str, str], totals: tuple[int, int], bergpreis: int | None) -> Game:
        return submit(table("ub2024", totals=totals, bergpreis=bergpreis, names=names), result((103, 54)))

    # A wins with C and the Schneider: 4. Then A sits across from B and wins with the Bergpreis: 3; C and D sit together.
    first = partie(("A", "B", "C", "D"), (1900, 586), None)
    second = partie(("A", "C", "B", "D"), (1900, 1446), 0)
    evening = opened("ub2024", "abcd")
    for one, game in ((seated(1, "a b c d"), first), (seated(2, "a c b d"), second)):
        start(evening, one)
        rows = striche(game)
        submit_all(evening, result_entered(one.number, 1, striche=(rows[A], rows[B])))
        submit_all(evening, *(Signed(player, one.number, "turnierleitung") for player in "abcd"))
    assert {player: sheet(evening, player).total for player in "abcd"} == {"a": 7, "b": 3, "c": 4, "d": 0}
    assert striche(second)[B] == striche(second)[D] == Striche()  # seats, not names
