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
        self.chances, self.value = room(36, kind=torch.float32), room(kind=torch.float32)
        self.seat, self.counts = room(kind=torch.int64), room(kind=torch.bool)


@dataclass
class Lesson:
    """A batch that was played: what each card brought, and the whole deal for side 0."""

    target: Tensor  # [36, n] what the critic should have said of the card that was played
    deal: Tensor  # [n]
    asked: Asked


def sampled(chances: Tensor) -> Tensor:
    """A card for each row, as likely as the logarithms say."""
    noise = torch.rand_like(chances).clamp_(1e-9, 1 - 1e-7)
    return (chances - torch.log(-torch.log(noise))).argmax(1)


class Tables:
    """Plays batches into `memory`. On a GPU the whole deal is one recorded graph: it need not wait for Python."""

    def __init__(self, policy: Policy, critic: Critic, memory: Memory) -> None:
        self.policy, self.critic, self.memory = policy, critic, memory
        self.graph: torch.cuda.CUDAGraph | None = None

    @torch.no_grad()
    def play(self, dealer: Dealer, explore: float) -> Lesson:
        """Deal, bid and play a batch."""
        start, asked = dealer.make(self.memory.n, explore)
        whole = self._recorded(start) if self.memory.device == "cuda" else self._cards(start)
        scaled = whole / (1.0 + start.said.prize)  # a game at stake must not drown the other deals
        return Lesson(targets(self.memory, scaled), whole.sum(0) + asked.before, asked)

    def _recorded(self, start: Batch) -> Tensor:
        if self.graph is None:
            self.start = start
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):  # compiles what has to be compiled
                self._cards(start)
            torch.cuda.current_stream().wait_stream(side)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.brought = self._cards(start)
        else:
            self.start.put(start)
        self.graph.replay()
        return self.brought

    def _cards(self, start: Batch) -> Tensor:
        """[9, n]: what each trick brings side 0 over side 1, in deals."""
        batch, brought = start.take(start.rows), []
        for ply in range(36):
            gain = step(batch, ply, self.policy, self.critic, self.memory)
            if gain is not None:
                brought.append(gain)
        return torch.stack(brought)


def step(batch: Batch, ply: int, policy: Policy, critic: Critic, memory: Memory) -> Tensor | None:
    """One card in every deal, remembered."""
    legal = batch.legal()
    suits, facts, others = memory.suits[ply], memory.facts[ply], memory.others[ply]
    observed(batch, legal, suits, facts)
    hidden(batch, others)
    with torch.autocast(memory.device, torch.bfloat16, enabled=memory.device == "cuda"):
        looks, worths = policy(suits, facts), critic(suits, facts, others)
    chances = masked(looks, legal).log_softmax(1)
    card = sampled(chances)
    memory.legal[ply], memory.card[ply], memory.seat[ply] = legal, card, batch.seat
    memory.chances[ply] = chances
    memory.value[ply] = (chances.exp() * worths.float()).sum(1)
    memory.counts[ply] = (legal.sum(1) > 1) & ~batch.over
    gain: Tensor | None = batch.play(card)
    return gain


def targets(memory: Memory, brought: Tensor) -> Tensor:
    """[36, n]: what each card was worth, mixed from what came and what the critic expects later on (lambda returns).

    Where there was no choice the critic is not asked: the worth is what follows.
    """
    n = memory.n
    seats = memory.seat.view(9, 4, n)
    expected = torch.zeros_like(memory.value).view(9, 4, n).scatter_(1, seats, memory.value.view(9, 4, n))
    chose = torch.zeros_like(memory.counts).view(9, 4, n).scatter_(1, seats, memory.counts.view(9, 4, n))
    sign = torch.tensor([1.0, -1.0, 1.0, -1.0], device=memory.device)[:, None]
    worth, surplus, following = torch.zeros_like(expected), torch.zeros_like(expected[0]), torch.zeros_like(expected[0])
    for trick in range(8, -1, -1):
        here = brought[trick] * sign + following
        following = torch.where(chose[trick], expected[trick], here)
        surplus = here - following + LAMBDA * surplus
        worth[trick] = following + surplus
    return worth.gather(1, seats).view(36, n)


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
def duel(dealer: Dealer, ours: Policy | None, theirs: Policy | None, n: int) -> tuple[float, float]:
    """What share of the points `ours` takes on `n` paired deals of plain Schieber, in per cent, and half its interval."""
    device = str(dealer.kit.device)
    start = dealer.plain(n)
    players = chooser(ours, n, device), chooser(theirs, n, device)
    share = torch.zeros(n, device=device)
    for side in (0, 1):
        batch = start.take(start.rows)
        for _ in range(36):
            legal = batch.legal()
            mine = batch.seat % 2 == side
            batch.play(torch.where(mine, players[0](batch, legal), players[1](batch, legal)))
        share += batch.points[:, side] / DEAL / 2 * 100
    return float(share.mean()), 1.96 * float(share.std()) / n**0.5
