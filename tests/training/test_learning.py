"""The trainer on a CPU, small: masks are legal, it learns to expect better, and a checkpoint goes on where it stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch (the extra `train`) is not installed: training is not tested here")

from puur.bots.network import Network  # noqa: E402
from puur.training.export import export  # noqa: E402
from puur.training.learning import Settings, Trainer, improvement  # noqa: E402
from puur.training.rivals import FAMILY_OF_CHANCE, FAMILY_OF_RULES, FAMILY_OF_SEARCH  # noqa: E402
from puur.training.selfplay import targets  # noqa: E402

TINY = Settings(
    width=16, blocks=1, critic_width=16, critic_blocks=1, quick_width=8, quick_blocks=1, deals=64, step=512, rate=3e-3, seconds=1e9
)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(1)


def test_every_card_that_is_played_is_legal_and_points_add_up() -> None:
    trainer = Trainer(TINY, "cpu")
    lesson = trainer.tables.play(trainer.dealer, 0.5)
    memory = trainer.memory
    assert memory.legal.gather(2, memory.card[..., None]).all()
    assert sorted(memory.card[:, 0].tolist()) == list(range(36))
    assert bool(torch.isfinite(lesson.target).all())


def test_a_decision_teaches_about_all_its_cards() -> None:
    before, chances = torch.tensor([[0.5, 0.5]]).log(), torch.tensor([[0.55, 0.45]]).log()
    worths, card = torch.tensor([[1.0, 0.0]]), torch.tensor([1])
    # By hand: 0.55 times 1 instead of 0.5 times 1; the card that was played, at 0.9 of its chance now, brought 0.2 beyond it.
    assert float(improvement(chances, before, worths, card, torch.tensor([0.0]))) == pytest.approx(0.05)
    assert float(improvement(chances, before, worths, card, torch.tensor([0.2]))) == pytest.approx(0.05 + 0.9 * 0.2)


def test_the_critic_is_not_asked_where_there_is_no_choice() -> None:
    trainer = Trainer(TINY, "cpu")
    trainer.tables.play(trainer.dealer, 0.0)
    memory = trainer.memory
    assert not memory.counts[32:].any()  # everybody's last card
    memory.value[32:] = 99.0
    brought = torch.zeros(9, memory.n)
    brought[8] = 0.5
    expected = torch.where(memory.seat[32:] % 2 == 0, 0.5, -0.5)
    assert torch.equal(targets(memory, brought)[32:], expected)


def test_the_critic_learns_what_to_expect() -> None:
    trainer = Trainer(TINY, "cpu")
    # Judged by one batch that it does not learn from, since batches differ more than a few steps teach.
    judge = Trainer(TINY, "cpu")
    judge.policy.load_state_dict(trainer.policy.state_dict())
    lesson = judge.tables.play(judge.dealer, 0.5)
    room, chosen = judge.memory, judge.memory.counts.flatten()

    def missed() -> float:
        with torch.no_grad():
            worths = trainer.critic(*(values.flatten(0, 1)[chosen] for values in (room.suits, room.facts, room.others)))
        said = worths.gather(1, room.card.flatten()[chosen][:, None]).squeeze(1)
        return float(((lesson.target.flatten()[chosen] - said) ** 2).mean())

    before = missed()
    for _ in range(24):
        trainer.step()
    assert missed() < 0.95 * before


def test_strangers_play_seats_that_nobody_learns_from() -> None:
    trainer = Trainer(replace(TINY, strangers=0.25, searchers=0.125, chancers=0.125, elders=0.25), "cpu")
    trainer.step()
    memory = trainer.memory
    guest = memory.guest[torch.arange(64), memory.seat]
    assert memory.guest[:48].any(1).all()
    assert not memory.guest[48:].any()
    assert not (memory.counts & guest).any()
    assert memory.legal.gather(2, memory.card[..., None]).all()
    families = memory.stranger > 0
    for first, last, family in ((0, 16, FAMILY_OF_RULES), (16, 24, FAMILY_OF_SEARCH), (24, 32, FAMILY_OF_CHANCE)):
        assert torch.equal(families[first:last, :, family], memory.guest[first:last])
        assert int(families[first:last].sum()) == int(memory.guest[first:last].sum())
    assert not families[32:].any()  # an elder is no stranger to the critic


def test_bids_learn_nothing_from_deals_with_guests() -> None:
    trainer = Trainer(replace(TINY, chancers=1.0), "cpu")
    before = [weights.clone() for network in (trainer.offer, trainer.push, trainer.tell) for weights in network.parameters()]
    trainer.step()
    after = [weights for network in (trainer.offer, trainer.push, trainer.tell) for weights in network.parameters()]
    assert all(torch.equal(old, new) for old, new in zip(before, after, strict=True))


def test_in_the_first_seconds_the_critic_alone_learns() -> None:
    trainer = Trainer(replace(TINY, warm=1), "cpu")
    policy = [weights.clone() for weights in trainer.policy.parameters()]
    critic = trainer.critic.out.weight.clone()
    trainer.step()
    assert all(torch.equal(before, after) for before, after in zip(policy, trainer.policy.parameters(), strict=True))
    assert not torch.equal(critic, trainer.critic.out.weight)
    trainer.step()
    assert not all(torch.equal(before, after) for before, after in zip(policy, trainer.policy.parameters(), strict=True))


def test_a_checkpoint_goes_on_where_it_stopped(tmp_path: Path) -> None:
    trainer = Trainer(TINY, "cpu")
    trainer.step()
    trainer.save(tmp_path)
    again = Trainer.load(tmp_path, "cpu")
    assert again.deals == 64
    assert again.settings == TINY
    for before, after in zip(trainer.policy.parameters(), again.policy.parameters(), strict=True):
        assert torch.equal(before, after)
    assert len(again.optimizer.state_dict()["state"]) == len(trainer.optimizer.state_dict()["state"])
    again.step()
    assert again.deals == 128


def test_an_exported_network_plays_with_numpy(tmp_path: Path) -> None:
    trainer = Trainer(TINY, "cpu")
    trainer.step()
    export(trainer, tmp_path / "network.npz")
    with (tmp_path / "network.npz").open("rb") as file:
        network = Network.read(file)
    memory = trainer.memory
    suits, facts = memory.suits[5, :4], memory.facts[5, :4]
    with torch.no_grad():
        expected = trainer.policy(suits, facts).numpy()
    np.testing.assert_allclose(network.looks(suits.numpy(), facts.numpy()), expected, atol=0.02)  # half precision


def test_training_begins_with_what_was_exported(tmp_path: Path) -> None:
    trainer = Trainer(TINY, "cpu")
    export(trainer, tmp_path / "network.npz")
    again = Trainer(replace(TINY, quick_width=12), "cpu")
    assert again.begin(tmp_path / "network.npz") == [
        "policy",
        "offer",
        "push",
        "tell",
    ]  # the small copy has another size, the critic is not in it
    for ours, theirs in zip(trainer.policy.parameters(), again.policy.parameters(), strict=True):
        torch.testing.assert_close(ours, theirs, atol=1e-3, rtol=1e-3)  # half precision
