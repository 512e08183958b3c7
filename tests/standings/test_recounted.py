"""Standings recounted from the stored sides by plain sums: every figure, every place, and what decided it."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from tests.evenings import Evening, by_lot
from tests.round_evenings import out
from tournament.foundation.wording import format_cards
from tournament.models import Cut, Event, Match, Rest, Side, SidePlayer, Stage
from tournament.results.services.decisions import make_ruling
from tournament.standings.queries.cuts import final_ties, ties_of
from tournament.standings.queries.standings import Standings, standings_of
from tournament.standings.queries.standings_page import file_of_standings, sort_standings, standings_page

Rows = dict[str, list[object]]


def rows_of(standings: Standings) -> list[list[object]]:
    """The file of the standings without its last two columns, what decided and the notes."""
    page = standings_page(standings)
    return [list(row)[:-2] for row in file_of_standings(page, sort_standings(page, {}, kept={}))]


def play_kent(evening: Evening) -> Event:
    for hour in (1, 2):
        if hour == 1:
            evening.begin()
        else:
            evening.second()
        evening.play_rounds(hour)
        evening.hand_in(hour, by_lot)
    return Event.objects.get()


def points_by_hour(event: Event) -> dict[str, dict[int, list[int]]]:
    """Each player's points of each turn, by hour."""
    found: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    players = SidePlayer.objects.filter(side__match__table__stage__event=event)
    for name, hour, points in players.order_by("side__match__round__number").values_list(
        "entry__player__name", "side__match__table__stage__number", "side__points"
    ):
        found[name][hour].append(points)
    return found


def points_between(event: Event) -> dict[tuple[str, str], int]:
    """What the first made against the second, over all their matches."""
    sums: dict[tuple[str, str], int] = defaultdict(int)
    for match in Match.objects.filter(table__stage__event=event).prefetch_related("sides__players__entry__player"):
        one, other = match.sides.all()
        sums[one.name, other.name] += one.points
        sums[other.name, one.name] += other.points
    return sums


@pytest.mark.parametrize("players", [7, 8])
def test_an_evening_of_kent_is_what_its_sheets_add_up_to(evening_of, players):
    """At a table of three, 2 of 3 turns are played, so its points count by half as much again."""
    event = play_kent(evening_of(players))
    standings = standings_of(event)
    made = points_by_hour(event)
    adjusted = {
        name: sum(Fraction(sum(turns) * 3, len(turns)) for turns in hours.values()) for name, hours in made.items()
    }
    lines = {line.name: line for line in standings.lines}
    assert {name: line.record.adjusted_total for name, line in lines.items()} == adjusted
    assert {name: line.record.total for name, line in lines.items()} == {
        name: sum(sum(turns) for turns in hours.values()) for name, hours in made.items()
    }
    assert {name: line.record.best_round for name, line in lines.items()} == {
        name: max(max(turns) for turns in hours.values()) for name, hours in made.items()
    }
    between = points_between(event)

    def is_ahead(one: str, other: str) -> bool:
        """Points, then points between the two if they met, then the better round; nobody has All Fours or a cut."""
        best = [max(max(turns) for turns in made[name].values()) for name in (one, other)]
        return (adjusted[one], between[one, other], best[0]) > (adjusted[other], between[other, one], best[1])

    ranks = [1 + sum(is_ahead(other, line.name) for other in made) for line in standings.lines]
    assert [line.placing.rank for line in standings.lines] == ranks
    assert (standings.provisional, standings.open_matches, standings.hours, standings.stages) == (False, 0, 2, (1, 2))
    sat_out = {name for name, hours in made.items() if any(len(turns) == 2 for turns in hours.values())}
    assert {name for name, line in lines.items() if line.is_adjusted} == sat_out
    assert standings.any_adjusted == bool(sat_out) == (players == 7)
    assert {name: line.hour(2).reported_total for name, line in lines.items()} == {
        name: sum(hours[2]) for name, hours in made.items()
    }
    tables = SidePlayer.objects.filter(side__match__table__stage__number=2)
    assert {(name, line.hour(2).table) for name, line in lines.items()} == set(
        tables.values_list("entry__player__name", "side__match__table__number")
    )


def test_one_hour_by_itself_and_the_first_alone_leave_the_other_out(evening_of):
    event = play_kent(evening_of(8))
    made = points_by_hour(event)
    for hour, asked in ((1, {"hours": 1}), (2, {"first_hour": 2})):
        lines = standings_of(event, **asked).lines
        assert {line.name: line.record.total for line in lines} == {name: sum(own[hour]) for name, own in made.items()}


def test_the_page_of_kent_has_each_hour_and_the_total_and_says_them_in_words_on_a_phone(evening_of):
    event = play_kent(evening_of(7))
    made = points_by_hour(event)
    page = standings_page(standings_of(event))
    heads, *rows = rows_of(page.standings)
    assert heads == [
        *("Place", "Name", "Rounds", "Hour 1", "Hour 2", "All Fours", "Jacks turned", "Total", "Adjusted"),
    ]
    for row in rows:
        hours = made[row[1]]
        played = len(hours[1]) + len(hours[2])
        assert row[2:8] == [played, sum(hours[1]), sum(hours[2]), 0, 0, sum(hours[1]) + sum(hours[2])]
    row = page.rows[0]
    hours = made[row.name]
    one, two = sum(hours[1]), sum(hours[2])
    assert row.small.split(" · ")[1:2] == [f"{one} + {two} = {one + two}"]
    assert [cell.text for cell in row.cells][1:6] == [f"{one}", f"{two}", "0", "0", f"{one + two}"]


def decide_by_lot(evening: Evening, number: int) -> None:
    for match in evening.matches(number):
        names = " ".join(sorted(side.name for side in match.sides.all()))
        chance = Random(f"{names} {number}")
        games = chance.choice([(2, 0), (2, 1), (1, 2), (0, 2)])
        points = (chance.randrange(20, 30), chance.randrange(10, 30))
        make_ruling(match, points=points, games=games, reason="So.", by=evening.director, now=evening.now)
    for side in Side.objects.filter(match__table__stage__number=number):
        Side.objects.filter(pk=side.pk).update(hang_jacks=Random(f"{side.name} {number}").randrange(4))


@pytest.fixture
def pairs(rounds_of) -> Evening:
    """Four pairs who have all met, over three rounds, in matches of three games."""
    evening = rounds_of(4, plan=[["round-robin", 3]], length_kind="best_of", length_number=3)
    for number in (1, 2, 3):
        out(evening, number)
        decide_by_lot(evening, number)
    return evening


def sums_of_pairs(event: Event) -> dict[str, dict[str, int]]:
    sums: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for match in Match.objects.filter(table__stage__event=event):
        one, other = match.sides.all()
        for own, against in ((one, other), (other, one)):
            found = sums[own.name]
            found["match_points"] += 2 if own.games > against.games else 0
            found["matches_won"] += own.games > against.games
            for figure in ("games", "points", "hang_jacks"):
                found[figure] += getattr(own, figure)
                found[f"{figure}_against"] += getattr(against, figure)
    return sums


FIGURES: dict[str, Callable[[dict[str, int]], int]] = {
    "match_points": lambda sums: sums["match_points"],
    "matches_won": lambda sums: sums["matches_won"],
    "games_won": lambda sums: sums["games"],
    "games_lost": lambda sums: sums["games_against"],
    "game_difference": lambda sums: sums["games"] - sums["games_against"],
    "points_for": lambda sums: sums["points"],
    "points_against": lambda sums: sums["points_against"],
    "point_difference": lambda sums: sums["points"] - sums["points_against"],
    "hang_jacks_for": lambda sums: sums["hang_jacks"],
    "hang_jacks_against": lambda sums: sums["hang_jacks_against"],
    "hang_jack_difference": lambda sums: sums["hang_jacks"] - sums["hang_jacks_against"],
}
FEWEST = ("games_lost", "points_against", "hang_jacks_against")


def assert_ranked_by(order: list[str]) -> None:
    Event.objects.update(criteria=order)
    event = Event.objects.get()
    sums = sums_of_pairs(event)
    standings = standings_of(event)
    for line in standings.lines:
        for criterion in standings.columns:
            assert (criterion.key, criterion.figure_of(line.record)) == (
                criterion.key,
                FIGURES[criterion.key](sums[line.name]),
            )

    def key_of(name: str) -> tuple[int, ...]:
        return tuple((-1 if key in FEWEST else 1) * FIGURES[key](sums[name]) for key in order)

    assert [line.placing.rank for line in standings.lines] == [
        1 + sum(key_of(other) > key_of(line.name) for other in sums) for line in standings.lines
    ]
    heads, *rows = rows_of(standings)
    assert heads[:3] == ["Place", "Name", "Played"] and len(heads) == 3 + len(order)
    assert [row[1:] for row in rows] == [
        [line.name, 3, *(FIGURES[key](sums[line.name]) for key in order)] for line in standings.lines
    ]


def test_pairs_rank_by_the_figures_of_their_matches_in_the_clubs_order(pairs):
    for first in FIGURES:
        assert_ranked_by([first, *(key for key in ("points_for", "hang_jacks_for") if key != first)])


def test_the_players_of_a_pair_have_the_figures_of_their_pair(pairs):
    by_pair = {line.name: line.record for line in standings_of(pairs.event).lines}
    for line in standings_of(pairs.event, counting="players").lines:
        (pair,) = [record for name, record in by_pair.items() if line.name in name.split(" and ")]
        own = line.record
        assert (own.points_for, own.games_won, own.hang_jacks_for) == (
            pair.points_for,
            pair.games_won,
            pair.hang_jacks_for,
        )


def test_a_round_rested_is_listed_once_it_is_over(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    out(evening, 1)
    rested = {entry.team_id for entry in (rest.entry for rest in Rest.objects.select_related("entry"))}
    (waiting,) = [line for line in standings_of(evening.event).lines if line.record.entry in rested]
    assert waiting.credits == ("Round 1: sits out, counts once the round is over",)
    before = waiting.record.match_points_so_far
    decide_by_lot(evening, 1)
    (after,) = [line for line in standings_of(evening.event).lines if line.record.entry in rested]
    assert (before, len(after.credits)) == (0, 1)


def test_only_cards_that_the_whole_tie_has_cut_count_for_it(evening_of):
    evening = evening_of(4)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, lambda match: (5, 5))
    standings = standings_of(evening.event)
    stage = Stage.objects.get()
    entries = [line.record.entry for line in standings.lines]
    (tie,) = final_ties(standings)
    assert (tie.entries, tie.cards, tie.cut_again) == (tuple(entries), (), False)
    for entry in entries[:3]:
        Cut.objects.create(stage=stage, entry_id=entry, cards=["T"], cut_at=evening.now)
    (tie,) = ties_of(evening.event, 1, [standings.placings])
    assert tie.cards == ()
    Cut.objects.create(stage=stage, entry_id=entries[3], cards=["T"], cut_at=evening.now)
    (tie,) = ties_of(evening.event, 1, [standings.placings])
    assert (tie.cards, tie.cut_again, tie.cards_in_words) == (("T",), True, "10")
    assert ties_of(evening.event, 1, []) == ()
    assert format_cards(["A", "T", "4"]) == "A, 10, 4"
    Cut.objects.filter(entry_id=entries[0]).update(cards=["3"])
    Cut.objects.filter(entry_id=entries[1]).update(cards=["A"])
    placed = [(line.placing.shown, line.record.entry) for line in standings_of(evening.event).lines]
    assert placed[:2] == [("1", entries[0]), ("2", entries[1])]
    assert [shown for shown, _entry in placed[2:]] == ["3=", "3="]


def test_what_is_not_agreed_counts_as_not_reported_if_agreed_results_are_asked_for(pairs):
    Match.objects.filter(table__stage__number=3).update(state="entered")
    event = Event.objects.get()
    every, agreed = standings_of(event), standings_of(event, agreed_only=True)
    assert [line.record.played for line in every.lines] == [3] * 4
    assert [line.record.played for line in agreed.lines] == [2] * 4
    assert (every.open_matches, every.provisional, agreed.agreed_only, agreed.missing) == (2, True, True, ())


def test_missing_results_are_named_by_round_and_table(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    assert standings_of(evening.event).missing == ("No result yet: round 1, tables 1 and 2.",)
    Side.objects.filter(match__table__number=2, number=1).update(points=14)
    assert standings_of(evening.event).missing == (
        "No result yet: round 1, table 1.",
        "Half reported: round 1, table 2.",
    )
