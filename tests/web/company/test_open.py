"""Open tables: never empty, seats that bots hold, who may sit down, leaving and what it costs, nobody's name in the list."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from typing import Any

import pytest

from tests.web.client import Browser, Player, run_async
from tests.web.company.test_daily import account


@pytest.fixture(autouse=True)
def _tables(database: str) -> None:  # noqa: ARG001
    from puur.web.company import opening

    opening.ensure_standing()


def free_table(**asked: str) -> Any:
    from puur.web.company import opening
    from puur.web.models import Table

    row = next(row for row in opening.listed(**asked) if not row.people and not row.playing)
    return Table.objects.get(code=row.code)


def user_of(name: str) -> Any:
    from django.contrib.auth.models import User

    return User.objects.get(username=name)


def test_the_list_is_never_empty_and_what_is_taken_is_replaced(server: str) -> None:
    from puur.web.company import opening

    before = {(row.book, row.tempo) for row in opening.listed() if not row.people}
    assert {(book, tempo) for book, tempo, _ in opening.STANDING} <= before
    browser = Browser(server)
    table = free_table(form="differenzler")
    browser.get("/open/")
    assert browser.post(f"/open/{table.code}/sit/", name="Vreni").status == 302
    page = browser.get("/open/").text
    assert {(row.book, row.tempo) for row in opening.listed() if not row.people} == before
    assert f'data-code="{table.code}"' in page
    listing = Browser(server).get("/open/list.json")
    assert listing.status == 200
    assert "Vreni" not in listing.text  # a list for everybody names nobody
    assert Browser(server).request("GET", "/open/list.json", If_None_Match=listing.headers["etag"]).status in (200, 304)


def test_nobody_fills_the_list_with_tables_at_which_nobody_sits(server: str) -> None:
    """Three tables at a time are allowed; whoever gets up from an own one takes it off the list."""
    from puur.web.company import opening

    browser, _ = account(server)
    before = len(opening.listed())
    for _ in range(opening.MOST_OWN + 2):
        made = browser.post("/open/new/", book="jassregeln", tempo="brisk", level="stammtisch")
        code = made.headers["location"].split("/")[2]
        assert code in {row.code for row in opening.listed()}
        assert browser.post(f"/open/{code}/leave/").status == 302
        assert code not in {row.code for row in opening.listed()}
    assert len(opening.listed()) == before
    table = free_table(form="differenzler")
    browser.post(f"/open/{table.code}/sit/")
    browser.post(f"/open/{table.code}/leave/")
    opening.ensure_standing()
    kinds = [(row.book, row.tempo) for row in opening.listed() if not row.people and not row.playing]
    assert {(book, tempo) for book, tempo, _ in opening.STANDING} <= set(kinds), (
        "one of every hour stays, or another takes its place"
    )


def test_filters(server: str) -> None:  # noqa: ARG001
    from puur.web.company import opening

    assert {row.form for row in opening.listed(form="coiffeur")} == {"coiffeur"}
    assert {row.tempo for row in opening.listed(tempo="brisk")} == {"brisk"}
    assert {row.level for row in opening.listed(level="jasskoenig")} == {"jasskoenig"}
    assert {row.book for row in opening.listed(book="tam2014-ps")} == {"tam2014-ps"}
    assert opening.listed(form="nonsense") == []


def test_two_people_sit_down_one_after_the_other_and_play(server: str) -> None:
    """The second takes a bot's seat while the game runs, and plays with its cards."""
    first, second = Browser(server), Browser(server)
    code = free_table(book="jassregeln", tempo="calm").code

    async def run() -> None:
        assert first.post(f"/open/{code}/sit/", name="Anna").status == 302
        first.visit(code)
        one = await Player(first, code).connect()
        await one.until(lambda: one.view and one.table["state"] == "playing")
        assert second.post(f"/open/{code}/sit/", name="Beat").status == 302
        second.visit(code)
        two = await Player(second, code).connect()
        await two.until(lambda: two.you is not None)
        assert two.you != one.you
        await one.until(lambda: sum(not seat["bot"] for seat in one.table["seats"]) == 2)
        rng = random.Random(4)
        both = [one, two]

        def dealt() -> bool:
            return any(player.view is not None and player.view["number"] >= 2 for player in both)

        await asyncio.gather(*(player.play(rng, dealt) for player in both))

    run_async(run)


def test_a_bot_that_happens_to_be_called_so_gives_way(server: str) -> None:
    from puur.web.models import Seat

    table = free_table(book="jassregeln", tempo="calm")
    called = Seat.objects.get(table=table, number=2).name
    browser = Browser(server)
    browser.get("/open/")
    assert browser.post(f"/open/{table.code}/sit/", name=called, seat="0").status == 302
    names = list(Seat.objects.filter(table=table).order_by("number").values_list("name", flat=True))
    assert names[0] == called
    assert len(set(names)) == 4


def test_nobody_comes_back_into_a_game_on_another_seat(server: str) -> None:
    from puur.web.company.models import Leaving
    from puur.web.models import Seat, Table

    browser, name = account(server)
    table = free_table(book="jassregeln", tempo="calm")
    browser.post(f"/open/{table.code}/sit/")
    Table.objects.filter(pk=table.pk).update(state="playing", game=1)
    browser.post(f"/open/{table.code}/leave/")
    seat = Seat.objects.get(table=table, number=0)
    assert (seat.user_id, seat.bot) == (None, table.level)  # the partner is not left alone
    assert Leaving.objects.filter(user__username=name, table=table, game=1).count() == 1
    browser.post(f"/open/{table.code}/sit/", seat="2")
    assert not Seat.objects.filter(table=table, user__username=name).exists()
    Table.objects.filter(pk=table.pk).update(game=2)
    browser.post(f"/open/{table.code}/sit/", seat="2")
    assert Seat.objects.filter(table=table, user__username=name, number=2).exists()
    browser.post(f"/open/{table.code}/sit/", seat="3")  # two hands of one person
    assert Seat.objects.filter(table=table, user__username=name).count() == 1


def test_blocked_people_do_not_meet_and_do_not_learn_why(server: str) -> None:
    from puur.web.company import social
    from puur.web.models import Seat

    first, name = account(server)
    second, other = account(server)
    social.shun(user_of(name), user_of(other), "blocked")
    table = free_table(book="jassregeln", tempo="calm")
    first.post(f"/open/{table.code}/sit/")
    second.post(f"/open/{table.code}/sit/")
    assert not Seat.objects.filter(table=table, user__username=other).exists()
    page = second.get("/open/").text
    assert "besetzt" in page
    assert "blockiert" not in page.lower()


def test_tables_that_wait_are_for_reliable_accounts(server: str) -> None:
    from puur.web.company import opening
    from puur.web.company.models import Leaving
    from puur.web.live.state import Who
    from puur.web.models import Seat

    _, name = account(server)
    row = opening.create(Who(f"u{user_of(name).pk}", name, user_of(name).pk), "jassregeln", "calm", "stammtisch", waits=True)
    guest = Browser(server)
    guest.get("/open/")
    guest.post(f"/open/{row.table.code}/sit/", name="Gast")
    assert Seat.objects.filter(table=row.table, guest__isnull=False).count() == 0
    second, other = account(server)
    Leaving.objects.bulk_create(Leaving(user=user_of(other), game=1, seat=0) for _ in range(3))
    second.post(f"/open/{row.table.code}/sit/")
    assert not Seat.objects.filter(table=row.table, user=user_of(other)).exists()
    own = {"book": "jassregeln", "tempo": "calm", "level": "stammtisch", "waits": "on"}
    assert second.post("/open/new/", **own).headers["location"] == "/open/"  # nor can they open one for reliable people themselves
    assert "Du bist zuletzt oft vor dem Schluss gegangen." in second.get("/open/").text
    assert not Seat.objects.filter(user=user_of(other)).exists()
    Leaving.objects.filter(user=user_of(other)).delete()
    second.post(f"/open/{row.table.code}/sit/")
    assert Seat.objects.filter(table=row.table, user=user_of(other)).exists()
    row.table.refresh_from_db()
    assert not row.table.instant  # two of four: it still waits
    for _ in range(2):
        browser, _ = account(server)
        browser.post(f"/open/{row.table.code}/sit/")
    row.table.refresh_from_db()
    assert row.table.instant


def test_the_usual_partner_gets_the_seat_across(server: str) -> None:
    from puur.web.company.models import Profile
    from puur.web.models import Seat

    first, name = account(server)
    second, other = account(server)
    Profile.objects.create(user=user_of(other), partner=user_of(name))
    table = free_table(book="jassregeln", tempo="calm")
    first.post(f"/open/{table.code}/sit/", seat="1")
    second.post(f"/open/{table.code}/sit/")
    assert Seat.objects.get(table=table, user__username=other).number == 3


def test_leaving_weighs_half_after_two_weeks_and_nothing_after_ten(database: str) -> None:  # noqa: ARG001
    """By hand: one leaving now and one of 14 days ago weigh 1.5; with three lent games that is 1.5 / 4.5 = a third."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from puur.web.company import manners
    from puur.web.company.models import Leaving
    from puur.web.live.state import Who

    user = User.objects.create_user(f"weg{random.randrange(10**9)}")
    who, now = Who(f"u{user.pk}", "", user.pk), timezone.now()
    for days in (0, 14, 100):
        row = Leaving.objects.create(user=user, game=1, seat=0)
        Leaving.objects.filter(pk=row.pk).update(at=now - timedelta(days=days))
    record = manners.record_of(who, now)
    assert record.left == pytest.approx(1.5)
    assert record.share == pytest.approx(1 / 3)
    assert not record.reliable
    assert manners.record_of(who, now + timedelta(days=28)).reliable  # a quarter of it: 0.375 / 3.375


def test_only_so_many_open_tables_of_ones_own(server: str) -> None:
    from puur.web.company import opening
    from puur.web.company.models import OpenTable

    browser, name = account(server)
    for _ in range(opening.MOST_OWN + 1):
        browser.post("/open/new/", book="jassregeln", tempo="calm", level="stammtisch")
    assert OpenTable.objects.filter(table__host=f"u{user_of(name).pk}").count() == opening.MOST_OWN
    assert browser.post("/open/new/", book="../etc", tempo="calm", level="meister").status == 302
    assert (
        Browser(server)
        .post("/open/new/", book="jassregeln", tempo="calm", level="stammtisch")
        .headers["location"]
        .startswith("/accounts/login")
    )


def test_who_was_voted_out_frees_the_seat_for_others(server: str) -> None:  # noqa: ARG001
    from puur.web.company import opening
    from puur.web.company.models import Leaving
    from puur.web.live.state import Who
    from puur.web.models import Guest, Seat, Table, TableEvent

    guest = Guest.objects.create(name="Weg")
    table = free_table(book="tam2014-ps")
    opening.sit(table, Who(f"g{guest.pk}", "Weg", None, guest.pk))
    Table.objects.filter(pk=table.pk).update(state="playing", game=1)
    from django.utils import timezone

    TableEvent.objects.create(table=table, n=1, game=1, at=int(timezone.now().timestamp() * 1000), data="{}")
    Seat.objects.filter(table=table, guest=guest).update(stand_in=True)
    opening.tidy()
    assert not Seat.objects.filter(table=table, guest=guest).exists()
    assert Leaving.objects.filter(guest=guest).count() == 1
