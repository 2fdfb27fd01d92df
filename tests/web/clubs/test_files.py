"""Everything out and in again: a club exported, brought into an empty one, and compared figure by figure; earlier seasons."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import date, datetime

import pytest
from django.urls import reverse

from puur.season import Club as ClubState
from puur.season import events as ev
from puur.season import load
from puur.season.exchange import read, write
from puur.season.tables import differences, everything
from puur.web.clubs import store
from puur.web.clubs.models import Club, ClubContact, ClubPerson
from tests.web.clubs.support import MUSTERJAHR, at, enter_as, host_of, make_club, new_user, until

CSV = "Jahr;Jasstag;Name;Serie;Punkte;Sieger\n2016;1;Anna Muster;A;5400;x\n2016;2;Anna Muster;B;5000;\n2016;1;Zoë Müller;C;5100;\n"


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    with at(datetime(2028, 1, 5, 12)):
        yield


@pytest.fixture(scope="module")
def whole(database: str) -> Club:
    del database
    return make_club(MUSTERJAHR)


def url(row: Club, name: str, *more: object) -> str:
    return reverse(name, args=[row.slug, *more])


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def send(row: Club, name: str, data: bytes, file: str, **more: str) -> object:
    sent = io.BytesIO(data)
    sent.name = file
    return host_of(row).post(url(row, name), {"file": sent, **more}, follow=True)


def packed(**parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, inner in parts.items():
            made.writestr(name.replace("__", "."), inner)
    return out.getvalue()


def test_the_whole_club_comes_out_and_into_an_empty_one_and_is_the_same(whole: Club) -> None:
    archive = enter_as(whole, "anna").get(url(whole, "club-export"))
    assert archive.headers["Content-Type"] == "application/zip"
    names = zipfile.ZipFile(io.BytesIO(archive.content)).namelist()
    assert {"club.jsonl", "trail.json", "figures.json", "ledger.csv", "standings-2027.csv", "README.txt"} <= set(names)
    empty = make_club()
    answer = send(empty, "club-restore", archive.content, "muster.zip")
    assert "stimmen mit der Datei überein" in text(answer)
    empty.refresh_from_db()
    assert differences(everything(store.engine(empty)), everything(store.engine(whole))) == []
    assert store.engine(empty).events == list(MUSTERJAHR)
    again = send(empty, "club-restore", archive.content, "muster.zip")
    assert again.status_code == 400  # type: ignore[attr-defined]
    assert "nur in einem leeren Verein" in text(again)


def test_the_events_alone_are_the_file_of_the_command_line(whole: Club) -> None:
    answer = enter_as(whole, "anna").get(url(whole, "club-export-events"))
    file = read(answer.content.decode())
    club = ClubState(load(file.book), file.events)
    assert everything(club) == everything(store.engine(whole))
    empty = make_club()
    send(empty, "club-restore", answer.content, "muster.jsonl")
    empty.refresh_from_db()
    assert empty.n == len(MUSTERJAHR)


def test_a_club_with_settings_of_its_own_keeps_them(database: str) -> None:
    del database
    own = 'key = "unser"\ntitle = "Unser"\nextends = "ajz08"\n[payment]\nbeer_round = 60\n'
    row = make_club()
    Club.objects.filter(pk=row.pk).update(book_text=own)
    row.refresh_from_db()
    store.CLUBS.forget(row)
    store.submit(row, until(lambda event: isinstance(event, ev.DayPlanned)), "@host")
    archive = host_of(row).get(url(row, "club-export")).content
    empty = make_club()
    assert "stimmen mit der Datei überein" in text(send(empty, "club-restore", archive, "unser.zip"))
    empty.refresh_from_db()
    assert store.engine(empty).book.payment.beer_round == 60
    events = host_of(row).get(url(row, "club-export-events")).content
    assert "ganze ZIP" in text(send(make_club(), "club-restore", events, "unser.jsonl"))


def head(*lines: dict[str, object]) -> str:
    return "\n".join(json.dumps(one) for one in ({"format": "puur-club", "version": 1, "book": "ajz08"}, *lines)) + "\n"


WRONG = {"kind": "member-admitted", "person": "niemand", "on": "2020-01-01"}
GOOD = {"kind": "person-added", "person": "anna", "name": "Anna"}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "keine Vereinsdatei"),
        (b"\xff\xfe\x00", "keine Vereinsdatei"),
        (b"PK\x03\x04 broken", "beschädigt"),
        (packed(other__txt="x"), "club.jsonl"),
        (packed(club__jsonl=head(GOOD, WRONG)), "Zeile 3"),
        (head(GOOD, {"kind": "nonsense"}).encode(), "Zeile 3"),
        (head(GOOD, WRONG).encode(), "Zeile 3"),
    ],
    ids=["empty", "binary", "broken", "other", "zip-line", "kind", "line"],
)
def test_a_wrong_file_is_refused_whole_with_its_line(database: str, data: bytes, said: str) -> None:
    del database
    empty = make_club()
    answer = send(empty, "club-restore", data, "x.zip")
    assert answer.status_code == 400  # type: ignore[attr-defined]
    assert 'role="alert"' in text(answer)
    assert said in text(answer)
    empty.refresh_from_db()
    assert empty.n == 0


def test_figures_that_do_not_agree_are_told(whole: Club) -> None:
    archive = zipfile.ZipFile(io.BytesIO(enter_as(whole, "anna").get(url(whole, "club-export")).content))
    figures = json.loads(archive.read("figures.json"))
    figures["standings"]["2027"][0]["points"] += 1
    forged = packed(club__jsonl=archive.read("club.jsonl").decode(), figures__json=json.dumps(figures))
    assert "standings.2027[0].points" in text(send(make_club(), "club-restore", forged, "x.zip"))


def test_earlier_seasons_are_shown_first_and_stored_when_confirmed(whole: Club) -> None:
    whole.refresh_from_db()
    before = whole.n
    preview = text(send(whole, "club-import-seasons", CSV.encode(), "alt.csv"))
    assert "3 Resultate, 1 neue Person" in preview
    assert "Zoë Müller" in preview
    assert "★ Anna Muster" in preview
    whole.refresh_from_db()
    assert whole.n == before  # nothing is stored yet
    answer = host_of(whole).post(url(whole, "club-import-seasons"), {"text": CSV, "confirm": "1"}, follow=True)
    assert "Übernommen" in text(answer)
    whole.refresh_from_db()
    club = store.engine(whole)
    assert club.trophies[2016] == "anna"
    assert club.imported[2016, 1]["anna"] == (5400, "A")
    twice = host_of(whole).post(url(whole, "club-import-seasons"), {"text": CSV, "confirm": "1"})
    assert twice.status_code == 400  # these results are there already
    page = text(enter_as(whole, "kim").get(url(whole, "club-public-year", 2016)))
    assert "<strong>10400</strong>" in page  # 5400 + 5000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "leer"),
        (b"a;b\n1;2\n", "Spalten fehlen"),
        (b"Jahr;Tag;Name;Punkte\n2016;1;Anna;viel\n", "Zeile 2"),
        (b"x" * 500_001, "zu gross"),
    ],
    ids=["empty", "columns", "value", "size"],
)
def test_a_wrong_table_is_refused_with_a_clear_word(whole: Club, data: bytes, said: str) -> None:
    answer = send(whole, "club-import-seasons", data or b" ", "alt.csv")
    assert answer.status_code == 400  # type: ignore[attr-defined]
    assert said in text(answer) or (not data and "Datei" in text(answer))


def test_a_table_of_an_old_spreadsheet_is_read_too(database: str) -> None:
    del database
    row = make_club(until(lambda event: isinstance(event, ev.DayPlanned)))
    assert "Zoë Müller" in text(send(row, "club-import-seasons", CSV.encode("cp1252"), "alt.csv"))


def test_a_club_ends_thirty_days_after_its_host_has_said_so_and_can_be_kept_until_then(database: str) -> None:
    del database
    from django.utils import timezone

    from puur.web.own_data import tidy

    row = make_club()
    host = host_of(row)
    assert "nicht der Name" in text(host.post(url(row, "club-data"), {"name": "Anderer Club"}))
    row.refresh_from_db()
    assert row.ends is None
    assert "wird am" in text(host.post(url(row, "club-data"), {"name": row.name}, follow=True))
    assert host.post(url(row, "club-data"), {"do": "keep"}).status_code == 302
    row.refresh_from_db()
    assert row.ends is None
    host.post(url(row, "club-data"), {"name": row.name})
    row.refresh_from_db()
    assert row.ends is not None
    assert (row.ends - timezone.now()).days in (29, 30)  # the text on the page says thirty
    tidy(timezone.now())
    assert Club.objects.filter(pk=row.pk).exists()
    Club.objects.filter(pk=row.pk).update(ends=timezone.now())
    assert host.get(url(row, "club-data")).status_code == 404
    assert not Club.objects.filter(pk=row.pk).exists()


def test_only_the_host_ends_a_club(whole: Club) -> None:
    assert enter_as(whole, "anna").post(url(whole, "club-data"), {"name": whole.name}).status_code == 403
    whole.refresh_from_db()
    assert whole.ends is None


def test_an_account_takes_along_the_clubs_that_nobody_else_can_enter(database: str) -> None:
    from puur.web.live.state import Who
    from puur.web.own_data import exported, forget_person

    del database
    alone, shared, member = make_club(), make_club(MUSTERJAHR), new_user("member")
    ClubPerson.objects.create(club=shared, person="anna", user=member)
    ClubContact.objects.create(club=shared, person="anna", email="anna@example.org", phone="079 123 45 67", agrees=True)
    held = exported(Who(f"u{member.pk}", "", member.pk))["clubs"]
    assert held[0]["contact"]["email"] == "anna@example.org"
    assert [entry["person"] for entry in held] == ["anna"]
    assert any(line["event"].get("person") == "anna" for line in held[0]["lines"])
    shared.host = alone.host
    shared.save()
    assert alone.host is not None
    forget_person(Who(f"u{alone.host.pk}", "", alone.host.pk))
    assert not Club.objects.filter(pk=alone.pk).exists()
    shared.refresh_from_db()
    assert shared.host is None
    assert ClubContact.objects.filter(club=shared, person="anna").exists()
    forget_person(Who(f"u{member.pk}", "", member.pk))
    assert not ClubContact.objects.filter(club=shared).exists(), "how somebody is reached is no book of the club"


def test_a_file_makes_nobody_elses_evening_the_clubs_business(whole: Club) -> None:
    """Whoever made up such a file saw players, results behind a frozen ranking and cards of any evening whose code they knew."""
    from puur.web.evenings.models import Evening
    from tests.web.evenings.organiser_help import Organiser

    del whole
    desk = Organiser()
    desk.create()
    desk.people(4)
    given = ev.EveningGiven(evening=desk.code, title="Dorfjass", on=date(2027, 11, 14))
    for events in ((given,), (*MUSTERJAHR, given)):
        row = make_club()
        answer = send(row, "club-restore", write("ajz08", events).encode(), "club.jsonl")
        assert answer.status_code == 400  # type: ignore[attr-defined]
        assert f"die andere leiten: {desk.code}" in text(answer)
        row.refresh_from_db()
        assert row.n == 0
    row = make_club()
    Evening.objects.filter(code=desk.code).update(user=row.host, guest=None)  # now it is the host's own
    assert send(row, "club-restore", write("ajz08", (*MUSTERJAHR, given)).encode(), "club.jsonl").status_code == 200  # type: ignore[attr-defined]
    row.refresh_from_db()
    assert desk.code in store.engine(row).given
