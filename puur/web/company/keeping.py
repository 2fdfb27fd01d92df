"""What company keeps about a person: for the export, the deletion, and a guest who becomes an account."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q

from puur.web.company.models import (
    Comment,
    DuplicateEvening,
    Friendship,
    Invitation,
    JudgedDeal,
    Leaving,
    Profile,
    PuzzleTry,
    Rating,
    Report,
    Shunned,
    Solver,
    Try,
)  # fmt: skip
from puur.web.live.state import Who
from puur.web.people import owned_by


def exported(who: Who) -> dict[str, Any]:
    """Everything, as JSON knows it."""
    own = owned_by(who)
    kept: dict[str, Any] = {
        "tries": [
            {
                "set": row.dealset.key, "first": row.first, "counts": row.counts, "began": row.began, "ended": row.ended,
                "points": row.points, "bids": row.bids,
            }
            for row in Try.objects.filter(**own).select_related("dealset")
        ],
        "progress": list(
            JudgedDeal.objects.filter(**own).values("table__code", "game", "deal", "seat", "played", "decisions", "answers")
        ),
        "left": list(Leaving.objects.filter(**own).values("table__code", "game", "at")),
    }  # fmt: skip
    if who.user is None:
        return kept
    user = User.objects.get(pk=who.user)
    friends = Friendship.objects.filter(Q(asker=user) | Q(asked=user))
    return kept | {
        "profile": Profile.objects.filter(user=user).values("listed", "canton", "online", "partner__username", "seen").first(),
        "friends": list(friends.values("asker__username", "asked__username", "since", "agreed")),
        "shunned": list(Shunned.objects.filter(by=user).values("whom__username", "kind")),
        "reports": list(Report.objects.filter(by=user).values("name", "reason", "text", "at")),
        "reports_about": list(Report.objects.filter(about=user).values("reason", "at", "done")),
        "reports_about_note": "Who has reported you, and in which words, is kept from you for their protection.",
        "invitations": list(Invitation.objects.filter(Q(by=user) | Q(to=user)).values("by__username", "to__username", "at")),
        "comments": list(Comment.objects.filter(user=user).values("dealset__key", "deal", "text", "at")),
        "duplicate_evenings": list(DuplicateEvening.objects.filter(owner=user).values("title", "made", "names", "made_points")),
        "ratings": list(
            Rating.objects.filter(user=user).values(
                "pool", "mean", "spread", "deals", "sure_mean", "sure_spread", "sure_deals", "day"
            )
        ),
        "puzzles": list(PuzzleTry.objects.filter(user=user).values("key", "answer", "right", "at")),
        "puzzle_rating": Solver.objects.filter(user=user).values("rating", "spread").first(),
    }


def forget(who: Who) -> None:
    """What is about nobody else goes; a result that counts stays as a number without a name, so that others keep their place."""
    own = owned_by(who)
    Try.objects.filter(counts=False, **own).delete()
    Leaving.objects.filter(**own).delete()
    JudgedDeal.objects.filter(**own).delete()
    if who.user is not None:
        Report.objects.filter(about_id=who.user).update(name="–")
        Report.objects.filter(by_id=who.user).update(text="")


def move(guest: int, user: User) -> None:
    """A guest's tries, leavings and judged deals come along; of two first tries of one set the account's stays the first."""
    own = set(Try.objects.filter(user=user, first=True).values_list("dealset_id", flat=True))
    Try.objects.filter(guest_id=guest, dealset_id__in=own).update(first=False, counts=False)
    Try.objects.filter(guest_id=guest).update(guest=None, user=user)
    Leaving.objects.filter(guest_id=guest).update(guest=None, user=user)
    JudgedDeal.objects.filter(guest_id=guest).update(guest=None, user=user)
