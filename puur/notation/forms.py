"""The words of the text notation: how each event is said, in German, with English words accepted as well.

One book of phrases for reader and writer, made of what the registered events say of themselves. A form is a phrase and the fields
that follow it; those with a leading word (`als`, `von`) may be absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from puur.core.cards import SUITS
from puur.core.events import Announced, CardPlayed, HandsRecorded, ResultEntered
from puur.core.faces import SUIT_NAMES, Faces
from puur.core.mode import OBENABE, UNDEUFE, Mode, trump_mode
from puur.core.reglement import Source
from puur.core.setup import Keeping, Playing, Turning
from puur.log.codec import Field
from puur.log.registry import Kind, Registry, Words
from puur.log.values import FLAG
from puur.notation.tokens import fold


@dataclass(frozen=True, slots=True)
class Part:
    """One field of an event in the text; `lead` is the word before it, or for a flag the word itself."""

    field: Field
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """How an event or effect is said: its speaker, the phrases (the first is written, all are read), its parts."""

    cls: type
    phrases: tuple[str, ...]
    speaker: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Phrases:
    """Forms by what begins them, word by word."""

    by_words: Mapping[tuple[str, ...], Form]
    longest: int


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """How everything in a registry is said: by a seat (`A: schiebt`), or for the table (`Geber D`)."""

    of: Mapping[type, Form]
    spoken: Phrases
    written: Phrases


# Reader and writer have a form of their own for these.
OWN = (CardPlayed, Announced, HandsRecorded, ResultEntered)


def phrasebook(registry: Registry) -> Phrasebook:
    """The words for everything that is registered now."""
    return _phrasebook(registry, len(registry.by_tag))


@lru_cache(maxsize=4)
def _phrasebook(registry: Registry, _count: int) -> Phrasebook:
    of = {kind.cls: _form(kind) for kind in registry.by_tag.values() if kind.cls not in OWN}
    spoken, written = ([form for form in of.values() if bool(form.speaker) is said] for said in (True, False))
    return Phrasebook(of, _phrases(spoken), _phrases(written))


def _form(kind: Kind) -> Form:
    own = {field.name: field for field in kind.fields}
    words = kind.words or _plain_words(kind)
    parts = []
    for part in words.parts.split():
        lead, _, name = part.rpartition("=")
        parts.append(Part(own.pop(name), lead))
    if words.speaker:
        del own[words.speaker]
    own.pop("effects", None)
    if own:
        raise TypeError(f"{kind.tag}: {', '.join(own)} would not be written")
    return Form(kind.cls, tuple(words.phrases.split("|")), words.speaker, tuple(parts))


def _plain_words(kind: Kind) -> Words:
    """An event without words of its own is said by its tag and its fields."""
    speaker = "seat" if any(field.name == "seat" for field in kind.fields) else ""
    rest = [field for field in kind.fields if field.name != speaker]
    parts = [f"{field.name}={field.name}" if field.optional or field.codec is FLAG else field.name for field in rest]
    return Words(kind.tag, " ".join(parts), speaker)


def _phrases(forms: list[Form]) -> Phrases:
    known: dict[tuple[str, ...], Form] = {}
    for form in forms:
        for phrase in form.phrases:
            key = tuple(fold(word) for word in phrase.split())
            if key in known:
                raise TypeError(f"{phrase!r} is said of two events")
            known[key] = form
    return Phrases(known, max(map(len, known), default=0))


# Single words: the first is written, all are read.
DEAL, HAND, DEALER, SAYS, AS, UNKNOWN, NOTHING = "Spiel", "Hand", "Geber", "sagt", "als", "?", "-"
LEADS: Mapping[str, tuple[str, ...]] = {
    "als": ("als", "as"),
    "von": ("von", "by"),
    "gegen": ("gegen", "against"),
    "Regel": ("Regel", "rule"),
    "Geber": ("Geber", "dealer"),
    "offen": ("offen", "shown"),
    "Stich": ("Stich", "trick"),
    "neben": ("neben", "beside"),
    "Punkte": ("Punkte", "points"),
    "Karten": ("Karten", "cards"),
    "durch": ("durch", "through"),
    "auch": ("auch", "also"),
    "danach": ("danach", "after"),
    "Spiel": ("Spiel", "deal"),
    "Hand": ("Hand",),
    "sagt": ("sagt", "announces"),
    "Weis": ("Weis",),
    "Stöck": ("Stöck",),
    "Match": ("Match",),
    "Bergpreis": ("Bergpreis",),
    "Ansagen": ("Ansagen", "predictions"),
    "geschätzt": ("geschätzt", "estimated"),
    "geteilt": ("geteilt", "split"),
    "abgebrochen": ("abgebrochen", "broken-off"),
    "Grundlage": ("Grundlage", "basis"),
    "Total": ("Total",),
}
_LEAD_OF = {fold(word): lead for lead, words in LEADS.items() for word in words}
BASES: Mapping[str, str] = {"estimated": "geschätzt", "split": "geteilt", "broken-off": "abgebrochen"}


def lead_of(word: str) -> str:
    """The keyword that `word` stands for, or nothing."""
    return _LEAD_OF.get(fold(word), "")


SOURCE_WORDS: Mapping[Source, str] = {
    Source.STOECK: "Stöck",
    Source.WEIS: "Weis",
    Source.STICH: "Stich",
    Source.LAST_TRICK: "Letzter",
    Source.MATCH: "Match",
    Source.RULING: "Entscheid",
    Source.CORRECTION: "Korrektur",
    Source.RESULT: "Ergebnis",
    Source.DIFFERENCE: "Differenz",
    Source.BID: "Gebot",
    Source.CONTRACT: "Kontrakt",
    Source.LAID_AWAY: "Weggelegt",
    Source.EXACT: "Genau",
    Source.LAST_WORD: "Schlusswort",
}
SOURCE_OF: Mapping[str, Source] = {
    **{fold(source.value): source for source in Source},
    **{fold(word): source for source, word in SOURCE_WORDS.items()},
}
# A mode as people say it; the short form of `core.mode` is what is written.
MODE_OF: Mapping[str, Mode] = {
    **{fold(SUIT_NAMES[faces][suit]): trump_mode(suit) for faces in Faces for suit in SUITS},
    **{fold(SUIT_NAMES[Faces.GERMAN][suit]) + "n": trump_mode(suit) for suit in SUITS},
    **dict.fromkeys(("obenabe", "obeabe", "oben"), OBENABE),
    **dict.fromkeys(("undeufe", "uneufe", "undenufe", "unten"), UNDEUFE),
}

# The head: key, words for it, and for a choice the words of each value (the first is written).
HEAD: Mapping[str, tuple[str, ...]] = {
    "puur": ("puur",),
    "book": ("Reglement", "book"),
    "sides": ("Parteien", "sides"),
    "faces": ("Karten", "deck", "faces"),
    "keeping": ("Schreiben", "keeping"),
    "turning": ("Kehren", "turning"),
    "playing": ("Spielweise", "playing"),
    "first_dealer": ("Erster Geber", "first dealer"),
    "lost_before": ("Verloren", "lost before"),
    "number": ("Partie", "game"),
    "date": ("Datum", "date"),
    "place": ("Ort", "place"),
    "event": ("Anlass", "event"),
    "table": ("Tisch", "table"),
}
PLAYER, TAG = ("Spieler", "player"), ("Angabe", "tag")
HEAD_OF: Mapping[str, str] = {fold(word): key for key, words in HEAD.items() for word in words}
CHOICES: Mapping[str, Mapping[Faces | Keeping | Playing | Turning, tuple[str, ...]]] = {
    "faces": {Faces.GERMAN: ("deutsch", "german"), Faces.FRENCH: ("französisch", "french")},
    "keeping": {Keeping.AUTOMATIC: ("automatisch", "automatic"), Keeping.MANUAL: ("von Hand", "manual")},
    "playing": {Playing.GUIDED: ("geführt", "guided"), Playing.FREE: ("frei", "free")},
    "turning": {Turning.AUTOMATIC: ("automatisch", "automatic"), Turning.EXPLICIT: ("ausdrücklich", "explicit")},
}
