"""Who asks, told by the address alone."""

import pytest

from tournament.web.hosts import own_addresses
from tournament.web.visitors import FamiliarSources, Standing, note_familiar, source_of, visitor_at


def test_a_device_is_one_source_whatever_addresses_it_gives_itself():
    assert source_of("192.168.1.20") == "192.168.1.20"
    assert source_of("::ffff:192.168.1.20") == "192.168.1.20"
    assert {source_of(f"2001:db8:1:2::{last:x}") for last in range(50)} == {"2001:db8:1:2::"}
    assert source_of("fe80::1%eth0") == "fe80::"
    assert source_of("") == ""


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", *own_addresses()])
def test_this_computer_is_known_by_every_address_that_it_has(address):
    assert visitor_at(address).standing is Standing.OWN


def test_an_address_is_strange_until_somebody_there_is_signed_in_or_at_a_table():
    assert visitor_at("10.9.8.7").standing is Standing.STRANGE
    note_familiar("::ffff:10.9.8.7")
    assert visitor_at("10.9.8.7").standing is Standing.FAMILIAR
    assert visitor_at("10.9.8.6").standing is Standing.STRANGE


def test_familiar_addresses_are_forgotten_after_the_evening_and_the_oldest_first():
    known = FamiliarSources(lasts=100.0, most=2)
    known.add("a", 0.0)
    known.add("b", 10.0)
    assert [(known.has("a", now), known.has("b", now)) for now in (99.0, 100.0, 110.0)] == [
        (True, True),
        (False, True),
        (False, False),
    ]
    known.add("a", 110.0)
    known.add("c", 111.0)
    assert [each for each in "abc" if known.has(each, 112.0)] == ["a", "c"]
