"""Full garbage collections come at good moments, and they do come."""

from __future__ import annotations

import gc
import weakref

from puur.web.live.gc_pauses import FEW, MUCH, OFTEN, Broom


class Knot:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.self = self


def test_what_was_forgotten_is_freed_when_few_play_and_never_while_many_do() -> None:
    broom = Broom()
    now = broom._last + OFTEN
    gc.collect()
    knot = Knot()
    gone = weakref.ref(knot)
    del knot
    assert not broom.sweep(FEW + 1, now)
    assert not broom.sweep(1, now - 1)  # not all the time either
    assert broom.sweep(FEW, now)
    assert gone() is None
    assert not broom.sweep(FEW, now + 1)


def test_when_very_much_was_forgotten_nobody_is_asked() -> None:
    broom = Broom()
    broom.forgotten = MUCH
    assert broom.sweep(10 * FEW, broom._last)
    assert broom.forgotten == 0


def test_starting_leaves_full_collections_to_the_broom() -> None:
    before = gc.get_threshold()
    try:
        Broom().start()
        assert gc.get_threshold()[:2] == before[:2]
        assert gc.get_threshold()[2] > 100_000
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
