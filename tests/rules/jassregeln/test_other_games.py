"""Provisions that concern games beside Schieber, Coiffeur and Differenzler, each by playing the game that it names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puur.core.cards import CARDS, CardSet, parse_card, shuffled
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import Announced, CardPlayed, Cut, Dealt, Shuffled
from puur.core.mode import SCHELLEN, parse_mode
from puur.core.reglement import Source
from puur.games.auction import Contracted, Passed, Raised
from puur.games.bieter import Accepted, Declined
from puur.games.common import LaidAway
from puur.games.schaggi_haas import Bettered
from puur.reglement import load
from tests.games.table import begun, cards, dealt, play_on, say

A, B, C = 0, 1, 2
PACK = shuffled(__import__("random").Random(4))


def deal_pack(game: object, dealer: int) -> tuple:
    """Deal the pack as it lies: the cut is undone before."""
    pack = (*PACK[-18:], *PACK[:-18])
    seats = len(game.seats)  # type: ignore[attr-defined]
    say(game, Shuffled(dealer, pack), Cut((dealer - 1) % seats, 18), Dealt(dealer))  # type: ignore[arg-type]
    return PACK


@pytest.mark.rule("JR-DEAL-09")
def test_jr_deal_09_twelve_cards_may_be_dealt_in_four_rounds_of_three() -> None:
    """'Bei 12 Karten pro Person ist auch das Verteilen in vier Runden zu je 3 Karten erlaubt.'"""
    book = load("schaggi-haas")
    for packets, first in (
        ((4, 4, 4), (0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19)),
        ((3, 3, 3, 3), (0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20)),
    ):
        game = begun(replace(book, dealing=replace(book.dealing, packets=packets)), A)
        pack = deal_pack(game, A)
        assert game.deal.hand(B) == CardSet(pack[place] for place in first)


@pytest.mark.rule("JR-DEAL-10")
def test_jr_deal_10_ten_cards_come_in_two_packets_of_five() -> None:
    """Two packets of five; between them six cards on the table, so that the second packet of Vorhand begins with the 22nd card."""
    game = begun(load("bieter"), A)
    pack = deal_pack(game, A)
    assert game.deal.hand(B) == CardSet((*pack[0:5], *pack[21:26]))
    assert game.deal.hand(C) == CardSet((*pack[5:10], *pack[26:31]))
    assert game.deal.stock == pack[15:21]


@pytest.mark.rule("JR-DEAL-12")
def test_jr_deal_12_eight_cards_come_in_two_packets_of_four() -> None:
    """'Bei 8 Karten pro Person gibt der Geber jedem zwei Päckchen zu 4 Karten.' Pandur, without the cards below the nine."""
    game = begun(load("pandur"), A)
    pack = [card for card in deal_pack(game, A) if card.rank.value in "9BUOKA"]
    assert len(pack) == 24
    assert game.deal.hand(B) == CardSet((*pack[0:4], *pack[12:16]))
    assert [len(game.deal.hand(seat)) for seat in game.seats] == [8, 8, 8]


@pytest.mark.rule("JR-DEAL-21")
def test_jr_deal_21_the_stock_has_its_number_of_cards() -> None:
    """Three cards and the open one stay over in the Schaggi-Haas, eighteen in the Kreuzjass for two; no other can be."""
    game = begun(load("schaggi-haas"), A)
    deal_pack(game, A)
    hidden = [card for pile in game.deal.own.hidden.values() for card in pile]
    assert (len(game.deal.own.rest), len(hidden), len(game.deal.stock)) == (3, 8, 12)
    say(game, Bettered(B), *(LaidAway(B, card) for card in list(game.deal.hand(B))[:4]), Passed(A))
    assert len(game.deal.stock) == 12  # the four taken up are in the hand, those laid away out of play
    two = begun(load("kreuzjass-zweier"), A)
    deal_pack(two, A)
    assert len(two.deal.stock) == 18
    with pytest.raises(RuleViolation, match="pack-incomplete"):
        begun(load("schaggi-haas"), A).submit(Shuffled(A, CARDS[:35]))


def koenig(game: object, seat: int = B) -> None:
    """Somebody becomes König for 600, lays six cards away, plays Schellen and the first deal is played."""
    others = [Passed(each) for each in ((seat + 1) % 3, (seat + 2) % 3)]
    say(game, Raised(seat, 600), *others)  # type: ignore[arg-type]
    hand = list(game.deal.hand(seat))  # type: ignore[attr-defined]
    say(game, *(LaidAway(seat, card) for card in hand[:6]), Announced(seat, SCHELLEN))  # type: ignore[arg-type]
    play_on(game)  # type: ignore[arg-type]


FIRST = ["E6-A R6", "L6-A R7", "S6-A R8"]


@pytest.mark.rule("JR-MATCH-04", "JR-STOE-07")
def test_jr_match_04_jr_stoe_07_a_declined_deal_of_the_bieter() -> None:
    """The Bauern write the Match premium too, 257 in all, and their Stöck; those of the König who declines lapse."""
    # Schellen is trump by the dealer's last card: König and Ober with a Bauer, then with the König himself.
    for hands, stoeck in (
        (["R6-A E6 E7 S6", "L6-A E8 E9 S7", "EB EU EO EK EA SB SU S8 S9 SO SK SA"], 20),
        (["R6-A E6 E7 S6", "L6-8 LB-A E8 E9 SO SK", "EB EU EO EK EA S7 SB SU S8 S9 L9 SA"], 0),
    ):
        game = begun(load("bieter"), A)
        dealt(game, FIRST, "R9 RB RU RO RK RA")
        koenig(game)
        assert game.next_dealer() == B
        before = game.totals()
        third = hands[C]
        mine = hands[B]
        order = [hands[A], mine, third]
        # The dealer, now the König, gets the last card: it has to be a Schelle.
        order[B] = " ".join(
            [
                *(card for card in mine.split() if card[0] != "S" or "-" in card),
                *(card for card in mine.split() if card[0] == "S" and "-" not in card),
            ]
        )
        dealt(game, order)
        assert str(game.deal.mode) == "S"
        say(game, Declined(B))
        gained = [after - was for after, was in zip(game.totals(), before, strict=True)]
        assert gained == [257 + stoeck, 0, 257 + stoeck]
        assert game.deal.phase is Phase.OVER


def test_a_koenig_who_plays_has_the_deal_played() -> None:
    game = begun(load("bieter"), A)
    dealt(game, FIRST, "R9 RB RU RO RK RA")
    koenig(game)
    dealt(game, ["R6-A E6 E7 S6", "L6-A E8 E9 S7", "EB EU EO EK EA SB SU S8 S9 SO SK SA"])
    say(game, Accepted(B))
    assert (game.deal.phase, game.deal.turn) == (Phase.PLAYING, C)
    assert {entry.source for entry in game.ledger.of_deal(1)} >= {Source.STICH, Source.LAID_AWAY}


@pytest.mark.rule("JR-PLAY-04")
def test_jr_play_04_with_trump_the_first_card_is_trump() -> None:
    """'Beim Pandur und bei der Misère mit Trumpf ist das Ausspiel nicht frei': the first card shows trump, later leads are free."""
    for contract in ("pandur-mit", "misere-mit"):
        game = begun(load("pandur"), A)
        dealt(game, ["E9-A R9 RB", "S9-A RU RO", "L9-A RK RA"])
        say(game, Contracted(B, contract), *(() if contract == "pandur-mit" else (Passed(C), Passed(A))))
        with pytest.raises(RuleViolation):
            game.submit(Announced(B, parse_mode("R")))
        game.submit(CardPlayed(B, parse_card("SU")))
        assert str(game.deal.mode) == "S"
        assert cards("SU") == game.deal.cards
