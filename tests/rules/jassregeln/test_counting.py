"""JR-CNT, JR-LAST, JR-EARLY: what cards count, the last trick, a deal that nobody counted, turning a trick."""

from __future__ import annotations

import pytest

from puur.core.cards import CARDS
from puur.core.events import CardPlayed, DealAnnulled, ResultEntered, Turned
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.reglement import Source
from puur.core.setup import Turning
from tests.support import A, C, book, card, dealt, endgame, legal, play, refused, scattered, table

MODES = ["E", "R", "S", "L", "obenabe", "undeufe"]
# JR-CNT-03 by hand: 6 7 8 9 B U O K A
TRUMP = (0, 0, 0, 14, 10, 20, 3, 4, 11)
PLAIN = (0, 0, 0, 0, 10, 2, 3, 4, 11)
OBEN = (0, 0, 8, 0, 10, 2, 3, 4, 11)
UNTEN = (11, 0, 8, 0, 10, 2, 3, 4, 0)


def play_out(mode: str) -> Game:
    """A whole deal under the shipped book, each seat playing its first legal card."""
    game = dealt("jassregeln", mode, hands=scattered())
    for _ in range(36):
        play(game, min(legal(game)))
    return game


@pytest.mark.rule("JR-CNT-01")
@pytest.mark.parametrize("mode", MODES)
def test_jr_cnt_01_the_tricks_counted_again_by_hand_are_what_is_written(mode: str) -> None:
    game = play_out(mode)
    written = [0, 0]
    for entry in game.ledger.of_deal(1):
        if entry.source in (Source.STICH, Source.LAST_TRICK):
            written[entry.team] += entry.raw
    counted = [0, 0]
    for trick in game.deal.tricks:
        for one in trick.cards:
            values = {"obenabe": OBEN, "undeufe": UNTEN}.get(mode, TRUMP if one.suit.value == mode else PLAIN)
            counted[trick.winner % 2] += values[one.rank.index]
    counted[game.deal.tricks[-1].winner % 2] += 5
    assert written == counted
    assert sum(written) == 157


@pytest.mark.rule("JR-CNT-01")
def test_jr_cnt_01_an_estimate_of_157_is_entered_with_its_mark() -> None:
    game = table("jassregeln")
    refused(game, ResultEntered((90, 60), basis="estimated"), "JR-CNT-03", "control-sum")
    game.submit(ResultEntered((90, 67), basis="estimated"))
    assert game.totals() == (90, 67)
    assert {entry.rule for entry in game.ledger.of_deal(1)} == {"JR-CNT-01"}


@pytest.mark.rule("JR-CNT-02")
def test_jr_cnt_02_an_uncounted_deal_is_not_replayed() -> None:
    game = table("jassregeln")
    why = refused(game, DealAnnulled("not-counted"), "JR-CNT-02", "no-replay")
    assert why.facts["instead"] == "estimated"
    game.submit(ResultEntered((90, 67), basis="estimated"))
    refused(game, DealAnnulled("not-counted"), "JR-CNT-02", "no-replay")
    assert game.totals() == (90, 67)


@pytest.mark.rule("JR-CNT-02")
def test_jr_cnt_02_a_book_may_say_otherwise() -> None:
    game = table(book("jassregeln", writing__replay=True))
    game.submit(ResultEntered((90, 67), basis="estimated"))
    game.submit(DealAnnulled("not-counted"))
    assert (game.totals(), game.next_dealer()) == ((0, 0), game.deal.dealer)


@pytest.mark.rule("JR-CNT-03")
@pytest.mark.parametrize(("mode", "points"), [("R", 45), ("S", 13), ("obenabe", 21), ("undeufe", 10)])
def test_jr_cnt_03_the_same_trick_in_four_modes(mode: str, points: int) -> None:
    game = dealt("jassregeln", mode, hands=scattered(A="RA", B="R8", C="RU", D="R9"))
    play(game, "RA R8 RU R9")
    assert game.deal.tricks[0].points == points


@pytest.mark.rule("JR-CNT-03")
@pytest.mark.parametrize("mode", MODES)
def test_jr_cnt_03_every_card_and_152_in_all(mode: str) -> None:
    values = parse_mode(mode).values
    for one in CARDS:
        table_of = {"obenabe": OBEN, "undeufe": UNTEN}.get(mode, TRUMP if one.suit.value == mode else PLAIN)
        assert values[one.index] == table_of[one.rank.index], one
    assert sum(values) == 152
    assert sum(play_out(mode).ledger.totals) == 157  # with the last trick


@pytest.mark.rule("JR-LAST-01")
def test_jr_last_01_the_last_trick_counts_five_more() -> None:
    game = endgame("jassregeln", "E", points=(100, 38), tricks=(5, 3), A="R9", B="RA", C="R6", D="RO")
    play(game, "R9 RA R6 RO")  # 11 + 3 = 14 for team 2
    last = [entry for entry in game.ledger.of_deal(1) if entry.source is Source.LAST_TRICK]
    assert [(entry.team, entry.points, entry.rule) for entry in last] == [(1, 5, "JR-LAST-01")]
    assert game.totals() == (100, 38 + 19)


@pytest.mark.rule("JR-LAST-02")
def test_jr_last_02_the_last_trick_is_counted_before_the_cards() -> None:
    game = endgame("jassregeln", "E", points=(40, 98), totals=(995, 950), A="RA", B="R9", C="RO", D="R6")
    play(game, "RA R9 RO R6")
    assert game.totals() == (995 + 5 + 54, 950 + 98)
    running = [995, 950]
    for entry in game.ledger.of_deal(1):
        running[entry.team] += entry.points
        if max(running) >= 1000:
            break
    assert (entry.source, running) == (Source.LAST_TRICK, [1000, 950])


@pytest.mark.rule("JR-EARLY-02")
def test_jr_early_02_the_trick_is_turned_before_the_next_lead() -> None:
    game = dealt("jassregeln", "E", hands=scattered(), turning=Turning.EXPLICIT)
    for _ in range(3):
        for _ in range(4):
            play(game, min(legal(game)))
        game.submit(Turned(A))
    for _ in range(4):
        play(game, min(legal(game)))
    winner, lead = game.deal.turn, card(min(legal(game)))
    assert len(game.deal.tricks) == 4
    refused(game, CardPlayed(winner, lead), "JR-EARLY-02", "trick-not-turned")
    game.submit(Turned(C))
    refused(game, Turned(C), "JR-EARLY-02", "no-complete-trick")
    game.submit(CardPlayed(winner, lead))
    assert game.deal.cards == [lead]
