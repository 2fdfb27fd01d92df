"""Tokens with which programs read what is somebody's own: made and revoked on a page, shown once, kept as a hash.

A token belongs to an account and opens no more than its scopes, and never more than the account itself may see. It cannot change
anything. Promise: it ends after a year, when it is revoked, with the password under which it was made, and with the account.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from puur.core.errors import Refusal
from puur.web.live.state import Who
from puur.web.models import ProgramToken

SCOPES = ("games", "evenings", "clubs")
MOST_TOKENS = 20  # of one account
LASTS = timedelta(days=365)
PREFIX = "puur_"  # so that people, and programs that look for leaked secrets, know what it is
SHOWN = 10  # characters of a secret by which it is known again


def make(user: User, name: str, scopes: Sequence[str]) -> tuple[ProgramToken, str]:
    """A new token and its secret, which nobody can look up again; `Refusal` where an account has enough of them."""
    ProgramToken.objects.filter(user=user, ends__lte=timezone.now()).delete()
    if ProgramToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise Refusal("too-many-tokens", most=MOST_TOKENS)
    secret = PREFIX + secrets.token_urlsafe(32)
    wanted = [scope for scope in SCOPES if scope in scopes]
    row = ProgramToken.objects.create(
        user=user, name=name, beginning=secret[:SHOWN], token_hash=_hash(secret), scopes=wanted, ends=timezone.now() + LASTS
    )
    return row, secret


def owner_of(secret: str) -> ProgramToken | None:
    """The token behind a secret, if it still opens anything."""
    row = ProgramToken.objects.select_related("user").filter(token_hash=_hash(secret)).first()
    if row is None or row.ends <= timezone.now() or not row.user.is_active:
        return None
    today = timezone.localdate()
    if row.used != today:
        ProgramToken.objects.filter(pk=row.pk).update(used=today)
    return row


def tokens_of(user: User) -> list[ProgramToken]:
    """The tokens of an account that have not ended."""
    return list(ProgramToken.objects.filter(user=user, ends__gt=timezone.now()))


def revoke(user: User, key: str) -> bool:
    """End a token of this account; whether there was one."""
    return key.isascii() and key.isdigit() and len(key) < 19 and bool(ProgramToken.objects.filter(user=user, pk=key).delete()[0])


def revoke_all(user: User) -> None:
    """End all of them: the password is another one, and whoever knew the old one may have made some."""
    ProgramToken.objects.filter(user=user).delete()


def exported(who: Who) -> list[dict[str, Any]]:
    """What is kept of a person's tokens."""
    if who.user is None:
        return []
    rows = ProgramToken.objects.filter(user_id=who.user)
    return [dict(row) for row in rows.values("name", "beginning", "scopes", "made", "ends", "used")]


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
