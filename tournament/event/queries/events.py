"""All evenings, tonight's evenings, what the club usually plays, and which settings play has fixed."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournament.club.queries import own_rules_of
from tournament.event.queries.hours import parts_of
from tournament.formats.formats import FORMATS, KENT_1674
from tournament.formats.match_length import Length
from tournament.formats.presets import preset_like
from tournament.models import ClubRules, Event, Hand, Round, SheetLine, Stage


def list_evenings() -> list[Event]:
    """All evenings, latest first, each with how many came (`players`) and how many hours were seated (`hours`)."""
    seated = Q(stages__released_at__isnull=False)
    return list(
        Event.objects.annotate(
            players=Count("entries", filter=Q(entries__here=True), distinct=True),
            hours=Count("stages", filter=seated, distinct=True),
        ).order_by("-date", "-pk")
    )


def latest_evenings(number: int = 60) -> list[Event]:
    """The latest first: about a year of weekly evenings, to choose one from."""
    return list(Event.objects.order_by("-date", "-pk")[:number])


def evening_of(today: date) -> Event | None:
    """Tonight's evening, once somebody has opened one."""
    return Event.objects.filter(date=today, locked_at=None).first()


@dataclass(frozen=True)
class UsualEvening:
    """What the club played last, as the next evening offers it: the preset that comes nearest, and the club's own rules
    if it was played by them."""

    preset: str
    own: ClubRules | None = None


def usual_evening() -> UsualEvening:
    """Kent by its document before the club's first evening."""
    last = Event.objects.order_by("-date", "-pk").first()
    if last is None:
        return UsualEvening(KENT_1674.key)
    movements = [part.movement for part in parts_of(last)] if last.kind.is_planned else []
    length = Length(last.length_kind, last.length_number)
    own = [saved for saved in own_rules_of(last.club_id) if last.house_rules and saved.choices == last.house_rules]
    own = [saved for saved in own if saved.rule_set == FORMATS[last.format].rule_set]
    preset = preset_like(last.format, enters=last.enters, movements=movements, length=length)
    return UsualEvening(preset, own[0] if own else None)


def last_price_before(event: Event) -> Decimal | None:
    """What a player of the club paid at the evening before this one that had a price. One query."""
    others = Event.objects.filter(club=event.club_id, price__isnull=False).exclude(pk=event.pk)
    return others.order_by("-date", "-pk").values_list("price", flat=True).first()


def fixed_settings_of(event: Event) -> dict[str, str]:
    """Why settings can no longer be changed, by setting; empty until tables are drawn."""
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
    has_started = has_play_started(event)
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


def has_play_started(event: Event) -> bool:
    """Whether a round has begun, or a table has recorded a hand without a clock."""
    begun = Round.objects.filter(stage__event=event, started_at__isnull=False)
    return begun.exists() or Hand.objects.filter(match__table__stage__event=event).exists()


def evenings_on(today: date) -> list[Event]:
    """The evenings of the latest day up to today; before the first one, those of its planned day. An evening of
    yesterday that is still played is one of them until it is locked, and so is one of a day to come that has begun: the
    computer's clock is behind then."""
    events = Event.objects.select_related("club").order_by("pk")
    day = (
        Event.objects.filter(date__lte=today).order_by("-date").values_list("date", flat=True).first()
        or Event.objects.order_by("date").values_list("date", flat=True).first()
    )
    still_played = Q(date=today - timedelta(days=1), locked_at=None, stages__released_at__isnull=False)
    has_begun = Q(date__gt=today, locked_at=None, stages__rounds__started_at__isnull=False)
    return list(events.filter(Q(date=day) | still_played | has_begun).distinct()) if day else []


def evenings_that_start_themselves(now: datetime) -> list[Event]:
    """The evenings whose rounds begin by themselves and are not held back. One query."""
    yesterday = now.date() - timedelta(days=1)
    return list(Event.objects.filter(starts_itself=True, locked_at=None, held_at=None, date__gte=yesterday))
