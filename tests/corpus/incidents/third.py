"""A third collection: rulings that were wrong or assumed a fact, found by reading every card against its sentence."""

from __future__ import annotations

from tests.corpus.incidents.lines import Case, incidents

THIRD: list[Case] = [
    *incidents(
        "jassregeln",
        """
        no-cut: objector-played = objector-played; late (JR-DEAL-19)
        small-cut: objector-played = objector-played; late (JR-DEAL-19)
        wrong-dealer: nothing-dealt = dealer-in-time (JR-DEAL-19)
        false-weis: uncovered = weis-correctable (JR-WEIS-07)
        wrong-weis: not-corrected unharmed = weis-harmless (JR-WINV-03)
        early-card: turned must-follow = late-annul; late; opponents: annul | go-on (JR-ERR-11)
        early-card: turned need-not-follow = trick-stands; late (JR-VOR-01)
        dead-lead: living-card turned = trick-stands; late (JR-ERR-05)
        """,
    ),
    *incidents(
        "nws2020",
        """
        no-cut: objector-played = objector-played; late (NWS-2-05)
        device: = aid-forbidden; exclusion-possible; @kontrolleur (NWS-6-02)
        device-secret: = aid-forbidden; exclusion-possible; @kontrolleur (NWS-6-02)
        early-card: turned = trick-stands; late (NWS-5-18)
        """,
    ),
    *incidents(
        "tam2014-es",
        """
        banned-card: = no-ban (TAM-ES-45)
        unfair: = conduct-open; @jassleitung (TAM-ES-73)
        early-card: turned = trick-stands; late; ~; @jassleitung (TAM-ES-73)
        """,
    ),
    *incidents(
        "tam2014-cp",
        """
        banned-card: = no-ban (TAM-ES-45)
        unfair: = conduct-open; @jassleitung (TAM-ES-73)
        """,
    ),
    *incidents(
        "ub2024",
        """
        false-weis: uncovered = weis-correctable; ~ (JR-WEIS-07)
        wrong-weis: not-corrected unharmed = weis-harmless; ~ (JR-WINV-03)
        early-card: turned must-follow = late-annul; late; ~; opponents: annul | go-on (JR-ERR-11)
        """,
    ),
    *incidents(
        "ajz08",
        """
        wrong-dealer: nothing-dealt = dealer-in-time (AJZ-3.4-06)
        unfair: = conduct-unlisted (AJZ-3.4-28)
        exclusion: = exclusion-meeting (AJZ-1.3-21)
        no-cut: not-dealt not-cut-at-all = no-cut (AJZ-3.4-28)
        no-cut: dealt-uncut not-cut-at-all = no-cut-dealt; deal-again same-dealer (AJZ-3.4-28)
        no-cut: objector-played knocked = objector-played; penalty offender 50; late (AJZ-3.4-07)
        banned-card: = no-ban (AJZ-3.4-01)
        spilled-drink: outside-series = listed-outside (AJZ-3.4-01)
        plain-tea: plain outside-series = listed-outside (AJZ-3.4-01)
        device-secret: outside-series = listed-outside (AJZ-3.4-01)
        meeting-missed: emergency = emergency; @praesident (AJZ-1.3-31)
        started-early: no-order = wait-for-order; @praesident (AJZ-1.1-14)
        early-card: turned = trick-stands; penalty offender 100; late (AJZ-3.4-21)
        """,
    ),
]
