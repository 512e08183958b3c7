"""Opens an evening, changes its settings, shares its standings, ends it, and saves house rules."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Field
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import RULE_SETS
from tournament.club.queries import the_club
from tournament.club.services import make_club
from tournament.event.log_actions import (
    CHANGE_SETTINGS,
    CREATE_EVENT,
    LOCK_EVENT,
    REOPEN_EVENT,
    SAVE_CLUB_RULES,
    SHOW_STANDINGS,
)
from tournament.event.prize_table import PrizeTable
from tournament.event.queries.dues import why_price_stays
from tournament.event.queries.events import fixed_settings_of
from tournament.event.queries.plans import describe_plan, find_plan_problems
from tournament.event.services.restore_points import set_restore_point
from tournament.formats.formats import (
    BELL_RULES,
    CLAIM_LABELS,
    FINAL_ORDER_LABELS,
    FORMATS,
    KENT_1674,
    THREES_LABELS,
    Part,
)
from tournament.formats.match_length import LENGTHS, UNDECIDED_LABELS, UNFINISHED_LABELS
from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.foundation.writing import note, write_transaction, writing
from tournament.models import Account, Club, ClubRules, Enters, Event, PrizeGiving
from tournament.ranking import CREDIT_TEXTS, CRITERIA, UNPLAYED_TEXTS
from tournament.rules.house_rules import choice_in_words
from tournament.rules.queries.house_rules import document_of
from tournament.rules.queries.rules import rules_of

OF_THE_CLUB = {"club_name": "name", "currency": "currency"}
AS_THE_FORMAT_HAS_IT: dict[str, Any] = {"house_rules": {}, "plan": [], "criteria": [], "credits": {}}

SETTING_LABELS: Mapping[str, Mapping[Any, object]] = {
    "format": {key: evening.label for key, evening in FORMATS.items()},
    "length_kind": {key: kind.label for key, kind in LENGTHS.items()},
    "bell_rule": {key: rule.label for key, rule in BELL_RULES.items()},
    "unfinished": UNFINISHED_LABELS,
    "undecided": UNDECIDED_LABELS,
    "threes": THREES_LABELS,
    "final_order": FINAL_ORDER_LABELS,
    "claim_until": CLAIM_LABELS,
}
"""What the log says for a value of these settings."""


class SettingFixed(TournamentError):
    """Play has fixed a setting; the sentence says which one and why."""


def open_evening(
    *,
    name: str,
    date: date,
    format: str = KENT_1674.key,
    settings: Mapping[str, Any] | None = None,
    club_name: str = "",
    by: Account | None,
    now: datetime,
) -> Event:
    """Opens an evening; the first one also makes the club, under `club_name`."""
    with write_transaction():
        club = the_club() or make_club(club_name)
        return create_event(club, name=name, date=date, format=format, settings=settings, by=by, now=now)


def create_event(
    club: Club,
    *,
    name: str,
    date: date,
    format: str = KENT_1674.key,
    settings: Mapping[str, Any] | None = None,
    like: str = "",
    by: Account | None,
    now: datetime,
) -> Event:
    """Creates an evening with the defaults of its format, a key of FORMATS, and these `settings`, by fields of Event;
    `like` names the evening that they come from."""
    chosen = FORMATS[format].defaults | dict(settings or {})
    chosen["hall_tables"] = chosen.get("hall_tables") or club.hall_tables
    event = Event.objects.create(club=club, name=name, date=date, format=format, **chosen)
    note(event, CREATE_EVENT, by=by, now=now, after={"name": name} | ({"like": like} if like else {}))
    return event


def change_settings(event: Event, wanted: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    """Saves what differs, all or nothing. Keys are fields of Event and of OF_THE_CLUB. Raises SettingFixed.

    Another format resets its settings and rules to its defaults, except those in `wanted`.
    """
    with writing(event) as current:
        if wanted.get("format", current.format) != current.format:
            wanted = FORMATS[wanted["format"]].defaults | AS_THE_FORMAT_HAS_IT | dict(wanted)
        before = current_settings(current, wanted)
        changed = {key: value for key, value in wanted.items() if value != before[key]}
        refused = [why for key, why in fixed_settings_of(current).items() if key in changed]
        if "plan" in changed:
            refused += find_plan_problems(current, tuple(Part(*part) for part in changed["plan"]))
        if "price" in changed and (why := why_price_stays(current, changed["price"])):
            refused.append(why)
        if refused:
            raise SettingFixed(" ".join(refused))
        if not changed:
            return
        fields = {key: value for key, value in changed.items() if key not in OF_THE_CLUB}
        if fields:
            Event.objects.filter(pk=current.pk).update(**fields)
        of_club = {OF_THE_CLUB[key]: value for key, value in changed.items() if key in OF_THE_CLUB}
        if of_club:
            Club.objects.filter(pk=current.club_id).update(**of_club)
        logged = {key: _say_setting(current, key, value) for key, value in changed.items()}
        words = {key: _say_setting(current, key, before[key]) for key in logged}
        raw = [_plain_settings({key: values[key] for key in changed}) for values in (before, changed)]
        note(current, CHANGE_SETTINGS, by=by, now=now, before=words | {"raw": raw[0]}, after=logged | {"raw": raw[1]})


def current_settings(event: Event, keys: Iterable[str]) -> dict[str, Any]:
    return {key: getattr(event.club, OF_THE_CLUB[key]) if key in OF_THE_CLUB else getattr(event, key) for key in keys}


def _plain_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(settings, cls=DjangoJSONEncoder))
    return plain


def settings_from(plain: Mapping[str, Any]) -> dict[str, Any]:
    values = {}
    for key, value in plain.items():
        field = Club._meta.get_field(OF_THE_CLUB[key]) if key in OF_THE_CLUB else Event._meta.get_field(key)
        values[key] = field.to_python(value) if isinstance(field, Field) else value
    return values


def _say_setting(event: Event, key: str, value: Any) -> str:
    """Returns a setting as the log says it; house rules in words."""
    if key == "plan":
        return describe_plan(tuple(Part(*part) for part in value)) or _("standard for the game")
    if key == "enters":
        return str(Enters(value).label)
    if key == "criteria":
        return ", ".join(_(CRITERIA[criterion].label) for criterion in value) or _("standard for the game")
    if key == "credits":
        parts = [f"{_(UNPLAYED_TEXTS[kind])} {_(CREDIT_TEXTS[credit['kind']])}" for kind, credit in value.items()]
        return " ".join(parts) or _("default")
    if key == "breaks":
        return ", ".join(_("%(n)s min") % {"n": minutes} for _number, minutes in value) or "–"
    if key == "games_a_table":
        return ", ".join(map(str, value)) or _("all the same")
    if key == "price":
        return f"{value:.2f}" if value is not None else "–"
    if key == "prize_money":
        return _say_prize_table(value)
    if key == "closes_at":
        return f"{timezone.localtime(value):%H:%M}" if value else "–"
    if key == "begins_at":
        return f"{value:%H:%M}" if value else "–"
    if key in SETTING_LABELS:
        return str(SETTING_LABELS[key].get(value, value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key.endswith("_seconds"):
        return _("%(n)s min") % {"n": value // 60} if value % 60 == 0 else _("%(n)s seconds") % {"n": value}
    if key != "house_rules":
        return str(value) or "–"
    rules = RULE_SETS[FORMATS[event.format].rule_set]
    return ", ".join(f"{asked} {answer}" for asked, answer in choice_in_words(rules, value)) or _("standard rules")


def _say_prize_table(stored: Mapping[str, Any]) -> str:
    if not stored:
        return "–"
    table = PrizeTable.from_json(stored)
    words = {"share": table.share, "rows": table.in_lines.replace("\n", "; "), "round_to": table.round_to}
    return _("%(share)s%% of the takings, %(rows)s, rounded down to %(round_to)s") % words


def show_standings(event: Event, shown: bool, *, by: Account | None, now: datetime) -> None:
    with writing(event, even_locked=True) as current:
        Event.objects.filter(pk=current.pk).update(standings_shown=shown)
        note(current, SHOW_STANDINGS, by=by, now=now, after={"shown": shown})


def lock_event(event: Event, *, by: Account | None, now: datetime) -> None:
    """Ends the evening: nothing can be changed unless the director reopens it. Shares its standings with everybody,
    unless prizes are still to be given."""
    with writing(event, even_locked=True) as current:
        if current.locked_at:
            return
        set_restore_point(current, LOCK_EVENT, by=by, now=now)
        giving = PrizeGiving.objects.filter(event=current).first()
        Event.objects.filter(pk=current.pk).update(locked_at=now, standings_shown=giving is None or giving.is_over)
        note(current, LOCK_EVENT, by=by, now=now)


def reopen_event(event: Event, *, reason: str, by: Account | None, now: datetime) -> None:
    if not reason.strip():
        raise NeedsReason
    with writing(event, even_locked=True) as current:
        if not current.locked_at:
            return
        Event.objects.filter(pk=current.pk).update(locked_at=None)
        note(current, REOPEN_EVENT, by=by, now=now, reason=reason.strip())


@contextmanager
def open_correction(event: Event, *, reason: str, by: Account | None, now: datetime) -> Iterator[Event]:
    """Opens a transaction for one correction, also of a locked evening: that is unlocked and, in the same transaction,
    locked again, both in the log. Who sees its standings stays as it was. Raises EventBinned."""
    with writing(event, even_locked=True) as current:
        was_locked = current.locked_at is not None
        if was_locked:
            set_restore_point(current, LOCK_EVENT, by=by, now=now)
            note(current, REOPEN_EVENT, by=by, now=now, reason=reason.strip())
        yield current
        if was_locked:
            Event.objects.filter(pk=current.pk).update(locked_at=now)
            note(current, LOCK_EVENT, by=by, now=now)


def save_club_rules(
    event: Event, choices: Mapping[str, Any], *, name: str, by: Account | None, now: datetime
) -> ClubRules:
    """Saves house rules as the club's own for this game, replacing those with the same name. The event does not
    change."""
    rules = document_of(event)
    with writing(event, even_locked=True) as current:
        saved = ClubRules.objects.filter(club=current.club_id, rule_set=rules.id, name__iexact=name).first()
        saved = saved or ClubRules(club_id=current.club_id, rule_set=rules.id)
        saved.name, saved.choices = name, dict(choices)
        saved.save()
        words = ", ".join(f"{asked} {answer}" for asked, answer in choice_in_words(rules, choices))
        note(current, SAVE_CLUB_RULES, by=by, now=now, after={"name": name, "rules": words})
    return saved


def use_club_rules(event: Event, saved: ClubRules, *, by: Account | None, now: datetime) -> None:
    """Copies the club's rules to the event. Raises SettingFixed once play has started."""
    change_settings(event, {"house_rules": saved.choices}, by=by, now=now)


def keep_rules(event: Event) -> None:
    """Stores the event's own copy of its rules, when play starts by the clock or by a hand."""
    if event.rules is None:
        event.rules = rules_of(event).to_dict()
        Event.objects.filter(pk=event.pk).update(rules=event.rules)
