"""Teams, pairs and individuals from the same match records."""

from fractions import Fraction

from hypothesis import given

from tests.standings.matches import fields, match, record
from tournament.standings import (
    CRITERIA,
    Credit,
    Credited,
    MatchRecord,
    Record,
    Scale,
    credited,
    merged,
    rank,
    rounds_added,
    sides_of,
)
from tournament.standings.groups import COLUMNS

TEAM_OF = {"A1": "Arima", "A2": "Arima", "B1": "Barataria", "B2": "Barataria"}


def night():
    """A team match over two tables, each pair an entry."""
    return [
        record("A1", match(1, "B1", 7, 5, points=100, hang_jacks=4, hang_jacks_against=2)),
        record("A2", match(1, "B2", 4, 8, points=80, hang_jacks=1, hang_jacks_against=6)),
        record("B1", match(1, "A1", 5, 7, points=90, hang_jacks=2, hang_jacks_against=4)),
        record("B2", match(1, "A2", 8, 4, points=99, hang_jacks=6, hang_jacks_against=1)),
    ]


def test_the_best_pair_and_the_winning_team_of_a_team_match_come_from_the_same_records():
    best = rank(night(), [CRITERIA["games_won"]])
    assert [(line.shown, line.record.name) for line in best] == [("1", "B2"), ("2", "A1"), ("3", "B1"), ("4", "A2")]
    teams = merged(night(), TEAM_OF.__getitem__)
    assert [(team.name, team.played, team.games_won, team.hang_jacks_for) for team in teams] == [
        ("Arima", 2, 11, 5),
        ("Barataria", 2, 13, 8),
    ]
    assert [rounds_added(team).matches for team in teams] == [
        (
            MatchRecord(
                1,
                ("Barataria",),
                points=180,
                games=11,
                games_against=13,
                hang_jacks=5,
                hang_jacks_against=8,
            ),
        ),
        (MatchRecord(1, ("Arima",), points=189, games=13, games_against=11, hang_jacks=8, hang_jacks_against=5),),
    ]
    assert [rounds_added(team).match_points for team in teams] == [0, 2]


def test_a_group_is_called_what_the_caller_says_and_counts_as_its_members_do():
    members = [record("A1", match(1, "B1", 2, 1), scale=Scale(3))]
    assert merged(members, lambda entry: entry[0], name_of=lambda group: f"Team {group}") == (
        Record("A", "Team A", matches=(match(1, "B", 2, 1),), scale=Scale(3)),
    )
    assert merged([], lambda entry: entry) == ()


def changing_partners():
    """Four players, two rounds; each player's own record."""
    return [
        record("Ann", MatchRecord(1, ("Cy", "Di"), ("Bea",), games=2), MatchRecord(2, ("Bea", "Di"), ("Cy",), games=1)),
        record("Bea", MatchRecord(1, ("Cy", "Di"), ("Ann",), games=2), MatchRecord(2, ("Ann", "Cy"), ("Di",), games=0)),
        record(
            "Cy", MatchRecord(1, ("Ann", "Bea"), ("Di",), games=1), MatchRecord(2, ("Bea", "Di"), ("Ann",), games=1)
        ),
        record(
            "Di", MatchRecord(1, ("Ann", "Bea"), ("Cy",), games=1), MatchRecord(2, ("Ann", "Cy"), ("Bea",), games=0)
        ),
        record("Eve", MatchRecord(1), MatchRecord(2)),
    ]


def test_players_who_change_partners_stand_by_themselves_and_their_pairs_by_what_they_did_together():
    players = rank(changing_partners(), [CRITERIA["games_won"]])
    assert [(line.shown, line.record.name, line.record.games_won) for line in players] == [
        ("1", "Ann", 3),
        ("2=", "Bea", 2),
        ("2=", "Cy", 2),
        ("4", "Di", 1),
        ("5", "Eve", 0),
    ]
    pairs = rank(sides_of(changing_partners()), [CRITERIA["games_won"]])
    assert [(line.shown, line.record.name, line.record.matches) for line in pairs] == [
        ("1", "Ann & Bea", (MatchRecord(1, (frozenset({"Cy", "Di"}),), games=2),)),
        ("2=", "Ann & Cy", (MatchRecord(2, (frozenset({"Bea", "Di"}),), games=1),)),
        ("2=", "Cy & Di", (MatchRecord(1, (frozenset({"Ann", "Bea"}),), games=1),)),
        ("4", "Bea & Di", (MatchRecord(2, (frozenset({"Ann", "Cy"}),), games=0),)),
    ]


def test_three_pairs_at_one_table_are_three_sides_and_a_partner_without_a_record_keeps_his_name():
    table = [record("Ann", MatchRecord(1, ("Cy", "Di", "Eve", "Fay"), ("Stand-in",), points=9))]
    assert sides_of(table) == (
        Record(
            frozenset({"Ann", "Stand-in"}),
            "Ann & Stand-in",
            matches=(MatchRecord(1, (frozenset({"Cy", "Di"}), frozenset({"Eve", "Fay"})), points=9),),
        ),
    )


def test_a_match_that_two_members_played_together_is_in_their_team_once():
    players = changing_partners()
    team = {"Ann": "X", "Bea": "X", "Cy": "Y", "Di": "Y", "Eve": "X"}
    teams = {each.name: each for each in merged(players, team.__getitem__)}
    assert teams["X"].matches == (
        MatchRecord(1, ("Y",), games=2),
        MatchRecord(1),
        MatchRecord(2, ("X", "Y"), ("Y",), games=1),
        MatchRecord(2, ("X", "Y"), ("Y",), games=0),
        MatchRecord(2),
    )


def test_the_same_pairs_meeting_twice_in_a_round_have_played_two_matches():
    twice = (MatchRecord(1, ("Cy", "Di"), ("Bea",), games=2), MatchRecord(1, ("Cy", "Di"), ("Bea",), games=0))
    other = tuple(MatchRecord(1, ("Di", "Cy"), ("Ann",), games=each.games) for each in twice)
    (pair,) = merged([record("Ann", *twice), record("Bea", *other)], lambda entry: entry in ("Ann", "Bea"))
    assert (pair.played, pair.games_won) == (2, 2)


def test_a_team_match_is_open_until_all_its_tables_are_in():
    team = record("A", match(1, "B", 7, 5), MatchRecord(1, ("B",)), match(2, "C", 1, 0))
    assert rounds_added(team).matches == (MatchRecord(1, ("B",)), match(2, "C", 1, 0))


def test_a_table_that_was_not_played_adds_nothing_to_its_team_match():
    late = MatchRecord(1, ("B",), unplayed="absent")
    assert rounds_added(record("A", match(1, "B", 7, 5), late)).matches == (match(1, "B", 7, 5),)
    assert rounds_added(record("A", late, late)).matches == (late,)


def test_a_match_that_counts_a_credit_stays_by_itself():
    credit = MatchRecord(1, ("B",), unplayed="absent", credit=Credited("fixed", games=3))
    assert rounds_added(record("A", match(1, "B", 7, 5), credit)).matches == (match(1, "B", 7, 5), credit)


def test_the_average_that_a_team_is_credited_is_that_of_its_matches():
    team = record("A", match(1, "B", 7, 5), match(1, "B", 4, 8), match(2, "C", 6, 6), MatchRecord(3))
    after = credited([rounds_added(team)], lambda match: Credit("own_average"))[0]
    assert after.credits[0].figure("games") == Fraction(17, 2)


@given(fields)
def test_what_teams_have_together_is_what_their_members_have(field):
    alone = [
        Record(each.entry, each.name, matches=tuple(match for match in each.matches if not match.partners))
        for each in field
    ]
    teams = merged(alone, lambda entry: entry % 3)
    for column in COLUMNS:
        figures = {team: [each.sum_of(column) for each in alone if each.entry % 3 == team] for team in range(3)}
        for team in teams:
            members = figures[team.entry]
            assert team.sum_of(column) == (None if None in members else sum(members))
    assert sum(team.played for team in teams) == sum(each.played for each in alone)


@given(fields)
def test_a_pair_that_enters_as_two_players_has_what_each_of_them_has(field):
    def as_player(each, one, other):
        told = tuple(
            MatchRecord(
                match.round,
                tuple((opponent, side) for opponent in match.opponents for side in (0, 1)),
                ((each.entry, other),),
                **{column: getattr(match, column) for column in COLUMNS},
                ruled=match.ruled,
                unplayed=match.unplayed,
            )
            for match in each.matches
        )
        return Record((each.entry, one), f"{each.entry} {one}", matches=told)

    players = [as_player(each, *sides) for each in field for sides in ((0, 1), (1, 0))]
    pairs = merged(players, lambda player: player[0])
    assert [(pair.entry, sorted(map(repr, pair.matches))) for pair in pairs] == [
        (each.entry, sorted(map(repr, each.matches))) for each in field
    ]
