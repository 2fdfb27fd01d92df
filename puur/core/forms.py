"""The forms of Jass that Puur plays, by name. A new form is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from puur.core.coiffeur import Coiffeur
from puur.core.form import Form
from puur.core.schieber import Schieber

FORMS: Mapping[str, Form] = {form.name: form for form in (Schieber(), Coiffeur())}
