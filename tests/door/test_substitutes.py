"""Whoever sat when a round began has its match; a substitute has the next one: on the page, the slip, in the result,
the players' table, the club's figures, the API and the log."""

from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from uuid import uuid4

import pytest
from django.urls import reverse

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.desk.test_undo import names as undoable
from tests.desk.test_undo import undo
from tests.evenings import NAMES, Evening
from tests.event.test_table_evenings import play_match
from tests.kinds import mostly_slow
from tests.round_evenings import Rounds, out, rule_all
from tests.scoring.dealing import played_hand
from tournament.api.queries.evenings import results_of
from tournament.api.queries.evenings import standings_of as api_standings
from tournament.api.queries.names import names_shown
from tournament.api.reader import Reader
from tournament.clock.services.rounds import end_round, start_round
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.door.queries.door import door_of
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave
from tournament.door.services.teams import NotATeam, substitute
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.foundation.errors import MatchOver
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.matches import seating_of
from tournament.models import ApiToken, Entry, Event, Match, Rest, Round, Seat, SidePlayer
from tournament.paper.queries.printed_results import printed_results_of
from tournament.publishing.queries.evening_page import evening_for_site
from tournament.results.services.decisions import agree_table
from tournament.results.services.slips import SlipLine, enter_slip
from tournament.rules.queries.rules import rules_of
from tournament.seasons.evening import read_line, read_played
from tournament.seasons.hands import read_hands
from tournament.seasons.queries.results import result_of
from tournament.standings.queries.standings import standings_of
from tournament.statistics.person import people_of_evening

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
ANN, BEA, CY, DAN = NAMES[:4]


def begin(evening: Evening, number: int) -> None:
    out(evening, number)
    ring(evening, number)


def ring(evening: Evening, number: int) -> None:
    for round in Round.objects.filter(stage__event=evening.event, stage__number=number):
        start_round(round, by=evening.director, now=evening.now)


def slips(evening: Evening, number: int) -> None:
    for match in evening.matches(number):
        enter_slip(match, [SlipLine(14, games=1), SlipLine(9, games=0)], by=evening.scorer, now=evening.now)
        agree_table(match.table, by=evening.director, now=evening.now)
    for round in Round.objects.filter(stage__event=evening.event, stage__number=number, ended_at=None):
        end_round(round, by=evening.director, now=evening.now)


def his(evening: Evening, number: int, *names: str) -> Match:
    players = SidePlayer.objects.filter(side__match__table__stage__number=number, entry__player__name__in=names)
    return Match.objects.get(pk__in=players.values("side__match"))


def instead(evening: Evening, gone: str, came: str, **more: str) -> str:
    """What the page says after the press."""
    client = signed_in(evening, "director")
    address = reverse("door_person", args=[evening.event.pk, evening.entry(gone).pk])
    answer = client.post(address, {"action": "instead", "instead": came, **more}, follow=True)
    return " ".join(map(str, answer.context["messages"]))


def play_match_on(evening: Evening, match: Match, chance: Random, *, first: int) -> None:
    """Plays a match to its end from this hand on, with those who sit there now."""
    rules = rules_of(evening.event)
    for number in count(first):
        match = evening.matches(1)[0]
        facts = played_hand(rules, seating_of(match), chance).facts
        try:
            record_hand(match, number=number, entry_key=uuid4(), facts=facts, by=evening.scorer, now=evening.now)
        except MatchOver:
            return


def rounds_played(evening: Evening) -> dict[str, int]:
    return {line.name: line.record.played for line in standings_of(evening.event, counting="players").lines}


def test_a_match_by_slip_counts_for_who_sat_when_its_round_began_wherever_it_is_shown(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 5]])
    for number in (1, 2):
        begin(evening, number)
        slips(evening, number)
    begin(evening, 3)
    match = his(evening, 3, ANN)
    said = instead(evening, ANN, "Zoe Late")
    assert said == (
        f"Zoe Late plays instead of {ANN} from the next match on. The match at table {match.table.number} has started "
        f"and counts for {ANN}."
    )
    client = signed_in(evening, "director")
    slip = client.get(reverse("slip", args=[evening.event.pk, match.pk])).content.decode()
    assert (ANN in slip, "Zoe Late" in slip) == (True, False)
    slips(evening, 3)
    results = client.get(reverse("results", args=[evening.event.pk])).content.decode()
    assert (ANN in results, "Zoe Late" in results) == (True, False)
    assert {f"{ANN} and {BEA}"} <= {line.name for line in standings_of(evening.event).lines}
    for number in (4, 5):
        begin(evening, number)
        slips(evening, number)
    played = rounds_played(evening)
    assert (played[ANN], played["Zoe Late"], played[BEA]) == (3, 2, 5)
    assert f"{BEA} and Zoe Late" in {line.name for line in standings_of(evening.event).lines}
    by_api = Counter(
        (one["name"], match["round"])
        for match in results_of(evening.event, None, Reader(evening.event.club, ApiToken.Scope.DESK))
        for side in match["sides"]
        for one in side["players"]
        if one["name"] in (ANN, "Zoe Late")
    )
    assert sorted(by_api) == [(ANN, 1), (ANN, 2), (ANN, 3), ("Zoe Late", 4), ("Zoe Late", 5)]
    stored = result_of(evening.event)
    person = {entry.player_id: entry.name for entry in evening.event.entries.select_related("player")}
    assert (
        Counter(person[who] for match in stored.played for side in match[3] for who in side[0] if who in person)[
            "Zoe Late"
        ]
        == 2
    )


def test_a_substitute_without_a_match_is_in_no_name_no_place_and_no_season(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    begin(evening, 1)
    instead(evening, ANN, "Zoe Late")
    slips(evening, 1)
    (line,) = [line for line in standings_of(evening.event).lines if BEA in line.name]
    reader = Reader(evening.event.club, ApiToken.Scope.DESK)
    shown = api_standings(evening.event, reader, counting=None, after=None)["lines"]
    (by_api,) = [line for line in shown if BEA in line["name"]]
    assert (line.name, by_api["name"], [one["name"] for one in by_api["players"]]) == (
        f"{ANN} and {BEA}",
        f"{ANN} and {BEA}",
        [ANN, BEA],
    )
    zoe = evening.entry("Zoe Late").player_id
    assert all(zoe not in line[0] for lines in result_of(evening.event).lines.values() for line in lines)


def test_everybody_who_played_in_a_match_is_named_for_it_wherever_a_hand_begins_a_substitute(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]], length_kind="games", length_number=1)
    begin(evening, 1)
    (match,) = evening.matches(1)
    play_match(evening, match, Random(4), hands=3)
    instead(evening, ANN, "Zoe Late", from_hand="4")
    play_match_on(evening, match, Random(5), first=4)
    agree_table(match.table, by=evening.director, now=evening.now)
    event = Event.objects.get(pk=evening.event.pk)
    event.standings_shown = True
    event.save()
    both = f"{ANN} / Zoe Late and {BEA}"
    client = signed_in(evening, "director")
    board = client.get(reverse("results", args=[event.pk])).content.decode()
    listed = client.get(reverse("result_list", args=[event.pk])).content.decode()
    match_page = client.get(reverse("ruling", args=[event.pk, match.pk])).content.decode()
    on_paper = [side.name for stage in printed_results_of(event).stages for of in stage.matches for side in of.sides]
    shown = names_shown(Reader(event.club, ApiToken.Scope.DESK))
    of_site = [match for stage in evening_for_site(event, shown).stages for match in stage.matches]
    on_site = ", ".join(side.names for match in of_site for side in match.sides)
    assert [both in words for words in (board, listed, match_page, on_paper, on_site)] == [True] * 5
    (by_api,) = results_of(event, None, Reader(event.club, ApiToken.Scope.DESK))
    players = [{one["name"] for one in side["players"]} for side in by_api["sides"]]
    assert {ANN, "Zoe Late", BEA} in players
    stored = result_of(event)
    name_of = {entry.player_id: entry.name for entry in event.entries.select_related("player")}
    years = people_of_evening(
        event.pk,
        event.date,
        {of: [read_line(line) for line in lines] for of, lines in stored.lines.items()},
        [read_played(each) for each in stored.played],
        read_hands(stored.hands),
    )
    met = {
        name_of[person]: (
            sorted(name_of[other] for other, _result in own.partners),
            sorted(name_of[other] for other, _result in own.opponents),
            len(own.results),
        )
        for person, own in years.items()
    }
    others = sorted([CY, DAN])
    assert met == {
        ANN: ([BEA], others, 1),
        "Zoe Late": ([BEA], others, 1),
        BEA: (sorted([ANN, "Zoe Late"]), others, 1),
        CY: ([DAN], sorted([ANN, "Zoe Late", BEA]), 1),
        DAN: ([CY], sorted([ANN, "Zoe Late", BEA]), 1),
    }


def test_a_substitute_before_the_bell_has_that_match_and_the_page_and_the_log_say_so(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 2]])
    out(evening, 1)
    table = his(evening, 1, ANN).table.number
    assert instead(evening, ANN, "Zoe Late") == (
        f"Zoe Late now plays instead of {ANN}, from the match at table {table} on."
    )
    assert read_log(LogFilter(evening.event)).lines[0].sentence == (
        f"Zoe Late plays for {ANN} from the match at table {table} on"
    )
    ring(evening, 1)
    assert instead(evening, BEA, "Yan Late").startswith(f"Yan Late plays instead of {BEA} from the next match on.")
    assert read_log(LogFilter(evening.event)).lines[0].sentence == f"Yan Late plays for {BEA} from the next match on"
    slips(evening, 1)
    begin(evening, 2)
    slips(evening, 2)
    played = rounds_played(evening)
    assert [played.get(name, 0) for name in (ANN, "Zoe Late", BEA, "Yan Late")] == [0, 2, 1, 1]


@pytest.mark.parametrize("how", ["a slip at another table", "a later round"])
def test_a_round_without_a_clock_has_begun_once_something_of_it_or_after_it_is_known(
    rounds_of: Rounds, how: str
) -> None:
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    if how == "a later round":
        out(evening, 2)
    else:
        other = next(match for match in evening.matches(1) if match != his(evening, 1, ANN))
        enter_slip(other, [SlipLine(14, games=1), SlipLine(9, games=0)], by=evening.scorer, now=evening.now)
    substitute(evening.entry(ANN), "Zoe Late", by=evening.director, now=evening.now)
    seats = Seat.objects.filter(entry__player__name__in=[ANN, "Zoe Late"]).order_by("table__stage__number")
    expected = [ANN, "Zoe Late"] if how == "a later round" else [ANN]
    assert [seat.entry.name for seat in seats.select_related("entry__player")] == expected


def test_the_form_says_for_whom_the_match_in_play_counts_and_takes_its_first_hand(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    begin(evening, 1)
    table = his(evening, 1, ANN).table.number
    address = reverse("door_person", args=[evening.event.pk, evening.entry(ANN).pk])
    form = signed_in(evening, "director").get(address).context["instead"]
    assert (form.fields["instead"].help_text, form.fields["from_hand"].initial) == (
        f"The match at table {table} has started, so it counts for {ANN}, even if somebody else finishes it. "
        "The substitute plays from the next match on.",
        None,
    )
    said = instead(evening, ANN, "Zoe Late", from_hand="1")
    assert said == (
        f"Zoe Late now plays instead of {ANN}, at table {table} from hand 1 on. "
        "Each hand counts for the player who played it."
    )
    assert "Zoe Late" in his(evening, 1, BEA).name


def test_whoever_leaves_a_match_in_play_is_told_for_whom_it_counts(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    begin(evening, 1)
    client = signed_in(evening, "director")
    entry = evening.entry(ANN)
    answer = client.post(reverse("door_entry", args=[evening.event.pk, entry.pk]), {"action": "leave"}, follow=True)
    (said,) = map(str, answer.context["messages"])
    assert f"has started and counts for {ANN}:" in said
    assert instead(evening, ANN, "Zoe Late").endswith(f"has started and counts for {ANN}.")
    assert instead(evening, "Zoe Late", ANN) == f"{ANN} now plays instead of Zoe Late, from the match at table 1 on."
    slips(evening, 1)
    assert rounds_played(evening)[ANN] == 1


def test_on_a_team_night_the_match_in_play_stays_with_its_pair_and_a_rest_goes_to_who_takes_it(
    rounds_of: Rounds,
) -> None:
    evening = rounds_of(3, plan=[["round-robin", 3]], enters="teams")
    begin(evening, 1)
    playing = Entry.objects.filter(seats__table__stage__number=1).order_by("pk")[0]
    resting = Entry.objects.filter(rests__stage__number=1).order_by("pk")[0]
    substitute(playing, "Zoe Late", by=evening.director, now=evening.now)
    substitute(resting, "Yan Late", by=evening.director, now=evening.now)
    assert Rest.objects.filter(entry=resting).exists()
    slips(evening, 1)
    assert rounds_played(evening)[playing.name] == 1
    out(evening, 2)
    resting = Entry.objects.filter(rests__stage__number=2).order_by("pk")[0]
    substitute(resting, "Xan Late", by=evening.director, now=evening.now)
    assert [rest.entry.name for rest in Rest.objects.filter(entry__player__name="Xan Late")] == ["Xan Late"]


def test_a_leaver_of_a_pitch_table_keeps_the_match_in_play_and_has_no_other(
    evening_of: Callable[..., Evening],
) -> None:
    plan = [["auction-pitch-mixed", 2]]
    evening = evening_of(5, format="auction-pitch-rounds", enters="players", plan=plan)
    begin(evening, 1)
    leave(evening.entry(ANN), by=evening.director, now=evening.now)
    assert [ANN in match.name for match in evening.matches(1)] == [True]


def test_at_a_kent_table_a_turn_in_play_is_the_leavers_and_the_next_one_the_latecomers(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(4)
    evening.begin()
    evening.play_rounds(1, until=2)
    leave(evening.entry(ANN), by=evening.director, now=evening.now)
    client = signed_in(evening, "director")
    client.post(reverse("door", args=[evening.event.pk]), {"names": "Zoe Late"})
    zoe = evening.entry("Zoe Late")
    client.post(reverse("door_entry", args=[evening.event.pk, zoe.pk]), {"action": "seat"})
    evening.play_rounds(1)
    evening.hand_in(1, lambda match: (20 - match.round.number, 9))
    sat = {
        (entry.name, match.round.number)
        for match in evening.matches(1)
        if match.state != "called_off"
        for side in match.sides.all()
        for entry in side.entries
    }
    assert {number for name, number in sat if name == ANN} == {1, 2}
    assert {number for name, number in sat if name == "Zoe Late"} == {3}
    assert {line.name: line.record.played for line in standings_of(evening.event).lines} == {
        ANN: 2, BEA: 3, CY: 3, DAN: 3, "Zoe Late": 1,
    }  # fmt: skip


@pytest.mark.parametrize("seed", mostly_slow([3, 7, 30], quick=[7]))
def test_over_an_evening_of_substitutes_everybody_has_the_matches_that_they_sat_down_to(
    rounds_of: Rounds, seed: int
) -> None:
    """Counted by who had been entered for whom when each bell rang, and by nothing that the program stores."""
    evening, chance = rounds_of(8, plan=[["round-robin", 5]]), Random(seed)
    pairs = {place: [NAMES[2 * place], NAMES[2 * place + 1]] for place in range(8)}
    expected: Counter[str] = Counter()
    reserves = [f"Reserve {number}" for number in range(40)]

    def change_one() -> None:
        pair = chance.choice(list(pairs.values()))
        place, came = chance.randrange(2), reserves.pop()
        substitute(evening.entry(pair[place]), came, by=evening.director, now=evening.now)
        pair[place] = came

    for number in range(1, 6):
        if chance.random() < 0.5:
            change_one()
        stage = draw_round(evening.event, number, seed=seed, by=evening.director, now=evening.now)
        if chance.random() < 0.5:
            change_one()
        release_draw(stage, by=evening.director, now=evening.now)
        evening.event.refresh_from_db()
        if chance.random() < 0.5:
            change_one()
        ring(evening, number)
        expected.update(name for pair in pairs.values() for name in pair)
        for _time in range(chance.randrange(3)):
            change_one()
        slips(evening, number)
        if chance.random() < 0.5:
            change_one()
    assert {name: count for name, count in rounds_played(evening).items() if count} == dict(expected)
    assert all(line.record.played == 5 for line in standings_of(evening.event).lines)


def test_a_substitution_is_undone_until_something_depends_on_it(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 3]])
    begin(evening, 1)
    desk = signed_in(evening, "director")
    leave(evening.entry(CY), by=evening.director, now=evening.now)
    substitute(evening.entry(ANN), "Zoe Late", by=evening.director, now=evening.now)
    assert undoable(desk, evening)[:2] == [f"Zoe Late as substitute for {ANN}", f"{CY} left"]
    assert undo(desk, evening) == f"Undone: Zoe Late as substitute for {ANN}."
    assert (evening.entry(ANN).left_at, Entry.objects.filter(player__name="Zoe Late").exists()) == (None, False)
    assert read_log(LogFilter(evening.event)).lines[0].sentence == (
        f"Undid the substitution: {ANN} plays, not Zoe Late"
    )
    rule_all(evening, 1)
    substitute(evening.entry(ANN), "Zoe Late", by=evening.director, now=evening.now)
    begin(evening, 2)
    assert [name for name in undoable(desk, evening) if "substitute" in name or name.endswith("left")] == []


def test_a_substitution_in_the_middle_of_a_match_is_undone_until_a_hand_is_recorded(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    begin(evening, 1)
    (match,) = evening.matches(1)
    play_match(evening, match, Random(4), hands=2)
    desk = signed_in(evening, "director")
    substitute(evening.entry(ANN), "Zoe Late", from_hand=2, by=evening.director, now=evening.now)
    assert "Zoe Late" in his(evening, 1, BEA).name
    undo(desk, evening)
    assert ANN in his(evening, 1, BEA).name
    assert [team.name for team in door_of(evening.event).teams][0] == f"{ANN} and {BEA}"


def test_a_reserve_who_was_known_before_is_as_before_after_an_undo(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    (zoe,) = enter_players(evening.event, ["Zoe Late"], by=evening.director, now=evening.now)
    out(evening, 1)
    substitute(evening.entry(ANN), "Zoe Late", by=evening.director, now=evening.now)
    assert "Zoe Late" in his(evening, 1, BEA).name
    undo(signed_in(evening, "director"), evening)
    zoe.refresh_from_db()
    assert (zoe.team_id, zoe.here, zoe.left_at, ANN in his(evening, 1, BEA).name) == (None, True, None, True)
    with pytest.raises(NotATeam):
        substitute(evening.entry(ANN), CY, by=evening.director, now=evening.now)
