"""A whole evening in one file, out and in, and the backups that are made of it.

The file is the engine's own (`evening.files`), so that `puur draw check`, `puur rank` and `puur print` read it too, with a part
`web` for what only the pages know. Reading replays every event: a file that the rules refuse is refused. Other keys, such as who
may help in the office, stay where they are.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from puur.evening.files import SETUP, evening_from_plain, evening_to_plain
from puur.log import EVENING, Expected, Unfit
from puur.log.errors import shown
from puur.log.lines import withdrawals
from puur.reglement import dump, shipped
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

FOLDER = "backups"
MOST_KEPT = 60  # backups per evening, by hand ones included
_TOKEN = re.compile(r"[A-Za-z0-9_-]{12,40}")


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


def backup(row: Evening, why: str, by: str = "") -> EveningBackup:
    """Keep a copy of everything as it stands, in the database and as a file beside it."""
    text = text_of(exported(row))
    at = now_ms()
    made = EveningBackup.objects.create(evening=row, at=at, why=why, by=by[:80], live=list(folded(row).numbers), data=text)
    old = EveningBackup.objects.filter(evening=row).order_by("-at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
    EveningBackup.objects.filter(pk__in=list(old)).delete()
    # The file is a second net: if the disk is full, the row still stands and the evening goes on.
    with contextlib.suppress(OSError):
        folder = Path(settings.DATA) / FOLDER / row.code
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{at}-{why}.json").write_text(text, encoding="utf-8")
        for stale in sorted(folder.glob("*.json"))[:-MOST_KEPT]:
            stale.unlink()
    return made


def drop(row: Evening) -> None:
    """Delete an evening for good, the files of its backups included."""
    folder = Path(settings.DATA) / FOLDER / row.code
    row.delete()
    shutil.rmtree(folder, ignore_errors=True)


def import_one(raw: Any, who: Who) -> Evening:
    """The evening of a file as one of this machine; `Unfit` or `RuleViolation` if it cannot be."""
    engine = evening_from_plain(raw)
    web = raw.get("web", {})
    if not isinstance(web, dict):
        raise Unfit(shown(web), Expected.OBJECT, "/web")
    code = str(web.get("code"))
    if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS) or Evening.objects.filter(code=code).exists():
        code = new_evening_code()
    events, book = engine.events, engine.book
    with transaction.atomic():
        row = Evening.objects.create(
            code=code, title=engine.setup.name[:120], book=book.key, book_text="" if book.key in shipped() else dump(book),
            setup=SETUP.write(engine.setup), revision=1, user_id=who.user, guest_id=who.guest, fee=_number(web.get("fee")),
            clock=_clock(web.get("clock")), notice=str(web.get("notice") or "")[:300],
        )  # fmt: skip
        given = web.get("log")
        log = given if isinstance(given, list) else []
        now = now_ms()
        rows = []
        for place, event in enumerate(events):
            at, by, action = _entry(log[place] if place < len(log) else None, now)
            rows.append(EveningEvent(evening=row, n=place + 1, at=at, by=by, action=action, data=EVENING.write(event)))
        EveningEvent.objects.bulk_create(_once(rows))
        frozen = web.get("frozen")
        row.frozen = min(frozen, len(events)) if isinstance(frozen, int) and not isinstance(frozen, bool) and frozen >= 0 else None
        row.save(update_fields=["frozen"])
        _secrets(row, web, set(engine.players))
        _drafts(row, web, engine.released)
        EVENINGS.keep(row, Folded(row.revision, engine, tuple(range(1, len(events) + 1))), None)
    return row


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1_000_000 else 0


def _clock(value: object) -> dict[str, int]:
    if not isinstance(value, dict) or not isinstance(value.get("total"), int):
        return {}
    rest = {key: value[key] for key in ("ends", "left") if isinstance(value.get(key), int)}
    return {"total": value["total"], **rest} if len(rest) == 1 else {}


def _entry(value: object, now: int) -> tuple[int, str, str | None]:
    match value:
        case [int() as at, str() as by, str() as action]:
            return at, by[:80], action[:64]
        case [int() as at, str() as by, *_]:
            return at, by[:80], None
    return now, "", None


def _once(rows: list[EveningEvent]) -> list[EveningEvent]:
    seen: set[str] = set()
    for entry in rows:
        if entry.action in seen:
            entry.action = None
        elif entry.action:
            seen.add(entry.action)
    return rows


def _secrets(row: Evening, web: dict[str, Any], players: set[str]) -> None:
    """Codes that are printed go on working, unless they are taken on this machine by the evening they were copied from."""
    taken = {*TablePass.objects.values_list("secret", flat=True), *PlayerLink.objects.values_list("secret", flat=True)}
    passes: dict[tuple[int, int], str] = {}
    for given in web.get("passes") or []:
        match given:
            case [int() as round_, int() as table, str() as secret] if _TOKEN.fullmatch(secret) and secret not in taken:
                passes[round_, table] = secret
                taken.add(secret)
    TablePass.objects.bulk_create(TablePass(evening=row, round=r, table=t, secret=secret) for (r, t), secret in passes.items())
    links: dict[str, str] = {}
    for given in web.get("links") or []:
        match given:
            case [str() as player, str() as secret] if player in players and _TOKEN.fullmatch(secret) and secret not in taken:
                links[player] = secret
                taken.add(secret)
    PlayerLink.objects.bulk_create(PlayerLink(evening=row, player=player, secret=secret) for player, secret in links.items())


def _drafts(row: Evening, web: dict[str, Any], released: int) -> None:
    kept: dict[tuple[int, int, str, str], ResultDraft] = {}
    for given in web.get("drafts") or []:
        match given:
            case {"round": int() as round_, "table": int() as table, "source": str() as source, "data": dict() as data}:
                if 1 <= round_ <= released and source in ResultDraft.Source.values:
                    at = given["at"] if isinstance(given.get("at"), int) else 0
                    side, by = str(given.get("side", ""))[:8], str(given.get("by", ""))[:80]
                    kept[round_, table, source, side] = ResultDraft(
                        evening=row, round=round_, table=table, source=source, side=side, by=by, data=data, at=at
                    )
    ResultDraft.objects.bulk_create(kept.values())
