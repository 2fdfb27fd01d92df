"""The words of the text notation: how each event is said, in German, with English words accepted beside them.

One table for reader and writer. A form is a phrase and the fields that follow it; those with a leading word (`als`,
`von`) may be absent. Four events have a form of their own in reader and writer: cards, announcements, hands and results.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puur.core import effects, events
from puur.core.cards import SUITS
from puur.core.faces import SUIT_NAMES, Faces
from puur.core.mode import OBENABE, UNDEUFE, Mode, trump_mode
from puur.core.reglement import Source
from puur.core.setup import Keeping, Playing, Turning
from puur.notation.shapes import SHAPE_OF, Field
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


def _form(cls: type, phrases: str, parts: str = "", speaker: str = "seat") -> Form:
    """`parts` names the fields in order, with `word=field` for one that a word leads."""
    own = {one.name: one for one in SHAPE_OF[cls].fields}
    found = []
    for part in parts.split():
        lead, _, name = part.rpartition("=")
        found.append(Part(own.pop(name), lead))
    if speaker:
        del own[speaker]
    own.pop("effects", None)
    if own:
        raise TypeError(f"{cls.__name__}: {', '.join(own)} would not be written")
    return Form(cls, tuple(phrases.split("|")), speaker, tuple(found))


FORMS: tuple[Form, ...] = (
    _form(events.SchreiberNamed, "Schreiber|ist Schreiber|writer"),
    _form(events.AusmachAgreed, "Ausmachregel|finishing order", "order", ""),
    _form(events.CardDrawn, "zieht|draws", "card"),
    _form(events.DealerNamed, "nennt Geber|names dealer", "dealer", "by"),
    _form(events.Shuffled, "mischt|shuffles", "pack seed"),
    _form(events.ShuffleRefused, "verlangt Mischen|demands shuffling"),
    _form(events.Cut, "hebt ab|cuts", "lifted"),
    _form(events.Dealt, "gibt|deals"),
    _form(events.Pushed, "schiebt|geschoben|pushes"),
    _form(events.CardsLaid, "legt mehrere|lays several", "cards"),
    _form(events.Turned, "kehrt|turns"),
    _form(events.TrickLooked, "schaut Stich|looks at trick", "trick"),
    _form(events.WeisAnnounced, "weist|Weis", "points weis offen=shown"),
    _form(events.WeisNamed, "weist von|Weis von|Weis from", "rank"),
    _form(events.WeisAdded, "weist dazu|adds Weis", "weise"),
    _form(events.WeisAsked, "fragt Weis|asks Weis", "of"),
    _form(events.WeisDemanded, "verlangt Weis|demands Weis", "of"),
    _form(events.StoeckShown, "Stöck|zeigt Stöck"),
    _form(events.Claimed, "legt auf|claims"),
    _form(events.Conceded, "schenkt Match|concedes Match"),
    _form(events.Thanked, "bedankt|dankt|thanks", "words"),
    _form(events.AusmachInvoked, "verlangt Ausmachen|demands finishing"),
    _form(events.Wrote, "schreibt|writes", "source team"),
    _form(events.Counted, "zählt|counts", "points"),
    _form(events.CorrectionMade, "Korrektur Spiel|correction deal", "deal team points reason von=by", ""),
    _form(events.SlateRequested, "verlangt Tafel|demands slate"),
    _form(events.SlateAcknowledged, "Tafel bereinigt|slate cleared"),
    _form(events.DealAnnulled, "annulliert|annulled", "reason Regel=rule Geber=dealer", ""),
    _form(
        events.IncidentReported,
        "Vorfall|incident",
        "offence seat von=by Stich=trick neben=other Punkte=points als=marks Karten=cards words",
        "",
    ),
    _form(events.ChoiceMade, "Wahl|choice", "choice option von=by durch=official", ""),
    _form(events.RulingMade, "Entscheid|ruling", "rule gegen=offender durch=official auch=further text", ""),
    _form(events.RulingWithdrawn, "zurückgenommen|withdrawn", "durch=official reason", ""),
)
EFFECT_FORMS: tuple[Form, ...] = (
    _form(effects.CardDead, "tot|dead", "card Stich=trick", ""),
    _form(effects.SeatBarred, "sticht nicht|barred", "seat", ""),
    _form(effects.TrickTo, "Stich an|trick to", "team Stich=trick", ""),
    _form(effects.RestTo, "Rest an|rest to", "team", ""),
    _form(effects.NextLeader, "spielt an|leads", "seat danach=after", ""),
    _form(effects.CardTakenBack, "zurück|back", "seat card", ""),
    _form(effects.MustPlay, "muss spielen|must play", "seat cards", ""),
    _form(effects.SuitBanned, "gesperrt Farbe|banned suit", "team suit", ""),
    _form(effects.CardBanned, "gesperrt|banned", "seat card", ""),
    _form(effects.CardLost, "fehlt|missing", "seat card team", ""),
    _form(effects.WeisLost, "ohne Weis|without Weis", "seat", ""),
    _form(effects.WeisAllowed, "darf weisen|may announce", "seat", ""),
    _form(effects.PointsMoved, "Punkte|points", "team points", ""),
    _form(effects.DealVoid, "neu geben|deal again", "Geber=dealer", ""),
    _form(effects.DealerPlanned, "gibt Spiel|deals deal", "deal seat", ""),
    _form(effects.VorhandPlanned, "Vorhand Spiel|Vorhand deal", "deal seat", ""),
    _form(effects.PenaltyPoints, "Strafpunkte|penalty", "seat points", ""),
    _form(effects.PlayerReplaced, "ersetzt|replaced", "seat name", ""),
    _form(effects.GameLost, "verliert|loses", "team", ""),
)
FORM_OF: Mapping[type, Form] = {form.cls: form for form in (*FORMS, *EFFECT_FORMS)}

Phrases = Mapping[tuple[str, ...], Form]


def _phrases(forms: tuple[Form, ...]) -> Phrases:
    found: dict[tuple[str, ...], Form] = {}
    for form in forms:
        for phrase in form.phrases:
            key = tuple(fold(word) for word in phrase.split())
            if key in found:
                raise TypeError(f"{phrase!r} is said of two events")
            found[key] = form
    return found


SPOKEN: Phrases = _phrases(tuple(form for form in FORMS if form.speaker))
WRITTEN: Phrases = _phrases(tuple(form for form in FORMS if not form.speaker))
EFFECT_PHRASES: Phrases = _phrases(EFFECT_FORMS)
LONGEST = max(len(words) for words in (*SPOKEN, *WRITTEN, *EFFECT_PHRASES))

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
