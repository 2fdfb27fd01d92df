"""Pages: what they show, to whom, and what they refuse."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from puur.core.sheet import Origin
from puur.log.sheets import SHEET
from puur.web.live.limits import Buckets
from puur.words import LANGUAGES
from tests.web.aside import database
from tests.web.client import Browser, Player, four_at_a_table, run_async

PUBLIC = [
    "/", "/tables/new/", "/rules/", "/rules/ub2024/", "/rules/provision/UB-WCMP-03/", "/rules/?q=Stöck", "/referee/",
    "/referee/?q=Bock", "/referee/ajz08/revoke/", "/referee/ajz08/revoke/?f=open", "/slate/",
    "/verify/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/admin/login/",
]  # fmt: skip


@pytest.fixture
def browser(server: str) -> Browser:
    return Browser(server)


def account(browser: Browser, name: str = "") -> str:
    name = name or f"u{uuid.uuid4().hex[:10]}"
    answer = browser.post("/accounts/signup/", username=name, password1="Buur-und-Nell-9", password2="Buur-und-Nell-9")
    assert answer.status == 302, answer.text
    return name


@pytest.mark.parametrize("path", ["/", "/rules/", "/evenings/", "/clubs/", "/accounts/login/", "/healthz"])
def test_whoever_watches_the_site_may_ask_for_the_head_alone(browser: Browser, path: str) -> None:
    """RFC 9110, 9.1: GET and HEAD are what every server supports."""
    answer = browser.request("HEAD", path)
    assert (answer.status, answer.body) == (browser.get(path).status, b"")
    assert answer.status in (200, 302)


def test_the_referee_answers_for_every_fact_that_may_decide(browser: Browser) -> None:
    """AJZ 3.4: a card that falls in sight costs 200, one that does not 100; the page asks, and shows both where nobody knows."""
    asked = "/referee/ajz08/card-fallen/"
    question, both, hidden = (browser.get(asked + query).text for query in ("", "?open=1", "?f=hidden"))
    assert [text in question for text in ("die Karte war zu sehen", "Strafpunkte")] == [True, False]
    assert [points in both for points in ("200 Strafpunkte", "100 Strafpunkte")] == [True, True]
    assert [points in hidden for points in ("200 Strafpunkte", "100 Strafpunkte")] == [False, True]
    silent = browser.get("/referee/ub2024/revoke/?f=side-suit&f=open").text
    assert "jassverzeichnis.ch" in silent
    assert "keine Vorschrift" in silent


@pytest.mark.parametrize("path", PUBLIC)
def test_every_public_page_opens_with_a_policy_and_nothing_inline(browser: Browser, path: str) -> None:
    answer = browser.get(path.replace("ö", "%C3%B6"))
    assert answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    if not path.startswith("/admin"):
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", answer.text), "inline script"
        assert not re.search(r"\son[a-z]+=|\sstyle=|<style", answer.text), "inline handler or style"
        assert not re.search(r"(?:src|href|action)=[\"'](?:https?:)?//", answer.text), "another host"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_speak_the_language_of_the_reader(server: str, lang: str) -> None:
    browser = Browser(server, lang)
    assert f'lang="{lang}"' in browser.get("/").text
    other = LANGUAGES[(LANGUAGES.index(lang) + 1) % 4]
    assert browser.post("/lang/", language=other, next="/rules/").headers["location"] == "/rules/"
    assert f'lang="{other}"' in browser.get("/").text


def test_texts_for_scripts_are_flat_and_cached(browser: Browser) -> None:
    answer = browser.get("/texts/de.json")
    assert answer.status == 200
    assert answer.json["web.link.gone"].startswith("Diesen Tisch")
    assert browser.request("GET", "/texts/de.json", If_None_Match=answer.headers["etag"]).status == 304
    assert browser.get("/texts/xx.json").status == 404


@pytest.mark.parametrize("path", ["/play/", "/tables/new/", "/join/", "/lang/", "/name/", "/accounts/signup/", "/accounts/login/",
                                  "/accounts/logout/", "/accounts/delete/", "/api/slate/", "/api/slate/preview/"])  # fmt: skip
def test_a_form_without_its_token_is_refused(server: str, path: str) -> None:
    browser = Browser(server)
    browser.get("/")
    assert browser.request("POST", path, "code=ABC", Content_Type="application/x-www-form-urlencoded").status == 403
    wrong = browser.request("POST", path, "csrfmiddlewaretoken=" + "a" * 64, Content_Type="application/x-www-form-urlencoded")
    assert wrong.status == 403
    good = {"Content_Type": "application/x-www-form-urlencoded", "Origin": "http://evil.example"}
    assert browser.request("POST", path, f"csrfmiddlewaretoken={browser.token()}", **good).status == 403


@pytest.mark.parametrize("path", ["/nowhere/", "/t/NOPE/", "/t/NOPE/record.jass", "/evenings/ZZZZZZZZ/"])
def test_what_is_not_there_is_said_in_words_for_people(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert answer.status == 404
    assert "Diese Seite gibt es nicht" in answer.text
    assert not any(word in answer.text for word in ("Http404", "Resolver404", "matches the given query"))


@pytest.mark.parametrize("target", ["http://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_no_form_leads_to_another_host(browser: Browser, target: str) -> None:
    for path in ("/lang/", "/name/"):
        assert browser.post(path, language="de", name="x", next=target).headers["location"] == "/"


def test_joining_by_code(browser: Browser, server: str) -> None:
    code = Browser(server).open_table()
    assert browser.post("/join/", code=f" {code.lower()} ").headers["location"] == f"/t/{code}/"
    assert browser.post("/join/", code="nope").headers["location"] == "/"
    assert browser.get("/t/NOPE/").status == 404
    qr = browser.get(f"/t/{code}/qr.svg")
    assert qr.headers["content-type"] == "image/svg+xml"
    assert qr.body.startswith(b"<svg")


def test_an_uploaded_book_is_played_or_refused_with_its_mistakes(server: str) -> None:
    def upload(text: str) -> tuple[int, str, str]:
        browser = Browser(server)
        edge = "----puur"
        fields = {"csrfmiddlewaretoken": browser.token(), "name": "Ruth"}
        parts = [f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
        parts.append(
            f'--{edge}\r\nContent-Disposition: form-data; name="book_file"; filename="mein.toml"\r\n\r\n{text}\r\n--{edge}--\r\n'
        )
        answer = browser.request(
            "POST", "/tables/new/", "".join(parts).encode(), Content_Type=f"multipart/form-data; boundary={edge}"
        )
        return answer.status, answer.text, answer.headers.get("location", "")

    status, _, where = upload(
        'key = "stamm"\ntitle = "Stammtisch"\nsource = "uns"\nextends = "jassregeln"\n[ending]\ntarget = 700\n'
    )
    assert status == 302
    from puur.web.models import Table

    table = Table.objects.get(code=where.split("/")[2])
    assert (table.book, table.title) == ("stamm", "Stammtisch")
    status, text, _ = upload('key = "stamm"\ntitle = "S"\nsource = "u"\nextends = "jassregeln"\n[ending]\ntarget = "viel"\n')
    assert status == 400
    assert "ending.target" in text
    assert upload('extends = "../../etc/passwd"')[0] == 400
    assert upload("x" * 200_000)[0] in (400, 413)


def test_another_target_for_a_shipped_book(browser: Browser) -> None:
    from puur.web.live.store import load_table

    state = load_table(browser.open_table(book="ub2024", target="700"))
    assert state is not None
    assert state.book.ending.target == 700
    assert state.book.key == "ub2024-700"


def test_a_target_fits_the_game(browser: Browser) -> None:
    """A Pandur goes to 17, an Aucho to 7: a little more or less is played, thousands would never end."""
    from puur.web.live.store import load_table

    state = load_table(browser.open_table(book="pandur", target="20"))
    assert state is not None
    assert state.book.ending.target == 20
    refused = browser.post("/tables/new/", book="aucho", target="1000", name="Anna", level="lehrling")
    assert refused.status == 400
    assert "zwischen 1 und 70" in refused.text


# ---- after the deal --------------------------------------------------------------------------------------------------------------


def test_replay_record_and_proof_of_a_finished_deal_only(server: str, tmp_path: Path) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book="ub2024")
        rng = random.Random(9)

        def second_deal_runs() -> bool:
            return all(player.view["number"] == 2 and player.view["phase"] == "playing" for player in players)

        committed = []
        for _ in range(400):
            if second_deal_runs():
                break
            acting = next(one for one in players if one.choice(rng) is not None)
            if acting.view["cut"]:
                committed.append(acting.view["cut"]["commitment"])
                assert acting.view["fair"]["commitment"] == committed[-1]
            await acting.step(acting.choice(rng))
        assert second_deal_runs()
        own, code = players[1].browser, players[0].code
        revealed = players[0].view["fair"]["deals"][-1]
        assert revealed["commitment"] == committed[0]
        data = await asyncio.to_thread(own.get, f"/t/{code}/deal/1/data.json")
        assert data.status == 200
        replay = data.json
        assert [len(hand) for hand in replay["hands"]] == [9, 9, 9, 9]
        assert len({card for hand in replay["hands"] for card in hand}) == 36
        assert len(replay["tricks"]) == 9
        assert replay["fair"]["ok"]
        assert replay["fair"]["commitment"] == committed[0]
        assert own.get(f"/t/{code}/deal/1/").status == 200
        assert own.get(f"/t/{code}/deal/2/").status == 404, "a running deal is nobody's business"
        record = own.get(f"/t/{code}/record.jass").text
        assert revealed["seed"] in record
        assert record.count("1:") >= 1
        from puur.notation import parse_jass

        assert sum(type(event).__name__ == "Dealt" for event in parse_jass(record).events) == 1
        # Strangers see neither, until all have agreed.
        stranger = Browser(server)
        for path in (f"/t/{code}/deal/1/", f"/t/{code}/deal/1/data.json", f"/t/{code}/record.jass", f"/t/{code}/record.json"):
            assert stranger.get(path).status == 404
        assert committed[0] not in stranger.get(f"/verify/?code={code}").text
        assert committed[0] in own.get(f"/verify/?code={code}").text
        # Of the running deal only the promise, which everybody at the table was given, and that it is still open.
        assert f"{committed[1]}, die nie eingelöst wurde" in own.get(f"/verify/?code={code}").text
        for player in players:
            await player.do(t="share", yes=True)
        assert players[0].table["shared"]
        assert stranger.get(f"/t/{code}/deal/1/").status == 200
        # The command computes the same, and sees a forged record.
        file = tmp_path / "partie.jass"
        file.write_text(record, encoding="utf-8")
        assert command("verify", str(file), "--json")[0]["commitment"] == committed[0]
        forged = own.get(f"/t/{code}/record.json").json
        pack = next(event for event in forged["events"] if event["event"] == "shuffled")["pack"]
        pack[0], pack[1] = pack[1], pack[0]
        (tmp_path / "forged.json").write_text(json.dumps(forged), encoding="utf-8")
        assert command("verify", str(tmp_path / "forged.json"), "--json", status=1)[0]["why"] == "other-pack"
        # Nor does it believe other cards than were dealt, whatever the shuffle proves; the page says the same.
        forged = own.get(f"/t/{code}/record.json").json
        cards = [event for event in forged["events"] if event["event"] == "card-played"]
        cards[0]["card"], cards[1]["card"] = cards[1]["card"], cards[0]["card"]
        text = json.dumps(forged)
        (tmp_path / "forged.json").write_text(text, encoding="utf-8")
        assert command("verify", str(tmp_path / "forged.json"), "--json", status=1)[0]["why"] == "other-play"
        assert "Das stimmt nicht." in own.post_file("/verify/", "file", text.encode()).text
        assert "Alles stimmt." in own.post_file("/verify/", "file", record.encode()).text
        # Without the book nobody knows what its cards may do: that is said, and not that all is well.
        (tmp_path / "forged.json").write_text(text.replace('"book": "', '"book": "fremd-'), encoding="utf-8")
        assert command("verify", str(tmp_path / "forged.json"), "--json")[0]["why"] == "no-book"

    run_async(run)


def command(*words: str, status: int = 0) -> list[dict[str, object]]:
    done = subprocess.run([sys.executable, "-m", "puur", *words], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    found: list[dict[str, object]] = json.loads(done.stdout)
    return found


# ---- people ----------------------------------------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_keeps_the_seat_exports_and_deletes(server: str) -> None:
    async def run() -> None:
        players = await four_at_a_table(server, book="ub2024", target="100")
        browser, code = players[0].browser, players[0].code
        name = await asyncio.to_thread(account, browser)
        for player in players:
            await player.close()
        players = [await Player(player.browser, code).connect() for player in players]
        for player in players:
            await player.until(lambda player=player: player.view)
        assert players[0].you == 0
        assert players[0].table["you_host"]
        rng = random.Random(1)
        await asyncio.gather(*(player.play(random.Random(rng.random())) for player in players))
        await players[0].until(lambda: players[0].table["state"] == "over")
        from puur.web.models import Participant

        mine = await database(lambda: Participant.objects.get(user__username=name))
        assert mine.seat == 0
        assert browser.get("/accounts/").status == 200
        data = browser.get("/accounts/export.json").json
        assert data["account"]["username"] == name
        assert [one["table"] for one in data["games"]] == [code]
        assert "Hans" not in json.dumps(data), "others are not one's own data"
        assert browser.post("/accounts/delete/", confirm="on", password="wrong").status == 400
        assert browser.post("/accounts/delete/", confirm="on", password="Buur-und-Nell-9").status == 302
        assert browser.get("/accounts/").status == 302
        from django.contrib.auth import get_user_model

        assert not await database(lambda: get_user_model().objects.filter(username=name).exists())
        again = await database(lambda: Participant.objects.get(pk=mine.pk))
        assert (again.user_id, again.name) == (None, "–")
        # The others keep their game.
        record = players[1].browser.get(f"/t/{code}/record.jass")
        assert record.status == 200
        assert "Ruth" not in record.text
        assert "Hans" in record.text

    run_async(run)


def test_history_and_statistics_add_up(server: str) -> None:
    """Six games under six books, two of them with a friend: every line is the sum of what the table itself showed at the end."""
    from puur.core.reglement import Reglement
    from puur.reglement import load
    from puur.web.models import Participant
    from tests.web.many_games import BOOKS, many_games

    browser = Browser(server)
    name = account(browser)
    played = many_games(server, browser, len(BOOKS))
    text = browser.get("/accounts/").text
    exported = browser.get("/accounts/export.json").json
    assert [(row["totals"], row["seat"]) for row in exported["games"]] == [(one.view["totals"], 0) for one in played]
    from django.contrib.auth import get_user_model

    from puur.web.own_data import history, statistics

    user = get_user_model().objects.get(username=name)
    assert not Participant.objects.filter(user=user, left=True).exists()
    stats, games = statistics(user), history(user)
    assert stats["games"] == len(played)
    assert stats["won"] == sum(one.view["winner"] == 0 for one in played)
    assert stats["points"] == sum(one.view["totals"][0] for one in played)
    assert [(row["points"], row["against"]) for row in reversed(games)] == [tuple(one.view["totals"]) for one in played]
    books: list[Reglement] = [load(key) for key in BOOKS]
    assert {row["title"] for row in stats["by_book"]} == {book.title for book in books}, "another target is the same book"
    partners = {row["name"] or row["bot"]: row["games"] for row in stats["by_partner"]}
    assert partners.pop("Hans") == 2
    assert sum(partners.values()) == 4
    assert set(partners) <= {"lehrling", "stammtisch"}
    # A last deal that was thanked away before the announcement is not counted: nothing was played in it.
    announced = sum(one.view["number"] - (one.view["mode"] is None) for one in played)
    assert sum(row["deals"] for row in stats["by_mode"]) <= stats["deals"] == announced
    assert not [row["mode"] for row in stats["by_mode"] if "-" in row["mode"]]
    assert [point["points"] for point in stats["trend"]] == [one.view["totals"][0] for one in played]
    for row in games:
        assert f"{row['points']} : {row['against']}" in text
        assert browser.get(row["url"]).status == 200


def test_an_application_takes_part_in_export_and_deletion(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import own_data

    done: list[tuple[str, object]] = []
    keeper = own_data.Keeper(
        "hens", lambda who: [who.key], lambda who: done.append(("forget", who.key)), lambda guest, _: done.append(("move", guest))
    )
    monkeypatch.setattr(own_data, "KEEPERS", dict(own_data.KEEPERS))
    own_data.register(keeper)
    browser = Browser(server)
    browser.post("/name/", name="Ruth")
    guest = browser.get("/accounts/export.json").json
    assert guest["hens"] == [guest["id"]]
    assert guest["evenings"] == guest["clubs"] == []
    account(browser)
    assert done == [("move", int(guest["id"][1:]))]
    person = browser.get("/accounts/export.json").json
    assert person["account"]["username"]
    assert browser.post("/accounts/delete/", password="Buur-und-Nell-9", confirm="on").status == 302
    assert done[-1] == ("forget", person["id"])


def test_accounts_and_their_pages(server: str) -> None:
    browser = Browser(server)
    name = account(browser)
    assert browser.get("/accounts/").status == 200
    assert browser.post("/accounts/logout/").status == 302
    assert browser.get("/accounts/").status == 302
    assert browser.post("/accounts/login/", username=name, password="wrong").status == 200
    assert browser.post("/accounts/login/", username=name, password="Buur-und-Nell-9").status == 302
    assert browser.get("/accounts/").status == 200
    assert browser.get("/accounts/password/reset/").status == 200
    assert browser.post("/accounts/password/reset/", email="a@b.ch").status == 503, "this server has no mail and says so"
    weak = Browser(server)
    assert weak.post("/accounts/signup/", username="x1", password1="123", password2="123").status == 400
    assert browser.get("/admin/").status == 302


def test_a_forgotten_password_where_the_host_has_mail(server: str) -> None:
    from django.core import mail
    from django.test import override_settings

    from puur.web.server.post import postman

    browser = Browser(server, "fr")
    name = f"u{uuid.uuid4().hex[:10]}"
    given = {"username": name, "email": f"{name}@example.org", "password1": "Buur-und-Nell-9", "password2": "Buur-und-Nell-9"}
    assert browser.post("/accounts/signup/", **given).status == 302
    browser.post("/accounts/logout/")
    mail.outbox = []
    with override_settings(EMAIL_HOST="mail.example.org", EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        assert browser.post("/accounts/password/reset/", email="nobody@example.org").headers["location"].endswith("/sent/")
        assert browser.post("/accounts/password/reset/", email=given["email"]).headers["location"].endswith("/sent/")
        assert browser.get("/accounts/password/reset/sent/").status == 200
        postman.deliver()
    assert [letter.to for letter in mail.outbox] == [[given["email"]]]
    path = re.search(r"http://[^/]+(/\S+)", mail.outbox[0].body)
    assert path is not None
    form = browser.get(path[1]).headers["location"]
    assert browser.get(form).status == 200
    assert browser.post(form, new_password1="Trumpf-Buur-20", new_password2="Trumpf-Buur-20").status == 302
    assert browser.post("/accounts/login/", username=name, password="Trumpf-Buur-20").status == 302
    assert browser.get(path[1]).status == 200, "a used link says so"


def test_guessing_passwords_is_slow(server: str) -> None:
    browser = Browser(server)
    found = [browser.post("/accounts/login/", username="ruth", password=f"x{number}").status for number in range(14)]
    assert found[:8] == [200] * 8
    assert found[-1] == 429


def test_opening_tables_is_limited(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.views import tables

    monkeypatch.setattr(tables, "opening", Buckets(20, 0.1))
    browser = Browser(server)
    browser.post("/name/", name="Viel")
    found = [browser.post("/play/").status for _ in range(24)]
    assert found[0] == 302
    assert found[-1] == 429


def test_tidying_forgets_only_what_nobody_needs(server: str) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from puur.web.models import Guest, Table
    from puur.web.own_data import tidy

    browser = Browser(server)
    kept = browser.open_table()
    started = Table.objects.create(code="OLDGAME", book="jassregeln", state="playing", game=1, host="")
    lobby = Table.objects.create(code="OLDROOM", book="jassregeln", host="")
    nobody = Guest.objects.create(name="Niemand")
    long_ago = timezone.now() - timedelta(days=60)
    Table.objects.filter(pk__in=(started.pk, lobby.pk)).update(created=long_ago)
    Guest.objects.filter(pk=nobody.pk).update(created=long_ago)
    tidy()
    assert set(Table.objects.filter(code__in=(kept, "OLDGAME", "OLDROOM")).values_list("code", flat=True)) == {kept, "OLDGAME"}
    assert not Guest.objects.filter(pk=nobody.pk).exists()
    assert Guest.objects.filter(seat__table__code=kept).exists()


# ---- the slate -------------------------------------------------------------------------------------------------------------------


def enter(points: tuple[int, int], mode: str, **more: object) -> dict[str, object]:
    return {"id": str(uuid.uuid4()), "op": "enter", "event": {"event": "result-entered", "points": points, "mode": mode, **more}}


def test_a_slate_is_uploaded_twice_and_out_of_order_with_one_result(server: str) -> None:
    browser = Browser(server)
    browser.get("/slate/")
    one, two = enter((100, 57), "E"), enter((57, 100), "R", weis=[0, 50], stoeck=[20, 0])
    wrong = enter((100, 100), "E")
    base = {"id": str(uuid.uuid4()), "book": "jassregeln", "names": ["A", "B", "C", "D"], "target": 1000}
    first = browser.post_json("/api/slate/", {**base, "ops": [one]})
    assert first.status == 200, first.text
    assert first.json["view"]["totals"] == [100, 57]
    both = browser.post_json("/api/slate/", {**base, "ops": [one, two]}).json
    assert both["view"]["totals"] == [177, 207]  # 100 + 57 + 20, 57 + 100 + 50
    assert browser.post_json("/api/slate/", {**base, "ops": [two, one]}).json == both
    refused = browser.post_json("/api/slate/", {**base, "ops": [one, two, wrong]}).json
    assert [row["id"] for row in refused["refused"]] == [wrong["id"]]
    assert refused["refused"][0]["text"]
    assert refused["view"] == both["view"]
    undo = {"id": str(uuid.uuid4()), "op": "undo", "of": two["id"]}
    assert browser.post_json("/api/slate/", {**base, "ops": [undo]}).json["view"]["totals"] == [100, 57]
    kept = browser.get(f"/api/slate/{base['id']}/").json
    assert [op["id"] for op in kept["log"]] == [one["id"], two["id"], wrong["id"], undo["id"]]
    sheet = SHEET.read(kept["sheet"])  # as evenings and clubs take it: what was undone or refused is not on it
    assert (sheet.totals, [row.points for row in sheet.rows]) == ((100, 57), [(100, 57)])
    assert (sheet.source, sheet.game) == (Origin.TAFEL, base["id"])
    other = Browser(server)
    assert other.get(f"/api/slate/{base['id']}/").status == 404
    assert other.post_json("/api/slate/", {**base, "ops": []}).status == 403
    assert browser.post_json("/api/slate/preview/", {**base, "ops": [one]}).json["view"]["totals"] == [100, 57]


NO_BOOK = json.dumps({"id": str(uuid.UUID(int=1)), "book": "none", "names": [], "ops": []})


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"id":"x"}', NO_BOOK, "[" * 100_000], ids=range(6))
def test_what_is_no_slate_is_refused(server: str, body: str) -> None:
    browser = Browser(server)
    answer = browser.request("POST", "/api/slate/", body, Content_Type="application/json", X_CSRFToken=browser.token())
    assert answer.status == 400
    assert answer.json["text"]


def test_a_coiffeur_slate_has_its_sheet(server: str) -> None:
    browser = Browser(server)
    base = {"id": str(uuid.uuid4()), "book": "tam2014-cp", "names": ["A", "B", "C", "D"], "target": None}
    answer = browser.post_json("/api/slate/", {**base, "ops": [enter((100, 57), "E", announcer=0, variant="E")]})
    assert answer.status == 200, answer.text
    row = next(row for row in answer.json["view"]["sheet"] if row["variant"] == "E")
    assert row["cells"][0]["points"] == [10 * row["factor"], 6 * row["factor"]]  # TAM-CP-32, 35: 100 is 10, the rest of 16 is 6
    assert row["cells"][1] is None
    line = SHEET.read(browser.get(f"/api/slate/{base['id']}/").json["sheet"]).cell("E", 0)
    assert line is not None
    assert line.points == tuple(row["cells"][0]["points"])


# ---- static files ------------------------------------------------------------------------------------------------------------


def test_static_files_come_compressed_with_a_tag_and_nothing_else_is_served(browser: Browser) -> None:
    answer = browser.request("GET", "/static/puur/cards/german/E6.svg", Accept_Encoding="gzip")
    assert answer.status == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert browser.request("GET", "/static/puur/cards/german/E6.svg", If_None_Match=answer.headers["etag"]).status == 304
    for path in (
        "/static/../settings.py",
        "/static/puur/../../settings.py",
        "/static/%2e%2e/settings.py",
        "/static//etc/passwd",
        "/static/",
    ):
        assert browser.get(path).status in (400, 404)
