"""Names in any letters are printed with the fonts that come along, and each font is read only where it is needed."""

import re
import subprocess
import sys
import unicodedata
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from tests.paper.conftest import NOW, evening
from tests.typesetting import html_of
from tournament.paper.documents import DOCUMENTS
from tournament.paper.typesetting import STATIC, order_of
from tournament.press import press
from tournament.press.letters import SHEETS, font_sheets_for

CSS = settings.BASE_DIR / "static/press"
NAMES = {
    "Greek": "Ελένη Παπαδοπούλου",
    "Cyrillic": "Жанна Щукина",
    "Hebrew": "שרה כהן",
    "Arabic": "ليلى حداد",
    "Armenian": "Արամ",
    "Georgian": "ნინო",
    "Lao": "ສົມສັກ",
    "Latin with rarer accents": "Ōtaka Thị Thơ Ĉ Ŵ ƒ",
    "suits": "♠ Jack ♥",
    "Chinese": "王小明",
    "Japanese": "さくら タナカ 田中",
    "Korean": "김민수",
    "Devanagari": "प्रिया शर्मा",
    "Bengali": "অনিতা",
    "Gurmukhi": "ਗੁਰਪ੍ਰੀਤ",
    "Gujarati": "કિરણ",
    "Odia": "ସୁଜାତା",
    "Tamil": "கண்ணன்",
    "Telugu": "లక్ష్మి",
    "Kannada": "ಕಾವ್ಯ",
    "Malayalam": "അനിൽ",
    "Sinhala": "නිමල්",
    "Thai": "สมชาย",
    "Burmese": "အောင်",
    "Ethiopic": "አበበ",
    "Khmer": "សុខា",
}
NO_FONT_HAS = "\U0010fffd"


EUROPEAN = "".join(chr(letter) for letter in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00), *range(0x386, 0x460)))
FONTS = settings.BASE_DIR / "static/fonts"


def fonts_in(reader):
    return {
        font.get_object()["/BaseFont"].split("+")[1]
        for page in reader.pages
        for font in page["/Resources"]["/Font"].values()
    }


def has(sheet):
    """The letters of the fonts of a style sheet, in its weight of 400."""
    faces = re.findall(r'@font-face \{.*?url\("([^"]+)"\)', (CSS / f"{sheet}.css").read_text())
    files = [CSS / path for path in faces if "print/" not in path or "-400" in path]
    return {letter for path in files for letter in TTFont(path).getBestCmap()}


def calls_for(letter):
    return {name for name, letters in SHEETS.items() if re.search(letters, chr(letter))}


@pytest.mark.slow
def test_names_in_any_alphabet_are_printed_with_the_fonts_that_come_along():
    event = evening(list(NAMES.values()))
    printed = press.the_press().run(order_of(DOCUMENTS["seating-by-name"], event, 1, now=NOW).job)
    assert printed.boxes == ()
    reader = PdfReader(BytesIO(printed.pdf))
    own = ("Atkinson-Hyperlegible-Next", "Fraunces", "Hangjack-Letters", "WenQuanYi-Micro-Hei", "Noto-Sans-")
    assert {font for font in fonts_in(reader) if not font.startswith(own)} == set()
    text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    left_to_right_and_unjoined = ("Greek", "Cyrillic", "Armenian", "Georgian", "suits", "Chinese", "Korean", "Ethiopic")
    assert [NAMES[name] for name in left_to_right_and_unjoined if NAMES[name] not in text] == []


@pytest.mark.slow
@pytest.mark.parametrize("alphabet", NAMES)
def test_no_letter_of_a_name_is_an_empty_box(alphabet):
    job = press.Job((f'<html lang="en"><head><title>.</title></head>{NAMES[alphabet]}</html>',), STATIC)
    assert press.the_press().run(job).boxes == ()


def test_letters_that_no_font_has_are_named():
    page = f'<html lang="en"><head><title>.</title></head><body>Ann {NO_FONT_HAS}</body></html>'
    assert press.the_press().run(press.Job((page, page), STATIC)).boxes == (NO_FONT_HAS,)


def test_the_fonts_of_other_alphabets_are_read_only_where_there_are_any():
    evenings = [evening([name, "Ann", "Bea"]) for name in ("Zoë Ødegård-Żółć", "Ελένη", "王小明", "கண்ணன்")]
    pages = [html_of(DOCUMENTS["seating-by-name"], event, 1, now=NOW) for event in evenings]
    assert list(map(font_sheets_for, pages)) == [
        [],
        ["press/letters.css"],
        ["press/letters.css", "press/more_letters.css"],
        ["press/letters.css", "press/more_letters.css"],
    ]


def test_a_letter_that_calls_for_no_font_is_in_that_of_all_documents():
    shown = [letter for letter in range(0x20, 0x40000) if unicodedata.category(chr(letter))[0] not in "CZ"]
    assert [hex(letter) for letter in set(shown) - has("paper") if not calls_for(letter)] == []


def test_a_letter_calls_for_the_font_that_alone_has_it():
    alone = has("more_letters") - has("letters") - has("paper")
    assert [hex(letter) for letter in sorted(alone) if "more_letters" not in calls_for(letter)] == []


@pytest.mark.parametrize("font", sorted(path.name for path in (FONTS / "print").iterdir()))
def test_a_font_of_paper_has_a_letter_whole_or_cannot_put_it_together_from_two_pieces(font):
    """Put together, it looks right on paper, and whoever searches the PDF or copies from it finds nothing there."""
    drawn = TTFont(FONTS / "print" / font).getBestCmap()
    pieces = {letter: unicodedata.normalize("NFD", letter) for letter in EUROPEAN}
    put_together = [
        letter
        for letter, parts in pieces.items()
        if len(parts) > 1 and ord(letter) not in drawn and all(ord(part) in drawn for part in parts)
    ]
    assert put_together == []


@pytest.mark.slow
def test_the_fonts_of_paper_are_what_is_cut_from_those_of_the_pages(tmp_path):
    """Glyph for glyph; the files themselves differ from one fonttools to the next. No page has italics."""
    command = [sys.executable, settings.BASE_DIR / ".ci/cut-fonts", "--to", tmp_path]
    subprocess.run(command, check=True, capture_output=True)
    kept = [path for path in sorted((FONTS / "print").iterdir()) if "italic" not in path.name]
    assert [path.name for path in sorted(tmp_path.iterdir())] == [path.name for path in kept]
    assert [path.name for path in kept if outlines(tmp_path / path.name) != outlines(path)] == []


@pytest.mark.parametrize("weight", [400, 600, 700, 800])
def test_a_zero_on_paper_has_no_slash(weight):
    """One hole, where the font of the pages has two on either side of a slash."""
    font = TTFont(FONTS / f"print/atkinson-hyperlegible-next-latin-{weight}.ttf")
    zeros = [name for name in font.getGlyphOrder() if name.startswith("zero")]
    assert {font["glyf"][name].numberOfContours for name in zeros if font["glyf"][name].numberOfContours > 0} == {2}


def outlines(path: Path):
    """What a font draws for each letter, and how wide."""
    font = TTFont(path)
    return {
        letter: (font["glyf"][glyph].getCoordinates(font["glyf"])[0], font["hmtx"][glyph])
        for letter, glyph in font.getBestCmap().items()
    }


@pytest.mark.parametrize("name", ["Żółć", "Łukasz Ćwikła", "Dvořák Čapek", "Ğülşen", "Ștefan", "Ẽ Ǧ Ȳ ǹ ḿ Ĉ", "Gẹ̀sẹ́"])
def test_a_name_with_accents_is_found_in_the_text_of_the_paper(name):
    page = f'<html lang="en"><head><title>.</title></head><body>{name}</body></html>'
    style = '<link rel="stylesheet" href="press/paper.css"></head>'
    printed = press.the_press().run(press.Job((page.replace("</head>", style),), STATIC))
    text = PdfReader(BytesIO(printed.pdf)).pages[0].extract_text()
    assert unicodedata.normalize("NFC", " ".join(text.split())) == name


def test_each_font_has_a_family_of_its_own():
    """A renderer takes fonts of one name and weight for the same, and prints letters of one from the other."""
    faces = re.findall(r'font-family: "([^"]+)"; src', (CSS / "more_letters.css").read_text())
    assert len(faces) == len(set(faces)) == 15
