"""Learning from self-play (PPO): one pass over each batch, forced cards left out, rates falling along a schedule of seconds.

The critic sees all hands and says what every card is worth, so a decision teaches about all its cards, not only about the one that
was played; what came of that one beyond the critic's word is added, which keeps the estimate true on average.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from puur.fast.batch import Kit
from puur.training.networks import Critic, Policy, offer_network, push_network, tell_network
from puur.training.rivals import FAMILY_OF_CHANCE, FAMILY_OF_RULES, FAMILY_OF_SEARCH
from puur.training.selfplay import Guests, Lesson, Memory, Tables, masked
from puur.training.situations import Dealer

CLIP = 0.2
WARM_RATE = 1e-3
LARGEST = 12 << 20  # bytes in one part of a checkpoint


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides a training run but its chance."""

    width: int = 256
    blocks: int = 3
    critic_width: int = 256
    critic_blocks: int = 2
    quick_width: int = 96
    quick_blocks: int = 2
    deals: int = 32_768  # in a batch
    step: int = 32_768  # decisions in one step of learning
    rate: float = 8e-4
    rate_end: float = 2e-5
    bid_rate: float = 1e-3
    entropy: float = 0.01
    entropy_end: float = 0.0005
    explore: float = 0.1  # how often chance bids
    rival_width: int = 160  # of the network that plays like Stammtisch
    rival_blocks: int = 2
    strangers: float = 0.0  # share of the deals with seats that play like Stammtisch
    searchers: float = 0.0  # share of the deals with seats that play like Meister
    chancers: float = 0.0  # share of the deals with seats that play any card
    elders: float = 0.0  # share of the deals with seats of the network that training began with
    warm: int = 0  # batches at the beginning in which the critic alone learns, and the small copy
    seconds: float = 1000.0  # of the whole schedule


def improvement(chances: Tensor, before: Tensor, worths: Tensor, card: Tensor, surplus: Tensor) -> Tensor:
    """How much better the new chances are than those `before`, by all cards' worths and what `card` brought beyond its own."""
    ratio, weight = (chances - before).exp(), before.exp()
    lead = worths - (weight * worths).sum(1, keepdim=True)
    by_worth = (weight * torch.min(ratio * lead, ratio.clamp(1 - CLIP, 1 + CLIP) * lead)).sum(1)
    taken = ratio.gather(1, card[:, None]).squeeze(1)
    return (by_worth + torch.min(taken * surplus, taken.clamp(1 - CLIP, 1 + CLIP) * surplus)).mean()


class Trainer:
    """Networks, what has been learned so far, and how to go on."""

    def __init__(self, settings: Settings, device: str) -> None:
        self.settings, self.device = settings, device
        self.policy = Policy(settings.width, settings.blocks).to(device)
        self.critic = Critic(settings.critic_width, settings.critic_blocks).to(device)
        self.quick = Policy(settings.quick_width, settings.quick_blocks).to(device)
        self.rival = Policy(settings.rival_width, settings.rival_blocks).to(device)  # plays like Stammtisch once it was taught
        self.searcher = Policy(settings.width, settings.blocks).to(device)  # plays like Meister once it was taught
        self.elder = Policy(settings.width, settings.blocks).to(device)
        self.offer, self.push, self.tell = offer_network().to(device), push_network().to(device), tell_network().to(device)
        self.dealer = Dealer(Kit(torch, device), self.offer, self.push, self.tell)
        playing = [*self.policy.parameters(), *self.critic.parameters(), *self.quick.parameters()]
        bidding = [*self.offer.parameters(), *self.push.parameters(), *self.tell.parameters()]
        self.optimizer = torch.optim.AdamW(
            [{"params": playing, "lr": settings.rate}, {"params": bidding, "lr": settings.bid_rate}],
            weight_decay=0.0, eps=1e-5, fused=device == "cuda",
        )  # fmt: skip
        self.memory = Memory(settings.deals, device)
        self.seconds, self.deals = 0.0, 0
        compiled: Callable[[nn.Module], Any] = (
            partial(torch.compile, dynamic=False) if device == "cuda" else lambda network: network
        )
        self.fast_policy, self.fast_critic, self.fast_quick = map(compiled, (self.policy, self.critic, self.quick))
        guests: list[Guests] = []
        at = 0
        for network, share, family in (
            (self.rival, settings.strangers, FAMILY_OF_RULES),
            (self.searcher, settings.searchers, FAMILY_OF_SEARCH),
            (None, settings.chancers, FAMILY_OF_CHANCE),
            (self.elder, settings.elders, None),
        ):
            first, at = at, at + round(share * settings.deals)
            if at > first:
                guests.append(Guests(network and compiled(network), first, at, family))
        self.tables = Tables(self.fast_policy, self.fast_critic, self.memory, guests)

    def networks(self) -> dict[str, nn.Module]:
        """All that a player needs or that is trained, by name."""
        names = ("policy", "critic", "quick", "offer", "push", "tell", "rival", "searcher", "elder")
        return {name: getattr(self, name) for name in names}

    @property
    def warming(self) -> bool:
        """Whether the policy still waits for its critic."""
        return self.deals < self.settings.warm * self.settings.deals

    def begin(self, file: Path) -> list[str]:
        """Begin with the networks of an exported file that have the size of ours; their names."""
        with np.load(file) as stored:
            weights = {name: torch.from_numpy(stored[name]) for name in stored.files}
        taken = []
        for name, network in self.networks().items():
            state = {key.partition(".")[2]: value for key, value in weights.items() if key.startswith(f"{name}.")}
            if {key: value.shape for key, value in state.items()} == {
                key: value.shape for key, value in network.state_dict().items()
            }:
                network.load_state_dict(state)
                taken.append(name)
        if "policy" in taken:
            self.elder.load_state_dict(self.policy.state_dict())
            self.searcher.load_state_dict(self.policy.state_dict())
        return taken

    def run(self, seconds: float, report: Callable[[dict[str, float]], None]) -> None:
        """Train for so long, or to the end of the schedule."""
        began, before = time.monotonic(), self.seconds
        while (spent := time.monotonic() - began) < seconds and before + spent < self.settings.seconds:
            self.seconds = before + spent
            report(self.step())
        self.seconds = before + time.monotonic() - began

    def step(self) -> dict[str, float]:
        """Play one batch and learn from it."""
        settings = self.settings
        left = max(0.0, 1.0 - self.seconds / settings.seconds)
        playing, bidding = self.optimizer.param_groups
        playing["lr"] = settings.rate_end + (settings.rate - settings.rate_end) * left
        bidding["lr"] = settings.bid_rate * max(0.05, left)
        entropy = settings.entropy_end + (settings.entropy - settings.entropy_end) * left
        if self.warming:
            playing["lr"] = WARM_RATE
        lesson = self.tables.play(self.dealer, settings.explore)
        losses = {**self._learn_bids(lesson), **self._learn_cards(lesson, entropy)}
        self.deals += settings.deals
        return {**losses, "seconds": self.seconds, "deals": float(self.deals)}

    def _learn_cards(self, lesson: Lesson, entropy: float) -> dict[str, float]:
        memory, step = self.memory, self.settings.step
        chosen = memory.counts.flatten().nonzero().squeeze(1)
        chosen = chosen[torch.randperm(len(chosen), device=self.device)]
        suits, facts, others = (room.flatten(0, 1) for room in (memory.suits, memory.facts, memory.others))
        legal, card, before = (room.flatten(0, 1) for room in (memory.legal, memory.card, memory.chances))
        target = lesson.target.flatten()
        scale = 1 / ((target - memory.value.flatten())[chosen].std() + 1e-6)
        losses: dict[str, Tensor] = {}
        for first in range(0, max(1, len(chosen) - step + 1), step):
            rows = chosen[first : first + step]
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
                looks = self.fast_policy(suits[rows], facts[rows])
                worths = self.fast_critic(suits[rows], facts[rows], others[rows])
                guess = self.fast_quick(suits[rows], facts[rows])
            chances = masked(looks, legal[rows]).log_softmax(1)
            surplus = target[rows] - worths.float().gather(1, card[rows][:, None]).squeeze(1)
            good = improvement(chances, before[rows], worths.float().detach(), card[rows], surplus.detach()) * scale
            spread = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
            missed = (surplus**2).mean()
            copied = F.kl_div(masked(guess, legal[rows]).log_softmax(1), chances.detach(), log_target=True, reduction="batchmean")
            # Without any gradient the policy's moments stay empty, so that its first steps are not too long.
            loss = missed if self.warming else missed - good - entropy * spread
            self._descend(loss, [self.policy, self.critic], copied, self.quick)
            losses = {"entropy": spread.detach(), "critic": missed.detach(), "copied": copied.detach()}
        return {name: float(value) for name, value in losses.items()}

    def _learn_bids(self, lesson: Lesson) -> dict[str, float]:
        """Only from deals without guests: what a bid is worth with them says nothing of what it is worth among ourselves."""
        asked = lesson.asked
        among = (~self.memory.guest.any(1)).float()
        many = among.sum().clamp(min=1)
        own = torch.where(asked.side == 0, lesson.deal, -lesson.deal)
        offer = (((self.offer(asked.offer) - own) ** 2) * among).sum() / many
        missed = (self.push(asked.push) - own * asked.scale) ** 2 * among
        push = (missed * asked.pushed).sum() / (asked.pushed * among).sum().clamp(min=1)
        told = asked.told
        worths = self.tell(told.rows)
        said = torch.where(told.quiet, worths[..., 1], worths[..., 0])
        brought = torch.where(told.side == 0, lesson.deal, -lesson.deal) / (1.0 + asked.prize)
        could = told.could * among
        tell = (((said - brought) ** 2) * could).sum() / could.sum().clamp(min=1)
        self._descend(offer + push + tell, [self.offer, self.push, self.tell])
        return {
            "tell": float(tell.detach()),
            "quiet": float((told.quiet & told.could).sum() / told.could.sum().clamp(min=1)),
            "offer": float(offer.detach()),
            "push": float(push.detach()),
            "pushed": float(asked.pushed.float().mean()),
            "own": float(own.mean()),
        }

    def _descend(
        self, loss: Tensor, networks: list[nn.Module], beside: Tensor | None = None, copy: nn.Module | None = None
    ) -> None:
        """One step; `beside` is the loss of a copy that learns along and must not disturb the others."""
        self.optimizer.zero_grad(set_to_none=True)
        (loss if beside is None else loss + beside).backward()
        nn.utils.clip_grad_norm_([weights for network in networks for weights in network.parameters()], 1.0)
        if copy is not None:
            nn.utils.clip_grad_norm_(copy.parameters(), 1.0)
        self.optimizer.step()

    def save(self, folder: Path) -> None:
        """Write all that is needed to go on, in parts of a size that can be copied anywhere."""
        folder.mkdir(parents=True, exist_ok=True)
        state: dict[str, Tensor] = {}
        for name, network in self.networks().items():
            state |= {f"{name}/{key}": value.cpu() for key, value in network.state_dict().items()}
        for number, moments in self.optimizer.state_dict()["state"].items():
            for key, value in moments.items():
                state[f"optimizer/{number}/{key}"] = value.to(torch.bfloat16).cpu() if value.ndim else value.cpu()
        for old in folder.glob("part-*.pt"):
            old.unlink()
        part: dict[str, Tensor] = {}
        number = size = 0
        for name, value in state.items():
            room = value.numel() * value.element_size()
            if part and size + room > LARGEST:
                torch.save(part, folder / f"part-{number}.pt")
                part, number, size = {}, number + 1, 0
            part[name], size = value, size + room
        about = {"settings": asdict(self.settings), "seconds": self.seconds, "deals": self.deals}
        torch.save({**part, "about": about}, folder / f"part-{number}.pt")

    @classmethod
    def load(cls, folder: Path, device: str, settings: Settings | None = None) -> Trainer:
        """Go on where `save` stopped; other settings may change the schedule, never the networks."""
        state: dict[str, Any] = {}
        for path in sorted(folder.glob("part-*.pt")):
            state |= torch.load(path, map_location=device, weights_only=True)
        about = state.pop("about")
        trainer = cls(settings or Settings(**about["settings"]), device)
        trainer.seconds, trainer.deals = about["seconds"], about["deals"]
        for name, network in trainer.networks().items():
            network.load_state_dict({key.partition("/")[2]: value for key, value in state.items() if key.startswith(f"{name}/")})
        moments: dict[int, dict[str, Tensor]] = {}
        for key, value in state.items():
            if key.startswith("optimizer/"):
                _, number, name = key.split("/")
                moments.setdefault(int(number), {})[name] = value
        groups = trainer.optimizer.state_dict()["param_groups"]
        trainer.optimizer.load_state_dict({"state": moments, "param_groups": groups})
        return trainer
