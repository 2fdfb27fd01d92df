"""Bayesian linear regression of points on players, one result after the other (a Kalman filter with independent beliefs).

The model is that of regularised adjusted plus-minus in team sports (Rosenbaum 2004, Sill 2010), with skills that may drift
(Kalman 1960; the same step as in TrueSkill, for points instead of wins): what a side makes over what luck gave it is the sum
of its players' skills less that of the others, and noise. A skill is how many points a deal the own side makes more than with
the anchor in the same seat. The anchor is a bot that never changes, so that the numbers cannot inflate. Nobody gains by
choosing partners, because a strong partner's share is expected and taken away first.

Two kinds of results:

- a *set*: many people in the same seat with the same cards (`after_set`). What the cards give is unknown and common to all,
  so it is estimated along and taken out.
- a *deal* at a table: four players, and what the same cards bring if bots play all four hands as the measure of luck
  (`after_deal`).

Opponents can lose on purpose, and no statistics of their results tell it from bad play. So of everybody a second belief is kept,
from results alone that nobody else could throw: sets, and deals in which the three others were bots. The number that counts stays
within the 95 % interval of that one (`held`), however many accounts lose.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace

START_SPREAD = 8.0  # before anything is known: most people are within 16 points a deal of the anchor
DEAL_NOISE = 34.0  # standard deviation of a deal's points (one side's) around what skills explain, luck taken out
SET_NOISE = 22.0  # the same for a deal in a given seat beside others in it
DRIFT = 0.25  # points by which a skill may wander in a day, at random
FORGOTTEN = START_SPREAD
Z = 1.96  # standard deviations on either side of a 95 % interval
KNOWN = 20  # deals that somebody has to have behind them before others gain or lose by playing with them


@dataclass(frozen=True, slots=True)
class Belief:
    """What is known of a player."""

    mean: float = 0.0
    spread: float = START_SPREAD  # one standard deviation
    deals: int = 0
    fixed: bool = False  # the anchor


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody made of a set: points per deal, over so many deals."""

    player: str
    points: float
    deals: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A deal at a table: who sat where, the points of seats 0 and 2, and what the measure of luck made of the same cards there."""

    players: tuple[str, str, str, str]
    points: float
    luck: float


@dataclass(slots=True)
class Pool:
    """All players of one game and book; unknown ones begin with `Belief()`."""

    beliefs: dict[str, Belief] = field(default_factory=dict)

    def of(self, player: str) -> Belief:
        """What is known of somebody."""
        return self.beliefs.get(player, Belief())


def drifted(belief: Belief, days: float) -> Belief:
    """What is still known after so many days."""
    if belief.fixed:
        return belief
    variance = min(FORGOTTEN**2, belief.spread**2 + DRIFT**2 * max(0.0, days))
    return replace(belief, spread=variance**0.5)


def after_set(pool: Pool, results: Sequence[Result], trusted: Container[str] = ()) -> dict[str, Belief]:
    """New beliefs of everybody who played a set; one alone says nothing.

    points = what the cards give + skill + noise, the same cards for all. With what the cards give unknown (a flat prior), the
    precisions of all results weigh the mean, and each belief moves by its own share of the rest. Where several are known, or
    `trusted` as bots are, newcomers do not say what the cards give: accounts made to lose would make everybody else look good.
    """
    if len(results) < 2:
        return {}
    rows = [(result, pool.of(result.player)) for result in results]
    noise = {result.player: SET_NOISE**2 / max(1, result.deals) for result in results}
    weights = {result.player: 1.0 / (belief.spread**2 * (not belief.fixed) + noise[result.player]) for result, belief in rows}
    known = {result.player for result, belief in rows if belief.fixed or belief.deals >= KNOWN or result.player in trusted}
    judges = [(result, belief) for result, belief in rows if result.player in known] if len(known) > 1 else rows
    judging = {result.player for result, _ in judges}
    all_weights = sum(weights[player] for player in judging)
    from_cards = sum(weights[result.player] * (result.points - belief.mean) for result, belief in judges) / all_weights
    updated = {}
    for result, belief in rows:
        if belief.fixed:
            updated[result.player] = replace(belief, deals=belief.deals + result.deals)
            continue
        variance, weight = belief.spread**2, weights[result.player]
        # The common level is known only as well as all weights together know it. Whoever has helped to find it moves by the whole
        # rest and learns less from it; for the others it is one uncertainty more.
        helped = result.player in judging
        gain = variance * weight if helped else variance / (1.0 / weight + 1.0 / all_weights)
        share = 1.0 - weight / all_weights if helped else 1.0
        mean = belief.mean + gain * (result.points - belief.mean - from_cards)
        updated[result.player] = Belief(mean, (variance * (1.0 - gain * share)) ** 0.5, belief.deals + result.deals)
    return updated


def held(belief: Belief, sure: Belief) -> Belief:
    """What counts of a belief: it stays within the 95 % interval of `sure`, what was made where nobody else could throw a deal."""
    if belief.fixed:
        return belief
    margin = Z * sure.spread
    return replace(belief, mean=min(max(belief.mean, sure.mean - margin), sure.mean + margin))


def worth(belief: Belief, sure: Belief) -> float:
    """What somebody is worth at least: the lower end of the belief that counts, and never more than `sure` expects."""
    counts = held(belief, sure)
    return counts.mean if counts.fixed else min(counts.mean - Z * counts.spread, sure.mean)


def is_sure(deal: Seated, trusted: Container[str]) -> bool:
    """Whether nobody else could throw a deal: a single person among bots."""
    return sum(player not in trusted for player in deal.players) == 1


def after_deal(pool: Pool, deal: Seated, trusted: Container[str] = ()) -> dict[str, Belief]:
    """New beliefs of the four of a deal. A player who sits on both sides, or bots of one level, count with their sum.

    A newcomer is moved by everybody and moves nobody but newcomers: otherwise accounts made to lose would lift whoever made them.
    `trusted` are never newcomers: bots, which nobody can make.
    """
    signs: dict[str, float] = {}
    for seat, player in enumerate(deal.players):
        signs[player] = signs.get(player, 0.0) + (1.0 if seat % 2 == 0 else -1.0)
    beliefs = {player: pool.of(player) for player in signs}
    moving = {player: sign for player, sign in signs.items() if not beliefs[player].fixed}
    variance = DEAL_NOISE**2 + sum((sign * beliefs[player].spread) ** 2 for player, sign in moving.items())
    surprise = deal.points - deal.luck - sum(sign * beliefs[player].mean for player, sign in signs.items())
    updated = {player: replace(belief, deals=belief.deals + 1) for player, belief in beliefs.items()}
    newcomers = {player for player in moving if beliefs[player].deals < KNOWN and player not in trusted}
    for player, sign in moving.items():
        belief = beliefs[player]
        if newcomers and player not in newcomers:
            updated[player] = belief
            continue
        gain = sign * belief.spread**2 / variance
        left = belief.spread**2 * (1.0 - gain * sign)
        updated[player] = Belief(belief.mean + gain * surprise, left**0.5, belief.deals + 1)
    return updated
