"""Names as people may carry them: visible, of one script, and told apart from those of others by the eye.

Knows no list of accounts. `skeleton` is what a name looks like: two names with the same one are the same to whoever reads them.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 24
# Signs that count as letters and show nothing.
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
# Marks that only say how another sign is to be drawn: without them it reads the same.
_SILENT = frozenset(map(chr, (0x034F, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
# What people write beside Latin letters without anybody taking one for the other; any other script in between is a disguise.
_BESIDE_LATIN = frozenset(("LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"))
_MARKS = 2  # accents on one letter; more of them is a drawing
# Letters, Cyrillic and Greek for the most part, that look like Latin ones; the likeliest of Unicode's confusables (UTS 39).
_ALIKE = str.maketrans(
    "\u0430\u0441\u0501\u0435\u04bb\u0456\u0458\u051b\u043e\u0440\u0455\u051d\u0445\u0443\u04af\u0432\u043a\u043c\u043d"
    "\u0442\u0433\u0475\u04cf\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3\u03c9\u0457\u0451"
    "\u050d\u0261\u2113\u0131\u0251\u0410\u0412\u0415\u0405\u0417\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422"
    "\u0425\u0423\u04ae\u050c\u051c\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "acdehijqopswxyybkmhtrvlaBeikvoptuxywieggliaABES3IJKMHOPCTXYYGWABEZHIKMNOPTYX",
)
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212\u2018\u2019\u02bc\u00b4`", "------" + "'" * 5)
_STROKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "o"})
_CLASSES = {"l": "[il1|]", "o": "[o0]", "m": "(m|rn)", "w": "(w|vv)"}


def clean_name(text: str) -> str:
    """A name as it may stand at a table: one line, nothing invisible, one script, not too long; empty where nothing is left."""
    signs = unicodedata.normalize("NFC", text)
    kept = "".join(sign for sign in signs if sign.isprintable() and sign not in _BLANK and sign not in _SILENT)
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    return name if _readable(name) else ""


def _readable(name: str) -> bool:
    """Whether there is anything to read in it, by people who know one script."""
    scripts = {script for sign in name if (script := _script(sign))}
    letters = [sign for sign in unicodedata.normalize("NFD", name) if unicodedata.category(sign)[0] != "M"]
    marks = len(unicodedata.normalize("NFD", name)) - len(letters)
    seen = any(unicodedata.category(sign)[0] in "LNS" for sign in name)
    return seen and marks <= _MARKS * len(letters) and not ("LATIN" in scripts and scripts - _BESIDE_LATIN)


def _script(sign: str) -> str:
    """The script of a letter; bold and wide ones are what they are drawings of. Small capitals belong to none."""
    if not sign.isalpha():
        return ""
    name = unicodedata.name(unicodedata.normalize("NFKC", sign)[0], "")
    return "" if not name else "SMALL CAPITAL" if "SMALL CAPITAL" in name else name.partition(" ")[0]


def skeleton(name: str) -> str:
    """What a name says to the eye, without capitals, width and the script that its letters come from."""
    return " ".join(unicodedata.normalize("NFKC", name.translate(_ALIKE)).translate(_DASHES).casefold().split())


def look(name: str) -> str:
    """The same where letters and digits are told apart by nobody: l and a capital I, o and a nought, m and rn, w and vv."""
    plain = unicodedata.normalize("NFKC", name.translate(_ALIKE)).translate(_DASHES)
    return " ".join(plain.translate(_STROKES).casefold().replace("rn", "m").replace("vv", "w").split())


def alike(name: str, other: str) -> bool:
    """Whether people take one of these names for the other."""
    return skeleton(name) == skeleton(other) or look(name) == look(other)


def pattern(name: str) -> str:
    """A regular expression that every name of ASCII signs fits that looks like this one; others may fit too."""
    return "^" + "".join(_CLASSES.get(sign, re.escape(sign)) for sign in look(name)) + "$"
