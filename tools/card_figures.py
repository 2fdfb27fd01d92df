"""The people on Puur's cards: König, Ober, Under, Dame, Bube, and the Banner. Each is half a card, drawn to be doubled.

A half lies within x -26 to 26 and y 0 to 70; its lower edge is the middle of the card. Suits differ in colours, hair, hats and in
what the figures carry, so that two courts are never told apart by the symbol alone.
"""

# ruff: noqa: E501 (an outline is one string)

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.card_shapes import INK, circle, ellipse, group, path, placed

GOLD, GOLD_DARK, STEEL, WOOD, WHITE = "#efbe3f", "#7a4d08", "#c9d2dc", "#8b5a2b", "#fffaf0"
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'


@dataclass(frozen=True)
class Look:
    """How the figures of one suit are dressed."""

    main: str
    second: str
    third: str
    hair: str
    skin: str = "#f4d4b4"
    mirrored: bool = False


LOOKS: dict[str, dict[str, Look]] = {
    "german": {
        "E": Look("#4d8a3a", "#e8b23a", "#7a4a22", "#6a4020"),
        "R": Look("#c2362e", "#f7e4c0", "#3f7a3a", "#b9772a", mirrored=True),
        "S": Look("#e6a922", "#a8322a", "#35557f", "#3a2a20"),
        "L": Look("#356bb0", "#f3e3b0", "#b8392f", "#8d8d90", mirrored=True),
    },
    "french": {
        "E": Look("#c9352f", "#efbe3f", "#2f5f9e", "#b9772a"),
        "R": Look("#b92b3a", "#f7e4c0", "#2f5f9e", "#6a4020", mirrored=True),
        "S": Look("#2f5f9e", "#efbe3f", "#b8392f", "#8d8d90"),
        "L": Look("#343b52", "#efbe3f", "#a8322a", "#2b2320", mirrored=True),
    },
}


def _face(look: Look, cheeks: str = "#e79c86") -> str:
    parts = [
        path("M-3.6 33V46H3.6V33Z", look.skin, width=0.9),
        path("M-8.7 20C-9.4 30 -5.6 37.4 0 39C5.6 37.4 9.4 30 8.7 20C8.4 12 -8.4 12 -8.7 20Z", look.skin, width=1.1),
        ellipse(-5.2, 29.6, 2.1, 1.5, cheeks, width=0),
        ellipse(5.2, 29.6, 2.1, 1.5, cheeks, width=0),
        path("M-5.7 22.4Q-3.6 20.8 -1.7 22.2M1.7 22.2Q3.6 20.8 5.7 22.4", "none", width=1, more=ROUND),
        ellipse(-3.6, 24.9, 1.05, 1.25, INK, width=0),
        ellipse(3.6, 24.9, 1.05, 1.25, INK, width=0),
        path("M.4 24.6L-1 29.3Q0 30.1 1.3 29.5", "none", width=0.9, more=ROUND),
    ]
    return "".join(parts)


def _mouth(colour: str = "#a8463a") -> str:
    return path("M-2.4 33.4Q0 35 2.4 33.4", "none", colour, 1.3, ROUND)


def _coat(look: Look, parted: bool) -> str:
    left = "M-25.5 70C-25.5 56 -19 47.5 -7 44.5L0 52L7 44.5C19 47.5 25.5 56 25.5 70Z"
    right = "M0 52L7 44.5C19 47.5 25.5 56 25.5 70H0Z"
    parts = [path(left, look.main, width=1.2)]
    if parted:
        parts.append(path(right, look.second, width=1.2))
    return "".join(parts)


def _belt(look: Look) -> str:
    return path("M-24 64.5H24V70H-24Z", look.third, width=1.1) + path("M-4 63.5H4V70H-4Z", GOLD, GOLD_DARK, 1)


def _hand(look: Look, sleeve: str, y: float = 52) -> str:
    arm = path(f"M25.6 70C26.4 61 25 {y + 5} 22.6 {y + 3}L13.6 {y + 4}C13 {y + 9} 13 64 13.4 70Z", sleeve, width=1.1)
    cuff = path(f"M12.6 {y + 1.6}L24 {y + 0.6}L24.4 {y + 5.4}L12.8 {y + 6}Z", WHITE, width=1)
    fist = path(f"M14.4 {y + 1.6}C13 {y - 4} 16 {y - 5} 18.4 {y - 5}C22 {y - 5} 23.6 {y - 3} 22.8 {y + 1}Z", look.skin, width=1)
    lines = path(f"M14.8 {y - 2.2}H20.6M14.6 {y - 0.2}H20.8", "none", width=0.7, more=ROUND)
    return arm + cuff + fist + lines


# ---- what they carry ------------------------------------------------------------------------------------------------------------


def _shaft(colour: str = WOOD) -> str:
    return path("M18.4 4V70", "none", INK, 3.4) + path("M18.4 4V70", "none", colour, 1.8)


def halberd() -> str:
    """A halberd: axe, hook and spike on a long shaft."""
    blade = path("M19.6 8.6C23 6.6 25.4 8 25.6 14C25.6 20 23 21.4 19.6 19Z", STEEL, width=1)
    hook = path("M17.2 9.6L12.4 13.2L17.2 16Z", STEEL, width=1)
    spike = path("M18.4 -4.5L15.8 8.6H21Z", STEEL, width=1)
    return _shaft() + blade + hook + spike + path("M16.2 20H20.6", "none", GOLD, 2.2)


def spear() -> str:
    """A partisan with a tassel."""
    head = path("M18.4 -4C22.4 3 23 8 20.4 13H16.4C13.8 8 14.4 3 18.4 -4Z", STEEL, width=1)
    tassel = path("M15.6 14.4H21.2L22.6 22L20.4 20.6L18.4 23.4L16.4 20.6L14.2 22Z", "#b8392f", width=0.9)
    return _shaft() + head + path("M18.4 -2V12", "none", INK, 0.6) + tassel


def sword() -> str:
    """A sword held upright."""
    blade = path("M18.4 -3L21 4V44H15.8V4Z", STEEL, width=1) + path("M18.4 3V43", "none", "#7b8794", 0.8)
    return blade + path("M11.6 43.4H25.2V46.4H11.6Z", GOLD, GOLD_DARK, 1) + path("M18.4 46V58", "none", INK, 3.6)


def staff() -> str:
    """A traveller's staff with a knob and a ribbon."""
    ribbon = path("M19.4 15C25 14 25.6 20 21.6 22C25.4 24 24.6 29 20.4 30", "none", "#b8392f", 2, ROUND)
    return _shaft() + circle(18.4, 4.5, 3.6, GOLD, GOLD_DARK, 1) + ribbon


def sceptre() -> str:
    """A sceptre with a lily of three leaves."""
    rod = path("M18.4 12V70", "none", INK, 3.6) + path("M18.4 12V70", "none", GOLD, 2)
    lily = path(
        "M18.4 -3C21 1 21.4 4 19.8 8C24.4 5.4 26 9 23.4 13.2H13.4C10.8 9 12.4 5.4 17 8C15.4 4 15.8 1 18.4 -3Z", GOLD, GOLD_DARK, 1
    )
    return rod + lily + path("M13.6 14.6H23.2", "none", GOLD_DARK, 2.2)


def orb() -> str:
    """An orb with its cross, held at the breast."""
    ball = circle(18, 42, 7, GOLD, GOLD_DARK, 1.1) + path("M11.2 41Q18 44 24.8 41M18 35V42.4", "none", GOLD_DARK, 1)
    return ball + path("M16.8 35V31.4H14.2V29H16.8V26.4H19.2V29H21.8V31.4H19.2V35Z", GOLD, GOLD_DARK, 0.9)


def flower() -> str:
    """A flower on its stem."""
    stem = path("M18.4 54C18.8 42 18.2 34 17.6 24", "none", "#2f5a24", 2, ROUND)
    leaf = path("M18.4 40C23 34 26 36 25.4 38.4C24 42 20 42 18.4 40Z", "#5d9a3c", "#2f5a24", 0.8)
    petals = "".join(
        group(ellipse(0, -4.4, 3, 4, "#e0524a", "#7a1418", 0.8), f"translate(17.4 20) rotate({turn})") for turn in range(0, 360, 60)
    )
    return stem + leaf + petals + circle(17.4, 20, 2.6, GOLD, GOLD_DARK, 0.8)


def pipe() -> str:
    """A long tobacco pipe, lit."""
    stem = path("M3 34.4L17 44", "none", INK, 2.6, ROUND) + path("M3 34.4L17 44", "none", "#e9dcc0", 1.2, ROUND)
    bowl = path("M14 38H23L22 48C20 50.4 17 50.4 15.4 48Z", WOOD, width=1)
    smoke = path("M18.6 36C15 31 23 29 19 24C16.6 20.6 21 18 20 14", "none", "#9aa3ab", 1.3, ROUND)
    return stem + bowl + smoke


# ---- the figures ----------------------------------------------------------------------------------------------------------------

_BEARDS = {
    "E": "M-9 23C-10.4 38 -6 47 0 51C6 47 10.4 38 9 23C8 30 5.4 31.6 3.6 31.4Q0 29.8 -3.6 31.4C-5.4 31.6 -8 30 -9 23Z",
    "R": "M-9 23C-10 35 -8 43 -4.6 46L-2.4 43L0 47.6L2.4 43L4.6 46C8 43 10 35 9 23C8 30 5.4 31.6 3.6 31.4Q0 29.8 -3.6 31.4C-5.4 31.6 -8 30 -9 23Z",
    "S": "M-9 23C-9.6 33 -7 41.6 0 44C7 41.6 9.6 33 9 23C8 30 5.4 31.6 3.6 31.4Q0 29.8 -3.6 31.4C-5.4 31.6 -8 30 -9 23Z",
    "L": "M-9 23C-11 36 -10 45 -7 52C-4 49 -2 50 0 54C2 50 4 49 7 52C10 45 11 36 9 23C8 30 5.4 31.6 3.6 31.4Q0 29.8 -3.6 31.4C-5.4 31.6 -8 30 -9 23Z",
}


def king(suit: str, look: Look, symbol: str) -> str:
    """König: crowned and bearded, with ermine and sceptre, orb or sword."""
    carried = {"E": sceptre, "R": orb, "S": sceptre, "L": sword}[suit]
    hair = path("M-9 16C-15 22 -14 34 -11.6 41C-6 40 6 40 11.6 41C14 34 15 22 9 16Z", look.hair, width=1.1)
    ermine = path("M-21 56C-16 47 -8 44.5 0 48C8 44.5 16 47 21 56C14 60.5 -14 60.5 -21 56Z", WHITE, width=1.1)
    tails = "".join(
        path(f"M{x} {y}l1.1 3.6l-1.1 1l-1.1 -1Z", INK, width=0) for x, y in ((-15, 51.5), (-8, 53.6), (8, 53.6), (15, 51.5))
    )
    beard = path(_BEARDS[suit], look.hair, width=1.1)
    strands = path("M-4.6 36Q-4.4 41 -2.6 44.4M0 37.6V44M4.6 36Q4.4 41 2.6 44.4", "none", width=0.7, more=ROUND)
    crown = path(
        "M-9.8 16.4L-12.4 4L-6.4 8.8L-3.2 1.6L0 7.6L3.2 1.6L6.4 8.8L12.4 4L9.8 16.4C4 13.8 -4 13.8 -9.8 16.4Z", GOLD, GOLD_DARK, 1.1
    )
    band = path("M-10 17.6C-4 14.8 4 14.8 10 17.6L9.6 13.6C4 11 -4 11 -9.6 13.6Z", look.third, GOLD_DARK, 1)
    jewels = "".join(circle(x, y, 1.35, look.main, GOLD_DARK, 0.7) for x, y in ((-12.2, 3.6), (-3.2, 1.4), (3.2, 1.4), (12.2, 3.6)))
    gems = "".join(circle(x, y, 0.95, WHITE, width=0) for x, y in ((-5.6, 14), (0, 13.2), (5.6, 14)))
    held = carried()
    return "".join(
        [
            "" if suit == "R" else held,
            hair,
            _coat(look, parted=False),
            path("M-5 58L0 70L5 58Z", look.second, width=0.9),
            _face(look),
            ermine,
            tails,
            beard,
            strands,
            _mouth(),
            crown,
            band,
            gems,
            jewels,
            _belt(look),
            held if suit == "R" else "",
            _hand(look, look.main),
            placed(symbol, -18.4, 11, 0.145),
        ]
    )


def ober(suit: str, look: Look, symbol: str) -> str:
    """Ober: the officer, with plumed hat, moustache and weapon; his suit symbol stands above."""
    carried = {"E": halberd, "R": sword, "S": spear, "L": halberd}[suit]
    hair = path(
        "M-8.6 16C-13.4 22 -12.6 32 -10.4 38C-8 36 -7 33 -7 29L7 29C7 33 8 36 10.4 38C12.6 32 13.4 22 8.6 16Z", look.hair, width=1.1
    )
    collar = path("M-13 48.5C-8 43 8 43 13 48.5L4.4 55L0 49L-4.4 55Z", WHITE, width=1.1)
    moustache = path(
        "M0 31C-2.4 29.6 -6.4 30.2 -9.4 28.4C-8.8 32.6 -4.6 34.4 0 32.4C4.6 34.4 8.8 32.6 9.4 28.4C6.4 30.2 2.4 29.6 0 31Z",
        look.hair,
        width=0.9,
    )
    goatee = path("M-1.8 35.2Q0 34.4 1.8 35.2L0 41Z", look.hair, width=0.8) if suit in "RL" else ""
    brim = path("M-15 16.4C-13 12 -6 13.6 0 13.6S13 12 15 16.4C10 19.6 -10 19.6 -15 16.4Z", look.third, width=1.1)
    crown = path("M-8.8 14.6C-10 6 -6 2.6 0 2.6S10 6 8.8 14.6C3 16 -3 16 -8.8 14.6Z", look.third, width=1.1)
    ribbon = path("M-9 14.6C-3 16.2 3 16.2 9 14.6L8.8 11.4C3 12.8 -3 12.8 -8.8 11.4Z", look.second, width=0.9)
    plume = path("M-6.6 11C-10 4 -4 -2.4 5 -2C12 -1.6 15.4 3.6 13 9C10.6 4.8 4 4 -1 6.4C-4 7.8 -5.6 9.4 -6.6 11Z", WHITE, width=1)
    barbs = path("M-4.4 6.4Q3 1 11.4 5.6M-1 1.6L1.4 4M5 -.4L6 3", "none", width=0.6, more=ROUND)
    sash = path("M-22 55L-16 49.4L14 66L8 70H4Z", look.third, width=1)
    buttons = "".join(circle(0, y, 1.2, GOLD, GOLD_DARK, 0.7) for y in (57.4, 61.4))
    return "".join(
        [
            carried(),
            hair,
            _coat(look, parted=True),
            sash,
            _face(look),
            collar,
            buttons,
            _mouth() if not goatee else "",
            moustache,
            goatee,
            crown,
            ribbon,
            brim,
            plume,
            barbs,
            _belt(look),
            _hand(look, look.second),
            placed(symbol, -18.6, 9.6, 0.145),
        ]
    )


def under(suit: str, look: Look, symbol: str) -> str:
    """Under: the young servant, bare-chinned under a cap with a feather; his suit symbol stands below."""
    carried = {"E": pipe, "R": flower, "S": staff, "L": spear}[suit]
    held = carried()
    hair = path(
        "M-8.4 15C-13.6 19 -13 29 -11 35.4C-9 37 -7.4 34 -7.4 30L7.4 30C7.4 34 9 37 11 35.4C13 29 13.6 19 8.4 15Z",
        look.hair,
        width=1.1,
    )
    fringe = path("M-8.8 22C-7.6 17.4 -4 16.4 -1 18C2 16 7.6 17 8.8 22C10 12 -10 12 -8.8 22Z", look.hair, width=0.9)
    ruff = path(
        "M-12 46.6Q-12.6 50.8 -8.6 50.6Q-7.6 54 -4.2 52.4Q-2.4 55.6 0 53.2Q2.4 55.6 4.2 52.4Q7.6 54 8.6 50.6Q12.6 50.8 12 46.6Q6 43 0 44.4Q-6 43 -12 46.6Z",
        WHITE,
        width=1,
    )
    cap = {
        "E": "M-12.6 17C-15 8 -6 3.4 2 4.4C11 5.4 14 10.6 12 17C4 13.6 -5 13.6 -12.6 17Z",
        "R": "M-11 17C-14 9 -8 5 -2 6C2 1.6 12 3 13.6 9C14 12 13 15 11.6 17C4 13.6 -4 13.6 -11 17Z",
        "S": "M-11 17C-11 9 -7 5 -1 4.6C6 3 16 2 20.6 12C14 9.4 13 12 11.6 17C4 13.6 -4 13.6 -11 17Z",
        "L": "M-12 17C-12 9 -9 7 -7.4 3.4C-2 6 2 6 7.4 3.4C9 7 12 9 12 17C4 13.6 -4 13.6 -12 17Z",
    }[suit]
    rim = path("M-12 17.6C-4 14 4 14 12 17.6L11.4 14C4 10.6 -4 10.6 -11.4 14Z", look.second, width=1)
    feather = path("M-9.6 14C-16 8 -16.4 0 -11.4 -3.6C-11 2 -7 6 -8 13Z", "#f7efe0", width=0.9) + path(
        "M-9.2 12.6C-12.6 8 -13 3 -11.6 -1", "none", width=0.6
    )
    slashes = path("M-14.6 54L-12.4 62M-10 56L-8.4 63M11 55L9 63", "none", look.second, 2, ROUND)
    buttons = "".join(circle(0, y, 1.2, GOLD, GOLD_DARK, 0.7) for y in (57.6, 61.4))
    behind = suit in "SL"
    return "".join(
        [
            held if behind else "",
            hair,
            _coat(look, parted=suit in "EL"),
            slashes,
            _face(look),
            fringe,
            ruff,
            buttons,
            "" if suit == "E" else _mouth(),
            path(cap, look.third, width=1.1),
            rim,
            feather,
            _belt(look),
            "" if behind else held,
            _hand(look, look.main if suit in "RS" else look.second),
            circle(-17, 58.4, 8.2, WHITE, INK, 1),
            placed(symbol, -17, 58.4, 0.135),
        ]
    )


def dame(suit: str, look: Look, symbol: str) -> str:
    """Dame: with veil, coronet and necklace, a flower in her hand."""
    veil = path("M0 9C-14 9 -15 24 -16 36C-16.6 43 -20 48 -22 53H22C20 48 16.6 43 16 36C15 24 14 9 0 9Z", look.second, width=1.1)
    locks = path(
        "M-9 17C-13 22 -12 34 -13 42C-9.4 44 -7 41 -7 36L-7 28L7 28L7 36C7 41 9.4 44 13 42C12 34 13 22 9 17Z", look.hair, width=1.1
    )
    gown = path("M-25.5 70C-25.5 57 -19 49.6 -10 47.4Q-5.6 56 0 56Q5.6 56 10 47.4C19 49.6 25.5 57 25.5 70Z", look.main, width=1.2)
    breast = path("M-10 47.4C-7 46 -4.6 45.4 -3.6 42H3.6C4.6 45.4 7 46 10 47.4Q5.6 56 0 56Q-5.6 56 -10 47.4Z", look.skin, width=1)
    lace = path(
        "M-10.6 48Q-9.6 51.4 -7.2 51.8Q-6 55 -3.4 55.4Q-1.4 58 0 57Q1.4 58 3.4 55.4Q6 55 7.2 51.8Q9.6 51.4 10.6 48",
        "none",
        WHITE,
        2,
        ROUND,
    )
    hair = path("M-9 24C-11 13 -5 10.6 0 12C5 10.6 11 13 9 24C7.6 19 4 16.6 0 15.6C-4 16.6 -7.6 19 -9 24Z", look.hair, width=1)
    coronet = path(
        "M-8.6 12.4L-10 4.4L-5.2 7.6L-2.8 2.4L0 6.8L2.8 2.4L5.2 7.6L10 4.4L8.6 12.4C3.6 10 -3.6 10 -8.6 12.4Z", GOLD, GOLD_DARK, 1
    )
    pearls = "".join(circle(x, y, 1.05, WHITE, INK, 0.6) for x, y in ((-5.4, 46.4), (-3, 48.6), (0, 49.6), (3, 48.6), (5.4, 46.4)))
    lashes = path("M-5.6 24.2L-6.6 23.4M5.6 24.2L6.6 23.4", "none", width=0.8, more=ROUND)
    panel = path("M-4.4 58L-6.4 70H6.4L4.4 58Q0 60 -4.4 58Z", look.third, width=0.9)
    return "".join(
        [
            veil,
            locks,
            gown,
            panel,
            breast,
            _face(look, "#ee9b8b"),
            lashes,
            path("M-2.3 33.2Q-1 32.3 0 33Q1 32.3 2.3 33.2Q0 36 -2.3 33.2Z", "#c23a3a", width=0),
            lace,
            pearls,
            hair,
            coronet,
            _belt(look),
            flower() if suit in "RS" else group(flower(), "translate(0 2)"),
            _hand(look, look.main),
            placed(symbol, -18.6, 10.4, 0.145),
        ]
    )


def bube(suit: str, look: Look, symbol: str) -> str:
    """Bube: the page, with flat cap and long hair, halberd, sword or spear."""
    carried = {"E": spear, "R": halberd, "S": sword, "L": halberd}[suit]
    hair = path(
        "M-8.6 15C-14 20 -13.6 34 -12 41C-9.6 43 -7.4 40 -7.4 34L7.4 34C7.4 40 9.6 43 12 41C13.6 34 14 20 8.6 15Z",
        look.hair,
        width=1.1,
    )
    fringe = path("M-8.8 22.6C-6 19.6 6 19.6 8.8 22.6C10 12 -10 12 -8.8 22.6Z", look.hair, width=0.9)
    cap = path("M-14 15.4C-14.6 8 -6 5 1 5.4C9 5.4 15 8 14 15.4C5 12.4 -5 12.4 -14 15.4Z", look.third, width=1.1)
    rim = path("M-12.4 17.4C-4 14.2 4 14.2 12.4 17.4L13 13.6C4 10.8 -4 10.8 -13 13.6Z", look.second, width=1)
    feather = path("M8 12C9 4 3 -3 -6 -3.4C-4 1 2 4 5.6 12.6Z", WHITE, width=0.9) + path(
        "M6.8 11C5.6 5 1 0 -4 -2", "none", width=0.6
    )
    moustache = path("M0 31.4Q-3 30.2 -6 32M0 31.4Q3 30.2 6 32", "none", look.hair, 1.5, ROUND) if suit in "SL" else ""
    collar = path("M-12.4 48C-8 43.6 8 43.6 12.4 48L6 53L0 48.4L-6 53Z", look.second, width=1)
    stripes = path("M-18.6 52L-15 65M-12.4 50L-9.6 65M12.4 50L9.6 65", "none", look.second, 1.8, ROUND)
    buttons = "".join(circle(0, y, 1.2, GOLD, GOLD_DARK, 0.7) for y in (53, 57.2, 61.4))
    return "".join(
        [
            carried(),
            hair,
            _coat(look, parted=False),
            stripes,
            _face(look),
            fringe,
            collar,
            buttons,
            _mouth(),
            moustache,
            cap,
            rim,
            feather,
            _belt(look),
            _hand(look, look.third),
            placed(symbol, -18.6, 10.4, 0.145),
        ]
    )


def banner(_suit: str, look: Look, symbol: str) -> str:
    """Banner: a waving flag with the suit symbol, on a pole with a gilded point."""
    pole = path("M-20 4V70", "none", INK, 4.2) + path("M-20 4V70", "none", WOOD, 2.4)
    point = path("M-20 -4L-16.6 5.4L-20 9L-23.4 5.4Z", GOLD, GOLD_DARK, 1)
    cloth = path("M-18 11C-8 5 4 16 25.6 9.6C23 21 23 40 25.6 52C4 58 -8 47 -18 53Z", look.main, width=1.2)
    field = path("M-14 16.4C-6 12.6 5 20.6 21 16.6C19.4 26 19.4 38 21 46.4C5 50 -6 43 -14 47Z", "#fff8e4", width=1)
    fringe = path("M25.6 9.6C23 21 23 40 25.6 52", "none", look.second, 2.4, 'stroke-dasharray="1.6 1.6"')
    cord = path("M-20 55C-15 57 -17 62 -13 63", "none", look.second, 1.8, ROUND) + circle(-12.4, 64.4, 2, look.third, INK, 0.8)
    return pole + point + cloth + field + fringe + cord + placed(symbol, 3.4, 31.6, 0.27)


FIGURES: dict[str, dict[str, Callable[[str, Look, str], str]]] = {
    "german": {"B": banner, "U": under, "O": ober, "K": king},
    "french": {"U": bube, "O": dame, "K": king},
}
