"""Try mistakes in one process: product and tests are loaded once, and a fork for each mistake exchanges the functions it changes.

The plugin of pytest first has every test run in a fork with coverage.py, which says what lines each reaches in how many seconds.
Then each mistake has a fork: the code of the changed functions takes the place of the old one wherever it is held, caches of the
product are emptied, and the tests run that reach the line, quick ones first. A mistake in what runs on import (a constant, a
default, a decorator) is tried in a fork that has nothing of the product yet and reads the module with the mistake in it.
"""

from __future__ import annotations

import functools
import gc
import importlib
import os
import signal
import time
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from coverage import Coverage

from tools.reached import Reached

ROOT = Path(__file__).resolve().parent.parent
PLAIN = ("-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow", "--capture=sys")
PASSED, FAILED, BROKEN = 0, 1, 99
PATIENCE = 40  # seconds beyond five times what the tests usually take; after that the mistake made them hang, and is noticed
FUNCTION = 0x2  # of `co_flags`: has names of its own, so it is no module and no class


@dataclass(frozen=True)
class Mistake:
    """The file of a module, the lines of the mistake, and the whole text with it."""

    file: Path
    first: int
    last: int
    text: str


def _compiled(text: str, file: Path) -> list[types.CodeType]:
    """All pieces of code, in the order of the text."""

    def within(code: types.CodeType) -> Iterator[types.CodeType]:
        yield code
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                yield from within(constant)

    return list(within(_code(text, str(file))))


def _code(text: str, path: str) -> types.CodeType:
    with warnings.catch_warnings(action="ignore"):  # such as `is` with a number
        return compile(text, path, "exec", dont_inherit=True)


def _place(code: types.CodeType) -> tuple[object, ...]:
    return code.co_qualname, code.co_firstlineno, tuple(code.co_positions())


def _itself(code: types.CodeType) -> tuple[object, ...]:
    """What a piece of code does, without the functions within it."""
    constants = tuple(None if isinstance(part, types.CodeType) else (type(part), part) for part in code.co_consts)
    return code.co_qualname, code.co_code, constants, code.co_names


def differs(mistake: Mistake) -> bool:
    """Whether a mistake is Python and changes what the module does."""
    try:
        new = _compiled(mistake.text, mistake.file)
    except SyntaxError:
        return False
    old = _compiled(mistake.file.read_text(encoding="utf-8"), mistake.file)
    return [_itself(code) for code in old] != [_itself(code) for code in new]


def on_import(mistake: Mistake) -> bool:
    """Whether a mistake is in what runs when the module is imported, or changes what a function needs from around it."""
    old, new = _compiled(mistake.file.read_text(encoding="utf-8"), mistake.file), _compiled(mistake.text, mistake.file)
    if len(old) != len(new):
        return True
    pairs = list(zip(old, new, strict=True))
    changed = [before for before, after in pairs if _itself(before) != _itself(after)]
    return any(not code.co_flags & FUNCTION for code in changed) or any(
        before.co_freevars != after.co_freevars for before, after in pairs
    )


def put_in(mistake: Mistake) -> None:
    """Make a mistake in the functions of this process, and forget what was computed before."""
    importlib.import_module(".".join(mistake.file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    old, new = _compiled(mistake.file.read_text(encoding="utf-8"), mistake.file), _compiled(mistake.text, mistake.file)
    instead = {_place(before): after for before, after in zip(old, new, strict=True)}
    for held in gc.get_objects():
        if type(held) is types.FunctionType and held.__code__.co_filename == str(mistake.file):
            held.__code__ = instead.get(_place(held.__code__), held.__code__)
    _forget()


def _forget() -> None:
    for held in gc.get_objects():
        if type(held) is functools._lru_cache_wrapper and (getattr(held, "__module__", None) or "").startswith("puur"):
            held.cache_clear()


def tried(run: Callable[[], int], usual: float) -> str:
    """What becomes of a mistake in a fork that makes it and runs tests."""
    child = _forked(run)
    ends = time.monotonic() + 5 * usual + PATIENCE
    while time.monotonic() < ends:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            if code == BROKEN:
                raise SystemExit("mutants: a mistake could not be made")
            return "survived" if code == PASSED else "killed"
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hung"


def _forked(run: Callable[[], int]) -> int:
    """The process in which something runs without a word."""
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            os._exit(run())
        except BaseException:  # what a mistake raises outside the tests has been noticed too
            os._exit(FAILED)
    return child


def cold(mistake: Mistake, tests: Sequence[str], usual: float) -> str:
    """Try a mistake in what runs on import, where nothing of the product is loaded yet."""
    read = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> types.CodeType | None:
        wrong = loader.path == str(mistake.file)
        return _code(mistake.text, loader.path) if wrong else read(loader, name)

    def run() -> int:
        SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
        return int(pytest.main(["-x", *PLAIN, *tests]))

    return tried(run, usual)


@dataclass
class Warm:
    """The plugin: what it knows of the tests, for how many seconds each mistake is tried, how long all, and whom it tells."""

    reached: Reached
    mistakes: Sequence[Mistake]
    seconds: float
    minutes: float
    told: Callable[[Mistake, str, int, float], None]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Measure what is not known, then try each mistake."""
        items = {item.nodeid: item for item in session.items}
        new = [item for item in session.items if not self.reached.knows(item.nodeid)]
        if new:
            print(f"mutants: measuring what {len(new)} tests reach", flush=True)
            if os.waitpid(_forked(lambda: _measure(session, new, self.reached)), 0)[1]:
                raise SystemExit("mutants: the tests could not be measured")
            self.reached.read()
        ends = time.monotonic() + 60 * self.minutes
        for mistake in self.mistakes:
            if time.monotonic() > ends:
                break
            began = time.monotonic()
            chosen, usual = self.reached.chosen(mistake.file, mistake.first, mistake.last, self.seconds)
            present = [items[name] for name in chosen if name in items]

            def run(mistake: Mistake = mistake, present: Sequence[pytest.Item] = present) -> int:
                try:
                    put_in(mistake)
                except Exception:
                    return BROKEN
                return _run(session, present)

            outcome = tried(run, usual) if present else "unreached"
            self.told(mistake, outcome, len(present), time.monotonic() - began)
        return True


def _run(session: pytest.Session, items: Sequence[pytest.Item]) -> int:
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return FAILED
    return PASSED


def _measure(session: pytest.Session, items: Sequence[pytest.Item], reached: Reached) -> int:
    """What each test reaches; of those that fail as they are, nothing: only tests that pass can notice a mistake."""
    _forget()
    coverage = Coverage(data_file=None, source=["puur"], config_file=False)
    seconds: dict[str, float] = {}
    coverage.start()
    for item, following in zip(items, [*items[1:], None], strict=True):
        coverage.switch_context(item.nodeid)
        began, failed = time.monotonic(), session.testsfailed
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds[item.nodeid] = round(time.monotonic() - began, 3) if session.testsfailed == failed else -1.0
    coverage.stop()
    with warnings.catch_warnings(action="ignore"):  # of a run that reached nothing
        reached.note(coverage.get_data(), seconds)
    return PASSED
