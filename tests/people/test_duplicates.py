"""Double entries: found by their names, merged with all that is theirs, and two again when that was wrong."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import NOW
from tests.evenings import Evening
from tournament.door.services.entries import enter_players
from tournament.door.services.till import pay, set_due
from tournament.event.services.events import change_settings, create_event
from tournament.event.services.restore_points import set_restore_point
from tournament.foundation.model_rows import fields_of, own_models
from tournament.foundation.wording import order_key
from tournament.lists.likeness import KnownName, find_alike
from tournament.models import Entry, Event, LogEntry, Payment, Player, RaffleDraw
from tournament.people.services.merging import MergeUndone, NotOnePerson, merge_people, tell_apart, undo_merge
from tournament.people.services.people import change_person, pay_membership
from tournament.transfer.services.going_back import go_back

BY: dict[str, Any] = {"by": None, "now": NOW}


def one(name: str) -> Player:
    return Player.objects.get(name=name)


def rows_but_log() -> dict[str, list[dict[str, Any]]]:
    """Everything that is stored but the log, the merges, and how often an evening changed."""
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name != "revision"}
            for row in model._default_manager.values()
        ]
        for model in own_models()
        if model.__name__ not in ("LogEntry", "PersonMerge") and fields_of(model)
    }


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ann smith", "smith ann"),
        ("ann smith", "ann smiht"),
        ("ann smith", "ann smth"),
        ("bill smith", "william smith"),
        ("a. smith", "ann smith"),
        ("mary o'hara", "mary ohara"),
        ("catherine jones", "kate jones"),
        ("freddie hogben", "fred hogben"),
        ("pat o’brien", "pat o'brien"),
        ("zoe müller", "zoë muller"),
        ("zoe mueller", "zoë müller"),
        ("sean mc donald", "sean mcdonald"),
        ("anne-marie fox", "annemarie fox"),
        ("pat obrien", "patrick o`brien"),
        ("paddy fox", "patricia fox"),
        ("аnn smith", "ann smith"),
        ("bill smith", "biil smith"),
        ("bill smith", "bi11 smith"),
        ("barney fox", "bamey fox"),
        ("Glo Fenn", "Gloria Fenn"),
        ("Ernie Fox", "Ernest Fox"),
        ("Biddy Fox", "Bridget Fox"),
        ("Roy Ali", "Fitzroy Ali"),
        ("Peg Fox", "Margaret Fox"),
        ("Nancy Fox", "Ann Fox"),
        ("Anne Smith", "Ann Smith"),
        ("Ann Clark", "Ann Clarke"),
        ("Ann Wraihgt", "Ann Wraight"),
    ],
)
def test_names_that_may_be_one_persons_are_found(first: str, second: str) -> None:
    one, two = (order_key(name) for name in (first, second))
    assert find_alike([KnownName(3, one), KnownName(7, two), KnownName(9, "dan dale")]) == [(3, 7)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ann", "nan p"),
        ("bea", "ben"),
        ("ann smith", "ian smithers"),
        ("player 001", "player 002"),
        ("guest1", "guest2"),
        ("alan smith", "ann smith-jones"),
        ("ann ash", "bea ash"),
        ("ida ash", "dan ash"),
        ("jim clarke", "tim clarke"),
        ("pat smith", "pam smith"),
        ("ann ash", "annie elm"),
    ],
)
def test_names_of_two_people_are_not(first: str, second: str) -> None:
    assert find_alike([KnownName(3, first), KnownName(7, second)]) == []


def test_a_note_tells_two_apart_and_a_nickname_leads_to_one() -> None:
    assert find_alike([KnownName(1, "ann ash", note="pond street"), KnownName(2, "ann ash", note="mill lane")]) == []
    assert find_alike([KnownName(1, "reginald ash", nickname="sparky"), KnownName(2, "sparky ash")]) == [(1, 2)]


def two_of_one(event: Event) -> tuple[Player, Player]:
    """Ann came to the first evening, "Anna" to the second, paid there, and paid a membership fee."""
    second = create_event(event.club, name="Second", date=date(2025, 3, 21), **BY)
    change_settings(second, {"price": Decimal(5)}, **BY)
    (entry,) = enter_players(Event.objects.get(pk=second.pk), ["Anna"], **BY)
    pay(entry, Decimal(5), seen=0, **BY)
    anna = one("Anna")
    change_person(anna, {"phone": "01634 1", "nickname": "Nan"}, **BY)
    pay_membership(anna, Decimal(20), date(2025, 12, 31), seen=0, **BY)
    return one("Ann"), one("Anna")


def test_a_merge_moves_entries_payments_and_fees_and_undoing_it_gives_everything_back(seven: Event) -> None:
    ann, anna = two_of_one(seven)
    before = rows_but_log()
    merge = merge_people(ann, anna, **BY)
    assert [entry.event.name for entry in ann.entries.order_by("pk")] == ["Kent evening", "Second"]
    ann.refresh_from_db()
    assert (ann.name, ann.phone, ann.nickname, ann.fee_paid_until) == ("Ann", "01634 1", "Nan", date(2025, 12, 31))
    assert (ann.fees.count(), Payment.objects.get().entry.player, Player.objects.filter(name="Anna").count()) == (
        1,
        ann,
        0,
    )
    undo_merge(merge, **BY)
    assert rows_but_log() == before
    with pytest.raises(MergeUndone):
        undo_merge(merge, **BY)
    assert list(LogEntry.objects.order_by("-pk").values_list("action", flat=True)[:2]) == ["undo_merge", "merge_people"]


def test_two_who_played_at_one_evening_are_two_people_and_a_sentence_says_where(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(8).playing()
    match = evening.event.stages.get().tables.all()[0].matches.all()[0]
    one_side, other_side = (side.players.get().entry.player for side in match.sides.all())
    away = Entry.objects.exclude(seats__table=match.table)[0].player
    with pytest.raises(NotOnePerson, match="played in one match on"):
        merge_people(one_side, other_side, **BY)
    with pytest.raises(NotOnePerson, match="both played on"):
        merge_people(one_side, away, **BY)
    assert Player.objects.count() == 8


def test_of_two_on_one_list_the_one_who_never_sat_down_gives_way(seven: Event) -> None:
    ann, bea = one("Ann"), one("Bea")
    won = RaffleDraw.objects.create(event=seven, entry=bea.entries.get(), seed=1, among=7, drawn_at=NOW)
    merge = merge_people(ann, bea, **BY)
    assert (seven.entries.count(), Player.objects.filter(pk=bea.pk).exists()) == (6, False)
    assert RaffleDraw.objects.get(pk=won.pk).entry.player == ann
    undo_merge(merge, **BY)
    assert sorted(entry.name for entry in seven.entries.all())[:3] == ["Ann", "Bea", "Cy"]


@pytest.mark.parametrize("kept", ["Ann", "Bea"])
def test_of_two_who_never_sat_down_the_one_who_is_here_stays_with_what_they_pay(seven: Event, kept: str) -> None:
    change_settings(seven, {"price": Decimal(5), "currency": "£"}, **BY)
    seven.entries.filter(player=one("Ann")).update(here=False)
    set_due(seven.entries.get(player=one("Bea")), Decimal(0), **BY)
    before = list(seven.entries.order_by("player").values_list("player", "here", "due"))
    merge = merge_people(one(kept), one("Bea" if kept == "Ann" else "Ann"), **BY)
    assert list(seven.entries.filter(player=one(kept)).values_list("here", "due")) == [(True, Decimal(0))]
    undo_merge(merge, **BY)
    assert list(seven.entries.order_by("player").values_list("player", "here", "due")) == before


def test_going_back_to_a_point_from_before_a_merge_makes_no_second_person(seven: Event) -> None:
    anna = Player.objects.create(club=seven.club, name="Annie Other")
    point = set_restore_point(seven, None, **BY)
    gus = one("Gus")
    merge_people(anna, gus, **BY)
    go_back(point, newest=point.pk, reason="A slip", by=None, now=NOW)  # type: ignore[arg-type]
    assert not Player.objects.filter(name="Gus").exists()
    assert [entry.player for entry in seven.entries.filter(player=anna)] == [anna]


def test_the_secretary_merges_undoes_and_says_that_two_are_two_on_one_page(seven: Event, as_director: Client) -> None:
    ann, anna = two_of_one(seven)
    page = reverse("duplicates")
    pairs = as_director.get(page).context["pairs"]
    assert [(kept.name, gone.name) for kept, gone in pairs] == [("Ann", "Anna")]
    as_director.post(page, {"one": ann.pk, "other": anna.pk, "kept": anna.pk, "action": "merge"})
    assert list(Player.objects.filter(name__startswith="Ann").values_list("name", flat=True)) == ["Anna"]
    merge = anna.merges.get()
    as_director.post(page, {"undo": merge.pk})
    assert as_director.post(page, {"undo": merge.pk}).status_code == 409
    as_director.post(page, {"one": ann.pk, "other": anna.pk, "action": "apart"})
    assert as_director.get(page).context["pairs"] == []
    wrong = as_director.post(page, {"kept": "Ann", "gone": "Nobody", "action": "by name"})
    assert (wrong.status_code, wrong.context["form"].errors["gone"]) == (422, ["Nobody has this name."])
    as_director.post(page, {"kept": "Ann", "gone": "Anna", "action": "by name"})
    assert ann.entries.count() == 2


def test_telling_two_apart_twice_is_one_answer(seven: Event) -> None:
    for _press in range(2):
        tell_apart(one("Ann"), one("Bea"), **BY)
    assert LogEntry.objects.filter(action="tell_apart").count() == 1
