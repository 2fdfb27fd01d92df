"""Fair dealing: the server commits to a seed, the cutter adds to it, and afterwards anybody can compute the deal again.

The pack is a documented function of seed and nonce (docs/protocol.md, "Fair dealing"). Knows nothing of Django or of sockets.
Promise: `pack_of` never changes; a new way of shuffling gets a new number in `seed_text`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from puur.core.cards import RANKS, SUITS, Card, CardSet, card_of
from puur.core.dealing import cut, deal
from puur.core.events import Cut, Dealt, Event, Shuffled

WAY = "1"
SEED_BYTES, NONCE_LENGTH = 32, 64
_NONCE = re.compile(rf"[0-9a-f]{{0,{NONCE_LENGTH}}}")
_TEXT = re.compile(rf"{WAY}:([0-9a-f]{{{2 * SEED_BYTES}}}):([0-9a-f]{{0,{NONCE_LENGTH}}})")
# The order of step 3; written out here because the enumeration of the core may be ordered otherwise one day.
ORDER: tuple[Card, ...] = tuple(
    card_of(suit, rank)
    for suit in sorted(SUITS, key=lambda suit: "ERSL".index(suit.value))
    for rank in sorted(RANKS, key=lambda rank: "6789BUOKA".index(rank.value))
)


def seed_of(secret: str, game: int, shuffle: int) -> bytes:
    """The seed of one shuffle of a table; derived, so that a restart has the same one, and one tells nothing of another."""
    return hmac.digest(bytes.fromhex(secret), f"deal/{game}/{shuffle}".encode(), "sha256")


def noise_of(secret: str, *what: object) -> str:
    """Where the bots' and the table's own chance comes from: never from the seeds of the deals."""
    return hmac.new(bytes.fromhex(secret), "/".join(map(str, ("noise", *what))).encode(), "sha256").hexdigest()


def commitment(seed: bytes) -> str:
    """What is shown before the cut."""
    return hashlib.sha256(seed).hexdigest()


def is_nonce(text: object) -> bool:
    """Whether a client's nonce has the right shape."""
    return isinstance(text, str) and _NONCE.fullmatch(text) is not None


def pack_of(seed: bytes, nonce: str) -> tuple[Card, ...]:
    """The shuffled pack before the cut."""
    key = hashlib.sha256(b"puur-deal-1\0" + seed + b"\0" + nonce.encode("ascii")).digest()
    numbers = _numbers(key)
    cards = list(ORDER)
    for place in range(len(cards) - 1, 0, -1):
        size = place + 1
        limit = 2**32 // size * size
        other = next(number for number in numbers if number < limit) % size
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _numbers(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def seed_text(seed: bytes, nonce: str) -> str:
    """Seed and nonce as they stand in the record."""
    return f"{WAY}:{seed.hex()}:{nonce}"


def parse_seed(text: str) -> tuple[bytes, str] | None:
    """Seed and nonce of a record; None for a shuffle that came from elsewhere."""
    seed = _TEXT.fullmatch(text)
    return (bytes.fromhex(seed[1]), seed[2]) if seed else None


@dataclass(frozen=True, slots=True)
class Checked:
    """One deal, computed again: what it was made of, whether the pack in the record is that one, and the hands."""

    number: int  # of the shuffle in the game, from 1
    dealer: int
    ok: bool
    why: str  # "", "no-seed", "other-pack", "not-dealt"
    commitment: str = ""
    seed: str = ""
    nonce: str = ""
    lifted: int = 0
    cutter: int | None = None
    hands: tuple[CardSet, ...] = ()


def check_events(events: Iterable[Event], packets: tuple[int, ...] = (3, 3, 3), *, before: int = 0) -> list[Checked]:
    """Every shuffle of a game computed again from what the record says; `before` shuffles are left out in front."""
    deals: list[Checked] = []
    shuffle: Shuffled | None = None
    lift: Cut | None = None
    number = before
    for event in events:
        if isinstance(event, Shuffled):
            if shuffle is not None:
                deals.append(_check(number, shuffle, lift, dealt=False, packets=packets))
            number += 1
            shuffle, lift = event, None
        elif isinstance(event, Cut):
            lift = event
        elif isinstance(event, Dealt) and shuffle is not None:
            deals.append(_check(number, shuffle, lift, dealt=True, packets=packets))
            shuffle = None
    if shuffle is not None:
        deals.append(_check(number, shuffle, lift, dealt=False, packets=packets))
    return deals


@lru_cache(maxsize=1000)
def _check(number: int, shuffle: Shuffled, lift: Cut | None, *, dealt: bool, packets: tuple[int, ...]) -> Checked:
    parsed = parse_seed(shuffle.seed)
    if parsed is None:
        return Checked(number, shuffle.seat, False, "no-seed")
    seed, nonce = parsed
    pack = pack_of(seed, nonce)
    why = "" if pack == shuffle.pack else "other-pack"
    lifted = lift.lifted if lift is not None else 0
    hands = hands_of(pack, lifted, shuffle.seat, packets) if dealt else ()
    cutter = lift.seat if lift is not None else None
    return Checked(
        number, shuffle.seat, not why and dealt, why or ("" if dealt else "not-dealt"),
        commitment(seed), seed.hex(), nonce, lifted, cutter, hands,
    )  # fmt: skip


def hands_of(pack: tuple[Card, ...], lifted: int, dealer: int, packets: tuple[int, ...] = (3, 3, 3)) -> tuple[CardSet, ...]:
    """The hands, by seat; all cards are dealt."""
    players = len(pack) // sum(packets)
    dealt = deal(cut(pack, lifted), players, packets)
    hands = [CardSet()] * players
    for place, cards in enumerate(dealt[:players]):
        hands[(dealer + 1 + place) % players] = CardSet(cards)
    return tuple(hands)
