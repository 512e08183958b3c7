"""Exports an evening, or the whole club evening by evening. Each evening is locked while it is read, so that it is
whole; the others go on."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from tournament.club.queries import emblem_of
from tournament.foundation.writing import log, write_transaction
from tournament.models import Account, Club, ClubRules, Event, League, MembershipFee, Player, RatingRules, Season
from tournament.transfer.document import FORMAT, VERSION, Document
from tournament.transfer.log_actions import EXPORT_FILE
from tournament.transfer.rows import (
    OF_A_PERSON_WITH_AN_EVENING,
    WITH_AN_EVENING_ALONE,
    plain_row,
    write_league,
    write_rows,
)


def export_evening(event: Event) -> Document:
    """Exports an evening, with its people and a few fields of its club."""
    with write_transaction():
        players = list(Player.objects.filter(entries__event=event).order_by("entries__pk"))
        club = {name: value for name, value in plain_row(event.club).items() if name in WITH_AN_EVENING_ALONE}
        evening = _write_evening(event, _keys_of(players))
    head = {"format": FORMAT, "version": VERSION, "scope": "evening", "club": club}
    people = [
        {name: value for name, value in person.items() if name in ("id", *OF_A_PERSON_WITH_AN_EVENING)}
        for person in _write_people(players)
    ]
    return head | {"people": people, "evenings": [evening]}


def export_club(club: Club) -> Document:
    """Exports everything of the club except what `transfer.rows` leaves out."""
    evenings, numbers = [], list(Event.objects.filter(club=club).order_by("pk").values_list("pk", flat=True))
    for pk in numbers:
        with write_transaction():
            # Somebody may have come for the first time since the previous evening was read.
            keys = _keys_of(Player.objects.filter(club=club).order_by("pk"))
            evenings.append(_write_evening(Event.objects.get(pk=pk), keys))
    with write_transaction():
        emblem = emblem_of(club)
        return {
            "format": FORMAT,
            "version": VERSION,
            "scope": "club",
            "club": plain_row(club),
            "people": _write_people(Player.objects.filter(club=club).order_by("pk")),
            "membership_fees": _write_fees(club),
            "evenings": evenings,
            "accounts": [plain_row(account) for account in Account.objects.filter(club=club).order_by("username")],
            "emblem": plain_row(emblem) if emblem else None,
            "seasons": [
                plain_row(season) | {"series": [plain_row(each, but=("season",)) for each in season.series.all()]}
                for season in Season.objects.filter(club=club).order_by("pk").prefetch_related("series")
            ],
            "rating_rules": [plain_row(rules) for rules in RatingRules.objects.filter(club=club)],
            "house_rules": [plain_row(rules) for rules in ClubRules.objects.filter(club=club).order_by("pk")],
            "leagues": [
                write_league(league)
                for league in League.objects.filter(club=club).select_related("drawn_from").order_by("pk")
            ],
        }


def log_export(name: str, *, by: Account | None, now: datetime) -> None:
    """Logs who exported what, because an export has everybody's names."""
    with write_transaction():
        log(EXPORT_FILE, by=by, now=now, after={"name": name})


def _write_evening(event: Event, people: Mapping[int, str]) -> dict[str, Any]:
    current = Event.objects.select_for_update().get(pk=event.pk)
    return plain_row(current) | {"rows": write_rows(current, people)}


def _keys_of(players: Iterable[Player]) -> dict[int, str]:
    return {player.pk: f"person-{place}" for place, player in enumerate(players, start=1)}


def _write_people(players: Iterable[Player]) -> list[dict[str, Any]]:
    return [{"id": f"person-{place}"} | plain_row(player) for place, player in enumerate(players, start=1)]


def _write_fees(club: Club) -> list[dict[str, Any]]:
    """Returns the fees. A fee that takes back another one names it by its key."""
    keys = _keys_of(Player.objects.filter(club=club).order_by("pk"))
    fees = list(MembershipFee.objects.filter(player__club=club).select_related("taken_by").order_by("pk"))
    places = {fee.pk: f"fee-{place}" for place, fee in enumerate(fees, start=1)}
    return [
        {"id": places[fee.pk]}
        | plain_row(fee)
        | {
            "player": keys[fee.player_id],
            "taken_by": fee.taken_by.username if fee.taken_by else None,
            "takes_back": places[fee.takes_back_id] if fee.takes_back_id else None,
        }
        for fee in fees
    ]
