"""A table without a server: one person against three bots, with `puur-core` alone. `index.html` asks it; so can any program.

Every answer is JSON. Nothing here knows a browser, a file or a clock, so that it runs in Pyodide as in any other Python.
"""

import json

import puur

PERSON = 0  # who sits on seat A


class Table:
    """A game under a book, from the first deal to its end."""

    def __init__(self, book="tam2014-es", seed="", level="stammtisch"):
        self.game = puur.new_deal(book, seed=seed)
        self.seed, self.level = seed, level
        self.last = ""  # the trick before, which is gone from the table
        self._bots()

    def state(self):
        """What the person may see and do."""
        view = puur.view(self.game, PERSON)
        return json.dumps(
            {
                "hand": [card.name for card in view.hand],
                "options": [puur.written(option) for option in view.options] if view.to_act == PERSON else [],
                "trick": [card.name for card in view.trick] if len(view.trick) < len(view.sides) else [],
                "last": self.last,
                "mode": "" if view.mode is None else str(view.mode),
                "deal": view.number,
                "points": view.points,
                "totals": view.totals,
                "over": view.over,
            }
        )

    def act(self, text):
        """Do what the person says, and let the others go on; a refusal comes back as a sentence."""
        try:
            puur.step(self.game, text, PERSON)
        except (puur.RuleViolation, ValueError) as problem:
            return json.dumps({"error": puur.sentence(problem, "en")})
        self._bots()
        return self.state()

    def record(self):
        """The whole game on one line."""
        return puur.line(self.game)

    def _bots(self):
        """Bots speak and play until it is the person's turn or the game is over; a deal that is over is followed by the next."""
        number = 0
        while not self.game.over:
            if self.game.deal.phase.value == "over":
                puur.deal(self.game, seed=self.seed)
                continue
            view = puur.view(self.game)
            if view.tricks:
                self.last = " ".join(card.name for card in view.tricks[-1].cards)
            if view.seat == PERSON:
                return
            number += 1
            puur.step(self.game, puur.choose(view, self.level, seed=f"{self.seed}/{view.number}/{number}"))
