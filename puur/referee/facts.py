"""The facts that decide an offence, in one list for each: what a page asks that asks for one fact only.

`puur.referee.asking` knows all questions of an offence; here stand the answers that may be told apart without a second question.
"""

from __future__ import annotations

from collections.abc import Mapping

from puur.referee.questions import QUESTIONS

_TOLD_APART: Mapping[str, tuple[str, ...]] = {  # of offences with several questions, the usual fact first
    "revoke": ("side-suit", "trump-led"),
    "undertrump": ("side-suit", "trump-led"),
    "wrong-lead": ("plain-card", "trump-card", "after-push"),
    "looked": ("later-trick", "first-trick"),
    "early-card": ("must-follow", "need-not-follow"),
    **dict.fromkeys(("misdeal", "exposed-card", "wrong-dealer"), ("before-trick", "after-trick")),
}
FACTS: Mapping[str, tuple[str, ...]] = {
    **{offence: asked[0].answers for offence, asked in QUESTIONS.items() if len(asked) == 1},
    **_TOLD_APART,
}
