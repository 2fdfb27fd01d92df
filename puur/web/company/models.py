"""What is stored of company. Rows about a person hang on their account and go with it; results that others are compared with stay
without a name. Nothing of a person is shown to others unless `Profile` says so.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q

from puur.rating import START_SPREAD
from puur.web.clubs.models import Club
from puur.web.models import Guest, Table, new_secret

USER = settings.AUTH_USER_MODEL


def new_key() -> str:
    """The address of something that is not public."""
    return secrets.token_urlsafe(9)


# ---- people ------------------------------------------------------------------------------------------------------------------


class Profile(models.Model):
    """What somebody wants others to know; without a row: nothing."""

    user = models.OneToOneField(USER, on_delete=models.CASCADE, related_name="company")
    listed = models.BooleanField(default=False)  # appears by name in results and ladders
    canton = models.CharField(max_length=2, blank=True)
    online = models.BooleanField(default=False)  # friends see that somebody is here, and at which open table
    partner = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")  # the usual one
    seen = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}"


class Friendship(models.Model):
    """Two people who want to find each other; it holds once the second one has agreed."""

    asker = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="friends_asked")
    asked = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="friends_asking")
    since = models.DateTimeField(auto_now_add=True)
    agreed = models.BooleanField(default=False)

    class Meta:
        """Once in each direction, never with oneself."""

        constraints = (
            models.UniqueConstraint(fields=("asker", "asked"), name="one_friendship"),
            models.CheckConstraint(condition=~Q(asker=models.F("asked")), name="no_own_friend"),
        )

    def __str__(self) -> str:
        return f"{self.asker_id} {self.asked_id} {self.agreed}"


class Shunned(models.Model):
    """Somebody whom another does not want to read (muted) or not to meet (blocked); the other one is not told."""

    class Kind(models.TextChoices):
        """How far it goes."""

        MUTED = "muted"
        BLOCKED = "blocked"

    by = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="shuns")
    whom = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="shunned_by")
    kind = models.CharField(max_length=8, choices=Kind.choices)

    class Meta:
        """One of the two."""

        constraints = (models.UniqueConstraint(fields=("by", "whom"), name="one_shunned"),)

    def __str__(self) -> str:
        return f"{self.by_id} {self.kind} {self.whom_id}"


class Report(models.Model):
    """Somebody tells the operator about another's conduct."""

    class Reason(models.TextChoices):
        """What it is about."""

        INSULT = "insult"
        CHEATING = "cheating"
        LEAVING = "leaving"
        NAME = "name"
        OTHER = "other"

    by = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports_made")
    about = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports_about")
    name = models.CharField(max_length=24)  # as it stood at the table
    reason = models.CharField(max_length=10, choices=Reason.choices)
    text = models.CharField(max_length=1000, blank=True)
    code = models.CharField(max_length=12, blank=True)  # of the table
    at = models.DateTimeField(auto_now_add=True)
    done = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=1000, blank=True)

    def __str__(self) -> str:
        return f"{self.reason} {self.name}"


class Invitation(models.Model):
    """Somebody asks a friend to a table."""

    by = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="invitations_sent")
    to = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="invitations")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Asking twice is no second invitation."""

        constraints = (models.UniqueConstraint(fields=("by", "to", "table"), name="one_invitation"),)

    def __str__(self) -> str:
        return f"{self.by_id} {self.to_id} {self.table_id}"


# ---- deals for everybody -------------------------------------------------------------------------------------------------------


class DealSet(models.Model):
    """Deals that are the same for everybody, for a day, a week or a club."""

    class Kind(models.TextChoices):
        """For whom, and how long."""

        DAY = "day"
        WEEK = "week"
        CLUB = "club"

    key = models.SlugField(max_length=24, unique=True)  # 2026-11-17, 2026-w47, or a secret address
    kind = models.CharField(max_length=4, choices=Kind.choices)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    title = models.CharField(max_length=80, blank=True)
    opens = models.DateTimeField()
    closes = models.DateTimeField()
    root = models.CharField(max_length=64, default=new_secret, editable=False)  # the sealed seed
    deals = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=16)  # of the three bots
    asked = models.BooleanField(default=False)  # somebody waits to play it
    looked = models.PositiveIntegerField(default=0)  # at so many deals of the seed
    sought = models.JSONField(default=list)  # which of them are not dull
    picks = models.JSONField(default=list)  # which deals of the seed; empty until they are picked
    bots = models.JSONField(default=dict)  # what each level makes in everybody's seat: points and bids, deal by deal

    class Meta:
        """A club's set belongs to its club."""

        constraints = (models.CheckConstraint(condition=Q(kind="club") ^ Q(club__isnull=True), name="club_set"),)

    def __str__(self) -> str:
        return self.key


class Picking(models.Model):
    """Which process picks deals: the only row. It holds until its time is over, by the clock of the database."""

    by = models.CharField(max_length=120)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.by


class Try(models.Model):
    """Somebody plays a set. The first one counts; of somebody who deletes their account the result stays, without a name."""

    dealset = models.ForeignKey(DealSet, on_delete=models.CASCADE, related_name="tries")
    user = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    table = models.OneToOneField(Table, null=True, on_delete=models.SET_NULL, related_name="daily")
    first = models.BooleanField()  # whether it is the first one of this person
    counts = models.BooleanField(default=False)  # of an account that has not seen the cards before
    began = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)
    points = models.JSONField(default=list)
    bids = models.JSONField(default=list)
    total = models.IntegerField(default=0)

    class Meta:
        """One first try, whatever happens at the same moment."""

        constraints = (
            models.UniqueConstraint(fields=("dealset", "user"), condition=Q(first=True), name="one_first_user"),
            models.UniqueConstraint(fields=("dealset", "guest"), condition=Q(first=True), name="one_first_guest"),
        )
        indexes = (models.Index(fields=("dealset", "counts", "total"), name="daily_rank"),)

    def __str__(self) -> str:
        return f"{self.dealset_id} {self.user_id or self.guest_id} {self.total}"


class Comment(models.Model):
    """What somebody says about a deal, for those who have played it."""

    dealset = models.ForeignKey(DealSet, on_delete=models.CASCADE, related_name="comments")
    deal = models.PositiveSmallIntegerField()
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=500)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.dealset_id}/{self.deal} {self.text[:40]}"


class DuplicateEvening(models.Model):
    """An evening in a hall with the same printed deals at every table."""

    key = models.CharField(max_length=16, unique=True, default=new_key)
    owner = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="duplicate_evenings")
    title = models.CharField(max_length=80)
    made = models.DateTimeField(auto_now_add=True)
    root = models.CharField(max_length=64, default=new_secret, editable=False)
    tables = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    boards = models.PositiveSmallIntegerField()  # in each round
    names = models.JSONField(default=list)  # of the pairs: first those who stay, then those who move
    made_points = models.JSONField(default=dict)  # `round/table/board`: points of the pair that stays

    def __str__(self) -> str:
        return self.title


# ---- open tables ---------------------------------------------------------------------------------------------------------------


class OpenTable(models.Model):
    """A table in the public list: bots hold its seats until people come."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="open")
    form = models.CharField(max_length=24)
    tempo = models.CharField(max_length=8)
    waits = models.BooleanField(default=False)  # begins with four people only
    listed = models.BooleanField(default=True)
    opened = models.DateTimeField(auto_now_add=True)

    class Meta:
        """The list asks for these."""

        indexes = (models.Index(fields=("listed", "form", "tempo"), name="open_list"),)

    def __str__(self) -> str:
        return f"{self.table_id} {self.form} {self.tempo}"


class Leaving(models.Model):
    """Somebody left an open table before the game was over; how much that weighs decays with time."""

    user = models.ForeignKey(USER, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="+")
    game = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.user_id or self.guest_id} {self.table_id}"


# ---- ratings -------------------------------------------------------------------------------------------------------------------


class Rating(models.Model):
    """How strong a person or a bot is in a pool (a game and its book): points per deal over *Stammtisch*, and how sure that is."""

    pool = models.CharField(max_length=80)
    user = models.ForeignKey(USER, null=True, blank=True, on_delete=models.CASCADE, related_name="ratings")
    bot = models.CharField(max_length=16, blank=True)
    mean = models.FloatField()
    spread = models.FloatField()  # one standard deviation
    deals = models.PositiveIntegerField()
    sure_mean = models.FloatField(
        default=0.0
    )  # the same from results that nobody else could throw: sets, and deals alone with bots
    sure_spread = models.FloatField(default=START_SPREAD)
    sure_deals = models.PositiveIntegerField(default=0)
    day = models.DateField()  # of the last result

    class Meta:
        """One number for each player and pool."""

        constraints = (
            models.UniqueConstraint(fields=("pool", "user"), condition=Q(user__isnull=False), name="one_rating_user"),
            models.UniqueConstraint(fields=("pool", "bot"), condition=Q(user__isnull=True), name="one_rating_bot"),
        )

    def __str__(self) -> str:
        return f"{self.pool} {self.user_id or self.bot} {self.mean:.1f}"


class Rated(models.Model):
    """What has gone into the ratings already: a set, or a game at an open table, once."""

    what = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.what


# ---- puzzles -------------------------------------------------------------------------------------------------------------------


class PuzzleRating(models.Model):
    """How hard a puzzle has turned out to be."""

    key = models.CharField(max_length=8, unique=True)
    rating = models.FloatField()
    spread = models.FloatField()
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.key} {self.rating:.0f}"


class Solver(models.Model):
    """How strong somebody is at puzzles."""

    user = models.OneToOneField(USER, on_delete=models.CASCADE, related_name="solver")
    rating = models.FloatField()
    spread = models.FloatField()

    def __str__(self) -> str:
        return f"{self.user_id} {self.rating:.0f}"


class PuzzleTry(models.Model):
    """Somebody's first answer to a puzzle."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="puzzle_tries")
    key = models.CharField(max_length=8)
    answer = models.CharField(max_length=1)
    right = models.BooleanField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """The first one is rated, later ones are free."""

        constraints = (models.UniqueConstraint(fields=("user", "key"), name="one_puzzle_try"),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.key} {self.right}"


class JudgedDeal(models.Model):
    """The decisions of somebody in a deal that was judged, kept when the opinions themselves are thrown away."""

    user = models.ForeignKey(USER, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+")
    game = models.PositiveIntegerField()
    deal = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    played = models.DateTimeField()
    decisions = models.JSONField(default=list)  # number of the event, group, points lost, line of a puzzle or nothing
    answers = models.JSONField(default=dict)  # the first answer to the puzzle of an event, by its number

    class Meta:
        """Once for each who sat there; the page asks for those of a person in the order of play."""

        constraints = (models.UniqueConstraint(fields=("table", "game", "deal", "seat"), name="one_judged_deal"),)
        indexes = (models.Index(fields=("user", "played"), name="judged_of_user"),)

    def __str__(self) -> str:
        return f"{self.user_id or self.guest_id} {self.table_id}/{self.game}/{self.deal}"
