"""The summary of an evening at the head of its page: who is here, each hour so far, the clock, and what is still
open."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.utils.translation import get_language

from tournament.clock.queries.rounds import Bell, bells_of
from tournament.desk.queries.chairs import TakenChair, taken_chairs
from tournament.door.queries.door import Door, door_of
from tournament.event.queries.hours import all_stages, hour_numbers
from tournament.event.queries.line_ups import LineUps, line_ups_of
from tournament.foundation.revision_cache import RevisionCache
from tournament.matches.queries.hours_so_far import HourSoFar, hours_so_far
from tournament.matches.queries.match_rows import MatchRow
from tournament.matches.queries.team_matches import TeamMatch, matches_to_decide
from tournament.models import Enters, Event, Round, State, VisitingMatch


@dataclass(frozen=True)
class EveningSummary:
    """The summary of an evening. `drafts` are the numbers of hours drawn and not yet released; `level` are the team
    matches that need a deciding game, `line_ups` those of teams for the next round; `chairs` says who has whose.
    `visit` is the match of a league on another computer, if it is played here."""

    event: Event
    door: Door
    hours: tuple[HourSoFar, ...]
    drafts: tuple[int, ...]
    bells: tuple[Bell, ...]
    level: tuple[TeamMatch, ...] = ()
    line_ups: LineUps | None = None
    chairs: tuple[TakenChair, ...] = ()
    visit: VisitingMatch | None = None

    @property
    def hour(self) -> HourSoFar | None:
        """The hour being played, or the last one played."""
        return self.hours[-1] if self.hours else None

    @property
    def has_begun(self) -> bool:
        return any(bell.reading.phase != "waiting" or bell.round.number > 1 for bell in self.bells)

    @property
    def is_over(self) -> bool:
        """Whether the hour is over: every bell has rung for the last time, or results came in without a clock. If each
        table plays one match, also once every match has a result."""
        rung = bool(self.bells) and all(bell.is_last and bell.reading.phase in ("bell", "ended") for bell in self.bells)
        by_hand = not self.has_begun and any(match.state != State.WAITING for match in self.matches)
        is_one_match = self.event.kind.turns_per_seating == 1
        all_told = is_one_match and self.hour is not None and not self.hour.unreported_matches
        return rung or by_hand or all_told

    @property
    def deciders(self) -> tuple[MatchRow, ...]:
        """The deciding games of team matches, if only these are still played."""
        unreported = self.hour.unreported_matches if self.hour else ()
        return tuple(unreported) if all(match.is_decider for match in unreported) else ()

    @property
    def matches(self) -> tuple[MatchRow, ...]:
        return self.hour.matches if self.hour else ()

    @property
    def open_hours(self) -> tuple[HourSoFar, ...]:
        return tuple(hour for hour in self.hours if hour.is_open)

    @property
    def all_drawn(self) -> bool:
        return not self.still_to_draw

    @property
    def open_before(self) -> tuple[HourSoFar, ...]:
        """The hours before the latest that are not settled."""
        return tuple(hour for hour in self.hours[:-1] if hour.is_open)

    @property
    def all_hours(self) -> tuple[int, ...]:
        return hour_numbers(self.event)

    @property
    def last_hour(self) -> int:
        return self.all_hours[-1]

    @property
    def still_to_draw(self) -> tuple[int, ...]:
        """The numbers of the hours or rounds whose seats are not shown."""
        return self.all_hours[len(self.hours) :]

    @property
    def is_final(self) -> bool:
        """Whether all hours are played and everything is agreed or ruled."""
        return self.all_drawn and self.is_over and not self.open_hours


SUMMARIES: RevisionCache[EveningSummary] = RevisionCache(most=8)


def summarize_evening(event: Event, now: datetime, rounds: Sequence[Round] | None = None) -> EveningSummary:
    """Returns the summary of an evening; `rounds` are the `released_rounds`, if they are known. At most nine queries,
    whatever the number of players, and one for the rounds if they are not known.

    All but the clock is read once per revision, because every laptop at the desk asks after each result."""
    summary = SUMMARIES.get_or_make((event.pk, get_language()), event.revision, partial(_read_summary, event))
    return replace(summary, event=event, bells=tuple(bells_of(event, now, rounds)))


def _read_summary(event: Event) -> EveningSummary:
    stages = all_stages(event)
    hours = [stage for stage in stages if stage.released_at]
    door = door_of(event, hours)
    return EveningSummary(
        event=event,
        door=door,
        hours=tuple(hours_so_far(event, {person.entry.pk: person.entry for person in door.people}, hours)),
        drafts=tuple(stage.number for stage in stages if not stage.released_at),
        bells=(),
        level=matches_to_decide(event),
        chairs=taken_chairs(event, door),
        line_ups=line_ups_of(event) if event.enters == Enters.TEAMS else None,
        visit=VisitingMatch.objects.filter(event=event).first() if event.enters == Enters.TEAMS else None,
    )
