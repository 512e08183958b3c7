"""What an import would change here: new and known evenings, and people who may or may not be known here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from tournament.club.queries import the_club
from tournament.event.queries.namesakes import PeopleByName
from tournament.foundation.errors import TournamentError
from tournament.models import Account, Club, ClubRules, Emblem, Event, League, PersonMerge, Player, Season, join_note
from tournament.transfer.queries.reading import Export, ExportedOwner, ExportedPerson, log_of_rows, mark_of
from tournament.transfer.rows import plain_row, write_league, write_rows

OwnerState = Literal["new", "same", "older", "continues", "parted", "other"]
"""How an evening or league of a file compares with the one here. new: not here yet. same: equal. older: continued here
since. continues: continued in the file since. parted: continued in both, differently. other: a different league of this
name."""


@dataclass(frozen=True)
class PersonDoubt:
    """A person of the file with the name of somebody here, though nothing says that they are the same person."""

    person: ExportedPerson
    candidates: tuple[Player, ...]

    @property
    def name(self) -> str:
        return join_note(self.person.name, self.person.note)


@dataclass(frozen=True)
class ComingOwner:
    """An evening or a league of the file, and how it compares with the one here."""

    read: ExportedOwner
    state: OwnerState
    here: Event | League | None = None

    @property
    def name(self) -> str:
        return str(self.read.values["name"])

    @property
    def key(self) -> str:
        return str(self.read.values.get("uid", ""))

    @property
    def is_in_play(self) -> bool:
        return self.read.values.get("locked_at") is None and self.read.count("round") > 0


@dataclass(frozen=True)
class ImportPreview:
    """What an import would do. `known` are people of the file by key, with the players they are here; `new` are those
    whose name nobody here has."""

    export: Export
    club: Club | None
    takes_club_over: bool
    """Whether the club here becomes the one of the file, because it has neither people nor evenings."""
    known: Mapping[str, Player]
    new: tuple[ExportedPerson, ...]
    doubts: tuple[PersonDoubt, ...]
    evenings: tuple[ComingOwner, ...]
    leagues: tuple[ComingOwner, ...]
    new_accounts: tuple[str, ...]
    new_rules: tuple[str, ...]
    brings_emblem: bool
    new_seasons: tuple[str, ...]

    @property
    def is_other_club(self) -> bool:
        return self.club is not None and not self.takes_club_over and self.club.uid != self.export.club["uid"]

    @property
    def evenings_apart(self) -> tuple[ComingOwner, ...]:
        return tuple(each for each in self.evenings if each.state == "parted")

    @property
    def changes_nothing(self) -> bool:
        of_club = self.export.scope == "club"
        brings = [each for each in (*self.evenings, *self.leagues) if each.state in ("new", "continues", "parted")]
        more = self.new or self.doubts or self.new_accounts or self.new_rules or self.brings_emblem or self.new_seasons
        return not brings and not (of_club and (more or self.takes_club_over))

    @property
    def leaves_as_it_is(self) -> bool:
        """Whether something is here in another version than in the file."""
        return any(each.state in ("older", "other") for each in (*self.evenings, *self.leagues))


def preview_import(export: Export) -> ImportPreview:
    """Returns the preview of an import. Some queries for each evening that is here already, and a dozen more. Raises
    OfAnotherClub."""
    club = the_club()
    refuse_rows_of_another_club(export, club)
    known, new, doubts = _match_people(export, club)
    is_empty = not any(model.objects.filter(club=club).exists() for model in (Player, Event, League))
    takes_over = export.scope == "club" and club is not None and is_empty and club.uid != export.club["uid"]
    accounts = accounts_by_name(club)
    rules = set(ClubRules.objects.filter(club=club).values_list("rule_set", "name")) if club else set()
    rules = {(rule_set, name.lower()) for rule_set, name in rules}
    return ImportPreview(
        export=export,
        club=club,
        takes_club_over=takes_over or (club is None and export.scope == "club"),
        known=known,
        new=tuple(new),
        doubts=tuple(doubts),
        evenings=tuple(_compare_evening(read) for read in export.evenings),
        leagues=tuple(_compare_league(read, club) for read in export.leagues),
        new_accounts=tuple(name for name in export.account_names if name.lower() not in accounts),
        new_rules=tuple(
            each["name"] for each in export.house_rules if (each["rule_set"], each["name"].lower()) not in rules
        ),
        new_seasons=_names_of_new_seasons(export, club),
        brings_emblem=export.emblem is not None and not (club and Emblem.objects.filter(club=club).exists()),
    )


class OfAnotherClub(TournamentError):
    code = "of_another_club"
    message = _("Some of this file is of another club on this server, and nothing was imported.")


def refuse_rows_of_another_club(export: Export, club: Club | None) -> None:
    """An evening, a person or a season is in one club of a server. Raises OfAnotherClub."""
    coming: dict[type[Model], set[UUID]] = {
        Event: {each.values["uid"] for each in export.evenings},
        Player: {person.uid for person in export.people},
        Season: {values["uid"] for values, _series in export.seasons},
    }
    if club is not None and any(
        model._base_manager.filter(uid__in=uids).exclude(club=club).exists() for model, uids in coming.items()
    ):
        raise OfAnotherClub


def accounts_by_name(club: Club | None) -> dict[str, Account]:
    """Returns the club's accounts by name in lower case. One query."""
    return {account.username.lower(): account for account in Account.objects.filter(club=club)}


def _names_of_new_seasons(export: Export, club: Club | None) -> tuple[str, ...]:
    """Returns the names of new seasons. A season whose uid or name is here already stays as this computer has it."""
    here = list(Season.objects.filter(club=club).values_list("uid", "name"))
    known = {uid for uid, _name in here} | {name for _uid, name in here}
    names = ((values["uid"], values["name"]) for values, _series in export.seasons)
    return tuple(name for uid, name in names if not {uid, name} & known)


def _match_people(
    export: Export, club: Club | None
) -> tuple[dict[str, Player], list[ExportedPerson], list[PersonDoubt]]:
    here = list(Player.objects.filter(club=club)) if club else []
    by_uid: dict[UUID, Player] = {player.uid: player for player in here}
    merges = PersonMerge.objects.filter(club=club, undone_at=None).select_related("kept") if club else ()
    by_uid |= {merge.gone_uid: merge.kept for merge in merges}
    known = {person.key: by_uid[person.uid] for person in export.people if person.uid in by_uid}
    taken = {player.pk for player in known.values()}
    people = PeopleByName(player for player in here if player.pk not in taken)
    new, doubts = [], []
    for person in export.people:
        if person.key not in known:
            called = people.find(person.name) or people.find_alike(person.name, person.note)
            first = sorted(called, key=lambda player: player.note.lower() != person.note.lower())
            if called:
                doubts.append(PersonDoubt(person, tuple(first)))
            else:
                new.append(person)
    return known, new, doubts


def _compare_evening(read: ExportedOwner) -> ComingOwner:
    here = Event.with_binned.filter(uid=read.values["uid"]).first()
    if here is None:
        return ComingOwner(read, "new")
    if here.binned_at:
        return ComingOwner(read, "continues", here)
    people = dict.fromkeys(here.entries.values_list("player", flat=True), "")
    stored = plain_row(here) | {"rows": write_rows(here, people)}
    if mark_of(stored) == mark_of(read.plain):
        return ComingOwner(read, "same", here)
    log_in_file, log_here = log_of_rows(read.rows), log_of_rows(stored["rows"])
    if log_here[: len(log_in_file)] == log_in_file:
        return ComingOwner(read, "older", here)
    return ComingOwner(read, "continues" if log_in_file[: len(log_here)] == log_here else "parted", here)


def _compare_league(read: ExportedOwner, club: Club | None) -> ComingOwner:
    values = read.values
    here = (
        League.objects.filter(
            club=club, name=values["name"], season=values["season"], division=values["division"]
        ).first()
        if club
        else None
    )
    if here is None:
        return ComingOwner(read, "new")
    return ComingOwner(read, "same" if mark_of(write_league(here)) == mark_of(read.plain) else "other", here)
