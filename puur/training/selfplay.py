"""Self-play: whole batches of deals played by the policy, remembered card by card, and duels between two policies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from puur.fast.batch import DEAL, Batch
from puur.fast.observe import PER_SUIT, WIDE, hidden, observed
from puur.training.networks import Critic, Policy
from puur.training.situations import Asked, Dealer

LAMBDA = 0.95


def masked(looks: Tensor, legal: Tensor) -> Tensor:
    """How good the cards look, nothing but the legal ones."""
    return looks.float().masked_fill(~legal, -1e9)


@dataclass
class Memory:
    """Room for what was seen and done in the 36 cards of `n` deals; used again for every batch."""

    n: int
    device: str

    def __post_init__(self) -> None:
        half = torch.bfloat16 if self.device == "cuda" else torch.float32

        def room(*shape: int, kind: torch.dtype = half) -> Tensor:
            return torch.zeros((36, self.n, *shape), dtype=kind, device=self.device)

        self.suits, self.facts, self.others = room(4, PER_SUIT), room(WIDE), room(4, 27)
        self.legal, self.card = room(36, kind=torch.bool), room(kind=torch.int64)
        self.chance, self.value = room(kind=torch.float32), room(kind=torch.float32)
        self.seat, self.counts = room(kind=torch.int64), room(kind=torch.bool)


@dataclass
class Lesson:
    """A batch that was played: what each decision brought beyond what was expected, and the whole deal for side 0."""

    gain: Tensor  # [36, n]
    target: Tensor  # [36, n]
    deal: Tensor  # [n]
    asked: Asked


def sampled(chances: Tensor) -> Tensor:
    """A card for each row, as likely as the logarithms say."""
    noise = torch.rand_like(chances).clamp_(1e-9, 1 - 1e-7)
    return (chances - torch.log(-torch.log(noise))).argmax(1)


@torch.no_grad()
def play(dealer: Dealer, policy: Policy, critic: Critic, memory: Memory, explore: float) -> Lesson:
    """Play a batch into `memory`."""
    n, device = memory.n, memory.device
    batch, asked = dealer.make(n, explore)
    brought = []
    for ply in range(36):
        legal = batch.legal()
        suits, facts, others = memory.suits[ply], memory.facts[ply], memory.others[ply]
        observed(batch, legal, suits, facts)
        hidden(batch, others)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            looks, value = policy(suits, facts), critic(suits, facts, others)
        chances = masked(looks, legal).log_softmax(1)
        card = sampled(chances)
        memory.legal[ply], memory.card[ply], memory.seat[ply] = legal, card, batch.seat
        memory.chance[ply] = chances.gather(1, card[:, None]).squeeze(1)
        memory.value[ply] = value.float()
        memory.counts[ply] = (legal.sum(1) > 1) & ~batch.over
        gain = batch.play(card)
        if gain is not None:
            brought.append(gain)
    gain, target = advantages(memory, torch.stack(brought))
    return Lesson(gain, target, torch.stack(brought).sum(0) + asked.before, asked)


def advantages(memory: Memory, brought: Tensor) -> tuple[Tensor, Tensor]:
    """What each decision brought beyond the critic's expectation (GAE), and what the critic should have said; by card."""
    n = memory.n
    seats, values = memory.seat.view(9, 4, n), memory.value.view(9, 4, n)
    by_seat = torch.zeros_like(values).scatter_(1, seats, values)
    sign = torch.tensor([1.0, -1.0, 1.0, -1.0], device=memory.device)[:, None]
    gains, running, following = torch.zeros_like(by_seat), torch.zeros_like(by_seat[0]), torch.zeros_like(by_seat[0])
    for trick in range(8, -1, -1):
        running = brought[trick] * sign + following - by_seat[trick] + LAMBDA * running
        gains[trick], following = running, by_seat[trick]
    return gains.gather(1, seats).view(36, n), (gains + by_seat).gather(1, seats).view(36, n)


def chooser(policy: Policy | None, n: int, device: str) -> Callable[[Batch, Tensor], Tensor]:
    """Plays the best-looking card, or any legal one without a policy."""
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    suits = torch.zeros(n, 4, PER_SUIT, dtype=kind, device=device)
    facts = torch.zeros(n, WIDE, dtype=kind, device=device)

    def choose(batch: Batch, legal: Tensor) -> Tensor:
        if policy is None:
            return torch.rand(legal.shape, device=device).masked_fill(~legal, -1).argmax(1)
        observed(batch, legal, suits, facts)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            return masked(policy(suits, facts), legal).argmax(1)

    return choose


@torch.no_grad()
def duel(dealer: Dealer, one: Policy | None, two: Policy | None, n: int) -> tuple[float, float]:
    """What share of the points `one` takes from `two` on `n` paired deals of plain Schieber, in per cent, and half its interval."""
    device = str(dealer.kit.device)
    start = dealer.plain(n)
    players = chooser(one, n, device), chooser(two, n, device)
    share = torch.zeros(n, device=device)
    for side in (0, 1):
        batch = start.take(start.rows)
        for _ in range(36):
            legal = batch.legal()
            mine = batch.seat % 2 == side
            batch.play(torch.where(mine, players[0](batch, legal), players[1](batch, legal)))
        share += batch.points[:, side] / DEAL / 2 * 100
    return float(share.mean()), 1.96 * float(share.std()) / n**0.5
