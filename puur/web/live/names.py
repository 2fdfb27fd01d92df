"""Names as people may carry them: visible, of one script, and told apart from those of others by the eye.

Knows no list of accounts. `skeleton` is what a name looks like: two names with the same one are the same to whoever reads them.
"""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
# Signs that count as letters and show nothing.
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_MARKS = 2  # accents on one letter; more of them is a drawing
# Letters, Cyrillic and Greek for the most part, that look like Latin ones; the likeliest of Unicode's confusables (UTS 39).
_ALIKE = str.maketrans(
    "\u0430\u0441\u0501\u0435\u04bb\u0456\u0458\u051b\u043e\u0440\u0455\u051d\u0445\u0443\u04af\u0432\u043a\u043c\u043d"
    "\u0442\u0433\u0475\u04cf\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3\u03c9\u0457\u0451"
    "\u050d\u0261\u2113\u0131\u0251\u0410\u0412\u0415\u0405\u0417\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422"
    "\u0425\u0423\u04ae\u050c\u051c\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "acdehijqopswxyybkmhtrvlaBeikvoptuxywieggliaABES3IJKMHOPCTXYYGWABEZHIKMNOPTYX",
)


def clean_name(text: str) -> str:
    """A name as it may stand at a table: one line, nothing invisible, one script, not too long; empty where nothing is left."""
    kept = "".join(sign for sign in unicodedata.normalize("NFC", text) if sign.isprintable() and sign not in _BLANK)
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    return name if _readable(name) else ""


def _readable(name: str) -> bool:
    """Whether there is anything to read in it, by people who know one script."""
    scripts = {script for sign in name if (script := _script(sign))}
    letters = [sign for sign in unicodedata.normalize("NFD", name) if unicodedata.category(sign)[0] != "M"]
    marks = len(unicodedata.normalize("NFD", name)) - len(letters)
    seen = any(unicodedata.category(sign)[0] in "LNS" for sign in name)
    return seen and marks <= _MARKS * len(letters) and not ("LATIN" in scripts and scripts & {"CYRILLIC", "GREEK"})


def _script(sign: str) -> str:
    if not sign.isalpha():
        return ""
    return unicodedata.name(sign, "").partition(" ")[0]


def skeleton(name: str) -> str:
    """What a name looks like, without capitals, width and the script that its letters come from."""
    return " ".join(unicodedata.normalize("NFKC", name.translate(_ALIKE)).casefold().split())
