"""What a strong bot thinks of every card of a deal that is over: worked out on demand, a deal at a time, and kept in files.

The bots' workers do the thinking, one card at a time, so that a running table never waits for more than one: those of this process,
or, where it has none, `puur worker` over Redis. A file holds no names and nothing of a deal that still runs; it can be thrown
away. What waits is bounded, and so is what is kept.
"""

from __future__ import annotations

import contextlib
import json
import queue
import random
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from puur.bots import levels
from puur.bots.budget import Budget
from puur.bots.explain import Explanation
from puur.bots.hints import bid_worths, hint
from puur.bots.levels import LEVELS
from puur.bots.worker import START, Question, Verdict
from puur.core.aim import Foreseen
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Pushed, Shuffled
from puur.core.game import Game
from puur.core.view import View, view_of
from puur.web.live.bot_jobs import Judges
from puur.web.live.bot_pool import Thinkers
from puur.web.live.wire import write_event

BUDGET = Budget(rounds=3000, seconds=1.0)
MOST_WAITING = 8  # deals
MOST_KEPT = 2000  # files
STALE = 60.0  # seconds without progress after which another process may take over
NOBODY = 10.0  # seconds without anybody who works after which a deal is put aside until it is asked for again
Json = dict[str, Any]


def questions_of(game: Game, deal: int, name: str) -> dict[int, Question]:
    """The positions of a finished deal in which somebody had a choice, by the number of the event; a wrong card is none.

    Words of a bidding are among them in games that judge their own (`Form.foreseen`).
    """
    words = game.form.advises(game.book)
    again, questions = Game(game.book, game.setup), dict[int, Question]()
    for n, event in enumerate(game.events, start=1):
        current = again.deals[-1] if again.deals else None
        if isinstance(event, CardPlayed) and current is not None and current.number == deal and current.phase is Phase.PLAYING:
            view = view_of(again, event.seat)
            cards = [option for option in view.options if isinstance(option, CardPlayed)]
            if event in cards and len(cards) > 1:
                questions[n] = (view, event.card, f"{name}/{n}")
        elif words and current is not None and current.number == deal and current.phase is Phase.BIDDING:
            seat = getattr(event, "seat", None)
            if seat is not None and seat in game.form.awaited(again, current):
                questions[n] = (view_of(again, seat), event, f"{name}/{n}")
        again.submit(event)
        if isinstance(event, Shuffled) and again.deals[-1].number == deal:
            questions.clear()  # an annulled deal was dealt again
    return questions


def spoken_of(game: Game, deal: int) -> list[Json]:
    """What is to be said of announcements and Weise of a finished deal, by the number of the event.

    That is what the strongest player would have announced, where it is something else, with what the difference is worth; and each
    Weis that was kept quiet. Bids and predictions of other games are questions to the workers, like cards.
    """
    again, judged = Game(game.book, game.setup), list[Json]()
    for n, event in enumerate(game.events, start=1):
        current = again.deals[-1] if again.deals else None
        seat = getattr(event, "seat", None)
        if current is not None and current.number == deal and seat is not None:
            if isinstance(event, Announced | Pushed) and current.phase is Phase.BIDDING and not game.form.advises(game.book):
                judged += _of_bid(view_of(again, seat), event, n)
            elif isinstance(event, CardPlayed) and not current.tricks and (offered := view_of(again, seat).offered):
                cards = [card.name for card in offered.cards]
                judged.append({"n": n, "seat": seat, "kind": "weis", "loss": offered.points(game.book.weis.values), "cards": cards})
        again.submit(event)
        if isinstance(event, Shuffled) and again.deals[-1].number == deal:
            judged.clear()  # an annulled deal was dealt again
    return judged


def _of_bid(view: View, said: Announced | Pushed, n: int) -> list[Json]:
    """The better announcement, if there is one, and by how many points for the own side."""
    advice = hint(view, random.Random(f"bid {n}"))
    if advice is None or not isinstance(advice.event, Announced | Pushed) or advice.event == said:
        return []
    best = str(advice.event.mode) if isinstance(advice.event, Announced) else "push"
    worths = bid_worths(view)
    own, better = (worths.get(str(bid.mode) if isinstance(bid, Announced) else "push") for bid in (said, advice.event))
    loss = None if own is None or better is None else round(better - own, 1)
    return [{"n": n, "seat": view.seat, "kind": "bid", "best": best, "loss": loss, "key": advice.key, "facts": dict(advice.facts)}]


def plain(explanation: Explanation) -> Json:
    """An explanation as JSON: the reason (text `bots.reason.…`), what the card costs or gains, every legal card with its points.

    `doubt` and the third number of a card are halves of 95 % intervals, of the loss or gain and of the points. `unit` says what
    the points are in this game, `dear` from which loss on a card is a mistake.
    """
    return {
        "card": explanation.card.name, "reason": explanation.reason, "pot": explanation.pot, "gain": round(explanation.gain, 1),
        "loss": round(explanation.loss, 1), "best": explanation.best.name,
        "doubt": round(explanation.doubt, 1), "unit": explanation.unit, "dear": explanation.dear,
        "cards": [[expected.card.name, round(expected.points, 1), round(expected.error, 1)] for expected in explanation.cards],
    }  # fmt: skip


def _word(n: int, seat: int, better: Foreseen) -> Json:
    """What is to be said of a bid or a prediction, as JSON."""
    return {
        "n": n, "seat": seat, "kind": "said", "event": write_event(better.best),
        "loss": None if better.loss is None else round(better.loss, 1),
        "key": f"bots.foreseen.{better.why}", "facts": dict(better.facts),
    }  # fmt: skip


class Opinions:
    """The opinions that this server has worked out, and a thread that works out more."""

    def __init__(self, folder: Path, thinkers: Thinkers, judges: Judges | None = None) -> None:
        self.folder, self.thinkers, self.judges = folder, thinkers, judges
        self._waiting: queue.Queue[tuple[str, dict[int, Question], str]] = queue.Queue(MOST_WAITING)
        self._known: set[str] = set()  # waiting, or being worked out here
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @property
    def possible(self) -> bool:
        """Whether there may be anybody to ask: here, or behind Redis."""
        return self.thinkers.count > 0 or self.judges is not None

    @property
    def _nobody(self) -> bool:
        """Whether nobody works at the moment."""
        return not self.thinkers.count and (self.judges is None or not self.judges.somebody())

    def kept(self, name: str) -> Json | None:
        """What is known of a deal, perhaps by another process; None for nothing."""
        for suffix in (".json", ".part"):
            path = self.folder / f"{name}{suffix}"
            with contextlib.suppress(OSError, ValueError):
                if suffix == ".json" or name in self._known or time.time() - path.stat().st_mtime < STALE:
                    opinion: Json = json.loads(path.read_text("utf-8"))
                    return opinion
        return {"state": "working", "done": 0, "of": 36, "cards": {}} if name in self._known else None

    def ask(self, name: str, questions: dict[int, Question], above: str = "") -> Json:
        """How far a deal is; it is queued if it is not known yet. `state`: ready, working, busy or nobody (ask again).

        `above` is the level that says of each dear card whether it would have found a better one.
        """
        opinion = self.kept(name)
        if opinion is not None:
            return opinion
        state: Json = {"state": "working", "done": 0, "of": len(questions), "cards": {}}
        if self._nobody:
            return {**state, "state": "nobody"}
        with self._lock:
            if name in self._known:
                return state
            try:
                self._waiting.put_nowait((name, questions, above))
            except queue.Full:
                return {**state, "state": "busy"}
            self._known.add(name)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="puur-opinions", daemon=True)
                self._thread.start()
        return state

    def _work(self) -> None:
        while True:
            name, questions, above = self._waiting.get()
            try:
                self._judge(name, questions, above)
            except OSError:  # no place on the disk: it is asked for again, or not
                pass
            finally:
                self._known.discard(name)

    def _judge(self, name: str, questions: dict[int, Question], above: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        state: Json = {"state": "working", "done": 0, "of": len(questions), "cards": {}, "words": []}
        for n, question in questions.items():
            answer = self._one(question) if self.thinkers.count else self._afar(question, name, state)
            if answer is None:
                (self.folder / f"{name}.part").unlink(missing_ok=True)
                return
            state["state"], state["done"] = "working", state["done"] + 1
            verdict = answer[0]
            if isinstance(verdict, Foreseen):
                state["words"].append(_word(n, question[0].seat, verdict))
            elif verdict is not None:
                opinion = state["cards"][str(n)] = plain(verdict)
                if above and opinion["loss"] >= opinion["dear"] and self.thinkers.count:
                    opinion["above"] = self._played_above(question, above)
            self._write(f"{name}.part", state)
        self._write(f"{name}.json", {**state, "state": "ready"})
        (self.folder / f"{name}.part").unlink(missing_ok=True)
        self._tidy()

    def _played_above(self, question: Question, level: str) -> str | None:
        """The card that a player of this level would have played in the same place."""
        view, _, seed = question
        if LEVELS[level].searches:
            said, _ = self.thinkers.submit(self.thinkers.workers.ask, level, view, seed).result()
        else:
            said, _ = levels.answer(level, view, random.Random(seed))
        return said.card.name if isinstance(said, CardPlayed) else None

    def _one(self, question: Question) -> Sequence[Verdict | None] | None:
        """One card; waits for a worker that is just being started."""
        workers, pause = self.thinkers.workers, threading.Event()
        until = time.monotonic() + START
        while time.monotonic() < until:
            answer = self.thinkers.submit(workers.judge, [question], BUDGET).result()
            if answer is not None:
                return answer
            pause.wait(0.2)
        return None

    def _afar(self, question: Question, name: str, state: Json) -> Sequence[Verdict | None] | None:
        """The same over Redis; where it takes long, those who wait for the deal are told why."""
        assert self.judges is not None
        pause, began = threading.Event(), time.monotonic()
        last_there = began
        while time.monotonic() - began < START and time.monotonic() - last_there < NOBODY:
            answer = self.judges.ask(question, BUDGET)
            if answer is not None:
                return answer
            nobody = self._nobody
            last_there = last_there if nobody else time.monotonic()
            self._write(f"{name}.part", {**state, "state": "nobody" if nobody else "busy"})
            pause.wait(0.5)
        return None

    def _write(self, name: str, state: Json) -> None:
        fresh = self.folder / f"{name}.new"
        fresh.write_text(json.dumps(state, separators=(",", ":")), "utf-8")
        fresh.replace(self.folder / name)

    def _tidy(self) -> None:
        files = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in files[:-MOST_KEPT]:
            path.unlink(missing_ok=True)
