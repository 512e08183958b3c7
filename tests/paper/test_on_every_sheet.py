"""Every document with the worst names there are, on the sheets that leave it the least room."""

import pytest
from weasyprint.formatting_structure.boxes import BlockBox, TextBox

from tests import evenings, round_evenings
from tests.club.test_emblem_on_paper import png
from tests.paper.conftest import NOW, ODD_NAMES, names_of
from tests.paper.test_documents import two_hours
from tests.press.laid_out import faults_of, pages_of
from tests.round_evenings import out, rule_all
from tournament.club.services import save_emblem
from tournament.models import Club, Event, Player, Team
from tournament.paper.documents import DOCUMENTS
from tournament.paper.offers import shelves_of
from tournament.paper.typesetting import order_of
from tournament.press.sheets import SHEETS, Options, page_of

pytestmark = pytest.mark.slow
evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
HALL = "http://192.168.100.120:8000"
WORST = ["W" * 80, "M" * 40 + " " + "i" * 39, "שרה כהן־לוי מתל אביב וירושלים", "ليلى عبد الرحمن الحداد", *ODD_NAMES]
CLUB = "The Featherstonehaugh-Cholmondeley Memorial Working Men’s All Fours and Social Club of Ightham Mote, est. 1674"
EVENING = "Michaelmas All Fours for the Maximiliana Marjoribanks Challenge Cup, <b>Ελένη</b> Memorial Evening, Łódź"
TEAM = "Arima Flambeau All Fours Association and Sports Club of the Valley, 2nd Division"


def as_bad_as_can_be(event: Event) -> Event:
    Club.objects.filter(pk=event.club_id).update(name=CLUB, wifi_name="W" * 32, wifi_password="M" * 63)
    save_emblem(event.club, png=png(), width=60, height=40, by=None, now=NOW)
    Event.objects.filter(pk=event.pk).update(name=EVENING)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def kent(db) -> Event:
    """Both hours played; one table is of three."""
    return as_bad_as_can_be(two_hours(WORST[:7]))


@pytest.fixture
def teams(rounds_of) -> Event:
    """A knock-out of four teams, played out."""
    evening = rounds_of(4, plan=[["knock-out", 0]], enters="teams")
    entered = evening.event.entries.order_by("pk").values_list("player", flat=True)
    for player, name in zip(entered, [*WORST, "Ann", "Bea", "Cy", "Dan"], strict=True):
        Player.objects.filter(pk=player).update(name=name, note="of a team")  # the club may have namesakes
    for team in Team.objects.all():
        Team.objects.filter(pk=team.pk).update(name=f"{team.pk} {TEAM}"[:80])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    return as_bad_as_can_be(evening.event)


@pytest.fixture
def pitch(evening_of) -> Event:
    """Tables of five and six, each playing for himself."""
    evening = evening_of(11, format="auction-pitch-tables", table_size=5)
    for player, name in zip(evening.event.club.players.all(), WORST, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    evening.begin()
    return as_bad_as_can_be(evening.event)


def offered(event: Event) -> list[tuple[str, int | None]]:
    """What can be printed of it now: every document of its last hour and of the whole evening."""
    last = {}
    for shelf in shelves_of(event):
        for offer in shelf.offers:
            if not offer.missing:
                last[offer.document.key] = offer.hour
    return list(last.items())


def faults(event: Event, sheet: str, *, blank: bool = False) -> dict[str, list[str]]:
    """What is cut apart is drawn smaller on a smaller sheet, so that the usual one shows all of it."""
    found = {}
    for key, hour in offered(event):
        document = DOCUMENTS[key]
        if (document.pieces and sheet != "a4") or (document.is_blank and not blank):
            continue
        order = order_of(document, event, hour, address=HALL, options=Options(sheet, document.usual_pieces), now=NOW)
        found[key] = [said for part in order.job.parts for said in faults_of(part, order.job.emblem)]
    return {key: said for key, said in found.items() if said}


@pytest.mark.parametrize("sheet", ["a4", "a4-large", "a5"])
def test_at_kents_tables_nothing_is_cut_off_or_printed_over_something_else(kent, sheet):
    assert faults(kent, sheet, blank=True) == {}


@pytest.mark.parametrize("sheet", ["a4", "letter-large", "a5"])
def test_of_teams_nothing_is_cut_off_or_printed_over_something_else(teams, sheet):
    assert faults(teams, sheet) == {}


def test_at_a_table_of_many_nothing_is_cut_off_or_printed_over_something_else(pitch):
    assert faults(pitch, "a4") == {}


def test_each_document_was_among_them(kent, teams):
    assert {key for event in (kent, teams) for key, _hour in offered(event)} == set(DOCUMENTS)


def test_the_poster_is_one_page_on_every_sheet(kent):
    document = DOCUMENTS["wall-poster"]
    jobs = [order_of(document, kent, address=HALL, options=Options(sheet), now=NOW).job for sheet in SHEETS]
    assert [len(pages_of(job.parts[0], job.emblem)) for job in jobs] == [1] * len(SHEETS)


@pytest.mark.parametrize("letters", [55, 130])
def test_the_head_of_a_piece_shows_the_club_the_evening_and_the_day_however_long_they_are(kent, letters):
    Club.objects.filter(pk=kent.club_id).update(name="The Hop Pole Card Club")
    Event.objects.filter(pk=kent.pk).update(name=(EVENING * 2)[: letters - len("The Hop Pole Card Club")])
    event = Event.objects.get(pk=kent.pk)
    found = {}
    for key, hour in offered(event):
        document = DOCUMENTS[key]
        if document.pieces and not document.is_blank:
            options = Options("a4", document.usual_pieces)
            job = order_of(document, event, hour, address=HALL, options=options, now=NOW).job
            found[key] = [said for said in faults_of(job.parts[0], job.emblem) if said.startswith("page 1:")]
    assert {key: said for key, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("names", "sheet", "turned", "rounds"),
    [
        ("worst", "a4", False, {"Total", "Rounds"}),
        ("worst", "letter-large", True, {"Total", "Rounds"}),
        ("short", "a4-large", False, {"Total"}),
    ],
)
def test_large_standings_of_two_hours_have_their_totals_alone_or_lie_across_if_names_are_long(
    db, names, sheet, turned, rounds
):
    event = as_bad_as_can_be(two_hours(WORST[:7] if names == "worst" else names_of(7)))
    job = order_of(DOCUMENTS["final-standings"], event, options=Options(sheet), now=NOW).job
    assert (round(job.zoom, 3), faults_of(job.parts[0], job.emblem)) == (SHEETS[sheet].zoom, [])
    pages = pages_of(job.parts[0], job.emblem)
    words = {box.text for page in pages for box in page._page_box.descendants() if isinstance(box, TextBox)}
    assert ({page.width > page.height for page in pages}, {"Total", "Rounds"} & words) == ({turned}, rounds)


def test_a_long_club_s_name_goes_on_until_the_stamp(kent):
    job = order_of(DOCUMENTS["final-standings"], kent, options=Options("a4-large"), now=NOW).job
    boxes = pages_of(job.parts[0], job.emblem)[0]._page_box.descendants()
    (club,) = [box for box in boxes if isinstance(box, BlockBox) and "club" in (box.element.get("class") or "")]
    assert len(club.children) == 2


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
@pytest.mark.parametrize("least", [0.0, 210.0, 297.0])
def test_a_page_is_as_wide_as_its_columns_need_and_never_drawn_larger_than_asked(sheet, least):
    page = page_of(Options(sheet.key), least)
    assert page.width >= least - 1e-9
    assert page.zoom <= sheet.zoom
    paper = sorted((page.width * page.zoom, page.height * page.zoom))
    assert [round(side, 6) for side in paper] == [sheet.width, sheet.height]
