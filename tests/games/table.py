"""Games with given cards, for examples: what is said and played event by event, and packs that deal wanted hands."""

from __future__ import annotations

from puur.core.cards import CARDS, Card, CardSet, parse_card
from puur.core.events import CardPlayed, Cut, Dealt, Event, Shuffled
from puur.core.form import form_for, players_of
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.setup import Setup


def begun(book: Reglement, dealer: int = 0) -> Game:
    """A game in which `dealer` deals first."""
    return Game(book, Setup(names=tuple("ABCD"[: players_of(book)]), first_dealer=dealer))


def dealt(game: Game, hands: list[str], table: str = "") -> None:
    """Deal these cards, by seat and in any order; `table` is what is laid out or left over first, the rest follows as it comes."""
    dealer = game.next_dealer()
    assert dealer is not None
    layout = form_for(game.book).layout(game.book, len(game.seats), game.next_number)
    piles = [cards(hand) for hand in hands]
    rest = cards(table)
    known = {card for pile in (*piles, rest) for card in pile}
    rest += [card for card in layout.used if card not in known]
    pack: list[Card] = []
    for turn, size in enumerate(layout.packets):
        for step in range(layout.receivers):
            pile = piles[(dealer + 1 + step) % layout.players]
            pack += pile[sum(layout.packets[:turn]) :][:size]
        if turn == 0:
            pack += rest[: layout.between]
    pack += rest[layout.between :]
    pack += [card for card in CARDS if card not in layout.used]
    lifted = 18
    game.submit(Shuffled(dealer, (*pack[-lifted:], *pack[:-lifted])))
    game.submit(Cut((dealer - 1) % len(game.seats), lifted))
    game.submit(Dealt(dealer))
    assert [game.deal.hand(seat) for seat in game.seats] == [CardSet(pile) for pile in piles]


def cards(text: str) -> list[Card]:
    """Cards in this order: `E6 E7`, or whole suits with a dash, `E6-A`."""
    listed: list[Card] = []
    for part in text.split():
        if "-" in part:
            first, last = parse_card(part[:2]), parse_card(part[0] + part[3])
            listed += CARDS[first.index : last.index + 1]
        else:
            listed.append(parse_card(part))
    return listed


def say(game: Game, *events: Event) -> None:
    """Submit events."""
    for event in events:
        game.submit(event)


def play(game: Game, trick: str) -> None:
    """A trick, from whoever leads."""
    for card in trick.split():
        game.submit(CardPlayed(game.deal.turn, parse_card(card)))


def play_on(game: Game) -> None:
    """Everybody plays the first legal card until the deal is over."""
    from puur.core.deal import Phase
    from puur.core.playing import legal_cards

    while game.deal.phase is Phase.PLAYING:
        game.submit(CardPlayed(game.deal.turn, next(iter(legal_cards(game, game.deal.turn)))))
