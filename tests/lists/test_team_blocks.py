"""Teams as a chat has them, one below the other."""

import pytest

from tournament.lists.tables import read_text
from tournament.lists.team_blocks import Found, read_team_blocks, split_names

CHAT = """[9/1/26, 7:02 PM] Ravi: *ARIMA ACES* 🏆
Captain: Ann Ali 868-555-0100
Home: The Anchor, Tuesday 7.30pm
1. Ann Ali (c)
2. Ravi Williams
*COUVA KINGS (Sports Club, Thursdays at 8pm)*
Capt. Curtis Hosein, curtis@example.org
Colours: red
Players: Curtis Hosein, Hari Edwards, Dev Maharaj

Sun Bar Boys
Tel: 555 0102
Plays at: Sun Bar
Night: Tues 19.30

Squad:
Joy Mohammed

Team: Zion
Home: The Den (8.15 pm)
"""


def read(text: str) -> list[Found]:
    return read_team_blocks(read_text(text).numbered_rows)


def test_a_chat_has_the_teams_one_below_the_other() -> None:
    aces, kings, boys = {"team": "ARIMA ACES"}, {"team": "COUVA KINGS"}, {"team": "Sun Bar Boys"}
    assert read(CHAT) == [
        (1, aces),
        (2, aces | {"captain": "Ann Ali", "phone": "868-555-0100"}),
        (3, aces | {"venue": "The Anchor", "night": "Tuesday", "start": "7.30pm"}),
        *((4, aces | {"player": "Ann Ali"}), (5, aces | {"player": "Ravi Williams"})),
        (6, kings | {"venue": "Sports Club", "night": "Thursdays", "start": "8pm"}),
        (7, kings | {"captain": "Curtis Hosein", "email": "curtis@example.org"}),
        (8, {}),
        *((9, kings | {"player": name}) for name in ("Curtis Hosein", "Hari Edwards", "Dev Maharaj")),
        *((11, boys), (12, boys | {"phone": "555 0102"}), (13, boys | {"venue": "Sun Bar"})),
        *((14, boys | {"night": "Tues 19.30"}), (17, boys | {"player": "Joy Mohammed"})),
        (19, {"team": "Zion"}),
        (20, {"team": "Zion", "venue": "The Den", "start": "8.15 pm"}),
    ]


def test_names_alone_are_no_teams() -> None:
    assert read("Arima\nCouva\n\nErin") == []


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Ann Ali", ["Ann Ali"]),
        ("Ali, Ann", ["Ali, Ann"]),
        ("Ann Ali, Bea Khan", ["Ann Ali", "Bea Khan"]),
        ("Ann, Bea, Cyd", ["Ann", "Bea", "Cyd"]),
        ("1. Ann Ali (capt); 2. Bea Khan", ["Ann Ali", "Bea Khan"]),
        ("Ann Ali / Bea Khan", ["Ann Ali", "Bea Khan"]),
    ],
)
def test_a_box_has_one_name_or_a_squad(cell: str, names: list[str]) -> None:
    assert split_names(cell) == names
