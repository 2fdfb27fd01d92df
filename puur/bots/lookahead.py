"""One step of search over the network: every likely card is tried in many worlds, the rest of the deal played by the network.

Worlds are dealt that fit what was seen and weighed by how likely the network itself would have bid and played so; without those
weights nothing is gained (docs/bots.md). The network's own card stays unless another is better by some standard errors. Like
`fast.batch` this runs under NumPy, for a player, and under PyTorch, to measure many deals at once. All positions of a call stand
at the same card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from puur.fast.batch import Array, Batch, Kit
from puur.fast.observe import PER_SUIT, WIDE, observed

NEVER = -1e9
Looks = Callable[[Array, Array], Array]


@dataclass(frozen=True, slots=True)
class Search:
    """How to search: the networks, chance, and how much."""

    kit: Kit
    looks: Looks  # the policy
    quick: Looks  # plays the worlds out and judges how likely they are
    uniform: Callable[[tuple[int, ...]], Array]  # chance: numbers between 0 and 1
    worlds: int = 256
    errors: float = 3.0  # so many standard errors a card has to be better by
    likely: float = 0.01  # cards that the policy plays less often are not tried
    slip: float = 0.07  # how often somebody is taken to play any card
    rows: int = 200_000  # at a time

    def chances(self, batch: Batch, legal: Array, looks: Looks) -> Array:
        """[n, 36]: how likely each card is, for the seat to play."""
        kit, n = self.kit, batch.n
        suits, facts = kit.full((n, 4, PER_SUIT), 0.0, "float32"), kit.full((n, WIDE), 0.0, "float32")
        observed(batch, legal, suits, facts)
        chances = kit.xp.where(legal, looks(suits, facts), NEVER + 0.0 * suits[:, 0, :36])
        chances = kit.xp.exp(chances - _most(chances)[:, None])
        return chances / chances.sum(axis=1)[:, None]

    def choose(self, batch: Batch, played: Sequence[Array], first: Array, said: Callable[[Array, Array], Array] | None) -> Array:
        """The card to play in each position; `played` are the cards so far, `first` who led the deal.

        `said` tells how likely the bids were, as logarithms, for deals `start[m, 4, 36]` of the positions `rows[m]`.
        """
        kit = self.kit
        legal = batch.legal()
        chance = self.chances(batch, legal, self.looks)
        cards_to_play = chance.argmax(axis=1)
        tried = chance >= self.likely
        (open_rows,) = kit.true(tried.sum(axis=1) > 1)
        step = max(1, self.rows // (4 * self.worlds))
        for at in range(0, len(open_rows), step):
            rows = open_rows[at : at + step]
            part = batch.take(rows)
            cards = [card[rows] for card in played]
            cards_to_play[rows] = self._better(part, tried[rows], cards_to_play[rows], cards, first[rows], rows, said)
        return cards_to_play

    def _better(
        self, batch: Batch, tried: Array, own: Array, played: list[Array], first: Array, rows: Array,
        said: Callable[[Array, Array], Array] | None,
    ) -> Array:  # fmt: skip
        copies, hands, logs = self._weighed(batch, played, first, rows, said)
        values = self.played_out(batch, copies, hands, tried)
        weight = self.kit.xp.exp(logs - _most(logs)[:, None])
        return self._picked(values, weight / weight.sum(axis=1)[:, None], tried, own)

    def _weighed(
        self, batch: Batch, played: list[Array], first: Array, rows: Array, said: Callable[[Array, Array], Array] | None
    ) -> tuple[Array, Array, Array]:
        """Worlds for each position: whose they are, their hands, and the logarithm of how much each counts `[n, worlds]`."""
        kit, many, n = self.kit, self.worlds, batch.n
        copies = kit.count(n * many) // many
        hands, logs = self.dealt(batch, copies)
        logs = logs + self.likelihood(batch, copies, hands, played, first)
        if said is not None:
            start = hands | _played_by(batch, copies)
            logs = kit.xp.where(logs > NEVER / 2, logs + said(start, rows[copies]), logs)
        return copies, hands, logs.reshape(n, many)

    def judged(
        self, batch: Batch, played: list[Array], first: Array, said: Callable[[Array, Array], Array] | None
    ) -> tuple[Array, Array]:
        """The points `[n, worlds, 36]` that the own side makes in the whole deal with each legal card.

        Beside them the logarithm of how much each world counts.
        """
        copies, hands, logs = self._weighed(batch, played, first, batch.rows, said)
        return self.played_out(batch, copies, hands, batch.legal(), points=True), logs

    def _picked(self, values: Array, weight: Array, tried: Array, own: Array) -> Array:
        """The own card, or the one that is better for sure; `values[n, worlds, 36]`."""
        kit = self.kit
        rows = kit.count(len(own))
        lead = values - values[rows, :, own][:, :, None]
        mean = (lead * weight[:, :, None]).sum(axis=1)
        spread = ((lead - mean[:, None]) ** 2 * weight[:, :, None]).sum(axis=1)
        error = (spread * (weight**2).sum(axis=1)[:, None]) ** 0.5
        score = kit.xp.where(tried, mean - self.errors * error, NEVER + 0.0 * mean)
        score[rows, own] = 0.0
        return score.argmax(axis=1)

    def dealt(self, batch: Batch, copies: Array) -> tuple[Array, Array]:
        """Hands `[m, 4, 36]` that fit what was seen, and the logarithm of how much each counts; hands that do not fit never do."""
        kit, where, m = self.kit, self.kit.xp.where, len(copies)
        seat, ar = batch.seat[copies], kit.count(m)
        own = batch.hand[copies, seat]
        left = (batch.by[copies] < 0) & ~own
        sure = batch.sure[copies]
        fits = left[:, None] & ~batch.barred[copies] & (sure | ~sure.any(axis=1)[:, None])
        fits[ar, seat] = False
        by = batch.by[copies]
        room = kit.number(9 - kit.xp.stack([(by == other).sum(axis=1) for other in range(4)], 1))
        room[ar, seat] = 0.0
        order = where(left, fits.sum(axis=1) + self.uniform((m, 36)), 99.0 + 0.0 * kit.number(left)).argsort(axis=1)
        count = left.sum(axis=1)
        hands = kit.full((m, 4, 36), 0, "bool")
        hands[ar, seat] = own
        logs = kit.full((m,), 0.0, "float32")
        for place in range(int(count.max())):
            card = order[:, place]
            live = place < count
            odds = kit.number(fits[ar, :, card]) * room
            all_odds = odds.sum(axis=1)
            dead = live & (all_odds <= 0)
            ok = live & ~dead
            logs = where(ok, logs + kit.xp.log(where(ok, all_odds, 1.0 + 0.0 * all_odds)), where(dead, NEVER + 0.0 * logs, logs))
            reach = odds.cumsum(axis=1)
            pick = (self.uniform((m,))[:, None] * all_odds[:, None] >= reach).sum(axis=1).clip(0, 3)
            (rows,) = kit.true(ok)
            hands[rows, pick[rows], card[rows]] = True
            room[rows, pick[rows]] -= 1.0
        return hands, logs

    def likelihood(self, batch: Batch, copies: Array, hands: Array, played: list[Array], first: Array) -> Array:
        """The logarithm of how likely the others would have played as they did, holding these hands."""
        kit, where = self.kit, self.kit.xp.where
        me = batch.seat[copies]
        again = Batch(kit, hands | _played_by(batch, copies), first[copies], batch.said.take(copies))
        logs = kit.full((len(copies),), 0.0, "float32")
        for card in played:
            now, own = card[copies], again.seat == me
            if not bool(own.all()):
                legal = again.legal()
                chance = self.chances(again, legal, self.quick)[again.rows, now]
                mixed = (1 - self.slip) * chance + self.slip / legal.sum(axis=1).clip(1, 9)
                logs = logs + where(own, 0.0 * logs, kit.xp.log(mixed))
            again.play(now)
        return logs

    def played_out(self, batch: Batch, copies: Array, hands: Array, tried: Array, points: bool = False) -> Array:
        """[n, worlds, 36]: what each card that is tried brings the own side from now on, in each world.

        In deals over the other side, with what hangs on the game; or `points` of the own side in the whole deal.
        """
        kit, many = self.kit, self.worlds
        values = kit.full((batch.n * many, 36), 0.0, "float32")
        worlds, cards = kit.true(tried[copies])
        for at in range(0, len(worlds), self.rows):
            world, card = worlds[at : at + self.rows], cards[at : at + self.rows]
            part = batch.take(copies[world])
            side = part.seat % 2
            part.hand = hands[world]
            whole = kit.full((len(world),), 0.0, "float32")
            while True:
                gain = part.play(card)
                if gain is not None:
                    whole = whole + gain
                if part.ply == 36:
                    break
                card = self.chances(part, part.legal(), self.quick).argmax(axis=1)
            if points:
                values[world, cards[at : at + self.rows]] = part.points[part.rows, side]
            else:
                values[world, cards[at : at + self.rows]] = kit.xp.where(side == 0, whole, -whole)
        return values.reshape(batch.n, many, 36)


def _most(values: Array) -> Array:
    """The largest of the last axis."""
    largest = values.max(axis=-1)
    return largest.values if hasattr(largest, "values") else largest


def _played_by(batch: Batch, copies: Array) -> Array:
    """[m, 4, 36]: the cards that each seat has played."""
    by = batch.by[copies]
    return batch.kit.xp.stack([by == seat for seat in range(4)], 1)
