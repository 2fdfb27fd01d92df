"""Incidents at the table under each book, worked out by hand from its sentences."""

from __future__ import annotations

from tests.corpus.incidents.lines import Case, incidents

TABLE: list[Case] = [
    *incidents(
        "jassregeln",
        """
        wrong-dealer: before-trick = wrong-dealer; deal-again rightful-dealer (JR-DEAL-19)
        wrong-dealer: objector-played = objector-played; late (JR-DEAL-19)
        misdeal: after-trick = deal-stands; late (JR-DEAL-20)
        misdeal: before-trick = misdeal; deal-again same-dealer (JR-DEAL-14)
        exposed-card: before-trick = exposed; deal-again same-dealer (JR-DEAL-18)
        short-pack: after-trick = pack-stands; late (JR-DEAL-22)
        bottom-card: bodentrumpf = bottom-card; deal-again same-dealer (JR-BOD-02)
        badly-shuffled: not-cut = shuffle-again (JR-DEAL-06)
        no-cut: dealt-uncut = no-cut-dealt; deal-again same-dealer (JR-DEAL-19)
        partner-bids: before-trick = partner-bids-vorhand; deal-again vorhand (JR-TRUMP-05)
        changed-announcement: = announcement-stands (JR-TRUMP-04)
        silent-lead: = silent-lead (JR-TRUMP-03)
        wrong-lead: open plain-card = lead-back; wrong-back; leads rightful; dead-wrong; suit-banned offenders (JR-ERR-01)
        wrong-lead: open trump-card = lead-back; wrong-back; leads rightful; dead-wrong; opponents: required | free (JR-ERR-02)
        revoke: open side-suit = revoke-barred; wrong-back; play-suit offender; dead-wrong; dead-highest-led
            ; cannot-win offender; opponent-after: keep | change (JR-NIC-01)
        revoke: open trump-led = revoke-barred; wrong-back; play-suit offender; dead-wrong; dead-trumps
            ; cannot-win offender; opponent-after: keep | change (JR-NIC-02)
        revoke: turned side-suit = late-annul; late; opponents: annul | go-on (JR-ERR-11)
        revoke: only-bauer = no-fault (JR-BAUER-01)
        undertrump: side-suit only-trumps = no-fault (JR-UNDER-01)
        early-card: open must-follow = early-both-dead; wrong-back; dead-wrong; play-suit offender; dead-exchanged (JR-VOR-03)
        early-card: open need-not-follow = early-stays (JR-VOR-01)
        several-cards: can-follow both-playable = several; dead-laid; opponents: card (JR-TWO-02)
        dead-lead: only-dead = dead-forced-opponents (JR-ERR-05)
        missing-card: = missing; opponents: annul | no-effect (JR-MISS-01)
        tricks-left: opponents-next = left; trick-to opponents (JR-LEFT-01)
        unturned-lead: = turn-first (JR-EARLY-02)
        looked: later-trick own-trick = looked; points-to opponents (JR-LOOK-04)
        remark: not-played-on = remark-annul; opponents: annul | go-on (JR-QUE-06)
        question: answered not-played-on = remark-annul; opponents: annul | go-on (JR-QUE-06)
        question: only-asked = question (JR-QUE-01)
        claim: claim-fails = claim-wrong; rest-to opponents (JR-REST-03)
        claim: partner-could = claim-right (JR-REST-04)
        several-cards: leading = several-led; dead-laid; opponents: card (JR-ERR-05)
        small-cut: not-dealt = cut-again (JR-DEAL-04)
        weis-vorhand: = weis-vorhand; opponents: annul | go-on (JR-WEIS-16)
        weis-unneeded: partner-spoke = weis-unneeded; opponents: annul | go-on (JR-WEIS-21)
        weis-unneeded: partner-to-come = weis-allowed (JR-WEIS-20)
        false-weis: covered = weis-false; weis-lost offender; weis-allowed opponents (JR-WINV-01)
        incomplete-weis: covered contained = weis-incomplete (JR-WEIS-08)
        incomplete-weis: covered not-contained = weis-forfeited; weis-lost offender (JR-WEIS-09)
        incomplete-weis: uncovered = weis-correctable (JR-WEIS-07)
        further-weis: after-second-card = weis-too-late (JR-WEIS-12)
        late-weis: covered = weis-too-late (JR-WEIS-05)
        late-weis: last-open = weis-in-time (JR-WEIS-06)
        late-stoeck: stoeck-finishing = stoeck-in-time (JR-STOE-08)
        weis-asked: asked-late = weis-ask-late (JR-WEIS-13)
        thanks: too-few = thanks-lost; game-lost offenders; thanks-said (JR-BED-06)
        thanks: wrong-card-counted = thanks-lapses (JR-BED-09)
        not-counted: = not-counted (JR-CNT-02)
        miswritten: next-deal-running one-scribe = miswritten-corrected (JR-WRITE-05)
        unclear-writing: = write-clearly (JR-WRITE-06)
        seat-change: partie-running = seats-stay (JR-SEAT-01)
        """,
    ),
    *incidents(
        "nws2020",
        """
        wrong-dealer: objector-played = objector-played; late (NWS-2-05)
        wrong-dealer: after-trick opponent-dealt deals-left = dealer-balanced; dealer-balanced; late (NWS-2-08)
        wrong-dealer: after-trick partner-dealt last-deal = deal-stands; late (NWS-2-07)
        misdeal: before-trick = misdeal; deal-again same-dealer (NWS-3-11)
        exposed-card: before-trick = exposed; deal-again same-dealer (NWS-3-12)
        wrong-party: before-trick = wrong-party; deal-again same-dealer (NWS-3-07)
        wrong-party: after-trick deals-left = wrong-party-balanced; vorhand-swapped; late (NWS-3-09)
        wrong-party: after-trick last-deal = wrong-party-void; deal-again same-dealer; late (NWS-3-10)
        partner-bids: before-trick = partner-bids-same; deal-again same-dealer (NWS-4-09)
        picked-up-early: partner-picked = picked-up-open; @kontrolleur (NWS-4-03)
        pushed-back: = push-back (NWS-4-04)
        wrong-lead: open = lead-barred; wrong-back; leads rightful; dead-wrong; cannot-win offender
            ; card-banned offender (NWS-5-01)
        wrong-lead: turned = trick-stands; late (NWS-5-18)
        revoke: open side-suit = revoke-barred; wrong-back; play-highest offender; dead-wrong
            ; cannot-win offender; opponent-after: keep | change (NWS-5-07)
        revoke: open trump-led = revoke-barred; wrong-back; play-highest offender; dead-wrong; dead-trumps
            ; cannot-win offender; opponent-after: keep | change (NWS-5-08)
        revoke: turned trump-led = trick-stands; late (NWS-5-18)
        undertrump: open side-suit led-suit-held = revoke-barred; wrong-back; play-highest offender
            ; dead-wrong; cannot-win offender; opponent-after: keep | change (NWS-5-10)
        undertrump: side-suit only-trumps = no-fault (NWS-5-11)
        several-cards: open can-follow = several-highest; dead-laid; play-highest offender; cannot-win offender (NWS-5-14)
        several-cards: open leading = several-led-partner; dead-laid; cannot-win offender; opponents: card (NWS-5-15)
        several-cards: open cannot-follow = several; dead-laid; cannot-win offender; opponents: card (NWS-5-15)
        early-card: open need-not-follow = early-stays (NWS-5-16)
        dead-lead: open living-card = dead-lead; wrong-back; lead-another offender (NWS-5-22)
        dead-lead: only-dead = dead-forced-partner (NWS-5-24)
        card-ready: = conduct-open; exclusion-possible; @kontrolleur (NWS-6-06)
        unturned-lead: = conduct-open; exclusion-possible; @kontrolleur (NWS-6-05)
        remark: = conduct-open; exclusion-possible; @kontrolleur (NWS-9-02)
        looked: later-trick = conduct-open; exclusion-possible; @kontrolleur (NWS-6-07)
        claim: claim-fails = claim-wrong; rest-to opponents (NWS-6-09)
        claim: claim-holds = claim-played (NWS-6-08)
        not-counted: = not-counted-agreed (NWS-7-03)
        wrong-sum: round-sum = sum-open; @kontrolleur (NWS-7-05)
        late-weis: = no-weis (NWS-1-02)
        """,
    ),
    *incidents(
        "tam2014-es",
        """
        misdeal: before-trick = misdeal; deal-again same-dealer (TAM-ES-31)
        wrong-dealer: before-trick = wrong-dealer; ~; @jassleitung (TAM-ES-04)
        pushed-back: = push-back (TAM-ES-35)
        picked-up-early: partner-picked = picked-up-open; @jassleitung (TAM-ES-34)
        wrong-lead: open = lead-forfeit; wrong-back; leads rightful; dead-wrong; trick-to opponents; leads-next next (TAM-ES-47)
        wrong-lead: turned = trick-stands; late (TAM-ES-52)
        revoke: open side-suit single-card = revoke-forfeit; wrong-back; play-suit offender; dead-wrong
            ; trick-to opponents; leads-next next; opponent-after: keep | change (TAM-ES-56)
        revoke: open side-suit more-cards = revoke-forfeit; wrong-back; play-suit offender
            ; dead-highest-wrong; trick-to opponents; leads-next next; opponent-after: keep | change (TAM-ES-57)
        several-cards: put-down = several-all; dead-hand (TAM-ES-71)
        claim: laid-open = several-all; dead-hand (TAM-ES-70)
        claim: said-only = remark-forfeit; trick-to opponents; leads-next next (TAM-ES-41)
        remark: not-played-on = remark-forfeit; trick-to opponents; leads-next next (TAM-ES-42)
        looked: later-trick = conduct-open; @jassleitung (TAM-ES-40)
        dead-lead: only-dead = dead-forced-next (TAM-ES-50)
        wrong-sum: round-sum odd-missing = sum-odd-missing (TAM-ES-67)
        wrong-sum: round-sum even-difference = sum-even (TAM-ES-66)
        early-card: open must-follow = early-both-dead; ~; @jassleitung (TAM-ES-04)
        """,
    ),
    *incidents(
        "tam2014-es-at",
        """
        wrong-lead: open = lead-forfeit; wrong-back; leads rightful; dead-wrong; trick-to opponents
            ; leads-next next-left (TAM-ES-49)
        remark: not-played-on = remark-forfeit; trick-to opponents; leads-next next-left (TAM-ES-43)
        """,
    ),
    *incidents(
        "tam2014-cp",
        """
        played-variant: joker-open = played-variant-joker (TAM-CP-21)
        played-variant: joker-used = played-variant-nuller (TAM-CP-22)
        pushed-back: pair-finished = push-back-allowed (TAM-CP-20)
        pushed-back: both-playing = push-on (TAM-CP-15)
        picked-up-early: = picked-up-rightly (TAM-CP-44)
        claim: said-only = remark-forfeit; trick-to opponents; leads-next next (TAM-CP-42)
        dispute: = dispute; @jassleitung (TAM-CP-45)
        """,
    ),
    *incidents(
        "ub2024",
        """
        card-talk: = conduct-disqualified; @turnierleitung (UB-CONDUCT-04)
        weis-remark: = conduct-disqualified; @turnierleitung (UB-WEIS-09)
        late-weis: covered = weis-too-late (UB-WEIS-02)
        late-stoeck: stoeck-with-card = stoeck-in-time (UB-WEIS-03)
        late-stoeck: stoeck-before = stoeck-wait (UB-WEIS-03)
        weis-asked: asked-in-time = weis-ask-value (UB-WEIS-08)
        pushed-back: = push-back (UB-BID-03)
        thanks: too-few = thanks-lost; game-lost offenders (UB-AUSM-05)
        revoke: only-bauer = no-fault (UB-TRICK-07)
        revoke: open side-suit = revoke-barred; wrong-back; play-suit offender; dead-wrong; dead-highest-led
            ; cannot-win offender; ~; opponent-after: keep | change (UB-BASIS-04)
        unclear-writing: = write-clearly (UB-SLATE-06)
        """,
    ),
    *incidents(
        "ajz08",
        """
        wrong-dealer: before-trick = wrong-dealer; deal-again rightful-dealer; penalty trump-makers 100 (AJZ-3.4-06)
        misdeal: before-trick = misdeal; deal-again same-dealer; penalty dealer 100 (AJZ-3.4-08)
        no-cut: not-dealt knocked = no-cut; penalty offender 50 (AJZ-3.4-07)
        card-fallen: visible = card-fallen; penalty offender 200 (AJZ-3.4-09)
        card-fallen: hidden = card-fallen; penalty offender 100 (AJZ-3.4-10)
        picked-up-early: partner-picked later-deal = picked-up; penalty offender 100 (AJZ-3.4-11)
        picked-up-early: opponent-picked = picked-up-rightly (AJZ-2.2.1-13)
        wrong-lead: open after-push = lead-back; wrong-back; leads rightful; penalty offender 200 (AJZ-3.4-12)
        wrong-lead: open not-pushed = lead-back; wrong-back; leads rightful; penalty offender 100 (AJZ-3.4-21)
        undertrump: trump-led = no-fault (AJZ-2.2.1-38)
        undertrump: open side-suit other-cards = revoke-plain; wrong-back; play-legal offender
            ; penalty offender 100; opponent-after: keep | change (AJZ-3.4-20)
        revoke: turned side-suit = trick-stands; penalty offender 100; late (AJZ-3.4-20)
        looked: first-trick = look-allowed (AJZ-2.2.1-30)
        looked: later-trick = looked-penalty; penalty offender 200 (AJZ-3.4-19)
        remark: = remark-penalty; penalty offender 300 (AJZ-3.4-18)
        weis-consulted: = remark-penalty; penalty offender 300 (AJZ-2.2.2-27)
        claim: claim-fails = claim-wrong; rest-to opponents; penalty offender 200 (AJZ-3.4-22)
        claim: partner-could = claim-wrong; rest-to opponents; penalty offender 200 (AJZ-2.2.1-44)
        false-weis: written = weis-false-struck; weis-lost offender; penalty offender 300 (AJZ-3.4-13)
        false-weis: unwritten held = weis-false-struck; weis-lost offender; penalty offender 200 (AJZ-3.4-15)
        incomplete-weis: = weis-incomplete; penalty offender 100 (AJZ-3.4-14)
        further-weis: = weis-further; penalty offender 100 (AJZ-3.4-16)
        weis-named-unasked: = weis-named; penalty offender 200 (AJZ-3.4-17)
        weis-asked: asked-in-time partner-asks = weis-ask-partner (AJZ-2.2.2-26)
        late-stoeck: stoeck-covered = stoeck-in-time (AJZ-2.2.2-31)
        late-stoeck: stoeck-next-deal = stoeck-lost (AJZ-2.2.2-32)
        thanks: too-few = thanks-penalty; penalty offender 500 (AJZ-3.4-23)
        miswritten: own-slip next-deal-running = miswritten; penalty offender 200 (AJZ-3.4-25)
        late-writing: write-dealt = late-writing; penalty offender 200 (AJZ-3.4-26)
        slate-turned: written = slate-turned; penalty offender 100 (AJZ-3.4-27)
        slate-turned: nothing-written = slate-empty (AJZ-3.4-27)
        shared-out: = play-it-out (AJZ-2.2.1-21)
        """,
    ),
]
