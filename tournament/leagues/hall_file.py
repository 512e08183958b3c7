"""Files that travel between the computer of a league and that of another hall: matches on their way out, a result on
its way back. Pure, except that pages translate its sentences.

    {"format": "hangjack-matches", "version": 1, "matches": [{"match", "token", "league", ..., "signature"}, ...]}
    {"format": "hangjack-result", "version": 1, "match", "evening", "revision", ..., "signature"}

Each match has a *token*, which its link ends in too. It signs the match and its result, so that a file which was
changed on the way is noticed, and a revoked one is worth nothing. `match` is what the league calls the match; the
figures of its first team always come first.

The other hall has to know who may not play, but not who is in the squads of other teams: of these names it gets
*marks*, made with the token, and finds those of the names that are typed there.
"""

import hmac
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, time
from re import fullmatch
from typing import Annotated, Any, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import AfterValidator, Field, StringConstraints, TypeAdapter, ValidationError

from tournament.formats.bracket_rounds import say_round
from tournament.foundation.errors import TournamentError
from tournament.leagues.reported import Figures
from tournament.leagues.spelling import name_key

T = TypeVar("T")
OF_MATCHES, OF_RESULT, VERSION = "hangjack-matches", "hangjack-result", 1
KILOBYTE = 1024
MOST_OF_MATCHES, MOST_OF_RESULT = 1024 * KILOBYTE, 128 * KILOBYTE
"""In bytes. A match in a league of 18 teams with squads of 15 has less than twelve kilobytes."""
MOST_MATCHES, MOST_NAMES, MOST_TABLES, MOST_NOTES = 200, 100, 100, 100
MOST_TEAMS, MOST_BARRED = 200, 1000
THE_NAME = "%(name)s"
"""Stands for the name in a sentence about somebody of whom only the mark is known."""
MOST_FIGURE, LATEST_REVISION, LONGEST_NAME = 999, 2_000_000_000, 80
ONE_LINE = r"^[^\x00-\x1f\x7f]*$"


def _check_figures(figures: Figures) -> Figures:
    numbers = [*figures.fields.values(), *(games for table in figures.tables for games in table)]
    if not {*figures.singles} <= {*range(1, len(figures.tables) + 1)}:
        raise ValueError(figures)
    named = [name for table in figures.seated for side in table for name in side]
    if len(figures.seated) not in (0, len(figures.tables)) or len(named) > MOST_NAMES * 2:
        raise ValueError(figures)
    if not all(name and len(name) <= LONGEST_NAME and fullmatch(ONE_LINE, name) for name in named):
        raise ValueError(figures)
    if len(figures.tables) > MOST_TABLES or not all(each is None or 0 <= each <= MOST_FIGURE for each in numbers):
        raise ValueError(figures)
    return figures


Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME, pattern=ONE_LINE)]
Title = Annotated[str, StringConstraints(max_length=150, pattern=ONE_LINE)]
Note = Annotated[str, StringConstraints(max_length=300, pattern=ONE_LINE)]
Figure = Annotated[int, Field(ge=0, le=MOST_FIGURE)]
Tables = Annotated[tuple[Figure, ...], Field(max_length=MOST_TABLES)]
Squad = Annotated[tuple[Name, ...], Field(max_length=MOST_NAMES)]
Mark = Annotated[str, StringConstraints(max_length=20, pattern=r"^[0-9a-f]*$")]
Marks = Annotated[tuple[Mark, ...], Field(max_length=MOST_NAMES)]
Barred = Annotated[tuple[tuple[Mark, Note], ...], Field(max_length=MOST_BARRED)]


class UnreadableHallFile(TournamentError):
    """The file is none of these, or it is damaged or was changed; the sentence says so."""

    status = 422


class DamagedHallFile(UnreadableHallFile):
    message = gettext_lazy("This file is damaged: something is missing or is not a number. Send it again.")


@dataclass(frozen=True)
class Eligibility:
    """Who may play besides the squads: how many `substitutes`, None for any number, and in how many matches somebody of
    another team may help out (`leagues.eligibility.SubstituteRules`). `others` are the squads of the other teams, and
    `barred` those who may not play for either team, with a sentence in which their name is `THE_NAME`."""

    substitutes: Figure | None
    lent: Figure
    others: Annotated[tuple[tuple[Name, Marks], ...], Field(max_length=MOST_TEAMS)]
    barred: tuple[Barred, Barred]


@dataclass(frozen=True)
class MatchForHall:
    """A match of a league as another hall needs it, with the squads of both teams. The rules of a race and
    the `tables` are those of the league, if it has any; the games of each table and the numbers of those that are
    singles are those of its latest match. A cup began with `cup_teams`, 0 if it is none. What has a default may be
    missing in files of earlier versions."""

    match: Name
    token: Name
    league: Title
    round: Figure
    teams: tuple[Name, Name]
    squads: tuple[Squad, Squad]
    day: date | None = None
    starts: time | None = None
    venue: Title = ""
    race_to: Figure | None = None
    counts_games_in_play: bool = False
    tables: Annotated[int, Field(ge=0, le=MOST_TABLES)] = 0
    games_a_table: Tables = ()
    singles: Tables = ()
    cup_teams: Figure = 0
    eligibility: Eligibility | None = None

    @property
    def round_in_words(self) -> str:
        return say_round(self.round, self.cup_teams)


@dataclass(frozen=True)
class HallResult:
    """The result of a match as another hall agreed it: its `evening` there, and the revision of that, which is higher
    after a correction. `players` are those of either team, `notes` sentences about halves and feats, and `day` is the
    one on which it was played, None in files of earlier versions. In `allowed` are the name and the reason of each
    player whom the hall's director let play, whatever the league's rules say."""

    match: Name
    evening: UUID
    revision: Annotated[int, Field(ge=0, le=LATEST_REVISION)]
    figures: Annotated[Figures, AfterValidator(_check_figures)]
    players: tuple[Squad, Squad] = ((), ())
    notes: Annotated[tuple[Note, ...], Field(max_length=MOST_NOTES)] = ()
    day: date | None = None
    allowed: Annotated[tuple[tuple[Name, Note], ...], Field(max_length=MOST_NAMES)] = ()


MATCH: TypeAdapter[MatchForHall] = TypeAdapter(MatchForHall)
RESULT: TypeAdapter[HallResult] = TypeAdapter(HallResult)


def mark_of_name(name: str, token: str) -> str:
    """Returns what stands for a name, however it is spelt, in the file of a match with this token."""
    return hmac.digest(token.encode(), name_key(name).encode(), "sha256")[:8].hex()


def write_matches(matches: list[MatchForHall]) -> bytes:
    rows = [_sign(asdict(match), match.token) for match in matches]
    return _write({"format": OF_MATCHES, "version": VERSION, "matches": rows})


def write_result(result: HallResult, token: str) -> bytes:
    return _write(_sign({"format": OF_RESULT, "version": VERSION, **asdict(result)}, token))


def read_matches(content: bytes) -> list[MatchForHall]:
    """Reads what `write_matches` wrote. Raises UnreadableHallFile."""
    rows = _read_document(content, OF_MATCHES, MOST_OF_MATCHES).get("matches")
    if not isinstance(rows, list) or len(rows) > MOST_MATCHES:
        raise DamagedHallFile
    return [_read_signed(MATCH, row, "token", str) for row in rows]


def read_result(content: bytes, token_of_match: Callable[[str], str]) -> HallResult:
    """Reads what `write_result` wrote, once its signature is right; `token_of_match` finds the token of a match, and
    refuses a match that it does not know. Raises UnreadableHallFile."""
    document = _read_document(content, OF_RESULT, MOST_OF_RESULT)
    return _read_signed(RESULT, document, "match", token_of_match)


def _read_signed(adapter: TypeAdapter[T], row: Any, name: str, token_of: Callable[[str], str]) -> T:
    """Reads a match or a result whose signature is right; `token_of` finds its token by what is in the field `name`."""
    said = row.get(name) if isinstance(row, dict) else None
    if not isinstance(said, str):
        raise DamagedHallFile
    _check_signature(row, token_of(said))
    try:
        return adapter.validate_json(json.dumps(row), strict=True)
    except ValidationError:
        raise DamagedHallFile from None


def _write(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, indent=1, default=str).encode()


def _sign(row: Mapping[str, Any], token: str) -> dict[str, Any]:
    return {**row, "signature": _signature_of(row, token)}


def _signature_of(row: Mapping[str, Any], token: str) -> str:
    signed = {name: value for name, value in row.items() if name != "signature"}
    text = json.dumps(signed, sort_keys=True, separators=(",", ":"), default=str)
    return hmac.digest(token.encode(errors="surrogatepass"), text.encode(), "sha256").hex()


def _check_signature(row: Mapping[str, Any], token: str) -> None:
    signature = row.get("signature")
    if not isinstance(signature, str) or not signature.isascii():
        raise DamagedHallFile
    if not hmac.compare_digest(signature, _signature_of(row, token)):
        raise UnreadableHallFile(_("This file was changed on the way, or the match has a new link. Nothing was saved."))


def _read_document(content: bytes, format: str, most: int) -> dict[str, Any]:
    if len(content) > most:
        words = _("This file is larger than %(limit)s kB, so it is not a match file.")
        raise UnreadableHallFile(words % {"limit": most // KILOBYTE})
    try:
        document = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.get("format") not in (OF_MATCHES, OF_RESULT):
        raise UnreadableHallFile(_("This is not a Hangjack match file, or part of it is missing."))
    if document["format"] != format and format == OF_RESULT:
        raise UnreadableHallFile(_("This file has matches to play in another hall, not a result."))
    if document["format"] != format:
        raise UnreadableHallFile(_("This file has a result, not a match to play."))
    if document.get("version") != VERSION:
        raise UnreadableHallFile(_("This file is from a newer Hangjack. Update the one here, and try again."))
    return document


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
