"""The games that Puur plays, one folder each, found by their folder: they are listed nowhere.

A folder `puur/games/<name>` defines `FORM`, the instance of `core.form.Form` that answers for everything in which this game
differs from the others. Modules beside the folders are ways of bidding that several games share.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from puur.core.form import Form, find_forms_with


def form_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(sorted(folder.name.replace("_", "-") for folder in pkgutil.iter_modules(__path__) if folder.ispkg))


@lru_cache(maxsize=64)
def find_form(name: str) -> Form | None:
    """The form of the game with this name, or None."""
    if name not in form_names():
        return None
    form: Form = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").FORM
    return form


find_forms_with(find_form)
