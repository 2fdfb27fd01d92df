"""Whether the compiled kernels are there, and getting them compiled.

Compiling takes about half a minute once; afterwards loading from the cache takes a moment. `python -m puur.fast.build` does it at
set-up.
"""

from __future__ import annotations

from importlib.util import find_spec


def available() -> bool:
    """Whether numba and NumPy are installed (the extra `fast`)."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def load_all() -> None:
    """Call every entry point once with the types that it is always called with."""
    from puur.core.cards import CARDS, CardSet
    from puur.core.mode import OBENABE
    from puur.core.reglement import Reglement
    from puur.fast.playout import deals, playouts, rollouts
    from puur.fast.position import Position
    from puur.fast.solver import solve
    from puur.fast.weis import weis_points

    hands = deals(1)
    playouts(1, OBENABE)
    last = Position.dealt([CardSet((card,)) for card in CARDS[:4]], OBENABE)
    rollouts(last, 1)
    weis_points(hands, OBENABE, Reglement(key="warm-up", title="", source=""))
    solve(last)
