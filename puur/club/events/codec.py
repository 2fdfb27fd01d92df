"""Events as plain values and back: what is written reads as it was, and a wrong field is named."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from puur.club.errors import NotThere
from puur.club.events import calendar, money, people, play
from puur.club.events.base import Event


@cache
def kinds() -> Mapping[str, type[Event]]:
    """Every kind of event by its name in files: `day-planned`."""
    modules = (people, calendar, play, money)
    every = [one for module in modules for one in vars(module).values() if isinstance(one, type) and issubclass(one, Event)]
    return {re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower(): kind for kind in every if kind is not Event}


@cache
def _names() -> Mapping[type[Event], str]:
    return {kind: name for name, kind in kinds().items()}


def kind_of(event: Event) -> str:
    """The name of the event's kind in files."""
    return _names()[type(event)]


def to_json(event: Event) -> dict[str, Any]:
    """The event as plain values; what is as usual is left out."""
    written: dict[str, Any] = {"kind": kind_of(event)}
    for one in fields(event):
        value = getattr(event, one.name)
        if value != one.default or one.default is MISSING:
            written[one.name] = _plain(value)
    return written


def _plain(value: object) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes") if not value.second else value.isoformat()
    if isinstance(value, time):
        return value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def from_json(raw: object) -> Event:
    """The event that these plain values say; `NotThere` names the field that is wrong."""
    if not isinstance(raw, dict) or raw.get("kind") not in kinds():
        found = raw.get("kind") if isinstance(raw, dict) else raw
        raise NotThere("event-kind", found=str(found)[:60])
    kind = kinds()[raw["kind"]]
    hints = get_type_hints(kind)
    known = {one.name: one for one in fields(kind)}
    if wrong := [name for name in raw if name not in known and name != "kind"]:
        raise NotThere("event-field", kind=raw["kind"], field=wrong[0], accepted=", ".join(known))
    values = {}
    for name, one in known.items():
        if name in raw:
            try:
                values[name] = _read(raw[name], hints[name])
            except (TypeError, ValueError, InvalidOperation):
                raise NotThere("event-value", kind=raw["kind"], field=name, found=str(raw[name])[:60]) from None
        elif one.default is MISSING:
            raise NotThere("event-missing", kind=raw["kind"], field=name)
    return kind(**values)


def _read(raw: object, hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        if raw is None:
            return None
        hint = next(one for one in get_args(hint) if one is not type(None))
    if get_origin(hint) is tuple:
        if not isinstance(raw, list):
            raise TypeError
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_read(one, inner[0]) for one in raw)
        if len(raw) != len(inner):
            raise ValueError
        return tuple(_read(one, kind) for one, kind in zip(raw, inner, strict=True))
    if hint in (date, datetime, time):
        found = hint.fromisoformat(raw)
        if getattr(found, "tzinfo", None) is not None:
            raise ValueError
        return found
    if hint is Decimal:
        if isinstance(raw, bool | float) or not isinstance(raw, str | int):
            raise TypeError
        amount = Decimal(raw)
        if not amount.is_finite():
            raise ValueError
        return amount
    if type(raw) is not hint:
        raise TypeError
    return raw
