"""Training for the Differenzler: `python -m puur.training.solo FOLDER --for SECONDS`, then `--export FILE`.

Four copies of one policy play for themselves. Each predicts what costs least by its network of predictions, which learns along what
every prediction came to cost. A seat is paid what the others miss on average, in part, less what it misses itself. As in
`training.learning` the critic sees all hands and says what every card is worth.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from puur.fast.batch import Kit
from puur.fast.observe import PER_SUIT, WIDE, hidden, observed
from puur.fast.solo import CHOICES, EXTRA, GRID, POINTS, PREDICT, SoloBatch, predict_rows, predictions_seen
from puur.training.learning import improvement
from puur.training.networks import HIDDEN, Critic, Dense, Policy
from puur.training.selfplay import LAMBDA, masked, sampled

SPITE = 0.3  # how much of what the others miss is ours
OPEN = 0.4  # share of the deals in which predictions are said openly, in turn
HEAT = 2.0  # card points: how far from the best a prediction is still tried


@dataclass(frozen=True, slots=True)
class SoloSettings:
    """Everything that decides a run but its chance."""

    width: int = 192
    blocks: int = 3
    deals: int = 32_768
    step: int = 32_768
    rate: float = 1e-3
    rate_end: float = 2e-5
    entropy: float = 0.01
    entropy_end: float = 0.0005
    seconds: float = 200.0


class SoloTrainer:
    """Networks of the Differenzler and how to go on with them."""

    def __init__(self, settings: SoloSettings, device: str) -> None:
        self.settings, self.device, self.kit = settings, device, Kit(torch, device)
        width, blocks, n = settings.width, settings.blocks, settings.deals
        self.policy = Policy(width, blocks, WIDE + EXTRA).to(device)
        self.critic = Critic(width, blocks, WIDE + EXTRA + 4).to(device)
        self.predict = Dense(PREDICT, 256, CHOICES).to(device)
        nn.init.zeros_(self.predict.out.weight)
        cuda = device == "cuda"
        self.optimizer = torch.optim.AdamW(
            [each for network in self.networks().values() for each in network.parameters()],
            lr=settings.rate,
            weight_decay=0.0,
            fused=cuda,
        )
        half = torch.bfloat16 if cuda else torch.float32
        make: dict[str, Any] = {"device": device}
        self.suits, self.others = (
            torch.zeros(36, n, 4, PER_SUIT, dtype=half, **make),
            torch.zeros(36, n, 4, HIDDEN, dtype=half, **make),
        )
        self.facts = torch.zeros(36, n, WIDE + EXTRA, dtype=half, **make)
        self.secrets = torch.zeros(36, n, 4, dtype=half, **make)  # what every seat still misses, for the critic
        self.legal, self.chances = torch.zeros(36, n, 36, dtype=torch.bool, **make), torch.zeros(36, n, 36, **make)
        self.card, self.seat = (torch.zeros(36, n, dtype=torch.int64, **make) for _ in range(2))
        self.value, self.counts = torch.zeros(36, n, **make), torch.zeros(36, n, dtype=torch.bool, **make)
        self.seconds, self.deals = 0.0, 0
        compiled: Any = (lambda network: torch.compile(network, dynamic=False)) if cuda else (lambda network: network)
        self.fast_policy, self.fast_critic = compiled(self.policy), compiled(self.critic)

    def networks(self) -> dict[str, nn.Module]:
        """All that is trained, by name."""
        return {"policy": self.policy, "critic": self.critic, "predict": self.predict}

    @torch.no_grad()
    def dealt(self, n: int, heat: float = HEAT) -> tuple[SoloBatch, Tensor, Tensor]:
        """Deals before their first card; what was asked of the network of predictions [4, n, PREDICT], and its choices [4, n]."""
        kit, rows = self.kit, self.kit.count(n)
        places = torch.rand(n, 36, device=self.device).argsort(1)
        owner = torch.zeros_like(places).scatter_(1, places, (kit.count(36) // 9).expand(n, 36))
        hand = torch.stack([owner == seat for seat in range(4)], 1)
        leader = torch.randint(0, 4, (n,), device=self.device)
        shown = torch.rand(n, device=self.device) < OPEN
        goal, spoken = torch.zeros(n, 4, device=self.device), torch.zeros(n, 4, dtype=torch.bool, device=self.device)
        asked, chosen = torch.zeros(4, n, PREDICT, device=self.device), torch.zeros(4, n, dtype=torch.int64, device=self.device)
        for place in range(4):
            seat = (leader + place) % 4
            others = torch.stack([goal[rows, (seat + step) % 4] for step in (1, 2, 3)], 1)
            said = torch.stack([spoken[rows, (seat + step) % 4] for step in (1, 2, 3)], 1) & shown[:, None]
            asked[place] = predict_rows(kit, hand[rows, seat], torch.full_like(seat, place), shown, others, said)
            costs = self.predict(asked[place]) * POINTS
            chosen[place] = sampled(-costs / heat) if heat else costs.argmin(1)
            goal[rows, seat] = chosen[place].float() * GRID
            spoken[rows, seat] = True
        return SoloBatch(kit, hand, leader, goal, shown.float()), asked, chosen

    @torch.no_grad()
    def play(self) -> tuple[Tensor, SoloBatch, Tensor, Tensor]:
        """A batch into memory: what each card was worth, the batch at its end, and what was asked and chosen in predicting."""
        batch, asked, chosen = self.dealt(self.settings.deals)
        for ply in range(36):
            legal = batch.legal()
            self.see(batch, legal, ply)
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
                looks = self.fast_policy(self.suits[ply], self.facts[ply])
                worths = self.fast_critic(self.suits[ply], torch.cat([self.facts[ply], self.secrets[ply]], 1), self.others[ply])
            chances = masked(looks, legal).log_softmax(1)
            card = sampled(chances)
            self.legal[ply], self.card[ply], self.seat[ply], self.chances[ply] = legal, card, batch.seat, chances
            self.value[ply] = (chances.exp() * worths.float()).sum(1)
            self.counts[ply] = legal.sum(1) > 1
            batch.play(card)
        missed = batch.missed() / POINTS
        paid = SPITE * (missed.sum(1, keepdim=True) - missed) / 3 - missed
        return self.targets(paid), batch, asked, chosen

    def see(self, batch: SoloBatch, legal: Tensor, ply: int) -> None:
        """Write what the seat to play sees, and what the critic sees beyond it."""
        observed(batch, legal, self.suits[ply], self.facts[ply, :, :WIDE])
        predictions_seen(batch, self.facts[ply, :, WIDE:])
        hidden(batch, self.others[ply])
        for step in range(4):
            seat = (batch.seat + step) % 4
            self.secrets[ply, :, step] = ((batch.goal - batch.made)[batch.rows, seat] / 40.0).to(self.secrets.dtype)

    def targets(self, paid: Tensor) -> Tensor:
        """[36, n]: lambda returns; everything is paid at the end, `paid[n, seat]`."""
        n = len(paid)
        seats = self.seat.view(9, 4, n)
        expected = torch.zeros_like(self.value).view(9, 4, n).scatter_(1, seats, self.value.view(9, 4, n))
        chose = torch.zeros_like(self.counts).view(9, 4, n).scatter_(1, seats, self.counts.view(9, 4, n))
        following = paid.T.contiguous()
        worth, surplus = torch.zeros_like(expected), torch.zeros_like(following)
        for trick in range(8, -1, -1):
            after = following
            following = torch.where(chose[trick], expected[trick], after)
            surplus = after - following + LAMBDA * surplus
            worth[trick] = following + surplus
        return worth.gather(1, seats).view(36, n)

    def step(self) -> dict[str, float]:
        """Play one batch and learn from it."""
        settings = self.settings
        left = max(0.0, 1.0 - self.seconds / settings.seconds)
        self.optimizer.param_groups[0]["lr"] = settings.rate_end + (settings.rate - settings.rate_end) * left
        entropy = settings.entropy_end + (settings.entropy - settings.entropy_end) * left
        target, batch, asked, chosen = self.play()
        self.deals += settings.deals
        seats = (batch.said.announcer[None] + torch.arange(4, device=self.device)[:, None]) % 4
        cost = (batch.missed() / POINTS).gather(1, seats.T).T  # [place, n]
        guess = self.predict(asked).gather(2, chosen[..., None]).squeeze(2)
        predicted = F.mse_loss(guess, cost)
        self._descend(predicted)
        told = {"missed": float(batch.missed().mean()), "predict": float(predicted.detach())}
        flat = {
            name: getattr(self, name).flatten(0, 1) for name in ("suits", "facts", "secrets", "others", "legal", "chances", "card")
        }
        target, value = target.flatten(), self.value.flatten()
        rows_chosen = self.counts.flatten().nonzero().squeeze(1)
        rows_chosen = rows_chosen[torch.randperm(len(rows_chosen), device=self.device)]
        scale = 1 / ((target - value)[rows_chosen].std() + 1e-6)
        for first in range(0, max(1, len(rows_chosen) - settings.step + 1), settings.step):
            rows = rows_chosen[first : first + settings.step]
            seen = {name: values[rows] for name, values in flat.items()}
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
                looks = self.fast_policy(seen["suits"], seen["facts"])
                worths = self.fast_critic(seen["suits"], torch.cat([seen["facts"], seen["secrets"]], 1), seen["others"]).float()
            chances = masked(looks, seen["legal"]).log_softmax(1)
            surplus = target[rows] - worths.gather(1, seen["card"][:, None]).squeeze(1)
            good = improvement(chances, seen["chances"], worths.detach(), seen["card"], surplus.detach()) * scale
            spread = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
            missed = (surplus**2).mean()
            self._descend(missed - good - entropy * spread)
            told |= {"critic": float(missed.detach()), "entropy": float(spread.detach())}
        return told

    def _descend(self, loss: Tensor) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_([each for network in self.networks().values() for each in network.parameters()], 1.0)
        self.optimizer.step()

    def run(self, seconds: float) -> None:
        """Train for so long, telling now and then."""
        began, before, last = time.monotonic(), self.seconds, -99.0
        while (spent := time.monotonic() - began) < seconds and before + spent < self.settings.seconds:
            self.seconds = before + spent
            told = self.step()
            if spent - last > 20:
                last = spent
                print(
                    f"{self.deals} deals, {self.seconds:.0f} s:",
                    *(f"{name} {value:.4g}" for name, value in told.items()),
                    flush=True,
                )
        self.seconds = before + time.monotonic() - began

    def save(self, folder: Path) -> None:
        """Write all that is needed to go on."""
        folder.mkdir(parents=True, exist_ok=True)
        state = {name: network.state_dict() for name, network in self.networks().items()}
        about = {"settings": asdict(self.settings), "seconds": self.seconds, "deals": self.deals}
        torch.save({**state, "optimizer": self.optimizer.state_dict(), "about": about}, folder / "solo.pt")

    @classmethod
    def load(cls, folder: Path, device: str) -> SoloTrainer:
        """Go on where `save` stopped."""
        state = torch.load(folder / "solo.pt", map_location=device, weights_only=True)
        trainer = cls(SoloSettings(**state["about"]["settings"]), device)
        for name, network in trainer.networks().items():
            network.load_state_dict(state[name])
        trainer.optimizer.load_state_dict(state["optimizer"])
        trainer.seconds, trainer.deals = state["about"]["seconds"], state["about"]["deals"]
        return trainer

    def export(self, file: Path) -> None:
        """What a player needs, as a compressed file of half-precision numbers."""
        weights = {"trained": np.array([self.deals, self.seconds])}
        for name, network in self.networks().items():
            if name != "critic":
                weights |= {f"{name}.{key}": value.half().cpu().numpy() for key, value in network.state_dict().items()}
        with file.open("wb") as out:
            np.savez_compressed(out, **weights)  # type: ignore[arg-type]  # the stubs take the names for options


def main() -> None:
    """Train, save and export."""
    parser = argparse.ArgumentParser(prog="python -m puur.training.solo")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--for", dest="slice", type=float, default=1e9)
    parser.add_argument("--export", type=Path)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    for field in fields(SoloSettings):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=None)
    args = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    chosen = {field.name: value for field in fields(SoloSettings) if (value := getattr(args, field.name)) is not None}
    trainer = (
        SoloTrainer.load(args.folder, args.device)
        if (args.folder / "solo.pt").exists()
        else SoloTrainer(SoloSettings(**chosen), args.device)
    )
    torch.manual_seed(1 + trainer.deals)
    trainer.run(args.slice)
    trainer.save(args.folder)
    if args.export:
        trainer.export(args.export)


if __name__ == "__main__":
    main()
