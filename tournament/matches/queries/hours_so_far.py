"""The results of each released hour so far: how many matches are settled, and what is missing or disputed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Count, Q, QuerySet, Value

from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.event.queries.hours import released_stages
from tournament.matches.queries.match_on_board import MissingSheet, matches_by_phone, missing_of
from tournament.matches.queries.match_rows import MatchRow, match_rows
from tournament.matches.queries.results import contradictions_under
from tournament.models import SETTLED, Event, Hand, Match, SheetLine, Stage, State
from tournament.rules.queries.rules import rules_of

BY_PHONE = 0  # stands for a side in a match whose table records its hands itself


@dataclass(frozen=True)
class HourSoFar:
    """The results of a released hour: `settled` of `count` matches. `matches` is empty for an earlier hour that is
    settled; sides are read only of matches that are not settled. `missing` are the sheets that have not come;
    `contradictory` are the ids of matches whose paper is contradictory."""

    stage: Stage
    tables: int
    count: int
    settled: int
    matches: tuple[MatchRow, ...]
    missing: tuple[MissingSheet, ...]
    contradictory: frozenset[int] = frozenset()

    @property
    def number(self) -> int:
        return self.stage.number

    @property
    def unreported_matches(self) -> tuple[MatchRow, ...]:
        """The matches for which one side or both have reported nothing yet."""
        return tuple(
            match for match in self.matches if match.state not in (*SETTLED, State.DISPUTED) and not match.is_reported
        )

    @property
    def disputes(self) -> tuple[MatchRow, ...]:
        return tuple(match for match in self.matches if match.state == State.DISPUTED)

    @property
    def to_agree(self) -> tuple[MatchRow, ...]:
        """The matches that one press would agree."""
        return tuple(match for match in self._entered_matches if match.pk not in self.contradictory)

    @property
    def to_decide(self) -> tuple[MatchRow, ...]:
        """The matches that the director agrees one by one, or rules on."""
        return tuple(match for match in self._entered_matches if match.pk in self.contradictory)

    @property
    def _entered_matches(self) -> tuple[MatchRow, ...]:
        return tuple(match for match in self.matches if match.state == State.ENTERED and match.is_reported)

    @property
    def is_open(self) -> bool:
        return self.settled < self.count


def hours_so_far(
    event: Event, people: Mapping[int, EntryRow] | None = None, hours: Sequence[Stage] | None = None
) -> list[HourSoFar]:
    """Returns the released hours with their results; `people` are all entries by id and `hours` the released hours, if
    already read. Three queries, four from the second hour on, and one more for each of these that is missing."""
    stages = {stage.pk: stage for stage in (released_stages(event) if hours is None else hours)}
    if people is None:
        people = entry_rows(event)
    earlier, latest = [*stages][:-1], [*stages][-1:]
    counts = {pk: counted for pk, *counted in _counts_of(earlier)} if earlier else {}
    shown = [pk for pk, (_tables, count, settled) in counts.items() if settled < count] + latest
    matches: dict[int, list[MatchRow]] = {}
    for match in match_rows(people, are_sides_of_open_enough=True, table__stage__in=shown):
        if match.state != State.CALLED_OFF:
            matches.setdefault(match.table.stage_id, []).append(match)
    reported: dict[int, set[int]] = {}
    for pk, side in _reports_of(shown):
        reported.setdefault(pk, set()).add(side)
    contradictions = partial(contradictions_under, event, rules_of(event))
    for pk in latest:
        own = matches.get(pk, [])
        settled = sum(match.state in SETTLED for match in own)
        counts[pk] = [len({match.table_id for match in own}), len(own), settled]
    return [
        _hour_of(stage, counts.get(pk, [0, 0, 0]), matches.get(pk, []), reported, contradictions)
        for pk, stage in stages.items()
    ]


def _counts_of(stages: Sequence[int]) -> "QuerySet[Match, tuple[Any, ...]]":
    """Returns each stage's id and its numbers of tables, matches and settled matches."""
    played = Match.objects.filter(table__stage__in=stages).exclude(state=State.CALLED_OFF)
    settled = Count("pk", filter=Q(state__in=SETTLED))
    by_stage = played.order_by().values_list("table__stage")
    return by_stage.annotate(tables=Count("table", distinct=True), of=Count("pk"), settled=settled)


def _reports_of(stages: Sequence[int]) -> "QuerySet[SheetLine, tuple[Any, ...]]":
    """Returns, for matches that are not settled, each with the sides whose sheets have come, and with BY_PHONE if it
    has hands from a phone."""
    lines = SheetLine.objects.filter(side__match__table__stage__in=stages, superseded_at=None).order_by()
    lines = lines.exclude(side__match__state__in=SETTLED)
    phones = Hand.objects.filter(match__table__stage__in=stages, superseded_at=None).exclude(device="").order_by()
    return lines.values_list("side__match", "side").union(phones.values_list("match", Value(BY_PHONE)))


def _hour_of(
    stage: Stage,
    counts: Sequence[int],
    matches: list[MatchRow],
    reported: Mapping[int, set[int]],
    contradictions: Callable[[MatchRow], tuple[str, ...]],
) -> HourSoFar:
    by_phone = matches_by_phone(
        matches, [match for match, sides in reported.items() if BY_PHONE in sides], reported=reported
    )
    waited_for = [match for match in matches if match.pk not in by_phone]
    missing = {each.entry.pk: each for match in waited_for for each in missing_of(match, reported.get(match.pk, ()))}
    contradictory = frozenset(match.pk for match in matches if match.state == State.ENTERED and contradictions(match))
    tables, count, settled = counts
    return HourSoFar(stage, tables, count, settled, tuple(matches), tuple(missing.values()), contradictory)
