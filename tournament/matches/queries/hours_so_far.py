"""The results of each released hour so far: how many matches are settled, and what is missing or disputed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, Value

from tournament.event.queries.hours import hours_of
from tournament.matches.queries.match_on_board import Missing, kept_by_phone, missing_of
from tournament.matches.queries.matches import read_sides_of
from tournament.matches.queries.results import contradictions_of
from tournament.models import SETTLED, Entry, Event, Hand, Match, SheetLine, Stage, State

BY_PHONE = 0  # instead of a side, in what is known of a match: its table records its hands itself


@dataclass(frozen=True)
class HourSoFar:
    """The results of a released hour: `settled` of `count` matches. `matches` are all of the latest hour and of one
    that is open, none of an earlier one that is settled; sides are read of those that are open. `missing` are sheets
    that have not come for these, `contradictory` the numbers of those whose paper contradicts itself."""

    stage: Stage
    tables: int
    count: int
    settled: int
    matches: tuple[Match, ...]
    missing: tuple[Missing, ...]
    contradictory: frozenset[int] = frozenset()

    @property
    def number(self) -> int:
        return self.stage.number

    @property
    def unreported(self) -> tuple[Match, ...]:
        """Matches of which nothing is known yet for one side or both."""
        return tuple(
            match for match in self.matches if match.state not in (*SETTLED, State.DISPUTED) and not match.is_told
        )

    @property
    def disputes(self) -> tuple[Match, ...]:
        return tuple(match for match in self.matches if match.state == State.DISPUTED)

    @property
    def to_agree(self) -> tuple[Match, ...]:
        """What one press would agree."""
        return tuple(match for match in self._entered if match.pk not in self.contradictory)

    @property
    def to_decide(self) -> tuple[Match, ...]:
        """What the director agrees one by one, or rules."""
        return tuple(match for match in self._entered if match.pk in self.contradictory)

    @property
    def _entered(self) -> tuple[Match, ...]:
        return tuple(match for match in self.matches if match.state == State.ENTERED and match.is_told)

    @property
    def is_open(self) -> bool:
        return self.settled < self.count


def hours_so_far(event: Event, people: Mapping[int, Entry] | None = None) -> list[HourSoFar]:
    """The released hours with their results; `people` are all entries by id, where they are known. Six queries,
    whatever the number, and one for people who are not."""
    stages = {stage.pk: stage for stage in hours_of(event)}
    if people is None:
        people = Entry.objects.filter(event=event).select_related("player", "team").in_bulk()
    played = Match.objects.filter(table__stage__in=stages).exclude(state=State.CALLED_OFF)
    settled = Count("pk", filter=Q(state__in=SETTLED))
    counted = (
        played.order_by()
        .values_list("table__stage")
        .annotate(tables=Count("table", distinct=True), of=Count("pk"), settled=settled)
    )
    counts = {pk: of for pk, *of in counted}
    shown = [pk for pk, (_tables, count, done) in counts.items() if done < count or pk == [*stages][-1]]
    matches = list(
        played.filter(table__stage__in=shown)
        .select_related("table", "round")
        .order_by("table__number", "round__number", "pk")
    )
    for match in matches:
        match.table.stage = stages[match.table.stage_id]
        match.table.stage.event = event
    read_sides_of([match for match in matches if match.state not in SETTLED], people)
    said = _said(event, shown)
    return [
        _hour(
            stage,
            counts.get(stage.pk, [0, 0, 0]),
            [match for match in matches if match.table.stage_id == stage.pk],
            said,
        )
        for stage in stages.values()
    ]


def _said(event: Event, stages: Sequence[int]) -> dict[int, set[int]]:
    """By match, the sides whose sheets have come, or BY_PHONE."""
    said: dict[int, set[int]] = {}
    lines = SheetLine.objects.filter(side__match__table__stage__in=stages, superseded_at=None).order_by()
    phones = Hand.objects.filter(match__table__stage__in=stages, superseded_at=None).exclude(device="").order_by()
    told = lines.values_list("side__match", "side").union(phones.values_list("match", Value(BY_PHONE)))
    for match, side in told:
        said.setdefault(match, set()).add(side)
    return said


def _hour(stage: Stage, counts: Sequence[int], matches: list[Match], said: Mapping[int, set[int]]) -> HourSoFar:
    by_phone = kept_by_phone(matches, [match for match, sides in said.items() if BY_PHONE in sides], told=said)
    waited_for = [match for match in matches if match.pk not in by_phone]
    missing = {each.entry.pk: each for match in waited_for for each in missing_of(match, said.get(match.pk, ()))}
    contradictory = frozenset(match.pk for match in matches if contradictions_of(match))
    tables, count, settled = counts
    return HourSoFar(stage, tables, count, settled, tuple(matches), tuple(missing.values()), contradictory)
