"""`python -m puur.fast.build`: compile the kernels once, at set-up, so that nobody waits for it later."""

from __future__ import annotations

import shutil
import sys
import time

from puur.fast.state import available, load_all


def main() -> int:
    """Compile what is not in the cache yet, and throw away what belongs to older sources."""
    if not available():
        print("fast: numba and NumPy are not installed (pip install 'puur[fast]'); Puur works without them, slowly")
        return 0
    from puur.fast.jit import CACHE

    began = time.perf_counter()
    load_all()
    if CACHE is None:
        print("fast: there is no folder to keep compiled code in; every process will compile anew", file=sys.stderr)
        return 0
    for old in CACHE.parent.glob("fast-*"):
        if old != CACHE:
            shutil.rmtree(old, ignore_errors=True)
    print(f"fast: kernels ready in {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
