"""Photographs of a card as captains send them: decoded, turned upright, made small and drawn anew, so that neither the
place where one was taken nor anything else of the file is stored."""

from io import BytesIO

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError

LARGEST_FILE = 2_000_000
MOST_PIXELS = 50_000_000
SIDE = 1280
"""The longer side of what is stored, in pixels: enough to read a card."""
QUALITY = 65
KINDS = ("JPEG", "PNG", "WEBP")


class UnreadableCard(ValueError):
    """The sentence says what is wrong with the file."""

    def __init__(self, sentence: Promise) -> None:
        super().__init__(str(sentence))


TOO_LARGE = _("This photograph is larger than 2 MB. Send a smaller one, or report without it.")
NO_PICTURE = _("This file is not a photograph that can be read here (JPEG, PNG or WebP). Report without it.")
BROKEN = _("This photograph is damaged or incomplete. Take it again, or report without it.")


def read_card(content: bytes) -> bytes:
    """Returns a photograph as a small JPEG without any of its data. Raises UnreadableCard."""
    if len(content) > LARGEST_FILE:
        raise UnreadableCard(TOO_LARGE)
    try:
        with Image.open(BytesIO(content), formats=KINDS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise UnreadableCard(TOO_LARGE)
            picture.draft("RGB", (SIDE, SIDE))  # a JPEG is decoded small from the start
            upright = ImageOps.exif_transpose(picture).convert("RGB")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise UnreadableCard(TOO_LARGE) from None
    except UnidentifiedImageError:
        raise UnreadableCard(NO_PICTURE) from None
    except UnreadableCard:
        raise
    except (OSError, ValueError, SyntaxError, EOFError):
        raise UnreadableCard(BROKEN) from None
    upright.thumbnail((SIDE, SIDE))
    drawn, out = Image.new("RGB", upright.size), BytesIO()
    drawn.paste(upright)  # the pixels alone
    drawn.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
