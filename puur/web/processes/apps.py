"""The application of Django that holds leases."""

from __future__ import annotations

from django.apps import AppConfig


class ProcessesConfig(AppConfig):
    """Leases of web processes."""

    name = "puur.web.processes"
    label = "processes"
