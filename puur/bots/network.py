"""The trained networks, played with NumPy alone. `training.networks` has them in PyTorch, and a test holds the two equal.

Weights are kept in half precision in the package and widened once. All functions take batches, so that a server answers many seats
with one product of matrices.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
FILE = "network.npz"
EPSILON = np.float32(1e-5)  # as PyTorch's LayerNorm


def _normed(x: Floats, gain: Floats, shift: Floats) -> Floats:
    mean = x.mean(axis=-1, keepdims=True)
    x = x - mean
    spread = np.einsum("...i,...i->...", x, x)[..., None] / np.float32(x.shape[-1])
    normed: Floats = x / np.sqrt(spread + EPSILON) * gain + shift
    return normed


class Network:
    """Weights by name, as PyTorch calls them; matrices lie ready for `x @ w`."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self.weights: dict[str, Floats] = {}
        for name, values in weights.items():
            wide = np.asarray(values, np.float32)
            self.weights[name] = np.ascontiguousarray(wide.T) if wide.ndim == 2 else wide

    @classmethod
    def read(cls, file: IO[bytes]) -> Network:
        """From a file that `training.export` has written."""
        with np.load(file) as stored:
            return cls({name: stored[name] for name in stored.files if name != "trained"})

    def _linear(self, name: str, x: Floats) -> Floats:
        product: Floats = x @ self.weights[f"{name}.weight"]
        bias = self.weights.get(f"{name}.bias")
        return product if bias is None else product + bias

    def _norm(self, name: str, x: Floats) -> Floats:
        return _normed(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def looks(self, suits: Floats, facts: Floats, name: str = "policy") -> Floats:
        """[n, 36]: how good each card looks to the seats that see this, legal or not; `quick` is a smaller copy of `policy`."""
        n, number = len(suits), 0
        x = self._linear(f"{name}.suits", suits.reshape(4 * n, -1)).reshape(n, 4, -1)
        x = np.maximum(x + self._linear(f"{name}.facts", facts)[:, None], 0.0)
        while f"{name}.blocks.{number}.norm.weight" in self.weights:
            block = f"{name}.blocks.{number}"
            y = self._norm(f"{block}.norm", x)
            inner = self._linear(f"{block}.inner", y.reshape(4 * n, -1)).reshape(n, 4, -1)
            inner = np.maximum(inner + self._linear(f"{block}.shared", y.mean(axis=1))[:, None], 0.0)
            x = x + self._linear(f"{block}.outer", inner.reshape(4 * n, -1)).reshape(n, 4, -1)
            number += 1
        x = np.maximum(self._norm(f"{name}.norm", x), 0.0)
        return self._linear(f"{name}.out", x.reshape(4 * n, -1)).reshape(n, 36)

    def _dense(self, name: str, rows: Floats) -> Floats:
        x = np.maximum(self._linear(f"{name}.first", rows), 0.0)
        x = np.maximum(self._linear(f"{name}.second", x), 0.0)
        return self._linear(f"{name}.out", x)

    def offers(self, rows: Floats) -> Floats:
        """What announcing each mode brings the own side over the other, for each factor, in deals."""
        return self._dense("offer", rows)[..., 0]

    def pushes(self, rows: Floats) -> Floats:
        """What pushing brings the own side, in deals at the highest factor."""
        return self._dense("push", rows)[..., 0]

    def tells(self, rows: Floats) -> Floats:
        """[..., 2]: what the deal brings if the own Weis is stated, and if it is kept quiet."""
        return self._dense("tell", rows)

    def costs(self, rows: Floats) -> Floats:
        """What each prediction in the Differenzler is expected to cost; only in the file of that game."""
        return self._dense("predict", rows)


@lru_cache(maxsize=1)
def trained() -> Network:
    """The network of the package."""
    with files("puur.bots").joinpath(FILE).open("rb") as file:
        return Network.read(file)
