"""A match on a Dask cluster, for those who have one: `pip install puur[cluster]`. Only this module knows Dask.

The workers of the cluster need Puur installed. `local` as address starts a cluster of processes on this machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from puur.arena.match import Pair, Plan, play_pairs

LOCAL = "local"


class NoCluster(RuntimeError):
    """Dask is not installed, or no scheduler answers at the address."""


def played_on(address: str, plan: Plan, numbers: Sequence[int]) -> Iterator[list[Pair]]:
    """Play the pairs on the cluster; portions as they are finished."""
    try:
        dask: Any = import_module("distributed")
    except ImportError as missing:
        raise NoCluster("dask") from missing
    from puur.arena.run import portions

    cluster: Any = dask.LocalCluster(dashboard_address=None, threads_per_worker=1) if address == LOCAL else None
    try:
        with dask.Client(cluster or address, timeout=10) as client:
            workers = max(1, len(client.scheduler_info()["workers"]))
            parts = portions(numbers, workers)
            futures = client.map(_play, [(plan, part) for part in parts], pure=False)
            for _, pairs in dask.as_completed(futures, with_results=True):
                yield pairs
    except OSError as problem:
        raise NoCluster(address) from problem
    finally:
        if cluster is not None:
            cluster.close()


def _play(job: tuple[Plan, list[int]]) -> list[Pair]:
    return play_pairs(*job)
