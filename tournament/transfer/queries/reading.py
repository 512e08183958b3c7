"""Reads an export: every value is checked, nothing is stored or compared with this database yet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model

from tournament.formats.formats import FORMATS
from tournament.foundation.model_rows import model_of
from tournament.lists.contacts import split_contact
from tournament.models import (
    Account,
    Club,
    ClubRules,
    DerbyTeam,
    Emblem,
    Event,
    League,
    MembershipFee,
    Player,
    RatingRules,
    Season,
    Series,
)
from tournament.seasons.rule import WrongRule, read_rule
from tournament.transfer.document import Row, get_list, read_document, report_damage, report_missing, write_compact
from tournament.transfer.references import ToNumbers, kind_of_competitors
from tournament.transfer.rows import Rows, exported_fields, exported_models, kind_of, read_values, value_of_row

Values = dict[str, Any]
NOBODY = ToNumbers({}, "")
APART = ("rows", "drawn_from")
"""What an evening or league of a file has besides its fields."""


class ExportedPerson(NamedTuple):
    key: str
    uid: UUID
    name: str
    note: str
    values: Values
    """From a club's export, everything that the secretary keeps, by field; from an evening's export, only name and
    note."""


@dataclass(frozen=True)
class ExportedOwner:
    """An evening or a league of a file: its own `values`, by field, and its `rows`; `plain` is all of it as the file
    has it."""

    model: type[Event] | type[League]
    values: Values
    rows: Rows
    where: str
    plain: Row

    @property
    def competitors(self) -> str:
        return kind_of_competitors(self.values["enters"]) if self.model is Event else ""

    @property
    def source(self) -> dict[str, Any] | None:
        """What is unique of the league that a cup was drawn from."""
        drawn_from = self.plain.get("drawn_from")
        return None if drawn_from is None else dict(zip(("name", "season", "division"), drawn_from, strict=True))

    def count(self, kind: str) -> int:
        return len(self.rows[kind])


@dataclass(frozen=True)
class Export:
    scope: str
    club: Values
    people: tuple[ExportedPerson, ...]
    evenings: tuple[ExportedOwner, ...]
    accounts: tuple[Values, ...]
    emblem: Values | None
    house_rules: tuple[Values, ...]
    leagues: tuple[ExportedOwner, ...]
    fees: tuple[tuple[str, Values], ...] = ()
    """Each fee with its own key. Players and fees taken back are named by key, accounts by name."""
    seasons: tuple[tuple[Values, tuple[Values, ...]], ...] = ()
    """Each season with its series."""
    rating_rules: Values | None = None

    @property
    def account_names(self) -> list[str]:
        """The account names of everybody who wrote something, including those listed as accounts."""
        names = {account["username"] for account in self.accounts}
        for owner in (*self.evenings, *self.leagues):
            names |= set(_names_in(owner))
        names |= {fee["taken_by_id"] for _key, fee in self.fees if fee["taken_by_id"] is not None}
        return sorted(names)


def read_export(content: bytes) -> Export:
    """Reads an export. Raises UnreadableExport, with a sentence that says what is wrong and where."""
    document = read_document(content)
    scope = document.get("scope")
    if scope not in ("evening", "club") or not isinstance(document.get("club"), Mapping):
        raise report_missing("scope" if scope not in ("evening", "club") else "club")
    people = get_list(document, "people")
    known = {str(row.get("id")) for row in people}
    if len(known) < len(people):
        raise report_missing("people")
    emblem = document.get("emblem") if scope == "club" else None
    if emblem is not None and not isinstance(emblem, Mapping):
        raise report_missing("emblem")
    club = _read_row(Club, document["club"], "club")
    if "uid" not in club:
        raise report_missing("uid", "club")

    def of_club(name: str, *, is_newer: bool = False) -> list[Row]:
        """Returns a list that only a club's file has; an older file may lack what is newer."""
        return get_list(document, name) if scope == "club" and (name in document or not is_newer) else []

    rating_rules = of_club("rating_rules", is_newer=True)
    return Export(
        scope=scope,
        club=club,
        people=tuple(_read_person(row) for row in people),
        evenings=tuple(_read_owners(Event, get_list(document, "evenings"), known)),
        accounts=tuple(_read_row(Account, row, "accounts") for row in of_club("accounts")),
        emblem=_read_row(Emblem, emblem, "emblem") if emblem is not None else None,
        house_rules=tuple(_read_row(ClubRules, row, "house_rules") for row in of_club("house_rules")),
        leagues=tuple(_read_owners(League, of_club("leagues"), known)),
        fees=tuple(_read_fees(of_club("membership_fees", is_newer=True), known)),
        seasons=tuple(_read_season(row) for row in of_club("seasons", is_newer=True)),
        rating_rules=_read_row(RatingRules, rating_rules[0], "rating_rules") if rating_rules else None,
    )


def _read_row(model: type[Model], row: Row, where: str) -> Values:
    return value_of_row(model, row, NOBODY, where)


def _read_season(row: Row) -> tuple[Values, tuple[Values, ...]]:
    """Reads a season with its series. Refuses a rule that cannot be read."""
    series = tuple(
        value_of_row(Series, each, NOBODY, "seasons", but=("season",)) for each in get_list(row, "series", "seasons")
    )
    values = _read_row(Season, {name: value for name, value in row.items() if name != "series"}, "seasons")
    for each in series:
        try:
            read_rule(each["rule"])
        except (WrongRule, AttributeError, TypeError):
            raise report_missing("rule", "seasons") from None
    if "uid" not in values or not isinstance(values["choices"], Mapping):
        raise report_missing("uid", "seasons")
    return values, series


def _read_person(row: Row) -> ExportedPerson:
    """Reads a person; files of earlier versions have telephone and e-mail in one field."""
    if isinstance(contact := row.get("contact"), str):
        phone, email = split_contact(contact)
        row = {name: value for name, value in row.items() if name != "contact"} | {"phone": phone, "email": email}
    values = _read_row(Player, row, "people")
    if "uid" not in values:
        raise report_missing("uid", f"people, {row['id']}")
    return ExportedPerson(str(row["id"]), values["uid"], values["name"], values.get("note", ""), values)


def _read_fees(fees: Sequence[Row], people: set[str]) -> Iterator[tuple[str, Values]]:
    earlier: dict[str, int] = {}
    for place, row in enumerate(fees, start=1):
        key, back = str(row.get("id")), row.get("takes_back")
        if row.get("player") not in people or (back is not None and back not in earlier):
            raise report_missing("player", f"membership_fees {place}")
        yield key, _read_row(MembershipFee, {**row, "takes_back": None}, f"membership_fees {place}") | {"back": back}
        earlier[key] = place


def _read_owners(model: type[Event] | type[League], owners: Iterable[Row], people: set[str]) -> Iterator[ExportedOwner]:
    for place, owner in enumerate(owners, start=1):
        where = f"{'evening' if model is Event else 'league'} {place}"
        rows = owner.get("rows")
        if not isinstance(rows, Mapping):
            raise report_missing("rows", where)
        if model is League:  # files of 1.0 have no teams of derbies
            rows = {kind_of(DerbyTeam): [], **rows}
        values = _read_row(model, {name: owner[name] for name in owner if name not in APART}, where)
        if model is Event and (values.get("format") not in FORMATS or "uid" not in values):
            raise report_damage(f"{where}.format", str(values.get("format"))[:60])
        read_values(model, rows, where, enters=values.get("enters"))
        if strangers := {row["player"] for row in rows.get("entry", ())} - people:
            raise report_missing(min(strangers), "people")
        yield ExportedOwner(model, values, rows, where, owner)


def _names_in(owner: ExportedOwner) -> Iterator[str]:
    """Yields the account names in all rows."""
    for model in exported_models(owner.model):
        fields = [field.name for field in exported_fields(model) if model_of(field) is Account]
        for row in owner.rows[kind_of(model)] if fields else ():
            yield from (row[name] for name in fields if row.get(name) is not None)


def mark_of(owner: Row) -> str:
    """Returns a mark of an evening or league of a file. Equal content has an equal mark, whatever database its people
    are in and however often it was written to."""
    entries = [
        {name: value for name, value in row.items() if name != "player"} for row in owner["rows"].get("entry", ())
    ]
    values = {name: value for name, value in owner.items() if name != "revision"}
    return write_compact(values | {"rows": {**owner["rows"], "entry": entries}})


def log_of_rows(rows: Rows) -> list[tuple[str, str]]:
    """Returns the time and action of every line of the log."""
    return [(row["at"], row["action"]) for row in rows["log_entry"]]
