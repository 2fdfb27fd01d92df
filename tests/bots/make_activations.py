"""Writes `network_activations.npz`: what PyTorch makes of the released weights, for `test_network`. Needs the extra `train`.

python -m tests.bots.make_activations
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import torch

from puur.fast.observe import PER_SUIT, WIDE
from puur.fast.offers import OFFER, PUSH
from puur.training.networks import Policy, offer_network, push_network


def main() -> None:
    with files("puur.bots").joinpath("network.npz").open("rb") as file:
        stored = dict(np.load(file))
    state = {name: torch.from_numpy(values).float() for name, values in stored.items() if name != "trained"}
    rng = np.random.default_rng(1)
    seen = {
        "suits": (rng.random((3, 4, PER_SUIT)) < 0.2).astype(np.float32),
        "facts": (rng.random((3, WIDE)) < 0.2).astype(np.float32),
        "offer": (rng.random((3, OFFER)) < 0.3).astype(np.float32),
        "push": (rng.random((3, PUSH)) < 0.3).astype(np.float32),
    }
    stored = {f"in_{name}": values for name, values in seen.items()}
    for name in ("policy", "quick"):
        width = len(state[f"{name}.norm.weight"])
        blocks = sum(key.startswith(f"{name}.blocks.") and key.endswith(".norm.weight") for key in state)
        network = Policy(width, blocks)
        network.load_state_dict({key.removeprefix(f"{name}."): value for key, value in state.items() if key.startswith(f"{name}.")})
        stored[name] = network(torch.from_numpy(seen["suits"]), torch.from_numpy(seen["facts"])).detach().numpy()
    for name, network in (("offer", offer_network()), ("push", push_network())):
        network.load_state_dict({key.removeprefix(f"{name}."): value for key, value in state.items() if key.startswith(f"{name}.")})
        stored[name] = network(torch.from_numpy(seen[name])).detach().numpy()
    np.savez_compressed(Path(__file__).with_name("network_activations.npz"), **stored)


if __name__ == "__main__":
    main()
