"""TAM-ES-21 and 61 to 68: twelve deals, one Schreiber, results in time, the sum of the Passe and what a difference means."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from puur.core.cards import CARDS
from puur.core.control import check_passe, passe_sum
from puur.core.events import (
    CorrectionMade,
    Counted,
    DealAnnulled,
    HandsRecorded,
    ResultEntered,
    SchreiberNamed,
    Shuffled,
    Thanked,
    Wrote,
)
from puur.core.game import Game
from puur.core.mode import OBENABE
from puur.core.outcome import settled
from puur.core.reglement import Reglement, Source
from puur.core.setup import Keeping
from tests.random_play import play_deal
from tests.rules.tam2014.tables import ES, ES_AT, ONE, PS, TWO
from tests.support import A, B, C, D, book, endgame, fill, play, refused, table


def passe(results: Iterable[tuple[int, int]], *, schreiber: int = D, rules: Reglement | str = ES) -> Game:
    """A Passe entered from paper."""
    game = table(rules, first_dealer=schreiber)
    for points in results:
        game.submit(ResultEntered(points, mode=OBENABE))
    return game


@pytest.mark.rule("TAM-ES-21")
@pytest.mark.parametrize("key", [ES, PS, ES_AT])
def test_tam_es_21_twelve_deals_make_1884(key: str) -> None:
    game, rng = table(key), random.Random(21)
    for number in range(12):
        assert not game.over
        assert len(game.deals) == number
        play_deal(game, rng)
    assert (game.over, game.over_by) == (True, "deals")
    assert sum(game.totals()) == passe_sum(game.book) == 1884
    refused(game, Shuffled(D, CARDS), "TAM-ES-21", "game-over")
    refused(game, HandsRecorded(D, fill()), "TAM-ES-21", "game-over")
    refused(game, ResultEntered((100, 57), mode=OBENABE), "TAM-ES-21", "game-over")


@pytest.mark.rule("TAM-ES-21")
def test_tam_es_21_the_number_of_deals_may_be_set() -> None:
    game = passe([(100, 57)] * 7, rules=book(ES, ending__deals=8))
    assert not game.over
    game.submit(ResultEntered((100, 57), mode=OBENABE))
    assert game.over
    assert passe_sum(game.book) == 8 * 157


@pytest.mark.rule("TAM-ES-21")
def test_tam_es_21_there_is_no_target_to_thank_for() -> None:
    game = passe([(157, 0)] * 11)
    refused(game, Thanked(A), "TAM-ES-21", "no-thanks-in-a-passe")


@pytest.mark.rule("TAM-ES-61")
def test_tam_es_61_exactly_one_schreiber() -> None:
    game = Game(book(ES))
    refused(game, Shuffled(D, CARDS), "TAM-ES-61", "schreiber-missing")
    refused(game, HandsRecorded(D, fill()), "TAM-ES-61", "schreiber-missing")
    refused(game, ResultEntered((100, 57), mode=OBENABE), "TAM-ES-61", "schreiber-missing")
    game.submit(SchreiberNamed(D))
    refused(game, SchreiberNamed(A), "TAM-ES-61", "schreiber-already-named")
    game.submit(Shuffled(D, CARDS))
    assert game.schreiber == [D]


def ended_93_to_64() -> Game:
    """A table where the Schreiber P4 writes by hand, just after a deal that ended 93 to 64."""
    game = endgame(ES, "E", points=(77, 64), tricks=(4, 4), keeping=Keeping.MANUAL, A="SA", B="S6", C="S7", D="S9")
    play(game, "SA S6 S7 S9")  # 11 and 5 for the last trick
    return game


@pytest.mark.rule("TAM-ES-62")
def test_tam_es_62_no_deal_before_the_last_one_is_written() -> None:
    game = ended_93_to_64()
    for team in (ONE, TWO):
        refused(game, Shuffled(A, CARDS), "TAM-ES-62", "result-not-written")
        refused(game, HandsRecorded(A, fill()), "TAM-ES-62", "result-not-written")
        refused(game, ResultEntered((100, 57), mode=OBENABE), "TAM-ES-62", "result-not-written")
        refused(game, Wrote(B, team, Source.RESULT), "TAM-ES-61", "not-the-schreiber")
        game.submit(Wrote(D, team, Source.RESULT))
    assert tuple(game.ledger.totals) == (93, 64)
    game.submit(Shuffled(A, CARDS))


@pytest.mark.rule("TAM-ES-62")
def test_tam_es_62_online_it_is_written_at_once() -> None:
    game = table(ES)
    play_deal(game, random.Random(3))
    assert sum(game.ledger.totals) == 157
    game.submit(Shuffled(A, CARDS))


@pytest.mark.rule("TAM-ES-62")
@pytest.mark.parametrize(("points", "warned"), [((93, 64), []), ((93, 65), [("TAM-ES-62", "control-sum")])])
def test_tam_es_62_a_wrong_sum_warns_and_does_not_block(points: tuple[int, int], warned: list[tuple[str, str]]) -> None:
    entered = passe([(100, 57), (80, 77), points])
    assert [(one.rule, one.reason) for one in entered.warnings] == warned
    assert entered.totals() == (180 + points[0], 134 + points[1])
    counted = ended_93_to_64()
    counted.submit(Counted(A, points[0]))
    counted.submit(Counted(B, points[1]))
    assert [(one.rule, one.reason) for one in counted.warnings] == warned


@pytest.mark.rule("TAM-ES-64")
def test_tam_es_64_the_columns_are_checked_at_the_end() -> None:
    game = passe([(84, 73)] * 11 + [(79, 78)])
    assert game.over
    assert game.totals() == (1003, 881)
    check = check_passe(game.book, game.totals())
    assert (check.ok, check.expected) == (True, 1884)
    wrong = check_passe(game.book, (1003, 882))
    assert (wrong.ok, wrong.difference) == (False, 1)


# Eleven right deals give 869 to 858 for the opponents and the party of the Schreiber; the twelfth brings the faulty totals.
RIGHT = (79, 78)
DIFFERENCES = [
    ("TAM-ES-66", "ten too few", (942, 932), (947, 937)),
    ("TAM-ES-66", "ten too many", (952, 942), (947, 937)),
    ("TAM-ES-67", "eleven too few", (940, 933), (945, 939)),
    ("TAM-ES-67", "one too few", (942, 941), (942, 942)),
    ("TAM-ES-68", "eleven too many", (950, 945), (944, 940)),
    ("TAM-ES-68", "one too many", (943, 942), (942, 942)),
]


@pytest.mark.parametrize("schreiber", [C, D])
@pytest.mark.parametrize(
    ("written", "expected"),
    [pytest.param(*case, marks=pytest.mark.rule(rule), id=f"{rule}-{what}") for rule, what, *case in DIFFERENCES],
)
def test_a_difference_is_split(schreiber: int, written: tuple[int, int], expected: tuple[int, int]) -> None:
    # Both pairs are given as (party of the Schreiber, opponents).
    def by_team(pair: tuple[int, int]) -> tuple[int, int]:
        return pair if schreiber % 2 == ONE else (pair[1], pair[0])

    last = (written[0] - 11 * RIGHT[1], written[1] - 11 * RIGHT[0])
    game = passe([*[by_team((RIGHT[1], RIGHT[0]))] * 11, by_team(last)], schreiber=schreiber)
    assert game.totals() == by_team(written)
    assert settled(game) == by_team(expected)
    assert sum(settled(game)) == 1884
    ahead = None if expected[0] == expected[1] else schreiber % 2
    assert game.winner == ahead


@pytest.mark.rule("TAM-ES-66")
def test_tam_es_66_a_right_sum_stays_and_a_correction_counts() -> None:
    game = passe([RIGHT] * 12)
    assert settled(game) == game.totals() == (948, 936)
    assert game.winner == ONE
    game.submit(CorrectionMade(12, TWO, 12, "column added up wrongly"))
    game.submit(CorrectionMade(12, ONE, -12, "column added up wrongly"))
    assert settled(game) == (936, 948)
    assert game.winner == TWO


def test_an_annulled_deal_goes_although_an_earlier_one_was_corrected_after_it() -> None:
    game = passe([(100, 57), (80, 77)])
    game.submit(CorrectionMade(1, ONE, -10, "read wrongly"))
    game.submit(DealAnnulled("cards shown"))
    assert game.totals() == (90, 57)
