"""Goes back to a restore point, and sets points by hand.

Nothing is lost by going back: the present becomes a point of its own, the log stays and gets a new line, and hands
played since wait on the late list. What is in the hall stays as it is (`event.snapshot`).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Model, Q
from django.utils.translation import gettext_lazy as _

from tournament.door.services.entries import tell_namesakes_apart
from tournament.event.log_actions import GO_BACK, SET_RESTORE_POINT
from tournament.event.services.restore_points import set_restore_point
from tournament.event.snapshot import STAYING, Snapshot, restored_models
from tournament.foundation.errors import HandOutOfTurn, HandSettled, MatchCalledOff, NeedsReason, TournamentError
from tournament.foundation.model_rows import AnyField, delete_rows_below, fields_of, model_of, rows_below
from tournament.foundation.writing import note, writing
from tournament.hands.services.late import accept_late
from tournament.models import Account, Entry, Event, Hand, LogEntry, Match, Payment, Player, RestorePoint, State, Team
from tournament.people.queries.duplicates import merges_since
from tournament.transfer.queries.restore_points import UndoneWork, read_point, undone_hands
from tournament.transfer.services.importing import free_note

LONGEST_NAME = 60
AT_ONCE = 500
UNDONE = _("Going back undid it, but it was played, so it counts.")


class PointsChanged(TournamentError):
    message = _("The restore points have changed since you opened this page. This is the current list.")


def set_point_by_hand(event: Event, name: str, *, by: Account, now: datetime) -> RestorePoint:
    """Sets a restore point by hand, even if the evening is locked."""
    with writing(event, even_locked=True) as current:
        point = set_restore_point(current, None, name=name.strip()[:LONGEST_NAME], by=by, now=now)
        note(current, SET_RESTORE_POINT, by=by, now=now, after={"name": point.name})
    return point


def go_back(point: RestorePoint, *, newest: int, reason: str, by: Account, now: datetime) -> UndoneWork:
    """Goes back to a point. `newest` is the id of the newest point on the page: so a second press does nothing, and the
    director sees what was done since first. Raises PointsChanged, NeedsReason."""
    if not reason.strip():
        raise NeedsReason
    with writing(point.event, even_locked=True) as event:
        points = RestorePoint.objects.filter(event=event).order_by("-pk")
        kept = points.filter(pk=point.pk).first()
        if kept is None or newest != points.values_list("pk", flat=True).first():
            raise PointsChanged
        snapshot, undone = read_point(event, kept)
        set_restore_point(event, GO_BACK, by=by, now=now)
        _restore_rows(event, snapshot, undone, now)
        _restore_event(event, snapshot, now)
        lines = LogEntry.objects.filter(event=event)
        undone_lines = Q(pk__gt=kept.last_line) | Q(pk__in=snapshot.undone)
        lines.filter(undone_lines, undone_at=None).update(undone_at=now)
        lines.exclude(undone_lines).exclude(undone_at=None).update(undone_at=None)  # those that counted then
        tell_namesakes_apart(event)
        before = {"matches": list(undone.matches)} | ({"hour": undone.hours[0]} if undone.hours else {})
        late = [hand.pk for hand in undone.late]
        after = {"action": kept.action, "at": kept.made_at.isoformat(), "late": late}
        note(event, GO_BACK, by=by, now=now, before=before, after=after, reason=reason.strip())
    return undone


def accept_undone_hands(event: Event, *, by: Account, now: datetime) -> int:
    """Lets all waiting hands that the last going back undid count, in their order; returns how many. A hand that cannot
    count, because one before it is missing or its match was called off, keeps waiting."""
    accepted = 0
    for hand in undone_hands(event):
        try:
            accept_late(hand, reason=str(UNDONE), by=by, now=now)
        except (HandOutOfTurn, MatchCalledOff, HandSettled):
            continue
        accepted += 1
    return accepted


def _restore_rows(event: Event, snapshot: Snapshot, undone: UndoneWork, now: datetime) -> None:
    """Deletes all rows and creates them again with the ids of the snapshot. One by one they would violate unique
    constraints, for example two who changed seats. The database checks foreign keys when all is written."""
    late = {hand.pk for hand in undone.late}
    hands = Hand.objects.filter(match__table__stage__event=event, match__in=snapshot.numbers_of(Match))
    since = [hand for hand in hands.order_by("pk") if hand.pk not in snapshot.numbers_of(Hand)]
    for hand in since:
        if hand.pk in late:
            hand.state, hand.superseded_at = State.LATE, hand.superseded_at or now
            hand.reason, hand.chosen_by = "", {}
    paying = _move_payments(undone, snapshot)
    for entry in paying:
        if entry.team_id not in snapshot.numbers_of(Team):
            entry.team_id = None
    _forget_gone_rows(event, snapshot)
    restored = restored_models()
    for model in reversed(restored):
        delete_rows_below(event, model)
    same = merges_since(event.club_id, snapshot.players_of_entries().values())
    _know_people(event, snapshot, same)
    for model in restored:
        objects = snapshot.objects_of(model)
        for each in objects:
            if isinstance(each, Entry):
                each.player_id = same.get(each.player_id, each.player_id)
        for field in fields_of(model):
            if (to := model_of(field)) is not None and to is not Event and to not in restored:
                objects = _drop_gone(objects, field, to)
        model._default_manager.bulk_create(objects, batch_size=AT_ONCE)
    Entry.objects.bulk_create(paying)
    Hand.objects.bulk_create(since, batch_size=AT_ONCE)


def _move_payments(undone: UndoneWork, snapshot: Snapshot) -> list[Entry]:
    """Returns the entries of people who paid since, which are kept so that their payments stay with them. If somebody
    had another entry at the time of the point, moves the payments to that one."""
    then = {player: pk for pk, player in snapshot.players_of_entries().items()}
    kept = []
    for entry in Entry.objects.filter(pk__in=undone.paying):
        if entry.player_id in then:
            Payment.objects.filter(entry=entry).update(entry=then[entry.player_id])
        else:
            kept.append(entry)
    return kept


def _forget_gone_rows(event: Event, snapshot: Snapshot) -> None:
    """Clears references of staying rows to rows that will no longer exist, such as a call's match."""
    restored = restored_models()
    for model in STAYING:
        for field in fields_of(model):
            if (to := model_of(field)) in restored and to is not None and field.null:
                rows = rows_below(event, model).exclude(**{field.name: None})
                gone = rows.exclude(**{f"{field.attname}__in": snapshot.numbers_of(to)})
                model._default_manager.filter(pk__in=list(gone.values_list("pk", flat=True))).update(
                    **{field.attname: None}
                )


def _know_people(event: Event, snapshot: Snapshot, same: Mapping[int, int]) -> None:
    """Creates people again who were deleted since, unless they were merged with somebody else; with another note if
    somebody new has their name by now. Other people of the club stay as they are."""
    here = set(Player.objects.filter(pk__in=[person[0] for person in snapshot.people]).values_list("pk", flat=True))
    for pk, uid, name, beside in snapshot.people:
        if pk not in here and pk not in same:
            called = Player.objects.filter(club=event.club_id, name__iexact=name).values_list("name", "note")
            free = free_note(name, beside, [(each.lower(), its.lower()) for each, its in called])
            Player.objects.create(pk=pk, uid=uid, club_id=event.club_id, name=name, note=free)


def _drop_gone(objects: list[Model], field: AnyField, to: type[Model]) -> list[Model]:
    """Clears references to rows that no longer exist, such as an account; leaves out rows that need them."""
    named = {getattr(each, field.attname) for each in objects} - {None}
    gone = named - set(to._default_manager.filter(pk__in=named).values_list("pk", flat=True))
    if not gone:
        return objects
    if not field.null:
        return [each for each in objects if getattr(each, field.attname) not in gone]
    for each in objects:
        if getattr(each, field.attname) in gone:
            setattr(each, field.attname, None)
    return objects


def _restore_event(event: Event, snapshot: Snapshot, now: datetime) -> None:
    """Restores the fields of the event. If rounds begin by themselves, the next one waits for the director, because its
    time may have passed long ago."""
    values: dict[str, Any] = snapshot.event_values()
    if values.get("starts_itself") and values.get("held_at") is None:
        values["held_at"] = now
    Event.objects.filter(pk=event.pk).update(**values)
    event.refresh_from_db()
