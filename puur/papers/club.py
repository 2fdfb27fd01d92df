"""Papers of a club's treasurer: the report for the Generalversammlung and members' statements, from the engine's answers to sheets.

The rule book is `puur.papers.rulebook`, the bill `puur.papers.bills`. Every amount comes from the ledger and every line keeps its
provision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from puur.papers.document import Document
from puur.papers.words import Say, article, club_words
from puur.reglement.catalogue import looks_like_id
from puur.season.accounts import StatementLine, is_expense, is_income, statement, year_report
from puur.season.balance import BalanceSheet, balance_sheet
from puur.season.beer import open_rounds
from puur.season.debts import ChargeKey, Sort
from puur.season.fines import Assessment, assessments, reason_of
from puur.season.ledger import ZERO, Charge
from puur.season.state import Club
from puur.season.yearly import columns, complete_year, next_tasks, standings, winners


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


def own_words(charge: Charge) -> str:
    """What the treasurer wrote a debt down for, such as the yearly fee; nothing where a provision stands there."""
    return charge.rule if charge.sort is Sort.OTHER and not looks_like_id(charge.rule) else ""


def rule_of(charge: Charge) -> str:
    """The provision of a debt, if it cites any."""
    return "" if own_words(charge) else charge.rule


def what_of(club: Club, charge: Charge, assessed: Mapping[ChargeKey, Assessment], say: Say) -> str:
    """What a debt is for: `verspätet, 12 Min., Jasstag 3/2027`."""
    if own := own_words(charge):
        return ", ".join(part for part in (own, day_name(club, charge.day, say)) if part)
    reason, minutes = reason_of(charge, assessed)
    spent = say("minutes", count=minutes) if minutes else ""
    return ", ".join(part for part in (say(f"reason.{reason}"), spent, day_name(club, charge.day, say)) if part)


def financed_by(sheet: BalanceSheet, say: Say) -> list[tuple[str, Decimal]]:
    """The right side of a balance sheet, line by line."""
    own = ((say("credits"), sheet.credits), (say("earlier"), sheet.earlier), (say("result"), sheet.result))
    return [*sheet.liabilities, *((name, amount) for name, amount in own if amount)]


def sides(sheet: BalanceSheet, say: Say) -> dict[str, Any]:
    """Both sides of a balance sheet as they are printed, with their sums."""
    return {
        "on": on_paper(sheet.on), "assets": [[name, money(amount)] for name, amount in sheet.assets],
        "liabilities": [[name, money(amount)] for name, amount in financed_by(sheet, say)], "total": money(sheet.total),
        "financed": money(sheet.financed),
    }  # fmt: skip


def report(club: Club, year: int, title: str, today: date, lang: str) -> Document:
    """The year in figures: ranking, series, money, open items."""
    say = club_words(lang)
    figures = year_report(club, year)
    last = date(year, 12, 31)
    days = list(columns(club, year)) if club.year(year) else []
    income = [(name, -amount) for name, amount in figures.movement.items() if is_income(name) and amount]
    expense = [(name, amount) for name, amount in figures.movement.items() if is_expense(name) and amount]
    accounts = [
        [name, money(figures.opening.get(name, ZERO)), money(figures.movement[name]), money(closing)]
        for name, closing in figures.closing.items()
    ]
    sums = [sum(column.values(), ZERO) for column in (figures.opening, figures.movement, figures.closing)]
    return Document(
        "report",
        {
            "title": title, "year": year, "date": on_paper(today), "days": days, "standings": _standings(club, year, days, say),
            "tasks": _tasks(club, year, say), "path": _path(club, year, days),
            "income": [[name, money(amount)] for name, amount in income], "income_sum": money(figures.income),
            "expense": [[name, money(amount)] for name, amount in expense], "expense_sum": money(figures.expense),
            "result": money(figures.result), "accounts": accounts, "sums": [money(total) for total in sums],
            "balance": sides(balance_sheet(club, min(last, today)), say), "balanced": figures.balanced,
            "fines": fines_by_rule(club, year, say),
            "open": _open(club, figures.open_items, last, say),
            "open_sum": money(sum((charge.open_on(last) for charge in figures.open_items), ZERO)), "beer": _beer(club, last, say),
        },
    )  # fmt: skip


def _standings(club: Club, year: int, days: Sequence[int], say: Say) -> list[dict[str, Any]]:
    return [
        {
            "rank": line.rank, "name": club.roster.name(line.name), "points": f"{line.points}", "absences": line.absences or "",
            "days": [str(line.results.get(number, "")) for number in days], "note": "" if line.eligible else say("no_title"),
        }
        for line in standings(club, year)
    ]  # fmt: skip


def _tasks(club: Club, year: int, say: Say) -> list[str]:
    if not complete_year(club, year):
        return []
    chosen = club.trophies.get(year)
    best = (chosen,) if chosen else tuple(line.name for line in winners(club, year))
    lines = [say("winner", year=year, names=", ".join(club.roster.name(person) for person in best))]
    for task in next_tasks(club, year):
        names = ", ".join(club.roster.name(person) for person in task.people)
        lines.append(say("organises", year=task.year, what=say(f"task.organise-{task.what}"), names=names))
    return lines


def _path(club: Club, year: int, days: Sequence[int]) -> list[dict[str, Any]]:
    """The series of each member in these columns, also where a day is not planned yet."""
    planned = [day.number for day in club.year(year)]
    none = {"name": "", "arrow": ""}
    rows = [(row, dict(zip(planned, row["series"], strict=True))) for row in series_path(club, year)]
    return [{**row, "series": [cells.get(number, none) for number in days]} for row, cells in rows]


def series_path(club: Club, year: int) -> list[dict[str, Any]]:
    """Each member's series day by day, with an arrow where it changed between two days that have the same series."""
    days = club.year(year)
    members = sorted({member for day in days if day.line_up for row in day.line_up.members for member in row})
    paths = []
    for member in members:
        cells: list[dict[str, str]] = []
        for day in days:
            name = (day.line_up.series_of(member) or "") if day.line_up else ""
            before = cells[-1]["name"] if cells else ""
            cells.append({"name": name, "arrow": arrow(club, before, name)})
        paths.append({"member": member, "name": club.roster.name(member), "series": cells})
    return sorted(paths, key=lambda row: str(row["name"]).casefold())


def arrow(club: Club, before: str, now: str) -> str:
    """`up`, `down`, or nothing, from one series to another."""
    order = [*club.book.series.names, *(name for name in club.book.series.special_names if name not in club.book.series.names)]
    if before not in order or now not in order or before == now:
        return ""
    return "up" if order.index(now) < order.index(before) else "down"


def fines_by_rule(club: Club, year: int, say: Say) -> list[list[str]]:
    """Fines, surcharges and converted beer of a year: provision, what, how often, how much."""
    assessed = assessments(club)
    sums: dict[tuple[str, str], tuple[int, Decimal]] = {}
    for charge in club.ledger.charges.values():
        if charge.on.year == year and not charge.reversed and charge.sort is not Sort.STARTGELD and not own_words(charge):
            key = (charge.rule, say(f"reason.{reason_of(charge, assessed)[0]}"))
            count, amount = sums.get(key, (0, ZERO))
            sums[key] = (count + 1, amount + charge.amount)
    return [[rule, what, str(count), money(amount)] for (rule, what), (count, amount) in sorted(sums.items())]


def _open(club: Club, items: Sequence[Charge], on: date, say: Say) -> list[list[str]]:
    """Open debts by person; those of the same kind in one line with their days."""
    assessed = assessments(club)
    groups: dict[tuple[str, str, str], list[Charge]] = {}
    for charge in items:
        why = own_words(charge) or say(f"reason.{reason_of(charge, assessed)[0]}")
        groups.setdefault((club.roster.name(charge.debtor), why, rule_of(charge)), []).append(charge)
    return [
        [
            on_paper(min(charge.on for charge in group)),
            name,
            ", ".join([why, *(day_name(club, charge.day, say) for charge in group if charge.day)]),
            rule,
            money(sum((charge.open_on(on) for charge in group), ZERO)),
        ]
        for (name, why, rule), group in sorted(groups.items(), key=lambda entry: (entry[0][0].casefold(), entry[1][0].on))
    ]


def _beer(club: Club, on: date, say: Say) -> list[str]:
    counts: dict[str, list[str]] = {}
    for debt in open_rounds(club, on):
        counts.setdefault(debt.person, []).append(day_name(club, debt.day, say))
    return [
        say("beer_line", name=club.roster.name(person), count=len(days), day=", ".join(days)) for person, days in counts.items()
    ]


@dataclass(frozen=True, slots=True)
class DebtLine:
    """One debt on a statement, as it is shown."""

    charge: Charge
    on: str
    what: str
    rule: str
    due: str
    amount: str
    open: str
    own: bool  # False: the person answers for somebody else


@dataclass(frozen=True, slots=True)
class StatementSheet:
    """What a person owes and why, as it is shown: in the terminal, on the pages and on paper."""

    name: str
    address: tuple[str, ...]
    lines: tuple[DebtLine, ...]
    total: str
    notes: tuple[str, ...]


def statement_sheet(club: Club, key: str, on: date, lang: str) -> StatementSheet:
    """The statement of a person on a date; the total is the sum of what is open on its lines."""
    own, person, say, assessed = statement(club, key, on), club.roster.person(key), club_words(lang), assessments(club)

    def line(of: StatementLine) -> DebtLine:
        charge, whose = of.charge, "" if of.own else " " + say("for_person", name=club.roster.name(of.charge.debtor))
        return DebtLine(
            charge, on_paper(charge.on), what_of(club, charge, assessed, say) + whose, rule_of(charge),
            on_paper(of.due) if of.due else "", money(charge.amount), money(charge.open_on(on)), of.own,
        )  # fmt: skip

    notes = [say("credit", amount=money(own.credit))] if own.credit > 0 else []
    notes += [say("liable", amount=money(own.liable))] if own.liable else []
    notes += [say("beers", count=own.beer_rounds)] if own.beer_rounds else []
    road = " ".join(part for part in (person.address.street, person.address.house) if part)
    place = " ".join(part for part in (person.address.postcode, person.address.town) if part)
    address = tuple(part for part in (person.name, road, place) if part)
    return StatementSheet(person.name, address, tuple(map(line, own.lines)), money(own.open + own.liable), tuple(notes))


def statements(club: Club, people: Sequence[str], on: date, title: str, lang: str) -> Document:
    """What these people owe and why, one page or more each."""
    sheets = [statement_sheet(club, key, on, lang) for key in people]
    data = [
        {
            "address": list(sheet.address),
            "lines": [[line.on, line.what, article(line.rule, lang), line.due, line.amount, line.open] for line in sheet.lines],
            "open": sheet.total,
            "notes": list(sheet.notes),
        }
        for sheet in sheets
    ]
    return Document("statement", {"title": title, "date": on_paper(on), "people": data})
