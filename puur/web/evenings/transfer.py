"""A whole evening in one file, out and in, and the backups that are made of it.

The file is the engine's own (`evening.files`), so that `puur draw check`, `puur rank` and `puur print` read it too, with a part
`web` for what only the pages know; it is read in `evening_file`. Other keys, such as who may help in the office, stay where they
are.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Length

from puur.evening.evening import Evening as EveningState
from puur.evening.files import SETUP, evening_to_plain
from puur.log import EVENING
from puur.log.lines import withdrawals
from puur.reglement import dump, shipped
from puur.web.evenings.evening_file import Beside
from puur.web.evenings.fold import EVENINGS, folded, lines_of, now_ms
from puur.web.evenings.models import (
    CODE_LENGTH,
    Evening,
    EveningBackup,
    EveningEvent,
    PlayerLink,
    ResultDraft,
    TablePass,
    new_evening_code,
)
from puur.web.live.state import Who
from puur.web.models import LETTERS
from puur.web.store import Folded
from puur.web.store.laying import Laid
from puur.web.store.lines import chained

FOLDER = "backups"
MOST_KEPT = 60  # backups per evening, by hand ones included
MOST_BYTES = 64 << 20  # that they weigh together; the newest stay, `LEAST_KEPT` of them whatever they weigh
LEAST_KEPT = 3


def exported(row: Evening) -> dict[str, Any]:
    """Everything about an evening, for one file."""
    known = folded(row)
    rows = list(EveningEvent.objects.filter(evening=row).order_by("n"))
    live = set(known.numbers)
    gone = withdrawals(lines_of(row))
    return {
        **evening_to_plain(known.engine),
        "web": {
            "code": row.code,
            "fee": row.fee,
            "clock": row.clock,
            "notice": row.notice,
            "frozen": None if row.frozen is None else sum(n <= row.frozen for n in known.numbers),  # so many events are shown
            "log": [[entry.at, entry.by, entry.action] for entry in rows if entry.n in live],
            "undone": [
                {"at": entry.at, "by": entry.by, "event": entry.data,
                 "withdrawn": [gone[entry.n].at, gone[entry.n].by, gone[entry.n].event.reason]}
                for entry in rows if entry.n in gone
            ],
            "passes": [list(given) for given in TablePass.objects.filter(evening=row).values_list("round", "table", "secret")],
            "links": [
                list(link) for link in PlayerLink.objects.filter(evening=row).order_by("player").values_list("player", "secret")
            ],
            "drafts": list(
                ResultDraft.objects.filter(evening=row).values("round", "table", "source", "side", "by", "data", "at", "action")
            ),
        },
    }  # fmt: skip


def text_of(raw: dict[str, Any]) -> str:
    """The text of the file."""
    return json.dumps(raw, ensure_ascii=False, indent=1) + "\n"


class Backup:
    """A copy of everything as it stands when this is made, for the database and for a file beside it."""

    def __init__(self, row: Evening, why: str, by: str = "") -> None:
        live, text = list(folded(row).numbers), text_of(exported(row))
        self.made = EveningBackup(evening=row, at=now_ms(), why=why, by=by[:80], live=live, data=text)
        self._folder = Path(settings.DATA) / FOLDER / row.code
        self._kept = MOST_KEPT

    def save(self) -> None:
        """Keep it, and as many as are kept."""
        self.made.save(force_insert=True)
        rows = EveningBackup.objects.filter(evening=self.made.evening).order_by("-at", "-pk")
        sizes = list(rows.annotate(size=Length("data")).values_list("pk", "size"))
        self._kept = _so_many([size for _, size in sizes])
        EveningBackup.objects.filter(pk__in=[pk for pk, _ in sizes[self._kept :]]).delete()
        transaction.on_commit(self._beside)

    def _beside(self) -> None:
        """The file is a second net: if the disk is full, the row still stands and the evening goes on."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{self.made.at}-{self.made.why}.json").write_text(self.made.data, encoding="utf-8")
            for stale in sorted(self._folder.glob("*.json"))[: -self._kept]:
                stale.unlink()


def _so_many(sizes: Sequence[int]) -> int:
    """How many backups of these sizes are kept, the newest first."""
    weight = 0
    for place, size in enumerate(sizes[:MOST_KEPT]):
        weight += size
        if weight > MOST_BYTES and place >= LEAST_KEPT:
            return place
    return min(MOST_KEPT, len(sizes))


def backup(row: Evening, why: str, by: str = "") -> EveningBackup:
    """Keep a copy of everything as it stands."""
    copy = Backup(row, why, by)
    copy.save()
    return copy.made


def drop(row: Evening) -> None:
    """Delete an evening for good, the files of its backups included."""
    folder = Path(settings.DATA) / FOLDER / row.code
    row.delete()
    shutil.rmtree(folder, ignore_errors=True)


def import_one(engine: EveningState, beside: Beside, who: Who) -> Evening:
    """The evening of a file as one of this machine."""
    code = beside.code
    if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS) or Evening.objects.filter(code=code).exists():
        code = new_evening_code()
    events, book = engine.events, engine.book
    now = now_ms()
    row = Evening(
        code=code, title=engine.setup.name[:120], book=book.key, book_text="" if book.key in shipped() else dump(book),
        setup=SETUP.write(engine.setup), revision=1, user_id=who.user, guest_id=who.guest, fee=beside.fee, clock=beside.clock,
        notice=beside.notice, frozen=beside.frozen, **EVENINGS.kept(engine),
    )  # fmt: skip
    head, lines = "", []
    for n, (event, (at, by, action)) in enumerate(zip(events, beside.log, strict=True), start=1):
        line = EveningEvent(n=n, at=now if at is None else at, by=by, action=action, data=EVENING.write(event))
        head = chained(line, head)
        lines.append(line)
    laid = Laid(EveningEvent, "evening", lines)
    with transaction.atomic():
        row.save(force_insert=True)
        laid.store(row.pk)
        _secrets(row, beside, set(engine.players))
        kept = {
            (draft.round, draft.table, draft.source, draft.side): ResultDraft(evening=row, **asdict(draft))
            for draft in beside.drafts
            if 1 <= draft.round <= engine.released and draft.source in ResultDraft.Source.values
        }
        ResultDraft.objects.bulk_create(kept.values())
        EVENINGS.keep(row, Folded(row.revision, engine, tuple(range(1, len(events) + 1))), None)
        if lines:
            transaction.on_commit(lambda: EVENINGS.note(row, lines[-1]))
    return row


def _secrets(row: Evening, beside: Beside, players: set[str]) -> None:
    """Codes that are printed go on working, unless they are taken on this machine by the evening they were copied from."""
    taken = {*TablePass.objects.values_list("secret", flat=True), *PlayerLink.objects.values_list("secret", flat=True)}
    passes: dict[tuple[int, int], str] = {}
    for round_, table, secret in beside.passes:
        if secret not in taken:
            passes[round_, table] = secret
            taken.add(secret)
    TablePass.objects.bulk_create(TablePass(evening=row, round=r, table=t, secret=secret) for (r, t), secret in passes.items())
    links: dict[str, str] = {}
    for player, secret in beside.links:
        if player in players and secret not in taken:
            links[player] = secret
            taken.add(secret)
    PlayerLink.objects.bulk_create(PlayerLink(evening=row, player=player, secret=secret) for player, secret in links.items())
