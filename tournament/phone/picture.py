"""The end of a match as a picture to save and share: an upright PNG in the colours of the winning side."""

from functools import lru_cache
from io import BytesIO
from math import cos, pi, sin

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from tournament.phone.queries.highlights import EndOfMatch

SIZE = WIDE, HIGH = 1080, 1350
MARGIN = 70
KEPT = 32  # pictures; a hall asks for those of matches that have just ended
# As on the pages (static/web/tokens.css): sides by their number, then chalk, gold and slate.
SIDES = ("#5ec8b8", "#ff9b7a", "#c9adff", "#86c5ff", "#b9d97a", "#ffa3d1", "#e0c9a2")
CHALK, SOFT, GOLD, SLATE, PAPER, INK, RED = "#f6f2e7", "#c3ccc8", "#f3cf6b", "#1d2a2d", "#fffdf6", "#1a1a1a", "#b3211a"
SUITS = {"high": ("♠", INK), "low": ("♣", INK), "jack": ("♥", RED), "game": ("♦", RED)}
CROSS = [(-0.33, -1.0), (0.33, -1.0), (0.33, -0.33), (1.0, -0.33), (1.0, 0.33), (0.33, 0.33)]  # one half of the cross
FONTS = settings.ASSETS / "static" / "fonts"
DISPLAY, OTHER_LETTERS = "fraunces-latin-opsz-wght-normal.woff2", "letters/dejavu-sans.ttf"
LATIN = 0x100


@lru_cache(maxsize=KEPT)
def draw_end(end: EndOfMatch) -> bytes:
    winner = next((side for side in end.sides if side.is_winner), None)
    colour = SIDES[winner.number - 1] if winner else SOFT
    # Slate, with the side's colour as light from above.
    tall = Image.linear_gradient("L").resize(SIZE)
    deep = Image.blend(Image.new("RGB", SIZE, SLATE), Image.new("RGB", SIZE, colour), 0.36)
    image = Image.composite(Image.new("RGB", SIZE, SLATE), deep, tall)
    draw = ImageDraw.Draw(image)
    top = _draw_centred(draw, end.kicker.upper(), 90, 34, GOLD)
    top = _draw_centred(draw, end.title, top + 26, 104, CHALK)
    if end.won:
        top = _draw_centred(draw, end.won, top + 34, 52, CHALK, shape=winner.number if winner else 0)
    top = _draw_scores(draw, end, top + 44)
    if end.games:
        top = _draw_centred(draw, " · ".join(end.games), top + 10, 38, SOFT)
    _draw_cards(image, end, top + 30)
    _draw_facts(draw, end)
    _draw_centred(draw, end.where, HIGH - 92, 32, SOFT)
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _font(text: str, size: int) -> ImageFont.FreeTypeFont:
    """Returns Fraunces if it has every letter, else a font with more letters."""
    if any(ord(letter) >= LATIN and letter not in "–−·’“”…" for letter in text):
        return ImageFont.truetype(str(FONTS / OTHER_LETTERS), round(size * 0.9))
    font = ImageFont.truetype(str(FONTS / DISPLAY), size)
    font.set_variation_by_axes([min(144, size), 650])
    return font


def _fit_font(draw: ImageDraw.ImageDraw, text: str, size: int, wide: int) -> ImageFont.FreeTypeFont:
    while size > 20 and draw.textlength(text, _font(text, size)) > wide:
        size -= 4
    return _font(text, size)


def _draw_centred(draw: ImageDraw.ImageDraw, text: str, top: int, size: int, colour: str, shape: int = 0) -> int:
    """Draws centred text and returns its lower edge."""
    font = _fit_font(draw, text, size, WIDE - 2 * MARGIN - (size + 20 if shape else 0))
    middle = WIDE / 2 + (size * 0.55 if shape else 0)
    draw.text((middle, top), text, colour, font, anchor="mt")
    left, _up, _right, bottom = draw.textbbox((middle, top), text, font, anchor="mt")
    if shape:
        _draw_shape(draw, shape, (left - size * 0.7, top + (bottom - top) / 2), size * 0.42)
    return round(bottom)


def _draw_shape(draw: ImageDraw.ImageDraw, number: int, at: tuple[float, float], half: float) -> None:
    """Draws the shape of a side, as in static/img/sides.svg."""
    colour, (across, down) = SIDES[number - 1], at
    box = (across - half, down - half, across + half, down + half)
    outlines: dict[int, list[tuple[float, float]]] = {
        1: [(0, -1), (1, 0.9), (-1, 0.9)],
        4: [*CROSS, *((-x, -y) for x, y in CROSS)],
        5: [(r * sin(turn * pi / 5), -r * cos(turn * pi / 5)) for turn, r in enumerate([1.1, 0.45] * 5)],
        7: [(-1, -1), (1, -1), (0.2, 0), (1, 1), (-1, 1), (-0.2, 0)],
    }
    if number in outlines:
        draw.polygon([(across + x * half, down + y * half) for x, y in outlines[number]], colour)
    elif number == 3:
        draw.rectangle(box, colour)
    elif number == 6:
        draw.chord((box[0], box[1], box[2] + half * 0.4, box[3]), 90, 270, colour)
    else:
        draw.ellipse(box, colour)


def _draw_scores(draw: ImageDraw.ImageDraw, end: EndOfMatch, top: int) -> int:
    """Draws the scores, the winner's large and the others beside it; returns their lower edge."""
    if len(end.sides) > 2:
        for side in sorted(end.sides, key=lambda side: -side.figure):
            words = f"{side.name}  {side.figure}".replace("-", "−")
            size = 64 if side.is_winner else 44
            top = _draw_centred(draw, words, top + 26, size, CHALK if side.is_winner else SOFT, shape=side.number)
        return top
    large, gap = 250, 70
    figures = [(str(side.figure), side) for side in sorted(end.sides, key=lambda side: not side.is_winner)]
    sizes = [
        large if side.is_winner or all(not each.is_winner for each in end.sides) else 140 for _text, side in figures
    ]
    fonts = [_font(text, size) for (text, _side), size in zip(figures, sizes, strict=True)]
    wide = sum(draw.textlength(text, font) for (text, _side), font in zip(figures, fonts, strict=True)) + gap
    left, bottom = (WIDE - wide) / 2, top + large * 0.74
    for (text, side), font in zip(figures, fonts, strict=True):
        colour = SIDES[side.number - 1] if side.is_winner else SOFT
        draw.text((left, bottom), text, colour, font, anchor="ls")
        left += draw.textlength(text, font) + gap
    return round(bottom + 24)


def _draw_cards(image: Image.Image, end: EndOfMatch, top: int) -> None:
    """Draws the cards that the winner took in the last hand, if there is room for them."""
    room = HIGH - 330 - top
    if not end.cards or room < 200:
        return
    tall = min(300, room - 30)
    wide = round(tall * 0.7)
    for place, (kind, word) in enumerate(end.cards):
        sign, colour = SUITS[kind]
        card = Image.new("RGBA", (wide, tall))
        draw = ImageDraw.Draw(card)
        draw.rounded_rectangle((0, 0, wide - 1, tall - 1), 22, PAPER, "#00000055", 2)
        draw.text((wide / 2, 22), word, colour, _fit_font(draw, word, 40, wide - 24), anchor="mt")
        draw.text(
            (wide / 2, tall * 0.58),
            sign,
            colour,
            ImageFont.truetype(str(FONTS / OTHER_LETTERS), round(tall * 0.42)),
            anchor="mm",
        )
        turned = card.rotate(-9 * (place - (len(end.cards) - 1) / 2), Image.Resampling.BICUBIC, expand=True)
        step = wide * 0.94
        middle = WIDE / 2 + (place - (len(end.cards) - 1) / 2) * step
        image.paste(turned, (round(middle - turned.width / 2), round(top + (tall - turned.height) / 2 + 12)), turned)


def _draw_facts(draw: ImageDraw.ImageDraw, end: EndOfMatch) -> None:
    if not end.facts:
        return
    gap, top, tall = 18, HIGH - 290, 160
    wide = (WIDE - 2 * MARGIN - gap * (len(end.facts) - 1)) / len(end.facts)
    for place, fact in enumerate(end.facts):
        left = MARGIN + place * (wide + gap)
        draw.rounded_rectangle((left, top, left + wide, top + tall), 26, "#2c3b3e")
        draw.text((left + wide / 2, top + 26), str(fact.figure), CHALK, _font("0", 72), anchor="mt")
        draw.text(
            (left + wide / 2, top + 108), fact.word, SOFT, _fit_font(draw, fact.word, 32, int(wide) - 20), anchor="mt"
        )
