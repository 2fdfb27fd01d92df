"""Weise: one that can never count, one that is false or described wrongly, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterable

from puur.core.cards import Card
from puur.core.effects import CardDead, DealLost, WeisAllowed, WeisLost
from puur.core.sanctions import Sanction
from puur.core.seats import partner_of, team_of
from puur.referee.case import NEXT_CARD, Case
from puur.referee.remarks import remark
from puur.referee.ruling import Deadline, Ruling


def _betrayed(case: Case) -> Iterable[Card]:
    """The cards that were named or shown: as reported, or those of the announced Weis."""
    if case.incident.cards:
        return case.incident.cards
    said = case.deal.weisen.announced.get(case.seat)
    return said.weis.cards if said is not None and said.weis is not None else ()


def not_played(case: Case) -> Ruling | None:
    """What is to be said of any Weis under a book that has none."""
    return None if case.book.weis.enabled else case.no_offence("no-weis", rules=case.book.rules("weis.enabled"))


def vorhand(case: Case) -> Ruling:
    """'Vorhand' said to an equal Weis: the opponents annul, or the cards of the Weis are dead. (JR-WEIS-15 to 17)"""
    return not_played(case) or _as_the_book_says(case, case.rules.weis_vorhand, "weis-vorhand", "weis_vorhand")


def unneeded(case: Case) -> Ruling:
    """A Weis that could never count: the opponents annul, or the betrayed cards are dead. (JR-WEIS-20 to 22)"""
    if (none := not_played(case)) is not None:
        return none
    weisen, first = case.deal.weisen, case.deal.lead_of(1)
    own = weisen.announced.get(case.seat)
    place, partner = (case.seat - first) % 4, (partner_of(case.seat) - first) % 4
    shown = [said.points for seat, said in weisen.announced.items()
             if team_of(seat) == case.foes and (seat - first) % 4 < place]  # fmt: skip
    mate = weisen.announced.get(partner_of(case.seat))
    beaten = own is not None and max(shown, default=0) > max(own.points, mate.points if mate is not None else 0)
    if partner > place or not beaten:
        return case.no_offence("weis-allowed", "weis_unneeded")
    return _as_the_book_says(case, case.rules.weis_unneeded, "weis-unneeded", "weis_unneeded")


def _as_the_book_says(case: Case, sanction: Sanction, text: str, field: str) -> Ruling:
    """The deal may be annulled or the betrayed cards are dead; or the official decides; or nothing follows."""
    if sanction is Sanction.OFFICIAL:
        return case.to_official("conduct-open", field)
    if sanction is not Sanction.ANNUL:
        return case.no_offence("weis-allowed", field)
    dead = tuple(CardDead(card) for card in _betrayed(case))
    return case.ruling(text, field, choices=(case.annul_or_go_on(*dead),), deadline=_next_card(case))


def _next_card(case: Case) -> Deadline:
    """Until the next own card of whoever objects."""
    by = case.incident.by
    return Deadline(NEXT_CARD, passed=by is not None and case.deal.has_played(by, case.trick + 1))


def false_weis(case: Case) -> Ruling:
    """A Weis that is not held: it is struck, the contest repeated; opponents may still announce. (JR-WINV-01, AJZ-3.4-13)"""
    if (none := not_played(case)) is not None:
        return none
    if "false-weis" in case.book.penalties:
        return _false_with_penalty(case)
    if "uncovered" in case.marks:
        return case.no_offence("weis-correctable", rules=case.named("JR-WEIS-07"))
    allowed = tuple(
        WeisAllowed(seat) for seat in case.foe_seats
        if case.rules.weis_reply and seat not in case.deal.weisen.announced and not case.deal.has_played(seat, case.current + 1)
    )  # fmt: skip
    rules = case.book.rules("weis.understated")
    return case.ruling("weis-false", "weis_reply", rules=rules, effects=(WeisLost(case.seat), *allowed), deadline=_next_card(case))


def _false_with_penalty(case: Case) -> Ruling:
    """Announced and written; announced alone it is a wrong one, if one is held. (AJZ-3.4-13, AJZ-3.4-15)"""
    lost = WeisLost(case.seat)
    if case.deal.weisen.written or "written" in case.marks:
        return case.ruling("weis-false-struck", effects=(lost,), act="false-weis")
    if "held" in case.marks:
        return case.ruling("weis-false-struck", effects=(lost,), act="wrong-weis")
    return case.ruling("weis-false-unwritten", rules=case.penalty_rules("false-weis"), effects=(lost,), upheld=False)


def covered(case: Case) -> bool:
    """Whether the first card of the seat is covered by the next one, or the first trick turned."""
    last = case.game.deals and case.after == case.deal.lead_of(1)
    return bool(case.game.deals) and (case.first_turned or (not last and case.deal.has_played(case.after, 1)))


def incomplete(case: Case) -> Ruling:
    """A held Weis announced too low: the stated value, if the hand has it; to be put right until covered.

    (AJZ-3.4-14, JR-WEIS-07 to 09)
    """
    if (none := not_played(case)) is not None:
        return none
    rules = case.book.rules("weis.understated")
    if "incomplete-weis" not in case.book.penalties:
        if "uncovered" in case.marks or (not case.marks and not covered(case)):
            return case.no_offence("weis-correctable", rules=case.named("JR-WEIS-07"))
        if "not-contained" in case.marks:
            return case.ruling("weis-forfeited", rules=rules, effects=(WeisLost(case.seat),))
    return case.ruling("weis-incomplete", rules=rules, act="incomplete-weis")


def described_wrongly(case: Case) -> Ruling:
    """A held Weis described wrongly and not corrected: the deal may be annulled, or it costs points, or the deal.

    (JR-WINV-03, JR-WINV-04, AJZ-3.4-15)
    """
    if (none := not_played(case)) is not None:
        return none
    if case.rules.weis_wrong is Sanction.PENALTY:
        return case.ruling("weis-wrong-value-stays", act="wrong-weis")
    if "corrected" in case.marks:
        return case.no_offence("weis-corrected", rules=case.named("JR-WINV-02"))
    if "unharmed" in case.marks:
        return case.no_offence("weis-harmless", "weis_wrong")
    if case.rules.weis_wrong is Sanction.LOSS:
        return case.ruling("weis-wrong-lost", "weis_wrong", effects=(WeisLost(case.seat), DealLost(case.seat)))
    return case.ruling("weis-wrong", "weis_wrong", choices=(case.annul_or_go_on(),), deadline=_next_card(case))


def further(case: Case) -> Ruling:
    """A further Weis besides the highest one: fined, or allowed to the party with the highest, at the right time.

    (AJZ-3.4-16, JR-WEIS-10 to 12)
    """
    if (none := not_played(case)) is not None:
        return none
    if "further-weis" in case.book.penalties:
        return case.ruling("weis-further", act="further-weis")
    late = case.deal.has_played(case.seat, 2) if case.game.deals and not case.marks else "after-second-card" in case.marks
    if late:
        return case.ruling("weis-too-late", rules=case.book.rules("weis.add_until"))
    if "with-first-card" in case.marks or (not case.marks and not case.first_turned):
        return case.no_offence("weis-further-wait", rules=case.book.rules("weis.announce"))
    return case.no_offence("weis-further-now", rules=case.book.rules("weis.announce", "weis.add_until"))


def named_unasked(case: Case) -> Ruling:
    """The content of a Weis named without being asked by an opponent. (AJZ-3.4-17)"""
    return not_played(case) or _only_fined(case, "weis-named", "weis-named-unasked", "weis.ask")


def _only_fined(case: Case, text: str, act: str, field: str) -> Ruling:
    if act in case.book.penalties:
        return case.ruling(text, act=act)
    return case.no_offence("weis-allowed", rules=case.book.rules(field))


def consulted(case: Case) -> Ruling:
    """Opponents who talk over whether to ask: a remark that influences play. (AJZ-2.2.2-27)"""
    if (none := not_played(case)) is not None:
        return none
    ruling = remark(case)
    if "remark" not in case.book.penalties:
        return ruling
    return case.ruling("remark-penalty", rules=(*case.book.rules("weis.ask"), *ruling.provisions), effects=ruling.effects)


def compared(case: Case) -> Ruling:
    """Which of several Weise counts. (JR-WEIS-02 to 04, JR-WEQ-04, UB-WCMP-01 to 09, AJZ-2.2.2-19 to 25)"""
    if (none := not_played(case)) is not None:
        return none
    if own := case.named(
        "AJZ-2.2.2-21", "AJZ-2.2.2-20", "AJZ-2.2.2-23", "AJZ-2.2.2-24", "AJZ-2.2.2-25", "AJZ-2.2.2-22", "AJZ-2.2.2-19"
    ):
        return case.ruling("weis-first-told", rules=own)
    ids = ("UB-WCMP-02", "UB-WCMP-03", "UB-WCMP-04", "UB-WCMP-05", "UB-WCMP-06", "UB-WCMP-07", "UB-WCMP-08")
    return case.ruling("weis-order", rules=case.named(*ids, "JR-WEIS-02", "JR-WEIS-03", "JR-WEIS-04", "JR-WEQ-04"))
