"""What the guards have to remember beyond one process: how often something was tried, mails that wait, and who may be written to.

`Attempt` is `puur.web.server.throttle`'s, `Letter` is `puur.web.server.post`'s, `Consent` is `puur.web.consent`'s. Only the last
is part of a backup: a letter that is restored would be sent twice.
"""

from __future__ import annotations

import hashlib

from django.db import models


class Attempt(models.Model):
    """A bucket of attempts; its name is a keyed hash, so that no address and no account stands in the database."""

    name = models.CharField(max_length=64, primary_key=True)
    left = models.FloatField()
    at = models.FloatField(db_index=True)  # seconds since 1970

    def __str__(self) -> str:
        return f"{self.name[:8]} {self.left:.1f}"


class Letter(models.Model):
    """A mail that waits to be sent, or one that could not be: then without its text."""

    by = models.CharField(max_length=60, db_index=True)  # the club or evening it is from
    to = models.CharField(max_length=200)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    files = models.JSONField(default=list)  # name and contents (base64) of each
    size = models.PositiveIntegerField()  # bytes of text and files
    made = models.FloatField()  # seconds since 1970
    due = models.FloatField(db_index=True)  # not before; whoever sends it puts this off first
    tries = models.PositiveSmallIntegerField(default=0)
    failed = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"letter {self.pk} of {self.by}"


class Consent(models.Model):
    """Whether whoever reads an address of mail lets a club write to it; without a sender: whether anybody may."""

    name = models.CharField(max_length=64, primary_key=True)  # hash of sender and address
    sender = models.CharField(max_length=60, db_index=True)
    secret = models.CharField(max_length=40, unique=True)  # of the page where the answer is given
    made = models.DateTimeField(auto_now_add=True)
    asked = models.DateTimeField(null=True)
    agreed = models.DateTimeField(null=True)
    refused = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.sender} {self.name[:8]}"

    @staticmethod
    def name_of(sender: str, address: str) -> str:
        """By what an answer is found: no address of mail stands here."""
        return hashlib.sha256(f"{sender}\0{address.strip().casefold()}".encode()).hexdigest()
