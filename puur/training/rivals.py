"""Strangers at the table: networks that play like *Stammtisch* and like *Meister*, learned from their deals (`training.records`),
and chance.

Self-play alone grows private habits. With strangers as partners and opponents in some of the deals the policy learns to play with
anybody, and against others than itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from puur.fast.batch import Batch, Kit, plain_conditions
from puur.fast.observe import AT, FLAGS, PER_SUIT, PLANES, WIDE, observed
from puur.fast.offers import CATALOGUE, Modes
from puur.training.networks import FAMILIES, Policy

FAMILY_OF_RULES, FAMILY_OF_SEARCH, FAMILY_OF_CHANCE = range(FAMILIES)
UNREAD_FACTS = ("match", "match possible", "need", "no target", "prize", "weis", "stated")
UNREAD_PLANES = ("next holds", "partner holds", "last holds")


def readable(device: str) -> tuple[Tensor, Tensor]:
    """What *Stammtisch* looks at, as ones and zeros: of a suit's numbers and of the facts."""
    facts, planes = torch.ones(WIDE), torch.ones(len(PLANES), 9)
    for name in UNREAD_FACTS:
        facts[AT[name] : min((begin for begin in AT.values() if begin > AT[name]), default=WIDE)] = 0.0
    for name in UNREAD_PLANES:
        planes[PLANES.index(name)] = 0.0
    return torch.cat([planes.flatten(), torch.ones(len(FLAGS))]).to(device), facts.to(device)


@dataclass
class Records:
    """Deals of a player without a network, on a device."""

    kit: Kit
    cards: Tensor  # [n, 36], with trump in front
    best: Tensor
    modes: Tensor
    first: Tensor
    announcers: Tensor
    pushed: Tensor

    @classmethod
    def read(cls, file: Path, device: str) -> Records:
        """From a file of `training.records`."""
        kit = Kit(torch, device)
        with np.load(file) as stored:
            rows = {name: kit.put(stored[name].astype(np.int64)) for name in stored.files}
        order = Modes(kit, CATALOGUE).order[rows["modes"]]
        cards, best = (order.gather(1, rows[name]) for name in ("cards", "best"))
        return cls(kit, cards, best, rows["modes"], rows["first"], rows["announcers"], rows["pushed"] > 0)

    def __len__(self) -> int:
        return len(self.cards)

    def batch(self, rows: Tensor, modes: Modes) -> Batch:
        """Some deals before their first card, the hands made of what was played."""
        chosen = self.modes[rows]
        said = plain_conditions(self.kit, modes.blocks[chosen], modes.values[chosen], self.announcers[rows], self.pushed[rows])
        return Batch(self.kit, self._hands(rows, said.blocks), self.first[rows], said)

    def _hands(self, rows: Tensor, blocks: Tensor) -> Tensor:
        """[n, 4, 36]: who held what, by playing the cards through."""
        kit, n = self.kit, len(rows)
        cards, leader, ar = self.cards[rows], self.first[rows], kit.count(len(rows))
        hands = torch.zeros(n, 4, 36, dtype=torch.bool, device=cards.device)
        for trick in range(9):
            four = cards[:, 4 * trick : 4 * trick + 4]
            power = kit.power[blocks[:, trick, None], kit.suit[four[:, :1]], four]
            for place in range(4):
                hands[ar, (leader + place) % 4, four[:, place]] = True
            leader = (leader + power.argmax(1)) % 4
        return hands


def taught(
    rival: Policy, records: Records, seconds: float, deals: int = 4096, rate: float = 1e-3, report: Callable[[str], None] = print,
    reads_all: bool = False, passes: int = 1_000_000,
) -> float:  # fmt: skip
    """Teach a network to play like the records; how often it then plays the card of new deals, from 0 to 1.

    So many seconds or passes, whichever end first. It looks at what *Stammtisch* looks at, unless it `reads_all`.
    """
    kit, device = records.kit, str(records.kit.device)
    modes = Modes(kit, CATALOGUE)
    keep_suits, keep_facts = readable(device)
    if reads_all:
        keep_suits, keep_facts = torch.ones_like(keep_suits), torch.ones_like(keep_facts)
    optimizer = torch.optim.AdamW(rival.parameters(), lr=rate, weight_decay=0.0)
    held_out = min(deals, len(records) // 8)
    shuffled, whole = torch.arange(held_out, len(records), device=device), max(1, (len(records) - held_out) // deals)
    began, step = time.monotonic(), 0
    while not step or ((spent := time.monotonic() - began) < seconds and step < passes * whole):
        left = 1.0 - max(spent / max(seconds, 1e-9), step / (passes * whole)) if step else 1.0
        optimizer.param_groups[0]["lr"] = rate * max(0.02, left)
        if step % whole == 0:
            shuffled = shuffled[torch.randperm(len(shuffled), device=device)]
        rows = shuffled[step % whole * deals : (step % whole + 1) * deals]
        step += 1
        for looks, best in _shown(rival, records, rows, modes, keep_suits, keep_facts):
            optimizer.zero_grad(set_to_none=True)
            F.cross_entropy(looks, best).backward()
            optimizer.step()
    with torch.no_grad():
        rows = torch.arange(held_out, device=device)
        parts = [(looks.argmax(1) == best).float() for looks, best in _shown(rival, records, rows, modes, keep_suits, keep_facts)]
        right = float(torch.cat(parts).mean())
    report(f"plays like the records in {100 * right:.1f} % of the choices, after {step} batches")
    return right


def _shown(
    rival: Policy, records: Records, rows: Tensor, modes: Modes, keep_suits: Tensor, keep_facts: Tensor
) -> Iterator[tuple[Tensor, Tensor]]:
    """Card for card: how good the legal cards of real choices look, and which was best."""
    device, n = str(records.kit.device), len(rows)
    batch, cards, best = records.batch(rows, modes), records.cards[rows], records.best[rows]
    suits = torch.zeros(n, 4, PER_SUIT, device=device)
    facts = torch.zeros(n, WIDE, device=device)
    for ply in range(32):
        legal = batch.legal()
        observed(batch, legal, suits, facts)
        chose = (legal.sum(1) > 1).nonzero().squeeze(1)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            looks = rival((suits * keep_suits)[chose], (facts * keep_facts)[chose])
        yield looks.float().masked_fill(~legal[chose], -1e9), best[chose, ply]
        batch.play(cards[:, ply])
