"""The Django application `web`."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Tables, people, slates."""

    name = "puur.web"
    label = "web"
    verbose_name = "Puur"
    default = True
