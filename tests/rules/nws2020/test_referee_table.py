"""Irregularities around the play under the Nordwestschweiz book: dealing, announcing, fairness, officials, exclusion."""

from __future__ import annotations

import pytest

from puur.core.cards import CardSet
from puur.core.deal import Phase
from puur.core.effects import DealerPlanned, DealVoid, NextLeader, TrickTo, VorhandPlanned
from puur.core.errors import RuleViolation
from puur.core.events import Announced, CardPlayed, HandsRecorded, IncidentReported, Pushed, RulingMade, RulingWithdrawn
from puur.core.mode import OBENABE, parse_mode
from puur.core.playing import legal_cards
from puur.core.setup import Playing
from puur.core.view import view_of
from puur.evening.evening import Evening
from puur.evening.events import Entered, ProtestFiled
from puur.evening.state import EveningSetup
from puur.referee import event_of, rule
from puur.referee.officials import official_for
from puur.referee.ruling import decide
from tests.referee.tools import free, report, settle
from tests.support import A, B, C, D, book, card, fill, play, refused, submit, table

P1, P2, P3, P4 = A, B, C, D
BOOK = "nws2020"
HANDS = {
    "A": "R7 R8 E7 E8 L6 L7 S6 S7 LO",
    "B": "RK E6 LB LU S8 LK S9 SB SO",
    "C": "R9 RB RA EB EU EO L8 SU SK",
    "D": "R6 RU RO E9 EK EA L9 LA SA",
}


def finish_deal(game) -> None:
    while game.deal.phase is Phase.PLAYING:
        seat = game.deal.turn
        submit(game, CardPlayed(seat, next(iter(legal_cards(game, seat)))))


def table_with(deals: int):
    """A free table with Schreiber P4 and so many deals played as they should be."""
    game = table(BOOK, playing=Playing.FREE)
    for _ in range(deals):
        submit(game, HandsRecorded(game.next_dealer(), fill(**HANDS)))
        submit(game, Announced(game.deal.speaker, parse_mode("E")))
        finish_deal(game)
    return game


def wrongly_dealt(cards: int = 0):
    """Game 2 should be dealt by P1, but P2 deals; P3 announces and so many cards are played."""
    game = table_with(1)
    assert game.next_dealer() == P1
    submit(game, HandsRecorded(P2, fill(**HANDS)), Announced(P3, parse_mode("S")))
    for _ in range(cards):
        seat = game.deal.turn
        submit(game, CardPlayed(seat, next(iter(legal_cards(game, seat)))))
    return game


@pytest.mark.rule("NWS-2-05", "NWS-2-06")
def test_nws_2_05_06_whoever_has_not_played_may_object_to_the_dealer() -> None:
    game = wrongly_dealt(1)  # P3 has led
    refused_one = report(game, "wrong-dealer", P2, by=P3)
    assert (refused_one.upheld, refused_one.deadline.passed) == (False, True)
    ruling = report(game, "wrong-dealer", P2, by=P4)
    assert ruling.effects == (DealVoid(P1),)
    assert {"NWS-2-05", "NWS-2-06", "NWS-2-07"} <= set(ruling.provisions)
    settle(game, ruling)
    submit(game, HandsRecorded(P1, fill(**HANDS)))
    assert (game.deal.number, game.deal.speaker, game.deal.mode) == (2, P2, None)


@pytest.mark.rule("NWS-2-07", "NWS-2-08")
def test_nws_2_07_08_turned_it_counts_and_is_balanced() -> None:
    """P2 dealt game 2 in place of P1: P1 deals game 3, P3 game 4."""
    game = wrongly_dealt(5)
    ruling = report(game, "wrong-dealer", P2, by=P1)
    assert ruling.effects == (DealerPlanned(3, P1), DealerPlanned(4, P3))
    assert {"NWS-2-07", "NWS-2-08"} <= set(ruling.provisions)
    settle(game, ruling)
    finish_deal(game)
    assert sum(game.totals()) == 2 * 157
    dealers = []
    for _ in range(3):
        dealers.append(game.next_dealer())
        submit(game, HandsRecorded(game.next_dealer(), fill(**HANDS)))
        submit(game, Announced(game.deal.speaker, parse_mode("E")))
        finish_deal(game)
    assert dealers == [P1, P3, P4]


@pytest.mark.rule("NWS-3-05", "NWS-3-11")
def test_nws_3_05_11_ten_and_eight_cards_are_dealt_again() -> None:
    one, two, three, four = fill(**HANDS)
    extra = CardSet((card("RK"),))
    game = table(BOOK, playing=Playing.FREE)
    submit(game, HandsRecorded(P4, (one | extra, two - extra, three, four)))
    refused(game, Announced(P1, OBENABE), "NWS-3-05", "hands-irregular")
    ruling = report(game, "misdeal", P4, by=P2)
    assert (ruling.effects, ruling.provisions) == ((DealVoid(P4),), ("NWS-3-11", "NWS-3-05"))
    settle(game, ruling)
    submit(game, HandsRecorded(game.next_dealer(), fill(**HANDS)))
    assert (game.deal.dealer, game.deal.speaker) == (P4, P1)


@pytest.mark.rule("NWS-3-12")
def test_nws_3_12_a_card_seen_the_same_player_deals_again() -> None:
    game = free(BOOK, None, HANDS)
    ruling = report(game, "exposed-card", P4, "L9")
    assert (ruling.effects, ruling.provisions) == ((DealVoid(P4),), ("NWS-3-12",))


def wrong_party(game, cards: int):
    """P2 is Vorhand, but P3 announces Obenabe and leads; so many cards are played."""
    submit(game, HandsRecorded(game.next_dealer(), fill(**HANDS)), Announced(P3, OBENABE))
    for _ in range(cards):
        seat = game.deal.turn
        submit(game, CardPlayed(seat, next(iter(legal_cards(game, seat)))))
    return game


@pytest.mark.rule("NWS-3-07")
def test_nws_3_07_the_wrong_party_announced_dealt_again_while_the_first_trick_is_open() -> None:
    game = wrong_party(table_with(1), 4)
    ruling = report(game, "wrong-party", P3)
    assert ruling.effects == (DealVoid(P1),)
    settle(game, ruling)
    submit(game, HandsRecorded(P1, fill(**HANDS)))
    assert game.deal.speaker == P2


@pytest.mark.rule("NWS-3-08", "NWS-3-09")
def test_nws_3_08_09_later_it_counts_and_vorhand_is_swapped_in_the_next_game() -> None:
    game = wrong_party(table_with(1), 13)
    ruling = report(game, "wrong-party", P3)
    assert ruling.effects == (VorhandPlanned(3, P2),)
    assert {"NWS-3-07", "NWS-3-08", "NWS-3-09"} <= set(ruling.provisions)
    settle(game, ruling)
    finish_deal(game)
    assert sum(game.totals()) == 2 * 157
    submit(game, HandsRecorded(game.next_dealer(), fill(**HANDS)))
    assert (game.deal.dealer, game.deal.speaker) == (P2, P2)  # P2 still deals game 3
    submit(game, Announced(P2, OBENABE))
    finish_deal(game)
    submit(game, HandsRecorded(game.next_dealer(), fill(**HANDS)))
    assert (game.deal.dealer, game.deal.speaker) == (P3, P4)


@pytest.mark.rule("NWS-3-10")
def test_nws_3_10_in_the_last_game_nothing_is_left_to_balance() -> None:
    game = table_with(11)
    assert game.next_dealer() == P3
    submit(game, HandsRecorded(P3, fill(**HANDS)), Announced(P1, OBENABE))  # P4 is Vorhand
    for _ in range(17):
        seat = game.deal.turn
        submit(game, CardPlayed(seat, next(iter(legal_cards(game, seat)))))
    ruling = report(game, "wrong-party", P1)
    assert "NWS-3-10" in ruling.provisions
    settle(game, ruling)
    assert sum(game.totals()) == 11 * 157
    submit(game, HandsRecorded(P3, fill(**HANDS)))
    assert game.deal.speaker == P4
    submit(game, Announced(P4, OBENABE))
    finish_deal(game)
    assert (game.over, sum(game.totals())) == (True, 1884)


@pytest.mark.rule("NWS-4-03")
def test_nws_4_03_cards_picked_up_before_the_decision() -> None:
    game = free(BOOK, None, HANDS)
    assert view_of(game, P3).hand_hidden
    ruling = report(game, "picked-up-early", P3)
    assert (ruling.provisions, ruling.official, ruling.decided) == (("NWS-4-03",), "kontrolleur", False)
    submit(game, Announced(P1, OBENABE))
    assert len(view_of(game, P3).hand) == 9


@pytest.mark.rule("NWS-4-09", "NWS-4-10")
@pytest.mark.parametrize("said", [Pushed(P3), Announced(P3, parse_mode("E"))])
def test_nws_4_09_10_the_partner_speaks_first_the_same_dealer_deals(said) -> None:
    game = free(BOOK, None, HANDS)
    submit(game, said)
    ruling = report(game, "partner-bids", P3)
    assert ruling.effects == (DealVoid(P4),)
    assert {"NWS-4-09", "NWS-4-10"} <= set(ruling.provisions)
    settle(game, ruling)
    submit(game, HandsRecorded(P4, fill(**HANDS)))
    assert game.deal.speaker == P1


@pytest.mark.rule("NWS-6-01", "NWS-6-02", "NWS-6-03", "NWS-6-04", "NWS-9-02")
@pytest.mark.parametrize(("offence", "words"), [("remark", "Bock"), ("remark", "I cannot"), ("unfair", "notes on paper")])
def test_nws_6_01_02_03_04_fairness_goes_to_the_kontrolleur(offence: str, words: str) -> None:
    game = free(BOOK, "E", HANDS)
    play(game, "E7 E6 EB E9 ")
    ruling = report(game, offence, P4, trick=1, words=words)
    assert {"NWS-6-01", "NWS-6-02", "NWS-6-03", "NWS-6-04", "NWS-9-02"} <= set(ruling.provisions)
    assert (ruling.official, ruling.decided, ruling.effects) == ("kontrolleur", False, ())
    assert game.incidents[-1].words == words
    with pytest.raises(ValueError, match="kontrolleur"):
        event_of(ruling)
    assert game.deal.tricks[0].winner == P4  # the trick stays with its winner


@pytest.mark.rule("NWS-9-02", "NWS-9-03")
def test_nws_9_02_03_the_kontrolleur_closes_a_dispute_at_once() -> None:
    game = free(BOOK, "E", HANDS)
    play(game, "E7 E6")
    opened = rule(game, IncidentReported("dispute", P1))
    submit(game, event_of(decide(opened, "kontrolleur", (DealVoid(None),))))
    assert (game.between_deals, game.rulings[-1].official) == (True, "kontrolleur")


@pytest.mark.rule("NWS-9-04")
def test_nws_9_04_the_turnierleiter_has_the_final_word() -> None:
    game = free(BOOK, "E", HANDS)
    play(game, "E7 E6 EB E9")
    submit(game, RulingMade("NWS-9-03", official="kontrolleur", effects=(TrickTo(0, 1), NextLeader(P1))))
    submit(game, RulingWithdrawn("turnierleiter"))
    submit(game, RulingMade("NWS-9-04", official="turnierleiter", effects=()))
    assert game.deal.tricks[0].winner == P4
    finish_deal(game)
    assert sum(game.totals()) == 157
    assert official_for(game.book, unavailable=("kontrolleur",)) == "turnierleiter"


@pytest.mark.rule("NWS-9-08")
def test_nws_9_08_no_protest_beyond_the_turnierleiter() -> None:
    evening = Evening(book(BOOK), EveningSetup("Abend", "2020-01-01", "1"))
    evening.submit(Entered("p1", "Anna"))
    filed = ProtestFiled("p1", "2020-01-01", "2020-01-01", "x", ("P1",))
    with pytest.raises(RuleViolation) as refusal:
        evening.submit(filed)
    assert (refusal.value.rule, refusal.value.reason) == ("NWS-9-08", "no-protest")
    # An evening that version 0.1 stored with one can still be read.
    assert len(Evening.replay(book(BOOK), evening.setup, [Entered("p1", "Anna"), filed]).protests) == 1
