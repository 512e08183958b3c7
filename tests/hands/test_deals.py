"""Dealers stay as the table had them: after a correction the page says who was due, and changes nobody's deal."""

from tests import evenings
from tests.conftest import signed_in
from tests.hands.test_hand_pages import hand_page, page_of, ticked
from tournament.matches.queries.matches import players_of

evening_of = evenings.evening_of


def test_a_correction_leaves_the_dealers_as_the_table_had_them_and_says_who_was_due(evening_of):
    evening = evening_of(8)
    evening.begin()
    match = evening.matches(1)[0]
    client, director = signed_in(evening), signed_in(evening, "director")
    client.post(page_of(match), ticked(1, answer_1="misdeal"))
    client.post(page_of(match), ticked(2, dealer="a"))
    assert client.get(page_of(match)).context["out_of_turn"] == []
    director.post(hand_page(match, 1), ticked(1, reason="It was no misdeal"))
    a, b = players_of(match)
    assert client.get(page_of(match)).context["out_of_turn"] == [(2, a, b)]
    page = " ".join(client.get(page_of(match)).content.decode().split())
    assert f"Hand 2 was dealt by {a.name}; by the rules it was {b.name}’s deal." in page
