"""Zuger: everybody alone, the dealer sits out, and whoever fears not to make 21 stays at home; only tens are written.

Twelve cards each; the bottom card of the pack makes trump and nobody may rob it. Fewer than 21 card points: one falls, ten off.
The dealer writes ten. Two who are left may share: seven each, and each half of a Weis, rounded down.
Sources: jassonkel.ch (jassarten/zuger, jassauskunft/zuger) for four, jasswiki.ch/varianten/zuger for three, and the target of 150.
Where they are silent Puur plays as in the Handjass (jassverzeichnis.ch/handjass, jasswiki.ch/varianten/handjass), in which one
stays at home too: from Vorhand in turn, once and for good, and fewer than two throw the cards in. Our own reading is that a fall
leaves nothing of a Weis, that the trick of a falling player counts for nobody else, and that sharing is offered by both or not at
all; haggling ("10 to 5") is left to tables of wood. Factors by suit, which the sources mention and do not list, are `[modes]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.cards import CardSet
from puur.core.deal import Phase
from puur.core.dealing import Layout
from puur.core.event_fields import Seat
from puur.core.events import Event, TrumpTurned
from puur.core.fields import Clash
from puur.core.form import Handler
from puur.core.known import openly
from puur.core.ledger import Entry
from puur.core.mode import Mode, trump_mode
from puur.core.playing import close
from puur.core.reglement import Source
from puur.core.weisen import further
from puur.games.auction import deal_again, speaking
from puur.games.common import BottomTrump, Open, Race, fitting, turn_trump
from puur.games.counting import counted, expected
from puur.games.zuger.book import ZugerRules
from puur.log.registry import GAME, Words

if TYPE_CHECKING:
    import random

    from puur.core.cards import Card
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View

TEN = 10


@openly
class Joined(Event):
    """A seat plays this deal."""

    seat: Seat


@openly
class StayedHome(Event):
    """A seat does not play this deal."""

    seat: Seat


@openly
class ShareOffered(Event):
    """One of two who are left would rather share the deal than play it."""

    seat: Seat


@openly
class ShareRefused(Event):
    """One of two who are left wants to play."""

    seat: Seat


GAME.add(Joined, words=Words("macht mit|joins"))
GAME.add(StayedHome, words=Words("bleibt daheim|stays home"))
GAME.add(ShareOffered, words=Words("will teilen|would share"))
GAME.add(ShareRefused, words=Words("will spielen|wants to play"))


@dataclass(slots=True)
class Asked(Open):
    """Who plays, who stays at home, and whether two share."""

    came: list[int] = field(default_factory=list)
    home: list[int] = field(default_factory=list)
    offered: int = 0  # how many of the two would share
    shared: bool = False

    def mode(self) -> Mode:
        """The suit of the bottom card as trump."""
        assert self.turned is not None
        return trump_mode(self.turned.suit)


class Zuger(BottomTrump, Race):
    """The Zuger for four, of whom three play, and for three, of whom two do."""

    name = "zuger"
    players = (4, 3)
    score_moves = False

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """Three times four."""
        return fitting(book, 12, (4, 4, 4))

    def layout(self, book: Reglement, players: int, number: int) -> Layout:
        """The dealer gets no cards."""
        return super().layout(book, players, number)._replace(dealer_out=True)

    def written_to(self, game: Game, deal: Deal, party: int) -> tuple[int, ...]:
        """Points and Weise are written in tens, when the deal is over. (JR-WRITE-07)"""
        return ()

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """The bottom card lies open; then Vorhand says whether it plays."""
        deal.own = Asked()
        deal.first_speaker, deal.speaker = deal.after(deal.dealer), deal.dealer
        if deal.pack:
            self.turn_up(game, deal, deal.pack[-1])

    def turnable(self, game: Game, deal: Deal) -> Iterable[Card]:
        """Any card: it may lie in the rest of the pack."""
        return self.pack(game.book)

    def turn_up(self, game: Game, deal: Deal, card: Card) -> None:
        """The bottom card is known."""
        deal.own.turned = card
        deal.speaker = deal.first_speaker

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """To play or to stay at home; of two who are left, to share or not."""
        own = deal.own
        if own.turned is None:
            return super().options(game, deal, seat)
        if len(own.came) + len(own.home) < len(game.seats) - 1:
            return [Joined(seat), StayedHome(seat)]
        return [ShareRefused(seat), ShareOffered(seat)]

    def factor(self, game: Game, mode: Mode | None, variant: str) -> int:
        """As the book says of a suit."""
        return game.book.modes.get(mode, 1) if mode is not None else 1

    def begin(self, game: Game, deal: Deal) -> None:
        """Those who came play."""
        own, mode = deal.own, deal.own.mode()
        deal.sit_out(*own.home)
        deal.begin(mode, None, own.came[0], self.factor(game, mode, ""))

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """Tens of the cards and of the Weis, a fall, a share, and the ten of the dealer."""
        rules, own, book = rules_of(game.book), deal.own, game.book
        factor = self.factor(game, own.mode(), "")
        written = [Entry(deal.number, deal.dealer, Source.CONTRACT, rules.dealer, 1, rules.dealer, book.rule("zuger.dealer"))]

        def write(seat: int, source: Source, raw: int, rule: str) -> None:
            if raw:
                written.append(Entry(deal.number, seat, source, raw, factor, raw * factor, rule, len(deal.tricks)))

        made = self.made(game, deal)
        for seat in own.came:
            if own.shared:
                write(seat, Source.CONTRACT, rules.share, book.rule("zuger.share"))
                write(seat, Source.WEIS, self.best_weis(game, deal) // 2 // TEN, book.rule("weis.values.runs"))
            elif made[seat] < rules.least:
                write(seat, Source.CONTRACT, -rules.fall, book.rule("zuger.fall"))
            else:
                write(seat, Source.STICH, made[seat] // TEN, book.rule("scoring.total"))
                write(seat, Source.WEIS, deal.weisen.points(book, seat) // TEN, book.rule("weis.values.runs"))
                stoeck = book.stoeck.points if deal.stoeck == seat else 0
                write(seat, Source.STOECK, stoeck // TEN, book.rule("stoeck.points"))
        return written

    def best_weis(self, game: Game, deal: Deal) -> int:
        """What the better of two hands that share could have shown."""
        mode, values = deal.own.mode(), game.book.weis.values
        if not game.book.weis.enabled:
            return 0
        hands = [deal.dealt_hand(seat) for seat in deal.own.came]
        return max(sum(weis.points(values) for weis in further(game.book, mode, hand, None)) for hand in hands)

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """The bottom card, who stays at home, and whether the deal was shared."""
        deal = game.deals[-1] if game.deals else None
        if deal is None or not isinstance(deal.own, Asked):
            return {}
        notes: list[tuple[str, dict[str, object]]] = [("home", {"seat": each}) for each in deal.own.home]
        if deal.own.shared:
            notes.append(("shared", {"points": rules_of(game.book).share}))
        turned = deal.own.turned
        lies = turned is not None and deal.phase is Phase.BIDDING
        return {"turned": str(turned) if lies else None, "notes": notes}

    def least(self, book: Reglement) -> int:
        """A fall is minus."""
        return -1000

    def misplaced(self, book: Reglement) -> Iterator[Clash]:
        """A target, Weise and Stöck are all in their place: they are counted with the deal."""
        return iter(())

    def aim(self, view: View) -> Aim:
        """Tens, and not to fall."""
        return _tens(view)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does: stays at home with a hand that falls more than it brings."""
        if view.mode is not None:
            return counted(view, rng, self.aim(view))
        said = {type(option): option for option in view.options}
        turned = view.own.get("turned")
        if turned is None or not said:
            return None
        trump = next(iter(CardSet.parse(str(turned)))).suit
        brings = expected(view, rng, trump_mode(trump), view.sides, view.speaker or 0, _tens(view))
        if Joined in said:
            return said[Joined if brings > 0 else StayedHome]
        return said[ShareOffered if brings <= rules_of(view.book).share else ShareRefused]


def _tens(view: View) -> Aim:
    """What a seat writes of its cards."""
    own, rules = view.seat, rules_of(view.book)

    def worth(points: Iterable[int], _: object) -> float:
        mine = list(points)[own]
        return mine / TEN if mine >= rules.least else -float(rules.fall)

    return Aim((1,) * len(view.parties), worth, unit="tens", dear=1.0)


def rules_of(book: Reglement) -> ZugerRules:
    """The section of the book that only this game reads."""
    return book.section(ZugerRules)


def _checked(game: Game, event: Joined | StayedHome | ShareOffered | ShareRefused) -> Deal:
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("zuger.share", "bid-not-possible", seat=event.seat)
    return deal


def answer(game: Game, event: Joined | StayedHome) -> None:
    """Once and for good; after the last one it is played, shared, or thrown in."""
    deal, form = _checked(game, event), zuger(game)
    own = deal.own
    (own.came if isinstance(event, Joined) else own.home).append(event.seat)
    deal.speaker = deal.after(deal.speaker)
    if len(own.came) + len(own.home) < len(game.seats) - 1:
        return
    if len(own.came) < 2:
        deal_again(game, deal, form.following(game, deal))
    elif len(own.came) == 2 and rules_of(game.book).share:
        deal.speaker = own.came[0]
    else:
        form.begin(game, deal)


def share(game: Game, event: ShareOffered | ShareRefused) -> None:
    """Both have to want it; otherwise it is played."""
    deal, form = _checked(game, event), zuger(game)
    own = deal.own
    if isinstance(event, ShareRefused):
        form.begin(game, deal)
        return
    own.offered += 1
    deal.speaker = own.came[-1]
    if own.offered == len(own.came):
        own.shared = True
        close(game, deal, last=None)


def zuger(game: Game) -> Zuger:
    """The form of a Zuger."""
    assert isinstance(game.form, Zuger)
    return game.form


HANDLERS: Mapping[type, Handler] = {
    TrumpTurned: turn_trump, Joined: answer, StayedHome: answer, ShareOffered: share, ShareRefused: share,
}  # fmt: skip
Zuger.handlers = HANDLERS
FORM = Zuger()
