"""The club's records and ratings, cached until one of its evenings changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RULE_SETS
from tournament.club.visibility import NamedPerson, NamesShown
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.wording import numbers_in_words
from tournament.models import Club, EveningResult, RatingRules
from tournament.seasons.club_records import ClubRecord, RecordHolder, RecordsSoFar, add_records, list_records, mark_game
from tournament.seasons.queries.results import EndedEvening, ended_evenings, played_matches_of, records_of
from tournament.seasons.ratings import SkillEstimate, rate_people, read_ratings

RECORDS: RevisionCache[RecordsSoFar] = RevisionCache(most=100)
"""Keyed by club and year; the year is None for all time."""


class RatedEvening(NamedTuple):
    """The ratings that an evening changed, as they were after it, by person. `history` identifies all they depend on:
    the results of the evenings up to this one, in their order."""

    event: int
    history: str
    ratings: Mapping[int, SkillEstimate]


class ClubRatings(NamedTuple):
    """What each evening changed, in the order played, and everybody's latest rating, the highest first."""

    evenings: tuple[RatedEvening, ...] = ()
    latest: tuple[SkillEstimate, ...] = ()


RATINGS: RevisionCache[ClubRatings] = RevisionCache(most=4)


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
        return add_records(
            [_records_of_year(club, number, list(evenings_of_year)) for number, evenings_of_year in by_year]
        )

    return list_records(RECORDS.get_or_make((club.pk, None), _state_of(evenings), add_all_years))


def _records_of_year(club: Club, year: int, evenings: Sequence[EndedEvening]) -> RecordsSoFar:
    def add_evenings() -> RecordsSoFar:
        records = records_of(evenings)
        return add_records([mark_game(records[evening.event], evening.game) for evening in evenings])

    return RECORDS.get_or_make((club.pk, year), _state_of(evenings), add_evenings)


def _state_of(evenings: Sequence[EndedEvening]) -> tuple[tuple[int, tuple[int, str]], ...]:
    return tuple([(evening.event, evening.state) for evening in evenings])


def ratings_of(club: Club, evenings: Sequence[EndedEvening]) -> ClubRatings:
    """Returns the ratings. What this process knows or what is stored is taken for each evening whose history is the
    club's; the others are rated again. Two queries at most, none if nothing changed since the last call."""

    def rate_again() -> ClubRatings:
        histories = _histories_of(evenings)
        known = {each.history: each.ratings for each in (RATINGS.latest(club.pk) or ClubRatings()).evenings}
        unknown = [event for event, history in histories.items() if history not in known]
        stored = EveningResult.objects.filter(event__in=unknown).values_list("event", "rated_history", "ratings")
        known |= {history: read_ratings(plain) for event, history, plain in stored if history == histories[event]}
        played = played_matches_of([evening for evening in evenings if histories[evening.event] not in known])
        latest: dict[int, SkillEstimate] = {}
        rated = []
        for event, history in histories.items():
            changed = rate_people(played[event], latest) if event in played else known[history]
            latest.update(changed)
            rated.append(RatedEvening(event, history, changed))
        by_value = sorted(latest.values(), key=lambda each: (-each.value, each.person))
        return ClubRatings(tuple(rated), tuple(by_value))

    return RATINGS.get_or_make(club.pk, _state_of(evenings), rate_again)


def _histories_of(evenings: Sequence[EndedEvening]) -> dict[int, str]:
    """Returns for each evening a hash of what its ratings depend on: its result and those of all before it."""
    history, histories = "", {}
    for evening in evenings:
        _row, mark = evening.state
        history = histories[evening.event] = sha256(f"{history} {evening.event} {mark}".encode()).hexdigest()
    return histories


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
    games = {record.game for record in records if record.game}
    return [
        RecordInWords(
            *_say_figure(record.kind, record.figure, game=record.game if len(games) > 1 else ""),
            tuple(_say_holder(holder, by_event, names) for holder in record.holders),
            record.others,
        )
        for record in records
    ]


def _say_figure(kind: str, number: int, *, game: str) -> tuple[str, str]:
    """Returns the label of a record, with its game if there is one to name, and its figure in words."""
    label, words = {
        "hang_jacks": (_("Most hang jacks in an evening"), ngettext("%(n)s hang jack", "%(n)s hang jacks", number)),
        "all_fours": (_("Most All Fours in an evening"), ngettext("%(n)s All Fours", "%(n)s All Fours", number)),
        "highest_match": (_("Most points in a match"), ngettext("%(n)s point", "%(n)s points", number)),
        "row_of_wins": (_("Most wins in a row"), ngettext("%(n)s win", "%(n)s wins", number)),
        "attendance": (_("Most evenings played"), ngettext("%(n)s evening", "%(n)s evenings", number)),
        "fullest_evening": (_("Fullest evening"), ngettext("%(n)s player", "%(n)s players", number)),
    }[kind]
    if game:
        label = _("%(what)s, %(game)s") % {"what": label, "game": _(RULE_SETS[game].name)}
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
