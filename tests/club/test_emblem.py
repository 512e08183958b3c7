"""The club's emblem from whatever file somebody has: drawn anew in grey, or refused in a sentence."""

from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from PIL import Image

from tournament.club.forms import (
    A_DRAWING,
    ALL_WHITE,
    BROKEN,
    NO_PICTURE,
    SIDE,
    TOO_LARGE,
    TOO_MANY_PIXELS,
    EmblemForm,
    read_picture,
)


def saved(picture: Image.Image, kind: str = "PNG", **how: object) -> bytes:
    out = BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


def disc(size: tuple[int, int] = (400, 300), mode: str = "RGB", colour: object = "darkred") -> Image.Image:
    """A block of 200 x 100 in the middle of nothing."""
    picture = Image.new(mode, size, "white" if mode == "RGB" else 0)
    picture.paste(colour, (100, 50, 300, 150))
    return picture


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (saved(disc()), (200, 100)),
        (saved(disc(mode="RGBA", colour=(0, 0, 0, 255))), (200, 100)),
        (saved(disc().convert("P")), (200, 100)),
        (saved(Image.new("RGB", (SIDE * 4, SIDE * 2))), (SIDE, SIDE // 2)),
    ],
    ids=["png", "see-through", "palette", "large"],
)
def test_a_picture_is_kept_in_grey_without_its_white_edges_and_no_larger_than_paper_needs(content, size):
    kept = read_picture(content)
    with Image.open(BytesIO(kept.png)) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "L", (kept.width, kept.height))
    assert (kept.width, kept.height) == size


def test_a_photograph_is_kept_the_way_up_that_its_camera_says():
    exif = Image.Exif()
    exif[0x0112] = 6
    kept = read_picture(saved(disc(), "JPEG", exif=exif, quality=95))
    assert kept.width < kept.height


def test_nothing_that_the_file_carries_beside_its_points_is_kept():
    exif = Image.Exif()
    exif[0x010E] = "Where the treasurer lives"
    kept = read_picture(saved(disc(), "JPEG", exif=exif))
    with Image.open(BytesIO(kept.png)) as picture:
        assert (dict(picture.getexif()), picture.info) == ({}, {})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", NO_PICTURE),
        (b"%PDF-1.7", NO_PICTURE),
        (saved(disc(), "GIF"), NO_PICTURE),
        (b'<?xml version="1.0"?><SVG xmlns="http://www.w3.org/2000/svg"/>', A_DRAWING),
        (saved(disc())[:200], BROKEN),
        (saved(disc(), "JPEG")[:400], BROKEN),
        (saved(disc())[:60] + b"jack" + saved(disc())[64:], BROKEN),
        (saved(Image.new("RGB", (40, 40), "white")), ALL_WHITE),
        (saved(Image.new("RGBA", (40, 40))), ALL_WHITE),
    ],
    ids="empty pdf gif svg cut cut-jpeg broken white nothing".split(),
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(content, said):
    with pytest.raises(ValidationError) as refused:
        read_picture(content)
    assert refused.value.messages == [str(said)]


@pytest.mark.slow
@pytest.mark.parametrize("side", [20000, 4001])
def test_a_picture_of_too_many_points_is_refused_in_a_sentence(side):
    with pytest.raises(ValidationError) as refused:
        read_picture(saved(Image.new("1", (side, side))))
    assert refused.value.messages == [str(TOO_MANY_PIXELS)]


def test_of_a_file_that_was_cut_off_on_the_way_it_is_said_that_it_is_too_large():
    assert EmblemForm({}, {}, sent=9_000_000).errors == {"emblem": [str(TOO_LARGE)]}
    assert EmblemForm({}, {}, sent=90).errors == {"emblem": ["Choose a picture file first."]}
