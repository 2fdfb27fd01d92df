"""The penalty points of AJZ 08: a closed list of acts, for persons, and what else follows from them.

Day totals of 5400 before an act come from the examples of the book; the team score of the running game never changes.
"""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS
from puur.core.effects import DealVoid, PenaltyPoints, RestTo
from puur.core.events import Announced, Claimed, Dealt, HandsRecorded, Shuffled, Thanked, TrickLooked, Turned, WeisAnnounced, Wrote
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.setup import Keeping, Playing, Turning
from puur.referee import choose, event_of
from tests.referee.tools import free, late, out_of_turn, report, settle
from tests.support import A, B, C, D, book, card, dealt, legal, play, play_out, refused, scattered, submit, table

P1, P2, P3, P4 = A, B, C, D
BOOK = "ajz08"
DAY = 5400


def day(game, seat: int) -> int:
    """What a person has at the end of the day: 5400 before, less the penalty points."""
    return DAY - sum(points for one, points, _ in game.penalties if one == seat)


def fined(game, offence: str, seat: int, cards: str = "", **facts) -> tuple[int, int, int, int]:
    """The day totals of all four after an offence was ruled."""
    ruling = report(game, offence, seat, cards, **facts)
    for choice in ruling.choices:
        ruling = choose(ruling, choice.key, choice.options[0].key)
    submit(game, event_of(ruling))
    return tuple(day(game, one) for one in range(4))


def quiet(cards: str = "", mode: str = "E", **options):
    """A free table under AJZ 08 with trump announced by P1 and some cards played."""
    game = dealt(BOOK, mode, hands=scattered(A="L7"), playing=Playing.FREE, **options)
    play(game, cards)
    return game


@pytest.mark.rule("AJZ-3.4-28", "AJZ-3.4-01")
def test_ajz_3_4_28_exactly_26_acts_cost_points() -> None:
    rules = book(BOOK)
    assert len(rules.penalties) == 26
    cited = {rules.rule(f"penalties.{act}") for act in rules.penalties}
    assert cited == {f"AJZ-3.4-{number:02}" for number in range(2, 28)}  # 4 general ones, 22 of play
    game = quiet()
    for listed in ("spilled-drink", "device", "device-secret", "plain-tea"):
        assert report(game, listed, P1).effects == (PenaltyPoints(P1, rules.penalties[listed].points),)
    unlisted = report(game, "tricks-left", P1, trick=1)
    assert not [effect for effect in unlisted.effects if isinstance(effect, PenaltyPoints)]


@pytest.mark.rule("AJZ-3.4-01")
def test_ajz_3_4_01_nothing_outside_the_playing_time() -> None:
    """A glass knocked over before the game has begun costs nothing; during it 100."""
    game = table(BOOK, playing=Playing.FREE)
    assert day(game, P1) == DAY  # there is no game yet whose referee could be asked: the club's day does not book it
    assert fined(quiet(), "spilled-drink", P1)[P1] == 5300
    assert book(BOOK).rule("referee.lead_dead") == "AJZ-3.4-01"  # no sanctions beside the points


@pytest.mark.rule("AJZ-3.4-29", "AJZ-3.4-30")
def test_ajz_3_4_29_30_points_go_to_persons_on_the_day() -> None:
    """-200 for P1: P3, the partner, and the score of the game are untouched; 5400 - 300 = 5100, x 1.03 = 5253."""
    game = quiet()
    before = game.totals()
    assert fined(game, "device", P1) == (5100, DAY, DAY, DAY)
    assert game.totals() == before
    play_out(game)
    assert sum(game.totals()) == 157
    assert day(game, P1) * 103 // 100 == 5253


@pytest.mark.rule("AJZ-2.2.1-04", "AJZ-3.4-07")
def test_ajz_3_4_07_knocking_costs_50_and_the_cut_is_still_due() -> None:
    game = table(BOOK, first_dealer=P2, playing=Playing.FREE)
    submit(game, Shuffled(P2, CARDS))
    ruling = report(game, "no-cut", P1)
    assert ruling.provisions == ("AJZ-3.4-07", "AJZ-2.2.1-04")  # the line of the list first
    submit(game, event_of(ruling))
    assert day(game, P1) == 5350
    refused(game, Dealt(P2), "AJZ-2.2.1-04", "cut-required")


@pytest.mark.rule("AJZ-2.2.1-06", "AJZ-3.4-08")
@pytest.mark.parametrize("offence", ["misdeal", "exposed-card"])
def test_ajz_3_4_08_vergeben_costs_the_dealer_100(offence: str) -> None:
    game = free(BOOK, None, dealer=P2)
    ruling = report(game, offence, P2, by=P3)
    assert {"AJZ-2.2.1-06", "AJZ-3.4-08"} <= set(ruling.provisions)
    assert ruling.effects == (DealVoid(P2), PenaltyPoints(P2, 100))
    settle(game, ruling)
    assert (day(game, P2), game.next_dealer(), game.totals()) == (5300, P2, (0, 0))


@pytest.mark.rule("AJZ-3.4-06")
def test_ajz_3_4_06_the_wrong_dealer_costs_those_who_would_make_trump() -> None:
    """P1 deals in place of P2, so P2 (right of P1) would make trump: P2 and P4 get -100 each, P2 deals again."""
    game = table(BOOK, first_dealer=P2, playing=Playing.FREE)
    submit(game, HandsRecorded(P1, scattered()))
    ruling = report(game, "wrong-dealer", P1, by=P3)
    assert set(ruling.effects) == {DealVoid(P2), PenaltyPoints(P2, 100), PenaltyPoints(P4, 100)}
    settle(game, ruling)
    assert [day(game, seat) for seat in range(4)] == [DAY, 5300, DAY, 5300]
    assert game.next_dealer() == P2


@pytest.mark.rule("AJZ-3.4-09", "AJZ-3.4-10")
def test_ajz_3_4_09_10_fallen_cards() -> None:
    assert fined(quiet(), "card-fallen", P3, "SK", marks="visible")[P3] == 5200
    assert fined(quiet(), "card-fallen", P3)[P3] == 5300


@pytest.mark.rule("AJZ-3.4-11")
def test_ajz_3_4_11_picking_up_before_the_partner_has_announced() -> None:
    """From the second deal on; in the first everybody looks for the L7."""
    game = dealt(BOOK, None, hands=scattered(C="L7"), playing=Playing.FREE)
    assert report(game, "picked-up-early", P1).effects == ()
    submit(game, Announced(P3, parse_mode("E")))
    play_out(game)
    submit(game, HandsRecorded(game.next_dealer(), scattered()))
    speaker = game.deal.speaker
    partner = (speaker + 2) % 4
    assert report(game, "picked-up-early", (speaker + 1) % 4).effects == ()  # opponents may
    assert fined(game, "picked-up-early", partner)[partner] == 5300


@pytest.mark.rule("AJZ-3.4-12")
def test_ajz_3_4_12_the_wrong_player_leads_a_pushed_deal() -> None:
    """P3 pushed, P1 announced and leads: -200 for P1, the card goes back and P3 leads; no further -100."""
    game = dealt(BOOK, "E", hands=scattered(C="L7"), pushed=True, playing=Playing.FREE)
    assert game.deal.turn == P3
    out_of_turn(game, P1, sorted(one.name for one in game.deal.hand(P1))[0])
    assert fined(game, "wrong-lead", P1) == (5200, DAY, DAY, DAY)
    assert (game.deal.turn, len(game.deal.hand(P1)), game.deal.dead) == (P3, 9, 0)
    play_out(game)
    assert sum(game.totals()) - (100 if game.deal.match is not None else 0) == 157


@pytest.mark.rule("AJZ-3.4-21")
def test_ajz_3_4_21_vorspielen_costs_100() -> None:
    """P2 is on turn and P3 plays: the card stays unless suit must be followed, then it is exchanged; a lead goes back."""
    game = late(BOOK, "E", leader=P1, A="S9 R6", B="S8 R7", C="RK S7", D="SB RB")
    play(game, "S9")
    out_of_turn(game, P3, "RK")
    assert fined(game, "early-card", P3)[P3] == 5300
    play(game, "S8")
    assert legal(game) == {"S7"}
    assert game.deal.dead == 0
    lead = late(BOOK, "E", leader=P1, A="S9 R6", B="S8 R7", C="RK S7", D="SB RB")
    out_of_turn(lead, P3, "RK")
    assert fined(lead, "wrong-lead", P3)[P3] == 5300
    assert lead.deal.turn == P1


WEISE = {"A": "L7", "B": "S6 S7 S8", "C": "EO EK EA", "D": ""}


def weis(seat: int, points: int, **options):
    """Trump R; everybody plays to the first trick, one seat announces."""
    game = dealt(BOOK, "R", hands=scattered(**{**WEISE, **options}), playing=Playing.FREE)
    for _ in range(4):
        now = game.deal.turn
        play(game, sorted(legal(game, now))[0])
        if now == seat:
            submit(game, WeisAnnounced(seat, points))
    return game


@pytest.mark.rule("AJZ-3.4-13")
def test_ajz_3_4_13_a_weis_not_held_and_written() -> None:
    """P2 holds S6 S7 S8 and says Vierblatt (50): written, it costs 300 and is struck; not written, it does not."""
    game = weis(P2, 50)
    while not game.deal.weisen.written:
        play(game, sorted(legal(game))[0])
    assert [entry.points for entry in game.ledger.entries if entry.source is Source.WEIS] == [50]
    assert fined(game, "false-weis", P2)[P2] == 5100
    assert not [entry for entry in game.ledger.entries if entry.source is Source.WEIS]
    unwritten = late(BOOK, "R", leader=P1, A="S9 R6", B="S8 R7", C="RK S7", D="SB RB")
    assert report(unwritten, "false-weis", P2).effects[1:] == ()
    assert fined(unwritten, "false-weis", P2, marks="held")[P2] == 5200  # AJZ-3.4-15


@pytest.mark.rule("AJZ-3.4-14")
def test_ajz_3_4_14_an_incomplete_weis() -> None:
    assert fined(weis(P2, 20, B="E6 E7 E8 E9"), "incomplete-weis", P2)[P2] == 5300


@pytest.mark.rule("AJZ-3.4-15")
def test_ajz_3_4_15_a_wrongly_named_weis_keeps_its_value() -> None:
    """P3 holds EO EK EA and names RO RK RA: -200, the 20 stay."""
    game = weis(P3, 20)
    while not game.deal.weisen.written:
        play(game, sorted(legal(game))[0])
    assert fined(game, "wrong-weis", P3)[P3] == 5200
    assert [entry.points for entry in game.ledger.entries if entry.source is Source.WEIS] == [20]


@pytest.mark.rule("AJZ-3.4-16")
def test_ajz_3_4_16_a_further_weis() -> None:
    assert fined(quiet(), "further-weis", P2)[P2] == 5300


@pytest.mark.rule("AJZ-3.4-17")
def test_ajz_3_4_17_the_content_named_unasked() -> None:
    assert fined(quiet(), "weis-named-unasked", P2, words="Vierblatt from the Rose-Ass")[P2] == 5200


@pytest.mark.rule("AJZ-2.2.1-40", "AJZ-2.2.1-41", "AJZ-2.2.1-42", "AJZ-3.4-18")
@pytest.mark.parametrize("words", ["a remark in trick 3", "Bock", "Bock, asked by the partner"])
def test_ajz_3_4_18_a_schnurre_costs_300_and_the_deal_goes_on(words: str) -> None:
    game = quiet()
    ruling = report(game, "remark", P2, words=words)
    assert {"AJZ-3.4-18", "AJZ-2.2.1-40", "AJZ-2.2.1-41", "AJZ-2.2.1-42"} <= set(ruling.provisions)
    assert (ruling.choices, ruling.effects) == ((), (PenaltyPoints(P2, 300),))
    settle(game, ruling)
    assert day(game, P2) == 5100
    play_out(game)
    assert sum(game.totals()) == 157 + (100 if game.deal.match is not None else 0)


@pytest.mark.rule("AJZ-2.2.2-27")
def test_ajz_2_2_2_27_consulting_about_the_question() -> None:
    game = quiet()
    ruling = report(game, "weis-consulted", P2)
    assert "AJZ-2.2.2-27" in ruling.provisions
    settle(game, ruling)
    assert day(game, P2) == 5100


@pytest.mark.rule("AJZ-3.4-19")
def test_ajz_3_4_19_looking_at_past_tricks() -> None:
    """Trick 1 while trick 2 is open: allowed; once trick 2 is turned: -200."""
    game = quiet(turning=Turning.EXPLICIT)
    for _ in range(2):
        for _ in range(4):
            play(game, sorted(legal(game))[0])
        if len(game.deal.tricks) == 1:
            submit(game, Turned(P1))
    submit(game, TrickLooked(P1, 1))
    assert report(game, "looked", P1, trick=1).effects == ()
    submit(game, Turned(P1))
    refused(game, TrickLooked(P1, 1), "AJZ-2.2.1-31")
    assert fined(game, "looked", P1, trick=1)[P1] == 5200


@pytest.mark.rule("AJZ-3.4-20")
def test_ajz_3_4_20_a_wrong_card_costs_100_and_is_corrected_while_open() -> None:
    """Trump E, R7 trumped with E9, P3 with S7 in hand plays E6: -100; open, it is corrected; turned, the deal stands."""
    hands = {"A": "R7 L6", "B": "E9 L8", "C": "E6 S7", "D": "R8 L9"}
    game = late(BOOK, "E", leader=P1, **hands)
    play(game, "R7 E9 E6")
    assert fined(game, "undertrump", P3)[P3] == 5300
    assert legal(game) == {"S7"}
    play(game, "S7 R8")
    assert (game.deal.dead, game.deal.tricks[-1].winner) == (0, P2)
    turned = late(BOOK, "E", leader=P1, **hands)
    play(turned, "R7 E9 E6 R8 L8")
    assert fined(turned, "undertrump", P3, trick=8)[P3] == 5300
    assert len(turned.deal.tricks) == 8
    guided = dealt(BOOK, "E", hands=scattered(A="L7"))
    assert not guided.penalties  # electronic play refuses the card and books nothing


@pytest.mark.rule("AJZ-3.4-22")
def test_ajz_3_4_22_a_false_claim_costs_200_and_the_rest() -> None:
    """EU, E9, E6 with E7 at an opponent: -200 for P1, and 34 + 11 + 14 + 4 + 5 = 68 to the opponents."""
    hands = {"A": "EU E9 E6", "B": "RA R7 S6", "C": "L8 LB RK", "D": "E7 S9 LK"}
    game = late(BOOK, "E", leader=P1, points=(89, 0), tricks=(6, 0), **hands)
    ruling = report(game, "claim", P1)
    assert ruling.effects == (RestTo(1), PenaltyPoints(P1, 200))
    settle(game, ruling)
    assert (game.totals(), day(game, P1), day(game, P3)) == ((89, 68), 5200, DAY)
    by_event = late(BOOK, "E", leader=P1, points=(89, 0), tricks=(6, 0), **hands)
    submit(by_event, Claimed(P1))
    assert fined(by_event, "claim", P1)[P1] == 5200
    assert by_event.totals() == (89, 68)


@pytest.mark.rule("AJZ-3.4-23")
def test_ajz_3_4_23_false_thanks_cost_500_and_end_nothing() -> None:
    game = quiet(totals=(1985, 0))
    submit(game, Thanked(P1))
    assert (day(game, P1), game.over) == (4900, False)
    assert fined(game, "thanks", P1)[P1] == 4900  # booked once
    other = quiet(totals=(1985, 0))
    assert fined(other, "thanks", P1) == (4900, DAY, DAY, DAY)
    assert not other.over
    for first, second in ((P1, P2), (P2, P1)):  # each pays for the own thanks, whoever was fined before
        both = quiet(totals=(1985, 0))
        submit(both, Thanked(first))
        assert fined(both, "thanks", second)[second] == 4900


@pytest.mark.rule("AJZ-3.4-24", "AJZ-3.4-25")
def test_ajz_3_4_24_25_wrong_counting_and_writing() -> None:
    """A tally of 97 and 59: -100; 186 written for 98 x 2 = 196: -200, but not for what only repeats a wrong tally."""
    game = quiet()
    assert fined(game, "miscounted", P2)[P2] == 5300
    assert report(game, "miswritten", P2, marks="miscounted").effects == ()
    assert fined(quiet(), "miswritten", P2)[P2] == 5200


@pytest.mark.rule("AJZ-3.4-26")
def test_ajz_3_4_26_writing_too_late() -> None:
    """The next deal is dealt: the points of the last one are void, and writing them costs 200."""
    game = quiet(keeping=Keeping.MANUAL)
    play_out(game)
    assert game.due
    submit(game, HandsRecorded(game.next_dealer(), scattered()))
    assert not game.due
    refused(game, Wrote(P2, 1, Source.STICH), "AJZ-2.2.1-50", "nothing-due")
    assert fined(game, "late-writing", P2)[P2] == 5200
    assert game.ledger.totals == [0, 0]


@pytest.mark.rule("AJZ-3.4-27")
def test_ajz_3_4_27_the_slate_the_wrong_way_round() -> None:
    assert fined(quiet(), "slate-turned", P2, marks="written")[P2] == 5300
    assert report(quiet(), "slate-turned", P2).effects == ()
    assert card("L7") in quiet().deal.hand(P1)
