"""Writes the rows of an evening or a league as a file has them, and reads them back: one walk over the models, and the
few exceptions."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import groupby
from typing import Any

from django.db.models import CharField, JSONField, Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import ImpossibleFacts, Seating, read_hand
from tournament.foundation.model_rows import (
    AnyField,
    WrongValue,
    fields_of,
    from_plain,
    model_of,
    models_below,
    read_rows,
    rows_below,
    to_plain,
)
from tournament.lists.dates import FIRST_DAY, LAST_DAY
from tournament.models import (
    PERSON_DETAILS,
    Account,
    ApiToken,
    CallOut,
    Club,
    ClubHost,
    DifferentPeople,
    Entry,
    EveningResult,
    Event,
    Federation,
    FederationMember,
    HallLink,
    Hand,
    League,
    LeagueReport,
    LeagueTeam,
    LogEntry,
    PeopleImport,
    PersonLink,
    PersonMerge,
    Player,
    PostponementRequest,
    RestorePoint,
    Screen,
    SharingRules,
    SignUp,
    TableCode,
    Team,
    VisitingMatch,
)
from tournament.transfer.document import Row, UnreadableExport, get_list, report_damage
from tournament.transfer.references import SWAPS, ToKeys, ToNumbers, kind_of_competitors

Rows = Mapping[str, Sequence[Row]]

NOT_EXPORTED: Mapping[type[Model], str | Promise] = {
    Screen: gettext_lazy(
        "A screen is the browser in front of it, which cannot be moved: open it on the other computer."
    ),
    RestorePoint: gettext_lazy("Restore points are of this computer; a backup keeps them."),
    DifferentPeople: gettext_lazy("It answers a question of this computer’s list."),
    EveningResult: gettext_lazy("It is worked out from the evening again."),
    ApiToken: gettext_lazy("A token opens this computer only: make another one there."),
    ClubHost: gettext_lazy("The names of a club’s pages are those of a server: its operator gives them."),
    Federation: gettext_lazy("A federation is of the clubs of one server."),
    FederationMember: gettext_lazy("A federation is of the clubs of one server."),
    PersonLink: gettext_lazy("It links people of two clubs of one server."),
    SharingRules: gettext_lazy("What a computer shares is chosen on that computer."),
    PeopleImport: gettext_lazy("An import of people is undone on the computer where it was made; a backup keeps it."),
    HallLink: gettext_lazy("A link for another hall opens this computer only."),
    PostponementRequest: gettext_lazy("A captain’s request is for the secretary of this computer."),
    PersonMerge: gettext_lazy("A merge of two people is undone on the computer where it was made; a backup keeps it."),
}
"""The models that no export contains, with the reason."""
LEFT_OUT: Mapping[type[Model], Mapping[str, str | Promise]] = {
    Account: {
        "password": gettext_lazy("Nobody needs it but the computer where they sign in."),
        "one_time_password": gettext_lazy("It belongs to the password."),
        "last_login": gettext_lazy("It is of this computer."),
        "date_joined": gettext_lazy("It is of this computer."),
        "is_active": gettext_lazy("Elsewhere an account is closed until a director gives it a password."),
        "is_staff": gettext_lazy("Hangjack does not use it."),
        "is_superuser": gettext_lazy("Hangjack does not use it."),
        "club": gettext_lazy("The file is of one club."),
    },
    LeagueReport: {"card": gettext_lazy("A photograph of a card is for the secretary and both captains alone.")},
    LeagueTeam: {"captain_key": gettext_lazy("A captain’s link opens this computer only; elsewhere there is another.")},
    SignUp: {
        "token": gettext_lazy("It opens a page on this computer; elsewhere there is another one."),
        "email": gettext_lazy("It was given for one message of this computer."),
        "mail": gettext_lazy("It is about a message of this computer."),
        "person": gettext_lazy("The door of the other computer asks who it is."),
        "partner_person": gettext_lazy("The door of the other computer asks who it is."),
    },
}
"""The fields of a model that no export contains, with the reason."""
WITH_AN_EVENING_ALONE = ("uid", "name", "currency", "sheet")
"""The fields of the club that an export of one evening contains; the Wi-Fi password is not among them."""
OF_A_PERSON_WITH_AN_EVENING = tuple(name for name, detail in PERSON_DETAILS.items() if detail.goes_with_evening)
"""The fields of a person that an export of one evening contains; the rest is only for the desk of their own club."""
ONCE_A_CLUB: Mapping[type[Model], str] = {TableCode: "code", VisitingMatch: "match"}
"""Rows of evenings that do not come along if the club has the same here: a code opens one table, and a match for
another league is played in one evening."""
KINDS_OF_OWNER = (Club, Event, League)


@cache
def kind_of(model: type[Model]) -> str:
    """Returns a model's name in a file, such as "side_player"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", model.__name__).lower()


@cache
def exported_models(owner: type[Model]) -> tuple[type[Model], ...]:
    """Returns the models below an evening or a league, in the order in which they are made: first those that others
    name by id, the log last."""
    models = [model for model in models_below(owner) if model not in NOT_EXPORTED]
    return tuple(sorted(models, key=lambda model: (model is LogEntry, model not in (Team, Entry))))


def exported_fields(model: type[Model]) -> list[AnyField]:
    """Returns the fields of a row that a file contains. The owner is left out, because everything around the row
    belongs to the same one."""
    left_out = LEFT_OUT.get(model, {})
    return [field for field in fields_of(model) if field.name not in left_out and model_of(field) not in KINDS_OF_OWNER]


def exported_rows(owner: Model, model: type[Model]) -> QuerySet[Model]:
    """Returns the rows to export. A call-out to one screen is not exported: without its screen it would go to the whole
    hall."""
    rows = rows_below(owner, model)
    return rows.filter(screen=None) if model is CallOut else rows


def plain_row(row: Model, *, but: Iterable[str] = ()) -> dict[str, Any]:
    """Returns the fields of a single row as plain values."""
    fields = [field for field in exported_fields(type(row)) if field.name not in but]
    return {field.name: to_plain(getattr(row, field.attname)) for field in fields}


def write_rows(owner: Event | League, people: Mapping[int, str]) -> dict[str, list[dict[str, Any]]]:
    """Returns all rows of an evening or a league as a file has them; `people` are the keys of its players. The caller
    holds the transaction."""
    models = exported_models(type(owner))
    numbers = {model: list(exported_rows(owner, model).values_list("pk", flat=True)) for model in models}
    keys = {
        (kind_of(model), pk): f"{kind_of(model)}-{place}"
        for model, pks in numbers.items()
        for place, pk in enumerate(pks, start=1)
    }
    references = ToKeys(keys, kind_of_competitors(owner.enters) if isinstance(owner, Event) else "")
    names = dict(Account.objects.values_list("pk", "username"))
    rows = {
        kind_of(model): [
            {"id": keys[kind_of(model), row[0]]}
            | {
                field.name: _to_file(model, field, value, references, people=people, names=names)
                for field, value in zip(exported_fields(model), row[1:], strict=True)
            }
            for row in read_rows(exported_rows(owner, model), exported_fields(model))
        ]
        for model in models
    }
    if isinstance(owner, Event):
        wrap_hands(owner, rows)
    return rows


def write_league(league: League) -> dict[str, Any]:
    """Returns a league as a file has it; a cup names the league that it was drawn from by what is unique in the
    club."""
    source = league.drawn_from
    names = {"drawn_from": [source.name, source.season, source.division]} if source else {}
    return plain_row(league) | names | {"rows": write_rows(league, {})}


def _to_file(
    model: type[Model],
    field: AnyField,
    value: Any,
    references: ToKeys,
    *,
    people: Mapping[int, str],
    names: Mapping[int, str],
) -> Any:
    if value is None:
        return None
    if isinstance(field, JSONField):
        read, swap = json.loads(value), SWAPS.get((model, field.name))
        return swap(read, references) if swap and read is not None else read
    match model_of(field):
        case None:
            return to_plain(value)
        case to if to is Account:
            return names[value]
        case to if to is Player:
            return people[value]
        case to:
            return references.keys[kind_of(to), value]


def read_values(owner: type[Event] | type[League], rows: Rows, where: str, **head: Any) -> None:
    """Checks every value of every row, as if it were stored. Raises UnreadableExport for the first that is wrong."""
    numbers: dict[str, int] = {}
    for model in exported_models(owner):
        for place, row in enumerate(get_list(rows, kind_of(model), where), start=1):
            key = row.get("id")
            if not isinstance(key, str) or not re.fullmatch(rf"{kind_of(model)}-\d{{1,7}}", key) or key in numbers:
                raise report_damage(f"{where}, {kind_of(model)} {place}", str(key)[:60])
            numbers[key] = place
    references = ToNumbers(numbers, kind_of_competitors(str(head.get("enters"))) if owner is Event else "")
    for model in exported_models(owner):
        for row in rows[kind_of(model)]:
            value_of_row(model, row, references, where)
    if unknown := rows.keys() - {kind_of(model) for model in exported_models(owner)}:
        raise _refuse_newer(f"{where}, {min(unknown)}")
    if owner is Event:
        _check_hands(rows, where)


def value_of_row(
    model: type[Model], row: Row, references: ToNumbers, where: str, *, but: Iterable[str] = ()
) -> dict[str, Any]:
    """Returns what a row stores, by attribute. Accounts stay names and people stay keys, which the caller looks up.
    Raises UnreadableExport."""
    if model is Hand:
        record = row.get("record")
        if not isinstance(record, Mapping) or not isinstance(record.get("hand"), Mapping):
            words = {"where": f"{where}, {row.get('id')}.record.hand"}
            raise UnreadableExport(_("This export is not whole: %(where)s is missing.") % words)
        row = {name: value for name, value in row.items() if name != "record"} | {"facts": record["hand"]}
    fields = [field for field in exported_fields(model) if field.name not in but]
    at = f"{where}, {row.get('id') or kind_of(model)}"
    if unknown := row.keys() - {field.name for field in exported_fields(model)} - {"id"}:
        raise _refuse_newer(f"{at}.{min(unknown)}")
    values: dict[str, Any] = {}
    for field in fields:
        if field.name in row:
            try:
                values[field.attname] = _from_file(model, field, row[field.name], references)
            except (WrongValue, TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
                raise report_damage(f"{at}.{field.name}", error) from None
        elif not field.has_default() and not field.null and not (field.blank and isinstance(field, CharField)):
            words = {"where": f"{at}.{field.name}"}
            raise UnreadableExport(_("This export is not whole: %(where)s is missing.") % words)
    return values


def _from_file(model: type[Model], field: AnyField, plain: Any, references: ToNumbers) -> Any:
    to = model_of(field)
    if to in (Account, Player) or plain is None and field.null:
        if plain is None and not field.null or not isinstance(plain, str | None):
            raise WrongValue(str(plain)[:60])
        return plain
    if to is not None:
        number = references.swap(kind_of(to), plain)
        if number < 0:
            raise WrongValue(str(plain))
        return number
    if isinstance(field, JSONField):
        if field.has_default() and not isinstance(plain, type(field.get_default())):
            raise WrongValue(str(plain)[:60])
        swap = SWAPS.get((model, field.name))
        return swap(plain, references) if swap else plain
    value = from_plain(field, plain)
    if isinstance(value, date) and not FIRST_DAY.year <= value.year <= LAST_DAY.year:
        raise WrongValue(str(plain)[:60])
    return value


def _refuse_newer(where: str) -> UnreadableExport:
    words = _(
        "This export has something that this Hangjack does not know: %(where)s. It comes from a newer version: "
        "update this one first."
    )
    return UnreadableExport(words % {"where": where})


# Hands


def wrap_hands(event: Event, rows: Mapping[str, list[dict[str, Any]]]) -> None:
    """Replaces the facts of each hand by a whole record, which `manage.py score` can score by itself."""
    rules = {"rules": event.kind.rule_set} | ({"house_rules": event.house_rules} if event.house_rules else {})
    seated = _Seats(rows)
    in_order = sorted(rows["hand"], key=lambda hand: (str(hand["match"]), hand["number"]))
    by_match = {key: list(hands) for key, hands in groupby(in_order, key=lambda hand: hand["match"])}
    for match, hands in by_match.items():
        counting = [hand for hand in hands if hand["superseded_at"] is None]
        for hand in hands:
            sides = seated.sides_of(match, hand["number"])
            before = [one for one in counting if one["game"] == hand["game"] and one["number"] < hand["number"]]
            won = [award for one in before for award in one["awards"]["awards"]]
            backs = {side: sum(award[0] == "set_back" for award in won if award[1] == side) for side in sides}
            hand["record"] = rules | {
                "id": hand["id"],
                "seats": seated.seats_of(match, hand["number"]),
                "sides": sides,
                "start": {side: sum(points for _kind, winner, points in won if winner == side) for side in sides},
                "hand": hand.pop("facts"),
                **({"set_backs": backs} if any(backs.values()) else {}),
            }


def _check_hands(rows: Rows, where: str) -> None:
    """Refuses a hand that names somebody of another table, or that is not a hand, because no page could show it."""
    seated = _Seats(rows)
    for hand in rows["hand"]:
        seats = seated.seats_of(hand["match"], hand["number"])
        sides = {side: tuple(players) for side, players in seated.sides_of(hand["match"], hand["number"]).items()}
        try:
            read_hand(hand["record"]["hand"], Seating(tuple(seats), sides))
        except ImpossibleFacts as error:
            raise report_damage(f"{where}, {hand['id']}", error) from None


class _Seats:
    """Tells who sits where in each match of a file, by keys."""

    def __init__(self, rows: Rows) -> None:
        self._match_of = {row["id"]: (row["match"], row["number"]) for row in rows["side"]}
        self._players: dict[str, list[Row]] = {}
        for row in sorted(rows["side_player"], key=lambda row: row["seat"]):
            self._players.setdefault(self._match_of[row["side"]][0], []).append(row)

    def seats_of(self, match: str, hand: int) -> list[str]:
        """Returns who sat at the table at the hand of this number, in the order of the deal."""
        return [_who_sat(player, hand) for player in self._players.get(match, ())]

    def sides_of(self, match: str, hand: int) -> dict[str, list[str]]:
        """Returns the players of each side. A player alone is a side under their own key."""
        by_side: dict[int, list[str]] = {}
        for player in self._players.get(match, ()):
            by_side.setdefault(self._match_of[player["side"]][1], []).append(_who_sat(player, hand))
        return {
            f"side-{number}" if len(players) > 1 else players[0]: players for number, players in sorted(by_side.items())
        }


def _who_sat(player: Row, hand: int) -> str:
    earlier: Iterator[str] = (who for who, last in player["before"] if hand <= last)
    return next(earlier, player["entry"])
