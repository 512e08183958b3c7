"""The club's settings: who may see them, what is kept, and what is said of what cannot be."""

import logging
import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tournament.models import Account, Club, Emblem, Event, LogEntry

evening_of = evenings.evening_of
KEPT = {"name": "The Hop Pole", "wifi_name": "Hop Pole Hall", "wifi_password": "turn the jack", "sheet": "letter"}


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8)


def kept(club: Club) -> dict[str, str]:
    club.refresh_from_db()
    return {name: getattr(club, name) for name in KEPT}


def page_of(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_the_director_alone_sees_and_changes_the_network_of_the_hall(evening):
    address, club = reverse("club"), evening.event.club
    before = kept(club)
    answers = [client.post(address, KEPT).status_code for client in (Client(), signed_in(evening, "scorer"))]
    assert (answers, kept(club)) == ([302, 403], before)
    director = signed_in(evening, "director")
    assert director.post(address, KEPT).url == address
    assert kept(club) == KEPT
    assert 'value="turn the jack"' in director.get(address).content.decode()


def test_a_password_is_in_no_log_and_a_new_name_is_on_every_page(evening, caplog):
    revision = Event.objects.get().revision
    with caplog.at_level(logging.DEBUG):
        signed_in(evening, "director").post(reverse("club"), KEPT)
    written = [str(entry.after) + str(entry.before) + entry.reason for entry in LogEntry.objects.all()]
    assert [text for text in [*written, caplog.text] if "turn the jack" in text] == []
    assert Event.objects.get().revision == revision + 1
    assert "turn the jack" not in Client().get("/").content.decode()


def test_the_first_doing_may_be_to_name_the_club(as_director):
    as_director.post(reverse("club"), KEPT | {"name": "  The   Hop Pole "})
    assert kept(Club.objects.get()) == KEPT


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"wifi_password": "short"}, "A Wi-Fi password has 8 to 63 characters."),
        ({"wifi_password": "x" * 64}, "A Wi-Fi password has 8 to 63 characters."),
        ({"wifi_name": ""}, "Enter the Wi-Fi name that this password belongs to."),
        ({"wifi_name": "ж" * 17}, "A network name has room for 32 plain letters."),
        ({"name": ""}, "This field is required."),
    ],
)
def test_what_no_phone_could_join_is_said_beside_it_and_nothing_typed_is_lost(evening, typed, said):
    before = kept(evening.event.club)
    answer = signed_in(evening, "director").post(reverse("club"), KEPT | typed)
    assert (answer.status_code, said in page_of(answer)) == (422, True)
    (wrong,) = re.findall(r'<div class="field wrong">(.+?)<input', answer.content.decode(), re.DOTALL)
    assert said in wrong
    assert {name: answer.context["form"][name].value() for name in KEPT} == KEPT | typed
    assert kept(evening.event.club) == before


def test_the_club_names_its_penalties_one_a_line_and_reads_them_back(evening):
    director, address = signed_in(evening, "director"), reverse("club")
    typed = "Two cards turned: 1\r\n\r\n  No cut  offered :+2\r\nTwo cards turned: 1\r\nLate: 10 min: −3"
    assert director.post(address, KEPT | {"penalties": typed}).status_code == 302
    saved = [["Two cards turned", -1], ["No cut offered", 2], ["Late: 10 min", -3]]
    assert Club.objects.get().penalties == saved
    shown = director.get(address).context["form"]["penalties"].value()
    assert shown == "Two cards turned: 1\nNo cut offered: +2\nLate: 10 min: 3"
    director.post(address, KEPT | {"penalties": shown})
    assert Club.objects.get().penalties == saved


def test_a_penalty_may_be_a_game(evening):
    director, address = signed_in(evening, "director"), reverse("club")
    director.post(address, KEPT | {"penalties": "Undertrump: 1 game\nHost: +2 Games"})
    assert Club.objects.get().penalties == [["Undertrump", -1, "games"], ["Host", 2, "games"]]
    assert director.get(address).context["form"]["penalties"].value() == "Undertrump: 1 game\nHost: +2 games"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Late: 2 minutes", "“Late: 2 minutes” is not a penalty."),
        ("Two cards turned", "“Two cards turned” is not a penalty."),
        ("Late: 1\nNo cut: 2 added", "“No cut: 2 added” is not a penalty."),
        ("Late: 0", "“Late: 0” is not a penalty."),
        ("Late: 101", "“Late: 101” is not a penalty."),
        (": 3", "“: 3” is not a penalty."),
        (f"{'x' * 61}: 3", "is not a penalty."),
        ("Late: 1\nlate: 2", "“late” has two figures. Keep one."),
        ("\n".join(f"Rule {number}: 1" for number in range(21)), "At most 20 penalties."),
    ],
)
def test_a_penalty_that_cannot_be_read_is_named_and_nothing_typed_is_lost(evening, typed, said):
    answer = signed_in(evening, "director").post(reverse("club"), KEPT | {"penalties": typed})
    assert (answer.status_code, said in page_of(answer)) == (422, True)
    assert answer.context["form"]["penalties"].value() == typed
    assert Club.objects.get().penalties == []


@pytest.mark.parametrize("password", ["", "x" * 8, "x" * 63, "0123456789abcdef" * 4])
def test_an_open_network_a_password_and_a_key_are_kept_as_typed(evening, password):
    signed_in(evening, "director").post(reverse("club"), KEPT | {"wifi_password": password})
    assert kept(evening.event.club) == KEPT | {"wifi_password": password}


def upload(client: Client, content: bytes, name: str = "emblem.png"):
    return client.post(reverse("emblem_change"), {"emblem": SimpleUploadedFile(name, content)})


def a_png(side: int = 40) -> bytes:
    written = BytesIO()
    Image.new("RGB", (side, side), "darkred").save(written, "PNG")
    return written.getvalue()


def test_the_secretary_sets_emblem_and_colour_and_sees_nothing_of_the_wi_fi(evening):
    Club.objects.update(wifi_name="Hall", wifi_password="turn the jack")
    secretary = Client()
    secretary.force_login(Account.objects.create_user("Sue", role=Account.Role.SECRETARY))
    assert upload(secretary, a_png()).url == reverse("club")
    assert secretary.post(reverse("colour_change"), {"colour": "#8a1c2b"}).status_code == 302
    page = secretary.get(reverse("club")).content.decode()
    assert (reverse("emblem") in page, "#8a1c2b" in page) == (True, True)
    assert ("turn the jack" in page, "wifi_name" in page) == (False, False)
    before = kept(evening.event.club)
    assert secretary.post(reverse("club"), KEPT).status_code == 403
    assert kept(evening.event.club) == before


def test_an_emblem_is_given_seen_replaced_and_taken_away(evening):
    director = signed_in(evening, "director")
    assert director.get(reverse("emblem")).status_code == 404
    sizes = []
    for side in (40, 50):
        assert upload(director, a_png(side)).url == reverse("club")
        picture = director.get(reverse("emblem"))
        assert picture.headers["Content-Type"] == "image/png"
        with Image.open(BytesIO(picture.content)) as seen:
            sizes.append(seen.size)
    assert sizes == [(40, 40), (50, 50)]
    assert 'alt="Emblem of The Jack and Knave"' in director.get(reverse("club")).content.decode()
    director.post(reverse("emblem_change"), {"step": "remove"})
    assert director.get(reverse("emblem")).status_code == 404


def test_the_director_alone_gives_it(evening):
    answers = [upload(client, a_png()).status_code for client in (Client(), signed_in(evening, "scorer"))]
    assert (answers, Emblem.objects.count()) == ([302, 403], 0)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (a_png()[:60], "This picture is damaged or incomplete."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG drawings do not work here."),
        (b"x" * 2_000_001, "This file is larger than 2 MB."),
    ],
    ids=["broken", "svg", "large"],
)
def test_a_file_that_cannot_be_printed_is_refused_beside_its_field_and_the_old_emblem_stays(evening, content, said):
    director = signed_in(evening, "director")
    upload(director, a_png())
    before = bytes(Emblem.objects.get().png)
    answer = upload(director, content)
    assert (answer.status_code, " autofocus " in answer.content.decode()) == (422, True)
    (wrong,) = re.findall(r'<div class="field wrong">(.+?)<input', answer.content.decode(), re.DOTALL)
    assert said in wrong
    assert bytes(Emblem.objects.get().png) == before


@pytest.mark.slow
def test_what_the_printer_holds_is_the_paper_of_every_document_unless_another_is_chosen(evening):
    evening.begin()
    Club.objects.update(sheet="letter")
    desk = signed_in(evening, "director")
    preview = desk.get(reverse("preview", args=[evening.event.pk, "seating-by-name"]) + "?hour=1").content.decode()
    assert '<option value="letter" selected>' in preview
    address = reverse("pdf", args=[evening.event.pk, "seating-by-name"]) + "?hour=1"
    sizes = []
    for client, asked in ((Client(), ""), (Client(), "&sheet=a5"), (desk, "")):
        box = PdfReader(BytesIO(client.get(address + asked).content)).pages[0].mediabox
        sizes.append((round(float(box.width) / 72 * 25.4), round(float(box.height) / 72 * 25.4)))
    assert sizes == [(216, 279), (148, 210), (216, 279)]
