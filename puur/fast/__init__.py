"""The fast twin of the core, for search: random playouts by the million and exact solutions of deals with all cards known.

Compiled with numba, held equal to `puur.core` by tests, and fed with tables derived from it. Importing this package compiles
and loads nothing; what needs numba (the extra `fast`) is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from puur.fast.position import BadPosition, Position, unsolved, unsupported
from puur.fast.solution import GivenUp, Solution
from puur.fast.state import available

if TYPE_CHECKING:
    from puur.fast.playout import deals, playouts, rollouts
    from puur.fast.solver import Solver, solve, solve_many
    from puur.fast.weis import stoeck_points, weis_points

__all__ = [
    "BadPosition",
    "GivenUp",
    "Position",
    "Solution",
    "Solver",
    "available",
    "deals",
    "playouts",
    "rollouts",
    "solve",
    "solve_many",
    "stoeck_points",
    "unsolved",
    "unsupported",
    "weis_points",
]

_COMPILED = {
    "deals": "playout",
    "playouts": "playout",
    "rollouts": "playout",
    "Solver": "solver",
    "solve": "solver",
    "solve_many": "solver",
    "stoeck_points": "weis",
    "weis_points": "weis",
}


def __getattr__(name: str) -> Any:
    if name not in _COMPILED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_COMPILED[name]}"), name)
