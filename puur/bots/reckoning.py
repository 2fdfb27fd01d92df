"""Plain reckoning in plain integers: what each legal card is good for, from what one seat has seen. One source for two uses.

*Stammtisch* runs it as Python, a decision at a time; the search (`bots.search`) compiles the very same functions and plays
millions of cards with them. So it keeps to numbers, lists and loops; nothing here imports anything of Puur.

A position is a list of integers (`HANDS` and so on say what stands where); the tables of a mode come from `bots.tables`, the
weights from `bots.weights`. A seat's reckoning reads its own hand, the cards on the table, what was played and who could not
follow or threw what away: never another hand, although the list of a sampled world holds all four.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

Ints = Sequence[int]
State = MutableSequence[int]

# ---- a position -----------------------------------------------------------------------------------------------------------
HANDS = 0  # four hands, as bits of the core
VOID = 4  # what each seat has shown not to hold
REST = 8  # cards not yet played
LEADER, COUNT, TRICK, NUMBER = 9, 10, 11, 15  # who led, cards on the table, those cards, number of the trick
POINTS = 16  # of both teams
ASKED = 18  # suits that a seat has led low (Anziehen), one bit each
THROWN = 22  # suits that a seat has thrown away (Verwerfen)
BEST, TAKER, POT = 26, 27, 28  # the card that leads the trick, whose it is, what lies there
ANNOUNCER, WON = 29, 30  # who announced (-1: nobody); tricks of both teams
LEFT = 32  # cards that each seat still holds
SIZE = 36

# ---- tables of a mode (one flat list) ---------------------------------------------------------------------------------------
ORDER_OF = 0  # which of three orders decides each of the nine tricks
VALUES = 9  # what each card counts
ORDERS = 45  # then, per order: trump mask, Puur, strength of each card, mask of the stronger cards of its suit
TRUMP, PUUR, STRENGTH, ABOVE = 0, 1, 2, 38
ORDER_SIZE = 74
LAST = 5  # points of the last trick

# ---- weights: in card points, or chances; two rows, without and with trump --------------------------------------------------
(W_LATER, W_TAKES, W_CUTS, W_TOP, W_LOW, W_BOCK, W_SECOND, W_DRAW, W_THEIRS, W_LASTS, W_LONE, W_LOWEST,
 W_ASKED, W_THROWN, W_LONG, W_RUFF, W_SMEAR, W_THIRD, W_TEMPO, W_SHORT, W_SEEK, W_PULLED, W_PARTNER,
 W_SIGNAL) = range(24)  # fmt: skip
WEIGHTS = 24
CHANCES = 28  # size of the table of chances, per dimension of unseen cards


def popcount(x: int) -> int:
    """How many bits are set."""
    return x.bit_count()


def lowest(x: int) -> int:
    """The number of the lowest bit that is set; `x` is not 0."""
    return (x & -x).bit_length() - 1


def suit_of(card: int) -> int:
    """The mask of a card's suit."""
    return 0x1FF << (card // 9 * 9)


def legal_cards(st: State, tables: Ints, seat: int) -> int:
    """The cards that the seat may play; see `puur.core.trick.judge`, which says why."""
    hand = st[HANDS + seat]
    if st[COUNT] == 0:
        return hand
    at = ORDERS + tables[ORDER_OF + st[NUMBER]] * ORDER_SIZE
    led = suit_of(st[TRICK])
    following = hand & led
    trump = tables[at + TRUMP]
    if trump == 0:
        return following if following else hand
    if led == trump:
        return following if following & ~tables[at + PUUR] else hand
    trumps = hand & trump
    allowed = (following | trumps) if following else hand
    best = st[BEST]
    if trumps and (trump >> best) & 1 and trumps != hand:
        allowed &= ~(trumps & ~tables[at + ABOVE + best])
    return allowed


def play(st: State, tables: Ints, seat: int, card: int) -> None:
    """Put a card on the table, note what it tells, and give a complete trick to its winner."""
    bit = 1 << card
    at = ORDERS + tables[ORDER_OF + st[NUMBER]] * ORDER_SIZE
    trump = tables[at + TRUMP]
    suit = suit_of(card)
    if st[COUNT] == 0:
        if suit != trump and tables[at + ABOVE + card] & st[REST] & ~st[HANDS + seat] and tables[VALUES + card] < 10:
            st[ASKED + seat] |= 1 << (card // 9)
        st[BEST], st[TAKER] = card, seat
    else:
        led = suit_of(st[TRICK])
        if suit != led and suit != trump:
            gone = led
            if led == trump:
                gone &= ~tables[at + PUUR]
            st[VOID + seat] |= gone
            st[THROWN + seat] |= 1 << (card // 9)
        best = st[BEST]
        if suit == suit_of(best):
            if (tables[at + ABOVE + best] >> card) & 1:
                st[BEST], st[TAKER] = card, seat
        elif suit == trump:
            st[BEST], st[TAKER] = card, seat
    st[HANDS + seat] &= ~bit
    st[REST] &= ~bit
    st[LEFT + seat] -= 1
    st[TRICK + st[COUNT]] = card
    st[POT] += tables[VALUES + card]
    st[COUNT] += 1
    if st[COUNT] == 4:
        taker = st[TAKER]
        st[POINTS + taker % 2] += st[POT] + (LAST if st[NUMBER] == 8 else 0)
        st[WON + taker % 2] += 1
        st[LEADER], st[COUNT], st[POT] = taker, 0, 0
        st[NUMBER] += 1


def none_of(chances: Sequence[float], unseen: int, held: int, cards: int) -> float:
    """How likely a hand of `held` out of `unseen` cards has none of `cards` given ones."""
    return chances[(unseen * 10 + held) * CHANCES + cards]


def kept(st: State, tables: Ints, weights: Sequence[float], seat: int, card: int, unseen: int, at: int, row: int) -> float:
    """What a card would still be good for in a later trick of this order."""
    suit = suit_of(card)
    higher = popcount(tables[at + ABOVE + card] & unseen)
    if suit == tables[at + TRUMP]:
        if higher == 0:
            return weights[row + W_TOP]
        return weights[row + W_LOW] - weights[row + W_LOWEST] * higher
    if not unseen & suit:
        return weights[row + W_LONE]
    if higher == 0:
        return weights[row + W_BOCK]
    mine = popcount(st[HANDS + seat] & suit)
    if mine > higher:
        return weights[row + W_SECOND] / higher + (weights[row + W_THIRD] if higher == 2 else 0.0)
    return weights[row + W_SHORT] if mine == 1 and tables[at + TRUMP] != 0 else 0.0


def score(st: State, tables: Ints, weights: Sequence[float], chances: Sequence[float], seat: int, card: int, unseen: int) -> float:
    """What playing this card is good for, in card points."""
    number = st[NUMBER]
    at = ORDERS + tables[ORDER_OF + number] * ORDER_SIZE
    trump = tables[at + TRUMP]
    row = WEIGHTS if trump else 0
    count = st[COUNT]
    value = tables[VALUES + card]
    suit = suit_of(card)
    led = suit if count == 0 else suit_of(st[TRICK])
    best, ours = card, True
    if count:
        top = st[BEST]
        wins = (tables[at + ABOVE + top] >> card) & 1 == 1 if suit == suit_of(top) else suit == trump
        if not wins:
            best, ours = top, st[TAKER] % 2 == seat % 2
    best_suit = suit_of(best)
    stronger = tables[at + ABOVE + best] & unseen
    over = 0
    if led != trump:
        over = stronger if best_suit == trump else trump & unseen
        if best_suit == trump:
            stronger = 0
    others = popcount(unseen)
    pot = st[POT] + value + weights[row + W_LATER] * (3 - count)
    chance = 1.0 if ours else 0.0
    for step in range(1, 4 - count):
        who = (seat + step) % 4
        may = unseen & ~st[VOID + who]
        held = st[LEFT + who]
        missed = none_of(chances, others, held, popcount(stronger & may))
        if over & may:
            empty = none_of(chances, others, held, popcount(led & may))
            willing = empty
            if pot > 12.0:
                willing += (1.0 - empty) * weights[row + W_CUTS]
            missed *= 1.0 - willing * (1.0 - none_of(chances, others, held, popcount(over & may)))
        if who % 2 == seat % 2:
            chance += (1.0 - chance) * (1.0 - missed) * weights[row + W_TAKES]
        else:
            chance *= missed
    gain = (2.0 * chance - 1.0) * pot
    if count and st[TAKER] % 2 == seat % 2 and best != card:
        gain += weights[row + W_SMEAR] * value * chance
    if number < 8:
        if tables[ORDER_OF + 8] == tables[ORDER_OF + number] and tables[ORDER_OF + number + 1] == tables[ORDER_OF + number]:
            gain -= kept(st, tables, weights, seat, card, unseen, at, row)
        else:
            whole = 0.0
            for later in range(number + 1, 9):
                then = ORDERS + tables[ORDER_OF + later] * ORDER_SIZE
                whole += kept(st, tables, weights, seat, card, unseen, then, WEIGHTS if tables[then + TRUMP] else 0)
            gain -= whole / (8 - number)
    if count == 0:
        gain += lead(st, tables, weights, seat, card, unseen, at, row)
    elif suit != led and suit != trump and st[ASKED + (seat + 2) % 4] >> (card // 9) & 1:
        gain += weights[row + W_SIGNAL]
    return gain


def lead(st: State, tables: Ints, weights: Sequence[float], seat: int, card: int, unseen: int, at: int, row: int) -> float:
    """What else speaks for or against leading a card."""
    trump = tables[at + TRUMP]
    suit = suit_of(card)
    mate, next_foe, last_foe = (seat + 2) % 4, (seat + 1) % 4, (seat + 3) % 4
    index = card // 9
    theirs = unseen & trump & ~(st[VOID + next_foe] & st[VOID + last_foe])
    if trump and suit == trump:
        if st[ANNOUNCER] < 0:
            return 0.0
        if not theirs:
            return weights[row + W_LASTS]
        if st[ANNOUNCER] % 2 == seat % 2:
            return weights[row + W_DRAW] + (weights[row + W_PARTNER] if st[ANNOUNCER] == mate else 0.0)
        return weights[row + W_THEIRS]
    gain = weights[row + W_LONG] * popcount(st[HANDS + seat] & suit)
    if not tables[at + ABOVE + card] & unseen:
        gain += weights[row + W_TEMPO]
        if trump and not theirs:
            gain += weights[row + W_PULLED]
    elif st[VOID + mate] & suit and trump & unseen & ~st[VOID + mate]:
        gain += weights[row + W_RUFF]
    else:
        gain += weights[row + W_SEEK]
    if st[ASKED + mate] >> index & 1:
        gain += weights[row + W_ASKED]
    if st[THROWN + mate] >> index & 1:
        gain += weights[row + W_THROWN]
    return gain


def reckoned(st: State, tables: Ints, weights: Sequence[float], chances: Sequence[float], seat: int, legal: int, out: Any) -> int:
    """Score every card of `legal` into `out`, in the order of their bits; their number."""
    unseen = st[REST] & ~st[HANDS + seat]
    count = 0
    while legal:
        out[count] = score(st, tables, weights, chances, seat, lowest(legal), unseen)
        legal &= legal - 1
        count += 1
    return count


def best_card(st: State, tables: Ints, weights: Sequence[float], chances: Sequence[float], seat: int, legal: int) -> int:
    """The legal card with the highest score; the lowest bit among equals."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    unseen = st[REST] & ~st[HANDS + seat]
    best, most = -1, -1e9
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        mine = score(st, tables, weights, chances, seat, card, unseen)
        if mine > most:
            best, most = card, mine
    return best
