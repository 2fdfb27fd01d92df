"""Signing up for an evening by a link: a place on the list or in the row of those who wait, and moving up when one is free.

Everything happens under the lock of the evening, so two who want the last place do not both get it.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from puur.core.errors import Refusal
from puur.evening.evening import Evening as EveningState
from puur.evening.events import Entered, Event
from puur.web import consent, mailing
from puur.web.evenings import keys, store
from puur.web.evenings.fold import EVENINGS, folded
from puur.web.evenings.models import Evening, Registration, SignUp
from puur.web.evenings.roster import MOST_PLAYERS
from puur.web.mailing import Mail
from puur.words import say

MOST_WAITING = 500


def open_desk(row: Evening) -> SignUp | None:
    """How people sign up now; None where they do not, or not any more."""
    desk = SignUp.objects.filter(evening=row, open=True).first()
    if desk is None or row.archived is not None or (desk.until is not None and timezone.localdate() > desk.until):
        return None
    return desk


def places_left(engine: EveningState, desk: SignUp) -> int:
    """How many may still come onto the list."""
    taking_part = sum(not player.withdrawn for player in engine.players.values())
    return max(0, (desk.limit or MOST_PLAYERS) - taking_part)


def register(row: Evening, names: list[str], **more: object) -> Registration:
    """Somebody, or a pair, signs up."""
    with transaction.atomic():
        evening = EVENINGS.locked(row.code)
        desk, engine = open_desk(evening), folded(evening).engine
        if desk is None:
            raise Refusal("sign-up-closed")
        waiting = Registration.objects.filter(evening=evening, state=Registration.State.WAITING)
        place = places_left(engine, desk) >= len(names) and not waiting.exists()
        if not place and waiting.count() >= MOST_WAITING:
            raise Refusal("full", most=MOST_WAITING)
        made = Registration(evening=evening, names=names, state=Registration.State.WAITING, **more)
        if place:
            _list(evening, made)
        made.save()
    return made


def _list(evening: Evening, made: Registration) -> None:
    """Put somebody on the list of the evening."""
    engine = folded(evening).engine
    fresh = (str(number) for number in range(1, 10_000) if str(number) not in engine.players)
    made.players = [next(fresh) for _ in made.names]
    pair = " / ".join(made.names)[:80] if len(made.names) > 1 else ""
    if pair in {player.pair for player in engine.players.values() if player.pair}:
        raise Refusal("pair-taken", pair=pair)
    events: list[Event] = [
        Entered(key, name, pair, made.public, club=made.club, email=made.email)
        for key, name in zip(made.players, made.names, strict=True)
    ]
    store.submit(evening.code, events, by=" / ".join(made.names)[:80])
    made.state = Registration.State.LISTED


def cancel(made: Registration) -> list[Registration]:
    """Somebody does not come after all; those who wait move up. Who has moved up."""
    with transaction.atomic():
        evening = EVENINGS.locked(made.evening.code)
        made.refresh_from_db()
        if made.state == Registration.State.LISTED:
            state = folded(evening)
            there = [state.engine.players[key] for key in made.players if key in state.engine.players]
            if any(player.here or player.paid for player in there):
                raise Refusal("sign-up-here")
            numbers = [
                n for n, event in zip(state.numbers, state.engine.events, strict=True)
                if getattr(event, "player", None) in made.players
            ]  # fmt: skip
            if numbers:
                store.undo(evening.code, numbers, by=" / ".join(made.names)[:80])
        if made.email:
            mailing.forget(by=sender(evening), to=made.email)
        made.state, made.players, made.email = Registration.State.GONE, [], ""  # nobody writes to them any more
        made.save()
        return move_up(evening)


def move_up(evening: Evening) -> list[Registration]:
    """Give free places to those who wait, first come first served; whoever does not fit is not overtaken."""
    desk = SignUp.objects.filter(evening=evening).first()
    moved: list[Registration] = []
    for waiting in Registration.objects.filter(evening=evening, state=Registration.State.WAITING):
        evening.refresh_from_db()  # what was taken back or entered meanwhile counts
        if desk is None or places_left(folded(evening).engine, desk) < len(waiting.names):
            break
        _list(evening, waiting)
        waiting.save()
        moved.append(waiting)
    return moved


def sender(row: Evening) -> str:
    """An evening as a sender of mails."""
    return f"evening {row.code}"


def tell(moved: Iterable[Registration], base: str, address: str) -> None:
    """Write to people of one evening where they stand, if they left an address of mail; `address` asks for it."""
    made = [registration for registration in moved if registration.email]
    if made:
        mailing.send([_mail(registration, base) for registration in made], by=sender(made[0].evening), address=address)


def _mail(made: Registration, base: str) -> Mail:
    row, engine = made.evening, folded(made.evening).engine
    kind = "listed" if made.state == Registration.State.LISTED else "waiting"
    given = (("date", _date(engine.setup.date)), ("venue", engine.setup.venue))
    when = "".join(f" {say(f'signup.mail.{what}', made.lang, what=value)}" for what, value in given if value)
    facts = {"title": row.title, "name": " / ".join(made.names), "when": when}
    link = base + reverse("evening-registered", args=[made.secret])
    text = say(f"signup.mail.{kind}", made.lang, link=link, **facts)
    stop = base + reverse("mail-consent", args=[consent.secret_of("", made.email)])
    text += f"\n\n-- \n{say('signup.mail.foot', made.lang, link=stop)}"
    return Mail(made.email, say("signup.mail.subject", made.lang, title=row.title), text)


def _date(iso: str) -> str:
    parts = iso.split("-")
    return ".".join(part.lstrip("0") for part in reversed(parts)) if len(parts) == 3 else ""


def player_secret(made: Registration) -> str:
    """The secret of the own page of whoever is on the list, for check-in by its code."""
    return keys.links(made.evening, made.players)[made.players[0]] if made.players else ""
