"""What is stored of an evening: its numbered events, who may do what, typed drafts, passes and links, backups.

The events are the truth and are never edited; one that is taken back stays, and a further line names it (`puur.log`). What the
office relies on is a constraint of the database: one confirmed result per table and round, one event per number, one action once.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from puur.web.evenings.listed import LONGEST_ID
from puur.web.models import LETTERS, Guest

CODE_LENGTH = 8


def new_evening_code() -> str:
    """The public code of an evening: short enough to type from a beamer, too many to try (2.5e10)."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """A secret for a link or a QR code: 96 bits, short enough for a small code on paper."""
    return secrets.token_urlsafe(12)


class EveningSeries(models.Model):
    """Several evenings as one, at an address that stays: a year, several venues, qualification and final."""

    code = models.CharField(max_length=12, unique=True, default=new_evening_code)
    title = models.CharField(max_length=80)
    text = models.CharField(max_length=600, blank=True)
    rules = models.JSONField()  # `evening.series.SeriesRules` in plain form
    created = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="evening_series"
    )
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="evening_series")

    class Meta:
        """By name."""

        ordering = ("title", "pk")

    def __str__(self) -> str:
        return f"{self.code} {self.title}"


class Evening(models.Model):
    """One evening: its book and setup, how far it has come, and what only the pages know (clock, frozen ranking)."""

    class State(models.TextChoices):
        """How far an evening has come; kept by `store` from the fold."""

        BEFORE = "before"
        RUNNING = "running"
        CLOSED = "closed"

    code = models.CharField(max_length=12, unique=True, default=new_evening_code)
    title = models.CharField(max_length=120)
    book = models.CharField(max_length=80)
    book_text = models.TextField(blank=True)  # an uploaded or altered book; a shipped one is named by its key alone
    setup = models.JSONField()  # EveningSetup in plain form
    state = models.CharField(max_length=8, choices=State.choices, default=State.BEFORE)
    summary = models.JSONField(default=dict)  # players, here, planned, drawn, released, missing: for lists
    told = models.JSONField(default=dict)  # the ranking after the last event, see `fold.figures`; empty: nothing told yet
    revision = models.PositiveIntegerField(default=0)  # grows with every change of the fold
    created = models.DateTimeField(auto_now_add=True)
    archived = models.DateTimeField(null=True, blank=True)
    frozen = models.PositiveIntegerField(null=True, blank=True)  # n of the last event that the public ranking shows
    fee = models.PositiveIntegerField(default=0)  # in centimes, what check-in offers as paid
    clock = models.JSONField(default=dict)  # see `clock`
    series = models.ForeignKey(EveningSeries, null=True, blank=True, on_delete=models.SET_NULL, related_name="evenings")
    series_final = models.BooleanField(default=False)  # of its series: who has qualified plays, and it counts for itself
    notice = models.CharField(max_length=300, blank=True)  # what the organiser tells everybody, also on the beamer
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="evenings")
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="evenings")

    def __str__(self) -> str:
        return f"{self.code} {self.title}"


class Role(models.TextChoices):
    """What somebody may do at an evening; the owner is an organiser."""

    ORGANISER = "organiser"
    OFFICE = "office"
    CONTROLLER = "controller"


STAFF = (Role.OFFICE, Role.CONTROLLER)  # who helps with results


class EveningInvite(models.Model):
    """A link that gives a role to whoever opens it and says a name; revoking it takes the role from all of them."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="invites")
    role = models.CharField(max_length=12, choices=Role.choices)
    secret = models.CharField(max_length=40, unique=True, default=new_token)
    label = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    revoked = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.evening_id} {self.role} {self.label}"


class EveningRole(models.Model):
    """Somebody with a role: an account or a guest session, under a name that stands beside what they enter."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(max_length=12, choices=Role.choices)
    name = models.CharField(max_length=60)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="evening_roles"
    )
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="evening_roles")
    invite = models.ForeignKey(EveningInvite, null=True, blank=True, on_delete=models.CASCADE, related_name="roles")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        """One role per person and evening."""

        constraints = (
            models.UniqueConstraint(fields=("evening", "user"), name="one_role_user"),
            models.UniqueConstraint(fields=("evening", "guest"), name="one_role_guest"),
        )

    def __str__(self) -> str:
        return f"{self.evening_id} {self.role} {self.name}"


class EveningEvent(models.Model):
    """One event of an evening, numbered from 1 without gaps, or a line that takes others back."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="events")
    n = models.PositiveIntegerField()
    at = models.BigIntegerField()  # milliseconds
    by = models.CharField(max_length=80, blank=True)
    action = models.CharField(max_length=64, null=True, blank=True)  # the id that the sender gave: a repeat is harmless
    data = models.JSONField()  # as in `evening.files`: event and fields
    head = models.CharField(max_length=32, default="", db_default="")  # of the chain (`puur.log.chain`); earlier lines have none

    class Meta:
        """Nothing lost, nothing doubled: the database itself refuses it."""

        ordering = ("evening", "n")
        constraints = (
            models.UniqueConstraint(fields=("evening", "n"), name="one_evening_event"),
            models.UniqueConstraint(fields=("evening", "action"), name="one_evening_action"),
        )

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.n} {self.data.get('event') or self.data.get('type')}"


class ConfirmedResult(models.Model):
    """The result that counts for a table: one per table and round, which the database itself guarantees.

    A correction is a further event with a reason; it takes the place here, and `version` counts on.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="confirmed")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    event = models.ForeignKey(EveningEvent, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveSmallIntegerField(default=1)
    by = models.CharField(max_length=80, blank=True)

    class Meta:
        """One confirmed result per table and round."""

        constraints = (models.UniqueConstraint(fields=("evening", "round", "table"), name="one_confirmed_result"),)

    def __str__(self) -> str:
        return f"{self.evening_id} {self.round}/{self.table} v{self.version}"


class ResultDraft(models.Model):
    """What somebody has typed for a table and nobody has confirmed yet."""

    class Source(models.TextChoices):
        """Where it was typed: at the table, or in the office by the first or the second (blind) clerk."""

        PHONE = "phone"
        OFFICE1 = "office1"
        OFFICE2 = "office2"

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="drafts")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=8, choices=Source.choices)
    side = models.CharField(max_length=8, blank=True)  # ac, bd; empty where sides do not matter
    by = models.CharField(max_length=80, blank=True)
    data = models.JSONField()
    at = models.BigIntegerField()  # milliseconds
    action = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        """One draft per source and side; a newer one takes its place."""

        constraints = (models.UniqueConstraint(fields=("evening", "round", "table", "source", "side"), name="one_draft"),)

    def __str__(self) -> str:
        return f"{self.evening_id} {self.round}/{self.table} {self.source} {self.side}"


class TablePass(models.Model):
    """The secret in the QR code of a Jasszettel: opens the entry of one table in one round, and of no other."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="passes")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=40, unique=True, default=new_token)

    class Meta:
        """One per table and round."""

        constraints = (models.UniqueConstraint(fields=("evening", "round", "table"), name="one_pass"),)

    def __str__(self) -> str:
        return f"{self.evening_id} {self.round}/{self.table}"


class PlayerLink(models.Model):
    """The secret of a player's own page."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="links")
    player = models.CharField(max_length=LONGEST_ID)
    secret = models.CharField(max_length=40, unique=True, default=new_token)

    class Meta:
        """One per player."""

        constraints = (models.UniqueConstraint(fields=("evening", "player"), name="one_link"),)

    def __str__(self) -> str:
        return f"{self.evening_id} {self.player}"


class EveningBackup(models.Model):
    """A copy of the whole evening from before a draw, a finalisation or a restore; the same text lies in the data folder."""

    class Why(models.TextChoices):
        """What it was made before."""

        DRAW = "draw"
        CLOSE = "close"
        RESTORE = "restore"
        UNDO = "undo"
        HAND = "hand"

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="backups")
    at = models.BigIntegerField()  # milliseconds
    why = models.CharField(max_length=8, choices=Why.choices)
    by = models.CharField(max_length=80, blank=True)
    live = models.JSONField()  # the numbers of the events that counted
    data = models.TextField()  # the file of `transfer.exported`

    class Meta:
        """Newest first."""

        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.evening_id} {self.why} {self.at}"


class OwnFormat(models.Model):
    """A format of evenings that somebody has settled by a form, for their own evenings (`reglement.formats`)."""

    title = models.CharField(max_length=80)
    data = models.JSONField()  # the format in plain form
    fee = models.PositiveIntegerField(default=0)  # in centimes
    confirm = models.CharField(max_length=12, blank=True)  # `evening.state.Confirm`; empty: as many as there are
    changed = models.DateTimeField(auto_now=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="formats")
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="formats")

    class Meta:
        """By name."""

        ordering = ("title", "pk")

    def __str__(self) -> str:
        return self.title


class SignUp(models.Model):
    """How people sign up by themselves: until when, how many, and how the fee is paid."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="sign_up")
    open = models.BooleanField(default=False)
    limit = models.PositiveIntegerField(default=0)  # people on the list; 0: as many as an evening takes
    until = models.DateField(null=True, blank=True)  # the last day
    text = models.CharField(max_length=600, blank=True)
    twint = models.CharField(max_length=200, blank=True)  # a code, a link or a number, as the organiser has it
    creditor = models.JSONField(default=dict)  # `season.qrbill.Creditor` in plain form; empty: no QR-bill

    def __str__(self) -> str:
        return f"{self.evening_id} {self.limit}"


class Registration(models.Model):
    """Somebody who has signed up: on the list, waiting for a place, or gone again."""

    class State(models.TextChoices):
        """Where they stand."""

        LISTED = "listed"
        WAITING = "waiting"
        GONE = "gone"

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="registrations")
    secret = models.CharField(max_length=40, unique=True, default=new_token)
    state = models.CharField(max_length=8, choices=State.choices)
    names = models.JSONField(default=list)  # one, or the two of a pair
    club = models.CharField(max_length=80, blank=True)
    email = models.CharField(max_length=120, blank=True)
    lang = models.CharField(max_length=8, default="de")
    public = models.BooleanField(default=False)  # agrees to the whole name in public
    players = models.JSONField(default=list)  # their numbers once they are on the list
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """In the order in which they came."""

        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.evening_id} {' / '.join(self.names)}"


class RosterUpload(models.Model):
    """A list of players between its preview and its import; a newer one takes its place."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="upload")
    name = models.CharField(max_length=120)
    at = models.BigIntegerField()  # milliseconds
    data = models.BinaryField()  # the lines (`listed.kept`)

    def __str__(self) -> str:
        return f"{self.evening_id} {self.name}"
