"""Finding somebody's name in text that somebody typed."""

import unicodedata

import pytest

from tournament.club.name_search import NameSearch
from tournament.club.visibility import NamesShown

SEARCH = NameSearch(
    {
        "Zoë Müller": "Player 1",
        "Ann Smith": "Player 2",
        "Mary Ann Smith": None,
        "Dónal O'Brien": "Player 3",
        "Jack": "J",
    }
)


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Zoë Müller's cup", "Player 1's cup"),
        ("Müller, Zoë", "Player 1"),
        ("Zoë  Müller", "Player 1"),
        ("Zoë\u00a0Müller!", "Player 1!"),
        (unicodedata.normalize("NFD", "to Zoë Müller."), "to Player 1."),
        ("ZOE MULLER", "Player 1"),
        ("2026-zoe-muller_1.pdf", "2026-Player 1_1.pdf"),
        ("Ｚｏë Mül\u200bler", "Player 1"),
        ("<b>Zoë&nbsp;Müller</b> &amp; D&oacute;nal O&#x27;Brien", "<b>Player 1</b> &amp; Player 3"),
        ("O’Brien, Dónal", "Player 3"),
    ],
)
def test_a_name_is_found_however_it_is_spelt(text: str, redacted: str) -> None:
    assert SEARCH.replace(text) == redacted


@pytest.mark.parametrize(
    "text", ["Zoë Müllers", "Müller", "Zoë and Müller", "Jack hangs", "Mary Ann Smith", "Ann. The Smith"]
)
def test_what_is_not_the_whole_name_stays_and_so_does_a_longer_one_that_is_shown(text: str) -> None:
    assert SEARCH.replace(text) == text


def test_a_team_named_after_a_hidden_member_is_called_by_its_players() -> None:
    names = NamesShown({1: "Player 1", 2: "Bea Brook"}, {1: "Zoë Müller"})
    of_members = [names.name_of_team(name, [1, 2]) for name in ("The MULLER Two", "Mu\u0308ller & Co", "Aces")]
    assert of_members == ["", "", "Aces"]
    assert [names.name_of_team(name, [2]) for name in ("Friends of Müller, Zoë", "Aces")] == ["", "Aces"]
