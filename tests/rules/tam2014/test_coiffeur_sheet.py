"""TAM-CP-04 to 08, 21 to 23 and 38: the sheet, a variant chosen twice, the factors and the control sum."""

from __future__ import annotations

import random

import pytest

from puur.core.cards import CARDS
from puur.core.control import check_passe, passe_sum
from puur.core.deal import Phase
from puur.core.events import Announced, CorrectionMade, HandsRecorded, ResultEntered, Shuffled
from puur.core.game import Game
from puur.core.mode import OBENABE, ROSEN, parse_mode
from puur.core.outcome import settled
from puur.games.coiffeur.book import WrongVariant
from puur.reglement.loader import load_text
from tests.random_play import play_deal, play_game, prepare
from tests.rules.tam2014.tables import CP, ONE, SHEET, TWO, last_row, stage, still_open, without
from tests.support import A, B, C, D, announce, book, dealt, fill, play_out, refused, table


@pytest.mark.rule("TAM-CP-04")
def test_tam_cp_04_each_pair_has_each_variant_once() -> None:
    game = dealt(CP)
    announce(game, "obenabe")
    for _ in ("chosen", "played"):
        assert still_open(game, ONE) == without("obenabe").split()
        assert still_open(game, TWO) == SHEET.split()
        play_out(game)
    assert game.deal.phase is Phase.OVER


@pytest.mark.rule("TAM-CP-04")
def test_tam_cp_04_after_a_whole_passe_every_row_is_used_once() -> None:
    game = play_game(book(CP), random.Random(4))
    for team in (ONE, TWO):
        assert sorted(row.name for row in game.form.sheet(game).rows if row.chooser == team) == sorted(SHEET.split())


@pytest.mark.rule("TAM-CP-05")
def test_tam_cp_05_twenty_games() -> None:
    game, rng = stage(one=without("joker"), two=SHEET), random.Random(5)
    assert (len(game.deals), game.over) == (19, False)
    play_deal(game, rng)
    assert (len(game.deals), game.over, game.over_by) == (20, True, "deals")
    for seat in (A, B, C, D):
        refused(game, Shuffled(seat, CARDS), "TAM-CP-05", "game-over")
    refused(game, HandsRecorded(D, fill()), "TAM-CP-05", "game-over")
    refused(game, ResultEntered((100, 57), mode=OBENABE, announcer=A), "TAM-CP-05", "game-over")


FACTORS = {
    "E": 1, "R": 2, "L": 3, "S": 4, "obenabe": 5, "undeufe": 6, "slalom-oben": 7, "gusti-oben": 8, "trio-E-tuo": 9,
}  # fmt: skip


@pytest.mark.rule("TAM-CP-07")
@pytest.mark.parametrize(("mode", "factor"), FACTORS.items())
def test_tam_cp_07_the_default_factors(mode: str, factor: int) -> None:
    game = table(CP)
    game.submit(ResultEntered((157, 0), mode=parse_mode(mode), announcer=A))
    assert game.totals() == (16 * factor, 0)
    game.submit(ResultEntered((0, 157), mode=parse_mode(mode), announcer=C, variant="joker"))
    assert game.totals() == (16 * factor, 16 * 10)


@pytest.mark.rule("TAM-CP-07")
def test_tam_cp_07_an_organiser_may_enter_another_table() -> None:
    own = load_text(
        'key = "unser-zettel"\ntitle = "Unser Zettel"\nextends = "tam2014-cp"\n[coiffeur.factors]\n'
        "E = 1\nL = 1\nR = 2\nS = 2\nobenabe = 3\nundeufe = 3\nslalom = 4\ngusti = 4\ntrio = 5\njoker = 6\n",
        "unser-zettel.toml",
    )
    game = table(own)
    game.submit(ResultEntered((120, 37), mode=OBENABE, announcer=A))
    assert game.totals() == (3 * 12, 3 * 4)
    assert passe_sum(own) == 2 * 16 * 31


@pytest.mark.rule("TAM-CP-08")
def test_tam_cp_08_ten_variants() -> None:
    game = table(CP)
    for team in (ONE, TWO):
        assert still_open(game, team) == SHEET.split()
        assert len(still_open(game, team)) == 10
    dealt_one = dealt(CP)
    refused(dealt_one, Announced(A, OBENABE, "misere"), "TAM-CP-08", "variant-unknown")
    refused(dealt_one, Announced(A, OBENABE, "undeufe"), "TAM-CP-08", "mode-does-not-fit")


@pytest.mark.rule("TAM-CP-21")
def test_tam_cp_21_a_variant_chosen_again_is_the_joker() -> None:
    game = stage(one="obenabe")
    before = game.totals()
    game.submit(ResultEntered((100, 57), mode=OBENABE, announcer=C))
    row = last_row(game)
    assert (row.name, row.factor, row.points, row.note) == ("joker", 10, (100, 60), "")
    assert game.totals() == (before[0] + 100, before[1] + 60)
    assert still_open(game, ONE) == without("obenabe", "joker").split()


@pytest.mark.rule("TAM-CP-21")
def test_tam_cp_21_the_deal_is_played_as_announced() -> None:
    game = stage(one="obenabe")
    game.submit(HandsRecorded(A, fill()))
    game.submit(Announced(B, OBENABE))  # still open for Team 2: nothing happens
    assert (game.deal.variant, game.deal.factor) == ("obenabe", 5)
    play_out(game)
    game.submit(HandsRecorded(B, fill()))
    game.submit(Announced(C, OBENABE))
    assert (game.deal.mode, game.deal.variant, game.deal.factor, game.deal.phase) == (OBENABE, "joker", 10, Phase.PLAYING)


@pytest.mark.rule("TAM-CP-21")
def test_tam_cp_21_a_book_may_refuse_it() -> None:
    game = stage(one="obenabe", rules=book(CP, coiffeur__wrong_variant=WrongVariant.REFUSED))
    refused(game, ResultEntered((100, 57), mode=OBENABE, announcer=C), "TAM-CP-21", "variant-used")


def nuller(said: Announced) -> Game:
    """Team 1 has only Unten and Gusti open; P1 chooses wrongly."""
    game = stage(one=without("undeufe", "gusti"))
    prepare(game, random.Random(1))
    game.submit(said)
    return game


@pytest.mark.rule("TAM-CP-22")
@pytest.mark.parametrize("said", [Announced(A, ROSEN), Announced(A, ROSEN, "joker")], ids=["rosen", "joker"])
def test_tam_cp_22_without_a_joker_the_lowest_open_variant_is_a_nuller(said: Announced) -> None:
    game = nuller(said)
    row = last_row(game)
    assert (row.deal, row.name, row.chooser, row.points[ONE], row.note) == (9, "undeufe", ONE, 0, "nuller")
    assert still_open(game, ONE) == ["gusti"]
    assert (game.deal.phase, game.deal.tricks) == (Phase.OVER, [])  # it is not played, and counts as one of the twenty
    assert len(game.finished_deals) == 9
    assert game.next_dealer() == A


@pytest.mark.rule("TAM-CP-23")
def test_tam_cp_23_the_opponents_write_a_match_of_it() -> None:
    game = nuller(Announced(A, ROSEN))
    assert last_row(game).points == (0, 16 * 6)
    assert "undeufe" in still_open(game, TWO)
    assert {entry.rule for entry in game.ledger.of_deal(9)} == {game.book.rule("coiffeur.wrong_variant")}


@pytest.mark.rule("TAM-CP-38")
def test_tam_cp_38_a_whole_passe_makes_1760() -> None:
    game, rng = nuller(Announced(A, ROSEN)), random.Random(38)
    while not game.over:
        play_deal(game, rng)
    assert len(game.form.sheet(game).rows) == 20
    assert sum(game.totals()) == passe_sum(game.book) == 2 * 16 * 55 == 1760
    assert check_passe(game.book, game.totals()).ok


@pytest.mark.rule("TAM-CP-38")
def test_tam_cp_38_a_difference_is_settled_as_in_the_schieber() -> None:
    game = play_game(book(CP), random.Random(2))
    one, two = game.totals()
    game.submit(CorrectionMade(20, ONE, 11, "a number read wrongly"))
    assert not check_passe(game.book, game.totals()).ok
    schreiber = game.schreiber[0] % 2  # loses the odd point
    assert settled(game) == ((one + 11 - 6, two - 5) if schreiber == ONE else (one + 11 - 5, two - 6))
