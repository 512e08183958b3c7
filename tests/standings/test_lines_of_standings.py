"""What a line of the standings says: its figures, whom they are of, whom it is ahead of, and what it leaves out."""

from random import Random

import pytest
from django.urls import reverse

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.door.test_substitutes import play_match_on
from tests.event.test_table_evenings import play_match
from tests.round_evenings import Rounds, out, rule_all
from tests.standings.test_recounted import play_kent
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave
from tournament.door.services.teams import substitute
from tournament.models import Event, Hand, Match, Side, SidePlayer, State, Team
from tournament.ranking import MatchRecord
from tournament.results.services.decisions import call_off, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.standings.queries.counted_matches import CountedMatch, CountedSide, counted_evening_of
from tournament.standings.queries.groups import counting_now
from tournament.standings.queries.honours import Honour, Winner, certificates_of, honours_of
from tournament.standings.queries.records import last_round_begun
from tournament.standings.queries.seat_tenures import with_tenures
from tournament.standings.queries.standings import rank_evening, standings_of
from tournament.standings.queries.standings_page import StandingsPage, standings_on_paper, standings_page

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
ANN, BEA, CY, DAN = evenings.NAMES[:4]


def column(page: StandingsPage, key: str) -> dict[str, str]:
    """Name -> the text of its line in this column."""
    (found,) = [each for each in page.columns if each.key == key]
    return {line.name: found.text_of(line) for line in page.standings.lines}


def in_words(page: StandingsPage, key: str) -> set[str]:
    (found,) = [each for each in page.columns if each.key == key]
    assert found.small_of is not None
    return {found.small_of(line) for line in page.standings.lines}


def test_the_rounds_of_an_hour_are_counted_by_who_was_drawn_to_play_them_and_reported(evening_of) -> None:
    evening = evening_of(7).begun()
    ann = evening.entry(ANN)
    first = Match.objects.filter(sides__players__entry=ann).order_by("round__number")[0]
    enter_sheet(ann, [SheetEntry(first.pk, 9, 5)], by=evening.scorer, now=evening.now)
    page = standings_page(standings_of(evening.event))
    drawn = {line.name: sum(bool(match.opponents) for match in line.record.matches) for line in page.standings.lines}
    assert sorted(drawn.values()) == [2, 2, 2, 3, 3, 3, 3]
    assert column(page, "rounds") == {name: f"{int(name == ANN)} of {of}" for name, of in drawn.items()}
    assert in_words(page, "rounds") == {f"{int(name == ANN)} of {of} rounds" for name, of in drawn.items()}
    evening.hand_in(1, lambda match: (9, 5))
    assert column(standings_page(standings_of(evening.event)), "rounds") == {n: f"{of}" for n, of in drawn.items()}


def test_paper_has_an_adjusted_total_for_those_alone_who_sat_out(evening_of) -> None:
    page = standings_on_paper(standings_of(play_kent(evening_of(7))))
    shown = column(page, "adjusted")
    sat_out = {line.name for line in page.standings.lines if line.record.adjusted_total != line.record.total}
    assert {name for name, text in shown.items() if text} == sat_out
    assert 0 < len(sat_out) < 7


def test_on_a_wall_the_total_is_called_points_where_nothing_is_adjusted(evening_of) -> None:
    *_others, total = standings_page(standings_of(play_kent(evening_of(8)))).columns
    assert (total.label, total.style, total.wall, total.phone) == ("Total", "total sum", "Points", "Points")


FIRST_HOUR = [
    ("Fay Ash", "1", "21 + 9 + 14", "44", ""),
    ("Cy Ash", "2", "13 + 13", "26", "39"),
    ("Eve Ash", "1", "12 + 8 + 16", "36", ""),
    ("Dan Ash", "1", "21 + 2 + 10", "33", ""),
    ("Gus Ash", "2", "5 + 9", "14", "21"),
    ("Ann Ash", "2", "12 + 0", "12", "18"),
    ("Bea Ash", "1", "4 + 5 + 8", "17", ""),
]


def test_paper_has_every_round_of_an_hour_and_of_both_with_what_is_adjusted_in_lighter_print(evening_of) -> None:
    event = play_kent(evening_of(7))
    one, both = (standings_on_paper(standings_of(event, **asked)) for asked in ({"hours": 1}, {}))
    total, adjusted = ("Total", "number more sum", "total", "", "Points"), ("Adjusted", "total sum", "adjusted")
    cards = [(label, "number more count", label.lower().replace(" ", "_")) for label in ("All Fours", "Jacks turned")]
    assert [(each.label, each.style, each.key) for each in one.columns] == [
        *(("Table", "count table", ""), ("Rounds", "rounds", ""), ("First hour", "hour", ""), adjusted),
        *cards,
    ]
    assert [(each.label, each.style, each.key) for each in both.columns] == [
        *(("Rounds", "rounds", ""), ("First hour", "hour", ""), ("Rounds", "rounds", ""), ("Second hour", "hour", "")),
        *(total[:3], adjusted),
        *cards,
    ]
    on_screens = standings_page(standings_of(event)).columns[-2:]
    assert [(each.label, each.style, each.key, each.wall, each.phone) for each in on_screens] == [
        total,
        (*adjusted, "Points", "Adjusted"),
    ]
    shown = [(line.name, *(each.text_of(line) for each in one.columns[:4])) for line in one.standings.lines]
    assert shown == FIRST_HOUR
    lighter = [
        [bool(each.is_lighter and each.is_lighter(line)) for each in one.columns[2:4]] for line in one.standings.lines
    ]
    assert lighter == [[bool(adjusted), not adjusted] for *_shown, adjusted in FIRST_HOUR]


@pytest.mark.parametrize(
    ("length", "undecided", "results"),
    [
        ("decided", "draw", ["drawn", "drawn"]),
        ("decided", "most", ["won", "lost"]),
        ("games", "draw", ["won", "lost"]),
    ],
)
def test_a_race_of_teams_that_neither_won_is_drawn_if_the_club_says_so(
    rounds_of: Rounds, length: str, undecided: str, results: list[str]
) -> None:
    plan: list[list[object]] = [["round-robin", 1]]
    evening = rounds_of(2, plan=plan, enters="teams", length_kind=length, length_number=5, undecided=undecided)
    out(evening, 1)
    for match, games in zip(evening.matches(1), [(2, 1), (2, 2)]):
        make_ruling(match, points=(9, 9), games=games, reason="So.", by=evening.director, now=evening.now)
    records = {line.record.entry: line.record.matches for line in standings_of(Event.objects.get()).lines}
    sides = [side.players.all()[0].entry.team_id for side in evening.matches(1)[0].sides.order_by("number")]
    assert [[each.result for each in records[side]] for side in sides] == [[result] for result in results]


def test_a_line_is_said_to_be_ahead_of_the_next_by_the_figures_that_decided(evening_of) -> None:
    evening = evening_of(4).begun()
    made = {(ANN, BEA): (3, 3), (ANN, CY): (6, 0), (ANN, DAN): (6, 0), (BEA, CY): (9, 1), (BEA, DAN): (3, 0)}

    def points(match: Match) -> tuple[int, int]:
        one, other = (side.name for side in match.sides.all())
        found = made.get((one, other))
        return found or tuple(reversed(made.get((other, one), (0, 0))))

    evening.hand_in(1, points)
    page = standings_page(standings_of(evening.event))
    assert [(row.name, row.place, row.decided) for row in page.rows] == [
        (BEA, "1", f"Ahead of {ANN}: best round 9 to 6"),
        (ANN, "2", ""),
        (CY, "3", ""),
        (DAN, "4", ""),
    ]


def test_who_is_ahead_for_losing_fewer_games_is_said_with_the_games_lost(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 1]], criteria=["match_points", "games_lost"])
    out(evening, 1)
    for match, games in zip(evening.matches(1), [(3, 1), (3, 2)]):
        make_ruling(match, points=(9, 9), games=games, reason="So.", by=evening.director, now=evening.now)
    page = standings_page(standings_of(Event.objects.get()))
    assert page is not None
    names = [row.name for row in page.rows]
    assert [(row.place, row.decided) for row in page.rows] == [
        ("1", f"Ahead of {names[1]}: games lost 1 to 2"),
        ("2", ""),
        *[(f"{place}=", "") for place in (3, 3)],
    ]


def test_a_round_drawn_of_which_nothing_is_known_takes_no_place_and_no_best_round_away(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 3]], criteria=["best_round", "match_points"])

    def told() -> list[tuple[object, ...]]:
        records = [(line.placing.shown, line.record) for line in standings_of(Event.objects.get()).lines]
        return [(place, record.entry, record.best_round, len(record.opponents_met)) for place, record in records]

    out(evening, 1)
    rule_all(evening, 1)
    before = told()
    assert [(place, best, met) for place, _entry, best, met in before] == [
        *[("1=", 14, 1)] * 2,
        *[("3=", 9, 1)] * 2,
    ]
    out(evening, 2)
    assert told() == before
    make_ruling(evening.matches(2)[0], points=(3, 2), games=(1, 0), reason="So.", by=evening.director, now=evening.now)
    assert sorted((best is None, met) for _place, _entry, best, met in told()) == [*[(False, 2)] * 2, *[(True, 2)] * 2]


def test_who_has_no_partner_yet_has_no_line_among_the_pairs(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    out(evening, 1)
    rule_all(evening, 1)
    lines = standings_of(Event.objects.get()).lines
    assert sorted(line.name for line in lines) == ["Ann Ash and Bea Ash", "Cy Ash and Dan Ash"]
    assert sorted(line.entries for line in lines) == [
        tuple(evening.entry(name).pk for name in names) for names in (("Ann Ash", "Bea Ash"), ("Cy Ash", "Dan Ash"))
    ]


def test_who_share_a_place_are_both_said_to_be_ahead_of_all_who_share_the_next(rounds_of: Rounds) -> None:
    evening = rounds_of(6, plan=[["round-robin", 1]], criteria=["match_points", "games_won"])
    out(evening, 1)
    for match, games in zip(evening.matches(1), [(2, 1), (2, 1), (1, 0)]):
        make_ruling(match, points=(9, 9), games=games, reason="So.", by=evening.director, now=evening.now)
    page = standings_page(standings_of(Event.objects.get()))
    assert page is not None
    names = [row.name for row in page.rows]
    assert [(row.place, row.decided) for row in page.rows] == [
        *[("1=", f"Ahead of {names[2]}: games won 2 to 1")] * 2,
        ("3", ""),
        *[("4=", f"Ahead of {names[5]}: games won 1 to 0")] * 2,
        ("6", ""),
    ]


@pytest.mark.parametrize(
    ("points", "games", "results"),
    [
        ((7, 3, 5), (1, 0, 0), ["won", "lost", "lost"]),
        ((5, 7, 3), (1, 0, 0), ["won", "lost", "lost"]),
        ((5, 5, 3), (0, 0, 0), ["drawn", "drawn", "lost"]),
        ((2, 4, 4), (0, 0, 0), ["lost", "drawn", "drawn"]),
    ],
)
def test_a_player_who_met_two_at_one_table_has_won_drawn_or_lost_by_games_and_then_by_points(
    evening_of, points, games, results
) -> None:
    evening = evening_of(3, format="seven-up-tables", table_size=3).begun()
    (match,) = evening.matches(1)
    make_ruling(match, points=points, games=games, reason="So.", by=evening.director, now=evening.now)
    sides = [side.players.get().entry_id for side in match.sides.order_by("number")]
    matches = {line.record.entry: line.record.matches[0] for line in standings_of(evening.event).lines}
    assert [matches[side].result for side in sides] == results
    assert [matches[side].against for side in sides] == [sum(points) - own for own in points]


def test_each_player_of_a_match_has_what_was_made_while_they_sat_there(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]], length_kind="games", length_number=1)
    out(evening, 1)
    evening.play_rounds(1)
    (match,) = evening.matches(1)
    play_match(evening, match, Random(4), hands=3)
    substitute(evening.entry(ANN), "Zoe Late", from_hand=4, by=evening.director, now=evening.now)
    play_match_on(evening, match, Random(5), first=4)
    side = SidePlayer.objects.get(side__match=match, entry__player__name="Zoe Late").side.number
    hands = [hand.awards for hand in Hand.objects.filter(match=match, superseded_at=None).order_by("number")]

    def made(awards: list[dict], kind: str = "") -> int:
        won = [(each, points) for hand in awards for each, of, points in hand["awards"] if of == f"side-{side}"]
        return sum(each == kind for each, _points in won) if kind else sum(points for _each, points in won)

    lines = {line.name: line.record.matches[0] for line in standings_of(evening.event, counting="players").lines}
    for name, own in ((ANN, hands[:3]), ("Zoe Late", hands[3:]), (BEA, hands)):
        match_of = lines[name]
        assert (name, match_of.points, match_of.hang_jacks) == (name, made(own), made(own, "hang_jack"))
        assert (name, match_of.all_fours) == (name, sum(hand["all_fours"] == f"side-{side}" for hand in own))
    assert lines[ANN].ruled == lines["Zoe Late"].ruled == lines[BEA].result
    numbers = {name: evening.entry(name).pk for name in (ANN, BEA, CY, DAN, "Zoe Late")}
    met = {name: (set(lines[name].partners), set(lines[name].opponents)) for name in numbers}
    ours, theirs = {numbers[ANN], numbers["Zoe Late"]}, {numbers[CY], numbers[DAN]}
    assert met == {
        ANN: ({numbers[BEA]}, theirs),
        "Zoe Late": ({numbers[BEA]}, theirs),
        BEA: (ours, theirs),
        CY: ({numbers[DAN]}, ours | {numbers[BEA]}),
        DAN: ({numbers[CY]}, ours | {numbers[BEA]}),
    }

    def tenures() -> list[int]:
        stages = [evening.hour(1)]
        return [len(each.tenures) for each in with_tenures(counted_evening_of(evening.event, stages).matches, stages)]

    assert tenures() == [2]
    call_off(match, reason="The lights went out.", by=evening.director, now=evening.now)
    assert tenures() == [0]


def test_every_tally_is_split_between_those_who_sat_in_one_chair(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]], length_kind="games", length_number=1)
    out(evening, 1)
    evening.play_rounds(1)
    (match,) = evening.matches(1)
    play_match(evening, match, Random(4), hands=3)
    before = counted_evening_of(evening.event, [evening.hour(1)]).matches
    assert with_tenures(before, [evening.hour(1)]) == before
    substitute(evening.entry(ANN), "Zoe Late", from_hand=4, by=evening.director, now=evening.now)
    play_match_on(evening, match, Random(5), first=4)
    # What only other games count is split in the same way.
    set_backs = [["set_back", "side-1", -2], ["set_back", "side-2", -3], ["set_back", "side-2", -4]]
    for hand in Hand.objects.filter(match=match, superseded_at=None, number__lt=4):
        is_second = hand.number == 2
        hand.awards["awards"] += set_backs if is_second else []
        hand.awards["jacks_turned"] = {"side-1": 2, "side-2": 1} if is_second else {}
        hand.save()
    Side.objects.filter(match=match).update(settlement=7, set_backs=5, jacks_turned=9)
    Side.objects.filter(match=match, number=2).update(hang_jacks=None)
    stages = [evening.hour(1)]
    (whole,) = with_tenures(counted_evening_of(evening.event, stages).matches, stages)
    first, last = whole.tenures
    assert [(own.settlement, own.set_backs, own.jacks_turned) for own in first] == [(0, 1, 2), (0, 2, 1)]
    assert [(own.settlement, own.set_backs, own.jacks_turned) for own in last] == [(7, 4, 7), (7, 3, 8)]
    assert [own.hang_jacks is None for own in (*first, *last)] == [False, True, False, True]
    for side, own, later in zip(whole.sides, first, last):
        assert (own.number, later.number, own.entries == later.entries) == (
            side.number,
            side.number,
            side.entries == own.entries,
        )
        assert own.points is not None and later.points is not None and own.points + later.points == side.points


def test_after_a_result_only_the_records_of_those_who_played_are_made_again(rounds_of: Rounds) -> None:
    evening = rounds_of(5, plan=[["round-robin", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    rested = evening.hour(1).rests.all()[0].entry.team_id
    out(evening, 2)

    def teams_of(match: Match) -> set[int | None]:
        return {player.entry.team_id for side in match.sides.all() for player in side.players.all()}

    one, other = sorted(evening.matches(2), key=lambda match: rested not in teams_of(match))
    by = {"reason": "So.", "by": evening.director}
    make_ruling(one, points=(14, 9), games=(1, 0), now=evening.now, **by)
    before = rank_evening(Event.objects.get())
    made = {record.entry: record for record in before.records.records}
    make_ruling(other, points=(14, 9), games=(1, 0), now=evening.now, **by)
    after = rank_evening(Event.objects.get(), before=before)
    assert {record.entry for record in after.records.records if record is made[record.entry]} == teams_of(one)
    kept = {pk for pk, (_match, of_match) in after.records.by_match.items() if pk in before.records.by_match}
    same = {pk for pk in kept if after.records.by_match[pk][1] is before.records.by_match[pk][1]}
    assert same == kept - {other.pk} and len(kept) == 4
    assert after.standings.lines == standings_of(Event.objects.get()).lines


def test_a_pair_is_named_by_who_sat_for_it_last_unless_it_has_a_name(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 2]])
    out(evening, 1)
    rule_all(evening, 1)
    substitute(evening.entry(ANN), "Zoe Late", by=evening.director, now=evening.now)
    assert f"{ANN} and {BEA}" in {line.name for line in standings_of(evening.event).lines}
    Team.objects.filter(pk=evening.entry(CY).team_id).update(name="The Aces")
    Event.objects.update(revision=99)
    out(evening, 2)
    rule_all(evening, 2)
    assert {line.name for line in standings_of(Event.objects.get()).lines} == {f"{BEA} and Zoe Late", "The Aces"}


def test_a_sign_for_those_who_left_is_explained_where_somebody_did(evening_of) -> None:
    evening = evening_of(8).begun()
    evening.hand_in(1, lambda match: (9, 5))
    assert not standings_on_paper(standings_of(evening.event)).has_leavers
    leave(evening.entry(ANN), by=evening.director, now=evening.now)
    standings = standings_of(Event.objects.get())
    assert (standings_on_paper(standings).has_leavers, standings_page(standings).has_leavers) == (True, False)


def test_a_single_player_has_a_prize_and_a_certificate_alone(evening_of) -> None:
    honours = honours_of(play_kent(evening_of(7)))
    adjusted = "Adjusted total: 60 (47 points, scored per minute played)"
    assert honours.places == (
        Honour("First", (Winner("Fay Ash"),), "Total: 99", "", "for coming first of 7 players", 1),
        Honour("Second", (Winner("Cy Ash"),), adjusted, "", "for coming second of 7 players", 2),
        Honour("Third", (Winner("Dan Ash"),), "Total: 55", "", "for coming third of 7 players", 3),
    )
    assert {each.beside for each in certificates_of(honours)} == {""}


@pytest.mark.parametrize(("letters", "space"), [(30, "\N{NO-BREAK SPACE}"), (31, " ")])
def test_a_name_of_up_to_30_letters_stays_on_one_line_of_a_list(letters, space) -> None:
    name = f"Ann {'x' * (letters - 4)}"
    assert Winner(name).in_full == name.replace(" ", space)


def test_nobody_is_led_to_a_play_off_where_nobody_is_level_and_none_was_played(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]], criteria=["match_points", "play_off"])
    out(evening, 1)
    rule_all(evening, 1)
    page = signed_in(evening, "director").get(reverse("standings", args=[evening.event.pk])).content.decode()
    assert "Play-off" not in page and "Tied:" not in page


def test_the_table_of_the_groups_counts_once_their_first_round_is_out(rounds_of: Rounds) -> None:
    evening = rounds_of(8, plan=[["groups-4", 3, 0], ["knock-out", 0, 2]])
    assert counting_now(evening.event) == "entered"
    out(evening, 1)
    assert counting_now(evening.event) == "groups"
    rule_all(evening, 1)
    lines = standings_of(evening.event, counting="groups").lines
    assert [line.group for line in lines] == list("AAAABBBB")


def test_a_round_has_begun_once_something_of_it_is_known_or_agreed_if_only_that_counts() -> None:
    sides = (CountedSide(1, (1,), points=3), CountedSide(2, (2,)))
    known = CountedMatch(1, 2, 1, 1, State.ENTERED, None, "", False, sides)
    matches = [known, known._replace(round=1, state=State.AGREED), known._replace(round=3, sides=sides[1:])]
    assert [last_round_begun(matches, agreed_only=only) for only in (False, True)] == [2, 1]
    assert last_round_begun(matches[2:], agreed_only=False) is None


@pytest.mark.parametrize("criterion", ["opponents_strength", "points_for"])
def test_the_strength_of_opponents_is_worked_out_where_it_ranks(rounds_of: Rounds, criterion: str) -> None:
    evening = rounds_of(4, plan=[["round-robin", 2]], criteria=["match_points", criterion])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    records = [line.record for line in standings_of(Event.objects.get()).lines]
    earned = {record.entry: 2 * record.won for record in records}
    met = {record.entry: sum(earned[one] for match in record.matches for one in match.opponents) for record in records}
    assert {record.entry: record.strength for record in records} == (
        met if criterion == "opponents_strength" else dict.fromkeys(met)
    )


def test_a_rest_of_a_round_is_still_to_come_until_its_matches_are_reported(rounds_of: Rounds) -> None:
    evening = rounds_of(3, plan=[["round-robin", 3]])
    out(evening, 1)
    team = evening.hour(1).rests.all()[0].entry.team_id

    def rested() -> MatchRecord[int]:
        (record,) = [line.record for line in standings_of(Event.objects.get()).lines if line.record.entry == team]
        (match,) = record.matches
        return match

    assert rested() == MatchRecord(1, to_come=True)
    rule_all(evening, 1)
    assert rested() == MatchRecord(1, credit=rested().credit)


@pytest.mark.parametrize("order", [["hang_jacks_for"], ["head_to_head", "hang_jacks_for"]])
def test_a_line_is_marked_where_the_first_figure_counts_only_part_of_its_results(
    rounds_of: Rounds, order: list[str]
) -> None:
    evening = rounds_of(4, plan=[["round-robin", 2]], criteria=order)
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    Side.objects.update(hang_jacks=1)
    second = evening.matches(2)[1]
    Side.objects.filter(match=second).update(hang_jacks=None)
    page = standings_page(standings_of(Event.objects.get()))
    waiting = {side.players.all()[0].entry.team_id for side in second.sides.all()}
    assert {line.record.entry for line in page.standings.lines if line.is_so_far} == waiting
    assert {row.line.record.entry for row in page.rows if str(page.so_far_note) in row.notes.split(",")} == waiting


def test_figures_that_are_unknown_for_many_are_counted_and_those_for_few_named(rounds_of: Rounds) -> None:
    evening = rounds_of(6, plan=[["round-robin", 1]], criteria=["match_points", "hang_jacks_for", "points_for"])
    out(evening, 1)
    rule_all(evening, 1)
    Side.objects.filter(match=evening.matches(1)[0]).update(hang_jacks=2)
    assert standings_page(standings_of(evening.event)).unknown == ("Hang jacks: not known for 4 of 6 (–).",)
    Side.objects.filter(match=evening.matches(1)[1]).update(hang_jacks=1)
    names = [side.name for side in Side.objects.filter(match=evening.matches(1)[2])]
    (said,) = standings_page(standings_of(evening.event)).unknown
    assert said in {f"Hang jacks: not known for {one} and {other} (–)." for one, other in (names, names[::-1])}
