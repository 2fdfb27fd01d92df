"""What the cards of a bot mean: each situation in a deal whose hands are written out here, counted by hand."""

from __future__ import annotations

from puur.arena.signals import Counter
from puur.arena.table import opened, prepared
from puur.bots.base import cards_offered
from puur.bots.levels import LEVELS
from puur.bots.signals import SIGNALS, Signal, Signals, counted
from puur.core.actions import to_act
from puur.core.cards import CardSet, parse_card
from puur.core.events import Announced, CardPlayed
from puur.core.mode import parse_mode
from puur.core.view import view_of
from puur.reglement import load

HANDS = (
    "EU E9 EA EK R6 R7 S6 S7 L6",  # announces Eicheln
    "E6 E7 RB RK RO SA SK SO LA",
    "E8 RA RU R9 R8 SB SU S9 LB",
    "EB EO S8 L7 L8 L9 LU LO LK",  # no Rosen
)


def played(mode: str, cards: str) -> dict[str, Signal]:
    """What a counter makes of these first cards of the deal."""
    first, second, third, fourth = map(CardSet.parse, HANDS)
    game = opened(prepared(load("tam2014-es"), weis=False), (first, second, third, fourth), 3)
    game.submit(Announced(0, parse_mode(mode)))
    counter = Counter()
    for name in cards.split():
        seat = to_act(game)
        assert seat is not None
        view = view_of(game, seat)
        if len(cards_offered(view)) > 1:
            counter.see(view, parse_card(name))
        game.submit(CardPlayed(seat, parse_card(name)))
    return counter.signals()


def test_the_announcer_draws_trump() -> None:
    # Four of nine cards are trumps.
    assert played("E", "EU")["announcer-leads-trump"] == Signal(1, 1, round(4 / 9, 4))
    assert played("E", "R6")["announcer-leads-trump"] == Signal(0, 1, round(4 / 9, 4))


def test_without_trump_the_first_card_is_a_bock() -> None:
    # Obenabe: of the nine only the ace of Eicheln is the highest of its suit; Undeufe: the sixes of Rosen, Schellen and Schilten.
    assert played("obenabe", "EA")["leads-bock"] == Signal(1, 1, round(1 / 9, 4))
    assert played("undeufe", "R6")["leads-bock"] == Signal(1, 1, round(3 / 9, 4))


def test_a_low_card_comes_from_strength() -> None:
    # Low are all but the ace, in four new suits; ace and King of Eicheln are the two highest of theirs: three of eight low cards.
    assert played("obenabe", "E9")["low-lead-from-strength"] == Signal(1, 1, round(3 / 8, 4))
    assert played("obenabe", "R6")["low-lead-from-strength"] == Signal(0, 1, round(3 / 8, 4))


def test_discards_and_trumps_of_somebody_who_cannot_follow() -> None:
    # R6 RB RA lie: 21 points, an opponent ahead. The fourth has no Rosen, two trumps that win, and seven cards to throw.
    trumped = played("E", "R6 RB RA EB")
    assert trumped["trumps-in"] == Signal(1, 1, round(2 / 9, 4))
    assert trumped["discard-from-shortest"].could == 0
    thrown = played("E", "R6 RB RA S8")
    assert thrown["trumps-in"] == Signal(0, 1, round(2 / 9, 4))
    # One card of Schellen, six of Schilten: the shortest is Schellen, one of seven. No Bock in either suit.
    assert thrown["discard-from-shortest"] == Signal(1, 1, round(1 / 7, 4))
    assert thrown["discard-keeps-bock"].could == 0


def test_a_bock_is_kept() -> None:
    # Obenabe: LA and LK have been played, so the Ober of Schilten is the highest of its suit. Without Rosen the fourth seat can
    # throw from Eicheln (EB, EO), Schellen (S8) and Schilten (five cards left), where the Bock lies: three of eight cards keep it.
    lead = "L6 LA LB LK RB R9"
    assert played("obenabe", f"{lead} S8")["discard-keeps-bock"] == Signal(1, 1, round(3 / 8, 4))
    assert played("obenabe", f"{lead} L7")["discard-keeps-bock"] == Signal(0, 1, round(3 / 8, 4))


def test_the_last_of_a_trick_adds_points_for_the_partner() -> None:
    # Obenabe, L6 led: LA of the second seat wins, the fourth follows as its partner; L8 counts 8, more than its other five cards.
    assert played("obenabe", "L6 LA LB L8")["adds-points"] == Signal(1, 1, round(1 / 6, 4))
    assert played("obenabe", "L6 LA LB LK")["adds-points"] == Signal(0, 1, round(1 / 6, 4))


def test_what_is_shipped_was_counted_for_every_situation() -> None:
    signals = counted()
    assert set(signals.levels) == {"jasskoenig", "stammtisch"} <= set(LEVELS)
    assert signals.deals >= 1000
    for counts in signals.levels.values():
        assert tuple(counts) == SIGNALS
        assert all(0 < signal.did < signal.could for signal in counts.values() if signal.share < 1.0)
    assert Signals.from_plain(signals.to_plain()) == signals
