"""Where a book is silent: what it names instead is said, the general rules only guide, and Puur's readings are marked."""

from __future__ import annotations

import pytest

from puur.core.effects import DealerPlanned, DealVoid
from puur.core.events import HandsRecorded, IncidentReported
from puur.core.game import Game
from puur.papers.rulings import notes
from puur.referee import Ruling, rule
from puur.referee.compare import in_scenes
from puur.reglement import load
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
     ("jassregeln", "late-writing-corrected", "JR-WRITE-02"), ("ajz08", "late-writing", "AJZ-3.4-26")],
)  # fmt: skip
def test_late_writing(book: str, text: str, first: str) -> None:
    """NWS 7: the parties agree; TAM: the difference is split; the general rules and AJZ: what is late is lost."""
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
