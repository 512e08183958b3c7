"""Surnames in names as clubs write them: found for sorting, written first, or shared by couples. Pure."""

import re
from collections.abc import Sequence

PARTICLES = {
    *(
        "de",
        "la",
        "las",
        "los",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "van",
        "von",
        "den",
        "der",
        "le",
        "du",
        "st",
        "ten",
        "ter",
        "zu",
        "y",
        "e",
    )
}
BETWEEN = re.compile(r"(\s*[&+/;]\s*|\s+and\s+)")
JOINING = ("y", "e")
AFTER = ("jr", "jnr", "junior", "sr", "snr", "senior", "ii", "iii", "iv")
"""What may follow a surname."""
MOST_FIRST_NAMES = 3


def split_surname(name: str) -> tuple[str, str]:
    """Returns the first names and the surname of a name that is written surname last: its last word, with particles
    before it, as in "Ann de la Rosa"; "y" and "e" join the word before them, as in "Ortega y Gasset". "Jr", "III" and
    the like stay with the first names. A single word is a surname. Two surnames without a word between them cannot be
    told from two first names: the last one counts."""
    words = name.split()
    end = next((at for at in range(len(words), 1, -1) if words[at - 1].strip(".,").casefold() not in AFTER), 1)
    start = next((at for at in range(1, end - 1) if _is_particle(words[at])), end - 1)
    if start > 1 and words[start] in JOINING:
        start -= 1
    first = [*words[:start], *words[end:]]
    return " ".join(first), " ".join(words[max(start, 0) : end]).rstrip(",")


def find_surname_first(lines: Sequence[str]) -> set[str]:
    """Returns the lines whose names have the surname first: in capitals, as in "SMITH, John" and "SMITH John", or in
    every line with one comma between two words, as in "Smith, John"."""
    surname_first = {line for line in lines if all(map(_has_surname_in_capitals, _names_in(line)))}
    surname_first |= {line for line in lines if _is_couple_by_surname(line)}
    rest = [line for line in lines if line not in surname_first]
    if (surname_first or len(rest) > 1) and all(all(map(_has_surname_by_comma, _names_in(line))) for line in rest):
        surname_first |= {*rest}
    return surname_first


def turn_surname(line: str) -> str:
    """Returns a line that `find_surname_first` has found with the first names first."""
    parts = BETWEEN.split(line)
    surname = ""
    for place in range(0, len(parts), 2):
        last, first = _split_name(parts[place])
        if last:
            surname = write_surname(last)
            parts[place] = f"{first} {surname}"
        else:
            parts[place] = f"{parts[place].strip()} {surname}".strip()
    return "".join(parts)


def share_surname(*names: str) -> list[str]:
    """Returns the whole names of several who have the surname of the last one, as in "Tom, Dick & Harry Clarke";
    nothing if any of the others has a surname of their own."""
    *others, last = names
    are_first = all(len(each) > 1 and each.replace("-", "").isalpha() for each in others)
    if not others or not are_first or len(last.split()) < 2:
        return []
    _first, surname = split_surname(last)
    return [*(f"{each} {surname}" for each in others), last]


def write_capitals(name: str) -> str:
    """Returns "ANN LEE" as "Ann Lee". A name of one word, or of initials such as "JJ", stays as it is."""
    words = name.split()
    if len(words) < 2 or not all(_is_in_capitals(word) or len(word.strip(".")) == 1 for word in words):
        return name
    return " ".join(write_surname(word) if len(word) > 2 or {*word} & {*"AEIOUY"} else word for word in words)


def _is_particle(word: str) -> bool:
    """Returns whether a word begins a surname; a capital E is an initial."""
    return word in JOINING if len(word) == 1 else word.casefold() in PARTICLES


def _names_in(line: str) -> list[str]:
    return BETWEEN.split(line)[::2]


def _split_name(name: str) -> tuple[str, str]:
    last, comma, first = (part.strip() for part in name.partition(","))
    if comma:
        return last, first
    words = name.split()
    at = next((place for place, word in enumerate(words) if not _is_in_capitals(word)), len(words))
    return " ".join(words[:at]), " ".join(words[at:])


def _has_surname_in_capitals(name: str) -> bool:
    last, first = _split_name(name)
    words = last.split()
    return (
        bool(first)
        and name.count(",") < 2
        and len(first.split()) <= MOST_FIRST_NAMES
        and any(len(word) > 1 and _is_in_capitals(word) for word in words)
        and all(_is_in_capitals(word) or word.casefold() in PARTICLES for word in words)
        and all(word[:1].isalpha() for word in first.split())
        and not all(_is_in_capitals(word) and len(word) > 2 for word in first.split())
    )


def _is_couple_by_surname(line: str) -> bool:
    names = _names_in(line)
    return len(names) == 2 and _has_surname_in_capitals(names[0]) and names[1].strip().isalpha()


def _has_surname_by_comma(name: str) -> bool:
    last, comma, first = (part.strip() for part in name.partition(","))
    words = [word for word in last.split() if word.casefold() not in PARTICLES]
    return bool(comma and last) and len(words) <= 1 and first.replace("-", "").replace(".", "").isalpha()


def _is_in_capitals(word: str) -> bool:
    """Whether a word has capitals alone, but for the "Mac" or "O'" at its beginning."""
    rest = re.sub(r"^(?:Mac|Mc|Fitz|De|d['’]|O['’])(?=[A-Z])", "", word)
    letters = [letter for letter in rest if letter.isalpha()]
    return len(letters) > 1 and all(letter.isupper() for letter in letters)


def write_surname(last: str) -> str:
    """Returns "DE LA ROSA" as "De La Rosa", and "MacLEOD" as "MacLeod"."""

    def write_part(part: re.Match[str]) -> str:
        word = part[0]
        start = re.match(r"(?:Mac|Mc|Fitz|De)(?=[A-Z]{2})", word)
        at = start.end() if start else 0
        return word[:at] + (word[at:].capitalize() if _is_in_capitals(word) else word[at:])

    return re.sub(r"[^\W\d_]+", write_part, last)
