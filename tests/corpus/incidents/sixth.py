"""A sixth collection: what was not answered, or with another book's sentence, when all provisions were walked."""

from __future__ import annotations

from tests.corpus.incidents.lines import Case, incidents

SIXTH: list[Case] = [
    *incidents(
        "jassregeln",
        """
        late-weis: never-said = weis-unsaid (JR-WEIS-05)
        weis-worth: weis-shown = weis-shown-all (JR-WEIS-24)
        claim: alone-goal = claim-alone (JR-REST-06)
        trick-winner: = trick-strongest (JR-LEAD-01)
        bottom-card: taken-up = bottom-stays (JR-BOD-03)
        late-stoeck: stoeck-last-trick = stoeck-in-time (JR-STOE-10)
        late-stoeck: stoeck-no-trump = stoeck-no-trump (JR-STOE-01)
        opening: any-card = lead-any (JR-PLAY-03)
        opening: how-dealt = dealt-threes (JR-DEAL-11)
        weis-worth: weis-values = weis-values (JR-WVAL-02)
        weis-worth: stoeck-worth = stoeck-twenty (JR-STOE-05)
        weis-worth: cross-weis = weis-crossed (JR-WEIS-01)
        weis-worth: weis-without-trump = weis-any-mode (JR-WVAL-12)
        weis-worth: weis-factor = weis-times (JR-WEIS-23)
        """,
    ),
    *incidents(
        "ajz08",
        """
        late-weis: never-said = weis-unsaid (AJZ-2.2.2-18)
        weis-worth: weis-shown = weis-value-only (AJZ-2.2.2-26)
        worth: card-worth = cards-worth (AJZ-2.2.1-23)
        worth: goal-worth = goal-points (AJZ-2.2.1-52)
        trick-winner: = trick-strongest (AJZ-2.2.1-22)
        guest-duty: guest-who = guest-who (AJZ-1.2-09)
        guest-duty: guest-when = guest-when (AJZ-1.2-10)
        guest-duty: ersatz-who = ersatz-who (AJZ-1.2-01)
        promotion: = promotion (AJZ-4.2-04)
        revoke: trumped = ruff-allowed (AJZ-2.2.1-32)
        late-stoeck: stoeck-no-trump = stoeck-no-trump (AJZ-2.2.2-30)
        opening: after-partie = again-any (AJZ-2.2.1-01)
        opening: how-dealt = dealt-nine (AJZ-2.2.1-05)
        wrong-sum: round-sum = sum-corrected; penalty offender 100 (AJZ-3.4-24)
        wrong-sum: deal-sum = sum-deal; penalty offender 100 (AJZ-3.4-24)
        meeting-missed: came-late late-15 = fine; fine offender 20; fine-due 10 (AJZ-1.3-27)
        meeting-missed: came-late late-90 = fine; fine offender 200; fine-due 10 (AJZ-1.3-27)
        weis-worth: weis-values = weis-values (AJZ-2.2.2-10)
        weis-worth: stoeck-worth = stoeck-twenty (AJZ-2.2.2-33)
        weis-worth: cross-weis = weis-crossed (AJZ-2.2.2-12)
        weis-worth: weis-factor = weis-times (AJZ-2.2.2-14)
        """,
    ),
    *incidents(
        "nws2020",
        """
        worth: card-worth = cards-worth (NWS-1-13)
        worth: goal-worth = goal-deals (NWS-1-07)
        opening: after-partie = again-schreiber (NWS-3-02)
        wrong-sum: deal-sum = sum-deal (NWS-2-03)
        opening: any-card = lead-any (NWS-4-07)
        opening: how-dealt = dealt-threes (NWS-3-04)
        """,
    ),
    *incidents(
        "tam2014-es",
        """
        worth: card-worth = cards-worth (TAM-ES-13)
        worth: goal-worth = goal-deals (TAM-ES-21)
        trick-winner: = trick-strongest (TAM-ES-44)
        opening: after-partie = again-schreiber (TAM-ES-25)
        wrong-sum: deal-sum = sum-deal (TAM-ES-63)
        opening: any-card = lead-any (TAM-ES-39)
        """,
    ),
    *incidents(
        "tam2014-cp",
        """
        worth: goal-worth = goal-deals (TAM-CP-05)
        worth: slalom-worth = slalom-first (TAM-CP-25)
        opening: after-partie = again-schreiber (TAM-CP-11)
        appeal: = appeal-protest (TAM-CP-47)
        """,
    ),
    *incidents(
        "ub2024",
        """
        worth: card-worth = cards-worth (UB-POINTS-04)
        worth: goal-worth = goal-points (UB-END-01)
        late-weis: never-said = weis-unsaid (UB-WEIS-01)
        weis-worth: weis-shown = weis-value-told (UB-WEIS-07)
        trick-winner: = trick-strongest (UB-TRICK-04)
        revoke: trumped = ruff-allowed (UB-TRICK-09)
        late-stoeck: stoeck-no-trump = stoeck-no-trump (UB-WVAL-02)
        late-stoeck: stoeck-last-trick = stoeck-in-time (UB-AUSM-03)
        opening: after-partie = again-lowest (UB-DEAL-02)
        schneider: bergpreis-half = bergpreis (UB-BERG-04)
        worth: strich-worth = striche (UB-STR-03)
        wrong-sum: deal-sum = sum-deal (UB-POINTS-06)
        weis-worth: stoeck-worth = stoeck-trump-only (UB-WVAL-02)
        weis-worth: cross-weis = weis-crossed (UB-WEIS-10)
        """,
    ),
]
