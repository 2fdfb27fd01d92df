"""A hybrid evening of 24 in the browser: twelve at web tables, twelve in the hall on phones, the Jasstafel and paper.

With a ruling, a drop-out, a server that is killed in round 2 and a correction after the ranking; it ends in the standings of a club
and a bill of its treasurer, on the pages and by the command line from the files that people download. The server is a process of
its own. Every number is compared with one that is counted here, from the cards on record and from what was typed.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from puur.web.doors.models import HostedTable
from tests.web.aside import aside
from tests.web.browser import hybrid
from tests.web.browser.conftest import CUT_OFF, WHOLE_GAME, Open, Watch, set_going, wait_for
from tests.web.browser.far_away import FarAway
from tests.web.browser.hybrid import WHOLE, Count, Points, fits, tab
from tests.web.browser.hybrid_money import (
    Standings,
    Terminal,
    among,
    back_to_the_card,
    bill,
    count_for_the_year,
    in_short,
    lives_at,
    moves,
    reads,
    told,
    where_to_pay,
)
from tests.web.doors.support import SHORT, hand_count
from tests.web.environment import FOLDER
from tests.web.test_kill import Process

MEMBERS = [
    "Olga Stäheli", "Käthi Lüthi", "Jürg Böhlen-Übersax", "Zoë Grünenfelder", "Beat Meier", "Chantal Favre", "Dario Rossi",
    "Elsbeth Odermatt", "Fritz Wüthrich", "Giulia Bernasconi",
]  # fmt: skip
GUESTS = [
    "Hans Ruedi Schär", "Ida Zgraggen", "Jakob Inäbnit", "Léon Chappuis", "Maria Caflisch", "Noé Jeanneret", "Änneli Müller",
    "Peter Häfliger", "Quirin Röösli", "Rosa Gmür", "Sepp Ettlin", "Trudi Würgler", "Verena Käser",
    "Franz-Xaver von Allmen-Brönnimann",
]  # fmt: skip
CHIEF, TREASURER, DEBTOR = MEMBERS[:3]
SEASON = 'key = "dorf"\ntitle = "Dorf"\nsource = "Dorf, Art. 1"\nextends = "ajz08"\n[season]\nevenings = "total"\n'


@pytest.fixture(scope="module")
def process(database: str) -> Iterator[Process]:
    """A server on the database of this test process, so that what is stored can be read past it."""
    del database
    server = Process(Path(FOLDER))
    yield server
    if server.process is not None and server.process.poll() is None:
        server.kill()


@pytest.fixture(scope="module")
def server(process: Process) -> str:
    """What the pages of this module open."""
    return process.start()


def on_the_list(chief: Page) -> None:
    """The members come from the club, the guests from a file; nobody is typed again."""
    tab(chief, "Spielende")
    chief.get_by_role("link", name="Mitglieder eines Clubs übernehmen").click()
    fits(chief, "from-club")
    chief.get_by_role("button", name="Auf die Liste").click()
    expect(chief.locator("#people .ev-list > li")).to_have_count(len(MEMBERS))
    guests = "\r\n".join(["Name", *GUESTS]).encode("utf-16")
    chief.set_input_files("#id_file", {"name": "liste.csv", "mimeType": "text/csv", "buffer": guests})
    chief.locator("form:has(#id_file) button").click()
    chief.click("#take-list")
    expect(chief.locator("#people .ev-list > li")).to_have_count(24)
    fits(chief, "players")


def check_in(chief: Page) -> None:
    """Everybody comes; all but one member pay the ten francs at the door."""
    tab(chief, "Check-in")
    rows = chief.locator("#people .ev-list > li")
    for number, name in enumerate([*MEMBERS, *GUESTS], start=1):
        row = rows.filter(has_text=name)
        box = row.locator("[name=accepted]")
        if box.count():
            box.check()
        row.get_by_role("button", name="Ist da" if name == DEBTOR else "da + 10.–").click()
        expect(chief.locator("#people")).to_contain_text(f"{number} von 24 sind da")
    expect(chief.locator("#people")).to_contain_text("CHF 230.– bezahlt, 1 noch offen")
    fits(chief, "check-in")


def hall(open_page: Open, chief: Page, office: Page, code: str, round_: int) -> dict[int, Points]:
    """Tables 4 to 6: two phones, a Jasstafel whose sheet a phone confirms, and paper that two in the office type blind."""
    chief.goto(f"{origin(chief)}/evenings/{code}/round/{round_}/")
    links = hybrid.printed_links(chief, round_)
    points = {4: (300 + round_, WHOLE - 300 - round_), 5: (0, 0), 6: (200 + round_, WHOLE - 200 - round_)}
    hybrid.two_phones(open_page, links[4], points[4])
    deals = [(100 + round_, 57 - round_), (80, 77), (0, 157), (90, 67)]
    points[5] = (sum(deal[0] for deal in deals), sum(deal[1] for deal in deals))
    hybrid.slate_and_phone(open_page, links[5], deals)
    for clerk in (chief, office):
        hybrid.type_in(clerk, code, round_, 6, points[6])
    expect(office.locator(".tables-list .state-web")).to_have_count(3)  # nobody is sent to type what is played on the web
    fits(office, "office")
    return points


def on_record(code: str, round_: int) -> dict[int, Points]:
    """The points at the web tables of a round, counted from the cards on record."""

    def counted() -> dict[int, Points]:
        hosted = HostedTable.objects.filter(evening__code=code, round=round_).select_related("live")
        return {table.table: hand_count(table.live.code) for table in hosted}

    return aside(counted)


def take_down(chief: Page, code: str, round_: int, seats: dict[int, list[str]], points: dict[int, Points], count: Count) -> None:
    """Every table has its result on the organiser's page, as it was counted."""
    chief.goto(f"{origin(chief)}/evenings/{code}/round/{round_}/")
    expect(chief.locator(".ev-missing a")).to_have_count(0)
    shown = chief.locator("#tables .ev-tables > li .score").evaluate_all("(all) => all.map((each) => each.innerText.trim())")
    assert shown == [f"{points[table][0]} : {points[table][1]}" for table in sorted(seats)]
    for table, names in seats.items():
        count.table(round_, names, points[table])
    fits(chief, f"round-{round_}")


def ranking(page: Page) -> dict[str, tuple[int, int]]:
    """The organiser's ranking: rank and total by name, of those who have a rank."""
    rows = hybrid.numbers(page.locator("#ranking tbody tr"))
    return {row[1]: (int(row[0]), int(row[2])) for row in rows if row[0].isdecimal()}


def origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def tab_of_evening(chief: Page, code: str, name: str) -> None:
    chief.goto(f"{origin(chief)}/evenings/{code}/")
    tab(chief, name)


def everybody_sees(open_page: Open, code: str, count: Count) -> None:
    """The public ranking on a phone, and the beamer in the hall."""
    phone = open_page(f"/evenings/{code}/ranking/", width=360, height=740)
    rows = hybrid.numbers(phone.locator(".board tbody tr"))
    shown = sorted((int(row[0]), row[1], int(row[2])) for row in rows if row[0].isdecimal())
    assert shown == sorted((rank, in_short(name), total) for name, (rank, total) in count.ranking().items())
    fits(phone, "public-ranking")
    beamer = open_page(f"/evenings/{code}/beamer/", width=1280, height=720)
    first, (_, total) = min(count.ranking().items(), key=lambda item: item[1])
    expect(beamer.locator("[data-kind=ranking]", has_text=in_short(first)).first).to_contain_text(str(total))
    for page in (phone, beamer):
        page.context.close()


def correct(chief: Page, code: str, names: list[str], count: Count) -> None:
    """The first side of table 4 in round 2 had a hundred more: opened again, tried out, corrected, closed."""
    wrong, year = count.ranking(), among(count, MEMBERS)
    tab_of_evening(chief, code, "Rangliste")
    chief.locator("#reopening summary").click()
    chief.fill("#reopen", "Verschrieben")
    chief.locator("#reopening button").click()
    expect(chief.locator("#close")).to_be_visible()
    chief.goto(f"{origin(chief)}/evenings/{code}/round/2/")
    chief.locator("#tables .ev-tables > li").nth(3).locator("a[href*='/from/']").click()
    points = (402, WHOLE - 402)
    for side, each in enumerate(points):
        chief.fill(f"#points{side}", str(each))
    chief.get_by_role("button", name="Zeigen, was sich ändert").click()
    count.table(2, names, points)
    assert moves(chief, "form .ev-list >> nth=0 >> li") == told(wrong, count.ranking())
    assert moves(chief, "form .ev-list >> nth=1 >> li") == told(year, among(count, MEMBERS))
    fits(chief, "correction-asked")
    chief.get_by_role("link", name="Korrigieren").click()
    for side, each in enumerate(points):  # not typed again
        expect(chief.locator(f"[name=points{side}]")).to_have_value(str(each))
    chief.fill("#reason-own", "Verschrieben")
    fits(chief, "correction")
    chief.locator("form:has(#reason-own) button.primary").click()
    expect(chief.locator(".message.success").first).to_be_visible()
    tab_of_evening(chief, code, "Rangliste")
    chief.click("#close")
    expect(chief.locator("#state")).to_contain_text("Die Rangliste ist abgeschlossen")
    assert ranking(chief) == count.ranking()


def own_pages(open_page: Open, chief: Page, code: str) -> dict[str, Page]:
    """Everybody's own page on a phone of their own, by the link that the organiser hands out."""
    tab_of_evening(chief, code, "Spielende")
    addresses = chief.locator("#people .ev-list > li a").evaluate_all("(links) => links.map((link) => link.href)")
    pages = {}
    for address in addresses:
        chief.goto(address)
        name = chief.locator("#id_name").input_value()
        pages[name] = open_page(hybrid.path_of(chief.locator("#one a[href*='/p/']").inner_text()), width=360, height=740)
        expect(pages[name].locator("h1")).to_contain_text(name)
    return pages


def sit_down(open_page: Open, people: dict[str, Page], names: list[str], links: list[str]) -> list[Page]:
    """Four at a web table: from the own page where somebody has one, else by the link to the seat."""
    pages = []
    for name, link in zip(names, links, strict=True):
        page = people.get(name)
        if page is None:
            page = open_page(link, width=360, height=740)
        else:
            page.goto(page.url if "/p/" in page.url else page.evaluate("sessionStorage.own"))
            page.evaluate("sessionStorage.own = location.href")
            page.get_by_role("link", name="Zu meinem Platz am Web-Tisch").click()
        fits(page, "seat")
        page.locator("button[value=sit]").click()
        page.wait_for_selector("puur-table")
        pages.append(page)
    for page in pages:
        page.wait_for_selector(".felt")
    return pages


def confirm(four: list[Page]) -> None:
    """The game at a web table comes to its end, and both sides confirm its result."""
    for page in four:
        steps = wait_for(page, "window.puurTest", seconds=WHOLE_GAME)
        assert "error" not in steps, steps
    fits(four[0], "table-over")
    for page in four[:2]:
        page.locator("[data-act=confirm]").click()
        page.locator("button[value=confirm]").click()
        expect(page.locator("main .message").first).to_be_visible()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["one table watched", "all watched"])
def test_a_hybrid_evening_of_24(
    open_page: Open, watch: Watch, process: Process, tmp_path: Path, capsys: pytest.CaptureFixture[str], *, whole: bool
) -> None:
    watch.ignored = CUT_OFF
    watched = (1, 2, 3) if whole else (1,)  # the tables that are played in the browser: all of them, or one in round 2
    count = Count()
    chief = open_page("/", width=1200, height=900)
    hybrid.sign_up(chief, CHIEF, f"olga{uuid.uuid4().hex[:8]}")
    home = hybrid.found_club(chief, CHIEF, MEMBERS, SEASON)
    hybrid.give_office(chief, "chef-jahrestrophy", CHIEF)
    hybrid.give_office(chief, "kassier", TREASURER)
    fits(chief, "club-people")
    treasurer, member = (open_page(hybrid.personal_link(chief, name), width=360, height=740) for name in (TREASURER, DEBTOR))
    for page in (treasurer, member):
        hybrid.enter_club(page)
    where_to_pay(treasurer)
    key = lives_at(chief, home, DEBTOR)
    archive = chief.request.get(f"{home}data/export.zip").body()

    code = hybrid.announce(chief, SHORT)
    on_the_list(chief)
    check_in(chief)
    office = hybrid.invite(chief, open_page, "office", "Bruno", width=1200, height=900)
    judge = hybrid.invite(chief, open_page, "controller", "Regula", width=360, height=740)

    # Round 1: half of the tables on the web, half in the hall.
    seats = hybrid.start_round(chief, 6)
    links = hybrid.open_web_tables(chief, [1, 2, 3])
    far = FarAway(origin(chief).split("//")[1], {} if whole else links)
    playing = far.play()
    people = own_pages(open_page, chief, code) if whole else {}
    for number in (4, 5, 6) if whole else ():
        for name in seats[number]:
            expect(people[name].locator(".big-table")).to_contain_text(f"Tisch {number}")
    tables = [sit_down(open_page, people, seats[table], links[table]) for table in watched if whole]
    for page in (page for four in tables for page in four):
        set_going(page, "over")
    points = hall(open_page, chief, office, code, 1)
    tab_of_evening(chief, code, "Übersicht")
    fits(chief, "overview")
    for four in tables:
        confirm(four)
    playing.result()
    far.confirm()
    take_down(chief, code, 1, seats, points | on_record(code, 1), count)

    # A ruling takes 50 points and 20 francs from one, and another goes home.
    punished, gone = DEBTOR, next(name for name in seats[4] if name not in MEMBERS)
    judge.goto(f"{origin(judge)}/evenings/{code}/rulings/")
    judge.select_option("#player", label=punished)
    judge.fill("#points", "50")
    judge.fill("#reason", "Verleugnet")
    judge.fill("#rule", "TAM-ES-53")
    judge.fill("#fine", "20")
    judge.get_by_role("button", name="Zeigen, was sich ändert").click()
    fits(judge, "ruling-asked")
    before = count.total(punished)
    expect(judge.locator(".ev-list li", has_text=punished)).to_contain_text(f"({before})")
    expect(judge.locator(".ev-list li", has_text=punished)).to_contain_text(f"({before - 50})")
    judge.get_by_role("button", name="Entscheiden").click()
    expect(judge.locator(".ev-list li", has_text=punished)).to_contain_text("Verleugnet")
    fits(judge, "ruling")
    count.taken[punished] = 50
    tab(chief, "Spielende")
    chief.locator("#people .ev-list > li", has_text=gone).get_by_role("link").click()
    chief.get_by_text("Geht nach Hause").click()
    chief.fill("#id_leave", "Krank")
    chief.get_by_role("button", name="Abmelden").click()
    expect(chief.locator("#one .tag", has_text="Krank")).to_be_visible()
    fits(chief, "person")
    count.gone.add(gone)

    # Round 2: the server is killed while they play.
    seats = hybrid.start_round(chief, 6)
    links = hybrid.open_web_tables(chief, [1, 2, 3])
    far = FarAway(origin(chief).split("//")[1], {table: own for table, own in links.items() if table not in watched})
    playing = far.play_until_killed()
    tables = [sit_down(open_page, people, seats[table], links[table]) for table in watched]
    for first, *others in tables:
        set_going(first, "ready")  # after the first deal it holds the table up
        for page in others:
            set_going(page, "over")
    for first, *_ in tables:
        wait_for(first, "window.puurTest", seconds=WHOLE_GAME)
    far.half_way.wait()
    process.kill()
    banner = tables[0][0].locator("[data-banner=link]").last
    expect(banner).to_contain_text(re.compile("Keine Verbindung|Verbindung wird gesucht"))
    process.start()
    far.again.set()
    for first, *_ in tables:
        set_going(first, "over")
    points = hall(open_page, chief, office, code, 2)
    for four in tables:
        confirm(four)
    playing.result()
    far.confirm()
    web = on_record(code, 2)
    take_down(chief, code, 2, seats, points | web, count)

    # The ranking is what the cards and the typed sheets say; who went home is not in it.
    tab(chief, "Rangliste")
    assert ranking(chief) == count.ranking()
    chief.click("#close")
    expect(chief.locator("#state")).to_contain_text("Die Rangliste ist abgeschlossen")
    assert ranking(chief) == count.ranking()
    fits(chief, "ranking")
    everybody_sees(open_page, code, count)

    # It counts for the year of the club, and the treasurer bills who has not paid.
    before: Standings = {}
    count_for_the_year(chief, home, before, after := among(count, MEMBERS))
    bill(treasurer, "230.–", DEBTOR, "10.00", "20.00", "30.00")  # 23 paid ten francs; ten for the evening and twenty of the ruling
    reads(member, after)

    # A sheet was wrong: corrected at its source, told before it is changed in the club too, where it follows with the close.
    correct(chief, code, seats[4], count)
    reads(member, among(count, MEMBERS))
    table, name = next((table, name) for table in (1, 2, 3) for name in seats[table] if name in MEMBERS)
    back_to_the_card(member, among(count, MEMBERS), name, web[table])

    # The same by the command line, from the files of the evening and of the club before it.
    tab_of_evening(chief, code, "Mehr")
    with chief.expect_download() as download:
        chief.locator("a[download]").click()
    terminal = Terminal(tmp_path, capsys)
    evening = terminal.keep("abend.json", download.value.path().read_bytes())
    terminal.same(terminal.unpack(archive), evening, count, MEMBERS, ("230.00", "30.00", key, DEBTOR))
