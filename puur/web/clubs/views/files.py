"""Everything in and out: one ZIP with the whole club, the same into an empty club and compared, earlier seasons from CSV.

What the files say is `puur.season.exchange` and `clubs.archive`. An import is computed before anything is stored, and stored whole
or not at all; the figures of the new club are compared with those in the file.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from datetime import MAXYEAR, MINYEAR, UTC, timedelta
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from puur.reglement import ReglementError
from puur.season import Club as Season
from puur.season import Refusal, evenings
from puur.season.events import PersonAdded, ResultImported, TrophyImported
from puur.season.exchange import standings_csv, write
from puur.season.exports import files
from puur.web.clubs import archive, store
from puur.web.clubs.archive import SETTINGS
from puur.web.clubs.models import Club
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import in_words
from puur.web.evenings import rights
from puur.web.evenings.models import CODE_LENGTH, Evening
from puur.web.people import lang_of
from puur.web.server.reading import readers
from puur.words import say
from puur.words.problems import problem_text

GRACE = timedelta(days=30)  # between the decision to delete a club and its end
BIGGEST_CSV = 500_000  # a hundred years of a club of twelve, several times over
AT_ONCE = 500  # codes that one question to the database names
_OWN_LINE = ("line", "no-head", "version")  # refusals whose sentence names the line itself


@needs("data.export", post="club.end")
def data(request: HttpRequest, here: Here) -> HttpResponse:
    """What can be taken out and brought in; and the end of the club."""
    if request.method != "POST":
        return _page(request, here)
    ends = None
    if request.POST.get("do") != "keep":
        if request.POST.get("name", "").strip() != here.row.name:
            return _page(request, here, say("club_office.end.wrong", lang_of(request)))
        ends = timezone.now() + GRACE
    Club.objects.filter(pk=here.row.pk).update(ends=ends)
    return redirect("club-data", here.row.slug)


def _page(request: HttpRequest, here: Here, error: str = "", **more: Any) -> HttpResponse:
    club = here.club
    context = {
        "years": club.years()[::-1],
        "events": len(club.events),
        "empty": here.row.n == 0,
        "imported": sorted(Counter(when for when, _ in club.imported).items(), reverse=True),
        **more,
    }
    return page(request, here, "clubs/public/data.html", context, refused=(error, ""))


def packed(here: Here, lang: str) -> bytes:
    """The whole club in one ZIP: events, trail, settings, and every figure as it is today."""
    club, row = here.club, here.row
    out = io.BytesIO()
    parts = dict(files(club, SETTINGS if row.book_text else row.book, store.today()))
    parts["trail.json"] = json.dumps([_trail(entry) for entry in reversed(store.trail(row))], ensure_ascii=False, indent=1) + "\n"
    parts["README.txt"] = say("club_office.data.readme", lang, club=row.name)
    if row.book_text:
        parts[SETTINGS] = row.book_text
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return out.getvalue()


def _trail(entry: store.Entry) -> dict[str, Any]:
    return {
        "n": entry.n,
        "at": entry.at.astimezone(UTC).isoformat(timespec="seconds"),
        "by": entry.by,
        "withdrawn": entry.withdrawn,
        "event": entry.data,
    }


@needs("data.export")
def export(request: HttpRequest, here: Here, what: str) -> HttpResponse:
    """The ZIP, or the events alone."""
    lang, stamp = lang_of(request), timezone.localdate().isoformat()
    if what == "zip":
        answer = HttpResponse(packed(here, lang), content_type="application/zip")
    else:
        text = write(SETTINGS if here.row.book_text else here.row.book, here.club.events)
        answer = HttpResponse(text, content_type="application/x-ndjson; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{here.row.slug}-{stamp}.{what}"'
    return answer


@needs("data.export")
def standings_file(request: HttpRequest, here: Here, year: int) -> HttpResponse:
    """The Jahreswertung of a year as CSV."""
    if not MINYEAR <= year <= MAXYEAR:
        raise Http404
    answer = HttpResponse(standings_csv(here.club, year), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{here.row.slug}-{year}.csv"'
    return answer


@needs("data.import")
def seasons(request: HttpRequest, here: Here) -> HttpResponse:
    """Earlier seasons from CSV: shown first, stored when confirmed."""
    if request.method != "POST":
        return redirect("club-data", here.row.slug)
    lang = lang_of(request)
    text = request.POST.get("text", "")
    file = request.FILES.get("file")
    if file is not None:
        if (file.size or 0) > BIGGEST_CSV:
            return _page(request, here, say("club_office.data.big", lang, limit=BIGGEST_CSV // 1000))
        text = _text(file)
    if not text.strip():
        return _page(request, here, say("clubs.missing.typed-file", lang))
    trial = here.club
    try:
        trial, events = readers.read(archive.earlier, trial, text)
        if request.POST.get("confirm"):
            store.submit(here.row, events, here.actor.signs)
            messages.success(request, say("club_office.data.imported", lang, count=len(events)))
            return redirect("club-data", here.row.slug)
    except Refusal as problem:
        return _page(request, here, in_words(problem, trial, lang))
    results = [event for event in events if isinstance(event, ResultImported)]
    preview = {
        "text": text,
        "people": [event.name for event in events if isinstance(event, PersonAdded)],
        "years": sorted(Counter(result.year for result in results).items()),
        "trophies": [(event.year, trial.roster.people[event.person].name) for event in events if isinstance(event, TrophyImported)],
        "rows": [{"result": result, "name": trial.roster.people[result.person].name} for result in results[:25]],
        "count": len(results),
    }
    return _page(request, here, preview=preview)


def _text(file: UploadedFile[bytes]) -> str:
    """A table as text; older spreadsheets write Windows-1252."""
    raw: bytes = file.read()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


@needs("data.import")
def restore(request: HttpRequest, here: Here) -> HttpResponse:
    """A whole club out of a file into this empty one; its figures are compared with those in the file."""
    if request.method != "POST":
        return redirect("club-data", here.row.slug)
    lang, file = lang_of(request), request.FILES.get("file")
    if here.row.n:
        return _page(request, here, say("club_office.data.not_empty", lang))
    if file is None:
        return _page(request, here, say("clubs.missing.typed-file", lang))
    if (file.size or 0) > archive.BIGGEST_FILE:
        return _page(request, here, say("club_office.data.big", lang, limit=archive.BIGGEST_FILE // 1000))
    try:
        club = readers.read(archive.brought, file.read())
        if foreign := _foreign(request, club.club):
            return _page(request, here, say("club_office.data.foreign", lang, evenings=", ".join(foreign[:5])))
        count, wrong = bring_in(here, club), club.wrong
    except Refusal as problem:
        line = problem.facts.get("line") if problem.reason not in _OWN_LINE else None
        why = in_words(problem, here.club, lang)
        return _page(request, here, say("club.error.line", lang, file=file.name, line=line, why=why) if line else why)
    except ReglementError as problem:
        return _page(request, here, "\n".join(problem_text(mistake, lang) for mistake in problem.problems))
    if wrong is None:
        messages.success(request, say("club_office.data.restored", lang, count=count))
    elif wrong:
        messages.warning(request, say("club_office.data.differs", lang, count=count, where=", ".join(wrong[:5])))
    else:
        messages.success(request, say("club_office.data.same", lang, count=count))
    return redirect("club-data", here.row.slug)


def _foreign(request: HttpRequest, club: Season) -> list[str]:
    """Evenings of this server that a file calls the club's business, and that are not of whoever brings it.

    Otherwise a made-up file would let anybody see who played at another's evening, its cards, and what a frozen ranking hides.
    """
    named = {str(getattr(event, "evening", "")) for event in club.events}
    named |= evenings.concerning(club) | {evenings.code_in(str(getattr(event, "key", ""))) for event in club.events}
    codes = sorted(code for code in named if len(code) == CODE_LENGTH and code.isascii() and code.isalpha())
    known: list[str] = []
    for start in range(0, len(codes), AT_ONCE):
        known += Evening.objects.filter(code__in=codes[start : start + AT_ONCE]).values_list("code", flat=True)
    return [code for code in known if not ((given := rights.access(request, code)) is not None and given.organiser)]


def bring_in(here: Here, club: archive.Brought) -> int:
    """Store the club of a file in this empty one, all of it or nothing; the number of its events."""

    def settings(row: Club) -> None:
        row.book, row.book_text = club.book or row.book, club.book_text
        row.save(update_fields=["book", "book_text"])
        store.CLUBS.forget(row)

    count = len(store.CLUBS.fill(here.row.pk, club.club, here.actor.signs, settings).numbers)
    here.row.refresh_from_db()
    return count
