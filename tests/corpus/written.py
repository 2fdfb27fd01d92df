"""The written part of the corpus: cases from provisions and hand counts, each with its source."""

from __future__ import annotations

from typing import Any

from tests.corpus.endings import ENDINGS
from tests.corpus.incidents import INCIDENTS

Case = dict[str, Any]
COMMON = ["points", "cards", "rank", "trump", "order"]
AJZ = ["points", "cards", "order"]
USUAL = ["stoeck", "weis", "stich"]


def _legal(name: str, source: str, mode: str, trick: str, hand: str, legal: str, number: int = 0) -> Case:
    given = {"mode": mode, "trick_number": number, "trick": trick.split(), "hand": hand.split()}
    return {"id": f"legal-{name}", "source": source, "input": given, "expect": {"legal": sorted(legal.split())}}


def _winner(name: str, source: str, mode: str, number: int, trick: str, winner: int, points: int) -> Case:
    given = {"mode": mode, "trick_number": number, "trick": trick.split()}
    return {"id": f"winner-{name}", "source": source, "input": given, "expect": {"winner": winner, "points": points}}


def _weis(name: str, source: str, mode: str, leader: int, announced: dict[int, str], compare: list[str], winner: int) -> Case:
    told = {str(seat): cards.split() for seat, cards in announced.items()}
    given = {"mode": mode, "leader": leader, "announced": told, "compare": compare}
    return {"id": f"weis-{name}", "source": source, "input": given, "expect": {"winner": winner}}


def _ausmach(
    name: str, source: str, target: int, winner: int | None, base: list[int], stoeck: int = 0, weis: int = 0, stich: int = 0,
    order: list[str] | None = None, reading: str = "literal",
) -> Case:  # fmt: skip
    """Signed amounts: positive for team 0, negative for team 1."""

    def pair(amount: int) -> list[int]:
        return [max(amount, 0), max(-amount, 0)]

    given = {"target": target, "order": order or USUAL, "reading": reading, "base": base}
    given |= {"stoeck": pair(stoeck), "weis": pair(weis), "stich": pair(stich)}
    return {"id": f"ausmach-{name}", "source": source, "input": given, "expect": {"winner": winner}}


def _perft(name: str, source: str, mode: str, hands: str, counts: list[int]) -> Case:
    given = {"mode": mode, "leader": 0, "hands": [hand.split() for hand in hands.split("/")]}
    return {"id": f"perft-{name}", "source": source, "input": given, "expect": {"counts": counts}}


WRITTEN: dict[str, list[Case]] = {
    "legal": [
        _legal("follow-or-trump", "UB-TRICK-09", "S", "R8", "R6 S7 EA", "R6 S7"),
        _legal("follow-obenabe", "UB-TRICK-06", "obenabe", "R8", "R6 EA LA", "R6"),
        _legal("follow-trump", "AJZ-2.2.1-32", "E", "R7", "RA R6 SA", "RA R6"),
        _legal("void-is-free", "AJZ-2.2.1-35", "E", "R7", "SA L6 E6", "SA L6 E6"),
        _legal("puur-alone-stays-home", "UB-TRICK-07", "S", "S7", "SU E6 L8", "SU E6 L8"),
        _legal("puur-with-a-trump-beside", "UB-TRICK-07", "S", "S7", "SU S9 E6 L8", "SU S9"),
        _legal("puur-in-the-last-trick", "UB-TRICK-08", "S", "S7", "SU", "SU", 8),
        _legal("puur-may-be-given", "JR-BAUER-01", "S", "S8", "SU R7 L9", "SU R7 L9"),
        _legal("no-undertrumping", "UB-TRICK-11", "S", "R9 SO", "S7 E6", "E6"),
        _legal("overtrumping", "UB-TRICK-11", "S", "R9 SO", "S7 SK E6", "SK E6"),
        _legal("follow-and-overtrump", "UB-TRICK-10", "S", "R8 S7", "RK S8", "RK S8"),
        _legal("only-trumps-undertrump", "JR-UNDER-01", "S", "R9 SO", "S7 S8", "S7 S8"),
        _legal("only-trumps-hold-the-higher-back", "AJZ-2.2.1-39", "E", "R7 EA", "EK E9", "EK E9"),
        _legal("higher-trump-and-another-card", "AJZ-2.2.1-39", "E", "R7 EA", "EK E9 S6", "E9 S6"),
        _legal("trump-led-lower-is-following", "AJZ-2.2.1-38", "E", "EA", "EK E9 S6", "EK E9"),
        _legal("follow-or-puur", "AJZ-2.2.1-36", "E", "R7 E9", "RK E8 EU S6", "RK EU"),
        _legal("undertrump-of-the-partner", "AJZ-2.2.1-36", "E", "R7 E9", "E6 S7", "S7"),
        _legal("trap-higher-first", "JR-UNDER-01", "R", "E6 R9 R8", "RA RU L6", "RU L6"),
        _legal("trap-higher-second", "JR-UNDER-01", "R", "E6 R8 R9", "RA RU L6", "RU L6"),
        _legal("trap-between-the-two", "JR-UNDER-01", "R", "E6 R8 RB", "RO R7 L6", "RO L6"),
        _legal("trap-with-the-led-suit", "JR-UNDER-01", "R", "E6 R9 R7", "EA R8 RU", "EA RU"),
        _legal("trap-only-trumps", "JR-UNDER-01", "R", "E6 R9 RU", "R6 R7 RA", "R6 R7 RA"),
        _legal("slalom-has-no-trump", "TAM-CP-29", "slalom-oben", "E6 R9", "EA RU L6", "EA", 3),
        _legal("trio-trump-block", "TAM-CP-30", "trio-E-tuo", "S7 E9", "E8 EU L6", "EU L6", 2),
        _legal("trio-after-the-trump-block", "TAM-CP-30", "trio-E-tuo", "S7 E9", "E8 EU L6", "E8 EU L6", 3),
    ],
    "winner": [
        _winner("all-modes-trump", "JR-PLAY-06, JR-CNT-03", "S", 0, "S8 SA S9 SU", 3, 45),
        _winner("all-modes-obenabe", "JR-PLAY-06, JR-CNT-03", "obenabe", 0, "S8 SA S9 SU", 1, 21),
        _winner("all-modes-plain", "JR-PLAY-06, JR-CNT-03", "E", 0, "S8 SA S9 SU", 1, 13),
        _winner("all-modes-undeufe", "JR-PLAY-06, JR-CNT-03", "undeufe", 0, "S8 SA S9 SU", 0, 10),
        _winner("nell-second", "UB-TRICK-05", "S", 0, "SA S9 SK SO", 1, 32),
        _winner("plain-under-above-banner", "AJZ-2.2.1-24, AJZ-2.2.1-25", "E", 0, "RB RU R9 R6", 1, 12),
        _winner("not-following-never-wins", "AJZ-2.2.1-28", "undeufe", 0, "RA E6 S6 RK", 3, 26),
        _winner("slalom-oben-second", "TAM-CP-25", "slalom-oben", 1, "S7 S6 S8 SK", 1, 12),
        _winner("slalom-unten-second", "TAM-CP-25", "slalom-unten", 1, "S7 S6 S8 SK", 3, 23),
        _winner("gusti-oben-sixth", "TAM-CP-26", "gusti-oben", 5, "R6 R7 R8 RO", 0, 11),
        _winner("gusti-unten-sixth", "TAM-CP-26", "gusti-unten", 5, "R6 R7 R8 RO", 3, 22),
        _winner("trio-third", "TAM-CP-30", "trio-E-tuo", 2, "SA E6 S7 S8", 1, 11),
        _winner("trio-fourth", "TAM-CP-30", "trio-E-tuo", 3, "SK E7 S9 SO", 2, 7),
        _winner("trio-eighth", "TAM-CP-31", "trio-E-tuo", 7, "EU E9 E8 EA", 3, 45),
    ],
    "weis": [
        _weis("points", "UB-WCMP-01", "E", 0, {0: "R6 R7 R8", 1: "L6 L7 L8 L9"}, COMMON, 1),
        _weis("more-cards", "UB-WCMP-02", "S", 0, {0: "RK EK SK LK", 1: "L6 L7 L8 L9 LB"}, COMMON, 1),
        _weis("run-beats-four", "UB-WCMP-03", "S", 0, {0: "EK RK SK LK", 3: "R6 R7 R8 R9 RB"}, COMMON, 3),
        _weis("top-card", "UB-WCMP-04", "E", 0, {0: "R7 R8 R9", 1: "L8 L9 LB"}, COMMON, 1),
        _weis("undeufe-lowest", "UB-WCMP-05", "undeufe", 0, {0: "R7 R8 R9", 1: "L6 L7 L8"}, COMMON, 1),
        _weis("undeufe-fours", "UB-WCMP-05", "undeufe", 0, {0: "E8 R8 S8 L8", 1: "E7 R7 S7 L7"}, COMMON, 1),
        _weis("first-announced", "UB-WCMP-06", "S", 0, {0: "R9 RB RU", 1: "L9 LB LU"}, COMMON, 0),
        _weis("first-announced-from-the-leader", "UB-WCMP-06", "S", 1, {0: "R9 RB RU", 1: "L9 LB LU"}, COMMON, 1),
        _weis("trump-before-order", "UB-WCMP-07", "L", 0, {0: "R9 RB RU", 1: "L9 LB LU"}, COMMON, 1),
        _weis("three-of-equal-height", "JR-WEQ-04", "R", 0, {0: "E8 E9 EB", 1: "L8 L9 LB", 3: "R8 R9 RB"}, COMMON, 3),
        _weis("ajz-first-whatever-height", "AJZ-2.2.2-21", "E", 0, {0: "R6 R7 R8", 1: "EO EK EA"}, AJZ, 0),
        _weis("ajz-five-beats-aces", "AJZ-2.2.2-23", "E", 0, {0: "EA RA SA LA", 1: "S6 S7 S8 S9 SB"}, AJZ, 1),
        _weis("ajz-nell-beats-five", "AJZ-2.2.2-23", "E", 0, {0: "SB SU SO SK SA", 1: "E9 R9 S9 L9"}, AJZ, 1),
        _weis("ajz-six-beats-nell", "AJZ-2.2.2-24", "E", 0, {0: "E9 R9 S9 L9", 1: "S6 S7 S8 S9 SB SU"}, AJZ, 1),
        _weis("ajz-seven-beats-under", "AJZ-2.2.2-25", "E", 0, {0: "EU RU SU LU", 1: "S6 S7 S8 S9 SB SU SO"}, AJZ, 1),
    ],
    "ausmach": [
        _ausmach("weis-before-trick", "JR-AUSM-05", 1000, 1, [975, 955], weis=-50, stich=28),
        _ausmach("stoeck-before-trick", "JR-AUSM-06", 1000, 1, [980, 980], stoeck=-20, stich=21),
        _ausmach("trick-when-nothing-else", "JR-AUSM-06", 1000, 0, [980, 975], stoeck=-20, stich=21),
        _ausmach("stoeck-with-trick-literal", "JR-AUSM-04", 1000, 0, [955, 955], stoeck=20, weis=-50, stich=28),
        _ausmach(
            "stoeck-with-trick-sequential", "JR-AUSM-04", 1000, 1, [955, 955], stoeck=20, weis=-50, stich=28, reading="sequential"
        ),
        _ausmach("agreed-order", "JR-AUSM-02", 1000, 1, [960, 985], weis=50, stich=-24, order=["stoeck", "stich", "weis"]),
        _ausmach("same-with-the-usual-order", "JR-AUSM-02", 1000, 0, [960, 985], weis=50, stich=-24),
        _ausmach("ub-weis", "UB-AUSM-02", 2000, 1, [1975, 1955], weis=-50, stich=28),
        _ausmach("ub-stoeck-unplayed", "UB-AUSM-03", 2000, 0, [1982, 1960], stoeck=20, weis=-50, stich=-30),
        _ausmach("ub-bergpreis", "UB-BERG-02", 1000, 0, [970, 960], stoeck=40, weis=-100),
        _ausmach("only-one-there", "hand count", 1000, 0, [980, 900], stich=21),
        _ausmach("nobody-there", "hand count", 1000, None, [900, 900], stich=21),
    ],
    "perft": [
        _perft("two-cards", "hand count", "obenabe", "R6 E6 / R7 R8 / L6 L7 / S6 S7", [2, 4, 8, 16, 16, 16, 16, 16]),
    ],
    "deal": [],
    "game": [],
    "ending": ENDINGS,
    "incident": INCIDENTS,
}
