"""An evening on two web processes: hand-in, play, confirmation and ranking at whichever of them, and one is killed."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import uuid
from typing import Any

from tests.faults.people import PATIENCE, Person, events, until
from tests.faults.servers import ROOT, Postgres, Web
from tests.faults.test_processes import holder, living
from tests.web.client import Browser, run_async


def hall(postgres: Postgres) -> dict[str, Any]:
    """An evening in the database of both processes."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.doors_hall"], env={**os.environ, "PUUR_TEST_DATABASE_URL": postgres.url}, cwd=ROOT,
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    made: dict[str, Any] = json.loads(done.stdout.decode().strip().splitlines()[-1])
    return made


def test_a_sheet_is_handed_in_at_one_process_and_confirmed_at_the_other(pair: list[Web], postgres: Postgres) -> None:
    made = hall(postgres)
    first, second = (Browser(web.address) for web in pair)
    address = f"/evenings/e/{made['paper']}/"
    for browser in (first, second):
        assert browser.get(address).status == 200

    def send(browser: Browser, **given: Any) -> Any:
        where = {"evening": made["code"], "round": 1, "table": 2, "device": given["side"]}
        return browser.post_json(f"{address}send/", {"id": str(uuid.uuid4()), "seq": 1, **where, **given})

    entered = send(first, kind="enter", side="ac", sheet={"totals": [400, 228]})
    assert entered.status == 200, entered.text
    state = json.loads(second.get(f"{address}state.json").text)
    draft = next(draft for draft in state["drafts"] if draft)  # the other process knows it at once
    confirmed = send(second, kind="confirm", side="bd", of=draft["id"])
    assert confirmed.status == 200, confirmed.text
    for browser in (first, second):
        own = browser.get(f"/evenings/p/{made['links'][0]}/").text
        assert "400" in own


def test_a_web_table_played_from_two_processes_of_which_one_is_killed_counts_once(pair: list[Web], postgres: Postgres) -> None:
    made = hall(postgres)

    async def play() -> None:
        people = []
        for place, secret in enumerate(made["seats"]):
            browser = Browser(pair[place % 2].address)
            browser.get(f"/seat/{secret}/")
            answer = browser.post(f"/seat/{secret}/", do="sit")
            assert answer.status == 302, answer.text
            people.append(Person(browser, answer.headers["location"].split("/")[2], living(pair), place))
            people[-1].tries = place
            await people[-1].connect()
        for person in people:
            await person.player.until(lambda person=person: person.player.view is not None)
        over = [lambda person=person: bool(person.player.view and person.player.view["over"]) for person in people]
        tasks = [asyncio.create_task(person.live(done)) for person, done in zip(people, over, strict=True)]
        await until(lambda: events(people) >= 30)
        while (first := holder(postgres, pair, people[0].player.code)) is None:
            await asyncio.sleep(0)
        first.kill()
        await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
        assert any(person.codes or person.heard for person in people)  # the line was cut, and they came back by themselves
        first.start()

    run_async(play)
    browsers = [Browser(pair[place % 2].address) for place in range(4)]
    for browser, secret in zip(browsers, made["seats"], strict=True):  # partners sit across: both sides at both processes
        browser.get(f"/seat/{secret}/")
        browser.post(f"/seat/{secret}/", do="confirm")
    rows = postgres.rows(
        "SELECT e.data->'sheet'->'totals' FROM evenings_eveningevent e JOIN evenings_evening v ON v.id = e.evening_id "
        "WHERE v.code = %s AND e.data->>'event' = 'result-entered'",
        made["code"],
    )
    assert len(rows) == 1
    assert sum(rows[0][0]) == 4 * 157  # type: ignore[call-overload]  # TAM-ES-17, four deals
    for browser, secret in zip(browsers, made["seats"], strict=True):
        assert "Das Resultat zählt" in browser.get(f"/seat/{secret}/").text
