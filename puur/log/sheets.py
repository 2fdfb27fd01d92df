"""A sheet as JSON: in the events of evenings and seasons, in drafts, from and to a phone; and what version 0.1 wrote instead."""

from __future__ import annotations

from dataclasses import replace

from puur.core.errors import Refusal
from puur.core.sheet import Origin, Sheet
from puur.log.codec import codec_of
from puur.log.errors import Unfit
from puur.log.values import Json

SHEET = codec_of(Sheet)
FLAT = ("points", "deals", "matches", "striche", "estimated")  # the fields of a result in version 0.1


def decoded(raw: Json, source: Origin = Origin.PAPER) -> Sheet:
    """The sheet in JSON that somebody sent; whether its form can be typed so is for `core.typed.read`."""
    try:
        sheet: Sheet = SHEET.read(lifted(raw) if isinstance(raw, dict) and "way" in raw else raw)
    except (Unfit, TypeError, ValueError) as problem:
        raise Refusal("form") from problem
    return replace(sheet, source=source)


def lifted(flat: dict[str, Json]) -> dict[str, Json]:
    """The sheet in the flat fields that version 0.1 stored."""
    deals, matches = flat.get("deals") or [], flat.get("matches") or []
    totals = flat.get("points")
    if deals and totals is None:
        totals = [sum(side) for side in zip(*deals, strict=True)]
    sheet = {
        "totals": totals,
        "rows": [{"deal": number, "cells": [[side] for side in points]} for number, points in enumerate(deals, start=1)],
        "matches": matches if any(matches) else [],
        "striche": flat.get("striche"),
        "estimated": flat.get("estimated") or [],
    }
    return {name: value for name, value in sheet.items() if value}


def sheet_inside(old: dict[str, Json]) -> dict[str, Json]:
    """An upcast: the flat fields of an event as the one field `sheet`."""
    rest = {name: value for name, value in old.items() if name not in FLAT}
    return {**rest, "sheet": lifted(old)}
