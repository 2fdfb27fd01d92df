"""The organiser's pages: from a new evening to the archive, with rights, clock, freeze, protests, backups and the one file."""

from __future__ import annotations

import io
import json
import re
import uuid

import pypdfium2
import pytest
import zxingcpp
from django.contrib.auth import get_user_model
from django.test import Client
from pypdf import PdfReader

from puur.evening.evening import Evening as EveningState
from puur.evening.files import evening_from_plain
from puur.evening.ranking import ranking
from puur.web.evenings import clock, evening_file, keys, store, transfer
from puur.web.evenings.fold import folded
from puur.web.evenings.models import ConfirmedResult, Evening, EveningBackup, EveningEvent
from puur.web.evenings.views import organiser
from puur.web.live.limits import Buckets
from puur.web.live.state import Who
from puur.words import LANGUAGES
from tests.evening.evenings import result_entered
from tests.web.evenings.organiser_help import Organiser

PAGES = (
    "", "players/", "checkin/", "draw/", "round/", "standing/", "paper/", "more/", "settings/", "backups/", "staff/", "log/",
    "players/one/?player=1", "revision.json", "export.json",
)  # fmt: skip

pytestmark = pytest.mark.usefixtures("database")


def shown_of(code: str) -> EveningState:
    """What the public ranking may show."""
    row = store.row(code)
    return folded(row, row.frozen).engine


@pytest.fixture
def desk() -> Organiser:
    return Organiser()


@pytest.fixture
def eight(desk: Organiser) -> Organiser:
    """An evening of eight under TAM (4 Passen of 12 deals, 157 each), everybody here."""
    desk.create(rounds="2", fee="20")
    desk.people(8)
    return desk


def test_a_whole_evening_from_the_form_to_the_archive(eight: Organiser) -> None:
    assert "Runde 1 auslosen" in eight.get("")
    eight.round()
    eight.round()
    engine = eight.engine()
    assert engine.released == 2
    page = eight.get("standing/")
    # Hand count: in both rounds tables 1 and 2 give 943:941 and 944:940, so the best possible total is 944 + 944.
    totals = [int(found) for found in re.findall(r'<td class="n">\s*<strong><a [^>]*>(\d{4})</a></strong>', page)]
    assert totals == sorted(totals, reverse=True)
    assert sum(totals) == 8 * 942 * 2
    assert not eight.post("standing/act/", do="close")
    assert eight.engine().closed
    assert "abgeschlossen" in eight.get("standing/")
    answer = eight.client.post(eight.url("archive/"), {"do": "away"})
    assert answer.headers["Location"] == "/evenings/"
    assert "Archiv" in eight.client.get("/evenings/").content.decode()
    assert "archiviert" in eight.post("players/", name="Zu spät")
    eternal = eight.client.get("/evenings/eternal/").content.decode()
    best = max(totals)
    assert str(best) in eternal
    assert eternal.count('<th scope="row">') == 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_opens_in_every_language_and_at_every_stage(lang: str) -> None:
    desk = Organiser(lang)
    desk.create("nws2020")
    desk.people(8)
    for stage in (lambda: None, lambda: desk.post("draw/act/", do="draw"), lambda: desk.post("draw/act/", do="release"), desk.play):
        stage()
        for path in PAGES:
            answer = desk.client.get(desk.url(path), follow=True)
            assert answer.status_code == 200, path
            text = answer.content.decode()
            assert "evenings.org." not in text, path  # a key instead of its text
            assert not re.search(r"\son[a-z]+=|\sstyle=|<style", text), path
    for path in ("/evenings/", "/evenings/new/", "/evenings/import/", "/evenings/eternal/"):
        answer = desk.client.get(path)
        assert answer.status_code == 200
        assert "evenings.org." not in answer.content.decode()


@pytest.mark.parametrize("book", ["tam2014-es", "tam2014-ps", "tam2014-cp", "nws2020", "ub2024"])
def test_an_evening_under_every_book_can_be_created_and_drawn(book: str) -> None:
    desk = Organiser()
    desk.create(book)
    for number in range(1, 9):
        more = {"name2": f"Partnerin {number}"} if desk.engine().in_pairs else {}
        assert not desk.post(
            "players/", name=f"Person {number}", email="a@example.org", email2="b@example.org", here="1", accepted="1", **more
        )
    assert not desk.post("draw/act/", do="draw")
    assert "hält, was sie verspricht" in desk.get("draw/")


def test_a_book_with_a_mistake_is_refused_with_the_line_and_nothing_typed_is_lost(desk: Organiser) -> None:
    bad = io.BytesIO(b'extends = "tam2014-es"\nkey = "mein"\ntitle = "Mein"\n[evening]\nrounds = "viele"\n')
    bad.name = "mein.toml"
    answer = desk.client.post("/evenings/new/", {"title": "Vereinsjass", "venue": "Krone", "book_file": bad})
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "evening.rounds" in text
    assert 'value="Vereinsjass"' in text
    assert 'value="Krone"' in text
    good = io.BytesIO(b'extends = "tam2014-es"\nkey = "mein"\ntitle = "Mein"\nsource = "Verein"\n[evening]\nrounds = 5\n')
    good.name = "mein.toml"
    answer = desk.client.post("/evenings/new/", {"title": "Vereinsjass", "book_file": good})
    assert answer.status_code == 302, answer.content.decode()


def test_who_creates_too_many_evenings_has_to_wait(desk: Organiser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(organiser, "making", Buckets(1, 0))
    desk.create()  # counted by the address
    desk.create()  # and from now on by the guest
    assert desk.client.post("/evenings/new/", {"title": "Noch einer", "book": "tam2014-es"}).status_code == 429


def test_the_organiser_may_draw_ahead_where_the_book_draws_round_by_round(desk: Organiser) -> None:
    desk.create(rounds="3", draw="ahead")
    desk.people(16)
    assert not desk.post("draw/act/", do="draw")
    assert len(desk.engine().rounds) == 3
    raw = json.loads(desk.get("export.json"))
    assert evening_from_plain(raw).book.evening.draw.value == "ahead"  # the changed book travels along


# ---- rights ------------------------------------------------------------------------------------------------------------------


def test_other_peoples_evenings_are_not_found(eight: Organiser) -> None:
    assert not eight.post("draw/act/", do="draw")
    stranger, nobody = Organiser(), Client(HTTP_HOST="localhost")
    stranger.create()  # somebody with an evening of their own
    before = EveningEvent.objects.filter(evening__code=eight.code).count()
    for path in (*PAGES, "paper/all.pdf", "paper/players.csv", "backups/1.json", "players/list/"):
        for client in (stranger.client, nobody):
            assert client.get(eight.url(path)).status_code == 404, path
    for path in (
        "players/",
        "checkin/",
        "draw/act/",
        "standing/act/",
        "clock/",
        "notice/",
        "archive/",
        "delete/",
        "backups/",
        "staff/",
    ):
        for client in (stranger.client, nobody):
            assert client.post(eight.url(path), {"do": "close", "typed": eight.code}).status_code == 404, path
    assert EveningEvent.objects.filter(evening__code=eight.code).count() == before


def test_a_link_gives_the_office_its_pages_and_no_more_until_it_is_revoked(eight: Organiser) -> None:
    assert not eight.post("staff/", do="invite", role="office", label="Kasse")
    page = eight.get("staff/")
    link = re.search(r"http://[^/]+(/evenings/help/[^/\"]+/)", page)
    assert link
    helper = Client(HTTP_HOST="localhost")
    assert "Büro" in helper.get(link[1]).content.decode()
    assert helper.post(link[1], {"name": ""}).status_code == 400
    assert helper.post(link[1], {"name": "Rösli"}).status_code == 302
    for path, status in (("", 200), ("checkin/", 200), ("players/", 200), ("paper/", 200), ("draw/", 403), ("settings/", 403)):
        assert helper.get(eight.url(path)).status_code == status, path
    assert helper.post(eight.url("draw/act/"), {"do": "draw"}).status_code == 403
    assert helper.post(eight.url("checkin/"), {"do": "paid", "player": "1"}).status_code == 302
    assert eight.engine().players["1"].paid == 2000
    assert EveningEvent.objects.filter(evening__code=eight.code).last().by == "Rösli"  # type: ignore[union-attr]
    answer = helper.post(
        eight.url("players/one/act/"), {"do": "exclude", "player": "1", "reason": "x"}, headers={"X-Puur-Swap": "1"}
    )
    assert answer.json()["error"].startswith("Das darf nur die Turnierleitung")
    invite = Evening.objects.get(code=eight.code).invites.get()
    assert not eight.post("staff/", do="revoke", invite=invite.pk)
    assert helper.get(eight.url("checkin/")).status_code == 404
    assert Client(HTTP_HOST="localhost").get(link[1]).status_code == 404


def test_a_guest_who_signs_up_keeps_the_evening(eight: Organiser) -> None:
    name = f"u{uuid.uuid4().hex[:10]}"
    given = {"username": name, "password1": "Buur-und-Nell-9", "password2": "Buur-und-Nell-9"}
    assert eight.client.post("/accounts/signup/", given).status_code == 302
    row = Evening.objects.get(code=eight.code)
    assert row.user == get_user_model().objects.get(username=name)
    assert row.guest is None
    eight.get("checkin/")


def test_a_guest_who_signs_in_to_an_account_keeps_the_evening_after_signing_out(eight: Organiser) -> None:
    name = f"u{uuid.uuid4().hex[:10]}"
    user = get_user_model().objects.create_user(name, password="Buur-und-Nell-9")
    assert eight.client.post("/accounts/login/", {"username": name, "password": "Buur-und-Nell-9"}).status_code == 302
    eight.get("checkin/")
    eight.client.post("/accounts/logout/")
    assert eight.client.get(eight.url("checkin/")).status_code == 404
    eight.client.force_login(user)
    eight.get("checkin/")


# ---- people ------------------------------------------------------------------------------------------------------------------


def test_check_in_pays_slips_and_late_entries(desk: Organiser) -> None:
    desk.create(rounds="3", fee="12.50")
    desk.people(8, here=False)
    for number in range(1, 5):
        assert not desk.post("checkin/", do="paid" if number < 4 else "here", player=str(number))
    assert desk.engine().players["3"].paid == 1250
    assert desk.engine().playing() == ["1", "2", "3", "4"]
    page = desk.get("checkin/")
    assert "4 von 8 sind da" in page
    assert "CHF 37.50 bezahlt, 1 noch offen" in page
    assert "CHF 12.50 bezahlt" in desk.post("checkin/", do="away", player="3")  # money first
    assert not desk.post("checkin/", do="unpaid", player="3")
    assert not desk.post("checkin/", do="away", player="3")
    assert not desk.engine().players["3"].here
    assert not desk.post("checkin/", do="here", player="3")
    desk.round()
    assert not desk.post("checkin/", do="here", player="7")
    assert "ab Runde 2" in desk.get("checkin/")
    assert desk.engine().players["7"].first_round == 2
    assert "steht nicht auf der Liste" in desk.post("checkin/", do="here", player="99")


def test_a_person_leaves_is_replaced_penalised_and_excluded_with_reasons(eight: Organiser) -> None:
    eight.round()
    assert not eight.post("draw/act/", do="draw")
    act = "players/one/act/"
    assert not eight.post(act, player="1", do="withdraw", reason="müde")
    assert "Tisch" in eight.post("draw/act/", do="release")  # the chair of somebody who left stands empty
    assert "Leere Stühle" in eight.get("draw/")
    table, seat = eight.engine().round(2).seat_of("1") or (None, 0)
    assert table is not None
    assert not eight.post("draw/act/", do="standin", round=2, table=table.number, seat=seat, name="Helfer Hans")
    assert not eight.post("draw/act/", do="release")
    assert "Helfer Hans" in eight.get("round/2/")
    assert not eight.post(act, player="2", do="penalty", points="50", reason="zu spät am Tisch", rule="Art. 3")
    assert eight.engine().penalties == [("2", 50, "zu spät am Tisch", "Art. 3")]
    assert eight.post(act, player="2", do="penalty", points="50", reason="")
    assert "keine ganze Zahl" in eight.post(act, player="2", do="penalty", points="viel", reason="x")
    assert not eight.post(act, player="3", do="warn", reason="laut")
    assert not eight.post(act, player="3", do="exclude", reason="sehr laut")
    assert eight.engine().players["3"].excluded == "sehr laut"
    eight.play()
    assert not eight.post("standing/act/", do="close")
    page = eight.get("standing/")
    assert "ausgeschlossen" in page
    assert "ausgeschieden" in page


def test_wishes_are_kept_and_can_be_lifted(desk: Organiser) -> None:
    desk.create(rounds="3")
    desk.people(16)
    assert not desk.post("draw/act/", do="fix", player="5", table="2")
    assert not desk.post("draw/act/", do="apart", one="1", two="2")
    for _ in range(3):
        desk.round()
        engine = desk.engine()
        at = engine.round(engine.released)
        assert (at.seat_of("5") or (None,))[0].number == 2  # type: ignore[union-attr]
        assert (at.seat_of("1") or (None,))[0] != (at.seat_of("2") or (1,))[0]
    assert not desk.post("draw/act/", do="together", one="2", two="1")
    assert not desk.engine().apart


# ---- the draw ----------------------------------------------------------------------------------------------------------------


def test_the_draw_shows_its_proof_and_is_undone_while_nothing_is_entered(eight: Organiser) -> None:
    eight.round()
    assert not eight.post("draw/act/", do="draw")
    page = eight.get("draw/")
    assert "Zweimal mit demselben Partner: 0" in page
    assert "hält, was sie verspricht" in page
    assert not eight.post("draw/act/", do="release")
    assert not eight.post("draw/act/", do="undo")
    engine = eight.engine()
    assert (len(engine.rounds), engine.released) == (1, 1)  # the started round is taken back with its draw
    assert not eight.post("draw/act/", do="draw")
    assert not eight.post("draw/act/", do="release")
    eight.play()
    assert "schon ein Resultat" in eight.post("draw/act/", do="undo")


def test_a_swap_warns_before_it_is_done(desk: Organiser) -> None:
    desk.create(rounds="3")
    desk.people(16)
    desk.round()
    assert not desk.post("draw/act/", do="draw")
    engine = desk.engine()
    first = engine.round(1).tables[0].seats[0].player
    mate = engine.round(1).tables[0].seats[2].player  # the partner of round 1
    # In round 2 the two sit at different tables; the one across from `first` changes places with the old partner.
    at = engine.round(2).seat_of(str(first))
    assert at is not None
    across = at[0].partner(at[1], engine.sides).player
    page = desk.get(f"draw/?round=2&one={mate}&two={across}")
    assert "Achtung, danach gilt" in page
    assert "evenings" not in page.split('id="swap-said"')[1].split("</div>")[0]
    assert "Grund" in desk.get("draw/")
    assert desk.post("draw/act/", do="swap", round=2, one=mate, two=across, reason="")
    assert not desk.post("draw/act/", do="swap", round=2, one=mate, two=across, reason="Gehstock")
    assert "hält nicht, was sie verspricht" in desk.get("draw/")
    assert "zwei verschiedene" in desk.get(f"draw/?round=2&one={mate}&two={mate}")
    assert desk.get("draw/?round=x&one=1&two=2")


# ---- clock, notice, freeze ---------------------------------------------------------------------------------------------------


def test_the_clock_counts_on_over_a_reload_pause_and_more_time() -> None:
    running = clock.started(45, now=1_000)
    assert clock.view(running, 1_000 + 60_000) == {"state": "running", "left": 44 * 60_000, "total": 45 * 60_000}
    still = clock.paused(running, 1_000 + 60_000)
    assert clock.view(still, 9_999_999_999)["left"] == 44 * 60_000
    longer = clock.lengthened(still, 5)
    again = clock.resumed(longer, 0)
    assert clock.view(again, 49 * 60_000 + 1) == {"state": "running", "left": -1, "total": 50 * 60_000}  # late, and it says so
    assert clock.view({}, 5) == {"state": "off", "left": 0, "total": 0}


def test_the_clock_and_the_notice_on_the_pages(eight: Organiser) -> None:
    assert not eight.post("clock/", do="start", minutes="45")
    assert 'data-state="running"' in eight.get("")
    assert not eight.post("clock/", do="pause")
    assert 'data-state="paused"' in eight.get("")
    assert not eight.post("clock/", do="add", minutes="5")
    left = int(re.search(r'data-left="(\d+)"', eight.get(""))[1])  # type: ignore[index]
    assert 49 * 60_000 < left <= 50 * 60_000
    assert "keine ganze Zahl" in eight.post("clock/", do="start", minutes="0")
    assert not eight.post("clock/", do="off")
    assert "puur-clock" not in eight.get("")
    assert not eight.post("notice/", notice="Suppe <ab> 19 Uhr")
    assert "Suppe &lt;ab&gt; 19 Uhr" in eight.get("")


def test_tables_that_are_slow_are_named_once_most_have_sent(desk: Organiser) -> None:
    """Twelve people at three tables: with two results the third is slow, with one nobody is."""
    desk.create(rounds="1")
    desk.people(12)
    assert not desk.post("draw/act/", do="draw")
    assert not desk.post("draw/act/", do="release", minutes="", round="1")
    for table, said in ((1, False), (2, True)):
        store.submit(desk.code, result_entered(1, table, (1000, 884)), by="Büro")
        assert ("Noch am Spielen: Tisch 3" in desk.get("round/1/")) is said


def test_a_frozen_ranking_stands_still_in_public_and_moves_for_the_organiser(eight: Organiser) -> None:
    eight.round()
    assert not eight.post("standing/act/", do="freeze")
    eight.round()
    assert shown_of(eight.code).released == 1
    assert folded(store.row(eight.code)).engine.released == 2
    assert "Eingefroren" in eight.get("standing/")
    assert not eight.post("standing/act/", do="close")
    assert shown_of(eight.code).closed  # the close lifts it


# ---- the end -----------------------------------------------------------------------------------------------------------------


def test_protests_ties_and_reopening(eight: Organiser) -> None:
    for _ in range(2):
        assert not eight.post("draw/act/", do="draw")
        assert not eight.post("draw/act/", do="release")
        eight.play(lead=0)  # 942 for everybody: all eight share the first rank
    act = "standing/act/"
    # TAM-ES-75 to 77: in writing, with the people, within five days.
    late = {"player": "1", "persons": "Person 2", "account": "Verlesen", "incident": "2026-11-01", "sent": "2026-11-14"}
    assert "TAM-ES" in eight.post(act, do="protest", **late)
    assert not eight.post(act, do="protest", **(late | {"incident": "2026-11-14"}))
    assert not eight.post(act, do="decide", number="1", upheld="yes", decision="Punkte gutgeschrieben")
    assert "gutgeheissen" in eight.get("standing/")
    # TAM-ES-23: equal totals share the rank and are left to the Jassleitung.
    keys_ = re.findall(r'name="order" value="(\w+)"', eight.get("standing/"))
    assert sorted(keys_, key=int) == [str(n) for n in range(1, 9)]
    assert not eight.post(act, do="tie", order=keys_, first="5", reason="Stechen")
    assert ranking(eight.engine()).rows[0].players == ("5",)
    assert not eight.post(act, do="close")
    assert eight.post(act, do="reopen", reason="")
    assert not eight.post(act, do="reopen", reason="Tisch 2 war falsch")
    assert not eight.engine().closed


def test_ub_prizes_are_100_50_20_and_are_handed_over(desk: Organiser) -> None:
    from puur.core.striche import Striche
    from puur.evening.events import Signed

    desk.create("ub2024")
    desk.people(4, email="a@example.org")
    for round_ in (1, 2, 3):
        assert not desk.post("draw/act/", do="draw")
        assert not desk.post("draw/act/", do="release")
        # Always the side of person 1 wins the Partie: with three different partners the others share what is left.
        at = desk.engine().round(round_).seat_of("1")
        assert at is not None
        won, lost = Striche(match=0, bergpreis=1, victory=2, schneider=0), Striche()
        units = desk.engine().book.striche
        won = Striche(bergpreis=units.bergpreis, victory=units.victory)
        both = (won, lost) if at[1] % 2 == 0 else (lost, won)
        store.submit(
            desk.code, [result_entered(round_, 1, striche=both), *(Signed(str(n), round_, "turnierleitung") for n in range(1, 5))]
        )
    assert not desk.post("standing/act/", do="close")
    page = desk.get("standing/")
    # UB-PRIZE-01 to 03: 100, 50, 20 francs; three share the second place and with it 50 + 20.
    assert "CHF 100.00" in page
    assert page.count("CHF 23.33") == 3
    assert not desk.post("standing/act/", do="prize", player="1")
    assert desk.engine().prizes_handed == {"1"}


# ---- paper -------------------------------------------------------------------------------------------------------------------


def test_every_sheet_is_a_pdf_and_the_jasszettel_carries_the_codes(eight: Organiser) -> None:
    assert eight.client.get(eight.url("paper/jasszettel.pdf")).status_code == 302  # nothing drawn: back with a sentence
    assert "Zuerst muss eine Runde ausgelost sein" in eight.client.get(eight.url("")).content.decode()
    assert not eight.post("draw/act/", do="draw")
    kinds = (
        "seating",
        "rounds",
        "standblatt",
        "jasszettel",
        "tables",
        "ranking",
        "movement",
        "blank-jasszettel",
        "blank-standblatt",
    )
    for kind in kinds:
        answer = eight.client.get(eight.url(f"paper/{kind}.pdf"), {"paper": "a5", "lang": "fr"})
        assert answer.status_code == 200, kind
        assert answer.content.startswith(b"%PDF"), kind
        pages = PdfReader(io.BytesIO(answer.content)).pages
        assert round(float(pages[0].mediabox.width)) in (420, 595), kind  # A5, upright or across
    assert eight.client.get(eight.url("paper/nonsense.pdf")).status_code == 404
    secrets = keys.passes(Evening.objects.get(code=eight.code), 1)
    assert len(set(secrets.values())) == 2
    whole = eight.client.get(eight.url("paper/all.pdf"))
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(whole.content)).pages)
    assert "Person 8" in text
    assert "Dorfjass" in text


def test_the_code_on_a_jasszettel_can_be_read_and_leads_to_its_table(eight: Organiser) -> None:
    assert not eight.post("draw/act/", do="draw")
    data = eight.client.get(eight.url("paper/jasszettel.pdf")).content
    secrets = keys.passes(Evening.objects.get(code=eight.code), 1)
    with pypdfium2.PdfDocument(data) as pdf:
        read = [[found.text for found in zxingcpp.read_barcodes(page.render(scale=2).to_numpy())] for page in pdf]
    assert read == [[f"http://localhost/evenings/e/{secrets[table]}/"] for table in (1, 2)]
    assert "noch nicht freigegeben" in eight.client.get(f"/evenings/e/{secrets[1]}/").content.decode()


def test_names_that_look_like_formulas_stay_names_in_a_spreadsheet(desk: Organiser) -> None:
    desk.create()
    assert not desk.post("players/", name="=HYPERLINK(0)")
    text = desk.client.get(desk.url("paper/players.csv")).content.decode("utf-8-sig")
    assert "'=HYPERLINK(0)" in text


# ---- backups and files -------------------------------------------------------------------------------------------------------


def test_backups_come_by_themselves_and_bring_everything_back(eight: Organiser) -> None:
    eight.round()
    eight.round()
    assert not eight.post("standing/act/", do="close")
    row = Evening.objects.get(code=eight.code)
    assert sorted(row.backups.values_list("why", flat=True)) == ["close", "draw", "draw"]
    first = row.backups.filter(why="draw").order_by("pk").first()
    assert first is not None
    results = ConfirmedResult.objects.filter(evening=row).count()
    assert results == 4
    assert not eight.post("backups/", do="restore", backup=first.pk)
    engine = eight.engine()
    assert (len(engine.rounds), engine.closed, len(engine.players)) == (0, False, 8)
    assert ConfirmedResult.objects.filter(evening=row).count() == 0
    undo = row.backups.filter(why="restore").first()
    assert undo is not None
    assert not eight.post("backups/", do="restore", backup=undo.pk)  # and forward again
    assert eight.engine().closed
    assert ConfirmedResult.objects.filter(evening=row).count() == 4
    assert "gibt es nicht" in eight.post("backups/", do="restore", backup=10**8)
    assert json.loads(eight.get(f"backups/{first.pk}.json"))["format"] == "puur-evening"
    folder = transfer.Path(transfer.settings.DATA) / transfer.FOLDER / eight.code
    assert len(list(folder.glob("*.json"))) == row.backups.count()


def test_one_file_goes_on_elsewhere_with_the_same_codes(eight: Organiser) -> None:
    eight.round()
    assert not eight.post("draw/act/", do="draw")
    assert not eight.post("standing/act/", do="freeze")
    row = Evening.objects.get(code=eight.code)
    passes, links = keys.passes(row, 2), keys.links(row)
    text = eight.get("export.json")
    raw = json.loads(text)
    assert evening_from_plain(raw).released == 1  # the engine's own file, for the command line
    shown = shown_of(eight.code)
    row.delete()  # another machine does not know it
    other = Organiser()
    file = io.BytesIO(text.encode("utf-8-sig"))
    file.name = "abend.json"
    answer = other.client.post("/evenings/import/", {"file": file})
    assert answer.headers["Location"] == f"/evenings/{eight.code}/"
    other.code = eight.code
    row = Evening.objects.get(code=eight.code)
    assert keys.passes(row, 2) == passes
    assert keys.links(row) == links
    assert len(shown_of(eight.code).events) == len(shown.events)
    assert ConfirmedResult.objects.filter(evening=row).count() == 2
    assert not other.post("draw/act/", do="release")
    other.play()
    copied = transfer.import_one(
        *evening_file.read(text.encode()), Who()
    )  # on a machine that knows it: a copy with codes of its own
    assert copied.code != eight.code
    assert not set(keys.passes(copied, 2).values()) & set(passes.values())


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "keine Datei eines Anlasses"),
        (b"\x89PNG\r\n", "keine Datei eines Anlasses"),
        (b"[1, 2]", "format"),
        (b'{"format": "puur-evening", "version": 1, "reglement": "tam2014-es", "setup": {"name": 5}, "events": []}', "setup.name"),
        (
            b'{"format": "puur-evening", "version": 1, "reglement": "tam2014-es", "setup": {"name": "x"},'
            b' "events": [{"type": "CheckedIn", "player": "7"}]}',
            "Eintrag 1",
        ),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(desk: Organiser, content: bytes, word: str) -> None:
    before = Evening.objects.count()
    file = io.BytesIO(content)
    file.name = "abend.json"
    answer = desk.client.post("/evenings/import/", {"file": file})
    assert answer.status_code == 400
    assert word in answer.content.decode()
    assert Evening.objects.count() == before


def test_the_log_tells_everything_and_takes_one_thing_back(eight: Organiser) -> None:
    page = eight.get("log/")
    assert "Person 8 ist da" in page
    last = EveningEvent.objects.filter(evening__code=eight.code).order_by("-n").first()
    assert last is not None
    assert not eight.post("log/", n=last.n)
    assert not eight.engine().players["8"].here
    assert "zurückgenommen" in eight.get("log/")
    taken = EveningEvent.objects.filter(evening__code=eight.code).order_by("-n")[0]  # the row itself stays as it was
    assert (taken.n, taken.data, taken.by) == (last.n + 1, {"event": "log/withdrawn", "numbers": [last.n]}, last.by)
    assert "Später" not in eight.post("log/", n=last.n)  # once is enough: refused, and nothing happens
    assert EveningEvent.objects.filter(evening__code=eight.code).count() == taken.n
    entered = EveningEvent.objects.filter(evening__code=eight.code, data__event="entered").order_by("n").first()
    assert entered is not None
    assert "Späteres darauf beruht" in eight.post("log/", n=entered.n)  # person 1 is checked in later
    assert "1" in eight.engine().players


def test_deleting_needs_the_code(eight: Organiser) -> None:
    assert not eight.post("backups/", do="make")
    folder = transfer.Path(transfer.settings.DATA) / transfer.FOLDER / eight.code
    assert folder.exists()
    assert eight.code in eight.post("delete/", typed="ja")
    assert Evening.objects.filter(code=eight.code).exists()
    assert not eight.post("delete/", typed=eight.code.lower())
    assert not Evening.objects.filter(code=eight.code).exists()
    assert not EveningBackup.objects.filter(evening__code=eight.code).exists()
    assert not folder.exists()


def test_a_round_is_not_started_while_somebody_here_has_no_seat() -> None:
    """NWS draws ahead (NWS-1-08): who comes after the draw is named on the page, and the start without them is confirmed."""
    desk = Organiser()
    desk.create("nws2020")
    desk.people(8)
    desk.post("draw/act/", do="draw")
    assert not desk.post("players/", name="Sven Spät", number="99", here="1", accepted="1")
    late = next(player for player in desk.engine().playing() if desk.engine().round(1).seat_of(player) is None)
    page = desk.get("draw/")
    assert f'name="without" value="{late}"' in " ".join(page.split())
    assert "ohne Platz in Runde 1" in desk.post("draw/act/", do="release")
    assert desk.engine().released == 0
    assert not desk.post("draw/act/", do="release", without=late)
    assert desk.engine().released == 1


def test_the_table_says_who_writes() -> None:
    desk = Organiser()
    desk.create("tam2014-es")
    desk.people(8)
    desk.post("draw/act/", do="draw")
    desk.post("draw/act/", do="release")
    assert not desk.post("draw/act/", do="writer", round=1, table=2, seat=0)
    assert desk.engine().writers == {(1, 2): 0}
    assert "Tisch 2: Platz A schreibt" in desk.get()


def test_the_eternal_table_counts_finished_evenings_and_each_game_for_itself() -> None:
    """Two evenings of eight and one that never ended: p1 and p2 make 900 in a Coiffeur and 1000 in a Schieber."""
    from puur.evening.events import RankingClosed
    from puur.web.evenings.eternal import table
    from tests.evening.evenings import opened, result, start, submit
    from tests.evening.support import seated

    coiffeur = opened("tam2014-cp", [f"p{number}" for number in range(1, 9)])
    rounds = (("p1 p3 p2 p4", "p5 p7 p6 p8"), ("p1 p5 p2 p6", "p3 p7 p4 p8"), ("p1 p7 p2 p8", "p3 p5 p4 p6"))
    start(coiffeur, *(seated(number, *tables) for number, tables in enumerate(rounds, start=1)))
    for number in (1, 2, 3):
        if number > 1:
            start(coiffeur)
        submit(coiffeur, result(number, 1, 300, 1460), result(number, 2, 880, 880))
    schieber = opened("tam2014-es", ["p1", "p2", "p3", "p4"], rounds=1)
    start(schieber, seated(1, "p1 p3 p2 p4"))
    submit(schieber, result(1, 1, 1000, 884))
    unfinished = opened("tam2014-es", ["p1", "p2", "p3", "p4"], rounds=2)
    start(unfinished, seated(1, "p1 p3 p2 p4"))
    submit(unfinished, result(1, 1, 1800, 84))
    careers = table([submit(coiffeur, RankingClosed()), submit(schieber, RankingClosed()), unfinished])
    first = next(career for career in careers if career.name == "P1")
    assert (first.evenings, first.wins) == (2, 1)
    assert {game: (tally.points, tally.rounds) for game, tally in first.tallies.items()} == {
        "coiffeur": (900, 3),
        "schieber": (1000, 1),
    }
