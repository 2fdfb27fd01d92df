"""AJZ 08: what is a Weis, what it counts, and with which factor it is written."""

from __future__ import annotations

import pytest

from puur.core.actions import weis_offer
from puur.core.bonuses import Announce
from puur.core.cards import CardSet
from puur.core.events import CardPlayed, StoeckShown, WeisAdded, WeisAnnounced
from puur.core.game import Game
from puur.core.ledger import Entry
from puur.core.playing import legal_cards
from puur.core.reglement import Reglement, Source
from puur.core.weis import parse_weis, weise_in
from tests.support import A, book, by_source, card, dealt, french, play_out, play_trick, refused, scattered


def to_first_card(mode: str, hand: str, rules: Reglement | str = "ajz08", **others: str) -> Game:
    """The first trick has come to P1, who holds these cards and nothing else that would make a Weis."""
    game = dealt(rules, mode, hands=scattered(A=hand, **others))
    while game.deal.turn != A:
        game.submit(CardPlayed(game.deal.turn, next(iter(legal_cards(game, game.deal.turn)))))
    return game


def finish_trick(game: Game, first: str = "") -> None:
    """P1 plays this card, or any, and the others after it."""
    game.submit(CardPlayed(A, card(first) if first else next(iter(legal_cards(game, A)))))
    while not game.deal.open:
        game.submit(CardPlayed(game.deal.turn, next(iter(legal_cards(game, game.deal.turn)))))


def offered(mode: str, hand: str) -> int | None:
    """The Weis that P1 may announce with the first card."""
    game = to_first_card(mode, hand)
    offer = weis_offer(game, A)
    return None if offer is None else offer.points


def written(mode: str, hand: str) -> Entry:
    """What stands on the slate for the highest Weis of P1 at the end of the Spiel."""
    game = to_first_card(mode, hand)
    offer = weis_offer(game, A)
    assert offer is not None
    game.submit(offer)
    finish_trick(game)
    play_out(game)
    assert game.deal.won[0]
    (entry,) = (one for one in game.ledger.entries if one.source is Source.WEIS)
    return entry


# hand, mode, value, written, provision
VALUES = [
    ("drueblatt", "R7 R8 R9 S6 SB LK LA E8 EO", "E", 20, 20, "AJZ-2.2.2-01"),
    ("vierblatt", "S9 SB SU SO", "E", 50, 50, "AJZ-2.2.2-02"),
    ("fuenfblatt", "L6 L7 L8 L9 LB", "E", 100, 100, "AJZ-2.2.2-03"),
    ("sechsblatt", "E9 EB EU EO EK EA", "R", 150, 150, "AJZ-2.2.2-04"),
    ("siebenblatt", "R6 R7 R8 R9 RB RU RO", "E", 200, 200, "AJZ-2.2.2-05"),
    ("achtblatt", "S7 S8 S9 SB SU SO SK SA", "E", 250, 250, "AJZ-2.2.2-06"),
    ("nuenblatt", "L6 L7 L8 L9 LB LU LO LK LA", "obenabe", 300, 900, "AJZ-2.2.2-07"),
    ("four_under", "EU RU SU LU", "E", 200, 200, "AJZ-2.2.2-08"),
    ("four_nelle", "E9 R9 S9 L9", "undeufe", 150, 450, "AJZ-2.2.2-09"),
    ("four_nelle_in_obenabe", "E9 R9 S9 L9", "obenabe", 150, 450, "AJZ-2.2.2-09"),
    *((f"four_{rank}", f"E{rank} R{rank} S{rank} L{rank}", "E", 100, 100, "AJZ-2.2.2-10") for rank in "678BOKA"),
]


@pytest.mark.parametrize(
    ("hand", "mode", "value", "points", "provision"),
    [
        pytest.param(*case, marks=pytest.mark.rule(case[-1]), id=f"{case[-1].lower().replace('-', '_').replace('.', '_')}_{name}")
        for name, *case in VALUES
    ],
)
def test_ajz_2_2_2_01_to_10_value(hand: str, mode: str, value: int, points: int, provision: str) -> None:
    entry = written(mode, hand)
    assert (entry.raw, entry.points, entry.rule) == (value, points, provision)


@pytest.mark.rule("AJZ-2.2.2-01")
@pytest.mark.parametrize("mode", ["E", "S", "obenabe", "undeufe"])
def test_ajz_2_2_2_01_natural_order_in_one_suit_in_every_spielform(mode: str) -> None:
    assert offered(mode, "S9 SB SU E6 R7 LO") == 20  # also where the Nell is a trump above the Ass
    assert offered(mode, "SA S9 SU E6 R7 LO") is None  # next to each other as trumps alone
    assert offered(mode, "S9 RB LU E6 R7 LO") is None  # three suits


@pytest.mark.rule("AJZ-2.2.2-11")
@pytest.mark.parametrize("hand", ["EK EA E6", "EK RK SK", "EK EO", "E6 E7", "E6 E8 EB EO EA"])
def test_ajz_2_2_2_11_no_other_weise(hand: str) -> None:
    game = to_first_card("E", hand)
    assert weis_offer(game, A) is None
    for points in (20, 50, 100):
        refused(game, WeisAnnounced(A, points), reason="weis-not-highest")


@pytest.mark.rule("AJZ-2.2.2-12")
def test_ajz_2_2_2_12_a_card_in_a_weis_and_in_the_stoeck() -> None:
    game = to_first_card("E", "EU EO EK L7")
    game.submit(WeisAnnounced(A, 20))
    game.submit(StoeckShown(A))
    finish_trick(game, "EU")
    assert by_source(game, 0) == {Source.WEIS: 20, Source.STOECK: 20}


KINGS = "EK RK SK LK RO RA L7"


@pytest.mark.rule("AJZ-2.2.2-12")
def test_ajz_2_2_2_12_two_weise_share_a_card_but_one_is_announced() -> None:
    game = to_first_card("R", KINGS)
    found = weise_in(game.deal.hand(A))
    assert set(found) == {parse_weis("EK-RK-SK-LK"), parse_weis("RO-RK-RA")}
    refused(game, WeisAnnounced(A, 20), "AJZ-2.2.2-15", "weis-not-highest")
    game.submit(WeisAnnounced(A, 100))
    play_trick(game)
    refused(game, WeisAdded(A, (parse_weis("RO-RK-RA"),)), "AJZ-2.2.2-15", "one-weis-only")


@pytest.mark.rule("AJZ-2.2.2-12")
@pytest.mark.parametrize(("kreuzweis", "points"), [(True, 120), (False, 100)])
def test_ajz_2_2_2_12_alternative_the_winning_team_writes_its_further_weise(kreuzweis: bool, points: int) -> None:
    rules = book("ajz08", weis__announce=Announce.HIGHEST_THEN_REST, weis__kreuzweis=kreuzweis)
    game = to_first_card("R", KINGS, rules)
    game.submit(WeisAnnounced(A, 100))
    finish_trick(game, "RK")
    further = WeisAdded(A, (parse_weis("RO-RK-RA"),))
    if kreuzweis:
        game.submit(further)
    else:
        refused(game, further, reason="weis-not-held")
    play_out(game)
    assert game.deal.won[0]
    assert by_source(game, 0)[Source.WEIS] == points


@pytest.mark.rule("AJZ-2.2.2-13")
@pytest.mark.parametrize(("mode", "points"), [("undeufe", 300), ("obenabe", 300), ("E", 100), ("R", 100), ("S", 200), ("L", 200)])
def test_ajz_2_2_2_13_in_every_spielform(mode: str, points: int) -> None:
    assert written(mode, "EA RA SA LA").points == points


@pytest.mark.rule("AJZ-2.2.2-14")
@pytest.mark.parametrize(("mode", "points"), [("E", 50), ("S", 100), ("obenabe", 150)])
def test_ajz_2_2_2_14_times_the_factor(mode: str, points: int) -> None:
    entry = written(mode, "R6 R7 R8 R9")
    assert (entry.raw, entry.points) == (50, points)


@pytest.mark.rule("AJZ-2.2.1-58")
def test_ajz_2_2_1_58_four_buben_and_the_stoeck_with_french_cards() -> None:
    def held(names: str) -> str:
        return str(CardSet(french(name) for name in names.split()))

    entry = written("S", held("Ecke-Bube Herz-Bube Schaufel-Bube Kreuz-Bube"))  # S is Kreuz
    assert (entry.raw, entry.points) == (200, 400)
    game = to_first_card("S", held("Kreuz-König Kreuz-Dame"))
    game.submit(StoeckShown(A))
    assert game.totals() == (40, 0)
    for hand in ("Kreuz-König Kreuz-Bube", "Herz-König Herz-Dame"):
        refused(to_first_card("S", held(hand), B=held("Kreuz-Dame")), StoeckShown(A), "AJZ-2.2.2-30", "stoeck-not-held")
