"""How people of a club are reached: e-mail and phone, beside the log so that it can be changed and erased.

Members see them only where the person has said so, on their own page. Mails go to those who have said so behind a link that came
to that very address (`puur.web.consent`), whoever entered it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from puur.core.errors import Refusal
from puur.evening.columns import HEADINGS, guessed, whole_name
from puur.web import consent, mailing
from puur.web.clubs import store
from puur.web.clubs.models import Club, ClubContact
from puur.web.keeping import erasing
from puur.web.keeping.models import Consent

_PHONE = re.compile(r"\+?[0-9 ()/.-]{6,25}")
_NUMBERED = re.compile(r"(?P<street>.*[^\W\d].*?)[ ,]+(?P<house>\d{1,4} ?[a-zA-Z]?)")  # `Rosenweg 12a`: a QR-bill wants them apart
MORE = {
    "phone": ("telefon", "tel", "tel.", "mobile", "natel", "handy", "phone", "telephone", "telefono"),
    "street": ("strasse", "adresse", "rue", "via", "street", "address"),
    "house": ("hausnummer", "nr haus", "hausnr", "numero civico", "house"),
    "postcode": ("plz", "npa", "postleitzahl", "cap", "postcode", "zip"),
    "town": ("ort", "wohnort", "lieu", "localite", "luogo", "town", "city"),
}
LISTED = {**{what: HEADINGS[what] for what in ("name", "turned", "first", "email")}, **MORE}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list of members."""

    line: int
    name: str
    email: str = ""
    phone: str = ""
    street: str = ""
    house: str = ""
    postcode: str = ""
    town: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """The people of a list, and what of it nobody takes over: columns by their headings, lines without a name."""

    people: list[Row]
    unread: tuple[str, ...]
    nameless: tuple[int, ...]


def tidy(email: str, phone: str) -> tuple[str, str]:
    """An address and a number as they are kept; a refusal for what cannot be one."""
    email, phone = email.strip()[:120], " ".join(phone.split())[:30]
    if email and not mailing.usable(email):
        raise Refusal("contact-email", found=email[:40])
    if phone and not _PHONE.fullmatch(phone):
        raise Refusal("contact-phone", found=phone[:30])
    return email, phone


def keep(row: Club, person: str, email: str, phone: str, *, agrees: bool, pool: bool = False) -> None:
    """Keep how somebody is reached; nothing at all where there is nothing."""
    email, phone = tidy(email, phone)
    if not (email or phone or pool):
        ClubContact.objects.filter(club=row, person__in=store.engine(row).roster.entries(person)).delete()
        return
    fields = {"email": email, "phone": phone, "agrees": agrees, "pool": pool}
    ClubContact.objects.update_or_create(club=row, person=person, defaults=fields)


def brought(row: Club, listed: Mapping[str, Row]) -> None:
    """Keep what a list says of these people; what it does not say stays as it is, and so does what they themselves agreed to."""
    known = of(row, listed)
    for person, line in listed.items():
        before = known.get(person, ClubContact(email="", phone="", agrees=False, pool=False))
        if line.email or line.phone:
            email, phone = line.email or before.email, line.phone or before.phone
            keep(
                row, person, email, phone, agrees=before.agrees and (email, phone) == (before.email, before.phone), pool=before.pool
            )


def of(row: Club, people: Iterable[str]) -> dict[str, ClubContact]:
    """The contacts of these people."""
    wanted, roster = set(people), store.engine(row).roster
    known = {contact.person: contact for contact in ClubContact.objects.filter(club=row)}
    every = {roster.who(person): contact for person, contact in known.items()} | known  # what the entry itself says goes first
    return {person: contact for person, contact in every.items() if person in wanted}


def written_to(row: Club, known: Mapping[str, ClubContact]) -> dict[str, str]:
    """Who of these people has agreed to mails of the club, and at which address."""
    agreed = consent.agreed(consent.club_name(row.pk), [contact.email for contact in known.values()])
    return {person: contact.email for person, contact in known.items() if contact.email in agreed}


def answered(row: Club, contact: ClubContact | None) -> Consent | None:
    """What was answered at the address of somebody, or whether it was asked."""
    return consent.of(consent.club_name(row.pk), [contact.email]).get(contact.email) if contact is not None else None


def refused_by(row: Club, answered: Consent) -> None:
    """Whoever reads an address wants no mails of the club: it forgets the address, and what waits for it is not sent."""
    for contact in ClubContact.objects.filter(club=row).exclude(email=""):
        if consent.is_address(answered, contact.email):
            mailing.forget(by=answered.sender, to=contact.email)
            keep(row, contact.person, "", contact.phone, agrees=contact.agrees, pool=contact.pool)
            erasing.after_commit()


def read(rows: Sequence[tuple[int, tuple[str, ...]]]) -> Listed:
    """A list of people: with headings in any order, or one name a line."""
    guess = guessed(rows, {"name": 0}, LISTED)
    columns = dict(guess.columns)
    people, nameless = list[Row](), list[int]()
    for line, cells in rows[guess.top :]:
        own = {what: cells[place] if (place := columns.get(what)) is not None and place < len(cells) else "" for what in LISTED}
        if name := whole_name(own):
            if not own["house"] and (numbered := _NUMBERED.fullmatch(own["street"].strip())):
                own |= {"street": numbered["street"], "house": numbered["house"]}
            facts = {what: own[what] for what in ("email", "phone", "street", "house", "postcode", "town")}
            people.append(Row(line, name[:80], **facts))
        elif any(cells):
            nameless.append(line)
    return Listed(people, _unread([cells for _, cells in rows], guess.top, columns), tuple(nameless))


def _unread(rows: Sequence[tuple[str, ...]], top: int, columns: Mapping[str, int]) -> tuple[str, ...]:
    """The columns that hold something nobody takes over, by their heading or by what stands there first."""
    taken = {place for what, place in columns.items() if what in LISTED}
    left = sorted({place for cells in rows[top:] for place, cell in enumerate(cells) if cell} - taken)
    return tuple(next(cells[place] for cells in rows[max(top - 1, 0) :] if place < len(cells) and cells[place]) for place in left)
