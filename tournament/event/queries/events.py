"""All evenings, tonight's, those in the bin, the last one played, and which settings play has fixed."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.club.queries import own_rules_of
from tournament.event.queries.hours import parts_of
from tournament.formats.match_length import Length
from tournament.formats.presets import PRESETS, preset_like
from tournament.foundation.navigation import club_shows_seasons
from tournament.foundation.prepared_queries import prepare_query
from tournament.models import Event, Hand, Round, SheetLine, Stage, of_shown_club


def list_evenings() -> list[Event]:
    """Returns all evenings, latest first, each with how many came (`players`) and how many hours were seated
    (`hours`)."""
    seated = Q(stages__released_at__isnull=False)
    return list(
        Event.objects.filter(of_shown_club())
        .annotate(
            players=Count("entries", filter=Q(entries__here=True), distinct=True),
            hours=Count("stages", filter=seated, distinct=True),
        )
        .order_by("-date", "-pk")
    )


def latest_evenings(number: int = 60) -> list[Event]:
    """Returns the latest evenings, newest first, to choose one from: about a year of weekly evenings."""
    return list(Event.objects.filter(of_shown_club()).order_by("-date", "-pk")[:number])


def evening_of(today: date) -> Event | None:
    """Returns tonight's evening, or None if nobody has opened one."""
    return Event.objects.filter(of_shown_club(), date=today, locked_at=None).first()


def evenings_in_bin() -> list[Event]:
    """Returns the evenings in the bin, the last deleted first."""
    return list(Event.with_binned.filter(of_shown_club()).exclude(binned_at=None).order_by("-binned_at", "-pk"))


@dataclass(frozen=True)
class LastEvening:
    """The club's last evening, as the next one offers it: `label` is the nearest preset, `rules` is the name of the
    club's own rules if it was played by them."""

    event: Event
    label: str
    rules: str = ""


def last_evening() -> LastEvening | None:
    last = Event.objects.filter(of_shown_club()).order_by("-date", "-pk").first()
    if last is None:
        return None
    movements = [part.movement for part in parts_of(last)] if last.kind.is_planned else []
    length = Length(last.length_kind, last.length_number)
    preset = preset_like(last.format, enters=last.enters, movements=movements, length=length)
    saved = [each for each in own_rules_of(last.club_id) if each.rule_set == last.kind.rule_set]
    own = [each.name for each in saved if last.house_rules and each.choices == last.house_rules]
    return LastEvening(last, str(PRESETS[preset].label), own[0] if own else "")


def last_price_before(event: Event) -> Decimal | None:
    """Returns the price of the club's latest other evening that had one. One query."""
    others = Event.objects.filter(club=event.club_id, price__isnull=False).exclude(pk=event.pk)
    return others.order_by("-date", "-pk").values_list("price", flat=True).first()


def fixed_settings_of(event: Event) -> dict[str, str]:
    """Returns why settings can no longer be changed, by setting; empty until tables are drawn."""
    fixed: dict[str, str] = {}
    stages = list(Stage.objects.filter(event=event))
    seated = [stage for stage in stages if stage.released_at]
    if stages:
        fixed["format"] = _("Tables are drawn for this game. To change the game, discard the draft first.")
    if seated:
        fixed["format"] = _("The seats are released, so the game stays.")
        fixed["table_size"] = _("The seats are released, so the table size stays.")
        if not event.kind.is_planned:
            why = _("The seats are released with their bells, so the length of the %(stage)s stays.")
            fixed["hour_seconds"] = why % {"stage": event.kind.stage_word}
    if stages and event.kind.is_planned:
        fixed |= dict.fromkeys(("enters", "pairs_a_team"), _("Tables are drawn, so who enters stays."))
    begun = Round.objects.filter(stage__event=event, started_at__isnull=False)
    # A table may record hands without a clock.
    has_started = begun.exists() or Hand.objects.filter(match__table__stage__event=event).exists()
    if has_started:
        if event.kind.is_planned:
            fixed["criteria"] = _("Play has started, so the ranking stays.")
            fixed["credits"] = _("Play has started, so the credit for matches not played stays.")
        fixed["bell_rule"] = _("Play has started. What happens at the bell is printed on the sheets and stays.")
        fixed["adjust_sit_outs"] = _("Play has started, so the credit for sitting out stays.")
        fixed["final_order"] = _("Play has started, so the final order stays.")
        fixed |= dict.fromkeys(
            ("length_kind", "length_number", "unfinished"), _("Play has started, so the match length stays.")
        )
        fixed["house_rules"] = _("Play has started, so the rules stay.")
        fixed |= dict.fromkeys(("agreement", "claim_until"), _("Play has started, so the way hands are agreed stays."))
    if has_started or (stages and SheetLine.objects.filter(side__match__table__stage__event=event).exists()):
        fixed["empty_means_none"] = _("Play has started. What an empty box means is printed on the sheets and stays.")
    if len(seated) > 1:
        fixed["threes"] = _("Players are seated by the ranking, so the place of tables of 3 stays.")
    return fixed


def evenings_on(today: date) -> list[Event]:
    """Returns the evenings of the latest day up to today; before the first one, those of its planned day. It includes
    yesterday's evenings that are still being played, until they are locked, and evenings of a coming day that have
    begun, because then the computer's clock is behind."""
    days = _latest_day(today)
    if not days:
        planned = Event.objects.filter(of_shown_club()).order_by("date").values_list("date", flat=True).first()
        days = [planned] if planned else []
    return _evenings_of(days[0], today, today - timedelta(days=1)) if days else []


@prepare_query
def _latest_day(today: date) -> "QuerySet[Event, date]":
    events = Event.objects.filter(of_shown_club(), date__lte=today)
    return events.order_by("-date").values_list("date", flat=True)[:1]


@prepare_query
def _evenings_of(day: date, today: date, yesterday: date) -> "QuerySet[Event]":
    still_played = Q(date=yesterday, locked_at=None, stages__released_at__isnull=False)
    has_begun = Q(date__gt=today, locked_at=None, stages__rounds__started_at__isnull=False)
    found = Event.objects.filter(of_shown_club()).filter(Q(date=day) | still_played | has_begun).distinct()
    return found.select_related("club").annotate(club_shows_seasons=club_shows_seasons()).order_by("pk")


def evenings_that_start_themselves(now: datetime) -> list[Event]:
    """Returns the evenings whose rounds start by themselves and are not held back. One query."""
    yesterday = now.date() - timedelta(days=1)
    return list(Event.objects.filter(starts_itself=True, locked_at=None, held_at=None, date__gte=yesterday))
