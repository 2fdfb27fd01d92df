"""The statutes of a club as a board settles them in a form: a shipped season with the club's own values, written as a rule book.

Knows the choices and what follows from the number of people (tables, guests, names of series), never their words. A series is a
table of four; where a club has more people than that, a series has several tables, called A1, A2 and so on, one above the other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import time
from decimal import Decimal

SEATS = 4
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LEAST, MOST = 4, 200  # people
BASE = "ajz08"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statutes:
    """What a board settles; `article` is how the club's own rules are cited."""

    title: str = ""
    town: str = ""
    article: str = "Statuten"
    people: int = 12
    series: int = 3
    days: int = 8
    besammlung: time = time(19)
    spielbeginn: time = time(19, 30)
    rounds: int = 3
    movement: bool = True
    best_days: int = 0  # how many days count; 0: all
    percent: int = 1  # by how much a series counts more than the one below
    startgeld: Decimal = Decimal(20)
    late: tuple[Decimal, ...] = (Decimal(5), Decimal(10), Decimal(20), Decimal(30), Decimal(40))  # to 5, 15, 30, 60, 89 minutes
    absent: Decimal = Decimal(50)
    late_name: Decimal = Decimal(10)
    due_days: int = 30
    surcharge: int = 0  # per cent after the period
    beer_round: Decimal = Decimal(50)


def tables_of(people: int, series: int) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
    """The tables from the top: their names, the members and the guests at each. Guests fill the last tables."""
    tables = -(-people // SEATS)
    short = tables * SEATS - people
    each, more = divmod(tables, min(series, tables))
    names: list[str] = []
    for place in range(min(series, tables)):
        count = each + (place < more)
        names += [LETTERS[place] if count == 1 else f"{LETTERS[place]}{number}" for number in range(1, count + 1)]
    guests = [0] * (tables - short) + [1] * short
    return tuple(names), tuple(SEATS - guest for guest in guests), tuple(guests)


def text_of(wanted: Statutes, key: str) -> str:
    """The statutes as the file of a rule book."""
    names, members, guests = tables_of(wanted.people, wanted.series)
    letters = sorted({name[0] for name in names}, reverse=True)
    worth = {letter: Decimal(100 + wanted.percent * place) / 100 for place, letter in enumerate(letters)}
    parts: dict[str, dict[str, object]] = {
        "season": {"town": wanted.town or "–", "members": wanted.people, "best_days": wanted.best_days},
        "season.days": {"number": wanted.days, "besammlung": wanted.besammlung, "spielbeginn": wanted.spielbeginn},
        "season.series": {
            "names": names, "members": members, "guests": guests, "special_names": names, "special_members": members,
            "special_guests": guests, "without_coefficient": (),
        },
        "season.series.coefficients": {name: worth[name[0]] for name in names},
        "season.movement": {"enabled": wanted.movement},
        "season.table": {"rounds": wanted.rounds},
        "season.fees": {"startgeld": wanted.startgeld, "choices": (wanted.startgeld,)},
        "season.fines": {"band_amounts": wanted.late, "absent": wanted.absent, "late_name": wanted.late_name},
        "season.payment": {
            "due_days": wanted.due_days, "second_days": 2 * wanted.due_days, "meeting_days": 3 * wanted.due_days,
            "surcharge": Decimal(wanted.surcharge) / 100, "beer_round": wanted.beer_round,
        },
    }  # fmt: skip
    head = {"key": key, "title": wanted.title, "source": wanted.article, "extends": BASE}
    lines = [f"{name} = {_plain(value)}" for name, value in head.items()]
    rule = _plain(wanted.article)
    for part, values in parts.items():
        lines += ["", f"[{part}]", *(f"{name} = {{ value = {_plain(value)}, rule = {rule} }}" for name, value in values.items())]
    return "\n".join(lines) + "\n"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(_plain(each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
