"""A database with something of everything, made through the same doors as in earnest: for tests that move, back up and check.

Run as a program (`python -m tests.web.filling [DUMP]`) it fills the database of its environment, so that a test can have one of
its own.
"""

from __future__ import annotations

import os
import random
import sys
import uuid
from typing import Any


def fill(seed: int = 7, tag: str = "") -> dict[str, Any]:
    """Accounts, guests, tables played and half played, a slate, an evening, a club; `tag` makes their names new."""
    rng = random.Random(seed)
    from django.contrib.auth.models import Group, Permission, User
    from django.contrib.sessions.backends.db import SessionStore

    from puur.web import tokens
    from puur.web.models import Guest

    ruth = User.objects.create_user(f"ruth{tag}", "ruth@example.org", "Buur-und-Nell-9", first_name="Ruth Ünal")
    host = User.objects.create_superuser(f"wirt{tag}", "", "Buur-und-Nell-9")
    tokens.make(ruth, "Tafel im Klublokal", ["games"])
    group = Group.objects.create(name=f"Büro{tag}")
    group.permissions.add(*Permission.objects.all()[:3])
    ruth.groups.add(group)
    Guest.objects.create(name="gone").delete()  # numbers with a gap, so that sequences matter
    guests = [Guest.objects.create(name=name) for name in ("Hans", "Vreni «V»", "Köbi 🃏")]
    session = SessionStore()
    session["guest"] = guests[0].pk
    session.create()
    over = play("tam2014-es", rng, ruth, guests)
    running = play("ub2024", rng, ruth, guests, deals=2)
    play("jassregeln", rng, ruth, guests, deals=0)
    return {
        "user": ruth,
        "host": host,
        "guests": guests,
        "over": over,
        "running": running,
        "slate": slate(ruth),
        "evening": evening(host),
        "club": club(host, tag),
    }


def play(book_key: str, rng: random.Random, user: Any, guests: list[Any], deals: int | None = None) -> Any:
    """A table with its events as the hub stores them; `deals` ends it half-way through the next deal."""
    from puur.bots.simple import choose, remark
    from puur.core.actions import to_act
    from puur.core.events import Cut
    from puur.core.game import Game
    from puur.core.setup import Setup
    from puur.core.striche import striche
    from puur.core.view import view_of
    from puur.log import chain
    from puur.notation.game_events import GAME, SETUP
    from puur.reglement import load
    from puur.web.live import croupier, written
    from puur.web.live.state import Commit, Row
    from puur.web.live.writing import store_all
    from puur.web.models import Seat, Table

    book = load(book_key)
    secret = f"{rng.getrandbits(256):064x}"  # so that the same games are played every time
    table = Table.objects.create(book=book.key, title=book.title, host=f"u{user.pk}", state="lobby", secret=secret)
    names = ("Ruth", *(one.name for one in guests))
    for number, name in enumerate(names):
        who = {"user": user} if number == 0 else {"guest": guests[number - 1]}
        Seat.objects.create(table=table, number=number, name=name, **who)
    setup = croupier.seated(book, Setup(names=names, number=1), table.secret)
    game = Game(book, setup)
    rows: list[Row] = []

    def take(event: Any, seat: int | None) -> None:
        game.submit(event)
        action = str(uuid.UUID(int=rng.getrandbits(128))) if seat is not None else None
        parts = (len(rows) + 1, 1, 1_790_000_000_000 + len(rows), seat, action, "")
        head = chain.head(rows[-1].head if rows else "", *parts, GAME.text(event))
        rows.append(Row(*parts, event, GAME.text(event), head))

    while not game.over:
        own = croupier.next_event(game, table.secret)
        asked = croupier.cut_asked(game, table.secret)
        if own is not None:
            take(own, None)
        elif asked is not None:
            cut, given = Cut(asked.seat, rng.randint(asked.least, asked.most)), {0: f"ab{len(game.shuffled):02}"}
            for event in croupier.deal_events(game, table.secret, cut, given):
                take(event, asked.seat)
        else:
            said = next((one for seat in range(4) if (one := remark(view_of(game, seat))) is not None), None)
            seat = to_act(game)
            assert seat is not None
            take(said if said is not None else choose(view_of(game, seat), rng), seat)
        if deals is not None and len(game.finished_deals) >= deals and game.deals and len(game.deal.tricks) >= 3:
            break
    lobby = {"state": "over" if game.over else "playing", "game": 1}
    ended = None
    if game.over:
        marks = striche(game)
        seats = [
            {"seat": n, "user_id": user.pk if n == 0 else None, "guest_id": guests[n - 1].pk if n else None, "name": names[n],
             "bot": "", "left": n == 2, "striche": marks[n].total}
            for n in range(4)
        ]  # fmt: skip
        ended = {
            "number": 1,
            "totals": list(game.ledger.totals),
            "winner": game.winner,
            "schneider": game.schneider,
            "deals": [written.result_json(game, deal) for deal in game.finished_deals],
            "participants": seats,
        }
    begun = {"number": 1, "book": book.key, "setup": SETUP.write(setup)}
    outcomes = store_all([Commit(table.pk, rows, lobby, begun, ended)], 1.0)
    assert all(not isinstance(one, Exception) for one in outcomes), outcomes
    return table


def slate(user: Any) -> Any:
    """A slate with an entry that was taken back."""
    from puur.web.models import SlateGame, SlateOp

    kept = SlateGame.objects.create(user=user, book="ub2024", names=["A", "B", "C", "D"])
    keys = [str(uuid.uuid5(kept.pk, name)) for name in ("one", "two")]
    event = {"event": "result-entered", "points": [100, 57], "mode": "R"}
    ops = [{"id": keys[0], "op": "enter", "event": event}, {"id": keys[1], "op": "undo", "of": keys[0]}]
    for place, op in enumerate(ops):
        SlateOp.objects.create(slate=kept, place=place, key=op["id"], data=op)
    return kept


def evening(user: Any) -> Any:
    """An evening with a confirmed result, a correction and a draft."""
    from puur.evening.events import RoundsDrawn
    from puur.evening.files import SETUP
    from puur.web.evenings import store
    from puur.web.evenings.models import Evening
    from tests.evening.evenings import opened, result, start, submit
    from tests.evening.support import seated

    made = opened("nws2020", "abcdefgh")
    rounds = (seated(1, "a b c d", "e f g h"), seated(2, "a b e f", "c d g h"), seated(3, "a c g e", "b d h f"))
    submit(made, RoundsDrawn(rounds))
    start(made)
    submit(made, result(1, 1, 1000, 884), result(1, 2, 942, 942), result(1, 2, 940, 944, reason="verschrieben"))
    row = Evening.objects.create(title="Herbst", book="nws2020", setup=SETUP.write(made.setup), user=user)
    store.submit(row.code, list(made.events), by="Büro", action="a1")
    start(made)
    store.submit(row.code, made.events[-1:], by="Büro")
    store.draft(row.code, 2, 1, "office1", {"points": [900, 984]}, by="Büro")
    return row


def club(user: Any, tag: str = "") -> Any:
    """The Musterjahr of the club tests, with its money."""
    from puur.web.clubs import store
    from puur.web.clubs.models import HOST, BankImport, Club, ClubPerson
    from tests.season.test_musterjahr import the_club, the_money

    row = Club.objects.create(slug=f"muster{tag}", name="Jassklub Muster", book="ajz08", host=user)
    engine = the_club()
    the_money(engine)
    store.submit(row, engine.events, HOST)
    BankImport.objects.create(club=row, by=HOST, name="camt.xml", digest="0" * 64, booked=["b1", "b2"])
    ClubPerson.objects.create(club=row, person="a1", user=user, token_hash=f"{tag:0>64}"[:64])
    return row


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "puur.web.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0, interactive=False)
    fill()
    if len(sys.argv) > 1:  # and a dump of it, in the same process
        from puur.cli.app import main as puur

        puur(["export", sys.argv[1]])


if __name__ == "__main__":
    main()
