"""The bots: what each level is, what changed in it and when, and what its cards mean, from counted games."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from puur.bots import NETWORK_VERSION
from puur.bots.levels import LEVELS
from puur.bots.signals import SIGNALS, Signal, counted


def _percent(signal: Signal) -> tuple[int, int | None]:
    """How often a bot did it, and chance would have."""
    return round(100 * signal.share), None if signal.by_chance is None else round(100 * signal.by_chance)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Everything about the bots that somebody who plays with them wants to know."""
    signals = counted()
    rows = [(name, [_percent(signals.levels[level][name]) for level in signals.levels]) for name in SIGNALS]
    context = {
        "levels": LEVELS, "network": NETWORK_VERSION, "changes": range(NETWORK_VERSION, 0, -1),
        "signals": rows, "counted": list(signals.levels), "deals": signals.deals,
    }  # fmt: skip
    return render(request, "bots.html", context)
