"""Which fields an event has in a record, and of which kind: one table that JSON, its schema and the checks read.

The names are part of the format and never change; a new event or field is a new line here and in `forms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from puur.core import effects, events
from puur.core.cards import Suit
from puur.core.faces import Faces
from puur.core.setup import Keeping, Playing, Setup, Turning
from puur.notation.kinds import (
    CARD,
    CARDS_ONCE,
    COUNT,
    FLAG,
    HANDS,
    MODE,
    NAME,
    NUMBER,
    POINTS,
    RANK,
    SEAT,
    SOURCE,
    SOURCES,
    TEAM,
    TEXT,
    WEIS,
    WEISE,
    Json,
    Kind,
    Unfit,
    list_of,
    named,
    within,
)
from puur.notation.record import MAX_EVENTS, MAX_TAGS, SUMS, VERSION, Expected, Record, is_tag

MAX_EFFECTS = 20
REQUIRED = object()  # the default of a field that has none


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a shape; without a default it has to be there."""

    name: str
    kind: Kind
    default: object = REQUIRED

    @property
    def optional(self) -> bool:
        """Whether it may be absent."""
        return self.default is not REQUIRED


@dataclass(frozen=True, slots=True)
class Shape:
    """An object of the record: its class, its name in JSON and its fields."""

    name: str
    cls: type
    fields: tuple[Field, ...]

    def write(self, value: object) -> dict[str, Json]:
        """The fields that differ from their default."""
        found: dict[str, Json] = {}
        for one in self.fields:
            part = getattr(value, one.name)
            if one.optional and type(part) is type(one.default) and part == one.default:
                continue
            try:
                found[one.name] = one.kind.write(part)
            except Unfit as problem:
                raise within(problem, one.name) from None
        return found

    def read(self, data: Mapping[str, Json], skip: tuple[str, ...] = ()) -> Any:
        """The object in `data`; keys in `skip` are somebody else's."""
        known = {one.name for one in self.fields}
        for key in data:
            if key not in known and key not in skip:
                raise Unfit(key, Expected.FIELD, accepted=", ".join(sorted(known)))
        found = {}
        for one in self.fields:
            if one.name not in data:
                if not one.optional:
                    raise Unfit("", Expected.REQUIRED, field=one.name)
                continue
            if data[one.name] is None and one.default is None:
                continue
            try:
                found[one.name] = one.kind.read(data[one.name])
            except Unfit as problem:
                raise within(problem, one.name) from None
        return self.cls(**found)

    def schema(self, tag: str = "") -> dict[str, object]:
        """The JSON Schema of it; `tag` is the key that holds its name."""
        properties: dict[str, object] = {tag: {"const": self.name}} if tag else {}
        for one in self.fields:
            can_be_null = one.default is None
            properties[one.name] = {"anyOf": [one.kind.schema, {"type": "null"}]} if can_be_null else one.kind.schema
        required = ([tag] if tag else []) + [one.name for one in self.fields if not one.optional]
        found = {"type": "object", "properties": properties, "additionalProperties": False}
        return {**found, "required": required} if required else found


def shape(name: str, cls: type, /, **kinds: Kind) -> Shape:
    """The shape of a dataclass, its fields in order with these kinds."""
    own = fields(cls)
    if [one.name for one in own] != list(kinds):
        raise TypeError(f"{cls.__name__} has the fields {[one.name for one in own]}, not {list(kinds)}")
    defaults = {one.name: REQUIRED if one.default is MISSING else one.default for one in own}
    return Shape(name, cls, tuple(Field(field, kind, defaults[field]) for field, kind in kinds.items()))


SUIT = named(Suit)

EFFECTS: tuple[Shape, ...] = (
    shape("card-dead", effects.CardDead, card=CARD, trick=COUNT),
    shape("seat-barred", effects.SeatBarred, seat=SEAT),
    shape("trick-to", effects.TrickTo, team=TEAM, trick=COUNT),
    shape("rest-to", effects.RestTo, team=TEAM),
    shape("next-leader", effects.NextLeader, seat=SEAT, after=FLAG),
    shape("card-taken-back", effects.CardTakenBack, seat=SEAT, card=CARD),
    shape("must-play", effects.MustPlay, seat=SEAT, cards=CARDS_ONCE),
    shape("suit-banned", effects.SuitBanned, team=TEAM, suit=SUIT),
    shape("card-banned", effects.CardBanned, seat=SEAT, card=CARD),
    shape("card-lost", effects.CardLost, seat=SEAT, card=CARD, team=TEAM),
    shape("weis-lost", effects.WeisLost, seat=SEAT),
    shape("weis-allowed", effects.WeisAllowed, seat=SEAT),
    shape("points-moved", effects.PointsMoved, team=TEAM, points=NUMBER),
    shape("deal-void", effects.DealVoid, dealer=SEAT),
    shape("dealer-planned", effects.DealerPlanned, deal=COUNT, seat=SEAT),
    shape("vorhand-planned", effects.VorhandPlanned, deal=COUNT, seat=SEAT),
    shape("penalty-points", effects.PenaltyPoints, seat=SEAT, points=NUMBER),
    shape("player-replaced", effects.PlayerReplaced, seat=SEAT, name=TEXT),
    shape("game-lost", effects.GameLost, team=TEAM),
)


def tagged(shapes: tuple[Shape, ...], tag: str) -> Kind:
    """One of several shapes; the key `tag` says which."""
    by_name = {one.name: one for one in shapes}
    by_class = {one.cls: one for one in shapes}

    def write(value: object) -> Json:
        known = by_class.get(type(value))
        if known is None:
            raise Unfit(type(value).__name__, Expected.ONE_OF, accepted=", ".join(by_name))
        return {tag: known.name, **known.write(value)}

    def read(data: Json) -> object:
        if not isinstance(data, dict):
            raise Unfit(type(data).__name__, Expected.OBJECT)
        if tag not in data:
            raise Unfit("", Expected.REQUIRED, field=tag)
        name = data[tag]
        if not isinstance(name, str) or name not in by_name:
            raise Unfit(name, Expected.ONE_OF, f"/{tag}", accepted=", ".join(by_name))
        return by_name[name].read(data, (tag,))

    return Kind(Expected.OBJECT, write, read, {"oneOf": [{"$ref": f"#/$defs/{one.name}"} for one in shapes]})


EFFECT = tagged(EFFECTS, "effect")

EVENTS: tuple[Shape, ...] = (
    shape("schreiber-named", events.SchreiberNamed, seat=SEAT),
    shape("ausmach-agreed", events.AusmachAgreed, order=SOURCES),
    shape("card-drawn", events.CardDrawn, seat=SEAT, card=CARD),
    shape("dealer-named", events.DealerNamed, dealer=SEAT, by=SEAT),
    shape("shuffled", events.Shuffled, seat=SEAT, pack=CARDS_ONCE, seed=TEXT),
    shape("shuffle-refused", events.ShuffleRefused, seat=SEAT),
    shape("cut", events.Cut, seat=SEAT, lifted=NUMBER),
    shape("dealt", events.Dealt, seat=SEAT),
    shape("hands-recorded", events.HandsRecorded, dealer=SEAT, hands=HANDS),
    shape("pushed", events.Pushed, seat=SEAT),
    shape("announced", events.Announced, seat=SEAT, mode=MODE, variant=NAME),
    shape("card-played", events.CardPlayed, seat=SEAT, card=CARD),
    shape("cards-laid", events.CardsLaid, seat=SEAT, cards=CARDS_ONCE),
    shape("turned", events.Turned, seat=SEAT),
    shape("trick-looked", events.TrickLooked, seat=SEAT, trick=NUMBER),
    shape("weis-announced", events.WeisAnnounced, seat=SEAT, points=NUMBER, weis=WEIS, shown=FLAG),
    shape("weis-named", events.WeisNamed, seat=SEAT, rank=RANK),
    shape("weis-added", events.WeisAdded, seat=SEAT, weise=WEISE),
    shape("weis-asked", events.WeisAsked, seat=SEAT, of=SEAT),
    shape("weis-demanded", events.WeisDemanded, seat=SEAT, of=SEAT),
    shape("stoeck-shown", events.StoeckShown, seat=SEAT),
    shape("claimed", events.Claimed, seat=SEAT),
    shape("conceded", events.Conceded, seat=SEAT),
    shape("thanked", events.Thanked, seat=SEAT, words=TEXT),
    shape("ausmach-invoked", events.AusmachInvoked, seat=SEAT),
    shape("wrote", events.Wrote, seat=SEAT, team=TEAM, source=SOURCE),
    shape("counted", events.Counted, seat=SEAT, points=NUMBER),
    shape(
        "result-entered",
        events.ResultEntered,
        points=POINTS,
        mode=MODE,
        announcer=SEAT,
        variant=NAME,
        weis=POINTS,
        stoeck=POINTS,
        match=TEAM,
        bergpreis=TEAM,
        basis=NAME,
        by=SEAT,
    ),
    shape("correction-made", events.CorrectionMade, deal=NUMBER, team=TEAM, points=NUMBER, reason=TEXT, by=SEAT),
    shape("slate-requested", events.SlateRequested, seat=SEAT),
    shape("slate-acknowledged", events.SlateAcknowledged, seat=SEAT),
    shape("deal-annulled", events.DealAnnulled, reason=TEXT, rule=NAME, dealer=SEAT),
    shape(
        "incident-reported",
        events.IncidentReported,
        offence=NAME,
        seat=SEAT,
        by=SEAT,
        trick=COUNT,
        cards=CARDS_ONCE,
        other=SEAT,
        points=NUMBER,
        marks=NAME,
        words=TEXT,
    ),
    shape("choice-made", events.ChoiceMade, choice=NAME, option=NAME, by=SEAT, official=NAME),
    shape(
        "ruling-made",
        events.RulingMade,
        rule=NAME,
        text=TEXT,
        offender=SEAT,
        effects=list_of(EFFECT, MAX_EFFECTS),
        official=NAME,
        further=NAME,
    ),
    shape("ruling-withdrawn", events.RulingWithdrawn, official=NAME, reason=TEXT),
)
EVENT = tagged(EVENTS, "event")
SHAPE_OF: Mapping[type, Shape] = {one.cls: one for one in (*EVENTS, *EFFECTS)}

_FOUR_NAMES = Kind(
    Expected.ARRAY,
    lambda names: list_of(TEXT, 4).write(names) if len(names) == 4 else _four(names),
    lambda names: list_of(TEXT, 4).read(names) if isinstance(names, list) and len(names) == 4 else _four(names),
    {"type": "array", "items": TEXT.schema, "minItems": 4, "maxItems": 4},
)


def _four(found: object) -> Any:
    raise Unfit(len(found) if isinstance(found, list | tuple) else found, Expected.ARRAY, most=4)


SETUP = shape(
    "setup",
    Setup,
    names=_FOUR_NAMES,
    faces=named(Faces),
    keeping=named(Keeping),
    turning=named(Turning),
    playing=named(Playing),
    first_dealer=SEAT,
    lost_before=TEAM,
    number=COUNT,
)


def check_record(record: Record) -> None:
    """Raise ValueError for a value that no record can hold."""
    if record.version != VERSION:
        raise Unfit(record.version, Expected.VERSION, version=VERSION)
    if not NAME.write(record.book):
        raise Unfit("", Expected.REQUIRED, field="book")
    SETUP.write(record.setup)
    if len(record.events) > MAX_EVENTS:
        raise Unfit(len(record.events), Expected.FEWER, most=MAX_EVENTS)
    for number, event in enumerate(record.events):
        try:
            EVENT.write(event)
        except Unfit as problem:
            raise within(problem, str(number)) from None
    if len(record.tags) > MAX_TAGS:
        raise Unfit(len(record.tags), Expected.FEWER, most=MAX_TAGS)
    for name, value in record.tags.items():
        if not is_tag(name):
            raise Unfit(name, Expected.TAG)
        TEXT.write(value)
    last = 0
    if len(record.scores) > MAX_EVENTS:
        raise Unfit(len(record.scores), Expected.FEWER, most=MAX_EVENTS)
    for score in record.scores:
        if not last <= score.after <= len(record.events):
            raise Unfit(score.after, Expected.POSITION, low=last, high=len(record.events))
        last = score.after
        if score.of not in SUMS:
            SOURCE.read(score.of)
        POINTS.write(score.points)
