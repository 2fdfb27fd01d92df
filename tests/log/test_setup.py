"""The settings of a game as they are stored with a table."""

from __future__ import annotations

import json

from puur.core.faces import Faces
from puur.core.setup import Keeping, Playing, Setup, Turning
from puur.notation.game_events import SETUP
from puur.web.live.state import read_setup


def test_a_table_comes_back_with_every_setting() -> None:
    setup = Setup(
        names=("Anna", "Beat", "C", "D"), faces=Faces.FRENCH, keeping=Keeping.MANUAL, turning=Turning.EXPLICIT,
        playing=Playing.FREE, first_dealer=2, lost_before=1, number=3,
    )  # fmt: skip
    assert read_setup(json.loads(json.dumps(SETUP.write(setup)))) == setup
    assert read_setup(SETUP.write(Setup())) == Setup()


def test_what_version_0_1_stored_is_read() -> None:
    stored = {"names": ["A", "B", "C", "D"], "faces": None, "playing": "free", "first_dealer": 0, "lost_before": 1, "number": 2}
    assert read_setup(stored) == Setup(playing=Playing.FREE, first_dealer=0, lost_before=1, number=2)
