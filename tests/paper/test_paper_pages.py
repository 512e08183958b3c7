"""Paper: what the page offers and says is missing, who gets which PDF, and what a busy press answers."""

import re
from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening, by_lot
from tests.paper.conftest import evening as printed_evening
from tests.paper.conftest import names_of
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave
from tournament.draw.services.draws import draw_first_hour
from tournament.event.services.events import show_standings
from tournament.models import Account, Club, Event
from tournament.paper.document import Needs
from tournament.paper.documents import DOCUMENTS
from tournament.paper.kit_files import ask_for_kit
from tournament.paper.views import paper
from tournament.press import press
from tournament.ranking import format_total
from tournament.standings.queries.standings import standings_of

evening_of = evenings.evening_of


def offered(evening: Evening, *needs: Needs) -> list[str]:
    """Keys of the documents of such an evening, in their order."""
    fitting = [document for document in DOCUMENTS.values() if document.makes_sense(evening.event)]
    return [document.key for document in fitting if document.needs in needs]


def page_of(evening: Evening) -> str:
    return reverse("paper", args=[evening.event.pk])


def pdf_of(evening: Evening, document: str, asked: str = "") -> str:
    return reverse("pdf", args=[evening.event.pk, document]) + asked


def words(text: bytes) -> str:
    """What a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", text.decode()).split())


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8)


@pytest.fixture
def played_evening(evening_of) -> Evening:
    """Seven players, both hours keyed, so that somebody sat out."""
    evening = evening_of(7)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.second()
    evening.play_rounds(2)
    evening.hand_in(2, by_lot)
    return evening


NEEDED = 3
"""Documents at the head of the page, which stand further down once more."""


def test_before_the_draw_the_page_offers_the_poster_and_says_of_every_other_document_what_is_missing(evening):
    page = words(signed_in(evening).get(page_of(evening)).content)
    assert page.count("Standings, Results, Result slips: This hour has not been drawn yet.") == 2
    assert page.count("Final standings: The seats of the last hour are not shown yet.") == 1
    assert page.count("Preview Print") == NEEDED + len(offered(evening, Needs.NOTHING))


def test_what_is_not_offered_before_the_draw_says_so_where_it_is_asked_for_all_the_same(evening):
    desk = signed_in(evening)
    asked = [key for key in offered(evening, *Needs) if key not in offered(evening, Needs.NOTHING)]
    answers = [desk.get(pdf_of(evening, key, "?hour=1")) for key in asked]
    assert [answer.status_code for answer in answers] == [404] * len(asked)
    assert [key for key, answer in zip(asked, answers, strict=True) if " yet: " not in words(answer.content)] == []


@pytest.mark.slow
def test_a_draft_can_be_printed_by_the_desk_and_is_marked(evening):
    draw_first_hour(evening.event, seed=1674, by=evening.director, now=evening.now)
    desk = signed_in(evening, "director")
    page = words(desk.get(page_of(evening)).content)
    assert page.count("A draft: marked as a draft until the seats are shown.") == len(
        offered(evening, Needs.DRAWN_HOUR)
    )
    assert "8 sheets on 4 pages." in page
    Club.objects.update(sheet="a5")
    assert "8 sheets on 8 pages." in words(desk.get(page_of(evening)).content)
    assert "Draft: not shown yet" in text_of(desk.get(pdf_of(evening, "seating-by-name", "?hour=1")).content)


def test_once_the_seats_are_out_everything_of_the_hour_is_a_link_to_its_pdf(evening):
    evening.begin()
    page = signed_in(evening).get(page_of(evening)).content.decode()
    links = re.findall(r'href="(/e/\d+/paper/[^"]+\.pdf[^"]*)"', page)
    of_hour = [pdf_of(evening, key, "?hour=1") for key in offered(evening, Needs.DRAWN_HOUR, Needs.RELEASED_HOUR)]
    of_evening = [pdf_of(evening, key) for key in offered(evening, Needs.NOTHING, Needs.ANY_HOUR_RELEASED)]
    needed = [pdf_of(evening, key, "?hour=1") for key in ("score-sheets", "seating-by-name")]
    assert links == [*needed, pdf_of(evening, "table-cards"), *of_hour, *of_evening]
    assert "Provisional: 12 matches are not agreed." in page


@pytest.mark.slow
def test_every_link_of_the_page_is_a_pdf_with_a_name_to_keep_it_under(played_evening):
    desk = signed_in(played_evening, "director")
    links = re.findall(r'href="(/e/\d+/paper/[^"]+\.pdf[^"]*)"', desk.get(page_of(played_evening)).content.decode())
    assert [link for link in links[:NEEDED] if link not in links[NEEDED:]] == []
    answers = [desk.get(link) for link in links[NEEDED:]]
    of_hour = offered(played_evening, Needs.DRAWN_HOUR, Needs.RELEASED_HOUR)
    of_evening = offered(played_evening, Needs.NOTHING, Needs.ANY_HOUR_RELEASED, Needs.ALL_HOURS, Needs.ALL_AGREED)
    hours = [f'inline; filename="2026-11-21-{key}-hour-{hour}.pdf"' for hour in (1, 2) for key in of_hour]
    names = [*hours, *(f'inline; filename="2026-11-21-{key}.pdf"' for key in of_evening)]
    assert [answer.content[:5] for answer in answers] == [b"%PDF-"] * len(names)
    assert [answer.headers["Content-Disposition"] for answer in answers] == names
    assert {answer.headers["Cache-Control"] for answer in answers} == {"private, no-store"}
    assert {answer.headers["Content-Type"] for answer in answers} == {"application/pdf"}


@pytest.mark.slow
def test_one_player_can_be_picked_and_gets_a_sheet_alone(evening):
    (elodie,) = enter_players(evening.event, ["Élodie"], by=evening.director, now=evening.now)
    evening.begin()
    desk = signed_in(evening)
    page = desk.get(page_of(evening)).content.decode()
    picked = re.findall(r'<option value="(\d+)">(.+?), table \d</option>', page)
    in_order = picked[: len(picked) // 2]
    assert picked == in_order * 2  # of the score sheets and of the seat slips
    assert [name for _pk, name in in_order] == sorted(
        [*evenings.NAMES[:8], "Élodie"], key=lambda name: name.replace("É", "E")
    )
    answer = desk.get(pdf_of(evening, "score-sheets", f"?hour=1&entry={elodie.pk}"))
    assert answer.headers["Content-Disposition"].endswith("2026-11-21-score-sheets-hour-1-%C3%A9lodie.pdf")
    assert "Sheet 1 of 1" in text_of(answer.content)


def test_somebody_without_a_seat_has_no_sheet_and_is_told_so(evening):
    evening.begin()
    (late,) = enter_players(evening.event, ["Zena Uden"], by=evening.director, now=evening.now)
    gone = evening.entry("Ann Ash")
    leave(gone, by=evening.director, now=evening.now)
    desk = signed_in(evening)
    answers = [desk.get(pdf_of(evening, "score-sheets", f"?hour=1&entry={entry.pk}")) for entry in (late, gone)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert "There is no sheet to print: Zena Uden has no seat in this hour." in words(answers[0].content)
    assert "Ann Ash" not in re.findall(r"<option[^>]*>(.+?),", desk.get(page_of(evening)).content.decode())


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        "?hour=3",
        "?hour=x",
        "?hour=-1",
        "?hour=%C2%B2",
        "?hour=99999999999999999999",
        "?hour=1&entry=0",
        "?hour=1&entry=x",
        "",
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(evening, asked):
    evening.begin()
    assert signed_in(evening).get(pdf_of(evening, "score-sheets", asked)).status_code == 404


def test_a_document_nobody_knows_is_not_there(evening):
    assert signed_in(evening, "director").get(pdf_of(evening, "winnings")).status_code == 404


def test_an_hour_that_was_not_drawn_is_said_in_a_sentence(evening):
    evening.begin()
    desk = signed_in(evening, "director")
    answer = desk.get(pdf_of(evening, "seating-by-name", "?hour=2"))
    assert answer.status_code == 404
    assert "Nothing to print yet: this hour has not been drawn." in words(answer.content)
    assert "There are no final standings yet" in words(desk.get(pdf_of(evening, "final-standings")).content)


def test_a_stranger_is_asked_to_sign_in_for_what_is_the_desks(evening):
    evening.begin()
    asked = [page_of(evening), pdf_of(evening, "score-sheets", "?hour=1"), pdf_of(evening, "table-cards")]
    answers = [Client().get(page) for page in asked]
    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert [answer.url.split("?")[0] for answer in answers] == ["/sign-in/"] * 3


@pytest.mark.slow
def test_a_one_time_password_opens_no_more_than_the_hall_sees(played_evening):
    account = Account.objects.create_user("new", role=Account.Role.SCORER)
    account.one_time_password = True
    account.save()
    newcomer = Client()
    newcomer.force_login(account)
    assert newcomer.get(pdf_of(played_evening, "score-sheets", "?hour=1")).url == "/new-password/"
    assert newcomer.get(pdf_of(played_evening, "final-standings")).status_code == 403


def test_the_hall_gets_seats_only_once_they_are_out(evening):
    draw_first_hour(evening.event, seed=1674, by=evening.director, now=evening.now)
    hidden = [Client().get(pdf_of(evening, key, "?hour=1")) for key in ("seating-by-name", "seating-by-table")]
    assert [answer.status_code for answer in hidden] == [404, 404]
    assert ["The seats of this hour are not shown yet." in words(answer.content) for answer in hidden] == [
        True,
        True,
    ]
    evening.begin()
    shown = [Client().get(pdf_of(evening, key, "?hour=1")) for key in ("seating-by-name", "seating-by-table")]
    assert [answer.content[:5] for answer in shown] == [b"%PDF-", b"%PDF-"]


def test_the_hall_gets_standings_only_once_they_are_shown(played_evening):
    asked = [pdf_of(played_evening, "hour-standings", "?hour=1"), pdf_of(played_evening, "final-standings")]
    hidden = [Client().get(page) for page in asked]
    assert [answer.status_code for answer in hidden] == [403, 403]
    assert "The director has not shown the standings to players yet." in words(hidden[0].content)
    show_standings(played_evening.event, True, by=played_evening.director, now=played_evening.now)
    assert [Client().get(page).content[:5] for page in asked] == [b"%PDF-", b"%PDF-"]


@pytest.mark.slow
def test_the_paper_says_of_every_player_what_the_page_says(played_evening):
    show_standings(played_evening.event, True, by=played_evening.director, now=played_evening.now)
    page = words(Client().get(reverse("standings", args=[played_evening.event.pk])).content)
    paper = text_of(Client().get(pdf_of(played_evening, "final-standings")).content)
    lines = standings_of(played_evening.event).lines
    assert any(line.is_adjusted for line in lines)
    adjusted = [f"{format_total(line.record.adjusted_total)} " if line.is_adjusted else "" for line in lines]
    on_paper = [
        f"{line.record.total} {said}{line.record.all_fours} {line.record.jacks_turned}"
        for line, said in zip(lines, adjusted, strict=True)
    ]
    assert [numbers for numbers in on_paper if numbers not in paper] == []
    on_page = [
        f"{line.record.all_fours} {line.record.jacks_turned} "
        f"{line.record.total} {format_total(line.record.adjusted_total)}"
        for line in lines
    ]
    assert [numbers for numbers in on_page if numbers not in page] == []
    assert [paper.index(line.name) for line in lines] == sorted(paper.index(line.name) for line in lines)


def test_the_seats_and_the_standings_lead_to_their_paper(played_evening):
    show_standings(played_evening.event, True, by=played_evening.director, now=played_evening.now)
    number = played_evening.event.pk
    pages = ["/seats/?hour=1", "/seats/?hour=2&by=table", "/standings/", "/standings/?hour=1"]
    links = [
        re.findall(rf'href="/e/{number}/paper/([^"]+)"', Client().get(f"/e/{number}{page}").content.decode())
        for page in pages
    ]
    assert links == [
        ["seating-by-name.pdf?hour=1"],
        ["seating-by-table.pdf?hour=2"],
        ["final-standings.pdf"],
        ["hour-standings.pdf?hour=1"],
    ]


def test_a_busy_press_says_so_and_asks_again_by_itself(evening, monkeypatch):
    Event.objects.update(name="An evening that nobody else prints")  # what was just printed needs no place at the press
    evening.begin()
    monkeypatch.setattr(press, "PLACES", 0)
    answer = signed_in(evening).get(pdf_of(evening, "score-sheets", "?hour=1"))
    assert (answer.status_code, answer.headers["Retry-After"], answer.headers["Refresh"]) == (503, "3", "3")
    said = "One moment Other documents are being made. This page tries again by itself in a few seconds."
    assert said in words(answer.content)


def test_the_page_takes_as_many_queries_for_a_full_hall_as_for_one_table(as_director):
    counts = []
    for count in (4, 40):
        event = printed_evening(names_of(count))
        with CaptureQueriesContext(connection) as queries:
            as_director.get(reverse("paper", args=[event.pk]))
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.slow
def test_the_power_cut_kit_is_made_at_a_press_shown_with_its_file_and_handed_out_to_the_desk_alone(
    evening, settings, tmp_path
):
    settings.DATA_DIR = settings.FILES_DIR = tmp_path
    desk, page, kit = signed_in(evening), page_of(evening), reverse("kit", args=[evening.event.pk])
    pdf = reverse("kit_pdf", args=[evening.event.pk])
    assert "There is none yet. It is made when the seats are shown." in words(desk.get(page).content)
    assert desk.get(pdf).status_code == 404
    evening.begin()
    assert "There is none yet. Make kit now" in words(desk.get(page).content)
    assert desk.post(kit).url == f"{page}#kit"
    part = words(desk.get(kit, headers={"HX-Request": "true"}).content)
    (path,) = tmp_path.glob("kits/*/*.pdf")
    assert ("Hour 1. 13 pages." in part, f"open this file: {path}" in part) == (True, True)
    assert "Seating by name (2) · Seating by table (3) · Score sheets for what is left (4–7)" in part
    answer = desk.get(pdf)
    assert (answer.content, answer.headers["Content-Type"]) == (path.read_bytes(), "application/pdf")
    assert f'attachment; filename="{path.name}"' == answer.headers["Content-Disposition"]
    leave(evening.event.entries.first(), by=evening.director, now=evening.now)
    assert "It is out of date." in words(desk.get(page).content)
    ask_for_kit(evening.event)
    (look_again,) = re.findall(r'<noscript><a class="button" href="([^"]+)">', desk.get(page).content.decode())
    assert (look_again, desk.get(look_again).url) == (kit, f"{page}#kit")
    assert [Client().get(address).status_code for address in (kit, pdf)] == [302, 302]
    assert Client().post(kit).url.startswith(reverse("sign_in"))


def phone_in_the_hall(number: int) -> Client:
    return Client(REMOTE_ADDR=f"198.51.100.{number}")


@pytest.fixture
def as_one_moment_for_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """What guests ask for is read anew every five minutes by the clock, also if they end in the middle of a test."""
    monkeypatch.setattr(paper, "SECONDS_FOR_GUESTS", 10**12)


@pytest.mark.slow
@pytest.mark.usefixtures("as_one_moment_for_guests")
def test_twelve_phones_that_ask_for_paper_cost_the_desk_none_of_its_own(evening):
    """One of them is served; then the press is the desk's, which has all that it asks for."""
    evening.begin()
    usual = press.the_press()
    press.use_press(press.Press(guests_rest=1_000_000))
    guests = [pdf_of(evening, key, "?hour=1") for key in ("seating-by-table", "seating-by-name")] * 6
    asked = [phone_in_the_hall(number).get(address).status_code for number, address in enumerate(guests, start=1)]
    desk = signed_in(evening)
    printed = [desk.get(pdf_of(evening, key, "?hour=1")) for key in ("score-sheets", "seating-by-name")]
    press.the_press().stop()
    press.use_press(usual)
    assert (asked, [answer.status_code for answer in printed]) == ([200, 503] * 6, [200, 200])


@pytest.mark.slow
@pytest.mark.usefixtures("as_one_moment_for_guests")
def test_what_phones_ask_for_is_read_and_printed_once_until_the_evening_changes(evening):
    Event.objects.update(date=timezone.localdate())  # tonight, when nobody asks whose names are hidden
    evening.event.refresh_from_db()
    evening.begin()
    address = pdf_of(evening, "seating-by-name", "?hour=1")
    first = phone_in_the_hall(1).get(address)
    counts = []
    for number in (2, 3):
        with CaptureQueriesContext(connection) as queries:
            assert phone_in_the_hall(number).get(address).content == first.content
        counts.append(len(queries))
    assert (first.content[:5], counts) == (b"%PDF-", [2, 2])
