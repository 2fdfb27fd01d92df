"""Compiled code that nobody waits for: nothing is loaded before its time, the cache may be missing, and numba too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puur.fast import available
from puur.fast.build import main as build

ROOT = Path(__file__).resolve().parents[2]


def run(code: str, **env: str) -> str:
    """The output of a fresh Python, which has to succeed without a word on stderr."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **env},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


def test_importing_puur_loads_neither_numba_nor_numpy() -> None:
    code = """
        import sys, puur, puur.core.game, puur.fast, puur.cli.app
        for name in (None, *puur.cli.app.COMMANDS): puur.cli.app.application(name and name.rpartition('.')[2].strip('_'))
        print(sorted({"numba", "llvmlite", "numpy"} & set(sys.modules)))
    """
    assert run("\n".join(line.strip() for line in code.splitlines())) == "[]"


def test_an_unknown_name_is_an_attribute_error() -> None:
    import puur.fast

    with pytest.raises(AttributeError, match="no attribute 'playout_of'"):
        _ = puur.fast.playout_of


def test_building_says_that_it_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert available()
    assert build() == 0
    assert "kernels ready" in capsys.readouterr().out


def test_without_a_folder_to_write_to_everything_still_works(tmp_path: Path) -> None:
    """A file where the cache folder should be: no permission helps there, not even root's."""
    (tmp_path / "file").write_text("")
    code = "from puur.fast.jit import CACHE; from puur.fast import deals; print(CACHE, deals(2, seed=1).shape)"
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path / "file" / "cache")) == "None (2, 4)"


def test_a_cache_is_used_by_the_next_process_and_named_after_the_sources(tmp_path: Path) -> None:
    code = "from puur.fast.jit import CACHE; from puur.fast import deals; print(CACHE.name, deals(2, seed=1).tolist())"
    first = run(code, NUMBA_CACHE_DIR=str(tmp_path))
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
    assert files
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == first
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")} == files


def test_without_numba_positions_can_be_made_and_building_says_what_is_missing() -> None:
    code = """
        import sys
        for name in ("numba", "llvmlite", "numpy"): sys.modules[name] = None
        import importlib.util
        found = importlib.util.find_spec
        import puur.fast.state as state
        state.find_spec = lambda name: None if name in ("numba", "numpy") else found(name)
        from puur import fast
        from puur.core.cards import CARDS, CardSet
        from puur.core.mode import OBENABE
        p = fast.Position.dealt([CardSet(CARDS[9 * n : 9 * n + 2]) for n in range(4)], OBENABE)
        print(fast.available(), p.rest)
        from puur.fast.build import main
        main()
    """
    out = run("\n".join(line[8:] for line in code.splitlines()))
    assert out.splitlines()[0] == "False 5"
    assert "not installed" in out.splitlines()[1]


@pytest.mark.slow
def test_the_solver_never_reads_or_writes_beside_its_memory(tmp_path: Path) -> None:
    """The same sources over arrays, every index checked by numba: an address would not tell."""
    code = """
        import random
        import numpy as np
        from puur.core.mode import LAST_TRICK
        from puur.fast import Solver, layout
        from puur.fast.image import contexts, image
        from puur.fast.roots import solve_positions
        from tests.fast.positions import MODES, ending
        memory, seen = np.zeros(layout.SIZE, np.uint8), np.zeros(layout.SEEN, np.uint8)
        memory[layout.LIMIT : layout.LIMIT + 8] = 0x7F
        rng, quick = random.Random(1), Solver()
        for number in range(64):
            p = ending(rng, MODES[number % len(MODES)], rng.choice((2, 3, 4, 5)), rng.randrange(4))
            memory[layout.CONTEXT_OF : layout.KILLERS] = image(p.mode)[layout.CONTEXT_OF :]
            places = np.array([one.place for one in contexts(p.mode)], np.int64)
            trick = np.array([[card.index for card in p.trick] + [-1] * (3 - len(p.trick))], np.int64)
            one = np.ones(1, np.int64)
            out, cards = np.zeros(1, np.int64), np.zeros((1, 36), np.int64)
            solve_positions(memory, seen, len(places), places, LAST_TRICK, np.array([p.hands], np.int64), one * p.leader,
                            trick, one * len(p.trick), one * 0, layout.NO_VALUE, 1, out, cards)
            assert out[0] == quick.solve(p).points[0]
        try:
            solve_positions(memory[:1000], seen, len(places), places, LAST_TRICK, np.array([p.hands], np.int64), one * p.leader,
                            trick, one * len(p.trick), one * 0, layout.NO_VALUE, 1, out, cards)
        except IndexError:
            print("checked")
    """
    env = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    assert run("\n".join(line[8:] for line in code.splitlines()), **env) == "checked"
