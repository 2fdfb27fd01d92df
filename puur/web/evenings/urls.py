"""The addresses of this part, all under /evenings/."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
