"""Two web processes on PostgreSQL and Redis pick the deals of the day; the one at work is killed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.servers import Postgres, RedisServer, Web
from tests.web.client import Browser

# Each look at a deal and each bot that has played leaves a line: who changed what cannot be told from the last state.
WATCH = """
CREATE TABLE watched (at serial, set_key text, looked int, bots int, made_by text);
CREATE FUNCTION watch() RETURNS trigger AS $$ BEGIN
  IF NEW.looked <> OLD.looked OR NEW.bots::text <> OLD.bots::text THEN
    INSERT INTO watched (set_key, looked, bots, made_by) SELECT NEW.key, NEW.looked,
      (SELECT count(*) FROM jsonb_object_keys(NEW.bots)), "by" FROM company_picking;
  END IF; RETURN NEW; END $$ LANGUAGE plpgsql;
CREATE TRIGGER watch BEFORE UPDATE ON company_dealset FOR EACH ROW EXECUTE FUNCTION watch();
"""


@pytest.fixture
def picking_pair(tmp_path: Path, postgres: Postgres, redis: RedisServer) -> Iterator[list[Web]]:
    """Two processes that both want to pick ahead from their first moment on."""
    postgres.sql(WATCH)
    webs = [Web(tmp_path, DATABASE_URL=postgres.url, REDIS_URL=redis.url, PUUR_AHEAD="1") for _ in range(2)]
    for web in webs:
        web.launch()
    for web in webs:
        web.wait()
    yield webs
    for web in webs:
        web.stop()


def test_one_of_two_processes_picks_and_after_its_death_the_other_goes_on(picking_pair: list[Web], postgres: Postgres) -> None:
    """Nobody asks for anything but pages. The picks are those of the rule: computed here once more, in one go, from the seed."""
    from puur.web.company import deals

    def watched() -> list[tuple[object, ...]]:
        return postgres.rows("SELECT set_key, looked, bots, made_by FROM watched ORDER BY at")

    def until(count: int) -> None:
        end = time.monotonic() + 300
        while len(watched()) < count:
            assert time.monotonic() < end, "nobody picks"
            time.sleep(0.05)

    until(2)
    at_work = str(watched()[-1][3])
    dead = next(web for web in picking_pair if f":{web.port}" in at_work)
    other = next(web for web in picking_pair if web is not dead)
    pages = [Browser(web.address) for web in picking_pair]
    assert {page.get("/healthz").status for page in pages} == {200}
    assert all('id="picking"' in page.get("/daily/").text for page in pages)
    dead.kill()
    page = Browser(other.address)
    end = time.monotonic() + 300
    while 'id="daily-play"' not in page.get("/daily/").text:
        assert page.get("/healthz").status == 200
        assert time.monotonic() < end, "the other one does not go on"
        time.sleep(0.2)
    day = watched()[0][0]
    root, picks = postgres.rows("SELECT root, picks FROM company_dealset WHERE key = %s", day)[0]
    assert isinstance(picks, list)
    steps = [(looked, bots) for key, looked, bots, _ in watched() if key == day]
    looks = picks[-1] + 1
    # Each deal of the row once, in order, and then each bot once: nothing twice, whoever did it.
    assert steps == [
        *((number, 0) for number in range(1, looks + 1)),
        *((looks, number) for number in range(1, len(deals.QUICK) + 1)),
    ]
    workers = [str(by) for key, _, _, by in watched() if key == day]
    assert [f":{web.port}" in workers[-1] for web in (dead, other)] == [False, True]
    assert len(set(workers)) == 2
    assert tuple(picks) == deals.pick(str(root), 4, "jasskoenig")
