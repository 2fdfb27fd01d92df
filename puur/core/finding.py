"""Where forms of Jass are looked up. Apart from `core.form`, so that whoever only registers a place loads nothing else."""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` would be most of what this module costs
if TYPE_CHECKING:
    from collections.abc import Callable

    from puur.core.form import Form

FINDERS: list[Callable[[str], Form | None]] = []  # the package registers its games here; the core imports no game


def find_forms_with(finder: Callable[[str], Form | None]) -> None:
    """Have forms looked up by this function."""
    FINDERS.append(finder)
