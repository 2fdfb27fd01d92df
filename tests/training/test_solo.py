"""The trainer of the Differenzler on a CPU, small: legal cards, honest counts, fewer points missed, a checkpoint that goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch (the extra `train`) is not installed: training is not tested here")

from puur.bots.network import Network  # noqa: E402
from puur.training.solo import SoloSettings, SoloTrainer  # noqa: E402

TINY = SoloSettings(width=16, blocks=1, deals=128, step=512, rate=4e-3, seconds=1e9)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(1)


def test_cards_are_legal_and_everybody_gets_what_the_own_tricks_bring() -> None:
    trainer = SoloTrainer(TINY, "cpu")
    target, batch, _, _ = trainer.play()
    assert trainer.legal.gather(2, trainer.card[..., None]).all()
    assert batch.made.sum(1).tolist() == [157.0] * 128
    assert bool(torch.isfinite(target).all())


def test_who_is_paid_at_the_end_is_the_seat_that_played() -> None:
    trainer = SoloTrainer(TINY, "cpu")
    trainer.play()
    paid = torch.tensor([[1.0, 2.0, 3.0, 4.0]]).repeat(128, 1)
    last = trainer.targets(paid)[32:]  # everybody's last card: no choice, so nothing but what is paid
    assert torch.equal(last, trainer.seat[32:] + 1.0)


def test_less_is_missed_after_some_learning() -> None:
    trainer = SoloTrainer(TINY, "cpu")
    missed = [trainer.step()["missed"] for _ in range(30)]
    assert np.mean(missed[-5:]) < 0.8 * np.mean(missed[:5])


def test_a_checkpoint_goes_on_and_plays_with_numpy(tmp_path: Path) -> None:
    trainer = SoloTrainer(TINY, "cpu")
    trainer.step()
    trainer.save(tmp_path)
    again = SoloTrainer.load(tmp_path, "cpu")
    assert again.deals == 128
    again.step()
    again.export(tmp_path / "solo.npz")
    with (tmp_path / "solo.npz").open("rb") as file:
        network = Network.read(file)
    suits, facts = again.suits[5, :4], again.facts[5, :4]
    with torch.no_grad():
        expected = again.policy(suits, facts).numpy()
    np.testing.assert_allclose(network.looks(suits.numpy(), facts.numpy()), expected, atol=0.02)  # half precision
