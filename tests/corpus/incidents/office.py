"""Incidents that only officials deal with, under each book that has a sentence for them."""

from __future__ import annotations

from tests.corpus.incidents.lines import Case, incidents

OFFICE: list[Case] = [
    *incidents(
        "nws2020",
        """
        unsigned-sheet: visa-missing = sheet-unsigned (NWS-7-11)
        sheet-missing: = sheet-not-counted (NWS-7-12)
        wrong-sheet: = sheet-compared; @kontrolleur (NWS-7-07)
        late-arrival: = seat-empty; @kontrolleur (NWS-3-01)
        protest: = protest-none (NWS-9-08)
        appeal: = appeal-next; decides turnierleiter (NWS-9-04)
        exclusion: not-warned = exclusion-warn-first (NWS-9-05)
        exclusion: warned during-game = exclusion-substitute; @turnierleiter (NWS-9-06)
        official-absent: = official-last; @turnierleiter (NWS-9-04)
        started-early: no-order = wait-for-order; @turnierleiter (NWS-2-10)
        rules-refused: = rules-accepted (NWS-9-07)
        """,
    ),
    *incidents(
        "tam2014-es",
        """
        protest: in-order = protest-in-order (TAM-ES-75)
        protest: oral = protest-oral (TAM-ES-75)
        protest: too-late = protest-too-late (TAM-ES-76)
        protest: incomplete = protest-incomplete (TAM-ES-77)
        appeal: = appeal-protest (TAM-ES-74)
        official-absent: = official-alone (TAM-ES-73)
        """,
    ),
    *incidents(
        "ub2024",
        """
        card-faces: not-agreed = faces-french (UB-DECK-03)
        card-faces: agreed = faces-agreed (UB-DECK-02)
        unsigned-sheet: visa-missing = sheet-visa (UB-STR-06)
        unsigned-sheet: player-unsigned = sheet-sign (UB-SHEET-05)
        exclusion: = conduct-disqualified; @turnierleitung (UB-CONDUCT-04)
        rules-refused: = rules-accepted (UB-BASIS-02)
        """,
    ),
    *incidents(
        "ajz08",
        """
        late-arrival: late-5 no-emergency = fine; fine offender 10; fine-due 10; fine-joint (AJZ-1.3-04)
        late-arrival: late-60 no-emergency = fine; fine offender 100; fine-due 10; fine-joint (AJZ-1.3-07)
        late-arrival: late-90 no-emergency = fine; fine offender 200; fine-due 10; fine-joint; outage-if-missing (AJZ-1.3-02)
        late-arrival: emergency = emergency; outage-if-missing; @praesident (AJZ-1.3-12)
        no-show: not-replaced no-emergency = fine; fine offender 200; fine-due 10; fine-joint; outage-start (AJZ-1.5-03)
        left-early: during-play no-emergency one-round-played = fine-broken-off; fine offender 200; fine-due 10; fine-joint
            ; outage-others (AJZ-1.5-08)
        left-early: during-play no-emergency two-rounds-played = fine-broken-off; fine offender 200; fine-due 10; fine-joint
            ; outage-own (AJZ-1.5-06)
        left-early: guest-after = leave-free (AJZ-1.3-13)
        left-early: member-announced = leave-free (AJZ-1.3-14)
        left-early: member-unannounced no-emergency early-30 = leave-fined; fine offender 30; fine-due 10 (AJZ-1.3-15)
        left-early: member-unannounced emergency = emergency; @praesident (AJZ-1.3-16)
        series-incomplete: from-the-start = series-other-form (AJZ-1.5-01)
        series-incomplete: two-rounds-played = series-own-average (AJZ-1.5-06)
        late-name: name-late = fine; fine offender 20; fine-due 10 (AJZ-1.2-12)
        fine-unpaid: own-fine after-20 = fine-raised-again; fine-half offender (AJZ-1.3-20)
        fine-unpaid: own-fine after-30 = fine-meeting (AJZ-1.3-21)
        report-missing: year-over = beer-money; fine offender 100 (AJZ-1.3-26)
        device: no-permission during-series = listed; penalty offender 300 (AJZ-3.4-03)
        device: false-emergency during-series = device-beer; penalty offender 300; beer offender (AJZ-1.4-08)
        device: no-permission outside-series = device-outside (AJZ-1.1-19)
        device: calculator = device-allowed (AJZ-1.4-03)
        device-secret: during-series = listed; penalty offender 500 (AJZ-3.4-04)
        plain-tea: additive = listed-excused (AJZ-3.4-05)
        official-absent: rule-matter = official-next; @deputy-chef-regelwerk (AJZ-1.8-05)
        official-absent: emergency-matter = official-next; @vizepraesident (AJZ-1.8-01)
        unsigned-sheet: = sheet-sign (AJZ-3.1-04)
        drink: schnapps = schnapps-agreed (AJZ-1.7-06)
        """,
    ),
]
