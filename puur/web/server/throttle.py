"""How often somebody may try: passwords per account and per address, new accounts, letters. Counted in the database, so that
several processes count together and a restart forgets nothing.

Names are stored as keyed hashes. A password that was right is not counted. Promise: a stranger who guesses at one account from one
address is slowed down soon, without shutting the owner out who comes from another.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from puur.web.keeping.models import Attempt
from puur.web.live.limits import network_of
from puur.web.server.metrics import counters
from puur.web.server.reading import asking

DAY = 24 * 3600.0
_THROTTLED = "puur.throttled"  # in the facts about a request, where no header can stand


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and one more every so many seconds."""

    burst: float
    every: float


LIMITS: Mapping[str, Limit] = {
    "pair": Limit(8, 30),  # wrong passwords for one account from one address
    "account": Limit(40, 60),  # for one account from anywhere: high, so that nobody can shut somebody else out for long
    "address": Limit(80, 10),  # from one address for any account: a club house is one address
    "signup": Limit(100, 30),  # new accounts from one address
    "reset": Limit(10, 120),  # letters for forgotten passwords asked for from one address
    "keep": Limit(400, 216),  # new tables, evenings, series, formats, slates, sign-ups of one person
    "keep-from": Limit(8000, 10.8),  # the same from one address: a hall has many people, a script makes up as many as it likes
    "guest": Limit(600, 1),  # guests from one address: a hall that comes at once, and no script
    "talk": Limit(10, 30),  # comments of one account
    "friend": Limit(20, 60),  # friendships and invitations that one account asks for
    "report": Limit(5, 300),  # reports of one person
    "code": Limit(40, 5),  # wrong codes of tables, from one address and of one person, on pages and sockets
    "place": Limit(40, 300),  # places on the list of one evening from one address
    "ask": Limit(2, 43_200),  # mails that ask an address whether a club may write to it, of any club
    "ask-from": Limit(300, 300),  # the same, asked for from one address
    "mail-to": Limit(12, 7200),  # mails of any kind to one address of mail
    "mail-by": Limit(1000, 60),  # of one club, or one evening
    "mail-from": Limit(1000, 60),  # asked for from one address
    "mail-day": Limit(5000, 20),  # of the whole server
}


def address_of(request: HttpRequest) -> str:
    """The address of whoever asks; of IPv6 the network, since one household has a whole one."""
    return network_of(str(request.META.get("REMOTE_ADDR") or ""))


def take(kind: str, who: str, now: float | None = None) -> bool:
    """Whether one more is allowed; if so it is taken."""
    return take_some(kind, who, 1, now) == 1


def take_some(kind: str, who: str, wanted: int, now: float | None = None) -> int:
    """How many more are allowed, up to as many as are wanted; so many are taken."""
    limit, name = LIMITS[kind], _hashed(kind, who)
    now = time.time() if now is None else now
    for _ in range(5):
        try:
            with transaction.atomic():
                return _take(name, limit, wanted, now)
        except IntegrityError:  # another process has made the row just now
            continue
    return 0


def _take(name: str, limit: Limit, wanted: int, now: float) -> int:
    row = Attempt.objects.select_for_update().filter(name=name).first()
    if row is None:
        Attempt.objects.filter(at__lt=now - DAY).delete()
        allowed = min(wanted, int(limit.burst))
        Attempt.objects.create(name=name, left=limit.burst - allowed, at=now)
        return allowed
    left = min(limit.burst, row.left + max(0.0, now - row.at) / limit.every)
    allowed = min(wanted, int(left))
    Attempt.objects.filter(pk=row.pk).update(left=left - allowed, at=now)
    return allowed


def has(kind: str, *names: str) -> bool:
    """Whether one more would be allowed to all of these; nothing is taken."""
    limit, now = LIMITS[kind], time.time()
    rows = Attempt.objects.filter(name__in=[_hashed(kind, who) for who in names]) if names else ()
    return all(row.left + max(0.0, now - row.at) / limit.every >= 1 for row in rows)


def may_keep(request: HttpRequest, person: str) -> bool:
    """Whether something more of this person, and from this address, is stored."""
    return take("keep-from", address_of(request)) and (not person or take("keep", person))


def give_back(kind: str, who: str) -> None:
    """It was right: not counted."""
    with transaction.atomic():
        row = Attempt.objects.select_for_update().filter(name=_hashed(kind, who)).first()
        if row is not None:
            Attempt.objects.filter(pk=row.pk).update(left=min(LIMITS[kind].burst, row.left + 1))


def _hashed(kind: str, who: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), f"{kind}\0{who}".encode(), hashlib.sha256).hexdigest()


def _names(request: HttpRequest, username: str) -> tuple[tuple[str, str], ...]:
    address, account = address_of(request), username.strip().casefold()[:150]
    return ("pair", f"{account}\0{address}"), ("address", address), ("account", account)


class Guard(ModelBackend):
    """Stands before the backend that looks at passwords, for every page that asks for one, the admin's too."""

    def authenticate(self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **_: Any) -> None:
        """Let the next backend try, or stop it."""
        if request is None or not isinstance(username, str):
            return
        for kind, who in _names(request, username):
            if not take(kind, who):
                request.META[_THROTTLED] = True
                counters.add("puur_login_throttled_total", kind=kind)
                raise PermissionDenied


def one_too_many(request: HttpRequest, kind: str) -> None:
    """Note that this request is answered with 429, whatever page it gets."""
    request.META[_THROTTLED] = True
    counters.add("puur_throttled_total", kind=kind)


def too_many(request: HttpRequest) -> bool:
    """Whether this request was one try too many."""
    return _THROTTLED in request.META


def throttled(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: say it plainly where somebody tries too often."""

    def answer(request: HttpRequest) -> HttpResponse:
        asking.set(address_of(request))
        response = get_response(request)
        if too_many(request):
            response.status_code = 429
            response.headers.setdefault("Retry-After", "30")
        return response

    return answer


def _right(request: HttpRequest | None, user: Any, **_: Any) -> None:
    if request is not None and hasattr(request, "META"):
        for kind, who in _names(request, user.get_username()):
            give_back(kind, who)


user_logged_in.connect(_right, dispatch_uid="puur.web.server.throttle")
