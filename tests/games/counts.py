"""What a deal writes, counted a second time from its cards alone: who took each trick, what lies in it, and the rule of the game.

Nothing of the product's counting is used: card values, the order of the cards and the rules are written down here from the sources
that the games name. Only Weise and Stöck are taken over where they decide a game; they have tests of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puur.core.deal import Deal
from puur.core.game import Game

PLAIN = {"A": 11, "K": 4, "O": 3, "U": 2, "B": 10}
TRUMP = {**PLAIN, "U": 20, "9": 14}
OBEN = {**PLAIN, "8": 8}
UNTEN = {**OBEN, "6": 11, "A": 0}
STRONG_TRUMP, STRONG_PLAIN = "U9AKOB876", "AKOUB9876"
STRONG_TRUMP_CENTS, STRONG_PLAIN_CENTS = "U9ABKO876", "ABKOU9876"


def worth(card: str, mode: str) -> int:
    """What a card counts: mode is a suit, `obenabe` or `undeufe`."""
    if mode in ("obenabe", "undeufe"):
        return (OBEN if mode == "obenabe" else UNTEN).get(card[1], 0)
    return (TRUMP if card[0] == mode else PLAIN).get(card[1], 0)


def taker(cards: list[str], mode: str, by_value: bool = False) -> int:
    """The place of the card that takes a trick."""
    trumps, plain = (STRONG_TRUMP_CENTS, STRONG_PLAIN_CENTS) if by_value else (STRONG_TRUMP, STRONG_PLAIN)
    if mode == "undeufe":
        plain = plain[::-1]
    cut = [card for card in cards if card[0] == mode]
    running = cut or [card for card in cards if card[0] == cards[0][0]]
    order = trumps if cut else plain
    return cards.index(min(running, key=lambda card: order.index(card[1])))


def tricks_of(deal: Deal) -> list[tuple[int, list[str]]]:
    """Who led, and the cards, from the record of the deal alone."""
    return [(trick.leader, [str(card) for card in trick.cards]) for trick in deal.tricks]


def taken(game: Game, deal: Deal, mode: str, last: int = 5, **how: Any) -> tuple[list[int], list[int]]:
    """The points and the tricks of each seat."""
    seats = len(game.seats)
    points, won = [0] * seats, [0] * seats
    seat = 0
    for leader, cards in tricks_of(deal):
        turns = [each % seats for each in range(leader, leader + seats) if deal.dealt_hand(each % seats)]  # somebody may sit out
        seat = turns[taker(cards, mode, **how)]
        points[seat] += sum(worth(card, mode) for card in cards)
        won[seat] += 1
    if len(deal.tricks) == deal.length:
        points[seat] += last
    return points, won


def sidi_barrani(game: Game, deal: Deal) -> list[int]:
    """Both write their cards; the bid goes to the bidders if they have reached it, otherwise to the others."""
    points, won = taken(game, deal, str(deal.mode))
    made = [points[0] + points[2], points[1] + points[3]]
    bid = deal.own.high
    us = bid.seat % 2
    reached = won[us] + won[us + 2] == 9 if bid.points == 157 else made[us] >= bid.points
    stake = (257 if bid.points == 157 and game.book.key.endswith("1500") else bid.points) * deal.own.doubled
    made[us if reached else 1 - us] += stake
    return made


def molotow(game: Game, deal: Deal) -> list[int]:
    """No trump until the first card that does not follow; then its suit, from the next trick on or at once."""
    seats, mode, points, seat = len(game.seats), "obenabe", [0] * len(game.seats), 0
    at_once = game.book.key == "molotow-striche"
    piles: list[tuple[int, list[str]]] = []
    for leader, cards in tricks_of(deal):
        before = mode
        if mode == "obenabe":
            mode = next((card[0] for card in cards if card[0] != cards[0][0]), mode)
        seat = (leader + taker(cards, mode if at_once else before)) % seats
        piles.append((seat, cards))
    for seat, cards in piles:
        points[seat] += sum(worth(card, mode) for card in cards)
    points[seat] += 5
    return points


def molotow_striche(game: Game, deal: Deal) -> list[int]:
    """Most and fewest a Strich, the others a Nuller; all points: three Striche; a hundred: three Nuller; equal: nothing."""
    made = molotow(game, deal)
    if 157 in made:
        return [3 if points == 157 else -1 for points in made]
    if max(made) >= 100:
        return [-3 if points >= 100 else 1 for points in made]
    ranked = sorted(made)
    return [0 if made.count(points) > 1 else 1 if points in (ranked[0], ranked[-1]) else -1 for points in made]


def kreuzjass(game: Game, deal: Deal) -> list[int]:
    """What each side took, and a hundred for a Match."""
    points, won = taken(game, deal, str(deal.mode))
    return [sum(points[side::2]) + (100 if sum(won[side::2]) == 9 else 0) for side in (0, 1)]


def misere(game: Game, deal: Deal) -> list[int]:
    """What everybody took; all tricks charge the others with everything."""
    points, won = taken(game, deal, str(deal.mode))
    return [0 if tricks else 157 for tricks in won] if deal.length in won else points


def schaggi_haas(game: Game, deal: Deal) -> list[int]:
    """What both took of the cards in play."""
    return taken(game, deal, str(deal.mode))[0]


def cinq_cents(game: Game, deal: Deal) -> list[int]:
    """Both their own if the taker has more, otherwise everything to the other; ten for the last trick, a hundred for all."""
    points, won = taken(game, deal, str(deal.mode), 10, by_value=True)
    for seat in (0, 1):
        points[seat] += (100 if won[seat] == 9 else 0) + deal.weisen.points(game.book, seat) + (20 if deal.stoeck == seat else 0)
    me = deal.announcer or 0
    if points[me] > points[1 - me]:
        return points
    return [0 if seat == me else sum(points) for seat in (0, 1)]


def pandur(game: Game, deal: Deal) -> list[int]:
    """The Schreibpunkte: 100 to 140 two, 150 three, 200 four, 250 five, 300 six; Misère four, Pandur five, with trump six."""
    points, won = taken(game, deal, str(deal.mode))
    bid = deal.own.high
    others = [seat for seat in game.seats if seat != bid.seat]
    heir = deal.dealer if len(game.seats) == 4 else None  # writes when it fails, but never the last point
    name = getattr(bid, "contract", "")
    if name:
        stake = {"misere-ohne": 4, "misere-mit": 4, "pandur-ohne": 5, "pandur-mit": 6}[name]
        kept = won[bid.seat] == 0 if name.startswith("misere") else not any(won[seat] for seat in others)
    else:
        stake = next(worth for least, worth in ((300, 6), (250, 5), (200, 4), (150, 3), (100, 2)) if bid.points >= least)
        more = deal.weisen.points(game.book, 0) + (20 if deal.stoeck == bid.seat else 0)
        kept = points[bid.seat] + more >= bid.points
    written = [stake if (seat == bid.seat) is kept and seat != heir else 0 for seat in game.seats]
    if heir is not None and not kept:
        before = sum(entry.points for entry in game.ledger.entries if entry.team == heir and entry.deal < deal.number)
        written[heir] = max(0, min(stake, 16 - before))
    return written


def aucho(game: Game, deal: Deal) -> list[int]:
    """Two Striche for more than the others together, also for a dealer who sits out; otherwise a Nuller, a Strich for each of them.

    The dealer's own Lukas is worth the double: four Striche, or two Nuller.
    """
    out = deal.dealer if len(game.seats) == 4 and deal.announcer != deal.dealer else None
    if deal.announcer is None:
        return [0 if seat == out else -1 if seat == deal.own.kehr else 1 for seat in game.seats]
    points, _ = taken(game, deal, str(deal.mode))
    solo = deal.announcer
    ours = points[solo] + deal.weisen.points(game.book, 0)
    theirs = sum(points) - points[solo] + deal.weisen.points(game.book, 1)
    if deal.stoeck is not None:
        ours, theirs = (ours + 20, theirs) if deal.stoeck == solo else (ours, theirs + 20)
    double = 2 if len(game.seats) == 4 and solo == deal.dealer else 1
    if ours > theirs:
        return [2 * double if seat == solo else 2 if seat == out else 0 for seat in game.seats]
    return [-double if seat == solo else 0 if seat == out else 1 for seat in game.seats]


def zuger(game: Game, deal: Deal) -> list[int]:
    """Tens of what those who play have made, ten off below 21, ten for the dealer; two who share have seven each."""
    written = [10 if seat == deal.dealer else 0 for seat in game.seats]
    points, _ = taken(game, deal, str(deal.own.turned)[0])
    for seat in deal.own.came:
        written[seat] = 7 if deal.own.shared else -10 if points[seat] < 21 else points[seat] // 10
    return written


def bieter(game: Game, deal: Deal) -> list[int]:
    """The König alone, the Bauern together and each the same; a declined deal and a Hindersi are 257."""
    king = game.own.koenig

    def shared(ours: int, theirs: int) -> list[int]:
        return [ours if seat == king else theirs for seat in game.seats]

    if deal.own.declined:
        return shared(0, 257)
    points, won = taken(game, deal, str(deal.mode))
    if deal.variant == "hindersi":
        return shared(0, 257) if won[king] else shared(257, 0)
    away = sum(worth(str(card), str(deal.mode)) for card in deal.own.away)
    ours, theirs = points[king] + away, sum(points) - points[king]
    if len(deal.tricks) == deal.length:
        ours += 100 if won[king] == deal.length else 0
        theirs += 100 if won[king] == 0 else 0
    return shared(ours, theirs)


BY_FORM: dict[str, Callable[[Game, Deal], list[int]]] = {
    "sidi-barrani": sidi_barrani,
    "molotow": molotow,
    "molotow-striche": molotow_striche,
    "kreuzjass": kreuzjass,
    "misere": misere,
    "schaggi-haas": schaggi_haas,
    "cinq-cents": cinq_cents,
    "pandur": pandur,
    "aucho": aucho,
    "bieter": bieter,
    "zuger": zuger,
}
