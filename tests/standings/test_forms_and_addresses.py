"""The forms of the ranking, of cuts and of play-offs, and where the standings page leads to."""

import re

import pytest
from django.http import QueryDict
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import Evening, by_lot
from tests.round_evenings import out, rule_all
from tournament.event.services.events import lock_event
from tournament.models import Cut, Event, PlayOff
from tournament.ranking import CRITERIA
from tournament.standings.forms.cuts import CutForm, PlayOffForm
from tournament.standings.forms.ranking import RankingForm
from tournament.standings.queries.cuts import final_ties, play_offs_of
from tournament.standings.queries.standings import standings_of


@pytest.fixture
def pairs(rounds_of) -> Evening:
    return rounds_of(4, plan=[["round-robin", 3]])


def asked(event: Event, **marks: object) -> RankingForm:
    order = RankingForm(event, None, fixed={}).order
    data = {f"place_{place}": key for place, key in enumerate(order)} | marks
    form = RankingForm(event, data, fixed={})
    form.is_valid()
    return form


def test_the_ranking_form_shows_the_order_that_counts_with_room_for_more(pairs):
    form = RankingForm(pairs.event, None, fixed={})
    order = form.order
    assert [form.initial[field.name] for field in form.places] == [*order, *[""] * (len(form.places) - len(order))]
    assert len(form.places) == max(6, len(order))
    assert [str(field.label) for field in form.places][:3] == ["1. First", "2. Then, if tied", "3. Then, if tied"]
    first, second = form.places[0].field, form.places[1].field
    assert (first.required, second.required) == (True, False)
    assert ("", "no further tie-break") in second.choices and ("", "no further tie-break") not in first.choices
    labels = [str(label) for _key, label in first.choices]
    assert labels == sorted(labels) and "Hang jacks" in labels
    assert form.order_in_words == [(CRITERIA[key].label, CRITERIA[key].explanation) for key in order]


def test_the_usual_order_is_stored_as_none_and_another_as_it_is(pairs):
    usual = asked(pairs.event)
    assert usual.settings() == {"criteria": [], "credits": {}}
    other = asked(pairs.event, place_0="points_for", place_1="play_off", **{f"place_{n}": "" for n in range(2, 6)})
    assert other.settings()["criteria"] == ["points_for", "play_off"]


def test_a_criterion_twice_is_refused_at_the_second(pairs):
    form = asked(pairs.event, place_0="points_for", place_1="points_for")
    assert dict(form.errors) == {"place_1": ["It is already used above."]}


OPEN = {"left_open": "own_average"}


@pytest.mark.parametrize(
    ("marks", "stored"),
    [
        ({"rest": "nothing"}, {"rest": {"kind": "nothing"}}),
        ({"rest": "win", "rest_games": 2}, {"rest": {"kind": "win", **OPEN, "games": 2}}),
        (
            {"absent": "fixed", "absent_points": 0},
            {"absent": {"kind": "fixed", **OPEN, "result": "lost", "points": 0}},
        ),
        ({"walk_over": "fixed"}, {"walk_over": {"kind": "fixed", **OPEN, "result": "won"}}),
        ({"walk_over": "win"}, {"walk_over": {"kind": "win", **OPEN}}),
        ({"rest": "own_average", "rest_points": 9}, {"rest": {"kind": "own_average"}}),
        (
            {"rest": "nothing", "walk_over": "nothing"},
            {"rest": {"kind": "nothing"}, "walk_over": {"kind": "nothing", "result": "won"}},
        ),
    ],
)
def test_what_an_unplayed_match_counts_is_stored_by_its_case(pairs, marks, stored):
    assert asked(pairs.event, **marks).settings()["credits"] == stored


def test_a_credit_keeps_what_the_form_does_not_ask_as_long_as_its_kind_stays(pairs):
    Event.objects.update(credits={"rest": {"kind": "win", "rounded_down": True, "games": 18}})
    event = Event.objects.get()
    form = RankingForm(event, None, fixed={})
    assert [case.kind.name for case in form.cases] == ["rest", "walk_over", "absent", "abandoned", "shared"]
    assert (form.initial["rest"], form.initial["rest_games"], form.initial["rest_points"]) == ("win", 18, None)
    kept = asked(event, rest="win", rest_games=12).settings()["credits"]
    assert kept == {"rest": {"kind": "win", "rounded_down": True, "games": 12}}
    emptied = asked(event, rest="win", rest_games="").settings()["credits"]
    assert emptied == {"rest": {"kind": "win", "rounded_down": True}}
    assert asked(event, rest="nothing").settings()["credits"] == {"rest": {"kind": "nothing"}}
    parts = {case.kind.name: "missing_part" in dict(case.kind.field.choices) for case in form.cases}
    assert parts == {"rest": False, "walk_over": False, "absent": False, "abandoned": False, "shared": True}


def test_a_ranking_that_play_has_fixed_is_shown_and_not_asked(pairs):
    form = RankingForm(pairs.event, {}, fixed={"criteria": "A round is on."})
    assert (form.why, list(form.fields), list(form.cases)) == ("A round is on.", [], [])
    assert form.is_valid() and form.settings() == {}


FOR_ALL = {
    *("all_fours", "best_round", "cut", "head_to_head", "match_points", "matches_won", "opponents_strength"),
    *("play_off", "point_difference", "points_against", "points_for"),
}
OF_GAMES = {"game_difference", "games_between", "games_lost", "games_won"}


@pytest.mark.parametrize(
    ("settings", "offered"),
    [
        (
            {"format": "trinidad-rounds"},
            {*FOR_ALL, *OF_GAMES, "hang_jacks_for", "hang_jacks_against", "hang_jack_difference"},
        ),
        # A game without hang jacks offers them only while they are in the order, as what only Pitch counts.
        ({"format": "seven-up-rounds", "criteria": ["hang_jacks_for"]}, {*FOR_ALL, *OF_GAMES, "hang_jacks_for"}),
        ({"format": "seven-up-rounds"}, {*FOR_ALL, *OF_GAMES}),
        ({"format": "auction-pitch-rounds", "enters": "players"}, {*FOR_ALL, *OF_GAMES, "settlement"}),
        ({"format": "smear-rounds"}, {*FOR_ALL, *OF_GAMES} - {"all_fours"}),
        ({"format": "kent-1674"}, {*FOR_ALL, "points_between", "total"}),
    ],
)
def test_the_ranking_form_offers_what_the_game_counts_and_what_ranks_already(evening_of, settings, offered):
    form = RankingForm(evening_of(0, **settings).event, None, fixed={})
    of_places = [[key for key, _label in place.field.choices] for place in form.places]
    assert (set(of_places[0]), len(of_places[0])) == (offered, len(offered))
    assert of_places[1:] == [["", *of_places[0]]] * 5


def test_the_ranking_form_has_a_place_for_each_criterion_of_a_longer_order(pairs):
    order = ["matches_won", "games_won", "points_for", "points_against", "cut", "play_off", "all_fours"]
    Event.objects.update(criteria=order)
    event = Event.objects.get()
    form = RankingForm(event, None, fixed={})
    assert [form.initial[field.name] for field in form.places] == order
    assert asked(event).settings()["criteria"] == order
    assert [str(field.label) for field in form.places][-1] == "7. Then, if tied"


def test_the_ranking_form_asks_for_each_case_what_it_counts_and_for_figures_from_0_to_999(pairs):
    form = RankingForm(pairs.event, None, fixed={})
    kinds = ["", "nothing", "own_average", "winners_average", "win", "fixed"]
    average = "Default: the average of the matches played."
    so_far = "Default: the score so far."
    assert [
        (case.kind.name, [key for key, _label in case.kind.field.choices], case.kind.help_text) for case in form.cases
    ] == [
        ("rest", kinds, average),
        ("walk_over", kinds, "Default: a match won, with the average of the matches played."),
        ("absent", kinds, "Default: a match lost, with nothing."),
        ("abandoned", kinds, so_far),
        ("shared", [*kinds, "missing_part"], so_far),
    ]
    assert [[figure.name for figure in case.figures] for case in form.cases] == [
        [f"{case}_points", f"{case}_games"] for case in ("rest", "walk_over", "absent", "abandoned", "shared")
    ]
    for figure, wrong in (("-1", True), ("0", False), ("999", False), ("1000", True)):
        sent = asked(pairs.event, shared="fixed", shared_points=figure, abandoned="win", abandoned_games=figure)
        assert sorted(sent.errors) == (["abandoned_games", "shared_points"] if wrong else [])
    stored = {"kind": "fixed", "left_open": "own_average", "points": 999}
    sent = asked(pairs.event, shared="fixed", shared_points="999", abandoned="winners_average")
    assert sent.settings()["credits"] == {"abandoned": {"kind": "winners_average"}, "shared": stored}


def test_an_order_needs_a_first_criterion_and_closes_up_over_a_place_left_open(pairs):
    assert dict(asked(pairs.event, place_0="").errors) == {"place_0": ["This field is required."]}
    gaps = {f"place_{place}": "" for place in range(1, 6)} | {"place_3": "cut"}
    assert asked(pairs.event, **gaps).settings()["criteria"] == ["match_points", "cut"]


def test_a_fixed_ranking_is_shown_in_the_order_that_counts_with_a_bracket_first(rounds_of):
    evening = rounds_of(8, plan=[["groups-4", 3, 0], ["knock-out", 0, 2]], criteria=["points_for", "cut"])
    form = RankingForm(evening.event, None, fixed={"criteria": "A round is on."})
    assert form.order == ["points_for", "cut"]
    first, *others = form.order_in_words
    assert others == [(CRITERIA[key].label, CRITERIA[key].explanation) for key in ("points_for", "cut")]
    assert first[0] not in {label for label, _explanation in others}


def test_the_ranking_page_saves_the_order_and_leads_to_the_settings_where_no_round_is_planned(pairs):
    client, page = signed_in(pairs, "director"), reverse("ranking", args=[pairs.event.pk])
    form = client.get(page).context["form"]
    sent = {field.html_name: "" for field in form} | {"place_0": "points_for", "place_1": "points_for"}
    assert client.post(page, sent).status_code == 422
    saved = client.post(page, sent | {"place_1": "cut"}, follow=True)
    assert saved.redirect_chain == [(reverse("event", args=[pairs.event.pk]), 302)]
    assert list(map(str, saved.context["messages"])) == ["Saved."]
    assert Event.objects.get().criteria == ["points_for", "cut"]
    Event.objects.update(format="kent-1674", plan=[])
    assert client.get(page)["Location"] == reverse("settings_of_event", args=[pairs.event.pk])


def tied(pairs: Evening) -> list:
    out(pairs, 1)
    rule_all(pairs, 1)
    return list(final_ties(standings_of(pairs.event)))


def test_a_cut_is_asked_of_everybody_in_a_tie_or_of_nobody(pairs):
    winners, losers = tied(pairs)
    first, second = winners.entries

    def cut(**cards: str) -> CutForm:
        data = QueryDict(mutable=True)
        data.update(cards)
        return CutForm([winners, losers], data)

    half = cut(**{f"card_{first}": "A"})
    assert dict(half.errors) == {f"card_{second}": ["Choose a card for everybody who is tied."]}
    assert cut().errors["__all__"] == ["Pick the card that each of them cut."]
    whole = cut(**{f"card_{first}": "T", f"card_{second}": "3"})
    assert whole.is_valid() and whole.cards() == {first: ["T"], second: ["3"]}
    assert [[field.name for field in fields] for _tie, fields in whole.groups()] == [
        [f"card_{entry}" for entry in tie.entries] for tie in (winners, losers)
    ]
    labels = [str(label) for _card, label in whole.fields[f"card_{first}"].choices]
    assert labels == ["no card yet", "3", "2", "Ace", "King", "Queen", "Jack", "10", *"987654"]


@pytest.mark.parametrize(
    ("places", "errors"),
    [
        (("1", "2"), []),
        (("2", "1"), []),
        (("1", ""), [1]),
        (("1", "1"), [0]),
        (("2", "2"), [0, 1]),
        (("", ""), [None]),
    ],
)
def test_places_of_a_play_off_go_1_2_3_and_somebody_is_ahead(pairs, places, errors):
    winners, losers = tied(pairs)
    data = QueryDict(mutable=True)
    data.update({f"place_{entry}": place for entry, place in zip(winners.entries, places)})
    form = PlayOffForm([winners, losers], data)
    at = [f"place_{winners.entries[place]}" if place is not None else "__all__" for place in errors]
    assert sorted(form.errors) == sorted(at)
    if not errors:
        by_place = [entry for _place, entry in sorted(zip(places, winners.entries))]
        assert form.orders() == [[[entry] for entry in by_place]]


def test_a_tie_across_two_places_and_what_was_played_off_are_read_back(pairs):
    Event.objects.update(criteria=["match_points", "play_off"])
    winners, _losers = tied(pairs)
    stage = pairs.hour(1)
    assert play_offs_of(Event.objects.get()) == ()
    PlayOff.objects.create(stage=stage, order=[list(winners.entries)], kept_at=pairs.now)
    (kept,) = play_offs_of(Event.objects.get())
    assert [place for place, _name in kept.places] == ["1=", "1="]
    PlayOff.objects.update(order=[[winners.entries[1]], [winners.entries[0]]])
    (kept,) = play_offs_of(Event.objects.get())
    names = {placing.record.entry: placing.record.name for placing in winners.placings}
    assert kept.places == (("1", names[winners.entries[1]]), ("2", names[winners.entries[0]]))


def to_pdf(evening: Evening, query: str = "") -> str:
    page = signed_in(evening, "director").get(reverse("standings", args=[evening.event.pk]) + query).content.decode()
    (found,) = set(re.findall(rf'href="(/e/{evening.event.pk}/paper/[^"]*standings[^"]*)"', page))
    return found.partition("/paper/")[2]


def test_print_offers_the_first_hour_until_the_second_and_then_the_whole_evening(evening_of):
    evening = evening_of(8)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    assert to_pdf(evening) == to_pdf(evening, "?hour=1") == "hour-standings.pdf?hour=1"
    evening.second()
    evening.play_rounds(2)
    evening.hand_in(2, by_lot)
    assert (to_pdf(evening), to_pdf(evening, "?hour=1")) == ("final-standings.pdf", "hour-standings.pdf?hour=1")


def test_print_offers_the_round_reached_and_after_the_last_the_final_standings(pairs):
    for number in (1, 2):
        out(pairs, number)
        rule_all(pairs, number)
        assert to_pdf(pairs) == f"round-standings.pdf?hour={number}"
    out(pairs, 3)
    rule_all(pairs, 3)
    assert to_pdf(pairs) == "final-standings.pdf"
    lock_event(Event.objects.get(), by=pairs.director, now=pairs.now)
    assert to_pdf(pairs) == "final-standings.pdf"


def test_a_tie_leads_the_director_to_what_breaks_it_while_the_evening_is_open(pairs):
    tied(pairs)
    address = reverse("standings", args=[pairs.event.pk])

    def shown(role: str, order: list[str]) -> list[str]:
        Event.objects.update(criteria=order, revision=Event.objects.get().revision + 1)
        page = signed_in(pairs, role).get(address).content.decode()
        return re.findall(r">(Tied: [^<]*|Play-off)<", page)

    cut, play_off = ["match_points", "cut"], ["match_points", "play_off"]
    assert shown("director", cut) == ["Tied: cut the cards"]
    assert shown("director", play_off) == ["Tied: play off"]
    assert shown("director", [*play_off, "cut"]) == ["Tied: play off, or cut the cards"]
    assert shown("director", ["match_points"]) == shown("scorer", cut) == []
    for query in ("?of=players", "?hour=1"):
        assert "Tied:" not in signed_in(pairs, "director").get(address + query).content.decode()
    lock_event(Event.objects.get(), by=pairs.director, now=pairs.now)
    assert shown("director", cut) == []


def test_a_cut_pressed_on_the_page_is_stored_for_the_round(pairs):
    Event.objects.update(criteria=["match_points", "cut"])
    winners, _losers = tied(pairs)
    first, second = winners.entries
    client = signed_in(pairs, "director")
    cards = {f"card_{first}": "4", f"card_{second}": "3"}
    answer = client.post(reverse("final_cut", args=[pairs.event.pk]), cards, follow=True)
    assert answer.redirect_chain == [(reverse("standings", args=[pairs.event.pk]), 302)]
    assert list(map(str, answer.context["messages"])) == ["The cut is saved."]
    assert sorted(Cut.objects.values_list("stage__number", "cards")) == [(1, ["3"]), (1, ["4"])]
    lines = standings_of(Event.objects.get()).lines
    assert [(line.placing.shown, line.record.entry) for line in lines[:2]] == [("1", second), ("2", first)]
    assert client.post(reverse("final_cut", args=[pairs.event.pk]), {}).status_code == 422
