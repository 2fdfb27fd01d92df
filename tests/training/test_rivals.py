"""Strangers: the recorded deals are those of *Stammtisch*, and a network learns to play like them."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch (the extra `train`) is not installed: training is not tested here")
pytest.importorskip("numba", reason="numba (the extra `fast`) is not installed: nothing can be recorded")

from puur.arena.table import opened, prepared  # noqa: E402
from puur.bots.budget import Budget  # noqa: E402
from puur.bots.stammtisch import Stammtisch  # noqa: E402
from puur.core.actions import to_act  # noqa: E402
from puur.core.cards import CARDS, CardSet  # noqa: E402
from puur.core.events import Announced, CardPlayed, Pushed  # noqa: E402
from puur.core.mode import PLAIN_MODES  # noqa: E402
from puur.core.view import view_of  # noqa: E402
from puur.fast.offers import CATALOGUE, Modes  # noqa: E402
from puur.reglement import load  # noqa: E402
from puur.training.networks import Policy  # noqa: E402
from puur.training.records import recorded, searched  # noqa: E402
from puur.training.rivals import Records, taught  # noqa: E402


def test_recorded_deals_are_what_stammtisch_plays_in_the_core() -> None:
    rows, checked = recorded(12, seed=5), 0
    book = prepared(load("tam2014-es"), False)
    for at in range(12):
        mode = CATALOGUE[rows["modes"][at]]
        if mode not in PLAIN_MODES:
            continue
        hands: list[list[int]] = [[], [], [], []]
        leader = int(rows["first"][at])
        for trick in range(9):
            cards = [CARDS[index] for index in rows["cards"][at, 4 * trick : 4 * trick + 4]]
            power = mode.orders[trick].power[cards[0].suit.index]
            for place, card in enumerate(cards):
                hands[(leader + place) % 4].append(card.index)
            leader = (leader + max(range(4), key=lambda place: power[cards[place].index])) % 4
        first = int(rows["first"][at])
        north, east, south, west = (CardSet(CARDS[index] for index in hand) for hand in hands)
        game = opened(book, (north, east, south, west), (first - 1) % 4)
        if rows["pushed"][at]:
            game.submit(Pushed(first))
        speaker = to_act(game)
        assert speaker is not None
        assert speaker == rows["announcers"][at]
        game.submit(Announced(speaker, mode))
        for ply in range(36):
            seat = to_act(game)
            assert seat is not None
            view = view_of(game, seat)
            legal = [option.card for option in view.options if isinstance(option, CardPlayed)]
            if len(legal) > 1:
                expected = Stammtisch().card(view, random.Random(1), Budget())
                assert CARDS[rows["best"][at, ply]] == expected
                checked += 1
            game.submit(CardPlayed(seat, CARDS[rows["cards"][at, ply]]))
    assert checked > 100


def test_a_network_learns_to_play_like_the_records(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(1)
    records = Records.read(_stored(recorded(600, seed=1), tmp_path), "cpu")
    batch = records.batch(torch.arange(5), Modes(records.kit, CATALOGUE))
    assert batch.hand.sum(2).tolist() == [[9] * 4] * 5
    # Any legal card would be right in about three of ten choices.
    assert taught(Policy(32, 1), records, 0.0, deals=300, rate=3e-3, report=lambda _: None) > 0.36


def test_deals_of_meister_are_recorded_whole_until_the_time_is_up() -> None:
    rows = searched(50, seed=3, rounds=40, seconds=0.0)
    assert len(rows["cards"]) == 1  # one deal at least
    assert sorted(rows["cards"][0]) == list(range(36))
    assert (rows["best"][0] != rows["cards"][0]).sum() < 12  # now and then another card is played than the one noted
    again = searched(1, seed=3, rounds=40, seconds=1e9)
    assert all(np.array_equal(rows[name], again[name]) for name in rows)


def _stored(rows: dict[str, np.ndarray], folder: Path) -> Path:
    np.savez(folder / "records.npz", **rows)  # type: ignore[arg-type]
    return folder / "records.npz"
