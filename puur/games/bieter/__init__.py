"""Bieter: three or four players; the highest bidder is König for the whole Partie and plays alone against the others, the Bauern.

First deal: ten cards each and six on the table, three of them open; the König takes the six, lays six away, names the game and
leads. With four it is eight cards each and four on the table, two of them open. From the second deal all cards are dealt, the
dealer's last card makes trump, and the König may decline before the first card.
The König wins with what was bid, the Bauern with the target of the book. (JR-DEAL-10, JR-MATCH-04, JR-STOE-07)
Sources: jasswiki.ch/varianten/bieter, jassverzeichnis.ch (bieterjass-jassen-zu-dritt).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.core.bonus import write_stoeck
from puur.core.cards import CARDS, Card
from puur.core.deal import Phase
from puur.core.dealing import Layout
from puur.core.event_fields import Seat
from puur.core.events import Announced, Event, TrumpTurned
from puur.core.fields import Clash
from puur.core.form import Amount, Handler
from puur.core.known import openly
from puur.core.ledger import Entry
from puur.core.mode import OBENABE, trump_mode
from puur.core.playing import close
from puur.core.reglement import Source
from puur.core.trick import Undertrump
from puur.games.auction import HANDLERS as AUCTION
from puur.games.auction import Auction, Passed, Raised, Talk, deal_again, notes, speaking
from puur.games.bieter.book import BieterRules
from puur.games.bieter.bot import advice, aim_of, foreseen
from puur.games.common import LaidAway, Plain, without_modes
from puur.log.registry import GAME, Words

if TYPE_CHECKING:
    import random

    from puur.core.aim import Aim, Foreseen
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View

KOENIG, BAUERN = 0, 1
HINDERSI = "hindersi"


@openly
class Accepted(Event):
    """The König plays this deal."""

    seat: Seat


@openly
class Declined(Event):
    """The König does not play this deal."""

    seat: Seat


GAME.add(Accepted, words=Words("spielt|plays"))
GAME.add(Declined, words=Words("verzichtet|declines"))


@dataclass(frozen=True, slots=True)
class Partie:
    """What holds until the end: who is König, and for how much."""

    koenig: int
    bid: int


@dataclass(slots=True)
class Round(Talk):
    """One deal: the auction, what lies open, what was laid away, and whether the König plays for no trick."""

    table: tuple[Card, ...] = ()
    away: list[Card] = field(default_factory=list)
    turned: Card | None = None
    stage: str = "auction"
    back: bool = False
    declined: bool = False


class Bieter(Plain, Auction):
    """The Bieter for three or four."""

    name = "bieter"
    renown = 4
    players = (3, 4)
    columns = ("points",)

    def sides(self, players: int) -> tuple[int, ...]:
        """Everybody writes alone; who plays with whom is settled by the auction."""
        return tuple(range(players))

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """Two times five, later three times four; with four two times four, then three times three. (JR-DEAL-08, JR-DEAL-10)"""
        if players == 4:
            return (4, 4) if number == 1 else (3, 3, 3)
        return (5, 5) if number == 1 else (4, 4, 4)

    def layout(self, book: Reglement, players: int, number: int) -> Layout:
        """In the first deal the rest is laid on the table between the two packets. (JR-DEAL-10)"""
        packets = self.packets(book, players, number)
        return Layout(players, packets, between=len(CARDS) - players * sum(packets))

    def written_to(self, game: Game, deal: Deal, party: int) -> tuple[int, ...]:
        """All Bauern write what they have made together."""
        return tuple(seat for seat in game.seats if deal.sides[seat] == party)

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """The auction; in later deals the bottom card makes trump and the König says whether he plays."""
        deal.own = Round()
        deal.first_speaker = deal.speaker = deal.after(deal.dealer)
        if deal.number == 1:
            deal.own.table = deal.stock
            return
        deal.divide(parties(game))
        deal.own.stage = "turning"
        if deal.pack:
            turn_up(deal, deal.pack[-1])

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """The speaker of the auction; afterwards the König, or the dealer where nobody has seen the bottom card."""
        if deal.own.stage == "turning":
            return (deal.dealer,)
        return (deal.speaker if deal.own.stage == "auction" else game.own.koenig,)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """What may be said at this stage."""
        stage = deal.own.stage
        if stage == "auction":
            return [Passed(seat)]
        if stage == "exchange":
            return [LaidAway(seat, card) for card in deal.hand(seat)]
        if stage == "turning":
            return [TrumpTurned(seat, card) for card in deal.hand(seat)]
        if stage == "choice":
            return [Accepted(seat), Declined(seat)]
        back = [Announced(seat, OBENABE, HINDERSI)] if rules_of(game.book).hindersi else []
        return [*(Announced(seat, mode) for mode in game.book.modes), *back]

    def raises(self, game: Game, deal: Deal, seat: int) -> tuple[Amount, ...]:
        """More than the last bid, for the whole Partie."""
        rules, high = rules_of(game.book), deal.own.high
        low = rules.least if high is None else high.points + rules.step
        if deal.own.stage != "auction" or low > rules.most:
            return ()
        return (Amount(Raised(seat, 0), "points", low, rules.most, game.book.rule("bieter.least"), rules.step),)

    def pass_is_final(self, game: Game) -> bool:
        """Not before somebody has bid, unless the book says so."""
        return game.deal.own.high is not None or rules_of(game.book).pass_final

    def settled(self, game: Game, deal: Deal) -> bool:
        """When all others have passed."""
        talk = deal.own
        return len(talk.passed) == len(game.seats) - (talk.high is not None)

    def sold(self, game: Game, deal: Deal) -> None:
        """The highest bidder is König and takes up the cards of the table; without a bid the next player deals."""
        talk = deal.own
        if talk.high is None:
            deal_again(game, deal, deal.after(deal.dealer))
            return
        koenig = talk.high.seat
        game.own = Partie(koenig, talk.high.points)
        deal.divide(parties(game))
        talk.stage = "exchange"
        if deal.hands is not None:
            for card in deal.stock:
                deal.hands[koenig] |= card.bit
            deal.stock = ()
        else:
            talk.stage = "naming"

    def next_dealer(self, game: Game) -> int:
        """The König deals the second one, then the next player."""
        last = game.deals[-1]
        return int(game.own.koenig) if last.number == 1 and game.own is not None else last.after(last.dealer)

    def on_trick(self, game: Game, deal: Deal) -> bool:
        """A Hindersi is lost with the first trick of the König; the Partie is over as soon as one party has enough."""
        if deal.own.back:
            return deal.won[KOENIG] > 0
        live = game.totals()
        return live[game.own.koenig] + away(deal) >= game.own.bid or max(self._bauern(game, live)) >= game.book.ending.target

    def _bauern(self, game: Game, totals: tuple[int, ...]) -> list[int]:
        return [total for seat, total in enumerate(totals) if seat != game.own.koenig]

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """Cards to both parties, what was laid away to the König, the Match; or a whole game."""
        book, own, rules = game.book, deal.own, rules_of(game.book)

        def write(party: int, source: Source, raw: int, rule: str) -> list[Entry]:
            sides = self.written_to(game, deal, party) if raw else ()
            return [Entry(deal.number, side, source, raw, 1, raw, book.rule(rule), len(deal.tricks)) for side in sides]

        if own.declined:
            return write(BAUERN, Source.CONTRACT, rules.whole, "bieter.whole")
        if own.back:
            return write(BAUERN if deal.won[KOENIG] else KOENIG, Source.CONTRACT, rules.whole, "bieter.whole")
        entries = [
            entry for party, made in enumerate(self.made(game, deal)) for entry in write(party, Source.STICH, made, "scoring.total")
        ]
        entries += write(KOENIG, Source.LAID_AWAY, away(deal), "bieter.least")
        if deal.match is not None:
            entries += write(deal.match, Source.MATCH, book.scoring.match_bonus, "scoring.match_bonus")
        return entries

    def reached(self, game: Game, totals: tuple[int, ...]) -> bool:
        """The König has what was bid, or the Bauern have the target."""
        if game.own is None:
            return super().reached(game, totals)
        return totals[game.own.koenig] >= game.own.bid or max(self._bauern(game, totals)) >= game.book.ending.target

    def winner(self, game: Game, totals: tuple[int, ...]) -> int | None:
        """The König alone; None where the Bauern have won."""
        if game.own is None:
            return self.ahead(totals)
        return int(game.own.koenig) if totals[game.own.koenig] >= game.own.bid else None

    def winners(self, game: Game) -> tuple[int, ...]:
        """The König, or all Bauern."""
        if game.winner is not None or game.own is None:
            return super().winners(game)
        return tuple(seat for seat in game.seats if seat != game.own.koenig)

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """The auction; the open cards of the table, to whoever was König what was laid away; who is König, and for how much."""
        deal = game.deals[-1] if game.deals else None
        if deal is None or not isinstance(deal.own, Round):
            return {}
        own = deal.own
        facts: dict[str, object] = {}
        if deal.phase is Phase.BIDDING and own.stage == "auction":
            facts["passed"] = [each in own.passed for each in game.seats]
            facts["table"] = [str(card) for card in own.table[: len(own.table) // 2]]
        said = notes(own) if game.own is None else [("koenig", {"seat": game.own.koenig, "points": game.own.bid})]
        if game.own is not None and seat == game.own.koenig and deal.phase is not Phase.OVER:
            facts["out"] = [str(card) for card in own.away]
        if own.back:
            said.append(("hindersi", {"seat": game.own.koenig}))
        lies = own.turned is not None and not deal.tricks and not deal.cards
        return {**facts, "turned": str(own.turned) if lies else None, "notes": said}

    def clashes(self, book: Reglement) -> Iterator[Clash]:
        """Something has to be there to name."""
        yield from without_modes(book)
        rules = rules_of(book)
        if rules.least > rules.most:
            yield Clash("bieter.least", rules.least, "bieter-most", {"value": str(rules.most)}, ("bieter.most",))
        yield from super().clashes(book)

    def aim(self, view: View) -> Aim:
        """What the party wants."""
        return aim_of(view)

    def foreseen(self, view: View, said: Event, rng: random.Random) -> Foreseen | None:
        """A better bid, where there is one."""
        return foreseen(view, said, rng)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does."""
        return advice(view, rng)


def rules_of(book: Reglement) -> BieterRules:
    """The section of the book that only this game reads."""
    return book.section(BieterRules)


def parties(game: Game) -> tuple[int, ...]:
    """The König against the others."""
    return tuple(KOENIG if seat == game.own.koenig else BAUERN for seat in game.seats)


def away(deal: Deal) -> int:
    """What the cards count that the König has laid away."""
    return sum(deal.values[card.index] for card in deal.own.away)


def turn_up(deal: Deal, card: Card) -> None:
    """The bottom card makes trump; it lies open until the first lead. (JR-BOD-01)"""
    deal.own.turned, deal.mode, deal.own.stage = card, trump_mode(card.suit), "choice"


def turn_trump(game: Game, event: TrumpTurned) -> None:
    """The dealer says which card lay at the bottom, where nobody saw the pack."""
    deal = speaking(game, event.seat)
    if deal.own.stage != "turning" or (deal.hands is not None and not deal.hands[event.seat] & event.card.bit):
        raise game.refuse("dealing.packets", "trump-not-now")
    turn_up(deal, event.card)


def lay_away(game: Game, event: LaidAway) -> None:
    """The König lays a card away; after the last one the game is named."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("bieter.least", "bid-not-possible", seat=event.seat)
    assert deal.hands is not None
    deal.hands[event.seat] ^= event.card.bit
    deal.own.away.append(event.card)
    deal.stock = tuple(deal.own.away)
    if deal.hands[event.seat].bit_count() == deal.length:
        deal.dealt = tuple(deal.hands)
        deal.own.stage = "naming"


def name_game(game: Game, event: Announced) -> None:
    """The König names the first game and leads."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("modes", "mode-unknown", mode=str(event.mode), accepted=[str(mode) for mode in game.book.modes])
    deal.own.back = event.variant == HINDERSI
    if deal.own.back:
        deal.undertrump, deal.no_weis = Undertrump.VOID, True
    deal.begin(event.mode, event.seat, event.seat, 1, event.variant)


def choose(game: Game, event: Accepted | Declined) -> None:
    """The König plays, or gives the deal away: the Bauern write it whole, and their own Stöck. (JR-MATCH-04, JR-STOE-07)"""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("bieter.whole", "bid-not-possible", seat=event.seat)
    assert deal.mode is not None
    deal.begin(deal.mode, None, deal.first_speaker, 1)
    if isinstance(event, Declined):
        deal.own.declined = True
        holder = deal.stoeck_holder()
        if holder is not None and deal.sides[holder] == BAUERN and game.book.stoeck.enabled:
            deal.stoeck = holder
            write_stoeck(game, deal, holder)
        close(game, deal, last=None)


HANDLERS: Mapping[type, Handler] = {
    **AUCTION,
    TrumpTurned: turn_trump,
    LaidAway: lay_away,
    Announced: name_game,
    Accepted: choose,
    Declined: choose,
}
Bieter.handlers = HANDLERS
FORM = Bieter()
