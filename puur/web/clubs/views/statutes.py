"""The statutes of a club as a form: from which date they hold, what they mean, and a year under them before they are adopted."""

from __future__ import annotations

import re
from datetime import date, time
from decimal import Decimal, InvalidOperation
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.reglement import ReglementError
from puur.reglement.statutes import LEAST, MOST, SEATS, Statutes, tables_of, text_of
from puur.season import ClubBook, Refusal, load_text
from puur.season.dry_run import again, rehearse
from puur.season.events import BookChanged
from puur.web.clubs import store
from puur.web.clubs.pages import TAKEN, Answer, page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import in_words
from puur.web.people import lang_of
from puur.words import say
from puur.words.problems import problem_text

_WHOLE = {
    "people": (LEAST, MOST), "series": (1, 26), "days": (1, 52), "rounds": (1, 12), "best_days": (0, 52), "percent": (0, 50),
    "due_days": (1, 120), "surcharge": (0, 100),
}  # fmt: skip
_MONEY = ("startgeld", "absent", "late_name", "beer_round")
_TIMES = ("besammlung", "spielbeginn")
_BANDS = 5


def statutes_of(book: ClubBook, name: str) -> Statutes:
    """What the book of a club says, for the form."""
    letters = {series[0] for series in book.series.names}
    worth = sorted(set(book.series.coefficients.values()))
    cited = book.source if book.source != book.reglement.source else ""
    return Statutes(
        title=name, town=book.town, article=cited or "Statuten", people=book.members, series=len(letters), days=book.days.number,
        besammlung=book.days.besammlung, spielbeginn=book.days.spielbeginn, rounds=book.table.rounds,
        movement=book.movement.enabled, best_days=book.best_days,
        percent=int((worth[1] - worth[0]) * 100) if len(worth) > 1 else 0, startgeld=book.fees.startgeld,
        late=book.fines.band_amounts, absent=book.fines.absent, late_name=book.fines.late_name, due_days=book.payment.due_days,
        surcharge=int(book.payment.surcharge * 100), beer_round=book.payment.beer_round,
    )  # fmt: skip


def _typed(request: HttpRequest, name: str) -> Statutes:
    """The statutes of the form; a refusal names the field."""
    given: dict[str, Any] = {"title": name}
    for field, (low, high) in _WHOLE.items():
        raw = request.POST.get(field, "").strip() or "0"
        if not re.fullmatch(r"[0-9]{1,4}", raw) or not low <= int(raw) <= high:
            raise Refusal("typed-number", field=field, low=low, high=high)
        given[field] = int(raw)
    given |= {field: _amount(request.POST.get(field, ""), field) for field in _MONEY}
    for field in _TIMES:
        try:
            given[field] = time.fromisoformat(request.POST.get(field, ""))
        except ValueError:
            raise Refusal("typed-time", field=field) from None
    if given["spielbeginn"] < given["besammlung"]:
        raise Refusal("typed-order")
    if given["series"] > (tables := -(-given["people"] // SEATS)):
        raise Refusal("typed-series", series=given["series"], people=given["people"], tables=tables)
    if given["best_days"] > given["days"]:
        raise Refusal("typed-best", days=given["days"])
    late = tuple(_amount(word, "late") for word in re.split(r"[\s,;/]+", request.POST.get("late", "").strip()) if word)
    if len(late) != _BANDS:
        raise Refusal("typed-bands", count=_BANDS)
    words = {field: " ".join(request.POST.get(field, "").split())[:80] for field in ("town", "article")}
    return Statutes(
        **given, late=late, movement=bool(request.POST.get("movement")), town=words["town"], article=words["article"] or "Statuten"
    )


def _amount(raw: str, field: str) -> Decimal:
    plain = raw.strip().replace("’", "").replace("'", "").removesuffix(".–").removesuffix(".-") or "0"
    try:
        amount = Decimal(plain)
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or not 0 <= amount <= 10_000 or amount != amount.quantize(Decimal("0.01")):
        raise Refusal("typed-money", field=field)
    return amount


@needs("club.settings")
def statutes(request: HttpRequest, here: Here) -> HttpResponse:
    """Look at what the form would mean, then adopt it from a date on."""
    lang, club = lang_of(request), here.club
    answer: Answer = TAKEN
    context: dict[str, Any] = {"given": _fields(statutes_of(here.entered, here.row.name)), "since": date(store.today().year, 1, 1)}
    if request.method == "POST":
        context["given"] = {name: request.POST.get(name, "") for name in request.POST}
        try:
            wanted, since = _typed(request, here.row.name), date.fromisoformat(request.POST.get("since", ""))
            text = text_of(wanted, f"own-{here.row.slug}"[:40].rstrip("-"))
            book = load_text(text, here.row.name)
            if request.POST.get("do") == "adopt":
                changed = BookChanged(book="own", since=since, text=text, by=here.me)
                answer = take(request, here, [changed], done="clubs.statutes.adopted")
                if answer == TAKEN:
                    return redirect("club-statutes", here.row.slug)
            context |= _means(here, wanted, book, since, lang)
        except ValueError:
            answer = say("clubs.missing.typed-date", lang, found=request.POST.get("since", "")[:20]), ""
        except ReglementError as error:
            answer = " ".join(problem_text(problem, lang) for problem in error.problems[:5]), ""
        except Refusal as problem:
            answer = in_words(problem, club, lang), problem.rule
    return page(request, here, "clubs/statutes.html", context, refused=answer)


def _means(here: Here, wanted: Statutes, book: ClubBook, since: date, lang: str) -> dict[str, Any]:
    """The tables, a rehearsed year, and the last year that was played under these statutes."""
    club = here.club
    names, _, guests = tables_of(wanted.people, wanted.series)
    run = rehearse(book)
    members = len(club.roster.members(store.today()))
    context: dict[str, Any] = {
        "since": since, "run": run, "names": names, "guests": sum(guests), "members": members,
        "differs": members not in (0, wanted.people),
        "stopped": in_words(run.problem, club, lang) if run.problem is not None else "", "seats": SEATS,
    }  # fmt: skip
    played = [day.year for day in club.days.values() if day.closed]
    if played:
        try:
            rows = again(club, book, max(played))
            context |= {
                "year": max(played),
                "rows": [row for row in rows if row.rank[0] != row.rank[1] or row.money[0] != row.money[1]],
            }
        except Refusal as problem:
            context |= {"year": max(played), "cannot": in_words(problem, club, lang)}
    return context


def _fields(known: Statutes) -> dict[str, Any]:
    fields: dict[str, Any] = {name: getattr(known, name) for name in (*_WHOLE, *_MONEY, "town", "article")}
    fields |= {name: f"{getattr(known, name):%H:%M}" for name in _TIMES}
    return fields | {"late": ", ".join(map(str, known.late)), "movement": "1" if known.movement else ""}
