"""What is stored: tables with their events, played games, guests, slates of physical games.

The events are the truth; everything else about a game can be computed from them again (`puur.web.live.store`). Accounts are
those of `django.contrib.auth`. Deleting a person leaves the games of the others, without the name.
"""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models

# No vowels but one, no look-alikes: easy to say over a table, and no words by accident.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 5
ALONE = "alone"  # `Table.playing` of a game that somebody played without a connection: kept here, never played here


def new_code() -> str:
    """A short code for a table."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_secret() -> str:
    """The secret from which the seeds of a table's deals are derived; it never leaves the server."""
    return secrets.token_hex(32)


class Guest(models.Model):
    """Somebody without an account: a name behind a signed session."""

    name = models.CharField(max_length=24, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or f"guest {self.pk}"


class ProgramToken(models.Model):
    """What lets a program read what is an account's own (`puur.web.tokens`); of the secret only its hash is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="program_tokens")
    name = models.CharField(max_length=60)  # by which its owner knows it again
    beginning = models.CharField(max_length=12)  # of the secret, for the same
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made = models.DateTimeField(auto_now_add=True)
    ends = models.DateTimeField()
    used = models.DateField(null=True, blank=True)  # the last day

    class Meta:
        """In the order in which they were made."""

        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.user_id} {self.beginning}"


class Table(models.Model):
    """A table: its rule book, how it is played, and how far it has come."""

    class State(models.TextChoices):
        """How far a table has come."""

        LOBBY = "lobby"
        PLAYING = "playing"
        OVER = "over"

    code = models.CharField(max_length=12, unique=True, default=new_code)
    created = models.DateTimeField(auto_now_add=True)
    secret = models.CharField(max_length=240, default=new_secret, editable=False)  # with the picks of given deals (`fair.sealed`)
    state = models.CharField(max_length=8, choices=State.choices, default=State.LOBBY)
    book = models.CharField(max_length=64)
    book_text = models.TextField(blank=True)  # an uploaded book, or a shipped one with another target
    title = models.CharField(max_length=200, blank=True)
    faces = models.CharField(max_length=8, blank=True)
    playing = models.CharField(max_length=8, default="guided")
    timer = models.PositiveIntegerField(default=0)
    level = models.CharField(max_length=16, default="simple")
    spectators = models.BooleanField(default=False)
    chat = models.BooleanField(default=True)
    shared = models.BooleanField(default=False)
    instant = models.BooleanField(default=False)  # begins when its host's page connects
    reserved = models.BooleanField(default=False)  # seats are given by an evening or a club: one game, no bots, no other people
    host = models.CharField(max_length=24)  # key of a person: u12 or g34
    office = models.JSONField(default=dict, blank=True)  # the word of an official on a message that is judged (`live.office`)
    game = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.code} ({self.state})"


class Seat(models.Model):
    """Who sits where at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL)
    name = models.CharField(max_length=24, blank=True)
    bot = models.CharField(max_length=16, blank=True)
    stand_in = models.BooleanField(default=False)
    share = models.BooleanField(default=False)

    class Meta:
        """One person to a seat."""

        ordering = ("table", "number")
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_seat"),)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number} {self.name}"


class PlayedGame(models.Model):
    """One game at a table: how it was set up and, once it is over, how it ended."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    book = models.CharField(max_length=64)
    setup = models.JSONField()
    started = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)
    totals = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    schneider = models.BooleanField(default=False)
    deals = models.JSONField(default=list)  # per deal: mode, announcer, points, match

    class Meta:
        """A table counts its games."""

        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_game"),)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number} {self.book}"


class Participant(models.Model):
    """Who played a finished game, for history and statistics."""

    game = models.ForeignKey(PlayedGame, on_delete=models.CASCADE, related_name="participants")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL)
    name = models.CharField(max_length=24, blank=True)
    bot = models.CharField(max_length=16, blank=True)
    left = models.BooleanField(default=False)  # a bot finished the game: not the person's result
    striche = models.IntegerField(default=0)

    class Meta:
        """One person to a seat."""

        constraints = (models.UniqueConstraint(fields=("game", "seat"), name="one_participant"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat} {self.name}"


class TableEvent(models.Model):
    """One event of a table, numbered without gaps; `action` is the id that the client gave, so that a repeat is harmless."""

    # the unique numbers are its index
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events", db_index=False)
    n = models.PositiveIntegerField()
    game = models.PositiveIntegerField()
    at = models.BigIntegerField()  # milliseconds
    seat = models.PositiveSmallIntegerField(null=True)
    action = models.CharField(max_length=64, null=True)
    by = models.CharField(max_length=8, blank=True)
    data = models.TextField()
    head = models.CharField(max_length=32, default="", db_default="")  # of the chain (`puur.log.chain`); earlier lines have none

    class Meta:
        """Nothing lost, nothing doubled: the database itself refuses it."""

        ordering = ("table", "n")
        constraints = (
            models.UniqueConstraint(fields=("table", "n"), name="one_event"),
            models.UniqueConstraint(fields=("table", "action"), name="one_action"),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.n} {self.data[:60]}"

    @property
    def parts(self) -> tuple[object, ...]:
        """What the head depends on, beside the one before it."""
        return self.n, self.game, self.at, self.seat, self.action, self.by, self.data


class SlateGame(models.Model):
    """A physical game whose score somebody keeps on the phone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.CASCADE)
    book = models.CharField(max_length=64)
    book_text = models.TextField(blank=True, default="")  # of a book that is not shipped
    target = models.PositiveIntegerField(null=True, blank=True)
    names = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.book} {' '.join(map(str, self.names))}"


class SlateOp(models.Model):
    """One operation on a slate, in the order of arrival."""

    slate = models.ForeignKey(SlateGame, on_delete=models.CASCADE, related_name="ops")
    place = models.PositiveIntegerField()
    key = models.UUIDField()
    data = models.JSONField()

    class Meta:
        """A repeated upload changes nothing."""

        ordering = ("slate", "place")
        constraints = (
            models.UniqueConstraint(fields=("slate", "key"), name="one_op"),
            models.UniqueConstraint(fields=("slate", "place"), name="one_place"),
        )

    def __str__(self) -> str:
        return f"{self.slate_id}/{self.place}"
