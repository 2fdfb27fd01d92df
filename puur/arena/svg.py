"""Strength over budget as a drawing: points with their intervals on a logarithmic axis, as plain SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 44, 56


@dataclass(frozen=True, slots=True)
class Point:
    """One budget: the share of the points in per cent and half of its interval."""

    budget: int
    share: float
    error: float


def curve(points: Sequence[Point], title: str, x_label: str, y_label: str) -> str:
    """The drawing; at least one point is needed."""
    low = min(min(point.share - point.error for point in points), 50.0) - 1
    high = max(max(point.share + point.error for point in points), 50.0) + 1
    first, last = (log10(max(1, edge([point.budget for point in points]))) for edge in (min, max))
    span = (last - first) or 1.0

    def x(budget: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ((log10(max(1, budget)) - first) / span if last > first else 0.5)

    def y(share: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (share - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="13" role="img" aria-label="{escape(title, {chr(34): "&quot;"})}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{WIDTH / 2}" y="24" text-anchor="middle" font-size="15">{escape(title)}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x_label)}</text>',
        f'<text transform="translate(18 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{escape(y_label)}</text>',
        f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="#333"/>',
    ]
    step = max(1, round((high - low) / 6))
    for share in range(round(low) + 1, round(high) + 1, step):
        parts.append(f'<path d="M{LEFT} {y(share):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share}</text>')
    parts.append(f'<path d="M{LEFT} {y(50):.1f}H{WIDTH - RIGHT}" stroke="#888" stroke-dasharray="5 4"/>')
    line = " ".join(f"{x(point.budget):.1f},{y(point.share):.1f}" for point in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>')
    for point in points:
        at = x(point.budget)
        parts.append(f'<path d="M{at:.1f} {y(point.share - point.error):.1f}V{y(point.share + point.error):.1f}" stroke="#06c"/>')
        parts.append(f'<circle cx="{at:.1f}" cy="{y(point.share):.1f}" r="4" fill="#06c"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{point.budget}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
