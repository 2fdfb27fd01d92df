"""One's own page of company: what others may see, friends by mutual consent, who is muted or blocked, invitations, reports."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, user_passes_test
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from puur.web import people
from puur.web.company import manners, social
from puur.web.company.models import Friendship, Invitation, Profile, Report, Shunned
from puur.web.models import Seat, Table
from puur.web.server import throttle
from puur.web.views.tables import too_often
from puur.words import say

CANTONS = tuple("AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH".replace(" ", ",").split(","))
MOST_FRIENDS = 500
MOST_TABLES = 3  # of one's own to which friends are asked
INVITED_FOR = timedelta(hours=3)


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """What others may see."""

    class Meta:
        """The fields that people set themselves."""

        model = Profile
        fields = ("listed", "canton", "online")

    def clean_canton(self) -> str:
        """One of the cantons, or none."""
        canton = str(self.cleaned_data["canton"] or "").upper()
        if canton and canton not in CANTONS:
            raise forms.ValidationError(canton)
        return canton


class ReportForm(forms.ModelForm):  # type: ignore[type-arg]
    """What somebody reports."""

    class Meta:
        """What the person writes; the rest the page knows."""

        model = Report
        fields = ("reason", "text")


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The page itself."""
    user = people.account(request)
    profile, _ = Profile.objects.get_or_create(user=user)
    social.touch(user.pk)
    friends = social.friends_of(user.pk)
    context: dict[str, Any] = {
        "profile": profile, "cantons": CANTONS, "friends": social.whereabouts(friends), "partner": profile.partner_id,
        "asked": social.requests_to(user.pk),
        "waiting": Friendship.objects.filter(asker=user, agreed=False).select_related("asked"),
        "shunned": Shunned.objects.filter(by=user).select_related("whom"),
        "tables": Table.objects.filter(seats__user=user).exclude(state=Table.State.OVER).order_by("-created")[:MOST_TABLES],
        "invitations": invitations(user), "manners": manners.record_of(people.who_is(request)),
    }  # fmt: skip
    return render(request, "company/people.html", context)


def invitations(user: User) -> list[Invitation]:
    """Invitations that still make sense."""
    since = timezone.now() - INVITED_FOR
    return list(
        Invitation.objects.filter(to=user, at__gte=since)
        .exclude(table__state=Table.State.OVER)
        .exclude(table__seats__user=user)
        .exclude(by__in=social.hidden_from(user.pk))
        .select_related("by", "table")
        .order_by("-at")[:10]
    )


@require_safe
@login_required
def waiting(request: HttpRequest) -> HttpResponse:
    """What is new for somebody, as facts and in words, which every page shows: invitations and requests."""
    user, lang = people.account(request), people.lang_of(request)
    social.touch(user.pk)
    invited = [
        {"by": social.names([row.by_id])[row.by_id], "code": row.table.code, "title": row.table.title} for row in invitations(user)
    ]
    asking = list(social.requests_to(user.pk).values_list("asker__username", flat=True))
    come, answer = say("company.people.come", lang), say("company.waiting.answer", lang)
    said = [
        {
            "text": say("company.waiting.invited", lang, name=row["by"], title=row["title"]),
            "url": reverse("table", args=[row["code"]]),
            "go": come,
        }
        for row in invited
    ]
    said += [{"text": say("company.friends.asks", lang, name=name), "url": reverse("company"), "go": answer} for name in asking[:3]]
    return JsonResponse({"invitations": invited, "asked": len(asking), "said": said})


@require_POST
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Store what others may see."""
    user, lang = people.account(request), people.lang_of(request)
    profile, _ = Profile.objects.get_or_create(user=user)
    form = ProfileForm(request.POST, instance=profile)
    if form.is_valid():
        form.save()
        messages.success(request, say("company.saved", lang))
    else:
        messages.error(request, say("company.canton.wrong", lang))
    return redirect("company")


@require_POST
@login_required
def friend(request: HttpRequest) -> HttpResponse:
    """Ask, agree, part, choose as usual partner."""
    user, lang = people.account(request), people.lang_of(request)
    other = User.objects.filter(username__iexact=request.POST.get("name", "").strip(), is_active=True).exclude(pk=user.pk).first()
    deed = request.POST.get("do", "")
    both = Q(asker=user, asked=other) | Q(asker=other, asked=user)
    if deed == "ask":
        if not throttle.take("friend", str(user.pk)):
            return too_often(request)
        # The answer is the same whether the name exists, and who has blocked the person is shown like one who has not answered.
        if other is not None:
            social.ask(user, other, MOST_FRIENDS)
        messages.success(request, say("company.friends.asked", lang))
    elif other is not None and deed == "agree" and not social.apart(user.pk, other.pk):
        Friendship.objects.filter(asker=other, asked=user).update(agreed=True)
    elif other is not None and deed == "part":
        Friendship.objects.filter(both).delete()
        Profile.objects.filter(user=user, partner=other).update(partner=None)
        Profile.objects.filter(user=other, partner=user).update(partner=None)
    elif other is not None and deed == "partner" and other.pk in social.friends_of(user.pk):
        Profile.objects.update_or_create(user=user, defaults={"partner": other})
    elif other is not None and deed in Shunned.Kind.values:
        if not throttle.take("friend", str(user.pk)):
            return too_often(request)
        social.shun(user, other, deed)
    elif other is not None and deed == "unshun":
        Shunned.objects.filter(by=user, whom=other).delete()
    return redirect("company")


@require_POST
@login_required
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Ask a friend to a table at which one sits."""
    user = people.account(request)
    seat = Seat.objects.filter(table__code=code, user=user).select_related("table").first()
    other = User.objects.filter(username__iexact=request.POST.get("name", "").strip()).first()
    if seat is None or other is None or other.pk not in social.friends_of(user.pk):
        raise Http404
    if not throttle.take("friend", str(user.pk)):
        return too_often(request)
    try:
        with transaction.atomic():
            Invitation.objects.create(by=user, to=other, table=seat.table)
    except IntegrityError:
        Invitation.objects.filter(by=user, to=other, table=seat.table).update(at=timezone.now())
    messages.success(request, say("company.invited", people.lang_of(request), name=other.username))
    return redirect(people.own_address(request, request.POST.get("next", "")) or "company")


# ---- reports -------------------------------------------------------------------------------------------------------------------


def report(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Tell the operator about somebody with whom one sits, or sat, at a table."""
    who = people.who_is(request)
    own = people.seat_at(who, code)
    table_seat = get_object_or_404(Seat.objects.select_related("table"), table__code=code, number=seat)
    if own is None or own.number == seat or not (table_seat.user_id or table_seat.guest_id):
        raise Http404
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not throttle.take("report", who.key):
            return too_often(request)
        row = form.save(commit=False)
        row.by_id, row.about_id, row.name, row.code = who.user, table_seat.user_id, table_seat.name, code
        row.save()
        if request.POST.get("block") and who.user and table_seat.user_id:
            social.shun(people.account(request), get_object_or_404(User, pk=int(table_seat.user_id)), Shunned.Kind.BLOCKED)
        messages.success(request, say("company.report.thanks", people.lang_of(request)))
        return redirect("table", code)
    context = {"form": form, "name": table_seat.name, "code": code, "seat": seat, "reasons": Report.Reason.values}
    return render(request, "company/report.html", context, status=400 if request.method == "POST" else 200)


@user_passes_test(lambda user: user.is_active and user.is_staff)
def reports(request: HttpRequest) -> HttpResponse:
    """The operator's view: what was reported, the worst first, and what was done about it."""
    if request.method == "POST":
        given = request.POST.get("report", "")
        row = get_object_or_404(Report, pk=given if re.fullmatch(r"[0-9]{1,18}", given) else 0)
        row.done, row.note = timezone.now(), request.POST.get("note", "")[:1000]
        row.save(update_fields=["done", "note"])
        if request.POST.get("do") == "lock" and row.about is not None and not row.about.is_staff:
            row.about.is_active = False
            row.about.save(update_fields=["is_active"])
        return redirect("reports")
    open_ones = Report.objects.filter(done=None).select_related("by", "about").order_by("-at")[:200]
    often = Report.objects.filter(done=None, about__isnull=False).values("about__username").annotate(n=Count("by", distinct=True))
    context = {
        "reports": open_ones,
        "often": often.order_by("-n")[:10],
        "done": Report.objects.exclude(done=None).order_by("-done")[:50],
    }
    return render(request, "company/reports.html", context)
