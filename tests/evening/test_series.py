"""Standings over several evenings and who comes into the final, counted by hand."""

from __future__ import annotations

from puur.core.sheet import Sheet
from puur.evening.evening import Evening
from puur.evening.events import CheckedIn, Entered, ResultEntered, RoundReleased
from puur.evening.series import Counts, Place, Qualified, SeriesRules, key_of, qualified_pairs, standings
from puur.evening.state import EveningSetup
from puur.reglement import load


def evening(points: dict[str, int], clubs: dict[str, str] | None = None) -> Evening:
    """One round at one table: A and C get the first two numbers' points together, so partners have the same."""
    held = Evening(load("tam2014-es"), EveningSetup("Abend", seed="Los", rounds=1))
    for number, name in enumerate(points, start=1):
        held.submit(Entered(str(number), name, club=(clubs or {}).get(name, "")))
        held.submit(CheckedIn(str(number)))
    held.submit(held.drawn())
    held.submit(RoundReleased(1))
    table = held.round(1).tables[0]
    first = held.players[table.seats[0].player or ""].name
    held.submit(ResultEntered(1, 1, Sheet((points[first], 1884 - points[first]))))
    return held


FOUR = ("Rosa Frei", "Urs Meier", "Eva Graf", "Beat Kunz")


def test_totals_of_all_evenings_or_of_the_best() -> None:
    one, two = evening(dict.fromkeys(FOUR, 1000)), evening(dict.fromkeys(FOUR, 900))
    rows = standings([one, two], SeriesRules())
    # Every table gives 1884 to each pair's two people: 2 * 1884 an evening, so 4 * 1884 in all.
    assert sum(row.total for row in rows) == 4 * 1884
    best = standings([one, two], SeriesRules(best=1))
    assert all(row.total == max(result or 0 for result in row.results) for row in best)
    assert all(sum(row.counted) == 1 for row in best)


def test_points_by_rank_and_the_best_come_into_the_final() -> None:
    held = evening(dict.fromkeys(FOUR, 1000))  # 1000 against 884: two share rank 1, two rank 3
    rows = standings([held], SeriesRules(counts=Counts.RANK, rank_points=(25, 18, 15), qualify=2))
    assert [row.total for row in rows] == [25, 25, 15, 15]
    assert [row.qualified for row in rows] == [Qualified.BEST, Qualified.BEST, None, None]


def test_a_threshold_and_a_wildcard() -> None:
    held = evening(dict.fromkeys(FOUR, 1000))
    rows = standings([held], SeriesRules(threshold=1000, wildcards=("beat kunz", "urs meier", "eva graf", "rosa frei")))
    assert [row.qualified for row in rows] == [Qualified.THRESHOLD] * 2 + [Qualified.WILDCARD] * 2


def test_the_same_person_is_known_from_evening_to_evening_and_namesakes_are_two() -> None:
    one = evening(dict.fromkeys(FOUR, 1000))
    two = evening({"rosa  FREI": 1000, "Urs Meier": 1000, "Zoë Gut": 1000, "Max Kern": 1000})
    assert len(standings([one, two], SeriesRules())) == 6


def in_pairs(*pairs: tuple[str, str]) -> Evening:
    """An evening to which these come as pairs."""
    held = Evening(load("tam2014-ps"), EveningSetup("Abend", seed="Los", rounds=1))
    for number, pair in enumerate(pairs):
        for half, name in enumerate(pair):
            held.submit(Entered(f"{number}{half}", name, pair=f"Paar {number}"))
    return held


def test_a_pair_comes_into_the_final_with_both_as_it_last_played() -> None:
    """Rosa played with Urs, and at the last evening with Eva: she qualified, so Eva comes with her; Beat is seated once."""
    first, last = in_pairs(FOUR[:2], FOUR[2:]), in_pairs(("Rosa Frei", "Eva Graf"), ("Beat Kunz", "Urs Meier"))
    people = [Place(1, key_of(name, "", ()), name, "", 0, (), ()) for name in ("Rosa Frei", "Beat Kunz", "Urs Meier")]
    both = qualified_pairs([first, last], people)
    assert [tuple(place.name for place in pair) for pair in both] == [("Rosa Frei", "Eva Graf"), ("Beat Kunz", "Urs Meier")]
