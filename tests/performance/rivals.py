"""The same paper by fpdf2, for `printing`. It is a rival of the renderer that lays nothing out by itself: we place
every line. It has no tags, contents or style sheet, but the page has the same text."""

from collections.abc import Sequence
from pathlib import Path

from fpdf import FPDF

from tournament.paper.queries.hour_sheets import ScoreSheet, ScoreSheets
from tournament.paper.queries.printed_results import PrintedMatch, PrintedResults
from tournament.standings.queries.standings_page import StandingsPage

FONT = "fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2"
HALF = 148.5


def blank_pdf(static: Path) -> FPDF:
    pdf = FPDF()
    pdf.set_auto_page_break(True, 17)
    for style in ("", "B"):
        pdf.add_font("Atkinson", style, str(static / FONT))
    pdf.set_font("Atkinson", "", 10)
    return pdf


def sheets(paper: ScoreSheets, static: Path) -> bytes:
    pdf = blank_pdf(static)
    pdf.set_auto_page_break(False)
    for number, sheet in enumerate(paper.sheets):
        if number % 2 == 0:
            pdf.add_page()
        _sheet(pdf, paper, sheet, HALF * (number % 2))
    return bytes(pdf.output())


def _sheet(pdf: FPDF, paper: ScoreSheets, sheet: ScoreSheet, top: float) -> None:
    _text(pdf, 12, top + 12, 9.5, paper.stage_label)
    _text(pdf, 12, top + 24, 29, sheet.name, bold=True)
    pdf.rect(158, top + 8, 40, 25)
    _text(pdf, 174, top + 28, 50, str(sheet.table), bold=True)
    for place, head in enumerate(("Points I won", "All Fours", "Jacks turned", "Their initials")):
        _text(pdf, 94 + 28 * place, top + 42, 8.5, head, bold=True)
    for line in sheet.lines:
        y = top + 26 + 18.5 * line.turn
        pdf.line(12, y, 198, y)
        _text(pdf, 12, y + 8, 20, str(line.turn), bold=True)
        _text(pdf, 20, y + 7, 14, line.opponent)
        _text(pdf, 20, y + 13, 8.5, line.time)
        for left, width in ((92, 28), (122, 28), (152, 22), (176, 22)):
            pdf.rect(left, y + 1.6, width, 15.2)
    _text(pdf, 60, top + 110, 14, "My total", bold=True)
    pdf.rect(92, top + 102, 28, 12)
    pdf.line(34, top + 128, 198, top + 128)
    _text(pdf, 12, top + 128, 9.5, "Signature", bold=True)
    _text(pdf, 12, top + 138, 10, paper.bell)


def _text(pdf: FPDF, x: float, y: float, size: float, words: str, *, bold: bool = False) -> None:
    pdf.set_font("Atkinson", "B" if bold else "", size)
    pdf.text(x, y, words)


def standings(page: StandingsPage, static: Path) -> bytes:
    rows = [[row.place, row.name, *(cell.text for cell in row.cells), row.decided_by] for row in page.rows]
    heads = ["", "Name", "Table", "Rounds", "Hour", "All Fours", "Jacks turned", "Decided by"]
    return _table(heads, rows, static)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], static: Path) -> bytes:
    pdf = blank_pdf(static)
    pdf.add_page()
    with pdf.table(col_widths=(8, 45, 10, 21, 11, 12, 12, 30), line_height=5) as table:
        for cells in (heads, *rows):
            row = table.row()
            for cell in cells:
                row.cell(cell)
    return bytes(pdf.output())


def results(found: PrintedResults, static: Path) -> bytes:
    pdf = blank_pdf(static)
    pdf.add_page()
    for stage in found.stages:
        _line(pdf, 16, stage.label)
        for table in stage.tables:
            _line(pdf, 9.5, table.where)
            for match in table.matches:
                _match(pdf, match)
    return bytes(pdf.output())


def _match(pdf: FPDF, match: PrintedMatch) -> None:
    for side in match.sides:
        _line(pdf, 11, f"{side.letter} {side.name} {' '.join(side.figures)}")
    for game in match.games:
        _line(pdf, 9.5, game.label)
        for hand in game.hands:
            _line(pdf, 9, f"{hand.number} {hand.score} {hand.words}")


def _line(pdf: FPDF, size: float, words: str) -> None:
    pdf.set_font("Atkinson", "", size)
    pdf.multi_cell(0, size * 0.46, words, new_x="LMARGIN", new_y="NEXT")
