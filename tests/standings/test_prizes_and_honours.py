"""Who is called up when, for what, and what their certificates say."""

import pytest

from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tests.standings.test_recounted import play_kent
from tournament.models import Side
from tournament.results.services.decisions import make_ruling
from tournament.screens.services import begin_prizes, reveal_prize
from tournament.standings.queries.honours import (
    NUMBERS,
    Certificate,
    Honour,
    Honours,
    Winner,
    certificates_of,
    honours_of,
    team_certificates_of,
)
from tournament.standings.queries.prizes import (
    NoPrizes,
    PrizeShown,
    prize_giving_of,
    prizes_to_give,
    revealed_prizes_of,
    show_prize,
)
from tournament.standings.queries.standings import standings_of


@pytest.fixture
def evening(rounds_of) -> Evening:
    """Four pairs after three rounds, each won by 14 to 9: all by Ann's pair, two by Cy's, who hung five Jacks."""
    evening = rounds_of(4, plan=[["round-robin", 3]])
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(
            evening, number, first_wins=lambda match: is_first_stronger(*(each.name for each in match.sides.all()))
        )
    Side.objects.update(hang_jacks=0)
    (side,) = Side.objects.filter(match__table__stage__number=2, players__entry__player__name="Cy Ash").distinct()
    Side.objects.filter(pk=side.pk).update(hang_jacks=5)
    return evening


def is_first_stronger(one: str, other: str) -> bool:
    return "Ann Cy Eve Gus".index(one[:2]) < "Ann Cy Eve Gus".index(other[:2])


ANN, CY, EVE, GUS = ("Ann Ash and Bea Ash", "Cy Ash and Dan Ash", "Eve Ash and Fay Ash", "Gus Ash and Hal Ash")


def in_order(evening: Evening, **asked: object) -> list[tuple[str, str, list[str], str]]:
    steps = prizes_to_give(evening.event, **{"places": 3, "side_prizes": True} | asked)
    return [(step["prize"], step["place"], step["names"], step["figure"]) for step in steps]


def test_side_prizes_come_first_and_then_the_places_from_the_last_to_the_first(evening):
    assert in_order(evening) == [
        ("biggest_round", "", [ANN, CY, EVE], "14"),
        ("most_hang_jacks", "", [CY], "5"),
        ("", "3", [EVE], ""),
        ("", "2", [CY], ""),
        ("", "1", [ANN], ""),
    ]


def test_the_director_may_give_fewer_places_and_no_side_prizes(evening):
    assert in_order(evening, places=1, side_prizes=False) == [("", "1", [ANN], "")]
    assert [place for _prize, place, *_rest in in_order(evening, places=2)] == ["", "", "2", "1"]


def test_those_who_share_a_place_are_called_up_together(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1]])
    out(evening, 1)
    for match in evening.matches(1):
        make_ruling(match, points=(14, 9), games=(1, 0), reason="So.", by=evening.director, now=evening.now)
    steps = in_order(evening, side_prizes=False)
    assert [(place, len(names)) for _prize, place, names, _figure in steps] == [("3=", 2), ("1=", 2)]
    first = honours_of(evening.event).places[0]
    assert (first.label, first.rank, len(first.winners)) == ("First, shared", 1, 2)
    assert first.feat == "for sharing first place among 4 pairs"


def test_nobody_gets_a_prize_before_anybody_is_ranked(rounds_of):
    with pytest.raises(NoPrizes):
        prizes_to_give(rounds_of(4, plan=[["round-robin", 1]]).event, places=3, side_prizes=True)


@pytest.mark.parametrize(
    ("place", "label"),
    [
        ("1", "First"),
        ("2", "Second"),
        ("3", "Third"),
        ("4", "Place 4"),
        ("2=", "Second, shared"),
        ("5=", "Place 5, shared"),
    ],
)
def test_a_place_is_said_in_words(place, label):
    shown = show_prize({"prize": "", "place": place, "names": ["Ann"], "figure": ""})
    assert shown == PrizeShown(label, place, ("Ann",), "")
    assert shown.is_first == (place == "1")


def test_honours_name_the_places_the_side_prizes_and_everybody_else(evening):
    honours = honours_of(evening.event)
    ann, cy, eve = [Winner(name, tuple(name.split(" and "))) for name in (ANN, CY, EVE)]
    assert honours.places == (
        Honour("First", (ann,), "Match points: 6", "", "for coming first of 4 pairs", 1),
        Honour("Second", (cy,), "Match points: 4", "", "for coming second of 4 pairs", 2),
        Honour("Third", (eve,), "Match points: 2", "", "for coming third of 4 pairs", 3),
    )
    biggest = "for winning 14 points in a single round"
    assert honours.prizes == (
        Honour("Most hang jacks", (cy,), "5 hang jacks", "", "for hanging five Jacks in one evening", 0),
        Honour("Biggest round", (ann, cy, eve), "14 points in a round", "", biggest, 0),
    )
    assert (honours.entered, honours.open_matches) == ("4 pairs", 0)
    assert honours.others == (GUS.replace(" Ash", "\N{NO-BREAK SPACE}Ash"),)


def test_each_player_of_a_winning_pair_has_a_certificate_beside_the_partner(evening):
    certificates = certificates_of(honours_of(evening.event))
    first = "for coming first of 4 pairs"
    assert certificates[:2] == (
        Certificate("Ann Ash", "with Bea Ash", "First", "Match points: 6", first, 1),
        Certificate("Bea Ash", "with Ann Ash", "First", "Match points: 6", first, 1),
    )
    hung = [each for each in certificates if each.label == "Most hang jacks"]
    assert [(each.name, each.reached, each.rank) for each in hung] == [
        ("Cy Ash", "the most of 4 pairs", 0),
        ("Dan Ash", "the most of 4 pairs", 0),
    ]
    assert len(certificates) == 2 * (3 + 1 + 3)


def test_a_team_with_a_name_of_its_own_stands_beside_its_players():
    honour = Honour("First", (Winner("The Aces", ("Ann", "Bea")),), "Match points: 2", "", "", 1)
    (aces,) = honour.winners
    assert (aces.title, aces.below) == ("The\N{NO-BREAK SPACE}Aces", "Ann and Bea")
    assert aces.in_full == "The\N{NO-BREAK SPACE}Aces: Ann and Bea"
    assert Winner("Ann and Bea", ("Ann", "Bea")).in_full == "Ann and Bea"
    assert Winner("Ann Ash").in_full == "Ann\N{NO-BREAK SPACE}Ash"


def test_the_certificates_are_one_a_team_or_one_a_player():
    players = ("Ann", "Bea", "Cy")
    named = Honour("First", (Winner("The Aces", players),), "Match points: 2", "", "", 1)
    nameless = Honour("Second", (Winner("Ann, Bea and Cy", players), Winner("Dan")), "", "", "", 2)
    honours = Honours((named, nameless), (), (), "3 teams", 0)
    assert [(each.name, each.beside) for each in team_certificates_of(honours)] == [
        ("The\N{NO-BREAK SPACE}Aces", "Ann, Bea and Cy"),
        ("Ann, Bea and Cy", ""),
        ("Dan", ""),
    ]
    assert [(each.name, each.beside) for each in certificates_of(honours)] == [
        ("Ann", "of The Aces, with Bea and Cy"),
        ("Bea", "of The Aces, with Ann and Cy"),
        ("Cy", "of The Aces, with Ann and Bea"),
        ("Ann", "with Bea and Cy"),
        ("Bea", "with Ann and Cy"),
        ("Cy", "with Ann and Bea"),
        ("Dan", ""),
    ]


@pytest.mark.parametrize(
    ("criteria", "credits", "figures"),
    [
        (
            ["matches_won", "points_for", "hang_jacks_for"],
            (
                "Round 1: sat out, counts 1 match won, 14 points, 1 hang jack (their own average)",
                "Round 2: sat out, counts 9 points, 1 hang jack (their own average)",
            ),
            [("First", "Matches won: 2", ""), ("Second", "Matches won: 1", "")],
        ),
        (
            ["game_difference"],
            (
                "Round 1: sat out, counts 1 in game difference (their own average)",
                "Round 2: sat out, counts −1 in game difference (their own average)",
            ),
            [("First", "Game difference: 2", ""), ("Second", "Game difference: 0", "")],
        ),
        (
            ["points_against"],
            ("Round 1: sat out, counts their own average", "Round 2: sat out, counts their own average"),
            [("First", "Points against: 18", ""), ("Second", "Points against: 23", "")],
        ),
        (
            ["head_to_head"],
            ("Round 1: sat out, counts their own average", "Round 2: sat out, counts their own average"),
            [("First, shared", "", "")],
        ),
    ],
)
def test_a_rest_and_a_place_are_said_with_the_figures_that_rank(rounds_of, criteria, credits, figures):
    evening = rounds_of(3, plan=[["round-robin", 3]], criteria=criteria)
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    Side.objects.update(hang_jacks=1)
    lines = standings_of(evening.event).lines
    assert tuple(sorted(credit for line in lines for credit in line.credits)) == credits
    places = honours_of(evening.event).places
    assert [(place.label, place.figure, place.decided) for place in places] == figures


def test_the_hall_sees_the_prizes_revealed_so_far_the_latest_first(evening):
    event = evening.event
    assert revealed_prizes_of(event) is None
    begin_prizes(event, places=2, side_prizes=True, by=evening.director, now=evening.now)
    assert (revealed_prizes_of(event), prize_giving_of(event).revealed) == ((), 0)
    for seen in range(3):
        reveal_prize(event, seen=seen, by=evening.director, now=evening.now)
    assert revealed_prizes_of(event) == (
        PrizeShown("Second", "2", (CY,), ""),
        PrizeShown("Most hang jacks", "", (CY,), "5"),
        PrizeShown("Biggest round", "", (ANN, CY, EVE), "14"),
    )


def test_who_came_last_of_many_is_thanked_for_staying_cheerful(evening_of):
    honours = honours_of(play_kent(evening_of(16)))
    *_others, last = honours.prizes
    assert (last.figure, last.decided, last.feat, last.rank) == ("", "", "for staying cheerful in last place", 0)
    (certificate,) = [each for each in certificates_of(honours) if each.label == last.label]
    assert (certificate.name, certificate.reached) == (last.winners[0].name, "of 16 players")


def test_small_numbers_stand_in_words_on_a_certificate() -> None:
    words = "one two three four five six seven eight nine ten eleven twelve".split()
    assert {figure: str(word) for figure, word in NUMBERS.items()} == {f"{n}": word for n, word in enumerate(words, 1)}
