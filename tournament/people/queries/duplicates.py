"""People who may be in the list twice, whether two can be merged, and the merges that were made."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.event.queries.namesakes import people_known_to
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.wording import order_key
from tournament.lists.likeness import KnownName, find_alike
from tournament.matches.queries.matches import has_had_place
from tournament.models import Club, DifferentPeople, Entry, Match, PersonMerge, Player, join_names, join_note
from tournament.people.queries.people import Attendance, attendance_of


class PersonInPair(NamedTuple):
    pk: int
    name: str
    evenings: int


ALIKE: RevisionCache[list[tuple[int, int]]] = RevisionCache(most=4)


class NameRow(NamedTuple):
    pk: int
    name: str
    note: str
    nickname: str

    @property
    def full_name(self) -> str:
        return join_note(self.name, self.note)


def names_of_people(club: Club) -> list[NameRow]:
    """Returns the names of everybody who is not forgotten. One query."""
    people = people_known_to(club.pk).filter(forgotten_at=None).order_by("pk")
    return [NameRow(*row) for row in people.values_list(*NameRow._fields)]


def find_duplicates(club: Club, names: Sequence[NameRow]) -> list[tuple[PersonInPair, PersonInPair]]:
    """Returns pairs of people with similar names, in each pair first the one who came more often. Leaves out pairs that
    the secretary marked as two people. Two queries, and those of `attendance_of`."""

    def compare() -> list[tuple[int, int]]:
        return find_alike(KnownName(row.pk, *(order_key(text) for text in row[1:])) for row in names)

    pairs = ALIKE.get_or_make(club.pk, tuple(names), compare)
    apart = {tuple(sorted(pair)) for pair in DifferentPeople.objects.filter(one__club=club).values_list("one", "other")}
    attendance = attendance_of(club)
    full = {row.pk: row.full_name for row in names}

    def person(pk: int) -> PersonInPair:
        return PersonInPair(pk, full[pk], attendance.get(pk, Attendance()).evenings)

    duplicates = [(person(one), person(other)) for one, other in pairs if (one, other) not in apart]
    return [(one, other) if one.evenings >= other.evenings else (other, one) for one, other in duplicates]


def is_empty_entry(entry: Entry) -> bool:
    """Whether the entry has no seat, sit-out, team, payment or raffle prize: only a name on the list."""
    return not (has_had_place(entry) or entry.team_id or entry.payments.exists() or entry.raffle_draws.exists())


def empty_twins(one: Player, other: Player) -> tuple[list[Entry], list[tuple[Entry, Entry]]]:
    """Returns the entries with nothing in them, one for each evening where both were on the list, and the pairs of
    entries where both have something. Of two with nothing in them it is one that is not here, or pays the usual
    price."""
    entries = {entry.event_id: entry for entry in one.entries.select_related("event")}
    empty, both = [], []
    for twin in other.entries.select_related("event"):
        if (entry := entries.get(twin.event_id)) is None:
            continue
        if nothing_in := [each for each in (twin, entry) if is_empty_entry(each)]:
            empty.append(min(nothing_in, key=lambda each: (each.here, each.due is not None)))
        else:
            both.append((entry, twin))
    return empty, both


def why_not_one(one: Player, other: Player, both: Sequence[tuple[Entry, Entry]]) -> str:
    """Returns a sentence that says why they cannot be the same person, or "" if they can."""
    if not both:
        return ""
    met = [
        entry.event.name
        for entry, twin in both
        if Match.objects.filter(sides__players__entry=entry).filter(sides__players__entry=twin).exists()
    ]
    names = {"one": one.full_name, "other": other.full_name}
    if met:
        words = _("%(one)s and %(other)s played in one match on %(evenings)s, so they are 2 people.")
        return words % {**names, "evenings": join_names(met)}
    words = _(
        "%(one)s and %(other)s both played on %(evenings)s, each with results of their own, so they are 2 people. "
        "Their results cannot be added up."
    )
    return words % {**names, "evenings": join_names([entry.event.name for entry, _twin in both])}


def merges_of(club: Club) -> list[PersonMerge]:
    """Returns the merges that can be undone, the latest first. One query."""
    return list(PersonMerge.objects.filter(club=club, undone_at=None).select_related("kept", "merged_by"))


def merges_since(club: int, players: Iterable[int]) -> dict[int, int]:
    """Maps each of these people who was merged away to the person they are now. Leaves out pairs where both are among
    `players`: they are two entries of one evening, which one person cannot have. One query."""
    named = set(players)
    merges = PersonMerge.objects.filter(club=club, undone_at=None).values_list("gone__pk", "kept")
    return {gone: kept for gone, kept in merges if gone in named and kept not in named}
