"""Table codes: who has one, what changes it, and which table one opens."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.evenings import SEVEN, by_lot
from tournament.clock.services.rounds import start_round
from tournament.event.services.codes_and_calls import issue_codes, make_code, reissue_code, reissue_codes, revoke_code
from tournament.event.services.events import create_event, lock_event, reopen_event
from tournament.models import LogEntry, Round, TableCode
from tournament.web.table_codes import (
    CHARACTERS,
    LENGTH,
    OpenedTable,
    format_code,
    newest_code,
    plain_code,
    table_of_code,
    tables_with_codes,
)


def valid_codes(event):
    return dict(TableCode.objects.filter(event=event, revoked_at=None).values_list("table_number", "code"))


def start(evening, hour, number):
    for round in Round.objects.filter(stage__event=evening.event, stage__number=hour, number=number):
        start_round(round, by=evening.director, now=evening.now)


@given(st.text(CHARACTERS, min_size=LENGTH, max_size=LENGTH))
def test_a_code_is_read_however_it_is_typed(code):
    typed = [
        format_code(code),
        format_code(code).lower(),
        f" {code[:2]} {code[2:]}\n",
        code.translate(str.maketrans("852VGQ", "bszuco")),
    ]
    assert [plain_code(each) for each in typed] == [code] * 4


@given(st.text(max_size=12))
def test_what_cannot_be_a_code_is_none(typed):
    read = plain_code(typed)
    assert read == "" or (len(read) == LENGTH and set(read) <= set(CHARACTERS))


def test_codes_have_no_characters_that_look_alike_and_no_vowels():
    assert set(CHARACTERS) & set("01OILBSZUAE6C") == set()
    assert {len(make_code()) for _ in range(50)} == {LENGTH}
    assert set("".join(make_code() for _ in range(200))) == set(CHARACTERS)


def test_every_table_has_a_code_of_its_own_once_the_seats_are_out(evening_of):
    evening = evening_of(14)
    assert issue_codes(evening.event, by=evening.director, now=evening.now) == []
    evening.begin()
    codes = valid_codes(evening.event)
    assert sorted(codes) == [1, 2, 3, 4]
    assert len(set(codes.values())) == 4
    assert {number: table_of_code(code, SEVEN).number for number, code in codes.items()} == {1: 1, 2: 2, 3: 3, 4: 4}


def test_asking_again_gives_nobody_another_code(evening_of):
    evening = evening_of(8)
    evening.begin()
    before = valid_codes(evening.event)
    assert issue_codes(evening.event, by=evening.director, now=evening.now) == []
    assert valid_codes(evening.event) == before


def test_a_code_made_twice_is_made_again(evening_of):
    evening = evening_of(8)
    evening.begin()
    one, two = valid_codes(evening.event).values()
    TableCode.objects.filter(code=two).delete()
    made = iter([one, one, "FRTHY2"])
    assert issue_codes(evening.event, by=None, now=evening.now, make=lambda: next(made)) == [2]
    assert valid_codes(evening.event) == {1: one, 2: "FRTHY2"}


def test_a_code_of_another_evening_is_not_given_again_even_revoked(evening_of):
    evening = evening_of(8)
    evening.begin()
    one, two = valid_codes(evening.event).values()
    revoke_code(evening.event, 1, by=evening.director, now=evening.now)
    made = iter([one, two, "FRTHY2"])
    assert issue_codes(evening.event, by=None, now=evening.now, make=lambda: next(made)) == [1]
    assert valid_codes(evening.event) == {1: "FRTHY2", 2: two}


def test_a_code_opens_its_table_and_a_revoked_one_says_that_it_is(evening_of):
    evening = evening_of(8)
    evening.begin()
    old = TableCode.objects.get(table_number=2)
    opened = OpenedTable(old.pk, evening.event, 2, old.code, None)
    assert table_of_code(format_code(old.code).lower(), SEVEN) == opened
    assert opened.is_valid
    at = evening.now
    assert reissue_code(evening.event, 2, by=evening.director, now=at)
    assert table_of_code(old.code, at) == OpenedTable(old.pk, evening.event, 2, old.code, at)
    assert not table_of_code(old.code, at).is_valid
    assert table_of_code(valid_codes(evening.event)[2], at).number == 2
    assert table_of_code("", at) is None
    assert table_of_code("????-", at) is None


def test_one_table_or_all_get_other_codes(evening_of):
    evening = evening_of(8)
    evening.begin()
    first = valid_codes(evening.event)
    reissue_code(evening.event, 1, by=evening.director, now=evening.now)
    second = valid_codes(evening.event)
    assert (first[1] != second[1], first[2] == second[2]) == (True, True)
    reissue_codes(evening.event, by=evening.director, now=evening.now)
    third = valid_codes(evening.event)
    assert len({*first.values(), *second.values(), *third.values()}) == 5
    assert [(table.number, table.code, table.changes) for table in tables_with_codes(evening.event)] == [
        (1, third[1], 2),
        (2, third[2], 1),
    ]


def test_a_press_made_twice_changes_codes_once(evening_of):
    evening = evening_of(8)
    evening.begin()
    seen, of_one = newest_code(evening.event), newest_code(evening.event, 1)
    presses = [reissue_codes(evening.event, seen=seen, by=evening.director, now=evening.now) for _ in range(2)]
    assert presses == [True, False]
    assert not reissue_code(evening.event, 1, seen=of_one, by=evening.director, now=evening.now)
    assert TableCode.objects.count() == 4


def test_a_table_that_is_not_there_gets_no_code(evening_of):
    evening = evening_of(8)
    evening.begin()
    assert not reissue_code(evening.event, 3, by=evening.director, now=evening.now)
    assert not revoke_code(evening.event, 3, by=evening.director, now=evening.now)
    assert sorted(valid_codes(evening.event)) == [1, 2]


def test_codes_stay_from_round_to_round_and_hour_to_hour(evening_of):
    evening = evening_of(8)
    evening.begin()
    codes = valid_codes(evening.event)
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.second()
    evening.play_rounds(2)
    assert valid_codes(evening.event) == codes


def test_codes_change_with_the_round_where_the_director_wants_it(evening_of):
    evening = evening_of(8)
    evening.event.codes_change = True
    evening.event.save()
    evening.begin()
    issued = valid_codes(evening.event)
    start(evening, 1, 1)
    assert valid_codes(evening.event) == issued
    start(evening, 1, 2)
    changed = valid_codes(evening.event)
    assert set(issued.values()) & set(changed.values()) == set()
    assert table_of_code(issued[1], SEVEN).is_valid is False


def test_a_code_changed_for_the_coming_round_stays_when_it_begins(evening_of):
    """The director changes codes and prints cards in the break; the start must not make them waste paper."""
    evening = evening_of(8)
    evening.event.codes_change = True
    evening.event.save()
    evening.begin()
    start(evening, 1, 1)
    reissue_code(evening.event, 1, by=evening.director, now=evening.now)
    before = valid_codes(evening.event)
    start(evening, 1, 2)
    after = valid_codes(evening.event)
    assert (after[1] == before[1], after[2] == before[2]) == (True, False)


def test_a_bell_changes_the_codes_of_its_own_tables_only(evening_of):
    evening = evening_of(9)
    evening.event.codes_change = True
    evening.event.save()
    stage = evening.begin(prefer_five=True)
    five = stage.tables.get(size=5).number
    evening.play_rounds(1, until=1)
    before = valid_codes(evening.event)
    start_round(Round.objects.get(stage=stage, turns=5, number=2), by=None, now=evening.now)
    after = valid_codes(evening.event)
    assert {number for number in before if before[number] != after[number]} == {five}


def test_the_log_names_tables_and_never_a_code(evening_of):
    evening = evening_of(8)
    evening.begin()
    reissue_codes(evening.event, by=evening.director, now=evening.now)
    reissue_code(evening.event, 2, by=evening.director, now=evening.now)
    revoke_code(evening.event, 1, by=evening.director, now=evening.now)
    logged = LogEntry.objects.filter(action__contains="code").order_by("pk")
    assert list(logged.values_list("action", "before", "after")) == [
        ("issue_codes", {}, {"tables": [1, 2]}),
        ("reissue_codes", {}, {"tables": [1, 2]}),
        ("reissue_codes", {}, {"tables": [2]}),
        ("revoke_code", {}, {"tables": [1]}),
    ]


def test_reading_the_codes_takes_two_queries_at_any_size(evening_of, django_assert_num_queries):
    evening = evening_of(30)
    evening.begin()
    with django_assert_num_queries(2):
        tables = tables_with_codes(evening.event)
    assert len(tables) == 8
    assert {type(table.issued_at) for table in tables} == {datetime}
    assert {table.issued_at.tzinfo for table in tables} == {UTC}


def test_a_code_opens_nothing_once_its_evening_is_locked_until_it_is_opened_again(evening_of):
    evening = evening_of(8)
    evening.begin()
    (code, _other) = valid_codes(evening.event).values()
    lock_event(evening.event, by=evening.director, now=evening.now)
    assert (table_of_code(code, SEVEN).is_over, table_of_code(code, SEVEN).is_valid) == (True, False)
    reopen_event(evening.event, reason="One more", by=evening.director, now=evening.now)
    assert table_of_code(code, SEVEN).is_valid


def test_an_evening_that_nobody_locked_is_over_once_a_later_one_has_come_and_nothing_was_played_for_a_day(evening_of):
    """A tournament of two days goes on beside Saturday's supper."""
    evening = evening_of(8)
    evening.begin()
    (code, _other) = valid_codes(evening.event).values()
    week, hour = timedelta(days=7), timedelta(hours=1)
    assert table_of_code(code, SEVEN + week).is_valid
    later = {"name": "Later", "by": None, "now": SEVEN}
    create_event(evening.event.club, date=evening.event.date + timedelta(days=1), **later)
    assert table_of_code(code, SEVEN + 20 * hour).is_valid
    assert not table_of_code(code, SEVEN + 30 * hour).is_valid
    start_round(evening.matches(1)[0].round, by=evening.director, now=SEVEN + 30 * hour)
    assert table_of_code(code, SEVEN + 40 * hour).is_valid
    assert not table_of_code(code, SEVEN + week).is_valid


def test_the_next_evening_in_the_diary_closes_no_table_of_tonight_s(evening_of):
    evening = evening_of(8)
    evening.begin()
    later = evening.event.date + timedelta(days=7)
    create_event(evening.event.club, name="Next week", date=later, by=None, now=SEVEN)
    (code, _other) = valid_codes(evening.event).values()
    assert table_of_code(code, SEVEN + timedelta(days=3)).is_valid
