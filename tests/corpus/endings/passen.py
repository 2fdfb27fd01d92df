"""How a Passe ends: by the number of its deals, with corrections and a wrong sum that is split."""

from __future__ import annotations

from tests.corpus.endings.scenes import case, end, goes_on, results

TAM_12 = "Eine Passe beinhaltet in der Regel 12 Spiele."
TAM_SPLIT = "Stimmt die Addition nicht …, werden die Differenzpunkte unter den Parteien hälftig aufgeteilt."
PASSEN = [
    case("nws-eleven", "NWS-1-07: 1", "3 Passen (à 12 Spiele)", "nws2020", results(11, (100, 57)), goes_on((1100, 627))),
    case("nws-twelve", "NWS-1-07: 1", "3 Passen (à 12 Spiele)", "nws2020", results(12, (100, 57)), end(0, (1200, 684))),
    case(
        "nws-level",
        "NWS-1-07: 1",
        "3 Passen (à 12 Spiele)",
        "nws2020",
        [*results(6, (100, 57)), *results(6, (57, 100))],
        end(None, (942, 942)),
    ),
    case(
        "nws-no-thanks",
        "NWS-1-07: 1",
        "3 Passen (à 12 Spiele)",
        "nws2020",
        [*results(11, (157, 0)), ["refused", ["thanks", 0]]],
        goes_on((1727, 0)),
    ),
    case("tam-twelve", "TAM-ES-21: Anzahl Spiele", TAM_12, "tam2014-es", results(12, (57, 100)), end(1, (684, 1200))),
    case(
        "tam-correction-after-the-last-deal",
        "TAM-ES-64: Schreiben",
        "Am Schluss … prüft die Summen nach",
        "tam2014-es",
        [*results(6, (100, 57)), *results(5, (57, 100)), *results(1, (58, 99)), ["correct", 12, 0, -2], ["correct", 12, 1, 2]],
        end(1, (941, 943)),
    ),
    # Eleven points too few: the side of the Schreiber (D) gets 5, the others 6: 942 each.
    case(
        "tam-difference-split",
        "TAM-ES-66: Schreiben",
        TAM_SPLIT,
        "tam2014-es",
        [*results(11, (78, 79)), *results(1, (78, 68))],
        end(None, (936, 937)),
    ),
]
