"""Random play against independent counts: every deal of the newer games, counted a second time from its cards (`counts`)."""

from __future__ import annotations

import pytest

from puur.core.deal import Phase
from puur.core.form import player_numbers
from puur.core.reglement import Source
from puur.games.molotow_striche import striche
from puur.reglement import load, shipped
from tests.games import kit
from tests.games.counts import BY_FORM, taken

CASES = [(key, players) for key in shipped() if load(key).form in BY_FORM for players in player_numbers(load(key))]
BESIDE = {Source.WEIS, Source.STOECK}  # written apart, counted by their own tests
MOLOTOW = {"molotow"}  # here Weise are of another kind


@pytest.mark.parametrize(("key", "players"), CASES)
def test_every_deal_writes_what_its_cards_say(key: str, players: int) -> None:
    counted = 0
    for seed in range(2):
        game = kit.played(load(key), players, seed)
        for deal in game.finished_deals:
            if deal.broken_off and deal.phase and game.book.form in ("kreuzjass", "schaggi-haas"):
                continue  # the game ended in the middle of it
            written = [0] * len(game.ledger.totals)
            for entry in game.ledger.of_deal(deal.number):
                written[entry.team] += 0 if entry.source in BESIDE else entry.points
            assert written == BY_FORM[game.book.form](game, deal), f"deal {deal.number} of seed {seed}"
            counted += 1
    assert counted > 2


@pytest.mark.parametrize("key", ["pandur", "aucho"])
def test_in_the_end_it_is_told_what_the_soloist_has_made(key: str) -> None:
    """Only Striche are written: what they rest on is counted a second time from the cards."""
    told = 0
    for seed in range(24):  # bids by chance are mostly those with a name
        for game, _ in kit.walk(load(key), 3, seed):
            deal = game.deals[-1] if game.deals else None
            if deal is None or deal.phase is not Phase.OVER or not deal.tricks or deal.variant:
                continue
            notes = dict(game.form.shown(game, None)["notes"])  # type: ignore[call-overload]
            solo = deal.sides.index(0)
            stoeck = 0 if deal.stoeck is None else game.book.stoeck.points
            own = stoeck if deal.stoeck == solo else 0
            points, _ = taken(game, deal, str(deal.mode))
            assert notes["made"] == {"seat": solo, "points": points[solo] + deal.weisen.points(game.book, 0) + own}
            if key == "aucho":
                theirs = sum(points) - points[solo] + deal.weisen.points(game.book, 1) + stoeck - own
                assert notes["against"] == {"points": theirs}
            told += 1
    assert told > 5


@pytest.mark.parametrize(
    ("made", "written"),
    [
        ((100, 30, 20, 7), [-3, 1, 1, 1]),  # a hundred is too much already
        ((99, 30, 20, 8), [1, -1, -1, 1]),  # 99 is the most, 8 the least
        ((156, 1, 0, 0), [-3, 1, 1, 1]),  # nearly everything
        ((157, 0, 0, 0), [3, -1, -1, -1]),  # everything
        ((60, 60, 30, 7), [0, 0, -1, 1]),  # two with equal points write nothing
        ((80, 47, 15, 15), [1, -1, 0, 0]),
    ],
)
def test_the_striche_of_a_molotow_at_their_bounds(made: tuple[int, ...], written: list[int]) -> None:
    """jasswelt.ch: all points three Striche, the others a Nuller; a hundred and more three Nuller, the others a Strich."""
    assert striche(made) == written
