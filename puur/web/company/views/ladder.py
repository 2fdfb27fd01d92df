"""Ladders for those who want to appear, and people against each bot."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from puur.rating import Z
from puur.web import people
from puur.web.clubs.models import Club, ClubPerson
from puur.web.company import ratings, strength
from puur.web.company.models import Profile, Rating, Try
from puur.web.company.views.people import CANTONS


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """The ladder of a pool: everybody, a canton, or one of one's own clubs."""
    who = people.who_is(request)
    pools = ratings.pools() or [ratings.SET_POOL]
    pool = request.GET.get("pool", "")
    pool = pool if pool in pools else ratings.SET_POOL if ratings.SET_POOL in pools else pools[0]
    canton = request.GET.get("canton", "")
    clubs = Club.objects.filter(people__user_id=who.user).distinct() if who.user is not None else Club.objects.none()
    club = clubs.filter(slug=request.GET.get("club", "")[:60]).first() if who.user is not None else None
    users: set[int] | None = None
    if club is not None:
        users = set(ClubPerson.objects.filter(club=club, user__isnull=False).values_list("user_id", flat=True))
    elif canton in CANTONS:
        users = set(Profile.objects.filter(canton=canton, listed=True).values_list("user_id", flat=True))
    own = Rating.objects.filter(pool=pool, user_id=who.user).first() if who.user is not None else None
    context = {
        "pools": pools, "pool": pool, "cantons": CANTONS, "canton": canton, "clubs": clubs, "club": club,
        "rungs": ratings.ladder(pool, who.user, users), "own": own, "counts": ratings.counting(own) if own else None,
        "margin": round(Z * own.spread, 1) if own else None,
        "least": ratings.LEAST_DEALS, "profile": Profile.objects.filter(user_id=who.user).first() if who.user else None,
    }  # fmt: skip
    return render(request, "company/ladder.html", context)


@require_safe
def strong(request: HttpRequest) -> HttpResponse:
    """People against each bot, in the same seats with the same cards."""
    counted = Try.objects.filter(counts=True, ended__isnull=False, dealset__closes__lte=timezone.now(), dealset__club=None)
    paired = [
        strength.Paired(
            f"u{row.user_id}" if row.user_id else f"t{row.pk}",
            {level: (row.total - sum(made["points"])) / row.dealset.deals for level, made in row.dealset.bots.items()},
        )
        for row in counted.select_related("dealset").order_by("-ended")[:20_000]
    ]
    return render(request, "company/strength.html", {"verdicts": strength.verdicts(paired), "least": strength.LEAST})
