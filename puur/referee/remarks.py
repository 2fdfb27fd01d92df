"""What is said and shown: remarks, signs, questions, looking at turned tricks; and a view that answers no question."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from puur.core.effects import Effect, NextLeader, PointsMoved, TrickTo
from puur.core.reglement import Look
from puur.core.sanctions import Sanction
from puur.referee.case import NEXT_CARD, Case
from puur.referee.ruling import Deadline, Ruling


class Question(Enum):
    """Questions that nobody may answer during play."""

    TRUMP = "trump"  # JR-QUE-01
    TRUMPS_GONE = "trumps-gone"  # JR-QUE-02
    WHOSE_CARD = "whose-card"  # JR-QUE-03
    WHOSE_TRICK = "whose-trick"  # JR-QUE-04


QUESTION_RULES = {
    Question.TRUMP: "JR-QUE-01",
    Question.TRUMPS_GONE: "JR-QUE-02",
    Question.WHOSE_CARD: "JR-QUE-03",
    Question.WHOSE_TRICK: "JR-QUE-04",
}


def remark(case: Case) -> Ruling:
    """Remarks, signs and answers that betray the game. (JR-REM-01 to 03, JR-QUE-05, JR-QUE-06, TAM-ES-41 to 43, NWS-6-01 to 04)"""
    return _sanction(case, case.rules.remark, "remark")


def card_talk(case: Case) -> Ruling:
    """Speaking about the content of cards. (UB-CONDUCT-01)"""
    return _sanction(case, case.rules.card_talk, "card_talk")


def question(case: Case) -> Ruling:
    """A question answered that may not be; the question alone has no consequence. (JR-QUE-01 to 04, JR-QUE-06)"""
    asked = [rule for question, rule in QUESTION_RULES.items() if question.value in case.marks] or [*QUESTION_RULES.values()]
    if "answered" not in case.marks:
        return case.no_offence("question", rules=asked)
    ruling = remark(case)
    if not ruling.fallback and case.book.falls_back_on is not None:
        return ruling
    return replace(ruling, provisions=tuple(dict.fromkeys((*asked, *ruling.provisions))))


def _sanction(case: Case, sanction: Sanction, field: str) -> Ruling:
    if sanction is Sanction.PENALTY:
        return case.ruling("remark-penalty", rules=case.book.rules(f"referee.{field}"), act="remark")
    if sanction is Sanction.OFFICIAL:
        return case.to_official("conduct-disqualified" if case.rules.disqualify else "conduct-open", field)
    if sanction is Sanction.FORFEIT:
        return forfeit(case, field)
    if sanction is Sanction.ANNUL:
        by = case.incident.by
        until = Deadline(NEXT_CARD, passed=by is not None and case.playing and case.deal.has_played(by, case.trick + 1))
        if until.passed:
            return case.no_offence("remark-late", field, deadline=until)
        return case.ruling("remark-annul", field, choices=(case.annul_or_go_on(),), deadline=until)
    return case.ruling("recorded", field)


def forfeit(case: Case, field: str) -> Ruling:
    """The trick goes to the opponents, and the player after the offender leads next. (TAM-ES-42, TAM-ES-43)"""
    complete = case.trick <= len(case.deal.tricks)
    effects: list[Effect] = [TrickTo(case.foes, case.trick if complete else 0)]
    if case.open and case.trick < case.deal.length:
        effects.append(NextLeader(case.after, after=not complete))
    return case.ruling("remark-forfeit" if len(effects) > 1 else "remark-forfeit-late", field, effects=effects)


def looked(case: Case) -> Ruling:
    """A turned trick was looked at. (JR-LOOK-01, JR-LOOK-03, JR-LOOK-04, TAM-ES-40, NWS-6-07, AJZ-3.4-19)"""
    if "deal-over" in case.marks:
        return case.no_offence("look-over", "looking")
    if not 1 <= case.trick <= len(case.deal.tricks) or (case.trick == len(case.deal.tricks) and case.deal.open):
        return case.no_offence("look-open", "looking")
    turned = len(case.deal.tricks) - (1 if case.deal.open else 0)
    own = case.game.sides[case.deal.tricks[case.trick - 1].winner] == case.side
    look = case.book.table.look
    if (look is Look.FIRST and case.trick == 1 and turned < 2) or (look is Look.OWN and own):  # JR-LOOK-02
        return case.no_offence("look-allowed", rules=case.book.rules("table.look"))
    sanction = case.rules.looking
    if sanction is Sanction.PENALTY:
        return case.ruling("looked-penalty", act="looked")
    if sanction is Sanction.OFFICIAL:
        return case.to_official("conduct-open", "looking")
    if sanction is Sanction.NOTHING:
        return case.ruling("recorded", "looking")
    trick = case.deal.tricks[case.trick - 1]
    moved = (PointsMoved(case.foes, trick.points),) if own and trick.points else ()
    return case.ruling("looked" if own else "looked-theirs", "looking", effects=moved, points=trick.points if own else 0)
