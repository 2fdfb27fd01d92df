"""Rule books as version 0.1 wrote them, turned into today's form before they are read; lines move along, so mistakes keep theirs.

Then a club's settings were a file of their own: the season's tables at the top level, the play only named (`game`), penalties
below zero and under names of the club's. In a rule book of the play the penalties stood in the referee's section, and one of them
a second time at the end of the game. What an evening needs was the section `tournament`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache

At = tuple[str | int, ...]
Table = dict[str, object]

ACTS: Mapping[str, str] = {
    "beuteltee": "plain-tea", "abklopfen": "no-cut", "vergeben": "misdeal", "card-fallen-visible": "card-fallen-seen",
    "wrong-leader": "wrong-lead-pushed", "weis-invented": "false-weis", "weis-incomplete": "incomplete-weis",
    "weis-wrong": "wrong-weis", "weis-further": "further-weis", "weis-content": "weis-named-unasked", "schnurre": "remark",
    "past-trick": "looked", "vorspielen": "early-card", "false-bedanken": "false-thanks", "written-late": "late-writing",
    "slate-reversed": "slate-turned",
}  # fmt: skip
"""What the club called an act of the list, and its name today."""

_GONE: tuple[tuple[str, str, tuple[object, ...]], ...] = (
    ("ending", "false_thanks_penalty", (0,)), ("ending", "surplus_counts", (True, False)),
    ("ending", "ausmach_first_trick", (False,)),
    ("play", "turn_before_lead", (False,)), ("play", "winner_leads", (False,)), ("writing", "correction", (False,)),
    ("evening", "release", (False,)),
)  # fmt: skip
"""Values that version 0.1 took and nothing read."""

_OFFICIALS = {"stv-chef-regelwerk": "deputy-chef-regelwerk", "aeltestes-mitglied": "oldest-member"}
_SAME_PLACE = ("weights", "absences", "dauerersatz_share", "own_name_days", "best_days", "rank_points", "winner_organises",
               "last_organises")  # fmt: skip


@cache
def _season() -> tuple[str, ...]:
    """The names of the values of a season, which only a club's file is looked through for."""
    from puur.reglement.season import Season

    return tuple(part.name for part in fields(Season))


@cache
def _of_a_club() -> frozenset[str]:
    """What at the top level shows that a file is a club's settings."""
    return frozenset({"game", *_season()} - {"table", *_SAME_PLACE})


@cache
def _of_a_series() -> frozenset[str]:
    """What shows that the table of a file is that of a series."""
    from puur.reglement.season import SeriesTable

    return frozenset({part.name for part in fields(SeriesTable)} | {"target"})


@dataclass
class Modern:
    """A file in today's form, and what the old one meant otherwise."""

    raw: Table
    lines: dict[At, int]
    replaced: dict[str, str] = field(default_factory=dict)  # tables that take the place of an inherited one, but for this entry
    club: bool = False  # key, title and source are inherited, and the key may be anybody's

    def move(self, old: At, new: At, change: Callable[[object], object] = lambda value: value) -> None:
        """Take what stands at a place to another one, where there is anything."""
        table: object = self.raw
        for part in old[:-1]:
            table = table.get(part) if isinstance(table, dict) else None
        if not isinstance(table, dict) or old[-1] not in table:
            return
        value = change(table.pop(old[-1]))
        there: Table = self.raw
        for part in new[:-1]:
            inner = there.setdefault(str(part), {})
            if not isinstance(inner, dict):
                return
            there = inner
        known = there.get(str(new[-1]))
        there[str(new[-1])] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
        for place in [place for place in self.lines if place[: len(old)] == old]:
            self.lines[(*new, *place[len(old) :])] = self.lines.pop(place)


def modern(raw: Mapping[str, object], lines: Mapping[At, int]) -> Modern:
    """The file in today's form; one that is in it already comes back as it is."""
    file = Modern({key: dict(value) if isinstance(value, dict) else value for key, value in raw.items()}, dict(lines))
    tables = file.raw.get("table"), file.raw.get("penalties")
    of_series = isinstance(tables[0], dict) and _of_a_series() & tables[0].keys()
    if _of_a_club() & file.raw.keys() or of_series or _below_zero(tables[1]):
        _club(file)
    if isinstance(file.raw.get("referee"), dict) and "penalties" in file.raw["referee"]:  # type: ignore[operator]
        file.move(("referee", "penalties"), ("penalties",))
        file.replaced["penalties"] = "false-thanks"  # it had a second place then
    file.move(("tournament",), ("evening",))
    for section, name, meaningless in _GONE:
        table = file.raw.get(section)
        if isinstance(table, dict) and name in table and _plain(table[name]) in meaningless:
            del table[name]
    file.move(("ending", "false_thanks_penalty"), ("penalties", "false-thanks"))
    file.move(("referee", "officials"), ("referee", "officials"), _inside(lambda office: _OFFICIALS.get(str(office), office)))
    return file


def _club(file: Modern) -> None:
    """A club's settings: its tables into the season, `game` where the play comes from."""
    file.club = True
    raw = file.raw
    file.move(("table", "target"), ("ending", "target"))
    file.move(("offices", "jassregeln"), ("referee", "officials"), _inside(str))
    file.move(("conduct", "outage_penalties"), ("conduct", "outage_penalties"), _inside(lambda act: ACTS.get(str(act), act)))
    penalties = raw.get("penalties")
    for act in list(penalties) if isinstance(penalties, dict) else ():
        file.move(("penalties", act), ("penalties", ACTS.get(act, act)), _above_zero)
    for name in ("game", *(name for name in _season() if name not in _SAME_PLACE)):
        file.move((name,), ("season", name))
    season = raw.get("season")
    if isinstance(season, dict) and "game" in season:
        season["game"] = _plain(season["game"])
        if "extends" in raw and raw["extends"] != season["game"]:
            file.move(("extends",), ("season", "extends"))
        file.move(("season", "game"), ("extends",))


def _plain(value: object) -> object:
    return value.get("value") if isinstance(value, dict) else value


def _inside(change: Callable[[object], object]) -> Callable[[object], object]:
    """The change of every item of a list that may carry its provision."""

    def apply(value: object) -> object:
        if isinstance(value, dict) and "value" in value:
            return {**value, "value": apply(value["value"])}
        return [change(item) for item in value] if isinstance(value, list) else value

    return apply


def _above_zero(value: object) -> object:
    if isinstance(value, dict) and "value" in value:
        return {**value, "value": _above_zero(value["value"])}
    return -value if isinstance(value, int) and not isinstance(value, bool) and value < 0 else value


def _below_zero(penalties: object) -> bool:
    values = penalties.values() if isinstance(penalties, dict) else ()
    return any(_above_zero(value) != value for value in values)
