"""What the club engine refuses: by a provision (`RuleViolation` of the core), or because something does not exist."""

from __future__ import annotations

from puur.core.errors import Refusal, RuleViolation

__all__ = ["NotThere", "RuleViolation"]


class NotThere(Refusal):
    """A name, a day or a booking that the club does not have, or has already: a slip of the person, no breach of a rule."""
