"""The deal of the day: the same for everybody, sealed before, shown after, the first try counts, nobody gains by trying twice."""

from __future__ import annotations

import asyncio
import hashlib
import random
import uuid
from datetime import timedelta
from typing import Any

import pytest

from tests.web.client import Browser, Player, run_async

WORD = "Buur-und-Nell-9"


def account(server: str, **given: Any) -> tuple[Browser, str]:
    """Somebody with an account, signed in."""
    from django.contrib.auth.models import User

    name = f"jass{uuid.uuid4().hex[:8]}"
    User.objects.create_user(name, "", WORD, **given)
    browser = Browser(server)
    log_in(browser, name)
    return browser, name


def log_in(browser: Browser, name: str) -> None:
    browser.get("/accounts/login/")
    assert browser.post("/accounts/login/", username=name, password=WORD).status == 302


@pytest.fixture
def short_set(database: str) -> Any:  # noqa: ARG001
    """A set of two deals that is open; short, so that a whole try is played in a test."""
    from django.utils import timezone

    from puur.web.company import picking
    from puur.web.company.models import DealSet

    now = timezone.now()
    row = DealSet.objects.create(
        key=uuid.uuid4().hex[:12], kind="day", opens=now - timedelta(hours=1), closes=now + timedelta(hours=1), deals=4,
        level="stammtisch", picks=[3, 5, 6, 9],
    )  # fmt: skip
    picking.prepare(row)
    return row


def begin(browser: Browser, key: str) -> str:
    answer = browser.post(f"/daily/{key}/play/")
    assert answer.status == 302, answer.text
    return answer.headers["location"].split("/")[2]


async def played(browser: Browser, code: str, seed: int, pause: float = 0.0) -> list[tuple[Any, ...]]:
    """Play a try to its end by a fixed rule of one's own; what was said and played by everybody, in order."""
    browser.visit(code)
    player = await Player(browser, code).connect()
    rng = random.Random(seed)
    done: list[tuple[Any, ...]] = []
    await player.until(lambda: player.view)
    seen = 0

    def note() -> None:
        nonlocal seen
        for message in player.messages[seen:]:
            event = message.get("event") if message["t"] == "event" else None
            if event and event["event"] in ("card-played", "announced", "pushed"):
                done.append((event["event"], event["seat"], event.get("card"), event.get("mode")))
        seen = len(player.messages)

    while not (player.view and player.view["over"]):
        event = choose(player, rng)
        if event is None:
            count = len(player.messages)
            await player.until(lambda count=count: len(player.messages) > count)
            continue
        await asyncio.sleep(pause)
        n = player.n
        answer = await player.act(event)
        assert answer["t"] == "ok", answer
        await player.until(lambda n=n: player.n > n)
    note()
    await player.close()
    return done


def choose(player: Player, rng: random.Random) -> dict[str, Any] | None:
    """By chance that hangs on the card alone, so that two clients decide alike whatever else they are told."""
    event = player.choice(random.Random(0))
    if event is not None and event["event"] == "card-played" and player.view is not None:
        return {"event": "card-played", "card": sorted(player.view["legal"])[rng.randrange(100) % len(player.view["legal"])]}
    return event


def test_two_clients_who_play_alike_get_the_same_cards_from_the_same_bots(server: str, short_set: Any) -> None:
    """One is a guest and quick, the other has an account, another language, and dawdles; they add different nonces."""
    first = Browser(server)
    second, _ = account(server)
    second.lang = "fr"
    lines: list[list[tuple[Any, ...]]] = []

    async def run() -> None:
        lines.append(await played(first, begin(first, short_set.key), 7))
        lines.append(await played(second, begin(second, short_set.key), 7, pause=0.01))

    run_async(run)
    assert len([line for line in lines[0] if line[0] == "card-played"]) == 4 * 36
    assert lines[0] == lines[1]


def test_the_same_play_computed_without_a_server_is_the_play_of_the_live_table(server: str, short_set: Any) -> None:
    """`deals.play` gives what the bots are compared with: it has to be what the tables do. A bot plays for the person."""
    from puur.core.events import CardPlayed
    from puur.web import fair
    from puur.web.company import deals
    from puur.web.live.store import game_of
    from puur.web.models import PlayedGame, Seat, Table

    browser = Browser(server)
    code = begin(browser, short_set.key)
    Seat.objects.filter(table__code=code, number=0).update(bot="stammtisch")

    async def run() -> None:
        browser.visit(code)
        player = await Player(browser, code).connect()
        await player.until(lambda: player.view and player.view["over"])

    run_async(run)
    table = Table.objects.get(code=code)
    live = game_of(table, 1)
    assert live is not None
    secret = fair.sealed(short_set.root, short_set.picks)
    computed = deals.play(secret, deals.book_for(4), "stammtisch", deals.bot_player("stammtisch"))
    assert [one for one in live[0].events if isinstance(one, CardPlayed)] == [
        one for one in computed.events if isinstance(one, CardPlayed)
    ]
    # What people are compared with is counted as their own results are: from the table's stored deals, 157 points each.
    stored = PlayedGame.objects.get(table=table).deals
    assert short_set.bots["stammtisch"]["points"] == [deal["points"][0] for deal in stored]
    assert [sum(deal["points"]) for deal in stored] == [157] * 4


def test_the_first_try_counts_and_the_second_is_for_fun(server: str, short_set: Any) -> None:
    from puur.web.company import daily
    from puur.web.company.models import Try

    browser, name = account(server)
    code = begin(browser, short_set.key)
    assert begin(browser, short_set.key) == code  # going on is no second try

    async def run() -> None:
        await played(browser, code, 1)

    run_async(run)
    page = browser.get(f"/daily/{short_set.key}/").text
    row = Try.objects.get(dealset=short_set, user__username=name, first=True)
    assert row.counts
    assert row.ended is not None
    assert f"<strong>{row.total}</strong>" in page
    best = max(sum(made["points"]) for made in short_set.bots.values())
    assert str(best) in page
    assert name not in page.split('id="ranking"')[1].split("</section>")[0].replace(f"{name}</td>", "", 1)  # oneself, and once
    other = begin(browser, short_set.key)
    assert other != code
    assert list(Try.objects.filter(dealset=short_set, user__username=name).values_list("first", "counts").order_by("pk")) == [
        (True, True),
        (False, False),
    ]
    daily.settle(short_set)
    assert [one.pk for one in daily.counted(short_set) if one.user_id == row.user_id] == [row.pk]


def test_the_table_of_a_set_leads_back_to_its_comparison(server: str, short_set: Any) -> None:
    """The page tells its script where; what the end of a set offered before, the page of a seat, leads there too."""
    browser = Browser(server)
    code = begin(browser, short_set.key)
    assert f'data-then="/daily/{short_set.key}/"' in browser.get(f"/t/{code}/").text
    answer = browser.get(f"/t/{code}/seat/")
    assert (answer.status, answer.headers["location"]) == (302, f"/daily/{short_set.key}/")
    other = browser.open_table()
    assert "data-then" not in browser.get(f"/t/{other}/").text
    assert browser.get(f"/t/{other}/seat/").status == 404


def test_who_has_seen_the_cards_as_somebody_else_does_not_count(server: str, short_set: Any) -> None:
    """A guest's rehearsal, then the account in the same browser; and two accounts one after the other."""
    from puur.web.company.models import Try

    _, name = account(server)
    _, second = account(server)
    browser = Browser(server)
    begin(browser, short_set.key)  # as a guest
    log_in(browser, name)
    begin(browser, short_set.key)
    assert not Try.objects.get(dealset=short_set, user__username=name).counts
    browser.post("/accounts/logout/")
    log_in(browser, second)
    begin(browser, short_set.key)
    assert not Try.objects.get(dealset=short_set, user__username=second).counts
    assert not Try.objects.filter(dealset=short_set, user=None, counts=True).exists()  # a guest never does


def test_the_seal_is_public_before_and_the_seed_only_after(server: str, short_set: Any) -> None:
    from django.utils import timezone

    from puur.web.company import deals
    from puur.web.company.models import DealSet

    browser = Browser(server)
    sealed = hashlib.sha256(bytes.fromhex(short_set.root)).hexdigest()
    page = browser.get(f"/daily/{short_set.key}/").text
    proof = browser.get(f"/daily/{short_set.key}/proof.json")
    assert sealed in page
    assert proof.json["commitment"] == sealed
    assert short_set.root not in page + proof.text
    assert "picks" not in proof.json
    DealSet.objects.filter(pk=short_set.pk).update(closes=timezone.now())
    proof = browser.get(f"/daily/{short_set.key}/proof.json")
    assert proof.json["seed"] == short_set.root
    wrong, hands = deals.check_proof({**proof.json, "picks": [3, 2, 1, 0]})
    assert wrong == "other-picks"  # whatever the seed: deals are picked in order, so these numbers can only be made up
    assert [len(hand) for hand in hands[0]] == [9] * 4
    assert deals.check_proof({**proof.json, "seed": "00" * 32})[0] == "other-seed"
    assert deals.check_proof({"seed": 1})[0] == "no-proof"


def test_a_set_that_is_picked_by_the_rule_proves_itself(database: str) -> None:  # noqa: ARG001
    from puur.web.company import deals

    root = "5a" * 32
    book = deals.book_for(4)
    picks = deals.pick(root, 4, "stammtisch")
    assert deals.check_proof(deals.proof_of("x", root, picks, 4, "stammtisch"))[0] == ""
    dealer = deals.first_dealer(root, book)
    dropped = list(range(picks[0]))
    assert all(deals.spread(root, number, dealer, book, "stammtisch") < deals.DULL for number in dropped)
    assert deals.spread(root, picks[0], dealer, book, "stammtisch") >= deals.DULL


def test_a_shared_replay_opens_for_others_only_when_they_have_played(server: str, short_set: Any) -> None:
    from django.utils import timezone

    from puur.web.company.models import DealSet
    from puur.web.models import Table

    first, second = Browser(server), Browser(server)
    code = begin(first, short_set.key)

    async def run() -> None:
        await played(first, code, 3)

    run_async(run)
    other = Browser(server)
    own = begin(other, short_set.key)

    async def again() -> None:
        await played(other, own, 4)

    run_async(again)
    assert other.get(f"/t/{own}/deal/1/").status == 200
    closed = [f"/t/{code}/deal/1/", f"/t/{code}/deal/1/picture.png", f"/t/{code}/record.jass"]
    assert [other.get(path).status for path in closed] == [404, 404, 404]  # having played opens nothing that nobody has shared
    Table.objects.filter(code=code).update(shared=True)
    assert [other.get(path).status for path in closed] == [200, 200, 200]
    assert first.get(f"/t/{code}/deal/1/").status == 200
    second.get("/")
    assert second.get(f"/t/{code}/deal/1/").status == 404
    assert second.get(f"/t/{code}/record.jass").status == 404
    DealSet.objects.filter(pk=short_set.pk).update(closes=timezone.now())
    assert second.get(f"/t/{code}/deal/1/").status == 200


def test_comments_are_for_those_who_have_played_and_have_an_account(server: str, short_set: Any) -> None:
    from puur.web.company.models import Comment, Try

    browser, name = account(server)
    assert browser.post(f"/daily/{short_set.key}/comment/", deal="1", text="Schwach").status == 404
    begin(browser, short_set.key)
    Try.objects.filter(dealset=short_set, user__username=name).update(
        ended=short_set.opens, points=[80, 70, 60, 50], bids=["E/0"] * 4, total=260
    )
    for deal, expected in (("1", 302), ("5", 404), ("x", 404), ("1" * 5000, 404), ("\u0661", 404)):
        assert browser.post(f"/daily/{short_set.key}/comment/", deal=deal, text="<b>Stark</b>").status == expected
    assert Comment.objects.filter(dealset=short_set).count() == 1
    assert "&lt;b&gt;Stark&lt;/b&gt;" in browser.get(f"/daily/{short_set.key}/").text


def test_a_club_finds_its_sets_from_its_own_page_and_strangers_do_not(server: str) -> None:
    from django.contrib.auth.models import User

    from puur.web.clubs.models import Club

    browser, name = account(server)
    club = Club.objects.create(slug=f"gleiche-{uuid.uuid4().hex[:6]}", name="Jassclub Gleich", host=User.objects.get(username=name))
    path = f"/daily/club/{club.slug}/"
    assert f'href="{path}"' in browser.get(f"/clubs/{club.slug}/").text
    assert browser.post(path, title="12 Spiele, alle dieselben", deals="12", days="7").status == 302
    page = browser.get(path).text
    assert "12 Spiele, alle dieselben" in page
    assert f'href="/clubs/{club.slug}/"' in page  # and back
    assert account(server)[0].get(path).status == 404


def test_percentile_and_difference_by_hand() -> None:
    """Six people with 100, 200, … 600; of the other five 400 beats three: 60 %. The best bot made 450: 50 less."""
    from puur.web.company import daily
    from puur.web.company.models import DealSet, Try

    row = DealSet(deals=1, bots={"lehrling": {"points": [450], "bids": ["E/0"]}, "stammtisch": {"points": [300], "bids": ["R/0"]}})
    tries = [Try(pk=n, points=[100 * n], bids=["E/0"], total=100 * n) for n in range(1, 7)]
    compared = daily.compare(row, tries[3], tries)
    assert compared.better_than == 60
    assert (compared.best, compared.best_level) == (450, "lehrling")
    assert compared.lines[0].mean == 350
    assert compared.people == 5
    assert dict(compared.lines[0].bids) == {"E/0": 6, "R/0": 1}  # five others and a bot; one's own stands above
    assert daily.compare(row, tries[0], tries[:4]).better_than is None


def test_days_and_weeks_are_made_ahead_once(database: str) -> None:  # noqa: ARG001
    from puur.web.company import daily
    from puur.web.company.models import DealSet

    daily.ensure()
    before = list(DealSet.objects.filter(kind__in=("day", "week")).order_by("pk").values_list("pk", "root"))
    daily.ensure()
    assert list(DealSet.objects.filter(kind__in=("day", "week")).order_by("pk").values_list("pk", "root")) == before
    day = DealSet.objects.get(key=daily.today().isoformat())
    assert day.closes - day.opens <= timedelta(hours=25)
    assert DealSet.objects.filter(kind="day", key__gt=daily.today().isoformat()).count() >= daily.AHEAD
