"""Ratings in the database: finished sets and games at open tables go in once, in order of time; ladders show who wants to appear.

A pool is a game and its book. Bots are rated beside people; *Stammtisch* is the anchor. A deal at a table counts only if the
four who began it played it: whoever leaves is charged for the deals they have played, and their partner never for those of a
stand-in. What a person made alone with bots, or of a set, is kept apart too: it bounds the number that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from puur.bots.levels import LEVELS
from puur.core.cards import CardSet
from puur.core.deal import Deal
from puur.core.events import CardPlayed
from puur.core.game import Game
from puur.rating import Belief, Pool, Result, Seated, Z, after_deal, after_set, drifted, held, is_sure, worth
from puur.web.company import daily, deals, social
from puur.web.company.models import DealSet, Profile, Rated, Rating
from puur.web.live.store import game_of
from puur.web.models import Participant, PlayedGame, TableEvent

ANCHOR = "stammtisch"
LEAST_DEALS = 20  # before that nobody stands on a ladder
WRITTEN = ("mean", "spread", "deals", "day", "sure_mean", "sure_spread", "sure_deals")
SET_POOL = f"schieber {deals.BOOK}"


def pool_of(form: str, book: str) -> str:
    """The name of the pool of a game and its book."""
    return f"{form} {book}"[:80]


def _is_account(player: str) -> bool:
    return player[0] == "u" and player[1:].isdigit()


@dataclass(slots=True)
class Stored:
    """A pool as it stands in the database, read for those who are needed."""

    name: str
    pool: Pool
    sure: Pool  # of people what nobody else could throw; of bots the same as in `pool`
    days: dict[str, date]

    @classmethod
    def read(cls, name: str, players: Iterable[str]) -> Stored:
        """What is known of these players: `u12` for an account, the name of a level for a bot."""
        wanted = set(players)
        users = [int(player[1:]) for player in wanted if _is_account(player)]
        rows = [*Rating.objects.filter(pool=name, user__in=users), *Rating.objects.filter(pool=name, user=None, bot__in=wanted)]
        anchor = Belief(0.0, 0.0, 0, fixed=True)
        stored = cls(name, Pool({ANCHOR: anchor}), Pool({ANCHOR: anchor}), {})
        for row in rows:
            player = f"u{row.user_id}" if row.user_id else row.bot
            stored.pool.beliefs[player], stored.sure.beliefs[player] = beliefs_of(row)
            stored.days[player] = row.day
        return stored

    def at(self, day: date) -> None:
        """Let what is known age until this day."""
        for pool in (self.pool, self.sure):
            for player, belief in pool.beliefs.items():
                pool.beliefs[player] = drifted(belief, (day - self.days.get(player, day)).days)

    def take(self, fresh: dict[str, Belief], sure: dict[str, Belief]) -> None:
        """New beliefs; a bot is known in one way alone."""
        self.pool.beliefs.update(fresh)
        self.sure.beliefs.update({player: belief for player, belief in sure.items() if player not in LEVELS})
        self.sure.beliefs.update({player: belief for player, belief in fresh.items() if player in LEVELS})

    def write(self, players: Collection[str], day: date) -> None:
        """Store what is known now, of thousands in a few strokes: SQLite has one writer."""
        users = [int(player[1:]) for player in players if _is_account(player)]
        rows = Rating.objects.filter(Q(user__in=users) | Q(user=None), pool=self.name)
        known = {f"u{row.user_id}" if row.user_id else row.bot: row for row in rows}
        first: list[Rating] = []
        changed: list[Rating] = []
        for player in players:
            who = {"user_id": int(player[1:])} if _is_account(player) else {"bot": player}
            row = known.get(player) or Rating(pool=self.name, **who)
            (changed if player in known else first).append(row)
            belief, sure = self.pool.of(player), self.sure.of(player)
            row.mean, row.spread, row.deals, row.day = belief.mean, belief.spread, belief.deals, day
            row.sure_mean, row.sure_spread, row.sure_deals = sure.mean, sure.spread, sure.deals
        Rating.objects.bulk_update(changed, WRITTEN, batch_size=500)
        Rating.objects.bulk_create(first)


def beliefs_of(row: Rating) -> tuple[Belief, Belief]:
    """What is known of a player, and what of it nobody else could have thrown; of a bot both are the same."""
    belief = Belief(row.mean, row.spread, row.deals, fixed=row.bot == ANCHOR)
    return belief, Belief(row.sure_mean, row.sure_spread, row.sure_deals) if row.user_id else belief


def _once(what: str) -> bool:
    """Whether this goes in now; in a transaction of the caller, so that two processes never do it twice."""
    try:
        with transaction.atomic():
            Rated.objects.create(what=what)
    except IntegrityError:
        return False
    return True


# ---- sets ----------------------------------------------------------------------------------------------------------------------


def rate_sets(now: datetime | None = None) -> int:
    """Every set that is over and was not rated yet; how many that were."""
    done = set(Rated.objects.filter(what__startswith="set ").values_list("what", flat=True))
    over = DealSet.objects.filter(closes__lte=(now or timezone.now()) - daily.LATE, club=None).exclude(picks=[]).order_by("closes")
    return sum(_rate_set(dealset) for dealset in over if f"set {dealset.key}" not in done)


def _rate_set(dealset: DealSet) -> bool:
    daily.settle(dealset)
    with transaction.atomic():
        if not _once(f"set {dealset.key}"):
            return False
        people = [row for row in daily.counted(dealset) if row.user_id is not None]
        results = [Result(f"u{row.user_id}", row.total / dealset.deals, dealset.deals) for row in people]
        results += [Result(level, sum(made["points"]) / dealset.deals, dealset.deals) for level, made in dealset.bots.items()]
        stored = Stored.read(SET_POOL, [result.player for result in results])
        day = timezone.localdate(dealset.closes)
        stored.at(day)
        fresh = after_set(stored.pool, results, LEVELS)
        stored.take(fresh, after_set(stored.sure, results, LEVELS))
        stored.write(fresh, day)
    return True


# ---- games at open tables -------------------------------------------------------------------------------------------------------


def _here(work: Callable[..., Any], *arguments: object) -> Any:
    return work(*arguments)


def rate_games(most: int = 50, do: Callable[..., Any] = _here) -> int:
    """Games of open tables that are over and were not rated yet, oldest first; how many that were. `do` has the deals played."""
    over = PlayedGame.objects.filter(table__open__isnull=False, finished__isnull=False).select_related("table", "table__open")
    done = set(Rated.objects.filter(what__startswith="game ").values_list("what", flat=True))
    waiting = [game for game in over.order_by("finished") if f"game {game.pk}" not in done][:most]
    return sum(_rate_game(game, do) for game in waiting)


def _rate_game(row: PlayedGame, do: Callable[..., Any]) -> bool:
    played = game_of(row.table, row.number)
    parts = {part.seat: part for part in Participant.objects.filter(game=row)}
    seated_ones: list[Seated] = []
    if played is not None and len(played[0].seats) == len(parts) == 4 and len(played[0].ledger.totals) == 2:
        seated_ones = seated_deals(*played, parts, do)  # only games between two pairs have a measure of luck
    with transaction.atomic():  # begun when nothing is left to think about: SQLite has one writer
        if not _once(f"game {row.pk}"):
            return False
        if played is None or not seated_ones:
            return True
        pool = pool_of(played[0].book.form, row.book)
        stored = Stored.read(pool, [player for part in parts.values() for player in _names(part)])
        day = timezone.localdate(row.finished)
        stored.at(day)
        updated: set[str] = set()
        for seated in seated_ones:
            fresh = after_deal(stored.pool, seated, LEVELS)
            stored.take(fresh, after_deal(stored.sure, seated, LEVELS) if is_sure(seated, LEVELS) else {})
            updated.update(fresh)
        stored.write(updated, day)
    return True


def _names(part: Participant) -> list[str]:
    return [f"u{part.user_id}"] if part.user_id else [part.bot] if part.bot else []


def seated_deals(
    game: Game, events: Sequence[TableEvent], parts: dict[int, Participant], do: Callable[..., Any] = _here
) -> list[Seated]:
    """The deals of a game that say something: played by those who sit there, all four known, with at least one person."""
    players = tuple((_names(parts[seat]) or [""])[0] for seat in range(4))
    helped = _helped(game, events)
    if "" in players or all(parts[seat].bot for seat in range(4)):
        return []
    first, second, third, fourth = players
    return [
        Seated((first, second, third, fourth), float(deal.points[0]), do(deals.luck, game.book, *luck_facts(deal)))
        for deal in game.finished_deals
        if deal.number not in helped and deal.mode is not None
    ]


def _helped(game: Game, events: Sequence[TableEvent]) -> set[int]:
    """The deals in which a bot or the clock has played for a person."""
    helped, again = set(), Game(game.book, game.setup)
    for event, row in zip(game.events, events, strict=True):
        again.submit(event)
        if row.by and isinstance(event, CardPlayed) and again.deals:
            helped.add(again.deals[-1].number)
    return helped


def luck_facts(deal: Deal) -> tuple[list[CardSet], int, int]:
    """What of a deal decides its luck: the hands as they were dealt, the dealer, its number."""
    return [CardSet(deal.dealt_hand(seat)) for seat in range(4)], deal.dealer, deal.number


# ---- ladders -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rung:
    """One line of a ladder."""

    place: int
    name: str
    bot: bool
    mean: float
    margin: float  # half of the 95 % interval
    deals: int
    me: bool


def counting(row: Rating) -> Belief:
    """The number of a player that counts."""
    return held(*beliefs_of(row))


def ladder(pool: str, viewer: int | None, users: set[int] | None = None) -> list[Rung]:
    """People who want to appear, and bots, by what they are worth at least; `users` narrows it to a canton or a club."""
    rows = Rating.objects.filter(pool=pool, deals__gte=LEAST_DEALS).exclude(user__isnull=False, sure_deals__lt=LEAST_DEALS)
    listed = set(Profile.objects.filter(listed=True, user__ratings__pool=pool).values_list("user_id", flat=True))
    hidden = social.hidden_from(viewer) if viewer else set()
    shown = [
        row for row in rows
        if row.user_id is None or (((row.user_id in listed or row.user_id == viewer) and row.user_id not in hidden)
        and (users is None or row.user_id in users))
    ]  # fmt: skip
    names = social.names(row.user_id for row in shown if row.user_id)
    shown.sort(key=lambda row: -worth(*beliefs_of(row)))
    return [
        Rung(
            place, names.get(row.user_id or 0, "") if row.user_id else row.bot, row.user_id is None, round(counting(row).mean, 1),
            round(Z * row.spread, 1), row.deals, row.user_id is not None and row.user_id == viewer,
        )
        for place, row in enumerate(shown, start=1)
    ]  # fmt: skip


def pools() -> list[str]:
    """The pools in which somebody is rated."""
    return sorted(Rating.objects.values_list("pool", flat=True).distinct())
