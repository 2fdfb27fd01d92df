"""The books: the ledger with its proof that both sides agree, other bookings, and the year for the Generalversammlung."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from puur.papers import Head, Paper
from puur.papers import render as render_pdf
from puur.papers.audit import audit, booking_text
from puur.papers.club import financed_by, fines_by_rule, report, series_path, what_of
from puur.papers.words import club_words
from puur.season import Club, Refusal
from puur.season.accounts import YearReport, is_expense, is_income, trial_balance, year_report
from puur.season.balance import balance_sheet
from puur.season.debts import Sort
from puur.season.events import Charged, Event, Journal, SettingChanged
from puur.season.exports import chart, journal
from puur.season.fines import assessments
from puur.season.ledger import ZERO, parts_of
from puur.season.yearly import standings
from puur.web.clubs import store
from puur.web.clubs.models import ClubBudget
from puur.web.clubs.pages import TAKEN, page, take, tell
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.treasury import years_of
from puur.web.clubs.views.treasury_bills import pdf
from puur.web.clubs.views.treasury_forms import amount_of, date_of, line_of, once
from puur.web.clubs.words import in_words
from puur.web.people import lang_of
from puur.web.server.printing import printed

_PAGE = 100
_OPENING = "opening"


def _year(request: HttpRequest, club: Club) -> int | None:
    text = request.GET.get("year", "")
    return int(text) if text.isdecimal() and len(text) == 4 else None


@needs("money.see", post="money.book")
def ledger(request: HttpRequest, here: Here) -> HttpResponse:
    """Every booking with its two sides; sent: a booking of the treasurer's own."""
    club, today, answer = here.club, store.today(), TAKEN
    if request.method == "POST":
        answer = take(request, here, lambda _: [_journal(request, here)], done="club_office.ledger.done")
        if answer == TAKEN:
            return redirect("club-money-ledger", here.row.slug)
    year, account = _year(request, club), request.GET.get("account", "")
    taken_back = club.ledger.reversed_keys()
    chosen = [
        booking
        for booking in reversed(club.ledger.bookings)
        if (year is None or booking.on.year == year)
        and (not account or any(line.account.startswith(account) for line in booking.lines))
    ]
    first = request.GET.get("from", "0")
    start = int(first) if first.isdecimal() and len(first) < 7 else 0
    rows = [_row(club, booking, taken_back) for booking in chosen[start : start + _PAGE]]
    sides = [line.amount for booking in club.ledger.bookings for line in booking.lines]
    context = {
        "rows": rows,
        "more": start + _PAGE if len(chosen) > start + _PAGE else None,
        "count": len(chosen),
        "year": year,
        "years": years_of(club, today),
        "account": account,
        "accounts": list(club.book.accounts.items()),
        "balances": trial_balance(club),
        "debit": sum((amount for amount in sides if amount > 0), ZERO),
        "credit": -sum((amount for amount in sides if amount < 0), ZERO),
        "balanced": sum(sides, ZERO) == ZERO,
        "once": once(request),
        "opened": opened(club),
        "today": today,
        "entered": {} if answer == TAKEN else request.POST,
    }
    return page(request, here, "clubs/treasury/ledger.html", context, refused=answer)


def _row(club: Club, booking: Any, taken_back: set[str]) -> dict[str, Any]:
    """A booking as it is shown; a person's account by name."""
    lines = []
    for line in booking.lines:
        account, person = parts_of(line.account)
        sides = {"debit": line.amount if line.amount > 0 else None, "credit": -line.amount if line.amount < 0 else None}
        lines.append({"account": account, "person": person, **sides})
    charge = club.ledger.charges.get(booking.key)
    return {
        "booking": booking, "lines": lines, "day": charge.day if charge else "", "reversed": booking.key in taken_back,
        "reversal": bool(booking.reverses),
    }  # fmt: skip


def _journal(request: HttpRequest, here: Here) -> Journal:
    """Debit one account, credit another."""
    amount, on, text = amount_of(request), date_of(request), line_of(request, "text", 120)
    debit, credit = request.POST.get("debit", ""), request.POST.get("credit", "")
    if debit == credit or "debtor" in (debit, credit) or not {debit, credit} <= here.club.book.accounts.keys():
        raise Refusal("typed-accounts")
    key = f"journal:{on.isoformat()}:{once(request)}"
    return Journal(key=key, on=on, text=text, lines=((debit, str(amount)), (credit, str(-amount))))


@needs("money.see")
def year(request: HttpRequest, here: Here, year: int) -> HttpResponse:
    """The year in figures, for the Generalversammlung."""
    club, lang, today = here.club, lang_of(request), store.today()
    if year not in years_of(club, today):
        raise Http404
    figures, last = year_report(club, year), date(year, 12, 31)
    open_items = sorted(figures.open_items, key=lambda charge: (charge.debtor, charge.on))
    assessed = assessments(club)
    context = {
        "report": figures,
        "year": year,
        "years": years_of(club, today),
        "income": [(name, -amount) for name, amount in figures.movement.items() if is_income(name) and amount],
        "expense": [(name, amount) for name, amount in figures.movement.items() if is_expense(name) and amount],
        "accounts": [
            {"name": name, "opening": figures.opening.get(name, ZERO), "movement": figures.movement[name], "closing": closing}
            for name, closing in figures.closing.items()
        ],
        "fines": fines_by_rule(club, year, club_words(lang)),
        "open": [
            {"charge": charge, "open": charge.open_on(last), "what": what_of(club, charge, assessed, club_words(lang))}
            for charge in open_items
        ],
        "open_sum": sum((charge.open_on(last) for charge in open_items), ZERO),
        "standings": standings(club, year),
        "path": series_path(club, year),
        "days": [day.number for day in club.year(year)],
        "budget": budget_rows(here, figures, year),
        "balance": (sheet := balance_sheet(club, min(last, today))),
        "financed": financed_by(sheet, club_words(lang)),
    }
    return page(request, here, "clubs/treasury/year.html", context)


@needs("money.see")
def year_pdf(request: HttpRequest, here: Here, year: int) -> HttpResponse:
    """The same on paper."""
    club, lang = here.club, lang_of(request)
    if year not in years_of(club, store.today()):
        raise Http404
    data = printed(render_pdf, report(club, year, here.row.name, store.today(), lang), Head(here.row.name), Paper.A4, lang)
    return pdf(data, here.row.slug, club_words(lang)("file_report"), str(year))


@needs("money.see")
def audit_pdf(request: HttpRequest, here: Here, year: int) -> HttpResponse:
    """The report of the auditors, to tick and to sign."""
    club, lang = here.club, lang_of(request)
    if year not in years_of(club, store.today()):
        raise Http404
    data = printed(render_pdf, audit(club, year, here.row.name, store.today(), lang), Head(here.row.name), Paper.A4, lang)
    return pdf(data, here.row.slug, club_words(lang)("file_audit"), str(year))


@needs("money.book")
def charge_all(request: HttpRequest, here: Here) -> HttpResponse:
    """The same amount for every member: the yearly fee, a trip, a collection; each gets a debt, and then a bill."""
    if request.method == "POST":

        def charged(club: Club) -> list[Event]:
            amount, rule, today, mark = amount_of(request), line_of(request, "text", 120), store.today(), once(request)
            members = club.roster.members(today)
            made = {person: f"other:{mark}:{person}" for person in members}
            return [
                Charged(key=key, sort=Sort.OTHER.value, debtor=person, amount=amount, on=today, rule=rule)
                for person, key in made.items() if not club.ledger.has(key)
            ]  # fmt: skip

        tell(request, take(request, here, charged, done="club_office.all.done"))
    return redirect("club-money", here.row.slug)


def _opening_key(club: Club) -> str:
    """The first free key: an opening that was wrong is reversed and entered again."""
    keys = (_OPENING, *(f"{_OPENING}#{number}" for number in range(2, 1000)))
    return next(key for key in keys if not club.ledger.has(key))


def opened(club: Club) -> bool:
    """Whether the opening balance is entered and stands."""
    taken_back = club.ledger.reversed_keys()
    return any(booking.key.partition("#")[0] == _OPENING and booking.key not in taken_back for booking in club.ledger.bookings)


@needs("money.book")
def opening(request: HttpRequest, here: Here) -> HttpResponse:
    """What was in the till and on the account before the program, against the club's own means; once."""
    if request.method == "POST":

        def entered(club: Club) -> list[Event]:
            if opened(club):
                raise Refusal("booked-already", key=_OPENING)
            on = date_of(request)
            equity = "equity" if "equity" in club.book.accounts else "other-income"
            lines = []
            for account in ("cash", "bank"):
                amount = _francs(request.POST.get(account, ""))
                lines += [(account, str(amount)), (equity, str(-amount))] if amount else []
            if not lines:
                raise Refusal("typed-amount", found="")
            return [Journal(key=_opening_key(club), on=on, text=line_of(request, "text", 120), lines=tuple(lines))]

        tell(request, take(request, here, entered, done="club_office.ledger.done"))
    return redirect("club-money-ledger", here.row.slug)


def _francs(raw: str) -> Decimal:
    plain = raw.strip().replace("’", "").replace("'", "").replace(",", ".")
    if not plain:
        return ZERO
    if not re.fullmatch(r"-?[0-9]{1,7}([.][0-9]{1,2})?", plain):
        raise Refusal("typed-amount", found=raw[:40])
    return Decimal(plain)


@needs("money.book")
def budget(request: HttpRequest, here: Here, year: int) -> HttpResponse:
    """What the club means to take in and to spend in a year."""
    if request.method == "POST" and 2000 <= year <= 2100:
        try:
            given = {name: _francs(request.POST.get(name, "")) for name in here.club.book.accounts}
        except Refusal as problem:
            tell(request, (in_words(problem, here.club, lang_of(request)), ""))
        else:
            _keep_budget(request, here, year, {name: amount for name, amount in given.items() if amount})
    return redirect("club-money-year", here.row.slug, year)


def _keep_budget(request: HttpRequest, here: Here, year: int, amounts: dict[str, Decimal]) -> None:
    """Keep a plan, and in the trail what it was and what it is."""
    row = ClubBudget.objects.filter(club=here.row, year=year).first()
    kept = {name: Decimal(text) for name, text in row.amounts.items()} if row is not None else {}
    if kept == amounts:
        return

    def said(plan: dict[str, Decimal]) -> str:
        accounts = here.club.book.accounts
        return ", ".join(f"{accounts[name]} {plan[name]:.2f}" for name in accounts if name in plan) or "–"

    with transaction.atomic():
        changed = SettingChanged(setting="budget", was=said(kept), now=said(amounts), year=year)
        answer = take(request, here, [changed])
        tell(request, answer)
        if answer == TAKEN:
            plain = {name: str(amount) for name, amount in amounts.items()}
            ClubBudget.objects.update_or_create(club=here.row, year=year, defaults={"amounts": plain})


def budget_rows(here: Here, figures: YearReport, year: int) -> list[dict[str, Any]]:
    """Income and expense with what was planned and what it came to."""
    kept = ClubBudget.objects.filter(club=here.row, year=year).first()
    planned = kept.amounts if kept is not None else {}
    rows = []
    for key, name in here.club.book.accounts.items():
        if is_income(name) or is_expense(name):
            sign = -1 if is_income(name) else 1
            real = ZERO + sign * figures.movement.get(name, ZERO)  # never a zero with a sign
            rows.append({"key": key, "name": name, "planned": Decimal(planned[key]) if key in planned else None, "real": real})
    return rows


@needs("money.see")
def accounting_file(request: HttpRequest, here: Here) -> HttpResponse:
    """The journal for an accountant's program: a line per debit and credit, columns as Banana and Excel read them."""
    club, words = here.club, club_words(lang_of(request))
    assessed = assessments(club)
    return _plain(here, "buchungen", journal(club, lambda booking: booking_text(club, booking, assessed, words)))


@needs("money.see")
def chart_file(_request: HttpRequest, here: Here) -> HttpResponse:
    """The chart of accounts that belongs to it."""
    return _plain(here, "konten", chart(here.club))


def _plain(here: Here, name: str, text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{here.row.slug}-{name}.txt"'
    return answer
