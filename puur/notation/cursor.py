"""The tokens of one line, taken from left to right; every refusal says where, what stood there and what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from puur.core.seats import PAIRS, SEAT_NAMES, side_names
from puur.log.errors import Expected, Unfit
from puur.log.values import MAX_NUMBER, MAX_TEXT, Codec
from puur.notation import forms
from puur.notation.record import RecordError
from puur.notation.tokens import SIGNS, Token, fold

_LONGEST_WORD = 40  # no keyword is longer


class Cursor:
    """A place in a line."""

    def __init__(self, tokens: Sequence[Token], line: int, width: int, sides: tuple[int, ...] = PAIRS) -> None:
        self.tokens, self.line, self.width, self.sides = tokens, line, width, sides
        self.place = 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The next token, or one further on; None at the end."""
        place = self.place + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def skip(self) -> None:
        """Pass over the next token."""
        self.place += 1

    def fail(self, expected: Expected, token: Token | None = None, **facts: Any) -> NoReturn:
        """The next token, or this one, is not what was expected."""
        token = token or self.peek()
        if token is None:
            raise RecordError(self.line, self.width + 1, "", expected, **facts)
        raise RecordError(self.line, token.column, token.text, expected, **facts)

    def end(self) -> None:
        """Refuse anything more."""
        if self.peek() is not None:
            self.fail(Expected.END)

    def is_sign(self, sign: str) -> bool:
        """Whether this sign stands here."""
        token = self.peek()
        return token is not None and not token.quoted and token.text == sign

    def sign(self, sign: str, expected: Expected) -> None:
        """Take this sign."""
        if not self.is_sign(sign):
            self.fail(expected)
        self.place += 1

    def word(self, ahead: int = 0) -> Token | None:
        """The next token if it is a word."""
        token = self.peek(ahead)
        return None if token is None or token.quoted or token.text in SIGNS else token

    def lead(self, lead: str) -> bool:
        """Take the next word if it is this keyword."""
        token = self.word()
        if token is None or (forms.lead_of(token.text) != lead and fold(token.text) != fold(lead)):
            return False
        self.place += 1
        return True

    def phrase(self, known: forms.Phrases) -> forms.Form | None:
        """Take the longest phrase that stands here."""
        heard: list[str] = []
        best: tuple[int, forms.Form] | None = None
        for ahead in range(known.longest):
            token = self.word(ahead)
            if token is None or len(token.text) > _LONGEST_WORD:
                break
            heard.append(fold(token.text))
            if (form := known.by_words.get(tuple(heard))) is not None:
                best = (ahead + 1, form)
        if best is None:
            return None
        self.place += best[0]
        return best[1]

    def value(self, codec: Codec) -> Any:
        """Take one value of this codec."""
        token = self.peek()
        if token is None or not _may_be(codec, token):
            self.fail(codec.expected, **limits(codec))
        try:
            value = value_of(codec, token.text, self.sides)
        except Unfit as problem:
            self.fail(problem.expected, **problem.facts)
        self.place += 1
        return value

    def values(self, codec: Codec) -> tuple[Any, ...]:
        """Take every word up to the next text or sign: a list, or `-` for none."""
        token = self.word()
        if token is None:
            self.fail(codec.expected)
        if token.text == forms.NOTHING:
            self.place += 1
            return ()
        taken: list[Any] = []
        item = codec.item or codec
        while (token := self.word()) is not None:
            if len(taken) == item.most > 0:
                self.fail(Expected.FEWER, most=item.most)
            value = self.value(item)
            if item.once and value in taken:
                self.fail(Expected.CARD_ONCE, token)
            taken.append(value)
        return tuple(taken)


def _may_be(codec: Codec, token: Token) -> bool:
    """Quotes belong around texts, may stand around names, and never around the rest."""
    if codec.expected is Expected.TEXT:
        return token.quoted
    return codec.expected is Expected.NAME if token.quoted else token.text not in SIGNS


def limits(codec: Codec) -> dict[str, Any]:
    """The facts that the message for this kind needs."""
    if codec.expected is Expected.NUMBER:
        number: Any = codec.schema.get("anyOf", [codec.schema])
        return {"low": number[0]["minimum"], "high": number[0]["maximum"]}
    return {"high": MAX_TEXT} if codec.expected in (Expected.TEXT, Expected.NAME) else {}


def number_of(text: str) -> int | None:
    """The number written so, if it is one and not too long."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if 0 < len(digits) <= len(str(MAX_NUMBER)) and digits.isascii() and digits.isdigit() else None


def value_of(codec: Codec, text: str, sides: tuple[int, ...] = PAIRS) -> Any:
    """The value that a word or text stands for; Unfit if it is none of this codec, or a seat or side that is not at the table."""
    if codec.expected is Expected.TEAM:
        if text not in side_names(sides):
            raise Unfit(text, codec.expected)
        return side_names(sides).index(text)
    if codec.expected is Expected.SEAT and text not in SEAT_NAMES[: len(sides)]:
        raise Unfit(text, codec.expected)
    if codec.expected is Expected.NUMBER:
        number = number_of(text)
        if number is None:
            raise Unfit(text, codec.expected, **limits(codec))
        return codec.read(number)
    if codec.expected is Expected.SOURCE:
        source = forms.SOURCE_OF.get(fold(text))
        if source is None:
            raise Unfit(text, codec.expected)
        return source
    if codec.expected is Expected.MODE:
        return forms.MODE_OF.get(fold(text)) or codec.read(text)
    return codec.read(text)
