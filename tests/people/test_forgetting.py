"""Somebody who is forgotten is "Player 17" everywhere: in rows, the log, restore points, exports, restored backups."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.conftest import NOW
from tests.evenings import Evening
from tournament.backup.services import make_backup, restore_backup
from tournament.club.services import make_account
from tournament.door.services.entries import Namesake, correct_name, enter_players
from tournament.event.services.events import create_event
from tournament.event.services.restore_points import set_restore_point
from tournament.event.snapshot import unpack_event
from tournament.foundation.model_rows import own_models
from tournament.lists.tables import read_text
from tournament.models import (
    Account,
    Audience,
    Entry,
    Event,
    LogEntry,
    PeopleImport,
    Player,
    RestorePoint,
    SignUp,
    Team,
)
from tournament.people.redaction import Redactor
from tournament.people.services.forgetting import FORGOTTEN, forget_again, forget_person
from tournament.people.services.importing import check_people, import_people
from tournament.people.services.merging import merge_people
from tournament.people.services.people import PersonForgotten, change_person
from tournament.signup.services import sign_up
from tournament.standings.queries.standings import standings_of
from tournament.storage.data_files import SITE
from tournament.transfer.document import write_document
from tournament.transfer.queries.reading import read_export
from tournament.transfer.services.exporting import export_club
from tournament.transfer.services.importing import Answers, import_export

BY: dict[str, Any] = {"by": None, "now": NOW}


@pytest.fixture(autouse=True)
def nobody_is_forgotten() -> Iterator[None]:
    yield
    (Path(settings.DATA_DIR) / FORGOTTEN).unlink(missing_ok=True)


def everything_stored() -> str:
    """The text of every row, restore points unpacked."""
    rows = [str(list(model._default_manager.values())) for model in own_models() if model is not RestorePoint]
    points = [str(unpack_event(bytes(content))) for content in RestorePoint.objects.values_list("content", flat=True)]
    names = [str(list(RestorePoint.objects.values("name", "action")))]
    return "\n".join([*rows, *points, *names])


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Ann Ash came late", "Player 1 came late"),
        ("ann ash, Bea", "Player 1, Bea"),
        ("Ann Ashby and Joanne Ash", "Ann Ashby and Joanne Ash"),
        ("Ann Ash (Pond Street)", "Ann Ash (Pond Street)"),
        ({"names": ["Ann Ash"], "facts": {"jack": "Ann Ash"}}, {"names": ["Player 1"], "facts": {"jack": "Ann Ash"}}),
    ],
)
def test_a_name_is_taken_out_as_words_of_its_own_and_not_out_of_somebody_elses(text: Any, redacted: Any) -> None:
    assert Redactor({"Ann Ash"}, "Player 1", {"Ann Ash (Pond Street)", "Bea"}).redact(text) == redacted


def test_somebody_called_jack_leaves_the_jack_of_every_hand() -> None:
    assert Redactor({"Jack"}, "Player 1").redact({"x": "jack", "name": "Jack"}) == {"x": "jack", "name": "Player 1"}


def test_the_name_goes_from_rows_log_texts_restore_points_and_exports_and_results_stay(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(8).playing()
    event = evening.event
    ann = (
        Player.objects.get(name="Ann Ash")
        if Player.objects.filter(name="Ann Ash").exists()
        else Player.objects.all()[0]
    )
    entry = ann.entries.get()
    correct_name(entry, "Annabel Ásh", **BY)
    ann.refresh_from_db()
    was = "Annabel Ásh"
    double = Player.objects.create(club=event.club, name="Bella Ásh", email="bella@example.org")
    merge_people(ann, double, **BY)
    change_person(Player.objects.get(pk=ann.pk), {"nickname": "Sparky", "phone": "07700 900123"}, **BY)
    Team.objects.create(event=event, name=f"{was} & friends")
    LogEntry.objects.create(club=event.club, event=event, at=NOW, action="leave", reason=f"{was} went home ill")
    set_restore_point(event, None, name=f"Before {was} left", **BY)
    standings = [(line.placing.rank, line.record.total) for line in standings_of(event).lines]
    assert everything_stored().count(was) > 5
    forget_person(Player.objects.get(pk=ann.pk), **BY)
    stored, exported = everything_stored(), write_document(export_club(event.club))
    words = (was, "Annabel", "Bella", "Sparky", "07700 900123", "bella@")
    assert [word for word in words if word in stored + exported or json.dumps(word)[1:-1] in stored] == []
    assert Entry.objects.get(pk=entry.pk).name == f"Player {ann.pk}"
    event = Event.objects.get(pk=event.pk)
    assert [(line.placing.rank, line.record.total) for line in standings_of(event).lines] == standings
    with pytest.raises(PersonForgotten):
        change_person(Player.objects.get(pk=ann.pk), {"name": was}, **BY)


def test_a_namesake_keeps_their_name_in_evenings_of_their_own(seven: Event) -> None:
    second = create_event(seven.club, name="Second", **BY, date=NOW.date())
    enter_players(second, [Namesake("Ann", "Pond Street")], **BY)
    forget_person(Player.objects.get(name="Ann", note=""), **BY)
    told = {line.event_id: line.after["names"] for line in LogEntry.objects.filter(action="enter_players")}
    ann = Player.objects.get(forgotten_at__isnull=False)
    assert told == {seven.pk: [f"Player {ann.pk}", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus"], second.pk: ["Ann"]}
    assert Player.objects.get(note="Pond Street").name == "Ann"


def test_an_older_export_does_not_bring_the_name_back(seven: Event) -> None:
    content = write_document(export_club(seven.club)).encode()
    ann = Player.objects.get(name="Ann")
    forget_person(ann, **BY)
    seven.entries.all().delete()
    Event.objects.all().delete()
    import_export(read_export(content), Answers(), by=None, now=NOW)
    assert ("Ann" in everything_stored(), ann.entries.count()) == (False, 1)


def test_whoever_is_on_the_list_beside_the_data_is_forgotten_again_at_a_start(
    seven: Event, django_capture_on_commit_callbacks: Any
) -> None:
    """As after the restore of an older backup, whose database does not know of it."""
    ann = Player.objects.get(name="Ann")
    before = {name: getattr(ann, name) for name in ("name", "forgotten_at", "shown_to")}
    with django_capture_on_commit_callbacks(execute=True):
        forget_person(ann, **BY)
    assert json.loads((Path(settings.DATA_DIR) / FORGOTTEN).read_text()) == {"people": [str(ann.uid)]}
    Player.objects.filter(pk=ann.pk).update(**before)
    LogEntry.objects.filter(action="enter_players").update(after={"names": ["Ann", "Bea"]})
    assert (forget_again(NOW), forget_again(NOW)) == (1, 0)
    assert "'Ann'" not in everything_stored()
    assert Player.objects.get(pk=ann.pk).shown_to == Audience.NOBODY


@pytest.mark.slow
def test_a_restored_backup_from_before_loses_the_name_at_the_next_start(own_database: None, seven: Event) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("restores a file of SQLite")
    make_account("director", role=Account.Role.DIRECTOR, password="turn the jack", **BY)
    ann = Player.objects.get(name="Ann")
    backup = make_backup(why="by-hand", now=NOW)
    forget_person(ann, **BY)
    connection.close()
    restore_backup(backup, now=NOW)
    restored = sqlite3.connect(connection.settings_dict["NAME"])
    assert restored.execute("SELECT name FROM tournament_player WHERE id = ?", [ann.pk]).fetchone() == ("Ann",)
    restored.close()
    assert forget_again(NOW) == 1
    assert "'Ann'" not in everything_stored()


def test_the_web_site_kept_beside_the_data_goes_as_it_may_have_the_name(
    seven: Event, django_capture_on_commit_callbacks: Any
) -> None:
    page = Path(settings.DATA_DIR) / SITE / "people" / "one.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("Ann")
    with django_capture_on_commit_callbacks(execute=True):
        forget_person(Player.objects.get(name="Ann"), **BY)
    assert not page.exists()


def test_the_page_asks_first_and_says_what_stays(seven: Event, as_director: Client) -> None:
    ann = Player.objects.get(name="Ann")
    page = reverse("person_forget", args=[ann.pk])
    assert as_director.post(page).status_code == 422
    as_director.post(page, {"is_sure": "on"})
    shown = as_director.get(reverse("person", args=[ann.pk])).content.decode()
    assert (f"Player {ann.pk}" in shown, "Only their results are left" in shown) == (True, True)
    listed = as_director.get(reverse("people"), {"show": "forgotten"}).context["rows"]
    assert [row.name for row, _address in listed] == [f"Player {ann.pk}"]


def test_what_an_import_would_give_back_of_somebody_who_was_forgotten_is_gone_too(seven: Event) -> None:
    table = read_text("Name,Phone\nAnn,0868 555 1007\nBea,1\n")
    import_people(table, {}, seen=check_people(table, {}).fingerprint, **BY)
    forget_person(Player.objects.get(name="Ann"), **BY)
    bea = str(Player.objects.get(name="Bea").uid)
    assert PeopleImport.objects.get().changed == {bea: {"phone": ["", "1"]}}


def test_somebody_who_signed_up_under_another_spelling_is_forgotten_there_too(seven: Event) -> None:
    person = Player.objects.create(club=seven.club, name="William Smith")
    sign_up(seven, "Bill Smith", person=person, by=Account.objects.create_user("desk"), now=NOW)
    later = create_event(seven.club, name="Second", **BY, date=NOW.date())
    sign_up(later, "Cy Cole", partner="Billy Smith", partner_person=person, by=Account.objects.get(), now=NOW)
    forget_person(person, **BY)
    hidden = f"Player {person.pk}"
    assert list(SignUp.objects.values_list("name", "partner_name")) == [(hidden, ""), ("Cy Cole", hidden)]
    assert "Smith" not in everything_stored()
