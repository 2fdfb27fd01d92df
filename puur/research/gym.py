"""A Gymnasium environment: one seat of a deal of Schieber learns, the three others are played by bots or by functions.

Actions, observations and rewards are those of `research.env`. What may be done now is the mask in `info["action_mask"]`, and what
`action_masks()` gives, which libraries with masks ask for. An action that the mask does not offer changes nothing and costs 1, as
much as a deal in which the others make all points, so it is never the better choice. Weis and Stöck are announced automatically.
The same seed gives the same deals and, with others who are not bound by a clock, the same answers.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from puur.arena.duel import Entrant, side_of
from puur.bots.simple import remark
from puur.core.actions import to_act
from puur.core.seats import partner_of
from puur.core.view import View, view_of
from puur.research.env import ACTIONS, SEEN, dealt, ended, mask_of, observed, offered, pictured, reward, rules_of

Floats = NDArray[np.float32]
SEAT = 0  # the seat that learns; the dealer is chosen by chance, so it sits in every place
NOT_OFFERED = -1.0


class SeatEnv(gymnasium.Env[Floats, np.int64]):
    """One deal for one seat; `others` play the opponents and the partner, unless a `partner` of its own is named.

    Each is what `puur.duel` takes: a level (`"stammtisch"`, `"meister@800"`), `"random"`, or a function of a view and a
    `random.Random` that gives back an option, a card, or how one would write it.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012  # Gymnasium asks for a pace even of text

    def __init__(
        self,
        book: str = "tam2014-es",
        others: Entrant = "stammtisch",
        partner: Entrant | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.book = rules_of(book)
        self.render_mode = render_mode
        self.observation_space = SEEN
        self.action_space = spaces.Discrete(ACTIONS)
        opponents = side_of(others, self.book)
        beside_me = opponents if partner is None else side_of(partner, self.book)
        self._others = {seat: beside_me if seat == partner_of(SEAT) else opponents for seat in range(4) if seat != SEAT}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Deal anew and let the others speak and play until it is this seat's turn; the same seed gives the same deal."""
        super().reset(seed=seed, options=options)
        self._rng = random.Random(int(self.np_random.integers(1 << 60)))
        self.game = dealt(self.book, self._rng)
        self._go_on()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Do it, and let the others go on until it is this seat's turn again or the deal is over."""
        choices = offered(self._view()) if not ended(self.game) else {}
        if int(action) not in choices:
            seen, info = self._seen()
            return seen, NOT_OFFERED, ended(self.game), False, info
        self.game.submit(choices[int(action)])
        self._go_on()
        over = ended(self.game)
        seen, info = self._seen()
        return seen, reward(self.game, SEAT) if over else 0.0, over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, as algorithms with masks ask for it."""
        return mask_of(self._view()).astype(np.bool_)

    def render(self) -> str | None:
        """The trick on the table as text."""
        return pictured(self.game) if self.render_mode == "ansi" else None

    def _view(self) -> View:
        return view_of(self.game, SEAT)

    def _seen(self) -> tuple[Floats, dict[str, Any]]:
        view = self._view()
        mask = np.zeros(ACTIONS, np.int8) if ended(self.game) else mask_of(view)
        return observed(view), {"action_mask": mask}

    def _go_on(self) -> None:
        """Until this seat has something to choose."""
        while not ended(self.game) and (seat := to_act(self.game)) is not None:
            view = view_of(self.game, seat)
            chosen = self._others[seat].choose(view, self._rng) if seat in self._others else remark(view)
            if chosen is None:
                return
            self.game.submit(chosen)


gymnasium.register(id="puur/Seat-v0", entry_point="puur.research.gym:SeatEnv", max_episode_steps=100)
