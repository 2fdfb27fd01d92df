"""Write the generated part of the corpus: cases on which two readings of the rules agree. The written cases are in `written.py`.

Run as `python -m tests.corpus.generate` from the root of the repository; the same seed gives the same files.
"""

from __future__ import annotations

import json
import random
from typing import Any

from puur.core.cards import CARDS
from tests.core import reference
from tests.core.reference_game import UbPartie, blocks_of, deal_points, tens
from tests.core.test_games_against_reference import played
from tests.corpus.check import HERE, KINDS
from tests.corpus.puur_engine import answer
from tests.corpus.written import WRITTEN

MODES = (*"ERSL", "obenabe", "undeufe", "slalom-oben", "slalom-unten", "gusti-oben", "gusti-unten", "trio-E-tuo", "trio-L-out")


def generated(rng: random.Random, games: int) -> dict[str, list[dict[str, Any]]]:
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
    for number in range(48):
        found["perft"].append(_perft(rng, number, MODES[number % len(MODES)], names))
    for number, key in enumerate((["ub2024"] * 8 + ["tam2014-es"] * 3 + ["tam2014-cp"] * 2)[:games]):
        found["game"].append(_game(rng, number, key))
    return found


def _perft(rng: random.Random, number: int, mode: str, names: list[str]) -> dict[str, Any]:
    blocks, trump = blocks_of(mode)
    pack = rng.sample(names, 12)
    hands = [sorted(pack[3 * seat : 3 * seat + 3]) for seat in range(4)]
    counts = [0] * 12

    def lines(left: list[list[str]], trick: list[str], leader: int, played: int) -> None:
        if played == 12:
            return
        seat = (leader + len(trick)) % 4
        for card in reference.legal(left[seat], trick, blocks[played // 4], trump):
            counts[played] += 1
            rest = [[one for one in hand if one != card] for hand in left]
            longer = [*trick, card]
            if len(longer) == 4:
                lines(rest, [], (leader + reference.taker(longer, blocks[played // 4], trump)) % 4, played + 1)
            else:
                lines(rest, longer, leader, played + 1)

    lines(hands, [], 0, 0)
    given = {"mode": mode, "leader": 0, "hands": hands}
    return {"id": f"perft-{number:03}", "source": "two readings", "input": given, "expect": {"counts": counts}}


def _game(rng: random.Random, number: int, key: str) -> dict[str, Any]:
    """A random game that does not end by the order of finishing, where totals are a matter of reading."""
    while True:
        game, deals = played(key, rng)
        if len(game.deal.tricks) > 1:
            break
    expect: dict[str, Any]
    if key == "ub2024":
        partie = UbPartie()
        for deal in deals:
            partie.play(deal)
        expect = partie.result()
    else:
        factors = {"E": 1, "R": 2, "L": 3, "S": 4, "obenabe": 5, "undeufe": 6, "slalom": 7, "gusti": 8, "trio": 9, "joker": 10}
        totals = [0, 0]
        for deal in deals:
            for team, points in enumerate(deal_points(deal)):
                totals[team] += tens(points) * factors[deal["variant"]] if deal["variant"] else points
        winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
        expect = {"totals": totals, "winner": winner}
    given = {"book": key, "first_dealer": game.setup.first_dealer, "deals": deals}
    return {"id": f"game-{number:02}-{key}", "source": "two readings", "input": given, "expect": expect}


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


def main(games: int = 13) -> None:
    """Write the files, after checking that the core agrees with every generated case."""
    cases = generated(random.Random("puur corpus 1"), games)
    for kind in KINDS:
        for case in cases[kind]:
            assert answer(kind, case["input"]) == case["expect"], case
        everything = {"version": 1, "kind": kind, "cases": WRITTEN[kind] + cases[kind]}
        lines = ",\n".join("  " + json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in everything["cases"])
        text = f'{{"version": 1, "kind": "{kind}", "cases": [\n{lines}\n]}}\n'
        (HERE / f"{kind}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
