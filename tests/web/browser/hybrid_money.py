"""After a hybrid evening in the browser: the club's year, its treasurer, a member who reads; and the same from files."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puur.cli import app
from tests.web.browser.hybrid import Count, Points, fits, numbers, scanned, tab

IBAN = "CH9300762011623852957"  # the example of the ISO 13616 registry
Standings = dict[str, tuple[int, int]]


def among(count: Count, members: list[str]) -> Standings:
    """Rank and points of the members alone: the total of the evening counts for the year (Dorf, Art. 1)."""
    totals = {name: total for name, (_, total) in count.ranking().items() if name in members}
    return {name: (1 + sum(other > total for other in totals.values()), total) for name, total in totals.items()}


def place(standing: tuple[int, int] | None) -> str:
    return "–" if standing is None else f"{standing[0]}. ({standing[1]})"


def told(before: Standings, after: Standings) -> dict[str, str]:
    """What a page has to say of a change before it is made."""
    return {name: f"{place(before.get(name))} → {place(after[name])}" for name in after if before.get(name) != after[name]}


def moves(page: Page, rows: str) -> dict[str, str]:
    """What a page says of a change: the name, and from where to where."""
    texts: list[list[str]] = page.locator(rows).evaluate_all(
        "(rows) => rows.map((row) => [...row.children].map((each) => each.innerText.replace(/\\s+/g, ' ').trim()))"
    )
    return {row[0]: row[1] for row in texts}


def count_for_the_year(chief: Page, home: str, before: Standings, after: Standings) -> None:
    """The evening counts for the club; what it changes is told first."""
    chief.goto(home)
    tab(chief, "Abende")
    chief.get_by_role("link", name="Dorfjass").click()
    assert moves(chief, "section.panel ul.rows:not(form ul) > li") == told(before, after)
    fits(chief, "club-evening")
    chief.get_by_role("button", name="Für das Jahr zählen").click()
    expect(chief.locator("ul.rows li", has_text="Dorfjass")).to_contain_text("zählt")


def where_to_pay(treasurer: Page) -> None:
    """The treasurer says once where bills are paid to."""
    tab(treasurer, "Kasse")
    treasurer.locator("a[href$='/money/account/']").last.click()
    expect(treasurer.locator("#c-name")).to_have_value("Jassclub Dorf")
    given = {"iban": IBAN, "street": "Dorfplatz", "house": "1", "postcode": "8610", "town": "Uster"}
    for name, value in given.items():
        treasurer.fill(f"[name={name}]", value)
    fits(treasurer, "creditor")
    treasurer.locator("form.panel button.primary").click()
    expect(treasurer.locator(".message.success").first).to_be_visible()


def lives_at(chief: Page, home: str, person: str) -> str:
    """Where somebody lives, for bills; the key of the person."""
    chief.goto(home)
    tab(chief, "Leute")
    chief.get_by_role("link", name=person, exact=True).click()
    key = chief.url.rstrip("/").rsplit("/", 1)[1]
    for name, value in {"street": "Bahnhofstrasse", "house": "7", "postcode": "8610", "town": "Uster"}.items():
        chief.fill(f"[name={name}]", value)
    fits(chief, "club-person")
    chief.locator("form:has([name=postcode]) button").click()
    expect(chief.locator(".message.success").first).to_be_visible()
    return key


def bill(treasurer: Page, cash: str, debtor: str, fee: str, fine: str, owed: str) -> None:
    """What was paid goes into the till, what was not becomes a debt, with the fine of the ruling; and then a QR-bill."""
    tab(treasurer, "Abende")
    treasurer.get_by_role("link", name="Dorfjass").click()
    lists = treasurer.locator("form ul.rows > li")
    expect(lists.filter(has_text=debtor).first).to_contain_text(fee)
    fits(treasurer, "treasurer-evening")
    treasurer.get_by_role("button", name=f"Startgelder in die Kasse: CHF {cash}").click()
    treasurer.get_by_role("link", name="Dorfjass").click()
    expect(lists.filter(has_text=debtor)).to_contain_text(fine)
    treasurer.click("button[value=fines]")
    tab(treasurer, "Kasse")
    expect(treasurer.locator(".stats .panel").nth(0)).to_contain_text(owed)
    expect(treasurer.locator(".stats .panel").nth(1)).to_contain_text(cash.rstrip("–") + "00")
    expect(treasurer.locator("ul.rows > li")).to_have_count(1)
    expect(treasurer.locator("ul.rows > li")).to_contain_text(f"CHF {owed}")
    fits(treasurer, "treasury")
    treasurer.get_by_role("link", name=debtor).click()
    for text in ("Startgeld, Dorfjass", "Busse, Dorfjass"):
        expect(treasurer.locator("main")).to_contain_text(text)
    expect(treasurer.locator("a.rule[href$='/TAM-ES-53/']").first).to_have_text("Irrtümlich nicht farben")  # as printed in the book
    fits(treasurer, "account")
    treasurer.locator("a[href$='/money/bills/']").click()
    treasurer.get_by_role("button", name="Rechnung ausstellen").click()
    link = treasurer.locator("a[href*='/money/bills/'][href$='.pdf']").first.get_attribute("href")
    fits(treasurer, "billed")
    asks(treasurer.request.get("/".join(treasurer.url.split("/")[:3]) + str(link)).body(), debtor, owed)


def asks(pdf: bytes, debtor: str, owed: str) -> None:
    """The code of a printed bill asks this person for so much, to be paid to the club's account."""
    (code,) = [text for text in scanned(pdf) if text.startswith("SPC")]
    lines = code.splitlines()
    assert lines[3] == IBAN
    assert [owed, "CHF"] == lines[18:20]  # of the Swiss Payment Standards 2.2: amount and currency
    assert lines[21] == debtor


def in_short(name: str) -> str:
    """The name that the club shows to everybody: the first name and an initial."""
    first, *_, last = name.split()
    return f"{first} {last[0]}."


def reads(page: Page, standings: Standings) -> None:
    """The standings of the year as a member reads them."""
    tab(page, "Öffentlich")
    rows = numbers(page.locator("table.standings tbody tr"))
    assert {row[1]: (int(re.sub(r"\D", "", row[0])), int(row[2])) for row in rows} == {
        in_short(name): place for name, place in standings.items()
    }
    fits(page, "standings")


def back_to_the_card(page: Page, standings: Standings, name: str, web: Points) -> None:
    """From the year to the evening, to a web table of its second round, to its deals and the cards."""
    tab(page, "Jasstage")
    page.locator("details summary", has_text="Jahreswertung").click()
    rows = numbers(page.locator("table tbody tr"))
    assert {row[1]: (int(row[0]), int(row[2])) for row in rows} == standings
    fits(page, "club-days")
    page.locator("tbody tr", has_text=name).get_by_role("link").first.click()
    expect(page.locator(".shout")).to_have_text(f"{standings[name][0]}. · {standings[name][1]}")
    fits(page, "from-year")
    page.get_by_role("link", name=f"{web[0]} : {web[1]}").click()
    fits(page, "from-table")
    deals = numbers(page.locator("table.board tbody tr"))
    assert tuple(sum(int(deal[side]) for deal in deals) for side in (1, 2)) == web
    page.locator("table.board a").first.click()
    expect(page.locator("puur-replay")).to_be_visible()
    page.go_back()


class Terminal:
    """`puur` on the files that people have downloaded."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def unpack(self, archive: bytes) -> str:
        """The whole club, as its page gives it; its file."""
        zipfile.ZipFile(io.BytesIO(archive)).extractall(self.folder)
        return str(self.folder / "club.jsonl")

    def keep(self, name: str, data: bytes) -> str:
        (self.folder / name).write_bytes(data)
        return str(self.folder / name)

    def run(self, *words: str) -> Any:
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            app.main(["--plain", "--lang", "de", *words])
        out, err = self.capsys.readouterr()
        assert not ended.value.code, err
        return json.loads(out) if "--json" in words else out

    def same(self, club: str, evening: str, count: Count, members: list[str], money: tuple[str, str, str, str]) -> None:
        """The evening, the year, the till and the bill, from the files alone."""
        ranked = {row["name"]: (row["rank"], row["total"]) for row in self.run("rank", evening, "--json")["ranking"] if row["rank"]}
        assert ranked == count.ranking()
        for _ in range(2):  # the second time changes nothing
            self.run("club", "evening", club, evening, "--do")
        names = {row["person"]: row["name"] for row in map(json.loads, Path(club).read_text(encoding="utf-8").splitlines()[1:])
                 if row["event"] == "person-added"}  # fmt: skip
        listed = self.run("club", "standings", club, str(date.today().year), "--json")
        assert {names[row["member"]]: (row["rank"], row["points"]) for row in listed} == among(count, members)
        cash, owed, key, debtor = money
        balances = self.run("club", "ledger", club, "--json")["balances"]
        assert (balances["1000 Kasse"], balances[f"1100 Guthaben:{key}"]) == (cash, owed)
        paper = str(self.folder / "rechnung.pdf")
        self.run("club", "bill", club, key, "--out", paper)
        asks(Path(paper).read_bytes(), debtor, owed)
