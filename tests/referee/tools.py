"""What tests of the referee share: free tables, also near the end of a deal, and rulings reported, chosen and carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from puur.core.cards import cards_of
from puur.core.events import CardPlayed, ChoiceMade, IncidentReported
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.setup import Playing
from puur.referee import Ruling, choose, event_of, rule
from tests.support import A, dealt, endgame, fill

TRUMPS = {"A": "", "B": "", "C": "", "D": ""}


def free(rules: Reglement | str, mode: str | None, hands: dict[str, str] | None = None, **options: Any) -> Game:
    """A free table with its first deal dealt (and announced), the hands filled up."""
    return dealt(rules, mode, hands=fill(**(hands or {})), playing=Playing.FREE, **options)


def late(rules: Reglement | str, mode: str, *, leader: int = A, **options: Any) -> Game:
    """A free table near the end of a deal; hands and score as for `endgame`."""
    game = endgame(rules, mode, leader=leader, **options)
    game.setup = replace(game.setup, playing=Playing.FREE)
    vars(game).pop("free", None)
    return game


def report(game: Game, offence: str, seat: int, cards: str = "", **facts: Any) -> Ruling:
    """What the referee says."""
    incident = IncidentReported(offence, seat, cards=cards_of(cards), **facts)
    game.submit(incident)
    return rule(game, incident)


def settle(game: Game, ruling: Ruling, **chosen: str) -> Ruling:
    """Make the choices and carry the ruling out."""
    for key, option in chosen.items():
        choice = key.replace("_", "-")
        game.submit(ChoiceMade(choice, option))
        ruling = choose(ruling, choice, option)
    game.submit(event_of(ruling))
    return ruling


def out_of_turn(game: Game, seat: int, card: str) -> None:
    """A seat plays a card, whosever turn it is."""
    game.submit(CardPlayed(seat, cards_of(card)[0]))
