"""Tokens: somebody makes one on the page, a program reads with it what is theirs and nothing else, and it ends when it should."""

from __future__ import annotations

import json
import re
import tomllib
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import puur
from tests.web.client import Answer, Browser

DATA = Path(__file__).resolve().parents[1] / "season" / "data"
EXPECTED = tomllib.loads((DATA / "musterjahr.toml").read_text(encoding="utf-8"))
PASSWORD = "Buur-und-Nell-9"


@pytest.fixture(scope="module")
def world(database: str) -> dict[str, Any]:  # noqa: ARG001
    from tests.web.filling import fill

    return fill(tag=uuid.uuid4().hex[:6])


def signed_in(server: str, user: Any) -> Browser:
    browser = Browser(server)
    assert browser.post("/accounts/login/", username=user.get_username(), password=PASSWORD).status == 302
    return browser


def new_account(server: str) -> Browser:
    browser = Browser(server)
    secret = {"password1": PASSWORD, "password2": PASSWORD}
    assert browser.post("/accounts/signup/", username=f"t{uuid.uuid4().hex[:10]}", **secret).status == 302
    return browser


def made(browser: Browser, *scopes: str, name: str = "Mein Programm") -> str:
    """The secret of a new token, as the page shows it."""
    body = "&".join(
        [f"csrfmiddlewaretoken={browser.token()}", f"name={name.replace(' ', '+')}", *(f"scopes={one}" for one in scopes)]
    )
    page = browser.request("POST", "/accounts/tokens/", body, Content_Type="application/x-www-form-urlencoded")
    assert page.status == 200, page.text
    assert page.headers["cache-control"] == "private, no-store"
    shown = re.search(r"puur_[\w-]{43}", page.text)
    assert shown, page.text
    return shown[0]


def asked(server: str, secret: str, path: str = "") -> tuple[int, Any]:
    """What a program without any cookie gets."""
    answer = Browser(server).request("GET", f"/api/v1/own/{path}", Authorization=f"Bearer {secret}" if secret else "")
    return answer.status, json.loads(answer.text)


def test_a_program_reads_the_games_of_its_owner(server: str, world: dict[str, Any]) -> None:
    from puur.web.models import PlayedGame, ProgramToken

    secret = made(signed_in(server, world["user"]), "games")
    status, about = asked(server, secret)
    assert (status, about["account"], about["scopes"]) == (200, world["user"].get_username(), ["games"])
    _, told = asked(server, secret, "games/")
    code, totals = world["over"].code, PlayedGame.objects.get(table=world["over"]).totals
    assert [(game["code"], game["points"], game["against"]) for game in told["games"]] == [(code, *totals)]
    status, record = asked(server, secret, f"games/{code}/1/")
    assert status == 200
    assert list(puur.read(record["record"]).totals()) == totals  # the whole game, which gives the same score
    assert record["json"]["book"] == "tam2014-es"
    running = asked(server, secret, f"games/{world['running'].code}/1/")[1]
    assert not running["over"]
    assert record["over"]
    kept = ProgramToken.objects.get(user=world["user"], beginning=secret[:10])
    assert secret[10:] not in json.dumps([kept.token_hash, kept.name, kept.beginning])  # only its hash is stored
    assert kept.used is not None


def test_an_organiser_reads_draw_and_ranking_and_a_host_the_standings(server: str, world: dict[str, Any]) -> None:
    """Round 1: A and C made 1000, B and D 884; at the second table the corrected result counts, 940 to 944."""
    secret, code = made(signed_in(server, world["host"]), "evenings", "clubs"), world["evening"].code
    evenings = asked(server, secret, "evenings/")[1]["evenings"]
    assert [(row["code"], row["role"]) for row in evenings] == [(code, "organiser")]
    _, ranked = asked(server, secret, f"evenings/{code}/ranking/")
    totals = {row["name"]: row["total"] for row in ranked["ranking"]}
    assert totals == {"A": 1000, "C": 1000, "F": 944, "H": 944, "E": 940, "G": 940, "B": 884, "D": 884}
    assert (ranked["after"], ranked["final"]) == (1, False)
    _, drawn = asked(server, secret, f"evenings/{code}/draw/")
    assert drawn["seed"], "the organiser's own"
    first = drawn["rounds"][0]
    assert [[seat["player"] for seat in table["seats"]] for table in first["tables"]] == [list("abcd"), list("efgh")]
    assert [(made["round"], made["released"]) for made in drawn["rounds"]] == [(1, True), (2, True), (3, False)]
    assert [row["club"] for row in asked(server, secret, "clubs/")[1]["clubs"]] == [world["club"].slug]
    _, year = asked(server, secret, f"clubs/{world['club'].slug}/standings/?year=2027")
    assert {row["person"]: row["points"] for row in year["standings"]} == EXPECTED["total"]


def test_nobody_reads_what_is_somebody_elses(server: str, world: dict[str, Any]) -> None:
    stranger = made(new_account(server), "games", "evenings", "clubs")
    for path in (
        f"games/{world['over'].code}/1/",
        f"evenings/{world['evening'].code}/draw/",
        f"evenings/{world['evening'].code}/ranking/",
        f"clubs/{world['club'].slug}/standings/",
        "games/NOWHERE/1/",
    ):
        status, told = asked(server, stranger, path)
        assert (status, told["error"]["reason"]) == (404, "not-there"), path
    assert asked(server, stranger, "games/")[1]["games"] == asked(server, stranger, "evenings/")[1]["evenings"] == []


def test_a_helper_sees_the_rounds_that_have_begun_and_a_player_the_public_ranking(server: str, world: dict[str, Any]) -> None:
    from django.contrib.auth.models import User

    from puur.web.doors.models import PlayerAccount
    from puur.web.evenings.models import EveningRole, Role

    evening = world["evening"]
    office, player = (User.objects.create_user(f"{kind}{uuid.uuid4().hex[:8]}", "", PASSWORD) for kind in ("office", "player"))
    EveningRole.objects.create(evening=evening, user=office, role=Role.OFFICE, name="Büro")
    PlayerAccount.objects.create(evening=evening, user=player, player="f")
    helping, playing = (made(signed_in(server, who), "evenings") for who in (office, player))
    drawn = asked(server, helping, f"evenings/{evening.code}/draw/")[1]
    assert drawn["seed"] is None, "whoever has the seed has the rounds to come"
    assert [row["round"] for row in drawn["rounds"]] == [1, 2]  # the third has not begun
    assert [row["role"] for row in asked(server, playing, "evenings/")[1]["evenings"]] == ["player"]
    ranked = asked(server, playing, f"evenings/{evening.code}/ranking/")
    assert (ranked[0], ranked[1]["ranking"][0]["total"]) == (200, 1000)
    assert asked(server, playing, f"evenings/{evening.code}/draw/")[0] == 404


REFUSED = [
    ("", "", 401, "no-token"),
    ("puur_falsch", "", 401, "unknown-token"),
    ("good", "evenings/", 403, "scope-missing"),
    ("good", "games/?most=0", 400, "out-of-bounds"),
    ("good", "games/?most=viele", 400, "wrong-type"),
    ("good", "games/?wer=ich", 400, "unknown-field"),
]


def test_refusals_have_their_status_and_a_stable_reason(server: str) -> None:
    browser = new_account(server)
    good = made(browser, "games")
    for secret, path, status, reason in REFUSED:
        got, told = asked(server, good if secret == "good" else secret, path)
        assert (got, told["error"]["reason"]) == (status, reason), path
    bare = browser.get("/api/v1/own/games/")  # the session of a browser opens nothing here
    assert (bare.status, bare.headers["www-authenticate"]) == (401, "Bearer")
    assert browser.request("POST", "/api/v1/own/games/", "", Authorization=f"Bearer {good}").status == 405
    answer: Answer = browser.request("GET", "/api/v1/own/games/", Authorization=f"Bearer {good}")
    assert answer.headers["cache-control"] == "private, no-store"


def test_a_token_asks_only_so_often(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.live.limits import Buckets
    from puur.web.views import own_api

    monkeypatch.setattr(own_api, "asking", Buckets(2, 0))
    browser = new_account(server)
    first, second = made(browser, "games"), made(browser, "games")
    assert [asked(server, first)[0] for _ in range(3)] == [200, 200, 429]
    assert asked(server, first)[1]["error"]["reason"] == "too-often"
    assert asked(server, second)[0] == 200  # each token for itself


def test_a_token_ends_when_it_is_revoked_when_its_year_is_over_and_with_the_password(server: str) -> None:
    from django.utils import timezone

    from puur.web.models import ProgramToken
    from puur.web.own_data import tidy

    browser = new_account(server)
    first, second, third = (made(browser, "games", name=name) for name in ("Erster", "Zweiter", "Dritter"))
    page = browser.get("/accounts/tokens/").text
    assert first not in page, "shown once"
    assert first[:10] in page
    key = ProgramToken.objects.get(beginning=first[:10]).pk
    assert new_account(server).post("/accounts/tokens/", revoke=str(key)).status == 302  # of somebody else: nothing happens
    assert asked(server, first)[0] == 200
    assert browser.post("/accounts/tokens/", revoke=str(key)).status == 302
    assert (asked(server, first)[0], asked(server, second)[0]) == (401, 200)
    ProgramToken.objects.filter(beginning=second[:10]).update(ends=timezone.now() - timedelta(seconds=1))
    assert (asked(server, second)[0], asked(server, third)[0]) == (401, 200)
    tidy()
    assert not ProgramToken.objects.filter(beginning=second[:10]).exists()
    passwords = {"old_password": PASSWORD, "new_password1": "Nell-und-Buur-8", "new_password2": "Nell-und-Buur-8"}
    assert browser.post("/accounts/password/", **passwords).status == 302
    assert asked(server, third)[0] == 401


@pytest.mark.parametrize("how", ["administrator", "letter"])
def test_whoever_sets_another_password_ends_the_tokens(server: str, how: str) -> None:
    """The pages of the administrators and a forgotten password as much as the own page."""
    from django.contrib.auth.models import User
    from django.contrib.auth.tokens import default_token_generator
    from django.test import Client
    from django.utils.encoding import force_bytes
    from django.utils.http import urlsafe_base64_encode

    browser = new_account(server)
    secret = made(browser, "games")
    user = User.objects.order_by("-pk")[0]
    user.first_name = "Ruth"
    user.save()
    assert asked(server, secret)[0] == 200, "nothing else ends them"
    given = {"password1": "Nell-und-Buur-8", "password2": "Nell-und-Buur-8", "usable_password": "true"}
    if how == "administrator":
        chief = User.objects.create_superuser(f"chef{uuid.uuid4().hex[:8]}", "", PASSWORD)
        client = Client(HTTP_HOST="localhost")
        client.force_login(chief)
        assert client.post(f"/admin/auth/user/{user.pk}/password/", given).status_code == 302
    else:
        link = f"/accounts/password/reset/{urlsafe_base64_encode(force_bytes(user.pk))}/{default_token_generator.make_token(user)}/"
        client = Client(HTTP_HOST="localhost")
        form = client.get(link).headers["Location"]
        twice = {"new_password1": "Nell-und-Buur-8", "new_password2": "Nell-und-Buur-8"}
        assert client.post(form, twice).status_code == 302
    user.refresh_from_db()
    assert user.check_password("Nell-und-Buur-8")
    assert asked(server, secret)[0] == 401


def test_an_account_has_so_many_tokens_and_takes_them_along(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web import tokens
    from puur.web.models import ProgramToken

    monkeypatch.setattr(tokens, "MOST_TOKENS", 2)
    browser = new_account(server)
    secrets = [made(browser, "games", "clubs", name=name) for name in ("Daheim", "Unterwegs")]
    refused = browser.post("/accounts/tokens/", name="Zu viel", scopes="games")
    assert refused.status == 400
    assert "Mehr als 2 Schlüssel" in refused.text
    assert browser.post("/accounts/tokens/", name="", scopes="games").status == 400
    assert browser.post("/accounts/tokens/", name="Nichts").status == 400
    exported = browser.get("/accounts/export.json")
    assert [(row["name"], row["scopes"]) for row in exported.json["tokens"]] == [
        ("Daheim", ["games", "clubs"]),
        ("Unterwegs", ["games", "clubs"]),
    ]
    assert not any(secret in exported.text for secret in secrets)
    assert browser.post("/accounts/delete/", confirm="on", password=PASSWORD).status == 302
    assert not ProgramToken.objects.filter(beginning__in=[secret[:10] for secret in secrets]).exists()
    assert asked(server, secrets[0])[0] == 401


def test_the_description_has_every_address_with_the_scope_it_takes(server: str) -> None:
    told = json.loads(Browser(server).get("/api/v1/openapi.json").text)
    own = {path: entry["get"] for path, entry in told["paths"].items() if path.startswith("/api/v1/own/")}
    assert set(own) == {
        f"/api/v1/own/{rest}"
        for rest in (
            "", "games/", "games/{code}/{number}/", "evenings/", "evenings/{code}/draw/", "evenings/{code}/ranking/",
            "clubs/", "clubs/{slug}/standings/",
        )
    }  # fmt: skip
    assert all(entry["security"] == [{"token": []}] for entry in own.values())
    assert told["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert "`clubs`" in own["/api/v1/own/clubs/"]["description"]
