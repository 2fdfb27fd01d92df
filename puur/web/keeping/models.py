"""What the guard has to remember beyond one process: how often something was tried (`puur.web.server.throttle`)."""

from __future__ import annotations

from django.db import models


class Attempt(models.Model):
    """A bucket of attempts; its name is a keyed hash, so that no address and no account stands in the database."""

    name = models.CharField(max_length=64, primary_key=True)
    left = models.FloatField()
    at = models.FloatField(db_index=True)  # seconds since 1970

    def __str__(self) -> str:
        return f"{self.name[:8]} {self.left:.1f}"
