"""A team match with pairs at some tables and single players at others: its games add up like any other's."""

from random import Random

import pytest

from tests.evenings import NAMES, Evening
from tests.event.test_table_evenings import play_match, won
from tests.round_evenings import out
from tests.transfer.test_export import bring_in, empty_database, written
from tournament.door.services.teams import NotATeam, team_up
from tournament.event.queries.competitors import players_at_boards, players_needed
from tournament.event.queries.plans import entering_of
from tournament.matches.queries.matches import seating_of
from tournament.matches.queries.rescoring import differences_in
from tournament.matches.queries.team_matches import team_matches_of
from tournament.models import Club, Event, Match
from tournament.paper.queries.match_cards import match_cards_of
from tournament.paper.queries.movement_cards import movement_cards_of
from tournament.standings.queries.standings import standings_of

TWO_PAIRS_AND_TWO_ALONE = {
    **{"format": "seven-up-rounds", "plan": [["one-match", 1, 0]], "enters": "teams", "pairs_a_team": 2},
    **{"singles_a_team": 2, "length_kind": "games", "length_number": 2, "games_a_table": [1, 1, 2, 2]},
    **{"agreement": False, "standings_shown": True},
}


@pytest.fixture
def evening(evening_of) -> Evening:
    evening = evening_of(0, **TWO_PAIRS_AND_TWO_ALONE)
    for name, players in (("Arima", NAMES[:7]), ("Belmont", NAMES[7:13])):
        team_up(evening.event, players, name=name, by=evening.director, now=evening.now)
    out(evening, 1)
    return evening


def played(evening: Evening) -> list[Match]:
    matches = evening.matches(1)
    for match in matches:
        play_match(evening, match, Random(match.table.number))
    return matches


def test_pairs_sit_at_the_first_tables_and_single_players_at_the_next(evening):
    assert (players_needed(evening.event), entering_of("teams", 2, 2).people) == (6, 6)
    assert players_at_boards(evening.event) == (slice(0, 2), slice(2, 4), slice(4, 5), slice(5, 6))
    matches = evening.matches(1)
    assert [[len(side.entries) for side in match.all_sides] for match in matches] == [[2, 2], [2, 2], [1, 1], [1, 1]]
    assert [match.table.size for match in matches] == [4, 4, 2, 2]
    assert [len(seating_of(match).seats) for match in matches] == [4, 4, 2, 2]


def test_the_games_of_all_tables_add_up_in_the_score_and_in_the_standings(evening):
    matches = played(evening)
    expected = [0, 0]
    for match in matches:
        made = won(match)
        for place, side in enumerate(match.all_sides):
            expected[place] += made[side.key][0]
    (score,) = team_matches_of(Event.objects.get())
    assert (list(score.games), sum(score.games), score.is_over) == (expected, 6, True)
    games = {line.name: line.record.games_won for line in standings_of(Event.objects.get()).lines}
    assert games == {team.name: team.games for team in score.teams}
    assert differences_in(Event.objects.get()) == []


def test_a_team_short_of_a_single_player_is_not_entered(evening_of):
    evening = evening_of(0, **TWO_PAIRS_AND_TWO_ALONE)
    with pytest.raises(NotATeam, match="A team needs at least 6 players, because that many play at once."):
        team_up(evening.event, NAMES[:5], name="Arima", by=evening.director, now=evening.now)


def test_its_card_and_the_movement_cards_name_pairs_and_single_players(evening):
    (card,) = match_cards_of(evening.event, evening.hour(1))
    assert (card.has_singles, [len(table.pairs[0].split(" and ")) for table in card.tables]) == (True, [2, 2, 1, 1])
    assert [len(card.lines) for card in movement_cards_of(evening.event)] == [1, 1]


def test_another_laptop_gets_pairs_and_single_players_alike(evening):
    played(evening)
    (before,) = team_matches_of(Event.objects.get())
    content = written(Event.objects.get())
    empty_database()
    Club.objects.create(name="The Jack and Knave")
    bring_in(content, is_same_club=True)
    (after,) = team_matches_of(Event.objects.get())
    assert (after.games, after.by_table, Event.objects.get().singles_a_team) == (before.games, before.by_table, 2)
    assert differences_in(Event.objects.get()) == []
