"""Draws Puur's cards: `python -m tools.draw_cards` writes every face as an SVG file below puur/web/static/puur/cards.

The drawing is a function of this code alone, so a second run changes nothing; a test keeps files and code equal. French faces have
the letters of the four languages on their court cards, because Bube, valet, fante and jack do not begin alike.
"""

# ruff: noqa: E501 (an outline is one string)

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.card_figures import FIGURES, LOOKS
from tools.card_shapes import INDEX, SYMBOLS, circle, glyph, group, num, path, placed

WIDTH, HEIGHT = 100, 154
FOLDER = Path(__file__).resolve().parent.parent / "puur" / "web" / "static" / "puur" / "cards"
SUITS, RANKS = "ERSL", "6789BUOKA"
PAPER, EDGE = "#fffdf5", "#b7a98a"
# Letters of the French court cards by language; the German-Swiss ones are the same everywhere.
COURT_LETTERS = {
    "de": {"U": "B", "O": "D", "K": "K"},
    "fr": {"U": "V", "O": "D", "K": "R"},
    "it": {"U": "F", "O": "D", "K": "R"},
    "en": {"U": "J", "O": "Q", "K": "K"},
}
_LEFT, _MIDDLE, _RIGHT = 35.0, 50.0, 65.0
_THREE, _FOUR = (29.0, 77.0, 125.0), (24.0, 59.3, 94.7, 130.0)


def _pips(count: int) -> Iterator[tuple[float, float]]:
    """Where the symbols of a number card lie."""
    rows = _THREE if count <= 8 else _FOUR
    for y in rows:
        yield _LEFT, y
        yield _RIGHT, y
    extra = {7: (53.0,), 8: (53.0, 101.0), 9: (77.0,), 10: (41.7, 112.3)}
    for y in extra.get(count, ()):
        yield _MIDDLE, y


def _both_ways(half: str) -> str:
    return half + group(half, f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})")


def _index(faces: str, suit: str, letter: str) -> str:
    wide = letter == "10"
    sign = group(glyph(letter, INDEX[faces][suit]), f"translate({3.4 if wide else 5.2} 6) scale(1.12)")
    size = 0.185 if faces == "german" else 0.165
    return _both_ways(sign + placed(SYMBOLS[faces][suit], 12.6, 42, size))


def _frame(clip: str) -> str:
    return f'<clipPath id="{clip}"><rect x="23.5" y="6" width="53" height="71"/></clipPath>'


def _court(faces: str, suit: str, rank: str) -> str:
    look = LOOKS[faces][suit]
    half = FIGURES[faces][rank](suit, look, SYMBOLS[faces][suit])
    half = group(half, "translate(50 7) scale(-1 1)" if look.mirrored and rank != "B" else "translate(50 7)")
    panel = '<rect x="23.5" y="6" width="53" height="142" rx="3.5" fill="#fbf1d6"/>'
    border = f'<rect x="23.5" y="6" width="53" height="142" rx="3.5" fill="none" stroke="{INDEX[faces][suit]}" stroke-width="1"/>'
    return _frame("h") + panel + _both_ways(f'<g clip-path="url(#h)">{half}</g>') + border


def _leaf(x: float, y: float, turn: float) -> str:
    shape = path("M0 0C4 -7 12 -8 17 -5C14 1 7 4 0 0Z", "#6fa24c", "#33591f", 1) + path("M1 0Q8 -3 14 -4", "none", "#33591f", 0.7)
    return group(shape, f"translate({num(x)} {num(y)}) rotate({num(turn)})")


def _ace(faces: str, suit: str) -> str:
    symbol = SYMBOLS[faces][suit]
    if faces == "french":
        rays = circle(50, 77, 31, "none", "#d9c58d", 0.8) + circle(50, 77, 33.4, "none", "#d9c58d", 0.5)
        return rays + placed(symbol, 50, 77, 0.5)
    look = LOOKS[faces][suit]
    sprig = "".join(_leaf(50 + dx, 36 + dy, turn) for dx, dy, turn in ((4, 2, -28), (13, 4.5, 8), (-4, 2, 208), (-13, 4.5, 172)))
    stem = path("M22 44Q36 32 50 40Q64 32 78 44", "none", "#33591f", 1.6)
    ribbon = path("M24 22C36 16 64 16 76 22L73 30C62 24.6 38 24.6 27 30Z", look.main, width=1)
    tails = path("M27 30L24 22L18.4 27.6L22 29.6L20.6 34Z", look.second, width=1) + path(
        "M73 30L76 22L81.6 27.6L78 29.6L79.4 34Z", look.second, width=1
    )
    stars = "".join(circle(x, y, 1.5, look.second, "#2a1d16", 0.6) for x, y in ((40, 22.6), (50, 21.8), (60, 22.6)))
    half = group(tails + ribbon + stars + stem + sprig, "translate(0 -4) translate(50 30) scale(.84) translate(-50 -30)")
    return _both_ways(half) + placed(symbol, 50, 77, 0.56)


def draw(faces: str, suit: str, rank: str, lang: str = "de") -> str:
    """One card as an SVG document."""
    letter = rank
    if faces == "french":
        letter = "10" if rank == "B" else COURT_LETTERS[lang].get(rank, rank)
    if rank == "A":
        inside = _ace(faces, suit)
    elif rank in FIGURES[faces]:
        inside = _court(faces, suit, rank)
    else:
        count = 10 if rank == "B" else int(rank)
        size = (0.25 if count <= 8 else 0.225) if faces == "german" else 0.21
        inside = "".join(placed(SYMBOLS[faces][suit], x, y, size, turned=y > HEIGHT / 2) for x, y in _pips(count))
    return _document(inside + _index(faces, suit, letter))


def _document(inside: str) -> str:
    paper = f'<rect x=".75" y=".75" width="98.5" height="152.5" rx="7.5" fill="{PAPER}" stroke="{EDGE}" stroke-width="1.5"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">{paper}{inside}</svg>\n'


def back() -> str:
    """The back of the cards: a lattice with a small Puur's cap in the middle."""
    cells = []
    for row in range(11):
        for column in range(7):
            x, y = 50 + (column - 3) * 13, 77 + (row - 5) * 13
            cells.append(path(f"M{x} {num(y - 5)}L{x + 5} {y}L{x} {y + 5}L{x - 5} {y}Z", "#c98a7c", width=0))
            cells.append(circle(x, y, 1.6, "#8e2f2b", width=0))
    field = '<rect x="6" y="6" width="88" height="142" rx="4" fill="#8e2f2b"/>'
    clip = '<clipPath id="f"><rect x="7" y="7" width="86" height="140" rx="3.5"/></clipPath>'
    lattice = f'<g clip-path="url(#f)">{"".join(cells)}</g>'
    medal = circle(50, 77, 19, "#8e2f2b", "#f3dfb0", 1.6) + circle(50, 77, 16, "none", "#f3dfb0", 0.8)
    cap = group(
        path("M-12 8C-15 -4 -6 -9 2 -8C11 -7 14 -1 12 8C4 4.4 -5 4.4 -12 8Z", "#f3dfb0", "#5d1714", 1.2)
        + path("M-12 9C-4 5 4 5 12 9L11.4 5C4 1.6 -4 1.6 -11.4 5Z", "#d8a93c", "#5d1714", 1)
        + path("M6 2C12 -2 15 -9 11 -14C9 -9 3 -6 4 2Z", "#fffaf0", "#5d1714", 1),
        "translate(50 77)",
    )
    border = '<rect x="6" y="6" width="88" height="142" rx="4" fill="none" stroke="#5d1714" stroke-width="1"/>'
    return _document(clip + field + lattice + medal + cap + border)


def suit_sign(faces: str, suit: str) -> str:
    """A suit symbol alone, for buttons and texts."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-54 -54 108 108" width="108" height="108">{SYMBOLS[faces][suit]}</svg>\n'
    )


def files() -> dict[str, str]:
    """Every file by its path below the folder of the cards."""
    drawn = {"back.svg": back()}
    for faces in ("german", "french"):
        for suit in SUITS:
            drawn[f"{faces}/{suit}.svg"] = suit_sign(faces, suit)
            for rank in RANKS:
                if faces == "french" and rank in "UOK":
                    for lang in COURT_LETTERS:
                        drawn[f"{faces}/{suit}{rank}.{lang}.svg"] = draw(faces, suit, rank, lang)
                else:
                    drawn[f"{faces}/{suit}{rank}.svg"] = draw(faces, suit, rank)
    return drawn


def main() -> None:
    """Write the files."""
    for name, text in files().items():
        target = FOLDER / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
