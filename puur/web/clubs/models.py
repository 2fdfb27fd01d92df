"""What is stored of a club: its settings, its numbered events, who may come in as whom, and which bank files were read.

The events are the truth; series, results and balances are computed from them (`puur.web.clubs.store`). A personal link is
kept only as its hash: whoever reads the database cannot come in with it.
"""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.dispatch import Signal

HOST = "@host"  # how the administrator of a club signs an event; no person can have this key


def new_token() -> tuple[str, str]:
    """A personal link that nobody can guess (256 bits), and the hash that is kept of it."""
    token = secrets.token_urlsafe(32)
    return token, hash_of(token)


def hash_of(token: str) -> str:
    """What is kept of a personal link."""
    return hashlib.sha256(token.encode()).hexdigest()


class Club(models.Model):
    """A club; `n` is the number of its last event."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    book = models.CharField(max_length=40, default="ajz08")
    book_text = models.TextField(blank=True)  # settings of its own (TOML); empty: the shipped ones named in `book`
    public = models.BooleanField(default=False)
    public_names = models.CharField(max_length=8, default="short")  # how people are named on the public page: full, short, initials
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted_clubs")
    created = models.DateTimeField(auto_now_add=True)
    n = models.PositiveIntegerField(default=0)
    ends = models.DateTimeField(null=True, blank=True)  # when it is deleted, where the host has asked for it
    told = models.JSONField(default=dict)  # balances and standings after n, see `store.figures`; empty: from before they were kept

    class Meta:
        """By name."""

        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.slug


account_changed = Signal()  # a person of a club became an account, or is none any more: `row`


class ClubPerson(models.Model):
    """Who comes in as which person of a club: by account, by personal link, or both."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    person = models.CharField(max_length=60)  # the engine's key
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="club_people")
    token_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)  # null: no link
    token_made = models.DateTimeField(null=True, blank=True)
    feed = models.PositiveIntegerField(default=1)  # raised to make the calendar link of this person invalid

    class Meta:
        """One entry to a person, one person to an account."""

        constraints = (
            models.UniqueConstraint(fields=("club", "person"), name="one_club_person"),
            models.UniqueConstraint(fields=("club", "user"), name="one_club_user"),
        )

    def __str__(self) -> str:
        return f"{self.club_id}/{self.person}"


class ClubEvent(models.Model):
    """One event of a club, numbered without gaps; never changed, never deleted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    n = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=60)
    data = models.JSONField()
    head = models.CharField(max_length=32, default="", db_default="")  # of the chain (`puur.log.chain`); earlier lines have none

    class Meta:
        """A number is given once."""

        ordering = ("club", "n")
        constraints = (models.UniqueConstraint(fields=("club", "n"), name="one_club_event"),)

    def __str__(self) -> str:
        return f"{self.club_id}/{self.n} {self.data.get('event') or self.data.get('kind')}"


class BankImport(models.Model):
    """A bank file that was read: what was booked and what matched nothing. Booking twice is prevented by the events themselves."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bank_imports")
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=60)
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)  # SHA-256 of the file
    booked = models.JSONField(default=list)  # keys of the payments
    unmatched = models.JSONField(default=list)
    dismissed = models.JSONField(default=dict)  # id of a movement -> who has put it aside and why

    class Meta:
        """Newest first."""

        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.club_id} {self.name}"


class ClubContact(models.Model):
    """How somebody of a club is reached; beside the log, so that it can be changed and erased."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="contacts")
    person = models.CharField(max_length=60)
    email = models.CharField(max_length=120, blank=True)
    phone = models.CharField(max_length=30, blank=True)
    agrees = models.BooleanField(default=False)  # to letters by mail, and that members see it
    pool = models.BooleanField(default=False)  # may be asked as a substitute
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        """One to a person."""

        constraints = (models.UniqueConstraint(fields=("club", "person"), name="one_club_contact"),)

    def __str__(self) -> str:
        return f"{self.club_id}/{self.person}"


class ClubAnswer(models.Model):
    """Whether somebody can come on a Jasstag: the poll before anybody is named."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="answers")
    day = models.CharField(max_length=20)
    person = models.CharField(max_length=60)
    answer = models.CharField(max_length=8)  # yes, no, maybe
    at = models.DateTimeField(auto_now=True)

    class Meta:
        """One answer to a day."""

        constraints = (models.UniqueConstraint(fields=("club", "day", "person"), name="one_club_answer"),)

    def __str__(self) -> str:
        return f"{self.club_id}/{self.day} {self.person}"


class ClubBudget(models.Model):
    """What a club means to take in and to spend in a year, by account."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="budgets")
    year = models.PositiveIntegerField()
    amounts = models.JSONField(default=dict)  # name of an account -> francs as text

    class Meta:
        """One to a year."""

        constraints = (models.UniqueConstraint(fields=("club", "year"), name="one_club_budget"),)

    def __str__(self) -> str:
        return f"{self.club_id} {self.year}"
