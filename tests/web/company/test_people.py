"""Friends by mutual consent, muting and blocking, invitations, reports; what is exported and deleted; what guests may not."""

from __future__ import annotations

from typing import Any

from tests.web.client import Browser
from tests.web.company.test_daily import account, log_in
from tests.web.company.test_open import user_of


def ask(browser: Browser, name: str, deed: str = "ask") -> None:
    assert browser.post("/company/friend/", name=name, do=deed).status == 302


def test_friends_only_if_both_want_it(server: str) -> None:
    from puur.web.company import social

    first, name = account(server)
    second, other = account(server)
    ask(first, other)
    assert social.friends_of(user_of(name).pk) == set()
    assert name in second.get("/company/").text
    assert second.get("/company/waiting.json").json["asked"] == 1
    ask(second, name, "agree")
    assert social.friends_of(user_of(name).pk) == {user_of(other).pk}
    ask(first, other, "part")
    assert social.friends_of(user_of(other).pk) == set()


def test_asking_tells_nobody_whether_a_name_exists_or_has_blocked_one(server: str) -> None:
    from puur.web.company import social

    first, name = account(server)
    second, other = account(server)
    _, third = account(server)
    ask(second, name, "blocked")
    answers, waits = [], []
    for wanted in (other, third, "gibtesnicht12345"):
        ask(first, wanted)
        page = first.get("/company/").text
        answers.append(page.split('role="status"')[1].split("</p>")[0])
        waits.append(wanted in page)
    assert answers[0] == answers[1] == answers[2]
    assert waits == [True, True, False], "one who has blocked looks like one who has not answered"
    assert second.get("/company/waiting.json").json["asked"] == 0, "who has blocked hears nothing of it"
    ask(second, name, "agree")
    ask(second, name)
    assert social.friends_of(user_of(name).pk) == set(), "nobody is a friend of whom they have blocked"


def test_presence_is_for_friends_of_those_who_want_it(server: str) -> None:
    from puur.web.company import social
    from puur.web.company.models import Profile

    first, name = account(server)
    second, other = account(server)
    ask(first, other)
    ask(second, name, "agree")
    second.get("/company/")
    friends = social.friends_of(user_of(name).pk)
    assert [friend.online for friend in social.whereabouts(friends)] == [False]
    assert second.post("/company/settings/", online="on", canton="ZH").status == 302
    second.get("/company/")
    assert Profile.objects.get(user=user_of(other)).canton == "ZH"
    assert [friend.online for friend in social.whereabouts(friends)] == [True]
    assert second.post("/company/settings/", canton="XX").status == 302
    assert Profile.objects.get(user=user_of(other)).canton == "ZH"  # what cannot be is refused, nothing is lost


def test_invitations_are_for_friends_of_who_sits_at_the_table(server: str) -> None:
    from puur.web.company.models import Invitation

    first, name = account(server)
    second, other = account(server)
    code = first.open_table()
    assert first.post(f"/company/invite/{code}/", name=other).status == 404  # no friends yet
    ask(first, other)
    ask(second, name, "agree")
    assert first.post(f"/company/invite/{code}/", name=other).status == 302
    assert first.post(f"/company/invite/{code}/", name=other).status == 302
    assert Invitation.objects.filter(to=user_of(other)).count() == 1
    assert second.get("/company/waiting.json").json["invitations"][0]["code"] == code
    stranger, _ = account(server)
    assert stranger.post(f"/company/invite/{code}/", name=other).status == 404
    ask(second, name, "blocked")
    assert second.get("/company/waiting.json").json["invitations"] == []


def test_reports_reach_the_operator_and_nobody_else(server: str) -> None:
    from puur.web.company.models import Report
    from puur.web.models import Seat, Table

    first, name = account(server)
    second, other = account(server)
    code = first.open_table()
    table = Table.objects.get(code=code)
    Seat.objects.filter(table=table, number=1).update(user=user_of(other), name=other[:24])
    assert second.get(f"/company/report/{code}/1/").status == 404  # oneself
    assert first.post(f"/company/report/{code}/1/", reason="nonsense").status == 400
    assert first.post(f"/company/report/{code}/1/", reason="insult", text="<script>", block="on").status == 302
    report = Report.objects.get(by=user_of(name))
    assert report.about == user_of(other)
    stranger, _ = account(server)
    assert stranger.get(f"/company/report/{code}/1/").status == 404
    assert stranger.get("/company/reports/").status == 302
    staff, _ = account(server, is_staff=True)
    page = staff.get("/company/reports/").text
    assert "&lt;script&gt;" in page
    assert staff.post("/company/reports/", report=str(report.pk), do="lock", note="gesperrt").status == 302
    assert not user_of(other).is_active
    report.refresh_from_db()
    assert report.done is not None
    assert second.get("/company/").status == 302  # signed out at once


def test_guests_have_fewer_rights(server: str) -> None:
    guest = Browser(server)
    guest.post("/name/", name="Gast")
    for path in ("/company/friend/", "/company/settings/", "/open/new/"):
        answer = guest.post(path, name="x", do="ask")
        assert answer.headers["location"].startswith("/accounts/login"), path


def test_export_has_it_and_deletion_takes_it(server: str) -> None:
    from django.utils import timezone

    from puur.web.company.models import Comment, DealSet, Friendship, Profile, PuzzleTry, Rating, Report, Shunned, Try
    from tests.web.company.test_daily import WORD

    first, name = account(server)
    _, other = account(server)
    user, friend = user_of(name), user_of(other)
    now = timezone.now()
    dealset = DealSet.objects.create(key=f"del{user.pk}", kind="day", opens=now, closes=now, deals=1, level="stammtisch", picks=[0])
    Profile.objects.create(user=user, listed=True, canton="BE")
    Friendship.objects.create(asker=user, asked=friend, agreed=True)
    Shunned.objects.create(by=user, whom=friend, kind="muted")
    Comment.objects.create(dealset=dealset, deal=1, user=user, text="Mein Wort")
    counted = Try.objects.create(
        dealset=dealset, user=user, first=True, counts=True, ended=now, points=[80], bids=["E/0"], total=80
    )
    Try.objects.create(dealset=dealset, user=user, first=False, ended=now, points=[90], bids=["E/0"], total=90)
    Rating.objects.create(pool="schieber x", user=user, mean=1, spread=2, deals=30, day=now.date())
    PuzzleTry.objects.create(user=user, key="00000000", answer="1", right=True)
    Report.objects.create(by=friend, about=user, name=name[:24], reason="other")
    kept: dict[str, Any] = first.get("/accounts/export.json").json["company"]
    assert kept["profile"]["canton"] == "BE"
    assert [row["text"] for row in kept["comments"]] == ["Mein Wort"]
    assert [row["points"] for row in kept["tries"]] == [[80], [90]]
    assert kept["friends"][0]["asked__username"] == other
    assert kept["ratings"][0]["deals"] == 30
    assert len(kept["puzzles"]) == len(kept["shunned"]) == 1
    assert "Ja, alles von mir löschen" in first.get("/accounts/delete/").text
    assert first.post("/accounts/delete/", password=WORD, confirm="on").status == 302
    counted.refresh_from_db()
    assert (counted.user_id, counted.total) == (None, 80)  # others keep their place; it is nobody's
    assert Try.objects.filter(dealset=dealset).count() == 1
    assert not Comment.objects.filter(dealset=dealset).exists()
    assert not Rating.objects.filter(pool="schieber x").exists()
    assert Report.objects.get(by=friend).name == "–"


def test_nobody_is_named_who_does_not_want_it(server: str) -> None:
    """Three results: of a listed one, of a hidden one, of a friend; a stranger sees the first alone, with the true place."""
    from django.utils import timezone

    from puur.web.company.models import DealSet, Friendship, Profile, Try
    from puur.web.company.views.daily import ranking
    from puur.web.live.state import Who

    names = [account(server)[1] for _ in range(4)]
    users = [user_of(name) for name in names]
    now = timezone.now()
    dealset = DealSet.objects.create(
        key=f"rank{users[0].pk}", kind="day", opens=now, closes=now, deals=1, level="stammtisch", picks=[0]
    )
    rows = [
        Try.objects.create(dealset=dealset, user=user, first=True, counts=True, ended=now, points=[t], bids=["E/0"], total=t)
        for user, t in zip(users[:3], (100, 90, 80), strict=True)
    ]
    Profile.objects.create(user=users[2], listed=True)
    stranger = Who(f"u{users[3].pk}", "", users[3].pk)
    assert [(row["name"], row["place"]) for row in ranking(rows, stranger)] == [(names[2], 3)]
    Friendship.objects.create(asker=users[3], asked=users[1], agreed=True)
    assert [(row["name"], row["place"]) for row in ranking(rows, stranger)] == [(names[1], 2), (names[2], 3)]
    log_in(Browser(server), names[0])


def test_who_sits_at_a_table_counts_as_there_and_is_not_asked_to_come_to_it(server: str) -> None:
    """The page of the table tells its script where to say that somebody is there; a guest has nobody to tell."""
    from datetime import timedelta

    from django.contrib.auth.models import User
    from django.utils import timezone

    from puur.web.company.models import Friendship, Profile

    (first, name), (second, other) = account(server), account(server)
    user, friend = User.objects.get(username=name), User.objects.get(username=other)
    Friendship.objects.create(asker=user, asked=friend, agreed=True)
    Profile.objects.create(user=friend, online=True, seen=timezone.now() - timedelta(hours=1))
    code = first.get("/open/").text.split('data-code="')[1][:5]
    assert first.post(f"/open/{code}/sit/").status == 302
    for page in ("/company/", "/open/"):
        assert f"/company/invite/{code}/" in first.get(page).text or page == "/open/"  # the list names only those who are there
    assert second.post(f"/open/{code}/sit/").status == 302
    assert 'data-waiting="/company/waiting.json"' in second.get(f"/t/{code}/").text
    assert "data-waiting" not in Browser(server).get(f"/t/{code}/").text
    assert "ist da" not in first.get("/company/").text
    assert second.get("/company/waiting.json").status == 200  # what the table asks every minute
    assert "ist da" in first.get("/company/").text
    for page in ("/company/", "/open/"):
        assert f"/company/invite/{code}/" not in first.get(page).text
