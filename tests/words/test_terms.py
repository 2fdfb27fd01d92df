"""One form of address and one word for each thing, as docs/glossary.md lists them; what is checked here was once mixed."""

from __future__ import annotations

import re

import pytest

from puur.words import texts

# A table or a team is spoken to as several people: ihr, vous, voi.
TO_SEVERAL = re.compile(
    r"evening_entry\.|doors\.seat\.onwards|evenings\.refused\.(form|already|changed|wrong-table)"
    r"|(web|play\.offer|play)\.thanks\.|refusals\.(variant-used|all-variants-played)"
)
# Lines of code, the words of a file format and what people type into a search stay as they are typed.
CODE = re.compile(
    r"solve\.(help\.hands|error\.fast)|record\.expected\.(escape|source)|rules\.problem\.(value-key|needs-schreiber)|incident\.words\."
)

ADDRESS = {
    "de": r"(?<=[^.:!?;] )(Sie|Ihr)\b|\b(Ihnen|Ihre[mnrs]?)\b",  # a sentence may begin with the pronoun of the third person
    "fr": r"\b([Vv]ous|[Vv]otre|[Vv]os)\b(?<!rendez-vous)|\b(?!(?:assez|chez|rendez)\b)[a-zA-Zé]+ez\b",
    "it": r"\b([Vv]oi|[Vv]ostr[aeio]|Avete|Potete|[a-z]+(?:ateci|atelo|etelo|ateli)|Scegliete|Scrivete|Riprovate)\b",
}
TERMS = {
    "de": [(r"Regelwerk|Regelb[uü]ch", r".*chef-regelwerk")],  # the title of an office
    "fr": [
        (r"\blevées?\b", r"web\.hand\.raised"),
        (r"\bpouss", "play.bid.push_words"),
        (r"\bWeis\b", ""),
        (r"\b[Rr]etir(?:ée?|er) au sort", ""),
        (r"\b[Cc]ourriel|\b[Rr]obot", ""),
        (r"\b[Dd]e haut en bas|\b[Dd]e bas en haut", r"club_office\.pay\.hint"),
        (r"\b[Cc]amps?\b", r"rules\.problem\.two-sides"),
        (r"\bSchieber\b", r"rules\.(also|form)\.\w+|club_office\.chapter\.2\.2\.1"),
        (r"\bstöck\b", r"play\.(command\.stoeck|help\.page)"),
    ],
    "it": [
        (r"\bWeis\b", ""),
        (r"\bassociazion|\btacc(?:a|he)\b|\bpadrona\b", ""),
        (r"\b[Mm]embr[io]\b", ""),
        (r"\bstöck\b", r"play\.(command\.stoeck|help\.page)"),
        (r"\b[Cc]onto\b", r"(?!web|evenings|company).*"),
        (r"\bTaci\b|\bData errata", ""),
    ],
    "en": [(r"[Cc]an not", ""), (r"[Bb]eamer", ""), (r"foreign signs", ""), (r"\b[Pp]arty\b", "")],
}


@pytest.mark.parametrize("lang", ADDRESS)
def test_a_person_is_du_and_tu(lang: str) -> None:
    said = {key: entry[lang] for key, entry in texts().items() if not TO_SEVERAL.match(key)}
    assert {key: text for key, text in said.items() if re.search(ADDRESS[lang], text)} == {}


@pytest.mark.parametrize(("lang", "term", "where"), [(lang, *pair) for lang, pairs in TERMS.items() for pair in pairs])
def test_each_thing_has_one_word(lang: str, term: str, where: str) -> None:
    said = {key: entry[lang] for key, entry in texts().items() if not CODE.match(key) and not (where and re.fullmatch(where, key))}
    assert {key: text for key, text in said.items() if re.search(term, text)} == {}


def test_apostrophes_and_quotation_marks_are_those_of_print() -> None:
    wrong = dict.fromkeys(("de", "fr", "it"), r"\w'\w|[\"“”„]") | {"en": r"\w'\w|\w' |[\"«»„]"}
    assert [
        (key, lang)
        for key, entry in texts().items()
        if not CODE.match(key)
        for lang, signs in wrong.items()
        if re.search(signs, entry[lang])
    ] == []
