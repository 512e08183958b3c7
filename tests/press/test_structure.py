"""Every document as a screen reader has it: each picture has its text, each table its headings."""

from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import round_evenings
from tests.club.test_emblem_on_paper import png
from tests.paper.conftest import NOW, evening, names_of
from tests.paper.test_documents import agree_all, two_hours
from tests.paper.test_on_every_sheet import HALL, offered
from tests.press.structure import lines_to_write_on_of, structure_faults_of
from tests.round_evenings import out, rule_all
from tests.typesetting import typeset
from tournament.club.services import save_emblem
from tournament.event.services.events import lock_event
from tournament.leagues.services.cups import draw_cup
from tournament.models import Event
from tournament.paper.documents import DOCUMENTS
from tournament.paper.kit import make_kit
from tournament.paper.queries.kits import rest_of_evening
from tournament.press.sheets import Options, usual_options
from tournament.seasons.services.seasons import open_season
from tournament.server.demo import bring_in_demo_league

rounds_of = round_evenings.rounds_of
BY = {"by": None, "now": NOW}


def faults_of_documents(event: Event, keys: list[tuple[str, int | None]]) -> dict[str, list[str]]:
    found = {key: structure_faults_of(typeset(key, event, hour, address=HALL, now=NOW).pdf) for key, hour in keys}
    return {key: said for key, said in found.items() if said}


@pytest.mark.slow
def test_codes_of_usual_paper_have_their_text():
    event = evening(names_of(4))
    assert faults_of_documents(event, [("table-cards", None), ("rules", None)]) == {}


def test_each_line_that_is_written_on_says_what_is_written_there():
    event = evening(names_of(4))
    own, table = (
        typeset(*which, address=HALL, now=NOW).pdf
        for which in (("score-sheets", event, 1, event.entries.first()), ("blank-table-sheets", event))
    )
    assert [structure_faults_of(pdf) for pdf in (own, table)] == [[], []]
    room = "room for strokes, then boxes: points I won, points they won, All Fours, Jacks turned, opponent’s initials"
    assert lines_to_write_on_of(own) == [f"Round {number}: {room}" for number in (1, 2, 3)]
    lines = lines_to_write_on_of(table)
    before_play = "Dealer, Turn-up Jack, Beg accept or one or run"
    the_four = "Highest A or B, Lowest A or B, Jack A or B, Game A or B, Revoke A or B"
    assert (len(lines), lines[2]) == (40, f"Hand 3: {before_play}, {the_four}, score of A, score of B, Notes")


def test_a_folded_card_is_read_out_once():
    event = evening(names_of(4))
    pdf = typeset("table-cards", event, address=HALL, options=Options(folded=True), now=NOW).pdf
    assert (structure_faults_of(pdf), lines_to_write_on_of(pdf)) == ([], ["The same card again, upside down."])


@pytest.mark.slow
def test_every_picture_of_every_document_has_its_text_and_every_table_its_headings(rounds_of):
    kent = two_hours(names_of(7))
    save_emblem(kent.club, png=png(), width=60, height=40, by=None, now=NOW)
    teams = rounds_of(4, plan=[["knock-out", 0]], enters="teams")
    for number in (1, 2):
        out(teams, number)
        rule_all(teams, number)
    of_both = {key: (event, hour) for event in (kent, teams.event) for key, hour in offered(event)}
    assert set(of_both) == set(DOCUMENTS)
    faults = {key: faults_of_documents(event, [(key, hour)]) for key, (event, hour) in of_both.items()}
    assert {key: said for key, said in faults.items() if said} == {}


@pytest.mark.slow
def test_large_print_is_tagged_as_well():
    kent, faults = two_hours(names_of(7)), {}
    for key, hour in offered(kent):
        document = DOCUMENTS[key]
        if document.has_large_print and not (document.is_blank or document.has_own_size):
            options = usual_options("a4-large", document.usual_pieces)
            faults[key] = structure_faults_of(typeset(key, kent, hour, address=HALL, options=options, now=NOW).pdf)
    assert len(faults) > 12
    assert {key: said for key, said in faults.items() if said} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("sheet", "pieces"), [("a4", 4), ("a5", 2)])
def test_rules_on_the_back_are_tagged_as_well(sheet, pieces):
    event, options = evening(names_of(4)), Options(sheet, pieces, both_sides=True)
    pdfs = [typeset(key, event, 1, options=options, now=NOW).pdf for key in ("score-sheets", "table-sheets")]
    assert [structure_faults_of(pdf) for pdf in pdfs] == [[], []]


@pytest.mark.slow
def test_lists_of_100_that_go_on_overleaf_are_tagged_as_well():
    hall = evening(names_of(100))
    agree_all(hall, 1)
    lists = ("door-list", "round-notice", "name-to-table", "seating-by-name", "seating-by-table", "hour-standings")
    keys: list[tuple[str, int | None]] = [("all-results", None), *((key, 1) for key in lists)]
    assert faults_of_documents(hall, keys) == {}


@pytest.mark.slow
def test_tables_of_seasons_and_leagues_and_the_power_cut_kit_are_tagged_as_well(director):
    """What is printed and is no document of an evening: the templates that no document names are these."""
    kent = two_hours(names_of(7))
    season = open_season(
        kent.club, {"name": "2026", "first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}, **BY
    )
    league = bring_in_demo_league(**BY)
    cup = draw_cup(league, "Swale Cup", list(league.teams.all()), lot=1, **BY)
    desk = Client()
    desk.force_login(director)
    addresses = {
        "seasons/print.html": reverse("series_pdf", args=[season.pk, season.series.get().pk]),
        "leagues/print/table.html": reverse("league_pdf", args=[league.pk]),
        "leagues/print/fixtures.html": reverse("league_fixtures_pdf", args=[league.pk]),
        "leagues/print/cards.html": reverse("league_fixtures_pdf", args=[league.pk]) + "?as=cards",
        "leagues/print/season.html": reverse("league_fixtures_pdf", args=[league.pk]) + "?as=season",
        "leagues/print/captains.html": reverse("league_captains_pdf", args=[league.pk]),
        "leagues/print/money.html": reverse("league_money_pdf", args=[league.pk]),
        "leagues/print/week.html": reverse("league_week_pdf", args=[cup.pk]),
        "leagues/print/cup.html": reverse("league_pdf", args=[cup.pk]),
    }
    lock_event(kent, by=None, now=NOW)
    whose = kent.entries.order_by("pk")[0].player_id
    addresses["statistics/print_year.html"] = reverse("profile_pdf", args=[whose, kent.date.year])
    addresses["statistics/print_season.html"] = reverse("season_poster", args=[season.pk])
    templates = Path(settings.BASE_DIR) / "templates"
    printed = {
        str(path.relative_to(templates))
        for path in (*templates.glob("*/print*.html"), *(templates / "leagues/print").glob("[!_]*.html"))
    }
    assert printed == addresses.keys()
    faults = {name: structure_faults_of(desk.get(address).content) for name, address in addresses.items()}
    faults["kit"] = structure_faults_of(make_kit(rest_of_evening(Event.objects.get(pk=kent.pk)), now=NOW).pdf)
    assert faults == dict.fromkeys(faults, [])
