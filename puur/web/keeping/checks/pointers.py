"""Rows that point to others: none points to a row that is not there. For every model, through Django's registry."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import ForeignKey

from puur.web.keeping.checks import Compared
from puur.web.keeping.rows import kept_models, label

KIND = "pointer"


def compared(using: str) -> Iterator[Compared]:
    """For every foreign key of every model the first row that points nowhere."""
    for model in kept_models():
        for field in model._meta.concrete_fields:
            if not isinstance(field, ForeignKey):
                continue
            lost = model._base_manager.using(using).filter(**{f"{field.name}__isnull": False})
            there = field.remote_field.model._base_manager.using(using).values(field.target_field.attname)
            first = lost.exclude(**{f"{field.attname}__in": there}).order_by("pk").values_list("pk", flat=True).first()
            yield Compared(KIND, label(model), field.name, None if first is None else str(first), None)
