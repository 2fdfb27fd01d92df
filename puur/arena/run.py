"""Running a match: on all cores, on a Dask cluster, with every finished pair kept in a file so that it can be taken up again.

The file has one line per pair after a line with the plan. A broken last line (the power went) is dropped.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from pathlib import Path

from puur.arena.match import Pair, Plan, play_pairs
from puur.bots.processes import end_with_parent, starting_workers

Progress = Callable[[int, int], None]
CHUNKS = 8  # portions per worker: small enough for a smooth bar


class OtherMatch(ValueError):
    """The file holds another match."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Store:
    """The pairs of a match in a file."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.pairs = path, dict[int, Pair]()
        if path.exists():
            self._read(plan)
        else:
            path.write_text(json.dumps({"puur-arena": 1, "plan": plan.key()}) + "\n", encoding="utf-8")

    def _read(self, plan: Plan) -> None:
        lines = self.path.read_text(encoding="utf-8").splitlines()
        try:
            head = json.loads(lines[0]) if lines else {}
        except ValueError:
            head = {}
        if not isinstance(head, dict) or head.get("plan") != plan.key():
            raise OtherMatch(str(self.path))
        readable = [lines[0]]
        for line in lines[1:]:
            try:
                pair = Pair.from_plain(json.loads(line))
            except (ValueError, IndexError, TypeError):
                continue
            self.pairs[pair.number] = pair
            readable.append(line)
        self.path.write_text("\n".join(readable) + "\n", encoding="utf-8")

    def add(self, pairs: Sequence[Pair]) -> None:
        """Keep finished pairs."""
        with self.path.open("a", encoding="utf-8") as file:
            for pair in pairs:
                self.pairs[pair.number] = pair
                file.write(json.dumps(pair.to_plain(), separators=(",", ":")) + "\n")


def portions(numbers: Sequence[int], workers: int) -> list[list[int]]:
    """The pairs still to be played, in portions that are handed out one after the other."""
    size = max(1, min(25, len(numbers) // (workers * CHUNKS) or 1))
    return [list(numbers[at : at + size]) for at in range(0, len(numbers), size)]


def run(
    plan: Plan, *, workers: int = 0, store: Path | None = None, scheduler: str = "", progress: Progress | None = None
) -> list[Pair]:
    """Play the match, or what is missing of it; all its pairs in order."""
    kept = Store(store, plan) if store else None
    done = {number: pair for number, pair in kept.pairs.items() if number < plan.deals} if kept else {}
    missing = [number for number in range(plan.deals) if number not in done]
    if progress:
        progress(len(done), plan.deals)
    with closing(_played(plan, missing, workers or cores(), scheduler)) as played:
        for pairs in played:
            for pair in pairs:
                done[pair.number] = pair
            if kept:
                kept.add(pairs)
            if progress:
                progress(len(done), plan.deals)
    return [done[number] for number in sorted(done)]


def _played(plan: Plan, numbers: Sequence[int], workers: int, scheduler: str) -> Generator[list[Pair]]:
    if not numbers:
        return
    if scheduler:
        from puur.arena.cluster import played_on

        yield from played_on(scheduler, plan, numbers)
        return
    if workers == 1:
        for portion in portions(numbers, 1):
            yield play_pairs(plan, portion)
        return
    others = multiprocessing.active_children()
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), end_with_parent) as pool:
        try:
            with starting_workers():
                waiting = [pool.submit(play_pairs, plan, portion) for portion in portions(numbers, workers)]
            for future in as_completed(waiting):
                yield future.result()
        except BaseException:
            for process in multiprocessing.active_children():
                if process not in others:
                    process.kill()  # nobody waits for what they are playing
            raise
