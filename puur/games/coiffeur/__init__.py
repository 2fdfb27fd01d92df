"""Coiffeur-Partnerschieber: each pair plays each variant once; pushing goes around the table; tens are written.

The sheet has one row per variant and pair that chose it, with a number in both columns. (TAM-CP-04 to 38)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import TYPE_CHECKING

from puur.core.cards import SUITS
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import Announced
from puur.core.fields import Clash
from puur.core.ledger import Entry
from puur.core.mode import OBENABE, UNDEUFE, Block, Mode, gusti, slalom, trio, trump_mode
from puur.core.reglement import Leader, Reglement, Source
from puur.core.seats import next_seat, other, partner_of, team_of
from puur.core.sheet import Line
from puur.games.calling import Calling
from puur.games.coiffeur.book import CoiffeurRules, JokerModes, Start, TrioOrder, WrongVariant

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game

JOKER = "joker"
FULL = 16  # a whole deal in tens: 157 counts as 160 (TAM-CP-32)


_STARTS = {Start.FREE: (Block.OBEN, Block.UNTEN), Start.OBEN: (Block.OBEN,), Start.UNTEN: (Block.UNTEN,)}


def tens(points: int, round_up_from: int) -> int:
    """Points as tens: unit digits below `round_up_from` go down, the others up. (TAM-CP-35)"""
    return (points + 10 - round_up_from) // 10


def rules_of(book: Reglement) -> CoiffeurRules:
    """The section of the book that only this game reads."""
    return book.section(CoiffeurRules)


def modes_of(book: Reglement, variant: str) -> tuple[Mode, ...]:
    """Every mode that may be played as this variant. (TAM-CP-08, TAM-CP-10, TAM-CP-27 to 30)"""
    rules = rules_of(book)
    if variant == JOKER:
        simple = {"E", "R", "S", "L", "obenabe", "undeufe"}
        names = [name for name in rules.factors if name != JOKER]
        if rules.joker_modes is JokerModes.SIMPLE:
            names = [name for name in names if name in simple]
        return tuple(mode for name in names for mode in modes_of(book, name))
    for suit in SUITS:
        if variant == suit.value:
            return (trump_mode(suit),)
    if variant == "slalom":
        return tuple(slalom(way) for way in _STARTS[rules.slalom_start])
    if variant == "gusti":
        return tuple(gusti(way) for way in _STARTS[rules.gusti_start])
    if variant == "trio":
        fixed = ((Block.TRUMP, Block.UNTEN, Block.OBEN),)
        orders = fixed if rules.trio_order is TrioOrder.TRUMP_UNTEN_OBEN else tuple(permutations(Block, 3))
        return tuple(trio(suit, order, rules.trio_values) for suit in SUITS for order in orders)
    return {"obenabe": (OBENABE,), "undeufe": (UNDEUFE,)}.get(variant, ())


def _shape_rule(book: Reglement, variant: str) -> str:
    """The provision that says in which ways a variant may be played."""
    fields = {"slalom": "slalom_start", "gusti": "gusti_start", "trio": "trio_order", JOKER: "joker_modes"}
    return book.rule(f"coiffeur.{fields.get(variant, 'factors')}")


class Coiffeur(Calling):
    """The Coiffeur as TAM plays it; factors and switches are data of the book."""

    name = "coiffeur"
    renown = 3
    line_sum = FULL
    score_moves = False  # rounded to tens when a deal is over (TAM-CP-35)

    def open_variants(self, game: Game, team: int) -> tuple[str, ...]:
        """The variants that a pair has not chosen yet, in the order of the sheet. (TAM-CP-04)"""
        used = {deal.variant for deal in game.finished_deals if _chooser(deal) == team}
        if game.deals and game.deals[-1].phase is Phase.PLAYING and _chooser(game.deals[-1]) == team:
            used.add(game.deals[-1].variant)
        return tuple(name for name in rules_of(game.book).factors if name not in used)

    def first_speaker(self, game: Game, deal: Deal) -> int:
        """The player after the dealer; a pair that is done is passed over, whoever dealt. (TAM-CP-12, TAM-CP-18, TAM-CP-20)"""
        seat = next_seat(deal.dealer)
        return next_seat(seat) if team_of(seat) == self._finished_team(game) else seat

    def _finished_team(self, game: Game) -> int | None:
        left = [len(self.open_variants(game, team)) for team in (0, 1)]
        if left[0] == 0 and left[1] > 0:
            return 0
        return 1 if left[1] == 0 and left[0] > 0 else None

    def may_push(self, game: Game, deal: Deal) -> str | None:
        """Around the table and once to the first again, who is in Zwang; with one pair done, there and back. (TAM-CP-13 to 20)"""
        rules = game.book.bidding
        if not rules.push:
            return "bidding.push"
        if self._finished_team(game) is not None:
            return None if deal.pushes < (2 if rules.push_back else 1) else "bidding.push_back"
        return None if deal.pushes < rules_of(game.book).pushes else "coiffeur.pushes"

    def pushed_to(self, game: Game, deal: Deal) -> int:
        """The next player, an opponent; the partner when the other pair is done. (TAM-CP-13, TAM-CP-20)"""
        return partner_of(deal.speaker) if self._finished_team(game) is not None else next_seat(deal.speaker)

    def choices(self, game: Game, deal: Deal) -> Iterator[Announced]:
        """Every open variant of the own pair, in every way it may be played."""
        for variant in self.open_variants(game, team_of(deal.speaker)):
            for mode in modes_of(game.book, variant):
                yield Announced(deal.speaker, mode, variant)

    def check(self, game: Game, said: Announced) -> None:
        """The mode has to fit the variant, the variant has to be on the sheet and, where the book says so, open."""
        factors = rules_of(game.book).factors
        variant = said.variant or said.mode.family
        if variant not in factors:
            raise RuleViolation(game.book.rule("coiffeur.factors"), "variant-unknown", variant=variant, accepted=list(factors))
        if said.mode not in modes_of(game.book, variant):
            raise RuleViolation(_shape_rule(game.book, variant), "mode-does-not-fit", variant=variant, mode=str(said.mode))
        still_open = self.open_variants(game, team_of(said.seat))
        if not still_open:  # TAM-CP-04: nothing is left that even a Nuller could fill
            raise game.refuse("ending.deals", "all-variants-played", team=team_of(said.seat))
        if variant not in still_open and rules_of(game.book).wrong_variant is WrongVariant.REFUSED:
            raise game.refuse("coiffeur.wrong_variant", "variant-used", variant=variant, open=list(still_open))

    def settle(self, game: Game, deal: Deal, said: Announced) -> None:
        """The chooser leads (TAM-CP-16). A variant played before counts as Joker, or costs a Nuller (TAM-CP-21, 22)."""
        variant = said.variant or said.mode.family
        still_open = self.open_variants(game, team_of(said.seat))
        if variant not in still_open:
            variant = JOKER
            if JOKER not in still_open:
                factors = rules_of(game.book).factors
                variant = min(still_open, key=lambda name: factors[name])
                deal.nuller = team_of(said.seat)
        leader = said.seat if game.book.bidding.leader is Leader.CHOOSER else deal.first_speaker
        deal.begin(said.mode, said.seat, leader, self.factor(game, said.mode, variant), variant)

    def next_dealer(self, game: Game) -> int:
        """The next player; when one pair is done, only that pair deals, in turn. (TAM-CP-17, TAM-CP-19)"""
        last = game.deals[-1].dealer
        done = self._finished_team(game)
        if done is None:
            return next_seat(last)
        return partner_of(last) if team_of(last) == done else next_seat(last)

    def factor(self, game: Game, mode: Mode | None, variant: str) -> int:
        """The factor of the variant. (TAM-CP-07)"""
        return rules_of(game.book).factors[variant or (mode.family if mode is not None else "")]

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """Both columns in tens, rounded before multiplying. (TAM-CP-32 to 36; TAM-CP-22, TAM-CP-23 for a Nuller)"""
        book = game.book
        if deal.nuller is not None:
            written = [0, 0]
            written[other(deal.nuller)] = FULL
            counted = [0, 0]
            rule = book.rule("coiffeur.wrong_variant")
        else:
            counted = [deal.points[team] + deal.moved[team] for team in (0, 1)]
            if deal.last is not None:
                counted[deal.last] += book.scoring.last_trick
            chooser = _chooser(deal) or 0  # whose points are rounded; the others get what remains (TAM-CP-34)
            own = tens(counted[chooser], rules_of(book).round_up_from)
            written = [FULL - own, FULL - own]
            written[chooser] = own
            rule = book.rule("coiffeur.round_up_from")
        return [
            Entry(deal.number, team, Source.STICH, counted[team], deal.factor, written[team] * deal.factor, rule, 9)
            for team in (0, 1)
        ]

    def is_complete(self, game: Game) -> bool:
        """When both pairs have played every variant. (TAM-CP-05)"""
        return not self.open_variants(game, 0) and not self.open_variants(game, 1)

    def needs_mode(self, book: Reglement) -> bool:
        """Always: the variant fills a line of the sheet."""
        return True

    def passe_sum(self, book: Reglement, matches: int) -> int:
        """What both columns of a complete sheet hold together. (TAM-CP-38)"""
        return 2 * FULL * sum(rules_of(book).factors.values())

    def control_totals(self, game: Game) -> tuple[int, ...]:
        """Tens times factor, as they are written."""
        return tuple(game.ledger.totals)

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """What each pair may still choose."""
        return {"open": [list(self.open_variants(game, team)) for team in (0, 1)]}

    def ways(self, book: Reglement) -> Mapping[str, tuple[Mode, ...]]:
        """Every variant in every way it may be played."""
        return {variant: modes_of(book, variant) for variant in rules_of(book).factors}

    def page_facts(self, book: Reglement) -> Mapping[str, object]:
        """How points become tens. (TAM-CP-32, TAM-CP-35)"""
        return {"tens": {"whole": FULL, "round_up_from": rules_of(book).round_up_from}}

    def lines(self, book: Reglement) -> tuple[Line, ...]:
        """A line per variant. (TAM-CP-08)"""
        return tuple(Line(variant, factor) for variant, factor in rules_of(book).factors.items())

    def clashes(self, book: Reglement) -> Iterator[Clash]:
        """The factors are the sheet, and each pair plays each line once. (TAM-CP-04, TAM-CP-05)"""
        deals = 2 * len(rules_of(book).factors)
        if not deals:
            yield Clash("coiffeur.factors", None, "no-factors", beside=("form",))
        elif deals != book.ending.deals:
            beside = ("form", "coiffeur.factors", "ending.target")
            yield Clash("ending.deals", book.ending.deals, "deals-lines", {"value": str(deals)}, beside)
        yield from self.misdealt(book)
        yield from self.misplaced(book)


def _chooser(deal: Deal) -> int | None:
    return None if deal.announcer is None else team_of(deal.announcer)


FORM = Coiffeur()
