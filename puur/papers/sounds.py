"""How words sound, for comparing what people type: spelling is free in dialect, and a phone leaves out accents and endings.

A fold puts what dialects and slips exchange into one sign ("uusgspilt" and "ausgespielt" sound the same); their order matters. The
browser folds with the same list, so the expressions are those that Python and JavaScript share.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

FOLDS: tuple[tuple[str, str], ...] = (
    ("ä", "e"),  # vergässe, gäh, Händy
    ("ae", "e"),
    ("ö", "o"),
    ("oe(?!r)", "o"),
    ("iu(?=t|$)", "il"),  # Bern: gspiut, Spiu
    ("e[il]?u(?=t$)", "eil"),  # verteiut
    ("aut(?=sch)", "al"),  # fautsch
    ("eau|eux", "o"),
    ("[uü][eu]|ü", "u"),  # Buur, füehre
    ("(.)\\1+", "$1"),  # doubled letters: aagee, Stökk
    ("e[iy]|ai|ay|ie|y", "i"),  # wiise, weise; spiele, spile
    ("au|ou", "u"),
    ("^us[eä]?(?=g|[bdfklmnrstvwz])", "us"),
    ("^an(?=[bdfgklmnrstvwz])", "a"),
    ("^(u|zu)?r?uf(?=[a-z]{3})", "uf"),
    ("^(us|uf|a|ab|i|in|mit|zu|zam|zusamen|hin|for|for|un|weg|usen?)?ge(?=[bcdfghklmnpqrstvwz][a-z]{3})", "$1g"),
    ("^(us|uf|a|ab|i)?g(?=[bdkptz])", "$1"),  # dialect has no sign for it: teilt, klopft
    ("^(us|uf|a|ab|ver)?ch(?=[aeiounlrw])", "$1k"),  # Charte, Chrüz
    ("^(g|us|usg|uf|ufg|a|ag|ab|abg|fer)?sch(?=[pt])", "$1s"),
    ("ck|qu|c(?![hei])", "k"),
    ("ph|v", "f"),
    ("th|dt|d", "t"),
    ("p(?!f)", "b"),
    ("tz", "z"),
    ("([aeiou])h(?![aeiou])", "$1"),
    ("(.)\\1+", "$1"),
)
ENDINGS = "(ing|ung|ig|lich|li|et|ed|ent|er|es|en|em|e|s|n|a|i|o)$"
SHORTEST = 4  # letters that are left of a word without its ending
_FOLDS = tuple((re.compile(pattern), with_.replace("$1", "\\1")) for pattern, with_ in FOLDS)
_ENDINGS = re.compile(ENDINGS)


def words(text: str) -> list[str]:
    """The words of a text in small letters, accents left out except on ä, ö and ü."""
    plain = unicodedata.normalize("NFC", text.casefold()).replace("œ", "oe").replace("æ", "ae")
    if not plain.isascii():
        plain = "".join(sign if sign.isascii() or sign in "äöü" else _bare(sign) for sign in plain)
    return re.findall(r"[a-zäöü0-9]+", plain)


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """What a word sounds like, without its ending."""
    for pattern, with_ in _FOLDS:
        word = pattern.sub(with_, word)
    bare = _ENDINGS.sub("", word)
    return bare if len(bare) >= SHORTEST - 1 and len(word) >= SHORTEST else word


@cache
def _bare(sign: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
