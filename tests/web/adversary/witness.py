"""An ordinary client that watches the dealing, written from docs/protocol.md alone: no line of the server's code is used here."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any

SUITS, RANKS, SEATS = "ERSL", "6789BUOKA", "ABCD"


def pack(seed: bytes, added: str, way: str) -> list[str]:
    """Steps 1 to 3 of "Fair dealing"."""
    key = hashlib.sha256(f"puur-deal-{way}".encode() + b"\0" + seed + b"\0" + added.encode()).digest()
    numbers: list[int] = []
    counter = 0
    while len(numbers) < 400:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        numbers += [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
        counter += 1
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    stream = iter(numbers)
    for i in range(35, 0, -1):
        limit = 2**32 // (i + 1) * (i + 1)
        j = next(number for number in stream if number < limit) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def hand(cards: list[str], lifted: int, dealer: int, seat: int) -> set[str]:
    """Step 4, for four players who get three cards three times."""
    cut = cards[lifted:] + cards[:lifted]
    place = (seat - dealer - 1) % 4
    return {card for turn in range(3) for card in cut[turn * 12 + place * 3 : turn * 12 + place * 3 + 3]}


@dataclass
class Witness:
    """What one browser keeps: the commitments it was told, its own contributions, its hands; and what it has against them."""

    seat: int
    kept: dict[str, str] = field(default_factory=dict)  # commitment: own nonce
    bots: dict[str, set[str]] = field(default_factory=dict)  # commitment: seats that a bot played when it was told
    waits: str = ""  # the commitment that no pack has followed
    seen: set[str] = field(default_factory=set)  # what anybody has added so far
    taken: set[str] = field(default_factory=set)  # commitments for which the server has said that it has the nonce
    hands: dict[int, set[str]] = field(default_factory=dict)  # deal: the cards it began with
    checked: set[int] = field(default_factory=set)
    alarms: list[str] = field(default_factory=list)

    def committed(self, commitment: str, bots: tuple[int, ...] = ()) -> dict[str, str]:
        """The server has bound itself: the message that answers it."""
        if self.waits not in ("", commitment):
            self.alarms.append("promise-twice")
        self.waits = commitment
        self.bots[commitment] = {SEATS[seat] for seat in bots}
        nonce = self.kept.setdefault(commitment, secrets.token_hex(32))
        return {"t": "contribute", "commitment": commitment, "nonce": nonce}

    def revealed(self, deal: dict[str, Any]) -> None:
        """A deal is over and the server shows its seed."""
        number = deal["deal"]
        if number in self.checked:
            return
        self.checked.add(number)
        seed = bytes.fromhex(deal["seed"])
        told = hashlib.sha256(seed).hexdigest()
        if told not in self.kept:
            self.alarms.append("other-seed")
            return
        parts = dict(part.split("=") for part in deal["nonce"].split(",") if "=" in part)
        if deal["way"] != "2":
            self.alarms.append("other-way")
            return
        mine = parts.get(SEATS[self.seat], "")
        if self.bots.get(told, set()) & parts.keys():
            self.alarms.append("not-a-person")
        if len(set(parts.values())) < len(parts) or not self.seen.isdisjoint(parts.values()):
            self.alarms.append("nonce-twice")
        self.seen.update(parts.values())
        if mine and mine != self.kept[told]:
            self.alarms.append("nonce-twice" if mine in self.kept.values() else "other-nonce")
        elif not mine:
            self.alarms.append("left-out" if told in self.taken else "unheard")
        if (
            number in self.hands
            and hand(pack(seed, deal["nonce"], "2"), deal["lifted"], deal["dealer"], self.seat) != self.hands[number]
        ):
            self.alarms.append("other-cards")
