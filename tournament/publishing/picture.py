"""The standings as a picture for a club's chat: an upright PNG, chalk on slate."""

from collections.abc import Sequence
from io import BytesIO

from django.conf import settings
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tournament.publishing.queries.chat import ChatLine, StandingsForChat

WIDE, MARGIN, GAP = 1080, 64, 24
MOST, IN_ONE_COLUMN = 60, 16
"""The most lines in a picture; with more than 16 below the podium there are two columns."""
FIRST, NEXT, ROW, SMALL_ROW = 170, 118, 64, 54
"""Heights in pixels: the winner's line, the other places up to the third, and the lines below in one column and in
two."""
# The colours of the pages (static/web/tokens.css).
SLATE, DEEP, RAISED, CHALK, SOFT, GOLD = "#1d2a2d", "#152023", "#25353a", "#f6f2e7", "#c3ccc8", "#f3cf6b"
LINE, WARNING = "#4a5759", "#ffc188"
FONTS = settings.ASSETS / "static" / "fonts"
LETTERS = "fraunces-latin-opsz-wght-normal.woff2"
BOLD, REGULAR = 650, 480
OTHER_LETTERS, LATIN, SIGNS = "letters/dejavu-sans.ttf", 0x100, "–−·’“”…"
PODIUM = 3


def draw_standings(shown: StandingsForChat, emblem: bytes = b"") -> bytes:
    lines = shown.lines[:MOST]
    podium = [line for line in lines if line.rank <= PODIUM][: 2 * PODIUM]
    others = lines[len(podium) :]
    columns = 2 if len(others) > IN_ONE_COLUMN else 1
    row = SMALL_ROW if columns == 2 else ROW
    deep = -(-len(others) // columns)
    heads = sum((FIRST if line.rank == 1 else NEXT) + 14 for line in podium)
    high = 330 + heads + (GAP + deep * row if deep else 0) + 120
    image = Image.new("RGB", (WIDE, high), SLATE)
    draw = ImageDraw.Draw(image)
    top = _draw_head(image, draw, shown, emblem)
    for line in podium:
        top = _draw_podium_line(draw, line, top) + 14
    if others:
        _draw_others(draw, others, top + GAP - 14, columns, deep, row)
    _draw_foot(draw, shown, high, len(shown.lines) - len(lines))
    written = BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _draw_head(image: Image.Image, draw: ImageDraw.ImageDraw, shown: StandingsForChat, emblem: bytes) -> int:
    draw.rectangle((0, 0, WIDE, 270), DEEP)
    room = WIDE - 2 * MARGIN
    if emblem:
        with Image.open(BytesIO(emblem)) as opened:
            picture = opened.convert("RGBA")
        picture.thumbnail((230, 130))
        left, upper = WIDE - MARGIN - picture.width, 48
        chip = (left - 14, upper - 14, left + picture.width + 14, upper + picture.height + 14)
        draw.rounded_rectangle(chip, 18, "#fffdf6")
        image.paste(picture, (left, upper), picture)
        room -= picture.width + 60
    draw.text((MARGIN, 78), shown.club, GOLD, _fit(draw, shown.club, 40, room), anchor="ls")
    draw.text((MARGIN, 160), shown.evening, CHALK, _fit(draw, shown.evening, 76, room), anchor="ls")
    about = f"{shown.day} · {shown.entered}"
    draw.text((MARGIN, 222), about, SOFT, _fit(draw, about, 32, room, REGULAR), anchor="ls")
    draw.text((WIDE - MARGIN, 302), shown.counted, SOFT, _font(shown.counted, 28, REGULAR), anchor="rs")
    return 322


def _draw_podium_line(draw: ImageDraw.ImageDraw, line: ChatLine, top: int) -> int:
    is_first = line.rank == 1
    high = FIRST if is_first else NEXT
    middle = top + high / 2
    box = (MARGIN - 20, top, WIDE - MARGIN + 20, top + high)
    draw.rounded_rectangle(box, 26, RAISED, GOLD if is_first else LINE, 5 if is_first else 2)
    figure = _font(line.figure, 84 if is_first else 56)
    wide = draw.textlength(line.figure, figure)
    draw.text((WIDE - MARGIN, middle), line.figure, GOLD if is_first else CHALK, figure, anchor="rm")
    draw.text((MARGIN + 92, middle), line.place, GOLD if is_first else SOFT, _font(line.place, 60), anchor="rm")
    left = MARGIN + 128
    name = _fit(draw, line.name, 60 if is_first else 46, round(WIDE - MARGIN - wide - 30 - left))
    draw.text((left, middle), line.name, CHALK, name, anchor="lm")
    return top + high


def _draw_others(
    draw: ImageDraw.ImageDraw, lines: Sequence[ChatLine], top: int, columns: int, deep: int, row: int
) -> None:
    wide = (WIDE - 2 * MARGIN - GAP * 2 * (columns - 1)) // columns
    size = 30 if columns == 2 else 36
    for at, line in enumerate(lines):
        column, nth = divmod(at, deep)
        left, middle = MARGIN + column * (wide + 2 * GAP), top + nth * row + row / 2
        draw.line((left, middle + row / 2, left + wide, middle + row / 2), LINE, 1)
        figure = _font(line.figure, size, REGULAR)
        draw.text((left + wide, middle), line.figure, CHALK, figure, anchor="rm")
        draw.text((left + 62, middle), line.place, SOFT, _font(line.place, size, REGULAR), anchor="rm")
        room = round(wide - 84 - draw.textlength(line.figure, figure) - 20)
        draw.text((left + 84, middle), line.name, CHALK, _fit(draw, line.name, size, room, REGULAR), anchor="lm")


def _draw_foot(draw: ImageDraw.ImageDraw, shown: StandingsForChat, high: int, more: int) -> None:
    text = " ".join([shown.state, *([_("And %(n)s more.") % {"n": more}] if more else [])])
    draw.line((MARGIN, high - 92, WIDE - MARGIN, high - 92), LINE, 3)
    colour = WARNING if shown.is_provisional else SOFT
    draw.text((MARGIN, high - 48), text, colour, _fit(draw, text, 30, WIDE - 2 * MARGIN, REGULAR), anchor="lm")


def _font(text: str, size: int, weight: int = BOLD) -> ImageFont.FreeTypeFont:
    """Returns Fraunces, or another font if Fraunces lacks a letter of the text."""
    if any(ord(letter) >= LATIN and letter not in SIGNS for letter in text):
        return ImageFont.truetype(str(FONTS / OTHER_LETTERS), round(size * 0.9))
    font = ImageFont.truetype(str(FONTS / LETTERS), size)
    font.set_variation_by_axes([min(144, size), weight])
    return font


def _fit(draw: ImageDraw.ImageDraw, text: str, size: int, wide: int, weight: int = BOLD) -> ImageFont.FreeTypeFont:
    """Returns the largest font up to `size` in which the text fits the width."""
    while size > 14 and draw.textlength(text, _font(text, size, weight)) > wide:
        size -= 2
    return _font(text, size, weight)
