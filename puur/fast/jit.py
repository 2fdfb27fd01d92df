"""The one door to numba: the decorators of all kernels, and where compiled code is kept.

Importing this module imports numba; nothing outside `puur.fast` does, and nothing in it before it is needed. Kernels are plain
Python with plain integers, so they are checked like everything else. Compiled code is cached in a folder named after a hash
of all sources here: numba itself would not notice a change in another file. Without a folder to write to, code is compiled
anew in each process.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

# Not imported by name: numba's types come and go with its releases, and what is used of it here is little.
numba: Any = import_module("numba")
config: Any = import_module("numba.core.config")
extending: Any = import_module("numba.extending")
types: Any = import_module("numba").types
ir: Any = import_module("llvmlite.ir")
llvm: Any = import_module("llvmlite.binding")

F = TypeVar("F", bound=Callable[..., Any])
HERE = Path(__file__).resolve().parent


def source_hash(paths: Iterable[Path]) -> str:
    """A short name for the present state of these kernel sources."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def writable(folder: Path) -> bool:
    """Whether files can be made in `folder`, which is made itself if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_folder() -> Path | None:
    """Where compiled code is kept: NUMBA_CACHE_DIR, beside the sources, or in the user's cache; None if nowhere."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    places = [Path(named)] if named else [HERE / "__pycache__", Path(home) / "puur"]
    for place in places:
        folder = place / f"fast-{source_hash(HERE.glob('*.py'))}"
        if writable(folder):
            return folder
    return None


CACHE = cache_folder()


def kernel(function: F, cache: Path | None = CACHE) -> F:
    """Compile `function` on its first call, or load it from the cache; it runs without the GIL."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache or "")
    try:
        compiled: F = numba.njit(function, cache=cache is not None, nogil=True)
    finally:
        config.CACHE_DIR = before
    return compiled


def inline(function: F) -> F:
    """Compile `function` into each of its callers; never called from Python."""
    compiled: F = numba.njit(function, nogil=True, forceinline=True)
    return compiled


def helper(function: F) -> F:
    """Compile `function` once for all its callers; never called from Python."""
    compiled: F = numba.njit(function, nogil=True)
    return compiled


def teach(function: Callable[..., Any], choose: Callable[..., Any]) -> None:
    """Tell numba what a Python function becomes in compiled code: `choose` gets the kinds of its arguments."""
    extending.overload(function, strict=False)(lambda *kinds: choose(*kinds))


def instruction(arguments: int, build: Callable[..., Any], *, answers: bool = True) -> Any:
    """A function of integers for compiled code: `build(builder, *values)` writes its instructions."""

    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return build(builder, *values)

    signature = (types.int64 if answers else types.void)(*[types.int64] * arguments)
    typed = {  # numba asks for the number of arguments, so a star does not do
        1: lambda _context, _one: (signature, code),
        2: lambda _context, _one, _two: (signature, code),
        3: lambda _context, _one, _two, _three: (signature, code),
    }
    return extending.intrinsic(typed[arguments])
