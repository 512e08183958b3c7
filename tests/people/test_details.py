"""Every field of a person, whatever it is: what becomes of it when the person is forgotten or merged, and who reads it.

A field that is added fails here until PERSON_DETAILS says what becomes of it.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, models
from django.test import Client

from tests.api.conftest import paths_of
from tests.conftest import NOW
from tests.evenings import Evening
from tests.performance.ten_years import SMALL, make_club_of_years
from tournament.event.services.events import show_standings
from tournament.foundation.model_rows import AnyField, fields_of, own_models
from tournament.models import (
    PERSON_DETAILS,
    Audience,
    CallOut,
    Club,
    Entry,
    Event,
    LogEntry,
    Player,
    PrizeGiving,
    RaffleDraw,
    Season,
    SharingRules,
    SignUp,
    Team,
)
from tournament.people.services.forgetting import FORGOTTEN, KEPT_AS_THEY_ARE, NOT_TYPED, forget_person
from tournament.people.services.merging import merge_people, undo_merge
from tournament.people.services.people import change_person
from tournament.publishing.services import publish_site
from tournament.seasons.services.seasons import open_season, show_season
from tournament.transfer.document import write_document
from tournament.transfer.services.exporting import export_club, export_evening

BY: dict[str, Any] = {"by": None, "now": NOW}
FIELDS = {field.name: field for field in Player._meta.get_fields() if field.concrete and not field.is_relation}
SPELLINGS = ("Zoë Müller", "zoe muller", "Zoe\u0308 Mu\u0308ller", "Zoë\u00a0Müller", "Zoë  Müller", "Müller, Zoë")


@pytest.fixture(autouse=True)
def nobody_is_forgotten() -> Iterator[None]:
    yield
    (Path(settings.DATA_DIR) / FORGOTTEN).unlink(missing_ok=True)


def value_for(field: AnyField) -> Any:
    """A value that nobody has by accident, and that is no default."""
    match field:
        case models.UUIDField() | models.ForeignKey() | models.AutoField():
            return None
        case models.BooleanField():
            return not field.get_default()
        case models.DateTimeField():
            return None if field.name == "forgotten_at" else datetime(1931, 5, 17, tzinfo=UTC)
        case models.DateField():
            return date(1931, 5, 17)
        case models.JSONField():
            return {"said": f"mark of {field.name}"}
        case models.CharField() | models.TextField():
            return Audience.PUBLIC if field.choices else f"mark-of-{field.name}"
    raise AssertionError(f"Say here what a {type(field).__name__} may hold.")


def fill(person: Player) -> dict[str, Any]:
    """Gives a person a value in every field; returns them."""
    values = {name: value for name, field in FIELDS.items() if (value := value_for(field)) is not None}
    Player.objects.filter(pk=person.pk).update(**values)
    person.refresh_from_db()
    return values


def test_somebody_has_decided_about_every_field_of_a_person() -> None:
    decided = {field.name for field in Player._meta.get_fields() if field.concrete and not field.primary_key}
    assert set(PERSON_DETAILS) == decided


def test_forgetting_leaves_no_field_but_the_few_that_stay(seven: Event) -> None:
    person = Player.objects.get(name="Ann")
    fill(person)
    forget_person(person, **BY)
    left = {
        name
        for name, detail in PERSON_DETAILS.items()
        if not detail.stays
        and getattr(Player.objects.get(pk=person.pk), name) != Player._meta.get_field(name).get_default()
    }
    assert left == {"name", "forgotten_at"}
    assert Player.objects.get(pk=person.pk).name == f"Player {person.pk}"


def test_a_merge_passes_on_what_is_to_be_passed_on_and_undoing_it_brings_every_field_back(seven: Event) -> None:
    kept, gone = (Player.objects.create(club=seven.club, name=name) for name in ("Kept", "Gone"))
    fill(gone)
    rows = {person.pk: Player.objects.filter(pk=person.pk).values().get() for person in (kept, gone)}
    merge = merge_people(kept, gone, **BY)
    after = Player.objects.filter(pk=kept.pk).values().get()
    passed_on = {name for name in FIELDS if after[name] != rows[kept.pk][name]}
    assert passed_on == {name for name, detail in PERSON_DETAILS.items() if detail.passes_on}
    undo_merge(merge, **BY)
    assert {pk: Player.objects.filter(pk=pk).values().get() for pk in rows} == rows


def test_private_notes_of_two_people_who_are_one_are_both_kept(seven: Event) -> None:
    kept, gone = (
        Player.objects.create(club=seven.club, name=name, private_notes=f"{name} sits by the door")
        for name in ("Kept", "Gone")
    )
    merge = merge_people(kept, gone, **BY)
    kept.refresh_from_db()
    assert kept.private_notes == "Kept sits by the door; Gone sits by the door"
    undo_merge(merge, **BY)
    assert {each.private_notes for each in Player.objects.filter(name__in=("Kept", "Gone"))} == {
        *("Kept sits by the door", "Gone sits by the door"),
    }


def marks_in(text: str) -> set[str]:
    return {name for name, field in FIELDS.items() if f"mark-of-{name}" in text or f"mark of {name}" in text}


def test_the_log_and_an_export_of_one_evening_have_only_what_may_leave_the_desk(seven: Event) -> None:
    person = Player.objects.get(name="Ann")
    values = {name: value for name, value in ((n, value_for(f)) for n, f in FIELDS.items()) if value is not None}
    change_person(person, values, **BY)
    line = LogEntry.objects.filter(action="change_person").get()
    named = {name for name in values if name in line.after}
    assert named == {name for name, detail in PERSON_DETAILS.items() if detail.is_logged and name in values}
    texts = {name for name in values if isinstance(values[name], str) and name != "shown_to"}
    assert marks_in(write_document(export_club(seven.club))) == texts
    seven.log.all().delete()
    with_evening = {name for name, detail in PERSON_DETAILS.items() if detail.goes_with_evening}
    assert marks_in(write_document(export_evening(seven))) == texts & with_evening


def test_the_api_and_the_published_site_show_of_a_person_only_what_may_be_shown(db: None, tmp_path: Path) -> None:
    club = make_club_of_years(SMALL).club
    Club.objects.filter(pk=club.pk).update(shows_people_to=Audience.PUBLIC)
    club.refresh_from_db()
    for event in Event.objects.all():
        show_standings(event, True, **BY)
    season = open_season(club, {"name": "2016", "first_day": date(2016, 1, 1), "last_day": date(2016, 12, 31)}, **BY)
    show_season(season, shown=True, **BY)
    SharingRules.objects.create(club=club, api_is_public=True, calendar_is_public=True)
    Player.objects.update(shown_to=Audience.PUBLIC)
    person = Entry.objects.order_by("pk")[0].player
    fill(person)
    LogEntry.objects.all().delete()
    publish_site(club, tmp_path, now=NOW)
    published = "".join(path.read_text(errors="replace") for path in tmp_path.rglob("*") if path.is_file())
    paths = {name: path for name, path in paths_of(Season.objects.get(), 1).items() if name != "league"}
    answers = [Client().get(f"/api/v1{path}") for path in [*paths.values(), f"/people/{person.pk}"]]
    assert {answer.status_code for answer in answers} == {200}
    answered = "".join(answer.content.decode() for answer in answers)
    may_be_shown = {name for name, detail in PERSON_DETAILS.items() if detail.is_shown}
    assert (marks_in(published) - may_be_shown, marks_in(answered) - may_be_shown) == (set(), set())
    assert {"name"} <= marks_in(published) & marks_in(answered)
    year_of_birth = re.compile(r"\b1931\b")  # not a part of a checksum
    assert [text for text in (published, answered) if year_of_birth.search(text)] == []


def test_every_field_that_only_the_program_fills_in_is_there() -> None:
    here = {model.__name__: {field.name for field in fields_of(model)} for model in own_models()}
    assert {model: set(names) - here[model] for model, names in NOT_TYPED.items()} == {
        model: set() for model in NOT_TYPED
    }
    binary = {(m.__name__, f.name) for m in own_models() for f in fields_of(m) if isinstance(f, models.BinaryField)}
    assert binary == {("Emblem", "png"), ("LeagueReport", "card"), ("RestorePoint", "content")}


def plant(text: str) -> dict[str, list[int]]:
    """Writes this text into every field of every row in which somebody may have typed a name; returns the rows."""
    planted: dict[str, list[int]] = {}
    for model in own_models():
        for field in fields_of(model):
            is_text = isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices
            if model in KEPT_AS_THEY_ARE or not is_text or field.name in NOT_TYPED.get(model.__name__, ()):
                continue
            for row in model._default_manager.order_by("pk")[:1]:
                written: Any = [text] if isinstance(field, models.JSONField) else text[: field.max_length or 200]
                if isinstance(written, list) and isinstance(getattr(row, field.name), dict):
                    written = {"said": text}
                model._default_manager.filter(pk=row.pk).update(**{field.name: written})
                planted.setdefault(f"{model.__name__}.{field.name}", []).append(row.pk)
    return planted


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_person_is_forgotten_in_every_field_of_every_row_however_they_are_spelt(
    evening_of: Callable[..., Evening], spelling: str
) -> None:
    event = evening_of(8).playing().event
    person = event.entries.order_by("pk")[0].player
    Player.objects.filter(pk=person.pk).update(name="Zoë Müller", phone="0868 555 1007", email="zoe@example.org")
    SignUp.objects.create(event=event, name="Other", partner_name="Other", signed_up_at=NOW)
    Team.objects.create(event=event, name="Other")
    CallOut.objects.create(event=event, text="Other", called_at=NOW)
    PrizeGiving.objects.create(event=event, steps=[], began_at=NOW)
    RaffleDraw.objects.create(event=event, entry=event.entries.last(), seed=1, among=8, prize="Other", drawn_at=NOW)
    planted = plant(spelling)
    for each in (f"Call {spelling} on 0868 555 1007", "or write to Zoe@example.org."):
        LogEntry.objects.create(club=event.club, event=event, at=NOW, action="leave", reason=each)
    assert len(planted) > 10
    forget_person(Player.objects.get(pk=person.pk), **BY)
    stored = "\n".join(f"{model.__name__} {row}" for model in own_models() for row in model._default_manager.values())
    assert [word for word in (spelling, "0868 555", "555 1007", "oe@example.org", "ller") if word in stored] == []
    reasons = LogEntry.objects.filter(action="leave").order_by("pk").values_list("reason", flat=True)
    instead = f"Player {person.pk}"
    assert [*reasons] == [f"Call {instead} on {instead}", f"or write to {instead}."]


@pytest.mark.slow
def test_no_byte_of_the_data_folder_has_the_name_of_somebody_who_was_forgotten(
    own_database: None, seven: Event
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("reads the file of SQLite")
    person = Player.objects.get(name="Ann")
    change_person(person, {"name": "Quintessa Xylander", "phone": "0868 555 1007"}, **BY)
    LogEntry.objects.create(club=seven.club, event=seven, at=NOW, action="leave", reason="Xylander, Quintessa left")
    forget_person(Player.objects.get(pk=person.pk), **BY)
    files = Path(connection.settings_dict["NAME"]).parent.glob("*")
    content = b"".join(path.read_bytes() for path in files if path.is_file())
    assert [word for word in (b"Xylander", b"Quintessa", b"0868 555") if word in content] == []
