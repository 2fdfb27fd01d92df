"""A second reading of whole games, as simple as possible: a UB Partie, a TAM Passe and a TAM Coiffeur from their logs.

Works on plain lists and dictionaries and on `tests.core.reference` alone. The log of a deal is what was said and played, in order:
`["card", "E9"]`, `["weis", seat, cards]`, `["add", seat, [cards, …]]`, `["stoeck", seat]`; the answer is what the book makes of it.
(UB-BERG, UB-END, UB-STR, UB-WCMP; TAM-ES-10, TAM-ES-18; TAM-CP-32 to 36)
"""

from __future__ import annotations

from typing import Any

from tests.core import reference

NATURAL = "6789BUOKA"
RUNS = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}
UB_FACTORS = {"E": 1, "R": 1, "S": 2, "L": 2, "obenabe": 3, "undeufe": 3}
BLOCKS = {
    "obenabe": "o" * 9, "undeufe": "u" * 9, "slalom-oben": "ououououo", "slalom-unten": "uouououou",
    "gusti-oben": "ooooouuuu", "gusti-unten": "uuuuuoooo",
}  # fmt: skip


def blocks_of(mode: str) -> tuple[str, str]:
    """How each trick is decided, and the trump suit."""
    if mode in "ERSL":
        return "t" * 9, mode
    if mode.startswith("trio"):
        return "".join(letter * 3 for letter in mode[-3:]), mode[5]
    return BLOCKS[mode], ""


def weis_value(cards: list[str]) -> int:
    """What a Weis is worth."""
    if cards[0][0] == cards[-1][0]:
        return RUNS[len(cards)]
    return {"U": 200, "9": 150}.get(cards[0][1], 100)


def weis_rank(cards: list[str], mode: str, place: int) -> tuple[int, ...]:
    """Larger for the higher Weis: value, cards, top card, trump, then the earlier one."""
    numbers = sorted(NATURAL.index(card[1]) for card in cards)
    top = -numbers[0] if mode == "undeufe" else numbers[-1]
    trump = int(cards[0][0] == cards[-1][0] == mode)
    return (weis_value(cards), len(cards), top, trump, -place)


class UbPartie:
    """A UB Partie scored line by line; it stops listening once it is over."""

    def __init__(self) -> None:
        self.total = [0, 0]
        self.matches = [0, 0]
        self.bergpreis: int | None = None
        self.winner: int | None = None
        self.schneider = False

    def play(self, deal: dict[str, Any]) -> None:
        """Score one deal."""
        self.mode, self.leader, self.hands = deal["mode"], deal["leader"], deal["hands"]
        self.factor = UB_FACTORS[self.mode]
        self.block = blocks_of(self.mode)[0][0]
        self.first, self.trick, self.tricks = self.leader, [], 0
        self.won, self.weis, self.shown = [0, 0], {}, False
        self.before, self.taken = list(self.total), (0, 0)
        for line in deal["log"]:
            if self.winner is None:
                getattr(self, "_" + line[0])(*line[1:])

    def _weis(self, seat: int, cards: list[str]) -> None:
        self.weis[seat] = cards
        if self.tricks == 1:  # the last player of the trick, who may announce until it is turned: decide it anew
            self.total = list(self.before)
            self._first_trick(*self.taken)

    def _add(self, seat: int, weise: list[list[str]]) -> None:
        self._gain(seat % 2, sum(weis_value(cards) for cards in weise))

    def _stoeck(self, seat: int) -> None:
        self.shown = True
        self._gain(seat % 2, 20)

    def _gain(self, team: int, points: int) -> None:
        self.total[team] += points * self.factor
        self._limits()

    def _card(self, card: str) -> None:
        self.trick.append(card)
        if len(self.trick) < 4:
            return
        self.leader = (self.leader + reference.taker(self.trick, self.block, self.mode)) % 4
        team = self.leader % 2
        worth = sum(reference.value(one, self.block, self.mode) for one in self.trick)
        self.trick, self.tricks = [], self.tricks + 1
        self.won[team] += 1
        if self.tricks == 9:
            worth += 5
            if self.won[team] == 9:
                worth += 100
                self.matches[team] += 1
        if self.tricks == 1:
            self.before, self.taken = list(self.total), (team, worth * self.factor)
            self._first_trick(*self.taken)
        else:
            self._gain(team, worth)

    def _holder(self) -> int | None:
        pair = {self.mode + "K", self.mode + "O"}
        return next((seat for seat in range(4) if pair <= set(self.hands[seat])), None)

    def _first_trick(self, team: int, worth: int) -> None:
        weis_team, said, further = None, 0, 0
        if self.weis:
            best = max(self.weis, key=lambda seat: weis_rank(self.weis[seat], self.mode, (seat - self.first) % 4))
            weis_team = best % 2
            said = sum(weis_value(cards) for seat, cards in self.weis.items() if seat % 2 == weis_team)
            for seat, cards in self.weis.items():
                if seat % 2 == weis_team:
                    rest = [one for one in all_weise(self.hands[seat]) if one != sorted(cards, key=_place)]
                    further += sum(weis_value(one) for one in rest)
        before = list(self.total)
        if self.shown:
            before[self._holder() % 2] -= 20 * self.factor  # type: ignore[operator]
        self.total[team] += worth
        if weis_team is not None:
            self.total[weis_team] += said * self.factor
        holder = self._holder()
        parts = [
            [20 * self.factor * int(holder is not None and holder % 2 == one) for one in (0, 1)],
            [(said + further) * self.factor * int(weis_team == one) for one in (0, 1)],
            [worth * int(team == one) for one in (0, 1)],
        ]

        def first(limit: int) -> int | None:
            if max(self.total) < limit:
                return None
            there = [before[one] + sum(part[one] for part in parts) >= limit for one in (0, 1)]
            return next(one for part in parts for one in (0, 1) if part[one]) if all(there) else there.index(True)

        if self.bergpreis is None:
            self.bergpreis = first(1000)
            self._write_what_won_it(parts, further)
        self.winner = first(2000)

    def _write_what_won_it(self, parts: list[list[int]], further: int) -> None:
        """A Bergpreis won by Stöck in hand or by further Weise shows them: they are written. (UB-BERG-02)"""
        team = self.bergpreis
        if team is None or self.total[team] >= 1000:
            return
        if parts[0][team] and not self.shown:
            self.shown = True
            self.total[team] += parts[0][team]
            self.before[team] += parts[0][team]  # they stay if the last player announces now and the trick is decided anew
        if self.total[team] < 1000:
            self.total[team] += further * self.factor

    def _limits(self) -> None:
        if self.bergpreis is None and max(self.total) >= 1000:
            self.bergpreis = 0 if self.total[0] >= 1000 else 1
        if max(self.total) >= 2000:
            self.winner = 0 if self.total[0] >= 2000 else 1
            loser = 1 - self.winner
            holder = self._holder()
            held = holder is not None and holder % 2 == loser and not self.shown and self.tricks < 9
            self.schneider = self.total[loser] + 20 * self.factor * int(held) < 1000

    def result(self) -> dict[str, Any]:
        """What stands on the slate and on the sheets."""

        def row(team: int) -> list[int]:
            won = self.winner == team
            return [self.matches[team], int(self.bergpreis == team), 2 * int(won), int(won and self.schneider)]

        return {"totals": self.total, "winner": self.winner, "striche": [row(0), row(1)]}


def _place(card: str) -> tuple[int, int]:
    return "ERSL".index(card[0]), NATURAL.index(card[1])


def all_weise(hand: list[str]) -> list[list[str]]:
    """Every whole run of three or more and every four of a kind."""
    found = []
    for suit in "ERSL":
        run: list[str] = []
        for rank in NATURAL + "x":
            if suit + rank in hand:
                run.append(suit + rank)
            else:
                if len(run) >= 3:
                    found.append(run)
                run = []
    found += [[suit + rank for suit in "ERSL"] for rank in NATURAL if all(suit + rank in hand for suit in "ERSL")]
    return found


def deal_points(deal: dict[str, Any]) -> list[int]:
    """The points of one whole deal with the last trick, no bonus, no factor."""
    blocks, trump = blocks_of(deal["mode"])
    cards = [line[1] for line in deal["log"] if line[0] == "card"]
    made, leader = [0, 0], deal["leader"]
    for number in range(9):
        trick = cards[4 * number : 4 * number + 4]
        leader = (leader + reference.taker(trick, blocks[number], trump)) % 4
        made[leader % 2] += sum(reference.value(card, blocks[0], trump) for card in trick)
    made[leader % 2] += 5
    return made


def tens(points: int) -> int:
    """0 to 3 down, 4 to 9 up. (TAM-CP-35)"""
    return points // 10 + (1 if points % 10 >= 4 else 0)
