"""Days of two cups: the best go on from groups or from a table, the others play a second cup. Random days are followed
by a small script of its own: who goes on, who meets whom, and every place at the end."""

from collections import defaultdict
from itertools import count
from random import Random

import pytest

from tests.evenings import Evening
from tests.kinds import mostly_slow
from tests.round_evenings import Rounds, out
from tournament.door.services.people import leave
from tournament.draw.queries.brackets import whole_bracket
from tournament.draw.queries.fields import past_of
from tournament.event.queries.competitors import key_of
from tournament.foundation.errors import CannotDraw
from tournament.models import Entry, Stage, State
from tournament.results.services.decisions import make_ruling
from tournament.standings.queries.cuts import final_ties
from tournament.standings.queries.standings import standings_of
from tournament.standings.services import record_cuts

CARDS = "32AKQJT987654"


class Day:
    """A day as the script follows it: what was played, in its own words."""

    def __init__(self, evening: Evening, seed: int) -> None:
        self.evening, self.random = evening, Random(seed)
        self.here = set(Entry.objects.filter(event=evening.event).values_list("team", flat=True).distinct())
        self.wins: dict[int, int] = defaultdict(int)
        self.met: dict[int, set[int]] = defaultdict(set)
        self.cards: dict[int, tuple[int, ...]] = {}

    def play(self, number: int) -> dict[frozenset[int], int]:
        """Decides every match of a round; returns who won each."""
        won = {}
        for match in self.evening.matches(number):
            if match.state != State.WAITING:
                continue
            one, other = (key_of(self.evening.event, side.entries[0]) or 0 for side in match.sides.all())
            first = self.random.random() < 0.5
            games = (18, 11) if first else (11, 18)
            by = {"by": self.evening.director, "now": self.evening.now}
            make_ruling(match, points=games, games=games, reason="By the table.", **by)
            winner = one if first else other
            won[frozenset((one, other))] = winner
            self.wins[winner] += 1
            self.met[one].add(other)
            self.met[other].add(one)
        return won

    def go(self) -> None:
        """One team goes home."""
        gone = self.random.choice(sorted(self.here))
        for entry in Entry.objects.filter(team=gone):
            leave(entry, by=self.evening.director, now=self.evening.now)
        self.here.discard(gone)

    def cut(self, number: int, counting: str) -> None:
        """All who are tied cut the cards twice; no two cut the same."""
        for tie in final_ties(standings_of(self.evening.event, hours=number, counting=counting)):
            ways = [(one, other) for one in range(len(CARDS)) for other in range(len(CARDS))]
            cards = dict(zip(tie.entries, self.random.sample(ways, len(tie.entries)), strict=True))
            self.cards |= cards
            stage = Stage.objects.get(number=number)
            cut = {key: [CARDS[at] for at in each] for key, each in cards.items()}
            record_cuts(stage, cut, by=self.evening.director, now=self.evening.now)

    def groups(self) -> list[list[int]]:
        """Those who have met, and whom these have met; each group with the best first."""
        left, groups = set(self.met), []
        while left:
            group, more = set(), {left.pop()}
            while more:
                group |= more
                more = {other for each in more for other in self.met[each]} - group
            left -= group
            groups.append(self.ranked(group))
        return groups

    def ranked(self, keys: set[int]) -> list[int]:
        return sorted(keys, key=lambda key: (-self.wins[key], self.cards.get(key, ())))


def bracket_lines(order: list[int]) -> list[int | None]:
    """The first round from the top: 1 meets the last, and the best meet as late as they can."""
    line = [0]
    while len(line) < len(order):
        line = [number for each in line for number in (each, 2 * len(line) - 1 - each)]
    return [order[number] if number < len(order) else None for number in line]


def drawn_pairs(evening: Evening, first: int, number: int) -> set[frozenset[int]]:
    past = past_of(evening.event, first, number + 1)
    return {frozenset(match.entries) for match in past if match.round == number - first + 1}


def play_two_cups(evening: Evening, enter: int, *, of_all: bool, seed: int) -> None:
    day, in_groups = Day(evening, seed), evening.event.plan[0][0] != "round-robin"
    for number in count(1):
        out(evening, number)
        day.play(number)
        if number == evening.event.plan[0][1]:
            break
    if seed % 2:
        day.go()
    first, counting = number + 1, "groups" if in_groups and not of_all else "entered"
    try:
        stage = out(evening, first)
    except CannotDraw as refused:
        assert "Let them cut the cards" in str(refused)
        day.cut(number, counting)
        stage = out(evening, first)
    split = day.groups() if counting == "groups" else [day.ranked(set(day.met))]
    place = {key: at for group in split for at, key in enumerate(group)}
    split = [[key for key in group if key in day.here] for group in split]
    going_on = {key for group in split for key in group[:enter]}
    others = {key for group in split for key in group[enter:]}
    assert (set(stage.order), set(stage.second_cup)) == (going_on, others if len(others) > 1 else set())
    if counting == "groups":
        assert [place[key] for key in stage.order] == sorted(place[key] for key in stage.order)
    lines = [bracket_lines(cup) for cup in (stage.order, stage.second_cup) if cup]
    fates: list[dict[int, tuple[int, int]]] = [{} for _cup in lines]
    thirds: list[set[int]] = [set() for _cup in lines]
    for number in count(first):
        pairs = [list(zip(line[0::2], line[1::2], strict=True)) if len(line) > 1 else [] for line in lines]
        meet = {frozenset(pair) for cup in pairs for pair in cup if None not in pair and set(pair) <= day.here}
        beside = [
            cup if len(cup) == 2 and cup <= day.here and len(line) == 2 else set() for cup, line in zip(thirds, lines)
        ]
        meet |= {frozenset(cup) for cup in beside if cup}
        assert drawn_pairs(evening, first, number) == meet
        won = day.play(number)
        for at, cup in enumerate(pairs):
            line: list[int | None] = []
            losers = set()
            for pair in cup:
                playing = [key for key in pair if key is not None]
                able = [key for key in playing if key in day.here]
                winner = won.get(frozenset(pair)) or next(iter(able if len(playing) == 2 else playing), None)
                line.append(winner)
                for key in playing:
                    if key != winner:
                        fates[at][key] = (number, 0)
                        losers |= {key} if frozenset(pair) in won else set()
            if beside[at]:
                third = won[frozenset(beside[at])]
                fates[at][third] = (fates[at][third][0], 1)
            thirds[at] = losers if len(cup) == 2 else set()
            lines[at] = line if cup else lines[at]
        if all(len(line) == 1 for line in lines):
            break
        if seed % 3 == 0 and number == first:
            day.go()
        try:
            out(evening, number + 1)
        except CannotDraw as refused:
            assert "decided" in str(refused)
            lines = [[next((key for key in line if key in day.here), None)] for line in lines]
            evening.event.refresh_from_db()
            break
    fates_of_all = {}
    for cup, (line, fate) in enumerate(zip(lines, fates, strict=True)):
        fates_of_all |= {key: (-cup, *at) for key, at in fate.items()}
        if line[0] is not None:
            fates_of_all[line[0]] = (-cup, 1000, 0)
    places = [line.record.entry for line in standings_of(evening.event).lines]
    nowhere = (-2, 0, 0)
    ranked = [fates_of_all.get(key, nowhere) for key in places]
    assert ranked == sorted(ranked, reverse=True)
    bracket = whole_bracket(evening.event)
    assert bracket is not None
    assert bool(bracket.second_cup) == (len(lines) == 2)
    assert evening.event.plan[1][1] == number - first + 1


QUICK = [(5, 0), (6, 3), (11, 1), (17, 2)]


@pytest.mark.parametrize(("teams", "seed"), mostly_slow([*QUICK, (23, 4), (30, 9), (38, 7)], quick=QUICK))
def test_a_random_day_of_two_cups_goes_as_a_script_of_its_own_says(rounds_of: Rounds, teams: int, seed: int) -> None:
    random = Random(seed)
    size, of_all = random.choice((3, 4, 5)), random.random() < 0.4
    movement = f"groups-{size}" if teams > 5 else "round-robin"
    enter = random.choice((1, 2)) if movement != "round-robin" else 2
    enter = max(2, teams // 3) if of_all else enter
    plan: list[list[object]] = [[movement, 0, 0], ["knock-out", 0, enter, of_all, True]]
    settings = {"criteria": ["match_points", "cut"], "credits": {"rest": {"kind": "nothing"}}}
    play_two_cups(rounds_of(teams, plan=plan, enters="pairs", **settings), enter, of_all=of_all, seed=seed)
