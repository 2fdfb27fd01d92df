"""Deals to learn from: cards, who speaks, under which conditions, and what is announced.

Three quarters are Schieber (factors, pushing, Weis, Match bonus, a target in reach or not), the rest any mode of the Coiffeur. The
bidding networks announce, now and then chance does, so that they learn what they would not have tried.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from puur.bots.stakes import GAME
from puur.fast.batch import FAR, Batch, Conditions, Kit
from puur.fast.offers import CATALOGUE, PLAIN, TELL, Modes, needs, offers, push_rows, tell_rows
from puur.training.networks import Dense
from puur.training.weise import Held, held_weise, settled

FACTORS = ((1, 1, 1, 1, 1, 1), (1, 1, 2, 2, 3, 3), (1, 1, 1, 1, 2, 2), (1, 2, 3, 4, 5, 6))
MATCH = 100.0
WITH_FIELDS, WITH_WEIS, OPEN_WEIS, WITH_MATCH, NEAR_END, SHUFFLED = 0.25, 0.4, 0.4, 0.4, 0.25, 0.25
QUIET = 0.06  # how often chance decides whether a Weis is stated


@dataclass
class Told:
    """What the network for Weise was shown at each place of the first trick, and what was done."""

    rows: Tensor  # [4, n, TELL]
    could: Tensor  # [4, n]: there was a Weis to state
    quiet: Tensor  # [4, n]: it was not stated
    side: Tensor  # [4, n]


@dataclass
class Asked:
    """What the bidding networks were shown and what came of it, to learn from."""

    offer: Tensor  # row of the mode that was announced
    push: Tensor  # row of the first speaker's push
    pushed: Tensor
    scale: Tensor  # factor of the deal in units of the highest one
    side: Tensor  # of the speaker
    before: Tensor  # what was decided before the first card, for side 0, in deals
    told: Told
    prize: Tensor


@dataclass
class Dealer:
    """Makes batches."""

    kit: Kit
    offer: Dense
    push: Dense
    tell: Dense

    def __post_init__(self) -> None:
        self.modes = Modes(self.kit, CATALOGUE)
        self.factors = self.kit.put(torch.tensor(FACTORS, dtype=torch.float32))

    def _random(self, *shape: int) -> Tensor:
        return torch.rand(shape, device=self.kit.device)

    def hands(self, n: int) -> Tensor:
        """[n, 4, 36]: cards dealt at random."""
        places = self._random(n, 36).argsort(1)
        owner = torch.zeros_like(places).scatter_(1, places, (self.kit.count(36) // 9).expand(n, 36))
        return torch.stack([owner == seat for seat in range(4)], 1)

    def factors_for(self, n: int) -> Tensor:
        """[n, modes]: what each mode counts in a Schieber; 1 for the others."""
        chosen = self.factors[torch.randint(0, len(FACTORS), (n,), device=self.kit.device) * (self._random(n) < 0.6)]
        mixed = chosen.gather(1, self._random(n, PLAIN).argsort(1))
        factors = torch.ones(n, len(CATALOGUE), device=self.kit.device)
        factors[:, :PLAIN] = torch.where((self._random(n) < SHUFFLED)[:, None], mixed, chosen)
        return factors

    @torch.no_grad()
    def plain(self, n: int) -> Batch:
        """Cards alone, for duels: Schieber, every mode counts once."""
        return self.make(n, explore=0.0, plain=True)[0]

    @torch.no_grad()
    def make(self, n: int, explore: float, plain: bool = False) -> tuple[Batch, Asked]:
        """A batch that is ready for its first card, and what was asked of the bidding networks."""
        kit, dev = self.kit, self.kit.device
        rows = kit.count(n)
        hand, first = self.hands(n), torch.randint(0, 4, (n,), device=dev)
        odds = self._random(5, n) + (2.0 if plain else 0.0)
        filling, weis, match = odds[0] < WITH_FIELDS, odds[1] < WITH_WEIS, (odds[2] < WITH_MATCH) * MATCH
        running = ~filling  # a game to a target, not a sheet whose fields are filled
        weis, match = weis & running, match * running
        factors = torch.ones(n, len(CATALOGUE), device=dev) if plain else self.factors_for(n)
        written = 1.0 + self._random(n, 2) * 300.0 * factors.max(1)[0][:, None]
        written = torch.where(((odds[3] < NEAR_END) & running)[:, None], written, torch.full_like(written, 1e6))
        allowed = (kit.count(len(CATALOGUE)) < PLAIN).expand(n, -1)
        some = self._random(n, len(CATALOGUE)) < torch.where(self._random(n) < 0.3, 1.0, 0.15)[:, None]
        some[:, 0] |= ~some.any(1)
        allowed = torch.where(filling[:, None], some, allowed)

        def spoken(seat: Tensor, after_push: bool) -> tuple[Tensor, Tensor]:
            """Rows and worths of all modes for these speakers, worths in units of the highest factor."""
            mine = torch.stack([written[rows, seat % 2], written[rows, 1 - seat % 2]], 1)
            need, ends, prize = needs(kit, mine, factors, GAME)
            cards = hand[rows, seat]
            flag = torch.full((n,), after_push, device=dev)
            modes = offers(kit, cards, self.modes, flag, weis, match, need, ends, prize)
            worth = self.offer(modes) * factors / most[:, None]
            worth = torch.where(allowed, worth, torch.full_like(worth, -99.0))
            chance = torch.where(allowed, self._random(n, len(CATALOGUE)), torch.full_like(worth, -99.0))
            tried = (self._random(n) < explore)[:, None]
            return modes, torch.where(tried, chance - 9.0, worth)

        most = torch.where(filling, torch.ones_like(odds[0]), factors[:, :PLAIN].max(1)[0])
        own, worth = spoken(first, False)
        partner = (first + 2) % 4
        other, other_worth = spoken(partner, True)
        mine = torch.stack([written[rows, first % 2], written[rows, 1 - first % 2]], 1)
        push = push_rows(kit, hand[rows, first], factors[:, :PLAIN], weis, match, mine, GAME)
        leave = self.push(push) > worth.max(1)[0]
        tried = self._random(n) < explore
        pushed = torch.where(tried, self._random(n) < 0.3, leave) & running
        announcer = torch.where(pushed, partner, first)
        chosen = torch.where(pushed, other_worth.argmax(1), worth.argmax(1))
        offer = torch.where(pushed[:, None], other[rows, chosen], own[rows, chosen])

        front = hand[rows[:, None, None], kit.count(4)[:, None], self.modes.order[chosen][:, None]]
        blocks, factor = self.modes.blocks[chosen], factors[rows, chosen]
        need, ends, prize = needs(kit, written, factor[:, None], GAME)
        held = held_weise(kit, front, blocks)
        spoken_for = need[:, 0], ends[:, 0], prize[:, 0]
        how = self.modes.how[chosen]
        tells, told = self._told(held, front, how, first, announcer, pushed, weis, match, spoken_for, explore > 0)
        stated, shown, brought = settled(kit, held, first, tells)
        stated, brought = stated * weis[:, None], brought * weis[:, None]
        shown = shown & (weis & (odds[4] < OPEN_WEIS))[:, None, None]
        left = torch.where(ends, need[:, 0] - brought, torch.full_like(brought, FAR))
        out = left <= 0  # won by Weis and Stöck alone
        gone = out.any(1)
        prize = prize[:, 0]
        before = (brought[:, 0] - brought[:, 1]) / 157 + prize * gone * torch.where(out[:, 0], 1.0, -1.0)
        said = Conditions(
            blocks, self.modes.values[chosen], announcer, pushed, match, left.clamp(min=1.0), prize, weis, stated, shown
        )
        batch = Batch(kit, front, torch.where(filling, announcer, first), said)
        batch.over = gone
        return batch, Asked(offer, push, pushed, factor / most, announcer % 2, before, told, prize)

    def _told(
        self, held: Held, front: Tensor, how: Tensor, first: Tensor, announcer: Tensor, pushed: Tensor, weis: Tensor,
        match: Tensor, stake: tuple[Tensor, Tensor, Tensor], tries: bool,
    ) -> tuple[Tensor, Told]:  # fmt: skip
        """[n, 4]: who states the highest Weis, in turn, and what the network was asked."""
        kit, n = self.kit, len(first)
        rows, highest = kit.count(n), held.highest
        need, ends, prize = stake
        tells = torch.zeros(n, 4, dtype=torch.bool, device=kit.device)
        could, quiet = (torch.zeros(4, n, dtype=torch.bool, device=kit.device) for _ in range(2))
        told = Told(torch.zeros(4, n, TELL, device=kit.device), could, quiet, torch.zeros_like(could, dtype=torch.int64))
        for place in range(4):
            seat = (first + place) % 4
            side = seat % 2
            others = torch.stack([(highest * tells)[rows, (seat + step) % 4] for step in (1, 2, 3)], 1)
            own = torch.stack([highest[rows, seat], held.whole[rows, seat]], 1)
            mine = torch.stack([need[rows, side], need[rows, 1 - side]], 1)
            turn = torch.full_like(seat, place)
            asked = tell_rows(
                kit, front[rows, seat], how, turn, (announcer - seat) % 4, others, own, match, mine, ends, prize, pushed
            )
            worths = self.tell(asked)
            silent = worths[:, 1] > worths[:, 0]
            if tries:
                silent = torch.where(self._random(n) < QUIET, self._random(n) < 0.5, silent)
            has = (held.key[rows, seat] > 0) & weis
            tells[rows, seat] = has & ~silent
            told.rows[place], told.could[place], told.quiet[place], told.side[place] = asked, has, silent, side
        return tells, told
