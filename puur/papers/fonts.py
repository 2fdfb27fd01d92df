"""The typeface of QR-bills: one that the Style Guide allows, found on the machine or beside the environment, or none at all.

A bill in another face may be refused at the counter, so nothing is printed without a word instead: where no allowed face is found
there is a refusal that says which package brings one. Why the font is a package and no file of ours: docs/decisions.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from puur.core.errors import Refusal

ALLOWED = ("Liberation Sans", "Arial", "Helvetica", "Frutiger")  # Style Guide QR-bill, chapter 3.4
BESIDE = Path(sys.prefix) / "share" / "fonts"  # where `make setup` puts what it fetches


def bill_face() -> tuple[str, Any]:
    """The face, and the fonts among which typst finds it; `Refusal` where there is none."""
    face, fonts = _faces(os.environ.get("PUUR_FONTS", ""))
    if not face:
        raise Refusal("bill-font", faces=", ".join(ALLOWED))
    return face, fonts


@cache
def _faces(folder: str) -> tuple[str, Any]:
    import typst  # large: only rendering needs it

    folders = [Path(folder)] if folder else [BESIDE] if BESIDE.is_dir() else []
    fonts = typst.Fonts(include_system_fonts=not folder, font_paths=folders)
    known = set(fonts.families())
    return next((face for face in ALLOWED if face in known), ""), fonts
