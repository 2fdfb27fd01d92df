"""Games that were played without a connection, in the database: tables that nobody can sit down at, with their events and results.

They are there for their person: to be replayed, judged and exported. Cards that a browser has dealt prove nothing to others, so
they count in no rating and no statistics, and no live table is ever made of them (`ALONE`).
"""

from __future__ import annotations

import hashlib
import time

from django.db import transaction
from django.utils import timezone

from puur.core.errors import Refusal
from puur.log import chain
from puur.web.live.state import Who
from puur.web.models import ALONE, LETTERS, Participant, PlayedGame, Seat, Table, TableEvent
from puur.web.people import owned_by
from puur.web.solo_facts import BOT
from puur.web.solo_upload import Played

CODE_LETTERS = 12


def code_of(played: Played) -> str:
    """The code under which a game is kept: the same however often it is sent, not to be guessed without its id."""
    number = int.from_bytes(hashlib.sha256(played.key.bytes).digest(), "big")
    letters = []
    for _ in range(CODE_LETTERS):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def known(played: Played) -> bool:
    """Whether something of this game is kept already."""
    return Table.objects.filter(code=code_of(played)).exists()


def join(who: Who, played: Played) -> Table:
    """Keep what is new of a game; `Refusal` if it is somebody else's or tells another story; IntegrityError: once more."""
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(code=code_of(played)).first() or _opened(who, played)
        if table.playing != ALONE or not Seat.objects.filter(table=table, number=0, **owned_by(who)).exists():
            raise Refusal("auth")
        rows = list(TableEvent.objects.filter(table=table).order_by("n"))
        if any(row.data != text for row, (_, text) in zip(rows, played.lines, strict=False)):
            raise Refusal("played")
        if len(rows) > len(played.lines):  # an earlier upload that arrives late
            return table
        _append(table, rows, played)
        if played.over and table.state != Table.State.OVER:
            _end(table, played)
    return table


def _opened(who: Who, played: Played) -> Table:
    table = Table.objects.create(
        code=code_of(played), state=Table.State.PLAYING, book=played.book, book_text=played.book_text, title=played.title,
        faces=played.faces, playing=ALONE, level=BOT, chat=False, host=who.key, game=1,
    )  # fmt: skip
    own = {"name": who.name or played.names[0], **owned_by(who)}
    Seat.objects.bulk_create(
        Seat(table=table, number=number, **(own if number == 0 else {"name": name, "bot": BOT}))
        for number, name in enumerate(played.names)
    )
    PlayedGame.objects.create(table=table, number=1, book=played.book, setup=played.setup)
    return table


def _append(table: Table, rows: list[TableEvent], played: Played) -> None:
    """The further events, chained as at every table."""
    now, before = time.time_ns() // 1_000_000, rows[-1].head if rows else ""
    fresh = []
    for n, (seat, text) in enumerate(played.lines[len(rows) :], start=len(rows) + 1):
        row = TableEvent(table=table, n=n, game=1, at=now, seat=seat, data=text)
        row.head = before = chain.head(before, *row.parts)
        fresh.append(row)
    TableEvent.objects.bulk_create(fresh)


def _end(table: Table, played: Played) -> None:
    game = PlayedGame.objects.get(table=table, number=1)
    game.finished, game.totals, game.winner = timezone.now(), list(played.totals), played.winner
    game.schneider, game.deals = played.schneider, list(played.deals)
    game.save()
    seats = Seat.objects.filter(table=table).order_by("number")
    Participant.objects.bulk_create(
        Participant(
            game=game, seat=seat.number, user_id=seat.user_id, guest_id=seat.guest_id, name=seat.name, bot=seat.bot,
            striche=played.striche[seat.number],
        )
        for seat in seats
    )  # fmt: skip
    table.state = Table.State.OVER
    table.save(update_fields=["state"])
