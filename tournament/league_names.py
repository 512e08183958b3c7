"""Names of teams as people write them: what is one name, what is a bye, and what a spreadsheet makes of it."""

import unicodedata

LONGEST, LONGEST_KEY = 80, 400
BYES = {"bye", "buy"}
"""A bye is often heard as a buy."""
FORMULA = ("=", "+", "-", "@", "'")
"""What a spreadsheet takes for the beginning of a formula; a name that begins so is written after an apostrophe."""


def name_key(name: str) -> str:
    """Equal for names that differ only by case, spaces or accents."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(each for each in plain if not each.isspace() and unicodedata.category(each) not in ("Mn", "Cf"))


def name_in(cell: str) -> str:
    """Without line breaks, doubled spaces, what no page can show, and the apostrophe that spreadsheets are given."""
    name = " ".join("".join(each for each in cell if unicodedata.category(each) != "Cs").split())
    name = "".join(each for each in name if unicodedata.category(each) != "Cc")
    return name[1:].strip() if name.startswith("'") and name[1:].startswith(FORMULA) else name


def is_bye(name: str) -> bool:
    return not name or name_key(name) in BYES
