"""Taken ill in the middle of a match: whose the hands are, what runs on, who may sit down, and how it is undone."""

from collections import Counter
from random import Random
from uuid import uuid4

import pytest

from tests.evenings import Evening
from tests.event.test_table_evenings import play_match
from tests.kinds import mostly_slow
from tests.round_evenings import out
from tests.scoring.dealing import played_hand
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.door.queries.partners import match_in_play
from tournament.door.services.entries import remove_entry
from tournament.door.services.teams import NotATeam, substitute
from tournament.draw.services.reseat import CannotReseat, reseat
from tournament.foundation.authors import Phone
from tournament.hands.queries.hands import MatchInHands, deals_out_of_turn, match_in_hands
from tournament.hands.services.agreement import agree_hands
from tournament.hands.services.hands import correct_hand, finish_hands
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.matches import seating_of, short_names_of
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Entry, Hand, Match, Seat, SidePlayer
from tournament.phone.queries.table import changes_of
from tournament.results.services.decisions import agree_table, make_ruling
from tournament.rules.queries.rules import rules_of
from tournament.standings.queries.standings import standings_of

ANN, BEA, ZOE = "Ann Ash", "Bea Ash", "Zoe Late"


@pytest.fixture
def evening(rounds_of) -> Evening:
    """Four pairs whose first round is out, with three hands at Ann's table."""
    evening = rounds_of(4, plan=[["round-robin", 3]], length_kind="games", length_number=5)
    out(evening, 1)
    play_match(evening, his(evening), Random(1674), hands=3)
    return evening


def his(evening: Evening) -> Match:
    return Match.objects.get(sides__players__entry__player__name__in=[ANN, ZOE], table__stage__number=1)


def on_page(evening: Evening) -> MatchInHands:
    played = match_in_hands(evening.event, his(evening).pk)
    assert played
    return played


def record(evening: Evening, *numbers: int, seed: int = 4) -> None:
    chance = Random(seed)
    for number in numbers:
        match = his(evening)
        facts = played_hand(rules_of(evening.event), seating_of(match), chance).facts
        record_hand(match, number=number, entry_key=uuid4(), facts=facts, by=evening.scorer, now=evening.now)


def stand_in(evening: Evening, *, gone: str = ANN, came: str = ZOE, from_hand: int | None = 4) -> Entry:
    entry = evening.entry(gone)
    return substitute(entry, came, from_hand=from_hand, by=evening.director, now=evening.now)


def kept() -> tuple[list[object], ...]:
    """Everything that says who sat where and what was played."""
    hands = Hand.objects.order_by("pk").values_list("facts", "awards", "state", "superseded_at")
    players = SidePlayer.objects.order_by("pk").values_list("entry__player__name", "before", "seat")
    return list(hands), list(players), list(Seat.objects.order_by("pk").values_list("entry__player__name", "position"))


def who_dealt(evening: Evening) -> list[str]:
    return [each.dealer.name for each in on_page(evening).hands]


def test_hands_stay_with_who_played_them_and_the_score_of_the_pair_runs_on(evening):
    before = on_page(evening)
    dealt, score = who_dealt(evening), before.score
    zoe = stand_in(evening)
    assert (on_page(evening).score, who_dealt(evening), differences_in(evening.event)) == (score, dealt, [])
    record(evening, 4, 5, 6, 7)
    played = on_page(evening)
    assert (who_dealt(evening)[:3], ANN in who_dealt(evening)[3:]) == (dealt, False)
    assert [(ANN in name, ZOE in name) for name in names_with_bea(evening)] == [(True, False)] * 3 + [(False, True)] * 4
    assert played.stand_ins == ("Ann Ash played hands 1 to 3; Zoe Late plays on.",)
    assert [ZOE in side.name for side in played.sides if BEA in side.name] == [True]
    assert Seat.objects.filter(table=his(evening).table, entry=zoe).count() == 1
    assert differences_in(evening.event) == []
    assert {each.due.name for each in deals_out_of_turn(played)} <= {ANN, *(entry.name for entry in played.entries)}


def test_who_played_hands_of_a_match_stays_on_the_list(evening):
    stand_in(evening)
    remove_entry(evening.entry(ANN), by=evening.director, now=evening.now)
    assert (evening.entry(ANN).here, len(names_with_bea(evening))) == (False, 3)


def test_the_log_and_the_phones_of_the_table_say_it(evening):
    stand_in(evening)
    match = his(evening)
    assert (
        read_log(LogFilter(evening.event)).lines[0].sentence
        == f"Zoe Late plays for Ann Ash from hand 4 of {match.name}"
    )
    changes = changes_of(on_page(evening), short_names_of(match), seen=0)
    assert [change.sentence for change in changes] == ["From hand 4 on, Zoe Late plays for Ann Ash."]


@pytest.mark.parametrize("from_hand", mostly_slow([1, 2, 4], quick=[4]))
def test_taking_the_seat_back_from_the_same_hand_on_leaves_everything_as_it_was(evening, from_hand):
    before = kept()
    stand_in(evening, from_hand=from_hand)
    after = kept()
    assert after != before
    assert (ANN in str(after[1])) is False
    stand_in(evening, gone=ZOE, came=ANN, from_hand=from_hand)
    assert kept() == before


def test_a_stand_in_that_is_told_late_has_the_hands_that_she_has_played(evening):
    stand_in(evening, from_hand=2)
    assert [ANN in name for name in names_with_bea(evening)] == [True, False, False]
    assert differences_in(evening.event) == []
    stand_in(evening, gone=ZOE, came=ANN, from_hand=3)
    assert [sorted(name.split(" and ")) for name in names_with_bea(evening)] == [[ANN, BEA], [BEA, ZOE], [ANN, BEA]]


def names_with_bea(evening: Evening) -> list[str]:
    return [side.name for each in on_page(evening).hands for side in each.sides if BEA in side.name]


def test_a_hand_of_before_is_corrected_among_those_who_played_it(evening):
    stand_in(evening)
    record(evening, 4)
    played = on_page(evening)
    first = played.at_hand(1)
    assert (ANN in [entry.name for entry in first.entries], ZOE in [entry.name for entry in first.entries]) == (
        True,
        False,
    )
    facts = played_hand(rules_of(evening.event), first.seating, Random(9)).facts
    told = {"entry_key": uuid4(), "facts": facts, "reason": "Counted again."}
    correct_hand(played.hands[0].hand, **told, by=evening.director, now=evening.now)
    assert [ANN in name for name in names_with_bea(evening)] == [True, True, True, False]
    assert differences_in(evening.event) == []


def test_who_plays_at_another_table_does_not_sit_down_here_and_without_a_hand_he_plays_it_to_its_end(evening):
    other = next(match for match in evening.matches(1) if match != his(evening))
    name = other.sides.all()[0].entries[0].name
    with pytest.raises(NotATeam, match=f"{name} already plays for somebody else tonight"):
        stand_in(evening, came=name)
    before = kept()
    stand_in(evening, from_hand=None)
    assert kept() == before and match_in_play(evening.entry(ANN))


def test_a_match_that_is_decided_or_ended_by_its_bell_keeps_its_players(evening):
    match = his(evening)
    make_ruling(match, points=(14, 9), games=(1, 0), reason="So.", by=evening.director, now=evening.now)
    before = kept()
    assert match_in_play(evening.entry(ANN)) is None
    stand_in(evening)
    assert kept() == before


def test_who_sat_in_each_others_place_is_not_put_right_over_a_stand_in(evening):
    stand_in(evening)
    other = next(match for match in evening.matches(1) if match != his(evening))
    with pytest.raises(CannotReseat, match="Somebody took a seat during the match"):
        two = evening.entry(BEA), other.sides.all()[0].entries[0]
        reseat(evening.hour(1), *two, by=evening.director, now=evening.now)


def test_the_players_table_gives_each_the_hands_he_played_and_all_of_them_the_match(evening):
    stand_in(evening)
    play_on(evening)
    played = on_page(evening)
    (own,) = [side for side in played.sides if BEA in side.name]
    made, hung, turned = Counter[bool](), Counter[bool](), Counter[bool]()
    for hand in played.current:
        turned[hand.number < 4] += hand.awards["jacks_turned"].get(own.key, 0)
        for kind, side, points in hand.awards["awards"]:
            made[hand.number < 4] += points if side == own.key else 0
            hung[hand.number < 4] += side == own.key and kind == "hang_jack"
    (pair,) = [line.record for line in standings_of(evening.event).lines if ZOE in line.name]
    players = {line.name: line.record for line in standings_of(evening.event, counting="players").lines}
    records = [players[name] for name in (ANN, ZOE, BEA)]
    assert [record.points_for for record in records] == [made[True], made[False], pair.points_for]
    assert [record.hang_jacks_for for record in records] == [hung[True], hung[False], pair.hang_jacks_for]
    assert [record.count_of("jacks_turned") for record in records] == [turned[True], turned[False], turned.total()]
    assert [record.match_points for record in records] == [pair.match_points] * 3
    won = [hand.number < 4 for hand in played.current if hand.awards.get("winner") == own.key]
    assert [record.games_won for record in records] == [won.count(True), won.count(False), pair.games_won]
    keys = {name: evening.entry(name).pk for name in (ANN, ZOE, BEA)}
    assert players[BEA].matches[0].partners == (keys[ANN], keys[ZOE])
    assert [players[name].matches[0].partners for name in (ANN, ZOE)] == [(keys[BEA],)] * 2


def play_on(evening: Evening) -> None:
    chance, rules, number = Random(7), rules_of(evening.event), 4
    while not on_page(evening).series.is_over:
        facts = played_hand(rules, seating_of(his(evening)), chance).facts
        record_hand(his(evening), number=number, entry_key=uuid4(), facts=facts, by=evening.scorer, now=evening.now)
        number += 1
    finish_hands(his(evening), by=evening.scorer, now=evening.now)
    agree_table(his(evening).table, by=evening.director, now=evening.now)


def test_a_ruling_over_the_hands_counts_what_they_do_not_tell_for_who_played_last(evening):
    stand_in(evening)
    record(evening, 4)
    hands = {hand.number: hand.awards["awards"] for hand in on_page(evening).current}
    (own,) = [side for side in on_page(evening).sides if BEA in side.name]
    first = sum(points for number in (1, 2, 3) for _kind, side, points in hands[number] if side == own.key)
    told = (14, 9) if own.number == 1 else (9, 14)
    make_ruling(his(evening), points=told, games=(1, 0), reason="So.", by=evening.director, now=evening.now)
    players = {line.name: line.record for line in standings_of(evening.event, counting="players").lines}
    assert [players[name].points_for for name in (ANN, ZOE)] == [first, told[own.number - 1] - first]


def test_the_phone_of_the_other_side_agrees_hands_of_before_and_after(evening):
    stand_in(evening)
    record(evening, 4)
    played = on_page(evening)
    phone = Phone("some-phone", his(evening).table.number, 1)
    agree_hands(played.match, [hand.pk for hand in played.current], by=phone, now=evening.now)
    assert {hand.state for hand in on_page(evening).current} == {"agreed"}
