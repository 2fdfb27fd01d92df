"""Papers: what stands on a ranking, a sheet, a bill, a statement or a report is decided here; the shells only show it.

`evening` and `club` compose, `ranking` and `bills` are the two papers that are also shown on a screen, `document` prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puur.papers.document import Document, Head, render
    from puur.papers.kinds import Paper

# Where each name lives; it is loaded when it is first asked for, so that a list of kinds costs no document.
_HOME = {"Document": "document", "Head": "document", "Paper": "kinds", "render": "document"}

__all__ = ["Document", "Head", "Paper", "render"]


def __getattr__(name: str) -> object:
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
