"""The evenings and fixtures of a calendar. The log says how often and when last they were changed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.api.calendar import CalendarEntry, UsualHours
from tournament.api.log_actions import CHANGE_SHARING
from tournament.club.queries import names_shown_to
from tournament.club.visibility import NamesShown
from tournament.leagues.queries.results import results_of
from tournament.models import Audience, Club, Event, League, LeagueTeam, LogEntry, Season, SharingRules, SignUp

SHOWN_FOR = timedelta(days=400)
"""An evening stays in the calendar for so long after it is over."""


def usual_hours(rules: SharingRules) -> UsualHours:
    return UsualHours(ZoneInfo(settings.TIME_ZONE), rules.venue, rules.starts, rules.ends)


def entries_of_club(
    club: Club, today: date, address_of: Callable[[int], str], usual: UsualHours
) -> list[CalendarEntry]:
    """Returns the club's evenings of the last 400 days and to come; those in the bin are cancelled. Five queries."""
    return _entries(club, Q(date__gte=today - SHOWN_FOR), address_of, usual)


def entries_of_season(season: Season, address_of: Callable[[int], str], usual: UsualHours) -> list[CalendarEntry]:
    """Returns all evenings of a season, by its dates and choices. Five queries."""
    left_out, added = ([uid for uid, is_in in season.choices.items() if is_in is wanted] for wanted in (False, True))
    dates = Q(date__range=(season.first_day, season.last_day)) & ~Q(uid__in=left_out)
    return _entries(season.club, dates | Q(uid__in=added), address_of, usual)


def entry_of_sign_up(signed: SignUp, address: str) -> CalendarEntry:
    """Returns the evening of a sign-up; the name says so while they wait for a place. Six queries."""
    event = signed.event
    rules = SharingRules.objects.filter(club=event.club_id).first() or SharingRules()
    names = names_shown_to(Audience.PUBLIC, event.club)
    name = names.redact(event.name)
    if signed.cancelled_at is None and signed.placed_at is None:
        name = _("%(evening)s (waiting list)") % {"evening": name}
    last = max(at for at in (signed.signed_up_at, signed.placed_at, signed.cancelled_at) if at is not None)
    return CalendarEntry(
        f"{event.uid}-{signed.pk}",
        name,
        event.date,
        event.revision,
        last,
        signed.cancelled_at is not None or event.binned_at is not None,
        address,
        _hours_of(names, event.venue, event.begins_at, usual_hours(rules)),
    )


def _hours_of(names: NamesShown, venue: str, begins_at: time | None, usual: UsualHours) -> UsualHours:
    """Returns the hours and the place of an evening that may have its own, without a name that is hidden."""
    hours = replace(usual, venue=names.redact(venue or usual.venue))
    return hours if begins_at is None else replace(hours, starts=begins_at, ends=usual.ends)


def _entries(club: Club, among: Q, address_of: Callable[[int], str], usual: UsualHours) -> list[CalendarEntry]:
    """Returns the entries. A change of the sharing rules counts as a change of every entry."""
    columns = ("pk", "uid", "name", "date", "binned_at", "venue", "begins_at")
    evenings = list(Event.with_binned.filter(among, club=club).order_by("date", "pk").values_list(*columns))
    names = names_shown_to(Audience.PUBLIC, club)
    of_evenings = LogEntry.objects.filter(kind=LogEntry.Kind.EVENING, event__in=[pk for pk, *_told in evenings])
    counted = of_evenings.order_by().values_list("event").annotate(n=Count("pk"), last=Max("at"))
    changes = {event: (n, last) for event, n, last in counted}
    of_rules = LogEntry.objects.filter(club=club, kind=LogEntry.Kind.CLUB, action=CHANGE_SHARING.name)
    all_at = list(of_rules.order_by("at").values_list("at", flat=True))

    def entry_of(
        pk: int, uid: UUID, name: str, day: date, binned_at: datetime | None, venue: str, begins_at: time | None
    ) -> CalendarEntry:
        n, last = changes.get(pk, (0, _midnight(day)))
        address = "" if binned_at else address_of(pk)
        return CalendarEntry(
            str(uid),
            names.redact(name),
            day,
            n + len(all_at),
            max([last, *all_at]),
            bool(binned_at),
            address,
            _hours_of(names, venue, begins_at, usual),
        )

    return [entry_of(*evening) for evening in evenings]


def entries_of_league(
    league: League, names: NamesShown, address: str, team: LeagueTeam | None = None
) -> list[CalendarEntry]:
    """Returns the matches of a league, or of one team, that have a date. A postponed match without a new date is
    cancelled on its first day. Every line of the league's log counts as a change of every match. Two queries."""
    lines = LogEntry.objects.filter(league=league).aggregate(n=Count("pk"), last=Max("at"))
    zone, entries = ZoneInfo(settings.TIME_ZONE), []
    for match in results_of(league):
        day = match.day or match.postponed_from
        if match.other is None or day is None or (team and team.pk not in (match.team_id, match.other_id)):
            continue
        keys = "/".join(sorted((match.team.key, match.other.key)))
        uid = uuid5(league.club.uid, f"{league.pk}/{match.round}/{keys}")
        name = names.redact(f"{match.team.name} – {match.other.name}")
        own = UsualHours(zone, names.redact(match.place), match.starts, match.ends)
        is_off = match.day is None or (bool(match.mark) and not match.is_fixture and match.games is None)
        last = lines["last"] or _midnight(day)
        entries.append(CalendarEntry(str(uid), name, day, lines["n"], last, is_off, address, own))
    return sorted(entries, key=lambda entry: (entry.day, entry.name))


def _midnight(day: date) -> datetime:
    """Returns the time of change for an evening without log entries, such as an imported one."""
    return timezone.make_aware(datetime.combine(day, time.min), ZoneInfo(settings.TIME_ZONE))
