"""What the club engine refuses: by a provision (`RuleViolation` of the core), or because something does not exist."""

from __future__ import annotations

from puur.core.errors import RuleViolation

__all__ = ["NotThere", "RuleViolation"]


class NotThere(Exception):
    """A name, a day or a booking that the club does not have, or has already: a slip of the person, no breach of a rule."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason, self.facts = reason, facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.reason}{': ' + told if told else ''}"
