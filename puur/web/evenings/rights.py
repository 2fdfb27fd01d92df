"""Who may do what at an evening: the owner and organisers everything, the office results, controllers the Visum.

Somebody without a role gets "not found", so that nobody can try out which evenings there are.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from puur.web import people
from puur.web.evenings.models import Evening, EveningRole, Role
from puur.web.live.state import Who
from puur.words import say


@dataclass(frozen=True, slots=True)
class Access:
    """Somebody at an evening: the stored evening, who it is, the role, and the name beside what they enter."""

    row: Evening
    who: Who
    role: str
    name: str

    @property
    def organiser(self) -> bool:
        """Whether everything is allowed."""
        return self.role == Role.ORGANISER


def owns(row: Evening, who: Who) -> bool:
    """Whether the evening is this person's."""
    return bool(who.key) and who.key in (f"u{row.user_id}", f"g{row.guest_id}")


def access(request: HttpRequest, code: str) -> Access | None:
    """The role of whoever asks, or None."""
    row = Evening.objects.filter(code=code).first()
    who = people.who_is(request)
    if row is None or not who.key:
        return None
    if owns(row, who):
        return Access(row, who, Role.ORGANISER, who.name or say("evenings.org.role.organiser", people.lang_of(request)))
    given = EveningRole.objects.filter(evening=row, **people.owned_by(who)).first()
    return None if given is None else Access(row, who, given.role, given.name)


def need(request: HttpRequest, code: str, *roles: str) -> Access:
    """The access of whoever asks; Http404 without any role, PermissionDenied where the role is not enough.

    An organiser may do everything. `need(request, code)` asks for an organiser; name further roles to let them in as well.
    """
    given = access(request, code)
    if given is None:
        raise Http404
    if not given.organiser and given.role not in roles:
        raise PermissionDenied
    return given
