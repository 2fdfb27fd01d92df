"""Addresses of the treasurer's, public, statistics and exchange pages of a club."""

from __future__ import annotations

from django.urls import URLPattern

office_patterns: list[URLPattern] = []
