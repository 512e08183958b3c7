"""All evenings, tonight's, those in the bin, the last one played, and which settings play has fixed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.club.queries import own_rules_of
from tournament.event.queries.hours import parts_of
from tournament.formats.match_length import Length
from tournament.formats.presets import PRESETS, preset_like
from tournament.models import Event, Hand, Round, SheetLine, Stage, name_for_reader, of_shown_club
from tournament.web.navigation import club_shows_seasons


def list_evenings() -> list[Event]:
    """Returns all evenings, latest first, each with how many came (`players`) and how many hours were seated
    (`hours`)."""
    seated = Q(stages__released_at__isnull=False)
    return list(
        Event.objects.filter(of_shown_club())
        .annotate(
            players=Count("entries", filter=Q(entries__here=True, entries__is_stand_in=False), distinct=True),
            hours=Count("stages", filter=seated, distinct=True),
        )
        .order_by("-date", "-pk")
    )


def latest_evenings() -> list[Event]:
    """Returns the latest evenings, newest first, to choose one from: about a year of weekly evenings."""
    return list(Event.objects.filter(of_shown_club()).order_by("-date", "-pk")[:60])


def evening_of(today: date) -> Event | None:
    """Returns tonight's evening, or None if nobody has opened one."""
    return Event.objects.filter(of_shown_club(), date=today, locked_at=None).first()


def evenings_in_bin() -> list[Event]:
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


def last_prize_money_before(event: Event) -> dict[str, Any]:
    """Returns the prize money of the club's latest other evening that had a table of prizes, else {}. One query."""
    others = Event.objects.filter(club=event.club_id).exclude(pk=event.pk).exclude(prize_money={})
    return others.order_by("-date", "-pk").values_list("prize_money", flat=True).first() or {}


def fixed_settings_of(event: Event) -> dict[str, str]:
    """Returns why settings can no longer be changed, by setting; empty until tables are drawn."""
    fixed: dict[str, str] = {}
    stages = list(Stage.objects.filter(event=event))
    seated = [stage for stage in stages if stage.released_at]
    if stages:
        fixed["format"] = _("Tables are drawn for this game. To change the game, discard the draft first.")
    if seated:
        fixed["format"] = _("The seats are shown to everybody, so the game stays.")
        fixed["table_size"] = _("The seats are shown to everybody, so the table size stays.")
        if not event.kind.is_planned:
            why = _("The seats are shown with their bells, so the length of the %(stage)s stays.")
            fixed["hour_seconds"] = why % {"stage": event.kind.stage_word}
    if stages and event.kind.is_planned:
        fixed |= dict.fromkeys(
            ("enters", "pairs_a_team", "singles_a_team"), _("Tables are drawn, so who enters stays.")
        )
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
            ("length_kind", "length_number", "unfinished", "undecided", "counts_games_in_play", "games_a_table"),
            _("Play has started, so the match length stays."),
        )
        fixed["house_rules"] = _("Play has started, so the rules stay.")
        fixed |= dict.fromkeys(("agreement", "claim_until"), _("Play has started, so the way hands are agreed stays."))
    if has_started or (stages and SheetLine.objects.filter(side__match__table__stage__event=event).exists()):
        fixed["empty_means_none"] = _("Play has started. What an empty box means is printed on the sheets and stays.")
        fixed["has_check_box"] = _("Play has started. The boxes are printed on the sheets and stay.")
    if len(seated) > 1:
        fixed["threes"] = _("Players are seated by the ranking, so the place of tables of 3 stays.")
    return fixed


def evenings_on(today: date) -> list[Event]:
    """Returns the evenings of the latest day up to today; before the first one, those of its planned day. It includes
    yesterday's evenings that are still being played, until they are locked, and evenings of a coming day that have
    begun, because then the computer's clock is behind. What is over comes last."""
    events = Event.objects.filter(of_shown_club())
    days = events.values_list("date", flat=True)
    day = days.filter(date__lte=today).order_by("-date").first() or days.order_by("date").first()
    if day is None:
        return []
    still_played = Q(date=today - timedelta(days=1), locked_at=None, stages__released_at__isnull=False)
    has_begun = Q(date__gt=today, locked_at=None, stages__rounds__started_at__isnull=False)
    events_of_day = (
        events.filter(Q(date=day) | still_played | has_begun).distinct().select_related("club").order_by("pk")
    )
    shown = [name_for_reader(event) for event in events_of_day.annotate(club_shows_seasons=club_shows_seasons())]
    return sorted(shown, key=lambda event: event.locked_at is not None)


def evenings_that_start_themselves(now: datetime) -> list[Event]:
    """Returns the evenings whose rounds start by themselves and are not held back. One query."""
    yesterday = now.date() - timedelta(days=1)
    return list(Event.objects.filter(starts_itself=True, locked_at=None, held_at=None, date__gte=yesterday))


SETTING_NAMES: Mapping[str, str | Promise] = {
    "name": gettext_lazy("name"),
    "date": gettext_lazy("date"),
    "format": gettext_lazy("format"),
    "house_rules": gettext_lazy("house rules"),
    "table_size": gettext_lazy("table size"),
    "grace_minutes": gettext_lazy("minutes of grace"),
    "late_points": gettext_lazy("points against a late side"),
    "hall_tables": gettext_lazy("tables in the hall"),
    "plan": gettext_lazy("plan"),
    "breaks": gettext_lazy("breaks"),
    "bell_sound": gettext_lazy("bell sound"),
    "bell_volume": gettext_lazy("bell volume"),
    "price": gettext_lazy("price"),
    "currency": gettext_lazy("currency"),
    "prize_money": gettext_lazy("prize money"),
    "sign_up": gettext_lazy("sign up"),
    "sign_up_places": gettext_lazy("sign up places"),
    "begins_at": gettext_lazy("beginning"),
    "venue": gettext_lazy("venue"),
    "to_bring": gettext_lazy("what to bring"),
    "closes_at": gettext_lazy("closing time"),
    "club_name": gettext_lazy("club"),
    "length_kind": gettext_lazy("match length"),
    "length_number": gettext_lazy("number of games"),
    "unfinished": gettext_lazy("unfinished games"),
    "undecided": gettext_lazy("team matches that are not decided"),
    "counts_games_in_play": gettext_lazy("counting of games in play when a team match is decided"),
    "games_a_table": gettext_lazy("games at each table"),
    "enters": gettext_lazy("who enters"),
    "pairs_a_team": gettext_lazy("pairs in a team"),
    "singles_a_team": gettext_lazy("single players in a team"),
    "criteria": gettext_lazy("ranking"),
    "credits": gettext_lazy("credit for matches not played"),
    "hour_seconds": gettext_lazy("playing time"),
    "warning_seconds": gettext_lazy("warning before the bell"),
    "change_seconds": gettext_lazy("time between rounds"),
    "starts_itself": gettext_lazy("automatic start of rounds"),
    "bell_rule": gettext_lazy("rule at the bell"),
    "adjust_sit_outs": gettext_lazy("scoring per minute played"),
    "threes": gettext_lazy("place of tables of 3"),
    "empty_means_none": gettext_lazy("empty boxes mean none"),
    "has_check_box": gettext_lazy("box for what the opponent won"),
    "agreement": gettext_lazy("hands shown to the other side to agree"),
    "claim_until": gettext_lazy("how long a hand may be changed"),
    "codes_change": gettext_lazy("new table codes every round"),
}
"""What settings are called in sentences."""


def name_setting(key: str) -> str:
    return str(SETTING_NAMES.get(key, key.replace("_", " ")))
