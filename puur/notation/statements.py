"""Reading what was said and written: one statement, one event."""

from __future__ import annotations

from typing import Any, cast

from puur.core.events import Announced, Event, HandsRecorded, ResultEntered, RulingMade
from puur.core.seats import side_names
from puur.log.errors import Expected, Unfit
from puur.log.values import FLAG, MODE, NAME, NUMBER, SEAT, TEAM, Codec
from puur.notation import forms
from puur.notation.cursor import Cursor, value_of
from puur.notation.forms import phrasebook
from puur.notation.game_events import EFFECT, GAME, MAX_EFFECTS
from puur.notation.tokens import Token, tokens

_RESULT_PARTS = {"Weis": "weis", "Stöck": "stoeck", "Match": "match", "Bergpreis": "bergpreis", "von": "by", "Ansagen": "said"}
_BASIS = {"geschätzt": "estimated", "geteilt": "split", "abgebrochen": "broken-off", "Grundlage": ""}


def statement(words: Cursor) -> Event:
    """The event of a line: spoken by a seat (`A: schiebt`), or written for the table (`Geber D`)."""
    if _has_seat(words):
        return _of_seat(words)
    if words.lead(forms.DEALER):
        return HandsRecorded(words.value(SEAT))
    if (form := words.phrase(phrasebook(GAME).written)) is not None:
        return cast(Event, fields(words, form, {}))
    return words.fail(Expected.LINE)


def deal_statement(words: Cursor) -> Event:
    """The first event of a deal, after `Spiel 3:`: a result, or any statement."""
    first, after = words.word(), words.word(1)
    if (
        words.is_sign("|")
        or (after is not None and forms.lead_of(after.text) == forms.SAYS)
        or (first is not None and (first.text == forms.UNKNOWN or is_mode(first.text)))
    ):
        return _result(words)
    return statement(words)


def remark(words: Cursor, player: int) -> Event:
    """The event in braces in a trick line; without a seat it is said by `player`, who played the card before."""
    if _has_seat(words):
        return _of_seat(words)
    if (form := words.phrase(phrasebook(GAME).written)) is not None:
        return cast(Event, fields(words, form, {}))
    return _spoken(words, player)


def said(text: str, seat: int) -> Event:
    """The event of what a seat says, as it stands in a record: `schiebt`, `obenabe`, `weist 20`, `Stöck`; RecordError otherwise."""
    words = Cursor(tokens(text, 1), 1, len(text))
    event = remark(words, seat)
    words.end()
    return event


def _has_seat(words: Cursor) -> bool:
    after = words.peek(1)
    return words.word() is not None and after is not None and after.text == ":" and not after.quoted


def _of_seat(words: Cursor) -> Event:
    seat = words.value(SEAT)
    words.skip()
    return _spoken(words, seat)


def _spoken(words: Cursor, seat: int) -> Event:
    if (form := words.phrase(phrasebook(GAME).spoken)) is not None:
        return cast(Event, fields(words, form, {form.speaker: seat}))
    words.lead(forms.SAYS)
    token = words.word()
    if token is None or not is_mode(token.text):
        words.fail(Expected.STATEMENT)
    mode = words.value(MODE)
    return Announced(seat, mode, words.value(NAME) if words.lead(forms.AS) else "")


def is_mode(text: str) -> bool:
    """Whether a word is a mode."""
    try:
        value_of(MODE, text)
    except Unfit:
        return False
    return True


def fields(words: Cursor, form: forms.Form, values: dict[str, Any]) -> object:
    """The event or effect of this form, with what follows the phrase."""
    for part in form.parts:
        codec = part.field.codec
        if codec is FLAG:
            if words.lead(part.lead):
                values[part.field.name] = True
            continue
        if part.field.optional and not (words.lead(part.lead) if part.lead else _is_there(codec, words.peek())):
            continue
        values[part.field.name] = words.values(codec) if codec.item is not None else words.value(codec)
    if form.cls is RulingMade:
        values["effects"] = _effects(words)
    return form.cls(**values)


def _is_there(codec: Codec, token: Token | None) -> bool:
    """Whether an optional value without a leading word stands here: a text, or a Weis."""
    if token is None:
        return False
    return token.quoted if codec.expected is Expected.TEXT else not token.quoted and "-" in token.text[1:]


def _effects(words: Cursor) -> tuple[object, ...]:
    effects: list[object] = []
    while words.is_sign("|"):
        words.skip()
        if len(effects) == MAX_EFFECTS:
            words.fail(Expected.FEWER, most=MAX_EFFECTS)
        form = words.phrase(phrasebook(EFFECT).written)
        if form is None:
            words.fail(Expected.ONE_OF, accepted=", ".join(known.phrases[0] for known in phrasebook(EFFECT).of.values()))
        effects.append(fields(words, form, {}))
    return tuple(effects)


def _result(words: Cursor) -> ResultEntered:
    """`A sagt E als joker | 95 62 | Weis 50 0 | Match A+C | geschätzt | von B`."""
    values: dict[str, Any] = {}
    if not words.is_sign("|"):
        after = words.word(1)
        if after is not None and forms.lead_of(after.text) == forms.SAYS:
            values["announcer"] = words.value(SEAT)
            words.skip()
        token = words.word()
        if token is not None and token.text == forms.UNKNOWN:
            words.skip()
        else:
            values["mode"] = words.value(MODE)
        if words.lead(forms.AS):
            values["variant"] = words.value(NAME)
    words.sign("|", Expected.COLUMNS)
    values["points"] = tuple(words.value(NUMBER) for _ in side_names(words.sides))
    while words.is_sign("|"):
        words.skip()
        _result_part(words, values)
    return ResultEntered(**values)


def _result_part(words: Cursor, values: dict[str, Any]) -> None:
    token = words.word()
    lead = forms.lead_of(token.text) if token is not None else ""
    name = "basis" if lead in _BASIS else _RESULT_PARTS.get(lead, "")
    if not name:
        words.fail(Expected.ONE_OF, accepted=", ".join((*_RESULT_PARTS, *_BASIS)))
    if name in values:
        words.fail(Expected.KEY_ONCE)
    words.skip()
    if name in ("weis", "stoeck"):
        values[name] = (words.value(NUMBER), words.value(NUMBER))
    elif name == "said":
        values[name] = tuple(words.value(NUMBER) for _ in words.sides)
    elif name == "basis":
        values[name] = _BASIS[lead] or words.value(NAME)
    else:
        values[name] = words.value(SEAT if name == "by" else TEAM)
