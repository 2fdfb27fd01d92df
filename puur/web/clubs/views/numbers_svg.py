"""Pictures drawn on the server: the ranks through a year, and one person's form. Plain SVG with a title and a description.

Colours and strokes are classes of `clubs/office.css`, so that the pictures follow light and dark; nothing here is a style of its
own, because the content policy forbids it. What a picture shows always stands beside it as a table.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

LEFT, TOP, STEP, ROW, NAMES = 34, 30, 62, 26, 170
_COLOURS = 6


def _frame(key: str, width: int, height: int, title: str, desc: str, body: SafeString) -> SafeString:
    return format_html(
        '<svg class="chart" width="{}" height="{}" viewBox="0 0 {} {}" role="img" aria-labelledby="{}-t {}-d">'
        '<title id="{}-t">{}</title>'
        '<desc id="{}-d">{}</desc>{}</svg>',
        width, height, width, height, key, key, key, title, key, desc, body,
    )  # fmt: skip


def ranks(key: str, title: str, desc: str, days: Sequence[str], lines: Sequence[tuple[str, Sequence[int | None]]]) -> SafeString:
    """Who was where after each day: one line per name, the first place on top."""
    count = max((rank for _, places in lines for rank in places if rank), default=1)
    width = LEFT + STEP * max(1, len(days) - 1) + NAMES
    height = TOP + ROW * count + 10

    def x(place: int) -> int:
        return LEFT + STEP * place

    def y(rank: int) -> int:
        return TOP + ROW * (rank - 1) + ROW // 2

    heads = format_html_join(
        "", '<text class="axis" x="{}" y="16" text-anchor="middle">{}</text>', ((x(n), day) for n, day in enumerate(days))
    )
    grid = format_html_join(
        "",
        '<line class="rung" x1="{}" x2="{}" y1="{}" y2="{}"/>',
        ((LEFT, x(len(days) - 1), y(r), y(r)) for r in range(1, count + 1)),
    )
    left = format_html_join(
        "", '<text class="axis" x="{}" y="{}" text-anchor="end">{}</text>', ((LEFT - 14, y(r) + 4, r) for r in range(1, count + 1))
    )
    drawn = []
    ends: dict[int, int] = {}
    for number, (name, places) in enumerate(lines):
        points = [(x(n), y(rank)) for n, rank in enumerate(places) if rank]
        if not points:
            continue
        classes = f"line c{number % _COLOURS}{' dashed' if number // _COLOURS % 2 else ''}"
        shift = ends.get(points[-1][1], 0)  # equals share a rank: their names go side by side
        ends[points[-1][1]] = shift + 8 * len(name) + 12
        drawn.append(
            format_html(
                '<g class="{}"><title>{}</title><polyline points="{}"/>{}<text x="{}" y="{}">{}</text></g>',
                classes,
                name,
                " ".join(f"{a},{b}" for a, b in points),
                format_html_join("", '<circle cx="{}" cy="{}" r="4"/>', points),
                points[-1][0] + 12 + shift,
                points[-1][1] + 4,
                name,
            )
        )
    body = format_html("{}{}{}{}", heads, grid, left, mark_safe("".join(drawn)))  # each piece is escaped above
    return _frame(key, width, height, title, desc, body)


def form(key: str, title: str, desc: str, values: Sequence[tuple[str, int, str]]) -> SafeString:
    """One person's results in order: label, points, series; the dashed line is the average."""
    width, height, bottom = LEFT + 20 + 44 * max(4, len(values)), 220, 176
    low, high = min(points for _, points, _ in values), max(points for _, points, _ in values)
    spread = max(1, high - low)

    def y(points: float) -> int:
        return round(bottom - 20 - (points - low) / spread * (bottom - 56))

    def x(place: int) -> int:
        return LEFT + 26 + 44 * place

    def dips(place: int) -> bool:  # the figure goes below a low point, so that the line does not cross it
        return place > 0 and values[place][1] < values[place - 1][1]

    average = sum(points for _, points, _ in values) / len(values)
    dots = format_html_join(
        "",
        '<g><title>{}: {}</title><circle cx="{}" cy="{}" r="5"/><text class="axis" x="{}" y="{}" text-anchor="middle">{}</text>'
        '<text class="axis" x="{}" y="{}" text-anchor="middle">{}</text></g>',
        (
            (
                label,
                points,
                x(n),
                y(points),
                x(n),
                y(points) + (20 if dips(n) else -10),
                points,
                x(n),
                bottom + 16,
                f"{label} {series}".strip(),
            )
            for n, (label, points, series) in enumerate(values)
        ),
    )
    mean = format_html('<line class="mean" x1="{}" x2="{}" y1="{}" y2="{}"/>', LEFT, width - 10, y(average), y(average))
    path = " ".join(f"{x(n)},{y(points)}" for n, (_, points, _) in enumerate(values))
    body = format_html('{}<g class="line c0"><polyline points="{}"/>{}</g>', mean, path, dots)
    return _frame(key, width, height, title, desc, body)
