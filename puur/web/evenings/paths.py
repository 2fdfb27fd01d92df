"""The address part `<evening:code>`: the code of an evening, whatever the case it was typed in."""

from __future__ import annotations

from django.urls import register_converter

from puur.web.evenings.models import CODE_LENGTH


class EveningCode:
    """The code of an evening, in capitals."""

    regex = f"[A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """As it is stored."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """As it is shown."""
        return value


register_converter(EveningCode, "evening")
