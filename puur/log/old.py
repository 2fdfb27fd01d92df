"""What version 0.1 wrote, as the log has it now. Stored lines are never rewritten: they are read through here for ever.

Its games said `event`, as everything does now; its clubs said `kind`, and its evenings `type` with the name of a class.
"""

from __future__ import annotations

import re

from puur.log.values import Json

WITHDRAWN = "log/withdrawn"  # evenings have a `withdrawn` of their own: a person who leaves


def tag_of(name: str) -> str:
    """The tag of a class that has no other: `ResultEntered` is `result-entered`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def modern(key: str, data: dict[str, Json]) -> tuple[str, dict[str, Json]]:
    """A line without `key`: the key that it has in its place, and its values under today's names."""
    old = next((name for name in ("kind", "type") if name in data), None)
    if old is None:
        return key, data
    tag = data[old]
    fields = {name: value for name, value in data.items() if name != old}
    if old == "type" and isinstance(tag, str):
        tag = tag_of(tag)
    elif tag == "withdrawn":
        tag, fields = WITHDRAWN, {"numbers": [fields.pop("n", None)], **fields}
    return old, {key: tag, **fields}
