"""Numbers for Prometheus, as text: requests by page and status, what the hub and the store hold, the process itself.

A few counters and histograms of our own; nothing here knows a name, a code or a card. Labels are names of pages, never paths,
so their number is bounded. The page that shows them is in `puur.web.views.ops`.
"""

from __future__ import annotations

import bisect
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
STARTED = time.time()
TYPE = "text/plain; version=0.0.4; charset=utf-8"

HELP: Mapping[str, tuple[str, str]] = {
    "puur_requests_total": ("counter", "Requests of pages by page, method and status."),
    "puur_request_seconds": ("histogram", "How long pages took."),
    "puur_throttled_total": ("counter", "Codes of tables that were not looked at, guests that were not made, by kind."),
    "puur_mails_total": ("counter", "Mails that the mail server has taken, and those given up."),
    "puur_login_throttled_total": ("counter", "Passwords that were not even looked at, by limit."),
    "puur_errors_total": ("counter", "Records of the log by level, from WARNING up."),
    "puur_tables": ("gauge", "Live tables of this process."),
    "puur_tables_most": ("gauge", "How many live tables this process takes."),
    "puur_connections": ("gauge", "Open sockets of this process."),
    "puur_players": ("gauge", "Seats with a person connected."),
    "puur_waiting": ("gauge", "Requests that wait in the inboxes of tables."),
    "puur_unsent": ("gauge", "Messages that wait for slow readers."),
    "puur_draining": ("gauge", "1 while this process takes no new tables."),
    "puur_loop_lag_seconds": ("gauge", "How late the event loop is, smoothed; people feel it."),
    "puur_commit_seconds": ("gauge", "How long a commit takes, smoothed."),
    "puur_busy": ("gauge", "How much of a core this process needs, over some seconds; near 1 everything becomes slow."),
    "puur_shut": ("gauge", "1 while new tables are refused so that running ones stay quick."),
    "puur_refused_total": ("counter", "New tables refused for that reason."),
    "puur_not_stored_total": ("counter", "Commits that the database refused."),
    "puur_commits_total": ("counter", "Transactions of the store."),
    "puur_jobs_total": ("counter", "Jobs in them."),
    "puur_sets_waiting": ("gauge", "Sets of given deals that are due and not picked yet."),
    "puur_up_seconds": ("gauge", "How long this process runs."),
    "process_resident_memory_bytes": ("gauge", "Memory of this process."),
    "process_cpu_seconds_total": ("counter", "Time on the processor."),
    "process_open_fds": ("gauge", "Open files."),
    "process_start_time_seconds": ("gauge", "When this process began."),
    "puur_info": ("gauge", "The version."),
}
Labels = tuple[tuple[str, str], ...]


class Counters:
    """Counters and histograms of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, Labels], float] = {}
        self._times: dict[tuple[str, Labels], tuple[list[int], list[float]]] = {}

    def add(self, name: str, by: float = 1, **labels: str) -> None:
        """Count."""
        key = name, tuple(sorted(labels.items()))
        with self._lock:
            self._counts[key] = self._counts.get(key, 0) + by

    def observe(self, name: str, seconds: float, **labels: str) -> None:
        """Put a duration into its bucket."""
        key = name, tuple(sorted(labels.items()))
        with self._lock:
            counts, total = self._times.setdefault(key, ([0] * (len(BUCKETS) + 1), [0.0]))
            counts[bisect.bisect_left(BUCKETS, seconds)] += 1
            total[0] += seconds

    def lines(self) -> Iterator[tuple[str, str, Labels, float]]:
        """Family, name, labels and value of each."""
        with self._lock:
            counted = list(self._counts.items())
            timed = [(key, list(counts), total[0]) for key, (counts, total) in self._times.items()]
        for (name, labels), value in counted:
            yield name, name, labels, value
        for (name, labels), counts, total in timed:
            so_far = 0
            for limit, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
                so_far += count
                yield name, f"{name}_bucket", (*labels, ("le", limit)), so_far
            yield name, f"{name}_sum", labels, total
            yield name, f"{name}_count", labels, so_far


counters = Counters()


def exposition(hub: Any = None, store: Any = None) -> str:
    """Everything as Prometheus reads it."""
    families: dict[str, list[str]] = {}
    for family, name, labels, value in (*counters.lines(), *_own(), *_live(hub, store)):
        families.setdefault(family, []).append(f"{name}{_labels(labels)} {value:.10g}")
    lines = []
    for family, values in families.items():
        kind, text = HELP.get(family, ("untyped", family))
        lines += [f"# HELP {family} {text}", f"# TYPE {family} {kind}", *values]
    return "\n".join(lines) + "\n"


def _labels(labels: Iterable[tuple[str, str]]) -> str:
    def clean(text: str) -> str:
        return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")

    pairs = ",".join(f'{name}="{clean(value)}"' for name, value in labels)
    return f"{{{pairs}}}" if pairs else ""


def _own() -> Iterator[tuple[str, str, Labels, float]]:
    from puur import __version__
    from puur.web.company.picking import picker

    yield "puur_sets_waiting", "puur_sets_waiting", (), picker.due
    yield "puur_info", "puur_info", (("version", __version__), ("python", sys.version.split()[0])), 1
    yield "puur_up_seconds", "puur_up_seconds", (), time.time() - STARTED
    yield "process_start_time_seconds", "process_start_time_seconds", (), STARTED
    yield "process_cpu_seconds_total", "process_cpu_seconds_total", (), time.process_time()
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
        yield "process_resident_memory_bytes", "process_resident_memory_bytes", (), pages * os.sysconf("SC_PAGE_SIZE")
        yield "process_open_fds", "process_open_fds", (), len(os.listdir("/proc/self/fd"))
    except OSError:  # not Linux
        return


def _live(hub: Any, store: Any) -> Iterator[tuple[str, str, Labels, float]]:
    """What the hub and the store hold, read without stopping them; what they do not have is left out."""
    from puur.web.live.admission import gate

    if hub is not None:
        tables = list(hub.tables.values())
        own = [list(table.connections) for table in tables]
        facts: dict[str, float] = {
            "puur_tables": len(tables),
            "puur_tables_most": getattr(hub, "most", 0),
            "puur_connections": sum(map(len, own)),
            "puur_players": sum(len({client.who.key for client in some if client.who.key}) for some in own),
            "puur_waiting": sum(table.inbox.qsize() for table in tables),
            "puur_unsent": sum(client.out.qsize() for some in own for client in some if hasattr(client.out, "qsize")),
            "puur_draining": int(hub is not None and (hub.draining or hub.closed)),
        }
        facts |= {
            "puur_loop_lag_seconds": gate.lag,
            "puur_commit_seconds": gate.commit,
            "puur_busy": gate.busy,
            "puur_shut": int(gate.shut),
            "puur_refused_total": gate.refused,
        }
        for name, value in facts.items():
            yield name, name, (), value
    if store is not None:
        counted = (("puur_commits_total", "batches"), ("puur_jobs_total", "jobs"), ("puur_not_stored_total", "failures"))
        for name, attribute in counted:
            count = getattr(store, attribute, None)
            if isinstance(count, int | float):
                yield name, name, (), count
