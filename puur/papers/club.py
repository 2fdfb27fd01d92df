"""Papers of a club's treasurer: the report for the Generalversammlung and members' statements, from the engine's answers to sheets.

The rule book is `puur.papers.rulebook`, the QR-bill `puur.papers.bills`. Words come in through `say`; every amount comes from the
ledger and every line keeps its provision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from puur.club.accounts import statement, year_report
from puur.club.beer import open_rounds
from puur.club.ledger import ZERO, Charge
from puur.club.state import Club
from puur.club.yearly import complete_year, next_tasks, standings, winners
from puur.papers.document import Document

Say = Callable[..., str]


def money(amount: Decimal) -> str:
    """An amount as it is printed: 1 234.50."""
    return f"{amount:,.2f}".replace(",", " ").replace("-", "\u2212")


def on_paper(day: date) -> str:
    """A date as it is printed: 30.01.2027."""
    return f"{day:%d.%m.%Y}"


def day_name(club: Club, key: str, say: Say) -> str:
    """A Jasstag or meeting as people say it."""
    if key in club.meetings:
        return f"{say(f'sort.{club.meetings[key].sort}')} {club.meetings[key].date.year}"
    year, dash, number = key.partition("-")
    return say("day", number=number, year=year) if dash and number.isdigit() else key


def what_of(club: Club, charge: Charge, say: Say) -> str:
    """What a debt is for: `verspätet, Jasstag 3/2027`."""
    return ", ".join(part for part in (say(reason_of(charge)), day_name(club, charge.day, say)) if part)


def reason_of(charge: Charge) -> str:
    """The name of the word for a debt: `reason.late`."""
    return f"reason.{charge.key.partition(':')[0] if charge.sort == 'fine' else charge.sort}"


def report(club: Club, year: int, title: str, today: str, say: Say) -> Document:
    """The year in figures: ranking, series, money, open items."""
    found = year_report(club, year)
    last = date(year, 12, 31)
    days = [day.number for day in club.year(year)]
    income = [(name, -amount) for name, amount in found.movement.items() if name.startswith("3") and amount]
    expense = [(name, amount) for name, amount in found.movement.items() if name.startswith("4") and amount]
    accounts = [
        [name, money(found.opening.get(name, ZERO)), money(found.movement[name]), money(closing)]
        for name, closing in found.closing.items()
    ]
    sums = [sum(column.values(), ZERO) for column in (found.opening, found.movement, found.closing)]
    return Document(
        "report",
        {
            "title": title,
            "year": year,
            "date": today,
            "days": days,
            "standings": _standings(club, year, days, say),
            "tasks": _tasks(club, year, say),
            "path": series_path(club, year),
            "income": [[name, money(amount)] for name, amount in income],
            "income_sum": money(found.income),
            "expense": [[name, money(amount)] for name, amount in expense],
            "expense_sum": money(found.expense),
            "result": money(found.result),
            "accounts": accounts,
            "sums": [money(one) for one in sums],
            "balanced": found.balanced,
            "fines": fines_by_rule(club, year, say),
            "open": _open(club, found.open_items, last, say),
            "open_sum": money(sum((one.open_on(last) for one in found.open_items), ZERO)),
            "beer": _beer(club, last, say),
        },
    )


def _name(club: Club, person: str) -> str:
    return club.roster.people[person].name if person in club.roster.people else person


def _standings(club: Club, year: int, days: Sequence[int], say: Say) -> list[dict[str, Any]]:
    return [
        {
            "rank": line.rank,
            "name": _name(club, line.name),
            "points": f"{line.points}",
            "absences": line.absences or "",
            "days": [str(line.results.get(number, "")) for number in days],
            "note": "" if line.eligible else say("no_title"),
        }
        for line in standings(club, year)
    ]


def _tasks(club: Club, year: int, say: Say) -> list[str]:
    if not complete_year(club, year):
        return []
    chosen = club.trophies.get(year)
    best = (chosen,) if chosen else tuple(line.name for line in winners(club, year))
    found = [say("winner", year=year, names=", ".join(_name(club, one) for one in best))]
    for task in next_tasks(club, year):
        names = ", ".join(_name(club, one) for one in task.people)
        found.append(say("organises", year=task.year, what=say(f"task.organise-{task.what}"), names=names))
    return found


def series_path(club: Club, year: int) -> list[dict[str, Any]]:
    """Each member's series day by day, with an arrow where it changed between two days that have the same series."""
    days = club.year(year)
    members = sorted({one for day in days if day.line_up for row in day.line_up.members for one in row})
    found = []
    for member in members:
        cells: list[dict[str, str]] = []
        for day in days:
            name = (day.line_up.series_of(member) or "") if day.line_up else ""
            before = cells[-1]["name"] if cells else ""
            cells.append({"name": name, "arrow": arrow(club, before, name)})
        found.append({"member": member, "name": _name(club, member), "series": cells})
    return sorted(found, key=lambda row: str(row["name"]).casefold())


def arrow(club: Club, before: str, now: str) -> str:
    """`up`, `down`, or nothing, from one series to another."""
    order = [*club.book.series.names, *(name for name in club.book.series.special_names if name not in club.book.series.names)]
    if before not in order or now not in order or before == now:
        return ""
    return "up" if order.index(now) < order.index(before) else "down"


def fines_by_rule(club: Club, year: int, say: Say) -> list[list[str]]:
    """Fines, surcharges and converted beer of a year: provision, what, how often, how much."""
    sums: dict[tuple[str, str], tuple[int, Decimal]] = {}
    for charge in club.ledger.charges.values():
        if charge.on.year == year and not charge.reversed and charge.sort != "startgeld":
            key = (charge.rule, say(reason_of(charge)))
            count, amount = sums.get(key, (0, ZERO))
            sums[key] = (count + 1, amount + charge.amount)
    return [[rule, what, str(count), money(amount)] for (rule, what), (count, amount) in sorted(sums.items())]


def _open(club: Club, items: Sequence[Charge], on: date, say: Say) -> list[list[str]]:
    """Open debts by person; those of the same kind in one line with their days."""
    groups: dict[tuple[str, str, str], list[Charge]] = {}
    for one in items:
        groups.setdefault((_name(club, one.debtor), reason_of(one), one.rule), []).append(one)
    return [
        [
            on_paper(min(one.on for one in group)),
            name,
            ", ".join([say(reason), *(day_name(club, one.day, say) for one in group if one.day)]),
            rule,
            money(sum((one.open_on(on) for one in group), ZERO)),
        ]
        for (name, reason, rule), group in sorted(groups.items(), key=lambda entry: (entry[0][0].casefold(), entry[1][0].on))
    ]


def _beer(club: Club, on: date, say: Say) -> list[str]:
    counts: dict[str, list[str]] = {}
    for one in open_rounds(club, on):
        counts.setdefault(one.person, []).append(day_name(club, one.day, say))
    return [say("beer_line", name=_name(club, person), count=len(days), day=", ".join(days)) for person, days in counts.items()]


def statements(club: Club, people: Sequence[str], on: date, title: str, today: str, say: Say) -> Document:
    """What these people owe and why, one page or more each."""
    found = []
    for key in people:
        one, person = statement(club, key, on), club.roster.person(key)
        lines = [
            [
                on_paper(line.charge.on),
                what_of(club, line.charge, say)
                + ("" if line.own else " " + say("for_person", name=_name(club, line.charge.debtor))),
                line.charge.rule,
                on_paper(line.due) if line.due else "",
                money(line.charge.amount),
                money(line.charge.open_on(on)),
            ]
            for line in one.lines
        ]
        notes = [say("credit", amount=money(one.credit))] if one.credit > 0 else []
        notes += [say("liable", amount=money(one.liable))] if one.liable else []
        notes += [say("beers", count=one.beer_rounds)] if one.beer_rounds else []
        road = " ".join(part for part in (person.address.street, person.address.house) if part)
        place = " ".join(part for part in (person.address.postcode, person.address.town) if part)
        address = [part for part in (person.name, road, place) if part]
        found.append({"address": address, "lines": lines, "open": money(one.open + one.liable), "notes": notes})
    return Document("statement", {"title": title, "date": today, "people": found})
