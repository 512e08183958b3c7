"""Queries whose SQL is written once: they give what Django's own would, for any values."""

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from tournament.foundation.prepared_queries import prepare_query
from tournament.models import Account, Club, LogEntry

pytestmark = pytest.mark.django_db
WRITTEN: list[object] = []


@prepare_query
def accounts_among(pks, name, is_active) -> QuerySet:
    WRITTEN.append(len(pks))
    return Account.objects.filter(pk__in=pks, is_active=is_active).exclude(username=name).order_by("pk")


@prepare_query
def lines_of(club) -> QuerySet:
    return LogEntry.objects.filter(club=club).select_related("by").order_by("pk")


@prepare_query
def names_but(name) -> QuerySet:
    return Account.objects.exclude(username=name).order_by("username").values_list("username", flat=True)


@prepare_query
def kinds_of_age(is_old) -> QuerySet:
    return Account.objects.filter(pk=int(is_old) + 1)


@pytest.fixture
def accounts() -> list[Account]:
    names = ("Ann", "Bea", "Cid", "Dot", "Eve")
    return [Account.objects.create_user(name, is_active=name != "Eve") for name in names]


def test_it_gives_the_rows_of_any_values_and_writes_its_query_once_for_each_shape(accounts):
    WRITTEN.clear()
    pks = [account.pk for account in accounts]
    found = [
        [account.username for account in accounts_among(pks[first:], name, True)]
        for first, name in ((0, "Bea"), (1, "Dot"), (2, "nobody"), (0, "Ann"), (1, "nobody"))
    ]
    assert found == [
        ["Ann", "Cid", "Dot"],
        ["Bea", "Cid"],
        ["Cid", "Dot"],
        ["Bea", "Cid", "Dot"],
        ["Bea", "Cid", "Dot"],
    ]
    assert accounts_among([], "Ann", True) == [] and accounts_among(pks, "Ann", False) == accounts[4:]
    assert WRITTEN == [8, 4, 0, 8]
    assert names_but("Ann") == ["Bea", "Cid", "Dot", "Eve"]


def test_a_row_stands_for_its_id_none_for_what_is_not_set_and_rows_come_with_those_they_name(
    accounts, django_assert_num_queries
):
    club = Club.objects.create(name="Four Corners")
    for by, whose in ((accounts[0], club), (None, club), (accounts[1], None)):
        LogEntry.objects.create(club=whose, by=by, at=timezone.now(), action="begin_event", kind=LogEntry.Kind.EVENING)
    with django_assert_num_queries(2):
        assert [line.by and line.by.username for line in lines_of(club)] == ["Ann", None]
        assert [line.by.username for line in lines_of(None)] == ["Bea"]


def test_a_query_that_does_more_with_a_value_than_compare_it_is_refused():
    with pytest.raises(AssertionError, match="built into it"):
        kinds_of_age("7")
