"""What JSON can say and no database and no file can hold: NUL and halves of signs. Pure, and quick: it looks at the bytes."""

from __future__ import annotations

import re

# Escaped in JSON: NUL, the first half of a sign without the second, or the second without the first.
_ODD = re.compile(
    rb"\\u0000|\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def unstorable(body: bytes) -> bool:
    """Whether JSON holds texts that no database and no file can hold."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return b"\0" in body or _ODD.search(body) is not None
