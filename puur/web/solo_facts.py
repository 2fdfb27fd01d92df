"""What the page that plays without a connection has to know: every number of its rule books; `solo_mind` is what its bots know.

The scripts in `static/puur/js/solo` read the rules a second time, for there is no Python in a browser
(docs/decisions/0009-a-second-reading.md). They state no number: all of them come from here. A book that asks for something which
those scripts do not know is not offered (`playable`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from puur.core.bonuses import Announce, Ask, AskUntil, StoeckWhen
from puur.core.cards import CARDS, RANKS, SUITS, Rank
from puur.core.counting import Difference
from puur.core.form import form_for
from puur.core.mode import PLAIN_MODES
from puur.core.reglement import (
    DEFAULT_FORM,
    AusmachReading,
    Finish,
    FirstSpeaker,
    LaterSpeaker,
    Leader,
    PickUp,
    Reglement,
    SchneiderEffect,
    Schreiber,
)
from puur.core.sanctions import Sanction
from puur.core.trick import Undertrump
from puur.core.weis import Step, Weis, WeisValues, stoeck_of
from puur.reglement import load, shipped
from puur.web.book_facts import facts_of

BOT = "prinz"  # what the bots of this page are called: `bots.name.prinz`
_WRITERS = {Schreiber.NONE: 0, Schreiber.ONE: 1, Schreiber.PER_TEAM: 2}
_STEPS = {Step.POINTS, Step.CARDS, Step.RANK, Step.TRUMP, Step.ORDER}
_CITED = ("scoring.last_trick", "scoring.total", "scoring.match_bonus", "stoeck.points", "ending.finish", "weis.values.runs")


def playable(book: Reglement) -> bool:
    """Whether the scripts know all that the book asks for at the table."""
    bidding, play, weis, ending = book.bidding, book.play, book.weis, book.ending
    return all(
        (
            form_for(book).name == DEFAULT_FORM,
            set(book.modes) <= set(PLAIN_MODES),
            bidding.first_speaker is FirstSpeaker.AFTER_DEALER and bidding.later_speaker is LaterSpeaker.AFTER_DEALER,
            bidding.push and not bidding.push_back and bidding.leader is Leader.SPEAKER,
            play.puur_exempt and play.undertrump is Undertrump.ONLY_TRUMPS,
            not weis.enabled or (weis.announce is Announce.HIGHEST_THEN_REST and weis.until_covered and not weis.needs_trick),
            not weis.enabled
            or (weis.add_until is AskUntil.OWN_SECOND_CARD and weis.ask is Ask.ANYONE and set(weis.steps) <= _STEPS),
            not book.stoeck.enabled or book.stoeck.when is StoeckWhen.SECOND_CARD,
            ending.finish in (Finish.THANKS, Finish.AUTOMATIC) if ending.target else ending.deals > 0,
            ending.ausmach_reading is AusmachReading.LITERAL,
            book.writing.difference is not Difference.SPLIT,
        )
    )


@cache
def solo_books() -> tuple[Reglement, ...]:
    """The shipped books that can be played without a connection, the general rules first."""
    return tuple(book for book in map(load, shipped()) if playable(book))


def solo_facts(book: Reglement, targets: Sequence[int] = ()) -> dict[str, object]:
    """A book as the scripts play by it, to its own target or one of these; `SoloBook` in `types/solo.d.ts` explains the values."""
    ending, weis, striche = book.ending, book.weis, book.striche
    goals = {ending.target, *targets} if ending.target else set()
    cited = {name: book.rule(name) for name in _CITED}
    cited |= {f"weis.values.runs.{place}": book.rule(f"weis.values.runs.{place}") for place in range(len(weis.values.runs))}
    cited |= {name: book.rule(name) for name in ("weis.values.four", "weis.values.four_nine", "weis.values.four_under")}
    return {
        **facts_of(book),
        "alone": {
            "values": {str(mode): {card.name: mode.value(card) for card in CARDS} for mode in book.modes},
            "puur": Rank.UNDER.value,
            "packets": list(book.dealing.packets),
            "waits": book.bidding.pick_up is PickUp.AFTER_DECISION,
            "writers": _WRITERS[book.table.schreiber],
            "last_trick": book.scoring.last_trick,
            "finish": ending.finish.value if ending.target else "deals",
            "halves": {target: replace(book, ending=replace(ending, target=target)).half for target in goals},
            "bergpreis": book.bergpreis,
            "schneider": ending.schneider is not SchneiderEffect.NOTHING,
            "ausmach": [source.value for source in ending.ausmach],
            "appeal": ending.ausmach_appeal,
            "striche": {name: getattr(striche, name) for name in ("match", "bergpreis", "victory", "schneider")},
            "weis": {
                "enabled": weis.enabled,
                "runs": list(weis.values.runs),
                "fours": _fours(weis.values),
                "steps": [step.value for step in weis.steps],
                "kreuzweis": weis.kreuzweis,
                "silent_may_add": weis.silent_may_add,
                "unneeded": book.referee.weis_unneeded is Sanction.ANNUL,
            },
            "stoeck": {
                "ranks": "".join(card.rank.value for card in stoeck_of(SUITS[0])),
                "early": book.stoeck.early_if_enough,
                "with_weis": book.stoeck.with_weis,
            },
            "rules": cited,
        },
    }


def _fours(values: WeisValues) -> dict[str, list[object]]:
    """For each rank what four of it count, and the field that says so."""
    fours = {rank: Weis(tuple(card for card in CARDS if card.rank is rank)) for rank in RANKS}
    return {rank.value: [four.points(values), four.field] for rank, four in fours.items()}
