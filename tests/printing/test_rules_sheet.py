"""The rules sheet: what counts in which order under the rules in force, and what the club has chosen."""

import datetime as dt
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.printing.conftest import NOW
from tournament.formats import FORMATS
from tournament.models import Club, Event
from tournament.paper import Options
from tournament.printing.typesetting import typeset
from tournament.queries.rules import rules_of
from tournament.queries.rules_sheet import Step, rules_sheet_of
from tournament.services.events import change_settings, create_event


def event_of(format, **settings):
    club = Club.objects.create(name="The Hop Pole Card Club")
    event = create_event(club, name="Michaelmas", date=dt.date(2026, 11, 21), format=format, by=None, now=NOW)
    if settings:
        change_settings(event, settings, by=None, now=NOW)
    return Event.objects.get(pk=event.pk)


def test_at_trinidad_kick_beg_and_misdeal_come_before_high_low_jack_and_game():
    sheet = rules_sheet_of(event_of("trinidad-tables"))
    assert [(step.word, step.points) for step in sheet.steps] == [
        *(
            ("Kick", "Ace\xa01, Six\xa02, Jack\xa03"),
            ("Took one", "1 point"),
            ("Misdeal", "1 point"),
            ("High", "1 point"),
        ),
        *(("Low", "1 point"), ("Jack", "1 kept, 3 hung"), ("Game", "1 point")),
    ]
    assert sheet.pips == (("T", 10), ("A", 4), ("K", 3), ("Q", 2), ("J", 1))


def test_a_rule_of_the_house_is_on_it_as_the_club_chose_it_and_marked():
    event = event_of("trinidad-tables", house_rules={"target": 21, "points.game": 2}, length_kind="single")
    sheet = rules_sheet_of(event)
    own = [(choice.label, choice.said) for choice in sheet.choices if choice.is_own]
    assert own == [("A game is to", "21"), ("The point for Game counts", "2 points")]
    assert sheet.steps[-1].points == "2 points"
    assert sheet.evening[:2] == ("A match: a single game.", "A game cut short counts for nobody.")


@pytest.mark.parametrize("format", FORMATS)
def test_every_game_has_an_order_that_ends_with_its_four_and_rules_in_words(format):
    event = event_of(format)
    sheet, rules = rules_sheet_of(event), rules_of(event)
    assert len(sheet.steps) >= len(rules.points.order) + 1
    assert (len(sheet.notes), sheet.name) == (len(rules.notes), rules.name)
    assert len(sheet.choices) > 1


@pytest.mark.parametrize(
    "format", ["trinidad-rounds", "lancashire-rounds", "nlcb-rounds", "seven-up-rounds", "auction-pitch-rounds"]
)
@pytest.mark.parametrize("sheet", ["a4", "letter"])
def test_the_rules_of_an_evening_of_rounds_are_one_page_for_the_wall(format, sheet):
    assert typeset("rules", event_of(format), options=Options(sheet), now=NOW).pages == 1


@pytest.mark.parametrize("format", ["kent-1674", "auction-pitch-tables"])
def test_where_each_plays_for_himself_nobody_has_a_side(format):
    sheet = rules_sheet_of(event_of(format))
    said = [*(step.more for step in sheet.steps), *(f"{choice.label}: {choice.said}" for choice in sheet.choices)]
    assert [words for words in (*said, *sheet.evening, *sheet.notes) if " side" in words] == []


def test_a_game_calls_its_points_by_the_same_name_all_over_the_sheet():
    kent, pitch = rules_sheet_of(event_of("kent-1674")), rules_sheet_of(event_of("auction-pitch-tables"))
    assert [[choice.label for choice in sheet.choices if "belongs" in choice.label] for sheet in (kent, pitch)] == [
        ["Lowest belongs to"],
        ["Low belongs to"],
    ]
    assert kent.steps[0] == Step("Jack turned up", "1 point", "to the dealer, at once")


def test_at_pitch_the_words_of_its_bidding_are_explained():
    sheet = rules_sheet_of(event_of("auction-pitch-tables"))
    notes = " ".join(sheet.notes)
    explained = (
        "is set back: the bid is taken off",
        "A score below nought is in the hole",
        "A bid of four is a smudge",
    )
    assert [words for words in explained if words not in notes] == []
    smudge = "A smudge, a bid of four that wins all four points, wins the game"
    assert (smudge, "unless in the hole") in [(choice.label, choice.said) for choice in sheet.choices]


def test_it_is_one_tagged_page_before_anybody_is_there():
    event = event_of("kent-1674")
    paper = typeset("rules", event, now=NOW)
    reader = PdfReader(BytesIO(typeset("rules", event, now=NOW).pdf))
    text = " ".join(reader.pages[0].extract_text().split())
    assert (paper.pages, paper.filename) == (1, "2026-11-21-rules.pdf")
    assert reader.root_object["/MarkInfo"]["/Marked"]
    sheet = rules_sheet_of(event)
    said = [step.word for step in sheet.steps] + [*sheet.notes, *sheet.evening]
    assert [words for words in said if words not in text] == []
    assert "A match lasts until the bell: 20 minutes." in text
