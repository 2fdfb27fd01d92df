"""Server texts in the language of each reader: refusals of the rules, errors, names of cards."""

from __future__ import annotations

from collections.abc import Sequence

from puur.core.cards import CARDS, Card, Rank
from puur.core.errors import RuleViolation
from puur.core.faces import Faces
from puur.web.live.wire import Json
from puur.words import LANGUAGES, say, texts
from puur.words.refusals import explain

_CARDS = {card.name: card for card in CARDS}
_MODES = ("obenabe", "undeufe", "slalom", "gusti", "trio", "hinderobsi", "joker")


def sentence(key: str, lang: str, **facts: object) -> str:
    """A text of the server's own area; the key itself where there is none."""
    name = f"server.{key}"
    return say(name, lang, **facts) if name in texts() else key


def refusal(problem: RuleViolation, lang: str, names: Sequence[str], faces: str) -> Json:
    """Why the rules refuse something: reason, provision, sentence and facts."""

    def shown(fact: str, value: str) -> str:
        return (
            thing(value, Faces(faces), lang) if fact in ("card", "led", "trump", "mode", "variant", "accepted", "open") else value
        )

    text = explain(problem.reason, problem.facts, lang, [name or "–" for name in names], shown)
    return {"reason": problem.reason, "rule": problem.rule, "text": text, "facts": plain(problem.facts)}


def thing(value: str, faces: Faces, lang: str) -> str:
    """A card, a suit or a mode by its name; other texts as they are."""
    if value in _CARDS:
        return card_name(_CARDS[value], faces, lang)
    if len(value) == 1 and value in "ERSL":
        return suit_name(value, faces, lang)
    head = value.partition("-")[0]
    return value.replace(head, say(f"play.mode.{head}", lang), 1) if head in _MODES and f"play.mode.{head}" in texts() else value


def suit_name(suit: str, faces: Faces, lang: str) -> str:
    """A suit by its name."""
    return say(f"play.suit.{faces.value}.{suit}", lang)


def card_name(card: Card, faces: Faces, lang: str) -> str:
    """A card by its name: suit and rank, as people say it."""
    rank = say(f"web.ranks.{faces.value}", lang).split()[card.rank.index]
    return say("web.card", lang, suit=say(f"play.of_suit.{faces.value}.{card.suit.value}", lang), rank=rank)


def plain(value: object) -> object:
    """Facts as JSON knows them."""
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def language(cookie: str, accepted: str) -> str:
    """The language of a reader: the cookie, then what the browser prefers, else German."""
    if cookie in LANGUAGES:
        return cookie
    wanted = []
    for place, part in enumerate(accepted[:500].split(",")):
        name, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), place, name.strip()[:2].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wanted) if name in LANGUAGES), LANGUAGES[0])


def faces_for(lang: str) -> Faces:
    """The faces that people of a language are used to: in French and Italian they play with French cards."""
    return Faces.FRENCH if lang in ("fr", "it") else Faces.GERMAN


def picture(card: Card, faces: Faces, lang: str) -> str:
    """The name of the picture of a card; French faces carry a letter of the language on Under, Ober and König."""
    lettered = faces is Faces.FRENCH and card.rank in (Rank.UNDER, Rank.OBER, Rank.KING)
    return f"puur/cards/{faces.value}/{card.name}{f'.{lang}' if lettered else ''}.svg"
