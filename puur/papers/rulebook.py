"""A club's rule book for the table: every provision in our own words, with the club's own settings and where they differ.

The provisions come from the catalogue, the values from the club's settings. A value that the club has changed is printed at the
provision it replaces, so that nobody reads a rule that does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from itertools import groupby
from typing import Any

from puur.papers.club import on_paper
from puur.papers.document import Document
from puur.papers.words import Say, club_words
from puur.reglement import load as load_game
from puur.reglement.catalogue import Provision, catalogue_of, note, provision, provisions, text
from puur.season.book import ClubBook, load

BASE = "ajz08"
PLAY = "2"  # the chapter that a club with another game replaces


def rule_book(book: ClubBook, title: str, today: date, lang: str) -> Document:
    """The whole book: at a glance, what differs, then chapter by chapter."""
    say = club_words(lang)
    changed = changes(book, say)
    parts = [_chapter(number, list(group), changed, lang, say) for number, group in groupby(provisions(BASE), key=_part)]
    game = catalogue_of(book.game)
    if game is not None and game != BASE:
        parts = [_game(game, book.game, lang, say) if part["number"] == PLAY else part for part in parts]
    told = [{"id": _short(key), "text": text(provision(key), lang)[0], "value": value} for key, value in changed.items()]
    return Document(
        "regelwerk",
        {
            "title": title,
            "source": book.source,
            "date": on_paper(today),
            "glance": glance(book, say),
            "penalties": [
                [_short(act.rule) if act.rule else "", _act(act.rule, act.act, lang), str(act.points)]
                for act in book.penalties.values()
            ],
            "changed": told,
            "parts": parts,
            "translated": text(provisions(BASE)[0], lang)[1],
        },
    )


def _part(entry: Provision) -> str:
    return entry.article.partition(".")[0]


def _short(key: str) -> str:
    """An id as it stands in the margin: without the book."""
    return key.removeprefix("AJZ-")


def _act(rule: str, act: str, lang: str) -> str:
    try:
        return text(provision(rule), lang)[0]
    except KeyError:
        return act


def _chapter(number: str, group: list[Provision], changed: Mapping[str, str], lang: str, say: Say) -> dict[str, Any]:
    sections = []
    for article, ones in groupby(group, key=lambda entry: entry.article):
        title = "" if article == number else say(f"chapter.{article}")
        rows = [
            {"id": _short(entry.id), "text": text(entry, lang)[0], "note": note(entry, lang)[0], "here": changed.get(entry.id, "")}
            for entry in ones
        ]
        sections.append({"number": "" if article == number else article, "title": title, "rows": rows})
    return {"number": number, "title": say(f"chapter.{number}"), "sections": sections}


def _game(catalogue: str, key: str, lang: str, say: Say) -> dict[str, Any]:
    """The play by another book, article by article."""
    sections = []
    for article, ones in groupby(provisions(catalogue), key=lambda entry: entry.article):
        rows = [{"id": entry.id, "text": text(entry, lang)[0], "note": note(entry, lang)[0], "here": ""} for entry in ones]
        sections.append({"number": article, "title": "", "rows": rows})
    return {"number": PLAY, "title": f"{say(f'chapter.{PLAY}')}: {load_game(key).title}", "sections": sections}


def changes(book: ClubBook, say: Say) -> dict[str, str]:
    """By provision of AJZ 08, what holds in this club instead."""
    base = load(BASE)
    replaced: dict[str, list[str]] = {}
    for name, rule in base.provisions.items():
        field, _, place = name.rpartition(".")
        if place.isdigit() and field in base.provisions:
            continue  # one of several provisions of the same field, see below
        own = _value(book, name)
        if own is _MISSING or own == _value(base, name):
            continue
        source = book.provisions.get(name)
        for number, every in enumerate((rule, *(base.provisions.get(f"{name}.{number}", "") for number in range(9))), start=-1):
            if every and not (name == _BANDS and number < 0):
                value = own[number] if name == _BANDS and isinstance(own, tuple) and number < len(own) else own
                said = say(_SAID.get(name, "here"), value=_shown(value, say, percent=name == "payment.surcharge"))
                replaced.setdefault(every, []).append(f"{said} ({source})" if source else said)
    return {rule: " · ".join(dict.fromkeys(told)) for rule, told in replaced.items()}


_MISSING = object()
_BANDS = "fines.band_amounts"  # a provision for each of the amounts
_SAID = {
    "best_days": "here_best",
    "rank_points": "here_ranks",
    "movement.movers": "here_movers",
    "members": "here_members",
    "days.number": "here_days",
    "series.names": "here_series",
    "series.members": "here_series_members",
    "series.guests": "here_series_guests",
    "series.special_names": "here_special",
    "series.special_members": "here_series_members",
    "series.special_guests": "here_series_guests",
    "series.without_coefficient": "here_without",
    "fees.choices": "here_fee",
    **dict.fromkeys(("fines.absent", "fines.late_name", "fines.band_amounts", "payment.beer_round"), "here_francs"),
    **dict.fromkeys((f"payment.{name}_days" for name in ("due", "second", "meeting", "notify")), "here_within"),
    "payment.surcharge": "here_percent",
}  # a bare number says too little


def _value(book: ClubBook, name: str) -> object:
    """The value of a dotted field, `series.coefficients.A` included."""
    value: Any = book
    for part in name.split("."):
        value = value.get(part, _MISSING) if isinstance(value, Mapping) else getattr(value, part, _MISSING)
        if value is _MISSING:
            return _MISSING
    return getattr(value, "points", value)


def _shown(value: object, say: Say, *, percent: bool = False) -> str:
    if percent and isinstance(value, Decimal):
        return _number(value * 100)
    if isinstance(value, bool):
        return say("yes" if value else "no")
    if isinstance(value, tuple | list):
        if len(value) > _FEW and len(set(value)) == 1:
            return _shown(value[0], say)
        return ", ".join(_shown(item, say) for item in value) or say("none")
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return _number(value) if isinstance(value, Decimal) else str(value)


def _number(value: Decimal) -> str:
    """Without zeros that say nothing: 20, 1.03."""
    return f"{value.normalize():f}"


_FEW = 6  # so many series are listed one by one


def _runs(names: Sequence[str], values: Sequence[str]) -> str:
    """Each name with its value; of many, neighbours of one value stand together: `A1–A3 1.04`."""
    runs: list[tuple[list[str], str]] = []
    for name, value in zip(names, values, strict=True):
        if runs and len(names) > _FEW and runs[-1][1] == value:
            runs[-1][0].append(name)
        else:
            runs.append(([name], value))
    return " · ".join(f"{own[0]}–{own[-1]}\u00a0{value}" if len(own) > 1 else f"{own[0]}\u00a0{value}" for own, value in runs)


def glance(book: ClubBook, say: Say) -> list[dict[str, Any]]:
    """The numbers everybody asks for, each with its provision."""
    days, series, table, fines, pay = book.days, book.series, book.table, book.fines, book.payment
    gathered = timedelta(hours=days.besammlung.hour, minutes=days.besammlung.minute) - timedelta(minutes=days.names_before)
    names = f"{int(gathered.total_seconds()) // 3600 % 24:02d}:{int(gathered.total_seconds()) // 60 % 60:02d}"

    def design(labels: tuple[str, ...], members: tuple[int, ...], guests: tuple[int, ...]) -> str:
        seats = [f"{own}+{guest}" if guest else str(own) for own, guest in zip(members, guests, strict=True)]
        return _runs(labels, seats)

    def money(amount: Decimal) -> str:
        return f"CHF {_number(amount)}"

    factors = _runs(series.names, [str(series.coefficients[name]) for name in series.names])
    breaks = (table.first_break, table.meal_break, table.toilet_break)
    rows = [
        ("jasstage", str(days.number), "days.number"),
        ("times", f"{days.besammlung:%H:%M} / {days.spielbeginn:%H:%M}", "days.besammlung"),
        ("names_until", names, "days.names_before"),
        ("startgeld", " / ".join(money(fee) for fee in book.fees.choices), "fees.choices"),
        ("series", design(series.names, series.members, series.guests), "series.members"),
        ("special", design(series.special_names, series.special_members, series.special_guests), "series.special_names"),
        ("coefficients", factors, f"series.coefficients.{series.names[0]}"),
        ("movers", " · ".join(map(str, book.movement.movers)) if book.movement.enabled else say("none"), "movement.movers"),
        ("rounds", f"{table.rounds} × {book.target}", "table.rounds"),
        ("breaks", " / ".join(say("minutes", count=length) for length in breaks), "table.first_break"),
        ("absences", say("absences_value", count=book.absences), "absences"),
    ]
    bands = [
        (say("late_to", minutes=edge), money(amount), f"fines.band_minutes.{place}")
        for place, (edge, amount) in enumerate(zip(fines.band_minutes, fines.band_amounts, strict=True))
    ]
    owed = [
        *bands,
        (say("late_from", minutes=fines.absent_from), money(fines.absent), "fines.absent_from"),
        (say("absent"), money(fines.absent), "fines.absent"),
        (say("late_name"), money(fines.late_name), "fines.late_name"),
        (say("pay"), say("days", count=pay.due_days), "payment.due_days"),
        (say("surcharge", days=pay.second_days), f"+ {_number(pay.surcharge * 100)} %", "payment.surcharge"),
        (say("meeting"), say("meeting_after", count=pay.meeting_days), "payment.meeting_days"),
        (say("beer"), money(pay.beer_round), "payment.beer_round"),
    ]

    def cite(name: str) -> str:
        return _short(book.provisions.get(name, ""))

    return [
        {"title": "", "rows": [[say(name), value, cite(field)] for name, value, field in rows]},
        {"title": say("late"), "rows": [[name, value, cite(field)] for name, value, field in owed]},
    ]
