"""A player that counts, for any game: it deals out what it does not see at random, plays on simply, and takes the best on average.

What is good is said by the game (`core.aim`): for each party whether it wants points or avoids them, and what a finished deal is
worth to the own party. The simple player (`plain_card`), which plays on inside the samples, is also what the counter is measured
against (docs/bots.md).
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.cards import CARDS, SUIT_BITS, Card, CardSet
from puur.core.events import CardPlayed
from puur.core.form import form_for
from puur.core.trick import judge, winner

if TYPE_CHECKING:
    from puur.core.mode import Mode, Order
    from puur.core.view import View

SAMPLES = 10


class Board:
    """A deal in play, as far as a sample knows it: hands as bits, the trick on the table, what was won."""

    __slots__ = ("back", "cards", "goals", "hands", "idle", "leader", "orders", "parties", "points", "rules", "values", "won")

    def __init__(self, view: View, mode: Mode, parties: tuple[int, ...], hands: list[int], aim: Aim, leader: int) -> None:
        length = len(view.tricks) + max(hand.bit_count() for hand in hands)
        self.parties, self.hands, self.leader, self.back, self.idle = parties, hands, leader, mode.backward, view.idle
        self.goals = aim.goals(hands) if aim.goals is not None else ()
        self.orders, self.values = form_for(view.book).orders(view.book, mode, length)[len(view.tricks) :], mode.values
        self.cards: list[Card] = [] if view.trick_open else list(view.trick)
        number = max(parties) + 1
        self.points, self.won = ([0] * number for _ in range(2))
        if view.mode is not None and len(view.points) == number:
            self.points = list(view.points)
            for trick in view.tricks:
                self.won[self.writer(trick.winner)] += 1
        play = view.book.play
        self.rules = (aim.undertrump or play.undertrump, play.puur_exempt)

    def writer(self, seat: int) -> int:
        """The party that writes what a seat takes."""
        return 1 - self.parties[seat] if self.back else self.parties[seat]

    def seat_at(self, place: int) -> int:
        """Who plays the card in this place of the trick."""
        seats = len(self.parties)
        if not self.idle:
            return (self.leader + place) % seats
        return [seat for step in range(seats) if (seat := (self.leader + step) % seats) not in self.idle][place]

    def want(self, seat: int, wants: tuple[int, ...]) -> int:
        """Whether a seat takes points or avoids them now."""
        party = self.parties[seat]
        if self.goals:
            return 1 if self.points[party] < self.goals[party] else -1
        return -wants[party] if self.back else wants[party]

    def legal(self, seat: int, order: Order) -> CardSet:
        """What a seat may play."""
        under, exempt = self.rules
        return judge(CardSet(bits=self.hands[seat]), self.cards, order, undertrump=under, puur_exempt=exempt).allowed

    def put(self, seat: int, card: Card, order: Order) -> int | None:
        """Lay a card; whoever takes the trick with the last one."""
        self.hands[seat] ^= card.bit
        self.cards.append(card)
        if len(self.cards) < len(self.parties) - len(self.idle):
            return None
        taker = self.seat_at(winner(self.cards, order))
        party = self.writer(taker)
        self.points[party] += sum(self.values[laid.index] for laid in self.cards)
        self.won[party] += 1
        self.cards = []
        self.leader = taker
        return taker

    def play_out(self, wants: tuple[int, ...], last_trick: int) -> None:
        """Everybody plays simply to the end."""
        taken = 0
        while True:
            seat = self.seat_at(len(self.cards))
            if not self.hands[seat]:
                break
            order = self.orders[taken]
            card = _plain(self, seat, self.legal(seat, order), order, wants)
            if self.put(seat, card, order) is not None:
                taken += 1
        self.points[self.writer(self.leader)] += last_trick


def _plain(board: Board, seat: int, allowed: CardSet, order: Order, wants: tuple[int, ...]) -> Card:
    """A card as somebody plays who looks at this trick alone."""
    options = list(allowed)
    if len(options) == 1:
        return options[0]
    values, want = board.values, board.want(seat, wants)
    if not board.cards:
        strength = {card: order.power[card.suit.index][card.index] for card in options}
        return max(options, key=lambda card: strength[card] - 2 * values[card.index] if want > 0 else -strength[card])
    power = order.power[board.cards[0].suit.index]
    best = max(power[card.index] for card in board.cards)
    ahead = board.seat_at(winner(board.cards, order))
    with_us = board.parties[ahead] == board.parties[seat]
    lying = sum(values[card.index] for card in board.cards)
    last = len(board.cards) == len(board.parties) - len(board.idle) - 1
    winning = [card for card in options if power[card.index] > best]
    losing = [card for card in options if power[card.index] <= best]
    if want > 0:
        if with_us and losing and last:
            return max(losing, key=lambda card: values[card.index])
        if winning and not with_us and (lying >= 4 or last or not losing):
            return max(winning, key=lambda card: values[card.index]) if last else max(winning, key=lambda card: power[card.index])
        return min(losing or winning, key=lambda card: (values[card.index], power[card.index]))
    if losing:
        dear = min if with_us else max
        return dear(losing, key=lambda card: (values[card.index], power[card.index]))
    return max(winning, key=lambda card: power[card.index]) if last else min(winning, key=lambda card: power[card.index])


def plain_card(view: View, aim: Aim) -> Card:
    """The card of the simple player."""
    mode = view.mode
    assert mode is not None
    offered = CardSet(option.card for option in view.options if hasattr(option, "card"))
    order = form_for(view.book).orders(view.book, mode, len(view.tricks) + len(view.hand))[len(view.tricks)]
    hands = [0] * len(view.parties)
    hands[view.seat] = view.hand.bits
    board = Board(view, mode, view.parties, hands, aim, view.seat if view.trick_open or not view.trick else view.leader or 0)
    return _plain(board, view.seat, offered, order, aim.wants)


def more_than_the_other(view: View) -> Aim:
    """More points than the other party, where there are two."""
    own = view.parties[view.seat]
    return Aim((1, 1), lambda points, _: float(points[own] - points[1 - own]))


def fewest(view: View) -> Aim:
    """As few points as possible."""
    own = view.parties[view.seat]
    return Aim((-1,) * len(view.parties), lambda points, _: -float(points[own]), unit="fewer")


def counted(view: View, rng: random.Random, aim: Aim) -> CardPlayed | None:
    """The card that brings most on average; None where no card is to be played."""
    cards = [option.card for option in view.options if isinstance(option, CardPlayed)]
    return CardPlayed(view.seat, best_card(view, rng, aim, cards)) if cards else None


def best_card(view: View, rng: random.Random, aim: Aim, cards: Sequence[Card], samples: int = SAMPLES) -> Card:
    """The card that brings most on average."""
    if len(cards) == 1:
        return cards[0]
    brings = worths(view, rng, aim, cards, samples)
    return max(cards, key=lambda card: sum(brings[card]))


def worths(
    view: View, rng: random.Random, aim: Aim, cards: Sequence[Card], samples: int, seconds: float = 3600.0
) -> dict[Card, list[float]]:
    """What each card brings in the same worlds, one after the other; after so many seconds those that are done have to do."""
    mode = view.mode
    assert mode is not None
    brings: dict[Card, list[float]] = {card: [] for card in cards}
    leader = view.seat if view.trick_open or not view.trick else view.leader
    assert leader is not None
    until = time.monotonic() + seconds
    for world in range(samples):
        if world > 1 and time.monotonic() > until:
            break
        hands = _guess(view, mode, rng)
        for card in cards:
            board = Board(view, mode, view.parties, hands[:], aim, leader)
            order = board.orders[0]
            if board.put(view.seat, card, order) is not None:
                board.orders = board.orders[1:]
            _finish(board, view, aim)
            brings[card].append(aim.worth(board.points, board.won))
    return brings


def expected(
    view: View, rng: random.Random, mode: Mode, parties: tuple[int, ...], leader: int, aim: Aim, samples: int = SAMPLES
) -> float:
    """What a deal that has not begun is worth on average, if this mode is played."""
    made = outcomes(view, rng, mode, parties, leader, aim, samples)
    return sum(made) / len(made)


def outcomes(
    view: View, rng: random.Random, mode: Mode, parties: tuple[int, ...], leader: int, aim: Aim, samples: int
) -> list[float]:
    """What a deal that has not begun is worth in each of so many worlds, if this mode is played."""
    made = []
    for _ in range(samples):
        board = Board(view, mode, parties, _guess(view, None, rng), aim, leader)
        board.cards = []
        _finish(board, view, aim)
        made.append(aim.worth(board.points, board.won))
    return made


def _finish(board: Board, view: View, aim: Aim) -> None:
    if not any(board.hands) and not board.cards:
        board.points[board.writer(board.leader)] += view.book.scoring.last_trick
    else:
        board.play_out(aim.wants, view.book.scoring.last_trick)


def _guess(view: View, mode: Mode | None, rng: random.Random) -> list[int]:
    """Hands that may be, by what was seen: nobody has a suit again that was not followed."""
    seen = view.hand.bits
    for trick in view.tricks:
        seen |= CardSet(trick.cards).bits
    lying = () if view.trick_open else view.trick
    seen |= CardSet(lying).bits
    seen |= known_out(view)
    players = len(view.parties)
    barred = _barred(view, mode, lying)
    left = [card for card in CARDS if not card.bit & seen and card in used(view)]
    rng.shuffle(left)
    hands = [0] * players
    hands[view.seat] = view.hand.bits
    wanted = {seat: view.cards_left[seat] for seat in range(players) if seat != view.seat}
    for seat in sorted(wanted, key=lambda each: -barred[each].bit_count()):
        left.sort(key=lambda card, no=barred[seat]: bool(card.bit & no))  # type: ignore[misc]
        for card in left[: wanted[seat]]:
            hands[seat] |= card.bit
        left = left[wanted[seat] :]
        rng.shuffle(left)
    return hands


def _barred(view: View, mode: Mode | None, lying: Sequence[Card]) -> list[int]:
    players = len(view.parties)
    barred = [0] * players
    if mode is None:
        return barred
    laid = [[(trick.seat_of(place), card) for place, card in enumerate(trick.cards)] for trick in view.tricks]
    for cards in [*laid, list(zip(view.players, lying, strict=False))]:
        for seat, card in cards:
            led = cards[0][1].suit
            if card.suit is not led and (mode.trump is None or card.suit is not mode.trump):
                barred[seat] |= SUIT_BITS[led.index]
    return barred


def used(view: View) -> frozenset[Card]:
    """The cards that are played with."""
    return frozenset(form_for(view.book).pack(view.book))


def known_out(view: View) -> int:
    """Cards that this seat knows to be out of play: what its game lists under `out`."""
    out = view.own.get("out", ())
    assert isinstance(out, list | tuple)
    return CardSet.parse(" ".join(out)).bits if out else 0
