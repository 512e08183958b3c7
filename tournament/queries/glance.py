"""The evening at a glance: who is here, what each hour has so far, which bell is on, and what stays open at the end."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Value

from tournament.models import Event, Hand, Match, SheetLine, Stage, State
from tournament.queries.boards import Missing, kept_by_phone, missing_of
from tournament.queries.door import Door, door_of
from tournament.queries.hours import hour_numbers, hours_of
from tournament.queries.matches import with_sides
from tournament.queries.rounds import Bell, bells_of
from tournament.queries.standings import SETTLED

BY_PHONE = 0  # instead of a side, in what is known of a match: its table records its hands itself


@dataclass(frozen=True)
class HourSoFar:
    """The results of a released hour. `missing` are sheets that have not come for a match still open."""

    stage: Stage
    tables: int
    matches: tuple[Match, ...]
    missing: tuple[Missing, ...]

    @property
    def number(self) -> int:
        return self.stage.number

    @property
    def settled(self) -> int:
        return sum(1 for match in self.matches if match.state in SETTLED)

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
        return tuple(match for match in self.matches if match.state == State.ENTERED and match.is_told)

    @property
    def is_open(self) -> bool:
        return self.settled < len(self.matches)


@dataclass(frozen=True)
class Glance:
    """`drafts` are hours drawn and not yet released, by number."""

    event: Event
    door: Door
    hours: tuple[HourSoFar, ...]
    drafts: tuple[int, ...]
    bells: tuple[Bell, ...]

    @property
    def hour(self) -> HourSoFar | None:
        """The hour being played, or the last one played."""
        return self.hours[-1] if self.hours else None

    @property
    def has_begun(self) -> bool:
        return any(bell.reading.phase != "waiting" or bell.round.number > 1 for bell in self.bells)

    @property
    def is_over(self) -> bool:
        """Every bell of the hour has rung for the last time, or results came in without any clock; where each table
        plays one match and no sheets are brought, also once all have come to a result."""
        rung = bool(self.bells) and all(bell.is_last and bell.reading.phase in ("bell", "ended") for bell in self.bells)
        by_hand = not self.has_begun and any(match.state != State.WAITING for match in self.matches)
        is_one_match = self.event.is_one_round or self.event.is_of_rounds
        all_told = is_one_match and self.hour is not None and not self.hour.unreported
        return rung or by_hand or all_told

    @property
    def matches(self) -> tuple[Match, ...]:
        return self.hour.matches if self.hour else ()

    @property
    def open_hours(self) -> tuple[HourSoFar, ...]:
        return tuple(hour for hour in self.hours if hour.is_open)

    @property
    def all_drawn(self) -> bool:
        """Whether no further draw is to come."""
        return not self.still_to_draw

    @property
    def open_before(self) -> tuple[HourSoFar, ...]:
        """Those before the latest that are not settled."""
        return tuple(hour for hour in self.hours[:-1] if hour.is_open)

    @property
    def all_hours(self) -> tuple[int, ...]:
        return hour_numbers(self.event)

    @property
    def still_to_draw(self) -> tuple[int, ...]:
        """Numbers of the hours or rounds whose seats are not out."""
        return self.all_hours[len(self.hours) :]

    @property
    def is_final(self) -> bool:
        """All hours are played and everything is agreed or ruled."""
        return self.all_drawn and self.is_over and not self.open_hours


def glance_of(event: Event, now: datetime) -> Glance:
    """Eleven queries, whatever the number of players."""
    stages = list(Stage.objects.filter(event=event))
    return Glance(
        event=event,
        door=door_of(event),
        hours=tuple(hours_so_far(event)),
        drafts=tuple(stage.number for stage in stages if stage.released_at is None),
        bells=tuple(bells_of(event, now)),
    )


def hours_so_far(event: Event) -> list[HourSoFar]:
    """The released hours with their results. Five queries, whatever the number."""
    matches = list(
        with_sides(
            Match.objects.filter(table__stage__event=event, table__stage__released_at__isnull=False)
            .exclude(state=State.CALLED_OFF)
            .select_related("table__stage", "round")
            .order_by("table__number", "round__number", "pk")
        )
    )
    said: dict[int, set[int]] = {}
    lines = SheetLine.objects.filter(side__match__table__stage__event=event, superseded_at=None).order_by()
    phones = Hand.objects.filter(match__table__stage__event=event, superseded_at=None).exclude(device="").order_by()
    told = lines.values_list("side__match", "side").union(phones.values_list("match", Value(BY_PHONE)))
    for match, side in told:
        said.setdefault(match, set()).add(side)
    return [
        _hour(stage, [match for match in matches if match.table.stage_id == stage.pk], said)
        for stage in hours_of(event)
    ]


def _hour(stage: Stage, matches: list[Match], said: dict[int, set[int]]) -> HourSoFar:
    by_phone = kept_by_phone(matches, [match for match, sides in said.items() if BY_PHONE in sides], told=said)
    waited_for = [match for match in matches if match.pk not in by_phone]
    missing = {each.entry.pk: each for match in waited_for for each in missing_of(match, said.get(match.pk, ()))}
    tables = len({match.table_id for match in matches})
    return HourSoFar(stage, tables, tuple(matches), tuple(missing.values()))
