"""Write the generated part of the corpus: cases on which two readings of the rules agree. The written cases are in `written.py`.

Run as `python -m tests.corpus.generate` from the root of the repository; the same seed gives the same files.
"""

from __future__ import annotations

import json
import random
from typing import Any

from puur.core.cards import CARDS
from tests.core import reference
from tests.corpus.check import HERE, KINDS
from tests.corpus.puur_engine import answer
from tests.corpus.written import WRITTEN

MODES = (
    "E",
    "R",
    "S",
    "L",
    "obenabe",
    "undeufe",
    "slalom-oben",
    "slalom-unten",
    "gusti-oben",
    "gusti-unten",
    "trio-E-tuo",
    "trio-L-out",
)
BLOCKS = {
    "obenabe": "o" * 9, "undeufe": "u" * 9, "slalom-oben": "ououououo", "slalom-unten": "uouououou",
    "gusti-oben": "ooooouuuu", "gusti-unten": "uuuuuoooo", "trio-E-tuo": "tttuuuooo", "trio-L-out": "ooouuuttt",
}  # fmt: skip
STEPS = {"common": ["points", "cards", "rank", "trump", "order"], "ajz08": ["points", "cards", "order"]}


def blocks_of(mode: str) -> tuple[str, str]:
    """How each trick is decided, and the trump suit, spelled out without the core."""
    if mode in "ERSL":
        return "t" * 9, mode
    return BLOCKS[mode], mode[5] if mode.startswith("trio") else ""


def generated(rng: random.Random) -> dict[str, list[dict[str, Any]]]:
    """Cases by kind, answered by the reference alone."""
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    names = [card.name for card in CARDS]
    for number in range(600):
        mode = MODES[number % len(MODES)]
        blocks, trump = blocks_of(mode)
        pack = rng.sample(names, 36)
        trick_number, on_table = rng.randrange(9), rng.randint(1, 3)
        trick, hand = pack[:on_table], sorted(pack[4 : 4 + 9 - trick_number])
        given = {"mode": mode, "trick_number": trick_number, "trick": trick, "hand": hand}
        legal = sorted(reference.legal(hand, trick, blocks[trick_number], trump))
        found["legal"].append({"id": f"legal-{number:03}", "source": "two readings", "input": given, "expect": {"legal": legal}})
        full = {"mode": mode, "trick_number": trick_number, "trick": pack[:4]}
        won = reference.taker(pack[:4], blocks[trick_number], trump)
        worth = sum(reference.value(card, blocks[0], trump) for card in pack[:4])
        expect = {"winner": won, "points": worth}
        found["winner"].append({"id": f"winner-{number:03}", "source": "two readings", "input": full, "expect": expect})
    for number in range(120):
        found["deal"].append(_deal(rng, number, MODES[number % len(MODES)], names))
    return found


def _deal(rng: random.Random, number: int, mode: str, names: list[str]) -> dict[str, Any]:
    blocks, trump = blocks_of(mode)
    pack = rng.sample(names, 36)
    hands = [sorted(pack[9 * seat : 9 * seat + 9]) for seat in range(4)]
    left = [list(hand) for hand in hands]
    leader = first = rng.randrange(4)
    plays: list[str] = []
    points, won = [0, 0], [0, 0]
    for block in blocks:
        trick: list[str] = []
        for place in range(4):
            seat = (leader + place) % 4
            card = rng.choice(sorted(reference.legal(left[seat], trick, block, trump)))
            left[seat].remove(card)
            trick.append(card)
        leader = (leader + reference.taker(trick, block, trump)) % 4
        points[leader % 2] += sum(reference.value(card, blocks[0], trump) for card in trick)
        won[leader % 2] += 1
        plays += trick
    points[leader % 2] += 5
    match = 0 if won[0] == 9 else 1 if won[1] == 9 else None
    given = {"mode": mode, "leader": first, "hands": hands, "plays": plays}
    expect = {"points": points, "tricks": won, "match": match}
    return {"id": f"deal-{number:03}", "source": "two readings", "input": given, "expect": expect}


def main() -> None:
    """Write the files, after checking that the core agrees with every generated case."""
    cases = generated(random.Random("puur corpus 1"))
    for kind in KINDS:
        for case in cases[kind]:
            assert answer(kind, case["input"]) == case["expect"], case
        everything = {"version": 1, "kind": kind, "cases": WRITTEN[kind] + cases[kind]}
        lines = ",\n".join("  " + json.dumps(case, ensure_ascii=False) for case in everything["cases"])
        text = f'{{"version": 1, "kind": "{kind}", "cases": [\n{lines}\n]}}\n'
        (HERE / f"{kind}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
