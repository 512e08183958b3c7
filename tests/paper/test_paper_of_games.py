"""Slips: the result of a match keyed from one paper, what is refused or asked back, and what one press agrees."""

from collections.abc import Callable
from random import Random

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.event.test_table_evenings import play_match
from tests.phone.test_table import Phone
from tests.round_evenings import out
from tournament.event.services.events import lock_event
from tournament.foundation.errors import ImpossibleResult, MatchCalledOff, NothingToAgree
from tournament.matches.queries.match_on_board import match_on_board
from tournament.matches.queries.matches import sides_of
from tournament.matches.queries.rescoring import differences_in
from tournament.models import LogEntry, Match, SheetLine, State
from tournament.results.queries.boards import board_of
from tournament.results.queries.sheets import sheets_of
from tournament.results.services.decisions import agree_matches, call_off, take_back_agreement
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.results.services.slips import SlipLine, enter_slip
from tournament.standings.queries.standings import standings_of

evening_of = evenings.evening_of


@pytest.fixture
def evening(evening_of: Callable[..., Evening]) -> Evening:
    """Two pairs at one table, playing the best of three."""
    return evening_of(4, format="trinidad-tables").begun()


@pytest.fixture
def single(evening_of: Callable[..., Evening]) -> Evening:
    """Two pairs at one table, playing a single game."""
    return evening_of(4, format="trinidad-tables", length_kind="single").begun()


@pytest.fixture
def thirteen(rounds_of) -> Evening:
    """The first round of thirteen pairs, each with one single game but for one that has a bye."""
    evening = rounds_of(13, plan=[["round-robin", 13]], length_kind="single")
    out(evening, 1)
    return evening


def slip_page(match: Match, name: str = "slip") -> str:
    return reverse(name, args=[match.table.stage.event_id, match.pk])


def key(
    evening: Evening, *, match: Match | None = None, page: str = "slip", who: str = "scorer", **boxes: object
) -> HttpResponse:
    return signed_in(evening, who).post(slip_page(match or evening.matches(1)[0], page), {"asked": ""} | boxes)


def told(answer: HttpResponse) -> dict[str, list[str]]:
    """What a slip that was not kept says beside its boxes."""
    assert answer.status_code == 422
    return {box: list(errors) for box, errors in answer.context["form"].errors.items()}


def key_and_confirm(evening: Evening, **boxes: object) -> HttpResponse:
    """Key a doubtful slip, and once more as it was asked back."""
    asked = key(evening, **boxes)
    assert asked.context["form"].is_asking
    return key(evening, **boxes, asked=asked.context["form"]["asked"].value())


def stored(match: Match | None = None) -> tuple[object, ...]:
    match = Match.objects.get(pk=match.pk) if match else Match.objects.get()
    return (match.state, *((side.games, side.points) for side in sides_of(match)))


def names_of(evening: Evening) -> list[str]:
    return [side.name for side in sides_of(evening.matches(1)[0])]


def test_one_slip_of_a_single_game_is_a_whole_report_and_the_points_tell_who_won(single):
    assert key(single, points_1=14, points_2=9).status_code == 302
    assert stored() == (State.ENTERED, (1, 14), (0, 9))
    assert differences_in(single.event) == []


def test_one_slip_of_several_games_is_a_whole_report(evening):
    assert key(evening, games_1=2, games_2=1, points_1=33, points_2=30, hang_jacks_2=1).status_code == 302
    assert stored() == (State.ENTERED, (2, 33), (1, 30))
    assert [side.hang_jacks for side in sides_of(Match.objects.get())] == [None, 1]


def test_nothing_is_waited_for_once_a_slip_is_in(single):
    key(single, points_1=14, points_2=9)
    board = board_of(single.hour(1))
    assert (board.awaited_lines, board.missing, [each.match.pk for each in board.to_agree]) == (
        (),
        (),
        [Match.objects.get().pk],
    )


def test_the_slips_of_a_night_are_keyed_once_each_and_agreed_with_one_press(thirteen):
    scorer, director, event = signed_in(thirteen), signed_in(thirteen, "director"), thirteen.event
    page = reverse("slips", args=[event.pk])
    at = scorer.get(page).context["next"].pk
    answer = HttpResponse()
    for _match in thirteen.matches(1):
        answer = scorer.post(slip_page(Match.objects.get(pk=at)), {"points_1": 14, "points_2": 9, "asked": ""})
        at = next((each.match.pk for each in board_of(thirteen.hour(1)).awaited_lines), None)
    assert (at, answer.url) == (None, f"{page}?hour=1")
    assert (
        "Agree 6 slips" in scorer.get(page).content.decode(),
        "All 6 results are in" in scorer.get(page).content.decode(),
    ) == (False, True)
    assert "Agree 6 slips" in director.get(page).content.decode()
    assert "Agree 6 slips" in director.get(reverse("results", args=[event.pk])).content.decode()
    seen = ",".join(str(match.pk) for match in thirteen.matches(1))
    assert scorer.post(reverse("agree", args=[event.pk]), {"seen": seen}).status_code == 403
    assert director.post(reverse("agree", args=[event.pk]), {"seen": seen}).url == f"/e/{event.pk}/"
    assert {match.state for match in thirteen.matches(1)} == {State.AGREED}
    lines = standings_of(event).lines
    assert [line.record.played for line in lines].count(1) == 12
    assert standings_of(event).open_matches == 0


def test_the_director_is_led_from_the_slips_to_agreeing_them(thirteen):
    for match in thirteen.matches(1):
        enter_slip(match, [SlipLine(14, 1), SlipLine(9, 0)], by=thirteen.scorer, now=thirteen.now)
    step = signed_in(thirteen, "director").get(f"/e/{thirteen.event.pk}/").context["step"]
    assert step.label == "Agree 6 remaining results"


def test_agreeing_all_slips_is_taken_back_with_one_press(thirteen):
    matches = thirteen.matches(1)
    for match in matches:
        enter_slip(match, [SlipLine(14, 1), SlipLine(9, 0)], by=thirteen.scorer, now=thirteen.now)
    agree_matches(matches, event=thirteen.event, by=thirteen.director, now=thirteen.now)
    take_back_agreement(thirteen.event, [match.pk for match in matches], by=thirteen.director, now=thirteen.now)
    assert {match.state for match in thirteen.matches(1)} == {State.ENTERED}


def test_two_winners_of_a_single_game_cannot_be_keyed(single):
    first, second = names_of(single)
    assert told(key(single, points_1=14, points_2=14)) == {
        "winner": ["Choose who won: the points do not decide it. A game goes to 14."]
    }
    assert told(key(single, points_1=14, points_2=14, winner=1)) == {
        "points_2": [f"{second} cannot have lost with 14 points: the first to reach 14 wins."]
    }
    assert told(key(single, points_1=14, points_2=9, winner=2)) == {
        "points_1": [f"{first} cannot have lost with 14 points: the first to reach 14 wins."]
    }
    assert SheetLine.objects.count() == 0


@pytest.mark.parametrize(
    ("games", "box", "sentence"),
    [
        ((3, 0), "games_1", "{0} cannot have won 3: the match is “Best of 3 games”."),
        ((2, 2), "games_2", "4 games in all are impossible: the match is “Best of 3 games”."),
    ],
)
def test_games_that_the_match_cannot_have_are_refused_beside_their_box(evening, games, box, sentence):
    answer = key(evening, games_1=games[0], games_2=games[1])
    assert told(answer) == {box: [sentence.format(*names_of(evening))]}
    assert not answer.context["form"].is_asking
    assert stored()[0] == State.WAITING


def test_games_that_the_match_cannot_have_are_refused_whoever_calls(single):
    with pytest.raises(ImpossibleResult, match="cannot have won 2"):
        enter_slip(single.matches(1)[0], [SlipLine(33, 2), SlipLine(30, 1)], by=single.scorer, now=single.now)


def test_a_winner_below_the_target_is_asked_back_and_then_agreed_only_by_itself(single):
    name = names_of(single)[0]
    boxes = {"points_1": 12, "points_2": 9, "winner": 1}
    sentence = f"{name} won with 12 points, but a game goes to 14."
    assert told(key(single, **boxes)) == {"points_1": [sentence]}
    assert key_and_confirm(single, **boxes).status_code == 302
    assert stored() == (State.ENTERED, (1, 12), (0, 9))
    director, match = signed_in(single, "director"), Match.objects.get()
    with pytest.raises(NothingToAgree):
        agree_matches([match], event=single.event, by=single.director, now=single.now)
    assert director.get(f"/e/{single.event.pk}/").context["step"].label == "Decide on 1 doubtful result"
    page = director.get(reverse("results", args=[single.event.pk])).content.decode()
    assert (sentence in page, "Agree result anyway" in page, "Agree 1 slip" in page) == (True, True, False)
    director.post(reverse("agree", args=[single.event.pk]), {"match": match.pk})
    assert stored() == (State.AGREED, (1, 12), (0, 9))


def test_other_values_than_those_asked_about_are_asked_about_again(single):
    boxes = {"points_1": 12, "points_2": 9, "winner": 1}
    asked = key(single, **boxes).context["form"]["asked"].value()
    assert key(single, **boxes | {"points_2": 8}, asked=asked).status_code == 422


def test_a_game_that_nobody_finished_is_asked_back_and_then_agreed_with_the_others(single):
    boxes = {"points_1": 10, "points_2": 9, "winner": 0}
    assert told(key(single, **boxes)) == {"winner": ["Nobody won the game. Is it unfinished?"]}
    key_and_confirm(single, **boxes)
    assert stored() == (State.ENTERED, (0, 10), (0, 9))
    assert len(board_of(single.hour(1)).to_agree) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("length", "number", "unlikely", "impossible"),
    [("best_of", 3, (1, 1), (2, 2)), ("race", 5, (4, 3), (5, 5)), ("games", 7, (3, 3), (4, 4))],
)
def test_every_length_of_match_has_its_own_limits(evening_of, length, number, unlikely, impossible):
    evening = evening_of(4, format="trinidad-tables", length_kind=length, length_number=number).begun()
    assert not key(evening, games_1=impossible[0], games_2=impossible[1]).context["form"].is_asking
    assert key(evening, games_1=unlikely[0], games_2=unlikely[1]).context["form"].is_asking
    assert key_and_confirm(evening, games_1=unlikely[0], games_2=unlikely[1]).status_code == 302
    assert len(board_of(evening.hour(1)).to_agree) == 1


def test_until_the_bell_any_games_are_taken(evening_of):
    evening = evening_of(4, format="trinidad-tables", length_kind="timed").begun()
    assert key(evening, games_1=5, games_2=5, points_1=130, points_2=128).status_code == 302
    assert stored() == (State.ENTERED, (5, 130), (5, 128))


def test_a_second_slip_that_says_the_same_agrees_the_match(evening):
    boxes = {"games_1": 2, "games_2": 1, "points_1": 33, "points_2": 30}
    key(evening, **boxes)
    match = Match.objects.get()
    assert "Handed in" in signed_in(evening).get(slip_page(match)).content.decode()
    page = signed_in(evening).get(slip_page(match, "second_slip"))
    assert [box.value() for row in page.context["form"].rows() for box in row.boxes] == [None] * 6
    assert "version slip" not in page.content.decode()
    key(evening, page="second_slip", **boxes)
    match.refresh_from_db()
    assert (stored(), match.cross_checked) == ((State.AGREED, (2, 33), (1, 30)), True)
    assert differences_in(evening.event) == []


def test_a_second_slip_that_says_otherwise_is_asked_back_and_then_in_dispute_with_both_shown(evening):
    key(evening, games_1=2, games_2=1)
    boxes = {"page": "second_slip", "games_1": 1, "games_2": 2}
    look = "Check both. “Save as it is” keeps both, and the director decides."
    assert told(key(evening, **boxes)) == {
        "games_1": [f"1 here, 2 in the first slip. {look}"],
        "games_2": [f"2 here, 1 in the first slip. {look}"],
    }
    key_and_confirm(evening, **boxes)
    assert stored()[0] == State.DISPUTED
    (shown,) = board_of(evening.hour(1)).disputes
    assert [(version.label, version.games) for version in shown.current] == [("Slip", (2, 1)), ("Second slip", (1, 2))]
    page = signed_in(evening, "director").get(reverse("ruling", args=[evening.event.pk, shown.match.pk]))
    assert "Fill in from the second slip" in page.content.decode()


def test_a_second_slip_with_nothing_in_common_checks_nothing(evening):
    key(evening, games_1=2, games_2=1)
    enter_slip(Match.objects.get(), [SlipLine(33), SlipLine(30)], slip=2, by=evening.scorer, now=evening.now)
    assert stored() == (State.ENTERED, (2, 33), (1, 30))


def test_there_is_no_second_slip_before_the_first(evening):
    match = evening.matches(1)[0]
    assert key(evening, page="second_slip", games_1=2, games_2=1).url == reverse(
        "match", args=[evening.event.pk, match.pk]
    )
    assert SheetLine.objects.count() == 0


def test_a_slip_and_the_hands_check_each_other(evening_of):
    evening = evening_of(4, format="trinidad-tables", length_kind="single").playing()
    match = evening.matches(1)[0]
    play_match(evening, match, Random(1))
    (own, other) = [(side.games, side.points) for side in sides_of(Match.objects.get())]
    boxes = {"points_1": own[1], "points_2": other[1], "winner": 1 if own[0] else 2}
    assert key(evening, **boxes).status_code == 302
    assert stored() == (State.AGREED, own, other)


def test_whoever_keyed_a_slip_mends_it_and_somebody_else_is_asked_first(single):
    key(single, points_1=14, points_2=9)
    assert key(single, points_1=14, points_2=8).status_code == 302
    assert stored() == (State.ENTERED, (1, 14), (0, 8))
    assert SheetLine.objects.filter(superseded_at=None).count() == 2
    asked = key(single, points_1=14, points_2=7, who="director")
    assert told(asked) == {
        "points_1": ["Somebody else keyed in this slip. “Save as it is” keeps both; then rule which one counts."]
    }


def test_a_slip_keyed_at_the_wrong_table_is_deleted_and_waited_for_again(thirteen):
    first, second, *_others = thirteen.matches(1)
    key(thirteen, match=second, points_1=14, points_2=9)
    assert "Delete slip" in signed_in(thirteen).get(slip_page(second)).content.decode()
    assert key(thirteen, match=second, delete=1).url == slip_page(second)
    assert (stored(second), differences_in(thirteen.event)) == ((State.WAITING, (None, None), (None, None)), [])
    board = board_of(thirteen.hour(1))
    assert len(board.awaited_lines) == 6
    shown = match_on_board(thirteen.event, second.pk)
    assert shown
    assert [(version.label, version.points) for version in shown.earlier] == [("Slip", (14, 9))]
    assert "Deleted the slip of" in signed_in(thirteen, "director").get(f"/e/{thirteen.event.pk}/log/").content.decode()
    key(thirteen, match=first, points_1=14, points_2=9)
    agree_matches([first], event=thirteen.event, by=thirteen.director, now=thirteen.now)
    assert key(thirteen, match=first, delete=1).status_code == 409
    assert stored(first)[0] == State.AGREED


def test_deleting_the_second_slip_leaves_the_first(evening):
    key(evening, games_1=2, games_2=1)
    enter_slip(Match.objects.get(), [SlipLine(33), SlipLine(30)], slip=2, by=evening.scorer, now=evening.now)
    assert key(evening, delete=1).status_code == 409
    key(evening, page="second_slip", delete=1)
    assert stored() == (State.ENTERED, (2, None), (1, None))


def test_after_a_slip_comes_the_next_table_that_no_phone_records(thirteen):
    first, second, third, *_others = thirteen.matches(1)
    Phone(second).send()
    assert key(thirteen, match=first, points_1=14, points_2=9).url == slip_page(third)


def test_the_same_slip_again_changes_nothing(single):
    for _again in range(2):
        key(single, points_1=14, points_2=9)
    assert (SheetLine.objects.count(), LogEntry.objects.filter(action="enter_slip").count()) == (2, 1)


def test_an_agreed_slip_is_changed_only_after_a_question_and_goes_to_the_director(single):
    key(single, points_1=14, points_2=9)
    agree_matches(single.matches(1), event=single.event, by=single.director, now=single.now)
    asked = key(single, points_1=14, points_2=8)
    assert told(asked) == {"points_1": ["This result is agreed. “Save as it is” keeps both, and the director decides."]}
    key_and_confirm(single, points_1=14, points_2=8)
    assert stored()[0] == State.DISPUTED


def test_an_empty_slip_is_refused_in_words(evening):
    answer = key(evening)
    assert answer.context["form"].non_field_errors() == ["The slip is empty. Key in the result of every side."]


def test_a_slip_without_the_games_of_one_side_asks_for_them(evening):
    assert told(key(evening, games_1=2)) == {"games_2": ["Key in the games won; 0 for none."]}


def test_a_single_game_without_points_is_asked_back_once(single):
    missing = "No points keyed in. “Save as it is” leaves them unknown."
    assert told(key(single, winner=2)) == {"points_1": [missing], "points_2": [missing]}
    key_and_confirm(single, winner=2)
    assert stored() == (State.ENTERED, (0, None), (1, None))


def test_a_slip_that_knows_only_the_games_leaves_the_points_unknown(evening):
    assert key(evening, games_1=2, games_2=1, hang_jacks_1=1).status_code == 302
    assert stored() == (State.ENTERED, (2, None), (1, None))
    agree_matches(evening.matches(1), event=evening.event, by=evening.director, now=evening.now)
    assert stored() == (State.AGREED, (2, None), (1, None))
    lines = standings_of(evening.event).lines
    assert [(line.record.games, line.hour(1).reported_total) for line in lines] == [(2, None)] * 2 + [(1, None)] * 2
    assert differences_in(evening.event) == []


def test_points_that_nobody_knows_are_a_dash(evening):
    key(evening, games_1=2, games_2=1)
    client, event = signed_in(evening, "director"), evening.event.pk
    pages = [client.get(reverse(name, args=[event])).content.decode() for name in ("slips", "results", "standings")]
    assert ["2<small> · –</small>" in page for page in pages[:2]] == [True, True]
    assert ["A score like 2 · 28 is 2 games won and 28 points." in page for page in pages] == [True, True, False]
    assert ["None<" in page for page in pages] == [False, False, False]


def test_hang_jacks_that_are_worth_more_than_was_won_are_asked_back(single):
    errors = told(key(single, points_1=14, points_2=8, hang_jacks_2=3))
    assert errors == {"hang_jacks_2": [f"3 hang jacks would be at least 9 points, but {names_of(single)[1]} won 8."]}


@pytest.mark.parametrize(("rules", "boxes"), [("trinidad", ["hang_jacks"]), ("auction-pitch", [])])
def test_a_slip_asks_for_hang_jacks_only_where_one_is_more_than_a_jack(evening_of, rules, boxes):
    evening = evening_of(4, format=f"{rules}-tables", length_kind="single").begun()
    form = signed_in(evening).get(slip_page(evening.matches(1)[0])).context["form"]
    assert [name for name in form.fields if name.endswith("_1")][:2] == [
        "points_1",
        *(f"{box}_1" for box in boxes or ["all_fours"]),
    ]


def test_a_pitch_table_of_several_comes_in_on_one_slip_with_points_below_nothing(evening_of):
    evening = evening_of(3, format="auction-pitch-tables", length_kind="games", length_number=3).begun()
    boxes = {
        f"{box}_{side}": value
        for side, told in enumerate(((0, -3), (3, 31), (0, 12)), start=1)
        for box, value in zip(("games", "points"), told, strict=True)
    }
    assert key(evening, **boxes).status_code == 302
    assert stored() == (State.ENTERED, (0, -3), (3, 31), (0, 12))
    assert board_of(evening.hour(1)).awaited_lines == ()


def test_a_pitch_loser_may_have_reached_the_target_too(evening_of):
    evening = evening_of(3, format="auction-pitch-tables", length_kind="single").begun()
    assert key(evening, points_1=8, points_2=7, points_3=2, winner=1).status_code == 302
    assert told(key(evening, points_1=8, points_2=7, points_3=2))["winner"]


def test_players_who_change_partners_are_ranked_by_their_slips(evening_of):
    evening = evening_of(
        9, format="trinidad-rounds", enters="players", plan=[["changing-partners", 3]], length_kind="single"
    )
    out(evening, 1)
    for match in evening.matches(1):
        assert key(evening, match=match, points_1=14, points_2=9).status_code == 302
    agree_matches(evening.matches(1), event=evening.event, by=evening.director, now=evening.now)
    lines = standings_of(evening.event).lines
    assert sorted(line.record.points_for for line in lines if not line.credits)[:4] == [9, 9, 9, 9]


def test_a_team_match_comes_in_slip_by_slip_and_its_games_add_up(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], enters="teams", length_kind="games", length_number=7)
    out(evening, 1)
    for match in evening.matches(1):
        assert key(evening, match=match, games_1=4, games_2=3).status_code == 302
    page = signed_in(evening, "director").get(reverse("results", args=[evening.event.pk]))
    (meeting,) = page.context["meetings"]
    assert (sorted(meeting.team_match.games), meeting.team_match.is_over) == ([6, 8], False)
    assert "Agree 2 slips" in page.content.decode()


def test_two_sheets_of_one_match_that_both_claim_a_single_game_go_to_the_director(single):
    """As evenings of before slips have them."""
    match = single.matches(1)[0]
    for side in sides_of(match):
        enter_sheet(side.entries[0], [SheetEntry(match.pk, games=1)], by=single.scorer, now=single.now)
    assert stored()[0] == State.DISPUTED
    page = signed_in(single, "director").get(reverse("results", args=[single.event.pk])).content.decode()
    assert "A single game has only one winner." in page


def test_two_games_to_one_of_a_single_game_are_agreed_by_nobody(single):
    match = single.matches(1)[0]
    for side, (games, mine, theirs) in zip(sides_of(match), ((2, 33, 30), (1, 30, 33)), strict=True):
        enter_sheet(
            side.entries[0], [SheetEntry(match.pk, mine, theirs, games=games)], by=single.scorer, now=single.now
        )
    assert stored()[0] == State.DISPUTED


def test_a_ruling_says_no_more_games_than_the_match_can_have(single):
    page = reverse("ruling", args=[single.event.pk, single.matches(1)[0].pk])
    data = {"points_1": 33, "points_2": 30, "games_1": 2, "games_2": 1, "reason": "Heard both"}
    answer = signed_in(single, "director").post(page, data)
    assert told(answer) == {"games_1": [f"{names_of(single)[0]} cannot have won 2: the match is “A single game”."]}
    assert signed_in(single, "director").post(page, data | {"games_1": 1, "games_2": 0}).status_code == 302
    assert stored() == (State.RULED, (1, 33), (0, 30))


def test_a_called_off_match_takes_no_slip(single):
    match = single.matches(1)[0]
    call_off(match, reason="Nobody came", by=single.director, now=single.now)
    assert key(single, points_1=14, points_2=9).status_code == 302
    with pytest.raises(MatchCalledOff):
        enter_slip(match, [SlipLine(14, 1), SlipLine(9, 0)], by=single.scorer, now=single.now)


def test_a_locked_evening_takes_no_slip(single):
    lock_event(single.event, by=single.director, now=single.now)
    page = signed_in(single).get(slip_page(single.matches(1)[0])).content.decode()
    assert ("The evening is locked" in page, ">Save</button>" in page) == (True, False)
    assert key(single, points_1=14, points_2=9).status_code == 409


def test_slips_are_for_the_scorer_and_the_director(single):
    match = single.matches(1)[0]
    assert Client().post(slip_page(match), {"points_1": 14, "points_2": 9}).url == f"/sign-in/?next={slip_page(match)}"
    assert [signed_in(single, who).get(slip_page(match)).status_code for who in ("scorer", "director")] == [200, 200]
    assert SheetLine.objects.count() == 0


def test_the_address_of_a_sheet_leads_to_the_slip_of_its_match(single):
    entry = sheets_of(single.hour(1))[0].entry
    answer = signed_in(single).get(reverse("sheet", args=[single.event.pk, 1, entry.pk]))
    assert answer.url == slip_page(single.matches(1)[0])
    of_all = signed_in(single).get(reverse("sheets", args=[single.event.pk]))
    assert of_all.url == reverse("slips", args=[single.event.pk])


def test_an_evening_of_score_sheets_has_no_slips(evening_of):
    evening = evening_of(4).begun()
    answers = [
        signed_in(evening).get(page)
        for page in (reverse("slips", args=[evening.event.pk]), slip_page(evening.matches(1)[0]))
    ]
    assert [answer.url for answer in answers] == [
        reverse("sheets", args=[evening.event.pk]),
        reverse("match", args=[evening.event.pk, evening.matches(1)[0].pk]),
    ]


def test_the_log_tells_what_a_slip_said(single):
    key(single, points_1=14, points_2=9)
    assert "Keyed in the slip of" in (
        page := signed_in(single, "director").get(f"/e/{single.event.pk}/log/").content.decode()
    )
    assert "1 · 14 – 0 · 9" in page


@pytest.mark.parametrize("pairs", [4, 20])
def test_the_list_of_slips_takes_the_same_few_queries_for_any_field(rounds_of, django_assert_num_queries, pairs):
    evening = rounds_of(pairs, plan=[["round-robin", 3]], length_kind="single")
    out(evening, 1)
    for match in evening.matches(1):
        enter_slip(match, [SlipLine(14, 1), SlipLine(9, 0)], by=evening.scorer, now=evening.now)
    client = signed_in(evening)
    with django_assert_num_queries(10):
        client.get(reverse("slips", args=[evening.event.pk]))
