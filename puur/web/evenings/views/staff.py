"""Helpers of an evening: links that give a role, who has opened them, and taking a role back."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from puur.core.errors import Refusal
from puur.papers.evening import qr
from puur.web import people
from puur.web.evenings.desk import desk, done, number, show, text
from puur.web.evenings.models import EveningInvite, EveningRole, Role
from puur.web.evenings.rights import Access, owns
from puur.web.evenings.store import sentence
from puur.web.evenings.views.papers import base_of, bases

MOST_INVITES = 50


@desk()
def staff(request: HttpRequest, access: Access) -> HttpResponse:
    """Links for helpers, and who helps."""
    row = access.row
    if request.method == "POST":
        task = request.POST.get("do", "")
        if task == "invite":
            role = request.POST.get("role", "")
            if role not in Role.values:
                raise Refusal("unknown-act")
            if EveningInvite.objects.filter(evening=row, revoked__isnull=True).count() >= MOST_INVITES:
                raise Refusal("full", most=MOST_INVITES)
            EveningInvite.objects.create(evening=row, role=role, label=text(request, "label", 60))
            return done(request, "evening-staff", "invited", row.code)
        if task == "revoke":
            invite = EveningInvite.objects.filter(evening=row, pk=number(request, "invite", 1, 10**12)).first()
            if invite is not None:
                with transaction.atomic():
                    invite.roles.all().delete()
                    invite.revoked = timezone.now()
                    invite.save(update_fields=["revoked"])
        elif task == "dismiss":
            EveningRole.objects.filter(evening=row, pk=number(request, "role", 1, 10**12)).delete()
        return done(request, "evening-staff", "revoked", row.code)
    base = base_of(request)
    invites = [
        {"invite": invite, "url": base + reverse("evening-help", args=[invite.secret]), "roles": list(invite.roles.all())}
        for invite in EveningInvite.objects.filter(evening=row, revoked__isnull=True).order_by("created").prefetch_related("roles")
    ]
    return show(request, access, "staff", "more", invites=invites, roles=Role.values, bases=bases(request), base=base)


@require_safe
@desk()
def invite_qr(request: HttpRequest, access: Access, invite: int) -> HttpResponse:
    """The QR code of a helper's link."""
    chosen = EveningInvite.objects.filter(evening=access.row, pk=invite, revoked__isnull=True).first()
    if chosen is None:
        raise Http404
    svg = qr(base_of(request) + reverse("evening-help", args=[chosen.secret]))
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def help_out(request: HttpRequest, secret: str) -> HttpResponse:
    """What somebody sees who opens a helper's link: for which evening, as what, under which name."""
    invite = EveningInvite.objects.filter(secret=secret, revoked__isnull=True).select_related("evening").first()
    lang = people.lang_of(request)
    if invite is None:
        return render(request, "evenings/organiser/help.html", {"gone": True}, status=404)
    who, problem = people.who_is(request, make=request.method == "POST"), ""
    if who.key and owns(invite.evening, who):
        return redirect("evening", invite.evening.code)
    if request.method == "POST":
        try:
            name = text(request, "name", 60, needed=True)
            with transaction.atomic():
                EveningRole.objects.update_or_create(
                    evening=invite.evening, **people.owned_by(who), defaults={"role": invite.role, "name": name, "invite": invite}
                )
            if who.guest is not None and not who.name:
                people.name_guest(request, name)
            return redirect("evening", invite.evening.code)
        except IntegrityError:
            return redirect("evening", invite.evening.code)
        except Refusal as refused:
            problem = sentence(refused, lang)
    context = {"invite": invite, "evening": invite.evening, "name": who.name, "problem": problem}
    return render(request, "evenings/organiser/help.html", context, status=400 if problem else 200)
