"""The weights of the plain reckoning, found by duels of the reckoning with itself (`python -m puur.bots.tuning`)."""

from __future__ import annotations

# Without trump, then with trump; the names of the columns are the W_… of `bots.reckoning`.
WEIGHTS: tuple[tuple[float, ...], tuple[float, ...]] = (
    (
        0.89,
        0.96,
        0.89,
        19.77,
        15.77,
        12.68,
        4.38,
        4.78,
        -5.23,
        -11.31,
        1.14,
        -2.97,
        9.62,
        -0.51,
        3.81,
        0.0,
        -0.32,
        0.0,
        15.03,
        3.05,
        -6.59,
        -3.77,
        -4.08,
        1.22,
    ),
    (
        1.41,
        1.0,
        0.62,
        30.0,
        15.77,
        8.0,
        3.44,
        5.93,
        -6.16,
        -10.12,
        -0.69,
        1.47,
        5.82,
        -0.79,
        0.26,
        -0.36,
        0.0,
        0.45,
        0.24,
        -0.3,
        -4.66,
        0.43,
        0.0,
        -0.52,
    ),
)


def flat() -> list[float]:
    """Both rows one after the other, as the reckoning reads them."""
    return [*WEIGHTS[0], *WEIGHTS[1]]
