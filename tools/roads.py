"""Notes which roads into the product each test of a provision took, for `make rules`: a plugin of pytest.

A road is something that people take: they play a game, hold an evening, run a season, type a command, open a page. The entry of
each road is wrapped while tests run, never in the product itself. A test that calls code which nobody else calls (`KEPT` in
`tools.unused`) takes no road, whatever else it does. What every marked test took and how it ended is written to
`RECORD` below the root; a run replaces what is known of the files that it ran, and leaves the rest. Works under pytest-xdist,
where the workers hand over what they noted.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.unused import KEPT

RECORD = Path(".pytest_cache") / "provisions.json"
# Road: module and what of it people's deeds pass through.
ENTRIES = (
    ("game", "puur.core.game", "Game.submit"),
    ("evening", "puur.evening.evening", "Evening.submit"),
    ("season", "puur.season.state", "Club.submit"),
    ("command", "puur.cli.app", "application"),
    ("page", "django.core.handlers.base", "BaseHandler.get_response"),
    ("page", "django.core.handlers.base", "BaseHandler.get_response_async"),
    ("page", "puur.web.live.socket", "Endpoint.__call__"),
)
ROADS = tuple(dict.fromkeys(road for road, _, _ in ENTRIES))
_PROPERTY = "provisions"
_UNREACHED = {tuple(path.split(":")) for path in KEPT}

_taken: set[str] = set()
_waiting = list(ENTRIES)


def _watch() -> None:
    """Wrap the entries whose modules are imported by now."""
    for entry in [waiting for waiting in _waiting if waiting[1] in sys.modules]:
        road, module, path = entry
        *owners, name = path.split(".")
        place: Any = functools.reduce(getattr, owners, sys.modules[module])
        setattr(place, name, _noting(road, getattr(place, name)))
        _waiting.remove(entry)


def _noting(road: str, entry: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(entry)
    def noted(*args: Any, **options: Any) -> Any:
        _taken.add(road)
        return entry(*args, **options)

    return noted


def _on_audit(event: str, args: tuple[Any, ...]) -> None:
    if event == "subprocess.Popen" and any(Path(str(word)).name == "puur" for word in args[1]):
        _taken.add("command")


def pytest_configure() -> None:
    """Watch for commands that tests start as processes of their own."""
    sys.addaudithook(_on_audit)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[Any]:
    """Every test begins with no road taken."""
    _watch()
    _taken.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Hand over what a marked test took: its ids and its roads."""
    _watch()
    ids = sorted({str(id_) for mark in item.iter_markers("rule") for id_ in mark.args})
    if ids and call.when == "call":
        roads = [] if _beside_the_road(item) else [road for road in ROADS if road in _taken]
        item.user_properties.append((_PROPERTY, {"ids": ids, "roads": roads}))
    return (yield)


def _beside_the_road(item: pytest.Item) -> bool:
    """Whether the test itself names something that only tests call."""
    if not isinstance(item, pytest.Function):
        return False
    named = (getattr(item.module, name, None) for name in item.function.__code__.co_names)
    return any((getattr(thing, "__module__", ""), getattr(thing, "__name__", "")) in _UNREACHED for thing in named)


class _Collector:
    """Gathers the reports of this process and of the workers, and writes them at the end."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.seen: dict[str, dict[str, Any]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a marked test ended; a second try counts instead of the first."""
        if report.when == "call":
            for name, noted in report.user_properties:
                if name == _PROPERTY and isinstance(noted, dict):
                    self.seen[report.nodeid] = {**noted, "outcome": report.outcome}

    def pytest_sessionfinish(self) -> None:
        """Write what was seen beside what is known of other files."""
        if not self.seen:
            return
        file, ran = self.root / RECORD, {_file_of(node) for node in self.seen}
        known = {
            node: noted
            for node, noted in (json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}).items()
            if _file_of(node) not in ran and (self.root / _file_of(node)).exists()
        }
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(known | self.seen, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Collect where the reports arrive: not in the workers."""
    if not hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(_Collector(session.config.rootpath), "puur-provisions")


def _file_of(node: str) -> str:
    return node.partition("::")[0]
