"""The events of a game in the log: every event and effect of the core with the words that a text record has for it.

A game with events of its own registers them with `GAME.add` in the same way. Four events have a form of their own in reader and
writer: cards, announcements, hands and results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

from puur.core import effects, events
from puur.core.seats import SEAT_NAMES, side_names
from puur.core.setup import Setup
from puur.games import load_forms
from puur.log.codec import HANDS, Field, codec_of, fields_of, teach
from puur.log.errors import Expected, Unfit, within
from puur.log.registry import GAME, Registry, Words
from puur.log.values import NAME, SOURCE, TEXT, Json
from puur.notation.record import MAX_EVENTS, MAX_TAGS, SUMS, VERSION, Record, is_tag

__all__ = ["EFFECT", "GAME", "MAX_EFFECTS", "SETUP", "check_record", "name_sides", "sides_of"]

MAX_EFFECTS = 20

_WORDS: Mapping[type, Words] = {
    events.SchreiberNamed: Words("Schreiber|ist Schreiber|writer"),
    events.AusmachAgreed: Words("Ausmachregel|finishing order", "order", ""),
    events.CardDrawn: Words("zieht|draws", "card"),
    events.DealerNamed: Words("nennt Geber|names dealer", "dealer", "by"),
    events.DealCommitted: Words("Zusage|commitment", "commitment vorgegeben=given Bots=bots", ""),
    events.Shuffled: Words("mischt|shuffles", "pack seed"),
    events.ShuffleRefused: Words("verlangt Mischen|demands shuffling"),
    events.Cut: Words("hebt ab|cuts", "lifted"),
    events.Dealt: Words("gibt|deals"),
    events.TrumpTurned: Words("deckt Trumpf auf|turns trump", "card"),
    events.Pushed: Words("schiebt|geschoben|pushes"),
    events.CardsLaid: Words("legt mehrere|lays several", "cards"),
    events.Turned: Words("kehrt|turns"),
    events.TrickLooked: Words("schaut Stich|looks at trick", "trick"),
    events.WeisAnnounced: Words("weist|Weis", "points weis offen=shown"),
    events.WeisNamed: Words("weist von|Weis von|Weis from", "rank"),
    events.WeisAdded: Words("weist dazu|adds Weis", "weise"),
    events.WeisAsked: Words("fragt Weis|asks Weis", "of"),
    events.WeisDemanded: Words("verlangt Weis|demands Weis", "of"),
    events.StoeckShown: Words("Stöck|zeigt Stöck"),
    events.Claimed: Words("legt auf|claims"),
    events.Conceded: Words("schenkt Match|concedes Match"),
    events.Thanked: Words("bedankt|dankt|thanks", "words"),
    events.AusmachInvoked: Words("verlangt Ausmachen|demands finishing"),
    events.Wrote: Words("schreibt|writes", "source team"),
    events.Counted: Words("zählt|counts", "points"),
    events.CorrectionMade: Words("Korrektur Spiel|correction deal", "deal team points reason von=by", ""),
    events.SlateRequested: Words("verlangt Tafel|demands slate"),
    events.SlateAcknowledged: Words("Tafel bereinigt|slate cleared"),
    events.DealAnnulled: Words("annulliert|annulled", "reason Regel=rule Geber=dealer", ""),
    events.IncidentReported: Words(
        "Vorfall|incident", "offence seat von=by Stich=trick neben=other Punkte=points als=marks Karten=cards words", ""
    ),
    events.ChoiceMade: Words("Wahl|choice", "choice option von=by durch=official", ""),
    events.RulingMade: Words("Entscheid|ruling", "rule gegen=offender durch=official auch=further text", ""),
    events.RulingWithdrawn: Words("zurückgenommen|withdrawn", "durch=official reason", ""),
}
_EFFECT_WORDS: Mapping[type, Words] = {
    effects.CardDead: Words("tot|dead", "card Stich=trick", ""),
    effects.SeatBarred: Words("sticht nicht|barred", "seat", ""),
    effects.TrickTo: Words("Stich an|trick to", "team Stich=trick", ""),
    effects.RestTo: Words("Rest an|rest to", "team", ""),
    effects.NextLeader: Words("spielt an|leads", "seat danach=after", ""),
    effects.CardTakenBack: Words("zurück|back", "seat card", ""),
    effects.MustPlay: Words("muss spielen|must play", "seat cards", ""),
    effects.SuitBanned: Words("gesperrt Farbe|banned suit", "team suit", ""),
    effects.CardBanned: Words("gesperrt|banned", "seat card", ""),
    effects.CardLost: Words("fehlt|missing", "seat card team", ""),
    effects.WeisLost: Words("ohne Weis|without Weis", "seat", ""),
    effects.WeisAllowed: Words("darf weisen|may announce", "seat", ""),
    effects.PointsMoved: Words("Punkte|points", "team points", ""),
    effects.DealLost: Words("verlorenes Spiel|lost deal", "seat", ""),
    effects.DealVoid: Words("neu geben|deal again", "Geber=dealer", ""),
    effects.DealerPlanned: Words("gibt Spiel|deals deal", "deal seat", ""),
    effects.VorhandPlanned: Words("Vorhand Spiel|Vorhand deal", "deal seat", ""),
    effects.PenaltyPoints: Words("Strafpunkte|penalty", "seat points", ""),
    effects.PlayerReplaced: Words("ersetzt|replaced", "seat name", ""),
    effects.GameLost: Words("verliert|loses", "team", ""),
}

EFFECT = Registry("effect", "effect")
for effect in get_args(effects.Effect):
    EFFECT.add(effect, words=_EFFECT_WORDS[effect])
teach(effects.Effect, replace(EFFECT.codec, most=MAX_EFFECTS))
for event in [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)]:
    if event is not events.Event:
        GAME.add(event, words=_WORDS.get(event))
load_forms()  # the events that only one game knows
SETUP, SETUP_FIELDS = codec_of(Setup), fields_of(Setup)


def check_record(record: Record) -> None:
    """Raise ValueError for a value that no record can hold."""
    if record.version != VERSION:
        raise Unfit(record.version, Expected.VERSION, version=VERSION)
    if not NAME.write(record.book):
        raise Unfit("", Expected.REQUIRED, field="book")
    SETUP.write(record.setup)
    players, sides = len(record.setup.names), max(record.sides) + 1
    if not 2 <= players <= len(SEAT_NAMES):
        raise Unfit(players, Expected.ARRAY, "/setup/names", most=len(SEAT_NAMES))
    if len(record.sides) != players or sides_of(side_names(record.sides)) != record.sides:
        raise Unfit(" ".join(side_names(record.sides)), Expected.SIDES, "/sides")
    _check_seats(SETUP_FIELDS, record.setup, players, sides, "/setup")
    if len(record.events) > MAX_EVENTS:
        raise Unfit(len(record.events), Expected.FEWER, most=MAX_EVENTS)
    for number, event in enumerate(record.events):
        try:
            GAME.write(event)
        except Unfit as problem:
            raise within(within(problem, str(number)), "events") from None
        _check_seats(GAME.kind_of(event).fields, event, players, sides, f"/events/{number}")
    if len(record.tags) > MAX_TAGS:
        raise Unfit(len(record.tags), Expected.FEWER, "/tags", most=MAX_TAGS)
    for name, value in record.tags.items():
        if not is_tag(name):
            raise Unfit(name, Expected.TAG, "/tags")
        try:
            TEXT.read(value)
        except Unfit as problem:
            raise within(within(problem, name), "tags") from None
    last = 0
    if len(record.scores) > MAX_EVENTS:
        raise Unfit(len(record.scores), Expected.FEWER, most=MAX_EVENTS)
    for number, score in enumerate(record.scores):
        if not last <= score.after <= len(record.events):
            raise Unfit(score.after, Expected.POSITION, f"/scores/{number}/after", low=last, high=len(record.events))
        last = score.after
        if score.of not in SUMS:
            SOURCE.read(score.of)
        codec_of(tuple[int, ...]).write(score.points)
        if len(score.points) != sides:
            raise Unfit(len(score.points), Expected.COLUMNS, f"/scores/{number}/points")


def _check_seats(fields: tuple[Field, ...], value: object, players: int, sides: int, at: str) -> None:
    """Refuse seats, sides and hands that the record has not, and numbers that are not one for each side."""
    most = {Expected.SEAT: players, Expected.TEAM: sides}
    for field in fields:
        part, place = getattr(value, field.name), f"{at}/{field.name}"
        numbers = part if isinstance(part, tuple) else (part,)
        if field.codec.expected in most and any(number is not None and number >= most[field.codec.expected] for number in numbers):
            raise Unfit(field.codec.write(part), field.codec.expected, place)
        if field.codec is HANDS and part is not None and len(part) != players:
            raise Unfit(" ".join(SEAT_NAMES[: len(part)]), Expected.ALL_HANDS, place)
        if field.name == "effects":
            for number, effect in enumerate(part):
                _check_seats(EFFECT.kind_of(effect).fields, effect, players, sides, f"{place}/{number}")
    if isinstance(value, events.ResultEntered) and len(value.points) != sides:
        raise Unfit(len(value.points), Expected.COLUMNS, f"{at}/points")
    if isinstance(value, events.ResultEntered) and len(value.said) not in (0, players):
        raise Unfit(len(value.said), Expected.COLUMNS, f"{at}/said")


def sides_of(names: Sequence[str]) -> tuple[int, ...]:
    """The side of each seat, out of the names of the sides; Unfit where some seat is missing or stands twice."""
    by_letter = {letter: side for side, name in enumerate(names) for letter in name.split("+")}
    sides = tuple(by_letter.get(letter, 0) for letter in SEAT_NAMES[: len(by_letter)])
    if len(sides) < 2 or side_names(sides) != tuple(names):
        raise Unfit(" ".join(names), Expected.SIDES)
    return sides


def name_sides(event: events.Event, written: dict[str, Json], names: Sequence[str]) -> None:
    """Have an event that was written call the sides by these names."""
    effects_written = zip(getattr(event, "effects", ()), written.get("effects", ()), strict=True)
    for value, data, registry in ((event, written, GAME), *((effect, data, EFFECT) for effect, data in effects_written)):
        for field in registry.kind_of(value).fields:
            if field.codec.expected is Expected.TEAM and field.name in data:
                data[field.name] = names[getattr(value, field.name)]
