"""Which column of a list holds what: read from its headings, wherever they stand, or guessed from what the cells look like.

A guess is shown to whoever brought the list and can be changed; so it is a value of its own. Promise: a row is a title only where
it stands above the headings, or has a single cell above rows of several; every other row is a line of the list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from puur.evening.details import FIELDS

Rows = Sequence[tuple[int, tuple[str, ...]]]
_TOP = 15  # rows among which the headings are looked for

# Headings as people write them, folded to small letters without accents.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "id": ("nr", "nr.", "nummer", "startnummer", "start-nr", "startnr", "start-nr.", "id", "no", "no.", "numero", "number", "n"),
    "name": (
        "name", "nachname", "familienname", "nom", "nome", "cognome", "spieler", "spielerin", "joueur", "giocatore", "player",
        "jasser", "jasserin", "teilnehmer", "teilnehmerin", "teilnehmende", "participant", "partecipante",
        "vorname name", "vorname nachname",
        "prenom nom", "nome cognome", "first name last name", "last name", "surname", "full name", "nom de famille",
    ),
    "turned": ("name vorname", "nachname vorname", "nom prenom", "cognome nome", "last name first name"),  # the surname first
    "first": ("vorname", "prenom", "first name", "firstname", "nome proprio"),
    "pair": ("paar", "pair", "equipe", "coppia", "partner"),
    "table": ("tisch fest", "fester tisch", "fixer tisch", "fixtisch", "table fixe", "tavolo fisso", "fixed table"),
    "here": ("da", "anwesend", "present", "presente", "here"),
    "round": ("runde", "passe", "partie", "manche", "turno", "round"),
    "number": ("tisch", "table", "tavolo"),
    "total": ("total", "totale", "summe", "somme", "punkte", "points"),
    "penalty": ("strafe", "strafen", "strafpunkte", "penalite", "penalites", "penalita", "penalty", "penalties"),
    "matches": ("match", "matches", "matchs", "match-striche", "matchstriche"),
    **{each.name: each.metadata["headings"] for each in FIELDS},
}  # fmt: skip
SUMS = ("total", "totale", "summe", "somme", "somma", "sum", "anzahl", "nombre", "numero", "gesamt")  # what no person is called
PERSON = ("id", "name", "turned", "first", "pair", "table", *(each.name for each in FIELDS))  # what a column of people can be


@dataclass(frozen=True, slots=True)
class Guess:
    """How many rows stand above the people, and which column holds what."""

    top: int
    columns: tuple[tuple[str, int], ...]

    def place(self, what: str) -> int | None:
        """The column of a thing, or None."""
        return dict(self.columns).get(what)


def fold(text: str) -> str:
    """A heading without accents, capitals and double blanks."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(plain.lower().split())


def known_as(name: str) -> str:
    """A name to be compared with others: “Ammann, Rosa” is “Rosa Ammann”."""
    return " ".join(sorted(fold(name).replace(",", " ").split())) or name


def columns_of(cells: Sequence[str], headings: Mapping[str, tuple[str, ...]] = HEADINGS) -> dict[str, int]:
    """Which column holds what, from a row of headings; empty if it is none."""
    columns: dict[str, int] = {}
    for place, cell in enumerate(cells):
        folded = fold(cell)
        loose = " ".join(re.sub(r"[,/&+:]|\bund\b|\bet\b|\be\b|\band\b", " ", folded).split())
        for what, names in headings.items():
            if what not in columns and (folded in names or loose in names):
                columns[what] = place
    return columns


def guessed(rows: Rows, plain: Mapping[str, int], headings: Mapping[str, tuple[str, ...]] = HEADINGS) -> Guess:
    """Where the people begin and what the columns are; `plain` where nothing tells."""
    best: dict[str, int] = {}
    top = -1
    for place, (_, cells) in enumerate(rows[:_TOP]):
        columns = columns_of(cells, headings)
        named = "name" in columns or "turned" in columns or ("first" in columns and len(columns) > 1)
        if named and len(columns) > len(best):
            best, top = columns, place
    if best:
        return Guess(top + 1, tuple(best.items()))
    return _by_looks(rows, plain)


def _by_looks(rows: Rows, plain: Mapping[str, int]) -> Guess:
    """Without headings: numbers, addresses, whole names, or first and last names in two columns."""
    filled = [sum(map(bool, cells)) for _, cells in rows]
    usual = sorted(filled)[len(filled) // 2]
    top = next((place for place, count in enumerate(filled) if count > 1), 0) if usual > 1 else 0
    body = [cells for _, cells in rows[top:]]
    width = max(map(len, body))

    def share(place: int, form: str) -> float:
        cells = [cells[place] for cells in body if place < len(cells) and cells[place]]
        return sum(re.fullmatch(form, cell) is not None for cell in cells) / max(len(cells), 1)

    columns: dict[str, int] = {}
    words = []
    for place in range(width):
        if "id" not in columns and share(place, r"[0-9]{1,5}\.?") > 0.8 and len({cells[place:][:1] for cells in body}) == len(body):
            columns["id"] = place
        elif "email" not in columns and share(place, r"\S+@\S+") > 0.6:
            columns["email"] = place
        elif share(place, r".*[^\W\d_].*") > 0.6:
            words.append(place)
    if not columns and len(words) <= 1 and width <= len(plain):
        return Guess(top, tuple(plain.items()))
    if len(words) > 1 and all(share(place, r"\S+") > 0.9 and _various(body, place) for place in words[:2]):
        first, last = _by_order(body, words[0], words[1])
        columns |= {"first": first, "name": last}
        words = words[2:]
    elif words:
        columns["name"] = words[0]
        words = words[1:]
    if "name" not in columns:
        return Guess(top, tuple(plain.items()))
    if words:
        columns["club"] = words[0]
    return Guess(top, tuple(columns.items()))


def _various(body: Sequence[tuple[str, ...]], place: int) -> bool:
    """Whether nearly every cell is another: names, not clubs."""
    cells = [cells[place] for cells in body if place < len(cells) and cells[place]]
    return len(body) > 2 and len(set(cells)) > 0.6 * len(cells)


def _by_order(body: Sequence[tuple[str, ...]], left: int, right: int) -> tuple[int, int]:
    """First and last names: a list is in the order of the last names, otherwise the first name comes first."""
    names = [fold(cells[left]) for cells in body if left < len(cells)]
    return (right, left) if names == sorted(names) else (left, right)


def is_sum(own: Mapping[str, str]) -> bool:
    """Whether a row below a list is its sum and nobody: “Total”, “Total 38”, “Anzahl: 38 Personen”."""
    said = re.fullmatch(r"([a-z]+)[:.]?(?: [0-9]+(?: [a-z]+)?)?", fold(own["name"] or own.get("turned", "")))
    return said is not None and said[1] in SUMS and not own["first"] and not own.get("id")


def whole_name(own: Mapping[str, str]) -> str:
    """A name as people say it: the first name, then the last; “Meier, Hans” and “Meier Hans” are turned round."""
    name = own["name"]
    if not name and own.get("turned"):
        before, comma, behind = own["turned"].partition(",")
        if not comma:
            before, _, behind = own["turned"].rpartition(" ")
        name = f"{behind.strip()} {before.strip()}".strip()
    elif "," in name and not own["first"]:
        before, _, behind = name.partition(",")
        name = f"{behind.strip()} {before.strip()}".strip()
    return f"{own['first']} {name}".strip()
