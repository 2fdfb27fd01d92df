"""Which entry its author may still take back. Whether the others hold together without it is the store's question."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from puur.log import SEASON
from puur.web.clubs import store
from puur.web.clubs.models import ClubEvent
from puur.web.clubs.rights import Here, judge_at

UNDO_FOR = timedelta(minutes=30)
SHOWN_FOR = timedelta(minutes=5)  # on every page; afterwards it is in the trail
# What a member says in the own name: taken back only at once and before the occasion, so that no deadline can be turned.
OWN_WORD = frozenset(
    {
        *("absence-announced", "substitute-named", "guest-named", "leave-announced", "meeting-cancelled", "report-sent"),
        *("return-agreed", "person-informed", "dauerersatz-named"),
    }
)
# What those at a table enter: theirs until somebody has signed; afterwards the Chef Jahrestrophy's.
AT_TABLE = frozenset(
    {
        *("round-played", "cards-drawn", "break-voted", "break-taken", "series-aborted", "drinks-billed", "schnapps-drunk"),
        "drink-voted",
    }
)


# What was ruled, also live at a web table, whose sheet a player hands in: of whoever decides for that table.
RULED = frozenset({"penalty-given", "device-used"})


def may_withdraw(here: Here, entry: store.Entry) -> bool:
    """Whoever entered it, as long as it is a slip: not once the time it was for has come, not once the sheet is signed.

    A ruling is taken back by whoever is competent to make it, whoever has entered it.
    """
    if not entry.slip or entry.withdrawn or not here.actor.signs:
        return False
    if entry.kind in RULED:
        return _decides(here, entry)
    if entry.by != here.actor.signs:
        return False
    club, key = here.club, entry.data.get("day") or entry.data.get("meeting", "")
    occasion = club.days.get(key) or club.meetings.get(key)
    fresh: bool = timezone.now() - entry.at <= UNDO_FOR
    if entry.kind in OWN_WORD:
        return fresh and (occasion is None or bool(store.now() < occasion.besammlung))
    if entry.kind == "sheet-signed":
        return fresh
    day = club.days.get(key)
    if entry.kind in AT_TABLE and day is not None and not here.at(day, entry.data["series"]).may("sheets.file"):
        table = day.table(entry.data["series"])
        return day.closed is None and not table.signed and not table.filed
    return True


def _decides(here: Here, entry: store.Entry) -> bool:
    """Whether somebody is the one who decides on a ruling. (AJZ-1.8-02, AJZ-1.8-05)"""
    club, person = here.club, entry.data["person"]
    day = club.days.get(entry.data["day"])
    if day is None:
        return False
    series = entry.data.get("series") or club.place(day, person)[0]
    competent = judge_at(club, day, series, person)
    return here.at(day, series).may("rulings.make") and competent is not None and competent[0] == here.me


def last_slip(here: Here) -> store.Entry | None:
    """What the one who asks entered last, if it is fresh and can be taken back."""
    signs = here.actor.signs
    last = ClubEvent.objects.filter(club=here.row, by=signs).order_by("-n").first() if signs else None
    if last is None or timezone.now() - last.at > SHOWN_FOR:
        return None
    entry = store.Entry(last.n, SEASON.read(last.data), last.at, last.by)
    return entry if may_withdraw(here, entry) else None
