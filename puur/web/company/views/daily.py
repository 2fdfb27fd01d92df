"""The pages of given deals: today, this week, a club's; before, while and after one has played."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from puur.web import people
from puur.web.clubs.models import Club, ClubPerson
from puur.web.company import daily, deals, picking, social
from puur.web.company.models import Comment, DealSet, Profile, Try, new_key
from puur.web.live.speech import sentence
from puur.web.live.state import Who
from puur.web.server import throttle
from puur.web.views.tables import may_open, not_admitted, too_often
from puur.words import say

PLAYED = "puur_played"  # a signed cookie: which sets this browser has played, and as whom
MOST_PLAYED = 40
MOST_SHOWN = 100
MOST_OPEN = 10  # sets of one club at the same time: picking their deals takes bots a while


class ClubSetForm(forms.Form):
    """A set for a club."""

    title = forms.CharField(max_length=80)
    deals = forms.TypedChoiceField(choices=[(count, count) for count in (4, 8, 12, 16)], coerce=int)
    days = forms.IntegerField(min_value=1, max_value=60)


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """The Jass of today."""
    return show(request, daily.current(DealSet.Kind.DAY))


@require_safe
def week(request: HttpRequest) -> HttpResponse:
    """The tournament of this week."""
    return show(request, daily.current(DealSet.Kind.WEEK))


def found_set(request: HttpRequest, key: str) -> DealSet:
    """The set of an address, if whoever asks may know it."""
    dealset = get_object_or_404(DealSet.objects.select_related("club"), key=key)
    if not daily.may_enter(dealset, people.who_is(request)):
        raise Http404
    return dealset


@require_safe
def one_set(request: HttpRequest, set_key: str) -> HttpResponse:
    """Any set."""
    return show(request, found_set(request, set_key))


def show(request: HttpRequest, dealset: DealSet) -> HttpResponse:
    """The page of a set: how it is played, or how one has done."""
    who = people.who_is(request)
    daily.settle(dealset)
    own = daily.first_of(dealset, who)
    done, over, ready = own is not None and own.ended is not None, daily.over(dealset), picking.ready(dealset)
    if done and not ready:
        picking.ask(dealset)
    context: dict[str, Any] = {
        "set": dealset, "open": daily.is_open(dealset), "over": over, "own": own, "done": done,
        "commitment": deals.commitment(dealset.root),
        "level": dealset.level, "people": Try.objects.filter(dealset=dealset, counts=True, ended__isnull=False).count(),
        "ahead": [(later, deals.commitment(later.root)) for later in _ahead(dealset)], "past": _past(dealset),
        "profile": Profile.objects.filter(user_id=who.user).first() if who.user else None,
    }  # fmt: skip
    if not ready and (own is None or done) and dealset.opens <= timezone.now() and picking.expected(dealset):
        picking.picker.wake()
        context["picking"] = {
            "picked": len(dealset.picks or dealset.sought), "looked": dealset.looked, "played": len(dealset.bots),
            "of": dealset.deals + len(deals.QUICK), "bots": len(deals.QUICK), "held": picking.held(),
        }  # fmt: skip
        context["picking"]["done"] = context["picking"]["picked"] + len(dealset.bots)
    if done and own is not None and ready:
        results = daily.counted(dealset)
        context["compared"] = daily.compare(dealset, own, results)
        context["bots"] = sorted(
            ((level, sum(made["points"]), own.total - sum(made["points"])) for level, made in dealset.bots.items()),
            key=lambda row: -row[1],
        )
        context["ranking"] = ranking(results, who)
        context["comments"] = _comments(dealset, who)
        context["others"] = Try.objects.filter(dealset=dealset, first=False, ended__isnull=False, **people.owned_by(who))
    return render(request, "company/daily.html", context)


def _ahead(dealset: DealSet) -> list[DealSet]:
    return list(DealSet.objects.filter(kind=dealset.kind, club=None, opens__gt=timezone.now()).order_by("opens")[: daily.AHEAD])


def _past(dealset: DealSet) -> list[DealSet]:
    past = DealSet.objects.filter(kind=dealset.kind, club=dealset.club, closes__lte=timezone.now()).exclude(picks=[])
    return list(past.order_by("-opens")[:10])


def ranking(results: list[Try], who: Who) -> list[dict[str, Any]]:
    """Who wants to be seen, friends and oneself, each with the place among all; nobody else has a name."""
    users = [row.user_id for row in results if row.user_id]
    listed = set(Profile.objects.filter(user__in=users, listed=True).values_list("user_id", flat=True))
    friends = social.friends_of(who.user) if who.user else set()
    hidden = social.hidden_from(who.user) if who.user else set()
    names = social.names(users)
    rows: list[dict[str, Any]] = []
    place = 0
    for number, row in enumerate(results, start=1):
        place = number if not rows or row.total != rows[-1]["total"] else place
        me, friend = row.user_id is not None and row.user_id == who.user, row.user_id in friends
        shown = row.user_id not in hidden and (me or friend or row.user_id in listed)
        rows.append(
            {
                "place": place,
                "total": row.total,
                "name": names.get(row.user_id or 0, "") if shown else "",
                "me": me,
                "friend": friend,
            }
        )
    return [row for row in rows if row["name"]][:MOST_SHOWN]


def _comments(dealset: DealSet, who: Who) -> list[Comment]:
    hidden = social.hidden_from(who.user) if who.user else set()
    return list(
        Comment.objects.filter(dealset=dealset).exclude(user__in=hidden).select_related("user").order_by("deal", "at")[:300]
    )


# ---- playing -------------------------------------------------------------------------------------------------------------------


def _cookie(request: HttpRequest) -> dict[str, str]:
    """What this browser has played, and as whom; nothing if somebody has made it up."""
    try:
        known = signing.loads(request.COOKIES.get(PLAYED, ""), salt=PLAYED)
    except signing.BadSignature:
        return {}
    return known if isinstance(known, dict) else {}


@require_POST
def play(request: HttpRequest, set_key: str) -> HttpResponse:
    """Begin, go on, or play it again for fun."""
    dealset = found_set(request, set_key)
    if dealset.opens > timezone.now():
        raise Http404
    if not may_open(request):
        return too_often(request)
    if (refused := not_admitted(request)) is not None:
        return refused
    if not picking.ready(dealset) and daily.running_of(dealset, people.who_is(request)) is None:
        picking.ask(dealset)
        return redirect("daily-set", set_key)
    who = people.name_guest(request, request.POST.get("name", ""))
    if not who.name:
        who = people.name_guest(request, sentence("guest", people.lang_of(request)))
    played = _cookie(request)
    row = daily.begin(dealset, who, seen=played.get(set_key, who.key) != who.key)
    assert row.table is not None
    response = redirect("table", row.table.code)
    kept = dict(list({set_key: who.key, **played}.items())[:MOST_PLAYED])
    response.set_cookie(
        PLAYED, signing.dumps(kept, salt=PLAYED), max_age=40 * 24 * 3600, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


@require_POST
def comment(request: HttpRequest, set_key: str) -> HttpResponse:
    """Say something about a deal, to those who have played it."""
    dealset = found_set(request, set_key)
    who = people.who_is(request)
    user = people.account(request)
    own = daily.first_of(dealset, who)
    number = request.POST.get("deal", "")
    text = " ".join(request.POST.get("text", "").split())[:500]
    if own is None or own.ended is None or not (re.fullmatch(r"[0-9]{1,4}", number) and 1 <= int(number) <= dealset.deals):
        raise Http404
    if not throttle.take("talk", who.key) or not throttle.may_keep(request, who.key):
        return too_often(request)
    if text:
        Comment.objects.create(dealset=dealset, deal=int(number), user=user, text=text)
        messages.success(request, say("company.comment.said", people.lang_of(request)))
    return redirect("daily-set", set_key)


@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The sets of a club; whoever administers it opens new ones: so many deals, all the same, for so many days."""
    who = people.who_is(request)
    club = get_object_or_404(Club, slug=slug)
    lang, host = people.lang_of(request), who.user is not None and club.host_id == who.user
    if who.user is None or not (host or ClubPerson.objects.filter(club=club, user_id=who.user).exists()):
        raise Http404
    if request.method == "POST":
        if not host:
            raise PermissionDenied
        form, opens = ClubSetForm(request.POST), timezone.now()
        if DealSet.objects.filter(club=club, closes__gt=opens).count() >= MOST_OPEN:
            messages.error(request, say("company.club.enough", lang, most=MOST_OPEN))
            return redirect("daily-club", slug)
        if form.is_valid():
            DealSet.objects.create(
                key=new_key(), kind=DealSet.Kind.CLUB, club=club, title=form.cleaned_data["title"], opens=opens,
                closes=opens + timedelta(days=form.cleaned_data["days"]), deals=form.cleaned_data["deals"], level=daily.LEVEL,
            )  # fmt: skip
            picking.picker.wake()
            return redirect("daily-club", slug)
        messages.error(request, say("company.club.wrong", lang))
    sets = DealSet.objects.filter(club=club).order_by("-opens")[:50]
    counts = {row.pk: Try.objects.filter(dealset=row, counts=True, ended__isnull=False).count() for row in sets}
    shown = [{"set": row, "open": daily.is_open(row), "people": counts[row.pk]} for row in sets]
    return render(request, "company/daily_club.html", {"club": club, "host": host, "sets": shown})


@require_safe
def proof(request: HttpRequest, set_key: str) -> HttpResponse:
    """The seed and all that follows from it, once nobody can play the set for the count any more."""
    dealset = found_set(request, set_key)
    if not daily.over(dealset) or not dealset.picks:
        return JsonResponse({"set": set_key, "commitment": deals.commitment(dealset.root), "closes": dealset.closes})
    return JsonResponse(deals.proof_of(set_key, dealset.root, dealset.picks, dealset.deals, dealset.level))
