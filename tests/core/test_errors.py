"""What a log and a developer read of a refusal."""

from __future__ import annotations

from puur.core.errors import Refusal, RuleViolation


def test_a_refusal_reads_as_its_reason_the_provision_and_the_facts() -> None:
    assert str(RuleViolation("JR-BED-02", "too-early", team=1, missing=20)) == "too-early (JR-BED-02): team=1, missing=20"
    assert str(RuleViolation("JR-BED-02", "too-early")) == "too-early (JR-BED-02)"
    assert str(Refusal("number", found=3)) == "number: found=3"
    assert str(Refusal("number")) == "number"
