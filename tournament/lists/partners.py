"""Names that several people share, and one name typed alone: partners, couples with one surname, families. Pure."""

import re

from tournament.lists.contacts import take_contact_off
from tournament.lists.marks import take_marks_off, take_number_off, take_pictures_off
from tournament.lists.surnames import share_surname, turn_surname

WITH = r"\s+w/\s*|\s*[&+/]\s*|\s+and\s+"
"""What separates partners: "Ann & Bea", "Ann and Bea", "Ann + Bea", "Ann / Bea", "Ann w/ Bea"."""
PARTNERS = rf"{WITH}|\s+(?:und|en|et|y)\s+"
"""The same in a list of pairs or teams, where each line has several people, in other languages too."""
TITLE = r"(?:mr|mrs|ms|miss|dr|herr|frau|monsieur|madame|mme|m|se[nñ]ora?|sra?|dhr|mevr)\.?"
FAMILY = re.compile(
    r"the [^\W\d_]+s|(?:family|familie|famille|familia|fam\.?) \S+|(?:the )?\S+ family"
    rf"|{TITLE}\s*(?:&|\+|/|and|und|et|y|en)\s*{TITLE}\s+\S.*",
    re.IGNORECASE,
)
"""Several people without their names: "The Reids", "Familie Weber", "Mr & Mrs Pierre"."""


def read_one_name(text: str) -> str:
    """Returns the name that somebody typed into a box for one: without a telephone number or an address, numbers, ticks
    and "(paid)", and with the surname last."""
    plain = take_pictures_off(take_number_off(take_contact_off(text)[0], is_numbered=False))
    marks = take_marks_off(plain)
    name = (plain if marks.has_guest else marks.name) or text.strip()
    return turn_surname(name) if re.fullmatch(r"[^,&+/]+,[^,&+/]+", name) else name


def is_several_people(name: str) -> bool:
    """Returns whether one name stands for several people: "Tom & Sue Clarke", "The Reids", "Ann +1"."""
    return len(split_partners(name)) > 1 or FAMILY.fullmatch(name) is not None or take_marks_off(name).has_guest


def split_family(text: str) -> list[str]:
    """Returns the names, as they are written, in a line such as "Tom, Dick & Harry Clarke"; nothing for any other."""
    names = [name.strip() for name in re.split(rf",|{WITH}", text)]
    is_family = "," in text and re.search(WITH, text.rpartition(",")[2]) is not None
    return names if is_family and share_surname(*names) else []


def read_several_people(name: str) -> tuple[str, ...]:
    """Returns the names of those for whom one name stands, with a shared surname for both, and without a guest who has
    no name; nobody of a family, "The Reids"."""
    parts = [part for each in split_partners(name) if (part := take_marks_off(each).name)]
    return () if FAMILY.fullmatch(name) else tuple(share_surname(*parts) if len(parts) > 1 else parts) or tuple(parts)


def split_partners(name: str) -> list[str]:
    """Returns the names that "&" and its like separate, and commas too where the last of them have a surname for
    all."""
    parts = split_family(name) or re.split(WITH, name)
    return [part for part in parts if any(letter.isalpha() for letter in part)]
