"""Adds and changes people, and takes membership fees. Names are stored as the door stores them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from tournament.club.queries import the_club
from tournament.club.services import make_club
from tournament.door.log_actions import CHANGE_PERSON
from tournament.door.services.entries import tell_namesakes_apart
from tournament.event.queries.dues import Money
from tournament.foundation.errors import NameTaken, TournamentError
from tournament.foundation.model_rows import AnyField, ways_to
from tournament.foundation.writing import log, tell_followers, write_transaction
from tournament.models import PERSON_DETAILS, Account, Club, DifferentPeople, Event, MembershipFee, Player
from tournament.people.log_actions import (
    ADD_PERSON,
    CHANGE_PEOPLE_SETTINGS,
    DELETE_PERSON,
    PAY_MEMBERSHIP,
    TAKE_BACK_MEMBERSHIP,
)

SETTINGS = ("shows_people_to", "past_names_to", "members_code", "membership_fee")


class PersonForgotten(TournamentError):
    message = _("This person was forgotten. Their results stay, and nothing about them can be changed.")


class PersonInUse(TournamentError):
    message = _(
        "This person has evenings, fees or a merge, so they cannot be deleted. If they left the club, enter the day."
    )


class FeeChanged(TournamentError):
    message = _("A fee was recorded or undone since you opened this page. Check it before you take money.")


@contextmanager
def writing_person(player: Player) -> Iterator[Player]:
    """Opens a transaction on a person, whose row is locked and re-read. Raises PersonForgotten."""
    with write_transaction():
        current = Player.objects.select_for_update().select_related("club").get(pk=player.pk)
        if current.forgotten_at is not None:
            raise PersonForgotten
        yield current


def add_person(values: Mapping[str, Any], *, by: Account | None, now: datetime) -> Player:
    """Adds a person, and the club if they are the first. Raises NameTaken."""
    with write_transaction():
        club = the_club() or make_club()
        refuse_taken_name(club, values["name"], values.get("note", ""))
        person = Player.objects.create(club=club, **values)
        log(ADD_PERSON, by=by, now=now, after={"name": person.full_name})
    return person


def change_person(player: Player, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    """Changes a person's details; the pages of all their evenings show a new name at once. Raises NameTaken,
    PersonForgotten."""
    with writing_person(player) as current:
        changed = {name: value for name, value in values.items() if getattr(current, name) != value}
        if not changed:
            return
        before = {name: getattr(current, name) for name in changed}
        was = current.full_name
        for name, value in changed.items():
            setattr(current, name, value)
        refuse_taken_name(current.club, current.name, current.note, but=current.pk)
        current.save(update_fields=list(changed))
        if {"name", "note"} & changed.keys():
            evenings = Event.with_binned.filter(entries__player=current)
            for evening in evenings:
                tell_namesakes_apart(evening)
            tell_followers(evenings.values_list("pk", flat=True))
        logged = [name for name in changed if PERSON_DETAILS[name].is_logged]
        log(
            CHANGE_PERSON,
            by=by,
            now=now,
            before={"person": was} | {name: _plain_value(before[name]) for name in logged},
            after={name: _plain_value(changed[name]) for name in logged} | {"fields": sorted(changed)},
        )


def delete_person(player: Player, *, by: Account | None, now: datetime) -> None:
    """Deletes somebody who was added by mistake: nothing else may name them. Raises PersonInUse, PersonForgotten."""
    with writing_person(player) as current:
        if any(model._default_manager.filter(**{way.attname: current.pk}).exists() for model, way in ways_to_people()):
            raise PersonInUse
        values = {"name": current.full_name}
        current.delete()
        log(DELETE_PERSON, by=by, now=now, after=values)


def ways_to_people() -> list[tuple[type[Model], AnyField]]:
    """Returns every field by which something of a person is stored."""
    return [way for way in ways_to(Player) if way[0] is not DifferentPeople]


def _plain_value(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def refuse_taken_name(club: Club, name: str, beside: str, but: int | None = None) -> None:
    """Raises NameTaken if somebody has this name and note. Compares in Python, as the door does, because the database
    folds the case of A to Z only."""
    others = Player.objects.filter(club=club).values_list("pk", "name", "note")
    if (name.lower(), beside.lower()) in {(other.lower(), note.lower()) for pk, other, note in others if pk != but}:
        raise NameTaken


def pay_membership(
    player: Player, amount: Decimal, until: date, *, seen: int, by: Account | None, now: datetime
) -> MembershipFee:
    """Records a fee that pays until a date. `seen` is how many fees the page showed: if the same fee is sent again, the
    one already stored is returned. Raises FeeChanged if anything else was recorded since."""
    with writing_person(player) as current:
        since = list(MembershipFee.objects.filter(player=current)[seen:])
        if [(line.amount, line.paid_until) for line in since] == [(amount, until)]:
            return since[0]
        if since:
            raise FeeChanged
        fee = MembershipFee.objects.create(
            player=current, amount=amount, paid_at=now, paid_until=until, before=current.fee_paid_until, taken_by=by
        )
        Player.objects.filter(pk=current.pk).update(fee_paid_until=until, is_member=True)
        values = {"name": current.full_name, "amount": str(Money(amount, current.club.currency))}
        log(PAY_MEMBERSHIP, by=by, now=now, after=values | {"until": until.isoformat()})
    return fee


def take_back_membership(fee: MembershipFee, *, by: Account | None, now: datetime) -> None:
    """Adds a line that takes the fee back, and restores the earlier date. Doing it twice changes nothing more."""
    with writing_person(fee.player) as current:
        line, made = MembershipFee.objects.get_or_create(
            takes_back=fee,
            defaults={
                "player": current,
                "amount": -fee.amount,
                "paid_at": now,
                "paid_until": fee.paid_until,
                "taken_by": by,
            },
        )
        if made:
            Player.objects.filter(pk=current.pk).update(fee_paid_until=fee.before)
            values = {"name": current.full_name, "amount": str(Money(-line.amount, current.club.currency))}
            log(TAKE_BACK_MEMBERSHIP, by=by, now=now, after=values)


def change_people_settings(club: Club, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    """Sets who may see people outside the hall and past evenings' names, the members' code and the membership fee. The
    log never has the code."""
    with write_transaction():
        current = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        wanted = {name: value for name, value in values.items() if name in SETTINGS}
        changed = {name: value for name, value in wanted.items() if getattr(current, name) != value}
        if changed:
            Club.objects.filter(pk=club.pk).update(**changed)
            logged = {name: str(value) for name, value in changed.items() if name != "members_code"}
            log(CHANGE_PEOPLE_SETTINGS, by=by, now=now, after=logged | {"code": "members_code" in changed})
            tell_followers(Event.objects.filter(club=current).values_list("pk", flat=True))
