"""jass-kit and pyschieber as engines for the conformance corpus: what of the card play do they get right?

Run in an environment with those packages (jass-kit is GPL-3 and never part of Puur; this file imports nothing of Puur):

    python tests/corpus/check.py --engine "python bench/peers_corpus.py jasskit"
    python tests/corpus/check.py --engine "python bench/peers_corpus.py pyschieber"

Both know the six modes of the Schieber and nothing of rule books: other modes, Weis contests, ends of games and rulings are told
as unknown. Whole deals and counts of lines are put together here from their own rules for a card and a trick.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, Protocol

SUITS, RANKS, MODES = "ERLS", "6789BUOKA", ("E", "R", "L", "S", "obenabe", "undeufe")
UNKNOWN = {"unknown": True}


class Peer(Protocol):
    """The three questions that an engine has to answer."""

    def legal(self, mode: str, trick: Sequence[str], hand: Sequence[str]) -> list[str]: ...
    def winner(self, mode: str, trick: Sequence[str]) -> int: ...
    def points(self, mode: str, trick: Sequence[str], last: bool) -> int: ...


class JassKit:
    """jass-kit: suits D H S C, and ranks from the ace down. Its seats go round the other way."""

    def __init__(self) -> None:
        import numpy
        from jass.game.rule_schieber import RuleSchieber

        self.np, self.rule = numpy, RuleSchieber()

    def _index(self, card: str) -> int:
        return 9 * SUITS.index(card[0]) + 8 - RANKS.index(card[1])

    def _array(self, cards: Sequence[str]) -> Any:
        return self.np.array([*map(self._index, cards), *[-1] * (4 - len(cards))])

    def legal(self, mode: str, trick: Sequence[str], hand: Sequence[str]) -> list[str]:
        held = self.np.zeros(36, dtype=int)
        held[[self._index(card) for card in hand]] = 1
        valid = self.rule.get_valid_cards(held, self._array(trick), len(trick), MODES.index(mode))
        return [card for card in hand if valid[self._index(card)]]

    def winner(self, mode: str, trick: Sequence[str]) -> int:
        return (3 - int(self.rule.calc_winner(self._array(trick), 3, MODES.index(mode)))) % 4

    def points(self, mode: str, trick: Sequence[str], last: bool) -> int:
        return int(self.rule.calc_points(self._array(trick), last, MODES.index(mode)))


class PySchieber:
    """pyschieber: functions over cards of its own."""

    def __init__(self) -> None:
        from pyschieber.card import Card
        from pyschieber.rules import count_rules, stich_rules
        from pyschieber.stich import PlayedCard
        from pyschieber.suit import Suit
        from pyschieber.trumpf import Trumpf

        suits = dict(zip(SUITS, (Suit.ACORN, Suit.ROSE, Suit.SHIELD, Suit.BELL), strict=True))
        self.cards = {suit + rank: Card(suit=suits[suit], value=6 + place) for suit in SUITS for place, rank in enumerate(RANKS)}
        trumps = (Trumpf.ACORN, Trumpf.ROSE, Trumpf.SHIELD, Trumpf.BELL, Trumpf.OBE_ABE, Trumpf.UNDE_UFE)
        self.trumps = dict(zip(MODES, trumps, strict=True))
        self.count, self.rules, self.played = count_rules, stich_rules, PlayedCard

    def legal(self, mode: str, trick: Sequence[str], hand: Sequence[str]) -> list[str]:
        table, held = [self.cards[card] for card in trick], [self.cards[card] for card in hand]
        allowed = self.rules.allowed_cards(held, table, self.trumps[mode])
        return [card for card in hand if self.cards[card] in allowed]

    def winner(self, mode: str, trick: Sequence[str]) -> int:
        played = [self.played(player=place, card=self.cards[card]) for place, card in enumerate(trick)]
        return int(self.rules.stich_rules[self.trumps[mode]](played_cards=played).player)

    def points(self, mode: str, trick: Sequence[str], last: bool) -> int:
        return int(self.count.count_stich([self.cards[card] for card in trick], self.trumps[mode], last))


def answer(peer: Peer, kind: str, given: dict[str, Any]) -> Any:
    mode = given.get("mode")
    if mode not in MODES:
        return UNKNOWN
    if kind == "legal":
        return {"legal": sorted(peer.legal(mode, given["trick"], given["hand"]))}
    if kind == "winner" and len(given["trick"]) == 4:
        return {"winner": peer.winner(mode, given["trick"]), "points": peer.points(mode, given["trick"], False)}
    if kind == "deal":
        return _deal(peer, mode, given)
    if kind == "perft":
        counts = [0] * (4 * len(given["hands"][0]))
        _lines(peer, mode, [tuple(hand) for hand in given["hands"]], (), given["leader"], 0, counts)
        return {"counts": counts}
    return UNKNOWN


def _deal(peer: Peer, mode: str, given: dict[str, Any]) -> Any:
    hands, leader, made, won = [list(hand) for hand in given["hands"]], given["leader"], [0, 0], [0, 0]
    for number in range(9):
        trick = given["plays"][4 * number : 4 * number + 4]
        for place, card in enumerate(trick):
            hand = hands[(leader + place) % 4]
            if card not in peer.legal(mode, trick[:place], hand):
                return {"refused": card}
            hand.remove(card)
        leader = (leader + peer.winner(mode, trick)) % 4
        made[leader % 2] += peer.points(mode, trick, number == 8)
        won[leader % 2] += 1
    return {"points": made, "tricks": won, "match": next((team for team in (0, 1) if won[team] == 9), None)}


def _lines(
    peer: Peer, mode: str, hands: list[tuple[str, ...]], trick: tuple[str, ...], leader: int, played: int, counts: list[int]
) -> None:
    if played == len(counts):
        return
    turn = (leader + len(trick)) % 4
    for card in peer.legal(mode, trick, hands[turn]):
        counts[played] += 1
        left = [tuple(other for other in hand if other != card) if seat == turn else hand for seat, hand in enumerate(hands)]
        longer = (*trick, card)
        if len(longer) == 4:
            _lines(peer, mode, left, (), (leader + peer.winner(mode, longer)) % 4, played + 1, counts)
        else:
            _lines(peer, mode, left, longer, leader, played + 1, counts)


if __name__ == "__main__":
    engine: Peer = JassKit() if sys.argv[1] == "jasskit" else PySchieber()
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps(answer(engine, case["kind"], case["input"])), flush=True)
