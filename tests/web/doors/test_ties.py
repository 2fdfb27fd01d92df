"""A player of an evening is an account: by the link and the person's word, in history and club, and parted again."""

from __future__ import annotations

from datetime import datetime

import pytest

from puur.season.yearly import standings
from puur.web.clubs.models import ClubPerson, new_token
from puur.web.clubs.store import engine as store_of
from puur.web.doors.models import PlayerAccount
from puur.web.doors.ties import persons
from puur.web.evenings import store
from puur.web.evenings.fold import folded
from puur.web.evenings.keys import links
from tests.evening.evenings import result_entered
from tests.web.clubs.support import MUSTERJAHR, at, enter_as, make_club, new_user
from tests.web.doors.support import SHORT
from tests.web.doors.test_club_evenings import BOOK, evening_of, officer, points, under
from tests.web.evenings.entry_help import Hall, browser, hall


@pytest.fixture
def evening(database: str) -> Hall:
    """One round of four: 400 to 228."""
    del database
    made = hall("kurz", players=4, text=SHORT, rounds=1)
    store.submit(made.code, [result_entered(1, 1, points=(400, 228))], "Büro")
    return made


def test_a_player_is_tied_to_an_account_and_parted(evening: Hall) -> None:
    winner = evening.engine().table(1, 1).players()[0]
    secret = evening.link(winner)
    address = f"/evenings/p/{secret}/account/"
    assert address in browser().get(f"/evenings/p/{secret}/").content.decode()
    assert "Zuerst anmelden" in browser().get(address).content.decode()
    browser().post(address, {"do": "join"})
    assert not PlayerAccount.objects.filter(evening=evening.row).exists()  # nobody in particular is nobody
    user, other = new_user("anna"), new_user("fremd")
    own, stranger = browser(), browser()
    own.force_login(user)
    stranger.force_login(other)
    own.post(address, {"do": "join"})
    assert "Verbunden mit" in own.get(address).content.decode()
    profile = own.get("/accounts/").content.decode()
    assert [part for part in ("Dorfjass Grüningen", "Rang 1: 400", "<small>14.11.2026</small>") if part not in profile] == []
    assert own.get("/accounts/export.json").json()["played_evenings"][0]["evening"] == evening.code
    assert "anderen Konto" in stranger.get(address).content.decode()
    for task in ("join", "part"):
        stranger.post(address, {"do": task})
    assert PlayerAccount.objects.get(evening=evening.row).user == user
    own.post(address, {"do": "part"})
    assert not PlayerAccount.objects.filter(evening=evening.row).exists()
    assert "Dorfjass Grüningen" not in own.get("/accounts/").content.decode()
    assert browser().get("/evenings/p/falsch/account/").status_code == 404


def test_nobody_is_two_people_of_one_evening(evening: Hall) -> None:
    user, own = new_user("anna"), browser()
    own.force_login(user)
    first, second = (f"/evenings/p/{evening.link(player)}/account/" for player in ("1", "2"))
    own.post(first, {"do": "join"})
    seen = own.get(second).content.decode()
    assert evening.engine().players["1"].name in seen
    assert 'value="join"' not in seen
    own.post(second, {"do": "join"})
    assert [tie.player for tie in PlayerAccount.objects.filter(evening=evening.row)] == ["1"]
    own.post(first, {"do": "part"})
    own.post(second, {"do": "join"})
    assert [tie.player for tie in PlayerAccount.objects.filter(evening=evening.row)] == ["2"]
    # what an earlier version let be: whoever is two of them is neither
    club = make_club()
    ClubPerson.objects.create(club=club, person="anna", user=user)
    PlayerAccount.objects.create(evening=evening.row, player="1", user=user)
    assert persons(evening.row, club) == {}


def test_the_results_of_an_evening_follow_a_guest_who_becomes_a_member_and_an_account(database: str) -> None:
    """The stranger of the evening is tied to an account, the account to a member of the club; then both are parted again."""
    del database
    club = under(BOOK)
    with at(datetime(2027, 5, 9, 12)):
        chief = officer(club, "sheets")
        chair = enter_as(club, chief)
        evening = evening_of(club, chief)  # anna, beat, carla, and a stranger as number 4
        chair.post(f"/clubs/{club.slug}/evenings/", {"evening": evening.code, "do": "count"})
        before = points(club)
        assert set(before) == {"anna", "beat", "carla"}
        table = folded(store.row(evening.code)).engine.table(1, 1).players()
        share = 1000 if table.index("4") % 2 == 0 else 884  # from the seat and the one result alone
        own, (token, kept) = browser(), new_token()
        own.force_login(new_user("fremd"))
        secret = links(evening, ["4"])["4"]
        own.post(f"/evenings/p/{secret}/account/", {"do": "join"})
        assert points(club) == before  # the club does not know the account
        ClubPerson.objects.create(club=club, person="dario", token_hash=kept)
        own.post(f"/clubs/{club.slug}/enter/{token}/", {"how": "account"})
        assert points(club) == {**before, "dario": share}
        own.post(f"/clubs/{club.slug}/leave/", {"how": "account"})
        assert points(club) == before
        own.post(f"/clubs/{club.slug}/enter/{token}/", {"how": "account"})
        own.post(f"/evenings/p/{secret}/account/", {"do": "part"})
        assert points(club) == before
        own.post(f"/evenings/p/{secret}/account/", {"do": "join"})
        assert points(club) == {**before, "dario": share}
        trail = chair.get(f"/clubs/{club.slug}/trail/").content.decode()
        assert "Dorfjass" in trail


def test_a_club_knows_a_player_by_the_account(evening: Hall) -> None:
    club, user = make_club(), new_user("anna")
    ClubPerson.objects.create(club=club, person="anna", user=user)
    PlayerAccount.objects.create(evening=evening.row, player="2", user=user)
    PlayerAccount.objects.create(evening=evening.row, player="3", user=new_user("fremd"))
    assert persons(evening.row, club) == {"2": "anna"}


def test_a_member_is_an_account_by_the_link_and_is_parted_again(evening: Hall) -> None:
    del evening
    club = make_club(MUSTERJAHR)
    token, kept = new_token()
    ClubPerson.objects.create(club=club, person="anna", token_hash=kept)
    own = browser()
    own.force_login(new_user("anna"))
    assert "Meine Vereine" not in own.get("/accounts/").content.decode()
    own.post(f"/clubs/{club.slug}/enter/{token}/", {"how": "account"})
    rank = next((line.rank, line.points) for line in standings(store_of(club), 2027) if line.member == "anna")
    assert f"Rang {rank[0]}: {rank[1]}" in own.get("/accounts/").content.decode()
    assert "Von meinem Konto trennen" in own.get(f"/clubs/{club.slug}/me/").content.decode()
    own.post(f"/clubs/{club.slug}/leave/", {"how": "account"})
    assert ClubPerson.objects.get(club=club, person="anna").user is None
    assert "Meine Vereine" not in own.get("/accounts/").content.decode()
    assert own.get(f"/clubs/{club.slug}/me/").status_code == 404  # a stranger again
