"""What the tests of TAM 2014 share: one trick in the middle of a deal, and a Coiffeur that has come to a given stage."""

from __future__ import annotations

import random

from puur.core.actions import bids
from puur.core.cards import CARDS, cards_of
from puur.core.deal import Phase
from puur.core.events import Announced, Pushed
from puur.core.game import Game
from puur.core.mode import Mode
from puur.core.reglement import Reglement
from puur.core.seats import team_of
from puur.core.sheet import Row
from puur.core.trick import Trick
from puur.games.coiffeur import Coiffeur
from tests.random_play import prepare, step
from tests.support import A, endgame, play, table

ES, PS, ES_AT, CP = "tam2014-es", "tam2014-ps", "tam2014-es-at", "tam2014-cp"
ONE, TWO = 0, 1  # Team 1 is P1 and P3, Team 2 is P2 and P4
SHEET = "E R L S obenabe undeufe slalom gusti trio joker"


def trick(rules: Reglement | str, mode: Mode | str, cards: str, *, number: int = 9, leader: int = A) -> Trick:
    """Trick `number` of a deal, played with these cards; the hands are filled so that each card is legal."""
    played = cards_of(cards)
    led = played[0].suit
    rest = sorted((one for one in CARDS if one not in played), key=lambda one: (one.suit is led, one.index))
    hands = {place: [one] for place, one in enumerate(played)}
    for place in sorted(hands, key=lambda place: played[place].suit is led):  # who does not follow gets nothing to follow with
        hands[place] += [rest.pop(0) for _ in range(9 - number)]
    named = {"ABCD"[(leader + place) % 4]: " ".join(map(str, hand)) for place, hand in hands.items()}
    game = endgame(rules, mode, leader=leader, **named)
    play(game, cards)
    return game.deal.tricks[-1]


def winning(found: Trick) -> str:
    """The card that won a trick."""
    return found.cards[(found.winner - found.leader) % 4].name


def choose(game: Game, team: int, variant: str, rng: random.Random) -> None:
    """Push until a player of `team` has the word, who chooses the open `variant` in one of its ways."""
    while team_of(game.deal.speaker) != team:
        game.submit(Pushed(game.deal.speaker))
    offered = [bid for bid in bids(game, game.deal.speaker) if isinstance(bid, Announced) and bid.variant == variant]
    game.submit(rng.choice(offered))


def play_variant(game: Game, team: int, variant: str, rng: random.Random) -> None:
    """One whole deal with random legal cards, in which `team` plays `variant`."""
    prepare(game, rng)
    choose(game, team, variant, rng)
    while game.deal.phase is not Phase.OVER:
        step(game, rng)


def stage(one: str = "", two: str = "", *, rules: Reglement | str = CP, seed: int = 7) -> Game:
    """A Coiffeur in which Team 1 has played the variants in `one` and Team 2 those in `two`, Team 2 first; P4 dealt game 1."""
    game, rng = table(rules), random.Random(seed)
    for team, variants in ((TWO, two), (ONE, one)):
        for variant in variants.split():
            play_variant(game, team, variant, rng)
    return game


def without(*variants: str) -> str:
    """The sheet without these variants."""
    return " ".join(name for name in SHEET.split() if name not in variants)


def still_open(game: Game, team: int) -> list[str]:
    """The variants that a pair has not chosen yet."""
    form = game.form
    assert isinstance(form, Coiffeur)
    return list(form.open_variants(game, team))


def last_row(game: Game) -> Row:
    """The row of the sheet written last."""
    return game.form.sheet(game).rows[-1]
