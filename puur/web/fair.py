"""Fair dealing: the server commits to a seed, everybody at the table adds to it, and afterwards anybody can compute the deal again.

The pack is a documented function of the seed and of what people add (docs/protocol.md, "Fair dealing"). Knows nothing of Django or
of sockets. Promise: `pack_of` never changes for a way; a new way of shuffling gets a new number in `seed_text`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from puur.core.cards import RANKS, SUITS, Card, CardSet, card_of
from puur.core.dealing import Layout, cut
from puur.core.events import Cut, DealCommitted, Dealt, Event, Shuffled
from puur.core.game import Game
from puur.core.seats import SEAT_NAMES

OLD_WAY, WAY = "1", "2"
PICKED = ":"
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


def sealed(root: str, picks: Iterable[int]) -> str:
    """The secret of a table that plays given deals, the same as others: those with these numbers out of all that `root` makes."""
    return f"{root}{PICKED}{','.join(map(str, picks))}"


def picks_of(secret: str) -> tuple[int, ...]:
    """The numbers of the given deals; none at an ordinary table."""
    _, sign, numbers = secret.partition(PICKED)
    return tuple(map(int, numbers.split(","))) if sign else ()


def seed_of(secret: str, game: int, shuffle: int) -> bytes:
    """The seed of one shuffle of a table; derived, so that a restart has the same one, and one tells nothing of another."""
    picks = picks_of(secret)
    if picks:  # a ruling may have a deal dealt once more: then a deal that nobody has picked
        shuffle = picks[shuffle] if shuffle < len(picks) else max(picks) + 1 + shuffle
    return hmac.digest(_root(secret), f"deal/{game}/{shuffle}".encode(), "sha256")


def _root(secret: str) -> bytes:
    return bytes.fromhex(secret.partition(PICKED)[0])


def noise_of(secret: str, *what: object) -> str:
    """Where the bots' and the table's own chance comes from: never from the seeds of the deals."""
    return hmac.new(_root(secret), "/".join(map(str, ("noise", *what))).encode(), "sha256").hexdigest()


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

    @property
    def numbers(self) -> tuple[str, ...]:
        """What people have added, without the seats."""
        return tuple(part.rpartition("=")[2] for part in self.added.split(",") if part)


def parse_seed(text: str) -> Parsed | None:
    """What a record says of a pack; None for a shuffle that came from elsewhere, or that names a seat twice."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    way, seed, added = [part for part in match.groups() if part is not None]
    seats = [part[0] for part in added.split(",")] if way == WAY and added else []
    return Parsed(way, bytes.fromhex(seed), added) if seats == sorted(set(seats)) else None


# What speaks against a deal. A deal of the old way has nothing against it but proves less (`Checked.way`).
WRONG = ("other-pack", "other-seed", "no-commitment", "promise-twice", "old-way", "nonce-twice", "not-a-person", "other-play")


@dataclass(frozen=True, slots=True)
class Checked:
    """One deal, computed again: what it was made of, whether the pack in the record is that one, and the hands."""

    number: int  # of the shuffle in the game, from 1
    dealer: int
    ok: bool
    why: str  # "", one of WRONG, "no-seed" or "not-dealt"; of a whole record (`proving`) also "no-book" or "not-followed"
    commitment: str = ""
    seed: str = ""
    nonce: str = ""  # what people have added
    lifted: int = 0
    cutter: int | None = None
    hands: tuple[CardSet, ...] = ()
    way: str = WAY
    given: bool = False  # said before the cut to be the same cards as at other tables

    @property
    def grade(self) -> str:
        """What is to be said of it: what speaks against it, or how much it proves."""
        return self.why or ("old" if self.way != WAY else "ok" if self.nonce else "given" if self.given else "alone")


class _Record:
    """What the record has said so far: the promises since the last pack, and every number that people have added."""

    def __init__(self) -> None:
        self.promised: list[DealCommitted] = []
        self.added: set[str] = set()

    def against(self, shuffle: Shuffled, parsed: Parsed) -> str:
        """What speaks against a shuffle; it uses up the promise."""
        promised, self.promised = self.promised, []
        numbers = parsed.numbers if parsed.way == WAY else ()
        twice = len(set(numbers)) < len(numbers) or not self.added.isdisjoint(numbers)
        self.added.update(numbers)
        if parsed.pack != shuffle.pack:
            return "other-pack"
        if promised and promised[-1].commitment != commitment(parsed.seed):
            return "other-seed"
        if len({promise.commitment for promise in promised}) > 1:
            return "promise-twice"
        if parsed.way != WAY:
            return "old-way" if promised else ""  # whoever promises in the record knows the new way too
        if not promised:
            return "no-commitment"
        bots = tuple(f"{SEAT_NAMES[seat]}=" for promise in promised for seat in promise.bots)
        return "nonce-twice" if twice else "not-a-person" if any(part.startswith(bots) for part in parsed.added.split(",")) else ""


def unopened(events: Iterable[Event]) -> str:
    """The commitment at the end that no pack has followed: the table goes on, or was abandoned before its seed was shown."""
    last = ""
    for event in events:
        if isinstance(event, DealCommitted):
            last = event.commitment
        elif isinstance(event, Shuffled):
            last = ""
    return last


def layouts_of(game: Game) -> Callable[[int], Layout]:
    """How each shuffle of a game, counted from 1, was dealt."""

    def layout(shuffle: int) -> Layout:
        number = game.shuffled_for[shuffle - 1] if shuffle <= len(game.shuffled_for) else shuffle
        return game.form.layout(game.book, len(game.seats), number)

    return layout


def check_events(
    events: Iterable[Event], layout: Callable[[int], Layout] = lambda _: Layout(), *, before: int = 0
) -> list[Checked]:
    """Every shuffle of a game computed again from what the record says; `before` shuffles are left out in front.

    `layout` says how the shuffle with a number was dealt.
    """
    deals: list[Checked] = []
    record = _Record()
    for event in events:
        if isinstance(event, DealCommitted):
            record.promised.append(event)
        elif isinstance(event, Shuffled):
            parsed = parse_seed(event.seed)
            given = any(promise.given for promise in record.promised)
            why = "no-seed" if parsed is None else record.against(event, parsed)
            deals.append(replace(_checked(before + len(deals) + 1, event, parsed, why), given=given))
        elif deals and isinstance(event, Cut):
            deals[-1] = replace(deals[-1], lifted=event.lifted, cutter=event.seat)
        elif deals and isinstance(event, Dealt) and not deals[-1].hands:
            deals[-1] = _dealt(deals[-1], layout(deals[-1].number))
    return deals


def _checked(number: int, shuffle: Shuffled, parsed: Parsed | None, why: str) -> Checked:
    """A shuffle before its cards are dealt."""
    if parsed is None:
        return Checked(number, shuffle.seat, False, why)
    added = parsed.added
    return Checked(
        number, shuffle.seat, False, why or "not-dealt", commitment(parsed.seed), parsed.seed.hex(), added, way=parsed.way
    )


def _dealt(deal: Checked, layout: Layout) -> Checked:
    if not deal.seed:
        return deal
    why = "" if deal.why == "not-dealt" else deal.why
    hands = hands_of(pack_of(bytes.fromhex(deal.seed), deal.nonce, deal.way), deal.lifted, deal.dealer, layout)
    return replace(deal, ok=not why, why=why, hands=hands)


def hands_of(pack: tuple[Card, ...], lifted: int, dealer: int, layout: Layout = Layout()) -> tuple[CardSet, ...]:  # noqa: B008 - a value
    """The hands, by seat."""
    return layout.dealt(cut(pack, lifted), dealer)[0]
