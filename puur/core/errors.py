"""What the core refuses, and how it says so. Bugs stay plain exceptions."""

from __future__ import annotations


class Refusal(Exception):
    """A request that cannot be met: a stable reason and the facts; `rule` is the provision, where one forbids it.

    The sentence that a person reads is the shell's, per language; `str()` is for logs and developers.
    """

    rule = ""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason, self.facts = reason, facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.reason}{f' ({self.rule})' if self.rule else ''}{': ' + told if told else ''}"


class RuleViolation(Refusal):
    """A request that the rules refuse, with the provision that it breaks."""

    def __init__(self, rule: str, reason: str, **facts: object) -> None:
        super().__init__(reason, **facts)
        self.args = (rule, reason, facts)
        self.rule = rule
