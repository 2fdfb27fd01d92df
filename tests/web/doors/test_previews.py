"""A correction shows what it would change before it is made, wherever it is made: office, log, person, club."""

from __future__ import annotations

import re
from html import unescape

import pytest

from puur.evening.events import PenaltyGiven, RankingClosed
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club
from puur.web.doors.models import HostedTable
from puur.web.evenings import store
from puur.web.evenings.fold import folded
from tests.season.test_played import recorded
from tests.web.clubs.support import at, enter_as
from tests.web.doors.support import put
from tests.web.doors.test_club_tables import NOON, page, people, playing, post
from tests.web.doors.test_rulings import evening, total
from tests.web.evenings.entry_help import Hall, browser

__all__ = ["evening", "playing"]  # fixtures


def moves(text: str) -> list[tuple[str, str]]:
    """Totals before and after of everybody whose place would change."""
    return re.findall(r"\d+\. \((-?\d+)\)\s*→\s*\d+\. \((-?\d+)\)", text)


def hidden(text: str) -> dict[str, str]:
    """The fields of the form that has asked."""
    form = text.split('id="asked"')[1].split("</form>")[0]
    return {name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)}


def asked(made: Hall, path: str, **given: str) -> str:
    answer = made.staff("owner", "Vreni").post(f"/evenings/{made.code}/{path}", {"ask": "", **given})
    assert answer.status_code == 200, answer.content.decode()[:3000]
    return answer.content.decode()


def done(made: Hall, path: str, **given: str) -> None:
    assert made.staff("owner", "Vreni").post(f"/evenings/{made.code}/{path}", given).status_code == 302


def test_a_corrected_result_is_told_in_the_office_and_done_when_it_is_sent_again(evening: Hall) -> None:
    path = "office/1/1/decide/"
    form = evening.staff("owner", "Vreni").get(f"/evenings/{evening.code}/office/1/1/").content.decode()
    assert form.count('name="ask"') == 2  # the correction, and what is mended with a button
    seen = asked(evening, path, points0="350", points1="278", reason="verschrieben")
    assert sorted(moves(seen)) == [("228", "278")] * 2 + [("400", "350")] * 2  # the two of each side, by the sheet alone
    assert evening.engine().result(1, 1).points == (400, 228)
    again = hidden(seen)
    seen = asked(
        evening, path, **{**again, "points0": "300", "points1": "328", "ask": again["ask"]}
    )  # something else is asked anew
    assert ("400", "300") in moves(seen)
    done(evening, path, **again)
    assert evening.engine().result(1, 1).points == (350, 278)
    assert evening.engine().results[1, 1][-1].reason == "verschrieben"


def test_what_was_tried_at_the_trail_is_not_asked_again(evening: Hall) -> None:
    desk = evening.staff("owner", "Vreni")
    tried = desk.get(f"/evenings/{evening.code}/from/1/1/?points0=350&points1=278").content.decode()
    link = re.search(r'href="(/evenings/\w+/office/1/1/\?[^"]+)"', tried)
    assert link
    form = desk.get(unescape(link[1])).content.decode().split("data-office")[1]
    ask = re.search(r'name="ask" value="(\w+)"', form)
    assert ask
    done(evening, "office/1/1/decide/", points0="350", points1="278", reason="verschrieben", ask=ask[1])
    assert evening.engine().result(1, 1).points == (350, 278)


def test_sides_and_tables_that_are_mixed_up_are_told_before_they_are_mended(evening: Hall) -> None:
    turned = asked(evening, "office/1/1/mend/", do="turn")
    assert sorted(moves(turned)) == [("228", "400")] * 2 + [("400", "228")] * 2
    exchanged = asked(evening, "office/1/1/mend/", do="exchange", other="2")
    assert sorted(moves(exchanged)) == [("228", "328")] * 2 + [("300", "400")] * 2 + [("328", "228")] * 2 + [("400", "300")] * 2
    assert [evening.engine().result(1, table).points for table in (1, 2)] == [(400, 228), (300, 328)]
    done(evening, "office/1/1/mend/", **hidden(exchanged))
    assert [evening.engine().result(1, table).points for table in (1, 2)] == [(300, 328), (400, 228)]
    refused = evening.staff("owner", "Vreni").post(
        f"/evenings/{evening.code}/office/1/1/mend/", {"ask": "", "do": "exchange", "other": "9"}
    )
    assert refused.status_code == 409


def test_a_line_of_the_log_tells_what_taking_it_back_changes(evening: Hall) -> None:
    winner = evening.engine().table(1, 1).players()[0]
    store.submit(evening.code, [PenaltyGiven(winner, 150, "Schwatzen", "TAM-ES-51")], "Kari")
    number, address = folded(store.row(evening.code)).numbers[-1], f"/evenings/{evening.code}/log/"
    desk = evening.staff("owner", "Vreni")
    assert f'href="?undo={number}"' in desk.get(address).content.decode()
    seen = desk.get(f"{address}?undo={number}").content.decode()
    assert moves(seen)[0] == ("250", "400")
    assert total(evening, winner) == 250
    blocked = desk.get(f"{address}?undo=1").content.decode()  # somebody on the list, of whom everything else speaks
    assert ("Späteres darauf beruht" in blocked, 'name="n"' in blocked) == (True, False)
    store.submit(evening.code, [RankingClosed()])
    assert "Die Rangliste ist abgeschlossen" in desk.get(f"{address}?undo={number}").content.decode()
    for nonsense in ("x", "999999", ""):
        assert 'id="undoing"' not in desk.get(f"{address}?undo={nonsense}").content.decode()


def test_going_back_to_a_backup_tells_what_it_changes(evening: Hall) -> None:
    winner, desk = evening.engine().table(1, 1).players()[0], evening.staff("owner", "Vreni")
    desk.post(f"/evenings/{evening.code}/backups/", {"do": "make"})
    store.submit(evening.code, [PenaltyGiven(winner, 150, "Schwatzen", "TAM-ES-51")], "Kari")
    kept = re.search(r'name="backup" value="(\d+)"', desk.get(f"/evenings/{evening.code}/backups/").content.decode())
    assert kept
    seen = asked(evening, "backups/", do="restore", backup=kept[1])
    assert ("250", "400") in moves(seen)
    assert total(evening, winner) == 250
    done(evening, "backups/", **hidden(seen))
    assert total(evening, winner) == 400


@pytest.mark.parametrize(
    ("task", "facts", "left"),
    [
        ("penalty", {"points": "150", "rule": "TAM-ES-51"}, 250),
        ("exclude", {}, None),
    ],
)
def test_what_is_decided_about_a_person_is_told_first(evening: Hall, task: str, facts: dict[str, str], left: int | None) -> None:
    winner = evening.engine().table(1, 1).players()[0]
    before = len(evening.engine().events)
    page_of = evening.staff("owner", "Vreni").get(f"/evenings/{evening.code}/players/one/?player={winner}").content.decode()
    assert page_of.count('name="ask"') == 3
    seen = asked(evening, "players/one/act/", player=winner, do=task, reason="Hausordnung", **facts)
    assert (("400", str(left)) in moves(seen)) if left else re.search(r"1\. \(400\)\s*→\s*–", seen)
    assert len(evening.engine().events) == before
    done(evening, "players/one/act/", **hidden(seen))
    assert len(evening.engine().events) > before


def test_a_ruling_of_a_web_table_is_taken_back_in_the_club_by_whoever_decides_and_not_by_whoever_it_hits(playing: Club) -> None:
    """Dario, Chef Regelwerk, sits in C and decides for A (AJZ-1.8-02); fritz in A is the one who was ruled upon."""
    with at(NOON):
        first, second, third, fourth = people(playing)
        post(playing, first, teams=f"{first}+{second}/{third}+{fourth}", playing="guided")
        hosted = HostedTable.objects.get(club=playing)
        put(hosted, recorded(tuple(hosted.live.seats.values_list("name", flat=True))))
        for secret in list(dict.fromkeys(re.findall(r"/seat/([\w-]+)/", page(playing, first))))[:2]:
            browser().post(f"/seat/{secret}/", {"do": "confirm"})
        playing.refresh_from_db()
        day = clubs.engine(playing).day("2027-3")
        assert [(given.person, given.points) for given in day.penalties] == [(first, -300)]
        listed = f"/clubs/{playing.slug}/days/2027-3/rulings/"
        assert "/withdraw/" not in enter_as(playing, first).get(listed).content.decode()
        link = re.search(rf"/clubs/{playing.slug}/trail/(\d+)/withdraw/", enter_as(playing, "dario").get(listed).content.decode())
        assert link
        assert enter_as(playing, first).post(link[0], {"reason": "mir"}).status_code == 403
        seen = enter_as(playing, "dario").get(f"{link[0]}?next={listed}").content.decode()
        gained = re.findall(r'<span class="num">(-?\d+) → (-?\d+)</span>', seen)
        assert [int(after) - int(before) for before, after in gained] == [300]  # the day counts them off his points
        playing.refresh_from_db()
        assert clubs.engine(playing).day("2027-3").penalties
        answer = enter_as(playing, "dario").post(link[0], {"reason": "Irrtum", "next": listed})
        assert (answer.status_code, answer.headers["Location"]) == (302, listed)
        playing.refresh_from_db()
        assert clubs.engine(playing).day("2027-3").penalties == []


def test_a_penalty_and_a_corrected_jassrunde_are_told_before_they_are_entered(playing: Club) -> None:
    with at(NOON):
        first, second, third, fourth = people(playing)
        table = f"/clubs/{playing.slug}/days/2027-3/A/do/round/"
        enter_as(playing, first).post(table, {"teams": f"{first}+{second}/{third}+{fourth}", "first": "1625", "second": "2149"})
        dario, day = enter_as(playing, "dario"), f"/clubs/{playing.slug}/days/2027-3"
        trail = dario.get(f"{day}/table/A/from/1/?first=1652&second=2149").content.decode()
        link = re.search(rf'href="({day}/do/correct/\?[^"]+)"', trail)
        assert link
        form = dario.get(unescape(link[1])).content.decode()
        assert ('value="1652"' in form, 'value="A 1" selected' in form) == (True, True)  # nothing is typed again
        given = {"which": "A 1", "first": "1652", "second": "2149", "reason": "verschrieben", "ask": ""}
        seen = dario.post(f"{day}/do/correct/", given).content.decode()
        assert re.findall(r'<span class="num">(\d+) → (\d+)</span>', seen) == [("1625", "1652")] * 2
        playing.refresh_from_db()
        assert clubs.engine(playing).day("2027-3").table("A").rounds[0].points == (1625, 2149)
        ask = re.search(r'name="ask" value="(\w+)"', seen)
        assert ask
        assert dario.post(f"{day}/do/correct/", {**given, "ask": ask[1]}).status_code == 302
        playing.refresh_from_db()
        assert clubs.engine(playing).day("2027-3").table("A").rounds[0].points == (1652, 2149)
        penalty = {"person": first, "act": "misdeal", "at": "16:35", "ask": ""}
        seen = dario.post(f"{day}/do/penalty/", penalty).content.decode()
        assert [int(after) - int(before) for before, after in re.findall(r'"num">(-?\d+) → (-?\d+)<', seen)] == [-100]  # AJZ-3.4-08
        playing.refresh_from_db()
        assert clubs.engine(playing).day("2027-3").penalties == []
