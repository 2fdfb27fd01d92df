"""The free table: what goes wrong is let happen and remembered; the guided table refuses the same."""

from __future__ import annotations

import pytest

from puur.core.cards import parse_card
from puur.core.deal import Wrong
from puur.core.effects import CardBanned, CardDead, CardTakenBack, DealVoid, MustPlay, NextLeader, PointsMoved, SeatBarred, TrickTo
from puur.core.events import Announced, CardPlayed, CardsLaid, HandsRecorded, Pushed, RulingMade, RulingWithdrawn, StoeckShown
from puur.core.mode import parse_mode
from puur.core.setup import Playing
from puur.core.view import Door, view_of
from tests.support import A, B, C, D, card, dealt, fill, legal, play, refused, submit, table

HANDS = {
    "A": "R7 RA S6 S7 E6 E7 L6 L7 L8",
    "B": "RK R8 S8 S9 E8 E9 L9 LB LU",
    "C": "R9 RB SB SU EB EU LO LK LA",
    "D": "R6 RU RO SO SK SA EO EK EA",
}


def free(rules: str = "jassregeln", mode: str = "S", **options):
    return dealt(rules, mode, hands=fill(**HANDS), playing=Playing.FREE, **options)


def test_a_revoke_happens_and_is_remembered_with_the_hand_of_that_time() -> None:
    game = free()
    play(game, "R7 E8 R9 R6")
    (fault,) = game.deal.faults
    assert (fault.wrong, fault.seat, fault.trick, fault.card) == (Wrong.FOLLOW_SUIT, B, 1, card("E8"))
    assert fault.hand == fill(**HANDS)[B].bits
    assert game.deal.tricks[0].winner == C
    guided = dealt("jassregeln", "S", hands=fill(**HANDS))
    play(guided, "R7")
    refused(guided, CardPlayed(B, card("E8")), reason="follow-suit")


def test_undertrumping_wrong_leads_and_early_cards_happen() -> None:
    game = free()
    submit(game, CardPlayed(C, card("EU")))  # A should have led
    assert game.deal.faults[-1].wrong is Wrong.WRONG_LEADER
    assert game.deal.faults[-1].rightful == A
    submit(game, CardPlayed(A, card("E6")))  # before D
    assert game.deal.faults[-1].wrong is Wrong.EARLY
    assert game.deal.turn == D
    play(game, "EA")  # then the card of A lies there already
    assert game.deal.turn == B
    play(game, "E8")
    assert [one.name for one in game.deal.tricks[0].cards] == ["EU", "EA", "E6", "E8"]
    assert game.deal.tricks[0].winner == D
    assert game.deal.tricks[0].points == 2 + 11


def test_undertrumping_is_a_fault() -> None:
    game = free(mode="E")
    play(game, "R7 R8 EU")
    submit(game, CardPlayed(D, card("EO")))
    assert [fault.wrong for fault in game.deal.faults] == [Wrong.UNDERTRUMP]


def test_several_cards_stay_in_the_hand_until_it_is_ruled() -> None:
    game = free()
    play(game, "R7")
    submit(game, CardsLaid(B, (card("RK"), card("E8"))))
    assert [fault.wrong for fault in game.deal.faults] == [Wrong.SEVERAL, Wrong.SEVERAL]
    submit(game, RulingMade("JR-TWO-02", effects=(MustPlay(B, (card("RK"),)), CardDead(card("RK")), CardDead(card("E8")))))
    assert legal(game) == {"RK"}
    refused(dealt("jassregeln", "S", hands=fill(**HANDS)), CardsLaid(A, (card("R7"), card("E6"))), reason="one-card-at-a-time")


def test_a_wrong_dealer_a_wrong_speaker_and_irregular_hands_are_faults() -> None:
    game = table("jassregeln", playing=Playing.FREE)
    submit(game, HandsRecorded(A, fill(**HANDS)))
    assert game.deal.faults[-1][:2] == (Wrong.WRONG_DEALER, A)
    submit(game, Announced(D, parse_mode("R")))  # D is the partner of the Vorhand B
    assert game.deal.faults[-1].wrong is Wrong.WRONG_SPEAKER
    assert game.deal.leader == B
    other = table("jassregeln", playing=Playing.FREE)
    submit(other, HandsRecorded(D, fill(**HANDS)), Announced(B, parse_mode("R")))
    assert other.deal.leader == B  # the other party played as if it were its turn
    short = table("jassregeln", playing=Playing.FREE)
    one, two, three, four = fill(**HANDS)
    submit(short, HandsRecorded(D, (one - type(one)((card("R7"),)), two, three, four)))
    assert short.deal.faults[-1].wrong is Wrong.IRREGULAR_HANDS
    refused(short, Pushed(A), "JR-MISS-02", "hands-irregular")


def test_an_open_trick_is_taken_apart_and_played_again() -> None:
    """R7 E8 R9 R6 (2 + 0 points to C), then B gives RK instead: R7 RK R9 R6, 4 points, and B may not win it."""
    game = free()
    play(game, "R7 E8 R9 R6")
    submit(game, RulingMade("JR-ERR-10", effects=(CardTakenBack(B, card("E8")), SeatBarred(B), CardDead(card("E8")))))
    assert (game.deal.turn, game.deal.tricks, game.deal.points) == (B, [], [0, 0])
    assert card("E8") in game.deal.hand(B)
    play(game, "RK")  # the cards of C and D lie there
    assert game.deal.tricks[0].winner == C
    assert game.deal.points == [4, 0]
    assert game.deal.turn == C


def test_the_last_trick_can_be_taken_apart_too() -> None:
    """Nine tricks with the first card of each; then the last card goes back and comes again: the same score."""
    game = free()
    while game.deal.phase.value == "playing":
        seat = game.deal.turn
        play(game, sorted(legal(game, seat))[0])
    before = game.totals()
    last = game.deal.tricks[8]
    third = last.seat_of(2)
    submit(game, RulingMade("JR-ERR-10", effects=(CardTakenBack(third, last.cards[2]),)))
    assert game.deal.phase.value == "playing"
    assert not game.finished_deals
    assert sum(game.ledger.totals) == 0
    play(game, last.cards[2].name)
    assert game.totals() == before
    assert sum(before) in (157, 257)
    assert len(game.finished_deals) == 1


def test_a_ruling_is_carried_out_whole_or_not_at_all() -> None:
    game = free()
    play(game, "R7 E8 R9 R6")
    refused(game, RulingMade("X", effects=(CardDead(card("E8")), CardTakenBack(B, card("RK")))), reason="card-not-open")
    assert game.deal.dead == 0


def test_a_ruling_is_withdrawn_until_somebody_acts_on_it() -> None:
    game = free("nws2020")
    play(game, "R7 E8 R9 R6")
    submit(game, RulingMade("NWS-9-03", effects=(TrickTo(1, 1), NextLeader(B))))
    assert game.deal.points == [0, 0 + 0]
    assert game.deal.won == [0, 1]
    submit(game, RulingWithdrawn("turnierleiter"))
    assert (game.deal.won, game.deal.turn, game.rulings) == ([1, 0], C, [])
    submit(game, RulingMade("NWS-9-04", effects=(NextLeader(B),)), CardPlayed(B, card("E9")))
    refused(game, RulingWithdrawn(), reason="ruling-acted-on")


def test_moved_points_and_tricks_after_the_end_are_written_anew() -> None:
    game = free("nws2020")
    while game.deal.phase.value == "playing":
        play(game, sorted(legal(game))[0])
    one, two = game.totals()
    ninth = game.deal.tricks[8]
    loser = ninth.winner % 2
    submit(game, RulingMade("NWS-9-03", effects=(TrickTo(1 - loser, 9),)))
    moved = ninth.points + 5
    assert game.totals() == ((one - moved, two + moved) if loser == 0 else (one + moved, two - moved))
    submit(game, RulingMade("NWS-9-03", effects=(PointsMoved(0, 1),)))
    assert sum(game.totals()) == 157


def test_a_banned_card_comes_back_after_a_trick_of_the_opponents() -> None:
    game = free("nws2020")
    submit(game, RulingMade("NWS-4-11", effects=(CardBanned(A, card("RA")),)))
    assert "RA" not in legal(game, A)
    play(game, "E6 E8 EB EA")
    assert game.deal.tricks[0].winner == D
    assert not game.deal.bans


def test_a_void_deal_is_dealt_again_under_the_same_number() -> None:
    game = free()
    play(game, "R7")
    submit(game, RulingMade("JR-DEAL-18", effects=(DealVoid(),)))
    assert game.between_deals
    assert game.next_dealer() == D
    submit(game, HandsRecorded(D, fill(**HANDS)))
    assert game.deal.number == 1
    assert not game.deal.faults


@pytest.mark.parametrize("effect", [CardDead(parse_card("RK"), 1)])
def test_a_card_dead_in_one_trick_lives_again(effect: CardDead) -> None:
    game = free()
    submit(game, RulingMade("X", effects=(effect,)))
    play(game, "R7 RK R9 R6")
    assert game.deal.tricks[0].winner == C
    assert not game.deal.dead


def test_stoeck_shown_on_an_open_trick_survive_its_correction() -> None:
    """D plays the second of EK EO as the last card of the second trick and shows Stöck; then the revoke of B is corrected."""
    game = free(mode="E")
    play(game, "E6 E8 EB EK R6 RA S8 R9")
    play(game, "E7 S9 EU EO")
    submit(game, StoeckShown(D))
    assert game.totals()[1] == 20 + 4 + 10
    submit(game, RulingMade("JR-ERR-10", effects=(CardTakenBack(B, card("S9")), SeatBarred(B))))
    play(game, "E9")
    assert game.deal.stoeck == D
    assert game.totals()[1] == 20 + 4 + 10


def test_a_view_tells_no_card_that_only_a_ruling_names() -> None:
    """B held S9 and SB back on a trump lead: both are dead, but nobody else has seen them."""
    hands = {**HANDS, "A": "S6 RA R7 S7 E6 E7 L6 L7 L8", "B": "RK R8 S8 S9 E8 E9 L9 LB LU"}
    game = dealt("jassregeln", "S", hands=fill(**hands), playing=Playing.FREE)
    play(game, "S6 E8")
    ruling = RulingMade(
        "JR-NIC-02", "x", B, (CardTakenBack(B, card("E8")), CardDead(card("S9")), MustPlay(B, (card("S8"), card("S9"))))
    )
    submit(game, ruling)
    assert card("S9") in view_of(game, B).dead
    assert card("S9") not in view_of(game, A).dead
    door = Door(game, len(game.events) - 1)
    told = [(effect.kind, dict(effect.fields)) for effect in door.events(B)[0].fields["effects"]]
    dead, must = {"card": card("S9"), "trick": 0}, {"seat": B, "cards": (card("S8"), card("S9"))}
    assert told == [(CardTakenBack, {"seat": B, "card": card("E8")}), (CardDead, dead), (MustPlay, must)]
    for audience in (A, C, D, None):
        told = [(effect.kind, dict(effect.fields)) for effect in door.events(audience)[0].fields["effects"]]
        assert told == [(CardTakenBack, {"seat": B}), (CardDead, {"trick": 0}), (MustPlay, {"seat": B, "cards": ()})]
