"""Honours, certificates and the first three above final standings: who has won, once it cannot change any more."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests import evenings, round_evenings
from tests.paper.conftest import names_of
from tests.paper.test_documents import two_hours
from tests.paper.test_paper_of_one_round import evening as of_one_round
from tests.round_evenings import out, rule_all
from tests.standings.test_knock_out_standings import first_came_first
from tests.typesetting import html_of, typeset
from tournament.models import Event, Match, Side, State, Team, join_names
from tournament.paper.document import NotAgreedYet
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.honours import HonoursLayout, lay_out_honours
from tournament.paper.documents.podium import WAYS, Cost, choose_podium
from tournament.paper.offers import shelves_of
from tournament.paper.typesetting import STATIC
from tournament.press.sheets import Options
from tournament.ranking import format_total
from tournament.standings.queries.honours import (
    Honour,
    Honours,
    Winner,
    certificates_of,
    honours_of,
    team_certificates_of,
)
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_on_paper

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


@pytest.fixture
def event(rounds_of) -> Event:
    """Four pairs have all met, and of each match the pair entered first has won."""
    evening = rounds_of(4, plan=[["round-robin", 3]])
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number, first_wins=first_came_first)
    return Event.objects.get()


def test_the_places_are_those_of_the_standings_with_what_was_reached(event):
    honours, lines = honours_of(event), standings_of(event).lines
    ranks = (1, 2, 3)
    by_place = [tuple(line.name for line in lines if line.placing.rank == rank) for rank in ranks]
    assert [tuple(winner.name for winner in honour.winners) for honour in honours.places] == by_place
    in_full = [winner.in_full for honour in honours.places for winner in honour.winners]
    assert [name.replace("\N{NO-BREAK SPACE}", " ") for name in in_full] == [line.name for line in lines[:3]]
    assert honours.places[0].label.split(",")[0] == "First"
    assert honours.places[0].figure.split(":")[0] == "Match points"
    others = [name.replace("\N{NO-BREAK SPACE}", " ") for name in honours.others]
    assert (honours.entered, others, honours.open_matches) == ("4 pairs", [lines[3].name], 0)


def test_the_last_of_three_teams_has_no_prize_for_coming_third(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]], enters="teams")
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number, first_wins=lambda match: match.sides.all()[0].name < match.sides.all()[1].name)
    honours = honours_of(Event.objects.get())
    assert [(honour.rank, len(honour.winners)) for honour in honours.places] == [(1, 1), (2, 1)]
    assert len(honours.others) == 1


@pytest.mark.parametrize(("sharing", "pages"), [(12, 2), (40, 5)])
def test_many_who_share_a_place_begin_below_the_heading(rounds_of, sharing, pages):
    evening = rounds_of(2 * sharing, names=names_of(4 * sharing), plan=[["round-robin", 1]])
    out(evening, 1)
    rule_all(evening, 1)
    found = PdfReader(BytesIO(typeset("honours", Event.objects.get(), options=Options("a5")).pdf)).pages
    texts = [page.extract_text() for page in found]
    assert len(texts) <= pages
    assert "First, shared" in texts[0]
    assert texts[0].count(" and ") > 8


def test_a_team_stands_large_above_its_players_on_the_board_and_on_its_certificate(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], enters="teams")
    out(evening, 1)
    rule_all(evening, 1)
    Team.objects.filter(event=evening.event).update(name="The Aces")
    event = Event.objects.get()
    (first, *_others) = honours_of(event).places
    players = join_names(first.winners[0].players)
    assert len(certificates_of(honours_of(event))) == 4 * len(team_certificates_of(honours_of(event)))
    board = " ".join(html_of(DOCUMENTS["honours"], event).split()).replace("\N{NO-BREAK SPACE}", " ")
    assert re.findall(r'pt">(The Aces)</p> ?<p class="players">([^<]+)</p>', board)[0] == ("The Aces", players)
    certificate = " ".join(html_of(DOCUMENTS["team-certificates"], event).split()).replace("\N{NO-BREAK SPACE}", " ")
    sizes = re.findall(r'class="(name|beside)" style="font-size: (\d+)pt"', certificate)
    assert (sizes[0], int(sizes[1][1]) <= 13) == (("name", "46"), True)


def test_only_an_evening_of_teams_is_offered_their_certificates(event, rounds_of):
    of_teams = rounds_of(2, plan=[["round-robin", 1]], enters="teams").event
    assert [DOCUMENTS["team-certificates"].makes_sense(each) for each in (event, of_teams)] == [False, True]


def test_who_sat_out_has_the_total_and_the_adjusted_one_as_the_standings_have_them():
    event = two_hours(names_of(3))
    lines = {line.name: line for line in standings_of(event).lines}
    assert [line.is_adjusted for line in lines.values()] == [True] * 3
    for honour in honours_of(event).places:
        line = lines[honour.winners[0].name]
        total, adjusted = format_total(line.record.total), format_total(line.record.adjusted_total)
        assert honour.figure == f"Adjusted total: {adjusted} ({total} points, scored per minute played)"


def test_a_side_prize_says_what_was_counted_and_among_how_many(event):
    Side.objects.filter(match__table__stage__number=1, match__table__number=1).update(hang_jacks=1, all_fours=2)
    honours = honours_of(event)
    assert {honour.label: honour.figure for honour in honours.prizes} == {
        "Most hang jacks": "1 hang jack",
        "Most All Fours": "all 4 points in 2 hands",
        "Biggest round": "14 points in a round",
    }
    reached = {each.label: each.reached for each in certificates_of(honours)}
    assert reached["Most hang jacks"] == "the most of 4 pairs"


@pytest.mark.slow
def test_those_without_a_prize_stand_in_columns_one_to_a_line():
    event = of_one_round("kent-tables", 20)
    honours = honours_of(event)
    (page,) = PdfReader(BytesIO(typeset("honours", event).pdf)).pages
    lines = [" ".join(line.split()) for line in page.extract_text().splitlines()]
    others = lines[lines.index("Also played") + 1 :][: len(honours.others)]
    assert (len(others), others) == (10, [" ".join(name.split()) for name in honours.others])


@pytest.mark.parametrize(
    ("others", "layout"),
    [(6, HonoursLayout(True, 3, 10.5)), (30, HonoursLayout(True, 4, 10.5)), (97, HonoursLayout(True, 0, 10.5))],
)
def test_those_without_a_prize_leave_no_column_empty_and_stand_on_the_page_while_there_is_a_way(others, layout):
    places = tuple(Honour("First", (Winner("Ann Archer"),), "", "", "", rank) for rank in (1, 2, 3))
    honours = Honours(places, (), tuple(f"Bea Bell {number:02}" for number in range(others)), "", 0)
    assert lay_out_honours(honours, Event(), Options()) == layout


@pytest.mark.parametrize(("others", "is_one_page"), [(30, True), (200, False)])
def test_in_large_print_the_honours_have_the_usual_sizes_and_names_in_fewer_columns(others, is_one_page):
    places = tuple(Honour("First", (Winner("Ann Archer"),), "", "", "", rank) for rank in (1, 2, 3))
    honours = Honours(places, places[:2], tuple(f"Bea\xa0Bell\xa0{number:02}" for number in range(others)), "", 0)
    usual, large = (lay_out_honours(honours, Event(), Options(sheet)) for sheet in ("a4", "a4-large"))
    assert (usual.is_one_page, usual.columns) == (is_one_page, 4)
    assert large == replace(usual, columns=3, more_room=0.0)


@pytest.mark.slow
def test_both_of_a_pair_have_a_certificate_of_their_own(event):
    honours = honours_of(event)
    first = honours.places[0]
    ann, bea = first.winners[0].players
    of_first = [each for each in certificates_of(honours) if each.label == first.label][:2]
    assert [(each.name, each.beside) for each in of_first] == [(ann, f"with {bea}"), (bea, f"with {ann}")]
    won = sum(len(winner.players) for honour in (*honours.places, *honours.prizes) for winner in honour.winners)
    paper = typeset("certificates", event)
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(paper.pdf)).pages]
    assert len(pages) == won
    assert [
        each.name in page and each.label in page for each, page in zip(certificates_of(honours), pages, strict=True)
    ]


def test_while_a_result_is_open_neither_is_printed_nor_offered(event):
    Match.objects.filter(table__stage__number=3).update(state=State.ENTERED)
    for key in ("honours", "certificates"):
        with pytest.raises(NotAgreedYet, match="agree every result first"):
            typeset(key, event)
    missing = {offer.document.key: offer.missing for shelf in shelves_of(event) for offer in shelf.offers}
    assert (missing["honours"], missing["certificates"]) == (str(NotAgreedYet.message),) * 2


@pytest.mark.slow
def test_a_certificate_says_in_words_what_it_is_for(event):
    Side.objects.filter(match__table__stage__number=1, match__table__number=1).update(hang_jacks=2, all_fours=1)
    certificates = {each.label: each for each in certificates_of(honours_of(event))}
    assert {label: (each.feat, each.rank) for label, each in certificates.items()} == {
        "First": ("for coming first of 4 pairs", 1),
        "Second": ("for coming second of 4 pairs", 2),
        "Third": ("for coming third of 4 pairs", 3),
        "Most hang jacks": ("for hanging two Jacks in one evening", 0),
        "Most All Fours": ("for winning all four points in one hand", 0),
        "Biggest round": ("for winning 14 points in a single round", 0),
    }
    pages = [
        " ".join(page.extract_text().split()) for page in PdfReader(BytesIO(typeset("certificates", event).pdf)).pages
    ]
    expected = certificates_of(honours_of(event))
    assert [each.feat in page for each, page in zip(expected, pages, strict=True)] == [True] * len(expected)
    assert all("awarded to" in page and "Director" in page and "Secretary" in page for page in pages)


def test_first_second_and_third_have_frames_of_their_own(event):
    html = html_of(DOCUMENTS["certificates"], event)
    assert sorted(set(re.findall(r'class="frame (rank-\d)"', html))) == ["rank-0", "rank-1", "rank-2", "rank-3"]
    frames = [(STATIC / f"paper/engraved/{name}.svg").read_text() for name in ("first", "second", "third", "prize")]
    assert len(set(frames)) == 4


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a5", "letter-large"])
def test_on_every_sheet_everybody_who_played_is_on_the_honours(sheet):
    event = of_one_round("kent-tables", 20)
    printed = typeset("honours", event, options=Options(sheet))
    text = "".join("".join(page.extract_text().split()) for page in PdfReader(BytesIO(printed.pdf)).pages)
    assert [name for name in names_of(20) if "".join(name.split()) not in text] == []


@pytest.fixture
def standings_of_13():
    return standings_on_paper(standings_of(two_hours(names_of(13))))


def shown_in(html):
    podium = re.search(r'<ol class="podium">(.*?)</ol>', html)
    return re.findall(r'class="who">([^<]+)', podium[1]) if podium else []


def test_the_first_three_stand_large_above_final_standings_with_the_figure_that_ranks(standings_of_13):
    podium = choose_podium(standings_of_13, 182.0, lambda above: Cost(1, False))
    first = [(row.place, row.name) for row in standings_of_13.rows if row.line.placing.rank <= 3]
    assert [(line.place, line.name) for line in podium.lines] == first
    assert [line.figure for line in podium.lines] == ["97", "97", "94"]
    assert [line.size for line in podium.lines] == [WAYS[0][0], WAYS[0][0], WAYS[0][2]]


def test_they_are_smaller_rather_than_cost_a_page_or_a_column(standings_of_13):
    largest = choose_podium(standings_of_13, 182.0, lambda above: Cost(1, False)).height

    def size_if(cost_of):
        podium = choose_podium(standings_of_13, 182.0, cost_of)
        return podium.lines[0].size if podium.lines else None

    costs = {
        "a page, unless smaller": lambda above: Cost(1 if above < largest else 2, False),
        "a column, unless smaller": lambda above: Cost(1, above >= largest),
        "a column": lambda above: Cost(1, above > 0),
        "a page": lambda above: Cost(2 if above else 1, False),
        "one page more of several": lambda above: Cost(3 if above else 2, False),
    }
    assert {key: size_if(cost_of) for key, cost_of in costs.items()} == {
        "a page, unless smaller": WAYS[1][0],
        "a column, unless smaller": WAYS[1][0],
        "a column": WAYS[-1][0],
        "a page": None,
        "one page more of several": WAYS[-1][0],
    }


def with_ranks(page, ranks):
    rows = [
        replace(row, line=replace(row.line, placing=row.line.placing._replace(rank=rank)))
        for row, rank in zip(page.rows, ranks, strict=True)
    ]
    return replace(page, rows=tuple(rows))


@pytest.mark.parametrize(
    ("ranks", "first"),
    [([1] * 13, 0), ([1] * 2 + [3] * 11, 2), ([1, 2] + [3] * 11, 2), ([1, 2, 2] + [4] * 10, 3), ([1] * 6 + [7] * 7, 0)],
)
def test_whoever_is_level_stands_there_together_or_not_at_all(standings_of_13, ranks, first):
    assert len(with_ranks(standings_of_13, ranks).podium) == first


def test_standings_that_are_not_final_have_nobody_above_them():
    event = two_hours(names_of(13))
    final = DOCUMENTS["final-standings"]
    assert len(shown_in(html_of(final, event))) == 3
    Match.objects.filter(pk=Match.objects.first().pk).update(state=State.WAITING)
    assert shown_in(html_of(final, event)) == []
    assert shown_in(html_of(DOCUMENTS["hour-standings"], event, 1)) == []
