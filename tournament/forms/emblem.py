"""The club's emblem: a picture as somebody has it, decoded here and drawn anew in grey, so that nothing of the file
itself is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError

LARGEST_FILE = 2_000_000
MOST_PIXELS = 16_000_000
SIDE = 600
"""The longer side of what is kept, in pixels: two centimetres on paper are sharp with it."""
NEARLY_WHITE = 12
KINDS = ("PNG", "JPEG")

TOO_LARGE = _("This file is larger than 2 MB. Save the picture smaller, and choose that.")
TOO_MANY_PIXELS = _("This picture has more than 16 million points. Save it smaller, and choose that.")
A_DRAWING = _("A drawing in SVG is not taken. Save it as PNG or JPEG, and choose that.")
NO_PICTURE = _("This file is no picture in PNG or JPEG.")
BROKEN = _("This picture is broken, or only a part of it came. Save it anew, and choose that.")
ALL_WHITE = _("This picture is white all over: there would be nothing to print.")


@dataclass(frozen=True)
class Drawn:
    """A picture in grey without its white edges; its sides are in pixels."""

    png: bytes
    width: int
    height: int


class EmblemForm(forms.Form):
    """`sent` is how many bytes came: of more than a form may have, the file is cut off and not read at all."""

    emblem = forms.FileField(
        label=_("A picture of it"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg"}),
        help_text=_("PNG or JPEG, up to 2 MB. It is printed in grey; clear lines look best on cheap paper."),
        error_messages={"required": _("Choose the file of the picture first.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, files: Any = None, *, sent: int = 0) -> None:
        super().__init__(data, files)
        if sent > LARGEST_FILE:
            self.fields["emblem"].error_messages["required"] = TOO_LARGE

    def clean_emblem(self) -> Drawn:
        file: Any = self.cleaned_data["emblem"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(TOO_LARGE)
        return drawn(file.read())


def drawn(content: bytes) -> Drawn:
    """Raises ValidationError with what is wrong with it, in a sentence."""
    try:
        with Image.open(BytesIO(content), formats=KINDS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise forms.ValidationError(TOO_MANY_PIXELS)
            picture.verify()
        with Image.open(BytesIO(content), formats=KINDS) as picture:
            return _in_ink(picture)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise forms.ValidationError(TOO_MANY_PIXELS) from None
    except UnidentifiedImageError:
        raise forms.ValidationError(A_DRAWING if b"<svg" in content[:4096].lower() else NO_PICTURE) from None
    except (OSError, ValueError, SyntaxError, EOFError):
        raise forms.ValidationError(BROKEN) from None


def _in_ink(picture: Image.Image) -> Drawn:
    whole = ImageOps.exif_transpose(picture).convert("RGBA")
    whole.thumbnail((SIDE, SIDE))
    paper = Image.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    grey = paper.convert("L")
    inked = ImageOps.invert(grey).point([255 if depth > NEARLY_WHITE else 0 for depth in range(256)]).getbbox()
    if inked is None:
        raise forms.ValidationError(ALL_WHITE)
    grey = grey.crop(inked)
    out = BytesIO()
    grey.save(out, "PNG", optimize=True)
    return Drawn(out.getvalue(), *grey.size)
