"""The sheet of a table: the columns of the rules in force, the names of the match, and a row a hand."""

import datetime as dt
from io import BytesIO

import pytest
from pypdf import PdfReader

from scoring import RULE_SETS
from tests.paper.conftest import NOW, evening, names_of
from tests.press.laid_out import PIXELS_A_MM, pages_of
from tests.typesetting import typeset
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.event.services.events import create_event
from tournament.formats.formats import FORMATS
from tournament.models import Club, Event
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.table_sheets import draw_grid, draw_tracks
from tournament.paper.queries.table_sheets import (
    HANDS,
    WIDTH,
    Column,
    blank_table_sheet,
    blank_table_sheets,
    table_sheets_of,
)
from tournament.paper.typesetting import order_of
from tournament.press.sheets import Options

OF_ONE_ROUND = [key for key, format in FORMATS.items() if not format.has_several_stages]


def evening_of(format, count=8):
    club = Club.objects.create(name="The Hop Pole Card Club")
    event = create_event(club, name="Michaelmas", date=dt.date(2026, 11, 21), format=format, by=None, now=NOW)
    enter_players(event, names_of(count), by=None, now=NOW)
    stage = draw_first_hour(event, seed=1674, by=None, now=NOW)
    release_draw(stage, by=None, now=NOW)
    return Event.objects.get(pk=event.pk), stage


def printed(sheet):
    return [(column.head, column.printed) for column in sheet.columns]


def more(sheet):
    return {column.head: column.more for column in sheet.columns if column.more}


@pytest.mark.parametrize("format", OF_ONE_ROUND)
def test_the_columns_of_every_rule_set_fill_the_sheet_with_notes_only_where_words_fit(format):
    event, stage = evening_of(format)
    for sheet in (*table_sheets_of(event, stage), blank_table_sheet(event)):
        ends = [column.left + column.width for column in sheet.columns]
        assert [column.left for column in sheet.columns[1:]] == ends[:-1]
        assert round(ends[-1], 6) == WIDTH
        assert [column.width >= 12 for column in sheet.columns if column.head == "Notes"] in ([], [True])
        assert len(sheet.hands) == HANDS


def test_every_game_has_a_narrow_column_for_notes_but_those_with_misdeals_and_hang_jacks_to_ring():
    widths = {
        each.game: [round(column.width, 1) for column in each.columns if column.head == "Notes"]
        for each in blank_table_sheets()
    }
    assert widths == {
        "All Fours, Kent 1674": [13.7],
        "All Fours (Trinidad)": [],
        "All Fours (Lancashire)": [],
        "All Fours (NLCB style)": [14.9],
        "Seven Up": [15.1],
        "Auction Pitch": [12.0],
        "California Jack": [46.7],
        **{rules.name: [24.0] for rules in RULE_SETS.values() if rules.taken},
    }


def test_at_trinidad_a_jack_is_ringed_as_kept_or_as_hung_and_a_misdeal_has_its_place():
    event, stage = evening_of("trinidad-tables")
    sheet = table_sheets_of(event, stage)[0]
    assert printed(sheet)[1:] == [
        *(("Dealer", ""), ("Kick", "Ace  Six  Jack"), ("Beg", "stand  one  run"), ("Misdeal", "A  B")),
        *(("High", "A  B"), ("Low", "A  B"), ("Jack", "A  B"), ("Hang Jack", "A  B"), ("Game", "A  B")),
        *(("Renege", "A  B"), ("A", ""), ("B", "")),
    ]
    turned = "Ace\xa01, Six\xa02, Jack\xa03"
    assert more(sheet) == {
        "Kick": turned,
        "Misdeal": "1",
        "Jack": "kept 1",
        "Hang Jack": "3",
        "A": "Score",
        "B": "Score",
    }
    assert (sheet.length, sheet.target, len(sheet.boxes)) == ("Best of 3 games", "Game to 14", 2)
    assert sheet.tracks == (14, 14, 14)


@pytest.mark.parametrize(
    ("format", "settings", "tracks"),
    [
        ("trinidad-tables", {"length_kind": "single"}, (14,)),
        ("seven-up-tables", {"length_kind": "race", "length_number": 2}, (7, 7, 7)),
        ("trinidad-tables", {"house_rules": {"target": 21}, "length_kind": "games", "length_number": 7}, (21, 21, 21)),
        ("kent-1674", {}, (30,)),
        ("auction-pitch-tables", {}, ()),
    ],
)
def test_two_sides_have_a_track_to_the_target_for_each_game_to_keep_the_score_by_strokes(format, settings, tracks):
    sheet = blank_table_sheet(Event(format=format, **FORMATS[format].defaults | settings))
    assert sheet.tracks == tracks
    rings = [points if points < 30 else 0 for points in tracks]
    assert [[len(track.rings) for track in game] for game in draw_tracks(sheet.tracks)] == [[n, n] for n in rings]


@pytest.mark.parametrize(
    ("format", "word", "told"),
    [
        ("trinidad-tables", "Renege", "ring the side that did not follow suit; the rules sheet says what it costs."),
        ("seven-up-tables", "Revoke", "take off 1, 2 with the Jack in the trick; squares are below 0."),
        ("kent-1674", "Revoke", "ring the side that did not follow suit, and call the director."),
        ("auction-pitch-tables", "", "Write R beside the bid of a player who revoked."),
    ],
)
def test_a_revoke_has_its_place_and_the_foot_says_what_to_do_with_it(format, word, told):
    sheet = blank_table_sheet(Event(format=format, **FORMATS[format].defaults))
    assert [column.printed for column in sheet.columns if column.head == word] == (["A  B"] if word else [])
    assert [line for line in sheet.advice if line.endswith(told)] != []


def test_where_a_score_can_fall_below_0_its_track_has_squares_for_it():
    below = {each.game: each.below_zero for each in blank_table_sheets()}
    assert {game for game, squares in below.items() if squares} == {"Seven Up"}
    drawn = [track.below_zero for game in (*draw_tracks((7,), 4), *draw_tracks((7,))) for track in game]
    assert [[below for _x, below in squares] for squares in drawn] == [[4, 3, 2, 1], [4, 3, 2, 1], [], []]


def test_a_heavier_line_follows_every_fifth_hand():
    grid = draw_grid((Column("Hand", 190),), 20, 8.0)
    assert [path for path in grid.heavy_lines.split() if "H" in path] == [
        "0.00H190",
        "40.00H190",
        "80.00H190",
        "120.00H190",
        "160.00H190",
    ]


def test_at_seven_up_a_jack_is_one_point_whoever_took_it():
    event, stage = evening_of("seven-up-tables")
    sheet = table_sheets_of(event, stage)[0]
    assert ("Jack", "A  B") in printed(sheet)
    assert more(sheet) == {"Turn-up": "Jack\xa01", "A": "Score", "B": "Score"}
    assert {"Misdeal", "Hang Jack"} & {column.head for column in sheet.columns} == set()


@pytest.mark.parametrize(("format", "target"), [("trinidad-tables", 14), ("seven-up-tables", 7), ("kent-1674", 0)])
def test_the_foot_tells_who_is_out_first_where_both_sides_are_near_the_end_of_a_game(format, target):
    told = f"Points count from left to right: the first side to {target} wins. Draw a line below that hand."
    sheet = blank_table_sheet(Event(format=format, **FORMATS[format].defaults))
    assert (told in sheet.advice) == bool(target)


@pytest.mark.parametrize(("format", "stand"), [("trinidad-tables", "stand"), ("kent-1674", "accept")])
def test_what_is_ringed_for_a_beg_is_told_at_the_foot(format, stand):
    sheet = blank_table_sheet(Event(format=format, **FORMATS[format].defaults))
    assert ("Beg", f"{stand}  one  run") in printed(sheet)
    told = f"Beg: {stand}, the suit stays; one, the dealer gives a point; run, 3 more cards each and a new suit."
    assert told in sheet.advice


def test_the_foot_tells_as_many_cards_for_a_run_as_the_house_rules_say():
    of_house = {"house_rules": {"turn_ups.run_cards": 2}}
    sheet = blank_table_sheet(Event(format="trinidad-tables", **FORMATS["trinidad-tables"].defaults | of_house))
    assert [line for line in sheet.advice if "run, 2 more cards each and a new suit." in line]


@pytest.mark.parametrize(("format", "jack"), [("trinidad-tables", "Jack"), ("kent-1674", "Jack")])
def test_that_nobody_wins_a_jack_turned_up_last_is_told_at_the_foot(format, jack):
    sheet = blank_table_sheet(Event(format=format, **FORMATS[format].defaults))
    assert f"A Jack turned up last stays on the table: ring nobody under {jack}." in sheet.advice


def test_at_pitch_every_player_has_a_column_with_the_bids_to_ring():
    event, stage = evening_of("auction-pitch-tables", 10)
    for sheet in table_sheets_of(event, stage):
        letters = [side.letter for side in sheet.sides]
        bids = [(letter, "2  3  4") for letter in letters]
        assert printed(sheet)[1:] == [("Dealer", ""), ("Trumps", ""), *bids, ("Notes", "")]
        assert sheet.advice == (
            "Ring the bid in the pitcher’s column, and write each score after the hand.",
            "A pitcher who makes less than the bid is set back: take the bid off, unless somebody else revoked.",
            "Ring a score below 0: the player is in the hole.",
            "Write R beside the bid of a player who revoked.",
            "Nobody bids: write “passed out” across the line; the deal passes.",
        )


def test_the_sheets_are_printed_two_to_a_page_with_the_names_of_their_match_in_table_order_once_they_are_cut():
    event, stage = evening_of("trinidad-tables", 12)
    sheets = table_sheets_of(event, stage)
    reader = PdfReader(BytesIO(typeset("table-sheets", event, 1, now=NOW).pdf))
    pages = [" ".join(page.extract_text().split()) for page in reader.pages]
    printed = [part for page in pages for part in page.split("Table ")[1:]]
    assert [part.split(" Best of 3 games · Game to 14 A ")[0] for part in printed] == ["1", "3", "2"]
    heads = "The Hop Pole Card Club Michaelmas · 21 November 2026 Table "
    assert [(page.count(heads), page.count("Signed")) for page in pages] == [(2, 4), (1, 2)]
    missing = [
        side.name
        for sheet, at in zip(sheets, (0, 2, 1), strict=True)
        for side in sheet.sides
        if side.name not in printed[at]
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("length", "number", "boxes"),
    [("single", 3, 1), ("best_of", 7, 4), ("race", 5, 5), ("games", 7, 7), ("timed", 3, 0)],
)
def test_a_sheet_has_a_box_for_each_game_that_one_side_can_win_and_room_for_the_rest_of_its_result(
    length, number, boxes
):
    event, _stage = evening_of("trinidad-tables")
    event.length_kind, event.length_number = length, number
    sheet = blank_table_sheet(event)
    assert (len(sheet.boxes), sheet.written_in) == (boxes, ("Points", "Hang jacks"))


@pytest.mark.slow
def test_four_to_a_sheet_have_lines_to_cut_along_down_and_across():
    options = Options("a4", 4)
    (part,) = order_of(DOCUMENTS["table-sheets"], evening(names_of(4)), 1, options=options, now=NOW).job.parts
    backgrounds = [box.background for box in pages_of(part)[0]._page_box.descendants() if box.element_tag == "div"]
    lines = [layer for background in backgrounds if background for layer in background.layers]
    places = [(*layer.position, *layer.size) for layer in lines]
    assert [tuple(round(pixels / PIXELS_A_MM) for pixels in place) for place in places] == [
        *((0, 293, 210, 4), (210, 293, 210, 4)),
        *((208, 0, 4, 297), (208, 297, 4, 297)),
    ]


def test_a_match_of_a_kent_hour_has_its_sheet_for_each_round():
    event = evening(names_of(4))
    sheets = table_sheets_of(event, event.stages.get(number=1))
    assert [sheet.where for sheet in sheets] == [f"Hour 1 · table 1 · round {number}" for number in (1, 1, 2, 2, 3, 3)]


@pytest.mark.slow
def test_a_blank_sheet_can_be_had_before_anybody_is_there():
    club = Club.objects.create(name="The Hop Pole Card Club")
    event = create_event(club, name="Michaelmas", date=dt.date(2026, 11, 21), by=None, now=NOW)
    reader = PdfReader(BytesIO(typeset("blank-table-sheets", event, now=NOW).pdf))
    assert len(reader.pages) == 1
