"""Where a key of a TOML file stands: a small scanner, because the standard library's parser keeps no positions.

It reads keys, tables, inline tables, lists and strings just well enough to map each dotted key to its line, and leaves it to
`tomllib` to judge the syntax: where it gets lost it stops, and keeps what it has. It runs in one pass over the text and refuses
deep nesting before the parser meets it.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import tomllib
from collections.abc import Iterator

DEEPEST = 16
Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"[ \t]*")
_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
_LONG = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}\n#]*")


class TooDeep(Exception):
    """Nesting that no rule book needs; carries the line."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class _Lost(Exception):
    """The text is not what the scanner expected."""


def locate(text: str) -> dict[Path, int]:
    """The line (from 1) of every key, table and list item of a TOML text, as far as it can be read."""
    scanner = _Scanner(text)
    with contextlib.suppress(_Lost):
        scanner.document()
    return scanner.found


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.line = 1
        self.found: dict[Path, int] = {}

    def document(self) -> None:
        table: Path = ()
        while True:
            self.take(_GAP)
            if self.place >= len(self.text):
                return
            line = self.line
            if self.peek("["):
                brackets = "[[" if self.peek("[[") else "["
                self.place += len(brackets)
                table = self.key(())
                self.expect("]" * len(brackets))
                self.found.setdefault(table, line)
            else:
                self.pair(table)

    def pair(self, table: Path) -> None:
        line = self.line
        path = self.key(table)
        for length in range(len(table) + 1, len(path) + 1):
            self.found.setdefault(path[:length], line)
        self.expect("=")
        self.value(path, len(path))

    def key(self, table: Path) -> Path:
        path = table
        while True:
            self.take(_BLANK)
            part = self.take(_BARE) or self.take(_QUOTED)
            if not part:
                raise _Lost
            path = (*path, _unquoted(part))
            if len(path) > DEEPEST:
                raise TooDeep(self.line)
            self.take(_BLANK)
            if not self.peek("."):
                return path
            self.place += 1

    def value(self, path: Path, depth: int) -> None:
        if depth > DEEPEST:
            raise TooDeep(self.line)
        self.take(_BLANK)
        if self.peek("["):
            self.place += 1
            self.items(path, depth)
        elif self.peek("{"):
            self.place += 1
            self.pairs(path)
        elif not (self.take(_LONG) or self.take(_QUOTED)):
            self.take(_PLAIN)

    def items(self, path: Path, depth: int) -> None:
        for number in self.parts("]"):
            item, before = (*path, number), self.place
            self.found.setdefault(item, self.line)
            self.value(item, depth + 1)
            if self.place == before:
                raise _Lost

    def pairs(self, path: Path) -> None:
        for _ in self.parts("}"):
            self.pair(path)

    def parts(self, closing: str) -> Iterator[int]:
        """The number of each part up to the closing bracket, with its comma after it; whoever asks reads the part itself."""
        for number in itertools.count():
            self.take(_GAP)
            if self.peek(closing):
                self.place += 1
                return
            yield number
            self.take(_GAP)
            if self.peek(","):
                self.place += 1
            elif not self.peek(closing):
                raise _Lost

    def peek(self, sign: str) -> bool:
        return self.text.startswith(sign, self.place)

    def expect(self, sign: str) -> None:
        self.take(_BLANK)
        if not self.peek(sign):
            raise _Lost
        self.place += len(sign)

    def take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.place)
        taken = match.group() if match else ""
        self.place += len(taken)
        self.line += taken.count("\n")
        return taken


def _unquoted(part: str) -> str:
    if part[0] not in "\"'":
        return part
    try:
        return str(tomllib.loads(f"key = {part}")["key"])
    except tomllib.TOMLDecodeError:
        raise _Lost from None
