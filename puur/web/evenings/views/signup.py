"""Signing up by a link: the public form and one's own page behind it; the organiser's page with limit, payment and who waits."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from puur.core.errors import Refusal
from puur.evening.columns import known_as
from puur.papers.bills import BillLine, Letter, bills_pdf
from puur.papers.evening import qr
from puur.season.qrbill import Bill, Party, check_iban, reference
from puur.web import mailing, people
from puur.web.evenings import signing_up, store
from puur.web.evenings.desk import desk, done, franks, number, show, text
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, Registration, Role, SignUp
from puur.web.evenings.rights import Access
from puur.web.evenings.views.organiser import making
from puur.web.evenings.views.papers import base_of
from puur.web.evenings.views.players import evening_of
from puur.web.server.printing import printed
from puur.web.server.reading import TooMuch
from puur.web.server.throttle import address_of, may_keep, take
from puur.web.views.tables import caller, too_often
from puur.words import say

_ADDRESS = ("name", "street", "house", "postcode", "town")


@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, code: str) -> HttpResponse:
    """The form for everybody who has the link."""
    row, lang, problem = evening_of(code), people.lang_of(request), ""
    engine, opened = folded(row).engine, signing_up.open_desk(row)
    if not SignUp.objects.filter(evening=row).exists():
        raise Http404
    if request.method == "POST":
        if not making.take(caller(request)) or not may_keep(request, people.who_is(request).key):
            return too_often(request)
        if not take("place", f"{row.code}\0{address_of(request)}"):
            return too_often(request)
        try:
            made = _registered(request, row, lang)
        except Refusal as refused:
            problem = store.sentence(refused, lang, engine)
        else:
            signing_up.tell([made], base_of(request), address_of(request))
            return redirect("evening-registered", made.secret)
    context = {
        "evening": row, "engine": engine, "desk": opened, "problem": problem, "given": request.POST, "mail": mailing.configured(),
        "left": signing_up.places_left(engine, opened) if opened else 0, "fee": franks(row.fee) if row.fee else "",
        "waiting": Registration.objects.filter(evening=row, state=Registration.State.WAITING).count(),
    }  # fmt: skip
    return render(request, "evenings/entry/register.html", context, status=400 if problem else 200)


def _registered(request: HttpRequest, row: Evening, lang: str) -> Registration:
    names = [text(request, "name", needed=True)]
    if folded(row).engine.in_pairs:
        names.append(text(request, "name2", needed=True))
    email = text(request, "email", 120)
    if email and not mailing.usable(email):
        raise Refusal("email", found=email[:40])
    return signing_up.register(
        row, names, club=text(request, "club"), email=email, lang=lang, public=bool(request.POST.get("public"))
    )


def _own(secret: str) -> Registration:
    made = Registration.objects.filter(secret=secret).select_related("evening").first()
    if made is None:
        raise Http404
    return made


@require_http_methods(["GET", "HEAD", "POST"])
def registered(request: HttpRequest, secret: str) -> HttpResponse:
    """Where somebody stands who has signed up, how the fee is paid, and the way to cancel."""
    made, lang = _own(secret), people.lang_of(request)
    row = made.evening
    engine = folded(row).engine
    if request.method == "POST" and request.POST.get("do") == "cancel":
        try:
            signing_up.tell(signing_up.cancel(made), base_of(request), address_of(request))
        except Refusal as refused:
            messages.error(request, store.sentence(refused, lang, engine))
        return redirect("evening-registered", secret)
    desk_row = SignUp.objects.filter(evening=row).first()
    before = Registration.objects.filter(evening=row, state=Registration.State.WAITING, pk__lt=made.pk).count()
    own = signing_up.player_secret(made)
    own_url = base_of(request) + reverse("evening-player", args=[own]) if own else ""
    context: dict[str, Any] = {
        "evening": row, "engine": engine, "made": made, "place": before + 1,
        "fee": franks(row.fee * len(made.names)) if row.fee else "",
        "paid": bool(made.players) and all(engine.players[key].paid >= row.fee for key in made.players if key in engine.players),
        "twint": desk_row.twint if desk_row else "", "bill": bool(desk_row and desk_row.creditor and row.fee),
        "twint_code": qr(desk_row.twint) if desk_row and desk_row.twint.startswith("https://") else "",
        "own": own_url, "code": qr(own_url) if own_url else "",
    }  # fmt: skip
    return render(request, "evenings/entry/registered.html", context)


@require_safe
def registered_bill(request: HttpRequest, secret: str) -> HttpResponse:
    """The fee as a QR-bill; the address of whoever pays is left to them."""
    made, lang = _own(secret), people.lang_of(request)
    row, desk_row = made.evening, SignUp.objects.filter(evening=made.evening).first()
    if desk_row is None or not desk_row.creditor or not row.fee:
        raise Http404
    amount = Decimal(row.fee * len(made.names)) / 100
    party = Party(**{name: desk_row.creditor.get(name, "") for name in _ADDRESS})
    said = say("signup.bill", lang, title=row.title, name=" / ".join(made.names))
    bill = Bill(party, desk_row.creditor["iban"], None, amount, reference(row.code, made.pk), _permitted(said))
    lines = [BillLine(f"{timezone.localdate():%d.%m.%Y}", said, "", f"{amount:.2f}")]
    try:
        data = printed(bills_pdf, [Letter(bill, row.title, f"{timezone.localdate():%d.%m.%Y}", lines)], lang)
    except TooMuch:
        raise
    except Refusal as refused:
        messages.error(request, say(f"club.missing.{refused.reason}", lang, **refused.facts))
        return redirect("evening-registered", secret)
    headers = {"Content-Disposition": 'attachment; filename="rechnung.pdf"', "Cache-Control": "private, no-store"}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


def _permitted(message: str) -> str:
    """What a QR-bill may carry as a message."""
    return "".join(sign for sign in message if " " <= sign <= "~" or "\u00a0" <= sign <= "\u017f")[:140]


@desk(Role.OFFICE)
def sign_up(request: HttpRequest, access: Access) -> HttpResponse:
    """The organiser's page: link and code, limit, last day, payment; who has signed up and who waits."""
    row = access.row
    if request.method == "POST":
        if request.POST.get("do") == "remove":
            return _removed(request, access)
        if not access.organiser:
            raise Refusal("organiser-only")
        _settled(request, row)
        return done(request, "evening-signup", "settings", row.code)
    url = base_of(request) + reverse("evening-register", args=[row.code])
    listed = list(Registration.objects.filter(evening=row).exclude(state=Registration.State.GONE))
    chosen = SignUp.objects.filter(evening=row).first() or SignUp(evening=row)
    engine = folded(row).engine
    there: dict[str, list[str]] = {}
    for player in engine.players.values():
        there.setdefault(known_as(player.name), []).append(player.id)

    def same(made: Registration) -> list[str]:
        """Who is on the list under the same name: perhaps somebody who was there already and signs up again."""
        return [key for name in made.names for key in there.get(known_as(name), []) if key not in made.players]

    return show(
        request, access, "signup", "players", chosen=chosen, url=url, code_svg=qr(url), fee_text=franks(row.fee) if row.fee else "",
        listed=[(made, same(made)) for made in listed if made.state == Registration.State.LISTED],
        waiting=[(made, same(made)) for made in listed if made.state == Registration.State.WAITING],
        left=signing_up.places_left(engine, chosen), mail=mailing.configured(), address=_ADDRESS,
        standing=mailing.standing(signing_up.sender(row)),
        fields=[{"name": name, "value": chosen.creditor.get(name, "")} for name in (*_ADDRESS, "iban")],
    )  # fmt: skip


def _settled(request: HttpRequest, row: Evening) -> None:
    """Keep what the organiser says; a limit that was raised lets those who wait move up."""
    last = text(request, "until", 10)
    try:
        until = date.fromisoformat(last) if last else None
    except ValueError:
        raise Refusal("date", found=last) from None
    creditor: dict[str, str] = {}
    if iban := text(request, "iban", 40):
        creditor = {name: text(request, name, 70) for name in _ADDRESS} | {"iban": check_iban(iban)}
        Party(**{name: creditor[name] for name in _ADDRESS}).check()
    fields = {
        "open": bool(request.POST.get("open")), "limit": number(request, "limit", 0, 1000, default=0), "until": until,
        "text": text(request, "text", 600), "twint": text(request, "twint", 200), "creditor": creditor,
    }  # fmt: skip
    SignUp.objects.update_or_create(evening=row, defaults=fields)
    signing_up.tell(signing_up.move_up(row), base_of(request), address_of(request))


def _removed(request: HttpRequest, access: Access) -> HttpResponse:
    """The organiser takes somebody off, as if they had cancelled themselves."""
    made = Registration.objects.filter(evening=access.row, pk=number(request, "registration", 1, 10**12)).first()
    if made is not None:
        signing_up.tell(signing_up.cancel(made), base_of(request), address_of(request))
    return done(request, "evening-signup", "removed", access.row.code)
