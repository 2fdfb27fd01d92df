"""Who knows whom: friends by mutual consent, who is muted or blocked, and the names under which people are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from puur.web.company.models import Friendship, Invitation, Profile, Shunned
from puur.web.live.names import clean_name
from puur.web.models import Seat, Table

HERE = timedelta(minutes=5)


def friends_of(user: int) -> set[int]:
    """Those who have agreed, in either direction."""
    pairs = Friendship.objects.filter(Q(asker_id=user) | Q(asked_id=user), agreed=True).values_list("asker_id", "asked_id")
    return {other for pair in pairs for other in pair if other != user}


def hidden_from(user: int) -> set[int]:
    """Those whom somebody has muted or blocked, and those who have blocked this person."""
    own = Shunned.objects.filter(by_id=user).values_list("whom_id", flat=True)
    return set(own) | blocked_by(user)


def blocked_by(user: int) -> set[int]:
    """Those who do not want to meet this person."""
    return set(Shunned.objects.filter(whom_id=user, kind=Shunned.Kind.BLOCKED).values_list("by_id", flat=True))


def apart(first: int, second: int) -> bool:
    """Whether one of the two has blocked the other."""
    pair = Q(by_id=first, whom_id=second) | Q(by_id=second, whom_id=first)
    return Shunned.objects.filter(pair, kind=Shunned.Kind.BLOCKED).exists()


def names(users: Iterable[int]) -> dict[int, str]:
    """How people are called at the tables."""
    rows = User.objects.filter(pk__in=list(users)).only("pk", "username", "first_name")
    return {user.pk: clean_name(user.first_name or user.get_username()) for user in rows}


def requests_to(user: int) -> QuerySet[Friendship]:
    """Who has asked somebody and waits for an answer, without those who are muted or blocked."""
    return Friendship.objects.filter(asked_id=user, agreed=False).exclude(asker__in=hidden_from(user)).select_related("asker")


# ---- changing it ---------------------------------------------------------------------------------------------------------------


def ask(user: User, other: User, most: int) -> None:
    """Ask somebody to be a friend; where the other has asked already, they are friends.

    Where one has blocked the other the request waits unseen, so that nobody learns of it.
    """
    with transaction.atomic():
        if not apart(user.pk, other.pk) and Friendship.objects.filter(asker=other, asked=user).update(agreed=True):
            return
        if Friendship.objects.filter(asker=user).count() < most:
            Friendship.objects.get_or_create(asker=user, asked=other)


def shun(user: User, other: User, kind: str) -> None:
    """Mute or block somebody; a block ends a friendship and takes back invitations."""
    with transaction.atomic():
        Shunned.objects.update_or_create(by=user, whom=other, defaults={"kind": kind})
        if kind == Shunned.Kind.BLOCKED:
            Friendship.objects.filter(Q(asker=user, asked=other) | Q(asker=other, asked=user)).delete()
            Invitation.objects.filter(Q(by=user, to=other) | Q(by=other, to=user)).delete()
            Profile.objects.filter(user=other, partner=user).update(partner=None)
            Profile.objects.filter(user=user, partner=other).update(partner=None)


# ---- who is here ---------------------------------------------------------------------------------------------------------------


def touch(user: int) -> None:
    """Somebody is here; written once a minute at most."""
    now = timezone.now()
    Profile.objects.filter(user_id=user).filter(Q(seen=None) | Q(seen__lt=now - timedelta(minutes=1))).update(seen=now)


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend as the other one sees them."""

    user: int
    username: str
    name: str
    online: bool
    code: str  # of the open table at which they sit
    tables: frozenset[str]  # all at which they sit: nobody is asked to come where they are


def whereabouts(users: set[int]) -> list[Friend]:
    """Friends with where they are, as far as they let themselves be seen; those who are here first."""
    shown, since = names(users), timezone.now() - HERE
    online = set(Profile.objects.filter(user__in=users, online=True, seen__gte=since).values_list("user_id", flat=True))
    seats = Seat.objects.filter(user__in=online, table__open__listed=True).exclude(table__state=Table.State.OVER)
    codes = dict(seats.values_list("user_id", "table__code"))
    usernames = dict(User.objects.filter(pk__in=users).values_list("pk", "username"))
    sitting: dict[int | None, set[str]] = {}
    held = Seat.objects.filter(user__in=users).exclude(table__state=Table.State.OVER)
    for user, code in held.values_list("user_id", "table__code"):
        sitting.setdefault(user, set()).add(code)
    friends = [
        Friend(user, usernames[user], shown[user], user in online, codes.get(user, ""), frozenset(sitting.get(user, ())))
        for user in shown
    ]
    return sorted(friends, key=lambda friend: (not friend.online, friend.name.lower()))
