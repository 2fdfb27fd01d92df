"""What can go wrong with a dump, as a reason and facts; the sentence is the shell's (`keeping.error.<reason>`)."""

from __future__ import annotations


class KeepingError(Exception):
    """A dump that is not whole, a target that must not be overwritten: nothing was changed."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason, self.facts = reason, facts
