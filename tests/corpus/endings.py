"""How a game ends: for each book a table of cases worked out by hand, each with the sentence of the book that decides it.

A case is a score, a deal (or what is left of one), what is played and said, and how the game stands afterwards.
"""

from __future__ import annotations

from typing import Any

from tests.support import scattered

Case = dict[str, Any]


def _case(name: str, source: str, text: str, book: str, log: list[Any], expect: dict[str, Any], **given: Any) -> Case:
    return {"id": f"ending-{name}", "source": source, "text": text, "input": {"book": book, **given, "log": log}, "expect": expect}


def _cards(names: str) -> list[Any]:
    return [["card", name] for name in names.split()]


def _left(**hands: str) -> list[list[str]]:
    return [hands[name].split() for name in "ABCD"]


def _nine(**hands: str) -> list[list[str]]:
    return [[card.name for card in hand] for hand in scattered(**hands)]


def _end(winner: int | None, totals: tuple[int, int], *, bergpreis: int | None = None, schneider: bool = False) -> dict[str, Any]:
    return {"over": True, "winner": winner, "totals": list(totals), "bergpreis": bergpreis, "schneider": schneider}


def _goes_on(totals: tuple[int, int], *, bergpreis: int | None = None) -> dict[str, Any]:
    return {"over": False, "winner": None, "totals": list(totals), "bergpreis": bergpreis, "schneider": False}


def _results(number: int, points: tuple[int, int]) -> list[Any]:
    return [["result", {"points": list(points), "mode": "E"}]] * number


# Trump S (doubled in UB and AJZ). Six tricks are played: 60 and 51 card points. Trick 7 is A's with 18 (S9, SK), trick 8 A's with
# 23 (SU, SO); D lays the second card of the Stöck as the last of trick 8. What is left after it counts nothing.
STOECK_LAST: dict[str, Any] = {
    "mode": "S",
    "leader": 0,
    "made": [60, 51],
    "won": [3, 3],
    "hands": _left(A="S9 SU E6", B="S6 R6 R7", C="S7 L6 L7", D="SK SO L8"),
}
TWO_TRICKS = _cards("S9 S6 S7 SK SU R6 L6 SO")

# The last two tricks, both D's, with 18 and 23: C lays the second card of the Stöck as the very last one. B and D make 97 with
# the last trick: 51 + 41 + 5.
NINTH: dict[str, Any] = {
    "mode": "S",
    "leader": 3,
    "made": [60, 51],
    "won": [4, 3],
    "hands": _left(A="S6 E6", B="S7 R6", C="SK SO", D="S9 SU"),
}
NINTH_CARDS = _cards("S9 S6 S7 SK SU E6 R6 SO")
# The same with B in D's place: the second card of the Stöck is covered by the next player.
COVERED: dict[str, Any] = {
    "mode": "S",
    "leader": 1,
    "made": [60, 51],
    "won": [4, 3],
    "hands": _left(A="S7 E6", B="S9 SU", C="SK SO", D="S6 R6"),
}
COVERED_CARDS = _cards("S9 SK S6 S7 SU SO R6 E6")

# First tricks. A makes 28 (RA, RO, RB, RK) with trump E; B, or D, holds a run of four.
WEIS_OF_B = {"mode": "E", "leader": 0, "hands": _nine(A="RA EK", B="RO S6 S7 S8 S9", C="RB EO", D="RK")}
WEIS_OF_D = {"mode": "E", "leader": 0, "hands": _nine(A="RA EK", B="RO", C="RB EO", D="RK S6 S7 S8 S9")}
FIRST = _cards("RA RO RB RK")
WEIS_TRICK = [*_cards("RA RO"), ["weis", 1, 50], *_cards("RB RK")]
# B cuts the first trick for 30 (RU, EB) and has the run of four; A holds the Stöck of trump R.
STOECK_OF_A = {"mode": "R", "leader": 0, "hands": _nine(A="EB RK RO", B="RU S6 S7 S8 S9", C="E6", D="E7")}
CUT_TRICK = [*_cards("EB RU"), ["weis", 1, 50], *_cards("E6 E7")]
# A makes 21 (RA, RB) in the first trick; D holds the Stöck of trump E.
STOECK_OF_D = {"mode": "E", "leader": 0, "hands": _nine(A="RA", B="RB", C="R6", D="R7 EK EO")}
TWENTY_ONE = _cards("RA RB R6 R7")

UB_END = "Die Partie endet, wenn ein Team 2000 Punkte erreicht hat."
UB_STOECK = "Als Ausnahme gelten die Stöck. Diese werden erst gewiesen, wenn die zweite Karte davon gespielt wird."
UB_BERG = "Wer zuerst die Hälfte der Punktzahl, also 1000 Punkte erreicht, gewinnt den Bergpreis."
UB_SCHN = "… das andere Team hat die Hälfte der Punktzahl noch nicht erreicht, ist man nicht aus dem Schneider."
UB_AUSM = "Die Stöcke gelten vor dem Wys und vor einem Stich."
UB = [
    _case(
        "ub-2000",
        "UB-END-01: Spielende",
        UB_END,
        "ub2024",
        TWO_TRICKS[:4],
        _end(0, (2000, 1300), bergpreis=0),
        totals=[1844, 1198],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-1999",
        "UB-END-01: Spielende",
        UB_END,
        "ub2024",
        TWO_TRICKS[:4],
        _goes_on((1999, 1300), bergpreis=0),
        totals=[1843, 1198],
        bergpreis=0,
        **STOECK_LAST,
    ),
    # A and C go from 1990 to 2036 with trick 8; B and D from 1974 to 2014 with the Stöck that its last card shows.
    _case(
        "ub-stoeck-with-the-fourth-card",
        "UB-WEIS-03: Weisen",
        UB_STOECK,
        "ub2024",
        [*TWO_TRICKS, ["stoeck", 3]],
        _end(1, (2036, 2014), bergpreis=0),
        totals=[1834, 1872],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-stoeck-with-the-fourth-card-and-thanks-before",
        "UB-WEIS-03: Weisen",
        UB_STOECK,
        "ub2024",
        [*TWO_TRICKS, ["thanks", 0], ["stoeck", 3]],
        _end(1, (2036, 2014), bergpreis=0),
        totals=[1834, 1872],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-stoeck-with-the-fourth-card-too-few",
        "UB-WEIS-03: Weisen",
        UB_STOECK,
        "ub2024",
        [*TWO_TRICKS, ["stoeck", 3]],
        _end(0, (2036, 1999), bergpreis=0),
        totals=[1834, 1857],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-stoeck-not-said",
        "UB-WEIS-03: Weisen",
        UB_STOECK,
        "ub2024",
        TWO_TRICKS,
        _end(0, (2036, 1974), bergpreis=0),
        totals=[1834, 1872],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-stoeck-after-the-trick-is-turned",
        "UB-WEIS-03: Weisen",
        UB_STOECK,
        "ub2024",
        [*TWO_TRICKS, ["turn"], ["refused", ["stoeck", 3]]],
        _end(0, (2036, 1974), bergpreis=0),
        totals=[1834, 1872],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-bergpreis-by-trick",
        "UB-BERG-01: Der Bergpreis",
        UB_BERG,
        "ub2024",
        TWO_TRICKS,
        _goes_on((1036, 974), bergpreis=0),
        totals=[834, 872],
        **STOECK_LAST,
    ),
    _case(
        "ub-bergpreis-by-stoeck-with-the-fourth-card",
        "UB-BERG-01: Der Bergpreis",
        UB_BERG,
        "ub2024",
        [*TWO_TRICKS, ["stoeck", 3]],
        _goes_on((1036, 1014), bergpreis=1),
        totals=[834, 872],
        **STOECK_LAST,
    ),
    _case(
        "ub-bergpreis-once",
        "UB-BERG-03: Der Bergpreis",
        "Der Bergpreis wird je Partie nur einmal vergeben.",
        "ub2024",
        [*TWO_TRICKS, ["stoeck", 3]],
        _goes_on((1036, 1014), bergpreis=0),
        totals=[834, 872],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-schneider-stoeck-not-said",
        "UB-SCHN-02: Schneider",
        UB_SCHN,
        "ub2024",
        NINTH_CARDS,
        _end(1, (985, 2044), bergpreis=1),
        totals=[865, 1850],
        bergpreis=1,
        **NINTH,
    ),
    _case(
        "ub-schneider-stoeck-said",
        "UB-SCHN-02: Schneider",
        UB_SCHN,
        "ub2024",
        [*NINTH_CARDS, ["stoeck", 2]],
        _end(1, (1025, 2044), bergpreis=1),
        totals=[865, 1850],
        bergpreis=1,
        **NINTH,
    ),
    _case(
        "ub-schneider-stoeck-covered",
        "UB-SCHN-02: Schneider",
        UB_SCHN,
        "ub2024",
        [*COVERED_CARDS, ["refused", ["stoeck", 2]]],
        _end(1, (985, 2044), bergpreis=1, schneider=True),
        totals=[865, 1850],
        bergpreis=1,
        **COVERED,
    ),
    _case(
        "ub-schneider-999",
        "UB-SCHN-02: Schneider",
        UB_SCHN,
        "ub2024",
        [*NINTH_CARDS, ["stoeck", 2]],
        _end(1, (999, 2044), bergpreis=1, schneider=True),
        totals=[839, 1850],
        bergpreis=1,
        **NINTH,
    ),
    _case(
        "ub-first-trick-stoeck",
        "UB-AUSM-03: Ausmachregel",
        UB_AUSM,
        "ub2024",
        CUT_TRICK,
        _end(0, (2002, 1960), bergpreis=1),
        totals=[1982, 1960],
        bergpreis=1,
        **STOECK_OF_A,
    ),
    _case(
        "ub-first-trick-weis",
        "UB-AUSM-02: Ausmachregel",
        UB_AUSM,
        "ub2024",
        WEIS_TRICK,
        _end(1, (1975, 2005), bergpreis=0),
        totals=[1975, 1955],
        bergpreis=0,
        **WEIS_OF_B,
    ),
    _case(
        "ub-first-trick-weis-of-the-last-player",
        "UB-WEIS-02: Weisen",
        "Wird aber die eigene Karte bereits mit der des Nachfolgers gedeckt, ist der Weis nicht mehr gültig.",
        "ub2024",
        [*FIRST, ["weis", 3, 50]],
        _end(1, (1975, 2005), bergpreis=0),
        totals=[1975, 1955],
        bergpreis=0,
        **WEIS_OF_D,
    ),
    _case(
        "ub-first-trick-bergpreis-of-the-last-player",
        "UB-BERG-02: Der Bergpreis",
        "Erreichen beide Teams im ersten Stich eines Spieles den Bergpreis, geht es nach Stöck-Wys-Stich.",
        "ub2024",
        [*FIRST, ["weis", 3, 50]],
        _goes_on((1003, 1005), bergpreis=1),
        totals=[975, 955],
        **WEIS_OF_D,
    ),
    _case(
        "ub-false-thanks",
        "UB-AUSM-05: Ausmachregel",
        "Wer sich irrtümlicherweise bedankt und die definierte Punktzahl noch nicht erreicht hat, verliert das Spiel.",
        "ub2024",
        [*FIRST, ["thanks", 2]],
        _end(1, (1994, 1200), bergpreis=0),
        totals=[1966, 1200],
        bergpreis=0,
        **WEIS_OF_B,
    ),
    _case(
        "ub-correction-reaches-the-target",
        "UB-END-01: Spielende",
        UB_END,
        "ub2024",
        [["result", {"points": [90, 67], "mode": "E"}], ["correct", 1, 0, 10]],
        _end(0, (2000, 1267), bergpreis=0),
        totals=[1900, 1200],
        bergpreis=0,
    ),
    _case(
        "ub-correction-takes-the-target-away",
        "UB-END-01: Spielende",
        UB_END,
        "ub2024",
        [["result", {"points": [100, 57], "mode": "E"}], ["correct", 1, 0, -1]],
        _goes_on((1999, 1257), bergpreis=0),
        totals=[1900, 1200],
        bergpreis=0,
    ),
    _case(
        "ub-correction-in-a-broken-off-deal",
        "UB-END-01: Spielende",
        UB_END,
        "ub2024",
        [*TWO_TRICKS[:4], ["correct", 1, 0, -1]],
        _goes_on((1999, 1300), bergpreis=0),
        totals=[1844, 1198],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-correction-gives-the-bergpreis",
        "UB-BERG-01: Der Bergpreis",
        UB_BERG,
        "ub2024",
        [["result", {"points": [90, 67], "mode": "E"}], ["correct", 1, 1, 3]],
        _goes_on((950, 1000), bergpreis=1),
        totals=[860, 930],
    ),
    _case(
        "ub-both-on-paper",
        "UB-AUSM-04: Ausmachregel",
        "Beim Jassen ist es Tradition, dass man sich am Schluss beim Gegner bedankt.",
        "ub2024",
        [["result", {"points": [95, 62], "mode": "E"}], ["thanks", 1]],
        _end(1, (2045, 2012), bergpreis=0),
        totals=[1950, 1950],
        bergpreis=0,
    ),
]

JR_AUSM = "… nach vollständigem Ablauf des ersten Stiches, bei dem beide Parteien das Punkteziel erreichen"
JR_BED = "Wer sich zuerst bedankt und genügend Punkte besitzt, hat gewonnen."
JR_FALSE = "Wer sich bedankt, ohne das vorgegebene Punkteziel zu erreichen, hat verloren."
JR_SCHN = "Beim Bedanken bereits gekehrte Stiche und noch nicht gemeldete Stöcke dürfen mitgezählt werden."
JR_STOE = "… können die Stöcke auch erst vorgewiesen werden, wenn bereits alle Spieler eine Karte gegeben haben."
JR = [
    _case(
        "jr-at-the-target-before-the-deal",
        "JR-AUSM-03: Ausmachregel",
        JR_AUSM,
        "jassregeln",
        [*TWENTY_ONE, ["thanks", 0], ["refused", ["ausmach", 1]]],
        _end(0, (1026, 985)),
        totals=[1005, 985],
        **STOECK_OF_D,
    ),
    _case(
        "jr-opponents-at-the-target-before-the-deal",
        "JR-AUSM-03: Ausmachregel",
        JR_AUSM,
        "jassregeln",
        [*TWENTY_ONE, ["thanks", 0], ["refused", ["ausmach", 1]]],
        _end(0, (1001, 1001)),
        totals=[980, 1001],
        **STOECK_OF_D,
    ),
    _case(
        "jr-both-with-the-first-trick",
        "JR-AUSM-08: Ausmachregel",
        "Die Reihenfolge des Bedankens ist hingegen belanglos, wenn diese Ausmachregel zur Anwendung gelangt.",
        "jassregeln",
        [*TWENTY_ONE, ["thanks", 0], ["ausmach", 1]],
        _end(1, (983, 1005)),
        totals=[983, 985],
        **STOECK_OF_D,
    ),
    _case(
        "jr-stoeck-after-thanks-in-the-first-trick",
        "JR-STOE-10: Stöcke",
        JR_STOE,
        "jassregeln",
        [*TWENTY_ONE, ["thanks", 0], ["stoeck", 3]],
        _end(1, (983, 1005)),
        totals=[983, 985],
        **STOECK_OF_D,
    ),
    _case(
        "jr-stoeck-after-thanks-too-few",
        "JR-AUSM-04: Ausmachregel",
        "… sofern sie alleine oder mit einem Weis oder mit dem letzten Stich zum Ausmachen genügen",
        "jassregeln",
        [*TWENTY_ONE, ["thanks", 0], ["refused", ["ausmach", 1]]],
        _end(0, (1004, 979)),
        totals=[983, 979],
        **STOECK_OF_D,
    ),
    _case(
        "jr-weis-before-trick",
        "JR-AUSM-05: Ausmachregel",
        "An zweiter Stelle folgt der Weis und an dritter erst der Stich.",
        "jassregeln",
        [*WEIS_TRICK, ["thanks", 0], ["ausmach", 3]],
        _end(1, (975, 1005)),
        totals=[975, 955],
        **WEIS_OF_B,
    ),
    _case(
        "jr-weis-of-the-last-player-after-the-trick",
        "JR-WEIS-06: Weisregeln",
        "Der letzte Spieler darf weisen bis der Stich gekehrt ist.",
        "jassregeln",
        [*FIRST, ["weis", 3, 50], ["thanks", 0], ["ausmach", 3]],
        _end(1, (975, 1005)),
        totals=[975, 955],
        **WEIS_OF_D,
    ),
    _case(
        "jr-no-end-without-thanks",
        "JR-BED-01: Bedanken / Spielende",
        "Das Spiel ist zu Ende, wenn sich eine Partei bedankt.",
        "jassregeln",
        NINTH_CARDS,
        _goes_on((560, 1197)),
        totals=[500, 1100],
        **NINTH,
    ),
    _case(
        "jr-first-to-thank",
        "JR-BED-03: Bedanken / Spielende",
        JR_BED,
        "jassregeln",
        [*TWO_TRICKS, ["thanks", 1], ["refused", ["thanks", 0]]],
        _end(1, (1011, 1001)),
        totals=[910, 950],
        **STOECK_LAST,
    ),
    _case(
        "jr-open-trick-counts",
        "JR-BED-07: Bedanken / Spielende",
        "Kartenpunkte von vollzähligen Stichen, die noch (nicht gekehrt) auf dem Tisch liegen, dürfen mitgezählt werden.",
        "jassregeln",
        [*TWO_TRICKS[:4], ["thanks", 2]],
        _end(0, (1000, 551)),
        totals=[922, 500],
        **STOECK_LAST,
    ),
    _case(
        "jr-incomplete-trick-does-not-count",
        "JR-BED-06: Bedanken / Spielende",
        JR_FALSE,
        "jassregeln",
        [*TWO_TRICKS[:3], ["thanks", 2]],
        _end(1, (982, 551)),
        totals=[922, 500],
        **STOECK_LAST,
    ),
    _case(
        "jr-schneider-stoeck-in-hand",
        "JR-SCHN-04: Schneider",
        JR_SCHN,
        "jassregeln",
        [["thanks", 0]],
        _end(0, (1000, 480)),
        totals=[940, 429],
        **STOECK_LAST,
    ),
    _case(
        "jr-schneider-stoeck-with-the-last-card",
        "JR-SCHN-04: Schneider",
        JR_SCHN,
        "jassregeln",
        [*NINTH_CARDS, ["thanks", 3]],
        _end(1, (480, 1047)),
        totals=[420, 950],
        **NINTH,
    ),
    _case(
        "jr-schneider-stoeck-covered",
        "JR-STOE-02: Stöcke",
        "Sie werden beim Ausspielen der jeweils zweiten Karte gewiesen.",
        "jassregeln",
        [*COVERED_CARDS, ["thanks", 3]],
        _end(1, (480, 1047), schneider=True),
        totals=[420, 950],
        **COVERED,
    ),
    _case(
        "jr-schneider-stoeck-forgotten",
        "JR-STOE-02: Stöcke",
        "Sie werden beim Ausspielen der jeweils zweiten Karte gewiesen.",
        "jassregeln",
        [*TWO_TRICKS, ["card", "E6"], ["thanks", 0]],
        _end(0, (1001, 480), schneider=True),
        totals=[900, 429],
        **STOECK_LAST,
    ),
    _case(
        "jr-correction-shows-thanks-were-false",
        "JR-WRITE-05: Schreibregeln",
        "… können bei Unstimmigkeiten alle Spieler, während des gesamten Ablaufs des folgenden Spiels Korrekturen verlangen.",
        "jassregeln",
        [["result", {"points": [100, 57], "mode": "E"}], ["thanks", 0], ["correct", 1, 0, -10]],
        _end(1, (993, 657)),
        totals=[903, 600],
    ),
    _case(
        "jr-correction-shows-thanks-were-right",
        "JR-WRITE-05: Schreibregeln",
        "… Korrekturen verlangen.",
        "jassregeln",
        [["result", {"points": [100, 57], "mode": "E"}], ["thanks", 0], ["correct", 1, 0, 10]],
        _end(0, (1000, 657)),
        totals=[890, 600],
    ),
]

UB += [
    # D holds the second card of the Stöck when trick 7 ends the Partie: too late to win, in time against the Schneider.
    _case(
        "ub-schneider-stoeck-in-hand",
        "UB-SCHN-02: Schneider",
        UB_SCHN,
        "ub2024",
        TWO_TRICKS[:4],
        _end(0, (2000, 970), bergpreis=0),
        totals=[1844, 868],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-schneider-stoeck-in-hand-said",
        "UB-SCHN-02: Schneider",
        UB_SCHN,
        "ub2024",
        [*TWO_TRICKS[:4], ["stoeck", 3]],
        _end(0, (2000, 1010), bergpreis=0),
        totals=[1844, 868],
        bergpreis=0,
        **STOECK_LAST,
    ),
    _case(
        "ub-stoeck-in-hand-come-after-the-trick",
        "UB-END-01: Spielende",
        UB_END,
        "ub2024",
        [*TWO_TRICKS[:4], ["stoeck", 3]],
        _end(0, (2000, 2010), bergpreis=0),
        totals=[1844, 1868],
        bergpreis=0,
        **STOECK_LAST,
    ),
]
JR += [
    _case(
        "jr-schneider-stoeck-said-after-thanks",
        "JR-SCHN-04: Schneider",
        JR_SCHN,
        "jassregeln",
        [["thanks", 0], ["stoeck", 3]],
        _end(0, (1000, 500)),
        totals=[940, 429],
        **STOECK_LAST,
    ),
    _case(
        "jr-schneider-stoeck-too-few",
        "JR-SCHN-04: Schneider",
        JR_SCHN,
        "jassregeln",
        [["thanks", 0], ["stoeck", 3]],
        _end(0, (1000, 499), schneider=True),
        totals=[940, 428],
        **STOECK_LAST,
    ),
]

AJZ_1999 = "Jede Jassrunde wird auf 1999 Punkte gespielt."
AJZ_STOECK = "Sie dürfen jederzeit … spätestens aber bis zum abgeschlossenen Verteilen des nächsten Spiels … benannt werden."
AJZ_THANKS = "Sobald sich ein Team bedankt, wird das Spiel sofort abgebrochen, massgebend sind die bis dahin erspielten Punkte."
AJZ = [
    # B and D make 2 x 97 = 194, A and C 2 x 60 = 120; C's Stöck are 40.
    _case("ajz-1998", "AJZ-2.2.1-52: 2.2.1", AJZ_1999, "ajz08", NINTH_CARDS, _goes_on((620, 1998)), totals=[500, 1804], **NINTH),
    _case("ajz-1999", "AJZ-2.2.1-52: 2.2.1", AJZ_1999, "ajz08", NINTH_CARDS, _end(1, (620, 1999)), totals=[500, 1805], **NINTH),
    _case(
        "ajz-stoeck-named-after-the-deal",
        "AJZ-2.2.2-32: 2.2.2",
        AJZ_STOECK,
        "ajz08",
        [*NINTH_CARDS, ["stoeck", 2]],
        _end(0, (2014, 694)),
        totals=[1854, 500],
        **NINTH,
    ),
    _case(
        "ajz-stoeck-named-while-the-next-deal-is-dealt",
        "AJZ-2.2.2-32: 2.2.2",
        AJZ_STOECK,
        "ajz08",
        [*NINTH_CARDS, ["shuffle"], ["cut"], ["stoeck", 2], ["refused", ["deal"]]],
        _end(0, (2014, 694)),
        totals=[1854, 500],
        **NINTH,
    ),
    _case(
        "ajz-stoeck-named-too-late",
        "AJZ-2.2.2-32: 2.2.2",
        AJZ_STOECK,
        "ajz08",
        [*NINTH_CARDS, ["shuffle"], ["cut"], ["deal"], ["refused", ["stoeck", 2]]],
        _goes_on((1974, 694)),
        totals=[1854, 500],
        **NINTH,
    ),
    _case(
        "ajz-stoeck-after-the-end-put-the-others-ahead",
        "AJZ-2.2.2-32: 2.2.2",
        AJZ_STOECK,
        "ajz08",
        [*NINTH_CARDS, ["stoeck", 2]],
        _end(0, (2025, 2000)),
        totals=[1865, 1806],
        **NINTH,
    ),
    _case(
        "ajz-correction-after-the-deal",
        "AJZ-2.2.1-52: 2.2.1",
        AJZ_1999,
        "ajz08",
        [*NINTH_CARDS, ["correct", 1, 1, 10]],
        _end(1, (620, 2000)),
        totals=[500, 1796],
        **NINTH,
    ),
    _case(
        "ajz-correction-below-the-target",
        "AJZ-2.2.1-52: 2.2.1",
        AJZ_1999,
        "ajz08",
        [*NINTH_CARDS, ["correct", 1, 1, -1]],
        _goes_on((620, 1998)),
        totals=[500, 1805],
        **NINTH,
    ),
    _case(
        "ajz-thanks",
        "AJZ-2.2.1-54: 2.2.1",
        AJZ_THANKS,
        "ajz08",
        [*TWO_TRICKS[:4], ["thanks", 0]],
        _end(0, (2056, 1602)),
        totals=[1900, 1500],
        **STOECK_LAST,
    ),
    _case(
        "ajz-thanks-with-stoeck-in-hand",
        "AJZ-2.2.2-31: 2.2.2",
        "Sie dürfen jederzeit und unaufgefordert benannt werden.",
        "ajz08",
        [["thanks", 1]],
        _end(1, (620, 1999)),
        totals=[500, 1857],
        **STOECK_LAST,
    ),
    _case(
        "ajz-stoeck-after-thanks",
        "AJZ-2.2.2-32: 2.2.2",
        AJZ_STOECK,
        "ajz08",
        [*TWO_TRICKS[:4], ["thanks", 0], ["stoeck", 3]],
        _end(0, (2056, 1642)),
        totals=[1900, 1500],
        **STOECK_LAST,
    ),
    _case(
        "ajz-false-thanks",
        "AJZ-3.4-23: 3.4",
        "Falsches Bedanken = -500 Punkte",
        "ajz08",
        [*TWO_TRICKS[:4], ["thanks", 0]],
        _goes_on((1998, 1602)),
        totals=[1842, 1500],
        **STOECK_LAST,
    ),
    _case(
        "ajz-no-schneider",
        "AJZ-2.2.1-56: 2.2.1",
        "Erreicht ein Team die Marke von 1000 Punkten nicht, so hat dies keine Konsequenzen.",
        "ajz08",
        NINTH_CARDS,
        _end(1, (120, 2000)),
        totals=[0, 1806],
        **NINTH,
    ),
]

TAM_12 = "Eine Passe beinhaltet in der Regel 12 Spiele."
TAM_SPLIT = "Stimmt die Addition nicht …, werden die Differenzpunkte unter den Parteien hälftig aufgeteilt."
PASSEN = [
    _case("nws-eleven", "NWS-1-07: 1", "3 Passen (à 12 Spiele)", "nws2020", _results(11, (100, 57)), _goes_on((1100, 627))),
    _case("nws-twelve", "NWS-1-07: 1", "3 Passen (à 12 Spiele)", "nws2020", _results(12, (100, 57)), _end(0, (1200, 684))),
    _case(
        "nws-level",
        "NWS-1-07: 1",
        "3 Passen (à 12 Spiele)",
        "nws2020",
        [*_results(6, (100, 57)), *_results(6, (57, 100))],
        _end(None, (942, 942)),
    ),
    _case(
        "nws-no-thanks",
        "NWS-1-07: 1",
        "3 Passen (à 12 Spiele)",
        "nws2020",
        [*_results(11, (157, 0)), ["refused", ["thanks", 0]]],
        _goes_on((1727, 0)),
    ),
    _case("tam-twelve", "TAM-ES-21: Anzahl Spiele", TAM_12, "tam2014-es", _results(12, (57, 100)), _end(1, (684, 1200))),
    _case(
        "tam-correction-after-the-last-deal",
        "TAM-ES-64: Schreiben",
        "Am Schluss … prüft die Summen nach",
        "tam2014-es",
        [*_results(6, (100, 57)), *_results(5, (57, 100)), *_results(1, (58, 99)), ["correct", 12, 0, -2], ["correct", 12, 1, 2]],
        _end(1, (941, 943)),
    ),
    # Eleven points too few: the side of the Schreiber (D) gets 5, the others 6: 942 each.
    _case(
        "tam-difference-split",
        "TAM-ES-66: Schreiben",
        TAM_SPLIT,
        "tam2014-es",
        [*_results(11, (78, 79)), *_results(1, (78, 68))],
        _end(None, (936, 937)),
    ),
]

ENDINGS: list[Case] = [*UB, *JR, *AJZ, *PASSEN]
