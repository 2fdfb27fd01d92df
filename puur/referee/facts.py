"""The facts that decide an offence, and scenes in which they are otherwise: the referee answers for each of them.

What nobody said is not silently assumed: where a fact is open, every branch is shown.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from puur.core import events as ev
from puur.core.form import lines_of
from puur.core.game import Game
from puur.core.mode import EICHELN
from puur.core.playing import legal_cards
from puur.core.reglement import Leader
from puur.core.seats import next_seat, partner_of, team_of
from puur.core.trick import Objection
from puur.referee.staging import DEALER, Stage, announce, begin, dealt_by_chance, misdealt, plainly, play_on, wrong_card


def _hidden(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported:
    return replace(plainly(game, rng, offence, trick), marks="")


def _trump_led(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    """Trump is led: somebody does not follow, or gives a lower trump, which is no undertrumping."""
    begin(game, rng, trick)
    trumps = [card for card in legal_cards(game, game.deal.turn) if card.suit is EICHELN.trump]
    if not trumps:
        return None
    game.submit(ev.CardPlayed(game.deal.turn, trumps[-1]))
    seat = game.deal.turn
    lower = [card for card in legal_cards(game, seat) if card.suit is EICHELN.trump and card < trumps[-1]]
    card = wrong_card(game, seat, Objection.FOLLOW_SUIT) if offence == "revoke" else next(iter(lower), None)
    if card is None:
        return None
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _trump_lead(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    begin(game, rng, trick)
    seat = partner_of(game.deal.turn)
    card = next((held for held in game.deal.hand(seat) if held.suit is EICHELN.trump), None)
    if card is None:
        return None
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _pushed(game: Game, rng: random.Random, offence: str, _trick: int) -> ev.IncidentReported | None:
    """The partner to whom was pushed leads, where Vorhand would have to."""
    if game.book.bidding.leader is Leader.CHOOSER:
        return None
    game.submit(ev.HandsRecorded(DEALER, dealt_by_chance(rng)))
    game.submit(ev.Pushed(game.deal.speaker))
    announce(game)
    seat = partner_of(game.deal.turn)
    card = next((held for held in game.deal.hand(seat) if held.suit is not EICHELN.trump), None)
    if card is None:
        return None
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=1, cards=(card,), marks="pushed")


def _first_trick(game: Game, rng: random.Random, offence: str, _trick: int) -> ev.IncidentReported | None:
    begin(game, rng, 2)
    play_on(game)
    first = game.deal.tricks[0]
    return ev.IncidentReported(offence, first.winner, trick=1) if first.points else None


def _early_free(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    begin(game, rng, trick)
    play_on(game)
    seat, led = next_seat(game.deal.turn), game.deal.cards[0].suit
    held = game.deal.hand(seat)
    if any(card.suit is led for card in held):
        return None
    card = next(iter(held))
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _joker_used(game: Game, rng: random.Random, offence: str, _trick: int) -> ev.IncidentReported | None:
    """The pair of the first speaker has played Eicheln and the Joker, and chooses Eicheln again."""
    if not lines_of(game.book):
        return None
    for variant in ("E", "joker"):
        game.submit(ev.ResultEntered((100, 57), EICHELN, 0, variant))
    game.submit(ev.HandsRecorded(game.next_dealer() or 0, dealt_by_chance(rng)))
    while team_of(game.deal.speaker) != 0:
        game.submit(ev.Pushed(game.deal.speaker))
    seat = game.deal.speaker
    announce(game)
    return ev.IncidentReported(offence, seat)


def _dealt_late(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported:
    incident = misdealt(game, rng, offence, trick)
    announce(game)
    for _ in range(5):
        play_on(game)
    return incident


OTHERWISE: Mapping[tuple[str, str], Stage] = {
    ("card-fallen", "hidden"): _hidden,
    ("revoke", "trump-led"): _trump_led,
    ("undertrump", "trump-led"): _trump_led,
    ("wrong-lead", "trump-card"): _trump_lead,
    ("wrong-lead", "after-push"): _pushed,
    ("looked", "first-trick"): _first_trick,
    ("early-card", "need-not-follow"): _early_free,
    ("played-variant", "joker-used"): _joker_used,
    **{(offence, "after-trick"): _dealt_late for offence in ("misdeal", "exposed-card", "wrong-dealer", "short-pack")},
}
# What decides an offence besides the trick: the usual fact first, then the others.
FACTS: Mapping[str, tuple[str, ...]] = {
    "card-fallen": ("visible", "hidden"),
    "revoke": ("side-suit", "trump-led"),
    "undertrump": ("side-suit", "trump-led"),
    "wrong-lead": ("plain-card", "trump-card", "after-push"),
    "looked": ("later-trick", "first-trick"),
    "early-card": ("must-follow", "need-not-follow"),
    "played-variant": ("joker-open", "joker-used"),
    **dict.fromkeys(("misdeal", "exposed-card", "wrong-dealer", "short-pack"), ("before-trick", "after-trick")),
}
