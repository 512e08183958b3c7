"""Whatever strangers take, a familiar address has its reserve, and this computer all it wants."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.web.visitors import Limits, Quota, Standing, Visitor

LIMITS = Limits(total=20, familiar=8, strangers=12, each=5)
OWN = Visitor("127.0.0.1", Standing.OWN)


def stranger(number):
    return Visitor(f"10.0.0.{number}", Standing.STRANGE)


def regular(number):
    return Visitor(f"10.0.1.{number}", Standing.FAMILIAR)


def test_one_stranger_takes_its_share_all_strangers_theirs_and_the_rest_is_a_reserve():
    quota = Quota(LIMITS)
    assert [quota.take(stranger(1)) for _each in range(6)] == [True] * 5 + [False]
    assert [quota.take(stranger(number), 5) for number in (2, 3)] == [True, False]
    assert [quota.take(stranger(3)) for _each in range(3)] == [True, True, False]
    assert [quota.take(regular(1)) for _each in range(9)] == [True] * 8 + [False]
    assert quota.take(OWN, 1000)
    assert (quota.all, quota.strange, quota.is_at_own_limit(regular(1)), quota.is_at_own_limit(regular(2))) == (
        20,
        12,
        True,
        False,
    )
    quota.give_back(stranger(2), 5)
    assert [quota.take(regular(2)) for _each in range(6)] == [True] * 5 + [False]


VISITORS = st.sampled_from([OWN, *map(stranger, range(5)), *map(regular, range(4))])


@given(st.lists(st.tuples(VISITORS, st.integers(1, 6), st.booleans()), max_size=80))
def test_no_order_of_taking_and_giving_back_breaks_a_limit(steps):
    quota, held = Quota(LIMITS), []
    for visitor, amount, gives_back in steps:
        if gives_back and held:
            quota.give_back(*held.pop())
        elif quota.take(visitor, amount):
            held.append((visitor, amount))
        counted = [(each, many) for each, many in held if not each.is_own]
        of_each = {each: sum(many for other, many in counted if other == each) for each, _many in counted}
        assert quota.all == sum(of_each.values()) <= LIMITS.total
        assert quota.strange == sum(many for each, many in of_each.items() if each.is_strange) <= LIMITS.strangers
        assert all(many <= (LIMITS.each if each.is_strange else LIMITS.familiar) for each, many in of_each.items())
        assert dict(quota.held) == {each.source: many for each, many in of_each.items()}
