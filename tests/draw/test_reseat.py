"""Two who sit in each other's place: who played is put right, chair by chair, and the same step undoes it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from scoring import HandEvent, HandFacts, Seating, TrumpFact, read_hand
from tests.conftest import signed_in
from tests.evenings import NAMES, Evening
from tests.event.test_table_evenings import play_match
from tests.kinds import mostly_slow
from tests.round_evenings import out
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.door.services.teams import team_up
from tournament.draw.queries.reseats import places_of
from tournament.draw.services.draws import swap_seats
from tournament.draw.services.reseat import CannotReseat, ResultInTheWay, rename_awards, rename_facts, reseat
from tournament.draw.services.round_draws import draw_round
from tournament.hands.services.hands import finish_hands
from tournament.matches.queries.matches import seating_of
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Entry, Hand, LogEntry, Match, Rest, Seat, SidePlayer, Stage, State
from tournament.results.services.decisions import agree_matches, call_off, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.results.services.slips import SlipLine, enter_slip

Playing = Callable[..., tuple[Evening, Stage]]
EVENINGS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "pairs": ("trinidad-rounds", 10, {"enters": "pairs", "plan": [["round-robin", 3, 0]]}),
    "teams": ("trinidad-rounds", 16, {"enters": "teams", "plan": [["round-robin", 3, 0]]}),
    "partners": ("trinidad-rounds", 8, {"enters": "players", "plan": [["changing-partners", 3, 0]]}),
    "singles": ("seven-up-rounds", 7, {"enters": "players", "plan": [["round-robin", 3, 0]]}),
    "pitch": ("auction-pitch-rounds", 9, {"enters": "players", "plan": [["auction-pitch-mixed", 2, 0]]}),
}
PER = {"pairs": 2, "teams": 4}


@pytest.fixture
def playing(evening_of: Callable[..., Evening]) -> Playing:
    """The first round of an evening is out, and hands of each match are played."""

    def playing(kind: str, *, hands: int = 2) -> tuple[Evening, Stage]:
        key, people, settings = EVENINGS[kind]
        per = PER.get(kind, 0)
        evening = evening_of(0 if per else people, format=key, **settings)
        for at in range(0, people if per else 0, per or 1):
            team_up(evening.event, NAMES[at : at + per], by=evening.director, now=evening.now)
        stage = out(evening, 1)
        chance = Random(1674)
        for match in evening.matches(1):
            play_match(evening, match, chance, hands=hands)
        return evening, stage

    return playing


def at(table: int, position: int) -> Entry:
    return Seat.objects.select_related("entry__player").get(table__number=table, position=position).entry


def books() -> list[list[tuple[Any, ...]]]:
    """Every row that a change of seats can touch."""
    return [
        sorted(Seat.objects.values_list("pk", "table", "position", "entry", "from_turn", "until_turn")),
        sorted(Rest.objects.values_list("pk", "stage", "entry")),
        sorted(SidePlayer.objects.values_list("pk", "side", "entry", "seat")),
        sorted(
            ((pk, repr(facts), repr(awards)) for pk, facts, awards in Hand.objects.values_list("pk", "facts", "awards"))
        ),
        sorted(Match.objects.values_list("pk", "state", "hands_finished_at")),
        sorted(Match.objects.values_list("pk", "sides__number", "sides__points", "sides__games")),
    ]


def tallies() -> list[tuple[Any, ...]]:
    return list(
        Match.objects.order_by("pk", "sides__number").values_list(
            "pk", "sides__number", "sides__points", "sides__games"
        )
    )


def change(evening: Evening, stage: Stage, one: Entry, other: Entry) -> list[tuple[str, str]]:
    changed = reseat(stage, one, other, by=evening.director, now=evening.now)
    return [(first.name, second.name) for first, second in changed]


@pytest.mark.parametrize("kind", mostly_slow(EVENINGS, quick=["pairs", "pitch"]))
def test_who_played_is_put_right_what_was_made_stays_at_the_table_and_doing_it_again_undoes_it(
    playing: Playing, kind: str
) -> None:
    evening, stage = playing(kind)
    before, made, one, other = books(), tallies(), at(1, 1), at(2, 1)
    change(evening, stage, one, other)
    assert (at(1, 1), at(2, 1)) == (other, one)
    assert tallies() == made
    assert differences_in(evening.event) == []
    call_command("rescore", "--check")
    for match in Match.objects.all():
        seating = seating_of(match)
        for hand in match.hands.all():
            named = read_hand(hand.facts, seating)
            assert {named.dealer, *(named.dealt or {})} <= set(seating.seats)
            assert {side for _kind, side, _points in hand.awards["awards"]} <= set(seating.side_names)
    assert books() != before
    change(evening, stage, *((other, one) if kind == "pitch" else (one, other)))
    assert books() == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pairs", "singles"])
def test_any_number_of_changes_keeps_the_books_true_and_taken_back_in_order_leaves_them_as_they_were(
    playing: Playing, kind: str
) -> None:
    evening, stage = playing(kind)
    before, made, chance, done = books(), tallies(), Random(kind), list[tuple[Entry, Entry]]()
    while len(done) < 6:
        one, other = chance.sample([seat.entry for seat in Seat.objects.select_related("entry__player")], 2)
        if one.team_id is None or one.team_id != other.team_id:
            change(evening, stage, one, other)
            done.append((one, other))
    assert (differences_in(evening.event), tallies()) == ([], made)
    for one, other in reversed(done):
        change(evening, stage, one, other)
    assert books() == before


def test_in_a_later_round_nothing_of_the_rounds_before_changes(playing: Playing) -> None:
    evening, first = playing("pairs", hands=0)
    for match in evening.matches(1):
        _ruled(evening, match)
    second = out(evening, 2)

    def rows(stage: Stage) -> list[list[tuple[Any, ...]]]:
        players = SidePlayer.objects.filter(side__match__table__stage=stage)
        return [
            list(
                Seat.objects.filter(table__stage=stage).order_by("pk").values_list("pk", "table", "position", "entry")
            ),
            list(Rest.objects.filter(stage=stage).order_by("pk").values_list("pk", "entry")),
            list(players.order_by("pk").values_list("pk", "side", "seat", "entry")),
        ]

    before, resting = rows(first), Rest.objects.filter(stage=second)[0].entry
    one = Seat.objects.get(table__stage=second, table__number=1, position=1).entry
    change(evening, second, one, resting)
    assert rows(first) == before
    assert [one.pk in {row[-1] for row in kind} for kind in rows(second)] == [False, True, False]
    assert [resting.pk in {row[-1] for row in kind} for kind in rows(second)] == [True, False, True]


def test_pairs_change_whole_and_the_log_tells_it(playing: Playing) -> None:
    evening, stage = playing("pairs")
    one, other = (at(1, 1), at(1, 3)), (at(2, 2), at(2, 4))
    assert change(evening, stage, one[1], other[0]) == [(mine.name, theirs.name) for mine, theirs in zip(one, other)]
    assert (at(1, 1), at(1, 3), at(2, 2), at(2, 4)) == (*other, *one)
    logged = LogEntry.objects.get(action="reseat")
    assert logged.after == {"hour": 1, "entries": [[mine.pk, theirs.pk] for mine, theirs in zip(one, other)]}


def test_a_pair_that_sat_down_for_one_that_should_have_rested_changes_with_it(playing: Playing) -> None:
    evening, stage = playing("pairs")
    resting = [rest.entry for rest in Rest.objects.order_by("pk")]
    assert change(evening, stage, at(2, 1), resting[0]) != []
    assert (at(2, 1), at(2, 3)) == tuple(resting)
    assert differences_in(evening.event) == []


def test_two_pairs_of_one_team_change_tables_and_another_team_changes_whole(playing: Playing) -> None:
    evening, stage = playing("teams")
    mine, theirs = (at(1, 1), at(1, 3)), (at(2, 1), at(2, 3))
    change(evening, stage, mine[0], theirs[0])
    assert (at(1, 1), at(1, 3), at(2, 1), at(2, 3)) == (*theirs, *mine)
    whole = [at(1, 1), at(1, 3), at(2, 1), at(2, 3)]
    assert len(change(evening, stage, at(1, 1), at(3, 2))) == 4
    assert [at(3, 2), at(3, 4), at(4, 2), at(4, 4)] == whole


def test_partners_of_a_changing_evening_are_put_right_at_their_own_table(playing: Playing) -> None:
    evening, stage = playing("partners")
    two, three = at(1, 2), at(1, 3)
    sides = {side.number: {entry.pk for entry in side.entries} for side in evening.matches(1)[0].sides.all()}
    change(evening, stage, two, three)
    now = {side.number: {entry.pk for entry in side.entries} for side in evening.matches(1)[0].sides.all()}
    assert now == {1: sides[1] - {three.pk} | {two.pk}, 2: sides[2] - {two.pk} | {three.pk}}
    assert differences_in(evening.event) == []


def test_versions_that_do_not_count_are_renamed_too(playing: Playing) -> None:
    evening, stage = playing("singles")
    one, other = at(1, 1), at(2, 1)
    old = Hand.objects.filter(match__table__number=1, number=2).get()
    Hand.objects.filter(pk=old.pk).update(superseded_at=evening.now, state=State.LATE)
    change(evening, stage, one, other)
    told = str([*Hand.objects.filter(match__table__number=1).values_list("facts", "awards")])
    assert (f"'{one.pk}'" in told, f"'{other.pk}'" in told) == (False, True)


def test_a_rank_or_a_tie_is_nobodys_name() -> None:
    before, after = Seating.of_singles("2", "7"), Seating.of_singles("9", "7")
    facts = HandFacts(
        before,
        "2",
        (HandEvent("turn_up", card="2S"), HandEvent("revoke", "2", led="trump")),
        high=TrumpFact("2", "9", "7"),
        low=TrumpFact(rank="2"),
        jack=None,
        pips={"2": 30, "7": 30},
        game="tie",
        dealt={"2": ("2S",), "7": ("7S",)},
        tricks=((("2", "2S"), ("7", "7S")),),
    )
    assert rename_facts(facts, after, {"2": "9", "9": "2"}) == HandFacts(
        after,
        "9",
        (HandEvent("turn_up", card="2S"), HandEvent("revoke", "9", led="trump")),
        high=TrumpFact("9", "9", "7"),
        low=TrumpFact(rank="2"),
        jack=None,
        pips={"9": 30, "7": 30},
        game="tie",
        dealt={"9": ("2S",), "7": ("7S",)},
        tricks=((("9", "2S"), ("7", "7S")),),
    )


def test_awards_keep_what_was_won_and_change_whose_it_is() -> None:
    awards = {
        "awards": [["high", "2", 1], ["game", "7", 1]],
        "uncounted": [["low", "7", 1], ["jack", "2", 3]],
        "all_fours": "2",
        "jacks_turned": {"2": 1, "7": 2},
        "next_dealer": "2",
        "winner": "2",
        "notes": ["2"],
    }
    renamed = {
        "awards": [["high", "9", 1], ["game", "7", 1]],
        "uncounted": [["low", "7", 1], ["jack", "9", 3]],
        "all_fours": "9",
        "jacks_turned": {"9": 1, "7": 2},
        "next_dealer": "9",
        "winner": "9",
        "notes": ["2"],
    }
    names = {"2": "9", "9": "2"}
    assert rename_awards(awards, names) == renamed
    assert rename_awards(renamed, names) == awards
    unknown = {"awards": [], "uncounted": [], "all_fours": None, "jacks_turned": {}, "next_dealer": None}
    assert rename_awards(unknown, names) == unknown


def _ruled(evening: Evening, match: Match) -> None:
    make_ruling(match, points=(14, 3), games=(1, 0), reason="Seen.", by=evening.director, now=evening.now)


def _called_off(evening: Evening, match: Match) -> None:
    call_off(match, reason="No cards.", by=evening.director, now=evening.now)


def _keyed(evening: Evening, match: Match) -> None:
    enter_sheet(at(1, 1), [SheetEntry(match.pk, games=1)], by=evening.scorer, now=evening.now)


@pytest.mark.parametrize(
    ("decide", "said"),
    [(_ruled, "is already decided"), (_called_off, "is already decided"), (_keyed, "has already been keyed in")],
)
def test_once_a_result_is_known_nobody_changes_seats(
    playing: Playing, decide: Callable[[Evening, Match], None], said: str
) -> None:
    evening, stage = playing("pairs", hands=0)
    decide(evening, evening.matches(1)[0])
    before = books()
    with pytest.raises(CannotReseat) as refused:
        change(evening, stage, at(1, 1), at(2, 1))
    assert (said in str(refused.value), books()) == (True, before)


def slip(evening: Evening, match: Match) -> None:
    enter_slip(match, [SlipLine(14, games=1), SlipLine(9, games=0)], by=evening.scorer, now=evening.now)
    agree_matches([match], event=evening.event, by=evening.director, now=evening.now)


def test_after_an_agreed_slip_the_page_tells_the_way_and_one_press_goes_it(playing: Playing) -> None:
    evening, stage = playing("pairs", hands=0)
    first, second = evening.matches(1)
    slip(evening, first)
    address = reverse("reseat", args=[evening.event.pk, 1])
    desk, before = signed_in(evening, "director"), books()
    sent = {"reseat": [at(1, 1).pk, at(2, 1).pk], "seen": "0"}
    asked = desk.post(address, sent)
    shown = asked.content.decode()
    assert (asked.status_code, books()) == (422, before)
    assert "Undo its agreement and its slip, swap, then key the slip in again." in shown
    assert shown.count('name="reopen"') == 1
    one, other = at(1, 1).name, at(2, 1).name
    done = desk.post(address, sent | {"reopen": "on"}, follow=True)
    assert "swapped. The agreement and the slips of their tables are undone" in done.content.decode()
    assert (at(1, 1).name, at(2, 1).name) == (other, one)
    first.refresh_from_db()
    assert (first.state, list(first.points), list(second.points)) == (State.WAITING, [None, None], [None, None])
    told = LogEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(told)[-3:] == ["take_back_agreement", "withdraw_slip", "reseat"]


def test_a_swap_after_a_slip_says_to_discard_the_draft_that_was_made_from_it(playing: Playing) -> None:
    evening, stage = playing("pairs", hands=0)
    for match in evening.matches(1):
        slip(evening, match)
    one, other = at(1, 1), at(2, 1)
    draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    before = books()
    with pytest.raises(CannotReseat, match="Discard that draft, then swap"):
        reseat(stage, one, other, reopening=True, by=evening.director, now=evening.now)
    assert books() == before


def test_the_only_two_of_a_round_change_places(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(2, format="seven-up-rounds", enters="players", plan=[["round-robin", 1, 0]])
    stage = out(evening, 1)
    one, other = at(1, 1), at(1, 2)
    assert change(evening, stage, one, other) == [(one.name, other.name)]
    assert (at(1, 1), at(1, 2)) == (other, one)


def test_two_must_be_ticked_and_the_page_says_so_where_the_ticks_are(playing: Playing) -> None:
    evening, _stage = playing("pairs", hands=0)
    desk, address = signed_in(evening, "director"), reverse("reseat", args=[evening.event.pk, 1])
    shown = desk.get(address)
    assert (shown.status_code, shown.context["form"].is_bound, shown.context["ticked"]) == (200, False, [])
    assert "<p>Round 1</p>" in shown.content.decode()
    one, before = str(at(1, 1).pk), books()
    for ticked, said in (
        ([], "Tick the 2 players who are in each other’s seats."),
        ([one], "1 ticked. Tick the 2 players who are in each other’s seats."),
        ([one, "0"], "One of these 2 is no longer in this round. Check the list again."),
    ):
        refused = desk.post(address, {"reseat": ticked, "seen": "0"})
        assert (refused.status_code, refused.context["form"].errors) == (422, {"reseat": [said]})
        assert (refused.context["ticked"], refused.context["can_reopen"]) == (ticked, False)
    assert books() == before


def test_hands_agreed_at_the_tables_are_counted_for_who_played_them_after_one_press(playing: Playing) -> None:
    evening, stage = playing("pairs")
    first, second = evening.matches(1)
    for match in (first, second):
        finish_hands(match, by=evening.scorer, now=evening.now)
        agree_matches([match], event=evening.event, by=evening.director, now=evening.now)
    points = [list(Match.objects.get(pk=match.pk).points) for match in (first, second)]
    with pytest.raises(ResultInTheWay):
        change(evening, stage, at(1, 1), at(2, 1))
    reseat(stage, at(1, 1), at(2, 1), reopening=True, by=evening.director, now=evening.now)
    assert [list(Match.objects.get(pk=match.pk).points) for match in (first, second)] == points
    assert {Match.objects.get(pk=match.pk).state for match in (first, second)} == {State.ENTERED}
    assert differences_in(evening.event) == []


def test_partners_somebody_without_a_place_and_another_round_are_refused_in_words(playing: Playing) -> None:
    evening, stage = playing("pairs", hands=0)
    with pytest.raises(CannotReseat) as partners:
        change(evening, stage, at(1, 1), at(1, 3))
    team = team_up(evening.event, NAMES[40:42], by=evening.director, now=evening.now)
    late = team.entries.first()
    assert late is not None
    with pytest.raises(CannotReseat) as nobody:
        change(evening, stage, at(1, 1), late)
    one, other = at(1, 1), at(2, 1)
    out(evening, 2)
    with pytest.raises(CannotReseat) as earlier:
        change(evening, stage, one, other)
    assert [str(refused.value) for refused in (partners, nobody, earlier)] == [
        "These 2 are partners. Tick a player from another pair.",
        "Tick 2 players who are in this round.",
        "Only players in the current round can be swapped.",
    ]


def test_the_log_says_by_name_who_changed_seats_before_and_after_they_were_shown(playing: Playing) -> None:
    evening, stage = playing("pairs")
    one, other = at(1, 1), at(2, 2)
    names = [[entry.name for entry in Entry.objects.filter(team=each.team_id).order_by("pk")] for each in (one, other)]
    change(evening, stage, one, other)
    said = "Swapped seats of round 1 after they were shown: {}".format(
        "; ".join(f"{mine} / {theirs}" for mine, theirs in zip(*names))
    )
    assert read_log(LogFilter(evening.event)).lines[0].sentence == said
    draft = draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    assert read_log(LogFilter(evening.event)).lines[0].sentence == "Drew round 2, draw number 1: 2 tables"
    first, second = (Seat.objects.get(table__stage=draft, table__number=number, position=1).entry for number in (1, 2))
    swap_seats(draft, first, second, by=evening.director, now=evening.now)
    said = f"{first.name} and {second.name} swapped seats in the draft"
    assert read_log(LogFilter(evening.event)).lines[0].sentence == said


def test_those_who_do_not_sit_in_equal_numbers_stay_where_they_are(playing: Playing) -> None:
    evening, stage = playing("teams")
    Seat.objects.filter(table__number=1, position=1).delete()
    before = books()
    with pytest.raises(CannotReseat, match="They do not have the same number of players in this round."):
        change(evening, stage, at(1, 3), at(3, 2))
    assert books() == before


def test_seats_of_an_evening_by_the_hour_have_no_page_to_change_them(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8).begun()
    assert signed_in(evening, "director").get(f"/e/{evening.event.pk}/reseat/1/").status_code == 404


def test_a_swap_of_the_second_round_touches_nothing_of_the_first(playing: Playing) -> None:
    evening, first = playing("pairs", hands=0)
    for match in evening.matches(1):
        slip(evening, match)
    stage = out(evening, 2)
    (rested, *_partner), (resting, *_other) = (
        [rest.entry for rest in each.rests.select_related("entry__player").order_by("pk")] for each in (first, stage)
    )
    *tables, beside = places_of(stage)
    assert [(table.number, len(table.places)) for table in tables] == [(1, 2), (2, 2)]
    assert (beside.number, [place.entry for place in beside.places]) == (None, [resting])

    def first_round() -> list[list[tuple[Any, ...]]]:
        of_table, of_side = {"table__stage": first}, {"side__match__table__stage": first}
        return [
            sorted(Rest.objects.filter(stage=first).values_list("pk", "entry")),
            sorted(Seat.objects.filter(**of_table).values_list("pk", "entry")),
            sorted(SidePlayer.objects.filter(**of_side).values_list("pk", "entry")),
        ]

    before = first_round()
    assert change(evening, stage, rested, resting)[0] == (rested.name, resting.name)
    assert first_round() == before
    *_tables, beside = places_of(stage)
    assert [place.entry for place in beside.places] == [rested]
