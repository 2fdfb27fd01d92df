"""What evenings mean for a person's own data: they come along into an account, stand in the export, and go with their owner."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest

from puur.web.evenings.models import Evening, EveningRole, EveningSeries, OwnFormat, Role
from puur.web.evenings.transfer import drop
from puur.web.live.state import Who
from puur.web.people import GUEST, owned_by


def move(guest: int, user: User) -> None:
    """A guest has made an account: evenings and roles come along."""
    Evening.objects.filter(guest_id=guest).update(guest=None, user=user)
    OwnFormat.objects.filter(guest_id=guest).update(guest=None, user=user)
    EveningSeries.objects.filter(guest_id=guest).update(guest=None, user=user)
    roles = EveningRole.objects.filter(guest_id=guest)
    roles.filter(evening__in=EveningRole.objects.filter(user=user).values("evening")).delete()  # one role is enough
    roles.update(guest=None, user=user)


def signed_in(request: HttpRequest | None, user: User, **_more: object) -> None:
    """Move the evenings of the guest whose browser this is to the account."""
    guest = request.session.get(GUEST) if request is not None else None
    if isinstance(guest, int):
        move(guest, user)


def exported(who: Who) -> list[dict[str, Any]]:
    """The evenings of a person, for the export; each has a file of its own."""
    return [{"code": row.code, "title": row.title, "created": row.created} for row in Evening.objects.filter(**owned_by(who))]


def exported_beside(who: Who) -> dict[str, Any]:
    """What else a person has of evenings."""
    own = owned_by(who)
    return {
        "roles": list(EveningRole.objects.filter(**own).values("evening__code", "evening__title", "role", "since")),
        "formats": list(OwnFormat.objects.filter(**own).values("title", "data", "fee", "confirm")),
        "series": list(EveningSeries.objects.filter(**own).values("code", "title", "rules")),
        "stays": (
            "The results of an evening are also the other players'. Who signs up by a link needs no account: the page behind that "
            "link shows what is stored, and whoever cancels there is taken off with the address of mail."
        ),
    }


def forget(who: Who) -> None:
    """Delete a person's evenings, unless somebody else organises them too: the results are the others' as well."""
    own = owned_by(who)
    for row in Evening.objects.filter(**own):
        if not row.roles.filter(role=Role.ORGANISER).exclude(**own).exists():
            drop(row)
    EveningRole.objects.filter(**own).delete()
    OwnFormat.objects.filter(**own).delete()
    EveningSeries.objects.filter(**own).delete()
