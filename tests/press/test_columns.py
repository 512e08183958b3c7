"""Words in columns by spaces alone: they stand on the paper where their columns are."""

from collections import defaultdict

import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from weasyprint.formatting_structure.boxes import TableRowBox

from tests.paper.conftest import NOW, evening, names_of
from tests.press.laid_out import PIXELS_A_MM, pages_of
from tests.typesetting import typeset
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.table_sheets import INSET
from tournament.paper.queries.table_sheets import blank_table_sheets
from tournament.paper.typesetting import STATIC, order_of
from tournament.press.fitting import BOLD_WIDTHS, POINT, THIN, WIDTHS, set_in_columns
from tournament.press.sheets import Options

NEAR = 0.4
MARGIN = 10


@pytest.mark.parametrize(("weight", "known"), [(400, WIDTHS), (700, BOLD_WIDTHS)])
def test_letters_are_as_wide_as_those_of_the_font(weight, known):
    font = TTFont(STATIC / f"fonts/print/atkinson-hyperlegible-next-latin-{weight}.ttf")
    glyphs, metrics = font.getBestCmap(), font["hmtx"].metrics
    assert {letter: metrics[glyphs[ord(letter)]][0] / 1000 for letter in known} == known


def test_words_that_have_no_room_follow_after_a_thin_space():
    assert set_in_columns([(0, "Ann"), (2, "Bea")], 10) == f"Ann{THIN}Bea"


def rows_of(page):
    """The lines of a page by their letters without spaces, each letter with where it begins and ends (millimetres)."""
    text, lines = page.get_textpage(), defaultdict(list)
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        if letter.strip():
            left, bottom, right, _ = text.get_charbox(index, loose=True)
            lines[round(bottom)].append((left * POINT - MARGIN, right * POINT - MARGIN, letter))
    return {"".join(letter for *_, letter in sorted(line)): sorted(line) for line in lines.values()}


@pytest.mark.slow
def test_what_is_printed_in_every_row_of_every_game_stands_in_the_middle_of_its_column():
    paper = typeset("blank-table-sheets-of-every-game", evening(names_of(4)), options=Options(pieces=1), now=NOW)
    pages = list(pypdfium2.PdfDocument(paper.pdf))
    askew = {}
    for sheet, page in zip(blank_table_sheets(), pages, strict=True):
        rows = rows_of(page)
        for hand in sheet.hands:
            printed = [(sheet.columns[0], str(hand)), *((each, each.printed) for each in sheet.columns if each.printed)]
            row = rows["".join(words for _, words in printed).replace(" ", "")]
            for column, words in printed:
                letters, row = row[: len(words.replace(" ", ""))], row[len(words.replace(" ", "")) :]
                before, after = letters[0][0] - column.left, column.left + column.width - letters[-1][1]
                off = before - INSET if column.is_score else (before - after) / 2
                if abs(off) > NEAR:
                    askew[sheet.game, column.head, hand] = off
    assert askew == {}


@pytest.mark.parametrize("sheet", ["a4", "letter"])
@pytest.mark.parametrize("people", [36, 43])
def test_rows_of_a_list_by_name_fill_its_only_page_and_have_equal_heights(people, sheet):
    order = order_of(DOCUMENTS["seating-by-name"], evening(names_of(people)), 1, options=Options(sheet), now=NOW)
    (page,) = pages_of(order.job.parts[0])
    _head, *rows = (box for box in page._page_box.descendants() if isinstance(box, TableRowBox))
    free = (page.height - rows[-1].position_y - rows[-1].height) / PIXELS_A_MM
    assert (len(rows), 17 <= free <= 26) == (people, True)
    assert max(row.height for row in rows) - min(row.height for row in rows) < 0.2 * PIXELS_A_MM
