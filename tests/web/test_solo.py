"""Games that were played without a connection: joined once, only by their person and only as the core would have played them."""

from __future__ import annotations

import random
import uuid
from dataclasses import replace
from typing import Any

import pytest

from puur.arena.table import dealt_hands
from puur.bots.simple import choose, remark
from puur.core.actions import awaited
from puur.core.deal import Phase
from puur.core.events import HandsRecorded, Thanked
from puur.core.game import Game
from puur.core.setup import Setup
from puur.core.view import view_of
from puur.notation.game_events import GAME
from puur.reglement import load
from tests.web.client import Browser

Json = dict[str, Any]
NAMES = ["Ruth", "Beat", "Carla", "Dario"]


def on_the_wire(event: Any) -> Json:
    """An event as the browser keeps it: seats are numbers."""
    data = GAME.write(event)
    return {name: "ABCD".index(value) if name in ("seat", "dealer", "of") else value for name, value in data.items()}


def game_of(seed: int, *, target: int = 0, deals: int = 1) -> Game:
    """So many deals under the general rules, or a whole game to a target, played by the simple bot at all seats."""
    rng, book = random.Random(seed), load("jassregeln")
    if target:
        book = replace(book, ending=replace(book.ending, target=target))
    game = Game(book, Setup(names=tuple(NAMES)))
    while not game.over and (target or len(game.finished_deals) < deals):
        if game.between_deals:
            dealer = game.next_dealer()
            game.submit(HandsRecorded(0 if dealer is None else dealer, dealt_hands(rng)))
        for seat in game.seats:
            said = None if game.over else remark(view_of(game, seat))
            if isinstance(said, Thanked):
                game.submit(said)
        if not game.over and game.deal.phase is not Phase.OVER:
            seat = awaited(game)[0]
            game.submit(choose(view_of(game, seat), rng))
    return game


def upload(game: Game, key: str, target: int = 1000) -> Json:
    events = [on_the_wire(event) for event in game.events]
    return {"id": key, "book": "jassregeln", "target": target, "names": NAMES, "faces": "", "events": events}


@pytest.fixture
def guest(server: str) -> Browser:
    browser = Browser(server)
    browser.post("/name/", name="Ruth")
    return browser


def test_a_game_joins_deal_by_deal_and_a_repeat_changes_nothing(guest: Browser, server: str) -> None:
    key, game = str(uuid.uuid4()), game_of(1, deals=2)
    first_deal = next(place for place, event in enumerate(game.events) if place and isinstance(event, HandsRecorded))
    sent = upload(game, key)
    begun = guest.post_json("/api/solo/", {**sent, "events": sent["events"][:first_deal]})
    assert begun.json["deals"] == 1
    code = begun.json["code"]
    for _ in range(2):
        assert guest.post_json("/api/solo/", sent).json == {"code": code, "deals": 2}
    late = guest.post_json("/api/solo/", {**sent, "events": sent["events"][:first_deal]})
    assert (late.status, late.json["code"]) == (200, code)
    shown = guest.get(f"/t/{code}/deal/2/data.json").json
    assert shown["deals"] == [1, 2]
    assert shown["hands"] == [[card.name for card in game.deals[1].dealt_hand(seat)] for seat in range(4)]
    assert shown["totals"] == list(game.ledger.totals)
    assert guest.get(f"/t/{code}/deal/1/").status == 200
    assert "/solo/" in guest.get(f"/t/{code}/deal/1/").text
    assert Browser(server).get(f"/t/{code}/deal/1/data.json").status == 404  # nobody else's business


def test_what_the_core_would_not_have_accepted_is_refused(guest: Browser) -> None:
    sent = upload(game_of(2), str(uuid.uuid4()))
    cards = [place for place, event in enumerate(sent["events"]) if event["event"] == "card-played"]

    def changed(**values: Any) -> Json:
        return {**sent, "id": str(uuid.uuid4()), **values}

    swapped = [*sent["events"]]
    here, there = cards[0], cards[4]  # cards of two tricks change places: somebody plays what is not theirs, or does not follow
    swapped[here] = {**swapped[here], "card": sent["events"][there]["card"]}
    swapped[there] = {**swapped[there], "card": sent["events"][here]["card"]}
    assert swapped[here]["card"] != sent["events"][here]["card"]
    corrected = {"event": "correction-made", "deal": 1, "team": 0, "points": 500, "reason": ""}
    twice = {**sent["events"][0], "hands": {**sent["events"][0]["hands"], "A": sent["events"][0]["hands"]["B"]}}
    wrong = {
        "another card": changed(events=swapped),
        "a pack with cards twice": changed(events=[twice, *sent["events"][1:]]),
        "a deal that still runs": changed(events=sent["events"][:-1]),
        "an event of a referee": changed(events=[*sent["events"], corrected]),
        "thanks without enough": changed(events=[*sent["events"], {"event": "thanked", "seat": 0}]),
        "a book that is not offered": changed(book="tam2014-cp"),
        "a target of nothing": changed(target=0),
        "no events": changed(events=[]),
    }
    # False thanks lose the game by the general rules (JR-BED-06): that is no mistake of the record.
    told = {what: guest.post_json("/api/solo/", data).status for what, data in wrong.items()}
    assert told == {**dict.fromkeys(wrong, 400), "thanks without enough": 200}
    assert guest.post_json("/api/solo/", sent).status == 200
    other = upload(game_of(3), sent["id"])  # another story under the same id
    assert guest.post_json("/api/solo/", other).json["error"] == "played"


def test_a_game_is_its_person_s_alone(guest: Browser, server: str) -> None:
    sent = upload(game_of(4), str(uuid.uuid4()))
    assert guest.post_json("/api/solo/", sent).status == 200
    stranger = Browser(server)
    stranger.post("/name/", name="Max")
    answer = stranger.post_json("/api/solo/", sent)
    assert (answer.status, answer.json["error"]) == (403, "auth")


def test_a_whole_game_is_in_the_history_and_counts_nowhere(server: str) -> None:
    from django.contrib.auth.models import User

    from puur.web.company.models import Rating
    from puur.web.company.ratings import rate_games
    from puur.web.keeping.checks.tables import compared
    from puur.web.live.state import Who
    from puur.web.live.store import load_table
    from puur.web.own_data import exported, history, statistics

    name = f"ruth{uuid.uuid4().hex[:6]}"
    browser = Browser(server)
    browser.post("/accounts/signup/", username=name, password1="Buur-und-Nell-9", password2="Buur-und-Nell-9", email="")
    user = User.objects.get(username=name)
    game = game_of(5, target=300)
    answer = browser.post_json("/api/solo/", upload(game, str(uuid.uuid4()), target=300))
    assert answer.status == 200, answer.text
    code = answer.json["code"]
    (entry,) = history(user)
    assert (entry["code"], entry["alone"], entry["points"], entry["won"]) == (code, True, game.ledger.totals[0], game.winner == 0)
    assert statistics(user)["games"] == 0
    rate_games()
    assert not Rating.objects.filter(user=user).exists()
    assert load_table(code) is None  # nobody sits down at it
    page = browser.get(f"/t/{code}/")
    assert (page.status, page.headers["location"]) == (302, "/solo/")
    assert f"/t/{code}/" not in browser.get("/").text
    assert [part["table"] for part in exported(Who(f"u{user.pk}", name, user.pk, None))["games"]] == [code]
    differing = [row for row in compared("default") if code in row.place and row.stored != row.rebuilt]
    assert differing == []
    assert "ohne Netz" in browser.get("/accounts/").text


def test_what_is_kept_for_later_can_be_fetched_in_each_language(server: str) -> None:
    for lang in ("de", "fr", "it", "en"):
        browser = Browser(server, lang)
        keep = browser.get("/solo/kept.json").json["keep"]
        assert len(keep) == len(set(keep)) == 2 * 36 + 2  # two packs, the back, the bots
        assert all(browser.get(address).status == 200 for address in keep)
        assert "immutable" in browser.get(keep[-1]).headers["cache-control"]
        assert browser.get("/solo/").status == 200
