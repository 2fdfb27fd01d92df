"""The addresses of this part, all under /clubs/."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
