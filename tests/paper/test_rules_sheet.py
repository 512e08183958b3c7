"""The rules sheet: what counts in which order under the rules in force, and what the club has chosen."""

import datetime as dt
import re
from io import BytesIO

import pytest
from pikepdf import Pdf
from pypdf import PageObject, PdfReader

from scoring import RULE_SETS
from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, evening, names_of
from tests.press.laid_out import faults_of, pages_of
from tests.press.structure import structure_faults_of
from tests.typesetting import html_of, typeset
from tournament.event.services.events import change_settings, create_event
from tournament.formats.formats import FORMATS
from tournament.formats.presets import PRESETS
from tournament.models import Club, Event
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.rules import find_size_of_print, height_of_top
from tournament.paper.documents.rules_back import LEGIBLE, READABLE, SMALLEST, lay_out_back
from tournament.paper.documents.what_if import USUAL, size_of_answers
from tournament.paper.forms import PaperForm
from tournament.paper.queries.rules_sheet import rules_sheet_of
from tournament.paper.queries.table_sheets import blank_table_sheet
from tournament.paper.typesetting import order_of
from tournament.press.sheets import PIECE, UPRIGHT, Options, page_of, page_of_pieces
from tournament.rules.queries.mishaps import mishaps_of
from tournament.rules.queries.rules import rules_of
from tournament.rules.queries.rules_sheet import ScoringStep, build_rules_sheet


def event_of(format, **settings):
    club = Club.objects.create(name="The Hop Pole Card Club")
    event = create_event(club, name="Michaelmas", date=dt.date(2026, 11, 21), format=format, by=None, now=NOW)
    if settings:
        change_settings(event, settings, by=None, now=NOW)
    return Event.objects.get(pk=event.pk)


def test_at_trinidad_kick_beg_and_misdeal_come_before_high_low_jack_and_game():
    sheet = rules_sheet_of(event_of("trinidad-tables"))
    assert [(step.word, step.points) for step in sheet.steps] == [
        *(("Kick", "Ace\xa01, Six\xa02, Jack\xa03"), ("Took one", "1 point")),
        *(("Misdeal", "1 point"), ("Renege", "1 point")),
        *(("High", "1 point"), ("Low", "1 point"), ("Jack", "1 kept, 3 hung"), ("Game", "1 point")),
    ]
    assert sheet.pips == (("T", 10), ("A", 4), ("K", 3), ("Q", 2), ("J", 1))


def test_the_clubs_own_penalties_stand_among_tonights_rules_with_what_they_take_off_or_add():
    event = event_of("trinidad-tables")
    before = rules_sheet_of(event).evening
    event.club.penalties = [("Undertrump", -3), ("Helped to tidy up", 1), ("Late", -1, "games")]
    sentence = "The club’s penalties: Undertrump −3; Helped to tidy up +1; Late −1 game."
    assert set(rules_sheet_of(event).evening) - set(before) == {sentence}


@pytest.mark.slow
def test_all_thirteen_cards_are_drawn_from_the_highest_with_what_each_counts_toward_game():
    event = event_of("trinidad-tables", house_rules={"points.pips": {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10, "2": 2}})
    text = " ".join(PdfReader(BytesIO(typeset("rules", event, now=NOW).pdf)).pages[0].extract_text().split())
    assert "Highest to lowest A K Q J 10 9 8 7 6 5 4 3 2 Game points * 4 3 2 1 10 – – – – – – – 2" in text


def test_a_rule_of_the_house_is_on_it_as_the_club_chose_it_and_marked():
    event = event_of("trinidad-tables", house_rules={"target": 21, "points.game": 2}, length_kind="single")
    sheet = rules_sheet_of(event)
    own = [each.words for section in sheet.sections for each in section.sentences if each.is_own]
    assert [words.split(".")[0] for words in own] == [
        "The first to reach 21 or more wins the game (a bullseye)",
        "Example: both have 19",
    ]
    assert [(step.word, step.points) for step in sheet.steps if step.is_own] == [("Game", "2 points")]
    assert sheet.has_own and not rules_sheet_of(event_of("nlcb-tables")).has_own
    assert sheet.evening[:2] == ("A match: a single game.", "A game cut short counts for nobody.")


@pytest.mark.parametrize("format", FORMATS)
def test_every_game_has_an_order_that_ends_with_its_four_and_rules_in_words(format):
    event = event_of(format)
    sheet, rules = rules_sheet_of(event), rules_of(event)
    assert len(sheet.steps) >= len(rules.points.order) + 1
    assert sheet.name == rules.name
    notes = (*rules.notes, *rules.counting, *rules.mistakes)
    assert [note for note in notes if note not in sheet.sentences] == []


@pytest.mark.parametrize("format", [each for each in FORMATS if each.endswith("-tables")])
def test_a_newcomer_reads_what_cards_are_worth_who_leads_what_wins_a_trick_and_when_to_follow(format):
    event = event_of(format)
    sheet = rules_sheet_of(event)
    said = " ".join(sheet.sentences)
    trick = rules_of(event).label("trick")
    rules = rules_of(event)
    needed = [
        "leads first",
        f"The winner of a {trick} leads to the next",
        f"The highest trump wins the {trick}; without a trump, the highest card of the suit led.",
    ]
    if rules.taken is None:
        needed += [
            "If nobody was dealt the Jack of trumps, nobody scores",
            "Example: a 10, an Ace and a Jack are 10 + 4 + 1 = 15.",
            "so the Ace of trumps is High" if rules.cards.stock == "drawn" else "A single trump dealt is both",
        ]
    assert [words for words in needed if words not in said] == []
    assert [card for card, _worth in sheet.cards] == ["A", "K", "Q", "J", "10", *"98765432"]
    worth = {
        step.word: int(step.points.split()[0]) for step in sheet.steps if rules.taken and step.points[:1].isdigit()
    }
    renege = {"Renege": 20} if rules.penalties.revoke_by_pitchers else {}
    assert worth == ({**renege, **rules.taken.worth} if rules.taken else {})
    turned_up = "The card turned up is in nobody’s hand: it does not count for"
    assert (turned_up in said) == (rules.turn_ups is not None and rules.cards.stock != "drawn")
    follows = ("A trump led must be followed", "Play a card of the suit led or a trump", "Follow suit if you can.")
    assert [words in said for words in follows].count(True) == 1


def test_the_example_of_the_order_of_points_is_what_the_rules_make_of_it():
    event = event_of("trinidad-tables", house_rules={"points.game": 2, "points.order": ["jack", "game", "high", "low"]})
    said = rules_sheet_of(event).sentences
    assert (
        "Example: both have 11. Ann makes Jack and Game, Bea High and Low: Ann has 14 first and wins." in said,
        "Example: both have 12. Ann makes High and Low, Bea Jack and Game: Ann has 14 first and wins."
        in rules_sheet_of(event_of("trinidad-tables")).sentences,
    ) == (True, True)


@pytest.mark.slow
def test_a_club_of_a_hundred_letters_leaves_the_rules_on_one_page():
    event = event_of("auction-pitch-tables")
    event.club.name = (
        "The Featherstonehaugh-Cholmondeley Memorial Working Men’s All Fours and Social Club of Ightham, 1674"
    )
    event.club.save()
    assert (len(event.club.name), typeset("rules", event, now=NOW).pages) == (100, 1)


MANY = {
    "trinidad-rounds": {
        **{
            "target": 21,
            "points.game": 2,
            "points.hang_jack": 6,
            "points.low_to": "winner",
            "points.game_tie": "dealer",
        },
        **{
            "penalties.revoke_loses_game": "trump_lead",
            "penalties.revoke_credits_target": True,
            "penalties.misdeal": 2,
        },
        "turn_ups.values": {"A": 1, "2": 2, "J": 3},
    },
    "auction-pitch-rounds": {
        **{"target": 11, "points.low_to": "winner", "points.game": 2, "points.game_tie": "non_dealer"},
        **{"auction.smudge": "always", "auction.all_pass": "elder_pitches_free"},
        **{"settle_up.set_backs": True, "settle_up.stake": 5},
    },
    "nlcb-rounds": {"penalties.revoke_loses_game": "top_trump", "penalties.misdeal": 1, "points.game_tie": "dealer"},
    "seven-up-rounds": {"penalties.misdeal": 1, "penalties.revoke_loses_game": "any", "points.hang_jack": 3},
    "kent-1674": {"points.game": 2, "points.hang_jack": 3, "points.low_to": "winner", "penalties.misdeal": 1},
}
"""Rules of the house, as many as make the longest sheets."""
PLAIN = (
    *("kent-1674", "trinidad-tables", "lancashire-tables"),
    *(f"{game}-rounds" for game in RULE_SETS if game != "kent"),
)


LONGEST = [(format, MANY[format]) for format in ("trinidad-rounds", "auction-pitch-rounds")]
PAGES = [("a4", 1), ("letter", 1), ("a4-large", 2), ("letter-large", 2)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format", "own"), mostly_slow([*((format, {}) for format in PLAIN), *MANY.items()], quick=LONGEST)
)
@pytest.mark.parametrize(("sheet", "pages"), mostly_slow(PAGES, quick=[("a4", 1), ("a4-large", 2)]))
def test_the_rules_are_one_page_for_the_wall_and_two_in_large_print_whatever_the_club_chose(format, own, sheet, pages):
    event = event_of(format, **({"house_rules": own} if own else {}))
    assert typeset("rules", event, options=Options(sheet), now=NOW).pages <= pages


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a4", "letter"])
@pytest.mark.parametrize("format", PLAIN)
def test_one_page_of_rules_is_set_in_ten_points_or_more(format, sheet):
    html = html_of(DOCUMENTS["rules"], event_of(format), options=Options(sheet), now=NOW)
    (size,) = re.findall(r"\.sections { font-size: ([\d.]+)pt", html)
    assert float(size) >= 10


@pytest.mark.parametrize("preset", ["pitch-pairs", "setback"])
def test_where_only_pairs_play_pitch_the_sheet_speaks_of_sides_and_nobody_settles_up(preset):
    event = event_of("auction-pitch-rounds", **PRESETS[preset].settings)
    sheet = rules_sheet_of(event)
    said = " ".join([*(step.more for step in sheet.steps), *sheet.sentences, *blank_table_sheet(event).advice])
    answers = " ".join(words for mishap in mishaps_of(event) for words in mishap.answers)
    alone = ("for themselves", "the player scores", "All others", "to the player", "their score", "pays", "who makes")
    assert [words for words in alone if words in f"{said} {answers}"] == []
    assert sheet.name == blank_table_sheet(event).game == "Pitch in pairs"
    of_sides = (
        "4 players in 2 pairs, partners opposite each other, scoring together.",
        "One that makes less scores nothing and is set back: the bid is taken off its score.",
        "If both sides do in one hand, the pitcher’s side wins, even with fewer points.",
        "the player’s side scores nothing in this hand and the pitcher’s bid is taken off its score, once even",
        "A side that makes less than it bid is set back",
    )
    assert [words for words in of_sides if words not in said] == []
    html = html_of(DOCUMENTS["rules"], event, options=Options("a4"), now=NOW)
    (size,) = re.findall(r"\.sections { font-size: ([\d.]+)pt", html)
    assert (float(size) >= 10, typeset("rules", event, now=NOW).pages) == (True, 1)
    assert sheet.has_own == bool(event.house_rules)


@pytest.mark.parametrize("format", ["kent-1674", "auction-pitch-tables"])
def test_where_each_plays_for_himself_nobody_has_a_side(format):
    sheet = rules_sheet_of(event_of(format))
    said = [*(step.more for step in sheet.steps), *sheet.sentences]
    assert [words for words in said if " side" in words] == []


def test_a_game_calls_its_points_by_the_same_name_all_over_the_sheet():
    kent, pitch = rules_sheet_of(event_of("kent-1674")), rules_sheet_of(event_of("auction-pitch-tables"))
    assert [[step.word for step in sheet.steps if "Low" in step.word] for sheet in (kent, pitch)] == [
        ["Lowest"],
        ["Low"],
    ]
    assert kent.steps[0] == ScoringStep("Jack turned up", "1 point", "to the dealer, at once")


def test_at_pitch_the_words_of_its_bidding_are_explained():
    said = " ".join(rules_sheet_of(event_of("auction-pitch-tables")).sentences)
    explained = (
        "One who makes less scores nothing and is set back: the bid is taken off their score.",
        "A score below zero is “in the hole” and is written with a ring around it.",
        "A bid of 4 is a smudge: nobody can bid over it.",
        "A smudge that wins all four points scores them and wins the game; from below zero it only scores them.",
    )
    assert [words for words in explained if words not in said] == []


def test_no_one_gets_any_points_if_there_is_a_tie_for_the_total_value_nor_if_no_one_has_face_cards_aces_or_tens():
    kent, trinidad, seven_up = (
        rules_sheet_of(event_of(format)).sentences for format in ("kent-1674", "trinidad-tables", "seven-up-tables")
    )
    assert "If both have the same card value, even 0, the player who did not deal scores Game." in kent
    assert "A tie in game points, even at 0: nobody scores Game." in trinidad
    assert "A tie in card value, even at 0: nobody scores Game." in seven_up


def test_if_a_revoke_is_pointed_out_that_player_loses_1_point_from_his_score_and_nothing_else():
    costs = "the player loses 1 point, or 2 points if the Jack of trumps was in the trick."
    said = {
        format: [words for words in rules_sheet_of(event_of(format)).sentences if "still counts" in words]
        for format in ("seven-up-tables", "trinidad-tables", "auction-pitch-tables", "kent-1674")
    }
    assert said == {
        "seven-up-tables": [f"Otherwise: {costs} What the player makes in this hand still counts."],
        **{"trinidad-tables": [], "auction-pitch-tables": [], "kent-1674": []},
    }


def test_the_revoking_player_cannot_score_and_has_the_amount_of_the_bid_deducted_from_his_score():
    step = ScoringStep("Revoke", "minus the bid", "for the player, who scores nothing in this hand")
    assert rules_sheet_of(event_of("auction-pitch-tables")).steps[0] == step
    of_side = ScoringStep("Revoke", "minus the bid", "for the side, which scores nothing in this hand")
    assert rules_sheet_of(event_of("pedro-tables")).steps[0] == of_side


def test_ace_turned_up_1_point_six_turned_up_2_points_jack_turned_up_3_points():
    turned_up = {
        format: {card: points for (card, _worth), points in zip(sheet.cards, sheet.points_turned_up) if points}
        for format in ("trinidad-tables", "kent-1674", "auction-pitch-tables")
        if (sheet := rules_sheet_of(event_of(format)))
    }
    assert turned_up == {
        "trinidad-tables": {"A": 1, "J": 3, "6": 2},
        "kent-1674": {"J": 1},
        "auction-pitch-tables": {},
    }


def test_it_is_one_tagged_page_before_anybody_is_there():
    event = event_of("kent-1674")
    paper = typeset("rules", event, now=NOW)
    reader = PdfReader(BytesIO(typeset("rules", event, now=NOW).pdf))
    text = "".join(reader.pages[0].extract_text().split())  # a line may end behind a hyphen
    assert (paper.pages, paper.filename) == (1, "2026-11-21-rules.pdf")
    assert reader.root_object["/MarkInfo"]["/Marked"]
    sheet = rules_sheet_of(event)
    said = [step.word for step in sheet.steps] + [*sheet.sentences]
    said.append("A match lasts until the bell: 20 minutes.")
    assert [words for words in said if "".join(words.split()) not in text] == []


def test_on_half_a_sheet_the_rules_take_two_pages_in_larger_print_rather_than_a_few_lines_of_a_second():
    event = event_of("trinidad-tables")
    sheet = rules_sheet_of(event)
    sizes = []
    for key in ("a4", "a5"):
        page = page_of(Options(key))
        top = height_of_top(sheet, event, page, is_tight=False)
        sizes.append(find_size_of_print(sheet, page, top) * page.zoom)
    assert sizes[1] > sizes[0]


@pytest.mark.parametrize("sheet", ["a4", "letter"])
@pytest.mark.parametrize("key", RULE_SETS)
def test_the_back_of_a_sheet_has_the_rules_from_the_play_to_mistakes_in_letters_of_7_points(key, sheet):
    rules = RULE_SETS[key]
    whole = build_rules_sheet(rules, rules, ["A match lasts until the bell: 20 minutes."] * 4)
    backs = {}
    for piece in (PIECE, UPRIGHT):
        zoom = page_of_pieces(Options(sheet, 2), piece).zoom
        backs[piece] = lay_out_back(whole, piece, zoom)
        assert backs[piece].size * zoom >= READABLE
    assert (backs[UPRIGHT].sheet, backs[UPRIGHT].is_short) == (whole, False)
    kept = backs[PIECE].sheet.sections
    assert (kept, backs[PIECE].is_short) == (whole.sections[-len(kept) :], True)
    assert len(kept) >= 2 if rules.taken is None else kept  # what their cards are worth takes more room or less
    assert backs[PIECE].sheet.steps == whole.steps


@pytest.mark.parametrize("key", RULE_SETS)
def test_on_the_back_of_two_table_sheets_to_an_a5_what_counts_can_be_read_and_mistakes_are_below(key):
    rules = RULE_SETS[key]
    whole = build_rules_sheet(rules, rules, ["A match lasts until the bell: 20 minutes."] * 4)
    zoom = page_of_pieces(Options("a5", 2), UPRIGHT).zoom
    back = lay_out_back(whole, UPRIGHT, zoom)
    assert round(SMALLEST * zoom * back.scale, 3) >= LEGIBLE
    assert back.size * zoom * back.scale >= READABLE
    assert back.sheet.sections == whole.sections[-len(back.sheet.sections) :] != []


def lines_of(page: PageObject) -> dict[int, str]:
    """Returns what stands on each line, by its height on the page, whether it was printed in one layer or in two."""
    found: list[tuple[int, float, str]] = []

    def visit(text: str, _matrix: list[float], line: list[float], *_font: object) -> None:
        found.append((round(line[5]), line[4], "".join(text.split())))

    page.extract_text(visitor_text=visit)
    heights = sorted({height for height, _left, text in found if text})
    return {at: "".join(text for height, _left, text in sorted(found) if height == at) for at in heights}


@pytest.mark.parametrize(
    ("document", "pages"), mostly_slow([("score-sheets", 3), ("table-sheets", 5)], quick=[("score-sheets", 3)])
)
def test_every_sheet_has_the_rules_on_its_back_if_they_are_asked_for(document, pages):
    form = PaperForm({"sides": "both"}, DOCUMENTS[document], usual_sheet="a4")
    event = evening(names_of(5))
    pdf = typeset(document, event, 1, options=form.options, now=NOW).pdf
    fronts = typeset(document, event, 1, options=Options(), now=NOW).pdf
    printed, alone = PdfReader(BytesIO(pdf)).pages, PdfReader(BytesIO(fronts)).pages
    texts = [page.extract_text() for page in printed]
    assert (len(texts), [*map(lines_of, printed[::2])]) == (2 * pages, [*map(lines_of, alone)])
    assert [back.count("All Fours, Kent 1674") for back in texts[1::2]] == [2] * pages
    assert len(set(texts[1::2])) == 1
    assert Pdf.open(BytesIO(pdf)).Root.ViewerPreferences.get("/Duplex") == "/DuplexFlipLongEdge"
    assert structure_faults_of(pdf) == []


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a4", "a5", "letter-large"])
@pytest.mark.parametrize("pieces", [1, 2, 4])
def test_no_rule_on_the_back_is_cut_off(sheet, pieces):
    options = Options(sheet, pieces, both_sides=True)
    for document in ("score-sheets", "table-sheets"):
        job = order_of(DOCUMENTS[document], evening(names_of(3)), 1, options=options, now=NOW).job
        assert [said for part in job.parts for said in faults_of(part, job.emblem)] == []


@pytest.mark.parametrize(("sheet", "least"), [("a4", 13), ("letter", 13), ("a5", 11)])
def test_what_happens_if_something_goes_wrong_fills_one_page(sheet, least):
    event = evening(names_of(4))
    size = size_of_answers(mishaps_of(event), page_of(Options(sheet)))
    job = order_of(DOCUMENTS["what-if"], event, options=Options(sheet), now=NOW).job
    assert size >= least
    assert [len(pages_of(part, job.emblem)) for part in job.parts] == [1]
    assert [faults_of(part, job.emblem) for part in job.parts] == [[]]


def test_many_answers_go_on_overleaf_in_letters_of_the_usual_size():
    mishaps = mishaps_of(evening(names_of(4)))
    assert size_of_answers([*mishaps] * 4, page_of(Options("a5"))) == USUAL
