"""The vocabulary of offences: a key for each, the subject it belongs to, the facts that decide it, and who rules it.

The keys are part of the record notation and of `puur referee`, so they never change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puur.referee import (
    bidding,
    claims,
    clubday,
    conduct,
    counting,
    dealing,
    early,
    finishing,
    lead,
    office,
    openings,
    remarks,
    revoke,
    several,
    sums,
    weis,
    weis_times,
    worth,
    writing,
)
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
            wrong_dealer=(dealing.wrong_dealer, "other by nothing-dealt"),
            misdeal=(dealing.misdeal, "by"),
            exposed_card=(dealing.exposed, "by"),
            no_cut=(dealing.no_cut, "dealt-uncut objector-played after-trick not-cut-at-all"),
            small_cut=(dealing.small_cut, "dealt-uncut objector-played after-trick"),
            badly_shuffled=(dealing.badly_shuffled, "cut-already"),
            short_pack=(dealing.short_pack, ""),
            bottom_card=(dealing.bottom_card, "bodentrumpf taken-up"),
            card_fallen=(dealing.fallen_card, "visible"),
            opening=(
                openings.opening,
                "first-dealer after-partie pair-done first-trump first-lead any-card who-cuts how-dealt teams",
            ),
        ),
        *_offences(
            "bidding",
            partner_bids=(bidding.spoke_first, ""),
            wrong_party=(bidding.wrong_party, "other"),
            picked_up_early=(bidding.picked_up, ""),
            played_variant=(bidding.played_variant, ""),
            pushed_back=(bidding.pushed_back, "pair-finished"),
            changed_announcement=(bidding.changed, ""),
            unknown_mode=(bidding.unknown_mode, ""),
            silent_lead=(bidding.silent_lead, ""),
        ),
        *_offences(
            "play",
            wrong_lead=(lead.wrong_lead, "trick"),
            revoke=(revoke.revoke, "trick cards trumped"),
            undertrump=(revoke.revoke, "trick"),
            dead_lead=(lead.dead_lead, "trick"),
            dead_given=(lead.dead_given, ""),
            banned_card=(lead.banned, "trick"),
            early_card=(early.too_early, "trick"),
            card_ready=(early.held_ready, ""),
            unturned_lead=(early.unturned, ""),
            several_cards=(several.several, "cards by-accident"),
            missing_card=(counting.missing, "cards"),
            tricks_left=(counting.left_lying, "trick"),
            trick_winner=(worth.trick_winner, ""),
        ),
        *_offences(
            "weis",
            weis_vorhand=(weis.vorhand, "cards"),
            weis_unneeded=(weis.unneeded, "cards"),
            false_weis=(weis.false_weis, "written held uncovered"),
            incomplete_weis=(weis.incomplete, "uncovered not-contained"),
            wrong_weis=(weis.described_wrongly, "by corrected unharmed"),
            further_weis=(weis.further, "with-first-card after-second-card"),
            late_weis=(weis_times.late_weis, "not-covered last-open never-said"),
            late_stoeck=(
                weis_times.late_stoeck,
                "stoeck-with-card stoeck-before stoeck-in-weis stoeck-finishing stoeck-last-trick stoeck-next-deal stoeck-no-trump",
            ),
            weis_compared=(weis.compared, ""),
            weis_worth=(worth.weis_worth, "weis-values stoeck-worth cross-weis weis-without-trump weis-factor weis-shown"),
            weis_no_trick=(finishing.weis_without_trick, "thanked-early"),
            weis_asked=(weis_times.asked, "asked-between asked-late partner-asks"),
            weis_remark=(weis_times.talked, "by"),
            weis_named_unasked=(weis.named_unasked, ""),
            weis_consulted=(weis.consulted, ""),
        ),
        *_offences(
            "remarks",
            remark=(remarks.remark, "trick by"),
            card_talk=(remarks.card_talk, "trick by"),
            question=(remarks.question, "answered"),
            looked=(remarks.looked, "trick deal-over"),
            claim=(claims.claim, "alone-goal"),
        ),
        *_offences(
            "slate",
            thanks=(finishing.thanks, "enough-points open-trick-counted wrong-card-counted"),
            both_finished=(finishing.both_finished, "half-reached with-later-trick next-card-given"),
            worth=(worth.worth, "match-worth last-trick factor-worth rounding card-worth goal-worth slalom-worth strich-worth"),
            schneider=(finishing.schneider, "bergpreis-half"),
            miscounted=(writing.miscounted, "write-dealt write-played"),
            miswritten=(writing.miswritten, "miscounted next-deal-over before-limit two-scribes"),
            late_writing=(
                writing.late_writing,
                "bonus-points write-next-over write-dealt write-over write-later write-now two-scribes",
            ),
            slate_turned=(writing.slate_turned, "written"),
            not_counted=(sums.not_counted, ""),
            wrong_sum=(sums.wrong_sum, "deal-sum odd-missing odd-surplus"),
            unclear_writing=(sums.unclear_writing, ""),
            shared_out=(sums.shared_out, ""),
        ),
        *_offences(
            "conduct",
            unfair=(conduct.unfair, ""),
            penalty_demanded=(conduct.demanded, ""),
            dispute=(conduct.dispute, ""),
            seat_change=(conduct.seats_changed, ""),
            device=(conduct.device, "permitted emergency false-emergency calculator asked-too-late outside-series"),
            device_secret=(conduct.listed, "outside-series"),
            spilled_drink=(conduct.listed, "outside-series"),
            plain_tea=(conduct.listed, "additive outside-series"),
            drink=(conduct.drink, "schnapps unequal soft-drink drinks-bill"),
            pause=(conduct.pause, "after-second toilet other-break"),
        ),
        *_offences(
            "office",
            late_arrival=(clubday.late, "late-5 late-15 late-30 late-60 late-89 late-90 emergency"),
            no_show=(clubday.missing, "replaced emergency"),
            left_early=(
                clubday.left,
                "during-play guest-after member-announced emergency early-5 early-15 early-30 early-60 early-89 early-90",
            ),
            series_incomplete=(clubday.incomplete, "one-round-played two-rounds-played"),
            late_name=(clubday.late_name, "name-in-time"),
            guest_duty=(clubday.guest_duty, "guest-who guest-when guest-where"),
            promotion=(clubday.promotion, ""),
            fee_unpaid=(clubday.fee_unpaid, ""),
            fine_unpaid=(clubday.fine_unpaid, "guest-fine after-10 after-20 after-30"),
            report_missing=(clubday.report_missing, "year-over"),
            third_absence=(clubday.third_absence, ""),
            meeting_missed=(clubday.meeting_missed, "cancelled-in-time emergency came-late"),
            unsigned_sheet=(office.unsigned, "player-unsigned"),
            sheet_missing=(office.sheet_missing, ""),
            wrong_sheet=(office.sheet_wrong, ""),
            protest=(office.protest, "too-late oral incomplete"),
            appeal=(office.appeal, ""),
            exclusion=(office.exclusion, "not-warned during-game"),
            official_absent=(office.official_absent, "concerned emergency-matter"),
            card_faces=(office.faces, "agreed"),
            rules_refused=(office.refused, ""),
            tie=(office.tie, ""),
            results_late=(office.results_late, ""),
            game_too_many=(office.game_too_many, ""),
            started_early=(office.started_early, "not-all-there"),
            time_up=(office.time_up, ""),
        ),
    ]
}
