"""An evening of each game that there is: a match by two phones, one on paper, and what standings and prints say."""

from collections import Counter
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring import RULE_SETS, HandFacts, RuleSet, Seating, score_game
from tests import evenings
from tests.evenings import Evening
from tests.hands.filled import told_of
from tests.kinds import mostly_slow
from tests.paper.conftest import NOW
from tests.paper.test_blanks import words_of
from tests.paper.test_on_every_sheet import HALL
from tests.phone.test_table import Phone
from tests.scoring.dealing import played_hand
from tests.typesetting import typeset
from tournament.hands.forms.marks import ticks_from
from tournament.matches.queries.matches import seating_of
from tournament.models import Hand, Match, State
from tournament.results.services.decisions import agree_table
from tournament.standings.queries.standings import standings_of

evening_of = evenings.evening_of
GAMES, HANDS_WITHOUT_TARGET = 2, 6
Figures = dict[str, tuple[int, int]]


def play_out(rules: RuleSet, seating: Seating, chance: Random) -> tuple[list[HandFacts], Figures]:
    """Returns the hands of a match of two games, or of some hands where no number of points ends a game; and games and
    points of each side."""
    hands: list[HandFacts] = []
    games, points = Counter[str](), Counter[str]()
    for _game in range(GAMES if rules.target else 1):
        own: list[HandFacts] = []
        counted = score_game(rules, own, dict.fromkeys(seating.side_names, 0))
        while not counted.winner and (rules.target or len(own) < HANDS_WITHOUT_TARGET):
            own.append(told_of(rules, played_hand(rules, seating, chance), "ticks"))
            counted = score_game(rules, own, dict.fromkeys(seating.side_names, 0))
        hands += own
        games.update([counted.winner] if counted.winner else [])
        for scored in counted.hands:
            points.update(dict.fromkeys(seating.side_names, 0))
            for award in scored.awards:
                points[award.side] += award.points
    return hands, {side: (games[side], points[side]) for side in seating.side_names}


def record_on_phones(match: Match, rules: RuleSet, hands: list[HandFacts], chance: Random) -> None:
    phones = [Phone(match, side.number) for side in match.sides.all()]
    for number, facts in enumerate(hands, start=1):
        phone, told = chance.choice(phones), {"number": number, "entry_key": uuid4(), "step": "record"}
        for name, value in ticks_from(rules, facts).items():
            if value is not None and value is not False:
                told[name] = "on" if value is True else value
        answer = phone.client.post(phone.url(), told)
        assert answer.status_code == 302, answer.context["form"].errors
    if rules.target is None:
        phones[0].press("all-in")
    assert Hand.objects.filter(match=match, superseded_at=None).count() == len(hands)


def key_paper(evening: Evening, match: Match, told: Figures) -> None:
    """Keys the slip of a match, or in Kent the score sheet of each player."""
    client, sides = Client(), list(match.sides.all())
    client.force_login(evening.scorer)
    if not evening.event.kind.has_sheets:
        boxes = {f"points_{side.number}": told[side.key][1] for side in sides}
        boxes |= {f"games_{side.number}": told[side.key][0] for side in sides}
        keyed = {reverse("slip", args=[evening.event.pk, match.pk]): boxes}
    else:
        keyed = {
            reverse("sheet", args=[evening.event.pk, 1, own.entries[0].pk]): {
                f"{box}_{match.pk}": told[side.key][1] for box, side in (("mine", own), ("theirs", other))
            }
            for own, other in (sides, sides[::-1])
        }
    for page, values in keyed.items():
        answer = client.post(page, {"asked": ""} | values)
        assert answer.status_code == 302, answer.context["form"].errors


def figures_of_names(match: Match, told: Figures) -> Figures:
    return {entry.name: told[side.key] for side in match.sides.all() for entry in side.entries}


@pytest.mark.parametrize("game", mostly_slow(RULE_SETS, quick=("trinidad", "phat")))
def test_an_evening_of_each_game_is_what_its_hands_and_slips_say(evening_of, game: str) -> None:
    rules, chance = RULE_SETS[game], Random(game)
    size = 4 if rules.players.pairs and not rules.players.singles else 2
    length = {"length_kind": "games", "length_number": GAMES} if rules.target else {}
    evening: Evening = evening_of(2 * size, format=f"{game}-tables", table_size=size, **length)
    evening.begin()
    evening.play_rounds(1, until=1)
    by_phone, on_paper = evening.matches(1)
    hands, told = play_out(rules, seating_of(by_phone), chance)
    record_on_phones(by_phone, rules, hands, chance)
    expected = figures_of_names(by_phone, told)
    _hands, told = play_out(rules, seating_of(on_paper), chance)
    key_paper(evening, on_paper, told)
    expected |= figures_of_names(on_paper, told)
    evening.end_rounds(1)
    for match in Match.objects.filter(state=State.ENTERED):  # where all hands are in, the bell has agreed them
        agree_table(match.table, by=evening.director, now=evening.now)
    assert {match.state for match in Match.objects.all()} == {State.AGREED}
    lines = standings_of(evening.event).lines
    assert {line.name: (line.record.games or 0, line.record.total) for line in lines} == expected
    for paper in (
        typeset("final-standings", evening.event, address=HALL, now=NOW),
        typeset("table-sheets", evening.event, 1, address=HALL, now=NOW),
    ):
        assert [name for name in expected if name not in " ".join(words_of(paper))] == []
