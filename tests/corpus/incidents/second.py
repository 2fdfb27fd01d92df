"""A second collection: what people ask next, and the neighbours of the first one, worked out by hand from each book's sentence."""

from __future__ import annotations

from tests.corpus.incidents.lines import Case, incidents

SECOND: list[Case] = [
    *incidents(
        "jassregeln",
        """
        both-finished: target-reached with-first-trick no-next-card = ausmach-order (JR-AUSM-08)
        both-finished: target-reached with-first-trick next-card-given = ausmach-late (JR-AUSM-07)
        both-finished: target-reached with-later-trick = first-thanks (JR-BED-03)
        both-finished: half-reached with-first-trick = ausmach-half (JR-SCHN-05)
        both-finished: half-reached with-later-trick = schneider-counted (JR-SCHN-04)
        thanks: open-trick-counted = thanks-open-trick (JR-BED-07)
        thanks: enough-points = thanks-right; thanks-said (JR-BED-02)
        late-writing: deal-result write-played one-scribe = late-writing-one-scribe (JR-WRITE-05)
        late-writing: deal-result write-played two-scribes = late-writing-corrected (JR-WRITE-02)
        late-writing: deal-result write-dealt = writing-in-time (JR-WRITE-02)
        late-writing: bonus-points write-later = late-writing-corrected (JR-WRITE-08)
        late-writing: bonus-points write-now = writing-in-time (JR-WRITE-08)
        miswritten: next-deal-running two-scribes = miswritten-late (JR-WRITE-02)
        miswritten: next-deal-over = miswritten-late (JR-WRITE-05)
        miswritten: before-limit = miswritten-corrected (JR-WRITE-02)
        late-stoeck: stoeck-in-weis = stoeck-in-time (JR-STOE-04)
        late-stoeck: stoeck-with-card = stoeck-in-time (JR-STOE-02)
        late-stoeck: stoeck-covered = stoeck-lost (JR-STOE-02)
        late-stoeck: stoeck-before = stoeck-wait (JR-STOE-02)
        weis-asked: asked-in-time = weis-ask-show (JR-WEIS-18)
        weis-asked: asked-between = weis-ask-value (JR-WEIS-13)
        wrong-weis: not-corrected harmed = weis-wrong; opponents: annul | go-on (JR-WINV-03)
        wrong-weis: corrected = weis-corrected (JR-WINV-02)
        further-weis: after-first-trick = weis-further-now (JR-WEIS-11)
        weis-remark: not-played-on = remark-annul; opponents: annul | go-on (JR-WEIS-19)
        late-weis: last-turned = weis-too-late (JR-WEIS-06)
        exposed-card: after-trick = deal-stands; late (JR-DEAL-20)
        no-cut: not-dealt = no-cut (JR-DEAL-05)
        short-pack: before-trick = pack; deal-again same-dealer (JR-DEAL-22)
        wrong-dealer: after-trick = deal-stands; late (JR-DEAL-20)
        revoke: turned trump-led = late-annul; late; opponents: annul | go-on (JR-ERR-15)
        undertrump: open side-suit other-cards = revoke-barred; wrong-back; play-legal offender; dead-wrong
            ; cannot-win offender; opponent-after: keep | change (JR-UNDER-01)
        looked: later-trick their-trick = looked-theirs (JR-LOOK-01)
        wrong-lead: turned = late-annul; late; opponents: annul | go-on (JR-ERR-11)
        tricks-left: own-next = left (JR-LEFT-01)
        card-ready: = recorded (JR-EARLY-01)
        seat-change: partie-over = seats-free (JR-SEAT-01)
        claim: claim-holds = claim-right (JR-REST-01)
        """,
    ),
    *incidents(
        "nws2020",
        """
        wrong-dealer: after-trick opponent-dealt last-deal = wrong-party-void; deal-again rightful-dealer; late (NWS-3-10)
        wrong-dealer: after-trick partner-dealt deals-left = dealer-balanced; dealer-swapped; late (NWS-2-08)
        early-card: open must-follow = early-revoke; wrong-back; play-highest offender; dead-wrong; cannot-win offender (NWS-5-17)
        unsigned-sheet: player-unsigned = sheet-no-signature (NWS-7-07)
        exclusion: warned between-games = exclusion; @turnierleiter (NWS-9-05)
        no-show: = seat-empty; @kontrolleur (NWS-3-01)
        left-early: = seat-empty; @kontrolleur (NWS-3-01)
        silent-lead: = silent-lead-ask (NWS-4-05)
        late-writing: deal-result = late-writing-agreed (NWS-7-03)
        late-writing: bonus-points = no-weis (NWS-1-02)
        late-stoeck: = no-stoeck (NWS-1-03)
        both-finished: = no-thanks (NWS-1-07)
        miscounted: = miscounted-corrected (NWS-7-02)
        shared-out: = play-it-out (NWS-6-08)
        misdeal: after-trick = misdeal-late; @kontrolleur; late (NWS-9-02)
        missing-card: = missing-open; @kontrolleur (NWS-9-02)
        picked-up-early: opponent-picked = picked-up-rightly (NWS-4-03)
        unfair: = conduct-open; exclusion-possible; @kontrolleur (NWS-9-02)
        dispute: = dispute; @kontrolleur (NWS-9-02)
        small-cut: not-dealt = cut-again (NWS-3-03)
        banned-card: open other-playable = banned-card; wrong-back; lead-another offender (NWS-4-11)
        """,
    ),
    *incidents(
        "tam2014-es",
        """
        exposed-card: before-trick = exposed; deal-again same-dealer (TAM-ES-32)
        small-cut: not-dealt = cut-again (TAM-ES-27)
        wrong-sum: round-sum odd-surplus = sum-odd-surplus (TAM-ES-68)
        late-writing: deal-result = late-writing-split (TAM-ES-66)
        revoke: turned side-suit = trick-stands; late (TAM-ES-59)
        late-weis: = no-weis (TAM-ES-19)
        late-stoeck: = no-stoeck (TAM-ES-20)
        wrong-sheet: = sheet-compared; @jassleitung (TAM-ES-65)
        exclusion: = exclusion-open; @jassleitung (TAM-ES-73)
        dispute: = dispute; @jassleitung (TAM-ES-73)
        shared-out: = play-it-out (TAM-ES-69)
        missing-card: = missing-open; @jassleitung (TAM-ES-73)
        remark: played-on = remark-forfeit-late; trick-to opponents (TAM-ES-42)
        """,
    ),
    *incidents(
        "tam2014-cp",
        """
        protest: too-late = protest-too-late (TAM-CP-47)
        protest: oral = protest-oral (TAM-CP-46)
        protest: in-order = protest-in-order (TAM-CP-47)
        looked: later-trick = conduct-open; @jassleitung (TAM-CP-43)
        remark: not-played-on = remark-forfeit; trick-to opponents; leads-next next (TAM-CP-42)
        silent-lead: = silent-lead-ask (TAM-CP-12)
        late-stoeck: = no-stoeck (TAM-CP-40)
        wrong-sum: round-sum odd-missing = sum-odd-missing (TAM-ES-67)
        """,
    ),
    *incidents(
        "ub2024",
        """
        both-finished: target-reached with-first-trick = ausmach-order (UB-AUSM-02)
        both-finished: target-reached with-later-trick = first-there (UB-END-01)
        both-finished: half-reached with-first-trick = ausmach-half (UB-BERG-02)
        both-finished: half-reached with-later-trick = half-first (UB-BERG-01)
        late-weis: last-open = weis-in-time (UB-WEIS-02)
        weis-asked: asked-between = weis-ask-late (UB-WEIS-09)
        late-stoeck: stoeck-covered = stoeck-lost (UB-WEIS-03)
        remark: = conduct-disqualified; @turnierleitung (UB-CONDUCT-04)
        official-absent: = official-alone (UB-CONDUCT-04)
        no-cut: not-dealt = no-cut (UB-DEAL-03)
        sheet-missing: = sheet-wanted; @turnierleitung (UB-STR-06)
        protest: = protest-unknown (UB-CONDUCT-04)
        """,
    ),
    *incidents(
        "ajz08",
        """
        late-arrival: late-15 no-emergency = fine; fine offender 20; fine-due 10; fine-joint (AJZ-1.3-05)
        late-arrival: late-30 no-emergency = fine; fine offender 30; fine-due 10; fine-joint (AJZ-1.3-06)
        late-arrival: late-89 no-emergency = fine; fine offender 150; fine-due 10; fine-joint; outage-if-missing (AJZ-1.3-08)
        no-show: replaced = replaced (AJZ-1.2-01)
        no-show: not-replaced emergency = emergency; outage-start; @praesident (AJZ-1.3-12)
        left-early: during-play emergency one-round-played = emergency-broken-off; outage-others; @praesident (AJZ-1.5-08)
        left-early: during-play emergency two-rounds-played = emergency-broken-off; outage-own; @praesident (AJZ-1.5-07)
        left-early: member-unannounced no-emergency early-90 = leave-fined; fine offender 200; fine-due 10 (AJZ-1.3-15)
        series-incomplete: one-round-played = series-broken-off (AJZ-1.5-08)
        late-name: name-in-time = name-in-time (AJZ-1.2-11)
        fee-unpaid: = fee-owed (AJZ-1.1-13)
        fine-unpaid: own-fine within-10 = fine-due (AJZ-1.3-18)
        fine-unpaid: own-fine after-10 = fine-raised; fine-half offender (AJZ-1.3-19)
        fine-unpaid: guest-fine within-10 = fine-due-guest (AJZ-1.3-22)
        report-missing: year-running = beer-round; beer offender (AJZ-1.3-24)
        meeting-missed: not-cancelled = fine; fine offender 200; fine-due 10 (AJZ-1.3-27)
        meeting-missed: cancelled-in-time = cancelled (AJZ-1.3-30)
        third-absence: = trophy-lost (AJZ-3.3-07)
        pause: after-first = break-majority (AJZ-1.6-01)
        pause: after-second = break-after-second (AJZ-1.6-03)
        pause: toilet = break-toilet (AJZ-1.6-04)
        pause: other-break = break-other-break (AJZ-1.6-01)
        drink: other-drink = drink-majority (AJZ-1.7-03)
        drink: unequal = drink-equally (AJZ-1.7-01)
        plain-tea: plain during-series = listed; penalty offender 100 (AJZ-3.4-05)
        spilled-drink: during-series = listed; penalty offender 100 (AJZ-3.4-02)
        device: false-emergency outside-series = device-outside-beer; beer offender (AJZ-1.4-07)
        device: permitted = device-allowed (AJZ-1.4-04)
        weis-no-trick: played-out = weis-unconfirmed (AJZ-2.2.2-28)
        weis-no-trick: thanked-early = weis-credited (AJZ-2.2.1-57)
        wrong-weis: = weis-wrong-value-stays; penalty offender 200 (AJZ-3.4-15)
        miscounted: write-over = miscounted; penalty offender 100 (AJZ-3.4-24)
        exposed-card: before-trick = exposed; deal-again same-dealer; penalty dealer 100 (AJZ-2.2.1-06)
        early-card: open need-not-follow = early-stays; penalty offender 100 (AJZ-3.4-21)
        revoke: open side-suit = revoke-plain; wrong-back; play-suit offender
            ; penalty offender 100; opponent-after: keep | change (AJZ-3.4-20)
        late-writing: write-over = writing-in-time (AJZ-2.2.1-50)
        both-finished: target-reached = points-alone-count (AJZ-2.2.1-54)
        both-finished: half-reached = half-means-nothing (AJZ-2.2.1-56)
        card-faces: = faces-fixed (AJZ-2.1-02)
        protest: = protest-unknown (AJZ-1.8-03)
        sheet-missing: = sheet-wanted; @chef-jahrestrophy (AJZ-3.1-05)
        wrong-sheet: = sheet-compared; @chef-jahrestrophy (AJZ-3.1-03)
        pushed-back: = push-back (AJZ-2.2.1-11)
        """,
    ),
]
