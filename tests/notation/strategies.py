"""Random records over every event type: any values that a record can hold, in any order, legal or not."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hypothesis import strategies as st

from puur.core import effects, events
from puur.core.cards import CARDS, RANKS, SUITS, CardSet, card_of
from puur.core.faces import Faces
from puur.core.mode import PLAIN_MODES, Block, TrioValues, gusti, slalom, trio
from puur.core.reglement import Source
from puur.core.setup import Keeping, Playing, Setup, Turning
from puur.core.weis import Weis
from puur.notation import Record, Score
from puur.notation.game_events import GAME

SEATS, TEAMS = st.integers(0, 3), st.integers(0, 1)
NUMBERS = st.integers(-999_999_999, 999_999_999) | st.integers(-300, 300)
# Signs of the notation, blanks, quotes, line ends and escapes belong into texts as well as letters of any script.
TEXTS = st.text(max_size=20) | st.text('aÄ "\\|{}:;#=-\n\r\t\u2028\x85.1', max_size=12)
NAMES = st.sampled_from(["", "joker", "UB-WCMP-03", "AJZ-2.2.1-05", "-", "als", "?", "A", "slalom"]) | TEXTS
CARD = st.sampled_from(CARDS)
BLOCKS = st.permutations(list(Block)).map(tuple)
MODES = (
    st.sampled_from(PLAIN_MODES)
    | st.sampled_from([make(block) for make in (slalom, gusti) for block in (Block.OBEN, Block.UNTEN)])
    | st.builds(trio, st.sampled_from(SUITS), BLOCKS, st.sampled_from(TrioValues))
)
RUNS = st.tuples(st.sampled_from(SUITS), st.integers(0, 6), st.integers(3, 9)).map(
    lambda one: Weis(tuple(card_of(one[0], rank) for rank in RANKS[min(one[1], 9 - one[2]) :][: one[2]]))
)
FOURS = st.sampled_from(RANKS).map(lambda rank: Weis(tuple(card_of(suit, rank) for suit in SUITS)))
WEISE = RUNS | FOURS
POINTS = st.tuples(NUMBERS, NUMBERS)
PACKS = st.permutations(CARDS).flatmap(lambda pack: st.integers(0, 36).map(lambda size: tuple(pack[:size])))


@st.composite
def hands(draw: st.DrawFn) -> tuple[CardSet, ...]:
    pack = draw(st.permutations(CARDS))
    sizes = draw(st.sampled_from([(9, 9, 9, 9), (3, 3, 3, 3), (0, 0, 0, 0), (9, 0, 5, 1)]))
    return tuple(CardSet(pack[9 * seat :][:size]) for seat, size in enumerate(sizes))


COUNTS = st.integers(0, 999_999_999) | st.integers(0, 9)
EFFECTS = st.one_of(
    st.builds(effects.CardDead, CARD, COUNTS),
    st.builds(effects.SeatBarred, SEATS),
    st.builds(effects.TrickTo, TEAMS, COUNTS),
    st.builds(effects.RestTo, TEAMS),
    st.builds(effects.DealLost, SEATS),
    st.builds(effects.NextLeader, SEATS, st.booleans()),
    st.builds(effects.CardTakenBack, SEATS, CARD),
    st.builds(effects.MustPlay, SEATS, PACKS),
    st.builds(effects.SuitBanned, TEAMS, st.sampled_from(SUITS)),
    st.builds(effects.CardBanned, SEATS, CARD),
    st.builds(effects.CardLost, SEATS, CARD, TEAMS),
    st.builds(effects.WeisLost, SEATS),
    st.builds(effects.WeisAllowed, SEATS),
    st.builds(effects.PointsMoved, TEAMS, NUMBERS),
    st.builds(effects.DealVoid, st.none() | SEATS),
    st.builds(effects.DealerPlanned, COUNTS, SEATS),
    st.builds(effects.VorhandPlanned, COUNTS, SEATS),
    st.builds(effects.PenaltyPoints, SEATS, NUMBERS),
    st.builds(effects.PlayerReplaced, SEATS, TEXTS),
    st.builds(effects.GameLost, TEAMS),
)
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": SEATS,
    "by": SEATS,
    "of": SEATS,
    "dealer": SEATS,
    "card": CARD,
    "order": st.lists(st.sampled_from(Source), max_size=5).map(tuple),
    "pack": PACKS,
    "seed": TEXTS,
    "commitment": TEXTS,
    "bots": st.lists(SEATS, max_size=4, unique=True).map(tuple),
    "given": st.booleans(),
    "lifted": NUMBERS,
    "mode": MODES,
    "variant": NAMES,
    "trick": NUMBERS,
    "points": NUMBERS,
    "weis": st.none() | WEISE,
    "shown": st.booleans(),
    "rank": st.sampled_from(RANKS),
    "weise": st.lists(WEISE, max_size=3).map(tuple),
    "words": TEXTS,
    "team": TEAMS,
    "source": st.sampled_from(Source),
    "deal": NUMBERS,
    "reason": TEXTS,
    "rule": NAMES,
    "text": TEXTS,
    "offender": st.none() | SEATS,
    "cards": PACKS,
    "official": NAMES,
    "further": NAMES,
    "choice": NAMES,
    "contract": NAMES,
    "option": NAMES,
    "offence": NAMES,
    "other": st.none() | SEATS,
    "marks": NAMES,
    "effects": st.lists(EFFECTS, max_size=3).map(tuple),
}
_OWN: dict[type, dict[str, st.SearchStrategy[Any]]] = {
    events.HandsRecorded: {"hands": st.none() | hands()},
    events.DealAnnulled: {"dealer": st.none() | SEATS},
    events.CorrectionMade: {"by": st.none() | SEATS},
    events.IncidentReported: {"by": st.none() | SEATS, "trick": COUNTS},
    events.ChoiceMade: {"by": st.none() | SEATS},
    events.ResultEntered: {
        "points": POINTS,
        "mode": st.none() | MODES,
        "announcer": st.none() | SEATS,
        "weis": POINTS | st.just((0, 0)),
        "stoeck": POINTS | st.just((0, 0)),
        "match": st.none() | TEAMS,
        "bergpreis": st.none() | TEAMS,
        "basis": st.sampled_from(["played", "estimated", "split"]) | NAMES,
        "by": st.none() | SEATS,
        "said": st.just(()) | st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    },
}
# A type without a strategy for one of its fields fails here, so that no event can be forgotten.
EVENT_TYPES: tuple[type, ...] = tuple(GAME.by_class)
EVENT_OF = {
    cls: st.builds(cls, **{one.name: {**_FIELDS, **_OWN.get(cls, {})}[one.name] for one in fields(cls)}) for cls in EVENT_TYPES
}
TRICKS = st.tuples(SEATS, st.lists(CARD, min_size=1, max_size=4)).map(
    lambda one: [events.CardPlayed((one[0] + place) % 4, card) for place, card in enumerate(one[1])]
)
EVENTS = st.lists(st.one_of(*EVENT_OF.values()).map(lambda one: [one]) | TRICKS, max_size=12).map(
    lambda parts: tuple(event for part in parts for event in part)
)
TAGS = st.dictionaries(
    st.sampled_from(["date", "place", "event", "table", "wetter", "x-1"]) | st.from_regex("[a-z][a-z0-9_-]{0,8}", fullmatch=True),
    TEXTS,
    max_size=4,
)
SETUPS = st.builds(
    Setup,
    names=st.tuples(TEXTS, TEXTS, TEXTS, TEXTS) | st.just(("A", "B", "C", "D")),
    faces=st.none() | st.sampled_from(Faces),
    keeping=st.sampled_from(Keeping),
    turning=st.sampled_from(Turning),
    playing=st.sampled_from(Playing),
    first_dealer=st.none() | SEATS,
    lost_before=st.none() | TEAMS,
    number=st.integers(0, 999),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record."""
    happened = draw(EVENTS)
    places = sorted(draw(st.lists(st.integers(0, len(happened)), max_size=3)))
    of = st.sampled_from(["deal", "total", *(source.value for source in Source)])
    scores = tuple(Score(place, draw(of), draw(POINTS)) for place in places)
    book = draw(TEXTS.filter(bool))
    return Record(book=book, setup=draw(SETUPS), events=happened, tags=draw(TAGS), scores=scores)
