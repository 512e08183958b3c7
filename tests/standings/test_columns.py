"""Every column of standings with all that it says of a line: its cell, its number, its words, and where it is shown."""

from typing import Any

from tests.matches.test_team_matches import make_match
from tests.round_evenings import Rounds, out, rule_all
from tests.standings.test_recounted import play_kent
from tournament.models import Event, Side
from tournament.standings.queries.cuts import CARDS, cuts_of
from tournament.standings.queries.places import cuts_of_stage
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import StandingsPage, standings_on_paper, standings_page
from tournament.standings.services import record_cuts


def columns_of(page: StandingsPage) -> list[tuple[Any, ...]]:
    """Label, head, labels on walls and phones, key; then of each line the text, the number, whether a phone shows it,
    whether it is printed lighter, and the words on a narrow page."""
    lines = page.standings.lines
    return [
        (
            *(str(each.label), each.head_style, str(each.wall), str(each.phone), each.key),
            " | ".join(each.text_of(line) for line in lines),
            [float(value) if (value := each.value_of(line)) is not None else None for line in lines],
            "".join("x" if each.phone_when(line) else "-" for line in lines),
            "".join("x" if each.is_lighter and each.is_lighter(line) else "-" for line in lines),
            [each.small_of(line) for line in lines] if each.small_of else None,
        )
        for each in page.columns
    ]


ALL, NONE, ADJUSTED, NOT_ADJUSTED = "xxxxxxx", "-------", "-x-x-xx", "x-x-x--"
FIRST, SECOND = [44, 26, 33, 14, 36, 12, 17], [55, 21, 22, 22, 17, 22, 7]
SUMS = [one + other for one, other in zip(FIRST, SECOND)]
IN_FULL = [99, 60, 55, 54, 53, 51, 27.5]
"""Two hours of seven players: whoever sat out a round has their points of that hour multiplied by three halves."""


def shown(figures: list[int]) -> str:
    return " | ".join(map(str, figures))


def of_cards(label: str, key: str) -> tuple[Any, ...]:
    return label, "number more count", "", "", key, shown([0] * 7), [0] * 7, ALL, NONE, [f"{label} 0"] * 7


def test_two_hours_of_kent_show_rounds_hours_and_both_totals_on_pages_and_each_round_on_paper(evening_of) -> None:
    event = play_kent(evening_of(7))
    total = ("Total", "number more sum", "", "Points", "total", shown(SUMS), SUMS, ALL, ADJUSTED, None)
    cards = [of_cards("All Fours", "all_fours"), of_cards("Jacks turned", "jacks_turned")]
    adjusted = ("Adjusted", "total sum", "Points", "Adjusted", "adjusted")
    in_full = "99 | 60 | 55 | 54 | 53 | 51 | 27.5"
    rounds = [6, 5, 6, 4, 6, 4, 5]
    sums = [f"{one} + {other} = {one + other}" for one, other in zip(FIRST, SECOND)]
    assert columns_of(standings_page(standings_of(event))) == [
        *[
            (
                "Rounds",
                "number more",
                "",
                "",
                "rounds",
                shown(rounds),
                rounds,
                ALL,
                NONE,
                [f"{n} of {n} rounds" for n in rounds],
            )
        ],
        ("Hour 1", "number more", "", "", "hour-1", shown(FIRST), FIRST, ALL, NONE, sums),
        ("Hour 2", "number more", "", "", "hour-2", shown(SECOND), SECOND, ALL, NONE, None),
        *cards,
        total,
        (*adjusted, in_full, IN_FULL, ADJUSTED, NOT_ADJUSTED, None),
    ]
    pages = standings_page(standings_of(event)), standings_on_paper(standings_of(event))
    assert [(page.has_gaps, page.has_ties, page.has_leavers, page.has_adjusted_totals) for page in pages] == [
        *[(False, False, False, True)] * 2
    ]
    unsorted = [None] * 7
    made = (
        "21 + 9 + 14 | 13 + 13 | 21 + 2 + 10 | 5 + 9 | 12 + 8 + 16 | 12 + 0 | 4 + 5 + 8",
        "22 + 16 + 17 | 5 + 12 + 4 | 10 + 0 + 12 | 16 + 6 | 14 + 3 + 0 | 11 + 11 | 1 + 6",
    )
    assert columns_of(standings_on_paper(standings_of(event))) == [
        ("Rounds", "rounds", "", "", "", made[0], unsorted, ALL, NONE, None),
        ("First hour", "hour", "", "", "", shown(FIRST), unsorted, ALL, ADJUSTED, None),
        ("Rounds", "rounds", "", "", "", made[1], unsorted, ALL, NONE, None),
        ("Second hour", "hour", "", "", "", shown(SECOND), unsorted, ALL, ADJUSTED, None),
        total,
        (*adjusted, " | 60 |  | 54 |  | 51 | 27.5", IN_FULL, ADJUSTED, NOT_ADJUSTED, None),
        *cards,
    ]


def test_rounds_show_what_ranks_first_on_walls_and_phones_and_what_is_unknown_as_a_dash(rounds_of: Rounds) -> None:
    evening = rounds_of(3, plan=[["round-robin", 3]])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    Side.objects.filter(match__table__stage__number=1).update(hang_jacks=2)
    expected = [
        ("Played", "number more count", "", "", "played", "1 | 2 | 1", [1, 2, 1], ["1 played", "2 played", "1 played"]),
        ("Match points", "total sum long", *["Match points"] * 2, "match_points", "4 | 2 | 0", [4, 2, 0], None),
        *[
            ("Games won", "number more hour", *["Games won"] * 2, "games_won", "2 | 1 | 0", [2, 1, 0])
            + ([f"Games won {n}" for n in (2, 1, 0)],)
        ],
        *[
            ("Point difference", "number more hour long", "", "", "point_difference", "10 | 0 | −10", [10, 0, -10])
            + ([f"Point difference {n}" for n in ("10", "0", "−10")],)
        ],
        *[
            ("Hang jacks", "number more hour long", "", "", "hang_jacks_for", "– | – | 4", [None, None, 4])
            + ([f"Hang jacks {n}" for n in "––4"],)
        ],
    ]
    for page in (standings_page, standings_on_paper):
        assert page(standings_of(Event.objects.get())).has_gaps
        assert columns_of(page(standings_of(Event.objects.get()))) == [
            (*facts, "xxx", "---", words) for *facts, words in expected
        ]


def test_both_halves_of_a_team_match_count_as_one_match(evening_of) -> None:
    match = make_match(evening_of, plan=[["one-match", 2, 0]], length_kind="games", length_number=1)
    match.game(1, 1), match.game(2, 2), match.game(3, 1)
    out(match.evening, 2)
    match.half = 2
    match.game(1, 2), match.game(2, 2), match.game(3, 2)
    lines = standings_of(Event.objects.get()).lines
    records = [line.record for line in lines]
    assert [(record.name, record.games_won, record.won, record.lost, record.played) for record in records] == [
        ("Belmont", 4, 1, 0, 1),
        ("Arima", 2, 0, 1, 1),
    ]


def test_every_card_of_a_cut_has_its_rank_and_a_three_is_the_best(evening_of) -> None:
    evening = evening_of(13).begun()
    people = [entry.pk for entry in evening.event.entries.order_by("pk")]
    cards = {pk: [card] for pk, card in zip(people, "23456789TJQKA")}
    record_cuts(evening.hour(1), cards, by=evening.director, now=evening.now)
    assert cuts_of_stage(evening.event, evening.hour(1)) == {pk: (rank,) for rank, pk in enumerate(people, start=2)}
    assert sorted(words for _name, words in cuts_of(evening.hour(1))) == sorted([*"23456789JQKA", "10"])
    assert tuple("32AKQJT987654") == CARDS
