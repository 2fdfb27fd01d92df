"""UB 2024: which of several announced Weise is the highest, and who writes what."""

from __future__ import annotations

import pytest

from puur.core.actions import weis_offer
from puur.core.events import StoeckShown, WeisAdded, WeisAnnounced
from puur.core.game import Game
from puur.core.reglement import Reglement, Source
from puur.core.weis import Step, parse_weis
from tests.support import A, B, C, D, book, dealt, fill, legal, play, play_out, play_trick, refused, scattered

SEATS = {"A": A, "B": B, "C": C, "D": D}


def contest(mode: str, rules: Reglement | str = "ub2024", **held: str) -> Game:
    """Everybody announces the only Weis of the hand (A leads); the first trick is complete."""
    game = dealt(rules, mode, hands=scattered(**{name: cards.replace("-", " ") for name, cards in held.items()}))
    play_trick(game, *(WeisAnnounced(SEATS[name], parse_weis(cards).points()) for name, cards in held.items()))
    return game


def written(game: Game) -> tuple[int, int]:
    """What each team has from Weise."""
    found = [0, 0]
    for entry in game.ledger.entries:
        if entry.source is Source.WEIS:
            found[entry.team] += entry.points
    return found[0], found[1]


@pytest.mark.rule("UB-WCMP-01")
@pytest.mark.parametrize(
    ("held", "best", "points"),
    [
        ({"A": "R6-R7-R8", "B": "S6-S7-S8-S9"}, B, (0, 50)),
        ({"A": "RO-RK-RA", "B": "S6-S7-S8-S9"}, B, (0, 50)),  # points before height
        ({"A": "E9-R9-S9-L9", "B": "LB-LU-LO-LK-LA"}, A, (150, 0)),  # points before number of cards
    ],
)
def test_ub_wcmp_01_more_points_are_higher(held: dict[str, str], best: int, points: tuple[int, int]) -> None:
    game = contest("E", **held)
    assert game.deal.weisen.best == best
    assert written(game) == points


@pytest.mark.rule("UB-WCMP-02")
def test_ub_wcmp_02_with_equal_points_more_cards_are_higher() -> None:
    game = contest("E", A="EK-RK-SK-LK", B="L6-L7-L8-L9-LB")
    assert game.deal.weisen.best == B
    assert written(game) == (0, 100)


@pytest.mark.rule("UB-WCMP-02")
def test_ub_wcmp_02_the_steps_of_a_book_may_follow_the_order_of_the_printed_list() -> None:
    listed = book("ub2024", weis__steps=(Step.POINTS, Step.RANK, Step.TRUMP, Step.ORDER, Step.CARDS))
    assert contest("E", listed, A="EK-RK-SK-LK", B="L6-L7-L8-L9-LB").deal.weisen.best == A  # König above Banner


@pytest.mark.rule("UB-WCMP-03")
def test_ub_wcmp_03_sequence_beats_four_of_same_value() -> None:
    game = contest("S", A="EK-RK-SK-LK", D="R6-R7-R8-R9-RB")
    assert game.deal.weisen.best == D
    assert written(game) == (0, 200)  # Schelle counts double


@pytest.mark.rule("UB-WCMP-04")
@pytest.mark.parametrize(
    ("held", "best"),
    [
        ({"A": "R7-R8-R9", "B": "L8-L9-LB"}, B),  # Banner above 9
        ({"A": "RO-RK-RA", "B": "E6-E7-E8"}, A),  # height before trump
        ({"A": "E9-EB-EU", "B": "L8-L9-LB"}, A),  # natural order: the Under above the Banner, the trump-9 below it
        ({"A": "E6-R6-S6-L6", "B": "EK-RK-SK-LK"}, B),
    ],
)
def test_ub_wcmp_04_then_the_higher_card_wins(held: dict[str, str], best: int) -> None:
    assert contest("E", **held).deal.weisen.best == best


@pytest.mark.rule("UB-WCMP-05")
@pytest.mark.parametrize(
    ("held", "best"),
    [
        ({"A": "R7-R8-R9", "B": "L6-L7-L8"}, B),  # 6 below 7
        ({"A": "E8-R8-S8-L8", "B": "E7-R7-S7-L7"}, B),  # fours too
        ({"A": "R7-R8-R9", "B": "L6-L7-L8-L9"}, B),  # points still come first
    ],
)
def test_ub_wcmp_05_in_undenufe_the_lowest_card_decides(held: dict[str, str], best: int) -> None:
    assert contest("undeufe", **held).deal.weisen.best == best
    if len({parse_weis(cards).points() for cards in held.values()}) == 1:
        assert contest("obenabe", **held).deal.weisen.best == A


@pytest.mark.rule("UB-WCMP-06")
@pytest.mark.parametrize("mode", ["S", "obenabe", "undeufe"])
def test_ub_wcmp_06_of_equal_weise_the_one_announced_first_wins(mode: str) -> None:
    assert contest(mode, A="R9-RB-RU", B="L9-LB-LU").deal.weisen.best == A
    assert contest(mode, D="R9-RB-RU", B="L9-LB-LU").deal.weisen.best == B


@pytest.mark.rule("UB-WCMP-07")
def test_ub_wcmp_07_but_the_one_in_trump_wins_first() -> None:
    game = contest("L", A="R9-RB-RU", B="L9-LB-LU")
    assert game.deal.weisen.best == B
    assert written(game) == (0, 40)


@pytest.mark.rule("UB-WCMP-08")
def test_ub_wcmp_08_the_team_with_the_highest_weis_writes_all_its_weise() -> None:
    assert written(contest("R", A="S6-S7-S8-S9", C="E6-E7-E8", B="L6-L7-L8")) == (70, 0)


TWO_WEISE = scattered(A="S6 S7 S8 S9 LO LK LA", C="E6 E7 E8 SK", B="L6 L7 L8 SA", D="SO")


@pytest.mark.rule("UB-WCMP-08")
def test_ub_wcmp_08_the_highest_first_the_further_ones_before_the_own_second_card() -> None:
    game = dealt("ub2024", "R", hands=TWO_WEISE)
    further = WeisAdded(A, (parse_weis("LO-LK-LA"),))
    assert weis_offer(game, A) == WeisAnnounced(A, 50)
    play(game, "S6")
    game.submit(WeisAnnounced(A, 50))
    refused(game, further, "UB-WCMP-08")  # not before the first trick is complete
    for seat, card in ((B, "SA"), (C, "SK")):
        play(game, card)
        game.submit(WeisAnnounced(seat, 20))
    play(game, "SO")
    assert written(game) == (70, 0)
    refused(game, WeisAdded(B, (parse_weis("L6-L7-L8"),)), "UB-WCMP-08", "not-the-highest-weis")
    play(game, sorted(legal(game))[0])  # B leads to the second trick, A has not played yet
    game.submit(further)
    assert written(game) == (90, 0)


@pytest.mark.rule("UB-WCMP-08")
def test_ub_wcmp_08_after_the_own_second_card_it_is_too_late() -> None:
    game = dealt("ub2024", "R", hands=TWO_WEISE)
    play_trick(game, WeisAnnounced(A, 50))
    play_trick(game)
    refused(game, WeisAdded(A, (parse_weis("LO-LK-LA"),)), "UB-WCMP-08", "weis-too-late")


@pytest.mark.rule("UB-WCMP-08")
def test_ub_wcmp_08_who_announced_nothing_has_no_valid_weis() -> None:
    game = dealt("ub2024", "R", hands=TWO_WEISE)
    play_trick(game, WeisAnnounced(A, 50))
    refused(game, WeisAdded(C, (parse_weis("E6-E7-E8"),)), "UB-WCMP-08", "weis-card-covered")
    general = dealt(book("ub2024", weis__silent_may_add=True), "R", hands=TWO_WEISE)
    play_trick(general, WeisAnnounced(A, 50))
    general.submit(WeisAdded(C, (parse_weis("E6-E7-E8"),)))
    assert written(general) == (70, 0)


@pytest.mark.rule("UB-WCMP-08")
@pytest.mark.parametrize(("needs_trick", "points"), [(False, (0, 20)), (True, (0, 0))])
def test_ub_wcmp_08_no_trick_is_needed(needs_trick: bool, points: tuple[int, int]) -> None:
    rules = book("ub2024", weis__needs_trick=needs_trick)
    game = dealt(rules, "E", hands=fill(A="E6 E7 E8 E9 EB EU EO EK EA", B="R6 R7 R8"))
    play_trick(game, WeisAnnounced(B, 20))
    play_out(game)
    assert game.deal.match == 0
    assert written(game) == points


@pytest.mark.rule("UB-WCMP-09")
def test_ub_wcmp_09_the_other_team_writes_none() -> None:
    game = contest("R", A="S6-S7-S8-S9", B="E6-E7-E8", D="L6-L7-L8")
    assert written(game) == (50, 0)


@pytest.mark.rule("UB-WCMP-09")
def test_ub_wcmp_09_but_stoeck_belong_to_whoever_holds_them() -> None:
    game = dealt("ub2024", "R", hands=scattered(A="S6 S7 S8 S9", B="RK RO"), totals=(0, 980))
    game.submit(StoeckShown(B))  # at once, for the Bergpreis
    play_trick(game, WeisAnnounced(A, 50))
    assert written(game) == (50, 0)
    assert [(entry.team, entry.points) for entry in game.ledger.entries if entry.source is Source.STOECK] == [(1, 20)]
