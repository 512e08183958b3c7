"""The pages of export and import, as a director uses them."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.conftest import signed_in
from tests.evenings import Evening
from tests.transfer.playing import empty_database, points_of
from tests.transfer.test_export import everything_of, written
from tests.transfer.test_import import other_laptop
from tournament.models import Account, Club, Event, Player
from tournament.transfer.document import read_document, write_document
from tournament.transfer.forms import TOO_LARGE, UploadForm


def as_new_director() -> Client:
    client = Client()
    client.force_login(Account.objects.create_user("Nora", role=Account.Role.DIRECTOR))
    return client


def upload(client: Client, content: bytes) -> str:
    """The page that follows."""
    file = SimpleUploadedFile("evening.json", content)
    return client.post("/transfer/", {"file": file}, follow=True).content.decode()


def test_an_evening_is_downloaded_and_imported_with_a_look_into_it_first(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8).playing()
    evening.hand_in(1, points_of)
    first = written(evening.event)
    answer = signed_in(evening, "director").get(f"/e/{evening.event.pk}/evening.json.gz")
    assert answer["Content-Disposition"] == 'attachment; filename="kent-evening-2026-11-21.json.gz"'
    assert write_document(read_document(answer.content)).encode() == first
    empty_database()
    client = as_new_director()
    page = upload(client, answer.content)
    assert "new here. Players: 8; hands: 0" in page and "It is still being played, and can be finished here." in page
    assert "2 table codes come along" in page and not Event.objects.exists()
    assert client.post("/transfer/import/", {}).status_code == 302
    assert written(Event.objects.get()) == first
    assert "Imported a file: evenings Kent evening; new people 8" in client.get("/log/").content.decode()
    assert "Nothing new: all of this is here already." in upload(client, answer.content)


def test_who_people_are_is_asked_on_the_page_and_has_to_be_answered(evening_of: Callable[..., Evening]) -> None:
    content = written(evening_of(4).begun().event)
    other_laptop("Ann Ash")
    client, ann = as_new_director(), Player.objects.get()
    page = upload(client, content)
    assert "Is this the same person?" in page and "The same person as Ann Ash" in page
    refused = client.post("/transfer/import/", {})
    assert (refused.status_code, Event.objects.count()) == (422, 1)
    assert client.post("/transfer/import/", {"person-1": ann.pk, "same-club": "on"}).status_code == 302
    assert (Event.objects.count(), Player.objects.count()) == (2, 4)


def test_many_are_said_to_be_the_same_at_once(evening_of: Callable[..., Evening]) -> None:
    content = written(evening_of(4).begun().event)
    other_laptop("Ann Ash", "Bea Ash", "Cy Ash")
    client = as_new_director()
    assert "All of them are the same people" in upload(client, content)
    answers = {"all-same": "on", "same-club": "on", "person-3": "new"}
    assert client.post("/transfer/import/", answers).status_code == 302
    here = Player.objects.order_by("name", "note")
    assert [player.full_name for player in here] == ["Ann Ash", "Bea Ash", "Cy Ash", "Cy Ash (2)", "Dan Ash"]


def test_the_club_is_downloaded_by_a_director_alone(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(4).begun()
    answer = signed_in(evening, "director").get("/transfer/club.json.gz")
    assert write_document(read_document(answer.content)).encode() == everything_of(Club.objects.get())
    for address in ("/transfer/", "/transfer/import/", "/transfer/club.json.gz", "/e/1/evening.json.gz"):
        assert signed_in(evening, "scorer").get(address).status_code == 403
        assert Client().get(address).status_code == 302


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This file is empty."),
        (b"name;points\n", "This file is not JSON"),
        (b'{"format": "hangjack", "version": 7}', "format version 7"),
    ],
)
def test_a_file_that_is_no_export_is_refused_beside_its_box(as_director: Client, content: bytes, said: str) -> None:
    answer = as_director.post("/transfer/", {"file": SimpleUploadedFile("x.json", content)})
    assert (answer.status_code, said in answer.content.decode()) == (422, True)


def test_a_file_that_is_not_there_any_more_is_asked_for_again(as_director: Client) -> None:
    assert "Choose it again" in as_director.get("/transfer/import/").content.decode()


def test_of_a_file_too_large_for_a_page_the_command_is_told() -> None:
    """Django reads nothing of such a request."""
    form = UploadForm({}, {}, sent=settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    assert form.errors == {"file": [TOO_LARGE]}
