"""The sheets a document can be laid out on: their sizes, large print, and how many pieces share a sheet.

Pure. Style sheets are made for A4; other sheets have that layout on a page of another size, drawn larger or smaller.
`Page.width` and `Page.height` are in millimetres before `zoom`.
"""

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PIECE = (210.0, 148.5)
"""Width and height in millimetres of a piece that is cut apart: A5 across."""
UPRIGHT = (210.0, 297.0)
ROUNDING = 0.1
"""How much a renderer's rounding may add to pieces side by side, in millimetres."""
LARGE = 1.25
"""How much larger all letters are in large print, on more pages."""


@dataclass(frozen=True)
class PaperSize:
    """A size of paper in millimetres, upright. Print on it is scaled by `zoom`, so that it can be read. One in large
    print has the key of the `usual` one."""

    key: str
    label: str | Promise
    width: float
    height: float
    zoom: float = 1.0
    usual: str = ""


SHEETS = {
    sheet.key: sheet
    for sheet in (
        PaperSize("a4", _("A4"), 210, 297),
        PaperSize("a4-large", _("A4, large print"), 210, 297, LARGE, "a4"),
        PaperSize("a5", _("A5"), 148, 210, 0.85),
        PaperSize("a3", _("A3"), 297, 420, 297 / 210),
        PaperSize("letter", _("Letter"), 215.9, 279.4),
        PaperSize("letter-large", _("Letter, large print"), 215.9, 279.4, LARGE, "letter"),
        PaperSize("tabloid", _("Tabloid"), 279.4, 431.8, 279.4 / 215.9),
    )
}
WIDTH_OF_A_WHOLE_SHEET = 200
PIECES_TO_A_SHEET = (1, 2, 4)


@dataclass(frozen=True)
class Options:
    """The choices made before printing: a key of SHEETS, and how many pieces share a sheet. `folded` pieces are printed
    twice, once upside down, so that they stand and can be read from both sides. `labels` is a key of
    `press.labels.LABELS` for what is printed on labels, "" for plain paper; `first_label` is the number of the first
    one that is still there, from 1, row by row. What has `both_sides` is printed on the back of each sheet too, turned
    so that the pieces match."""

    sheet: str = "a4"
    pieces: int = 2
    folded: bool = False
    labels: str = ""
    first_label: int = 1
    both_sides: bool = False

    @property
    def is_large(self) -> bool:
        return bool(SHEETS[self.sheet].usual)

    @property
    def usual(self) -> "Options":
        """The same without large print: what is laid out in large print has at least the sizes that it has here."""
        return replace(self, sheet=SHEETS[self.sheet].usual or self.sheet)

    @property
    def to_a_sheet(self) -> int:
        """How many pieces go on a sheet; a folded one takes the place of two."""
        return max(1, self.pieces // 2) if self.folded else self.pieces


def usual_options(sheet: str, pieces: int) -> Options:
    """Returns the usual options. `pieces` is the usual number on A4. Half a sheet has half as many, in the same size;
    in large print a sheet has half as many, which are √2 times as large."""
    is_halved = SHEETS[sheet].width < WIDTH_OF_A_WHOLE_SHEET or bool(SHEETS[sheet].usual)
    return Options(sheet, pieces // 2 if is_halved and pieces > 1 else pieces)


@dataclass(frozen=True)
class Page:
    """The page of a document. `margins` are those above and to the left of pieces, which put them in the middle of the
    sheet."""

    width: float
    height: float
    zoom: float
    margins: tuple[float, float] = (0.0, 0.0)

    @property
    def is_narrow(self) -> bool:
        """Whether it is narrower than A4, for which style sheets are made."""
        return self.width < UPRIGHT[0]

    @property
    def style(self) -> str:
        """The CSS rule of the page's size; a page named `wide` always lies across."""
        usual = f"{self.width:.2f}mm {self.height:.2f}mm"
        across = f"{max(self.width, self.height):.2f}mm {min(self.width, self.height):.2f}mm"
        sizes = f"@page {{ size: {usual} }} @page wide {{ size: {across} }}"
        if not any(self.margins):
            return sizes
        top, left = self.margins
        margins = f"{{ margin: {top:.2f}mm {left:.2f}mm }}"
        return f"{sizes} @page {margins} @page :first {margins}"


def page_of(options: Options, least_width: float = 0.0, *, is_true_size: bool = False) -> Page:
    """Returns the page for a document that flows from page to page. A sheet narrower than `least_width` is turned
    across, and drawn smaller if that is still too narrow. A document of true size is scaled in large print alone."""
    sheet = SHEETS[options.sheet]
    zoom = 1.0 if is_true_size and not options.is_large else sheet.zoom
    if sheet.width / zoom >= least_width:
        return Page(sheet.width / zoom, sheet.height / zoom, zoom)
    zoom = min(zoom, sheet.height / least_width)
    return Page(sheet.height / zoom, sheet.width / zoom, zoom)


def page_across_of(options: Options) -> Page:
    """Returns the same page turned across."""
    page = page_of(options)
    return Page(page.height, page.width, page.zoom)


def page_of_pieces(options: Options, piece: tuple[float, float] = PIECE) -> Page:
    """Returns the page for one piece to a sheet, two (side by side, or below each other if they lie across) or four, as
    large as the sheet allows."""
    if options.folded:
        piece = (piece[0], piece[1] * 2)
    across = piece[0] > piece[1]
    columns = 2 if options.to_a_sheet == 4 or (options.to_a_sheet == 2 and not across) else 1
    rows = 2 if options.to_a_sheet == 4 or (options.to_a_sheet == 2 and across) else 1
    width, height = piece[0] * columns, piece[1] * rows
    sheet = SHEETS[options.sheet]
    sides = sorted((sheet.width, sheet.height), reverse=width > height)
    zoom = min(sides[0] / width, sides[1] / height)
    around = (sides[1] / zoom - height, sides[0] / zoom - width)
    top, left = (max(each / 2 - ROUNDING, 0.0) for each in around)
    return Page(sides[0] / zoom, sides[1] / zoom, zoom, (top, left))


@dataclass(frozen=True)
class PrintedPdf:
    """A PDF and its number of pages. `warnings` are the renderer's; our own documents cause none. `boxes` are letters
    that no font has, printed as empty boxes."""

    pdf: bytes
    pages: int
    warnings: tuple[str, ...]
    boxes: tuple[str, ...] = ()


class ForeignFile(Exception):
    """A document asked for a file that is not one of our style sheets or fonts: a bug."""
