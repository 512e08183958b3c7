"""Finds new names of teams that may be a known team, mistyped. Pure, except that pages translate its sentences.

Names that differ only by case, spaces, accents or the kind of apostrophe are one name (`name_key`). If a name is
merely similar, the reader is asked whether it is the same team.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from tournament.lists.likeness import count_mistakes

LONGEST, LONGEST_KEY = 80, 400
BYES = {"bye", "buy", "spielfrei", "freilos", "vrij", "descansa", "exempt"}
"""A bye is sometimes spelt as it sounds."""
APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ´`", "'"))
"""The signs that stand for an apostrophe: a phone types another one than a laptop."""
FORMULA = ("=", "+", "-", "@", "'")
"""A name that begins with one of these could be a formula in a spreadsheet, so it is written after an apostrophe."""


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Returns a key that is equal for names that differ only by case, spaces, accents or the kind of apostrophe.
    Cached, because the records of players ask for the same names at every table."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name.translate(APOSTROPHES)).casefold())
    return "".join(each for each in plain if not each.isspace() and unicodedata.category(each) not in ("Mn", "Cf"))


def name_in(cell: str) -> str:
    """Returns the name in a box, without line breaks, double spaces, unprintable signs and an apostrophe for
    spreadsheets."""
    name = " ".join("".join(each for each in cell if unicodedata.category(each) != "Cs").split())
    name = "".join(each for each in name if unicodedata.category(each) != "Cc")
    return name[1:].strip() if name.startswith("'") and name[1:].startswith(FORMULA) else name


def is_bye(name: str) -> bool:
    return not name or name_key(name) in BYES


MOST_SUGGESTIONS = 5
MARK = re.compile(r"\d+|\b[a-z]\b|\b[ivx]+\b")
"""Marks that tell teams of one club apart: a number, a single letter, a Roman numeral."""
ARTICLE = "the"


@dataclass(frozen=True)
class NewTeam:
    """A team in a file that the league does not know: the first line with it, and how often it occurs."""

    name: str
    line: int
    times: int


@dataclass(frozen=True)
class TeamQuestion:
    """Asks whether this new team is one of `suggestions`, the likeliest first."""

    team: NewTeam
    suggestions: tuple[str, ...]

    @property
    def key(self) -> str:
        """Returns the name of its field in the form; a hash, since the team's name may contain anything."""
        return f"team-{sha256(name_key(self.team.name).encode()).hexdigest()[:16]}"


class Spelling(NamedTuple):
    """A name without case, accents, punctuation, “the” and double letters; its length with double letters; its marks;
    and its words."""

    letters: str
    length: int
    marks: tuple[str, ...]
    words: tuple[str, ...]


def ask_about_teams(new: Sequence[NewTeam], known: Iterable[str]) -> tuple[TeamQuestion, ...]:
    """Returns a question for each new team whose name resembles that of a known or another new team. Of two new teams,
    the rarer one is asked about, or the later one if they are equally frequent, so that answers cannot form a
    circle. What is merely the short form of a name, or has one among other words as a chat does, is asked about
    if that team is known."""
    candidates = list(known)
    all_known = tuple(candidates)
    questions = []
    for team in sorted(new, key=lambda each: (-each.times, each.line)):
        alike = suggest_teams(team.name, candidates)
        rest = [each for each in all_known if each not in alike]
        short = [each for each in rest if _is_short_for(team.name, each) or _is_within(each, team.name)]
        if suggestions := (*alike, *short)[:MOST_SUGGESTIONS]:
            questions.append(TeamQuestion(team, suggestions))
        candidates.append(team.name)
    return tuple(sorted(questions, key=lambda question: question.team.line))


def suggest_teams(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Returns the candidates that `name` may stand for, the most similar first."""
    alike = [(mistakes, each) for each in candidates if (mistakes := _mistakes_between(name, each)) is not None]
    return tuple(each for _mistakes, each in sorted(alike)[:MOST_SUGGESTIONS])


def settle_names(answers: Mapping[str, str]) -> dict[str, str]:
    """Returns the team that each name finally stands for, if one answer leads to another."""
    by_key = {name_key(name): meant for name, meant in answers.items()}

    def follow(name: str) -> str:
        meant = by_key.get(name_key(name), name)
        return meant if name_key(meant) == name_key(name) else follow(meant)

    return {name: follow(name) for name in answers}


def _mistakes_between(one: str, other: str) -> int | None:
    """Counts the letters that are wrong, swapped, missing or extra; None if the names are too different."""
    first, second = _spelling_of(one), _spelling_of(other)
    if first.marks and second.marks and first.marks != second.marks:
        return None
    if first.letters == second.letters:
        return 0
    length = min(first.length, second.length)
    allowed = 0 if length < 4 else 1 if length < 7 else 2  # in a name of 3 letters each letter matters
    return count_mistakes(first.letters, second.letters, most=allowed)


def _is_short_for(one: str, other: str) -> bool:
    """Tells whether each word of a name begins a word of the other, in the same order, as "Cal Jacks" does of
    "California Jacks", or whether it is the first letters of three words or more, as "HJB" of "Hang Jack Boys"."""
    short, whole = _spelling_of(one).words, _spelling_of(other).words
    if len(whole) > 2 and short == ("".join(word[0] for word in whole),):
        return True
    rest = iter(whole)
    return all(any(each == word or len(word) > 2 and each.startswith(word) for each in rest) for word in short)


def _is_within(one: str, other: str) -> bool:
    """Tells whether a name has another one whole, besides other words but no mark, as "Good night all, Couva" does."""
    name, whole = _spelling_of(one), _spelling_of(other)
    size, starts = len(name.words), range(len(whole.words) - len(name.words) + 1)
    return name.marks == whole.marks and any(whole.words[at : at + size] == name.words for at in starts)


@lru_cache(maxsize=1024)
def _spelling_of(name: str) -> Spelling:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    plain = "".join(each for each in plain if unicodedata.category(each) not in ("Mn", "Cf"))
    plain = re.sub(r"['’.]", "", re.sub(r"[&+]", " and ", plain))
    words = re.findall(r"[^\W_]+", plain)
    named = [word for word in words if word != ARTICLE] or words
    letters = "".join(named)
    return Spelling(re.sub(r"(.)\1+", r"\1", letters), len(letters), tuple(MARK.findall(" ".join(named))), tuple(named))
