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
    if path.exists():
        environment.write_key(path, path.read_text(encoding="ascii")).replace(path.with_name(f"{path.name}.before"))
    environment.write_key(path, key).replace(path)
    environment.sync_folder(path.parent)
    return True
