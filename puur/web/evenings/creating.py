"""A new evening: its rule book (shipped, uploaded, or with the organiser's choice of when to draw), setup and owner."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import date
from typing import TypeVar

from django.db import transaction
from django.http import HttpRequest

from puur.core.errors import Refusal
from puur.core.evening import DrawWhen, Rest, SitOutScore
from puur.core.reglement import Reglement
from puur.evening.evening import Evening as EveningState
from puur.evening.files import SETUP
from puur.evening.state import Confirm, EveningSetup
from puur.log.codec import codec_of
from puur.reglement import ReglementError, dump, load, shipped
from puur.reglement.formats import Format, book_of
from puur.web import own_books, people
from puur.web.evenings.desk import money, number, small, text, upload
from puur.web.evenings.models import Evening, OwnFormat
from puur.web.live.state import Who
from puur.words.problems import problem_text

MOST_ROUNDS = 20
PREFERRED = ("tam2014-es", "tam2014-ps", "tam2014-cp", "nws2020", "ub2024")
Kind = TypeVar("Kind", Rest, SitOutScore, Confirm)
FORMAT = "format-"  # before the number of an own format
FORMAT_CODEC = codec_of(Format)
_OWN = "-own"  # the ending of a shipped book with another time of drawing


class BadBook(Exception):
    """An uploaded rule book with mistakes, each as a sentence."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(*problems)
        self.problems = problems


def books() -> list[Reglement]:
    """All shipped books: the usual ones first, last those without a tournament, where the organiser says how many rounds."""
    usual = {key: place for place, key in enumerate(PREFERRED)}
    return sorted(map(load, shipped()), key=lambda book: (not book.evening.rounds, usual.get(book.key, len(usual))))


def book_from(request: HttpRequest, lang: str) -> Reglement:
    """The book of the form: the uploaded file, or the chosen one."""
    file = upload(request, "book_file", own_books.BIGGEST_BOOK)
    if file is None:
        key = request.POST.get("book", "")
        if (own := own_format(request, key)) is not None:
            return book_of(read_format(own))
        if key not in shipped():
            raise Refusal("no-book")
        return load(key)
    try:
        return own_books.brought(file.read(), str(file.name))
    except ReglementError as error:
        raise BadBook([problem_text(problem, lang) for problem in error.problems[:20]]) from None


def own_formats(request: HttpRequest) -> list[OwnFormat]:
    """The formats of whoever asks."""
    who = people.who_is(request)
    return list(OwnFormat.objects.filter(**people.owned_by(who))) if who.key else []


def own_format(request: HttpRequest, key: str) -> OwnFormat | None:
    """The own format that a form or an address names as `format-7`."""
    number = small(key.removeprefix(FORMAT), 12) if key.startswith(FORMAT) else 0
    return next((kept for kept in own_formats(request) if kept.pk == number), None)


def read_format(kept: OwnFormat) -> Format:
    """What somebody has settled."""
    wanted: Format = FORMAT_CODEC.read(kept.data)
    return wanted


def with_draw(book: Reglement, when: str) -> Reglement:
    """The book with seats drawn all ahead or round by round, as the organiser chooses."""
    if when not in (time.value for time in DrawWhen) or book.evening.draw.value == when:
        return book
    key = book.key.removesuffix(_OWN)
    if key in shipped() and load(key).evening.draw.value == when:
        return load(key)
    return replace(book, key=key + _OWN, evening=replace(book.evening, draw=DrawWhen(when)))


def stored_book(book: Reglement) -> tuple[str, str]:
    """Key and text of a book as an evening keeps it."""
    return book.key[:80], "" if book.key in shipped() else dump(book)


def setup_from(request: HttpRequest, book: Reglement, seed: str) -> EveningSetup:
    """What the organiser settles, from a form."""
    day = request.POST.get("date", "").strip()
    if day:
        try:
            date.fromisoformat(day)
        except ValueError:
            raise Refusal("date", found=day[:20]) from None
    rounds = number(request, "rounds", 1, MOST_ROUNDS, default=0) if request.POST.get("rounds") else 0
    return EveningSetup(
        name=text(request, "title", needed=True), date=day, venue=text(request, "venue"), seed=text(request, "seed") or seed,
        rounds=0 if rounds == book.evening.rounds else rounds, rest=_choice(Rest, request.POST.get("rest", "")),
        sit_out=_choice(SitOutScore, request.POST.get("sit_out", "")),
        missed=_choice(SitOutScore, request.POST.get("missed", "")), confirm=_choice(Confirm, request.POST.get("confirm", "")),
        full_names=bool(request.POST.get("full_names")),
    )  # fmt: skip


def _choice(kind: type[Kind], given: str) -> Kind | None:
    return kind(given) if given in (choice.value for choice in kind) else None


def created(request: HttpRequest, who: Who, lang: str) -> Evening:
    """A new evening from the form; a refusal leaves nothing behind."""
    book = with_draw(book_from(request, lang), request.POST.get("draw", ""))
    setup, fee = setup_from(request, book, new_seed()), money(request.POST.get("fee", ""))
    if (own := own_format(request, request.POST.get("book", ""))) is not None:  # what the form leaves open, the format says
        setup, fee = replace(setup, confirm=setup.confirm or _choice(Confirm, own.confirm)), fee or own.fee
    engine = EveningState(book, setup)  # refuses rounds that the book does not have
    key, source = stored_book(book)
    with transaction.atomic():
        return Evening.objects.create(
            title=setup.name, book=key, book_text=source, setup=SETUP.write(setup), fee=fee,
            user_id=who.user, guest_id=who.guest, summary={"players": 0, "planned": engine.planned},
        )  # fmt: skip


def new_seed() -> str:
    """A lot for an evening, short enough for a poster."""
    return secrets.token_hex(3).upper()
