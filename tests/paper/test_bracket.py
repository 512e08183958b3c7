"""The bracket of a knock-out as a tree: every match in its place, from the first round to the final."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from tests import evenings, round_evenings
from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, ODD_NAMES
from tests.press.laid_out import faults_of
from tests.round_evenings import out, rule_all
from tests.typesetting import typeset
from tournament.draw.queries.brackets import BracketColumn, BracketMatch, BracketSide, blank_bracket, whole_bracket
from tournament.event.services.events import show_standings
from tournament.models import Event, Player
from tournament.paper.document import DocumentRequest, NotDrawnYet
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.brackets import GAP, INSIDE, LINE, ON_A_PAGE, USUAL, trees_of
from tournament.paper.offers import shelves_of
from tournament.paper.typesetting import order_of
from tournament.press.fitting import count_lines_of
from tournament.press.sheets import Options

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


@pytest.mark.slow
def test_it_has_every_round_from_the_first_one_with_who_went_on(rounds_of):
    evening = rounds_of(5, plan=[["knock-out", 0]])
    out(evening, 1)
    rule_all(evening, 1)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    out(evening, 2)
    event = Event.objects.get()
    bracket = whole_bracket(event)
    assert [(column.label, len(column.matches)) for column in bracket.columns] == [
        *(("Quarter-finals", 4), ("Semi-finals", 2), ("Final", 1)),
    ]
    assert [match.is_bye for match in bracket.columns[0].matches].count(True) == 3
    won = [side.name for match in bracket.columns[0].matches for side in match.sides if side.won]
    assert [side.name for match in bracket.columns[1].matches for side in match.sides] == won
    assert bracket.winner == ""
    paper = typeset("bracket", event, now=NOW)
    page = " ".join(PdfReader(BytesIO(paper.pdf)).pages[0].extract_text().split())
    assert paper.pages == 1
    assert [column.label for column in bracket.columns if column.label not in page] == []
    sides = [side.name for column in bracket.columns for match in column.matches for side in match.sides]
    assert [name for name in sides if name not in page] == []
    assert (page.count("14"), [match.has_score for match in bracket.columns[0].matches].count(True)) == (1, 1)


@pytest.mark.parametrize(
    ("entries", "pages"),
    mostly_slow([(4, [2, 1]), (32, [16, 8, 4, 2, 1]), (64, [16, 8, 4, 2, 1])], quick=[(4, [2, 1])]),
)
def test_boxes_stand_between_those_that_they_come_from_and_none_over_another(entries, pages):
    columns = []
    while entries > 1:
        entries //= 2
        columns.append(BracketColumn("", (BracketMatch((BracketSide("Ann"), BracketSide("Bea")), 1, False),) * entries))
    trees = list(trees_of(columns))
    assert len(trees) == (1 if len(columns[0].matches) <= ON_A_PAGE else 3)
    boxes = [box for box in trees[0].boxes if box.label != "Winner"]
    middles_of = {
        left: [box.top + box.height / 2 for box in boxes if box.left == left] for _label, left in trees[0].heads
    }
    assert [len(of) for of in middles_of.values()] == pages
    for earlier, later in zip([*middles_of.values()], [*middles_of.values()][1:], strict=False):
        middles = [(one + other) / 2 for one, other in zip(earlier[::2], earlier[1::2], strict=True)]
        assert later == pytest.approx(middles)
    first = [box.top for box in boxes if box.left == 0]
    assert [b - a >= trees[0].height for a, b in zip(first, first[1:], strict=False)] == [True] * (len(first) - 1)
    assert 0 <= first[0] <= first[-1] + trees[0].height <= USUAL.height


@pytest.mark.parametrize(
    ("entries", "columns", "is_beside"), [(4, 3, True), (8, 3, False), (16, 4, False), (32, 5, False), (64, 3, True)]
)
def test_all_columns_are_equally_wide_and_the_winner_stands_beside_the_final_or_above_it(entries, columns, is_beside):
    (*_parts, tree) = trees_of(blank_bracket(entries).columns, "Ann")
    assert {round(box.width, 2) for box in tree.boxes} == {round((USUAL.width + GAP) / columns - GAP, 2)}
    assert {round(box.left / (USUAL.width + GAP) * columns, 6) for box in tree.boxes} == set(range(columns))
    final, winner = tree.boxes[-2:]
    assert (winner.is_winners, winner.left > final.left, winner.top < final.top) == (True, is_beside, not is_beside)


def test_an_evening_without_a_knock_out_is_not_offered_one(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    assert not DOCUMENTS["bracket"].makes_sense(evening.event)
    with pytest.raises(NotDrawnYet, match="There is no bracket yet"):
        typeset("bracket", evening.event)


def test_it_is_offered_once_the_knock_out_after_a_league_has_begun(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1], ["knock-out", 0]])
    is_missing = []
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
        (_rounds, of_evening, _blank) = shelves_of(Event.objects.get())[-3:]
        is_missing += [bool(each.missing) for each in of_evening.offers if each.document.key == "bracket"]
    assert is_missing == [True, False]


def test_large_print_has_half_as_many_to_a_page_in_letters_that_are_as_large_before_they_are_drawn_larger(rounds_of):
    evening = rounds_of(20, plan=[["knock-out", 0]])
    out(evening, 1)
    sizes = {}
    for large in (False, True):
        trees = DOCUMENTS["bracket"].read(
            DocumentRequest(evening.event, options=Options("a4-large" if large else "a4"))
        )["trees"]
        firsts = [len([box for box in tree.boxes if box.left == 0]) for tree in trees]
        letters = {line.size for tree in trees for box in tree.boxes for line in box.lines if line.side.name}
        sizes[large] = (firsts, min(letters), max(letters))
    assert sizes == {False: ([16], 9.0, 10.0), True: ([8, 8, 2], 10.0, 11.0)}


@pytest.mark.slow
def test_third_place_stands_under_the_final_and_the_plate_on_a_page_of_its_own(rounds_of):
    evening = rounds_of(8, plan=[["knock-out-plate", 0]], enters="pairs")
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number)
    event = Event.objects.get()
    bracket = whole_bracket(event)
    (third,), (plate_final,) = bracket.columns[-1].third, bracket.plate[-1].matches
    lost = {side.name for match in bracket.columns[1].matches for side in match.sides if side.has_lost}
    assert ({side.name for side in third.sides}, [side.won for side in third.sides].count(True)) == (lost, 1)
    assert [(column.label, len(column.matches)) for column in bracket.plate] == [
        ("Plate, round 2", 2),
        ("Plate, final", 1),
    ]
    first, second = (
        " ".join(page.extract_text().split()) for page in PdfReader(BytesIO(typeset("bracket", event).pdf)).pages
    )
    assert ("Third place" in first, "Plate, final" in second) == (True, True)
    assert [side.name for side in third.sides if side.name not in first] == []
    assert [side.name for side in plate_final.sides if side.name not in second] == []


NAME = "Wolfgang Maximilian Featherstonehaugh-Cholmondeley-Marjoribanks of Ightham Mote, Kent"[:80]


@pytest.mark.parametrize(
    ("name", "pages", "least"),
    [
        ("Ann Ash", 1, 9),
        ("Constantine Higginbottom", 1, 7),
        (f"{NAME[:29]} & {NAME[:28]}", 3, 7),
        (f"{NAME} & {NAME}", 3, 5),
    ],
)
def test_names_of_sixteen_matches_are_as_large_as_their_boxes_allow_and_end_inside(name, pages, least):
    match = BracketMatch((BracketSide(name, won=True), BracketSide("Bea")), 1, False)
    trees = list(trees_of([BracketColumn("", (match,) * (16 >> at)) for at in range(5)]))
    long, short = zip(
        *((box.lines[0], box.lines[1]) for tree in trees for box in tree.boxes if len(box.lines) == 2), strict=True
    )
    assert (len(trees), min(line.size for line in long) >= least) == (pages, True)
    assert min(line.size for line in short) >= 9
    for tree in trees:
        for each, line in ((box, line) for box in tree.boxes for line in box.lines):
            shown = f"✓ {line.side.name}" if line.side.won else line.side.name
            assert count_lines_of(shown, line.size, each.width - INSIDE) * line.size * LINE <= line.height
    assert [sum(line.height for line in box.lines) <= box.height for tree in trees for box in tree.boxes].count(
        False
    ) == 0


def test_a_part_says_on_which_page_its_winner_goes_on_and_that_page_from_where_he_came():
    match = BracketMatch(
        (BracketSide("Queenie van Cooper-Ellis & Rosemary van Cooper-Ellis"), BracketSide("Bea")), 1, False
    )
    trees = list(trees_of([BracketColumn("", (match,) * (128 >> at)) for at in range(8)]))
    labels = [[box.label for box in tree.boxes if box.label] for tree in trees]
    assert labels == [["Winner: page 17"]] * 16 + [["Winner"]]
    assert [[page for page, _top in tree.sources] for tree in trees] == [[]] * 16 + [list(range(1, 17))]
    assert [len(tree.heads) for tree in trees] == [4] * 17
    assert {round(tree.height, 1) for tree in trees} == {round(USUAL.height / (ON_A_PAGE // 2) - 0.6, 1)}


@pytest.mark.slow
def test_the_winner_has_a_box_of_his_own_once_the_results_are_shown(rounds_of):
    evening = rounds_of(4, plan=[["knock-out", 0]])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    event, kept = Event.objects.get(), "The winner of the last round is shown here once the standings are."
    (before,) = PdfReader(BytesIO(typeset("bracket", event).pdf)).pages
    show_standings(event, True, by=evening.director, now=evening.now)
    event = Event.objects.get()
    bracket = whole_bracket(event)
    (tree,) = trees_of(bracket.columns, bracket.winner)
    (box,) = [box for box in tree.boxes if box.label == "Winner"]
    assert ([line.side for line in box.lines], bool(bracket.winner)) == ([BracketSide(bracket.winner, won=True)], True)
    (after,) = PdfReader(BytesIO(typeset("bracket", event).pdf)).pages
    said = [" ".join(page.extract_text().split()) for page in (before, after)]
    assert [(f"✓ {bracket.winner}" in page, kept in page) for page in said] == [(False, True), (True, False)]


def test_a_first_round_in_which_some_go_through_is_not_called_for_how_many_are_in_it(rounds_of):
    evening = rounds_of(9, plan=[["knock-out", 0]])
    out(evening, 1)
    labels = [column.label for column in whole_bracket(Event.objects.get()).columns]
    assert labels == ["First round", "Quarter-finals", "Semi-finals", "Final"]


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a4", "a5"])
def test_nothing_of_the_worst_pairs_is_cut_off(rounds_of, sheet):
    evening = rounds_of(10, plan=[["knock-out", 0]])
    worst = ["W" * 80, "M" * 40 + " " + "i" * 39, "王小明" * 20, NAME, *ODD_NAMES]
    for player, name in zip(evening.event.club.players.all(), worst, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    out(evening, 1)
    rule_all(evening, 1)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    out(evening, 2)
    order = order_of(DOCUMENTS["bracket"], Event.objects.get(), options=Options(sheet), now=NOW)
    assert [said for part in order.job.parts for said in faults_of(part, order.job.emblem)] == []


@pytest.mark.parametrize(("letters", "pages"), [(80, 1), (110, 3)])
def test_one_long_name_leaves_a_bracket_of_thirty_two_on_one_page_until_it_would_be_too_small(letters, pages):
    names = [f"{NAME} & {NAME}"[:letters], *(f"Ann Archer & Bea Bell {number:02}" for number in range(1, 32))]
    columns = list[BracketColumn]()
    while len(names) > 1:
        pairs = zip(names[::2], names[1::2], strict=True)
        sides = [(BracketSide(one, won=True), BracketSide(other)) for one, other in pairs]
        columns.append(BracketColumn("", tuple(BracketMatch(each, 1, False) for each in sides)))
        names = names[::2]
    trees = list(trees_of(columns))
    assert len(trees) == pages
    assert min(line.size for tree in trees for box in tree.boxes for line in box.lines) >= 5
