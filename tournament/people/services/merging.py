"""Merges two people who turned out to be one, and undoes it."""

from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.door.services.entries import tell_namesakes_apart
from tournament.foundation.errors import TournamentError
from tournament.foundation.model_rows import AnyField, fields_of, from_plain, to_plain
from tournament.foundation.writing import log, tell_followers, write_transaction
from tournament.models import PERSON_DETAILS, Account, DifferentPeople, Entry, Event, PersonMerge, Player
from tournament.people.log_actions import MERGE_PEOPLE, TELL_APART, UNDO_MERGE
from tournament.people.queries.duplicates import empty_twins, why_not_one
from tournament.people.services.people import PersonForgotten, refuse_taken_name, ways_to_people


class NotOnePerson(TournamentError):
    """The message says why."""


class MergeUndone(TournamentError):
    message = _("This merge was undone already.")


def merge_people(kept: Player, gone: Player, *, by: Account | None, now: datetime) -> PersonMerge:
    """Moves everything from `gone` to `kept`: entries with all that was played, pairs, teams and fees. Raises
    NotOnePerson with a sentence if both played at one evening, and PersonForgotten."""
    with write_transaction():
        people = Player.objects.select_for_update().in_bulk([kept.pk, gone.pk])
        if len(people) < 2 or kept.club_id != gone.club_id:
            raise NotOnePerson(_now("They have been merged already."))
        kept, gone = people[kept.pk], people[gone.pk]
        if kept.forgotten_at or gone.forgotten_at:
            raise PersonForgotten
        empty, both = empty_twins(kept, gone)
        if why := why_not_one(kept, gone, both):
            raise NotOnePerson(why)
        dropped = [[entry.event_id, "gone" if entry.player_id == gone.pk else "kept", entry.here] for entry in empty]
        Entry.objects.filter(pk__in=[entry.pk for entry in empty]).delete()
        DifferentPeople.objects.filter(one=gone).delete()
        DifferentPeople.objects.filter(other=gone).delete()
        moved = {_name_of(model, field): _move_rows(model, field, gone, kept) for model, field in ways_to_people()}
        merge = PersonMerge.objects.create(
            club_id=kept.club_id,
            kept=kept,
            gone_uid=gone.uid,
            gone={"pk": gone.pk} | {field.name: to_plain(getattr(gone, field.attname)) for field in fields_of(Player)},
            moved=moved | {"details": _take_over_details(kept, gone)},
            dropped=dropped,
            merged_at=now,
            merged_by=by,
        )
        logged = {"gone": gone.full_name, "kept": kept.full_name}
        gone.delete()
        _tell_evenings(kept)
        log(MERGE_PEOPLE, by=by, now=now, after=logged)
    return merge


def undo_merge(merge: PersonMerge, *, by: Account | None, now: datetime) -> Player:
    """Restores the second person with everything that was theirs; what came since stays with the one who was kept.
    Raises MergeUndone, and NameTaken if somebody else has the name by now."""
    with write_transaction():
        current = PersonMerge.objects.select_for_update().select_related("kept").get(pk=merge.pk)
        if current.undone_at is not None:
            raise MergeUndone
        kept = current.kept
        refuse_taken_name(current.club, current.gone["name"], current.gone["note"])
        values = {
            field.attname: current.gone["club"] if field.name == "club" else from_plain(field, current.gone[field.name])
            for field in fields_of(Player)
            if field.name in current.gone
        }
        back = Player.objects.create(pk=current.gone["pk"], **values)
        for model, field in ways_to_people():
            rows = model._default_manager.filter(pk__in=current.moved.get(_name_of(model, field), ()))
            rows.filter(**{field.attname: kept.pk}).update(**{field.attname: back.pk})
        _give_back_details(kept, current.moved.get("details", {}))
        for event, whose, here in current.dropped:
            player = back if whose == "gone" else kept
            if Event.objects.filter(pk=event).exists():
                Entry.objects.get_or_create(event_id=event, player=player, defaults={"here": here})
        PersonMerge.objects.filter(pk=current.pk).update(undone_at=now)
        for person in (back, kept):
            _tell_evenings(person)
        log(UNDO_MERGE, by=by, now=now, after={"gone": back.full_name, "kept": kept.full_name})
    return back


def tell_apart(one: Player, other: Player, *, by: Account | None, now: datetime) -> None:
    """Records that they are two people, so that the secretary is not asked again."""
    with write_transaction():
        first, second = sorted((one, other), key=lambda person: person.pk)
        _pair, made = DifferentPeople.objects.get_or_create(one=first, other=second)
        if made:
            log(TELL_APART, by=by, now=now, after={"one": one.full_name, "other": other.full_name})


def _name_of(model: type[Model], field: AnyField) -> str:
    return f"{model.__name__}.{field.name}"


def _move_rows(model: type[Model], field: AnyField, gone: Player, kept: Player) -> list[int]:
    rows = model._default_manager.filter(**{field.attname: gone.pk})
    numbers = list(rows.order_by("pk").values_list("pk", flat=True))
    try:
        with transaction.atomic():
            rows.update(**{field.attname: kept.pk})
    except IntegrityError:
        values = {"one": kept.full_name, "other": gone.full_name, "what": str(model._meta.verbose_name)}
        words = _now("%(one)s and %(other)s both have a %(what)s that one person has once. Remove one of them first.")
        raise NotOnePerson(words % values) from None
    return numbers


def _take_over_details(kept: Player, gone: Player) -> dict[str, Any]:
    """Copies details to the person who stays; returns before and after by field."""
    changed = {}
    for name in (name for name, detail in PERSON_DETAILS.items() if detail.passes_on):
        own, others = getattr(kept, name), getattr(gone, name)
        is_later = isinstance(own, date) and isinstance(others, date) and others > own
        if name == "private_notes" and own and others and others not in own:
            others, is_later = f"{own}; {others}"[:1000], True
        if others and (not own or is_later):
            changed[name] = [to_plain(own), to_plain(others)]
            setattr(kept, name, others)
    if changed:
        kept.save(update_fields=list(changed))
    return changed


def _give_back_details(kept: Player, changed: dict[str, Any]) -> None:
    """Restores the details, unless they were changed since."""
    fields = {field.name: field for field in fields_of(Player)}
    same = [name for name, (_before, after) in changed.items() if to_plain(getattr(kept, name)) == after]
    for name in same:
        setattr(kept, name, from_plain(fields[name], changed[name][0]))
    if same:
        kept.save(update_fields=same)


def _tell_evenings(person: Player) -> None:
    evenings = Event.objects.filter(entries__player=person)
    for evening in evenings:
        tell_namesakes_apart(evening)
    tell_followers(evenings.values_list("pk", flat=True))
