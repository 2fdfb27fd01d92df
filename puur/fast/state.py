"""Whether the compiled kernels are there, and getting them ready without making anybody wait.

Compiling takes about half a minute once; afterwards loading from the cache takes a moment. `python -m puur.fast.build` does it at
set-up. A program that must answer at once calls `warm_up()` when it starts, asks `ready()` before each use, and takes
`puur.fast.fallback` until then.
"""

from __future__ import annotations

import threading
from importlib.util import find_spec

_lock = threading.Lock()
_done = threading.Event()
_thread: threading.Thread | None = None
_problem: BaseException | None = None


def available() -> bool:
    """Whether numba and NumPy are installed (the extra `fast`)."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def ready() -> bool:
    """Whether every kernel is loaded, so that no call has to wait for the compiler."""
    return _done.is_set()


def problem() -> BaseException | None:
    """Why warming up failed, or None."""
    return _problem


def warm_up(*, wait: bool = False) -> None:
    """Compile or load all kernels in a background thread, once; with `wait` return only when that is done or has failed."""
    global _thread
    if not available():
        return
    with _lock:
        if _thread is None:
            _thread = threading.Thread(target=_warm, name="puur-fast-warm-up", daemon=True)
            _thread.start()
    if wait:
        _thread.join()


def _warm() -> None:
    global _problem
    try:
        load_all()
    except BaseException as error:  # whatever it is, the fallback plays on, and the caller can ask for it
        _problem = error
    else:
        _done.set()


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
