"""Picks the deals of sets in the background, before anybody asks for them: the dull ones are dropped, the quick bots play the rest.
Where nothing is to be picked, the games and sets that are over are rated.

That takes tens of seconds of a processor, so no request ever does it; a thread of the server has it done in a process apart.
Several web processes share one claim (`Picking`), by the clock of the database. Promise: one of them picks at a time; each deal
that was looked at is stored in the transaction that proves the claim, so that after a kill another goes on from there, and
nothing is picked twice or otherwise.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from puur.web.company import daily, deals, ratings
from puur.web.company.models import DealSet, Picking
from puur.web.server import environment
from puur.web.server.reading import Bounds, Readers

Work = Callable[..., Any]  # one of `deals`, and its arguments: done here, or in a process apart
log = logging.getLogger(__name__)
LEASE = timedelta(seconds=30)  # after so long without a sign of life another process goes on
BEAT = 1.0  # seconds between two such signs
AGAIN = 2.0  # seconds until it is looked whether the process that picks has ended
LOOK = 60.0  # seconds until it is looked unasked whether there is something to pick
SOON = timedelta(days=1)  # what opens within this time is picked now
HOUR = 3600.0


class Lost(Exception):
    """Another process has taken over."""


# ---- what is to be done ----------------------------------------------------------------------------------------------------------


def ahead() -> bool:
    """Whether this server picks before somebody asks."""
    return bool(environment.number(os.environ, "PUUR_AHEAD", 1))


def ready(dealset: DealSet) -> bool:
    """Whether a set can be played, and compared afterwards."""
    return bool(dealset.picks) and all(level in dealset.bots for level in deals.QUICK)


def expected(dealset: DealSet) -> bool:
    """Whether a set that is not ready becomes so without anybody's doing."""
    return dealset.asked or (ahead() and dealset.closes > timezone.now())


def held() -> bool:
    """Whether some process is at it."""
    return Picking.objects.filter(until__gt=Now()).exclude(by="").exists()


def waiting() -> list[DealSet]:
    """The sets that are to be picked, those for which people wait first, then what is open, the shortest first."""
    now = timezone.now()
    wanted = Q(asked=True) | Q(opens__lte=now + SOON, closes__gt=now) if ahead() else Q(asked=True)
    rows = [row for row in DealSet.objects.filter(wanted) if not ready(row)]
    return sorted(rows, key=lambda row: (not row.asked, row.opens > now, row.deals, row.opens))


# ---- the claim -------------------------------------------------------------------------------------------------------------------


def named(place: str) -> str:
    """A name for a claim: of those with the same place the newest lives, as with the leases of tables."""
    return f"{place[:100]}/{secrets.token_hex(8)}"


def claim(name: str) -> bool:
    """Become the one who picks, if nobody is."""
    Picking.objects.get_or_create(pk=1, defaults={"by": "", "until": timezone.now()})
    free = Q(by__startswith=name.rpartition("/")[0] + "/") | Q(by="") | Q(until__lt=Now())
    free |= Q(until__gt=Now() + 2 * LEASE)  # a clock that was wrong
    return bool(Picking.objects.filter(free, pk=1).update(by=name, until=Now() + LEASE))


def hold(name: str) -> None:
    """A sign of life; `Lost` if another one has taken over."""
    if not Picking.objects.filter(pk=1, by=name).update(until=Now() + LEASE):
        raise Lost


def let_go(name: str) -> None:
    """Others may pick at once."""
    Picking.objects.filter(pk=1, by=name).update(by="")


# ---- the work --------------------------------------------------------------------------------------------------------------------


def _here(work: Work, *arguments: object) -> Any:
    return work(*arguments)


def advance(dealset: DealSet, name: str, do: Work = _here) -> None:
    """One more deal looked at, or one more bot that has played them; stored while the claim holds."""
    root, count, level, picks = dealset.root, dealset.deals, dealset.level, tuple(dealset.picks)
    changes: dict[str, object]
    if not picks:
        number, sought = dealset.looked, list(dealset.sought)
        if do(deals.fits, root, count, level, tuple(sought), number):
            sought.append(number)
        changes = {"looked": number + 1, "sought": sought, "picks": sought if len(sought) == count else []}
    else:
        missing = next(quick for quick in deals.QUICK if quick not in dealset.bots)
        bots = dealset.bots | {missing: _told(do(deals.bot_in_seat, root, count, level, picks, missing))}
        changes = {"bots": bots, "asked": dealset.asked and not all(quick in bots for quick in deals.QUICK)}
    with transaction.atomic():
        hold(name)
        DealSet.objects.filter(pk=dealset.pk).update(**changes)
    for field, value in changes.items():
        setattr(dealset, field, value)


def _told(made: deals.Played) -> dict[str, object]:
    return {"points": list(made.points), "bids": list(made.bids)}


def prepare(dealset: DealSet, levels: Sequence[str] = deals.QUICK, apart: Apart | None = None) -> DealSet:
    """Have a set ready, and these levels played too; waits while another process picks."""
    name = named(f"puur daily {secrets.token_hex(8)}")
    do = _here if apart is None else partial(apart.done, partial(hold, name))
    while not ready(dealset):
        if claim(name):
            try:
                while not ready(dealset):
                    advance(dealset, name, do)
            except Lost:
                log.info("another process picks")
            finally:
                let_go(name)
        else:
            time.sleep(AGAIN)
        dealset.refresh_from_db()
    for level in levels:
        if level not in dealset.bots:
            made = _told(deals.bot_in_seat(dealset.root, dealset.deals, dealset.level, dealset.picks, level))
            with transaction.atomic():
                row = DealSet.objects.select_for_update().get(pk=dealset.pk)
                row.bots |= {level: made}
                row.save(update_fields=["bots"])
            dealset.bots = row.bots
    return dealset


class Apart(Readers):
    """The process in which the deals are played: at the lowest priority, and only while there is something to pick."""

    def __init__(self) -> None:
        super().__init__(1, HOUR, 1.0)

    def bounds(self) -> Bounds:
        """What one deal, or one bot, may take."""
        return Bounds(HOUR, HOUR, HOUR, 1, 1 << 30)

    def done(self, beat: Callable[[], None], work: Work, *arguments: object) -> Any:
        """What becomes of it; meanwhile `beat` is called, which may raise to give it up."""
        answer: Future[Any] = Future()

        def run() -> None:
            try:
                answer.set_result(self.read(work, *arguments))
            except Exception as problem:
                answer.set_exception(problem)

        threading.Thread(target=run, daemon=True, name="puur-picking").start()
        while True:
            try:
                return answer.result(BEAT)
            except NotYet:
                beat()


class Picker:
    """The thread of a server: picks what is due, and rests."""

    def __init__(self) -> None:
        self._called = threading.Event()
        self._stop = threading.Event()
        self._name = ""
        self._apart = Apart()
        self.due = 0  # sets that wait, for the metrics

    def start(self) -> None:
        """Begin, also with what another process has left."""
        self._stop = threading.Event()
        threading.Thread(target=self._work, args=(self._stop,), daemon=True, name="puur-picker").start()

    def stop(self) -> None:
        """Look at no further deal."""
        self._stop.set()
        self._called.set()

    def wake(self) -> None:
        """There may be something to pick."""
        self._called.set()

    def _work(self, stop: threading.Event) -> None:
        while not stop.is_set():
            pause = AGAIN
            try:
                pause = self.round(stop)
            except DatabaseError:
                log.warning("no deals could be picked: the database")
            except Exception:
                log.exception("picking deals")
                pause = LOOK
            finally:
                connection.close()
            self._called.wait(pause)
            self._called.clear()

    def _beat(self) -> None:
        if self._stop.is_set():
            raise Lost
        hold(self._name)

    def round(self, stop: threading.Event) -> float:
        """Pick what is due, what is asked for meanwhile first; the seconds to rest."""
        self._name = self._name or named(environment.process_name(os.environ))
        if ahead():
            daily.ensure()
        try:
            while not stop.is_set():
                due = waiting()
                self.due = len(due)
                if not due:
                    return self._rate(stop)
                if not claim(self._name):
                    return AGAIN
                due[0].refresh_from_db()  # another one may have ended it between the look and the claim
                if not ready(due[0]):
                    advance(due[0], self._name, partial(self._apart.done, self._beat))
        except Lost:
            return AGAIN
        finally:
            let_go(self._name)
            self._apart.rest()
        return 0.0

    def _rate(self, stop: threading.Event) -> float:
        """Rate the games and sets that are over, one by one, while no deals are waited for; the seconds to rest."""
        if not ahead():
            return LOOK
        if not claim(self._name):
            return AGAIN
        ratings.rate_sets()
        while ratings.rate_games(1, partial(self._apart.done, self._beat)):
            if stop.is_set() or waiting():
                return 0.0
        return LOOK


picker = Picker()


def ask(dealset: DealSet) -> None:
    """Somebody waits for this set: it is picked first."""
    if not dealset.asked:
        DealSet.objects.filter(pk=dealset.pk).update(asked=True)
        dealset.asked = True
    picker.wake()
