"""Lists of an evening that add up: every round in its own column with what must be known of it, namesakes, ties, awards."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from dataclasses import replace

import pytest

from puur.core.evening import SitOutScore
from puur.evening.check import check
from puur.evening.draw import Wishes, next_round, plan
from puur.evening.evening import Evening
from puur.evening.events import (
    Amended,
    CheckedIn,
    Entered,
    HonourConfirmed,
    PenaltyGiven,
    RankingClosed,
    RoundReleased,
    ScoreSet,
    Signed,
    StandInNamed,
    TieSettled,
    Withdrawn,
    WriterNamed,
)
from puur.evening.files import evening_from_plain, evening_to_plain
from puur.evening.lists import results
from puur.evening.ranking import prizes, ranking
from puur.evening.sheets import sheet
from puur.evening.state import EveningSetup
from puur.papers.evening import compose, occasion
from puur.papers.kinds import Kind
from puur.papers.ranking import RankingTable, of_evening, of_results, wrong_totals
from puur.papers.tables import TABLES, csv_bytes
from puur.reglement import load
from puur.words.evening import explain
from tests.evening.evenings import opened, ranks, refused, result, result_entered, start, strich_row, submit
from tests.evening.simulate import Trouble, play
from tests.evening.support import people, seated
from tests.papers.test_sheets import read


def dropping() -> Evening:
    """Five people under a book that drops the worst of three rounds; who sits out gets the average, `e` was fined twice."""
    book = load("nws2020")
    book = replace(book, evening=replace(book.evening, rounds=3, dropped=1, unsigned_ranked=True, hand_in=False))
    evening = opened(book, "abcde", sit_out=SitOutScore.AVERAGE)
    start(evening, seated(1, "a b c d", out="e"))
    submit(evening, result(1, 1, 1000, 884))
    start(evening, seated(2, "a e b c", out="d"))
    submit(evening, result(2, 1, 900, 984))
    start(evening, seated(3, "a b d e", out="c"))
    submit(evening, result(3, 1, 950, 934))
    return submit(evening, PenaltyGiven("e", 20, "Verspätung"), PenaltyGiven("e", 5, "Verspätung"))


def added(table: RankingTable) -> dict[str, tuple[int, int]]:
    """For everybody the total, and what the columns of the line add up to by their marks."""
    sums = {}
    for line in table.lines:
        cells = dict(zip(table.columns, line.cells, strict=True))
        rounds = [cell for title, cell in cells.items() if title.startswith("R") and "×" not in cell]
        sums[line.key] = line.total, sum(int(cell.rstrip("*°#!") or 0) for cell in rounds) + int(cells.get("Strafe") or 0)
    return sums


def test_every_line_adds_up_and_says_what_was_dropped_sat_out_and_fined() -> None:
    table = of_evening(dropping(), "de")
    # By hand: a 1000 900 950; b 884 900 934; c 1000 984 and the average 992; d 884 950 and 917; e 984 934 and 959, less 25.
    shown = {line.key: line.cells for line in table.lines}
    assert table.columns == ("R1", "R2", "R3", "Strafe")
    assert shown == {
        "a": ("1000", "900×", "950", ""),
        "b": ("884×", "900", "934", ""),
        "c": ("1000", "984×", "992*", ""),
        "d": ("884×", "917*", "950", ""),
        "e": ("959*", "984", "934×", "-25"),
    }
    assert added(table) == {"a": (1950, 1950), "b": (1834, 1834), "c": (1992, 1992), "d": (1867, 1867), "e": (1918, 1918)}
    assert table.legend == "× gestrichen, * ausgesetzt"


def test_the_ranking_and_the_sheets_on_paper_say_the_same() -> None:
    evening = dropping()
    made = compose(occasion(evening, "de"), Kind.RANKING, "de")
    assert made is not None
    (page,) = read(made)
    assert "959* 984 934× -25 1918" in page
    assert "× gestrichen, * ausgesetzt" in page
    own = compose(occasion(evening, "de"), Kind.STANDBLATT, "de")
    assert own is not None
    assert "Strafe -25" in " ".join(read(own))


def test_the_exported_results_rank_as_the_evening_does() -> None:
    evening = dropping()
    data = csv_bytes(TABLES["results"](evening))
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"))
    assert rows[0] == ["Nr", "Name", "Passe 1", "Passe 2", "Passe 3", "Gestrichen", "Strafe", "Total", "Matches", "Zeichen"]
    assert ["e", "E", "959", "984", "934", "-934", "-25", "1918", "0", "1* 3×"] in rows
    assert all(sum(map(int, row[2:7])) == int(row[7]) for row in rows[1:])  # as a spreadsheet adds it up
    lines, _ = results(data)
    again = of_results(evening.book, lines, "de")
    assert {row.key: (row.rank, row.total) for row in again.lines} == {
        row.key: (row.rank, row.total) for row in of_evening(evening, "de").lines
    }
    assert wrong_totals(again, lines) == []


def test_a_wrong_total_of_a_list_is_noticed() -> None:
    lines, _ = results(b"Name;P1;P2;Total\nAnna;900;800;1700\nBeat;1000;700;1800\n")
    (wrong,) = wrong_totals(of_results(load("nws2020"), lines, "de"), lines)
    assert (wrong.line, wrong.name, wrong.found, wrong.expected) == (3, "Beat", 1800, 1700)


def test_missed_and_set_rounds_are_marked() -> None:
    evening = opened("tam2014-es", "abcde", missed=SitOutScore.ZERO)
    start(evening, seated(1, "a b c d", out="e"))
    submit(evening, result(1, 1, 1000, 884), ScoreSet("e", 1, 900, "Entscheid der Jassleitung"))
    table = of_evening(evening, "de")
    assert {line.key: line.cells[0] for line in table.lines} == {"a": "1000", "b": "884", "c": "1000", "d": "884", "e": "900#"}
    assert table.legend == "# von der Turnierleitung gesetzt"


def test_namesakes_are_told_apart_on_every_list() -> None:
    evening = opened("tam2014-es", "abcd")
    submit(evening, Amended("a", "Urs Meier"), Amended("c", "Urs Meier"))
    start(evening, seated(1, "a b c d"))
    submit(evening, result(1, 1, 1000, 884))
    names = {line.key: line.name for line in of_evening(evening, "de").lines}
    assert (names["a"], names["c"], names["b"]) == ("Urs Meier (a)", "Urs Meier (c)", "B")
    listed = compose(occasion(evening, "de"), Kind.ROUNDS, "de")
    assert listed is not None
    assert "Urs Meier (a)" in read(listed)[0]
    lines, _ = results(b"Nr;Name;P1\n7;Urs Meier;900\n9;Urs Meier;800\n")
    assert [row.name for row in of_results(load("nws2020"), lines, "de").lines] == ["Urs Meier (7)", "Urs Meier (9)"]
    submit(evening, Amended("c", "Urs Meier junior"))
    assert (evening.name("a"), evening.name("c"), evening.name("nobody")) == ("Urs Meier", "Urs Meier junior", "nobody")


def tied() -> Evening:
    """All four have three Striche and no Match; a Match-Strich puts `a` first (UB-STR-09)."""
    evening = opened("ub2024", people(5))
    for one, rows in (
        (seated(1, "p1 p2 p3 p4", out=["p5"]), (strich_row(0, 1, 2), strich_row())),
        (seated(2, "p2 p1 p4 p5", out=["p3"]), (strich_row(0, 1, 2), strich_row())),
        (seated(3, "p1 p3 p2 p5", out=["p4"]), (strich_row(), strich_row())),
    ):
        start(evening, one)
        submit(evening, result_entered(one.number, 1, striche=rows))
        submit(evening, *(Signed(player, one.number, "turnierleitung") for player in one.players()))
    return evening


def test_who_is_put_first_leaves_the_others_tied_and_no_prize_is_lost() -> None:
    evening = tied()
    everybody = ranks(evening)
    assert {player for player, rank in everybody.items() if rank == 1} == {"p1", "p2", "p3", "p4"}
    refusal = refused(evening, TieSettled(("p2", "p1"), "Los"), "UB-STR-09", "tie-incomplete")
    assert refusal.facts["players"] == ["p3", "p4"]
    submit(evening, TieSettled(("p2",), "Los", ("p1", "p3", "p4")))
    assert ranks(evening) == {"p2": 1, "p1": 2, "p3": 2, "p4": 2, "p5": 5}
    # 100 for the first; 50 and 20 are shared by the three behind.
    assert [(prize.rank, float(prize.amount)) for prize in prizes(evening)] == [(1, 100), (2, 70 / 3), (2, 70 / 3), (2, 70 / 3)]
    submit(evening, TieSettled(("p4",), "Los", ("p1", "p3")))
    assert ranks(evening) == {"p2": 1, "p4": 2, "p1": 3, "p3": 3, "p5": 5}
    again = evening_from_plain(evening_to_plain(evening))
    assert ranks(again) == ranks(evening)


def test_an_old_settlement_decides_no_new_tie() -> None:
    evening = submit(tied(), TieSettled(("p2",), "Los", ("p1", "p3", "p4")))
    # The first game is corrected: one Match-Strich for p1 and p3. Now p2 and p4 share rank 3, and nobody has settled that.
    submit(
        evening,
        result_entered(1, 1, striche=(strich_row(1, 1, 2), strich_row()), reason="Match vergessen", decided_by="turnierleitung"),
    )
    assert ranks(evening) == {"p1": 1, "p3": 1, "p2": 3, "p4": 3, "p5": 5}
    assert {row.why.by for row in ranking(evening).rows if row.why} == {"total", "shared"}


def test_a_schneider_and_the_bergpreis_of_the_others_can_not_be() -> None:
    evening = start(opened("ub2024", "abcd"), seated(1, "a b c d"))
    # Who has the Bergpreis has 1000, and so is out of the Schneider (Der Bergpreis; Schneider).
    impossible = result_entered(1, 1, striche=(strich_row(0, 0, 2, 1), strich_row(0, 1)))
    refused(evening, impossible, "UB-STR-04", "schneider-with-bergpreis")
    old = Evening.replay(evening.book, evening.setup, [*evening.events, impossible])
    assert old.results[1, 1][-1].score == (3, 1)  # what an earlier version took stays as it was


@pytest.mark.rule("UB-BERG-01", "UB-SCHN-02")
def test_ub_berg_01_ub_schn_02_a_victory_brings_a_bergpreis_or_a_schneider() -> None:
    """Somebody was the first at 1000; or nobody was when false thanks ended it, and then the losers are in the Schneider."""
    evening = start(opened("ub2024", "abcd"), seated(1, "a b c d"))
    refused(evening, result_entered(1, 1, striche=(strich_row(2, 0, 2), strich_row(1))), "UB-BERG-01", "victory-alone")
    for rows in (
        (strich_row(0, 1, 2), strich_row()),
        (strich_row(0, 0, 2), strich_row(0, 1)),
        (strich_row(0, 0, 2, 1), strich_row()),
        (strich_row(1), strich_row(0, 1)),  # no Partiegewinn: broken off
    ):
        submit(start(opened("ub2024", "abcd"), seated(1, "a b c d")), result_entered(1, 1, striche=rows))


@pytest.mark.rule("UB-MATCH-02")
def test_ub_match_02_no_more_matches_than_fit_into_a_partie() -> None:
    """257 each: 7 are 1799 and an eighth ends the Partie (2056); who lost has 7 at most, in the Schneider 3 (771, not 1028)."""
    for rows, fits in (
        ((strich_row(8, 1, 2), strich_row(7)), True),
        ((strich_row(9, 1, 2), strich_row()), False),
        ((strich_row(0, 1, 2), strich_row(8)), False),
        ((strich_row(0, 1, 2, 1), strich_row(3)), True),
        ((strich_row(0, 1, 2, 1), strich_row(4)), False),
    ):
        evening = start(opened("ub2024", "abcd"), seated(1, "a b c d"))
        if fits:
            submit(evening, result_entered(1, 1, striche=rows))
        else:
            refused(evening, result_entered(1, 1, striche=rows), "UB-STR-01", "too-many-matches")


def test_a_sheet_that_lacks_something_says_whose_and_what() -> None:
    nowhere = Evening(load("ub2024"), EveningSetup("Test"))
    refusal = refused(nowhere, Entered("7", "Xaver Muster"), "UB-SHEET-01", "sheet-incomplete")
    said = explain(refusal.reason, refusal.facts, "de", nowhere.name)
    assert said == "Das Blatt von Xaver Muster ist unvollständig: E-Mail fehlt."


@pytest.mark.rule("UB-SHEET-05")
def test_ub_sheet_05_the_declaration_stands_on_the_wertetabelle() -> None:
    evening = tied()
    said = "Ich bestätige hiermit, ehrenhaft und regelkonform am Jassturnier teilgenommen zu haben."
    before = compose(occasion(evening, "de"), Kind.STANDBLATT, "de")
    assert before is not None
    assert all(page.count(said) == page.count("Wertetabelle") for page in read(before))
    after = compose(occasion(submit(evening, HonourConfirmed("p1", "2024-10-24")), "de"), Kind.STANDBLATT, "de")
    assert after is not None
    assert "Datum / Unterschrift: 24.10.2024" in " ".join(read(after))
    blank = compose(occasion(evening, "de"), Kind.BLANK_STANDBLATT, "de")
    assert blank is not None
    assert said in read(blank)[0]


def test_no_diploma_before_the_ranking_is_closed() -> None:
    assert compose(occasion(tied(), "de"), Kind.DIPLOMA, "de") is None
    assert compose(occasion(opened("ub2024", "abcd"), "de"), Kind.DIPLOMA, "de") is None


def test_a_pair_has_one_result_whichever_of_the_two_was_replaced() -> None:
    """Coiffeur: pairs p1+p2 and p3+p4; a stand-in for either makes it a round that the pair has not played."""
    sheets_of = []
    for place in (0, 2):  # the first partner, the second
        evening = opened("tam2014-cp", people(8), missed=SitOutScore.ZERO)
        second, third = ("p1 p5 p2 p6", "p3 p7 p4 p8"), ("p1 p7 p2 p8", "p3 p5 p4 p6")
        start(evening, seated(1, "p1 p3 p2 p4", "p5 p7 p6 p8"), seated(2, *second), seated(3, *third))
        submit(evening, StandInNamed(1, 1, place, "Frieda", "krank"), result(1, 1, 900, 860))
        sheets_of.append([(row.how.value, row.score) for row in sheet(evening, "p1").rows[:1]])
        assert sheet(evening, "p2").counted == sheet(evening, "p1").counted
        submit(evening, ScoreSet("p2", 1, 800, "Entscheid"))
        assert [row.total for row in of_evening(evening, "de").rows] == [860, 800]
        submit(evening, ScoreSet("p1", 1, 810, "Entscheid, berichtigt"))
        assert [row.total for row in of_evening(evening, "de").rows] == [860, 810]
        refused(evening, ScoreSet("p3", 1, 1, "gespielt"), reason="played")
    assert sheets_of == [[("missed", 0)], [("missed", 0)]]


def test_a_stand_in_named_after_the_close_changes_nothing() -> None:
    evening = submit(tied(), RankingClosed())
    before = ranks(evening)
    event = StandInNamed(3, 1, 0, "Frieda")
    refused(evening, event, "UB-MODE-03", "ranking-closed")
    assert ranks(evening) == before
    assert len(Evening.replay(evening.book, evening.setup, [*evening.events, event]).events) == len(evening.events) + 1


def test_nobody_who_is_here_stays_without_a_seat_unnoticed() -> None:
    """NWS draws all Passen ahead (NWS-1-08): who comes after the draw has a seat in none of them."""
    evening = opened("nws2020", people(8))
    submit(evening, evening.drawn(), RoundReleased(1))
    submit(evening, Entered("spät", "Sven Spät"), CheckedIn("spät", accepted=True))
    refusal = refused(evening, RoundReleased(2), reason="no-seat")
    assert refusal.facts == {"players": ["spät"], "round": 2}
    assert "Sven Spät: da, aber ohne Platz in Runde 2." in explain(refusal.reason, refusal.facts, "de", evening.name)
    assert Evening.replay(evening.book, evening.setup, [*evening.events, RoundReleased(2)]).released == 2
    submit(evening, RoundReleased(2, ("spät",)))
    assert evening.released == 2


@pytest.mark.rule("TAM-ES-67", "TAM-ES-68")
@pytest.mark.parametrize(
    ("seat", "points", "settled"),
    [
        # Eleven missing: Schreiberpartei +5, Gegenpartei +6; eleven too many: -6 and -5 (the book's own example).
        (3, (1000, 873), (1006, 878)),
        (0, (1000, 873), (1005, 879)),
        (2, (1000, 895), (994, 890)),
        (1, (1000, 895), (995, 889)),
    ],
)
def test_tam_es_67_tam_es_68_the_odd_point_is_borne_by_the_side_that_writes(
    seat: int, points: tuple[int, int], settled: tuple[int, int]
) -> None:
    evening = start(opened("tam2014-es", "abcd"), seated(1, "a b c d"))
    submit(evening, WriterNamed(1, 1, seat), result(1, 1, *points))
    assert evening.results[1, 1][-1].points == settled
    refused(evening, WriterNamed(1, 1, 0), reason="has-result")
    refused(evening, WriterNamed(1, 1, 4), reason="no-such-seat")


@pytest.mark.parametrize("pairs", [4, 6, 8, 10])
def test_pairs_write_equally_often(pairs: int) -> None:
    names = [f"p{number}" for number in range(2 * pairs)]
    couples = frozenset(frozenset(names[place : place + 2]) for place in range(0, 2 * pairs, 2))
    for seed in ("a", "b", "c"):
        rounds = plan(seed, names, 3, Wishes(partners=couples))
        wrote = Counter(table.writer for drawn in rounds for table in drawn.tables)
        by_pair = [sum(wrote[player] for player in couple) for couple in couples]
        assert max(by_pair) - min(by_pair) <= 1
        assert max(wrote.values()) == 1  # and in a pair both take their turn
        assert check(rounds, Wishes(partners=couples)).wrote == (min(by_pair), max(by_pair))


def test_a_draw_does_not_depend_on_the_order_of_the_list() -> None:
    names = [str(number) for number in range(1, 17)]
    assert plan("Los", names, 4) == plan("Los", names[::-1], 4)
    assert next_round("Los", names, 4, history=plan("Los", names, 4)[:2]) == plan("Los", names[::-1], 4)[2]


def test_an_evening_that_an_earlier_version_drew_goes_on_with_its_plan() -> None:
    names = ["b", "a", *(str(number) for number in range(14, 0, -1))]
    old = plan("Los", names, 4, as_listed=True)  # as it was: in the order of entry
    assert next_round("Los", names, 4, history=old[:1]) == old[1]


def test_who_leaves_after_the_last_round_stays_ranked() -> None:
    evening = tied()
    before = ranks(evening)
    assert ranks(submit(evening, Withdrawn("p2", "muss heim"))) == before


@pytest.mark.parametrize("dropped", [0, 1])
@pytest.mark.parametrize("book", ["nws2020", "tam2014-es", "tam2014-cp", "ub2024"])
def test_every_line_of_any_evening_adds_up(book: str, dropped: int) -> None:
    """Random evenings with late entries, drop-outs, corrections and penalties; added up here from what a reader sees."""
    rules = load(book)
    rules = replace(rules, evening=replace(rules.evening, dropped=dropped, rounds=rules.evening.rounds or 4))
    for seed in range(2):
        rng = random.Random(f"{book}/{dropped}/{seed}")
        evening = play(rng, rules, rng.choice((8, 9)), Trouble(penalty=0.6))
        table = of_evening(evening, "de")
        assert table.lines
        for key, (total, sums) in added(table).items():
            assert total == sums, (seed, key)
        for row in TABLES["results"](evening)[1:]:
            assert sum(int(cell or 0) for cell in row[2:-3]) == int(row[-3]), (seed, row)


def test_where_the_lowest_total_wins_a_penalty_is_added() -> None:
    evening = start(opened("differenzler-club", "abcd", rounds=1), seated(1, "a b c d"))
    submit(evening, result(1, 1, 40, 10, 30, 20), PenaltyGiven("b", 15, "Schnurre"))
    table = of_evening(evening, "de")
    assert [(line.key, line.cells, line.total) for line in table.lines] == [
        ("d", ("20", ""), 20), ("b", ("10", "+15"), 25), ("c", ("30", ""), 30), ("a", ("40", ""), 40),
    ]  # fmt: skip
    assert all(total == sums for total, sums in added(table).values())


def test_a_settlement_decides_nothing_once_one_of_the_results_behind_it_is_another() -> None:
    """A lot between two decides that tie; with other rounds behind the same total it is a tie that nobody has settled yet."""
    evening = opened("tam2014-es", "abcde", missed=SitOutScore.ZERO)
    for one, points in ((seated(1, "a b c d", out="e"), (1000, 884)), (seated(2, "a c b d", out="e"), (900, 984))):
        start(evening, one)
        submit(evening, result(one.number, 1, *points))
    submit(evening, ScoreSet("e", 1, 900, "Entscheid der Jassleitung"), ScoreSet("e", 2, 1000, "Entscheid der Jassleitung"))
    tie = {"c": 1, "a": 2, "e": 2, "d": 4, "b": 5}  # 1984; 1000 + 900 and 900 + 1000; 1868; 1784
    assert ranks(evening) == tie
    submit(evening, TieSettled(("e",), "Los", ("a",)))
    assert ranks(evening) == tie | {"a": 3}
    submit(evening, ScoreSet("e", 1, 950, "Entscheid der Jassleitung"), ScoreSet("e", 2, 950, "Entscheid der Jassleitung"))
    assert ranks(evening) == tie
