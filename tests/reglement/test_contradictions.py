"""Own books that contradict themselves: each is refused with the line and the field to change."""

from __future__ import annotations

from pathlib import Path

import pytest

from puur.reglement.loader import load, load_text
from puur.reglement.problems import ReglementError
from puur.words.problems import problem_text

HEAD = 'key = "club"\ntitle = "Club"\nextends = "{base}"\n'


@pytest.mark.parametrize(
    ("base", "text", "line", "field", "kind"),
    [
        ("jassregeln", "[coiffeur.factors]\nE = 3\n", 4, "coiffeur.factors", "other-game"),
        ("ub2024", "[differenzler]\nexact = 10\n", 5, "differenzler.exact", "other-game"),
        ("tam2014-cp", "[weis]\nenabled = true\n", 5, "weis.enabled", "not-in-form"),
        ("tam2014-cp", "[stoeck]\nenabled = true\n", 5, "stoeck.enabled", "not-in-form"),
        ("jassregeln", '[referee]\nremark = "penalty"\n', 5, "penalties.remark", "penalty"),
        ("nws2020", '[referee]\nlooking = "penalty"\n', 5, "penalties.looked", "penalty"),
        ("jassregeln", '[evening]\nrank_by = "striche"\n', 5, "evening.rank_by", "needs-striche"),
        ("nws2020", '[table]\nschreiber = "none"\n[dealing]\nfirst_dealer = "anyone"\n[writing]\ndifference = "split"\n', 9,
         "writing.difference", "needs-schreiber"),
        ("jassregeln", "[bidding]\npush = false\npush_back = true\n", 6, "bidding.push_back", "needs-push"),
        ("tam2014-cp", "[bidding]\npush = false\n", 4, "bidding.push_back", "needs-push"),
        ("jassregeln", '[referee]\nlooking = "annul"\n', 5, "referee.looking", "one-of"),  # what would change nothing is refused
        ("jassregeln", '[referee]\nready_card = "forfeit"\n', 5, "referee.ready_card", "one-of"),
        ("ajz08", '[referee]\nweis_wrong = "points"\n', 5, "referee.weis_wrong", "one-of"),
        ("nws2020", '[referee]\nseveral_trick = "forfeit"\n', 5, "referee.several_trick", "one-of"),
        ("nws2020", '[referee]\nprotest_to = "Postfach"\n', 4, "referee.protest_days", "needs-days"),
        ("jassregeln", "[table]\nplayers = 3\n", 5, "table.players", "players"),  # of which the packets were blamed
        ("tam2014-cp", "[table]\nplayers = 2\n", 5, "table.players", "players"),  # which nobody could have played
        ("differenzler", "[table]\nplayers = 2\n", 5, "table.players", "players"),
        # Where everybody plays alone nobody is "the other party" that loses by false thanks or by the Ausmachregel.
        ("pandur", '[ending]\nfinish = "automatic"\n', 5, "ending.finish", "two-sides"),
        ("aucho", '[ending]\nfinish = "thanks"\n', 5, "ending.finish", "two-sides"),
        ("bieter", '[ending]\nschneider = "double-stake"\n', 5, "ending.schneider", "two-sides"),
        ("aucho", "[striche]\nbergpreis = 1\n", 5, "striche.bergpreis", "two-sides"),
        # Nor does "each team" have a Schreiber there, nor is a difference halved; where all play alone nobody comes as a pair.
        ("bieter-zentral", '[table]\nschreiber = "per-team"\n', 5, "table.schreiber", "two-sides"),
        ("molotow", '[table]\nschreiber = "one"\n[writing]\ndifference = "split"\n', 7, "writing.difference", "two-sides"),
        ("differenzler", '[evening]\nentry = "pair"\n', 5, "evening.entry", "no-partners"),
        ("kreuzjass-zweier", '[evening]\nentry = "pair"\n', 5, "evening.entry", "no-partners"),
        ("tam2014-cp", "[dealing]\npackets = [4, 4, 4]\n", 5, "dealing.packets", "packets"),  # 48 cards of 36
    ],
)  # fmt: skip
def test_values_that_contradict_each_other_are_refused(base: str, text: str, line: int, field: str, kind: str) -> None:
    with pytest.raises(ReglementError) as refused:
        load_text(HEAD.format(base=base) + text, "club.toml")
    assert [(problem.line, problem.field, problem.kind) for problem in refused.value.problems] == [(line, field, kind)]


def test_a_schieber_out_of_a_coiffeur_has_no_factors_left() -> None:
    """The factors of the sheet belong to the other game; they would multiply what the Schieber writes."""
    book = load_text(HEAD.format(base="tam2014-cp") + 'form = "schieber"\n[modes]\nE = 1\n', "club.toml")
    assert "coiffeur.factors.E" not in book.provisions
    assert dict(book.modes.items()) == {next(iter(book.modes)): 1}


def test_the_total_of_a_deal_follows_from_the_last_trick() -> None:
    assert load_text(HEAD.format(base="nws2020") + "[scoring]\nlast_trick = 10\n", "club.toml").scoring.total == 162


def test_a_misspelt_base_is_one_mistake_with_its_line_and_a_suggestion(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(HEAD.format(base="jasregeln"), encoding="utf-8")
    with pytest.raises(ReglementError) as refused:
        load(file)
    (problem,) = refused.value.problems
    assert (problem.line, problem.field, problem.kind, problem.facts["near"]) == (3, "extends", "missing-file-near", "jassregeln")


def test_how_often_everybody_deals_is_said_for_the_number_of_players() -> None:
    """Three play the Differenzler zu dritt, so the number of deals is a multiple of three."""
    with pytest.raises(ReglementError) as refused:
        load_text(HEAD.format(base="differenzler-drei") + "[ending]\ndeals = 8\n", "club.toml")
    (problem,) = refused.value.problems
    assert (problem.line, problem.field) == (5, "ending.deals")
    assert "a multiple of 3," in problem_text(problem, "en")
