"""Puur: Jass from the first card to the end of the club year.

For programs there is a small interface, loaded when it is first used, so that `import puur` stays light:

>>> import puur
>>> game = puur.new_deal("tam2014-es", seed=7)
>>> view = puur.view(game)
>>> puur.step(game, puur.choose(view, level="stammtisch", seed=1))

`puur.playouts` and `puur.solve` are compiled and load numba on their first call. See docs/bots.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import puur.games  # noqa: F401  (the core finds them from now on)

__version__ = "0.1.0"

if TYPE_CHECKING:
    from puur.api import choose, explain, levels, new_deal, new_game, play, playouts, sentence, solve, step, view

__all__ = [
    "__version__", "choose", "explain", "levels", "new_deal", "new_game", "play", "playouts", "sentence", "solve", "step", "view",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("puur.api"), name)
    raise AttributeError(f"module 'puur' has no attribute {name!r}")
