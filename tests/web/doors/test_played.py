"""Games at web tables follow the person: played as a guest on one device, tied to an account on another, and parted again."""

from __future__ import annotations

import pytest
from django.test import Client

from puur.season import events as ev
from puur.web.clubs import store as clubs
from puur.web.clubs.models import ClubPerson
from puur.web.doors.models import HostedTable
from puur.web.doors.played import games_of
from puur.web.live.state import Who
from puur.web.models import Participant
from puur.web.own_data import history, statistics
from tests.web.client import Browser, Player, run_async
from tests.web.clubs.support import make_club, new_user
from tests.web.doors.support import SHORT, hand_count, played, seated, secrets
from tests.web.evenings.entry_help import Hall, browser, hall


@pytest.fixture
def evening(server: str) -> Hall:  # noqa: ARG001
    made = hall("kurz", players=4, text=SHORT, rounds=1)
    made.staff("owner", "Vreni")
    return made


def whole_game(evening: Hall, server: str, third: Client) -> HostedTable:
    """Four play at the web table by their links: guests, but for the third, who is signed in."""
    desk = evening.staff("owner", "Vreni")
    desk.post(f"/evenings/{evening.code}/round/1/web/act/", {"do": "open", "table": ["1"], "playing": "guided"})
    links = secrets(desk.get(f"/evenings/{evening.code}/round/1/web/").content.decode(), 1)
    own = Browser(server)
    own.cookies["sessionid"] = third.cookies["sessionid"].value

    async def main() -> None:
        assert own.post(f"/seat/{links[2]}/", do="sit").status == 302
        hosted = [link for place, link in enumerate(links) if place != 2]
        code = own.get(f"/seat/{links[2]}/").text.split('href="/t/')[1][:5]
        signed = await Player(own, code).connect()
        await played([*await seated(server, hosted), signed])

    run_async(main)
    for link in links[:2]:
        browser().post(f"/seat/{link}/", {"do": "confirm"})
    return HostedTable.objects.get(evening=evening.row)


def test_a_game_as_a_guest_follows_the_account_of_another_device_and_is_parted(evening: Hall, server: str) -> None:
    signed = browser()
    known = new_user("dritte")
    signed.force_login(known)
    hosted = whole_game(evening, server, signed)
    points = hand_count(hosted.live.code)
    assert evening.engine().result(1, 1) is not None

    anna = new_user("anna")  # at home, at another device: no session of the evening
    laptop = browser()
    laptop.force_login(anna)
    replay = f"/t/{hosted.live.code}/deal/1/"
    assert history(anna) == []
    assert laptop.get(replay).status_code == 404
    address = f"/evenings/p/{evening.link(hosted.people[1])}/account/"
    laptop.post(address, {"do": "join"})
    (game,) = history(anna)
    assert (game["code"], game["points"], game["against"]) == (hosted.live.code, points[1], points[0])
    assert statistics(anna)["games"] == 1
    assert statistics(anna)["deals"] == 4
    assert f"{points[1]} : {points[0]}" in laptop.get("/accounts/").content.decode()
    assert laptop.get(replay).status_code == 200  # back to the card
    assert [row["table"] for row in laptop.get("/accounts/export.json").json()["games"]] == [hosted.live.code]

    laptop.post(address, {"do": "part"})
    assert history(anna) == []
    assert statistics(anna)["games"] == 0
    assert laptop.get(replay).status_code == 404
    assert Participant.objects.get(game__table=hosted.live, seat=1).guest is not None  # the guest has it still

    # Whoever has the player's link may ask where the number came from, back to the card, on any device.
    phone = browser()
    assert phone.get(replay).status_code == 404
    trail = phone.get(f"/evenings/p/{evening.link(hosted.people[1])}/from/1/").content.decode()
    assert f'href="{replay}?game=1"' in trail
    assert phone.get(f"{replay}?game=1").status_code == 200

    # What somebody played signed in is theirs, whoever has the link of that player.
    laptop.post(f"/evenings/p/{evening.link(hosted.people[2])}/account/", {"do": "join"})
    assert history(anna) == []
    assert [row["code"] for row in history(known)] == [hosted.live.code]


def test_a_game_for_a_club_follows_the_person_of_the_club(evening: Hall, server: str) -> None:
    signed = browser()
    signed.force_login(new_user("dritte"))
    hosted = whole_game(evening, server, signed)
    club, user = make_club(), new_user("anna")
    clubs.submit(club, [ev.PersonAdded(person="neu", name="Neu Zugang")], "")
    HostedTable.objects.filter(pk=hosted.pk).update(
        evening=None, club=club, day="2027-1", series="A", people=["anna", "neu", "carla", "dora"]
    )
    who = Who(f"u{user.pk}", "", user.pk, None)
    assert not games_of(who).exists()
    person = ClubPerson.objects.create(club=club, person="neu", user=user)
    assert [part.seat for part in games_of(who)] == [1]
    person.delete()
    assert not games_of(who).exists()
