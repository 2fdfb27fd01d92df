"""The log: one line per record, as text or as JSON (PUUR_LOG_FORMAT=json), without secrets and without cards.

Code does not log what it should not; this is the second net, over every record of every library, tracebacks included. Promise:
no card, no cookie, no token, no password and nothing that looks like a key leaves through a handler of `config`.
"""

from __future__ import annotations

import datetime
import json
import logging
import re
from collections.abc import Mapping
from typing import Any

from puur.core.cards import CARDS
from puur.web.server.metrics import counters

HIDDEN = "[…]"
_CARDS = "|".join(sorted(card.name for card in CARDS))
# A card anywhere but inside a longer word; a value that follows the name of a secret; anything long enough to be a key.
_CARD = re.compile(rf"(?<![A-Za-z0-9])(?:{_CARDS})(?![A-Za-z0-9])")
_NAMED = re.compile(
    r"(?i)((?:password|passwd|passwort|secret|token|cookie|sessionid|csrf\w*|authorization|api[-_]?key|seed|nonce)['\"]?\s*[:=]\s*)"
    r"(?:['\"][^'\"]*['\"]|(?:bearer\s+)?[^\s,;'\"}\])]+)"
)
_KEY = re.compile(r"(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]*[0-9])(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{24,}(?![A-Za-z0-9_-])")
_URL = re.compile(r"(?i)\b(postgres(?:ql)?|rediss?|https?)://[^\s/@:]*:[^\s/@]*@")
# A piece of a path that looks drawn by lot: personal links are secrets.
_LINKS = re.compile(r"(?<=/)(?=[\w-]*(?:[0-9]|[a-z][A-Z]|[A-Z][a-z]))[\w-]{14,}(?=[/\s?\"']|$)")

# The code of a table lets people in.
_CODES = re.compile(r"(?<=/t/)[A-Za-z0-9]{3,12}(?![A-Za-z0-9])")

# An address of mail is somebody's name.
_MAIL = re.compile(r"[^\s@<>\"'(),;:=/]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")

_SCRUBS = (
    (_MAIL, HIDDEN),
    (_CODES, HIDDEN),
    (_URL, rf"\1://{HIDDEN}@"),
    (_NAMED, rf"\1{HIDDEN}"),
    (_LINKS, HIDDEN),
    (_KEY, HIDDEN),
    (_CARD, "··"),
)


def scrubbed(text: str) -> str:
    """A text without cards and secrets."""
    for pattern, put in _SCRUBS:
        text = pattern.sub(put, text)
    return text


class Plain(logging.Formatter):
    """One line of text, and the traceback below it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The record, scrubbed."""
        return scrubbed(super().format(record))


class JsonLines(logging.Formatter):
    """One JSON object per line: time, level, logger, message, process, and the traceback as one string."""

    def format(self, record: logging.LogRecord) -> str:
        """The record, scrubbed."""
        when = datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds")
        entry: dict[str, Any] = {
            "time": when,
            "level": record.levelname,
            "logger": record.name,
            "message": scrubbed(record.getMessage()),
        }
        entry["process"] = record.process
        if record.exc_info:
            entry["traceback"] = scrubbed(self.formatException(record.exc_info))
        status = getattr(record, "status_code", None)
        if isinstance(status, int):
            entry["status"] = status
        return json.dumps(entry, ensure_ascii=False)


class Counting(logging.Filter):
    """Counts warnings and worse for the metrics; lets everything through."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Count it."""
        if record.levelno >= logging.WARNING:
            counters.add("puur_errors_total", level=record.levelname)
        return True


class Routes(logging.Filter):
    """Writes the pattern of a page instead of its address: the parts name clubs, evenings and people."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace it wherever Django has put it."""
        path = getattr(getattr(record, "request", None), "path", None)
        if isinstance(path, str) and isinstance(record.args, tuple):
            route = _route(getattr(record, "request", None), path)
            record.args = tuple(route if part == path else part for part in record.args)
        return True


def _route(request: Any, path: str) -> str:
    """The pattern that a request has met; of an address that is none its beginning."""
    match = getattr(request, "resolver_match", None)
    if match is not None:
        return f"/{match.route}"
    first, _, rest = path.lstrip("/").partition("/")
    return f"/{first[:40]}" + ("/…" if rest else "")


def config(env: Mapping[str, str]) -> dict[str, Any]:
    """The setting LOGGING for this environment."""
    level = env.get("PUUR_LOG", "WARNING").upper()
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
        raise RuntimeError(f"PUUR_LOG is {level[:20]!r}; expected DEBUG, INFO, WARNING, ERROR or CRITICAL")
    form = env.get("PUUR_LOG_FORMAT", "text").lower()
    if form not in ("text", "json"):
        raise RuntimeError(f"PUUR_LOG_FORMAT is {form[:20]!r}; expected text or json")
    quiet = {"level": "INFO" if level == "DEBUG" else level}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"text": {"()": "puur.web.server.logs.Plain"}, "json": {"()": "puur.web.server.logs.JsonLines"}},
        "filters": {"counting": {"()": "puur.web.server.logs.Counting"}, "routes": {"()": "puur.web.server.logs.Routes"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form, "filters": ["counting", "routes"]}},
        "root": {"handlers": ["stderr"], "level": level},
        # Libraries that write whole messages or statements at DEBUG: never, whatever the level. Our handler instead of Django's.
        "loggers": {
            "websockets": quiet,
            "uvicorn": {**quiet, "handlers": [], "propagate": True},
            "uvicorn.error": {**quiet, "handlers": [], "propagate": True},
            # Who asks for what is not logged; said here, since a child of a logger that is configured begins anew.
            "uvicorn.access": {"handlers": [], "propagate": False},
            "psycopg": quiet,
            "redis": quiet,
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "django.db.backends": quiet,
            "django.template": quiet,
        },
    }
