"""The club's records and ratings, cached until one of its evenings changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.club.visibility import NamedPerson, NamesShown
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.wording import numbers_in_words
from tournament.models import Club, Enters, Event, RatingRules
from tournament.seasons.club_records import (
    ClubRecord,
    RecordHolder,
    RecordsSoFar,
    add_records,
    list_records,
    records_of_evening,
)
from tournament.seasons.queries.results import (
    MOST_CACHED,
    EndedEvening,
    ended_evenings,
    lines_of,
    made_of_evenings,
    played_matches_of,
)
from tournament.seasons.ratings import SkillEstimate, rate_people

RECORDS_OF_EVENINGS: RevisionCache[RecordsSoFar] = RevisionCache(most=MOST_CACHED)
RECORDS: RevisionCache[RecordsSoFar] = RevisionCache(most=100)
"""Keyed by club and year; the year is None for all time."""


class RatingsSoFar(NamedTuple):
    """Everybody's ratings `after` each of the evenings, the highest first."""

    evenings: tuple[tuple[int, tuple[int, str]], ...]
    after: tuple[tuple[SkillEstimate, ...], ...]


RATINGS: RevisionCache[RatingsSoFar] = RevisionCache(most=4)


@dataclass(frozen=True)
class HolderInWords:
    """`where` names the evening and the tables; `event` is its id, for a link."""

    people: tuple[NamedPerson, ...]
    where: str
    event: int | None


@dataclass(frozen=True)
class RecordInWords:
    label: str
    figure: str
    holders: tuple[HolderInWords, ...]
    others: int


def all_ended_evenings(club: Club) -> tuple[EndedEvening, ...]:
    """Returns the evenings of a club that are over. One query."""
    return ended_evenings(club.pk)


def club_records(club: Club, evenings: Sequence[EndedEvening], year: int | None) -> tuple[ClubRecord, ...]:
    """Returns the records of one year, or of all time without `year`. Three queries at most, none if nothing changed
    since the last call."""
    if year is not None:
        return list_records(_records_of_year(club, year, [each for each in evenings if each.day.year == year]))

    def add_all_years() -> RecordsSoFar:
        by_year = groupby(evenings, key=lambda evening: evening.day.year)
        return add_records([_records_of_year(club, number, list(of)) for number, of in by_year])

    return list_records(RECORDS.get_or_make((club.pk, None), _state_of(evenings), add_all_years))


def _records_of_year(club: Club, year: int, evenings: Sequence[EndedEvening]) -> RecordsSoFar:
    def add_evenings() -> RecordsSoFar:
        found = made_of_evenings(RECORDS_OF_EVENINGS, evenings, _make_records)
        return add_records([found[evening.event] for evening in evenings])

    return RECORDS.get_or_make((club.pk, year), _state_of(evenings), add_evenings)


def _make_records(evenings: Sequence[EndedEvening]) -> dict[int, RecordsSoFar]:
    lines, played = lines_of(evenings), played_matches_of(evenings)
    entered = {Enters.TEAMS: "pairs", Enters.PAIRS: "pairs", Enters.PLAYERS: "players"}
    enters = dict(Event.objects.filter(pk__in=lines).values_list("pk", "enters"))
    return {
        event: records_of_evening(event, of.get(entered[Enters(enters[event])], ()), played[event])
        for event, of in lines.items()
    }


def _state_of(evenings: Sequence[EndedEvening]) -> tuple[tuple[int, tuple[int, str]], ...]:
    return tuple([(evening.event, evening.state) for evening in evenings])


def ratings_of(club: Club, evenings: Sequence[EndedEvening]) -> tuple[SkillEstimate, ...]:
    """Returns the ratings, the highest first. One query at most, none if nothing changed since the last call."""
    found = ratings_after_each(club, evenings)
    return found[-1] if found else ()


def ratings_after_each(club: Club, evenings: Sequence[EndedEvening]) -> tuple[tuple[SkillEstimate, ...], ...]:
    """Returns the ratings after each evening. Rates again only from the first evening that changed: one query at most,
    none if nothing did."""

    def rate_again() -> RatingsSoFar:
        before = RATINGS.latest(club.pk) or RatingsSoFar((), ())
        same = sum(1 for _each in takewhile(lambda both: both[0] == both[1], zip(before.evenings, state, strict=False)))
        later = evenings[same:]
        played, after = played_matches_of(later), list(before.after[:same])
        for evening in later:
            after.append(rate_people(played[evening.event], after[-1] if after else ()))
        return RatingsSoFar(state, tuple(after))

    state = _state_of(evenings)
    return RATINGS.get_or_make(club.pk, state, rate_again).after


def rating_rules_of(club: Club) -> RatingRules:
    """Returns the club's rules for ratings. One query."""
    return RatingRules.objects.filter(club=club).first() or RatingRules(club=club)


def ratings_are_shown(club: Club, *, desk: bool) -> bool:
    """Returns whether this reader may see ratings: staff always, others if the club shows them. One query for
    others."""
    return desk or RatingRules.objects.filter(club=club, is_on=True, shown=True).exists()


def say_records(
    records: Sequence[ClubRecord], evenings: Sequence[EndedEvening], names: NamesShown
) -> list[RecordInWords]:
    by_event = {evening.event: evening for evening in evenings}
    return [
        RecordInWords(
            *_say_figure(record.kind, record.figure),
            tuple(_say_holder(holder, by_event, names) for holder in record.holders),
            record.others,
        )
        for record in records
    ]


def _say_figure(kind: str, number: int) -> tuple[str, str]:
    """Returns the label of a record, and its figure in words."""
    label, words = {
        "hang_jacks": (_("Most hang jacks in an evening"), ngettext("%(n)s hang jack", "%(n)s hang jacks", number)),
        "all_fours": (_("Most All Fours in an evening"), ngettext("%(n)s All Fours", "%(n)s All Fours", number)),
        "highest_match": (_("Most points in a match"), ngettext("%(n)s point", "%(n)s points", number)),
        "row_of_wins": (_("Most wins in a row"), ngettext("%(n)s win", "%(n)s wins", number)),
        "attendance": (_("Most evenings played"), ngettext("%(n)s evening", "%(n)s evenings", number)),
        "fullest_evening": (_("Fullest evening"), ngettext("%(n)s player", "%(n)s players", number)),
    }[kind]
    return label, words % {"n": number}


def _say_holder(holder: RecordHolder, evenings: Mapping[int, EndedEvening], names: NamesShown) -> HolderInWords:
    people = tuple(names.describe(person) for person in holder.people)
    if holder.event is None:
        return HolderInWords(people, "", None)
    at = evenings[holder.event]
    where = f"{names.redact(at.name)}, {date_format(at.day, 'j M Y')}"
    if holder.tables:
        numbers = numbers_in_words(sorted(holder.tables))
        tables = ngettext("table %(numbers)s", "tables %(numbers)s", len(holder.tables)) % {"numbers": numbers}
        where = f"{where}, {tables}"
    if holder.since is not None and holder.since != holder.event:
        since = evenings[holder.since]
        words = _("%(where)s; the first on %(day)s")
        where = words % {"where": where, "day": date_format(since.day, "j M Y")}
    return HolderInWords(people, where, holder.event)
