"""Scenes near the end of a game that several books share, with their sums worked out by hand."""

from __future__ import annotations

from typing import Any

from tests.support import scattered

Case = dict[str, Any]


def case(name: str, source: str, text: str, book: str, log: list[Any], expect: dict[str, Any], **given: Any) -> Case:
    """One case: what is given, what is played and said, and how the game stands then."""
    return {"id": f"ending-{name}", "source": source, "text": text, "input": {"book": book, **given, "log": log}, "expect": expect}


def cards(names: str) -> list[Any]:
    """Cards played in turn."""
    return [["card", name] for name in names.split()]


def left(**hands: str) -> list[list[str]]:
    """What is left of four hands."""
    return [hands[name].split() for name in "ABCD"]


def nine(**hands: str) -> list[list[str]]:
    """Four whole hands that hold no Weis but the named ones."""
    return [[card.name for card in hand] for hand in scattered(**hands)]


def end(winner: int | None, totals: tuple[int, int], *, bergpreis: int | None = None, schneider: bool = False) -> dict[str, Any]:
    """The game is over."""
    return {"over": True, "winner": winner, "totals": list(totals), "bergpreis": bergpreis, "schneider": schneider}


def goes_on(totals: tuple[int, int], *, bergpreis: int | None = None) -> dict[str, Any]:
    """The game goes on."""
    return {"over": False, "winner": None, "totals": list(totals), "bergpreis": bergpreis, "schneider": False}


def results(number: int, points: tuple[int, int]) -> list[Any]:
    """So many deals with the same result, as from paper."""
    return [["result", {"points": list(points), "mode": "E"}]] * number


# Trump S (doubled in UB and AJZ). Six tricks are played: 60 and 51 card points. Trick 7 is A's with 18 (S9, SK), trick 8 A's with
# 23 (SU, SO); D lays the second card of the Stöck as the last of trick 8. What is left after it counts nothing.
STOECK_LAST: dict[str, Any] = {
    "mode": "S",
    "leader": 0,
    "made": [60, 51],
    "won": [3, 3],
    "hands": left(A="S9 SU E6", B="S6 R6 R7", C="S7 L6 L7", D="SK SO L8"),
}
TWO_TRICKS = cards("S9 S6 S7 SK SU R6 L6 SO")

# The last two tricks, both D's, with 18 and 23: C lays the second card of the Stöck as the very last one. B and D make 97 with
# the last trick: 51 + 41 + 5.
NINTH: dict[str, Any] = {
    "mode": "S",
    "leader": 3,
    "made": [60, 51],
    "won": [4, 3],
    "hands": left(A="S6 E6", B="S7 R6", C="SK SO", D="S9 SU"),
}
NINTH_CARDS = cards("S9 S6 S7 SK SU E6 R6 SO")
# The same with B in D's place: the second card of the Stöck is covered by the next player.
COVERED: dict[str, Any] = {
    "mode": "S",
    "leader": 1,
    "made": [60, 51],
    "won": [4, 3],
    "hands": left(A="S7 E6", B="S9 SU", C="SK SO", D="S6 R6"),
}
COVERED_CARDS = cards("S9 SK S6 S7 SU SO R6 E6")

# The last two tricks again, after seven that B and D won too: a Match, 152 + 5 + 100.
MATCH: dict[str, Any] = {**NINTH, "made": [0, 111], "won": [0, 7]}

# Trick 7 is D's with 4 (SK); D leads the second card of the Stöck, worth 3, to trick 8.
STOECK_FIRST: dict[str, Any] = {
    "mode": "S",
    "leader": 3,
    "made": [60, 85],
    "won": [3, 3],
    "hands": left(A="S6 E6 E7", B="S7 R6 R7", C="S8 L6 L7", D="SK SO L8"),
}
LED_STOECK = [*cards("SK S6 S7 S8 SO"), ["stoeck", 3]]

# First tricks. A makes 28 (RA, RO, RB, RK) with trump E; B, or D, holds a run of four.
WEIS_OF_B = {"mode": "E", "leader": 0, "hands": nine(A="RA EK", B="RO S6 S7 S8 S9", C="RB EO", D="RK")}
WEIS_OF_D = {"mode": "E", "leader": 0, "hands": nine(A="RA EK", B="RO", C="RB EO", D="RK S6 S7 S8 S9")}
FIRST = cards("RA RO RB RK")
WEIS_TRICK = [*cards("RA RO"), ["weis", 1, 50], *cards("RB RK")]
# B cuts the first trick for 30 (RU, EB) and has the run of four; A holds the Stöck of trump R.
STOECK_OF_A = {"mode": "R", "leader": 0, "hands": nine(A="EB RK RO", B="RU S6 S7 S8 S9", C="E6", D="E7")}
CUT_TRICK = [*cards("EB RU"), ["weis", 1, 50], *cards("E6 E7")]
# A makes 21 (RA, RB) in the first trick; D holds the Stöck of trump E.
STOECK_OF_D = {"mode": "E", "leader": 0, "hands": nine(A="RA", B="RB", C="R6", D="R7 EK EO")}
TWENTY_ONE = cards("RA RB R6 R7")
