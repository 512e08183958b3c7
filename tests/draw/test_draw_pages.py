"""The draw: seen first, moved by hand, released; hour two from hour one, with ties cut and what is missing said."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.conftest import NAMES, NOW, names_on
from tournament.door.services.entries import enter_players, set_here
from tournament.door.services.people import leave
from tournament.draw.queries.drafts import mark_of, tables_shown
from tournament.draw.queries.draws import second_hour_of
from tournament.draw.queries.seats import places_of, seated_tables
from tournament.draw.services.draws import discard_draft, draw_first_hour, draw_second_hour, release_draw, swap_seats
from tournament.event.services.events import lock_event
from tournament.foundation.errors import DraftChanged
from tournament.matches.queries.matches import players_of
from tournament.models import Cut, Entry, Event, Match, Seat, Stage, State
from tournament.results.services.decisions import make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.standings.queries.standings import standings_of
from tournament.standings.services import record_cuts


def seated(hour: int = 1) -> list[list[str]]:
    seats = Seat.objects.filter(table__stage__number=hour).select_related("entry__player", "table")
    tables: dict[int, list[str]] = {}
    for seat in seats.order_by("table__number", "position"):
        tables.setdefault(seat.table.number, []).append(seat.entry.name)
    return list(tables.values())


def people(event: Event, count: int) -> Event:
    enter_players(event, NAMES[:count] if count <= 30 else [f"P{n:02}" for n in range(count)], by=None, now=NOW)
    return event


def release(event: Event, seed: int = 1674) -> Stage:
    stage = draw_first_hour(event, seed=seed, by=None, now=NOW)
    release_draw(stage, by=None, now=NOW)
    return stage


def hand_in(event: Event, *, level: bool = False, only: int | None = None) -> None:
    """Equal sheets of both players; different totals unless level."""
    for place, match in enumerate(list(Match.objects.filter(table__stage__event=event).order_by("pk"))[:only], 1):
        points = (5, 5) if level else (place * 7 % 23 + place, place * 11 % 19)
        enter_sheet(players_of(match)[0], [SheetEntry(match.pk, *points)], by=None, now=NOW)
        enter_sheet(players_of(match)[1], [SheetEntry(match.pk, *points[::-1])], by=None, now=NOW)


def press(client: Client, event: Event, action: str, *, hour: int = 1, **values: object) -> int:
    """Press a button of the page as it is now."""
    if action == "release":
        values["seen"] = client.get(f"/e/{event.pk}/draw/{hour}/").context["mark"]
    return client.post(f"/e/{event.pk}/draw/{hour}/", {"action": action, **values}).status_code


def page(client: Client, event: Event, hour: int = 1, query: str = "") -> str:
    return " ".join(client.get(f"/e/{event.pk}/draw/{hour}/{query}").content.decode().split())


@pytest.mark.parametrize("hour", [1, 2])
def test_the_draw_is_the_directors(
    client: Client, as_scorer: Client, as_director: Client, seven: Event, hour: int
) -> None:
    for path in (f"/e/{seven.pk}/draw/{hour}/", f"/e/{seven.pk}/draw/{hour}/cut/"):
        assert [each.get(path).status_code for each in (client, as_scorer)] == [302, 403]
    assert as_director.get(f"/e/{seven.pk}/draw/{hour}/").status_code == 200
    assert as_director.get(f"/e/{seven.pk}/draw/3/").status_code == 404
    assert press(as_director, seven, "promote", hour=hour) == 404


def test_too_few_are_sent_to_the_door(as_director: Client, evening: Event) -> None:
    assert "3 more players make the first table." in page(as_director, people(evening, 0))
    assert press(as_director, evening, "draw") == 409


def test_a_draft_is_drawn_by_lot_and_its_seed_typed_again_draws_the_same(as_director: Client, seven: Event) -> None:
    assert press(as_director, seven, "draw", seed="") == 302
    seed, tables = Stage.objects.get().seed, seated()
    assert f"Draw number {seed}. Drawn by lot: the same number" in page(as_director, seven)
    press(as_director, seven, "draw", seed="1")
    assert (Stage.objects.get().seed, [len(names) for names in seated()]) == (1, [4, 3])
    press(as_director, seven, "draw", seed=str(seed))
    assert seated() == tables


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("lucky", "Enter a whole number, such as 1674, or leave it empty."),
        ("-1", "The number must be 0 or more."),
        ("1234567", "6 digits at most."),
    ],
)
def test_a_seed_that_is_no_number_is_refused_beside_its_box(
    as_director: Client, seven: Event, typed: str, sentence: str
) -> None:
    answer = as_director.post(f"/e/{seven.pk}/draw/1/", {"action": "draw", "seed": typed})
    assert (answer.status_code, answer.context["form"].errors) == (422, {"seed": [sentence]})
    assert f'value="{typed}"' in answer.content.decode()
    assert not Stage.objects.exists()


def test_the_draft_shows_who_meets_whom_in_every_turn(as_director: Client, seven: Event) -> None:
    press(as_director, seven, "draw", seed="1674")
    shown = as_director.get(f"/e/{seven.pk}/draw/1/").context["tables"]
    four, three = seated()
    assert [
        [(["-".join(names) for names in turn.matches], [each.name for each in turn.resting])] for turn in shown[0].turns
    ] == [
        [([f"{four[0]}-{four[1]}", f"{four[2]}-{four[3]}"], [])],
        [([f"{four[0]}-{four[2]}", f"{four[1]}-{four[3]}"], [])],
        [([f"{four[0]}-{four[3]}", f"{four[1]}-{four[2]}"], [])],
    ]
    assert [[each.name for each in turn.resting] for turn in shown[1].turns] == [[three[2]], [three[1]], [three[0]]]


def test_a_five_is_preferred_where_the_count_allows_both(as_director: Client, evening: Event) -> None:
    people(evening, 9)
    assert "Use 1 table of 4 and 1 table of 5 instead" in page(as_director, evening)
    press(as_director, evening, "draw", prefer_five="on")
    assert [len(names) for names in seated()] == [4, 5]
    assert "5 players, own bell" in page(as_director, evening)
    assert as_director.get(f"/e/{evening.pk}/draw/1/").context["form"].initial == {"prefer_five": True}
    press(as_director, evening, "draw")
    assert as_director.get(f"/e/{evening.pk}/draw/1/").context["form"].initial == {"prefer_five": False}
    assert [len(names) for names in seated()] == [3, 3, 3]


def test_two_who_are_ticked_change_seats(as_director: Client, seven: Event) -> None:
    press(as_director, seven, "draw", seed="1674")
    four, three = seated()
    two = [Entry.objects.get(player__name=name).pk for name in (four[0], three[0])]
    assert press(as_director, seven, "swap", swap=two) == 302
    assert seated() == [[three[0], *four[1:]], [four[0], *three[1:]]]
    assert ", then moved by hand." in page(as_director, seven)


@pytest.mark.parametrize(
    ("ticks", "sentence"),
    [
        (0, "Tick the 2 to swap."),
        (1, "1 ticked. Tick 2 to swap."),
        (3, "3 ticked. Tick 2 to swap."),
    ],
)
def test_other_than_two_ticks_are_told_so_and_stay_ticked(
    as_director: Client, seven: Event, ticks: int, sentence: str
) -> None:
    press(as_director, seven, "draw", seed="1674")
    ticked = list(Entry.objects.values_list("pk", flat=True))[:ticks]
    before = seated()
    answer = as_director.post(f"/e/{seven.pk}/draw/1/", {"action": "swap", "swap": ticked})
    shown = answer.content.decode()
    assert (answer.status_code, sentence in shown, shown.count(" checked>"), seated()) == (422, True, ticks, before)


def test_somebody_of_no_table_cannot_be_swapped_in(as_director: Client, seven: Event) -> None:
    press(as_director, seven, "draw", seed="1674")
    (late,) = enter_players(seven, ["Zoe"], by=None, now=NOW)
    seat = Seat.objects.first()
    assert seat
    for nobody in (late.pk, 10**19 - 1, "x"):
        answer = as_director.post(f"/e/{seven.pk}/draw/1/", {"action": "swap", "swap": [nobody, seat.entry_id]})
        assert answer.context["swap"].errors == {"swap": ["One of these 2 no longer has a seat. Check the list again."]}


def test_who_came_and_went_since_the_draft_is_said_and_it_is_not_released(as_director: Client, seven: Event) -> None:
    press(as_director, seven, "draw", seed="1674")
    enter_players(seven, ["Zoe"], by=None, now=NOW)
    set_here(Entry.objects.get(player__name="Ann"), False, by=None, now=NOW)
    shown = page(as_director, seven)
    assert "Zoe has arrived and has no seat in it." in shown
    assert "Ann is no longer here." in shown
    assert "Show seats" not in shown
    assert press(as_director, seven, "release") == 409
    press(as_director, seven, "draw")
    assert press(as_director, seven, "release") == 302


def test_a_draft_is_seen_by_nobody_else_until_it_is_released(client: Client, as_director: Client, seven: Event) -> None:
    press(as_director, seven, "draw", seed="1674")
    assert "Ann" not in names_on(client.get(f"/e/{seven.pk}/seats/"))
    press(as_director, seven, "release")
    assert "Ann" in names_on(client.get(f"/e/{seven.pk}/seats/"))
    assert "Show seats" not in page(as_director, seven)
    for action in ("draw", "discard"):
        assert press(as_director, seven, action) == 409


def test_a_draft_that_changed_since_it_was_seen_is_shown_again_before_it_is_released(
    as_director: Client, seven: Event
) -> None:
    press(as_director, seven, "draw", seed="1")
    seen = as_director.get(f"/e/{seven.pk}/draw/1/").context["mark"]
    press(as_director, seven, "draw", seed="2")
    at = f"/e/{seven.pk}/draw/1/"
    answer = as_director.post(at, {"action": "release", "seen": seen}, follow=True)
    assert [str(said) for said in answer.context["messages"]] == [
        "The draft has changed since you opened this page. This is the current draft."
    ]
    assert Stage.objects.get().released_at is None


def test_what_two_directors_do_at_once_to_a_draft_is_told_and_never_breaks(seven: Event) -> None:
    """The hour as one of them read it, just before the other drew it anew."""
    read = draw_first_hour(seven, seed=1, by=None, now=NOW)
    mark = mark_of(tables_shown(read))
    one, other = (seat.entry for table in tables_shown(read) for seat in table.seats[:1])
    drawn = draw_first_hour(seven, seed=2, by=None, now=NOW)
    for too_late in (
        lambda: swap_seats(read, one, other, by=None, now=NOW),
        lambda: discard_draft(read, by=None, now=NOW),
        lambda: release_draw(read, seen=mark, by=None, now=NOW),
        lambda: release_draw(drawn, seen=mark, by=None, now=NOW),
    ):
        with pytest.raises(DraftChanged):
            too_late()
    release_draw(drawn, seen=mark_of(tables_shown(drawn)), by=None, now=NOW)
    release_draw(drawn, seen=mark, by=None, now=NOW)
    assert Stage.objects.get().released_at == NOW


def test_a_discarded_draft_leaves_nothing(as_director: Client, seven: Event) -> None:
    press(as_director, seven, "draw", seed="1674")
    assert (press(as_director, seven, "discard"), Stage.objects.count()) == (302, 0)
    assert press(as_director, seven, "discard") == 404


def test_hour_two_waits_for_hour_one(as_director: Client, seven: Event) -> None:
    assert "Hour 2 is seated by the ranking of hour 1." in page(as_director, seven, 2)
    assert press(as_director, seven, "draw", hour=2) == 409
    assert as_director.post(f"/e/{seven.pk}/draw/2/cut/").status_code == 404
    assert not Stage.objects.exists()


def test_hour_two_shows_the_ranking_of_hour_one_with_its_tables(as_director: Client, evening: Event) -> None:
    release(people(evening, 8))
    hand_in(evening)
    places = as_director.get(f"/e/{evening.pk}/draw/2/").context["plan"].places
    assert [(place.table, place.is_last) for place in places] == [
        *((1, False), (1, False), (1, False), (1, True)),
        *((2, False), (2, False), (2, False), (2, False)),
    ]
    names = [place.name for place in places]
    press(as_director, evening, "draw", hour=2)
    assert seated(2) == [names[:4], names[4:]]
    assert press(as_director, evening, "release", hour=2) == 302
    assert as_director.post(f"/e/{evening.pk}/draw/3/cut/").status_code == 404


def test_what_hour_one_still_lacks_is_said_and_hour_two_can_be_drawn_all_the_same(
    as_director: Client, evening: Event
) -> None:
    release(people(evening, 4))
    hand_in(evening, only=5)
    last = Match.objects.last()
    assert last
    shown = page(as_director, evening, 2)
    assert "1 match without points counts nothing yet." in shown
    one, other = players_of(last)
    assert f"{one.name} <small>(table 1)</small>, {other.name} <small>(table 1)</small>" in shown
    enter_sheet(players_of(last)[0], [SheetEntry(last.pk, 9, 3)], by=None, now=NOW)
    enter_sheet(players_of(last)[1], [SheetEntry(last.pk, 4, 9)], by=None, now=NOW)
    assert "1 disputed result counts as each player’s own sheet has it:" in page(as_director, evening, 2)
    assert press(as_director, evening, "draw", hour=2) == 302
    make_ruling(last, points=(9, 4), reason="Added again", by=None, now=NOW)
    assert "not decided yet" not in page(as_director, evening, 2)


def test_level_players_cut_until_nobody_is_level_across_tables(as_director: Client, evening: Event) -> None:
    release(people(evening, 8))
    hand_in(evening, level=True)
    assert "Draw the second hour from this ranking" not in page(as_director, evening, 2)
    assert press(as_director, evening, "draw", hour=2) == 409
    (tie,) = as_director.get(f"/e/{evening.pk}/draw/2/").context["cut_form"].ties
    at = f"/e/{evening.pk}/draw/2/cut/"
    assert [placing.shown for placing in tie.placings] == ["1="] * 8
    cards = dict(zip((f"card_{entry}" for entry in tie.entries), "32AKKQJT", strict=True))
    assert as_director.post(at, cards).status_code == 302
    (again,) = as_director.get(f"/e/{evening.pk}/draw/2/").context["cut_form"].ties
    assert ([placing.shown for placing in again.placings], again.cards) == (["4=", "4="], ("K",))
    as_director.post(at, dict(zip((f"card_{entry}" for entry in again.entries), "45", strict=True)))
    assert sorted(Cut.objects.filter(superseded_at=None).values_list("cards", flat=True), key=len)[-2:] == [
        ["K", "4"],
        ["K", "5"],
    ]
    assert press(as_director, evening, "draw", hour=2) == 302
    fifth, fourth = again.placings
    assert (fourth.record.name in seated(2)[0], fifth.record.name in seated(2)[1]) == (True, True)


@pytest.mark.parametrize(("query", "five", "sizes"), [("", {}, [3, 3, 3]), ("?five=1", {"prefer_five": "on"}, [4, 5])])
def test_the_choice_of_a_five_goes_from_the_ranking_through_a_cut_to_the_draw_of_hour_two(
    as_director: Client, evening: Event, query: str, five: dict[str, str], sizes: list[int]
) -> None:
    release(people(evening, 9))
    hand_in(evening, level=True)
    at = f"/e/{evening.pk}/draw/2/"
    shown = as_director.get(at + query).context
    assert (shown["prefer_five"], sorted(shown["plan"].sizes)) == (bool(five), sizes)
    assert as_director.get(f"{at}cut/{query}").headers["Location"] == at
    (tie,), last = shown["cut_form"].ties, shown["plan"].sizes[0] - 1
    cards = dict(zip((f"card_{entry}" for entry in tie.entries), "32AKQJT98"))
    equal = [f"card_{entry}" for entry in tie.entries[last : last + 2]]
    for cut in (cards | {equal[1]: cards[equal[0]]}, dict(zip(equal, "45"))):
        assert as_director.post(f"{at}cut/{query}", cut).headers["Location"] == f"{at}{query}#level"
    assert press(as_director, evening, "draw", hour=2, **five) == 302
    assert sorted(map(len, seated(2))) == sizes


def test_a_cut_that_lacks_a_card_is_told_beside_its_box_and_keeps_the_others(
    as_director: Client, evening: Event
) -> None:
    release(people(evening, 8))
    hand_in(evening, level=True)
    entries = as_director.get(f"/e/{evening.pk}/draw/2/").context["cut_form"].ties[0].entries
    at = f"/e/{evening.pk}/draw/2/cut/"
    some = {f"card_{entry}": "A" for entry in entries[:7]}
    answer = as_director.post(at, some)
    assert (answer.status_code, answer.context["cut_form"].errors) == (
        422,
        {f"card_{entries[7]}": ["Choose a card for everybody who is tied."]},
    )
    assert answer.content.decode().count('<option value="A" selected>') == 7
    nothing = as_director.post(at, {})
    assert nothing.context["cut_form"].non_field_errors() == ["Pick the card that each of them cut."]
    assert not Cut.objects.exists()


def test_an_old_cut_does_not_part_players_from_somebody_who_never_cut(as_director: Client, evening: Event) -> None:
    release(people(evening, 8))
    hand_in(evening, level=True)
    entries = as_director.get(f"/e/{evening.pk}/draw/2/").context["cut_form"].ties[0].entries
    stage = Stage.objects.get()
    record_cuts(stage, {entry: ["A"] for entry in entries[:4]}, by=None, now=NOW)
    (tie,) = as_director.get(f"/e/{evening.pk}/draw/2/").context["cut_form"].ties
    assert (len(tie.placings), tie.cards) == (8, ())


def test_players_level_at_the_end_cut_for_their_places(as_director: Client, evening: Event) -> None:
    release(people(evening, 4))
    hand_in(evening, level=True)
    at = f"/e/{evening.pk}/standings/cut/"
    assert "Tied: cut the cards" in as_director.get(f"/e/{evening.pk}/standings/").content.decode()
    (tie,) = as_director.get(at).context["cut_form"].ties
    lacking = as_director.post(at, {f"card_{tie.entries[0]}": "A"})
    assert (lacking.status_code, len(lacking.context["cut_form"].errors)) == (422, 3)
    cards = dict(zip((f"card_{entry}" for entry in tie.entries), "32AK", strict=True))
    assert as_director.post(at, cards).status_code == 302
    lines = standings_of(evening).lines
    assert [(line.placing.shown, line.record.entry, line.placing.decided_by) for line in lines] == [
        (str(place), entry, "cut") for place, entry in enumerate(tie.entries, start=1)
    ]
    assert "there is nothing to cut for" in as_director.get(at).content.decode()
    assert "Tied: cut the cards" not in as_director.get(f"/e/{evening.pk}/standings/").content.decode()


def settle(event: Event) -> None:
    for tie in second_hour_of(event).ties:
        cut = {placing.record.entry: [rank] for placing, rank in zip(tie, "32AKQJT98", strict=False)}
        record_cuts(Stage.objects.get(number=1), cut, by=None, now=NOW)


def test_a_correction_before_hour_two_is_released_asks_for_a_new_draw(as_director: Client, evening: Event) -> None:
    release(people(evening, 8))
    hand_in(evening)
    settle(evening)
    press(as_director, evening, "draw", hour=2)
    last = Entry.objects.get(player__name=seated(2)[1][-1])
    assert "have changed since this draft" not in page(as_director, evening, 2)
    promote(last)
    assert "have changed since this draft" in page(as_director, evening, 2)
    press(as_director, evening, "draw", hour=2)
    assert last.name in seated(2)[0]


def promote(entry: Entry) -> None:
    """A ruling of hour one that puts somebody at the top."""
    match = Match.objects.filter(sides__players__entry=entry, table__stage__number=1).first()
    assert match
    points = (199, 0) if players_of(match)[0] == entry else (0, 199)
    make_ruling(match, points=points, reason="Misread", by=None, now=NOW)


@pytest.mark.slow
def test_a_correction_after_hour_two_was_released_is_shown_and_moves_nobody(
    as_director: Client, evening: Event
) -> None:
    release(people(evening, 8))
    hand_in(evening)
    settle(evening)
    release_draw(draw_second_hour(evening, by=None, now=NOW), by=None, now=NOW)
    tables = seated(2)
    promote(Entry.objects.get(player__name=tables[1][-1]))
    shown = page(as_director, evening, 2)
    assert f"{tables[1][-1]}: sits at table 2, would sit at table 1" in shown
    assert seated(2) == tables


def test_leavers_and_late_comers_show_in_the_released_draw(as_director: Client, seven: Event) -> None:
    release(seven)
    four = seated()[0]
    leave(Entry.objects.get(player__name=four[0]), by=None, now=NOW)
    shown = as_director.get(f"/e/{seven.pk}/draw/1/").context["tables"][0]
    assert [[each.name for each in turn.resting] for turn in shown.turns] == [[four[1]], [four[2]], [four[3]]]
    assert Match.objects.filter(state=State.CALLED_OFF).count() == 3


def test_a_locked_evening_draws_nothing(as_director: Client, seven: Event) -> None:
    press(as_director, seven, "draw", seed="1674")
    lock_event(seven, by=None, now=NOW)
    assert "never shown" in page(as_director, seven)
    for action in ("draw", "release", "discard"):
        assert press(as_director, seven, action) == 409


@pytest.mark.parametrize("count", [8, pytest.param(41, marks=pytest.mark.slow)])
def test_the_draw_asks_as_often_for_forty_one_as_for_eight(
    as_director: Client, evening: Event, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    people(evening, count)
    with django_assert_num_queries(5):
        page(as_director, evening)
    press(as_director, evening, "draw", seed="1")
    with django_assert_num_queries(6):
        page(as_director, evening)
    press(as_director, evening, "release")
    with django_assert_num_queries(9):
        page(as_director, evening)
    hand_in(evening, level=True)
    with django_assert_num_queries(17):
        page(as_director, evening, 2)


@pytest.mark.slow
def test_more_than_a_thousand_people_find_their_seats(evening: Event) -> None:
    """SQLite ends a sentence at a thousand comparisons."""
    people(evening, 1004)
    stage = draw_first_hour(evening, seed=1, by=None, now=NOW)
    assert len(places_of(evening, stage)) == 1004
    assert sum(len(table.names) for table in seated_tables(evening, stage)) == 1004
