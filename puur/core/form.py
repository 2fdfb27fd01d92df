"""The seam for games: Schieber, Coiffeur and every other form of Jass answer the same questions.

Cards, tricks, legality, turns, the ledger and the events of play are shared. Everything in which games differ (who plays with
whom, how it is bid, who leads, what a deal writes, when it is over, what its sheet looks like) is asked of the form, and nobody
asks for its name. A form is a folder in `puur/games` with a `FORM`; it is found there by its name, so that a new game touches
nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

from puur.core.cards import CARDS, CardSet
from puur.core.dealing import Layout
from puur.core.evening import RankBy
from puur.core.events import Event
from puur.core.fields import Clash
from puur.core.finding import FINDERS
from puur.core.reglement import Finish, Source
from puur.core.seats import PAIRS
from puur.core.sheet import Line, Sheet, sheet_of

if TYPE_CHECKING:
    import random

    from puur.core.aim import Aim, Foreseen
    from puur.core.cards import Card
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.ledger import Entry
    from puur.core.mode import Mode, Order
    from puur.core.reglement import Reglement
    from puur.core.view import View


class Way(StrEnum):
    """A way to type a sheet."""

    DEALS = "deals"  # each deal
    LINES = "rows"  # each fixed line, for each side that chose it
    STRICHE = "striche"
    TOTALS = "total"  # the totals alone


Handler = Callable[["Game", Any], None]
_NONE = CardSet()


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that a seat is asked for: `event` with its field `name` filled in, from `low` to `high`."""

    event: Event
    name: str
    low: int
    high: int
    rule: str
    step: int = 1  # counted from `low`

    def fits(self, number: int) -> bool:
        """Whether this number may be said."""
        return self.low <= number <= self.high and (number - self.low) % self.step == 0

    def filled(self, number: int) -> Event:
        """The event with this number."""
        return cast(Event, replace(cast(Any, self.event), **{self.name: number}))


class Form(ABC):
    """One form of Jass. Forms hold no state: what they need is in the game, `game.own` and `deal.own` are theirs."""

    name: str
    players: tuple[int, ...] = (4,)
    renown = 100  # where it stands in a list of games: the best known have the lowest number
    lower_wins = False  # whether the lowest total is the best
    columns: tuple[str, ...] = ("points",)  # what the numbers of a side are in a row of the sheet; what is written stands last
    line_sum = 0  # what all sides together make in a fixed line, before its factor; 0 where that is not known
    pushes = False  # whether a player announces or leaves it to the partner, who must not look at the cards before
    score_moves = True  # whether the tricks of a running deal count for the score at once
    counts_on_paper = True  # whether a result from paper is what was counted, so that it adds up; otherwise what each side writes
    handlers: Mapping[type, Handler] = {}  # the events of the bidding, and what else only this form knows

    # ---- who plays -------------------------------------------------------------------------------------------------------

    def sides(self, players: int) -> tuple[int, ...]:
        """The side of each seat; as it stands, partners sit two apart."""
        return tuple(seat % 2 for seat in range(players))

    def pack(self, book: Reglement) -> tuple[Card, ...]:
        """The cards that are played with; the others of the pack are put aside before dealing."""
        return CARDS

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """How the cards of deal `number` are dealt; together they are a hand, and with it the number of tricks."""
        return book.dealing.packets

    def layout(self, book: Reglement, players: int, number: int) -> Layout:
        """How deal `number` is dealt."""
        return Layout(players, self.packets(book, players, number), self.pack(book))

    def written_to(self, game: Game, deal: Deal, party: int) -> tuple[int, ...]:
        """The sides that write what a party of the deal has made: itself, where parties are not made anew (`Deal.divide`)."""
        return (party,)

    # ---- the bidding -----------------------------------------------------------------------------------------------------

    def before_deal(self, game: Game) -> bool:
        """Whether the table has to draw a card (`TrumpTurned`) before the next deal."""
        return False

    @abstractmethod
    def open_bidding(self, game: Game, deal: Deal) -> None:
        """The cards are dealt: who speaks first, or what is played without a word."""

    @abstractmethod
    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """Who has to speak in the bidding; several where they may do so in any order."""

    @abstractmethod
    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """Everything that an awaited seat may say."""

    def amounts(self, game: Game, deal: Deal, seat: int) -> tuple[Amount, ...]:
        """The numbers that an awaited seat may be asked for."""
        return ()

    def orders(self, book: Reglement, mode: Mode, tricks: int) -> tuple[Order, ...]:
        """How each trick of a deal of this length is decided."""
        return mode.orders_for(tricks)

    def besides(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """What a seat may say while cards are played that nobody needs in order to play on."""
        return ()

    def withheld(self, game: Game, deal: Deal, seat: int, allowed: CardSet) -> tuple[CardSet, str]:
        """Of the cards that every Jass allows, those that this game does not, and the field that says so; never all of them.

        The last part of the field is the reason of the refusal. At a free table it is left to the people.
        """
        return _NONE, ""

    def on_card(self, game: Game, deal: Deal, seat: int, card: Card) -> None:
        """A legal card is about to be laid: what else it means."""
        return

    def on_trick(self, game: Game, deal: Deal) -> bool:
        """Whether the deal is over with this trick though cards are left."""
        return False

    def lead_silently(self, game: Game, deal: Deal, seat: int, card: Card) -> None:
        """A card is led before the bidding is over; refused unless it says something."""
        raise game.refuse("bidding.silent_lead", "announce-first", speaker=deal.speaker)

    def check_entered(self, game: Game, announcer: int, mode: Mode, variant: str) -> None:
        """Refuse what a result from paper names as announced, if it cannot be."""
        raise game.refuse("modes", "mode-unknown", mode=str(mode), accepted=[])

    def enter(self, game: Game, deal: Deal, mode: Mode, variant: str) -> None:
        """Take over what was announced, checked before, in a deal that is known by its result alone."""
        deal.begin(mode, deal.speaker, deal.speaker, self.factor(game, mode, variant), variant)

    def own_of_paper(self, game: Game, said: tuple[int, ...]) -> object:
        """What `deal.own` is in a deal known by its result alone, with the numbers said before; refused where they cannot be."""
        if said:
            raise game.refuse("form", "not-in-this-game", form=self.name)
        return None

    # ---- scoring ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def next_dealer(self, game: Game) -> int:
        """Who deals after the last deal."""

    @abstractmethod
    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """What a finished deal writes, in the order of counting."""

    def lose(self, game: Game, deal: Deal, seat: int) -> None:
        """A seat has lost a deal by a ruling; refused by games that have no such loss."""
        raise game.refuse("referee.weis_wrong", "not-in-this-game", form=self.name)

    def factor(self, game: Game, mode: Mode | None, variant: str) -> int:
        """By what a deal in this mode or variant is multiplied."""
        return 1

    def passe_sum(self, book: Reglement, matches: int) -> int:
        """What all columns of a complete game add up to; 0 where that is not known before."""
        return book.ending.deals * book.scoring.total + (matches * book.scoring.match_bonus if book.ending.deals else 0)

    def control_totals(self, game: Game) -> tuple[int, ...]:
        """What the sides of a finished game have made, as `passe_sum` counts it: before factors, without Weis and Stöck."""
        made = [0] * len(game.ledger.totals)
        for entry in game.ledger.entries:
            if entry.source not in (Source.WEIS, Source.STOECK):
                made[entry.team] += entry.raw
        return tuple(made)

    def ways(self, book: Reglement) -> Mapping[str, tuple[Mode, ...]]:
        """What may be played, by the name under which it is chosen, each in all its ways."""
        return {str(mode): (mode,) for mode in book.modes}

    def page_facts(self, book: Reglement) -> Mapping[str, object]:
        """Further values of the book that a page counts with; plain ones only."""
        return {}

    def lines(self, book: Reglement) -> tuple[Line, ...]:
        """The lines that the sheet has before the first deal; none where every deal is a new line."""
        return ()

    def least(self, book: Reglement) -> int:
        """The lowest total that a side may have."""
        return 0

    def typed(self, book: Reglement) -> tuple[Way, ...]:
        """How a sheet is typed at an evening, the usual way first."""
        if book.evening.rank_by is RankBy.STRICHE:
            return (Way.STRICHE,)
        if self.lines(book):
            return Way.LINES, Way.TOTALS
        return (Way.DEALS, Way.TOTALS) if self.passe_sum(book, 0) else (Way.TOTALS,)

    def clashes(self, book: Reglement) -> Iterator[Clash]:
        """What in a book does not go with this form: everybody deals equally often, and all cards are dealt."""
        players = players_of(book)
        yield from self.misdealt(book)
        if book.ending.deals % players and not book.ending.target:  # TAM-ES-26, NWS-2-09
            yield Clash("ending.deals", book.ending.deals, "deals-four", {"value": str(players)}, ("form", "ending.target"))
        yield from self.misplaced(book)

    def misdealt(self, book: Reglement) -> Iterator[Clash]:
        """Packets that do not deal all cards. (JR-DEAL-11)"""
        size = len(CARDS) // players_of(book)
        if sum(book.dealing.packets) != size:
            yield Clash("dealing.packets", book.dealing.packets, "packets", {"value": str(size)})

    def misplaced(self, book: Reglement) -> Iterator[Clash]:
        """Weis, Stöck and a target, where nothing is written before a deal is over: the sheet has no place for them."""
        values = (("weis.enabled", book.weis.enabled, "false"), ("stoeck.enabled", book.stoeck.enabled, "false"))
        for name, stated, instead in (*values, ("ending.target", book.ending.target, "0")):
            if stated and not self.score_moves:
                yield Clash(name, stated, "not-in-form", {"value": instead, "form": self.name}, ("form",))

    def needs_mode(self, book: Reglement) -> bool:
        """Whether a result without the mode cannot be written, because nobody knows the factor."""
        return len(set(book.modes.values())) > 1

    def is_complete(self, game: Game) -> bool:
        """Whether all deals of a game without target have been played."""
        return 0 < game.book.ending.deals <= len(game.finished_deals)

    def ahead(self, totals: tuple[int, ...]) -> int | None:
        """The side with the best total; None if several have it."""
        best = min(totals) if self.lower_wins else max(totals)
        return totals.index(best) if totals.count(best) == 1 else None

    def reached(self, game: Game, totals: tuple[int, ...]) -> bool:
        """Whether a game to a target is over with this score; where the last deal is played out, a tie plays on."""
        enough = max(totals) >= game.book.ending.target
        return enough and (game.book.ending.finish is not Finish.DEAL or self.ahead(totals) is not None)

    def winner(self, game: Game, totals: tuple[int, ...]) -> int | None:
        """The side that has won a game that is complete; None if several have."""
        return self.ahead(totals)

    def winners(self, game: Game) -> tuple[int, ...]:
        """All sides that have won a game that is over; none where it is a draw."""
        return () if game.winner is None else (game.winner,)

    def advises(self, book: Reglement) -> bool:
        """Whether bots follow the advice of this form throughout, so that nothing in the book is unknown to them."""
        return type(self).advice is not Form.advice

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does now, where the bots do not know this form; None leaves it to them."""
        return None

    def aim(self, view: View) -> Aim | None:
        """What a seat plays for in this deal; None where it is what the bots know: the points of the own side."""
        return None

    def foreseen(self, view: View, said: Event, rng: random.Random) -> Foreseen | None:
        """A better word than what a seat says in the bidding, where that can be reckoned; None where there is nothing to remark."""
        return None

    # ---- what people see ---------------------------------------------------------------------------------------------------

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """What this form adds to the view of a seat, or of somebody without one; plain values only."""
        return {}

    def sheet(self, game: Game) -> Sheet:
        """What is written so far."""
        return sheet_of(game)

    def cells(self, game: Game, deal: Deal, points: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """The numbers of a finished deal under `columns`, side by side; `points` are written."""
        return tuple((side,) for side in points)


def form_of(name: str) -> Form | None:
    """The form called `name`, or None."""
    return next((form for finder in FINDERS if (form := finder(name)) is not None), None)


def form_for(book: Reglement) -> Form:
    """The form of a book; every book that was read has one."""
    form = form_of(book.form)
    assert form is not None, book.form
    return form


def player_numbers(book: Reglement) -> tuple[int, ...]:
    """How many may play by this book: as many as it says, or as its game allows, the usual number first."""
    return (book.table.players,) if book.table.players else form_for(book).players


def players_of(book: Reglement) -> int:
    """How many play by this book: as many as it says, or as usual in its game."""
    return player_numbers(book)[0]


def sides_of(book: Reglement | None) -> tuple[int, ...]:
    """The side of each seat at a table that plays by this book; two pairs where there is no book."""
    return PAIRS if book is None else form_for(book).sides(players_of(book))


def lower_ranks(book: Reglement) -> bool:
    """Whether the lowest total of a round is the best; of Striche more are always better."""
    return form_for(book).lower_wins and book.evening.rank_by is RankBy.POINTS


def lines_of(book: Reglement) -> tuple[Line, ...]:
    """The lines that the sheet of a book has before the first deal."""
    return form_for(book).lines(book)
