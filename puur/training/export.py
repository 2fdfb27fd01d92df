"""The weights that a player needs, as one compressed file of half-precision numbers that NumPy reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from puur.training.learning import Trainer

PLAYED = ("policy", "quick", "offer", "push", "tell")  # the others only help in training


def export(trainer: Trainer, file: Path) -> None:
    """Write policy, its small copy, bidding networks and how long they were trained."""
    weights = {"trained": np.array([trainer.deals, trainer.seconds])}
    for name, network in trainer.networks().items():
        if name in PLAYED:
            weights |= {f"{name}.{key}": value.half().cpu().numpy() for key, value in network.state_dict().items()}
    with file.open("wb") as out:
        np.savez_compressed(out, **weights)  # type: ignore[arg-type]  # the stubs take the names for options
