"""The one exception of the command line that means: the user can put this right. Bugs stay plain exceptions."""

from __future__ import annotations


class UserError(Exception):
    """Something that the user can put right; the message is shown as it is, with exit status 2."""
