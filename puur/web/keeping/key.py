"""The secret key in a backup: without it everybody would have to sign in again, and guests would lose their seats."""

from __future__ import annotations

import os

from django.conf import settings

from puur.web.server import environment


def own() -> str:
    """The key of the data folder; nothing where the environment gives it, since then it is kept elsewhere."""
    if os.environ.get("PUUR_SECRET_KEY"):
        return ""
    path = settings.DATA / environment.KEY_FILE
    return str(path.read_text(encoding="ascii").strip()) if path.exists() else ""


def bring(key: str) -> bool:
    """Put the key of a backup into the data folder, the old one aside; False where the environment has another one."""
    if not key or key == settings.SECRET_KEY:
        return True
    if os.environ.get("PUUR_SECRET_KEY"):
        return False
    path = settings.DATA / environment.KEY_FILE
    part = path.with_name(f".{path.name}.new")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    if path.exists():
        path.replace(path.with_name(f"{path.name}.before"))
    part.replace(path)
    return True
