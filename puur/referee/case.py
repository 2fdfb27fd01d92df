"""The case on the referee's table: the game, the incident, and the facts that every subject asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from puur.core.cards import SUIT_BITS, Card, Suit, cards_in
from puur.core.deal import Deal, Fault, Phase, Wrong
from puur.core.effects import CardDead, CardTakenBack, DealVoid, Effect, PenaltyPoints
from puur.core.events import IncidentReported
from puur.core.form import lines_of
from puur.core.game import Game
from puur.core.irregular import followed, verdict
from puur.core.mode import Order
from puur.core.trick import Verdict
from puur.referee.officials import beside_rules, deciders, official_for
from puur.referee.ruling import Choice, Deadline, Option, Ruling
from puur.reglement import load
from puur.reglement.catalogue import PREFIXES, catalogue_of

FIRST_TRICK = "first-trick"
OWN_CARD = "own-card"
TRICK_TURNED = "trick-turned"
NEXT_CARD = "next-card"
FAIRNESS = frozenset(
    {
        "remark", "card-talk", "question", "weis-remark", "weis-consulted", "looked", "card-ready", "unturned-lead", "unfair",
        "device", "device-secret",
    }
)  # fmt: skip  # for these, where a book has a warning, an exclusion may follow (NWS-9-05)


class Case:
    """One incident in one game, with what the subjects need to know of it."""

    def __init__(self, game: Game, incident: IncidentReported) -> None:
        self.game, self.incident = game, incident
        self.book, self.rules = game.book, game.book.referee
        self.seat = incident.seat
        self.after = (self.seat + 1) % len(game.seats)
        self.side, self.foes = game.sides[self.seat], game.sides[self.after]
        self.foe_seats = tuple(seat for seat in game.seats if game.sides[seat] != self.side)
        self.marks = frozenset(incident.marks.split())

    @property
    def deal(self) -> Deal:
        """The deal it happened in."""
        return self.game.deal

    @property
    def current(self) -> int:
        """The number of the trick that is on the table, or about to be led."""
        deal = self.deal
        return len(deal.tricks) if deal.open else len(deal.tricks) + 1

    @property
    def trick(self) -> int:
        """The number of the trick that it is about."""
        return self.incident.trick or self.current

    @property
    def open(self) -> bool:
        """Whether that trick still lies open, complete or not."""
        return self.trick == self.current

    @property
    def first_turned(self) -> bool:
        """Whether the first trick is turned."""
        deal = self.deal
        return len(deal.tricks) > 1 or (len(deal.tricks) == 1 and not deal.open)

    def fault(self, *wrongs: Wrong) -> Fault | None:
        """What the free table remembers of it: the last such fault of the seat, in this trick where one is named."""
        for fault in reversed(self.deal.faults):
            if fault.wrong in wrongs and fault.seat == self.seat and (not self.incident.trick or fault.trick in (0, self.trick)):
                return fault
        return None

    def cards_of_trick(self) -> Sequence[Card]:
        """The cards of the trick that it is about."""
        deal = self.deal
        if self.trick <= len(deal.tricks):
            return deal.tricks[self.trick - 1].cards
        return deal.cards

    def laid(self) -> list[tuple[int, Card]]:
        """Seat and card of everything that lies on the table now, in playing order, cards before their turn last."""
        deal = self.deal
        if deal.open:
            trick = deal.tricks[-1]
            return [(trick.seat_of(place), card) for place, card in enumerate(trick.cards)]
        return [*zip(deal.players(), deal.cards, strict=False), *deal.early.items()]

    @property
    def order(self) -> Order:
        """How the trick is decided."""
        return self.deal.orders[min(self.trick, self.deal.length) - 1]

    def hand(self) -> int:
        """What the seat holds now, with the card that it has on the table."""
        held = self.deal.hand(self.seat).bits
        for seat, card in self.laid():
            if seat == self.seat:
                held |= card.bit
        return held

    def judged(self, held: int, before: Sequence[Card]) -> Verdict:
        """What the rules say of each card of a hand, to be played after these."""
        return verdict(self.book, self.deal, held, before, min(self.trick, self.deal.length) - 1)

    def following(self) -> Sequence[Card]:
        """The cards that a card played now would have to follow."""
        return followed(self.book, self.deal)

    def strongest(self, bits: int, *, but_puur: bool = True) -> Card | None:
        """The strongest card among these in the mode; the Puur of trump left out unless it is alone."""
        puur = self.order.puur
        if but_puur and puur is not None and bits & ~puur.bit:
            bits &= ~puur.bit
        cards = cards_in(bits)
        return max(cards, key=lambda card: self.order.power[card.suit.index][card.index], default=None)

    def of_suit(self, held: int, suit: Suit) -> int:
        """The cards of a suit in a hand, as bits."""
        return held & SUIT_BITS[suit.index]

    # ---- effects that many subjects need -------------------------------------------------------------------------------

    def back(self, entries: Iterable[tuple[int, Card]]) -> tuple[Effect, ...]:
        """Cards of the open trick go back, the last one first."""
        return tuple(CardTakenBack(seat, card) for seat, card in reversed(list(entries)))

    def dead(self, bits: int) -> tuple[Effect, ...]:
        """Cards lose their Stechwert for the rest of the deal, unless the game spares them; those without one are left out."""
        return tuple(CardDead(card) for card in cards_in(bits & ~self.deal.dead)) if self.rules.devalue else ()

    def devaluing(self, field: str) -> str:
        """The field behind a loss of Stechwert, or the one that spares the cards in this game. (JR-ERR-09)"""
        return field if self.rules.devalue else "devalue"

    def annul_or_go_on(self, *go_on: Effect, dealer: int | None = None) -> Choice:
        """The opponents annul the deal or let it go on. (JR-ERR-11, JR-ERR-12, JR-QUE-06)"""
        return Choice("annul", self.foe_seats, (Option("annul", (DealVoid(dealer),)), Option("go-on", go_on)))

    def penalty(self, act: str, *seats: int) -> tuple[Effect, ...]:
        """Penalty points for the person, where the act is on the list of the book. (AJZ-3.4-28)"""
        listed = self.book.penalties.get(act)
        return () if listed is None else tuple(PenaltyPoints(seat, listed.points) for seat in seats or (self.seat,))

    def named(self, *ids: str) -> tuple[str, ...]:
        """Of these provisions those of the book itself; where it has none of them, those of the general rules."""
        own = catalogue_of(self.book.origin or self.book.key)
        cited = [rule for rule in ids if PREFIXES[rule.partition("-")[0]] == own]
        if not lines_of(self.book):
            cited = [rule for rule in cited if not rule.startswith("TAM-CP")]
        return tuple(cited or [rule for rule in ids if rule.startswith("JR-")])

    def penalty_rules(self, act: str) -> tuple[str, ...]:
        """The provision behind a penalty."""
        return (self.book.rule(f"penalties.{act}"),) if act in self.book.penalties else ()

    # ---- answers ---------------------------------------------------------------------------------------------------------

    def ruling(
        self,
        text: str,
        *fields: str,
        rules: Sequence[str] = (),
        effects: Sequence[Effect] = (),
        choices: Sequence[Choice] = (),
        deadline: Deadline | None = None,
        upheld: bool = True,
        act: str = "",
        **facts: object,
    ) -> Ruling:
        """A ruling with the provisions behind these fields of the section, and the penalty for an act that the book lists."""
        cited = (*rules, *self.penalty_rules(act), *self.book.rules(*(f"referee.{name}" for name in fields)))
        mark = f"{self.book.key}: "  # no provision behind it
        named = dict.fromkeys(provision.removeprefix(mark) for provision in cited if provision.startswith(mark))
        own = tuple(name for name in named if self._sets(name))
        cited = tuple(dict.fromkeys(provision for provision in cited if not provision.startswith(mark)))
        general = self.book.falls_back_on is not None
        guidance = tuple(rule for rule in cited if general and rule.startswith("JR-"))
        silent = bool(cited) and guidance == cited
        told = {"trick": self.trick if self.game.deals else 0, "cards": self.incident.cards, **facts}
        ruling = Ruling(
            book=self.book.key, offence=self.incident.offence, seat=self.seat, text=text, provisions=cited, facts=told,
            upheld=upheld, effects=(*effects, *self.penalty(act)), choices=tuple(choices), deadline=deadline, fallback=silent,
            guidance=guidance, authority=(self.rules.authority or "") if guidance or not (cited or own) else "",
            gap=not (cited or own), own=own,
        )  # fmt: skip
        open_here = silent and (upheld or deadline is not None)
        if open_here and not self.rules.self_settled:  # the general rules only guide whoever decides (TAM-ES-04, TAM-ES-73)
            return replace(ruling, effects=(), choices=(), official=official_for(self.book), decided=False)
        return ruling

    def _who_decides(self) -> tuple[str, ...]:
        """Where the book says who decides what it does not regulate, or what holds then. (TAM-ES-73, UB-BASIS-04)"""
        field = "authority" if self.rules.disqualify else "officials"
        return self.book.rules(f"referee.{field}")[:1] if self.rules.officials else ()

    def _sets(self, field: str) -> bool:
        """Whether a club's own book has replaced what a provision of the book that it extends says."""
        base = load(self.book.origin) if self.book.origin not in ("", self.book.key) else None
        return base is not None and not base.rule(field).startswith(f"{base.key}: ")

    def to_official(
        self, text: str, *fields: str, rules: Sequence[str] = (), deadline: Deadline | None = None, **facts: Any
    ) -> Ruling:
        """The book leaves it to the official (or, without one, to the players); the incident is on record."""
        if self.rules.warning_first and self.incident.offence in FAIRNESS:
            rules = (
                *(rules or self.book.rules(*(f"referee.{name}" for name in fields))),
                *self.book.rules("referee.warning_first"),
            )
            facts["further"] = ("exclusion-possible",)
        ruling = self.ruling(text, *fields, rules=rules, deadline=deadline, **facts)
        if ruling.gap:  # then the sentence that names who decides is all that the book has
            ruling = replace(ruling, provisions=(*ruling.provisions, *self._who_decides()))
        who = deciders(self.book, emergency=beside_rules(ruling.provisions))[0]
        return replace(ruling, official=who, decided=False)

    def no_offence(
        self, text: str, *fields: str, rules: Sequence[str] = (), deadline: Deadline | None = None, **facts: Any
    ) -> Ruling:
        """Nothing follows."""
        return self.ruling(text, *fields, rules=rules, upheld=False, deadline=deadline, **facts)

    @property
    def playing(self) -> bool:
        """Whether cards are being played, or the last trick still lies open."""
        return bool(self.game.deals) and (self.deal.phase is Phase.PLAYING or (self.deal.open and not self.deal.broken_off))
