"""TAM-ES-25 to 30: who deals, the cut, the direction, three times three cards."""

from __future__ import annotations

import random

import pytest

from puur.core.cards import CARDS, Card, CardSet
from puur.core.events import Cut, Dealt, HandsRecorded, SchreiberNamed, Shuffled
from puur.core.game import Game
from puur.core.seats import SEATS
from tests.random_play import play_deal
from tests.rules.tam2014.tables import CP, ES, ES_AT, PS
from tests.support import AFTER_SOUTH, A, B, C, D, announce, book, fill, play_out, refused, table

SCHIEBER = pytest.mark.parametrize("key", [ES, PS, ES_AT])


def cut_to(pack: tuple[Card, ...], lifted: int) -> tuple[Card, ...]:
    """The pack that lies as `pack` when so many cards have been lifted off."""
    return (*pack[-lifted:], *pack[:-lifted])


def cards_numbered(*numbers: int) -> CardSet:
    return CardSet(CARDS[number - 1] for number in numbers)


@SCHIEBER
@pytest.mark.rule("TAM-ES-25")
def test_tam_es_25_the_schreiber_deals_first(key: str) -> None:
    game = Game(book(key))
    assert game.next_dealer() is None
    game.submit(SchreiberNamed(D))
    assert game.next_dealer() == D
    for seat in (A, B, C):
        refused(game, Shuffled(seat, CARDS), "TAM-ES-25", "not-the-dealer")
    game.submit(Shuffled(D, CARDS))
    game.submit(Cut(C, 18))
    game.submit(Dealt(D))
    assert (game.deal.dealer, game.deal.speaker) == (D, A)


@pytest.mark.rule("TAM-ES-26")
def test_tam_es_26_the_deal_passes_on() -> None:
    game, rng = table(ES), random.Random(1)
    play_deal(game, rng)
    refused(game, Shuffled(B, CARDS), "TAM-ES-26", "not-the-dealer")
    while not game.over:
        play_deal(game, rng)
    assert [deal.dealer for deal in game.deals] == [D, A, B, C] * 3


@pytest.mark.rule("TAM-ES-27")
@pytest.mark.parametrize(("lifted", "accepted"), [(2, False), (3, True), (35, True), (36, False)])
def test_tam_es_27_three_to_thirty_five_are_cut(lifted: int, accepted: bool) -> None:
    game = table(ES)
    game.submit(Shuffled(D, CARDS))
    refused(game, Dealt(D), "TAM-ES-27", "cut-required")
    if accepted:
        game.submit(Cut(C, lifted))
        game.submit(Dealt(D))
        assert game.deal.dealt_hand(A) & CardSet(CARDS[lifted : lifted + 1])  # the first card goes to the first player
    else:
        refused(game, Cut(C, lifted), "TAM-ES-27", "cut-size")


@pytest.mark.rule("TAM-ES-27")
def test_tam_es_27_the_player_before_the_dealer_cuts() -> None:
    game = table(ES)
    game.submit(Shuffled(D, CARDS))
    for seat in (A, B, D):
        refused(game, Cut(seat, 10), "TAM-ES-27", "not-the-cutter")
    game.submit(Cut(C, 10))


@pytest.mark.parametrize(
    ("key", "places"),
    [
        pytest.param(ES, "ENWS", marks=pytest.mark.rule("TAM-ES-28"), id="TAM-ES-28-switzerland"),
        pytest.param(PS, "ENWS", marks=pytest.mark.rule("TAM-ES-28"), id="TAM-ES-28-partner-schieber"),
        pytest.param(CP, "ENWS", marks=pytest.mark.rule("TAM-ES-28"), id="TAM-ES-28-coiffeur"),
        pytest.param(ES_AT, "WNES", marks=pytest.mark.rule("TAM-ES-29"), id="TAM-ES-29-austria"),
    ],
)
def test_the_direction_of_the_deal(key: str, places: str) -> None:
    # Dealer S; the n-th packet of three goes to the n-th place.
    game = table(key)
    game.submit(Shuffled(D, cut_to(CARDS, 12)))
    game.submit(Cut(C, 12))
    game.submit(Dealt(D))
    compass = AFTER_SOUTH[game.book.table.direction]  # the seats after the dealer, as seen from above
    for packet, place in enumerate(places):
        seat = (D + 1 + compass.index(place)) % 4
        assert CardSet(CARDS[3 * packet : 3 * packet + 3]) <= game.deal.dealt_hand(seat)


@pytest.mark.rule("TAM-ES-29")
def test_tam_es_29_everything_else_is_mirrored_too() -> None:
    # The order of seats is the order of play: Vorhand, the turn and the next dealer follow the deal.
    game = table(ES_AT)
    order = dict(zip((A, B, C, D), AFTER_SOUTH[game.book.table.direction], strict=True))
    game.submit(HandsRecorded(D, fill()))
    assert order[game.deal.speaker] == "W"
    announce(game, "E")
    play_out(game)
    refused(game, Shuffled(B, CARDS), reason="not-the-dealer")
    game.submit(Shuffled(A, CARDS))
    assert order[game.deal.dealer] == "W"
    assert game.book.rule("table.direction") == "TAM-ES-29"


@pytest.mark.rule("TAM-ES-30")
def test_tam_es_30_three_rounds_of_three() -> None:
    game = table(ES)
    game.submit(Shuffled(D, cut_to(CARDS, 20)))
    game.submit(Cut(C, 20))
    game.submit(Dealt(D))
    assert game.deal.dealt_hand(A) == cards_numbered(1, 2, 3, 13, 14, 15, 25, 26, 27)
    assert game.deal.dealt_hand(D) == cards_numbered(10, 11, 12, 22, 23, 24, 34, 35, 36)
    assert all(len(game.deal.dealt_hand(seat)) == 9 for seat in SEATS)


@pytest.mark.rule("TAM-ES-30")
def test_tam_es_30_hands_of_another_size_are_refused() -> None:
    one, two, three, four = fill()
    moved = CardSet(list(two)[:1])
    refused(table(ES), HandsRecorded(D, (one | moved, two - moved, three, four)), "TAM-ES-30", "irregular-deal")
