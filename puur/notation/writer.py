"""Writing a record as `.jass` text: one canonical text per record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puur.core.effects import Effect
from puur.core.events import Announced, CardPlayed, Event, HandsRecorded, ResultEntered, RulingMade, Shuffled
from puur.core.mode import Mode
from puur.core.seats import PAIRS, SEAT_NAMES, side_names
from puur.core.setup import Setup
from puur.log.errors import Expected, Unfit
from puur.log.registry import Registry
from puur.log.values import FLAG, MODE, NAME, SOURCE, Codec
from puur.notation import forms
from puur.notation.game_events import EFFECT, GAME
from puur.notation.layout import Layout, own_line
from puur.notation.record import KNOWN_TAGS, MAX_BYTES, MAX_DEALS, VERSION, Record, Score
from puur.notation.tokens import head_quote, is_plain, quote

WIDEST = 120  # a trick line with remarks does not grow beyond this


def format_jass(record: Record) -> str:
    """The record as text; `parse_jass` gives the same record back. ValueError where it would be too long to be read."""
    lines = _head(record)
    body = _Body(record.sides, _idle(record))
    scores = list(record.scores)
    for number, event in enumerate(record.events):
        while scores and scores[0].after == number:
            body.score(scores.pop(0))
        body.event(event)
    for score in scores:
        body.score(score)
    body.flush()
    if body.layout.deal > MAX_DEALS:
        raise Unfit(body.layout.deal, Expected.FEWER, most=MAX_DEALS)
    text = "\n".join([*lines, *body.lines]) + "\n"
    if len(text.encode()) > MAX_BYTES:
        raise Unfit(len(text), Expected.SIZE, high=MAX_BYTES)
    return text


def _idle(record: Record) -> dict[int, frozenset[int]]:
    """The seats that play no card in a deal, by the place of the event that opens it."""
    starts = [place for place, event in enumerate(record.events) if isinstance(event, Shuffled | HandsRecorded)]
    ends = [*starts[1:], len(record.events)]
    seats = frozenset(range(len(record.sides)))
    return {
        start: seats - {event.seat for event in record.events[start:end] if isinstance(event, CardPlayed)}
        for start, end in zip(starts, ends, strict=False)  # where nothing was dealt there is an end and no beginning
    }


def _head(record: Record) -> list[str]:
    setup, plain = record.setup, Setup()

    def line(key: str, value: object) -> str:
        return f"{forms.HEAD[key][0]}: {value}"

    lines = [line("puur", VERSION), line("book", head_quote(record.book))]
    if setup.faces is not None:
        lines.append(line("faces", forms.CHOICES["faces"][setup.faces][0]))
    if record.sides != PAIRS:
        lines.append(line("sides", " ".join(side_names(record.sides))))
    for seat, name in zip(SEAT_NAMES, setup.names, strict=False):
        if name != seat:
            lines.append(f"{forms.PLAYER[0]} {seat}: {head_quote(name)}")
    for key in ("keeping", "turning", "playing"):
        if (choice := getattr(setup, key)) is not getattr(plain, key):
            lines.append(line(key, forms.CHOICES[key][choice][0]))
    if setup.first_dealer is not None:
        lines.append(line("first_dealer", SEAT_NAMES[setup.first_dealer]))
    if setup.lost_before is not None:
        lines.append(line("lost_before", side_names(record.sides)[setup.lost_before]))
    if setup.number != plain.number:
        lines.append(line("number", setup.number))
    lines += [line(key, head_quote(record.tags[key])) for key in KNOWN_TAGS if key in record.tags]
    lines += [f"{forms.TAG[0]} {key}: {head_quote(value)}" for key, value in sorted(record.tags.items()) if key not in KNOWN_TAGS]
    return lines


class _Body:
    """The lines after the head."""

    def __init__(self, sides: tuple[int, ...], idle: Mapping[int, frozenset[int]]) -> None:
        self.sides = side_names(sides)
        self.idle = idle
        self.out: frozenset[int] = frozenset()  # who plays no card in this deal
        self.written = 0  # events
        self.lines: list[str] = [""]
        self.layout = Layout(len(sides))
        self.trick = ""  # the trick line being written
        self.turn = -1  # who would play next

    def flush(self) -> None:
        if self.trick:
            self.lines.append(self.trick)
            self.trick = ""

    def score(self, score: Score) -> None:
        self.flush()
        of = {"deal": "", "total": " Total"}.get(score.of)
        if of is None:
            of = f" {forms.SOURCE_WORDS[SOURCE.read(score.of)]}"
        numbers = " ".join(f"{name} {points}" for name, points in zip(self.sides, score.points, strict=True))
        self.lines.append(f"={of} {numbers}")

    def event(self, event: Event) -> None:
        self.out = self.idle.get(self.written, self.out)
        self.written += 1
        if isinstance(event, CardPlayed):
            self._card(event)
        else:
            said = statement(event, self.sides)
            fits = self.trick and not own_line(event) and len(self.trick) + len(said) + 3 <= WIDEST
            if fits:
                self.trick += f" {{{said}}}"
            else:
                self.flush()
                self._line(event, said)
        self.layout.pass_by(event)

    def _line(self, event: Event, said: str) -> None:
        if self.layout.wants_heading(event):
            self.layout.head()
            if self.lines[-1]:
                self.lines.append("")
            said = f"{forms.DEAL} {self.layout.deal}: {said}"
        self.lines.append(said)
        if isinstance(event, HandsRecorded) and event.hands is not None:
            for seat, hand in zip(SEAT_NAMES, event.hands, strict=False):
                self.lines.append(f"{forms.HAND} {seat}: {hand if hand else forms.NOTHING}")

    def _card(self, event: CardPlayed) -> None:
        layout = self.layout
        goes_on = 0 < layout.cards < layout.players and event.seat not in layout.laid  # also out of turn, in a line of its own
        while goes_on and self.trick and self.turn != event.seat and self.turn in self.out:
            self.trick += f" {forms.NOTHING}"
            self.turn = (self.turn + 1) % layout.players
        if not (goes_on and self.trick and event.seat == self.turn):
            self.flush()
            if not goes_on:
                layout.open_trick()
            self.trick = f"{layout.trick}. {SEAT_NAMES[event.seat]}:"
        self.trick += f" {event.card}"
        layout.cards += 1
        layout.laid.add(event.seat)
        self.turn = (event.seat + 1) % layout.players
        if layout.cards == layout.players:
            self.flush()


def spoken(event: Event, sides: Sequence[str] | None = None) -> str:
    """What a seat does, in its own words and without its name: a card, a bid, a remark; `sides` where they are no two pairs."""
    if isinstance(event, CardPlayed):
        return event.card.name
    return statement(event, side_names(PAIRS) if sides is None else sides).partition(": ")[2]


def statement(event: Event, sides: Sequence[str]) -> str:
    """One event, other than a card, as it is said; `sides` are the names of the sides."""
    if isinstance(event, Announced):
        return f"{SEAT_NAMES[event.seat]}: {_mode(event.mode)}{_variant(event.variant)}"
    if isinstance(event, HandsRecorded):
        return f"{forms.DEALER} {SEAT_NAMES[event.dealer]}"
    if isinstance(event, ResultEntered):
        return _result(event, sides)
    said = _said(event, GAME, sides)
    if isinstance(event, RulingMade):
        said += "".join(f" | {_said(effect, EFFECT, sides)}" for effect in event.effects)
    return said


def _said(event: Event | Effect, registry: Registry, sides: Sequence[str]) -> str:
    form = forms.phrasebook(registry).of[type(event)]
    words = [form.phrases[0]]
    if form.speaker:
        words.insert(0, f"{SEAT_NAMES[getattr(event, form.speaker)]}:")
    for part in form.parts:
        value = getattr(event, part.field.name)
        if part.field.optional and value == part.field.default:
            continue
        if part.lead:
            words.append(part.lead)
        if part.field.codec is not FLAG:
            words.append(sides[value] if part.field.codec.expected is Expected.TEAM else _value(part.field.codec, value))
    return " ".join(words)


_WORDS: Mapping[Expected, Callable[[Any], str]] = {
    Expected.TEXT: quote,
    Expected.NAME: lambda value: value if is_plain(value) else quote(value),
    Expected.SOURCE: forms.SOURCE_WORDS.__getitem__,
    Expected.SEAT: SEAT_NAMES.__getitem__,
    Expected.MODE: lambda mode: str(MODE.write(mode)),
}


def _value(codec: Codec, value: object) -> str:
    word = _WORDS.get(codec.expected, str)
    if isinstance(value, tuple):
        return " ".join(word(item) for item in value) or forms.NOTHING
    return word(value)


def _mode(mode: Mode | None) -> str:
    return forms.UNKNOWN if mode is None else str(MODE.write(mode))


def _variant(variant: str) -> str:
    return f" {forms.AS} {_value(NAME, variant)}" if variant else ""


def _result(event: ResultEntered, sides: Sequence[str]) -> str:
    said = ""
    if event.announcer is not None:
        said = f"{SEAT_NAMES[event.announcer]} {forms.SAYS} "
    if event.announcer is not None or event.mode is not None or event.variant:
        said += f"{_mode(event.mode)}{_variant(event.variant)} "
    parts = [" ".join(map(str, event.points))]
    if event.said:
        parts.append(" ".join(("Ansagen", *map(str, event.said))))
    for word, pair in (("Weis", event.weis), ("Stöck", event.stoeck)):
        if pair != (0, 0):
            parts.append(f"{word} {pair[0]} {pair[1]}")
    for word, team in (("Match", event.match), ("Bergpreis", event.bergpreis)):
        if team is not None:
            parts.append(f"{word} {sides[team]}")
    if event.basis in forms.BASES:
        parts.append(forms.BASES[event.basis])
    elif event.basis != "played":
        parts.append(f"Grundlage {_value(NAME, event.basis)}")
    if event.by is not None:
        parts.append(f"von {SEAT_NAMES[event.by]}")
    return said + "".join(f"| {part} " for part in parts).rstrip()


__all__ = ["format_jass", "statement"]
