"""The addresses of entry by phone and office, players, public ranking and beamer."""

from __future__ import annotations

from django.urls import URLPattern

entry_patterns: list[URLPattern] = []
