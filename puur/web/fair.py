"""Fair dealing: the server commits to a seed, everybody at the table adds to it, and afterwards anybody can compute the deal again.

The pack is a documented function of the seed and of what people add (docs/protocol.md, "Fair dealing"). Knows nothing of Django or
of sockets. Promise: `pack_of` never changes for a way; a new way of shuffling gets a new number in `seed_text`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from puur.core.cards import RANKS, SUITS, Card, CardSet, card_of
from puur.core.dealing import cut, deal
from puur.core.events import Cut, DealCommitted, Dealt, Event, Shuffled
from puur.core.seats import SEAT_NAMES
from puur.notation.formats import read_record

OLD_WAY, WAY = "1", "2"
SEED_BYTES, LEAST_NONCE, NONCE_LENGTH = 32, 32, 64
_NONCE = re.compile(rf"[0-9a-f]{{0,{NONCE_LENGTH}}}")
_SEED = rf"[0-9a-f]{{{2 * SEED_BYTES}}}"
_GIVEN = rf"[{SEAT_NAMES}]=[0-9a-f]{{1,{NONCE_LENGTH}}}"
_TEXT = re.compile(rf"({OLD_WAY}):({_SEED}):([0-9a-f]{{0,{NONCE_LENGTH}}})|({WAY}):({_SEED}):((?:{_GIVEN}(?:,{_GIVEN})*)?)")
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


def given_text(given: Mapping[int, str]) -> str:
    """What people have added to a seed, by seat: `A=12ab,C=9f`; empty where only bots sit."""
    return ",".join(f"{SEAT_NAMES[seat]}={given[seat]}" for seat in sorted(given))


@lru_cache(maxsize=1000)
def pack_of(seed: bytes, added: str, way: str = WAY) -> tuple[Card, ...]:
    """The shuffled pack before the cut; `added` is what people have added, as it stands in the record."""
    key = hashlib.sha256(f"puur-deal-{way}\0".encode() + seed + b"\0" + added.encode("ascii")).digest()
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


def seed_text(seed: bytes, given: Mapping[int, str]) -> str:
    """The seed and what people have added, as it stands in the record."""
    return f"{WAY}:{seed.hex()}:{given_text(given)}"


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a pack was made of, and in which way: the old one knew a single nonce and no commitment in the record."""

    way: str
    seed: bytes
    added: str

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack that follows from it."""
        return pack_of(self.seed, self.added, self.way)


def parse_seed(text: str) -> Parsed | None:
    """What a record says of a pack; None for a shuffle that came from elsewhere, or that names a seat twice."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    way, seed, added = [part for part in match.groups() if part is not None]
    seats = [part[0] for part in added.split(",")] if way == WAY and added else []
    return Parsed(way, bytes.fromhex(seed), added) if seats == sorted(set(seats)) else None


# What speaks against a deal. A deal of the old way has nothing against it but proves less (`Checked.way`).
WRONG = ("other-pack", "other-seed", "no-commitment", "nonce-twice")


@dataclass(frozen=True, slots=True)
class Checked:
    """One deal, computed again: what it was made of, whether the pack in the record is that one, and the hands."""

    number: int  # of the shuffle in the game, from 1
    dealer: int
    ok: bool
    why: str  # "", one of WRONG, "no-seed" or "not-dealt"
    commitment: str = ""
    seed: str = ""
    nonce: str = ""  # what people have added
    lifted: int = 0
    cutter: int | None = None
    hands: tuple[CardSet, ...] = ()
    way: str = WAY


class _Record:
    """What the record has said so far: the promise that stands, and everything that people have added."""

    def __init__(self) -> None:
        self.promised = ""
        self.added: set[str] = set()

    def against(self, shuffle: Shuffled, parsed: Parsed) -> str:
        """What speaks against a shuffle; it uses up the promise."""
        promised, self.promised = self.promised, ""
        parts = set(parsed.added.split(",")) - {""}
        twice, self.added = parts & self.added, self.added | parts
        if parsed.pack != shuffle.pack:
            return "other-pack"
        if promised and promised != commitment(parsed.seed):
            return "other-seed"
        if parsed.way != WAY:
            return ""
        return "no-commitment" if not promised else "nonce-twice" if twice else ""


def check_events(events: Iterable[Event], packets: tuple[int, ...] = (3, 3, 3), *, before: int = 0) -> list[Checked]:
    """Every shuffle of a game computed again from what the record says; `before` shuffles are left out in front."""
    deals: list[Checked] = []
    record = _Record()
    for event in events:
        if isinstance(event, DealCommitted):
            record.promised = event.commitment
        elif isinstance(event, Shuffled):
            parsed = parse_seed(event.seed)
            why = "no-seed" if parsed is None else record.against(event, parsed)
            deals.append(_checked(before + len(deals) + 1, event, parsed, why))
        elif deals and isinstance(event, Cut):
            deals[-1] = replace(deals[-1], lifted=event.lifted, cutter=event.seat)
        elif deals and isinstance(event, Dealt) and not deals[-1].hands:
            deals[-1] = _dealt(deals[-1], packets)
    return deals


def check_record(data: bytes) -> list[Checked]:
    """Every shuffle of the first game in a file; `RecordError` if it is none."""
    return [deal for record in read_record(data).records[:1] for deal in check_events(record.events)]


def _checked(number: int, shuffle: Shuffled, parsed: Parsed | None, why: str) -> Checked:
    """A shuffle before its cards are dealt."""
    if parsed is None:
        return Checked(number, shuffle.seat, False, why)
    added = parsed.added
    return Checked(
        number, shuffle.seat, False, why or "not-dealt", commitment(parsed.seed), parsed.seed.hex(), added, way=parsed.way
    )


def _dealt(deal: Checked, packets: tuple[int, ...]) -> Checked:
    if not deal.seed:
        return deal
    why = "" if deal.why == "not-dealt" else deal.why
    hands = hands_of(pack_of(bytes.fromhex(deal.seed), deal.nonce, deal.way), deal.lifted, deal.dealer, packets)
    return replace(deal, ok=not why, why=why, hands=hands)


def hands_of(pack: tuple[Card, ...], lifted: int, dealer: int, packets: tuple[int, ...] = (3, 3, 3)) -> tuple[CardSet, ...]:
    """The hands, by seat; all cards are dealt."""
    players = len(pack) // sum(packets)
    dealt = deal(cut(pack, lifted), players, packets)
    hands = [CardSet()] * players
    for place, cards in enumerate(dealt[:players]):
        hands[(dealer + 1 + place) % players] = CardSet(cards)
    return tuple(hands)
