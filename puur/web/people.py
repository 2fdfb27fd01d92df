"""Who is asking: an account, a guest behind a session, or nobody yet; for pages and for sockets."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language

from puur import __version__
from puur.web.live.names import clean_name
from puur.web.live.state import Who
from puur.web.models import Guest, Seat
from puur.web.server.throttle import address_of, has, one_too_many, take
from puur.words import DEFAULT, LANGUAGES

GUEST = "guest"
__all__ = ["DjangoDoor", "Who", "account", "common", "lang_of", "name_guest", "own_address", "owned_by", "seat_at", "who_is"]


def who_is(request: HttpRequest, *, make: bool = False) -> Who:
    """Who is asking; `make` opens a guest session for somebody who has none."""
    user = request.user
    if user.is_authenticated:
        return Who(f"u{user.pk}", clean_name(user.first_name or user.get_username()), user.pk, None)
    guest = _guest(request.session.get(GUEST))
    if guest is None and make:
        if not take("guest", address_of(request)):
            one_too_many(request, "guest")
            raise PermissionDenied
        guest = Guest.objects.create()
        request.session[GUEST] = guest.pk
    return Who() if guest is None else Who(f"g{guest.pk}", guest.name, None, guest.pk)


def account(request: HttpRequest) -> User:
    """The account that asks, on a page that is for accounts only."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def _guest(key: object) -> Guest | None:
    return Guest.objects.filter(pk=key).first() if isinstance(key, int) else None


def name_guest(request: HttpRequest, name: str) -> Who:
    """Give a guest a name."""
    who = who_is(request, make=True)
    wanted = clean_name(name)
    if who.guest is not None and wanted:
        Guest.objects.filter(pk=who.guest).update(name=wanted)
        return Who(who.key, wanted, None, who.guest)
    return who


def own_address(request: HttpRequest, *wanted: str) -> str:
    """The first of these addresses that is on this server, or nothing: no link of ours leads people elsewhere."""
    for address in wanted:
        if address and url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
            return address
    return ""


def owned_by(who: Who) -> dict[str, Any]:
    """The column that ties rows to this person, for a filter."""
    return {"user_id": who.user} if who.user is not None else {"guest_id": who.guest}


def lang_of(_request: HttpRequest) -> str:
    """The language of this request."""
    lang = (get_language() or DEFAULT)[:2]
    return lang if lang in LANGUAGES else DEFAULT


def common(request: HttpRequest) -> dict[str, Any]:
    """What every template gets."""
    who = who_is(request) if hasattr(request, "user") and hasattr(request, "session") else Who()
    return {
        "lang": lang_of(request),
        "languages": settings.LANGUAGES,
        "player": {"name": who.name, "guest": who.guest is not None, "account": who.user is not None, "id": who.key},
        "version": __version__,
    }


class DjangoDoor:
    """What the sockets need to know of Django's sessions and hosts."""

    def hosts(self) -> tuple[Callable[[str], bool], list[str]]:
        """Whether a host is one of ours, and further origins."""

        def valid(host: str) -> bool:
            domain, _ = split_domain_port(host)
            return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)

        return valid, settings.CSRF_TRUSTED_ORIGINS

    async def who(self, session: str) -> Who:
        """Whose session that is."""
        if not session or len(session) > 64:
            return Who()
        visitor: Who = await sync_to_async(_asked, thread_sensitive=False)(session)
        return visitor

    async def ended(self, sessions: dict[str, str]) -> set[str]:
        """Which of these sessions, each with the key of a person, are no longer theirs."""
        over: set[str] = await sync_to_async(_ended, thread_sensitive=False)(sessions)
        return over

    async def sits(self, who: Who, code: str) -> bool:
        """Whether somebody has a seat at the table with this code."""
        there: bool = bool(who.key) and await sync_to_async(_sits, thread_sensitive=False)(who, code)
        return there

    async def may_guess(self, names: list[str]) -> bool:
        """Whether these, an address and a person, have not tried too many wrong codes, in any process."""
        allowed: bool = await sync_to_async(_lent, thread_sensitive=False)(has, "code", *names)
        return allowed

    async def guessed(self, names: list[str]) -> None:
        """Note a wrong code."""
        await sync_to_async(_lent, thread_sensitive=False)(_guessed, names)


def _guessed(names: list[str]) -> None:
    for name in names:
        take("code", name)


def _lent(function: Callable[..., Any], *arguments: object) -> Any:
    """Ask with a connection that goes back to the pool, for others."""
    try:
        return function(*arguments)
    finally:
        connection.close()


def seat_at(who: Who, code: str) -> Seat | None:
    """Somebody's seat at the table with this code."""
    return Seat.objects.filter(table__code=code, **owned_by(who)).select_related("table").first() if who.key else None


def _sits(who: Who, code: str) -> bool:
    try:
        return seat_at(who, code) is not None
    finally:
        connection.close()  # back to the pool, for others


def _ended(sessions: dict[str, str]) -> set[str]:
    try:
        return {session for session, person in sessions.items() if _of_session(session).key != person}
    finally:
        connection.close()  # back to the pool, for others


def _asked(key: str) -> Who:
    """Whose session that is; outside of a request, so nobody else looks after the connection of this thread."""
    try:
        return _of_session(key)
    except (OperationalError, InterfaceError):  # perhaps only a connection that has died meanwhile
        connection.close()
        return _of_session(key)
    finally:
        connection.close()  # back to the pool, for others


def _of_session(key: str) -> Who:
    engine = import_module(settings.SESSION_ENGINE)
    data = engine.SessionStore(key)
    number = data.get(SESSION_KEY)
    if number is not None and data.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS:
        user = get_user_model().objects.filter(pk=number, is_active=True).first()
        if user is not None and constant_time_compare(data.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()):
            return Who(f"u{user.pk}", clean_name(user.first_name or user.get_username()), user.pk, None)
        return Who()
    guest = _guest(data.get(GUEST))
    return Who() if guest is None else Who(f"g{guest.pk}", guest.name, None, guest.pk)
