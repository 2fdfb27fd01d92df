"""A series as it stands: its rules, its evenings in their order, its standings, also with an evening as it would be."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puur.evening.evening import Evening as EveningState
from puur.evening.series import Place, SeriesRules, standings
from puur.log.codec import codec_of
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, EveningSeries

RULES = codec_of(SeriesRules)
NONE: Mapping[int, EveningState] = MappingProxyType({})


def rules_of(row: EveningSeries) -> SeriesRules:
    """What counts and who comes into the final."""
    rules: SeriesRules = RULES.read(row.rules)
    return rules


def evenings_of(row: EveningSeries, *, final: bool = False) -> list[Evening]:
    """The evenings that count, or the finals, by their dates."""
    return sorted(row.evenings.filter(series_final=final), key=lambda held: (held.setup.get("date", ""), held.pk))


def standing_of(row: EveningSeries, instead: Mapping[int, EveningState] = NONE) -> tuple[list[Evening], list[Place]]:
    """The evenings of a series and its standings; with other states of some evenings, what these would make of them."""
    held = evenings_of(row)
    return held, standings([instead.get(each.pk) or folded(each, each.frozen).engine for each in held], rules_of(row))
