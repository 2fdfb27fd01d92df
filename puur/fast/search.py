"""The solver's search: how many points can the first team force from here, with all cards known? Exact, in every mode.

Alpha-beta with a null window, asked repeatedly by `puur.fast.roots`: "at least `tau` of the points still open?" Team 0
maximises. What makes it fast, each proven equal to a plain search by tests:

- Cards of one hand with no foreign card between them are one group: they win and lose the same tricks. Of a group only cards of
  different value are tried, a second one only if its value could matter, and only the best one once the trick is decided.
- Positions between tricks are kept with bounds. A position is recognised if every seat holds as many cards of each suit, and the
  owners of those high cards agree on which the result depended; its bounds are corrected by the difference in card values.
  Only tricks won over another card of the same suit make ranks matter, as in partition search. Trump counts always.
- The move that refuted the same hand against the same lead and best card is tried first; it is right 19 times of 20.
- Sure tricks from the top give bounds without a search; two last tricks are played out directly.

A result is one number: the cards whose rank mattered (36 bits) above 16 bits of points. `order` is where the numbers of a context
begin in the memory; what lies where is in `puur.fast.layout`.
"""

from __future__ import annotations

from typing import Any

from puur.fast.bits import highest, lowest, popcount, shift_right
from puur.fast.jit import helper, inline
from puur.fast.layout import (
    BONUS,
    BUCKET,
    BUCKET_BITS,
    CLASS_MASK,
    CLASS_VALUE,
    CLASSES,
    COARSE,
    CONTEXT_OF,
    DEAL,
    ENTRY,
    KEY_BITS,
    KILLER_BITS,
    KILLERS,
    KTH,
    LIMIT,
    MIXED,
    NODES,
    NUMBER,
    OWN,
    OWNERS,
    PUUR,
    REMAP,
    SCRATCH,
    SCRATCH_MOVE,
    SCRATCH_PLY,
    STEADY,
    STOP,
    SUM,
    TRUMP,
    VALUE,
    VALUES,
    WAYS,
    WEIGHTS,
    ZEROS,
)
from puur.fast.memory import load8, load16, load32, load64, store8, store16, store32, store64

SUIT = 0x1FF
DECK = (1 << 36) - 1
MIX = -0x61C8864680B583EB  # 2**64 divided by the golden ratio
MIX_AGAIN = -0x3D4D51C2D82B14B1
KEY_MASK = (1 << KEY_BITS) - 1
TAG_BITS = KEY_BITS - BUCKET_BITS
DEALS = 64  # deals that can be told apart in a tag
GUARD = 0x20820820820820  # the sixth bit of nine fields of six
EVERY_OTHER = 0x3F03F03F03F03F
SUM_FIELDS = 0x1001001001001
KILLER_FIRST, KILLER_SECOND = 1000, 300
NO_MOVE = 63
OPEN = 4096  # beyond every value
EVEN = 384  # added to bounds so that they are never negative in the memory


@inline
def result(value: int, ranks: int) -> int:
    """Points and the cards whose rank mattered, in one number."""
    return ranks << 16 | (value & 0xFFFF)


@inline
def points_of(outcome: int) -> int:
    """The points of a result."""
    return ((outcome & 0xFFFF) ^ 0x8000) - 0x8000


@inline
def suit_of(card: int) -> int:
    """The suit of a card number, without a division."""
    return card * 57 >> 9


@inline
def suit_mask(card: int) -> int:
    """All cards of the suit of a card number."""
    return SUIT << 9 * suit_of(card)


@inline
def above(bit: int) -> int:
    """All higher bits."""
    return -(bit << 1)


@inline
def legal_cards(hand: int, led: int, best: int, trump: int, puur: int) -> int:
    """The cards that may be played; `led` is 0 for the leader. The rules are those of `puur.core.trick.judge`."""
    if led == 0:
        return hand
    trumps = hand & trump
    if trumps == hand:
        return hand
    following = hand & led
    legal = following | trumps if following & ~puur else hand
    return legal & ~(trump & ~led & (best - 1))


@inline
def won_by_rank(trick: int, winning: int) -> int:
    """The winning card, if it beat another one of its own suit; otherwise 0."""
    return winning if trick & suit_mask(lowest(winning)) & ~winning else 0


@inline
def excess(values: int, other: int) -> int:
    """By how much the fields of `values` exceed those of `other`, counting only where they do."""
    x = (values | GUARD) - other
    over = x & GUARD
    x &= over - (over >> 5)
    pairs = (x & EVERY_OTHER) + (x >> 6 & EVERY_OTHER)
    return shift_right(pairs * SUM_FIELDS, 48) & 0xFFF


@inline
def cheapest(memory: Any, order: int, hand: int, count: int) -> int:
    """What the `count` cheapest cards of a hand are worth together."""
    count -= popcount(hand & load64(memory, order + ZEROS))
    total = 0
    number = 0
    classes = load64(memory, order + CLASSES)
    while count > 0 and number < classes:
        here = popcount(hand & load64(memory, order + CLASS_MASK + 8 * number))
        here = min(here, count)
        total += here * load8(memory, order + CLASS_VALUE + number)
        count -= here
        number += 1
    return total


@inline
def worth(memory: Any, order: int, cards: int) -> int:
    """What a set of cards counts."""
    table = order + SUM
    return (
        load8(memory, table + (cards & SUIT))
        + load8(memory, table + 512 + (cards >> 9 & SUIT))
        + load8(memory, table + 1024 + (cards >> 18 & SUIT))
        + load8(memory, table + 1536 + (cards >> 27 & SUIT))
    )


@inline
def key_of(memory: Any, order: int, alive: int, leader: int, left: int, flag: int) -> int:
    """Scrambled, but one to one: cards of each suit by seat, leader, who may still make a Match."""
    table = order + COARSE
    fourth = alive >> 27 & SUIT
    if load64(memory, MIXED + 8 * left) == 0:
        fourth = load16(memory, table + 3072 + 2 * fourth)
    key = load16(memory, table + 2 * (alive & SUIT))
    key |= load16(memory, table + 1024 + 2 * (alive >> 9 & SUIT)) << 9
    key |= load16(memory, table + 2048 + 2 * (alive >> 18 & SUIT)) << 18
    key |= fourth << 27 | leader << 36 | flag << 38
    key = key * MIX & KEY_MASK
    key ^= key >> 20
    return key * MIX_AGAIN & KEY_MASK


@inline
def owners_of(memory: Any, order: int, alive: int) -> int:
    """Who owns the eight highest cards of each suit, two bits each."""
    table = order + OWNERS
    owners = load16(memory, table + 2 * (alive & SUIT))
    owners |= load16(memory, table + 1024 + 2 * (alive >> 9 & SUIT)) << 16
    owners |= load16(memory, table + 2048 + 2 * (alive >> 18 & SUIT)) << 32
    return owners | load16(memory, table + 3072 + 2 * (alive >> 27 & SUIT)) << 48


@inline
def matching(seen: Any, bucket: int, tag: int) -> int:
    """Which of the 16 entries of a bucket carry this tag, as bits."""
    matches = 0
    for way in range(WAYS):
        matches |= (1 if load32(seen, bucket + 4 * way) == tag else 0) << way
    return matches


@helper
def last_two(memory: Any, order: int, alive: int, leader: int, rest: int, tau: int, flag: int) -> int:
    """The last two tricks, played out: 16 lines at most. All four loops ask whether `tau` is reached."""
    trump = load64(memory, order + TRUMP)
    puur = load64(memory, order + PUUR)
    bonus = load64(memory, BONUS)
    values = order + VALUE
    seat1, seat2, seat3 = leader + 1 & 3, leader + 2 & 3, leader + 3 & 3
    hand0 = load64(memory, order + OWN + 8 * leader) & alive
    hand1 = load64(memory, order + OWN + 8 * seat1) & alive
    hand2 = load64(memory, order + OWN + 8 * seat2) & alive
    hand3 = load64(memory, order + OWN + 8 * seat3) & alive
    up = leader & 1 == 0
    value0, ranks0 = -OPEN if up else OPEN, 0
    moves0 = hand0
    while moves0:
        card0 = moves0 & -moves0
        moves0 ^= card0
        number = lowest(card0)
        led = suit_mask(number)
        strong = led | trump
        sum0 = load8(memory, values + number)
        value1, ranks1 = OPEN if up else -OPEN, 0
        moves1 = legal_cards(hand1, led, card0, trump, puur)
        while moves1:
            card1 = moves1 & -moves1
            moves1 ^= card1
            best1, by1 = card0, leader
            if card1 & strong > best1:
                best1, by1 = card1, seat1
            sum1 = sum0 + load8(memory, values + lowest(card1))
            value2, ranks2 = -OPEN if up else OPEN, 0
            moves2 = legal_cards(hand2, led, best1, trump, puur)
            while moves2:
                card2 = moves2 & -moves2
                moves2 ^= card2
                best2, by2 = best1, by1
                if card2 & strong > best2:
                    best2, by2 = card2, seat2
                sum2 = sum1 + load8(memory, values + lowest(card2))
                value3, ranks3 = OPEN if up else -OPEN, 0
                moves3 = legal_cards(hand3, led, best2, trump, puur)
                while moves3:
                    card3 = moves3 & -moves3
                    moves3 ^= card3
                    best3, by3 = best2, by2
                    if card3 & strong > best3:
                        best3, by3 = card3, seat3
                    sum3 = sum2 + load8(memory, values + lowest(card3))
                    trick = card0 | card1 | card2 | card3
                    left0, left1, left2, left3 = hand0 & ~trick, hand1 & ~trick, hand2 & ~trick, hand3 & ~trick
                    place = by3 - leader & 3
                    lead = left0 if place == 0 else left1 if place == 1 else left2 if place == 2 else left3
                    strong2 = suit_mask(lowest(lead)) | trump
                    final, by = lead, by3
                    if left0 & strong2 > final:
                        final, by = left0, leader
                    if left1 & strong2 > final:
                        final, by = left1, seat1
                    if left2 & strong2 > final:
                        final, by = left2, seat2
                    if left3 & strong2 > final:
                        final, by = left3, seat3
                    ranks = won_by_rank(trick, best3) | won_by_rank(alive & ~trick, final)
                    first, second = by3 & 1 == 0, by & 1 == 0
                    value = (sum3 if first else 0) + (rest - sum3 if second else 0)
                    if flag & 1 and first and second:
                        value += bonus
                    if flag & 2 and not first and not second:
                        value -= bonus
                    if (value < value3) if up else (value > value3):
                        value3 = value
                    if (value3 < tau) == up:
                        ranks3 = ranks
                        break
                    ranks3 |= ranks
                if (value3 > value2) if up else (value3 < value2):
                    value2 = value3
                if (value2 >= tau) == up:
                    ranks2 = ranks3
                    break
                ranks2 |= ranks3
            if (value2 < value1) if up else (value2 > value1):
                value1 = value2
            if (value1 < tau) == up:
                ranks1 = ranks2
                break
            ranks1 |= ranks2
        if (value1 > value0) if up else (value1 < value0):
            value0 = value1
        if (value0 >= tau) == up:
            ranks0 = ranks1
            break
        ranks0 |= ranks1
    return result(value0, ranks0)


@inline
def top_run(cards: int, others: int) -> int:
    """The cards that are higher than all others."""
    return cards & above(1 << highest(others)) if others else cards


@inline
def sure_with_trump(memory: Any, order: int, run: int, mine: int, mate: int, foe1: int, foe2: int, left: int) -> int:
    """Points that a side is sure of by its highest trumps `run`, in the hands `mine` and `mate`, whoever leads.

    Each of them wins its trick or falls under one of the partner. The hand with more of them wins as many tricks, and everybody
    plays to those at least the cheapest cards. -1 means: every trick.
    """
    here, there = popcount(run & mine), popcount(run & mate)
    tricks = max(here, there)
    if tricks >= left:
        return -1
    sure = (
        load8(memory, order + SUM + 1536 + (run >> 27))
        + cheapest(memory, order, foe1, tricks)
        + cheapest(memory, order, foe2, tricks)
    )
    if here > there:
        return sure + cheapest(memory, order, mate & ~run, tricks - there)
    return sure + cheapest(memory, order, mine & ~run, tricks - here)


@helper
def bounds(
    memory: Any, seen: Any, order: int, alive: int, leader: int, left: int, rest: int, tau: int, flag: int
) -> tuple[int, int, int, int]:
    """What is known of a position between tricks without searching it: lower bound, upper bound, best move, ranks that mattered."""
    store64(memory, NODES, load64(memory, NODES) + 1)
    bonus = load64(memory, BONUS)
    least = -bonus if flag & 2 else 0
    most = rest + bonus if flag & 1 else rest
    if tau <= least or tau > most:
        return least, most, -1, 0
    mine = load64(memory, order + OWN + 8 * leader) & alive
    mate = load64(memory, order + OWN + 8 * (leader ^ 2)) & alive
    foe1 = load64(memory, order + OWN + 8 * (leader + 1 & 3)) & alive
    foe2 = load64(memory, order + OWN + 8 * (leader + 3 & 3)) & alive
    trump = load64(memory, order + TRUMP)
    up = leader & 1 == 0
    if left == 1:
        strong = suit_mask(lowest(mine)) | trump
        best, ours = mine, True
        if foe1 & strong > best:
            best, ours = foe1, False
        if mate & strong > best:
            best, ours = mate, True
        if foe2 & strong > best:
            best, ours = foe2, False
        value = most if ours == up else least
        return value, value, -1, won_by_rank(alive, best)
    low, high = least, most
    steady = load64(memory, STEADY + 8 * left) != 0
    if steady:
        draws = True
        if trump:
            trumps = alive & trump
            us = (mine | mate) & trump
            them = trumps & ~us
            if us > them:
                sure = sure_with_trump(memory, order, top_run(us, them), mine, mate, foe1, foe2, left)
                if up:
                    low = sure if sure >= 0 else most
                else:
                    high = rest - sure if sure >= 0 else least
            elif them:
                sure = sure_with_trump(memory, order, top_run(them, us), foe1, foe2, mine, mate, left)
                if up:
                    high = rest - sure if sure >= 0 else least
                else:
                    low = sure if sure >= 0 else most
            if low >= tau or high < tau:
                return low, high, -1, 0
            sure_trumps = popcount(top_run(mine & trump, trumps & ~mine))
            draws = popcount(foe1 & trump) <= sure_trumps and popcount(foe2 & trump) <= sure_trumps
        if left == 2:
            outcome = last_two(memory, order, alive, leader, rest, tau, flag)
            value = points_of(outcome)
            if value >= tau:
                return value, high, -1, outcome >> 16
            return low, value, -1, outcome >> 16
        if draws:  # after the trumps are drawn nothing beats the leader's highest cards
            sure_cards, ranks = mine & trump, 0
            for suit in range(4):
                cards = SUIT << 9 * suit
                held = mine & cards
                if held and cards != trump:
                    others = alive & cards & ~held
                    if others:
                        held = top_run(held, others)
                        ranks |= held
                    sure_cards |= held
            count = popcount(sure_cards)
            if count:
                sure = rest
                if count < left:
                    sure = worth(memory, order, sure_cards) + cheapest(memory, order, mate, count)
                    sure += cheapest(memory, order, foe1, count) + cheapest(memory, order, foe2, count)
                if up:
                    value = most if count >= left else sure
                    if value >= tau:
                        return value, high, -1, ranks
                else:
                    value = least if count >= left else rest - sure
                    if value < tau:
                        return low, value, -1, ranks
    key = key_of(memory, order, alive, leader, left, flag)
    owners = owners_of(memory, order, alive)
    bucket = (key >> TAG_BITS) * BUCKET
    tag = key & (1 << TAG_BITS) - 1 | (load64(memory, DEAL) & DEALS - 1) << TAG_BITS
    move = -1
    found_ways = matching(seen, bucket, tag)
    while found_ways:
        entry = bucket + 4 * WAYS + ENTRY * lowest(found_ways)
        found_ways &= found_ways - 1
        mask = load64(seen, entry + 16)
        if (load64(seen, entry + 8) ^ owners) & mask:
            continue
        word = load64(seen, entry)
        then = word & DECK
        lower = (word >> 36 & 0x3FF) - EVEN
        upper = (word >> 46 & 0x3FF) - EVEN
        if then != alive:
            for suit in range(4):
                now, before = alive >> 9 * suit & SUIT, then >> 9 * suit & SUIT
                if now != before:
                    table = order + VALUES + 4096 * suit
                    ours_now, ours_then = load64(memory, table + 8 * now), load64(memory, table + 8 * before)
                    lower -= excess(ours_then, ours_now)
                    upper += excess(ours_now, ours_then)
        if lower >= tau or upper < tau:
            ranks = 0
            for suit in range(4):
                here = alive >> 9 * suit & SUIT
                count = popcount(mask >> 16 * suit & 0xFFFF) >> 1
                if count and here:
                    if count == 8:
                        count = 9
                    ranks |= 1 << 9 * suit + load8(memory, KTH + 10 * here + count)
            return max(low, lower), min(high, upper), -1, ranks
        stored = shift_right(word, 56) & 0xFF
        if stored != NO_MOVE and (move < 0 or then == alive):
            suit = suit_of(stored)
            held = mine >> 9 * suit & SUIT
            for _ in range(stored - 9 * suit):
                held &= held - 1
            if held:
                move = 9 * suit + lowest(held)
    return low, high, move, 0


@helper
def remember(
    memory: Any,
    seen: Any,
    order: int,
    alive: int,
    leader: int,
    left: int,
    rest: int,
    flag: int,
    value: int,
    tau: int,
    move: int,
    ranks: int,
) -> None:
    """Keep what a search found out about a position between tricks."""
    bonus = load64(memory, BONUS)
    lower = -bonus if flag & 2 else 0
    upper = rest + bonus if flag & 1 else rest
    if value >= tau:
        lower = value
    else:
        upper = value
    mask = 0
    if load64(memory, STEADY + 8 * left) == 0:
        mask = -1
    else:
        trump = load64(memory, order + TRUMP)
        for suit in range(4):
            cards = SUIT << 9 * suit
            mattered = ranks & cards
            if mattered and cards != trump:
                count = min(8, popcount(alive & cards & -(mattered & -mattered)))
                mask |= (0xFFFF & ~(0xFFFF >> 2 * count)) << 16 * suit
    stored = NO_MOVE
    if move >= 0:
        suit = suit_of(move)
        hand = load64(memory, order + OWN + 8 * leader) & alive
        stored = 9 * suit + popcount(hand & SUIT << 9 * suit & (1 << move) - 1)
    key = key_of(memory, order, alive, leader, left, flag)
    bucket = (key >> TAG_BITS) * BUCKET
    deal = load64(memory, DEAL) & DEALS - 1
    tag = key & (1 << TAG_BITS) - 1 | deal << TAG_BITS
    chosen = -1
    found_ways = matching(seen, bucket, tag)
    while found_ways:
        way = lowest(found_ways)
        found_ways &= found_ways - 1
        entry = bucket + 4 * WAYS + ENTRY * way
        word = load64(seen, entry)
        if word & DECK == alive:
            chosen = way
            old_lower = (word >> 36 & 0x3FF) - EVEN
            old_upper = (word >> 46 & 0x3FF) - EVEN
            if stored == NO_MOVE:
                stored = shift_right(word, 56) & 0xFF
            if old_lower > lower or old_upper < upper:
                lower, upper = max(lower, old_lower), min(upper, old_upper)
                mask |= load64(seen, entry + 16)
            break
    if chosen < 0:
        fewest = 100
        for way in range(WAYS):
            if load32(seen, bucket + 4 * way) >> TAG_BITS != deal:
                chosen = way
                break
            cards_left = popcount(load64(seen, bucket + 4 * WAYS + ENTRY * way) & DECK)
            if cards_left <= fewest:
                fewest, chosen = cards_left, way
    entry = bucket + 4 * WAYS + ENTRY * chosen
    store32(seen, bucket + 4 * chosen, tag)
    store64(seen, entry, alive | lower + EVEN << 36 | upper + EVEN << 46 | stored << 56)
    store64(seen, entry + 8, owners_of(memory, order, alive))
    store64(seen, entry + 16, mask)


@inline
def group_of(legal: int, blockers: int, card: int, trump: int, puur: int) -> int:
    """The cards of the hand that are as good as `card`: no foreign card lies between them, and the Puur stands alone."""
    bit = 1 << card
    if bit == puur:
        return bit
    cards = suit_mask(card)
    group = legal & cards
    if cards == trump:
        group &= ~puur
    between = blockers & cards
    below = between & bit - 1
    beyond = between & above(bit)
    if below:
        group &= above(1 << highest(below))
    if beyond:
        group &= (beyond & -beyond) - 1
    return group


@inline
def with_group(ranks: int, group: int, card: int) -> int:
    """If the rank of one card of a group mattered, that of every card that was passed over in its favour does too."""
    if group & group - 1:
        mattered = ranks & suit_mask(card)
        if mattered:
            least = mattered & -mattered
            lowest_card = group & -group
            if least <= 1 << highest(group) and lowest_card < least:
                ranks |= lowest_card
    return ranks


@inline
def moved_on(memory: Any, order: int, after: int, alive: int) -> int:
    """The cards in the numbering of another context."""
    table = REMAP + 4096 * (3 * load64(memory, order + NUMBER) + load64(memory, after + NUMBER))
    cards = load16(memory, table + 2 * (alive & SUIT))
    cards |= load16(memory, table + 1024 + 2 * (alive >> 9 & SUIT)) << 9
    cards |= load16(memory, table + 2048 + 2 * (alive >> 18 & SUIT)) << 18
    return cards | load16(memory, table + 3072 + 2 * (alive >> 27 & SUIT)) << 27


@inline
def weight(memory: Any, at: int, number: int) -> int:
    """One weight of the order of moves."""
    return (load16(memory, at + 2 * number) ^ 0x8000) - 0x8000


@helper
def generate(
    memory: Any, order: int, alive: int, leader: int, place: int, led: int, best: int, by: int,
    hand: int, legal: int, blockers: int, done: int, done_value: int, done_card: int, killers: int, rows: int,
) -> int:  # fmt: skip
    """Write the moves worth trying and a score for each to the rows of this depth; how many there are.

    A category says what a card does to the trick: it wins for sure (0), wins unless an opponent beats it, who then can be
    beaten by the partner for sure (1), perhaps (2) or not (3); the partner is winning for sure (4) or perhaps (5); the
    opponents are winning for sure (6), or the partner may beat them perhaps (7) or surely (8). The leader's categories are:
    sure (0), only a trump can beat it (1), an opponent can, but the partner beats that (2), an opponent can (3).
    """
    trump = load64(memory, order + TRUMP)
    puur = load64(memory, order + PUUR)
    values = order + VALUE
    seat = leader + place & 3
    next1 = load64(memory, order + OWN + 8 * (seat + 1 & 3)) & alive
    mate = load64(memory, order + OWN + 8 * (seat + 2 & 3)) & alive
    next3 = load64(memory, order + OWN + 8 * (seat + 3 & 3)) & alive
    foes = (next1 | next3) if place <= 0 else next1 if place <= 2 else 0  # who still plays to this trick
    helper = mate if place <= 1 else 0
    mate_wins = place > 0 and (by ^ seat) & 1 == 0
    first_killer, second_killer = killers & 63, killers >> 6 & 63
    weights = WEIGHTS + 24 * 9 * (place if trump else place + 4)
    count = 0
    groups = 0
    rest = legal
    while rest:
        card = highest(rest)
        bit = 1 << card
        cards = suit_mask(card)
        group = rest & cards
        below = blockers & cards & bit - 1
        if below:
            group &= above(1 << highest(below))
        if bit == puur:
            group = bit
        elif cards == trump:
            group &= ~puur
        rest &= ~group
        others = alive & ~hand & cards
        higher = popcount(others & above(bit))
        ours = True
        if place == 0:
            beating = cards & above(bit)
            by_foe = foes & beating
            decided = by_foe == 0 and (cards == trump or foes & trump == 0)
            category = 0 if decided else 1 if by_foe == 0 else 2 if helper & beating > by_foe else 3
        else:
            strong = led | trump
            if bit & strong > best:
                beating = strong & above(bit)
                by_foe, by_mate = foes & beating, helper & beating
                decided = by_foe == 0
                category = 0 if decided else 1 if by_mate > by_foe else 2 if by_mate else 3
            else:
                beating = strong & above(best)
                if mate_wins:
                    decided = foes & beating == 0
                    category = 4 if decided else 5
                else:
                    by_mate = helper & beating
                    decided = by_mate == 0
                    ours = False
                    category = 6 if decided else 8 if by_mate > foes & beating else 7
        at = weights + 24 * category
        score = weight(memory, at, 0) + weight(memory, at, 4) * popcount(hand & cards)
        score += weight(memory, at, 5) * higher + weight(memory, at, 11) * popcount(others)
        if cards == trump:
            score += weight(memory, at, 3)
        if higher == 0:
            score += weight(memory, at, 6)
        if trump:
            if next1 & trump and next1 & cards == 0:
                score += weight(memory, at, 7)
            if next3 & trump and next3 & cards == 0:
                score += weight(memory, at, 8)
            if mate & trump and mate & cards == 0:
                score += weight(memory, at, 9)
        if mate & cards > (next1 | next3) & cards:
            score += weight(memory, at, 10)
        row = rows + SCRATCH_MOVE * groups
        store64(memory, row + 32, group)
        if group & done:
            store16(memory, row + 10, done_value + EVEN)
            store8(memory, row + 12, load8(memory, values + done_card))
        else:
            store16(memory, row + 10, 0xFFFF)
        per_value, per_rank = weight(memory, at, 1), weight(memory, at, 2)
        if decided:  # the dearest card for our own trick, the cheapest for theirs
            chosen, chosen_value = card, -1
            todo = group
            while todo:
                candidate = lowest(todo)
                todo &= todo - 1
                value = load8(memory, values + candidate)
                gain = value if ours else 63 - value
                if gain > chosen_value:
                    chosen, chosen_value = candidate, gain
            if done >> chosen & 1 == 0:
                here = score + per_value * load8(memory, values + chosen) + per_rank * (card - 9 * suit_of(card))
                if chosen == first_killer:
                    here += KILLER_FIRST
                elif chosen == second_killer:
                    here += KILLER_SECOND
                row = rows + SCRATCH_MOVE * count
                store64(memory, row, here)
                store8(memory, row + 8, chosen)
                store8(memory, row + 9, groups)
                count += 1
        else:  # one card of each value
            seen_values = 0
            todo = group
            while todo:
                candidate = lowest(todo)
                todo &= todo - 1
                value = load8(memory, values + candidate)
                if seen_values >> value & 1:
                    continue
                seen_values |= 1 << value
                if done >> candidate & 1:
                    continue
                here = score + per_value * value + per_rank * (candidate - 9 * suit_of(candidate))
                if candidate == first_killer:
                    here += KILLER_FIRST
                elif candidate == second_killer:
                    here += KILLER_SECOND
                row = rows + SCRATCH_MOVE * count
                store64(memory, row, here)
                store8(memory, row + 8, candidate)
                store8(memory, row + 9, groups)
                count += 1
        groups += 1
    return count


@helper
def search(
    memory: Any, seen: Any, order: int, alive: int, leader: int, place: int, led: int, best: int, by: int, trick: int,
    sum_so_far: int, left: int, rest: int, tau: int, flag: int, hint: int,
) -> int:  # fmt: skip
    """Whether team 0 makes `tau` or more of the `rest`: a value on the true side of `tau` that bounds the truth, and ranks.

    `place` cards lie on the table (`trick`, worth `sum_so_far`), the best one is `best`, played by seat `by`; `left` tricks are not
    complete. The bits of `flag` say who may still make a Match:
    1 is team 0, 2 is team 1.
    """
    if place:
        store64(memory, NODES, load64(memory, NODES) + 1)
    elif load64(memory, NODES) >= load64(memory, LIMIT):
        store64(memory, STOP, 1)
    if load64(memory, STOP):
        return 0
    zero = place & 0  # not literals: with one, numba would take the call of itself for one of another function and not cache it
    no_hint = zero - 1
    seat = leader + place & 3
    up = seat & 1 == 0
    trump = load64(memory, order + TRUMP)
    puur = load64(memory, order + PUUR)
    hand = load64(memory, order + OWN + 8 * seat) & alive
    legal = legal_cards(hand, led, best, trump, puur)
    forced = legal & legal - 1 == 0
    blockers = alive & ~hand | trick
    if load64(memory, MIXED + 8 * left):
        blockers |= SUIT << 27  # ranked in two ways: no two trumps are alike
    hashed = (hand ^ led * 3 + best * 5 + place ^ load64(memory, DEAL) << 40) * MIX
    killer_at = KILLERS + 4 * shift_right(hashed, 64 - KILLER_BITS)
    killer_tag = hashed >> 20 & 0xFFFFF
    killers = load32(memory, killer_at)
    if killers >> 12 != killer_tag:
        killers = 0xFFF
    first = hint
    if forced:
        first = lowest(legal)
    elif first < 0 and place < 3 and killers & 63 < 36 and legal >> (killers & 63) & 1:
        first = killers & 63
    rows = SCRATCH + SCRATCH_PLY * (4 * (9 - left) + place)
    value = -OPEN if up else OPEN
    ranks = 0
    best_move = -1
    count = -1
    number = 0 if first < 0 else -1
    done, done_value, done_card = 0, 0, 0
    while True:
        known = False
        low, high, next_hint, found_ranks = 0, 0, -1, 0
        group, group_row = 0, 0
        if number < 0:
            card = first
        else:
            if count < 0:
                count = generate(
                    memory,
                    order,
                    alive,
                    leader,
                    place,
                    led,
                    best,
                    by,
                    hand,
                    legal,
                    blockers,
                    done,
                    done_value,
                    done_card,
                    killers,
                    rows,
                )
                if place == 3 and left > 1:  # a look at all positions that may arise: one of them may settle it
                    for at in range(count):
                        row = rows + SCRATCH_MOVE * at
                        card = load8(memory, row + 8)
                        bit = 1 << card
                        taker, winning = by, best
                        if bit & (led | trump) > best:
                            taker, winning = seat, bit
                        worth_now = sum_so_far + load8(memory, order + VALUE + card)
                        gain = worth_now if taker & 1 == 0 else 0
                        after = load64(memory, CONTEXT_OF + 8 * (left - 1))
                        remaining = alive ^ bit
                        if after != order:
                            remaining = moved_on(memory, order, after, remaining)
                        next_flag = flag & (1 if taker & 1 == 0 else 2)
                        low, high, next_hint, found_ranks = bounds(
                            memory, seen, after, remaining, taker, left - 1, rest - worth_now, tau - gain, next_flag
                        )
                        if (low + gain >= tau) if up else (high + gain < tau):
                            return result(low + gain if up else high + gain, found_ranks | won_by_rank(trick | bit, winning))
                        score = load64(memory, row) + (5 if up else -5) * (low + high + 2 * gain)
                        store64(memory, row, score)
                        store8(memory, row + 13, next_hint & 0xFF)
                        store16(memory, row + 14, low + EVEN)
                        store16(memory, row + 16, high + EVEN)
                        store64(memory, row + 24, found_ranks)
            if number >= count:
                break
            chosen = rows + SCRATCH_MOVE * number  # bring the best of the remaining moves to the front
            top = load64(memory, chosen)
            pick = chosen
            for at in range(number + 1, count):
                row = rows + SCRATCH_MOVE * at
                score = load64(memory, row)
                if score > top:
                    top, pick = score, row
            card, group_number = load8(memory, pick + 8), load8(memory, pick + 9)
            if place == 3 and left > 1:
                known = True
                next_hint = (load8(memory, pick + 13) ^ 0x80) - 0x80
                low, high = load16(memory, pick + 14) - EVEN, load16(memory, pick + 16) - EVEN
                found_ranks = load64(memory, pick + 24)
            if pick != chosen:
                store64(memory, pick, load64(memory, chosen))
                store8(memory, pick + 8, load8(memory, chosen + 8))
                store8(memory, pick + 9, load8(memory, chosen + 9))
                store8(memory, pick + 13, load8(memory, chosen + 13))
                store32(memory, pick + 14, load32(memory, chosen + 14))
                store64(memory, pick + 24, load64(memory, chosen + 24))
            number += 1
            group_row = rows + SCRATCH_MOVE * group_number
            group = load64(memory, group_row + 32)
            group_value = load16(memory, group_row + 10)
            if group_value != 0xFFFF:  # a card of the same group was tried: this one differs by its value at the most
                group_value -= EVEN
                apart = abs(load8(memory, order + VALUE + card) - load8(memory, group_row + 12))
                if up:
                    if group_value + apart < tau:
                        value = max(value, group_value + apart)
                        continue
                elif group_value - apart >= tau:
                    value = min(value, group_value - apart)
                    continue
        bit = 1 << card
        card_value = load8(memory, order + VALUE + card)
        new_led = led if place else suit_mask(card)
        new_best, new_by = best, by
        if place == 0 or bit & (led | trump) > best:
            new_best, new_by = bit, seat
        if place < 3:
            outcome = search(
                memory, seen, order, alive ^ bit, leader, place + 1, new_led, new_best, new_by, trick | bit,
                sum_so_far + card_value, left, rest, tau, flag, no_hint,
            )  # fmt: skip
            here, found_ranks = points_of(outcome), outcome >> 16
        elif left == 1:
            wins = new_by & 1 == 0
            here = rest if wins else 0
            if flag & 1 and wins:
                here += load64(memory, BONUS)
            if flag & 2 and not wins:
                here -= load64(memory, BONUS)
            found_ranks = won_by_rank(trick | bit, new_best)
        else:
            worth_now = sum_so_far + card_value
            gain = worth_now if new_by & 1 == 0 else 0
            after = load64(memory, CONTEXT_OF + 8 * (left - 1))
            remaining = alive ^ bit
            if after != order:
                remaining = moved_on(memory, order, after, remaining)
            next_flag = flag & (1 if new_by & 1 == 0 else 2)
            if not known:
                low, high, next_hint, found_ranks = bounds(
                    memory, seen, after, remaining, new_by, left - 1, rest - worth_now, tau - gain, next_flag
                )
            if low >= tau - gain:
                here = low + gain
            elif high < tau - gain:
                here = high + gain
            else:
                outcome = search(
                    memory, seen, after, remaining, new_by, zero, zero, zero, zero, zero, zero,
                    left - 1, rest - worth_now, tau - gain, next_flag, next_hint,
                )  # fmt: skip
                here, found_ranks = points_of(outcome) + gain, outcome >> 16
            found_ranks |= won_by_rank(trick | bit, new_best)
        if load64(memory, STOP):
            return 0
        if forced:
            return result(here, found_ranks)
        if (here >= tau) if up else (here < tau):
            value, ranks, best_move = here, found_ranks, card
            break
        if number < 0:
            number = 0
            group = group_of(legal, blockers, card, trump, puur)
            done, done_value, done_card = bit, here, card
        else:
            store16(memory, group_row + 10, here + EVEN)
            store8(memory, group_row + 12, card_value)
        ranks |= with_group(found_ranks, group, card)
        value = max(value, here) if up else min(value, here)
    if best_move >= 0 and killers & 63 != best_move:
        store32(memory, killer_at, killer_tag << 12 | (killers & 63) << 6 | best_move)
    if place == 0:
        remember(memory, seen, order, alive, leader, left, rest, flag, value, tau, best_move, ranks)
    return result(value, ranks)
