"""A Weis that is described wrongly costs the whole deal in Pandur and Schaggi-Haas, by the ruling of the referee."""

from __future__ import annotations

import pytest

from puur.core.deal import Phase
from puur.core.effects import DealLost
from puur.core.errors import RuleViolation
from puur.core.events import Announced, RulingMade, WeisAnnounced
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.setup import Playing, Setup
from puur.games.auction import Passed, Raised
from puur.notation import Record, format_jass, from_json, parse_jass, to_json
from puur.reglement import load
from tests.games.table import dealt, play, say
from tests.referee.tools import report, settle


def opened(key: str, players: int) -> Game:
    """A table at which mistakes happen; A deals."""
    return Game(load(key), Setup(names=tuple("ABCD"[:players]), first_dealer=0, playing=Playing.FREE))


def pandur(speaker: int) -> Game:
    """B plays for a hundred with Eichel as trump; `speaker` has announced fifty of four cards with the first one."""
    game = opened("pandur", 3)
    dealt(game, ["R9-A L9 LB", "E9-A LK LA", "S9-A LU LO"])
    say(game, Raised(1, 100), Passed(2), Passed(0), Announced(1, parse_mode("E")))
    if speaker == 1:
        game.submit(WeisAnnounced(1, 150))
    play(game, "EU")
    if speaker == 2:
        game.submit(WeisAnnounced(2, 150))
    play(game, "S9 R9")
    return game


@pytest.mark.rule("JR-WINV-04")
@pytest.mark.parametrize(("who", "written"), [(1, (2, 0, 2)), (2, (0, 2, 0))])
def test_jr_winv_04_in_the_pandur_the_bid_fails_or_is_kept(who: int, written: tuple[int, ...]) -> None:
    """The soloist's mistake brings both opponents the two Schreibpunkte, an opponent's mistake brings them to the soloist."""
    game = pandur(who)
    ruling = report(game, "wrong-weis", who, by=0)
    settle(game, ruling)
    assert ruling.provisions == ("JR-WINV-04",)
    assert (game.deal.phase, game.totals()) == (Phase.OVER, written)


@pytest.mark.rule("JR-WINV-04")
def test_jr_winv_04_in_the_schaggi_haas_all_cards_go_to_the_other_with_the_own_weis() -> None:
    """B's three hundred are struck; A, who has shown nothing, writes all cards in play, counted by hand below."""
    game = opened("schaggi-haas", 2)
    dealt(game, ["L6-A R6 R7 R8", "E6-A RK RO RB"], "SA S6 S7 S8 S9 RA RU R9 SB SU SO SK")
    say(game, Passed(1), Passed(0), WeisAnnounced(1, 300))
    play(game, "E6 L6")
    ruling = report(game, "wrong-weis", 1, by=0)
    settle(game, ruling)
    assert ruling.provisions == ("JR-WINV-04",)
    # 30 points of Eichel, 30 of Schilte, king, Ober and Banner of Rose 17, and 5 for the last trick.
    assert game.totals() == (82, 0)
    assert game.deal.phase is Phase.OVER


def test_a_game_without_such_a_loss_refuses_it() -> None:
    game = opened("misere", 4)
    dealt(game, ["E6-A", "S6-A", "L6-A", "R6-A"])
    with pytest.raises(RuleViolation):
        game.submit(RulingMade("X", effects=(DealLost(1),)))


def test_a_lost_deal_is_read_again_from_the_record() -> None:
    game = pandur(1)
    settle(game, report(game, "wrong-weis", 1, by=0))
    record = Record(book="pandur", setup=game.setup, sides=game.sides, events=tuple(game.events))
    assert parse_jass(format_jass(record)) == record == from_json(to_json(record))
    assert Game.replay(game.book, game.setup, game.events).totals() == game.totals()
