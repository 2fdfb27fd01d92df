"""Whatever is sent to the organiser's pages, an answer comes, and the evening can still be folded from its events."""

from __future__ import annotations

import random

import pytest

from puur.web.evenings import store
from puur.web.evenings.fold import refold
from tests.web.evenings.organiser_help import Organiser

pytestmark = pytest.mark.usefixtures("database")

VALUES = (
    "", "0", "-1", "--5", "1", "2", "99999999999", "x", "ä\u202e", "1e5", "²", "٣", "A" * 500, "=1", "2026-13-45", "2026-11-14",
    "on", "None", "[]", "<b>", " ", "1.5", "12.50", "1'000",
)  # fmt: skip
FIELDS = (
    "name", "name2", "email", "number", "club", "pair", "paid", "here", "public", "pasted", "doubles", "player", "amount", "reason",
    "table", "other", "official", "points", "rule", "text", "round", "all", "one", "two", "seat", "seed", "minutes", "first",
    "order", "persons", "account", "incident", "sent", "upheld", "decision", "notice", "title", "date", "venue", "rounds", "rest",
    "sit_out", "missed", "fee", "draw", "typed", "n", "backup", "role", "label", "invite",
)  # fmt: skip
FORMS = {
    "players/": " ",
    "players/list/": " import drop",
    "checkin/": "here paid unpaid away x",
    "players/one/act/": "amend pay withdraw return fix apart breach warn exclude disqualify honour penalty remark score standin "
    "together remove x",
    "draw/act/": "draw undo release swap standin fix apart together x",
    "standing/act/": "close reopen tie prize protest decide freeze thaw x",
    "clock/": "start pause resume add off x",
    "notice/": " ",
    "settings/": " ",
    "log/": " ",
    "backups/": "make restore",
    "staff/": "invite revoke dismiss x",
}
PAGES = ("", "players/", "checkin/", "draw/", "round/", "standing/", "paper/", "log/", "backups/", "staff/")


@pytest.mark.parametrize("book", ["tam2014-es", "tam2014-ps"])
def test_every_form_answers_whatever_it_is_sent(book: str) -> None:
    rng = random.Random(book)
    desk = Organiser()
    desk.create(book)
    for number in range(8):
        assert not desk.post("players/", name=f"Person {number}", name2=f"Partner {number}", here="1")
    for step in range(150):
        path = rng.choice(sorted(FORMS))
        given = {name: rng.choice(VALUES) for name in rng.sample(FIELDS, rng.randint(5, len(FIELDS)))}
        if rng.random() < 0.6:
            given |= {
                "player": str(rng.randint(1, 8)),
                "one": str(rng.randint(1, 8)),
                "two": str(rng.randint(1, 8)),
                "reason": "weil",
            }
        given["do"] = rng.choice(FORMS[path].split(" "))
        answer = desk.client.post(desk.url(path), given, headers={"X-Puur-Swap": "1"} if rng.random() < 0.8 else {})
        assert answer.status_code in (200, 302), (path, given)
        if step % 50 == 49:
            for page in (*PAGES, "players/one/?player=²", "draw/?round=²&one=1&two=2", "draw/?round=1&one=1&two=2"):
                assert desk.client.get(desk.url(page), follow=True).status_code == 200, page
    row = store.row(desk.code)
    assert refold(row).engine.players == desk.engine().players
    assert refold(row).engine.rounds == desk.engine().rounds
