"""The one exception of the command line that means: the person can mend this. Bugs stay plain exceptions."""

from __future__ import annotations


class UserError(Exception):
    """Something the person at the keyboard can mend; the message is shown to them as it is, with exit status 2."""
