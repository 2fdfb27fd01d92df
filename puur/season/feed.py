"""A calendar as RFC 5545 wants it: entries in, text out. What the entries say is for the caller; nothing here knows a clock.

With a zone, times are written as instants (UTC), so that a phone abroad shows the right hour; without one they float.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo


@dataclass(frozen=True, slots=True)
class Entry:
    """One appointment; `uid` stays the same when it is moved."""

    uid: str
    start: datetime
    end: datetime
    title: str
    place: str = ""
    text: str = ""
    url: str = ""


def calendar(entries: Sequence[Entry], stamp: datetime, *, host: str = "puur", name: str = "", zone: tzinfo | None = None) -> str:
    """The calendar; the same entries and stamp give the same text."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{host}//club//DE", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    if name:
        lines += [f"X-WR-CALNAME:{_clean(name)}", f"NAME:{_clean(name)}"]
    lines += ["REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H"]
    for entry in entries:
        lines += ["BEGIN:VEVENT", f"UID:{_clean(entry.uid)}@{host}", f"DTSTAMP:{stamp:%Y%m%dT%H%M%S}Z"]
        lines += [f"DTSTART:{_moment(entry.start, zone)}", f"DTEND:{_moment(entry.end, zone)}", f"SUMMARY:{_clean(entry.title)}"]
        lines += [f"LOCATION:{_clean(entry.place)}"] if entry.place else []
        lines += [f"DESCRIPTION:{_clean(entry.text)}"] if entry.text else []
        lines += [f"URL:{entry.url}"] if entry.url else []
        lines.append("END:VEVENT")
    return "\r\n".join(piece for line in [*lines, "END:VCALENDAR"] for piece in _folded(line)) + "\r\n"


def _moment(when: datetime, zone: tzinfo | None) -> str:
    if zone is None:
        return f"{when:%Y%m%dT%H%M%S}"
    return f"{when.replace(tzinfo=zone).astimezone(UTC):%Y%m%dT%H%M%S}Z"


def _clean(text: str) -> str:
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> list[str]:
    """Lines of at most 75 octets; what follows begins with a space."""
    pieces, rest = [], line
    while len(rest.encode()) > 75:
        cut = 74
        while len(rest[:cut].encode()) > 74:
            cut -= 1
        pieces.append(rest[:cut])
        rest = " " + rest[cut:]
    return [*pieces, rest]
