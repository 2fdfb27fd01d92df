"""People at the desk of an evening and of a club: they send forms until they are answered, and remember what was confirmed.

A form that was not answered is sent again with the same mark, as a browser does when somebody presses the button again. Each
entry has a word of its own, by which it is looked for among the stored events: once where it was confirmed, at most once where
not.
"""

from __future__ import annotations

import asyncio
import http.client
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import date

from tests.faults.people import Rows
from tests.web.client import Browser
from tests.web.test_pages import account

MOST = 150  # entries in one evening or club; then another one, so that the pages stay as quick as on an evening
WRONG = (OSError, http.client.HTTPException)
Answered = tuple[int, str]


class Writer(ABC):
    """One person at one desk."""

    stored = ""  # asks for number and text of every event of what was made last

    def __init__(self, address: str, seed: int) -> None:
        self.browser, self.rng = Browser(address), random.Random(seed)
        self.confirmed: list[str] = []
        self.told: Callable[[str], None] = lambda _word: None  # called with each of them
        self.pending = ""  # sent and not answered
        self.before: dict[str, list[str]] = {}  # what was confirmed in earlier ones
        self.key = ""
        self.stopping = False

    @abstractmethod
    def make(self) -> str:
        """Another evening or club; its key."""

    @abstractmethod
    def enter(self, word: str) -> bool:
        """Send a form that enters this word; whether it was taken."""

    async def begin(self) -> None:
        """With another evening or club."""
        key = await asyncio.to_thread(self.make)
        if self.key:
            self.before[self.key] = self.confirmed
        self.key, self.confirmed, self.pending = key, [], ""

    async def live(self) -> None:
        """Write until told to stop."""
        while not self.stopping:
            try:
                if len(self.confirmed) >= MOST:
                    await self.begin()
                self.pending = self.pending or "".join(self.rng.choices("bcdfghjklmnpqrstvwxz", k=14))
                if await asyncio.to_thread(self.enter, self.pending):
                    self.confirmed.append(self.pending)
                    self.told(self.pending)
                    self.pending = ""
            except WRONG:
                await asyncio.sleep(0.05)

    def check(self, rows: Rows) -> None:
        """What was confirmed is stored once and in its order; what was not answered at most once; no number is missing."""
        for key, words in [*self.before.items(), (self.key, self.confirmed)]:
            events = rows(self.stored, key)
            assert [n for n, _ in events] == list(range(1, len(events) + 1))
            text = "\n".join(str(data) for _, data in events)
            places = [text.find(word) for word in words]
            assert -1 not in places, "a confirmed entry is not stored"
            assert places == sorted(places)
            assert all(text.count(f'"{word}"') == 1 for word in words), "an entry is there twice"
        if self.pending:
            assert sum(f'"{self.pending}"' in str(data) for _, data in rows(self.stored, self.key)) <= 1

    def _post(self, path: str, **form: str) -> str:
        """Send a form that has to be taken; where it leads. Whatever is wrong on the way counts as no answer."""
        answer = self.browser.post(path, **form)
        if answer.status >= 500:
            raise ConnectionError(answer.status)
        assert answer.status == 302, (path, answer.status, answer.text[-1500:])
        return answer.headers["location"]


class EveningDesk(Writer):
    """Somebody who enters players in the list of an evening."""

    stored = (
        "SELECT e.n, CAST(e.data AS text) FROM evenings_eveningevent e JOIN evenings_evening v ON v.id = e.evening_id "
        "WHERE v.code = %s ORDER BY e.n"
    )

    def make(self) -> str:
        """An evening."""
        self.browser.get("/evenings/new/")
        place = self._post("/evenings/new/", title="Dorfjass", book="tam2014-es", date="2026-11-14", venue="Löwen", seed="Losrad")
        found = re.search(r"/evenings/([A-Z]{8})/", place)
        assert found
        return found[1]

    def enter(self, word: str) -> bool:
        """A player with this name; the mark of the form is the name."""
        self._post(f"/evenings/{self.key}/players/", name=word, action=word)
        return True


class ClubDesk(Writer):
    """A treasurer who books what somebody owes."""

    stored = (
        "SELECT e.n, CAST(e.data AS text) FROM clubs_clubevent e JOIN clubs_club c ON c.id = e.club_id "
        "WHERE c.slug = %s ORDER BY e.n"
    )

    def make(self) -> str:
        """A club with a member who is its treasurer."""
        if not self.key:
            account(self.browser)
        slug = self._post("/clubs/new/", name=f"Club {self.rng.getrandbits(40):x}", book="ajz08", me="Carla").split("/")[2]
        today = date.today().isoformat()
        self._post(f"/clubs/{slug}/do/member-admit/", person="carla", on=today)
        self._post(f"/clubs/{slug}/do/office-give/", office="kassier", person="carla", on=today)
        return slug

    def enter(self, word: str) -> bool:
        """A debt with this rule; a mark that has come before is refused, so it had arrived."""
        path = f"/clubs/{self.key}/money/person/carla/charge/"
        answer = self.browser.post(path, amount="5", rule=word, once=word)
        if answer.status >= 500:
            raise ConnectionError(answer.status)
        assert answer.status in (302, 400), answer.text[-1500:]
        return True


def desks(address: str, seed: int) -> list[Writer]:
    """One of each."""
    kinds: tuple[Callable[[str, int], Writer], ...] = (EveningDesk, ClubDesk)
    return [kind(address, seed + number) for number, kind in enumerate(kinds)]
