"""Events in the database: one stream for evenings and clubs; the live tables write past it (`docs/decisions/0005-one-store.md`)."""

from puur.web.store.lines import Folded
from puur.web.store.stream import Stored, Stream

__all__ = ["Folded", "Stored", "Stream"]
