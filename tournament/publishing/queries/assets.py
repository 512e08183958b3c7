"""The other files of the site: one style sheet, fonts, pictures, and the club's emblem."""

from collections.abc import Iterable, Iterator

from django.conf import settings

from tournament.club.colour import style_of
from tournament.models import Club, Emblem

STYLES = (
    *("web/tokens.css", "web/base.css", "web/parts.css", "web/public.css"),
    *("seasons/season.css", "leagues/league.css", "statistics/statistics.css", "draw/bracket.css"),
    "publishing/site.css",
)
"""The styles of the public pages, so that the site looks like them, and the site's own; all go into one file."""
STYLE_SHEET, EMBLEM = "assets/css/site.css", "assets/img/emblem.png"
STATIC = settings.ASSETS / "static"
FONTS = (
    *("atkinson-hyperlegible-next-latin-wght-normal.woff2", "atkinson-hyperlegible-next-latin-ext-wght-normal.woff2"),
    *("inter-figures-wght-normal.woff2", "fraunces-latin-opsz-wght-normal.woff2"),
    *("fraunces-latin-ext-opsz-wght-normal.woff2", "hangjack-figures.woff2"),
)
PICTURES = ("favicon.svg", "chalk-line.svg")


def assets_of(club: Club, emblem: Emblem | None) -> Iterator[tuple[str, bytes]]:
    """Yields the path and the content of each file."""
    yield from assets_of_site(STYLES, PICTURES, style_of(club.colour) if club.colour else "")
    if emblem is not None:
        yield EMBLEM, bytes(emblem.png)


def assets_of_site(styles: Iterable[str], pictures: Iterable[str], colours: str = "") -> Iterator[tuple[str, bytes]]:
    """Yields the path and the content of the one style sheet, the fonts that it names, and the pictures."""
    sheets = [(STATIC / style).read_text() for style in styles]
    yield STYLE_SHEET, "\n".join([*sheets, *([colours] if colours else [])]).encode()
    for font in FONTS:
        yield f"assets/fonts/{font}", (STATIC / "fonts" / font).read_bytes()
    yield "assets/fonts/licence.txt", (STATIC / "fonts" / "OFL.txt").read_bytes()
    for picture in pictures:
        yield f"assets/img/{picture}", (STATIC / "img" / picture).read_bytes()
