"""What `puur club` shows: one function per page, from the engine's answers to plain facts and to a table of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal

from rich.table import Table

from puur.cli.settings import tell
from puur.papers.bills import Letter
from puur.papers.club import StatementSheet
from puur.season import yearly
from puur.season.accounts import Reminder, YearReport
from puur.season.belongings import Moved, differences
from puur.season.evenings import Change
from puur.season.fines import Assessment
from puur.season.ledger import ZERO
from puur.season.results import Row, Total
from puur.season.rollover import Preview
from puur.season.state import Club
from puur.season.tables import shown
from puur.season.tasks import Step, Task
from puur.words import texts


def word(area: str, key: str, /, **facts: object) -> str:
    """A word for a key of the engine; a key without a word is shown as it is."""
    keys = [name for name in (f"club.{area}.{key}", f"clubs.{area}.{key}") if name in texts()]
    return tell(keys[0], **facts) if keys else key


def columns(*names: str, right: Sequence[str] = ()) -> Table:
    """An empty table with these headings."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(tell(f"club.col.{name}"), justify="right" if name in right else "left", no_wrap=name in right)
    return table


def results_table(club: Club, rows: Iterable[Row], *, explain: bool) -> Table:
    """The sheet of a day."""
    names = ["series", "person", "status", "rounds", "penalties", "provisional", "final"]
    table = columns(*names, *(["rule"] if explain else []), right=("penalties", "provisional", "final"))
    for row in rows:
        seat = row.participant
        rounds = " + ".join(shown(points) for points in row.rounds) or word("how", row.how)
        cells = [row.series, club.roster.name(seat.person), word("status", seat.status), rounds, str(row.penalties or "")]
        cells += [shown(row.provisional), "–" if row.final is None else str(row.final)]
        table.add_row(*cells, *([" ".join(row.rules)] if explain else []))
    return table


def standings_table(club: Club, year: int, lines: Iterable[Total], *, explain: bool) -> Table:
    """The Jahreswertung: its Jasstage, then the evenings that count."""
    days = [str(number) for number in yearly.columns(club, year)]
    table = columns("rank", "person", "points", "absences", right=("rank", "points", "absences"))
    for day in days:
        table.add_column(day, justify="right")
    table.add_column("")
    for line in lines:
        name = club.roster.name(line.member) + ("" if line.name == line.member else f" ({club.roster.name(line.name)})")
        results = [str(line.results.get(int(day), "")) for day in days]
        note = "" if line.eligible else tell("club.not_eligible")
        note += f" {' '.join(line.rules)}" if explain else ""
        table.add_row(str(line.rank), name, str(line.points), str(line.absences or ""), *results, note.strip())
    return table


def changes_table(club: Club, changed: Iterable[Change]) -> Table:
    """What would change in the Jahreswertung."""
    table = columns("person", "from", "to", right=("from", "to"))
    for change in changed:
        cells = ["–" if state is None else f"{state[0]}. {state[1]}" for state in (change.before, change.after)]
        table.add_row(club.roster.name(change.member), *cells)
    return table


def belongings_table(club: Club, changed: Iterable[Moved]) -> Table:
    """What people would have who become one, or two again."""
    table = columns("person", "what", "from", "to", right=("from", "to"))
    for who, facts in ((club.roster.name(move.person), differences(move)) for move in changed):
        for what, was, then in facts:
            table.add_row(who, tell(f"clubs.same.has.{what}"), str(was), str(then))
    return table


def moves_table(club: Club, seen: Preview) -> Table:
    """The explanation of a carrying over, line by line."""
    table = columns("person", "points", "from", "to", "what", "why", "rule", right=("points",))
    for move in seen.moves:
        arrow = {"promoted": "↑", "relegated": "↓"}.get(move.label, " ")
        cells = [club.roster.name(move.member), shown(move.points), move.origin or "–", f"{move.target} {arrow}".strip()]
        table.add_row(*cells, word("label", move.label), word("why", move.reason), move.rule)
    return table


def line_up_table(club: Club, day_key: str) -> Table:
    """Who sits where."""
    day = club.day(day_key)
    table = columns("series", "person", "status", "who")
    for series, seat in club.everybody(day):
        bring = club.roster.name(seat.member) if seat.person != seat.member else ""
        table.add_row(series, club.roster.name(seat.person), word("status", seat.status), bring)
    return table


def fines_table(club: Club, fines: Iterable[Assessment]) -> Table:
    """Fees and fines of a day."""
    table = columns("person", "joint", "amount", "why", "rule", right=("amount",))
    for fine in fines:
        why = word("reason", fine.reason) + (f" ({fine.minutes} min)" if fine.minutes else "")
        table.add_row(club.roster.name(fine.debtor), club.roster.name(fine.joint), f"{fine.amount:.2f}", why, fine.rule)
    return table


def statement_table(sheet: StatementSheet) -> Table:
    """What a person owes and why."""
    table = columns("date", "what", "amount", "open", "until", "rule", right=("amount", "open"))
    for line in sheet.lines:
        table.add_row(line.on, line.what, line.amount, line.open, line.due or "–", line.rule)
    table.add_section()
    table.add_row("", tell("club.bill.total"), "", sheet.total, "", "")
    return table


def bill_table(letter: Letter) -> Table:
    """What a bill asks for."""
    table = columns("date", "what", "rule", "amount", right=("amount",))
    for line in letter.lines:
        table.add_row(line.on, line.what, line.rule, line.amount)
    table.add_section()
    table.add_row("", tell("club.bill.total"), "", letter.total)
    return table


def reminders_table(club: Club, reminders: Iterable[Reminder]) -> Table:
    """Unpaid fines."""
    table = columns("person", "joint", "open", "stage", "until", "rule", right=("open",))
    for reminder in reminders:
        until, who = reminder.next.isoformat() if reminder.next else "–", reminder.charge
        stage = word("stage", reminder.stage)
        table.add_row(
            club.roster.name(who.debtor), club.roster.name(who.joint), f"{reminder.open:.2f}", stage, until, reminder.rule
        )
    return table


def ledger_table(club: Club) -> Table:
    """The journal."""
    table = columns("number", "date", "what", "account", "amount", "rule", right=("number", "amount"))
    for booking in club.ledger.bookings:
        for place, line in enumerate(booking.lines):
            head = [str(booking.number), booking.on.isoformat(), booking.key] if not place else ["", "", ""]
            table.add_row(*head, line.account, f"{line.amount:.2f}", booking.rule if not place else "")
    return table


def balances_table(balances: Mapping[str, Decimal]) -> Table:
    """Accounts and balances."""
    table = columns("account", "balance", right=("balance",))
    for account, amount in balances.items():
        table.add_row(account, f"{amount:.2f}")
    return table


def accounts_table(before: Club, after: Club) -> Table | None:
    """Whose account has another balance after than before, people under their names; nothing where all stay as they are."""
    old, new = before.ledger.balances(), after.ledger.balances()
    people = {after.ledger.debtor(who): person.name for who, person in after.roster.people.items()}
    changed = [account for account in {**old, **new} if old.get(account, ZERO) != new.get(account, ZERO)]
    table = columns("account", "from", "to", right=("from", "to"))
    for account in changed:
        table.add_row(people.get(account, account), *(f"{balances.get(account, ZERO):.2f}" for balances in (old, new)))
    return table if changed else None


def balance_note(balances: Mapping[str, Decimal]) -> str:
    """That both sides agree, or by how much they do not."""
    rest = sum(balances.values(), Decimal(0))
    return tell("club.unbalanced", amount=rest) if rest else tell("club.balanced")


def report_table(report: YearReport) -> Table:
    """The year by account."""
    table = columns("account", "opening", "movement", "closing", right=("opening", "movement", "closing"))
    for account, amount in report.closing.items():
        opening = report.opening.get(account, Decimal(0))
        table.add_row(account, f"{opening:.2f}", f"{report.movement[account]:.2f}", f"{amount:.2f}")
    return table


def tasks_table(club: Club, tasks: Iterable[Task]) -> Table:
    """What is open."""
    table = columns("day", "what", "who", "until", "rule")
    for task in tasks:
        who = ", ".join(club.roster.name(person) for person in task.who)
        facts = {name: club.roster.name(value) for name, value in task.facts.items()}
        due = "" if task.due is None else f"{task.due:%Y-%m-%d %H:%M}" if isinstance(task.due, datetime) else task.due.isoformat()
        table.add_row(task.day, word("task", task.what, **facts), who or "–", due, task.rule)
    return table


def steps_table(club: Club, steps: Iterable[Step]) -> Table:
    """The checklist, in order."""
    table = columns("number", "what", "rule", right=("number",))
    for number, step in enumerate(steps, start=1):
        facts = {name: club.roster.name(value) if name == "who" else word(name, value) for name, value in step.facts.items()}
        table.add_row(str(number), word("step", step.key, **facts), step.rule)
    return table
