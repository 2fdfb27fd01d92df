"""One deal (Spiel): from the shuffle to the last trick.

The state of a deal and the steps that change it, without asking whose turn it is or whether a step is allowed: that is
checked by the game, which knows the rule book and the events. Points here are card points before any factor.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from puur.core.cards import Card, CardSet, Suit
from puur.core.mode import CARD_POINTS, Mode, Order
from puur.core.seats import PAIRS
from puur.core.trick import Trick, Undertrump, winner
from puur.core.weis import stoeck_of
from puur.core.weisen import Weisen

if TYPE_CHECKING:
    from puur.core.checkpoint import Checkpoint


class Phase(Enum):
    """How far a deal has come."""

    PREPARING = "preparing"  # shuffle and cut
    BIDDING = "bidding"
    PLAYING = "playing"
    OVER = "over"


class Wrong(Enum):
    """What was wrong, where the table lets it happen."""

    FOLLOW_SUIT = "follow-suit"
    UNDERTRUMP = "undertrump"
    WRONG_LEADER = "wrong-leader"
    EARLY = "early"
    SEVERAL = "several"
    DEAD_LEAD = "dead-lead"
    BANNED = "banned"
    MUST_PLAY = "must-play"
    WRONG_DEALER = "wrong-dealer"
    WRONG_SPEAKER = "wrong-speaker"
    IRREGULAR_HANDS = "irregular-hands"


class Fault(NamedTuple):
    """Something that happened against the rules: where, who, with which card, and what the seat held at that time."""

    wrong: Wrong
    seat: int
    trick: int  # from 1; 0 before the play
    card: Card | None = None
    hand: int = 0  # before the card was played
    rightful: int | None = None  # whose turn it was


class Ban(NamedTuple):
    """What a team (or a seat of it) may not do until the opponents have won a trick."""

    team: int
    suit: Suit | None = None  # may not be led
    card: Card | None = None  # may not be played


class Deal:
    """The state of one deal."""

    def __init__(self, number: int, dealer: int, sides: tuple[int, ...] = PAIRS, length: int = 9) -> None:
        self.number = number
        self.dealer = dealer
        self.sides = sides  # of each seat
        self.length = length  # in tricks
        self.own: Any = None  # what only the form knows (`Form.open_bidding`)
        self.phase = Phase.PREPARING
        self.pack: tuple[Card, ...] = ()
        self.stock: tuple[Card, ...] = ()  # dealt to nobody, or laid away: out of play, in the order in which they lie
        self.cut_done = False
        self.hands: list[int] | None = None  # what each seat still holds, as bits; None where not known
        self.dealt: tuple[int, ...] | None = None
        # bidding
        self.first_speaker = -1
        self.speaker = -1
        self.pushes = 0
        self.announcer: int | None = None
        self.mode: Mode | None = None
        self.variant = ""
        self.factor = 1
        # play
        self.leader = -1
        self.turn = -1
        self.cards: list[Card] = []  # the trick on the table, in playing order; kept until it is turned
        self.open = False  # a complete trick lies face up
        self.tricks: list[Trick] = []
        self.points: list[int] = [0] * (max(sides) + 1)
        self.won: list[int] = self.points[:]  # tricks, for the side that writes them
        self.dead = 0
        self.forced_leader: int | None = None
        self.moved: list[int] = self.points[:]
        self.orders: tuple[Order, ...] = ()
        self.values: tuple[int, ...] = ()
        self.no_weis = False  # whether nothing is announced in this deal, though the book knows Weise
        self.undertrump: Undertrump | None = None  # where this deal has another rule than the book
        self.weisen = Weisen(sides)
        self.stoeck: int | None = None  # the seat that showed them
        # end
        self.last: int | None = None  # the team that made the last trick
        self.match: int | None = None
        self.claim: tuple[int, bool] | None = None
        self.conceded: int | None = None
        self.broken_off = False
        self.entered = False  # known by its result alone
        self.nuller: int | None = None  # the team that had to write a Nuller (Coiffeur)
        # irregularities: what was wrong, and what rulings left behind (core.irregular, core.rulings)
        self.marked = False  # whether anything of the following has to be looked at
        self.faults: list[Fault] = []
        self.early: dict[int, Card] = {}  # cards that lie on the table before their turn
        self.barred: set[int] = set()  # seats that cannot win the current trick
        self.trick_to: int | None = None  # the team that gets the current trick, whoever wins it
        self.must: dict[int, int] = {}  # the cards of which a seat has to play one now
        self.bans: list[Ban] = []
        self.dead_once = 0  # cards that are dead in the current trick only
        self.dead_led = False  # the current trick was led with a dead card
        self.absent: tuple[int, ...] = ()  # seats that have no card for the current trick
        self.idle: tuple[int, ...] = ()  # seats that have no part in this deal; they are absent from every trick
        self.lost = 0  # cards that are missing
        self.no_match = False
        self.lost_by: int | None = None  # the seat that has lost the deal by a ruling
        self.reopening: Checkpoint | None = None  # the state before the card that completed the open trick

    def __repr__(self) -> str:
        told = f"trick {self.trick_number}" if self.phase is Phase.PLAYING else self.phase.value
        mode = "" if self.mode is None else f", {self.mode}"
        return f"<Deal {self.number}: {told}{mode}; {':'.join(map(str, self.points))}>"

    def take_hands(self, hands: tuple[CardSet, ...] | None) -> None:
        """Give out the cards and open the bidding."""
        if hands is not None:
            self.hands = [hand.bits for hand in hands]
            self.dealt = tuple(self.hands)
        self.phase = Phase.BIDDING

    def sit_out(self, *seats: int) -> None:
        """Take seats out of this deal, before its first card; what they hold is out of play."""
        self.idle = self.absent = tuple(sorted({*self.idle, *seats}))
        if self.hands is not None and self.dealt is not None:
            self.stock += tuple(card for seat in seats for card in self.hand(seat))
            self.hands = [0 if seat in self.idle else held for seat, held in enumerate(self.hands)]
            self.dealt = tuple(self.hands)

    def take_part(self, seat: int) -> None:
        """A seat that sat out takes up the stock and plays."""
        assert self.hands is not None
        self.hands[seat] = CardSet(self.stock).bits
        self.idle = self.absent = tuple(each for each in self.idle if each != seat)
        self.stock, self.dealt = (), tuple(self.hands)

    def begin(self, mode: Mode, announcer: int | None, leader: int, factor: int, variant: str = "") -> None:
        """Fix the mode and open the play."""
        self.mode, self.announcer, self.factor, self.variant = mode, announcer, factor, variant
        self.orders, self.values = mode.orders_for(self.length), mode.values
        self.no_weis = self.no_weis or mode.backward
        self.leader = self.turn = leader
        self.phase = Phase.PLAYING

    def divide(self, sides: tuple[int, ...]) -> None:
        """Say who plays with whom in this deal, before its first card."""
        self.sides = self.weisen.sides = sides
        self.points, self.won, self.moved = ([0] * (max(sides) + 1) for _ in range(3))

    def change_mode(self, mode: Mode) -> None:
        """Another mode holds from now on; what was won is counted by it."""
        self.mode, self.orders, self.values = mode, mode.orders_for(self.length), mode.values
        self.points = [0] * len(self.points)
        for place, trick in enumerate(self.tricks):
            worth = sum(self.values[card.index] for card in trick.cards)
            self.tricks[place] = replace(trick, points=worth)
            self.points[self.writer(trick.winner)] += worth

    @property
    def order(self) -> Order:
        """How the current trick is decided."""
        return self.orders[min(len(self.tricks), self.length - 1)]

    @property
    def trick_number(self) -> int:
        """The number (from 1) of the trick on the table, or of the last one while none is."""
        running = 1 if self.cards and not self.open else 0
        return max(1, len(self.tricks) + running)

    def hand(self, seat: int) -> CardSet:
        """What a seat still holds; nothing where the hands are not known."""
        return CardSet(bits=self.hands[seat]) if self.hands is not None else CardSet()

    def dealt_hand(self, seat: int) -> CardSet:
        """The cards a seat was dealt; nothing where the hands are not known."""
        return CardSet(bits=self.dealt[seat]) if self.dealt is not None else CardSet()

    def turn_trick(self) -> None:
        """Turn the complete trick face down."""
        self.open = False
        self.cards = []

    def put(self, card: Card) -> Trick | None:
        """Play a card from the hand whose turn it is; the completed trick with the last card."""
        seat, sides = self.turn, self.sides
        if self.hands is not None:
            self.hands[seat] ^= card.bit
        cards = self.cards
        cards.append(card)
        if len(cards) < len(sides) - len(self.absent):
            self.turn = self.after(seat)
            return None
        taker = self.seat_at(winner(cards, self.orders[len(self.tricks)], self.dead))
        values, worth = self.values, 0
        for laid in cards:
            worth += values[laid.index]
        trick = Trick(self.leader, tuple(cards), taker, worth, self.absent)
        self.tricks.append(trick)
        side = self.writer(taker)
        self.points[side] += worth
        self.won[side] += 1
        if self.forced_leader is not None:
            taker, self.forced_leader = self.forced_leader, None
        self.leader = self.turn = taker
        self.open = True
        return trick

    def writer(self, seat: int) -> int:
        """The side that writes what a seat takes: its own, or the other one in a game that goes backwards."""
        side = self.sides[seat]
        return 1 - side if self.mode is not None and self.mode.backward else side

    def has_played(self, seat: int, trick: int) -> bool:
        """Whether a seat has put its card to trick number `trick` (from 1)."""
        if len(self.tricks) >= trick:
            return True
        if len(self.tricks) < trick - 1 or self.open:
            return False
        return self.place_of(seat) < len(self.cards)

    def after(self, seat: int) -> int:
        """The player next in playing order who has a part in this deal."""
        seat = (seat + 1) % len(self.sides)
        while seat in self.idle:
            seat = (seat + 1) % len(self.sides)
        return seat

    def seat_at(self, place: int) -> int:
        """Who plays the card in this place (0 is the leader) of the current trick."""
        if not self.absent:
            return (self.leader + place) % len(self.sides)
        return self.players()[place]

    def place_of(self, seat: int) -> int:
        """The place of a seat's card in the current trick; behind all others if it plays none."""
        if not self.absent:
            return (seat - self.leader) % len(self.sides)
        return self.players().index(seat) if seat not in self.absent else len(self.sides)

    def players(self) -> list[int]:
        """Who plays to the current trick, in playing order."""
        seats = len(self.sides)
        return [seat for step in range(seats) if (seat := (self.leader + step) % seats) not in self.absent]

    def lead_of(self, trick: int) -> int:
        """Who led to trick number `trick` (from 1); the current leader if it is not complete."""
        return self.tricks[trick - 1].leader if len(self.tricks) >= trick else self.leader

    def played_by(self, seat: int) -> CardSet:
        """The cards that a seat has played so far."""
        cards = [card for trick in self.tricks if (card := trick.card_of(seat)) is not None]
        if seat in self.early:
            cards.append(self.early[seat])
        if not self.open:
            place = self.place_of(seat)
            if place < len(self.cards):
                cards.append(self.cards[place])
        return CardSet(cards)

    def stoeck_holder(self) -> int | None:
        """The seat that was dealt both König and Ober of trump, or played both where hands are not known. (AJZ-2.2.2-30)"""
        if self.mode is None:
            return None
        pair = stoeck_of(self.mode.trump).bits
        if not pair:
            return None
        for seat in range(len(self.sides)):
            held = self.dealt[seat] if self.dealt is not None else self.played_by(seat).bits
            if held & pair == pair:
                return seat
        return None

    def rest(self) -> int:
        """The card points that nobody has won yet: the cards in hand and on an incomplete trick."""
        return CARD_POINTS - sum(self.points) - sum(self.values[card.index] for card in self.stock)
