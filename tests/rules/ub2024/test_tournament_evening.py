"""UB 2024: check-in, draw, packs, Wertetabellen, Jasskönig*in and prizes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from puur.core.actions import bids
from puur.core.control import check_striche
from puur.core.errors import RuleViolation
from puur.core.events import Announced
from puur.core.events import ResultEntered as GameResult
from puur.core.faces import Faces
from puur.core.mode import PLAIN_MODES, parse_mode
from puur.evening.evening import Evening
from puur.evening.events import (
    CheckedIn,
    DeckVoted,
    Entered,
    PrizeHanded,
    RankingClosed,
    RankingReopened,
    Remarked,
    RoundsDrawn,
    Signed,
    TieSettled,
)
from puur.evening.ranking import Scored, order, prizes, ranking
from puur.evening.seating import meetings
from puur.evening.sheets import How, sheet
from puur.evening.state import EveningSetup
from puur.reglement import load
from puur.reglement.catalogue import provision, provisions, text
from tests.evening.evenings import opened, ranks, refused, result, result_entered, start, strich_row, submit
from tests.evening.support import people, seated
from tests.support import A, D, dealt
from tests.support import table as game_at

UB = "ub2024"
BOOK = load(UB)
ROUNDS = (seated(1, "a b c d"), seated(2, "a c b d"), seated(3, "a b d c"))
# The book's own sample sheet, row by row, for A and the partner; the others as they then must be or may be.
SAMPLE = (
    (strich_row(1, 1, 2, 0), strich_row(0, 0, 0, 0)),
    (strich_row(2, 1, 0, 0), strich_row(0, 0, 2, 0)),
    (strich_row(0, 0, 2, 1), strich_row(1, 0, 0, 0)),
)


def signed(evening: Evening, number: int) -> None:
    submit(evening, *(Signed(player, number, "turnierleitung") for player in evening.round(number).players()))


def sample() -> Evening:
    """Four people play the sample sheet: a has 4, 3 and 3."""
    evening = opened(UB, "abcd")
    for one, rows in zip(ROUNDS, SAMPLE, strict=True):
        start(evening, one)
        submit(evening, result_entered(one.number, 1, striche=rows))
        signed(evening, one.number)
    return evening


def placed(*entries: tuple[str, int, int]) -> list[tuple[int, str, str]]:
    """Rank, name and deciding provision of (name, Striche, Match-Striche)."""
    scored = [Scored(key, total, (total,), matches=matches) for key, total, matches in entries]
    return [(rank, one.key, why.rule if why else "") for rank, one, why in order(BOOK, scored)]


@pytest.mark.rule("UB-EVENT-01")
def test_ub_event_01_time_and_place_are_told_and_stand_on_the_sheet() -> None:
    said = text(provision("UB-EVENT-01"), "de")[0]
    assert "24. Oktober 2024" in said
    assert "17" in said
    evening = opened(UB, "abcd", date="2024-10-24", venue="UB Digital Library Space (UZH Zentrum)")
    assert (evening.setup.date, evening.setup.venue) == ("2024-10-24", "UB Digital Library Space (UZH Zentrum)")
    # A Partie still running at the end has no winner: a sheet without Partiegewinn is accepted.
    submit(start(evening, ROUNDS[0]), result_entered(1, 1, striche=(strich_row(1), strich_row())))
    assert sheet(evening, "a").rows[0].striche == strich_row(1)


@pytest.mark.rule("UB-EVENT-02")
def test_ub_event_02_every_partie_is_a_schieber() -> None:
    book = opened(UB, 8).book
    assert book.evening.discipline == "Schieber"
    assert book.rule("evening.discipline") == "UB-EVENT-02"
    game = dealt(book)
    offered = {bid.mode for bid in bids(game, game.deal.speaker) if isinstance(bid, Announced)}
    assert (game.form.name, offered) == ("schieber", set(PLAIN_MODES))


@pytest.mark.rule("UB-EVENT-03")
def test_ub_event_03_no_chosen_partner() -> None:
    evening = opened(UB, "abcdefg")
    event = Entered("h", "H", email="h@example.org", pair="mit a")
    refused(evening, event, "UB-EVENT-03", "no-pairs")
    submit(evening, Entered("h", "H", email="h@example.org"), CheckedIn("h", accepted=True))
    draws = [evening.drawn(str(seed)).rounds for seed in range(30)]
    opponents = {(one, two) for rounds in draws for _, one, two, together in meetings(rounds) if not together}
    assert ("a", "h") in opponents


@pytest.mark.rule("UB-EVENT-04")
def test_ub_event_04_checking_in_on_the_spot_is_enough() -> None:
    evening = opened(UB, 8)
    submit(evening, Entered("spät", "Spät", email="s@example.org"), CheckedIn("spät", accepted=True))
    assert [row.round for row in sheet(evening, "spät").rows] == [1, 2, 3]
    assert "spät" in {*evening.drawn().rounds[0].players(), *evening.drawn().rounds[0].sitting_out}
    # Nine people: one sits out with 0 Striche, and nobody twice before everybody has once.
    resting = []
    for number in (1, 2, 3):
        start(evening)
        resting += evening.rounds[-1].sitting_out
        for table in evening.rounds[-1].tables:
            submit(evening, result_entered(number, table.number, striche=(strich_row(victory=2, bergpreis=1), strich_row())))
        signed(evening, number)
    assert len(resting) == len(set(resting)) == 3
    row = next(row for row in sheet(evening, resting[0]).rows if row.how is How.SAT_OUT)
    assert row.score == 0


@pytest.mark.rule("UB-EVENT-06")
def test_ub_event_06_the_first_three_win_prizes() -> None:
    evening = ranked()
    assert [prize.players for prize in prizes(evening)] == [("p1",), ("p2",), ("p3",)]
    # "… wer am meisten Striche nach drei gespielten Partien hat": not before the ranking is closed, nor while it is open again
    submit(evening, RankingReopened("Zählfehler"))
    refused(evening, PrizeHanded("p1"), "UB-PRIZE-01", "prize-too-early")
    submit(evening, RankingClosed(), PrizeHanded("p1"))
    assert len(ranking(evening).rows) == 4


@pytest.mark.rule("UB-BASIS-01")
def test_ub_basis_01_every_provision_is_listed() -> None:
    listed = provisions(UB)
    assert len(listed) == len({one.id for one in listed}) > 100
    assert all(one.id.startswith("UB-") and text(one, "de")[0] for one in listed)
    assert BOOK.title == "UB Jassturnier 2024"


@pytest.mark.rule("UB-BASIS-03")
def test_ub_basis_03_the_own_rulebook_comes_first() -> None:
    """The general rules end at 1000 points, UB's own at 2000."""
    over = []
    for before in (960, 1960):
        game = game_at(UB, totals=(before, 0))
        game.submit(GameResult((100, 57), parse_mode("E")))
        over.append(game.over)
    assert over == [False, True]
    assert load("jassregeln").ending.target == 1000


@pytest.mark.rule("UB-BASIS-04")
def test_ub_basis_04_where_it_is_silent_the_general_rules_answer() -> None:
    # Who deals next: no provision of its own, so the general one, and it is labelled as such.
    game = game_at(UB, first_dealer=D)
    game.submit(GameResult((100, 57), parse_mode("E")))
    assert (game.next_dealer(), game.book.falls_back_on) == (A, "jassregeln")
    assert game.book.rule("dealing.rotate").startswith("JR-")


@pytest.mark.rule("UB-DECK-01")
def test_ub_deck_01_both_packs_are_offered() -> None:
    assert [faces.value for faces in Faces] == ["german", "french"]
    assert BOOK.evening.deck_choice


@pytest.mark.rule("UB-DECK-02")
def test_ub_deck_02_each_table_chooses_for_itself() -> None:
    evening = start(opened(UB, 8))
    submit(evening, DeckVoted(1, 1, (Faces.GERMAN,) * 4), DeckVoted(1, 2, (Faces.FRENCH,) * 4))
    assert (evening.deck(1, 1), evening.deck(1, 2)) == (Faces.GERMAN, Faces.FRENCH)
    elsewhere = start(opened("nws2020", 4))
    refused(elsewhere, DeckVoted(1, 1, (Faces.FRENCH,) * 4), reason="deck-fixed")


@pytest.mark.rule("UB-DECK-03")
def test_ub_deck_03_without_agreement_french_cards() -> None:
    evening = start(opened(UB, 4))
    submit(evening, DeckVoted(1, 1, (Faces.GERMAN, Faces.GERMAN, Faces.GERMAN, Faces.FRENCH)))
    assert evening.deck(1, 1) is Faces.FRENCH
    assert opened(UB, 4).deck(1, 1) is Faces.FRENCH


@pytest.mark.rule("UB-MODE-01")
def test_ub_mode_01_three_partien_per_player() -> None:
    evening = sample()
    assert [row.round for row in sheet(evening, "a").rows] == [1, 2, 3]
    refused(evening, RoundsDrawn((seated(4, "a b c d"),)), "UB-MODE-01", "rounds-over")


@pytest.mark.rule("UB-MODE-02")
def test_ub_mode_02_partners_are_drawn_anew() -> None:
    evening = start(opened(UB, 8))
    submit(evening, *(result_entered(1, table, striche=(strich_row(bergpreis=1, victory=2), strich_row())) for table in (1, 2)))
    signed(evening, 1)
    assert len(evening.rounds) == 1  # nothing is drawn ahead
    start(evening)
    partners = [(one, two) for _, one, two, together in meetings(evening.rounds) if together]
    assert len(partners) == len(set(partners)) == 8


@pytest.mark.rule("UB-MODE-03")
def test_ub_mode_03_most_striche_not_most_points() -> None:
    evening = start(opened(UB, "abcd"), ROUNDS[0])
    # b and d wrote more points on the slate, but a and c have more Striche (two Matches and the Bergpreis against a victory).
    submit(evening, result(1, 1, 1800, 2010, striche=(strich_row(2, 1, 0), strich_row(0, 0, 2))))
    assert ranks(evening) == {"a": 1, "c": 1, "b": 3, "d": 3}
    assert placed(("P1", 10, 0), ("P2", 9, 5), ("P3", 9, 1))[0] == (1, "P1", "")


@pytest.mark.rule("UB-STR-06")
def test_ub_str_06_no_draw_before_every_sheet_is_signed() -> None:
    evening = start(opened(UB, "abcd"), ROUNDS[0])
    submit(evening, result_entered(1, 1, striche=SAMPLE[0]))
    submit(evening, *(Signed(player, 1, "turnierleitung") for player in "abc"))
    refusal = refused(evening, RoundsDrawn((ROUNDS[1],)), "UB-STR-06", "unsigned-sheets")
    assert refusal.facts["players"] == ["d"]
    with pytest.raises(RuleViolation, match="UB-STR-06"):
        evening.drawn()
    submit(evening, Signed("d", 1, "turnierleitung"), RoundsDrawn((ROUNDS[1],)))


@pytest.mark.rule("UB-STR-07")
def test_ub_str_07_the_sample_sheet_adds_up_to_ten() -> None:
    evening = sample()
    assert [row.score for row in sheet(evening, "a").rows] == [4, 3, 3]
    assert sheet(evening, "a").total == 10
    assert evening.results[3, 1][-1].doubts == ("1: schneider-without-bergpreis",)  # a warning, no refusal (UB-SCHN-03)


@pytest.mark.rule("UB-STR-08")
def test_ub_str_08_most_striche_is_jasskoenig() -> None:
    # a: 4 + 3 + 3, c: 4 + 2 + 1, d: 0 + 2 + 3, b: 0 + 3 + 1
    assert ranks(sample()) == {"a": 1, "c": 2, "d": 3, "b": 4}
    assert "UB-STR-08" in BOOK.rules("evening.rank_by")


@pytest.mark.rule("UB-STR-09")
def test_ub_str_09_match_striche_break_a_tie() -> None:
    assert placed(("P2", 9, 2), ("P1", 9, 3)) == [(1, "P1", ""), (2, "P2", "UB-STR-09")]
    # Open: a tie that remains is shared until the Turnierleitung settles it.
    evening = start(opened(UB, "abcd"), ROUNDS[0])
    submit(evening, result_entered(1, 1, striche=(strich_row(1, 1, 2), strich_row())))
    assert ranks(evening)["a"] == ranks(evening)["c"] == 1
    refused(evening, TieSettled(("a", "b"), "Los"), "UB-STR-09", "no-tie")
    submit(evening, TieSettled(("c", "a"), "Karte gezogen"))
    assert (ranks(evening)["c"], ranks(evening)["a"]) == (1, 2)
    assert ranking(evening).rows[1].why.by == "settled"  # type: ignore[union-attr]


@pytest.mark.rule("UB-SHEET-01")
def test_ub_sheet_01_the_head_of_the_wertetabelle() -> None:
    evening = opened(UB, 4)
    refused(evening, Entered("x", "Xaver Muster"), "UB-SHEET-01", "sheet-incomplete")
    submit(evening, Entered("x", "Xaver Muster", email="x@example.org"))
    nowhere = submit(Evening(BOOK, EveningSetup("Test")), Entered("x", "X", email="x@example.org"))
    assert nowhere.players["x"].name == "X"  # place and date are the evening's: its paper has lines for them


@pytest.mark.rule("UB-SHEET-02")
@pytest.mark.parametrize(
    ("row", "rule"),
    [
        (strich_row(1, 1, 2, 0), None),
        (strich_row(5, 0, 0, 0), None),
        (strich_row(-1), "UB-STR-01"),
        (strich_row(0, 2), "UB-BERG-01"),
        (strich_row(0, 0, 1), "UB-STR-03"),
        (strich_row(0, 0, 2, 2), "UB-STR-04"),
        (strich_row(0, 1, 0, 1), "UB-STR-04"),  # a Schneider only with a Sieg
    ],
)
def test_ub_sheet_02_columns_and_their_values(row, rule) -> None:  # type: ignore[no-untyped-def]
    if rule is None:
        check_striche(BOOK, (row,))
        assert row.total == row.match + row.bergpreis + row.victory + row.schneider
    else:
        with pytest.raises(RuleViolation) as refusal:
            check_striche(BOOK, (row,))
        assert refusal.value.rule == rule


@pytest.mark.rule("UB-SHEET-02")
def test_ub_sheet_02_the_visum_is_empty_until_signed() -> None:
    evening = start(opened(UB, "abcd"), ROUNDS[0])
    submit(evening, result_entered(1, 1, striche=SAMPLE[0]))
    row = sheet(evening, "a").rows[0]
    assert (row.striche, row.score, row.signed) == (strich_row(1, 1, 2, 0), 4, "")
    both = result_entered(1, 1, striche=(strich_row(0, 1, 2), strich_row(0, 1)), reason="x")
    refused(evening, both, "UB-BERG-01", "striche-both")


@pytest.mark.rule("UB-SHEET-03")
def test_ub_sheet_03_the_tagestotal() -> None:
    own = sheet(sample(), "a")
    assert tuple(row.score for row in own.rows) == (4, 3, 3)
    assert own.total == 10


@pytest.mark.rule("UB-SHEET-04")
def test_ub_sheet_04_a_signed_row_is_locked() -> None:
    evening = start(opened(UB, "abcd"), ROUNDS[0])
    submit(evening, result_entered(1, 1, striche=SAMPLE[0]))
    submit(evening, result_entered(1, 1, striche=SAMPLE[1], reason="vertauscht"), Signed("a", 1, "turnierleitung"))
    assert sheet(evening, "a").rows[0].signed == "turnierleitung"
    change = result_entered(1, 1, striche=SAMPLE[0], reason="doch nicht")
    refused(evening, change, "UB-SHEET-04", "not-official")
    submit(evening, result_entered(1, 1, striche=SAMPLE[0], reason="doch nicht", decided_by="turnierleitung"))
    assert [version.reason for version in evening.results[1, 1]] == ["", "vertauscht", "doch nicht"]


@pytest.mark.rule("UB-SHEET-06")
def test_ub_sheet_06_remarks_of_the_spielleiter() -> None:
    evening = submit(sample(), Remarked("a", "UB-Jasskönig*in"))
    assert evening.remarks == {"a": "UB-Jasskönig*in"}


def ranked() -> Evening:
    """Four people with four different totals: p1 6+5+1 = 12, p2 6+1+3 = 10, p3 0+5+3 = 8, p4 0+1+1 = 2."""
    evening = opened(UB, people(4))
    for one, rows in (
        (seated(1, "p1 p3 p2 p4"), (strich_row(3, 1, 2), strich_row())),
        (seated(2, "p1 p2 p3 p4"), (strich_row(2, 1, 2), strich_row(1))),
        (seated(3, "p1 p2 p4 p3"), (strich_row(0, 1), strich_row(1, 0, 2))),
    ):
        start(evening, one)
        submit(evening, result_entered(one.number, 1, striche=rows))
        signed(evening, one.number)
    return submit(evening, RankingClosed())


@pytest.mark.parametrize(
    ("rank", "amount"),
    [
        pytest.param(1, 100, marks=pytest.mark.rule("UB-PRIZE-01"), id="ub_prize_01"),
        pytest.param(2, 50, marks=pytest.mark.rule("UB-PRIZE-02"), id="ub_prize_02"),
        pytest.param(3, 20, marks=pytest.mark.rule("UB-PRIZE-03"), id="ub_prize_03"),
    ],
)
def test_vouchers(rank: int, amount: int) -> None:
    evening = ranked()
    assert ranks(evening) == {"p1": 1, "p2": 2, "p3": 3, "p4": 4}
    assert sum(prize.amount for prize in prizes(evening)) == 170
    prize = prizes(evening)[rank - 1]
    assert (prize.rank, prize.players) == (rank, (f"p{rank}",))
    assert (prize.amount, prize.rule, prize.shared) == (Fraction(amount), f"UB-PRIZE-0{rank}", False)
    submit(evening, PrizeHanded(f"p{rank}"))
    assert evening.prizes_handed == {f"p{rank}"}
    refused(evening, PrizeHanded("p4"), reason="no-prize")


def test_prizes_of_a_shared_rank_are_shared_and_left_to_the_turnierleitung() -> None:
    evening = start(opened(UB, "abcd"), ROUNDS[0])
    submit(evening, result_entered(1, 1, striche=(strich_row(1, 1, 2), strich_row())))
    first, second, *rest = prizes(evening)
    assert first.amount == second.amount == Fraction(150, 2)
    assert first.shared
    assert sum(prize.amount for prize in rest) == 20
