"""Which web table plays for which table of an evening, or for which Jassrunde of a club; and the links to its seats.

The result itself is an event of the evening or the club; its sheet names the game (`Sheet.game`). What is here says where a game
belongs while it is played, and which sides have confirmed it.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from puur.web.clubs.models import Club
from puur.web.evenings.listed import LONGEST_ID
from puur.web.evenings.models import Evening, new_token
from puur.web.models import Table


class HostedTable(models.Model):
    """A web table that plays for an evening or a club: its seats are given, its one game counts there."""

    live = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="hosted")
    evening = models.ForeignKey(Evening, null=True, blank=True, on_delete=models.CASCADE, related_name="hosted")
    table = models.PositiveSmallIntegerField(default=0)  # its number at the evening
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="hosted")
    day = models.CharField(max_length=40, blank=True)
    series = models.CharField(max_length=40, blank=True)
    round = models.PositiveSmallIntegerField()
    people = models.JSONField()  # who was drawn, by seat: ids of the evening or of the club
    said = models.JSONField(default=dict)  # the sides that have confirmed the result, each with the name of who did
    broken = models.CharField(max_length=200, blank=True)  # why it goes on with cards
    lines = models.JSONField(default=list)  # the numbers of the lines that were entered because of it
    opened = models.DateTimeField(auto_now_add=True)

    class Meta:
        """One web table for each table of a round, one for each Jassrunde of a series."""

        constraints = (
            models.UniqueConstraint(fields=("evening", "round", "table"), name="one_hosted_evening"),
            models.UniqueConstraint(fields=("club", "day", "series", "round"), name="one_hosted_club"),
            models.CheckConstraint(condition=models.Q(evening__isnull=False) ^ models.Q(club__isnull=False), name="one_host"),
        )

    def __str__(self) -> str:
        return f"{self.evening_id or self.club_id} {self.round}/{self.table or self.series}"


class SeatPass(models.Model):
    """The secret in the link to a seat: whoever opens it sits there, on whichever device."""

    hosted = models.ForeignKey(HostedTable, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=40, unique=True, default=new_token)

    class Meta:
        """One for each seat."""

        ordering = ("hosted", "seat")
        constraints = (models.UniqueConstraint(fields=("hosted", "seat"), name="one_seat_pass"),)

    def __str__(self) -> str:
        return f"{self.hosted_id}/{self.seat}"


class PlayerAccount(models.Model):
    """A player of an evening is this account: tied by whoever has the player's link, and parted again at will."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="accounts")
    player = models.CharField(max_length=LONGEST_ID)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="played_evenings")

    class Meta:
        """One account for each player."""

        constraints = (models.UniqueConstraint(fields=("evening", "player"), name="one_player_account"),)

    def __str__(self) -> str:
        return f"{self.evening_id} {self.player}"
