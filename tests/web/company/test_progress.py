"""Progress: counted by hand from opinions that are laid down here, seen by nobody else, exported and erased with its person."""

from __future__ import annotations

import json
import random
import re
import uuid
from pathlib import Path
from typing import Any

import pytest

from puur.arena.table import opened
from puur.core.cards import CardSet, parse_card
from puur.core.events import Announced, CardPlayed
from puur.core.mode import parse_mode
from puur.core.view import view_of
from puur.puzzles.puzzle import book, card_of_sign, parse_line
from puur.puzzles.themes import group_of

# Eicheln without the ace but with the ace of Schilten, Rosen, Schellen, and the rest.
HANDS = ("E6 E7 E8 E9 EB EU EO EK LA", "R6 R7 R8 R9 RB RU RO RK RA", "S6 S7 S8 S9 SB SU SO SK SA", "L6 L7 L8 L9 LB LU LO LK EA")


@pytest.mark.parametrize(
    ("mode", "led", "played", "best", "group"),
    [
        ("L", "", "E6", "LA", "trumps"),  # the ace of trump draws, for trumps are out
        ("L", "", "LA", "EK", "trumps"),  # drawing them was the mistake
        ("obenabe", "", "E6", "LA", "counting"),  # a Bock: nothing higher is out
        ("obenabe", "", "E6", "E7", "other"),  # the ace of Eicheln is out
        ("obenabe", "E6", "R6", "RA", "discarding"),  # no Eicheln in the hand
        ("L", "E6", "R6", "RA", "discarding"),
    ],
)
def test_what_a_decision_is_about(mode: str, led: str, played: str, best: str, group: str) -> None:
    first, second, third, fourth = (CardSet(map(parse_card, hand.split())) for hand in HANDS)
    game = opened(book(), (first, second, third, fourth), dealer=3)
    game.submit(Announced(0, parse_mode(mode)))
    if led:
        game.submit(CardPlayed(0, parse_card(led)))
    assert group_of(view_of(game, 1 if led else 0), parse_card(played), parse_card(best)) == group


def client_of(user: Any = None) -> Any:
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def played(database: str) -> dict[str, Any]:  # noqa: ARG001
    """Somebody's game, and guests who sat there too."""
    from django.contrib.auth.models import User

    from puur.web.models import Guest
    from tests.web.filling import play

    user = User.objects.create_user(f"nora{uuid.uuid4().hex[:6]}", "", "Buur-und-Nell-9")
    guests = [Guest.objects.create(name=name) for name in ("Hans", "Vreni", "Köbi")]
    return {"user": user, "guests": guests, "table": play("jassregeln", random.Random(3), user, guests)}


def lay_down(table: Any, seat: int) -> tuple[int, str, int]:
    """An opinion on the first deal: one card of the seat cost 20 points, one a doubtful 6, the rest is equal.

    Gives the number of the dear one, its best card, and how many cards the seat had to choose.
    """
    from django.conf import settings

    from puur.web.live.store import game_of
    from puur.web.opinions import questions_of

    found = game_of(table, 1)
    assert found is not None
    questions = {n: one for n, one in questions_of(found[0], 1, "X").items() if one[0].seat == seat}
    cards: dict[str, Any] = {}
    for n, (view, card, _) in questions.items():
        legal = [option.card.name for option in view.options if isinstance(option, CardPlayed)]
        cards[str(n)] = {
            "card": card.name,
            "best": card.name,
            "loss": 0.0,
            "doubt": 1.0,
            "cards": [[one, 80.0, 1] for one in legal],
        }
    dear, doubtful = sorted(questions)[:2]
    for n, loss, doubt in ((dear, 20.0, 3.0), (doubtful, 6.0, 9.0)):
        view, card, _ = questions[n]
        other = next(option.card.name for option in view.options if isinstance(option, CardPlayed) and option.card is not card)
        rest = [pair for pair in cards[str(n)]["cards"] if pair[0] not in (card.name, other)]
        values = [[other, 80.0, 1], *rest, [card.name, 80.0 - loss, 1]]
        cards[str(n)] = {"card": card.name, "best": other, "loss": loss, "doubt": doubt, "cards": values}
    folder = Path(settings.DATA) / "opinions"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{table.code}-1-1.json").write_text(json.dumps({"state": "ready", "done": 1, "of": 1, "cards": cards}))
    return dear, cards[str(dear)]["best"], len(questions)


def test_from_a_game_to_a_task_and_away_with_its_person(played: dict[str, Any]) -> None:
    from puur.web.company.models import JudgedDeal
    from puur.web.own_data import exported, forget_person
    from puur.web.people import Who

    user, table = played["user"], played["table"]
    own, other, nobody = client_of(user), client_of(), client_of()
    session = other.session  # a guest who sat at the same table
    session["guest"] = played["guests"][0].pk
    session.save()
    who = Who(f"u{user.pk}", "Nora", user.pk, None)

    empty = own.get("/progress/").content.decode()
    assert 'data-act="judge"' in empty or "urteilt niemand" in empty
    assert "data-group" not in empty
    dear, best, choices = lay_down(table, 0)
    page = own.get("/progress/").content.decode()
    row = JudgedDeal.objects.get(user=user)
    played_cards = [each for each in row.decisions if each[1] != "announcing"]
    # Two cards of `choices` could have cost something; of the second the loss is smaller than its doubt.
    assert choices > 2
    assert [(loss, n == dear) for n, _, loss, _ in played_cards] == [(20.0, True), (0.0, False)]
    cells = dict(re.findall(r'data-group="(\w+)">.*?<td>(\d+)</td>', page, re.DOTALL))
    assert sum(map(int, cells.values())) == len(row.decisions)
    assert int(cells["announcing"]) == len(row.decisions) - 2

    address = f"/progress/{table.code}/1/1/{dear}/"
    assert address in page
    puzzle = parse_line(next(line for n, _, _, line in row.decisions if n == dear))
    assert card_of_sign(puzzle.best).name == best
    for stranger in (other, nobody):
        assert stranger.get(address).status_code == 404
        assert address not in stranger.get("/progress/").content.decode()
    task = own.get(address).content.decode()
    shown = set(re.findall(r"german/(\w\w)\.svg", task))
    view = puzzle.view()
    assert shown == {card.name for card in view.hand} | {card.name for card in view.trick} | {
        card.name for trick in view.tricks[-1:] for card in trick.cards
    }, "the own hand and what lies there, nobody else's cards"
    right = own.post(address, {"answer": puzzle.best}).content.decode()
    assert 'class="me"' in right
    own.post(address, {"answer": puzzle.values[-1][0]})  # later answers are practice
    row.refresh_from_db()
    assert row.answers == {str(dear): puzzle.best}
    assert address not in own.get("/progress/").content.decode(), "solved is solved"

    kept = exported(who)["company"]["progress"]
    assert [(each["table__code"], each["deal"], each["answers"]) for each in kept] == [(table.code, 1, {str(dear): puzzle.best})]
    forget_person(who)
    assert set(JudgedDeal.objects.filter(table=table).values_list("guest", flat=True)) == {played["guests"][0].pk}, (
        "the other's stays"
    )


def test_a_guest_has_progress_too_and_takes_it_along(played: dict[str, Any]) -> None:
    from django.contrib.auth.models import User

    from puur.web.company.models import JudgedDeal
    from puur.web.own_data import move_guest

    guest, table = played["guests"][0], played["table"]
    client = client_of()
    session = client.session
    session["guest"] = guest.pk
    session.save()
    lay_down(table, 1)
    assert client.get("/progress/").status_code == 200
    assert JudgedDeal.objects.get(guest=guest).seat == 1
    user = User.objects.create_user(f"hans{uuid.uuid4().hex[:6]}", "", "Buur-und-Nell-9")
    move_guest(guest.pk, user)
    assert JudgedDeal.objects.get(user=user).seat == 1
    assert "data-group" in client_of(user).get("/progress/").content.decode()


def test_only_so_many_deals_are_kept(played: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime

    from puur.web.company import progress
    from puur.web.company.models import JudgedDeal

    user, table = played["user"], played["table"]
    monkeypatch.setattr(progress, "MOST_KEPT", 3)
    for deal in range(101, 105):
        JudgedDeal.objects.create(
            user=user, table=table, game=1, deal=deal, seat=0, played=datetime(2020, 1, deal - 100, tzinfo=UTC)
        )
    lay_down(table, 0)
    client_of(user).get("/progress/")
    kept = JudgedDeal.objects.filter(user=user).order_by("-played").values_list("deal", flat=True)
    assert list(kept) == [1, 104, 103]
