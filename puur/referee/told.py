"""A ruling told by roles: who did it, the opponents, the wrong card, the suit that was led; never a name or a card.

The referee is asked in a game that nobody played (`scenes`), so its seats and cards mean nothing to those who ask. Here every
effect becomes a step with a word for each: the same for every such game, and therefore what two answers are compared by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from puur.core import effects as ef
from puur.core.cards import Card
from puur.core.events import IncidentReported
from puur.core.game import Game
from puur.core.sanctions import Exchange, SeveralCard, SeveralDead
from puur.core.seats import Direction, partner_of
from puur.referee.case import Case
from puur.referee.offences import OFFENCES
from puur.referee.officials import beside_rules, deciders
from puur.referee.ruling import Choice, Ruling

_EMERGENCIES = {"emergency", "false-emergency", "emergency-matter", "asked-too-late"}  # what the list of AJZ-1.8-01 decides


class Step(NamedTuple):
    """One thing that happens now: what, to whom (a role), and how much."""

    key: str
    who: str = ""
    amount: int = 0


class Option(NamedTuple):
    """One way to choose, and what happens then."""

    key: str
    steps: tuple[Step, ...]


class Choosing(NamedTuple):
    """Who chooses (a role) between what."""

    key: str
    by: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A ruling in roles; two that are equal are the same answer."""

    text: str
    upheld: bool
    decided: bool
    steps: tuple[Step, ...]
    choices: tuple[Choosing, ...]
    deadline: str
    late: bool  # the deadline has passed
    deciders: tuple[str, ...]  # who decides, and who if that person is absent or concerned
    fallback: bool

    @property
    def limit(self) -> str:
        """The deadline to tell; none where it has passed and the opponents may choose for that very reason. (JR-ERR-11)"""
        return "" if self.late and self.choices else self.deadline


def told(game: Game, incident: IncidentReported, ruling: Ruling) -> Told:
    """The ruling on an incident of a game, in roles."""
    case = Case(game, incident)
    teller = _Teller(case, ruling)
    exchange = [choice.options[0].effects for choice in ruling.choices if choice.key == "exchange"]  # any card of the suit
    steps = [*teller.steps(ruling.effects), *(step for effects in exchange for step in teller.steps(effects))]
    francs = ruling.facts.get("francs")
    if isinstance(francs, int):
        steps.append(Step("fine", "offender", francs))
    owed = ruling.facts.get("owed")
    if isinstance(owed, str):
        steps.append(Step(owed, "offender"))
    further = ruling.facts.get("further")
    if isinstance(further, tuple):
        steps.extend(Step(key) for key in further)
    due = ruling.facts.get("due")
    if isinstance(due, int):
        steps.append(Step("fine-due", amount=due))
    who = ruling.facts.get("who")
    if isinstance(who, str):
        steps.append(Step("decides", who))
    emergency = bool(case.marks & _EMERGENCIES) or beside_rules(ruling.provisions)
    return Told(
        text=ruling.text, upheld=ruling.upheld, decided=ruling.decided, steps=tuple(steps),
        choices=tuple(teller.choice(choice) for choice in ruling.choices if choice.key != "exchange"),
        deadline=ruling.deadline.key if ruling.deadline else "", late=bool(ruling.deadline and ruling.deadline.passed),
        deciders=_deciders(ruling, deciders(game.book, emergency=emergency)), fallback=ruling.fallback or ruling.gap,
    )  # fmt: skip


def _deciders(ruling: Ruling, order: tuple[str, ...]) -> tuple[str, ...]:
    """Who decides, and who after that person: the book's list, from the one whom the ruling names."""
    if ruling.official in order:
        return order[order.index(ruling.official) :]
    return order if ruling.decided or not ruling.official else (ruling.official,)


class _Teller:
    """What the effects of one ruling mean in roles."""

    def __init__(self, case: Case, ruling: Ruling) -> None:
        self.case, self.ruling = case, ruling
        self.subject = OFFENCES[ruling.offence].subject
        named = ruling.facts.get("card")
        self.wrong = named if isinstance(named, Card) else next(iter(case.incident.cards), None)
        trick = case.cards_of_trick() if case.game.deals and case.deal.orders else ()
        self.led = trick[0].suit if trick else None
        self.early = ruling.offence == "early-card"

    def steps(self, effects: Iterable[ef.Effect]) -> Iterator[Step]:
        """One step for each kind of thing, in the order of the effects; cards that die together are one."""
        said: dict[Step, None] = {}
        dead = [effect.card for effect in effects if isinstance(effect, ef.CardDead)]
        for effect in effects:
            for step in self._dead(dead) if isinstance(effect, ef.CardDead) else self._step(effect):
                said.setdefault(step)
        yield from said

    def choice(self, choice: Choice) -> Choosing:
        """A choice; cards that may be chosen are one option, since they are others at every table."""
        options = [Option(option.key, tuple(self.steps(option.effects))) for option in choice.options]
        if choice.key == "card":
            options = [Option(choice.key, (Step("play-chosen"),))]
        by = "offender" if choice.by == (self.case.seat,) else "opponent-after" if len(choice.by) == 1 else "opponents"
        return Choosing(choice.key.partition("-")[0] if choice.key.startswith("change-") else choice.key, by, tuple(options))

    def _seat(self, seat: int) -> str:
        case = self.case
        if seat == case.seat:
            return "offender"
        if seat == self.ruling.facts.get("rightful"):
            return "rightful"
        if seat == case.after:  # who plays next sits on the right, in Austria on the left (TAM-ES-49)
            return "next" if case.book.table.direction is Direction.COUNTERCLOCKWISE else "next-left"
        return "partner" if seat == partner_of(case.seat) else "opponent"

    def _dead(self, dead: list[Card]) -> Iterator[Step]:
        if self.ruling.offence in ("several-cards", "claim"):
            whole = self.case.rules.several_dead is SeveralDead.ALL_HELD
            yield Step("dead-hand" if whole else "dead-laid")
            return
        if self.subject == "weis":
            yield Step("dead-weis")
            return
        if self.wrong in dead:
            yield Step("dead-wrong")
        others = [card for card in dead if card is not self.wrong]
        if others and others[0].suit is self.led:
            trumps = self.led is self.case.order.trump and self.case.rules.revoke_trumps
            yield Step("dead-trumps" if trumps else "dead-exchanged" if self.early and not self._revoked() else "dead-highest-led")
        elif others:
            yield Step("dead-highest-wrong")

    def _revoked(self) -> bool:
        return self.ruling.text in ("early-revoke", "late-annul")

    def _step(self, effect: ef.Effect) -> Iterator[Step]:
        case = self.case
        match effect:
            case ef.CardTakenBack(seat=seat, card=card):
                yield Step("wrong-back" if seat == case.seat and card is self.wrong else "others-back")
            case ef.MustPlay(seat=seat, cards=cards):
                yield Step(self._play(cards), self._seat(seat))
            case ef.SeatBarred():
                yield Step("cannot-win", "offender")
            case ef.TrickTo(team=team):
                yield Step("trick-to", "opponents" if team == case.foes else "offenders")
            case ef.RestTo(team=team):
                yield Step("rest-to", "opponents" if team == case.foes else "offenders")
            case ef.NextLeader(seat=seat, after=after):
                who = self._seat(seat)
                yield Step(
                    "leads-next" if after or (who.startswith("next") and "rightful" not in self.ruling.facts) else "leads", who
                )
            case ef.SuitBanned():
                yield Step("suit-banned", "offenders")
            case ef.CardBanned():
                yield Step("card-banned", "offender")
            case ef.CardLost():
                yield Step("card-lost", "opponents")
            case ef.DealLost():
                yield Step("deal-lost", "offender")
            case ef.WeisLost():
                yield Step("weis-lost", "offender")
            case ef.WeisAllowed():
                yield Step("weis-allowed", "opponents")
            case ef.PointsMoved():
                yield Step("points-to", "opponents")
            case ef.DealVoid(dealer=dealer):
                yield Step("deal-again", self._dealer(dealer))
            case ef.DealerPlanned():
                yield Step(self._balanced())
            case ef.VorhandPlanned():
                yield Step("vorhand-swapped")
            case ef.PenaltyPoints(seat=seat, points=points):
                yield Step("penalty", self._fined(seat), points)
            case ef.GameLost():
                yield Step("game-lost", "offenders")
            case ef.PlayerReplaced():
                yield Step("replaced", "offender")

    def _play(self, cards: tuple[Card, ...]) -> str:
        if self.ruling.offence in ("dead-lead", "banned-card"):
            return "lead-another"
        if self.ruling.offence in ("wrong-lead",):
            return "lead-trump"
        rules = self.case.rules
        highest = (
            rules.several_card is SeveralCard.HIGHEST
            if self.ruling.offence == "several-cards"
            else rules.revoke_card is Exchange.HIGHEST
        )
        if self.ruling.offence == "undertrump" and not (highest and cards[0].suit is self.led):
            return "play-legal"
        if all(card.suit is self.led for card in cards):
            plain_early = self.early and not self._revoked()
            laid = self.ruling.offence == "several-cards" and len(cards) == 1 and not highest
            return "play-laid" if laid else "play-highest" if highest and not plain_early else "play-suit"
        return "play-laid" if self.ruling.offence == "several-cards" and len(cards) == 1 else "play-legal"

    def _dealer(self, dealer: int | None) -> str:
        case = self.case
        if dealer is None or (case.game.deals and dealer == case.deal.dealer and "rightful" not in self.ruling.facts):
            return "same-dealer"
        if dealer == self.ruling.facts.get("rightful"):
            return "rightful-dealer"
        return "vorhand" if self.ruling.text == "partner-bids-vorhand" else "next-dealer"

    def _balanced(self) -> str:
        rightful = self.ruling.facts.get("rightful")
        return (
            "dealer-swapped" if isinstance(rightful, int) and partner_of(rightful) == self.case.deal.dealer else "dealer-balanced"
        )

    def _fined(self, seat: int) -> str:
        if self.ruling.offence == "wrong-dealer":
            return "trump-makers"
        if self.ruling.offence in ("misdeal", "exposed-card"):
            return "dealer"
        return self._seat(seat)
