"""Self-play: whole batches of deals played by the policy, remembered card by card, and duels between two policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from puur.fast.batch import DEAL, Batch
from puur.fast.observe import PER_SUIT, WIDE, hidden, observed
from puur.training.networks import FAMILIES, HIDDEN, Critic, Policy
from puur.training.rivals import FAMILY_OF_RULES, readable
from puur.training.situations import Asked, Dealer

LAMBDA = 0.95
ALONE, SIDE = 0.2, 0.5  # how often guests have one seat, and one side; otherwise all seats but one


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

        self.suits, self.facts, self.others = room(4, PER_SUIT), room(WIDE), room(4, HIDDEN)
        self.legal, self.card = room(36, kind=torch.bool), room(kind=torch.int64)
        self.chances, self.value = room(36, kind=torch.float32), room(kind=torch.float32)
        self.seat, self.counts = room(kind=torch.int64), room(kind=torch.bool)
        self.guest = torch.zeros((self.n, 4), dtype=torch.bool, device=self.device)  # seats that another network plays
        self.stranger = torch.zeros((self.n, 4, FAMILIES), dtype=half, device=self.device)  # those of them that play in another way


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


@dataclass
class Guests:
    """Another network that plays some seats in the deals from `first` to `last`; chance without one."""

    policy: Policy | None
    first: int
    last: int
    family: int | None = None  # of strangers: the critic is told

    def seats(self, device: str) -> Tensor:
        """[deals, 4]: one seat, one side, or all but one."""
        n = self.last - self.first
        seat = torch.randint(0, 4, (n, 1), device=device)
        kind = torch.rand((n, 1), device=device)
        four = torch.arange(4, device=device)
        alone, side = four == seat, four % 2 == seat % 2
        return torch.where(kind < ALONE, alone, torch.where(kind < ALONE + SIDE, side, ~alone))


class Tables:
    """Plays batches into `memory`. On a GPU the whole deal is one recorded graph: it need not wait for Python."""

    def __init__(self, policy: Policy, critic: Critic, memory: Memory, guests: Sequence[Guests] = ()) -> None:
        self.policy, self.critic, self.memory, self.guests = policy, critic, memory, guests
        self.keep = readable(memory.device)
        self.graph: torch.cuda.CUDAGraph | None = None

    def _seat_guests(self) -> None:
        memory = self.memory
        for guests in self.guests:
            seats = guests.seats(memory.device)
            memory.guest[guests.first : guests.last] = seats
            if guests.family is not None:
                memory.stranger[guests.first : guests.last, :, guests.family] = seats.to(memory.stranger.dtype)

    @torch.no_grad()
    def play(self, dealer: Dealer, explore: float) -> Lesson:
        """Deal, bid and play a batch."""
        start, asked = dealer.make(self.memory.n, explore)
        self._seat_guests()
        brought = self._recorded(start) if self.memory.device == "cuda" else self._cards(start)
        scaled = brought / (1.0 + start.said.prize)  # a game at stake must not drown the other deals
        return Lesson(targets(self.memory, scaled), brought.sum(0) + asked.before, asked)

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
            gain = self._step(batch, ply)
            if gain is not None:
                brought.append(gain)
        return torch.stack(brought)

    def _step(self, batch: Batch, ply: int) -> Tensor | None:
        """One card in every deal, remembered."""
        memory, rows = self.memory, batch.rows
        legal = batch.legal()
        suits, facts, others = memory.suits[ply], memory.facts[ply], memory.others[ply]
        observed(batch, legal, suits, facts)
        hidden(batch, others)
        for step in (1, 2, 3):
            place = 27 + FAMILIES * (step - 1)
            others[:, :, place : place + FAMILIES] = memory.stranger[rows, (batch.seat + step) % 4][:, None]
        with torch.autocast(memory.device, torch.bfloat16, enabled=memory.device == "cuda"):
            looks, worths = self.policy(suits, facts), self.critic(suits, facts, others)
        chances = masked(looks, legal).log_softmax(1)
        card = sampled(chances)
        guest = memory.guest[rows, batch.seat]
        for guests in self.guests:
            part = slice(guests.first, guests.last)
            card[part] = torch.where(guest[part], self._guest_card(guests, suits[part], facts[part], legal[part]), card[part])
        memory.legal[ply], memory.card[ply], memory.seat[ply] = legal, card, batch.seat
        memory.chances[ply] = chances
        memory.value[ply] = (chances.exp() * worths.float()).sum(1)
        memory.counts[ply] = (legal.sum(1) > 1) & ~batch.over & ~guest
        gain: Tensor | None = batch.play(card)
        return gain

    def _guest_card(self, guests: Guests, suits: Tensor, facts: Tensor, legal: Tensor) -> Tensor:
        if guests.policy is None:
            return sampled(masked(torch.zeros_like(legal, dtype=torch.float32), legal))
        if guests.family == FAMILY_OF_RULES:
            suits, facts = suits * self.keep[0].to(suits.dtype), facts * self.keep[1].to(facts.dtype)
        with torch.autocast(self.memory.device, torch.bfloat16, enabled=self.memory.device == "cuda"):
            looks = guests.policy(suits, facts)
        return masked(looks, legal).argmax(1) if guests.family is not None else sampled(masked(looks, legal).log_softmax(1))


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


def chooser(policy: Policy | None, n: int, device: str, stranger: bool = False) -> Callable[[Batch, Tensor], Tensor]:
    """Plays the best-looking card, or any legal one without a policy."""
    keep = readable(device)
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    suits = torch.zeros(n, 4, PER_SUIT, dtype=kind, device=device)
    facts = torch.zeros(n, WIDE, dtype=kind, device=device)

    def choose(batch: Batch, legal: Tensor) -> Tensor:
        if policy is None:
            return torch.rand(legal.shape, device=device).masked_fill(~legal, -1).argmax(1)
        observed(batch, legal, suits, facts)
        if stranger:
            suits.mul_(keep[0].to(kind))
            facts.mul_(keep[1].to(kind))
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            return masked(policy(suits, facts), legal).argmax(1)

    return choose


@torch.no_grad()
def duel(dealer: Dealer, ours: Policy | None, theirs: Policy | None, n: int, stranger: bool = False) -> tuple[float, float]:
    """What share of the points `ours` takes on `n` paired deals of plain Schieber, in per cent, and half its interval."""
    device = str(dealer.kit.device)
    start = dealer.plain(n)
    players = chooser(ours, n, device), chooser(theirs, n, device, stranger)
    share = torch.zeros(n, device=device)
    for side in (0, 1):
        batch = start.take(start.rows)
        for _ in range(36):
            legal = batch.legal()
            mine = batch.seat % 2 == side
            batch.play(torch.where(mine, players[0](batch, legal), players[1](batch, legal)))
        share += batch.points[:, side] / DEAL / 2 * 100
    return float(share.mean()), 1.96 * float(share.std()) / n**0.5
