"""What winning the game that is on would change: said beside one's place, exactly, and only where it can be said."""

import re
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction

from tests.evenings import Evening
from tests.event.test_table_evenings import play_match
from tests.phone.test_me import phone_of, text_of
from tests.round_evenings import out, rule_all
from tests.scoring.dealing import played_hand
from tournament.clock.services.rounds import start_round
from tournament.event.services.events import show_standings
from tournament.foundation.revision_cache import RevisionCache
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.matches import players_of, seating_of
from tournament.models import Event, Match, State
from tournament.phone.queries.own_phone import hall_of
from tournament.results.services.decisions import make_ruling
from tournament.rules.queries.rules import rules_of
from tournament.standings.queries.standings import standings_of


def second_round(rounds_of, **settings: object) -> Evening:
    """Six pairs in the second round of a round robin; the first table has won three hands' points."""
    evening = rounds_of(6, plan=[["round-robin", 0]], enters="pairs", **settings)
    out(evening, 1)
    rule_all(evening, 1, first_wins=lambda match: match.table.number != 2)
    start_round(out(evening, 2).rounds.get(), by=None, now=evening.now)
    for match in evening.matches(2):
        if match.table.number < 3:
            play_match(evening, match, Random(16), hands=3)
    show_standings(evening.event, True, by=None, now=evening.now)
    return evening


def if_won(evening: Evening, name: str) -> str:
    event = Event.objects.get(pk=evening.event.pk)
    return hall_of(event).own(evening.entry(name).player_id, name, []).if_won


def place(evening: Evening, name: str) -> str:
    event = Event.objects.get(pk=evening.event.pk)
    own = hall_of(event).own(evening.entry(name).player_id, name, [])
    return own.place.shown if own.place else ""


def place_when_won(evening: Evening, match: Match, number: int) -> str:
    """Ends the match as its side `number` would with the fewest points, reads its place, and takes everything back."""
    points = [0, 0]
    for hand in match.hands.filter(superseded_at=None):
        for _kind, side, made in hand.awards["awards"]:
            points[int(side.removeprefix("side-")) - 1] += made
    points[number - 1] = 14
    games = (1, 0) if number == 1 else (0, 1)
    name = match.sides.get(number=number).entries[0].name
    with transaction.atomic():
        make_ruling(match, points=points, games=games, reason="Played on.", by=evening.director, now=evening.now)
        shown = place(evening, name)
        transaction.set_rollback(True)
    RevisionCache.forget_all()
    return shown


def play_game(evening: Evening, match: Match, chance: Random) -> None:
    """Records further hands until a game has ended."""
    while not match.hands.filter(awards__has_key="winner").exists():
        facts, number = played_hand(rules_of(evening.event), seating_of(match), chance).facts, match.hands.count() + 1
        record_hand(match, number=number, entry_key=uuid4(), facts=facts, by=evening.scorer, now=evening.now)


@pytest.mark.parametrize(
    "criteria", [[], ["games_won", "point_difference"], ["match_points", "opponents_strength", "points_for"]]
)
def test_the_place_after_a_win_is_the_one_that_the_win_then_brings(rounds_of, criteria):
    evening = second_round(rounds_of, criteria=criteria)
    told, came = {}, {}
    for match in evening.matches(2):
        for side in match.sides.all() if match.table.number < 3 else ():
            name = side.entries[0].name
            told[name] = if_won(evening, name)
            came[name] = place_when_won(evening, match, side.number)
    assert (len(told), told) == (4, came)
    assert len(set(told.values()) | {place(evening, name) for name in told}) > 2


def test_my_page_says_it_beside_my_place_and_only_while_the_standings_are_shown(rounds_of):
    evening = second_round(rounds_of)
    match = evening.matches(2)[0]
    name = players_of(match)[0].name
    phone = phone_of(evening, name)
    said = re.search(r"Win this game and you go to place (\d=?) as the other tables stand now\.", text_of(phone))
    assert said is not None and said[1] == if_won(evening, name)
    show_standings(evening.event, False, by=None, now=evening.now)
    assert "Win this game" not in text_of(phone)


def test_it_is_not_said_before_the_first_hand_nor_of_a_hand_in_dispute_nor_once_the_match_is_over(rounds_of):
    evening = second_round(rounds_of)
    playing, disputed, unbegun = evening.matches(2)
    of_unbegun, of_disputed = players_of(unbegun)[0].name, players_of(disputed)[0].name
    disputed.hands.filter(number=2).update(state=State.DISPUTED)
    Event.objects.filter(pk=evening.event.pk).update(revision=999)
    play_game(evening, playing, Random(1))
    over = players_of(playing)[0].name
    assert [if_won(evening, name) for name in (of_unbegun, of_disputed, over)] == ["", "", ""]


def test_where_more_games_would_follow_only_the_last_one_is_spoken_of(rounds_of):
    evening = second_round(rounds_of, length_kind="best_of", length_number=3)
    match = evening.matches(2)[0]
    names = [side.entries[0].name for side in match.sides.all()]
    first = [if_won(evening, name) for name in names]
    play_game(evening, match, Random(7))
    winner = match.hands.get(awards__has_key="winner").awards["winner"]
    leads = int(winner.removeprefix("side-")) - 1
    said = [if_won(evening, name) != "" for name in names]
    assert (first, said[leads], said[1 - leads]) == (["", ""], True, False)


def stake(evening: Evening, name: str) -> str:
    event = Event.objects.get(pk=evening.event.pk)
    return hall_of(event).own(evening.entry(name).player_id, name, []).stake


def test_in_a_knock_out_no_place_is_promised_but_where_a_win_leads_until_the_match_is_agreed(rounds_of):
    evening = rounds_of(4, plan=[["knock-out", 0]], enters="pairs")
    start_round(out(evening, 1).rounds.get(), by=None, now=evening.now)
    match = evening.matches(1)[0]
    play_match(evening, match, Random(16), hands=3)
    name = players_of(match)[0].name
    said = [stake(evening, name)]
    show_standings(evening.event, True, by=None, now=evening.now)
    said += [stake(evening, name), if_won(evening, name)]
    assert said == ["Win this match and you are in the final.", "Win this match and you are in the final.", ""]
    assert "Win this match and you are in the final." in text_of(phone_of(evening, name))
    rule_all(evening, 1)
    assert stake(evening, name) == ""
    out(evening, 2)
    final, third = evening.matches(2)
    won = {stake(evening, players_of(match)[0].name) for match in (final, third)}
    assert won == {"Win this match and you have won it all.", "Win this match and you are third."}


def test_who_plays_in_the_plate_or_a_second_cup_reads_where_that_leads(rounds_of):
    plate = rounds_of(8, plan=[["knock-out-plate", 0]], enters="pairs")
    out(plate, 1)
    rule_all(plate, 1)
    out(plate, 2)
    said = [stake(plate, players_of(match)[0].name) for match in plate.matches(2)]
    to_final, on = "Win this match and you are in the final.", "Win this match and you play on."
    assert sorted(said) == [to_final] * 2 + [on] * 2
    rule_all(plate, 2)
    out(plate, 3)
    said = [stake(plate, players_of(match)[0].name) for match in plate.matches(3)]
    ends = {"Win this match and you have won it all.", "Win this match and you are third."}
    assert set(said) == ends | {"Win this match and you win the plate."}


def test_the_place_of_a_team_counts_the_game_with_those_of_its_other_tables(rounds_of):
    plan = [["round-robin", 0]]
    evening = rounds_of(4, plan=plan, enters="teams", length_kind="games", length_number=3, criteria=["games_won"])
    start_round(out(evening, 1).rounds.get(), by=None, now=evening.now)
    match = evening.matches(1)[0]
    play_match(evening, match, Random(16), hands=3)
    show_standings(evening.event, True, by=None, now=evening.now)
    names = [side.entries[0].name for side in match.sides.all()]
    before, told = [place(evening, name) for name in names], [if_won(evening, name) for name in names]
    play_game(evening, match, Random(7))
    winner = match.hands.get(awards__has_key="winner").awards["winner"]
    won = int(winner.removeprefix("side-")) - 1
    assert (before, told, place(evening, names[won])) == (["1=", "1="], ["1", "1"], "1")
    assert "Win this game and your team goes to place 1= as" in text_of(phone_of(evening, names[1 - won]))


def test_where_points_decide_it_says_how_many_are_missing_to_the_next_place(evening_of):
    evening = evening_of(8).begun()
    evening.hand_in(1, lambda match: (14, 9))
    evening.second()
    show_standings(evening.event, True, by=None, now=evening.now)
    totals = {line.name: line.record.total for line in standings_of(evening.event).lines}
    for name, total in totals.items():
        better = min((other for other in totals.values() if other > total), default=None)
        said = re.search(r"(\d+) points? behind place \d=? as", text_of(phone_of(evening, name)))
        assert (said and int(said[1])) == (better and better - total), name


def test_it_is_worked_out_once_until_something_that_ranks_changes(rounds_of):
    evening = second_round(rounds_of)
    match = evening.matches(2)[0]
    phone = phone_of(evening, *(entry.name for entry in players_of(match)[:2]))
    phone.get("/me/")
    shared = hall_of(Event.objects.get(pk=evening.event.pk)).standings
    known = dict(shared.places)
    Event.objects.filter(pk=evening.event.pk).update(revision=999)
    phone.get("/me/")
    again = hall_of(Event.objects.get(pk=evening.event.pk)).standings
    assert (len(known), again.places is shared.places, dict(again.places)) == (2, True, known)
