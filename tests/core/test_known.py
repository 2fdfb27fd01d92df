"""Who may know what of an event is declared on its fields, and nothing is open by mistake."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import get_args

import pytest

from puur.core.cards import Card, CardSet, cards_of, parse_card
from puur.core.deal import Ban, Phase
from puur.core.effects import CardBanned, CardDead, CardLost, CardTakenBack, Effect, MustPlay
from puur.core.events import CardPlayed, Event, HandsRecorded, IncidentReported, RulingMade, Shuffled, WeisAdded, WeisAnnounced
from puur.core.known import Known, Told, known, openly, secrecy, tell
from puur.core.view import Door
from puur.core.weis import parse_weis
from puur.reglement import load
from tests.random_play import prepare, start, step

SECRET: dict[type, set[str]] = {  # what somebody else is not told, by the rules of the table
    Shuffled: {"pack", "seed"},
    HandsRecorded: {"hands"},
    WeisAnnounced: {"weis"},
    WeisAdded: {"weise"},
    IncidentReported: {"cards"},
    CardDead: {"card"},
    CardTakenBack: {"card"},
    MustPlay: set(),  # the seat is known, the cards are taken out one by one
    CardBanned: {"card"},
    CardLost: {"card"},
}


def told(event: object, *, actor: bool = False, over: bool = False, seen: str = "") -> Told:
    return tell(event, actor=actor, over=over, seen=lambda: CardSet.parse(seen), book=load("ub2024"))


@pytest.mark.parametrize("kind", [*get_args(Event), *get_args(Effect)], ids=lambda kind: kind.__name__)
def test_every_field_of_an_event_says_who_may_know_it(kind: type) -> None:
    assert secrecy(kind).undeclared == ()
    closed = {rule.name for rule in secrecy(kind).rules if rule.who is not Known.ALL and not rule.nested}
    assert closed == SECRET.get(kind, set()) | ({"cards"} if kind is MustPlay else set())


def test_others_hear_what_further_weise_count_and_no_card() -> None:
    added = WeisAdded(1, (parse_weis("S6-S7-S8"), parse_weis("LB-LU-LO-LK")))
    assert told(added) == Told(WeisAdded, {"seat": 1, "points": [20, 50]})
    assert told(added, actor=True).fields == {"seat": 1, "weise": added.weise}


def test_a_weis_that_was_laid_open_is_known_to_all() -> None:
    weis = parse_weis("S6-S7-S8")
    assert "weis" not in told(WeisAnnounced(1, 20, weis)).fields
    assert told(WeisAnnounced(1, 20, weis, shown=True)).fields["weis"] == weis


def test_the_cards_of_an_incident_are_for_the_seat_it_is_about() -> None:
    incident = IncidentReported("revoke", 1, 2, cards=cards_of("E6 E7"))
    assert "cards" not in told(incident, seen="E6 E7").fields
    assert told(incident, actor=True).fields["cards"] == cards_of("E6 E7")


def test_an_effect_names_to_others_only_cards_that_have_lain_open() -> None:
    ruling = RulingMade("X", "x", 1, (CardDead(parse_card("E6")), MustPlay(1, cards_of("E6 E7"))))
    assert secrecy(RulingMade).actor == "offender"
    dead, must = (dict(effect.fields) for effect in told(ruling, seen="E7").fields["effects"])  # type: ignore[attr-defined]
    assert (dead, must) == ({"trick": 0}, {"seat": 1, "cards": cards_of("E7")})
    dead, must = (dict(effect.fields) for effect in told(ruling, actor=True).fields["effects"])  # type: ignore[attr-defined]
    assert (dead["card"], must["cards"]) == (parse_card("E6"), cards_of("E6 E7"))


# ---- closed by default -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Nobody has thought of secrecy."""

    seat: int
    points: int
    card: Card


@openly
class HalfForgotten:
    """Open, but for cards that say nothing of themselves."""

    seat: int
    points: int
    card: Card
    inside: tuple[Forgotten, ...] = ()
    anything: object = None


@dataclass(frozen=True, slots=True)
class Predicted:
    """A prediction that is secret until the deal is over."""

    seat: int
    points: int = known(Known.AFTER)


class NoEvent:
    """Not even a value."""

    seat, secret = 0, "x"


def test_what_says_nothing_is_told_to_nobody() -> None:
    card = parse_card("E6")
    assert secrecy(Forgotten).undeclared == ("points", "card")
    assert secrecy(HalfForgotten).undeclared == ("card", "inside", "anything")
    for actor in (True, False):
        assert told(Forgotten(1, 50, card), actor=actor, over=True, seen="E6").fields == {"seat": 1}
        half = HalfForgotten(1, 50, card, (Forgotten(1, 50, card),), card)
        assert told(half, actor=actor, over=True, seen="E6").fields == {"seat": 1, "points": 50}
        assert told(NoEvent(), actor=actor, over=True).fields == {}


def test_a_secret_prediction_is_told_when_its_deal_is_over_and_not_before() -> None:
    rng = random.Random(4)
    game = start(load("ub2024"), rng)

    def heard(audience: int | None) -> list[object]:
        return [one.fields.get("points") for one in Door(game, 0).events(audience) if one.kind is Predicted]

    prepare(game, rng)
    game.events.append(Predicted(2, 77))  # type: ignore[arg-type]
    assert [heard(audience) for audience in (0, 1, 2, 3, None)] == [[None], [None], [77], [None], [None]]
    while game.deal.phase is not Phase.OVER:
        step(game, rng)
    assert all(heard(audience) == [77] for audience in (0, 1, 2, 3, None))
    prepare(game, rng)
    game.events.append(Predicted(3, 30))  # type: ignore[arg-type]
    assert [heard(audience) for audience in (0, 2, 3, None)] == [[77, None], [77, None], [77, 30], [77, None]]
    alone = Door(game, len(game.events) - 1)  # as a live table tells it: the event that has just come, and nothing before it
    assert [alone.events(audience)[0].fields.get("points") for audience in (0, 2, 3, None)] == [None, None, 30, None]


def test_a_door_tells_only_two_stories_of_an_event() -> None:
    """The promise that lets a table make each text twice at most."""
    rng = random.Random(1)
    game = start(load("ub2024"), rng)
    prepare(game, rng)
    door = Door(game, 0)
    stories = [door.events(audience) for audience in (0, 1, 2, 3, None)]
    for story in zip(*stories, strict=True):
        assert len({id(one) for one in story}) <= 2


def test_a_banned_card_is_named_only_once_it_has_lain_open() -> None:
    rng = random.Random(2)
    game = start(load("jassregeln"), rng)
    prepare(game, rng)
    while game.deal.phase is not Phase.PLAYING:
        step(game, rng)
    seat = game.deal.turn
    card = next(iter(game.deal.hand(seat)))
    game.deal.bans.append(Ban(seat % 2, card=card))
    for audience in (0, 1, 2, 3, None):
        aftermath = Door(game).view(audience).aftermath
        assert aftermath is not None
        assert [(ban.team, ban.card) for ban in aftermath.bans] == [(seat % 2, None)]
    game.submit(CardPlayed(seat, card))
    aftermath = Door(game).view(None).aftermath
    assert aftermath is not None
    assert [ban.card for ban in aftermath.bans] == [card]
