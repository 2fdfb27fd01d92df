"""What the core refuses, and how it says so. Bugs stay plain exceptions."""

from __future__ import annotations


class RuleViolation(Exception):
    """A request the rules refuse: the provision it breaks, a stable reason, and the facts.

    The sentence that a person reads is the shell's, per language; `str()` is for logs and developers.
    """

    def __init__(self, rule: str, reason: str, **facts: object) -> None:
        super().__init__(rule, reason, facts)
        self.rule, self.reason, self.facts = rule, reason, facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.reason} ({self.rule}){': ' + told if told else ''}"
