"""What a phone types to come to this computer."""

import pytest

from tournament.web.hosts import hall_addresses, host_for_phones, own_names


@pytest.mark.parametrize(
    "host", ["192.168.1.20:8000", "192.168.1.20", "cards.example.org", "cards.example.org:8443", "[2001:db8::1]:8000"]
)
def test_a_name_that_the_network_knows_stays(host):
    assert host_for_phones(host) == host


@pytest.mark.parametrize("port", ["", ":8000"])
def test_a_name_that_only_this_computer_knows_becomes_its_address_in_the_hall(port):
    known = [str(address) + port for address in hall_addresses()][:1] or [""]
    assert {host_for_phones(name + port) for name in own_names()} == set(known)
    assert host_for_phones(f"LOCALHOST{port}") == known[0]
