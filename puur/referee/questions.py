"""What decides an offence besides whoever did it: the questions of all books, each with the answers that may be given.

The first answer is the usual one, and what may settle everything is asked first. Answers are part of the record notation
(`marks`) and of `puur referee --fact`, so they never change, and none stands twice beneath one offence. Which of
the questions matter under a book is found by asking it (`asking`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """One fact in question, and what it can be."""

    key: str
    answers: tuple[str, ...]


def _questions(**asked: str) -> tuple[Question, ...]:
    return tuple(Question(key.replace("_", "-"), tuple(answers.split())) for key, answers in asked.items())


_NOTICED = "before-trick objector-played after-trick"
_DEALT = "not-dealt dealt-uncut objector-played after-trick"
_SERIES = "during-series outside-series"
_TURNED = "open turned"
_EMERGENCY = "no-emergency emergency"
_LATE = "late-5 late-15 late-30 late-60 late-89 late-90"
_SCRIBES = "one-scribe two-scribes"
_PLAYED_ON = _questions(played_on="not-played-on played-on")

QUESTIONS: Mapping[str, tuple[Question, ...]] = {
    # dealing
    "wrong-dealer": _questions(
        noticed=f"{_NOTICED} nothing-dealt", dealt_by="opponent-dealt partner-dealt", left="deals-left last-deal"
    ),
    "misdeal": _questions(noticed=_NOTICED),
    "exposed-card": _questions(noticed=_NOTICED),
    "no-cut": _questions(dealt=_DEALT, knock="knocked not-cut-at-all"),
    "small-cut": _questions(dealt=_DEALT),
    "badly-shuffled": _questions(cut="not-cut cut-already"),
    "short-pack": _questions(noticed="before-trick after-trick"),
    "bottom-card": _questions(bottom="no-bodentrumpf bodentrumpf taken-up"),
    "card-fallen": _questions(seen="visible hidden"),
    "opening": _questions(opening="first-dealer after-partie pair-done first-trump first-lead any-card who-cuts how-dealt teams"),
    # bidding
    "partner-bids": _questions(noticed="before-trick after-trick"),
    "wrong-party": _questions(noticed="before-trick after-trick", left="deals-left last-deal"),
    "picked-up-early": _questions(who="partner-picked opponent-picked", deal="later-deal first-deal"),
    "played-variant": _questions(joker="joker-open joker-used"),
    "pushed-back": _questions(finished="both-playing pair-finished"),
    # play
    "wrong-lead": _questions(turned=_TURNED, led_card="plain-card trump-card", push="not-pushed after-push"),
    "revoke": _questions(led="side-suit trump-led only-bauer trumped", turned=_TURNED, suit_held="single-card more-cards"),
    "undertrump": _questions(led="side-suit trump-led", hand="led-suit-held other-cards only-trumps", turned=_TURNED),
    "dead-lead": _questions(living="living-card only-dead", turned=_TURNED),
    "banned-card": _questions(turned=_TURNED, other="other-playable only-banned"),
    "early-card": _questions(turned=_TURNED, follow="must-follow need-not-follow"),
    "several-cards": _questions(
        manner="put-down by-accident", turned=_TURNED, follow="can-follow cannot-follow leading",
        laid="both-playable one-playable none-playable",
    ),
    "tricks-left": _questions(next_trick="opponents-next own-next"),
    # weis
    "weis-unneeded": _questions(partner="partner-spoke partner-to-come"),
    "false-weis": _questions(writing="written unwritten", own="nothing-held held", corrected="covered uncovered"),
    "incomplete-weis": _questions(corrected="covered uncovered", inside="contained not-contained"),
    "wrong-weis": _questions(corrected="not-corrected corrected", harm="harmed unharmed"),
    "further-weis": _questions(when="with-first-card after-first-trick after-second-card"),
    "late-weis": _questions(when="covered not-covered last-open last-turned never-said"),
    "late-stoeck": _questions(
        when="stoeck-covered stoeck-with-card stoeck-before stoeck-in-weis stoeck-finishing stoeck-last-trick "
        "stoeck-next-deal stoeck-no-trump"
    ),
    "weis-asked": _questions(when="asked-in-time asked-between asked-late", who="opponent-asks partner-asks"),
    "weis-no-trick": _questions(thanked="played-out thanked-early"),
    "weis-worth": _questions(weis="weis-values stoeck-worth cross-weis weis-without-trump weis-factor weis-shown"),
    # remarks
    "remark": _PLAYED_ON,
    "card-talk": _PLAYED_ON,
    "weis-remark": _PLAYED_ON,
    "question": _questions(answered="answered only-asked", played_on="not-played-on played-on"),
    "looked": _questions(which="later-trick first-trick deal-over", whose="own-trick their-trick"),
    "claim": _questions(how="laid-open said-only", holds="claim-fails partner-could claim-holds alone-goal"),
    # slate
    "thanks": _questions(points="too-few enough-points open-trick-counted wrong-card-counted"),
    "both-finished": _questions(
        goal="target-reached half-reached", reached="with-first-trick with-later-trick", invoked="no-next-card next-card-given"
    ),
    "schneider": _questions(half="schneider-half bergpreis-half"),
    "miswritten": _questions(
        cause="own-slip miscounted", noticed="next-deal-running next-deal-over before-limit", scribes=_SCRIBES
    ),
    "late-writing": _questions(
        what="deal-result bonus-points",
        when="write-played write-next-over write-dealt write-over write-later write-now",
        scribes=_SCRIBES
    ),
    "miscounted": _questions(when="write-over write-dealt write-played"),
    "slate-turned": _questions(side="written nothing-written"),
    "wrong-sum": _questions(sum_of="round-sum deal-sum", difference="even-difference odd-missing odd-surplus"),
    # conduct
    "seat-change": _questions(running="partie-running partie-over"),
    "device": _questions(
        permission="no-permission permitted emergency false-emergency calculator asked-too-late", when=_SERIES
    ),
    "device-secret": _questions(when=_SERIES),
    "spilled-drink": _questions(when=_SERIES),
    "plain-tea": _questions(tea="plain additive", when=_SERIES),
    "drink": _questions(drink="other-drink schnapps unequal soft-drink drinks-bill"),
    "pause": _questions(which_break="after-first after-second toilet other-break"),
    # office
    "late-arrival": _questions(
        emergency=_EMERGENCY, minutes=_LATE
    ),
    "no-show": _questions(replaced="not-replaced replaced", emergency=_EMERGENCY),
    "left-early": _questions(
        leaving="during-play guest-after member-announced member-unannounced", emergency=_EMERGENCY,
        since="one-round-played two-rounds-played",
        minutes="early-5 early-15 early-30 early-60 early-89 early-90",
    ),
    "series-incomplete": _questions(since="from-the-start one-round-played two-rounds-played"),
    "late-name": _questions(reported="name-late name-in-time"),
    "guest-duty": _questions(duty="ersatz-who guest-who guest-when guest-where"),
    "fine-unpaid": _questions(fined="own-fine guest-fine", days="within-10 after-10 after-20 after-30"),
    "report-missing": _questions(year="year-running year-over"),
    "meeting-missed": _questions(cancelled="not-cancelled cancelled-in-time emergency came-late", minutes=_LATE),
    "unsigned-sheet": _questions(missing="visa-missing player-unsigned"),
    "protest": _questions(form="in-order too-late oral incomplete"),
    "exclusion": _questions(warned="warned not-warned", moment="between-games during-game"),
    "official-absent": _questions(matter="rule-matter emergency-matter", why="absent concerned"),
    "worth": _questions(worth="match-worth last-trick factor-worth rounding card-worth goal-worth slalom-worth strich-worth"),
    "started-early": _questions(begun="no-order not-all-there"),
    "card-faces": _questions(agreement="not-agreed agreed"),
}  # fmt: skip


def answer_key(offence: str, answer: str) -> str:
    """The question that this answers; empty where the offence has no such answer."""
    return next((question.key for question in QUESTIONS.get(offence, ()) if answer in question.answers), "")


def combinations(offence: str, known: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Every way to answer all questions of an offence that agrees with what is known, the usual answers first."""

    def ways(left: tuple[Question, ...]) -> Iterator[dict[str, str]]:
        if not left:
            yield {}
            return
        first, *rest = left
        for answer in (known[first.key],) if first.key in known else first.answers:
            for way in ways(tuple(rest)):
                yield {first.key: answer, **way}

    return ways(QUESTIONS.get(offence, ()))
