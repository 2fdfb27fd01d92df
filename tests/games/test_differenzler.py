"""Differenzler by hand: what is written, when predictions are known, and how trump is found, under the three ready books."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS, CardSet, Suit, parse_card
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import (
    Announced,
    CardPlayed,
    Cut,
    DealAnnulled,
    Dealt,
    HandsRecorded,
    IncidentReported,
    ResultEntered,
    Shuffled,
    TrickLooked,
    TrumpTurned,
)
from puur.core.game import Game
from puur.core.mode import trump_mode
from puur.core.playing import legal_cards
from puur.core.reglement import Reglement
from puur.core.setup import Playing, Setup
from puur.core.view import Door
from puur.games.differenzler.events import EMPTY, Declared, Predicted
from puur.referee import choose, event_of, rule
from puur.reglement import load, load_text
from tests.support import book

A, B, C, D = range(4)
# Everybody holds one suit: A leads trump nine times and takes everything, 157 points with the last trick.
HANDS = tuple(CardSet(CARDS[9 * seat : 9 * seat + 9]) for seat in range(4))


def opened(key: str | Reglement, trump: str = "E6") -> Game:
    """D has dealt, A is Vorhand."""
    game = Game(load(key) if isinstance(key, str) else key, Setup(first_dealer=D))
    if game.form.before_deal(game):
        game.submit(TrumpTurned(D, parse_card(trump)))
        game.submit(HandsRecorded(D, HANDS))
    else:
        game.submit(HandsRecorded(D, HANDS))
        game.submit(TrumpTurned(D, CARDS[27]))
    return game


def play_out(game: Game) -> None:
    deal = game.deal
    while deal.phase is Phase.PLAYING and not game.over:
        game.submit(CardPlayed(deal.turn, next(iter(legal_cards(game, deal.turn)))))


def written(game: Game) -> list[int]:
    return list(game.ledger.totals)


def test_the_difference_is_written_and_the_least_wins() -> None:
    game = opened("differenzler")
    for seat, points in ((C, 7), (A, 100), (D, 0), (B, 20)):  # on slips: in any order
        game.submit(Predicted(seat, points))
    play_out(game)
    # A made 157 and said 100: 57. The others made nothing.
    assert written(game) == [57, 20, 7, 0]
    assert game.form.ahead(game.totals()) == D
    assert game.form.sheet(game).rows[0].cells == ((100, 157, 57), (20, 0, 20), (7, 0, 7), (0, 0, 0))


def test_nobody_knows_a_slip_before_the_deal_is_over() -> None:
    game = opened("differenzler")
    for seat, points in enumerate((100, 20, 7, 0)):
        game.submit(Predicted(seat, points))
    assert Door(game).view(B).own["said"] == [None, 20, None, None]
    assert Door(game).view(None).own["said"] == [None] * 4
    assert [told.fields.get("points") for told in Door(game, 0).events(C)[-4:]] == [None, None, 7, None]
    play_out(game)
    assert Door(game).view(None).own["said"] == [100, 20, 7, 0]
    assert [told.fields["points"] for told in Door(game, 0).events(None) if told.kind is Predicted] == [100, 20, 7, 0]


def test_open_predictions_go_in_turn_and_stand_once_the_next_has_spoken() -> None:
    game = opened("differenzler-open")
    with pytest.raises(RuleViolation, match="prediction-not-now"):
        game.submit(Declared(B, 20))
    game.submit(Declared(A, 100))
    game.submit(Declared(A, 110))  # B has not spoken yet
    game.submit(Declared(B, 20))
    with pytest.raises(RuleViolation, match="prediction-not-now"):
        game.submit(Declared(A, 120))
    for seat in (C, D):
        game.submit(Declared(seat, 0))
    assert Door(game).view(None).own["said"] == [110, 20, 0, 0]


def test_an_exact_prediction_takes_ten_off_and_zero_only_where_the_book_says_so() -> None:
    said = {A: 0, B: 0, C: 0, D: 157}  # Schilten are trump: D takes everything

    def play(**changes: object) -> list[int]:
        game = opened(book("differenzler-open", **{f"differenzler__{name}": value for name, value in changes.items()}))
        for seat, points in said.items():
            game.submit(Declared(seat, points))
        play_out(game)
        return written(game)

    zero = type(load("differenzler-open").sections["differenzler"].zero_exact)  # type: ignore[attr-defined]
    assert play() == [0, 0, 0, -10]
    assert play(zero_exact=zero.ALWAYS) == [-10, -10, -10, -10]
    assert play(zero_exact=zero.WITH_TRICK) == [0, 0, 0, -10]  # nobody else took a trick


def test_the_dealer_who_predicts_last_is_let_off_a_point_for_every_five_that_all_are_off() -> None:
    """By hand, three players: 60 + 40 + 30 is 130, 27 less than 157: five times five, so five points; the jasswelt.ch way."""
    three = load_text(
        'key = "eigen"\ntitle = "Zu dritt"\nextends = "differenzler-drei"\n'
        '[differenzler]\nprediction = "open"\ntrump = "drawn"\nlast_word = 5\n',
        "eigen",
    )
    for said, off in (((60, 40, 30), 5), ((60, 40, 53), 0), ((157, 157, 0), 31)):
        game = Game(three, Setup(names=("A", "B", "C"), first_dealer=C))
        game.submit(TrumpTurned(C, parse_card("E6")))
        game.submit(HandsRecorded(C, tuple(CardSet(CARDS[12 * seat : 12 * seat + 12]) for seat in range(3))))
        for seat, points in enumerate(said):
            game.submit(Declared(seat, points))
        play_out(game)
        made = [sum(trick.points for trick in game.deal.tricks if trick.winner == seat) for seat in range(3)]
        made[game.deal.tricks[-1].winner] += 5
        wrong = [abs(points - each) for points, each in zip(said, made, strict=True)]
        assert written(game) == [wrong[A], wrong[B], wrong[C] - off]


def test_a_slip_without_a_number_costs_twenty_where_the_book_knows_it() -> None:
    game = opened("differenzler-club")
    game.submit(Predicted(A, EMPTY))
    for seat in (B, C, D):
        game.submit(Predicted(seat, 0))
    play_out(game)
    assert written(game) == [20, 0, 0, 0]
    with pytest.raises(RuleViolation, match="prediction-missing"):
        opened("differenzler").submit(Predicted(A, EMPTY))


def test_a_misdeal_keeps_drawn_trump_and_has_another_lot() -> None:
    for key, again in (("differenzler-club", False), ("differenzler", True)):
        game = opened(key, "R6")
        assert str(game.deal.mode) == "R"
        game.submit(DealAnnulled("misdeal"))
        assert game.form.before_deal(game) is again


def bottom_card() -> Game:
    """The nine Eicheln lie at the bottom after the cut, the ace last."""
    game = Game(load("differenzler-open"), Setup(first_dealer=D))
    for event in (Shuffled(D, CARDS), Cut(C, 9), Dealt(D)):
        game.submit(event)
    return game


@pytest.mark.rule("JR-BOD-01")
def test_jr_bod_01_the_bottom_card_shows_trump_and_everybody_sees_it() -> None:
    game = bottom_card()
    assert str(game.deal.mode) == "E"
    assert {Door(game).view(audience).own["turned"] for audience in (A, B, C, D, None)} == {"EA"}
    assert parse_card("EA") in game.deal.hand(D)


@pytest.mark.rule("JR-BOD-01")
def test_jr_bod_01_on_paper_each_deal_has_its_own_bottom_card() -> None:
    """D shows the Schilten 6 of the first deal, A, who deals the second, the Eichel 6."""
    game = opened("differenzler-open")
    assert str(game.deal.mode) == "L"
    for seat in range(4):
        game.submit(Declared(seat, 0))
    play_out(game)
    game.submit(HandsRecorded(A, HANDS))
    with pytest.raises(RuleViolation, match="trump-not-yours"):
        game.submit(TrumpTurned(D, CARDS[27]))
    game.submit(TrumpTurned(A, CARDS[0]))
    assert str(game.deal.mode) == "E"


@pytest.mark.rule("JR-BOD-03")
def test_jr_bod_03_it_lies_open_until_the_first_card_is_led() -> None:
    game = bottom_card()
    for seat in range(4):
        game.submit(Declared(seat, 0))
    assert Door(game).view(A).own["turned"] == "EA"
    game.submit(CardPlayed(A, next(iter(legal_cards(game, A)))))
    assert Door(game).view(A).own["turned"] is None


@pytest.mark.rule("JR-DEAL-08")
def test_jr_deal_08_twelve_cards_are_dealt_in_packets_of_four_vorhand_first() -> None:
    game = Game(load("differenzler"), Setup(names=("A", "B", "C"), first_dealer=C))
    for event in (TrumpTurned(C, CARDS[0]), Shuffled(C, CARDS), Cut(B, 35), Dealt(C)):
        game.submit(event)
    pack = (*CARDS[35:], *CARDS[:35])  # the last card has come to the top
    for place, seat in enumerate((A, B, C)):
        packets = [pack[start + 4 * place : start + 4 * place + 4] for start in (0, 12, 24)]
        assert game.deal.hand(seat) == CardSet(card for packet in packets for card in packet)


@pytest.mark.rule("JR-LOOK-02")
def test_jr_look_02_own_turned_tricks_may_be_looked_at() -> None:
    game = opened("differenzler")
    for seat in range(4):
        game.submit(Predicted(seat, 0))
    for _ in range(8):
        game.submit(CardPlayed(game.deal.turn, next(iter(legal_cards(game, game.deal.turn)))))
    game.submit(CardPlayed(A, next(iter(legal_cards(game, A)))))
    game.submit(TrickLooked(A, 1))
    with pytest.raises(RuleViolation, match="trick-turned"):
        game.submit(TrickLooked(B, 1))


@pytest.mark.rule("JR-UNDER-02")
def test_jr_under_02_undertrumping_is_allowed_without_a_card_of_the_led_suit() -> None:
    hands = (
        CardSet.parse("R6 R7 R8 R9 RB RU RO RK RA"),
        CardSet.parse("EA EK S6 S7 S8 S9 SB SU SO"),
        CardSet.parse("E6 E7 SK SA L6 L7 L8 L9 LB"),
        CardSet.parse("E8 E9 EB EU EO LU LO LK LA"),
    )
    game = Game(load("differenzler"), Setup(first_dealer=D))
    game.submit(TrumpTurned(D, parse_card("E6")))
    game.submit(HandsRecorded(D, hands))
    for seat in range(4):
        game.submit(Predicted(seat, 0))
    for seat, card in ((A, "R6"), (B, "EA")):
        game.submit(CardPlayed(seat, parse_card(card)))
    assert parse_card("E6") in legal_cards(game, C)  # under the ace, though other cards are held


@pytest.mark.rule("JR-ERR-09")
def test_jr_err_09_a_revoke_costs_no_card_its_stechwert_where_points_are_avoided() -> None:
    hands = (
        CardSet.parse("R6 R7 R8 R9 RB RU RO E7 E6"),
        CardSet.parse("RK EA S6 S7 S8 S9 SB SU SO"),
        CardSet.parse("RA EK SK SA L6 L7 L8 L9 LB"),
        CardSet.parse("E8 E9 EB EU EO LU LO LK LA"),
    )
    dead = {}
    for key in ("differenzler", "jassregeln"):
        game = Game(load(key), Setup(first_dealer=D, playing=Playing.FREE))
        if game.form.before_deal(game):
            game.submit(TrumpTurned(D, parse_card("L6")))
        game.submit(HandsRecorded(D, hands))
        for seat in range(4) if game.deal.mode is not None else ():
            game.submit(Predicted(seat, 0))
        if game.deal.mode is None:
            game.submit(Announced(A, trump_mode(Suit.SCHILTEN)))
        for seat, card in ((A, "R6"), (B, "S6")):  # B holds the king of the led suit
            game.submit(CardPlayed(seat, parse_card(card)))
        ruling = rule(game, IncidentReported("revoke", B, by=C, trick=1))
        for choice in ruling.choices:
            ruling = choose(ruling, choice.key, choice.options[0].key)
        game.submit(event_of(ruling))
        dead[key] = CardSet(bits=game.deal.dead)
        assert ("JR-ERR-09" in ruling.provisions) is (key == "differenzler")
        assert {choice.by for choice in rule(game, IncidentReported("remark", B)).choices} in ({(A, C, D)}, {(A, C)})
    # "In a Differenzler no card of B loses its Stechwert; in a Schieber it does": the wrong one and the one held back.
    assert dead == {"differenzler": CardSet(), "jassregeln": CardSet.parse("S6 RK")}


def test_a_deal_known_from_paper_writes_the_differences() -> None:
    """By hand: 40 made and 38 said is 2, 50 and 50 is 0, 37 and 40 is 3, 30 and 20 is 10; said nothing, nothing is written."""
    game = Game(load("differenzler"), Setup(first_dealer=D))
    with pytest.raises(RuleViolation, match="prediction-range"):
        game.submit(ResultEntered((40, 50, 37, 30)))
    game.submit(ResultEntered((40, 50, 37, 30), said=(38, 50, 40, 20)))
    assert game.totals() == (2, 0, 3, 10)
