"""Where a book is silent: what it names instead is said, the general rules only guide, and Puur's readings are marked."""

from __future__ import annotations

import pytest

from puur.core.effects import CardDead, DealerPlanned, DealVoid, PenaltyPoints
from puur.core.events import HandsRecorded, IncidentReported
from puur.core.game import Game
from puur.papers.ruling_card import card
from puur.papers.rulings import notes
from puur.referee import Ruling, rule
from puur.referee.asking import answers
from puur.referee.compare import in_scenes
from puur.referee.officials import deciders, may_replace
from puur.referee.questions import answer_key
from puur.referee.scenes import scene
from puur.reglement import load, load_text
from tests.referee.tools import free
from tests.support import A, B, C, D, announce, fill, play, play_trick


@pytest.mark.parametrize(
    ("book", "offence", "named", "official"),
    [
        # "Für hier nicht aufgeführte Regeln gilt ... «Schweizer Jassführer» des Autors Ernst Marti"; the Jassleitung decides.
        ("tam2014-es", "wrong-dealer", "Ernst Marti", "jassleitung"),
        ("tam2014-es", "early-card", "Ernst Marti", "jassleitung"),
        ("tam2014-es", "partner-bids", "Ernst Marti", "jassleitung"),
        ("tam2014-cp", "partner-bids", "Ernst Marti", "jassleitung"),
        ("tam2014-cp", "wrong-dealer", "Ernst Marti", "jassleitung"),
        # "Sekundär: https://jassverzeichnis.ch/schieber/"
        ("ub2024", "revoke", "jassverzeichnis.ch", ""),
        ("ub2024", "wrong-lead", "jassverzeichnis.ch", ""),
        # "subsidiär gelten die Schieber-Regeln ... von Puur Näll Ass ... von Göpf Egg"
        ("ajz08", "missing-card", "Göpf Egg", ""),
    ],
)
def test_a_silent_book_names_its_authority(book: str, offence: str, named: str, official: str) -> None:
    ruling = in_scenes(offence, books=[load(book)])[book]
    assert ruling is not None
    assert ruling.fallback
    assert named in ruling.authority
    assert named in " ".join(notes(ruling, "de"))
    assert "keine Vorschrift" in " ".join(notes(ruling, "de"))
    assert (ruling.decided, ruling.official) == (not official, official)
    if official:  # nothing is carried out before the official has spoken
        assert (ruling.effects, ruling.choices) == ((), ())


def test_general_rules_are_no_guidance_where_they_are_the_book() -> None:
    ruling = in_scenes("revoke", books=[load("jassregeln")])["jassregeln"]
    assert ruling is not None
    assert (ruling.fallback, ruling.authority) == (False, "")


def test_readings_are_marked_with_the_note_of_the_provision() -> None:
    """UB-CONDUCT-04 does not say what a disqualification means for the running Partie; Puur's answer is marked as its own."""
    ruling = in_scenes("card-talk", books=[load("ub2024")])["ub2024"]
    assert ruling is not None
    assert ruling.text == "conduct-disqualified"
    assert ruling.readings == ("UB-CONDUCT-04",)
    assert any(line.startswith("Puur’s reading of UB-CONDUCT-04: ") for line in notes(ruling, "en"))


def test_the_coiffeur_lets_everybody_take_up_the_cards_at_once() -> None:
    """TAM-CP: "Die Karten dürfen ... von allen Spielern sofort aufgenommen werden"."""
    ruling = in_scenes("picked-up-early", books=[load("tam2014-cp")])["tam2014-cp"]
    assert ruling is not None
    assert (ruling.text, ruling.provisions, ruling.upheld) == ("picked-up-rightly", ("TAM-CP-44",), False)


@pytest.mark.parametrize(
    ("book", "text", "first"),
    [("nws2020", "late-writing-agreed", "NWS-7-03"), ("tam2014-es", "late-writing-split", "TAM-ES-66"),
     ("jassregeln", "late-writing-one-scribe", "JR-WRITE-05"), ("ajz08", "late-writing", "AJZ-3.4-26")],
)  # fmt: skip
def test_late_writing(book: str, text: str, first: str) -> None:
    """NWS 7: the parties agree; TAM: the difference is split; AJZ: what is late is lost; one Schreiber may still be corrected."""
    ruling = in_scenes("late-writing", books=[load(book)])[book]
    assert ruling is not None
    assert (ruling.text, ruling.provisions[0]) == (text, first)


# ---- each team deals six times a Passe -------------------------------------------------------------------------------------


def wrongly_dealt(number: int, dealer: int) -> tuple[Game, Ruling]:
    """NWS: deal `number` is given by this seat instead of the one whose turn it is; noticed when the first trick is turned."""
    game = free("nws2020", "E")
    for _ in range(number - 1):
        while not game.between_deals:
            play_trick(game)
        rightful = game.next_dealer()
        assert rightful is not None
        game.submit(HandsRecorded(rightful if len(game.deals) < number - 1 else dealer, fill()))
        announce(game, "E")
    rightful = (D + number - 1) % 4
    play_trick(game)
    play(game, next(iter(game.deal.hand(game.deal.turn))).name)
    return game, rule(game, IncidentReported("wrong-dealer", dealer, other=rightful))


def dealers(number: int, dealer: int, ruling: Ruling) -> list[int]:
    """Who deals the twelve games, the ruling carried out."""
    planned = {effect.deal: effect.seat for effect in ruling.effects if isinstance(effect, DealerPlanned)}
    order = [(D + place) % 4 for place in range(number - 1)]
    order.append(ruling.effects[0].dealer if ruling.effects and isinstance(ruling.effects[0], DealVoid) else dealer)  # type: ignore[arg-type]
    while len(order) < 12:
        order.append(planned.get(len(order) + 1, (order[-1] + 1) % 4))
    return order


@pytest.mark.rule("NWS-2-09")
@pytest.mark.parametrize("number", [2, 5, 11, 12])
@pytest.mark.parametrize("ahead", [1, 2, 3])
def test_nws_2_09_each_team_deals_six_times_whoever_dealt_wrongly(number: int, ahead: int) -> None:
    """ "... damit schliesslich jedes Team pro Passe 6x die Karten ausgibt" (2)."""
    wrong = (D + number - 1 + ahead) % 4
    _, ruling = wrongly_dealt(number, wrong)
    teams = [seat % 2 for seat in dealers(number, wrong, ruling)]
    assert (teams.count(0), teams.count(1)) == (6, 6)


@pytest.mark.rule("NWS-2-09")
def test_nws_2_09_the_example_of_the_catalogue() -> None:
    """P2 instead of P1 in game 2: then P1, P3, P4, P1 and so on."""
    _, ruling = wrongly_dealt(2, B)
    assert dealers(2, B, ruling)[:6] == [D, B, A, C, D, A]


# ---- the facts that decide -------------------------------------------------------------------------------------------------


def branches(book: str, offence: str, *facts: str) -> dict[str, Ruling]:
    """What a book says where each of these facts holds, the usual answers otherwise."""
    return {fact: rule(*scene(load(book), offence, fact=fact)) for fact in facts}


@pytest.mark.parametrize(
    ("book", "offence", "points"),
    [
        # "Karte fällt aus Hand und ist ersichtlich ... = -200", "... nicht ersichtlich ... = -100" (3.4)
        ("ajz08", "card-fallen", {"visible": 200, "hidden": 100}),
        # "Vorspielen = -100", "Bei geschobenem Spiel geht falscher Spieler raus = -200" (3.4)
        ("ajz08", "wrong-lead", {"plain-card": 100, "trump-card": 100, "after-push": 200}),
        # the first trick may be seen until the second is turned (2.2.1)
        ("ajz08", "looked", {"later-trick": 200, "first-trick": 0}),
        # a lower trump on a trump lead follows suit (2.2.1)
        ("ajz08", "undertrump", {"side-suit": 100, "trump-led": 0}),
    ],
)
def test_each_branch_costs_what_the_list_says(book: str, offence: str, points: dict[str, int]) -> None:
    found = branches(book, offence, *points)
    cost = {fact: sum(one.points for one in ruling.effects if isinstance(one, PenaltyPoints)) for fact, ruling in found.items()}
    assert cost == points


@pytest.mark.parametrize(
    ("book", "offence", "texts"),
    [
        # "... ausser es muss gefarbt werden" (NWS 5)
        ("nws2020", "early-card", {"must-follow": "early-revoke", "need-not-follow": "early-stays"}),
        # "Ist der erste Stich gekehrt, kann kein Einspruch mehr erfolgen." (Jassregeln, Spiel geben)
        ("jassregeln", "misdeal", {"before-trick": "misdeal", "after-trick": "deal-stands"}),
        # "Wurde der Joker bereits eingesetzt, so ist ... ein Nuller ... zu notieren" (TAM CP)
        ("tam2014-cp", "played-variant", {"joker-open": "played-variant-joker", "joker-used": "played-variant-nuller"}),
    ],
)
def test_each_branch_is_ruled_by_its_own_sentence(book: str, offence: str, texts: dict[str, str]) -> None:
    assert {fact: ruling.text for fact, ruling in branches(book, offence, *texts).items()} == texts


def test_a_trump_led_wrongly_is_the_choice_of_the_opponents() -> None:
    """Jassregeln: "wird irrtümlich Trumpf ausgespielt, entscheiden die Gegner"; another suit is banned for a while."""
    found = branches("jassregeln", "wrong-lead", "plain-card", "trump-card")
    assert [choice.key for choice in found["trump-card"].choices] == ["trump"]
    assert found["plain-card"].choices == ()


def test_all_trumps_but_the_puur_are_dead_where_trump_was_not_followed() -> None:
    """NWS 5: "verlieren alle Trümpfe dieses Jassers ihren Stichwert ausser dem Bauer"."""
    trump = branches("nws2020", "revoke", "trump-led")["trump-led"]
    dead = [effect.card.name for effect in trump.effects if isinstance(effect, CardDead)]
    assert any(name.startswith("E") for name in dead)
    assert "EU" not in dead


def test_what_a_club_sets_itself_is_its_own_rule_and_no_gap() -> None:
    """A club that deals on after a card was seen, and needs a trick for a Weis: its own book says so, not a provision."""
    book = load_text(
        'key = "dorf"\ntitle = "Dorf"\nextends = "jassregeln"\n[referee]\nexposed_card = false\n'
        "[weis]\nneeds_trick = true\n[ending]\nausmach = []\n",
        "dorf.toml",
    )
    for offence, known, text, own in (
        ("exposed-card", {"noticed": "before-trick"}, "exposed-stands", ("referee.exposed_card",)),
        ("weis-no-trick", {"thanked": "played-out"}, "weis-unconfirmed", ("weis.needs_trick",)),
        ("both-finished", {"goal": "target-reached"}, "thanks-decide", ("ending.ausmach",)),
    ):
        (said,) = answers(book, offence, known)
        assert (said.ruling.text, said.ruling.own, said.ruling.gap) == (text, own, False)
        assert own[0] in " ".join(card(book, said, "de").notes)
    (silent,) = answers(book, "wrong-party")
    assert (silent.ruling.own, silent.ruling.gap) == ((), True)  # nobody has set that


@pytest.mark.parametrize(
    ("book", "offence", "facts", "first", "then"),
    [
        # "Entscheide betreffend Jassregeln (Kapitel 2.2) und Strafpunkte (Kapitel 3.4): 1. Chef Regelwerk"
        ("ajz08", "device-secret", ("during-series",), "chef-regelwerk", "deputy-chef-regelwerk"),
        ("ajz08", "claim", ("claim-fails",), "chef-regelwerk", "deputy-chef-regelwerk"),
        # "Entscheide betreffend Notfälle (Kapitel 1.3/1.4): 1. Präsident, 2. Vizepräsident"; a fine is on no list (AJZ-1.8-02)
        (
            "ajz08",
            "device",
            (
                "false-emergency",
                "during-series",
            ),
            "praesident",
            "vizepraesident",
        ),
        ("ajz08", "late-name", ("name-late",), "praesident", "vizepraesident"),
        ("ajz08", "third-absence", (), "praesident", "vizepraesident"),
        # "Ersatzregelung bei Abwesenheit": whoever is absent is not the one who decides
        ("ajz08", "official-absent", ("rule-matter",), "deputy-chef-regelwerk", "praesident"),
        ("ajz08", "official-absent", ("emergency-matter",), "vizepraesident", "kassier"),
        # "Der Turnierleiter entscheidet endgültig"
        ("nws2020", "appeal", (), "turnierleiter", ""),
        ("nws2020", "protest", (), "turnierleiter", ""),  # "Der Turnierleiter entscheidet endgültig."
    ],
)
def test_the_card_names_whoever_the_book_lets_decide_the_matter(
    book: str, offence: str, facts: tuple[str, ...], first: str, then: str
) -> None:
    known = {answer_key(offence, fact): fact for fact in facts}
    (answer,) = answers(load(book), offence, known)
    assert (*answer.told.deciders, "")[:2] == (first, then)


def test_a_deadline_that_gives_the_opponents_their_choice_is_not_told_as_missed() -> None:
    """JR-ERR-11: noticed later, "hat die Gegenpartei das Recht, das Spiel ... zu annullieren"; nothing is too late for that."""
    known = {answer_key("revoke", fact): fact for fact in ("side-suit", "turned")}
    (answer,) = answers(load("jassregeln"), "revoke", known)
    assert [choice.by for choice in answer.told.choices] == ["opponents"]
    assert card(load("jassregeln"), answer, "de").until == ""


@pytest.mark.rule("AJZ-1.8-01")
def test_ajz_1_8_01_who_decides_on_emergencies_in_the_order_of_the_book() -> None:
    """ "1. Präsident, 2. Vizepräsident, 3. Kassier, 4. Chef Regelwerk, 5. stellvertretender Chef Regelwerk, 6. ältestes
    anwesendes Vereinsmitglied"; for the rules and penalties the Chef Regelwerk and the deputy come first (AJZ-1.8-02)."""
    vorstand, rules, oldest = (
        ("praesident", "vizepraesident", "kassier"),
        ("chef-regelwerk", "deputy-chef-regelwerk"),
        "oldest-member",
    )
    assert deciders(load("ajz08"), emergency=True) == (*vorstand, *rules, oldest)
    assert deciders(load("ajz08")) == (*rules, *vorstand, oldest)


@pytest.mark.rule("NWS-9-04")
def test_nws_9_04_the_turnierleiter_may_replace_a_ruling_and_nobody_that_of_the_turnierleiter() -> None:
    """ "Der Entscheid der Kontrolleure ist zu akzeptieren. Der Turnierleiter entscheidet endgültig.\""""
    nws = load("nws2020")
    assert may_replace(nws, "kontrolleur", "turnierleiter")
    assert may_replace(nws, "turnierleiter", "turnierleiter")
    assert not may_replace(nws, "turnierleiter", "kontrolleur")
    assert not may_replace(nws, "kontrolleur", "players")
