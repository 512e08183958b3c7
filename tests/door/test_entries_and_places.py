"""What the door stores: names as they are kept, who is on the list, whose place is whose, and every step in the log."""

import pytest
from django.http import QueryDict

from tests.conftest import signed_in
from tests.evenings import Evening
from tests.round_evenings import out
from tournament.door.forms.door import PartiesForm
from tournament.door.services.entries import (
    Namesake,
    correct_name,
    enter_players,
    find_or_add_players,
    remove_entry,
    set_here,
    set_note,
    tidy_name,
)
from tournament.door.services.people import come_back, leave, seat_late
from tournament.door.services.teams import (
    NotATeam,
    Party,
    can_undo_substitute,
    enter_parties,
    split_team,
    substitute,
    team_up,
    undo_substitute,
)
from tournament.foundation.errors import CannotSeatNow, NameShared, NameTaken, NotHere
from tournament.matches.queries.matches import players_of
from tournament.models import Entry, Event, LogEntry, Player, Rest, Seat, Stage, Table, Team


def add(evening: Evening, *arrivals: object) -> list[Entry]:
    return enter_players(evening.event, arrivals, by=evening.director, now=evening.now)


def last_note(evening: Evening) -> tuple[str, dict[str, object], dict[str, object]]:
    log = LogEntry.objects.filter(event=evening.event).order_by("-pk")[0]
    return log.action, log.before, log.after


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann \t Ash ", "Ann Ash"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ann\u200b Ash", "Ann Ash"),
        ("\u202eAnn", "Ann"),
        ("Ann\u200cAsh", "AnnAsh"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("\u0645\u06cc\u200c", "\u0645\u06cc"),
        ("\u3164\u2800", ""),
        ("A\ufe0fB", "AB"),
        ("", ""),
    ],
)
def test_names_are_kept_without_what_cannot_be_seen(typed, kept):
    assert tidy_name(typed) == kept


def test_those_entered_are_returned_once_each_in_the_order_given_and_the_log_names_the_new_ones(evening_of):
    evening = evening_of(2)
    set_here(evening.entry("Bea Ash"), False, by=evening.director, now=evening.now)
    leave(evening.entry("Ann Ash"), by=evening.director, now=evening.now)
    entries = add(evening, "zed yew", "BEA ASH", "Zed Yew", "ann ash", "  ")
    assert [entry.name for entry in entries] == ["zed yew", "Bea Ash", "Ann Ash"]
    names = ["zed yew", "Bea Ash", "Ann Ash"]
    assert last_note(evening) == ("enter_players", {}, {"names": names, "entries": [entries[0].pk]})
    assert set(evening.event.entries.values_list("here", "left_at")) == {(True, None)}
    assert (Player.objects.count(), Entry.objects.count()) == (3, 3)


def test_a_name_of_two_people_is_refused_and_each_is_found_by_the_note(evening_of):
    event = evening_of(0).event
    mother, daughter = (Player.objects.create(club=event.club, name="Ann Ash", note=note) for note in ("Elder", "Jr"))
    with pytest.raises(NameShared, match="More than one person is called ann ash. Choose which one."):
        find_or_add_players(event, ["ann ash"])
    found = find_or_add_players(event, [Namesake("Ann Ash", "jr"), mother, Namesake("Ann Ash", "Third")])
    assert [(player.note, player.pk in (mother.pk, daughter.pk)) for player in found] == [
        ("Jr", True),
        ("Elder", True),
        ("Third", False),
    ]
    (long,) = find_or_add_players(event, ["x" * 99])
    assert (long.name, Player.objects.count()) == ("x" * 80, 4)


def test_notes_are_shown_only_while_two_of_a_name_are_entered(evening_of):
    evening = evening_of(0)
    mother, daughter = (
        Player.objects.create(club=evening.event.club, name=name, note=note)
        for name, note in (("Ann Ash", "Elder"), ("ann ash", "Jr"))
    )
    (first,) = add(evening, mother)
    assert first.name == "Ann Ash"
    add(evening, daughter)
    shown = Entry.objects.order_by("pk").values_list("namesake_note", flat=True)
    assert list(shown) == ["Elder", "Jr"]
    remove_entry(Entry.objects.get(player=daughter), by=evening.director, now=evening.now)
    assert list(shown.all()) == [""]


def test_a_name_is_corrected_with_or_without_its_note_but_not_to_that_of_another(evening_of):
    evening = evening_of(2)
    ann = evening.entry("Ann Ash")

    def correct(name: str, beside: str | None = None) -> tuple[str, str]:
        correct_name(ann, name, beside, by=evening.director, now=evening.now)
        player = Player.objects.get(pk=ann.player_id)
        return player.name, player.note

    with pytest.raises(NameTaken):
        correct("BEA ash")
    assert correct("  Anne  Ash ", "Elder") == ("Anne Ash", "Elder")
    assert last_note(evening) == ("correct_name", {"name": "Ann Ash"}, {"name": "Anne Ash (Elder)"})
    assert correct("Anna Ash") == ("Anna Ash", "Elder")
    assert correct("Bea Ash", "Elder") == ("Bea Ash", "Elder")
    assert evening.event.entries.get(pk=ann.pk).name == "Bea Ash (Elder)"
    bea = Player.objects.exclude(pk=ann.player_id).get()
    with pytest.raises(NameTaken):
        set_note(bea, "elder", event=evening.event, by=evening.director, now=evening.now)
    set_note(bea, "  Jr ", event=evening.event, by=evening.director, now=evening.now)
    assert Player.objects.get(pk=bea.pk).note == "Jr"


def test_who_is_here_or_not_is_in_the_log(evening_of):
    evening = evening_of(1)
    ann = evening.entry("Ann Ash")
    set_here(ann, False, by=evening.director, now=evening.now)
    assert (last_note(evening), evening.entry("Ann Ash").here) == (
        ("set_here", {"entry": ann.pk}, {"here": False}),
        False,
    )


def test_a_wrong_entry_goes_with_its_empty_team_and_one_with_a_seat_or_rest_is_marked_as_not_here(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    wrong = team_up(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    first, second = wrong.entries.order_by("pk")
    remove_entry(first, by=evening.director, now=evening.now)
    assert (Team.objects.filter(pk=wrong.pk).exists(), last_note(evening)) == (
        True,
        ("remove_entry", {"name": "Zoe Late"}, {}),
    )
    remove_entry(second, by=evening.director, now=evening.now)
    assert not Team.objects.filter(pk=wrong.pk).exists()
    out(evening, 1)
    for entry in (Seat.objects.order_by("pk")[0].entry, Rest.objects.order_by("pk")[0].entry):
        remove_entry(entry, by=evening.director, now=evening.now)
        assert Entry.objects.get(pk=entry.pk).here is False


def test_whoever_leaves_keeps_the_turns_that_have_begun_and_the_log_has_the_matches_called_off(evening_of):
    evening = evening_of(4).playing()
    ann = evening.entry("Ann Ash")
    off = leave(ann, by=evening.director, now=evening.now)
    theirs = [match for match in evening.matches(1) if ann in players_of(match)]
    assert {(match.round.number, match.state) for match in theirs} == {
        (1, "waiting"),
        (2, "called_off"),
        (3, "called_off"),
    }
    assert sorted(match.round.number for match in off) == [2, 3]
    assert last_note(evening) == ("leave", {}, {"entry": ann.pk, "called_off": [match.pk for match in off]})
    assert Seat.objects.get(entry=ann).until_turn == 1
    seat = come_back(evening.entry("Ann Ash"), by=evening.director, now=evening.now)
    assert (seat.until_turn, seat.table.number) == (3, 1)
    assert last_note(evening) == ("come_back", {}, {"entry": ann.pk, "table": 1})
    assert {match.state for match in evening.matches(1)} == {"waiting"}
    assert (evening.entry("Ann Ash").left_at, evening.entry("Ann Ash").here) == (None, True)


def test_whoever_comes_back_without_a_seat_waits_for_the_next_draw(evening_of):
    evening = evening_of(4)
    ann = evening.entry("Ann Ash")
    assert leave(ann, by=evening.director, now=evening.now) == []
    assert come_back(evening.entry("Ann Ash"), by=evening.director, now=evening.now) is None
    assert last_note(evening) == ("come_back", {}, {"entry": ann.pk})


def test_one_of_a_pair_who_comes_back_in_a_round_has_the_seat_still(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 2]])
    out(evening, 1)
    ann = evening.entry("Ann Ash")
    assert leave(ann, by=evening.director, now=evening.now) == []
    assert Seat.objects.get(entry=ann).until_turn == 1
    seat = come_back(ann, by=evening.director, now=evening.now)
    assert seat == Seat.objects.get(entry=ann)


def test_a_latecomer_takes_the_fourth_chair_of_a_three_and_the_log_says_which(evening_of):
    evening = evening_of(7).playing()
    (late,) = add(evening, "Zed Yew")
    seat = seat_late(late, by=evening.director, now=evening.now)
    three = seat.table
    assert (Table.objects.get(pk=three.pk).size, seat.position, seat.from_turn, seat.until_turn) == (4, 4, 2, 3)
    after = {"entry": late.pk, "table": three.number, "chair": 4, "from_turn": 2}
    assert last_note(evening) == ("seat_late", {}, after)
    with pytest.raises(CannotSeatNow):
        seat_late(late, by=evening.director, now=evening.now)


def test_nobody_is_seated_late_who_is_not_here_before_the_seats_are_shown_or_between_rounds(evening_of, rounds_of):
    evening = evening_of(7)
    ann = evening.entry("Ann Ash")
    with pytest.raises(CannotSeatNow):
        seat_late(ann, by=evening.director, now=evening.now)
    evening.begin()
    away, gone = add(evening, "Zed Yew", "Zoe Yew")
    set_here(away, False, by=evening.director, now=evening.now)
    leave(gone, by=evening.director, now=evening.now)
    for entry in (away, gone):
        with pytest.raises(NotHere):
            seat_late(entry, by=evening.director, now=evening.now)


def test_in_an_evening_of_rounds_a_latecomer_waits_for_the_draw(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 2]])
    out(evening, 1)
    late = team_up(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    with pytest.raises(CannotSeatNow, match="The draw of the next round will seat them."):
        seat_late(late.entries.order_by("pk")[0], by=evening.director, now=evening.now)


def test_an_evening_of_one_stage_says_that_no_table_has_a_chair(evening_of):
    evening = evening_of(6, format="auction-pitch-tables", table_size=6)
    evening.begin()
    (late,) = add(evening, "Zed Yew")
    with pytest.raises(CannotSeatNow, match="No table has a free chair."):
        seat_late(late, by=evening.director, now=evening.now)


def test_a_pair_is_entered_with_its_names_in_the_log(rounds_of):
    evening = rounds_of(1, plan=[["round-robin", 1]])
    team = team_up(evening.event, ["Zed Yew", "Zoe Yew"], name="  The  Yews ", by=evening.director, now=evening.now)
    entries = [entry.pk for entry in team.entries.order_by("pk")]
    assert last_note(evening) == (
        "team_up",
        {},
        {"names": ["Zed Yew", "Zoe Yew"], "name": "The Yews", "entries": entries},
    )
    split_team(team, by=evening.director, now=evening.now)
    assert last_note(evening) == ("part", {"names": ["Zed Yew", "Zoe Yew"], "name": "The Yews"}, {})
    assert set(Entry.objects.filter(pk__in=entries).values_list("team", flat=True)) == {None}


@pytest.mark.parametrize(
    ("enters", "names", "said"),
    [
        ("players", ["Zed", "Zoe"], "Tonight is singles: everybody enters alone."),
        ("pairs", ["Zed", "Zoe", "Zac"], "A pair has 2 players. Write both names, as in Ann & Bea."),
        ("pairs", ["Zed", "zed"], "A pair has 2 players. Write both names, as in Ann & Bea."),
        (
            "teams",
            ["Zed", "Zoe", "Zac"],
            "A team needs at least 4 players, because that many play at once.",
        ),
        ("teams", ["Zed", "Zoe", "Zac", "Ann Ash"], "Ann Ash already plays for somebody else tonight."),
    ],
)
def test_what_is_no_pair_or_team_is_refused_in_words_and_enters_nobody(rounds_of, enters, names, said):
    evening = rounds_of(1, plan=[["round-robin", 1]], enters="pairs" if enters == "players" else enters)
    Event.objects.update(enters=enters)
    event = Event.objects.get()
    with pytest.raises(NotATeam) as refused:
        team_up(event, names, by=evening.director, now=evening.now)
    assert (str(refused.value), Entry.objects.filter(player__name="Zed").exists()) == (said, False)


def test_a_team_may_have_more_than_play_at_once_and_gains_a_reserve(rounds_of):
    evening = rounds_of(1, plan=[["round-robin", 1]], enters="teams")
    ann = evening.entry("Ann Ash").team_id
    party = Party(("Ann Ash", "Bea Ash", "Cy Ash", "Dan Ash", "Zed Yew"), "The Aces")
    entries = enter_parties(evening.event, [party, Party(("Zoe Yew",))], by=evening.director, now=evening.now)
    assert {entry.name: Entry.objects.get(pk=entry.pk).team_id for entry in entries} == {
        "Ann Ash": ann,
        "Bea Ash": ann,
        "Cy Ash": ann,
        "Dan Ash": ann,
        "Zed Yew": ann,
        "Zoe Yew": None,
    }
    with pytest.raises(NotATeam, match="Ann Ash already plays for somebody else tonight."):
        few = Party(("Ann Ash", "Bea Ash", "Cy Ash", "Zac Yew"))
        enter_parties(evening.event, [few], by=evening.director, now=evening.now)


def test_a_name_after_that_of_a_team_is_a_reserve_of_it_and_one_of_another_team_is_refused(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], enters="teams")
    team = evening.entry("Ann Ash").team
    Team.objects.filter(pk=team.pk).update(name="The Aces")
    form = PartiesForm(QueryDict("names=the aces: Zed Yew"), event=evening.event)
    assert form.is_valid(), form.errors
    [zed] = enter_parties(evening.event, form.cleaned_data["names"], by=evening.director, now=evening.now)
    assert Entry.objects.get(pk=zed.pk).team == team
    other = Entry.objects.exclude(team=team).select_related("player").first()
    with pytest.raises(NotATeam, match=f"{other.name} already plays for somebody else tonight."):
        enter_parties(evening.event, [Party((other.name,), "The Aces")], by=evening.director, now=evening.now)


def test_a_pair_of_two_pairs_or_with_a_third_is_refused_with_every_reason(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    for names, taken in ((("Ann Ash", "Cy Ash"), ("Ann Ash", "Cy Ash")), (("Ann Ash", "Zed Yew"), ("Ann Ash",))):
        with pytest.raises(NotATeam) as refused:
            enter_parties(evening.event, [Party(names)], by=evening.director, now=evening.now)
        assert str(refused.value) == " ".join(f"{name} already plays for somebody else tonight." for name in taken)
    again = enter_parties(evening.event, [Party(("Bea Ash", "Ann Ash"))], by=evening.director, now=evening.now)
    assert [entry.name for entry in again] == ["Bea Ash", "Ann Ash"]


def test_whoever_was_replaced_comes_back_only_as_a_substitute(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 2]])
    out(evening, 1)
    substitute(evening.entry("Ann Ash"), "Zed Yew", by=evening.director, now=evening.now)
    said = "Zed Yew plays for Ann Ash. Press Zed Yew at the door and enter Ann Ash as their substitute."
    for come in (
        lambda: come_back(evening.entry("Ann Ash"), by=evening.director, now=evening.now),
        lambda: enter_parties(evening.event, [Party(("Ann Ash",))], by=evening.director, now=evening.now),
    ):
        with pytest.raises(NotATeam) as refused:
            come()
        assert str(refused.value) == said


def test_a_substitute_has_the_place_and_the_log_what_was_before(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    out(evening, 1)
    seat = Seat.objects.order_by("position")[0]
    gone = seat.entry
    came = substitute(gone, "Zed Yew", by=evening.director, now=evening.now)
    assert Seat.objects.get(pk=seat.pk).entry == came
    action, before, after = last_note(evening)
    assert (action, before, after) == (
        "substitute",
        {"entry": gone.pk, "left": None, "came": None},
        {"entry": came.pk, "table": 1},
    )
    assert Entry.objects.get(pk=gone.pk).left_at is not None
    logged = LogEntry.objects.get(action="substitute")
    assert can_undo_substitute(evening.event, logged)
    undo_substitute(evening.event, logged, by=evening.director, now=evening.now)
    assert (Seat.objects.get(pk=seat.pk).entry, Entry.objects.get(pk=gone.pk).left_at) == (gone, None)
    assert not Entry.objects.filter(pk=came.pk).exists()
    assert last_note(evening) == ("undo_substitute", {"entry": gone.pk, "name": "Zed Yew"}, {})


def test_a_known_substitute_is_as_before_after_an_undo(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 2]])
    (zed,) = add(evening, "Zed Yew")
    set_here(zed, False, by=evening.director, now=evening.now)
    came = substitute(evening.entry("Ann Ash"), "Zed Yew", by=evening.director, now=evening.now)
    _action, before, after = last_note(evening)
    assert (before["came"], after) == ({"team": None, "here": False, "left": None}, {"entry": zed.pk, "table": None})
    logged = LogEntry.objects.get(action="substitute")
    undo_substitute(evening.event, logged, by=evening.director, now=evening.now)
    zed.refresh_from_db()
    assert (came.pk, zed.team_id, zed.here, zed.left_at) == (zed.pk, None, False, None)


def test_a_substitution_is_not_undone_once_a_round_has_begun_or_the_substitute_has_left(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 2]])
    out(evening, 1)
    came = substitute(evening.entry("Ann Ash"), "Zed Yew", by=evening.director, now=evening.now)
    logged = LogEntry.objects.get(action="substitute")
    assert (can_undo_substitute(evening.event, logged), evening.event.has_gone_on_since(logged.at)) == (True, False)
    Entry.objects.filter(pk=came.pk).update(left_at=evening.now)
    assert not can_undo_substitute(evening.event, logged)
    Entry.objects.filter(pk=came.pk).update(left_at=None)
    Stage.objects.update(released_at=evening.now)
    assert evening.event.has_gone_on_since(logged.at) and not can_undo_substitute(evening.event, logged)
    with pytest.raises(NotATeam, match="Something depends on this substitution now."):
        undo_substitute(evening.event, logged, by=evening.director, now=evening.now)


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("Cy Ash", "Cy Ash already plays for somebody else tonight."),
        ("Bea Ash", "Bea Ash already plays for somebody else tonight."),
        ("Ann Ash", "Ann Ash already plays for somebody else tonight."),
        (" ", "Enter the name of the substitute."),
    ],
)
def test_nobody_plays_twice_as_a_substitute(rounds_of, who, said):
    evening = rounds_of(2, plan=[["round-robin", 2]])
    with pytest.raises(NotATeam) as refused:
        substitute(evening.entry("Ann Ash"), who, by=evening.director, now=evening.now)
    assert str(refused.value) == said


def test_who_rests_gives_the_rest_to_the_substitute_until_the_round_has_begun(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    out(evening, 1)
    first, second = (rest.entry for rest in Rest.objects.order_by("pk"))
    came = substitute(first, "Zed Yew", by=evening.director, now=evening.now)
    assert set(Rest.objects.values_list("entry", flat=True)) == {came.pk, second.pk}
    evening.play_rounds(1)
    substitute(second, "Zoe Yew", by=evening.director, now=evening.now)
    assert set(Rest.objects.values_list("entry", flat=True)) == {came.pk, second.pk}


def pressed(evening: Evening, entry: Entry, action: str, who: str = "director") -> tuple[int, str]:
    address = f"/e/{evening.event.pk}/door/{entry.pk}/"
    answer = signed_in(evening, who).post(address, {"action": action}, follow=False)
    return answer.status_code, answer.headers.get("Location", "").replace(f"/e/{evening.event.pk}", "/e")


def test_every_press_on_a_line_leads_back_to_the_list(evening_of):
    evening = evening_of(7)
    ann = evening.entry("Ann Ash")
    line = f"/e/door/#person-{ann.pk}"
    assert [pressed(evening, ann, action) for action in ("away", "here", "leave", "back", "remove", "dance")] == [
        (302, line),
        (302, line),
        (302, "/e/door/"),
        (302, "/e/door/"),
        (302, line),
        (404, ""),
    ]
