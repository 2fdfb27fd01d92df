"""Web processes and the tables they hold. Only a server of several processes writes here; nothing of it is worth a backup.

All times are milliseconds of the database's own clock, so that a process whose clock is wrong does no harm. `puur.web.live.leases`
is the only writer; the admin page of running tables reads, and sets `draining`.
"""

from __future__ import annotations

from django.db import models


class Process(models.Model):
    """One web process; dead once `expires` has passed."""

    name = models.CharField(max_length=120)  # host, process id, port: for people
    started = models.BigIntegerField()
    expires = models.BigIntegerField()
    redis = models.BooleanField(default=True)  # whether it reaches Redis
    draining = models.BooleanField(default=False)  # set: it hands its tables over and takes no more
    tables = models.PositiveIntegerField(default=0)
    connections = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class Ownership(models.Model):
    """Who holds a table. `token` grows with every claim: what an earlier holder still wants to write is refused."""

    table = models.OneToOneField("web.Table", primary_key=True, on_delete=models.CASCADE, related_name="held")
    process = models.BigIntegerField(null=True, db_index=True)  # no foreign key: the dead are tidied away
    token = models.BigIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.table_id} by {self.process} ({self.token})"
