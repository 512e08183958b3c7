"""Points that the director takes off or adds: in totals and places once, at the name, taken back, undone, logged."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.evenings import Evening, by_lot
from tests.round_evenings import out, rule_all
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.draw.queries.seats_after_correction import seat_differences
from tournament.event.services.events import lock_event, show_standings
from tournament.foundation.errors import CannotTakeBack, EventLocked, NeedsReason, NoAdjustment
from tournament.matches.queries.rescoring import differences_in
from tournament.matches.queries.results import contradictions_of
from tournament.models import Adjustment, Club, Event, LogEntry, Stage
from tournament.results.queries.boards import board_of
from tournament.results.services.adjustments import adjust_points, take_back_adjustment
from tournament.results.services.decisions import make_ruling
from tournament.results.services.slips import SlipLine, enter_slip
from tournament.seasons.queries.results import ended_evenings, lines_of
from tournament.seasons.services.results import refresh_results
from tournament.standings.queries.shared_standings import share_standings
from tournament.standings.queries.standings import Standings, standings_of
from tournament.standings.queries.standings_page import file_of_standings, sort_standings, standings_on_paper


@pytest.fixture
def kent(evening_of) -> Evening:
    evening = evening_of(8)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.event.refresh_from_db()
    return evening


def give(evening: Evening, competitor: int, points: int, reason: str = "Late") -> Adjustment:
    return adjust_points(
        evening.event, competitor, points, reason=reason, key=uuid4(), by=evening.director, now=evening.now
    )


def totals(standings: Standings) -> dict[int, int]:
    return {line.record.entry: line.record.total for line in standings.lines}


def notes(standings: Standings) -> dict[int, tuple[str, ...]]:
    return {line.record.entry: line.credits for line in standings.lines if line.credits}


def test_points_off_count_once_in_the_total_and_move_the_place(kent):
    before = standings_of(kent.event)
    first, second = before.lines[0], before.lines[1]
    off = first.record.total - second.record.total + 1
    give(kent, first.record.entry, -off)
    after = standings_of(kent.event)
    assert totals(after) == totals(before) | {first.record.entry: second.record.total - 1}
    assert after.lines[0].record.entry == second.record.entry
    words = "1 point off: Late" if off == 1 else f"{off} points off: Late"
    assert notes(after) == {first.record.entry: (words,)}


def test_points_added_are_said_and_several_add_up(kent):
    last = standings_of(kent.event).lines[-1].record
    give(kent, last.entry, 1, "Wrong count")
    give(kent, last.entry, -3, "No cut offered")
    line = next(line for line in standings_of(kent.event).lines if line.record.entry == last.entry)
    assert line.record.total == last.total - 2
    assert line.credits == ("1 point added: Wrong count", "3 points off: No cut offered")


def test_shared_standings_the_file_and_paper_have_them_at_once(kent):
    before = share_standings(kent.event).page
    entry, total = before.standings.lines[0].record.entry, before.standings.lines[0].record.total
    given = give(kent, entry, -100, "Two cards turned")
    kent.event.refresh_from_db()
    page = share_standings(kent.event).page
    assert page.standings.lines[-1].record.entry == entry
    row = [list(row) for row in file_of_standings(page, sort_standings(page, {}, kept={}))][-1]
    assert row[-1] == "100 points off: Two cards turned" and total - 100 in row
    paper = standings_on_paper(page.standings)
    assert "Total" in [column.label for column in paper.columns]
    assert paper.rows[-1].besides == ("100 points off: Two cards turned",)
    Adjustment.objects.filter(pk=given.pk).update(reason="2 cards turned")
    Event.objects.filter(pk=kent.event.pk).update(revision=kent.event.revision + 1)
    kent.event.refresh_from_db()
    assert share_standings(kent.event).page.rows[-1].besides == ("100 points off: 2 cards turned",)


def test_an_hour_counts_what_was_given_while_it_was_on(kent):
    entry = standings_of(kent.event).lines[0].record.entry
    give(kent, entry, -2, "Late")
    kent.second()
    give(kent, entry, -5, "Late again")
    whole, first, second = (notes(standings_of(kent.event, **which)) for which in ({}, {"hours": 1}, {"first_hour": 2}))
    assert (whole, first, second) == (
        {entry: ("2 points off: Late", "5 points off: Late again")},
        {entry: ("2 points off: Late",)},
        {entry: ("5 points off: Late again",)},
    )


def test_taking_back_points_of_an_earlier_hour_says_who_would_sit_elsewhere(kent):
    entry = standings_of(kent.event).lines[0].record.entry
    given = give(kent, entry, -100)
    kent.second()
    assert seat_differences(kent.event) == []
    take_back_adjustment(kent.event, given.pk, by=kent.director, now=timezone.now())
    assert entry in [each.entry.pk for each in seat_differences(kent.event)]


def test_taken_back_everything_is_as_before_and_the_log_keeps_both(kent):
    before = standings_of(kent.event)
    line = before.lines[0]
    given = give(kent, line.record.entry, -2)
    take_back_adjustment(kent.event, given.pk, by=kent.director, now=kent.now)
    assert totals(standings_of(kent.event)) == totals(before)
    with pytest.raises(CannotTakeBack):
        take_back_adjustment(kent.event, given.pk, by=kent.director, now=kent.now)
    assert [said.sentence for said in read_log(LogFilter(kent.event)).lines[:2]] == [
        f"{line.name}: took back 2 points off",
        f"{line.name}: 2 points off",
    ]
    assert LogEntry.objects.filter(action="adjust_points").values_list("reason", flat=True)[0] == "Late"


def test_a_pair_is_one_competitor_in_its_table_and_both_its_players_have_it_in_theirs(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1]], criteria=["points_for", "cut"])
    out(evening, 1)
    rule_all(evening, 1)
    before = standings_of(evening.event)
    line = before.lines[0]
    players = standings_of(evening.event, counting="players")
    give(evening, line.record.entry, -10)
    after = standings_of(evening.event)
    assert (after.lines[-1].record.entry, after.lines[-1].record.points_for) == (line.record.entry, 4)
    both = evening.event.entries.filter(team=line.record.entry).values_list("pk", flat=True)
    less = {entry: total - 10 for entry, total in totals(players).items() if entry in both}
    assert (len(less), totals(standings_of(evening.event, counting="players"))) == (2, totals(players) | less)
    assert read_log(LogFilter(evening.event)).lines[0].sentence == f"{line.name}: 10 points off"


def test_what_cannot_be_is_refused(kent):
    entry = standings_of(kent.event).lines[0].record.entry
    for points in (0, 101, -101):
        with pytest.raises(NoAdjustment):
            give(kent, entry, points)
    with pytest.raises(NoAdjustment):
        give(kent, 0, 1)
    with pytest.raises(NeedsReason):
        give(kent, entry, 1, "  ")
    lock_event(kent.event, by=kent.director, now=kent.now)
    with pytest.raises(EventLocked):
        give(kent, entry, 1)
    assert not Adjustment.objects.exists()


def test_sent_twice_it_counts_once(kent, as_director):
    page = reverse("adjustments", args=[kent.event.pk])
    who = standings_of(kent.event).lines[0].record.entry
    sent = {"key": str(uuid4()), "who": who, "points": "2", "way": "-1", "reason": "Late"}
    for _time in (1, 2):
        assert as_director.post(page, sent).status_code == 302
    assert list(Adjustment.objects.values_list("entry", "points", "hour", "reason")) == [(who, -2, 1, "Late")]
    shown = as_director.get(page).content.decode()
    assert "2 points off: Late" in shown
    taken = as_director.post(page, {"take_back": Adjustment.objects.get().pk}, follow=True).content.decode()
    assert "Taken back." in taken and "Nobody has points off or added." in taken


def test_the_page_asks_again_for_what_is_missing_and_starts_with_who_is_late(kent, as_director):
    page = reverse("adjustments", args=[kent.event.pk])
    refused = as_director.post(page, {"key": str(uuid4()), "points": "101", "way": "-1"})
    said = refused.content.decode()
    assert refused.status_code == 422
    for words in ("Choose who it is for.", "The number must be at most 100.", "Give a reason."):
        assert words in said
    who = standings_of(kent.event).lines[0].record.entry
    assert f'<option value="{who}" selected>' in as_director.get(page, {"entry": who}).content.decode()
    assert f'href="{page}"' in as_director.get(reverse("results", args=[kent.event.pk])).content.decode()


def test_a_penalty_that_the_club_named_fills_the_form_by_one_press_and_is_saved_by_another(kent, as_director):
    page = reverse("adjustments", args=[kent.event.pk])
    assert reverse("club") in as_director.get(page).content.decode()
    Club.objects.update(penalties=[["Two cards turned", -1], ["No cut offered", 2]])
    said = as_director.get(page).content.decode()
    assert ("Two cards turned: 1 point off" in said, "No cut offered: 2 points added" in said) == (True, True)
    who = standings_of(kent.event).lines[0].record.entry
    picked = as_director.post(page, {"who": who, "points": "7", "way": "-1", "penalty": "No cut offered"})
    form = picked.context["form"]
    filled = {name: form[name].value() for name in ("who", "points", "way", "reason")}
    assert filled == {"who": who, "points": 2, "way": 1, "reason": "No cut offered"}
    assert (picked.status_code, form.errors, Adjustment.objects.count()) == (200, {}, 0)
    assert as_director.post(page, filled | {"key": str(form["key"].value())}).status_code == 302
    assert list(Adjustment.objects.values_list("entry", "points", "reason")) == [(who, 2, "No cut offered")]
    nobody = as_director.post(page, {"who": "", "penalty": "Two cards turned"}).context["form"]
    assert (nobody["points"].value(), nobody["way"].value(), nobody["who"].value()) == (1, -1, None)


def test_undo_takes_it_back(kent, as_director):
    line = standings_of(kent.event).lines[0]
    adjust_points(kent.event, line.record.entry, -2, reason="Late", key=uuid4(), by=kent.director, now=timezone.now())
    (step,) = [
        each
        for each in as_director.get(reverse("undo", args=[kent.event.pk])).context["steps"]
        if "points" in each.name
    ]
    assert step.name == f"2 points off, {line.name}"
    taking_back = {"action": "take_back", "log": step.log}
    answer = as_director.post(reverse("step", args=[kent.event.pk]), taking_back, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [f"Undone: 2 points off, {line.name}."]
    assert totals(standings_of(kent.event))[line.record.entry] == line.record.total
    assert [said.sentence for said in read_log(LogFilter(kent.event)).lines[:1]] == [
        f"{line.name}: took back 2 points off"
    ]


def test_where_points_do_not_rank_the_page_says_so(rounds_of, as_director):
    evening = rounds_of(4, plan=[["knock-out", 0]], criteria=["games_won", "cut"])
    page = reverse("adjustments", args=[evening.event.pk])
    assert "Points do not decide places tonight." in as_director.get(page).content.decode()
    Event.objects.update(criteria=["games_won", "points_for"])
    assert "Tonight is ranked by this first: Knock-out." in as_director.get(page).content.decode()


def test_a_locked_evening_lists_them_and_its_stored_result_has_them(kent, as_director):
    line = standings_of(kent.event).lines[0]
    give(kent, line.record.entry, -2)
    show_standings(kent.event, True, by=kent.director, now=kent.now)
    lock_event(kent.event, by=kent.director, now=kent.now)
    said = as_director.get(reverse("adjustments", args=[kent.event.pk])).content.decode()
    assert "2 points off: Late" in said and "Take back" not in said and "Save points" not in said
    assert "2 points off: Late" in as_director.get(reverse("standings", args=[kent.event.pk])).content.decode()
    refresh_results(kent.event.club, now=kent.now)
    stored = lines_of(ended_evenings(kent.event.club_id))[kent.event.pk]["players"]
    person = kent.event.entries.get(pk=line.record.entry).player_id
    assert [each.points for each in stored if each.people == (person,)] == [line.record.total - 2]


def test_a_game_off_counts_in_the_games_won_and_the_place_and_is_taken_back(rounds_of, as_director):
    evening = rounds_of(4, plan=[["round-robin", 3]], criteria=["games_won", "points_for", "cut"])
    out(evening, 1)
    rule_all(evening, 1)
    Club.objects.update(penalties=[["Undertrump", -1, "games"]])
    page = reverse("adjustments", args=[evening.event.pk])
    assert "Undertrump: 1 game off" in as_director.get(page).content.decode()
    before = standings_of(evening.event).lines
    form = as_director.post(page, {"who": before[0].record.entry, "penalty": "Undertrump"}).context["form"]
    sent = {name: form[name].value() for name in ("key", "who", "points", "unit", "way", "reason")}
    assert as_director.post(page, sent).status_code == 302
    after = {line.record.entry: line for line in standings_of(evening.event).lines}
    fined = after[before[0].record.entry]
    assert (fined.record.games, fined.record.total, fined.credits) == (
        before[0].record.games - 1,
        before[0].record.total,
        ("1 game off: Undertrump",),
    )
    assert fined.placing.rank > before[0].placing.rank
    assert "1 game off: Undertrump" in as_director.get(page).content.decode()
    as_director.post(page, {"take_back": Adjustment.objects.get().pk})
    assert [line.record.games for line in standings_of(evening.event).lines] == [line.record.games for line in before]


def decide(evening: Evening, number: int, points: tuple[int, int]) -> None:
    for match in evening.matches(number):
        make_ruling(match, points=points, reason="By the table.", by=evening.director, now=evening.now)


def test_points_given_in_a_match_count_in_its_score_head_to_head_and_tie_breaks(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], criteria=["points_for", "head_to_head", "cut"])
    out(evening, 1)
    decide(evening, 1, (11, 9))
    first, second = (line.record.entry for line in standings_of(evening.event).lines)
    who = {"key": uuid4(), "by": evening.director, "now": evening.now}
    given = adjust_points(evening.event, first, -3, match_of=(1, 1), reason="Undertrump", **who)
    give(evening, first, 1, "Called in time")
    (match,) = evening.matches(1)
    lines = {line.record.entry: line for line in standings_of(evening.event).lines}
    assert (match.points, [line.record.points_for for line in lines.values()]) == ((8, 9), [9, 9])
    assert [(line.placing.rank, line.placing.record.entry) for line in lines.values()] == [(1, second), (2, first)]
    assert (lines[second].decided_by, lines[second].record.points_against) == ("Head to head", 8)
    assert lines[first].credits == ("3 points off in round 1: Undertrump", "1 point added: Called in time")
    assert differences_in(evening.event) == []
    take_back_adjustment(evening.event, given.pk, by=evening.director, now=evening.now)
    assert [match.points for match in evening.matches(1)] == [(11, 9)]
    assert [" in " in said.sentence for said in read_log(LogFilter(evening.event)).lines[:3]] == [True, False, True]


def test_a_result_that_comes_later_has_what_was_given_in_its_match_and_a_ruling_replaces_both(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], criteria=["games_won", "points_for", "cut"])
    out(evening, 1)
    team = evening.matches(1)[0].all_sides[0].entries[0].team_id
    who = {"key": uuid4(), "reason": "Late", "by": evening.director, "now": evening.now}
    adjust_points(evening.event, team, 0, -1, match_of=(1, 1), **who)
    slip = [SlipLine(14, games=1), SlipLine(9, games=0)]
    enter_slip(evening.matches(1)[0], slip, by=evening.scorer, now=evening.now)
    assert [side.games for side in evening.matches(1)[0].all_sides] == [0, 0]
    (line,) = board_of(Stage.objects.get()).matches
    assert (line.notes, line.contradictions) == ([f"{line.match.sides[0].name}: 1 game off: Late"], ())
    assert contradictions_of(evening.matches(1)[0]) == ()
    later = evening.now + timedelta(minutes=1)
    (match,) = evening.matches(1)
    make_ruling(match, points=(14, 9), games=(1, 0), reason="Played on.", by=evening.director, now=later)
    assert [side.games for side in evening.matches(1)[0].all_sides] == [1, 0]


def test_the_page_offers_the_rounds_drawn_and_says_where_somebody_has_no_match(kent, as_director):
    page = reverse("adjustments", args=[kent.event.pk])
    who = standings_of(kent.event).lines[0].record.entry
    sent = {"key": str(uuid4()), "who": who, "points": "2", "way": "-1", "reason": "Late"}
    offered = as_director.get(page).context["form"].fields["match_of"].choices
    assert offered[0] == ("", "The whole evening") and ("1.1", "Their match in round 1, hour 1") in offered
    before = totals(standings_of(kent.event))
    assert as_director.post(page, sent | {"match_of": "1.1"}).status_code == 302
    assert totals(standings_of(kent.event)) == before | {who: before[who] - 2}
    assert "2 points off in round 1, hour 1: Late" in as_director.get(page).content.decode()
    adjusted = Adjustment.objects.get().side
    ruling = as_director.get(reverse("ruling", args=[kent.event.pk, adjusted.match_id])).content.decode()
    assert f"{adjusted.name}: 2 points off: Late" in ruling
    games = {"key": str(uuid4()), "unit": "games", "points": "100", "match_of": "1.1"}
    for match in kent.matches(1):
        make_ruling(match, points=(14, 9), games=(1, 0), reason="Played.", by=kent.director, now=timezone.now())
    refused = as_director.post(page, sent | games)
    assert (
        refused.status_code == 422 and "They have no result there that it could count in." in refused.content.decode()
    )
