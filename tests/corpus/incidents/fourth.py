"""A fourth collection: incidents written from the books before the answers were looked at, as far as they were new."""

from __future__ import annotations

from tests.corpus.incidents.lines import Case, incidents

FOURTH: list[Case] = [
    *incidents(
        "jassregeln",
        """
        undertrump: side-suit other-cards turned = late-annul; late; opponents: annul | go-on (JR-ERR-11)
        several-cards: can-follow none-playable = several-none; dead-laid; play-legal offender (JR-TWO-01)
        partner-bids: after-trick = deal-stands; late (JR-TRUMP-05)
        """,
    ),
    *incidents(
        "nws2020",
        """
        wrong-dealer: before-trick = wrong-dealer; deal-again rightful-dealer (NWS-2-06)
        revoke: side-suit turned = trick-stands; late (NWS-5-18)
        undertrump: side-suit other-cards open = revoke-barred; wrong-back; play-legal offender; dead-wrong
            ; cannot-win offender; opponent-after: keep | change (NWS-5-12)
        revoke: only-bauer = no-fault; ~ (JR-BAUER-01)
        badly-shuffled: not-cut = shuffle-again; ~; @kontrolleur (JR-DEAL-06)
        miswritten: = miswritten-corrected (NWS-7-04)
        """,
    ),
    *incidents(
        "tam2014-es",
        """
        false-weis: = no-weis (TAM-ES-19)
        silent-lead: = silent-lead; ~; @jassleitung (TAM-ES-38)
        no-show: = office-open; @jassleitung (TAM-ES-73)
        revoke: only-bauer = no-fault (TAM-ES-58)
        """,
    ),
    *incidents(
        "tam2014-cp",
        """
        revoke: side-suit open single-card = revoke-forfeit; wrong-back; play-suit offender; dead-wrong; trick-to opponents
            ; leads-next next; opponent-after: keep | change (TAM-ES-55)
        weis-remark: = no-weis (TAM-CP-39)
        wrong-lead: open = lead-forfeit; wrong-back; leads rightful; dead-wrong; trick-to opponents; leads-next next (TAM-ES-47)
        wrong-dealer: before-trick = wrong-dealer; ~; @jassleitung (JR-DEAL-19)
        several-cards: put-down = several-all; dead-hand (TAM-ES-71)
        late-arrival: = office-open; @jassleitung (TAM-CP-45)
        """,
    ),
    *incidents(
        "ub2024",
        """
        weis-asked: asked-late = weis-ask-late (UB-WEIS-09)
        wrong-lead: open plain-card = lead-back; wrong-back; leads rightful; dead-wrong; suit-banned offenders; ~ (JR-ERR-01)
        small-cut: not-dealt = cut-again (UB-DEAL-05)
        misdeal: before-trick = misdeal; deal-again same-dealer; ~ (JR-DEAL-14)
        no-show: = seat-empty; @turnierleitung (UB-EVENT-04)
        left-early: = seat-empty; @turnierleitung (UB-EVENT-04)
        undertrump: side-suit other-cards open = revoke-barred; wrong-back; play-legal offender; dead-wrong
            ; cannot-win offender; opponent-after: keep | change (UB-TRICK-11)
        looked: later-trick own-trick = looked; points-to opponents; ~ (JR-LOOK-04)
        late-writing: deal-result write-played = late-writing-corrected; ~ (JR-WRITE-02)
        time-up: = time-up; @turnierleitung (UB-EVENT-01)
        appeal: = appeal-stands (UB-CONDUCT-04)
        several-cards: can-follow both-playable = several; dead-laid; ~; opponents: card (JR-TWO-02)
        wrong-lead: open trump-card = lead-back; wrong-back; leads rightful; dead-wrong; ~; opponents: required | free (JR-ERR-02)
        """,
    ),
    *incidents(
        "ajz08",
        """
        late-writing: write-played = late-writing; penalty offender 200 (AJZ-3.4-26)
        fine-unpaid: guest-fine after-20 = fine-raised-again; fine-half offender (AJZ-1.3-20)
        """,
    ),
]
