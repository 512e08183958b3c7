"""The names of months and days of the week in the languages of the clubs that send lists. Pure."""

import re
import unicodedata
from collections.abc import Iterable

MONTHS = {
    **dict.fromkeys(("jan", "ene", "gen"), "Jan"),
    **dict.fromkeys(("feb", "fev"), "Feb"),
    **dict.fromkeys(("mar", "mrt", "maa", "mae"), "Mar"),
    **dict.fromkeys(("apr", "avr", "abr"), "Apr"),
    **dict.fromkeys(("may", "mai", "mei", "mag"), "May"),
    **dict.fromkeys(("jun", "juin", "giu"), "Jun"),
    **dict.fromkeys(("jul", "juil", "lug"), "Jul"),
    **dict.fromkeys(("aug", "aou", "ago"), "Aug"),
    **dict.fromkeys(("sep", "set"), "Sep"),
    **dict.fromkeys(("oct", "okt", "out", "ott"), "Oct"),
    "nov": "Nov",
    **dict.fromkeys(("dec", "dez", "dic"), "Dec"),
}
"""By their first letters, without accents."""
NAMES_OF_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"),
    *("december", "sept", "januar", "februar", "marz", "maerz", "mai", "juni", "juli", "oktober", "dezember"),
    *("janvier", "janv", "fevrier", "fevr", "mars", "avril", "juin", "juillet", "juil", "aout", "septembre", "octobre"),
    *("novembre", "decembre", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre"),
    *("octubre", "noviembre", "diciembre", "januari", "februari", "maart", "mrt", "mei", "augustus"),
    *("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "okt", "dez", "ene", "abr", "ago"),
    *("dic", "fev", "avr", "aou"),
)
WEEKDAYS = (
    ("monday", "mon", "montag", "mo", "lundi", "lunes", "lun", "maandag", "ma"),
    ("tuesday", "tues", "tue", "dienstag", "di", "mardi", "martes", "dinsdag"),
    ("wednesday", "wed", "mittwoch", "mi", "mercredi", "mer", "miercoles", "mie", "woensdag", "wo"),
    ("thursday", "thurs", "thur", "thu", "donnerstag", "do", "jeudi", "jeu", "jueves", "jue", "donderdag"),
    ("friday", "fri", "freitag", "fr", "vendredi", "ven", "viernes", "vie", "vrijdag", "vr"),
    ("saturday", "sat", "samstag", "sonnabend", "sa", "samedi", "sam", "sabado", "sab", "zaterdag", "za"),
    ("sunday", "sun", "sonntag", "so", "dimanche", "dim", "domingo", "dom", "zondag", "zo"),
)
"""From Monday on."""
WITH_ACCENTS = str.maketrans({"a": "[aáä]", "e": "[eéè]", "u": "[uû]"})


def _any_of(names: Iterable[str]) -> str:
    """Returns a pattern for any of these names, the longest first, with and without accents."""
    return rf"(?:{'|'.join(sorted(names, key=len, reverse=True)).translate(WITH_ACCENTS)})(?![^\W\d_])"


MONTH = _any_of(NAMES_OF_MONTHS)
WEEKDAY = _any_of(name for names in WEEKDAYS for name in names)


def take_accents_off(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text) if unicodedata.category(each) != "Mn")


def write_months_in_english(text: str) -> str:
    """Returns a text without accents, and with the name of each month as in "Dec"."""

    def write(name: re.Match[str]) -> str:
        letters = name[0].casefold()
        return next((MONTHS[letters[:size]] for size in (4, 3) if letters[:size] in MONTHS), name[0])

    return re.sub(rf"(?<![^\W\d_]){MONTH}", write, take_accents_off(text), flags=re.I)


def find_weekday(text: str) -> int | None:
    """Returns the day of the week that a text begins with, from 0 for Monday."""
    found = re.match(r"\s*([a-z]+)[.,]*\s+(?=\d)", take_accents_off(text).casefold())
    return next((day for day, names in enumerate(WEEKDAYS) if found and found[1] in names), None)
