"""The small shapes that Puur's cards are made of: suit symbols and the glyphs of the corner indices.

Every shape is our own drawing. A symbol is drawn around (0, 0) within 50 units each way; a glyph within a box of 13 by 20.
"""

# ruff: noqa: E501 (an outline is one string)

from __future__ import annotations

from math import cos, pi, sin

INK = "#2a1d16"


def num(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{round(value, 2):g}"


def path(d: str, fill: str = "none", stroke: str = INK, width: float = 1.0, more: str = "") -> str:
    """A path element."""
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if width else ""
    return f'<path d="{d}" fill="{fill}"{line}{" " + more if more else ""}/>'


def circle(x: float, y: float, r: float, fill: str, stroke: str = INK, width: float = 1.0) -> str:
    """A circle element."""
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if width else ""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"{line}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, stroke: str = INK, width: float = 1.0) -> str:
    """An ellipse element."""
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if width else ""
    return f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" ry="{num(ry)}" fill="{fill}"{line}/>'


def group(content: str, transform: str) -> str:
    """A group with a transformation."""
    return f'<g transform="{transform}">{content}</g>'


def placed(content: str, x: float, y: float, scale: float, turned: bool = False) -> str:
    """Something drawn around (0, 0), put at a place; `turned` stands on its head."""
    turn = " rotate(180)" if turned else ""
    return group(content, f"translate({num(x)} {num(y)}){turn} scale({num(scale)})")


# ---- the suits of the German-Swiss deck ---------------------------------------------------------------------------------------


def acorn() -> str:
    """Eichel: a golden nut in a hatched cup, with its stem and a leaf on either side."""
    leaf = "M4 -34C10 -50 26 -52 40 -46C36 -34 24 -28 8 -30Z"
    dark = "#2f5a24"
    parts = [
        path(leaf, "#5d9a3c", dark, 3),
        path(leaf, "#5d9a3c", dark, 3, 'transform="scale(-1 1)"'),
        path("M10 -33L32 -43M-10 -33L-32 -43", "none", dark, 2.4),
        path("M-26 -8C-30 16 -20 36 -4 42L0 49L4 42C20 36 30 16 26 -8Z", "#f0bb3e", "#6b3d0c", 4),
        path("M-13 2C-14 16 -8 27 -2 35", "none", "#fbe7a8", 5, 'stroke-linecap="round"'),
        path("M12 2C12 14 9 22 5 29", "none", "#cf8f1f", 3.5, 'stroke-linecap="round"'),
        path("M-31 -4C-35 -24 -18 -35 0 -35C18 -35 35 -24 31 -4C12 4 -12 4 -31 -4Z", "#8a5a2b", "#4a2a0d", 4),
        path(
            "M-26 -18C-10 -10 10 -10 26 -18M-17 -28C-6 -23 6 -23 17 -28M-14 -32L-20 -3M0 -34V1M14 -32L20 -3",
            "none",
            "#e2b26f",
            2.6,
            'stroke-linecap="round"',
        ),
        path("M0 -35C0 -42 -3 -46 -2 -50", "none", "#4a2a0d", 6, 'stroke-linecap="round"'),
    ]
    return "".join(parts)


def rose() -> str:
    """Rose: five red petals with a light inner ring, green sepals between them, a golden heart."""
    parts = []
    for step in range(5):
        angle = step * 72
        parts.append(path("M-7 -30L0 -50L7 -30Z", "#4f8f3a", "#2b5520", 2.6, f'transform="rotate({angle + 36})"'))
    outer = "M0 -10C-24 -16 -26 -43 -9 -47C-4 -48 -2 -45 0 -42C2 -45 4 -48 9 -47C26 -43 24 -16 0 -10Z"
    inner = "M0 -8C-11 -12 -12 -25 -4 -28C-2 -28 -1 -27 0 -26C1 -27 2 -28 4 -28C12 -25 11 -12 0 -8Z"
    for step in range(5):
        parts.append(path(outer, "#d1342b", "#6d0f12", 3.2, f'transform="rotate({step * 72})"'))
    for step in range(5):
        parts.append(path("M0 -38V-30", "none", "#6d0f12", 2.2, f'stroke-linecap="round" transform="rotate({step * 72})"'))
    for step in range(5):
        parts.append(path(inner, "#f6b9a6", "#8f1a1a", 2.2, f'transform="rotate({step * 72 + 36})"'))
    parts.append(circle(0, 0, 11.5, "#f5c53f", "#7a4a08", 3))
    for step in range(6):
        around = step * pi / 3
        parts.append(circle(5.6 * cos(around), 5.6 * sin(around), 1.7, "#8a5208", width=0))
    parts.append(circle(0, 0, 1.9, "#8a5208", width=0))
    return "".join(parts)


def bell() -> str:
    """Schelle: a round harness bell with its loop, the belt, the slit and its two holes."""
    parts = [
        path("M-10 -36C-14 -54 14 -54 10 -36", "none", "#6b3f06", 7.5),
        path("M-10 -36C-14 -53 14 -53 10 -36", "none", "#f0b92f", 2.6),
        circle(0, 4, 42, "#f4bd31", "#6b3f06", 4),
        path("M-31 -10C-27 -24 -16 -31 -6 -32", "none", "#fff0b8", 6.5, 'stroke-linecap="round"'),
        path("M33 22C27 34 16 41 6 43", "none", "#c98a12", 5, 'stroke-linecap="round"'),
        path("M-41.5 -2C-20 7 20 7 41.5 -2L42 9C20 18 -20 18 -42 9Z", "#b5332a", "#6b1d0f", 3),
        circle(0, 25, 6.6, "#4a2905", width=0),
        path("M0 26V44", "none", "#4a2905", 5.4),
        circle(-21, 27, 4.4, "#4a2905", width=0),
        circle(21, 27, 4.4, "#4a2905", width=0),
    ]
    return "".join(parts)


def shield() -> str:
    """Schilte: a jousting shield with the notch for the lance, split per bend, with a light border."""
    outline = "M-38 -38C-24 -44 -12 -46 0 -38C12 -46 24 -44 38 -38C33 -24 40 -12 38 4C36 28 16 42 0 49C-16 42 -36 28 -38 4C-40 -12 -33 -24 -38 -38Z"
    inside = "M-29 -30C-18 -34 -9 -34 0 -28C9 -34 18 -34 29 -30C26 -20 31 -10 29 4C27 22 12 32 0 38C-12 32 -27 22 -29 4C-31 -10 -26 -20 -29 -30Z"
    parts = [
        path(outline, "#f3e3b0", "#132a4d", 4.5),
        path(inside, "#2f62a8", "#132a4d", 2.6),
        path("M-29 -30C-18 -34 -9 -34 0 -28L0 38C-12 32 -27 22 -29 4C-31 -10 -26 -20 -29 -30Z", "#4c86cc", width=0),
        path("M-29.5 -9C-14 -1 14 12 26 15L28 3C14 -1 -12 -14 -28 -24Z", "#f7edcb", "#132a4d", 2.2),
        circle(13, -15, 5, "#f3c64a", "#132a4d", 2),
        circle(-12, 17, 5, "#f3c64a", "#132a4d", 2),
        path(inside, "none", "#132a4d", 2.6),
    ]
    return "".join(parts)


# ---- the suits of the French deck ---------------------------------------------------------------------------------------------

RED, BLACK = "#c8202b", "#1d1d22"


def diamond() -> str:
    """Ecke."""
    return path("M0 -49C9 -30 20 -14 36 0C20 14 9 30 0 49C-9 30 -20 14 -36 0C-20 -14 -9 -30 0 -49Z", RED, width=0)


def heart() -> str:
    """Herz."""
    return path(
        "M0 46C-16 26 -44 8 -44 -18C-44 -33 -34 -42 -22 -42C-12 -42 -4 -36 0 -26C4 -36 12 -42 22 -42C34 -42 44 -33 44 -18C44 8 16 26 0 46Z",
        RED,
        width=0,
    )


def club() -> str:
    """Kreuz."""
    leaves = circle(0, -25, 20.5, BLACK, width=0) + circle(-24, 6, 20.5, BLACK, width=0) + circle(24, 6, 20.5, BLACK, width=0)
    return leaves + path("M-9 -14H9L8 8C8 24 12 38 22 46H-22C-12 38 -8 24 -8 8Z", BLACK, width=0)


def spade() -> str:
    """Schaufel."""
    leaf = "M0 -48C14 -26 42 -12 42 12C42 25 33 33 22 33C14 33 7 29 4 22C6 34 11 41 20 47H-20C-11 41 -6 34 -4 22C-7 29 -14 33 -22 33C-33 33 -42 25 -42 12C-42 -12 -14 -26 0 -48Z"
    return path(leaf, BLACK, width=0)


SYMBOLS = {
    "german": {"E": acorn(), "R": rose(), "S": bell(), "L": shield()},
    "french": {"E": diamond(), "R": heart(), "S": club(), "L": spade()},
}
# The colour of the index: dark enough to be read on the card at any size.
INDEX = {
    "german": {"E": "#5b3a12", "R": "#b01f22", "S": "#9a5b00", "L": "#1d4a8c"},
    "french": {"E": RED, "R": RED, "S": BLACK, "L": BLACK},
}

# ---- the glyphs of the indices: strokes, so that they look the same on every device --------------------------------------------

_GLYPHS = {
    "6": '<path d="M10.6 2.2C5.4 3.6 2.1 8 2.1 13.8"/><ellipse cx="6.7" cy="13.9" rx="4.6" ry="4.7"/>',
    "7": '<path d="M1.6 2H11.4C8.4 6.6 6 12 5.2 18.8"/>',
    "8": '<ellipse cx="6.5" cy="5.6" rx="3.9" ry="3.9"/><ellipse cx="6.5" cy="14.1" rx="4.7" ry="4.7"/>',
    "9": '<path d="M2.4 17.8C7.6 16.4 10.9 12 10.9 6.2"/><ellipse cx="6.3" cy="6.1" rx="4.6" ry="4.7"/>',
    "A": '<path d="M1.2 18.8L6.5 1.6L11.8 18.8M3.2 13H9.8"/>',
    "B": '<path d="M2.6 1.8V18.4H7A4.5 4.5 0 0 0 7 9.4H2.6M2.6 1.8H6.4A3.8 3.8 0 0 1 6.4 9.4"/>',
    "D": '<path d="M2.6 1.8V18.4H5C9.8 18.4 11.6 14.4 11.6 10.1S9.8 1.8 5 1.8Z"/>',
    "F": '<path d="M2.8 18.8V1.8H11M2.8 9.8H9.4"/>',
    "J": '<path d="M9.6 1.6V13.8A4 4.4 0 0 1 1.6 13.8"/>',
    "K": '<path d="M2.6 1.6V18.8M11.4 1.8L2.8 11.6M5.8 8.4L11.8 18.8"/>',
    "O": '<ellipse cx="6.5" cy="10.1" rx="5" ry="8.5"/>',
    "Q": '<ellipse cx="6.5" cy="10.1" rx="5" ry="8.5"/><path d="M7.4 14L11.8 19.6"/>',
    "R": '<path d="M2.6 18.8V1.8H7A4.3 4.3 0 0 1 7 10.4H2.6M6.4 10.4L11.6 18.8"/>',
    "U": '<path d="M2 1.6V13A4.6 5.4 0 0 0 11.2 13V1.6"/>',
    "V": '<path d="M1.4 1.6L6.5 18.6L11.6 1.6"/>',
    "10": '<path d="M.2 5.2L3.2 1.8V18.8"/><ellipse cx="10.6" cy="10.2" rx="3.9" ry="8.4"/>',
}


def glyph(letter: str, colour: str) -> str:
    """The glyph of an index, in a box of 13 by 20 (a little wider for 10)."""
    frame = f'fill="none" stroke="{colour}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'
    return f"<g {frame}>{_GLYPHS[letter]}</g>"
