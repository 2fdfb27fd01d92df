"""A PettingZoo environment (AEC): one deal of Schieber under any book, four agents, with action masks.

Actions: 0 to 35 play the card with that index (suit by suit, six to ace), 36 to 41 announce E, R, S, L, Obenabe and Undeufe, 42
pushes. Weise and Stöck are announced automatically where the book has them. At the end each agent is rewarded with the points of
its side less those of the other, as written, divided by 157. What an agent observes is built from its view and nothing else.

`research.gym` is the same deal for one seat, under Gymnasium; observations, actions and rewards are made here for both.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]

from puur.api import deal, new_game
from puur.bots.simple import remark
from puur.core.actions import to_act
from puur.core.cards import CARDS, Card
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Event, Pushed
from puur.core.game import Game
from puur.core.mode import PLAIN_MODES
from puur.core.reglement import DEFAULT_FORM, Reglement
from puur.core.view import View, view_of
from puur.fast.observe import starts
from puur.reglement import load

ACTIONS = 43
FIRST_MODE, PUSH = 36, 42
# Seats counted from the agent's own; docs/observations.md says what each field means.
FIELDS = {"hand": 36, "played": 4 * 36, "table": 4 * 36, "mode": 6, "announcer": 4, "leader": 4, "pushed": 1, "points": 2}
SIZE = sum(FIELDS.values())
AT = starts(FIELDS)
AGENTS = ["player_0", "player_1", "player_2", "player_3"]

SEEN = spaces.Box(0.0, 1.0, (SIZE,), np.float32)

Observation = dict[str, NDArray[Any]]


def number_of(event: Event) -> int | None:
    """The number of an action, or None for what is no bid and no card."""
    if isinstance(event, CardPlayed):
        return event.card.index
    if isinstance(event, Announced):
        return FIRST_MODE + PLAIN_MODES.index(event.mode) if event.mode in PLAIN_MODES else None
    return PUSH if isinstance(event, Pushed) else None


def offered(view: View) -> dict[int, Event]:
    """The actions that a view offers, by number."""
    return {number: event for event in view.options if (number := number_of(event)) is not None}


def mask_of(view: View) -> NDArray[np.int8]:
    """1 for each action that a view offers, 0 for the others."""
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(offered(view))] = 1
    return mask


def rules_of(book: str) -> Reglement:
    """A book under which these environments can play; ValueError for one of another game."""
    rules = load(book)
    if rules.form != DEFAULT_FORM:
        raise ValueError(f"{book} is no Schieber")
    return rules


def dealt(book: Reglement, rng: random.Random) -> Game:
    """A game with its first deal on the table: dealer and cards by chance."""
    game = new_game(book, dealer=rng.randrange(4))
    deal(game, rng.getrandbits(60))
    return game


def ended(game: Game) -> bool:
    """Whether the deal is over, or the game with it."""
    return game.over or game.deal.phase is Phase.OVER


def reward(game: Game, seat: int) -> float:
    """What a seat gets at the end: the points written for its side, less those of the other, in deals of 157."""
    written = game.ledger.totals
    return float(written[seat % 2] - written[1 - seat % 2]) / 157


def pictured(game: Game) -> str:
    """The trick on the table as text: mode, cards, points."""
    running = game.deal
    cards: list[Card] = list(running.cards)
    return f"{running.mode or '–'} | {' '.join(card.name for card in cards)} | {running.points[0]}:{running.points[1]}"


def observed(view: View) -> NDArray[np.float32]:
    """What a seat sees, as numbers from 0 to 1; what lies behind is there, but not in which order (`research.history` has all)."""
    seen = np.zeros(SIZE, np.float32)
    for card in view.hand:
        seen[AT["hand"] + card.index] = 1
    for trick in view.tricks:
        for place, card in enumerate(trick.cards):
            seen[AT["played"] + 36 * _from(view, trick.seat_of(place)) + card.index] = 1
    if not view.trick_open and view.leader is not None:
        for place, card in enumerate(view.trick):
            seen[AT["table"] + 36 * _from(view, (view.leader + place) % 4) + card.index] = 1
    if view.mode in PLAIN_MODES:
        seen[AT["mode"] + PLAIN_MODES.index(view.mode)] = 1
    if view.announcer is not None:
        seen[AT["announcer"] + _from(view, view.announcer)] = 1
    if view.leader is not None:
        seen[AT["leader"] + _from(view, view.leader)] = 1
    seen[AT["pushed"]] = min(1.0, view.pushes)
    for side in (0, 1):
        seen[AT["points"] + side] = view.points[(view.seat + side) % 2] / 157
    return seen


def _from(view: View, seat: int) -> int:
    return (seat - view.seat) % 4


class SchieberEnv(AECEnv):  # type: ignore[misc, unused-ignore]
    """One deal of Schieber; `reset(seed)` deals."""

    metadata = {"name": "puur_schieber_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, book: str = "tam2014-es", render_mode: str | None = None) -> None:
        super().__init__()
        self.book = rules_of(book)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        space = spaces.Dict(
            {
                "observation": SEEN,
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}
        self._rng = random.Random(0)
        self.game: Game = new_game(self.book)

    def observation_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; the same seed gives the same deal."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.game = dealt(self.book, self._rng)
        self._speak()
        self.agent_selection = AGENTS[self._turn()]

    def _turn(self) -> int:
        seat = to_act(self.game)
        return 0 if seat is None else seat

    def _speak(self) -> None:
        """Announce what is announced automatically."""
        while (seat := to_act(self.game)) is not None:
            said = remark(view_of(self.game, seat))
            if said is None:
                return
            self.game.submit(said)

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is empty when another one has to act."""
        view = view_of(self.game, AGENTS.index(agent))
        acts = agent == self.agent_selection and not self.terminations[agent]
        return {"observation": observed(view), "action_mask": mask_of(view) if acts else np.zeros(ACTIONS, np.int8)}

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is; ValueError for an action that the mask does not offer."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        choices = offered(view_of(self.game, AGENTS.index(agent)))
        if action is None or int(action) not in choices:
            raise ValueError(f"action {action} is not offered to {agent}")
        self.game.submit(choices[int(action)])
        self._speak()
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if ended(self.game):
            for number, name in enumerate(AGENTS):
                self.rewards[name] = reward(self.game, number)
                self.terminations[name] = True
            self.agent_selection = AGENTS[(AGENTS.index(agent) + 1) % 4]
        else:
            self.agent_selection = AGENTS[self._turn()]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The trick on the table as text."""
        return pictured(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def env(book: str = "tam2014-es", render_mode: str | None = None) -> SchieberEnv:
    """The environment, as PettingZoo names it."""
    return SchieberEnv(book, render_mode)


__all__ = ["ACTIONS", "CARDS", "SchieberEnv", "env", "number_of", "observed", "offered"]
