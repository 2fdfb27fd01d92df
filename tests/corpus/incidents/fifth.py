"""A fifth collection: what two hundred incidents taught that somebody who had never seen Puur wrote from the books alone."""

from __future__ import annotations

from tests.corpus.incidents.lines import Case, incidents

FIFTH: list[Case] = [
    *incidents(
        "jassregeln",
        """
        dead-given: = dead-given (JR-ERR-03)
        weis-compared: = weis-order (JR-WEIS-02)
        schneider: = schneider-double (JR-SCHN-03)
        opening: after-partie = dealer-losers (JR-DEAL-17)
        opening: first-lead = lead-taker (JR-PLAY-01)
        looked: deal-over = look-over (JR-LOOK-01)
        late-writing: deal-result write-next-over = late-writing-corrected (JR-WRITE-02)
        worth: match-worth = match-bonus (JR-MATCH-03)
        """,
    ),
    *incidents(
        "ajz08",
        """
        opening: first-trump = trump-seven (AJZ-2.2.1-07)
        opening: teams = teams-cards (AJZ-2.1-06)
        opening: who-cuts = cut-before (AJZ-2.2.1-03)
        tie: = tie-coin; @praesident (AJZ-1.5-11)
        penalty-demanded: = penalty-unlisted (AJZ-3.4-28)
        weis-compared: = weis-first-told (AJZ-2.2.2-21)
        schneider: = half-means-nothing (AJZ-2.2.1-56)
        drink: drinks-bill = drinks-paid (AJZ-1.7-10)
        miscounted: write-dealt = miscounted-late; penalty offender 100 (AJZ-2.2.1-50)
        unknown-mode: = unknown-mode (AJZ-2.2.1-19)
        results-late: = results-late (AJZ-3.1-08)
        device: asked-too-late = device-request-late (AJZ-1.4-05)
        worth: match-worth = match-full (AJZ-2.2.1-48)
        started-early: not-all-there = series-other-form (AJZ-1.5-01)
        """,
    ),
    *incidents(
        "nws2020",
        """
        several-cards: turned = trick-stands; late (NWS-5-18)
        dead-lead: living-card turned = trick-stands; late (NWS-5-18)
        card-talk: = conduct-open; exclusion-possible; @kontrolleur (NWS-6-04)
        tie: = tie-best-round (NWS-8-02)
        penalty-demanded: = penalty-warning; @kontrolleur (NWS-9-05)
        started-early: not-all-there = dealt-too-soon; @kontrolleur (NWS-3-01)
        schneider: = no-schneider (NWS-1-07)
        dead-given: = dead-given (NWS-5-04)
        worth: match-worth = match-plain (NWS-1-06)
        game-too-many: = game-too-many (NWS-1-07)
        opening: teams = teams-sheet (NWS-1-08)
        """,
    ),
    *incidents(
        "tam2014-es",
        """
        several-cards: by-accident = several; ~; @jassleitung (TAM-ES-04)
        changed-announcement: = announcement-stands; ~; @jassleitung (TAM-ES-04)
        penalty-demanded: = penalty-unknown; @jassleitung (TAM-ES-73)
        left-early: = office-open; @jassleitung (TAM-ES-73)
        opening: first-dealer = dealer-schreiber (TAM-ES-25)
        looked: deal-over = look-over (TAM-ES-40)
        """,
    ),
    *incidents(
        "tam2014-cp",
        """
        left-early: = office-open; @jassleitung (TAM-CP-01)
        opening: pair-done = dealer-finished (TAM-CP-19)
        opening: first-lead = lead-chooser (TAM-CP-16)
        worth: rounding = rounded-tens (TAM-CP-35)
        worth: match-worth = match-tens (TAM-CP-33)
        """,
    ),
    *incidents(
        "ub2024",
        """
        tie: = tie-matches (UB-STR-09)
        weis-compared: = weis-order (UB-WCMP-03)
        schneider: schneider-half = schneider-strich (UB-SCHN-02)
        opening: first-dealer = dealer-lowest (UB-DEAL-02)
        revoke: side-suit turned = late-annul; late; ~; opponents: annul | go-on (UB-TRICK-06)
        penalty-demanded: = penalty-disqualify; @turnierleitung (UB-CONDUCT-04)
        """,
    ),
]
