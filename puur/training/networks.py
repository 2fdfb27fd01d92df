"""The networks in PyTorch. `bots.network` plays the same ones with NumPy.

Suits share their weights: what is learned in one suit holds in all, and only a flag says which is trump. Each layer of a suit sees
the mean over all four suits, so that suits know of each other.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from puur.fast.observe import PER_SUIT, WIDE
from puur.fast.offers import OFFER, PUSH, TELL

FAMILIES = 3  # of strangers: `training.rivals`
HIDDEN = 27 + 3 * FAMILIES  # of each suit the cards of the three others; of which family of strangers each of them is


class Block(nn.Module):
    """One residual step."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.inner, self.outer = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)
        self.shared = nn.Linear(width, width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """The step."""
        y = self.norm(x)
        return x + self.outer(F.relu(self.inner(y) + self.shared(y.mean(1, keepdim=True))))


class SuitNetwork(nn.Module):
    """Reads four suits and the facts beside them; the body of policy and critic."""

    def __init__(self, per_suit: int, width: int, blocks: int, out: int, facts: int = WIDE) -> None:
        super().__init__()
        self.suits, self.facts = nn.Linear(per_suit, width), nn.Linear(facts, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm, self.out = nn.LayerNorm(width), nn.Linear(width, out)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def body(self, suits: Tensor, facts: Tensor) -> Tensor:
        """Four vectors, one for each suit."""
        x = F.relu(self.suits(suits) + self.facts(facts)[:, None])
        for block in self.blocks:
            x = block(x)
        return F.relu(self.norm(x))


class Policy(SuitNetwork):
    """How good each card looks."""

    def __init__(self, width: int, blocks: int, facts: int = WIDE) -> None:
        super().__init__(PER_SUIT, width, blocks, 9, facts)

    def forward(self, suits: Tensor, facts: Tensor) -> Tensor:
        """[n, 36]"""
        return self.out(self.body(suits, facts)).flatten(1)


class Critic(SuitNetwork):
    """What each card brings the seat's side over the other until the end of the deal, with all hands seen."""

    def __init__(self, width: int, blocks: int, facts: int = WIDE) -> None:
        super().__init__(PER_SUIT + HIDDEN, width, blocks, 9, facts)

    def forward(self, suits: Tensor, facts: Tensor, others: Tensor) -> Tensor:
        """[n, 36]"""
        return self.out(self.body(torch.cat([suits, others], 2), facts)).flatten(1)


class Dense(nn.Module):
    """Two hidden layers, for bids."""

    def __init__(self, inputs: int, width: int = 256, out: int = 1) -> None:
        super().__init__()
        self.first, self.second, self.out = nn.Linear(inputs, width), nn.Linear(width, width), nn.Linear(width, out)

    def forward(self, x: Tensor) -> Tensor:
        """One number for each row, or `out` of them."""
        return self.out(F.relu(self.second(F.relu(self.first(x))))).squeeze(-1)


def offer_network() -> Dense:
    """What announcing a mode brings the own side, for each factor, in deals."""
    return Dense(OFFER)


def push_network() -> Dense:
    """What pushing brings the own side, in deals at the highest factor."""
    return Dense(PUSH)


def tell_network() -> Dense:
    """What the deal brings the own side if the highest Weis is stated, and if it is kept quiet, in deals."""
    network = Dense(TELL, 192, 2)
    nn.init.zeros_(network.out.weight)
    network.out.bias.data = torch.tensor([0.1, -0.1])  # a Weis is stated until something else was learned
    return network
