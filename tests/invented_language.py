"""A language that nobody speaks: every letter of every collected text with a sign above or through it, in brackets and
longer. What a page shows without such letters was not marked for translation."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import django
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import override_settings
from django.utils import translation

CODE = "xx"
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçďéƒğĥíĵķĺɱñóþʠŕšťúṽŵẋýžÁƁÇĎÉƑĞĤÍĴĶĹṀÑÓÞǪŔŠŤÚṼŴẊÝŽ"
)
KEPT = re.compile(r"%\(\w+\)[-+ #0-9.]*[a-z]|%[-+ #0-9.]*[a-z%]|\{\w*[^{}]*\}|<[^<>]*>|&#?\w+;")
"""What a translation keeps as it is: values, tags and entities."""
VOWEL = re.compile("[aeiou]", re.IGNORECASE)
OF_DJANGO = ("conf", "contrib/auth", "contrib/contenttypes", "contrib/sessions")
SHOWN = {"alt", "aria-label", "aria-description", "label", "placeholder", "title"}
"""The attributes that readers see or hear. Scripts show those whose names begin with data-, if they have words."""
CODES = {
    "data-asks",
    "data-if-turned",
    "data-live",
    "data-other-than",
    "data-thrown",
    "data-topics",
    "data-unless-turned",
    "data-when",
}
"""Read by scripts, but not shown."""


def collect_texts(folder: Path) -> Catalog:
    """Returns what `pybabel extract` collects, as the README says it."""
    file = folder / "messages.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "pyproject.toml", "-o"]
    done = subprocess.run([*command, str(file), "."], cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    with file.open("rb") as made:
        return read_po(made)


def invent(text: str) -> str:
    kept = KEPT.findall(text)
    parts = [part.translate(LETTERS) for part in KEPT.split(text)]
    words = "".join(part + value for part, value in zip(parts, [*kept, ""], strict=True))
    return f"⟦{words}···⟧" if text.strip() else text


def lengthen(text: str) -> str:
    """Returns English that is 40 % longer, as other languages are: every vowel is there twice."""
    kept = KEPT.findall(text)
    parts = [VOWEL.sub(r"\g<0>\g<0>", part) for part in KEPT.split(text)]
    return "".join(part + value for part, value in zip(parts, [*kept, ""], strict=True))


def write_language(folder: Path, texts: Catalog, translate: Callable[[str], str] = invent) -> None:
    """Writes a catalogue of the program's texts and Django's own. It has three forms of a number: for 1, for 2 to 4 and
    for the rest."""
    made = Catalog(locale=None)
    for path in (Path(django.__file__).parent / each / "locale/en/LC_MESSAGES/django.po" for each in OF_DJANGO):
        with path.open("rb") as file:
            _add_all(made, read_po(file), translate)
    _add_all(made, texts, translate)
    made.mime_headers = [("Plural-Forms", "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);")]
    target = folder / CODE / "LC_MESSAGES/django.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, made)


def _add_all(made: Catalog, texts: Catalog, translate: Callable[[str], str]) -> None:
    for message in texts:
        if isinstance(message.id, tuple):
            one, many = (translate(text) for text in message.id)
            made.add(message.id, (one, f"{many}²", f"{many}³"), context=message.context)
        elif message.id:
            made.add(message.id, translate(message.id), context=message.context)


@contextmanager
def speaking(folder: Path) -> Iterator[None]:
    """Offers the invented language beside English. Django chooses between translating and not when it first
    translates, so it has to choose anew."""
    chosen = translation._trans
    languages = [*settings.LANGUAGES, (CODE, "Ⅹ")]
    with override_settings(USE_I18N=True, LANGUAGES=languages, LOCALE_PATHS=[folder]):
        translation._trans = type(chosen)()
        try:
            yield
        finally:
            translation._trans = chosen


class ShownWords(HTMLParser):
    """Collects the texts of a page that a reader sees or hears."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "code", "pre", "kbd", "textarea"):
            self._inside.append(tag)
        for name, value in attrs:
            is_button = tag == "input" and name == "value" and ("type", "submit") in attrs
            if value and (
                name in SHOWN or is_button or name.startswith("data-") and name not in CODES and " " in value
            ):
                self.texts.append(value)

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.texts.append(data)
