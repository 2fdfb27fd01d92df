"""Differenzler: everybody predicts what the own tricks will bring, and writes by how much that was wrong; the least wins.

How trump is found, whether predictions are open, and what an exact one brings are values of the book. (JR-UNDER-02, JR-LOOK-02)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.core.cards import SUITS
from puur.core.control import deal_sum
from puur.core.deal import Deal, Phase
from puur.core.events import Event, TrumpTurned
from puur.core.form import Amount, Form, Handler, players_of
from puur.core.ledger import Entry
from puur.core.mode import Mode, trump_mode
from puur.core.reglement import Source
from puur.games.common import fitting
from puur.games.differenzler.book import DifferenzlerRules, Prediction, TrumpBy, ZeroExact
from puur.games.differenzler.bot import advice, aim_of
from puur.games.differenzler.events import EMPTY, Declared, Predicted

if TYPE_CHECKING:
    import random

    from puur.core.aim import Aim
    from puur.core.cards import Card
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View


@dataclass(slots=True)
class Slips:
    """What a deal knows beyond its cards: who has said what, and the card that made trump, while it lies open."""

    said: dict[int, int] = field(default_factory=dict)
    turned: Card | None = None


class Differenzler(Form):
    """The Differenzler in all its books, for four or three."""

    name = "differenzler"
    renown = 2
    players = (4, 3)
    lower_wins = True
    columns = ("said", "made", "points")
    score_moves = False

    def sides(self, players: int) -> tuple[int, ...]:
        """Everybody alone."""
        return tuple(range(players))

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """As the book says where that makes a hand, otherwise three times three or four. (JR-DEAL-08, JR-DEAL-09, JR-DEAL-11)"""
        return fitting(book, 36 // players, (4, 4, 4) if players == 3 else (3, 3, 3))

    def before_deal(self, game: Game) -> bool:
        """Where trump is drawn or comes by lot, and is not known yet."""
        known = game.own is not None and game.own[0] == game.next_number
        return rules_of(game).trump is not TrumpBy.BOTTOM_CARD and not known

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """Trump is fixed before anybody predicts; Vorhand speaks first and leads."""
        deal.own = Slips()
        deal.first_speaker = deal.speaker = deal.after(deal.dealer)
        by = rules_of(game).trump
        if by is TrumpBy.BOTTOM_CARD and deal.pack:
            deal.own.turned = deal.pack[-1]
            deal.mode = trump_mode(deal.pack[-1].suit)
        elif game.own is not None and game.own[0] == deal.number:
            deal.mode = trump_mode(game.own[1])
            if by is TrumpBy.LOT:
                game.own = None  # a deal that is dealt again has another one

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """The dealer, who turns up trump; then everybody without a prediction at once, or one after the other."""
        if deal.mode is None:
            return (deal.dealer,)
        players = len(deal.sides)
        order = [(deal.first_speaker + step) % players for step in range(players)]
        silent = tuple(seat for seat in order if seat not in deal.own.said)
        return silent if rules_of(game).prediction is Prediction.HIDDEN else silent[:1]

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """The cards that may be the bottom one, and a slip without a number; numbers are asked for as such."""
        if deal.mode is None:
            return [TrumpTurned(seat, card) for card in deal.hand(seat)]
        rules = rules_of(game)
        return [Predicted(seat, EMPTY)] if rules.missing and rules.prediction is Prediction.HIDDEN else []

    def amounts(self, game: Game, deal: Deal, seat: int) -> tuple[Amount, ...]:
        """From nothing to everything."""
        if deal.mode is None or seat not in self.awaited(game, deal):
            return ()
        hidden = rules_of(game).prediction is Prediction.HIDDEN
        rule = game.book.rule("differenzler.prediction")
        return (Amount(Predicted(seat, 0) if hidden else Declared(seat, 0), "points", 0, deal_sum(game.book), rule),)

    def own_of_paper(self, game: Game, said: tuple[int, ...]) -> Slips:
        """The slips: a number on each, or none where the book knows that."""
        least, most = (EMPTY if rules_of(game).missing else 0), deal_sum(game.book)
        if len(said) != len(game.seats) or not all(least <= points <= most for points in said):
            raise game.refuse("differenzler.prediction", "prediction-range", points=list(said), most=most)
        return Slips(dict(enumerate(said)))

    def next_dealer(self, game: Game) -> int:
        """The next player."""
        return game.deals[-1].after(game.deals[-1].dealer)

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """By how much everybody was wrong, and what an exact prediction takes off."""
        rules, entries = rules_of(game), []
        for seat, (said, made) in enumerate(zip(_said(deal), _made(game, deal), strict=True)):
            off = rules.missing if said == EMPTY else abs(said - made)
            rule = game.book.rule("differenzler.missing" if said == EMPTY else "differenzler.prediction")
            entries.append(Entry(deal.number, seat, Source.DIFFERENCE, off, 1, off, rule, deal.length))
            if rules.exact and said == made and self._is_exact(rules, deal, seat, made):
                rule = game.book.rule("differenzler.exact")
                entries.append(Entry(deal.number, seat, Source.EXACT, -rules.exact, 1, -rules.exact, rule, deal.length))
        all_said = _said(deal)
        off = abs(sum(all_said) - deal_sum(game.book))
        if rules.last_word and EMPTY not in all_said and off >= rules.last_word:
            credit, rule = off // rules.last_word, game.book.rule("differenzler.last_word")
            entries.append(Entry(deal.number, deal.dealer, Source.LAST_WORD, -credit, 1, -credit, rule, deal.length))
        return entries

    def _is_exact(self, rules: DifferenzlerRules, deal: Deal, seat: int, made: int) -> bool:
        if made:
            return True
        return rules.zero_exact is ZeroExact.ALWAYS or (rules.zero_exact is ZeroExact.WITH_TRICK and deal.won[seat] > 0)

    def passe_sum(self, book: Reglement, matches: int) -> int:
        """Nobody knows before by how much people will be wrong."""
        return 0

    def ways(self, book: Reglement) -> Mapping[str, tuple[Mode, ...]]:
        """Any suit may be trump; nobody chooses it."""
        return {suit.value: (trump_mode(suit),) for suit in SUITS}

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """What was predicted, as far as this seat may know it, who has predicted, and the card that lies open for trump."""
        deal = game.deals[-1] if game.deals else None
        if deal is None or deal.own is None:
            return {}
        is_open = deal.phase is Phase.OVER or rules_of(game).prediction is Prediction.OPEN
        said = [points if points != EMPTY and (is_open or each == seat) else None for each, points in enumerate(_said(deal))]
        lies_open = deal.own.turned is not None and not deal.tricks and not deal.cards
        return {
            "said": said,
            "spoken": [each in deal.own.said for each in game.seats],
            "turned": str(deal.own.turned) if lies_open else None,
        }

    def cells(self, game: Game, deal: Deal, points: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Said, made, and what that costs."""
        return tuple(zip(_said(deal), _made(game, deal), points, strict=True))

    def least(self, book: Reglement) -> int:
        """Below nothing where an exact prediction or the last word takes something off, in every deal."""
        rules = book.section(DifferenzlerRules)
        most = deal_sum(book) * (players_of(book) - 1) // rules.last_word if rules.last_word else 0
        return -book.ending.deals * (rules.exact + most)

    def aim(self, view: View) -> Aim | None:
        """The own prediction."""
        return aim_of(view)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player would do."""
        return advice(view, rng)


def rules_of(game: Game) -> DifferenzlerRules:
    """The section of the book that only this game reads."""
    return game.book.section(DifferenzlerRules)


def _said(deal: Deal) -> list[int]:
    return [deal.own.said.get(seat, EMPTY) for seat in range(len(deal.sides))]


def _made(game: Game, deal: Deal) -> list[int]:
    made = [points + moved for points, moved in zip(deal.points, deal.moved, strict=True)]
    if deal.last is not None:
        made[deal.last] += game.book.scoring.last_trick
    return made


def turn_trump(game: Game, event: TrumpTurned) -> None:
    """A card for trump: drawn by the dealer before the deal, or turned up where nobody saw the pack."""
    game.require_running()
    deal = game.deals[-1] if game.deals else None
    by_bottom = rules_of(game).trump is TrumpBy.BOTTOM_CARD
    if deal is not None and deal.phase is Phase.BIDDING and deal.mode is None:
        held = deal.hands is None or bool(deal.hands[event.seat] & event.card.bit)
        if event.seat != deal.dealer or (by_bottom and not held):
            raise game.refuse("differenzler.trump", "trump-not-yours", seat=event.seat, dealer=deal.dealer)
        deal.own.turned = event.card if by_bottom else None
        deal.mode = trump_mode(event.card.suit)
        return
    if not game.between_deals or not FORM.before_deal(game):
        raise game.refuse("differenzler.trump", "trump-not-now")
    if event.seat != game.next_dealer():
        raise game.refuse("differenzler.trump", "trump-not-yours", seat=event.seat, dealer=game.next_dealer())
    game.own = game.next_number, event.card.suit


def predict(game: Game, event: Predicted | Declared) -> None:
    """Note a prediction; the last one opens the play."""
    game.require_running()
    deal, rules = game.deal, rules_of(game)
    hidden = isinstance(event, Predicted)
    if hidden is not (rules.prediction is Prediction.HIDDEN):
        raise game.refuse("differenzler.prediction", "prediction-way", way=rules.prediction.value)
    corrects = not hidden and _may_correct(deal, event.seat)
    if not corrects and (deal.phase is not Phase.BIDDING or event.seat not in game.form.awaited(game, deal) or deal.mode is None):
        raise game.refuse("differenzler.prediction", "prediction-not-now", seat=event.seat)
    if event.points == EMPTY and not (hidden and rules.missing):
        raise game.refuse("differenzler.missing", "prediction-missing", seat=event.seat)
    if event.points != EMPTY and not 0 <= event.points <= deal_sum(game.book):
        raise game.refuse("differenzler.prediction", "prediction-range", points=event.points, most=deal_sum(game.book))
    deal.own.said[event.seat] = event.points
    if len(deal.own.said) == len(deal.sides) and deal.phase is Phase.BIDDING:
        assert deal.mode is not None
        deal.begin(deal.mode, None, deal.first_speaker, 1)


def _may_correct(deal: Deal, seat: int) -> bool:
    """An open prediction stands once the next one has spoken; the last one once a card is led."""
    if deal.own is None or not deal.own.said or deal.cards or deal.tricks or deal.phase is Phase.OVER:
        return False
    return bool(next(reversed(deal.own.said)) == seat)


HANDLERS: Mapping[type, Handler] = {
    TrumpTurned: turn_trump,
    Predicted: predict,
    Declared: predict,
}
Differenzler.handlers = HANDLERS
FORM = Differenzler()
