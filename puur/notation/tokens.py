"""Lines of a `.jass` file cut into words, quoted texts and signs, each with its column. One pass, no backtracking."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from puur.log.errors import Expected
from puur.notation.record import RecordError

SIGNS = ":|{}="
COMMENT = ";#"
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t", "r": "\r"}
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a sign, or a quoted text (then `text` is what stands between the quotes)."""

    text: str
    column: int
    quoted: bool = False


def fold(word: str) -> str:
    """A keyword however it was written: `Stöck`, `stoeck` and `STÖCK` are the same."""
    return unicodedata.normalize("NFC", word).casefold().translate(_SPELLED)


def tokens(text: str, line: int, start: int = 0) -> list[Token]:
    """The tokens of one line from `start` on; a comment ends it."""
    cut: list[Token] = []
    place, end = start, len(text)
    while place < end:
        sign = text[place]
        if sign in " \t":
            place += 1
        elif sign in COMMENT:
            break
        elif sign == '"':
            value, after = quoted(text, place, line)
            cut.append(Token(value, place + 1, quoted=True))
            place = after
        elif sign in SIGNS:
            cut.append(Token(sign, place + 1))
            place += 1
        else:
            begin = place
            while place < end and text[place] not in ' \t"' and text[place] not in SIGNS:
                place += 1
            cut.append(Token(text[begin:place], begin + 1))
    return cut


def quoted(text: str, start: int, line: int) -> tuple[str, int]:
    """The text in quotes that begins at `start`, and the place after it."""
    parts: list[str] = []
    place, end = start + 1, len(text)
    while place < end:
        sign = text[place]
        if sign == '"':
            return "".join(parts), place + 1
        if sign != "\\":
            parts.append(sign)
            place += 1
            continue
        mark = text[place + 1 : place + 2]
        if mark in _ESCAPES and mark:
            parts.append(_ESCAPES[mark])
            place += 2
        else:
            closing = text.find("}", place, place + 10)
            digits = text[place + 3 : closing] if text.startswith("u{", place + 1) and closing > 0 else ""
            code = int(digits, 16) if digits and all(digit in "0123456789abcdefABCDEF" for digit in digits) else -1
            if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
                raise RecordError(line, place + 1, text[place : place + 10], Expected.ESCAPE)
            parts.append(chr(code))
            place = closing + 1
    raise RecordError(line, start + 1, text[start:], Expected.QUOTE)


def quote(value: str) -> str:
    """`value` in quotes, on one line, without characters that cannot be seen."""
    parts = []
    for sign in value:
        if sign in '"\\':
            parts.append("\\" + sign)
        elif sign == "\n":
            parts.append("\\n")
        elif sign.isprintable():
            parts.append(sign)
        else:
            parts.append(f"\\u{{{ord(sign):x}}}")
    return f'"{"".join(parts)}"'


def is_plain(value: str) -> bool:
    """Whether a name may stand as a word, without quotes."""
    return bool(value) and value[0].isalnum() and all(sign.isalnum() or sign in "-_./+" for sign in value)


def head_value(text: str, start: int, line: int) -> str:
    """The value of a head line: the rest of the line without a comment, or a quoted text."""
    place = start
    while text[place : place + 1] in (" ", "\t"):
        place += 1
    if text[place : place + 1] == '"':
        value, after = quoted(text, place, line)
        rest = tokens(text, line, after)
        if rest:
            raise RecordError(line, rest[0].column, rest[0].text, Expected.END)
        return value
    stop = place
    while stop < len(text) and not (text[stop] in COMMENT and (stop == place or text[stop - 1] in " \t")):
        stop += 1
    value = text[place:stop].rstrip(" \t")
    if not value:
        raise RecordError(line, place + 1, "", Expected.VALUE)
    return value


def head_quote(value: str) -> str:
    """The shortest form of a value that `head_value` reads back."""
    plain = value.isprintable() and value == value.strip() and not any(sign in value for sign in '"\\;#')
    parts_lines = " / " in f" {value} "  # in a record on one line
    return value if value and plain and not parts_lines else quote(value)
