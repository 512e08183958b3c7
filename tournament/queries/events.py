"""Evenings as a list, and what of their settings may still be chosen."""

from datetime import date

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournament.models import Club, Event, Round, Stage


def the_club() -> Club | None:
    """The club whose hall this is; none before the first evening."""
    return Club.objects.order_by("pk").first()


def evenings() -> list[Event]:
    """All evenings, latest first, each with how many came (`players`) and how many hours were seated (`hours`)."""
    seated = Q(stages__released_at__isnull=False)
    return list(
        Event.objects.annotate(
            players=Count("entries", filter=Q(entries__here=True), distinct=True),
            hours=Count("stages", filter=seated, distinct=True),
        ).order_by("-date", "-pk")
    )


def evening_of(today: date) -> Event | None:
    """Tonight's evening, once somebody has opened one."""
    return Event.objects.filter(date=today, locked_at=None).first()


def fixed_settings(event: Event) -> dict[str, str]:
    """Setting -> why it can no longer be chosen. Empty until seats are out."""
    fixed: dict[str, str] = {}
    if Stage.objects.filter(event=event, released_at__isnull=False).exists():
        fixed["hour_seconds"] = _("The seats are out with their bells: the length of the hour stays.")
    if Round.objects.filter(stage__event=event, started_at__isnull=False).exists():
        fixed["bell_rule"] = _("Play has started: what happens at the bell is printed on the sheets and stays.")
        fixed["adjust_sit_outs"] = _("Play has started: how sit-outs count stays.")
        fixed["final_order"] = _("Play has started: the final order stays.")
    if Stage.objects.filter(event=event, number=2, released_at__isnull=False).exists():
        fixed["threes"] = _("The second hour is seated: where its tables of three stand stays.")
    return fixed
