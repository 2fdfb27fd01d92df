"""The vocabulary of offences: a key for each, the subject it belongs to, the facts that decide it, and who rules it.

The keys are part of the record notation and of `puur referee`, so they never change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puur.referee import bidding, claims, conduct, counting, dealing, early, lead, remarks, revoke, several, weis
from puur.referee.case import Case
from puur.referee.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Offence:
    """One kind of irregularity."""

    key: str
    subject: str
    ruler: Callable[[Case], Ruling]
    facts: tuple[str, ...] = ()  # what decides it besides the seat: trick, cards, by, other, points, or a mark


def _offences(subject: str, **rulers: tuple[Callable[[Case], Ruling], str]) -> list[Offence]:
    return [Offence(key.replace("_", "-"), subject, ruler, tuple(facts.split())) for key, (ruler, facts) in rulers.items()]


OFFENCES: Mapping[str, Offence] = {
    offence.key: offence
    for offence in [
        *_offences(
            "dealing",
            wrong_dealer=(dealing.wrong_dealer, "other by"),
            misdeal=(dealing.misdeal, "by"),
            exposed_card=(dealing.exposed, "by"),
            no_cut=(dealing.no_cut, ""),
            short_pack=(dealing.short_pack, ""),
            bottom_card=(dealing.bottom_card, ""),
            card_fallen=(dealing.fallen_card, "visible"),
        ),
        *_offences(
            "bidding",
            partner_bids=(bidding.spoke_first, ""),
            wrong_party=(bidding.wrong_party, "other"),
            picked_up_early=(bidding.picked_up, ""),
            played_variant=(bidding.played_variant, ""),
        ),
        *_offences(
            "play",
            wrong_lead=(lead.wrong_lead, "trick"),
            revoke=(revoke.revoke, "trick cards"),
            undertrump=(revoke.revoke, "trick"),
            dead_lead=(lead.dead_lead, "trick"),
            banned_card=(lead.banned, "trick"),
            early_card=(early.too_early, "trick"),
            card_ready=(early.held_ready, ""),
            several_cards=(several.several, "cards"),
            missing_card=(counting.missing, "cards"),
            tricks_left=(counting.left_lying, "trick"),
        ),
        *_offences(
            "weis",
            weis_vorhand=(weis.vorhand, "cards"),
            weis_unneeded=(weis.unneeded, "cards"),
            false_weis=(weis.false_weis, "written held"),
            incomplete_weis=(weis.incomplete, ""),
            wrong_weis=(weis.described_wrongly, "by"),
            further_weis=(weis.further, ""),
            weis_named_unasked=(weis.named_unasked, ""),
            weis_consulted=(weis.consulted, ""),
        ),
        *_offences(
            "remarks",
            remark=(remarks.remark, "trick by"),
            card_talk=(remarks.card_talk, "trick by"),
            question=(remarks.question, "answered"),
            looked=(remarks.looked, "trick"),
            claim=(claims.claim, ""),
        ),
        *_offences(
            "slate",
            thanks=(counting.thanks, ""),
            miscounted=(counting.miscounted, ""),
            miswritten=(counting.miswritten, "miscounted"),
            late_writing=(counting.late_writing, ""),
            slate_turned=(counting.slate_turned, "written"),
        ),
        *_offences(
            "conduct",
            unfair=(conduct.unfair, ""),
            dispute=(conduct.dispute, ""),
            seat_change=(conduct.seats_changed, ""),
            device=(conduct.listed, ""),
            device_secret=(conduct.listed, ""),
            spilled_drink=(conduct.listed, ""),
            plain_tea=(conduct.listed, ""),
        ),
    ]
}
